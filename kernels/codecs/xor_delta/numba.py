"""`xor_delta` on the CPU, compiled: words are put together and summed up in one pass.

The row above stays in the first-level cache.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import (
    CACHE_LINE,
    line_block,
    past_cache,
    read_only,
)
from quire.kernels.backends.half import widen
from quire.kernels.backends.numba import (
    finish_stores,
    kernel,
    store_past_cache,
    wide_vectors,
)
from quire.kernels.codecs.xor_delta.blocks import block_of, stored_words
from quire.kernels.codecs.xor_delta.codec import XorDelta
from quire.kernels.codecs.xor_delta.encoding import encode
from quire.kernels.codecs.xor_delta.lanes import (
    combine_above,
    join_planes,
    join_planes_past_cache,
    sum_column,
    widen_planes_past_cache,
)

__all__ = ("decode", "encode")

Words = npt.NDArray[np.unsignedinteger[Any]]
Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

STEP = 2048
"""Words that are in the first-level cache at a time, between two loops over them."""

BLOCK_BYTES = 16 * 1024
"""What is decoded before it is written past the cache, at least: it stays in the first-level cache.

Smaller blocks are slower, as four planes are read at once and little of each; so is fetching ahead.
"""


def decode(
    stored: Bytes,
    out: npt.NDArray[Any],
    codec: XorDelta,
    *,
    fresh: bool = False,
) -> None:
    """See `reference.decode`."""
    if not out.size:
        return
    source = read_only(stored_words(stored, codec))
    cut = codec.width, codec.rows, int(codec.operation == "add")
    if codec.stored == codec.dtype:
        _decode_whole(source, out, cut, fresh=fresh)
    else:
        _decode_halves(source, out, cut, fresh=fresh)


def _decode_whole(
    source: npt.NDArray[Any], out: npt.NDArray[Any], cut: tuple[int, int, int], *, fresh: bool
) -> None:
    """Words that are values, in memory where the rows above are found again."""
    width, words = cut[0], out.reshape(-1).view(f"u{out.itemsize}")
    start, stop = past_cache(words, out, fresh=fresh)
    block = block_of(words.dtype, width, BLOCK_BYTES)
    stop -= (stop - start) % (block.size - width)
    if start:
        _decode(source, 0, words[:start], 0, *cut)
    if start < stop:
        done = min(start, width)
        block[width - done : width] = words[start - done : start]
        _decode_past_cache(source, start, words[start:stop], *cut, block)
    done = min(stop, width)
    _decode(source, stop, words[stop - done :], done, *cut)


def _decode_halves(
    source: npt.NDArray[Any], out: npt.NDArray[Any], cut: tuple[int, int, int], *, fresh: bool
) -> None:
    """Words in a block that stays in the first-level cache, widened from there."""
    width, values = cut[0], out.reshape(-1)
    start, stop = past_cache(values, out, fresh=fresh)
    block = block_of(np.uint16, width, BLOCK_BYTES)
    stop -= (stop - start) % (block.size - width)
    _widen_sums(source, 0, values[:start], *cut, block)
    if start < stop:
        _widen_sums_past_cache(
            source, start, values[start:stop], *cut, block, line_block(np.float32)
        )
    _widen_sums(source, stop, values[stop:], *cut, block)


@kernel
def _decode(
    source: npt.NDArray[Any],
    first: int,
    words: Words,
    done: int,
    width: int,
    rows: int,
    add: int,
) -> None:
    """Words `first` and on of the whole, after `done` words that are values already."""
    wide_vectors()
    for begin in range(done, words.size, STEP):
        end = min(begin + STEP, words.size)
        _some(source, first + begin - done, words, begin, end, width, rows, add)


@kernel
def _decode_past_cache(
    source: npt.NDArray[Any],
    first: int,
    out: Words,
    width: int,
    rows: int,
    add: int,
    block: Words,
) -> None:
    """As `_decode`, in a block that begins with the `width` words before `first`."""
    wide_vectors()
    count = block.size - width
    part = block[width:]
    if source.ndim == 2 and width == 1 and rows == 0:
        sum_column(source, first, out, 0, out.size, block[0] if first else 0, 1)
        finish_stores()
        return
    for start in range(0, out.size, count):
        if source.ndim == 2 and _in_lines(block, first + start, width, rows):
            join_planes_past_cache(source, first + start, block, width, count, width, out, start)
        else:
            _some(source, first + start, block, width, block.size, width, rows, add)
            store_past_cache(part, out, start)
        for i in range(width):
            block[i] = block[count + i]
    finish_stores()


@kernel
def _widen_sums(
    source: npt.NDArray[Any],
    first: int,
    out: Floats,
    width: int,
    rows: int,
    add: int,
    block: Words,
) -> None:
    """Float32 of the words `first` and on; `block` begins with the `width` words before them."""
    wide_vectors()
    for start in range(0, out.size, block.size - width):
        count = min(block.size - width, out.size - start)
        _some(source, first + start, block, width, width + count, width, rows, add)
        widen(block[width : width + count], out[start : start + count])
        for i in range(width):
            block[i] = block[count + i]


@kernel
def _widen_sums_past_cache(
    source: npt.NDArray[Any],
    first: int,
    out: Floats,
    width: int,
    rows: int,
    add: int,
    block: Words,
    line: Floats,
) -> None:
    """As `_widen_sums`, of whole blocks."""
    wide_vectors()
    count = block.size - width
    for start in range(0, out.size, count):
        place, right = first + start, False
        if source.ndim == 2 and _in_lines(block, place, width, rows):
            right = widen_planes_past_cache(source, place, block, width, count, width, out, start)
        else:
            _some(source, place, block, width, width + count, width, rows, add)
        for begin in range(0, 0 if right else count, line.size):
            widen(block[width + begin : width + begin + line.size], line)
            store_past_cache(line, out, start + begin)
        for i in range(width):
            block[i] = block[count + i]
    finish_stores()


@kernel
def _some(
    source: npt.NDArray[Any],
    place: int,
    words: Words,
    begin: int,
    end: int,
    width: int,
    rows: int,
    add: int,
) -> None:
    """Words from a place of the whole on, to `words[begin:end]`, after those above them."""
    lanes = CACHE_LINE // words.itemsize
    count = (end - begin) // lanes * lanes
    if source.ndim == 2 and _in_lines(words, place, width, rows):
        join_planes(source, place, words, begin, count, width)
        begin, place = begin + count, place + count
    elif source.ndim == 2 and width == 1 and rows == 0 and place:
        sum_column(source, place, words, begin, count, words[begin - 1], 0)
        begin, place = begin + count, place + count
    _join(source, place, words[begin:end])
    _sum(words, begin, end, place, width, rows, add)


@kernel
def _in_lines(words: Words, place: int, width: int, rows: int) -> bool:
    """Whether words from a place of the whole on have one above, and a line of the cache of them.

    Of words in planes; all of these are differences by XOR.
    """
    return rows == 0 and place >= width and width * words.itemsize >= CACHE_LINE


@kernel
def _join(source: npt.NDArray[Any], start: int, words: Words) -> None:
    """Words `start` and on, from planes (bytes of a word, n) or as they are (n,)."""
    if source.ndim == 1:
        part = source[start : start + words.size]
        for i in range(words.size):
            words[i] = part[i]
    elif words.itemsize == 2:
        low, high = (source[0][start : start + words.size], source[1][start : start + words.size])
        for i in range(words.size):
            words[i] = low[i] | (np.uint16(high[i]) << np.uint16(8))
    else:
        byte0 = source[0][start : start + words.size]
        byte1 = source[1][start : start + words.size]
        byte2 = source[2][start : start + words.size]
        byte3 = source[3][start : start + words.size]
        for i in range(words.size):
            low16 = np.uint32(byte0[i]) | (np.uint32(byte1[i]) << np.uint32(8))
            high16 = np.uint32(byte2[i]) | (np.uint32(byte3[i]) << np.uint32(8))
            words[i] = low16 | (high16 << np.uint32(16))


@kernel
def _sum(words: Words, begin: int, end: int, place: int, width: int, rows: int, add: int) -> None:
    """Replace differences by values, from `begin` to `end`; `place` is its place in the whole."""
    segment = rows * width
    while begin < end:
        within, stop = place, end
        if segment:
            within = place % segment
            stop = min(end, begin + segment - within)
        start = begin + max(0, width - within)  # nothing is above the first row
        if start < stop:
            _sum_run(words, start, stop, width, add)
        place += stop - begin
        begin = stop


@kernel
def _sum_run(words: Words, start: int, stop: int, width: int, add: int) -> None:
    """`_sum` where there is a row above, in the same segment."""
    if width == 1:  # a step that is known makes the loop three times as fast
        _sum_column(words[start - 1 : stop], 1, add)
        return
    if width * words.itemsize < CACHE_LINE:
        for first in range(start, min(start + width, stop)):
            _sum_column(words[first - width : stop], width, add)
        return
    count = stop - start
    count -= count % (CACHE_LINE // words.itemsize)
    combine_above(words, start, count, width, add)
    rest, above = words[start + count : stop], words[start + count - width : stop - width]
    for i in range(rest.size):
        rest[i] = rest[i] + above[i] if add else rest[i] ^ above[i]


@kernel
def _sum_column(words: Words, width: int, add: int) -> None:
    """Every `width`-th word, from the first on, which is a value: the last stays in a register."""
    above = words[0]
    if add:
        for i in range(width, words.size, width):
            above = above + words[i]
            words[i] = above
    else:
        for i in range(width, words.size, width):
            above = above ^ words[i]
            words[i] = above
