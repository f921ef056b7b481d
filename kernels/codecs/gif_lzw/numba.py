"""`gif_lzw` on the CPU, compiled."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import read_only
from quire.kernels.backends.numba import kernel
from quire.kernels.codecs.gif_lzw.codec import MOST_CODES, WIDEST, GifLzw
from quire.kernels.codecs.gif_lzw.reference import place, refuse_wide
from quire.kernels.codecs.sub_blocks.reference import joined, split

Bytes = npt.NDArray[np.uint8]

SLOTS = 1 << 13
"""Places of the table that an encoder looks runs up in: twice as many as there are codes."""


def decode(
    stored: Bytes,
    out: Bytes,
    codec: GifLzw,
    *,
    fresh: bool = False,  # noqa: ARG001  # all is written
) -> None:
    """See `reference.decode`."""
    packed = np.frombuffer(joined(stored), np.uint8)
    made, byte, code = _expand(read_only(packed), out, codec.bits)
    if made < out.size:
        codec.refuse(place(stored, byte), out.size, made, code)


def encode(data: Bytes, codec: GifLzw) -> bytes:
    """See `reference.encode`."""
    refuse_wide(data, codec)
    # A code for each index, those that empty the table, the first and the end, of 12 bits.
    most = (data.size + data.size // 2048 + 4) * WIDEST // 8 + 1
    out = np.empty(most, np.uint8)
    size = _compress(read_only(np.ascontiguousarray(data)), out, codec.bits)
    return split(out[:size].tobytes())


@kernel
def _expand(packed: Bytes, out: Bytes, bits: int) -> tuple[int, int, int]:
    """Indices made, and where and which code has no meaning; -1 if the codes ended.

    A run stands in what was made already: that of the code before, and one index more.
    """
    clear = 1 << bits
    begins, sizes = np.empty(MOST_CODES, np.int64), np.empty(MOST_CODES, np.int64)
    width, known, before, length, made, at = bits + 1, clear + 2, -1, 0, 0, 0
    while made < out.size:
        begin, code = at // 8, _code(packed, at, width)
        at += width
        if code == clear:
            width, known, before = bits + 1, clear + 2, -1
            continue
        if code < 0 or code == clear + 1:
            return made, begin, -1
        if code > known or (code == known and (before < 0 or known == MOST_CODES)):
            return made, begin, code
        if before >= 0 and known < MOST_CODES:
            begins[known], sizes[known] = before, length + 1
            known += 1
        before = made
        if code < clear:
            out[made] = code
            length = 1
        else:
            length = min(sizes[code], out.size - made)
            for i in range(length):
                out[made + i] = out[begins[code] + i]
        made += length
        if known == 1 << width and width < WIDEST:
            width += 1
    return made, 0, 0


@kernel
def _code(packed: Bytes, at: int, width: int) -> int:
    """The code that begins with a bit; -1 if the bytes end before it does."""
    begin, held = at // 8, 0
    if at + width > 8 * packed.size:
        return -1
    for i in range(min(3, packed.size - begin)):
        held |= int(packed[begin + i]) << (8 * i)
    return (held >> (at % 8)) & ((1 << width) - 1)


@kernel
def _compress(data: Bytes, out: Bytes, bits: int) -> int:
    """The bytes of the codes."""
    clear = 1 << bits
    keys, codes = np.full(SLOTS, -1, np.int64), np.empty(SLOTS, np.int64)
    width, following, run = bits + 1, clear + 2, -1
    held, count, size = clear, width, 0
    for i in range(data.size):
        index = int(data[i])
        if run < 0:
            run = index
            continue
        key = run << 8 | index
        slot = (key * 40503 >> 4) % SLOTS
        while keys[slot] >= 0 and keys[slot] != key:
            slot = (slot + 1) % SLOTS
        if keys[slot] == key:
            run = int(codes[slot])
            continue
        held |= run << count
        count += width
        if following == MOST_CODES:
            held |= clear << count
            count += width
            keys[:] = -1
            width, following = bits + 1, clear + 2
        else:
            keys[slot], codes[slot] = key, following
            width += following == 1 << width
            following += 1
        run = index
        while count >= 8:
            out[size] = held & 255
            held, count, size = held >> 8, count - 8, size + 1
    if run >= 0:
        held |= run << count
        count += width
        width += following == 1 << width and width < WIDEST
    held |= (clear + 1) << count
    count += width
    while count > 0:
        out[size] = held & 255
        held, count, size = held >> 8, count - 8, size + 1
    return size
