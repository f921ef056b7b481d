"""`bf16` on an NVIDIA GPU, in CUDA C by way of CuPy. Arrays are CuPy's."""

from __future__ import annotations

import cupy
import numpy as np

from quire.kernels.backends.cupy import FILL, Launcher
from quire.kernels.codecs.bf16.codec import Bf16

# A thread turns one 8-byte word of 4 values into one 16-byte store, VECTORS times: all
# accesses of a warp are consecutive, and all its reads are under way before the first use.
SOURCE = (
    FILL
    + r"""
__device__ float4 lengthen4(uint2 word)
{
    return make_float4(__uint_as_float(word.x << 16), __uint_as_float(word.x & 0xffff0000u),
                       __uint_as_float(word.y << 16), __uint_as_float(word.y & 0xffff0000u));
}

extern "C" __global__ void decode(const uint2* stored, float4* out, long long count)
{
    const long long vectors = count / 4;
    const long long first = (long long)blockIdx.x * (blockDim.x * VECTORS) + threadIdx.x;
    uint2 words[VECTORS];
    #pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const long long i = first + k * blockDim.x;
        if (i < vectors) words[k] = stored[i];
    }
    #pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const long long i = first + k * blockDim.x;
        if (i < vectors) out[i] = lengthen4(words[k]);
    }
    if (first == 0)                                 // fewer than 4 are left
        for (long long i = vectors * 4; i < count; ++i)
            ((float*)out)[i] = __uint_as_float((unsigned)((const unsigned short*)stored)[i] << 16);
}

struct Shortened {
    const unsigned* values;

    // Rounded to the nearest, of two to the even one; NaNs stay such.
    __device__ unsigned short operator()(long long i) const
    {
        const unsigned bits = values[i];
        if ((bits & 0x7fffffffu) > 0x7f800000u) return (unsigned short)(bits >> 16 | 0x40u);
        return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
    }
};

extern "C" __global__ void encode(const unsigned* values, unsigned short* out, long long count)
{
    fill(Shortened{values}, out, count);
}
"""
)

_launch = Launcher(SOURCE)

_encode = Launcher(SOURCE, "encode")


def decode(stored: cupy.ndarray, out: cupy.ndarray, _codec: Bf16) -> None:
    """See `reference.decode`.

    Args:
        stored: (2n,) uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, n values.
    """
    _launch(stored, out)


def encode(array: cupy.ndarray, out: cupy.ndarray, _codec: Bf16) -> None:
    """See `reference.encode`.

    Args:
        array: float32 on the GPU, contiguous, n values.
        out: (2n,) uint8 on the GPU, aligned.
    """
    _encode(array, out.view(np.uint16))
