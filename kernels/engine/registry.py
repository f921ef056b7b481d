"""Which codecs there are, and which kernels: two tables, where nothing heavy is imported."""

from __future__ import annotations

import difflib

from quire.kernels.codecs.affine_u4 import parameters as affine_u4
from quire.kernels.codecs.affine_u8 import parameters as affine
from quire.kernels.codecs.affine_u8.parameters import AffineParameters
from quire.kernels.codecs.block_quant import parameters as block_quant
from quire.kernels.codecs.block_quant.parameters import BlockQuantParameters
from quire.kernels.codecs.dictionary_planes import parameters as dictionary_planes
from quire.kernels.codecs.dictionary_planes.parameters import PlanesParameters
from quire.kernels.codecs.fp16 import parameters as half
from quire.kernels.codecs.fp16.parameters import HalfParameters
from quire.kernels.codecs.group_quant import parameters as group_quant
from quire.kernels.codecs.group_quant.parameters import GroupQuantParameters
from quire.kernels.codecs.lz4.parameters import Lz4Parameters
from quire.kernels.codecs.pq import parameters as pq
from quire.kernels.codecs.pq.parameters import PqParameters
from quire.kernels.codecs.raw import parameters as raw
from quire.kernels.codecs.raw.parameters import RawParameters
from quire.kernels.codecs.sparse_scatter import parameters as sparse
from quire.kernels.codecs.sparse_scatter.parameters import SparseParameters
from quire.kernels.codecs.xor_delta import parameters as xor_delta
from quire.kernels.codecs.xor_delta.parameters import XorDeltaParameters
from quire.kernels.codecs.zlib.parameters import ZlibParameters
from quire.kernels.codecs.zstd.parameters import ZstdParameters
from quire.kernels.contract import Codec, Kernel, Kind, Operation, always

CODECS: tuple[Codec, ...] = (
    Codec(
        name="fp16",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=HalfParameters,
        rule="float16, little-endian; encoding rounds half to even",
        output=half.output,
        stored_size=half.stored_size,
        reference="quire.kernels.codecs.fp16.reference",
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
        reference="quire.kernels.codecs.affine_u8.reference",
        rows=affine.rows,
    ),
    Codec(
        name="block_quant",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=BlockQuantParameters,
        rule="value = code * scale of its block; codes of 8, 7, 5 or 3 bits, packed",
        output=block_quant.output,
        stored_size=block_quant.stored_size,
        reference="quire.kernels.codecs.block_quant.reference",
        effort=16,
    ),
    Codec(
        name="group_quant",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=GroupQuantParameters,
        rule="value = code * scale of its group; frames of codes of 1 to 8 bits that share scales",
        output=group_quant.output,
        stored_size=group_quant.stored_size,
        reference="quire.kernels.codecs.group_quant.reference",
        rows=group_quant.rows,
    ),
    Codec(
        name="pq",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=PqParameters,
        rule="row = the centroids that its codes name; projected, times its norm; in float32",
        output=pq.output,
        stored_size=pq.stored_size,
        reference="quire.kernels.codecs.pq.reference",
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
        reference="quire.kernels.codecs.raw.reference",
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
        reference="quire.kernels.codecs.xor_delta.reference",
        exact=xor_delta.exact,
    ),
    Codec(
        name="sparse_scatter",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=SparseParameters,
        rule="value i stands at index i of the flattened array; everything else is zero",
        output=sparse.output,
        stored_size=sparse.stored_size,
        reference="quire.kernels.codecs.sparse_scatter.reference",
        check=sparse.check,
    ),
    Codec(
        name="bf16",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=HalfParameters,
        rule="bfloat16, little-endian; encoding rounds half to even",
        output=half.output,
        stored_size=half.stored_size,
        reference="quire.kernels.codecs.bf16.reference",
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
        reference="quire.kernels.codecs.affine_u4.reference",
        rows=affine_u4.rows,
    ),
    Codec(
        name="dictionary_planes",
        kind=Kind.BYTES_TO_ARRAY,
        parameters=PlanesParameters,
        rule="byte planes of float32, each as packed codes of the bytes that occur in it",
        output=dictionary_planes.output,
        bounds=dictionary_planes.bounds,
        reference="quire.kernels.codecs.dictionary_planes.reference",
        rows=dictionary_planes.rows,
        check=dictionary_planes.check,
        exact=always,
    ),
    Codec(
        name="zstd",
        kind=Kind.BYTES_TO_BYTES,
        parameters=ZstdParameters,
        rule="one frame of Zstandard",
        reference="quire.kernels.codecs.zstd.library",
        expansion=32768,  # a block of 128 KiB that repeats one byte takes four
    ),
    Codec(
        name="lz4",
        kind=Kind.BYTES_TO_BYTES,
        parameters=Lz4Parameters,
        rule="one frame of LZ4",
        reference="quire.kernels.codecs.lz4.library",
        expansion=255,  # a byte of a match's length
    ),
    Codec(
        name="zlib",
        kind=Kind.BYTES_TO_BYTES,
        parameters=ZlibParameters,
        rule="one stream of zlib",
        reference="quire.kernels.codecs.zlib.library",
        expansion=1032,  # a match of 258 bytes takes two bits
    ),
)

_DECODE, _ENCODE, _FIT = Operation.DECODE, Operation.ENCODE, Operation.FIT
_CODECS = "quire.kernels.codecs"
_TRITON = ("triton", "torch")
_LITERALS = ("numba", "zstandard")
_PLANES = "quire.kernels.codecs.dictionary_planes"
_BLOCKS = "quire.kernels.codecs.block_quant"
_GROUPS = "quire.kernels.codecs.group_quant"

KERNELS: tuple[Kernel, ...] = (
    Kernel("fp16", _DECODE, "reference", "cpu", f"{_CODECS}.fp16.reference"),
    Kernel("fp16", _DECODE, "numba", "cpu", f"{_CODECS}.fp16.numba", ("numba",)),
    Kernel("fp16", _DECODE, "triton", "cuda", f"{_CODECS}.fp16.triton", _TRITON),
    Kernel("fp16", _DECODE, "cupy", "cuda", f"{_CODECS}.fp16.cupy", ("cupy",)),
    Kernel("fp16", _ENCODE, "reference", "cpu", f"{_CODECS}.fp16.reference"),
    Kernel("fp16", _ENCODE, "numba", "cpu", f"{_CODECS}.fp16.numba", ("numba",)),
    Kernel("affine_u8", _DECODE, "reference", "cpu", f"{_CODECS}.affine_u8.reference"),
    Kernel("affine_u8", _DECODE, "numba", "cpu", f"{_CODECS}.affine_u8.numba", ("numba",)),
    Kernel("affine_u8", _DECODE, "triton", "cuda", f"{_CODECS}.affine_u8.triton", _TRITON),
    Kernel("affine_u8", _DECODE, "cupy", "cuda", f"{_CODECS}.affine_u8.cupy", ("cupy",)),
    Kernel("affine_u8", _ENCODE, "reference", "cpu", f"{_CODECS}.affine_u8.reference"),
    Kernel("affine_u8", _ENCODE, "numba", "cpu", f"{_CODECS}.affine_u8.numba", ("numba",)),
    Kernel("affine_u8", _FIT, "reference", "cpu", f"{_CODECS}.affine_u8.reference"),
    Kernel("affine_u8", _FIT, "numba", "cpu", f"{_CODECS}.affine_u8.numba", ("numba",)),
    Kernel("block_quant", _DECODE, "reference", "cpu", f"{_BLOCKS}.reference"),
    Kernel("block_quant", _DECODE, "numba", "cpu", f"{_BLOCKS}.numba", ("numba",)),
    Kernel("block_quant", _ENCODE, "reference", "cpu", f"{_BLOCKS}.reference"),
    Kernel("block_quant", _ENCODE, "numba", "cpu", f"{_BLOCKS}.numba", ("numba",)),
    Kernel("group_quant", _DECODE, "reference", "cpu", f"{_GROUPS}.reference"),
    Kernel("group_quant", _DECODE, "numba", "cpu", f"{_GROUPS}.numba", ("numba",)),
    Kernel("group_quant", _ENCODE, "reference", "cpu", f"{_GROUPS}.reference"),
    Kernel("group_quant", _ENCODE, "numba", "cpu", f"{_GROUPS}.numba", ("numba",)),
    Kernel("pq", _DECODE, "reference", "cpu", f"{_CODECS}.pq.reference"),
    Kernel("pq", _DECODE, "numba", "cpu", f"{_CODECS}.pq.numba", ("numba",)),
    Kernel("pq", _DECODE, "triton", "cuda", f"{_CODECS}.pq.triton", _TRITON),
    Kernel("pq", _DECODE, "cupy", "cuda", f"{_CODECS}.pq.cupy", ("cupy",)),
    Kernel("pq", _ENCODE, "reference", "cpu", f"{_CODECS}.pq.reference"),
    Kernel("pq", _ENCODE, "numba", "cpu", f"{_CODECS}.pq.numba", ("numba",)),
    Kernel("raw", _DECODE, "reference", "cpu", f"{_CODECS}.raw.reference"),
    Kernel("raw", _DECODE, "triton", "cuda", f"{_CODECS}.raw.triton", _TRITON),
    Kernel("raw", _DECODE, "cupy", "cuda", f"{_CODECS}.raw.cupy", ("cupy",)),
    Kernel("raw", _ENCODE, "reference", "cpu", f"{_CODECS}.raw.reference"),
    Kernel("xor_delta", _DECODE, "reference", "cpu", f"{_CODECS}.xor_delta.reference"),
    Kernel("xor_delta", _DECODE, "numba", "cpu", f"{_CODECS}.xor_delta.numba", ("numba",)),
    Kernel("xor_delta", _DECODE, "triton", "cuda", f"{_CODECS}.xor_delta.triton", _TRITON),
    Kernel("xor_delta", _DECODE, "cupy", "cuda", f"{_CODECS}.xor_delta.cupy", ("cupy",)),
    Kernel("xor_delta", _ENCODE, "reference", "cpu", f"{_CODECS}.xor_delta.reference"),
    Kernel("xor_delta", _ENCODE, "numba", "cpu", f"{_CODECS}.xor_delta.numba", ("numba",)),
    Kernel("bf16", _DECODE, "reference", "cpu", f"{_CODECS}.bf16.reference"),
    Kernel("bf16", _DECODE, "numba", "cpu", f"{_CODECS}.bf16.numba", ("numba",)),
    Kernel("bf16", _DECODE, "triton", "cuda", f"{_CODECS}.bf16.triton", _TRITON),
    Kernel("bf16", _ENCODE, "reference", "cpu", f"{_CODECS}.bf16.reference"),
    Kernel("bf16", _ENCODE, "numba", "cpu", f"{_CODECS}.bf16.numba", ("numba",)),
    Kernel("affine_u4", _DECODE, "reference", "cpu", f"{_CODECS}.affine_u4.reference"),
    Kernel("affine_u4", _DECODE, "numba", "cpu", f"{_CODECS}.affine_u4.numba", ("numba",)),
    Kernel("affine_u4", _DECODE, "triton", "cuda", f"{_CODECS}.affine_u4.triton", _TRITON),
    Kernel("affine_u4", _ENCODE, "reference", "cpu", f"{_CODECS}.affine_u4.reference"),
    Kernel("affine_u4", _ENCODE, "numba", "cpu", f"{_CODECS}.affine_u4.numba", ("numba",)),
    Kernel("affine_u4", _FIT, "reference", "cpu", f"{_CODECS}.affine_u4.reference"),
    Kernel("affine_u4", _FIT, "numba", "cpu", f"{_CODECS}.affine_u4.numba", ("numba",)),
    Kernel("dictionary_planes", _DECODE, "reference", "cpu", f"{_PLANES}.reference"),
    Kernel("dictionary_planes", _DECODE, "numba", "cpu", f"{_PLANES}.numba", ("numba",)),
    Kernel("dictionary_planes", _ENCODE, "reference", "cpu", f"{_PLANES}.reference"),
    Kernel("dictionary_planes", _ENCODE, "numba", "cpu", f"{_PLANES}.numba", ("numba",)),
    Kernel("sparse_scatter", _DECODE, "reference", "cpu", f"{_CODECS}.sparse_scatter.reference"),
    Kernel(
        "sparse_scatter", _DECODE, "numba", "cpu", f"{_CODECS}.sparse_scatter.numba", ("numba",)
    ),
    Kernel("sparse_scatter", _ENCODE, "reference", "cpu", f"{_CODECS}.sparse_scatter.reference"),
    Kernel("zstd", _DECODE, "library", "cpu", f"{_CODECS}.zstd.library", ("zstandard",)),
    Kernel("zstd", _ENCODE, "library", "cpu", f"{_CODECS}.zstd.library", ("zstandard",)),
    Kernel("zstd", _ENCODE, "numba", "cpu", f"{_CODECS}.zstd.numba", _LITERALS),
    Kernel("lz4", _DECODE, "library", "cpu", f"{_CODECS}.lz4.library", ("cramjam",)),
    Kernel("lz4", _ENCODE, "library", "cpu", f"{_CODECS}.lz4.library", ("cramjam",)),
    Kernel("zlib", _DECODE, "library", "cpu", f"{_CODECS}.zlib.library"),
    Kernel("zlib", _ENCODE, "library", "cpu", f"{_CODECS}.zlib.library"),
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
