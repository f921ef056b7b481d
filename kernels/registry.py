"""Which codecs there are, and which kernels: two tables, where nothing heavy is imported."""

from __future__ import annotations

import difflib

from quire.kernels.affine import parameters as affine
from quire.kernels.affine.parameters import AffineParameters
from quire.kernels.affine_u4 import parameters as affine_u4
from quire.kernels.block_quant import parameters as block_quant
from quire.kernels.block_quant.parameters import BlockQuantParameters
from quire.kernels.compression.parameters import (
    Lz4Parameters,
    ZlibParameters,
    ZstdParameters,
)
from quire.kernels.contract import Codec, Kernel, Kind, Operation, always
from quire.kernels.dictionary_planes import parameters as dictionary_planes
from quire.kernels.dictionary_planes.parameters import PlanesParameters
from quire.kernels.group_quant import parameters as group_quant
from quire.kernels.group_quant.parameters import GroupQuantParameters
from quire.kernels.half import parameters as half
from quire.kernels.half.parameters import HalfParameters
from quire.kernels.pq import parameters as pq
from quire.kernels.pq.parameters import PqParameters
from quire.kernels.raw import parameters as raw
from quire.kernels.raw.parameters import RawParameters
from quire.kernels.sparse import parameters as sparse
from quire.kernels.sparse.parameters import SparseParameters
from quire.kernels.xor_delta import parameters as xor_delta
from quire.kernels.xor_delta.parameters import XorDeltaParameters

CODECS: tuple[Codec, ...] = (
    Codec(
        name="fp16",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=HalfParameters,
        rule="float16, little-endian; encoding rounds half to even",
        output=half.output,
        stored_size=half.stored_size,
        reference="quire.kernels.half.reference",
        rows=half.rows,
        narrow="float16",
    ),
    Codec(
        name="affine_u8",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=AffineParameters,
        rule="value = code * scale + min in float32, one unsigned byte a code",
        output=affine.output,
        stored_size=affine.stored_size,
        reference="quire.kernels.affine.reference",
        rows=affine.rows,
    ),
    Codec(
        name="block_quant",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=BlockQuantParameters,
        rule="value = code * scale of its block; codes of 8, 7, 5 or 3 bits, packed",
        output=block_quant.output,
        stored_size=block_quant.stored_size,
        reference="quire.kernels.block_quant.reference",
        effort=16,
    ),
    Codec(
        name="group_quant",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=GroupQuantParameters,
        rule="value = code * scale of its group; frames of codes of 1 to 8 bits that share scales",
        output=group_quant.output,
        stored_size=group_quant.stored_size,
        reference="quire.kernels.group_quant.reference",
        rows=group_quant.rows,
    ),
    Codec(
        name="pq",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=PqParameters,
        rule="row = the centroids that its codes name; projected, times its norm; in float32",
        output=pq.output,
        stored_size=pq.stored_size,
        reference="quire.kernels.pq.reference",
        rows=pq.rows,
        check=pq.check,
    ),
    Codec(
        name="raw",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=RawParameters,
        rule="the elements, little-endian",
        output=raw.output,
        stored_size=raw.stored_size,
        reference="quire.kernels.raw.reference",
        rows=raw.rows,
        exact=always,
    ),
    Codec(
        name="xor_delta",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=XorDeltaParameters,
        rule="row = stored row XOR the row above (or their sum); from words or byte planes",
        output=xor_delta.output,
        stored_size=xor_delta.stored_size,
        reference="quire.kernels.xor_delta.reference",
        exact=xor_delta.exact,
    ),
    Codec(
        name="sparse_scatter",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=SparseParameters,
        rule="value i stands at index i of the flattened array; everything else is zero",
        output=sparse.output,
        stored_size=sparse.stored_size,
        reference="quire.kernels.sparse.reference",
        check=sparse.check,
    ),
    Codec(
        name="bf16",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=HalfParameters,
        rule="bfloat16, little-endian; encoding rounds half to even",
        output=half.output,
        stored_size=half.stored_size,
        reference="quire.kernels.brain.reference",
        rows=half.rows,
        narrow="bfloat16",
    ),
    Codec(
        name="affine_u4",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=AffineParameters,
        rule="value = code * scale + min in float32, two codes a byte, the first in its upper half",
        output=affine.output,
        stored_size=affine_u4.stored_size,
        reference="quire.kernels.affine_u4.reference",
        rows=affine_u4.rows,
    ),
    Codec(
        name="dictionary_planes",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=PlanesParameters,
        rule="byte planes of float32, each as packed codes of the bytes that occur in it",
        output=dictionary_planes.output,
        bounds=dictionary_planes.bounds,
        reference="quire.kernels.dictionary_planes.reference",
        rows=dictionary_planes.rows,
        check=dictionary_planes.check,
        exact=always,
    ),
    Codec(
        name="zstd",
        kind=Kind.BYTES_TO_BYTES,
        parameters=ZstdParameters,
        rule="one frame of Zstandard",
        reference="quire.kernels.compression.zstd",
        expansion=32768,  # a block of 128 KiB that repeats one byte takes four
    ),
    Codec(
        name="lz4",
        kind=Kind.BYTES_TO_BYTES,
        parameters=Lz4Parameters,
        rule="one frame of LZ4",
        reference="quire.kernels.compression.lz4",
        expansion=255,  # a byte of a match's length
    ),
    Codec(
        name="zlib",
        kind=Kind.BYTES_TO_BYTES,
        parameters=ZlibParameters,
        rule="one stream of zlib",
        reference="quire.kernels.compression.zlib",
        expansion=1032,  # a match of 258 bytes takes two bits
    ),
)

_DECODE, _ENCODE, _FIT = Operation.DECODE, Operation.ENCODE, Operation.FIT
_TRITON = ("triton", "torch")
_LITERALS = ("numba", "zstandard")
_PLANES = "quire.kernels.dictionary_planes"
_BLOCKS = "quire.kernels.block_quant"
_GROUPS = "quire.kernels.group_quant"

KERNELS: tuple[Kernel, ...] = (
    Kernel("fp16", _DECODE, "reference", "cpu", "quire.kernels.half.reference"),
    Kernel("fp16", _DECODE, "numba", "cpu", "quire.kernels.half.numba", ("numba",)),
    Kernel("fp16", _DECODE, "triton", "cuda", "quire.kernels.half.triton", _TRITON),
    Kernel("fp16", _DECODE, "cupy", "cuda", "quire.kernels.half.cupy", ("cupy",)),
    Kernel("fp16", _ENCODE, "reference", "cpu", "quire.kernels.half.reference"),
    Kernel("fp16", _ENCODE, "numba", "cpu", "quire.kernels.half.numba", ("numba",)),
    Kernel("affine_u8", _DECODE, "reference", "cpu", "quire.kernels.affine.reference"),
    Kernel("affine_u8", _DECODE, "numba", "cpu", "quire.kernels.affine.numba", ("numba",)),
    Kernel("affine_u8", _DECODE, "triton", "cuda", "quire.kernels.affine.triton", _TRITON),
    Kernel("affine_u8", _DECODE, "cupy", "cuda", "quire.kernels.affine.cupy", ("cupy",)),
    Kernel("affine_u8", _ENCODE, "reference", "cpu", "quire.kernels.affine.reference"),
    Kernel("affine_u8", _ENCODE, "numba", "cpu", "quire.kernels.affine.numba", ("numba",)),
    Kernel("affine_u8", _FIT, "reference", "cpu", "quire.kernels.affine.reference"),
    Kernel("affine_u8", _FIT, "numba", "cpu", "quire.kernels.affine.numba", ("numba",)),
    Kernel("block_quant", _DECODE, "reference", "cpu", f"{_BLOCKS}.reference"),
    Kernel("block_quant", _DECODE, "numba", "cpu", f"{_BLOCKS}.numba", ("numba",)),
    Kernel("block_quant", _ENCODE, "reference", "cpu", f"{_BLOCKS}.reference"),
    Kernel("block_quant", _ENCODE, "numba", "cpu", f"{_BLOCKS}.numba", ("numba",)),
    Kernel("group_quant", _DECODE, "reference", "cpu", f"{_GROUPS}.reference"),
    Kernel("group_quant", _DECODE, "numba", "cpu", f"{_GROUPS}.numba", ("numba",)),
    Kernel("group_quant", _ENCODE, "reference", "cpu", f"{_GROUPS}.reference"),
    Kernel("group_quant", _ENCODE, "numba", "cpu", f"{_GROUPS}.numba", ("numba",)),
    Kernel("pq", _DECODE, "reference", "cpu", "quire.kernels.pq.reference"),
    Kernel("pq", _DECODE, "numba", "cpu", "quire.kernels.pq.numba", ("numba",)),
    Kernel("pq", _DECODE, "triton", "cuda", "quire.kernels.pq.triton", _TRITON),
    Kernel("pq", _DECODE, "cupy", "cuda", "quire.kernels.pq.cupy", ("cupy",)),
    Kernel("pq", _ENCODE, "reference", "cpu", "quire.kernels.pq.reference"),
    Kernel("pq", _ENCODE, "numba", "cpu", "quire.kernels.pq.numba", ("numba",)),
    Kernel("raw", _DECODE, "reference", "cpu", "quire.kernels.raw.reference"),
    Kernel("raw", _DECODE, "triton", "cuda", "quire.kernels.raw.triton", _TRITON),
    Kernel("raw", _DECODE, "cupy", "cuda", "quire.kernels.raw.cupy", ("cupy",)),
    Kernel("raw", _ENCODE, "reference", "cpu", "quire.kernels.raw.reference"),
    Kernel("xor_delta", _DECODE, "reference", "cpu", "quire.kernels.xor_delta.reference"),
    Kernel("xor_delta", _DECODE, "numba", "cpu", "quire.kernels.xor_delta.numba", ("numba",)),
    Kernel("xor_delta", _DECODE, "triton", "cuda", "quire.kernels.xor_delta.triton", _TRITON),
    Kernel("xor_delta", _DECODE, "cupy", "cuda", "quire.kernels.xor_delta.cupy", ("cupy",)),
    Kernel("xor_delta", _ENCODE, "reference", "cpu", "quire.kernels.xor_delta.reference"),
    Kernel("xor_delta", _ENCODE, "numba", "cpu", "quire.kernels.xor_delta.numba", ("numba",)),
    Kernel("bf16", _DECODE, "reference", "cpu", "quire.kernels.brain.reference"),
    Kernel("bf16", _DECODE, "numba", "cpu", "quire.kernels.brain.numba", ("numba",)),
    Kernel("bf16", _DECODE, "triton", "cuda", "quire.kernels.brain.triton", _TRITON),
    Kernel("bf16", _ENCODE, "reference", "cpu", "quire.kernels.brain.reference"),
    Kernel("bf16", _ENCODE, "numba", "cpu", "quire.kernels.brain.numba", ("numba",)),
    Kernel("affine_u4", _DECODE, "reference", "cpu", "quire.kernels.affine_u4.reference"),
    Kernel("affine_u4", _DECODE, "numba", "cpu", "quire.kernels.affine_u4.numba", ("numba",)),
    Kernel("affine_u4", _DECODE, "triton", "cuda", "quire.kernels.affine_u4.triton", _TRITON),
    Kernel("affine_u4", _ENCODE, "reference", "cpu", "quire.kernels.affine_u4.reference"),
    Kernel("affine_u4", _ENCODE, "numba", "cpu", "quire.kernels.affine_u4.numba", ("numba",)),
    Kernel("affine_u4", _FIT, "reference", "cpu", "quire.kernels.affine_u4.reference"),
    Kernel("affine_u4", _FIT, "numba", "cpu", "quire.kernels.affine_u4.numba", ("numba",)),
    Kernel("dictionary_planes", _DECODE, "reference", "cpu", f"{_PLANES}.reference"),
    Kernel("dictionary_planes", _DECODE, "numba", "cpu", f"{_PLANES}.numba", ("numba",)),
    Kernel("dictionary_planes", _ENCODE, "reference", "cpu", f"{_PLANES}.reference"),
    Kernel("dictionary_planes", _ENCODE, "numba", "cpu", f"{_PLANES}.numba", ("numba",)),
    Kernel("sparse_scatter", _DECODE, "reference", "cpu", "quire.kernels.sparse.reference"),
    Kernel("sparse_scatter", _DECODE, "numba", "cpu", "quire.kernels.sparse.numba", ("numba",)),
    Kernel("sparse_scatter", _ENCODE, "reference", "cpu", "quire.kernels.sparse.reference"),
    Kernel("zstd", _DECODE, "library", "cpu", "quire.kernels.compression.zstd", ("zstandard",)),
    Kernel("zstd", _ENCODE, "library", "cpu", "quire.kernels.compression.zstd", ("zstandard",)),
    Kernel("zstd", _ENCODE, "numba", "cpu", "quire.kernels.compression.zstd_literals", _LITERALS),
    Kernel("lz4", _DECODE, "library", "cpu", "quire.kernels.compression.lz4", ("cramjam",)),
    Kernel("lz4", _ENCODE, "library", "cpu", "quire.kernels.compression.lz4", ("cramjam",)),
    Kernel("zlib", _DECODE, "library", "cpu", "quire.kernels.compression.zlib"),
    Kernel("zlib", _ENCODE, "library", "cpu", "quire.kernels.compression.zlib"),
)


_BY_NAME = {known.name: known for known in CODECS}


class UnknownCodec(KeyError):
    """No codec has that name; the text names the nearest."""

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would show its repr


def codec(name: str) -> Codec:
    """Find a codec by its name.

    Raises:
        UnknownCodec: there is none.
    """
    if name in _BY_NAME:
        return _BY_NAME[name]
    near = difflib.get_close_matches(name, _BY_NAME, n=1)
    hint = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(_BY_NAME)}"
    raise UnknownCodec(f"no codec is named `{name}`; {hint}")
