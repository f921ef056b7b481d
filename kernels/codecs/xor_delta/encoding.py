"""`xor_delta` on the CPU, compiled, the way to bytes: differences are split up as they are made."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import converted, flat_blocks, read_only
from quire.kernels.backends.half import narrow
from quire.kernels.backends.numba import kernel, wide_vectors
from quire.kernels.codecs.xor_delta.blocks import block_of, stored_words
from quire.kernels.codecs.xor_delta.codec import XorDelta
from quire.kernels.codecs.xor_delta.lanes import SPLIT, split_differences, split_planes

Words = npt.NDArray[np.unsignedinteger[Any]]
Bytes = npt.NDArray[np.uint8]

STEP = 2048
"""Words that are in the first-level cache at a time, between two loops over them."""

BLOCK_BYTES = 4 * 1024
"""What is rounded before it is encoded, at least: with 16 KiB float16 takes 1.4 times as long."""


def encode(array: npt.NDArray[Any], out: Bytes, codec: XorDelta) -> None:
    """See `reference.encode`."""
    values = converted(array, codec.dtype)
    if not values.size:
        return
    target = stored_words(out, codec)
    cut = codec.width, codec.rows, int(codec.operation == "add")
    step = np.empty(STEP, target.dtype if target.ndim == 1 else f"u{target.shape[0]}")
    if codec.stored == codec.dtype and _plain(values):
        words = read_only(values.reshape(-1)).view(step.dtype)
        _encode(words, 0, 0, target, *cut, step)
    else:
        block = block_of(step.dtype, codec.width, BLOCK_BYTES)
        for first, flat in flat_blocks(values):
            _encode_blocks(flat.view(f"u{flat.itemsize}"), first, target, *cut, block, step)
    if not np.may_share_memory(target, out):
        out[...] = target.reshape(-1).view(np.uint8)


def _plain(values: npt.NDArray[Any]) -> bool:
    """Whether an array lies in memory as kernels like it."""
    return values.flags.c_contiguous and values.flags.aligned and values.dtype.isnative


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
    for start in range(0, values.size, block.size - width):
        part = values[start : start + block.size - width]
        words = block[: width + part.size]
        if words.itemsize == 2:
            narrow(part, words[width:])
        else:
            _copy(part, words[width:])
        _encode(words, first + start, width, out, width, rows, add, step)
        for i in range(width):
            block[i] = words[part.size + i]


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
    whole, begin = out.ndim == 2 and rows == 0, done
    while begin < words.size:
        place, left = first + begin - done, words.size - begin
        if whole and place >= width and left >= SPLIT:
            count = left // SPLIT * SPLIT
            split_differences(words, begin, out, place, count, width)
        else:
            count = min(left, step.size)
            if whole and place < width:
                count = min(count, width - place)
            part = step[:count]
            _subtract(words, begin, part, place, width, rows, add)
            _split(part, out, place)
        begin += count


@kernel
def _split(words: Words, out: npt.NDArray[Any], start: int) -> None:
    """Words to columns `start` and on of planes (bytes of a word, n), or as they are (n,)."""
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
