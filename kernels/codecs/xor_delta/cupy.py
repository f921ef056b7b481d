"""`xor_delta` on an NVIDIA GPU, in CUDA C by way of CuPy: see `tiles`. Arrays are CuPy's."""

from __future__ import annotations

from typing import Any

import cupy
import numpy as np

from quire.kernels.backends.cupy import OPTIONS, THREADS
from quire.kernels.codecs.fp16.cupy import WIDEN
from quire.kernels.codecs.xor_delta.codec import XorDelta
from quire.kernels.codecs.xor_delta.tiles import TOTALS, Layout, cut, layout

# A thread walks down a lane, one row of its tile after the other; its neighbours walk beside it.
SOURCE = (
    WIDEN
    + r"""
typedef unsigned long long Word;

struct Tiles { long long width, rows, height, tiles, lanes; };

struct Layout { long long word_step, byte_step; };

// Words of a lane: the first, which row of the segment that is in, and how many, `width` apart.
struct Lane { long long index, row, count; };

__device__ Lane lane_words(long long lane, const Tiles& cut)
{
    const long long tile = lane / cut.width, segment = tile / cut.tiles;
    const long long row = (tile - segment * cut.tiles) * cut.height;
    const long long index = (segment * cut.rows + row) * cut.width + (lane - tile * cut.width);
    return {index, row, min(cut.rows - row, cut.height)};
}

template <int SIZE>
__device__ Word word_at(const unsigned char* __restrict__ stored, const Layout& layout, long long i)
{
    const unsigned char* place = stored + i * layout.word_step;
    Word word = 0;
    #pragma unroll
    for (int byte = 0; byte < SIZE; ++byte)
        word |= (Word)place[byte * layout.byte_step] << 8 * byte;
    return word;
}

template <int SIZE> __device__ void put(void* __restrict__ out, long long i, Word value)
{
    if (SIZE == 2) ((float*)out)[i] = widen((unsigned)value);
    if (SIZE == 4) ((unsigned*)out)[i] = (unsigned)value;
    if (SIZE == 8) ((Word*)out)[i] = value;
}

__device__ Word combined(Word above, Word word, int add)
{
    return add ? above + word : above ^ word;
}

template <int SIZE>
__device__ Word reduced(
    const unsigned char* __restrict__ stored, const Layout& layout, Lane lane, long long width,
    int add)
{
    Word value = 0;
    #pragma unroll 8
    for (int row = 0; row < lane.count; ++row)
        value = combined(value, word_at<SIZE>(stored, layout, lane.index + row * width), add);
    return value;
}

template <int SIZE>
__device__ void scan(
    const unsigned char* __restrict__ stored, void* __restrict__ out, const Layout& layout,
    Lane lane, long long width, Word value, int add)
{
    #pragma unroll 8
    for (int row = 0; row < lane.count; ++row) {
        const long long i = lane.index + row * width;
        value = combined(value, word_at<SIZE>(stored, layout, i), add);
        put<SIZE>(out, i, value);
    }
}

extern "C" __global__ void total(
    const unsigned char* __restrict__ stored, Word* __restrict__ totals,
    long long width, long long rows, long long height, long long tiles, long long lanes,
    int size, long long word_step, long long byte_step, int add)
{
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= lanes) return;
    const Layout layout = {word_step, byte_step};
    const Lane lane = lane_words(i, {width, rows, height, tiles, lanes});
    if (size == 2) totals[i] = reduced<2>(stored, layout, lane, width, add);
    if (size == 4) totals[i] = reduced<4>(stored, layout, lane, width, add);
    if (size == 8) totals[i] = reduced<8>(stored, layout, lane, width, add);
}

extern "C" __global__ void decode(
    const unsigned char* __restrict__ stored, const Word* __restrict__ sums, void* __restrict__ out,
    long long width, long long rows, long long height, long long tiles, long long lanes,
    int size, long long word_step, long long byte_step, int add)
{
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= lanes) return;
    const Layout layout = {word_step, byte_step};
    const Lane lane = lane_words(i, {width, rows, height, tiles, lanes});
    const Word above = lane.row ? sums[i - width] : 0;      // the lane above it ends there
    if (size == 2) scan<2>(stored, out, layout, lane, width, above, add);
    if (size == 4) scan<4>(stored, out, layout, lane, width, above, add);
    if (size == 8) scan<8>(stored, out, layout, lane, width, above, add);
}
"""
)

_total = cupy.RawKernel(SOURCE, "total", options=OPTIONS)
_decode = cupy.RawKernel(SOURCE, "decode", options=OPTIONS)


def decode(stored: cupy.ndarray, out: cupy.ndarray, codec: XorDelta) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8 of the stored size on the GPU, at any address.
        out: On the GPU, contiguous, of `codec.shape` and `codec.dtype`.
        codec: Shape, dtypes and how the words are cut.
    """
    if not out.size:
        return
    rows = codec.rows or out.size // codec.width
    add = codec.operation == "add"
    _sum(stored, layout(codec, out.size), out, codec.width, rows, add=add)


def _sum(
    stored: cupy.ndarray, place: Layout, out: cupy.ndarray, width: int, rows: int, *, add: bool
) -> None:
    tiles = cut(out.size, width, rows)
    size, *steps = place
    numbers = *map(np.int64, tiles), np.int32(size), *map(np.int64, steps), np.int32(add)
    blocks = (-(-tiles.lanes // THREADS),)
    sums: Any = np.uint64(0)  # a null pointer: no lane has one above
    if tiles.tiles > 1:
        totals = cupy.empty(tiles.lanes, np.int64)
        _total(blocks, (THREADS,), (stored, totals, *numbers))
        sums = cupy.empty_like(totals)
        _sum(totals.view(np.uint8), TOTALS, sums, width, tiles.tiles, add=add)
    _decode(blocks, (THREADS,), (stored, sums, out, *numbers))
