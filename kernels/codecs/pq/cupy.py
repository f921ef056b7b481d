"""`pq` on an NVIDIA GPU, in CUDA C by way of CuPy; the projection by cuBLAS. Arrays are CuPy's."""

from __future__ import annotations

import cupy
import numpy as np

from quire.kernels.backends.cupy import Launcher, beside
from quire.kernels.codecs.pq.codec import Pq

PROJECTED_BYTES = 64 * 2**20
"""Rows that are put together before they are multiplied by the projection."""

# A thread makes one 16-byte store, VECTORS times: all accesses of a warp to codes and values are
# consecutive, and all its reads are under way before the first store.
SOURCE = r"""
struct Books { const float* values; int codes, centroids, width; };

__device__ long long divided(long long value, int by)
{
    return value >> 32 ? value / by : (unsigned)value / (unsigned)by;   // the fast one, mostly
}

// Where a value comes from: its code, the codebook of that, a float of the centroid; and its row.
struct Place { long long row, code; int part, lane; };

__device__ Place place_of(long long value, const Books& books)
{
    const long long code = divided(value, books.width);
    const long long row = divided(code, books.codes);
    return {row, code, (int)(code - row * books.codes), (int)(value - code * books.width)};
}

__device__ void advance(Place& place, const Books& books)
{
    if (++place.lane < books.width) return;
    place.lane = 0;
    ++place.code;
    if (++place.part < books.codes) return;
    place.part = 0;
    ++place.row;
}

__device__ float fetch(
    const Place& place, const unsigned char* stored, const Books& books, const float* norms)
{
    // Whatever the codes are, nothing else is read.
    const int name = min((int)stored[place.code], books.centroids - 1);
    const long long centroid = (long long)place.part * books.centroids + name;
    const float value = books.values[centroid * books.width + place.lane];
    return norms ? __fmul_rn(value, norms[place.row]) : value;
}

extern "C" __global__ void decode(
    const unsigned char* stored, float4* out, long long count, const float* values, int codes,
    int centroids, int width, const float* norms)
{
    const Books books = {values, codes, centroids, width};
    const long long vectors = count / 4;
    const long long first = (long long)blockIdx.x * (blockDim.x * VECTORS) + threadIdx.x;
    float found[VECTORS][4];
    #pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const long long i = first + k * blockDim.x;
        if (i >= vectors) continue;
        Place place = place_of(i * 4, books);
        #pragma unroll
        for (int j = 0; j < 4; ++j) {
            found[k][j] = fetch(place, stored, books, norms);
            advance(place, books);
        }
    }
    #pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const long long i = first + k * blockDim.x;
        const float* four = found[k];
        if (i < vectors) out[i] = make_float4(four[0], four[1], four[2], four[3]);
    }
    if (first == 0)                                             // fewer than 4 are left
        for (long long i = vectors * 4; i < count; ++i)
            ((float*)out)[i] = fetch(place_of(i, books), stored, books, norms);
}
"""

_launch = Launcher(SOURCE)


def decode(stored: cupy.ndarray, out: cupy.ndarray, codec: Pq) -> None:
    """See `reference.decode`; the caller has checked the codes.

    Args:
        stored: (rows * q,) uint8 on the GPU, at any address.
        out: (rows, d) float32 on the GPU, contiguous.
        codec: Shape, codebooks, projection and norms, in memory of the host.
    """
    if not out.size:
        return
    books = beside(codec.codebooks)
    norms = None if codec.norms is None else cupy.asarray(codec.norms, order="C")
    if codec.projection is None:
        _gather(stored, books, norms, out)
        return
    projection = beside(codec.projection)
    codes = stored.reshape(-1, codec.codes)
    step = max(1, PROJECTED_BYTES // (out.shape[1] * out.itemsize))
    scratch = cupy.empty_like(out[:step])
    for start in range(0, len(out), step):
        block = out[start : start + step]
        rows = scratch[: len(block)]
        _gather(codes[start : start + step].reshape(-1), books, None, rows)
        # In float32, unless `CUPY_TF32` asks for less.
        cupy.matmul(rows, projection.T, out=block)
        if norms is not None:
            block *= norms[start : start + step, np.newaxis]


def _gather(
    stored: cupy.ndarray, books: cupy.ndarray, norms: cupy.ndarray | None, out: cupy.ndarray
) -> None:
    sizes = (np.int32(size) for size in books.shape)
    _launch(stored, out, books, *sizes, np.uint64(0) if norms is None else norms)
