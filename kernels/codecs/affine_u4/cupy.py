"""`affine_u4` on an NVIDIA GPU, in CUDA C by way of CuPy. Arrays are CuPy's."""

from __future__ import annotations

from functools import partial

import cupy
import numpy as np

from quire.kernels.backends.cupy import FILL, LINES, Launcher, encode_steps
from quire.kernels.codecs.affine_u4 import reference
from quire.kernels.codecs.affine_u4.codec import AffineU4

SOURCE = (
    LINES
    + FILL
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

struct Pairs {
    const float* values;
    long long width;
    float scale, low;

    // A byte: two values, the first in its upper half; at the end of a row perhaps one.
    __device__ unsigned char operator()(long long i) const
    {
        const long long bytes = (width + 1) / 2, row = i / bytes, column = 2 * (i - row * bytes);
        const float* source = values + row * width + column;
        int pair = nearest_step(source[0], low, scale, 0, 15) << 4;
        if (column + 1 < width) pair |= nearest_step(source[1], low, scale, 0, 15);
        return (unsigned char)pair;
    }
};

extern "C" __global__ void encode(
    const float* values, unsigned char* out, long long count, long long width, float scale,
    float low)
{
    fill(Pairs{values, width, scale, low}, out, count);
}
"""
)

_launch = Launcher(SOURCE)

_encode = Launcher(SOURCE, "encode")


def decode(stored: cupy.ndarray, out: cupy.ndarray, codec: AffineU4) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, of `codec.shape`.
        codec: Shape, scale and min.
    """
    _, width, _ = codec.lines()
    _launch(stored, out, np.int64(width), np.float32(codec.scale), np.float32(codec.min))


def encode(array: cupy.ndarray, out: cupy.ndarray, codec: AffineU4) -> None:
    """See `reference.encode`.

    Args:
        array: float32 on the GPU, contiguous, of `codec.shape`.
        out: uint8 of the stored size on the GPU, aligned.
        codec: Shape, scale and min.
    """
    _, width, _ = codec.lines()
    refuse = partial(reference.encode, codec=codec)
    launch = partial(_encode, array, out, np.int64(width))
    encode_steps(array, out, (codec.scale, codec.min), launch, refuse)
