"""What a codec and a kernel are, apart from any implementation: what packages of others build on.

A codec is a frozen dataclass. Its fields are the parameters that a reader has to know, its methods
say what follows from them before anything runs, and its class says which kernels there are. Three
classes to derive from:

- `FixedCodec`: bytes to an array, whose stored size follows from the parameters; `ItemCodec` is one
  whose values each take the same number of bytes.
- `VaryingCodec`: bytes to an array, whose stored size depends on the data.
- `BytesCodec`: bytes to bytes, such as a compression.

Light by design: no numba, no GPU library. The compiler checks `-codec` arguments against these
classes, and generated modules import them.
"""

from __future__ import annotations

from quire.kernels.contract.arrays import (
    ITEM_SIZES,
    MAX_BYTES,
    ArraySpec,
    ParameterError,
    StoredError,
    row_bytes,
    spec_of,
)
from quire.kernels.contract.codec import (
    PARAMETER_TYPES,
    ArrayCodec,
    BytesCodec,
    Codec,
    FixedCodec,
    ItemCodec,
    Rows,
    VaryingCodec,
    annotation,
    kernels,
    reference,
)
from quire.kernels.contract.kernel import (
    BACKENDS,
    DECODE,
    ENCODE,
    FIT,
    MEASURE,
    NVCOMP,
    Backend,
    Decode,
    DecodeManyOnGpu,
    DecodeOnGpu,
    Encode,
    EncodeOnGpu,
    Fit,
    Kernel,
    Measure,
    Operation,
    Pack,
    Stream,
    Streams,
    Unpack,
)

__all__ = [
    "BACKENDS",
    "DECODE",
    "ENCODE",
    "FIT",
    "ITEM_SIZES",
    "MAX_BYTES",
    "MEASURE",
    "NVCOMP",
    "PARAMETER_TYPES",
    "ArrayCodec",
    "ArraySpec",
    "Backend",
    "BytesCodec",
    "Codec",
    "Decode",
    "DecodeManyOnGpu",
    "DecodeOnGpu",
    "Encode",
    "EncodeOnGpu",
    "Fit",
    "FixedCodec",
    "ItemCodec",
    "Kernel",
    "Measure",
    "Operation",
    "Pack",
    "ParameterError",
    "Rows",
    "StoredError",
    "Stream",
    "Streams",
    "Unpack",
    "VaryingCodec",
    "annotation",
    "kernels",
    "reference",
    "row_bytes",
    "spec_of",
]
