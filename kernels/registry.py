"""Which codecs there are, and which kernels: two tables, where nothing heavy is imported."""

from __future__ import annotations

import difflib

from quire.kernels.affine import parameters as affine
from quire.kernels.affine.parameters import AffineParameters
from quire.kernels.contract import Codec, Kernel, Kind, Operation
from quire.kernels.half import parameters as half
from quire.kernels.half.parameters import HalfParameters
from quire.kernels.pq import parameters as pq
from quire.kernels.pq.parameters import PqParameters

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
)

_DECODE, _ENCODE, _FIT = Operation.DECODE, Operation.ENCODE, Operation.FIT
_TRITON = ("triton", "torch")

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
    Kernel("pq", _DECODE, "reference", "cpu", "quire.kernels.pq.reference"),
    Kernel("pq", _DECODE, "numba", "cpu", "quire.kernels.pq.numba", ("numba",)),
    Kernel("pq", _DECODE, "triton", "cuda", "quire.kernels.pq.triton", _TRITON),
    Kernel("pq", _DECODE, "cupy", "cuda", "quire.kernels.pq.cupy", ("cupy",)),
    Kernel("pq", _ENCODE, "reference", "cpu", "quire.kernels.pq.reference"),
    Kernel("pq", _ENCODE, "numba", "cpu", "quire.kernels.pq.numba", ("numba",)),
)


class UnknownCodec(KeyError):
    """No codec has that name; the text names the nearest."""

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would show its repr


def codec(name: str) -> Codec:
    """Find a codec by its name.

    Raises:
        UnknownCodec: there is none.
    """
    by_name = {known.name: known for known in CODECS}
    if name in by_name:
        return by_name[name]
    near = difflib.get_close_matches(name, by_name, n=1)
    hint = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(by_name)}"
    raise UnknownCodec(f"no codec is named `{name}`; {hint}")
