"""`affine_int` on an NVIDIA GPU, in CUDA C by way of CuPy. Arrays are CuPy's."""

from __future__ import annotations

from functools import partial

import cupy
import numpy as np

from quire.kernels.backends.cupy import FILL, LINES, Launcher, encode_steps
from quire.kernels.codecs.affine_int import reference
from quire.kernels.codecs.affine_int.codec import RANGES, AffineInt

KINDS = ("int16", "uint16", "int8")
"""Dtypes of codes, by their numbers in the source."""

SOURCE = (
    LINES
    + FILL
    + r"""
template <class Code> struct Codes {
    const Code* stored;
    float scale, offset;

    __device__ float operator()(long long, long long value) const
    {
        return __fadd_rn(__fmul_rn((float)stored[value], scale), offset);   // never fused
    }
};

extern "C" __global__ void decode(
    const void* __restrict__ stored, float4* out, long long count, int kind, float scale,
    float offset)
{
    if (kind == 0) spread(Codes<short>{(const short*)stored, scale, offset}, out, count, count);
    if (kind == 1)
        spread(Codes<unsigned short>{(const unsigned short*)stored, scale, offset}, out, count,
               count);
    if (kind == 2)
        spread(Codes<signed char>{(const signed char*)stored, scale, offset}, out, count, count);
}

template <class Code> struct Steps {
    const float* values;
    float scale, offset, least, most;

    __device__ Code operator()(long long i) const
    {
        return (Code)nearest_step(values[i], offset, scale, least, most);
    }
};

extern "C" __global__ void encode(
    const float* values, void* out, long long count, int kind, float scale, float offset,
    float least, float most)
{
    if (kind == 0) fill(Steps<short>{values, scale, offset, least, most}, (short*)out, count);
    if (kind == 1)
        fill(Steps<unsigned short>{values, scale, offset, least, most}, (unsigned short*)out,
             count);
    if (kind == 2)
        fill(Steps<signed char>{values, scale, offset, least, most}, (signed char*)out, count);
}
"""
)

_launch = Launcher(SOURCE)

_encode = Launcher(SOURCE, "encode")


def decode(stored: cupy.ndarray, out: cupy.ndarray, codec: AffineInt) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, of `codec.shape`.
        codec: Shape, dtype of the codes, scale and offset.
    """
    kind = np.int32(KINDS.index(codec.stored))
    _launch(stored, out, kind, np.float32(codec.scale), np.float32(codec.offset))


def encode(array: cupy.ndarray, out: cupy.ndarray, codec: AffineInt) -> None:
    """See `reference.encode`.

    Args:
        array: float32 on the GPU, contiguous, of `codec.shape`.
        out: uint8 of the stored size on the GPU, aligned.
        codec: Shape, dtype of the codes, scale and offset.
    """
    kind, (least, most) = np.int32(KINDS.index(codec.stored)), RANGES[codec.stored]

    def launch(scale: np.float32, offset: np.float32) -> None:
        _encode(
            array, out.view(codec.stored), kind, scale, offset, np.float32(least), np.float32(most)
        )

    refuse = partial(reference.encode, codec=codec)
    encode_steps(array, out, (codec.scale, codec.offset), launch, refuse)
