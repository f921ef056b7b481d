"""`dictionary_planes` on an NVIDIA GPU, in CUDA C by way of CuPy. Arrays are CuPy's."""

from __future__ import annotations

import cupy
import numpy as np

from quire.kernels.backends.cupy import Launcher
from quire.kernels.codecs.dictionary_planes import reference
from quire.kernels.codecs.dictionary_planes.codec import DictionaryPlanes

NONE = 2**62
"""More than any fault: nothing is wrong."""

# A thread makes one 16-byte store, VECTORS times. It finds the planes by itself, as each ends where
# the next begins; all threads read the same few bytes for that.
SOURCE = r"""
struct Planes {
    const unsigned char* stored;
    long long size;
    int bits[4], known[4];
    long long dictionary[4];

    __device__ int at(long long place) const    // whatever the bytes are, nothing behind is read
    {
        return place < size ? stored[place] : 0;
    }

    __device__ Planes(const unsigned char* stored, long long size, long long total)
        : stored(stored), size(size)
    {
        long long position = 8;
        #pragma unroll
        for (int k = 0; k < 4; ++k) {
            const int found = stored[4 + k];
            bits[k] = found < 1 ? 1 : found > 8 ? 8 : found;
            known[k] = at(position) | at(position + 1) << 8;
            dictionary[k] = position + 2;
            position += 2 + known[k] + (total * bits[k] + 7) / 8;
        }
    }

    // A value's bits; `worst` becomes the least plane and value of a code that means nothing.
    __device__ unsigned word(long long value, unsigned long long& worst) const
    {
        unsigned found = 0;
        #pragma unroll
        for (int k = 0; k < 4; ++k) {
            const long long place = value * bits[k], first = dictionary[k] + known[k] + place / 8;
            const int shift = (int)(place % 8);
            int pair = at(first) << 8;
            if (shift + bits[k] > 8) pair |= at(first + 1);
            const int code = pair >> (16 - bits[k] - shift) & ((1 << bits[k]) - 1);
            const unsigned long long fault = (unsigned long long)k << 33 | value;
            if (code >= known[k] && fault < worst) worst = fault;
            found |= (unsigned)at(dictionary[k] + code) << 8 * k;
        }
        return found;
    }
};

extern "C" __global__ void decode(
    const unsigned char* __restrict__ stored, float4* out, long long count, long long size,
    long long first, long long total, unsigned long long* fault)
{
    const Planes planes(stored, size, total);
    const long long vectors = count / 4;
    const long long begin = (long long)blockIdx.x * (blockDim.x * VECTORS) + threadIdx.x;
    unsigned long long worst = ~0ull;
    #pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const long long i = begin + k * blockDim.x;
        if (i >= vectors) continue;
        float four[4];
        #pragma unroll
        for (int j = 0; j < 4; ++j)
            four[j] = __uint_as_float(planes.word(first + 4 * i + j, worst));
        out[i] = make_float4(four[0], four[1], four[2], four[3]);
    }
    if (begin == 0)                                             // fewer than 4 are left
        for (long long i = vectors * 4; i < count; ++i)
            ((float*)out)[i] = __uint_as_float(planes.word(first + i, worst));
    if (worst != ~0ull) atomicMin(fault, worst);
}
"""

_launch = Launcher(SOURCE)


def decode(stored: cupy.ndarray, out: cupy.ndarray, codec: DictionaryPlanes) -> None:
    """See `reference.decode`; the caller has checked where the planes are.

    Args:
        stored: (n,) uint8 on the GPU, at any address: the whole payload.
        out: float32 on the GPU, contiguous, of `codec.shape`.
        codec: Shape, and which of the values.

    Raises:
        StoredError: a code means nothing: it was waited for all of them.
    """
    if not out.size:
        return
    fault = cupy.full(1, NONE, np.uint64)
    sizes = (np.int64(number) for number in (stored.size, codec.first, codec.stored_values))
    _launch(stored, out, *sizes, fault)
    if int(fault[0]) < NONE:
        reference.decode(stored.get(), np.empty(codec.shape, np.float32), codec)
