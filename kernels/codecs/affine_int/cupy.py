"""`affine_int` on an NVIDIA GPU, in CUDA C by way of CuPy. Arrays are CuPy's."""

from __future__ import annotations

import cupy
import numpy as np

from quire.kernels.backends.cupy import LINES, Launcher
from quire.kernels.codecs.affine_int.codec import AffineInt

KINDS = ("int16", "uint16", "int8")
"""Dtypes of codes, by their numbers in the source."""

SOURCE = (
    LINES
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
"""
)

_launch = Launcher(SOURCE)


def decode(stored: cupy.ndarray, out: cupy.ndarray, codec: AffineInt) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, of `codec.shape`.
        codec: Shape, dtype of the codes, scale and offset.
    """
    kind = np.int32(KINDS.index(codec.stored))
    _launch(stored, out, kind, np.float32(codec.scale), np.float32(codec.offset))
