"""`affine_u8` on an NVIDIA GPU, in CUDA C by way of CuPy. Arrays are CuPy's."""

from __future__ import annotations

from functools import partial

import cupy
import numpy as np

from quire.kernels.backends.cupy import FILL, Launcher, encode_steps
from quire.kernels.codecs.affine_u8 import reference
from quire.kernels.codecs.affine_u8.codec import AffineU8

# A thread turns one 4-byte word of 4 codes into one 16-byte store, VECTORS times: all
# accesses of a warp are consecutive, and all its reads are under way before the first use.
SOURCE = (
    FILL
    + r"""
__device__ float value(unsigned code, float scale, float low)
{
    return __fadd_rn(__fmul_rn((float)code, scale), low);       // never fused
}

extern "C" __global__ void decode(
    const uchar4* stored, float4* out, long long count, float scale, float low)
{
    const long long vectors = count / 4;
    const long long first = (long long)blockIdx.x * (blockDim.x * VECTORS) + threadIdx.x;
    uchar4 words[VECTORS];
    #pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const long long i = first + k * blockDim.x;
        if (i < vectors) words[k] = stored[i];
    }
    #pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const long long i = first + k * blockDim.x;
        const uchar4 w = words[k];
        if (i < vectors)
            out[i] = make_float4(value(w.x, scale, low), value(w.y, scale, low),
                                 value(w.z, scale, low), value(w.w, scale, low));
    }
    if (first == 0)                                             // fewer than 4 are left
        for (long long i = vectors * 4; i < count; ++i)
            ((float*)out)[i] = value(((const unsigned char*)stored)[i], scale, low);
}

struct Steps {
    const float* values;
    float scale, low;

    __device__ unsigned char operator()(long long i) const
    {
        return (unsigned char)nearest_step(values[i], low, scale, 0, 255);
    }
};

extern "C" __global__ void encode(
    const float* values, unsigned char* out, long long count, float scale, float low)
{
    fill(Steps{values, scale, low}, out, count);
}
"""
)

_launch = Launcher(SOURCE)

_encode = Launcher(SOURCE, "encode")


def decode(stored: cupy.ndarray, out: cupy.ndarray, codec: AffineU8) -> None:
    """See `reference.decode`.

    Args:
        stored: (n,) uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, of `codec.shape`.
        codec: Shape, scale and min.
    """
    scale, low = np.float32(codec.scale), np.float32(codec.min)
    _launch(stored, out, scale, low)


def encode(array: cupy.ndarray, out: cupy.ndarray, codec: AffineU8) -> None:
    """See `reference.encode`.

    Args:
        array: float32 on the GPU, contiguous, of `codec.shape`, n values.
        out: (n,) uint8 on the GPU, aligned.
        codec: Shape, scale and min.
    """
    refuse = partial(reference.encode, codec=codec)
    encode_steps(array, out, (codec.scale, codec.min), partial(_encode, array, out), refuse)
