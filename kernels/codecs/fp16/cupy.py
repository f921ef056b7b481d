"""`fp16` on an NVIDIA GPU, in CUDA C by way of CuPy. Arrays are CuPy's."""

from __future__ import annotations

import cupy
import numpy as np

from quire.kernels.backends.cupy import FILL, Launcher
from quire.kernels.codecs.fp16.codec import Fp16

WIDEN = r"""
__device__ float widen(unsigned half)
{
    // Integers, as the conversion in hardware alters NaNs.
    const unsigned magnitude = (half & 0x7fffu) << 13;
    const unsigned exponent = magnitude & 0x0f800000u;
    unsigned bits = magnitude + (112u << 23);       // the bias is 127 instead of 15
    if (exponent == 0)                              // subnormal: 2^-14 too large, and exact
        bits = __float_as_uint(__fsub_rn(__uint_as_float(bits + (1u << 23)), 0x1p-14f));
    else if (exponent == 0x0f800000u)               // infinity and NaN: an exponent of ones
        bits += 112u << 23;
    return __uint_as_float(bits | (half & 0x8000u) << 16);
}
"""
"""A float of the bits of a float16."""

# A thread turns one 8-byte word of 4 values into one 16-byte store, VECTORS times: all
# accesses of a warp are consecutive, and all its reads are under way before the first use.
SOURCE = (
    WIDEN
    + FILL
    + r"""
__device__ float4 widen4(uint2 word)
{
    return make_float4(widen(word.x & 0xffffu), widen(word.x >> 16),
                       widen(word.y & 0xffffu), widen(word.y >> 16));
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
        if (i < vectors) out[i] = widen4(words[k]);
    }
    if (first == 0)                                 // fewer than 4 are left
        for (long long i = vectors * 4; i < count; ++i)
            ((float*)out)[i] = widen(((const unsigned short*)stored)[i]);
}

struct Narrowed {
    const unsigned* values;

    // The nearest float16, of two the even one; NaNs keep their bits.
    __device__ unsigned short operator()(long long i) const
    {
        const unsigned bits = values[i], magnitude = bits & 0x7fffffffu;
        const unsigned payload = magnitude >> 13 & 0x3ffu;
        unsigned half;
        if (magnitude > 0x7f800000u)
            half = 0x7c00u | (payload ? payload : 1);       // 0 would be infinity
        else if (magnitude >= 0x47800000u)                  // from 2^16
            half = 0x7c00u;
        else if (magnitude < 0x38800000u)                   // below 2^-14: a unit of 0.5 rounds
            half = __float_as_uint(__fadd_rn(__uint_as_float(magnitude), 0.5f)) - 0x3f000000u;
        else                                                // the biases differ by 112
            half = (magnitude - (112u << 23) + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
        return (unsigned short)(half | (bits >> 16 & 0x8000u));
    }
};

extern "C" __global__ void encode(const unsigned* values, unsigned short* out, long long count)
{
    fill(Narrowed{values}, out, count);
}
"""
)

_launch = Launcher(SOURCE)

_encode = Launcher(SOURCE, "encode")


def decode(stored: cupy.ndarray, out: cupy.ndarray, _codec: Fp16) -> None:
    """See `reference.decode`.

    Args:
        stored: (2n,) uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, n values.
    """
    _launch(stored, out)


def encode(array: cupy.ndarray, out: cupy.ndarray, _codec: Fp16) -> None:
    """See `reference.encode`.

    Args:
        array: float32 on the GPU, contiguous, n values.
        out: (2n,) uint8 on the GPU, aligned.
    """
    _encode(array, out.view(np.uint16))
