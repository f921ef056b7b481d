"""`sparse_scatter` on an NVIDIA GPU, in CUDA C by way of CuPy. Arrays are CuPy's."""

from __future__ import annotations

import cupy
import numpy as np

from quire.kernels.backends.cupy import OPTIONS, THREADS, aligned
from quire.kernels.codecs.sparse_scatter.codec import SparseScatter
from quire.kernels.codecs.sparse_scatter.faults import repeated

SOURCE = r"""
template <class Word>
__device__ void put(const void* stored, void* out, const unsigned* indices, long long i)
{
    ((Word*)out)[indices[i]] = ((const Word*)stored)[i];
}

extern "C" __global__ void decode(
    const void* __restrict__ stored, void* __restrict__ out, long long count,
    const unsigned* __restrict__ indices, int size)
{
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    if (size == 1) put<unsigned char>(stored, out, indices, i);
    if (size == 2) put<unsigned short>(stored, out, indices, i);
    if (size == 4) put<unsigned>(stored, out, indices, i);
    if (size == 8) put<unsigned long long>(stored, out, indices, i);
}
"""

_decode = cupy.RawKernel(SOURCE, "decode", options=OPTIONS)


def decode(stored: cupy.ndarray, out: cupy.ndarray, codec: SparseScatter) -> None:
    """See `reference.decode`; the caller has checked the indices.

    Args:
        stored: uint8 on the GPU, at any address.
        out: On the GPU, contiguous, of `codec.shape` and `codec.dtype`.
        codec: Shape, dtype and indices, in memory of the host.
    """
    out.fill(0)
    count, size = codec.indices.size, out.itemsize
    if not count:
        return
    values, indices = aligned(stored), codec.indices
    if repeated(indices, out.size) >= 0:  # the last one counts, and threads have no order
        _, last = np.unique(indices[::-1], return_index=True)
        kept = count - 1 - last
        values, indices = values.reshape(count, size)[cupy.asarray(kept)], indices[kept]
    blocks = (-(-indices.size // THREADS),)
    given = values, out, np.int64(indices.size), cupy.asarray(indices), np.int32(size)
    _decode(blocks, (THREADS,), given)
