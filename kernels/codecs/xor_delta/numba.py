"""`xor_delta` on the CPU, compiled: words are put together and summed up in one pass.

The row above stays in the first-level cache, and words of float16 are widened and rounded there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import (
    CACHE_LINE,
    STREAM_BYTES,
    converted,
    flat_blocks,
    line_block,
    past_cache,
    read_only,
)
from quire.kernels.backends.half import narrow, widen
from quire.kernels.backends.numba import (
    combine_above,
    finish_stores,
    join_planes,
    join_planes_past_cache,
    kernel,
    store_past_cache,
    wide_vectors,
)
from quire.kernels.codecs.xor_delta.codec import XorDelta
from quire.kernels.codecs.xor_delta.lanes import SPLIT, split_planes, sum_column

Words = npt.NDArray[np.unsignedinteger[Any]]
Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

STEP = 2048
"""Words that are in the first-level cache at a time, between two loops over them."""

BLOCK_BYTES = 16 * 1024
"""What is decoded before it is written past the cache, or rounded before it is encoded, at least:
half of the first-level cache.

Smaller blocks are slower, as four planes are read at once and little of each; so is fetching ahead.
"""

HISTORY = 8
"""How many times as long as a row a block is at least, as the last row of one goes to the next."""


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
    source = read_only(_words(stored, codec))
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
    block = _block(words.dtype, width)
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
    block = _block(np.uint16, width)
    stop -= (stop - start) % (block.size - width)
    _widen_sums(source, 0, values[:start], *cut, block)
    if start < stop:
        _widen_sums_past_cache(source, start, values[start:stop], *cut, block, line_block(np.float32))
    _widen_sums(source, stop, values[stop:], *cut, block)


def encode(array: npt.NDArray[Any], out: Bytes, codec: XorDelta) -> None:
    """See `reference.encode`."""
    values = converted(array, codec.dtype)
    if not values.size:
        return
    target = _words(out, codec)
    cut = codec.width, codec.rows, int(codec.operation == "add")
    step = np.empty(STEP, target.dtype if target.ndim == 1 else f"u{target.shape[0]}")
    if codec.stored == codec.dtype and _plain(values):
        words = read_only(values.reshape(-1)).view(step.dtype)
        _encode(words, 0, 0, target, *cut, step)
    else:
        block = _block(step.dtype, codec.width)
        for first, flat in flat_blocks(values):
            _encode_blocks(flat.view(f"u{flat.itemsize}"), first, target, *cut, block, step)
    if not np.may_share_memory(target, out):
        out[...] = target.reshape(-1).view(np.uint8)


def _plain(values: npt.NDArray[Any]) -> bool:
    """Whether an array lies in memory as kernels like it."""
    return values.flags.c_contiguous and values.flags.aligned and values.dtype.isnative


def _block(dtype: npt.DTypeLike, width: int) -> npt.NDArray[Any]:
    """Room for words and, before them, for the row above the first."""
    history = HISTORY * width * np.dtype(dtype).itemsize // STREAM_BYTES * STREAM_BYTES
    return line_block(dtype, max(BLOCK_BYTES, history), before=width)


def _words(stored: Bytes, codec: XorDelta) -> npt.NDArray[Any]:
    """The stored bytes as planes (bytes of a word, n) of uint8, or as aligned words (n,).

    Words at another address than kernels like are copied.
    """
    size = np.dtype(codec.stored).itemsize
    if codec.planes:
        return stored.reshape(size, -1)
    words: npt.NDArray[Any] = stored.view(f"u{size}")
    return words if words.flags.aligned else words.copy()


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
        _some(source, first + start, block, width, width + count, width, rows, add)
        for begin in range(0, count, line.size):
            part = block[width + begin : width + begin + line.size]
            widen(part, line)
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
        sum_column(source, place, words, begin, count)
        begin, place = begin + count, place + count
    _join(source, place, words[begin:end])
    _sum(words, begin, end, place, width, rows, add)


@kernel
def _encode_blocks(
    values: Words,
    first: int,
    out: npt.NDArray[Any],
    width: int,
    rows: int,
    add: int,
    block: Words,
    step: Words,
) -> None:
    """Words of values `first` and on; `block` begins with the `width` words before them."""
    wide_vectors()
    at = 0
    for start in range(0, values.size, step.size):
        part = values[start : start + step.size]
        if at + width + part.size > block.size:
            for i in range(width):
                block[i] = block[at + i]
            at = 0
        words = block[at : at + width + part.size]
        rounded = words[width:]
        if words.itemsize == 2:
            narrow(part, rounded)
        else:
            _copy(part, rounded)
        _encode(words, first + start, width, out, width, rows, add, step)
        at += part.size
    for i in range(width):
        block[i] = block[at + i]


@kernel
def _encode(
    words: Words,
    first: int,
    done: int,
    out: npt.NDArray[Any],
    width: int,
    rows: int,
    add: int,
    step: Words,
) -> None:
    """Words `first` and on of `out`; those of the array begin with `done` words before them."""
    wide_vectors()
    for begin in range(done, words.size, step.size):
        part = step[: min(step.size, words.size - begin)]
        _subtract(words, begin, part, first + begin - done, width, rows, add)
        _split(part, out, first + begin - done)


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
def _split(words: Words, out: npt.NDArray[Any], start: int) -> None:
    """The reverse of `_join`."""
    if out.ndim == 1:
        part = out[start : start + words.size]
        for i in range(words.size):
            part[i] = words[i]
    else:
        whole = words.size // SPLIT * SPLIT
        split_planes(words[:whole], out, start)
        for i in range(whole, words.size):
            for p in range(out.shape[0]):
                out[p, start + i] = np.uint8(np.uint32(words[i]) >> np.uint32(8 * p))


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


@kernel
def _subtract(
    words: Words, begin: int, out: Words, place: int, width: int, rows: int, add: int
) -> None:
    """Differences of values from `begin` on; `place` is where that is in the whole."""
    segment, done = rows * width, 0
    while done < out.size:
        within, stop = place + done, out.size
        if segment:
            within = within % segment
            stop = min(stop, done + segment - within)
        start = min(done + max(0, width - within), stop)  # nothing is above the first row
        _copy(words[begin + done : begin + start], out[done:start])
        value, above = words[begin + start : begin + stop], words[begin + start - width :]
        part = out[start:stop]
        if add:
            for i in range(part.size):
                part[i] = value[i] - above[i]
        else:
            for i in range(part.size):
                part[i] = value[i] ^ above[i]
        done = stop


@kernel
def _copy(words: Words, out: Words) -> None:
    for i in range(out.size):
        out[i] = words[i]
