"""`affine_u4` on an NVIDIA GPU, in CUDA C by way of CuPy. Arrays are CuPy's."""

from __future__ import annotations

import cupy
import numpy as np

from quire.kernels.backends.cupy import LINES, Launcher
from quire.kernels.codecs.affine_u4.codec import AffineU4

SOURCE = (
    LINES
    + r"""
struct Row {
    const unsigned char* stored;
    long long bytes;
    float scale, low;

    __device__ float operator()(long long row, long long column) const
    {
        const unsigned pair = stored[row * bytes + column / 2];
        const unsigned code = column % 2 ? pair & 15 : pair >> 4;
        return __fadd_rn(__fmul_rn((float)code, scale), low);       // never fused
    }
};

extern "C" __global__ void decode(
    const unsigned char* __restrict__ stored, float4* out, long long count, long long width,
    float scale, float low)
{
    spread(Row{stored, (width + 1) / 2, scale, low}, out, count, width);
}
"""
)

_launch = Launcher(SOURCE)


def decode(stored: cupy.ndarray, out: cupy.ndarray, codec: AffineU4) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, of `codec.shape`.
        codec: Shape, scale and min.
    """
    _, width, _ = codec.lines()
    _launch(stored, out, np.int64(width), np.float32(codec.scale), np.float32(codec.min))
