"""`gif_lzw` in plain Python, a code at a time."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.gif_lzw.codec import MOST_CODES, WIDEST, GifLzw
from quire.kernels.codecs.sub_blocks.reference import blocks, joined, split
from quire.runtime.errors import EncodingError

Bytes = npt.NDArray[np.uint8]

_BITS = 1024
"""How many bits are put together before they are bytes."""


def decode(
    stored: Bytes,
    out: Bytes,
    codec: GifLzw,
    *,
    fresh: bool = False,  # noqa: ARG001  # all is written
) -> None:
    """Write the run of each code, until there are as many indices as there must be.

    Args:
        stored: (n,) uint8, the codes in blocks.
        out: (m,) uint8, contiguous.
        codec: Bits.
        fresh: Whether the memory of `out` was never touched.

    Raises:
        StoredError: a block or a code has no meaning, or there are fewer indices.
    """
    packed = joined(stored)
    codes = _Codes(packed, codec.bits)
    made = bytearray()
    while len(made) < out.size:
        code = codes.next()
        if code is None or code == codec.clear + 1:
            codec.refuse(place(stored, codes.byte), out.size, len(made), -1)
        if code == codec.clear:
            codes.clear()
        elif (run := codes.run(code)) is None:
            codec.refuse(place(stored, codes.byte), out.size, len(made), code)
        else:
            made += run
    out[:] = np.frombuffer(made, np.uint8, out.size)


def encode(data: Bytes, codec: GifLzw) -> bytes:
    """Store the longest runs that the table has; it is emptied when it is full.

    Args:
        data: (m,) uint8.
        codec: Bits.

    Raises:
        EncodingError: an index has more bits.
    """
    refuse_wide(data, codec)
    packed, first, least = bytearray(), codec.clear + 2, codec.bits + 1
    number, count = codec.clear, least  # bits that are not in `packed` yet
    table, width, following = dict[int, int](), least, first
    indices = iter(data.tobytes())
    run = next(indices, None)
    for index in indices:
        longer = table.get(key := run << 8 | index)  # type: ignore[operator]  # there is one
        if longer is not None:
            run = longer
            continue
        number |= run << count  # type: ignore[operator]  # there is one
        count += width
        run = index
        if following == MOST_CODES:
            number |= codec.clear << count
            count += width
            table, width, following = {}, least, first
        else:
            table[key] = following
            width += following == 1 << width
            following += 1
        if count >= _BITS:
            packed += (number & (1 << _BITS) - 1).to_bytes(_BITS // 8, "little")
            number, count = number >> _BITS, count - _BITS
    if run is not None:
        number |= run << count
        count += width
        width += following == 1 << width and width < WIDEST
    number |= codec.clear + 1 << count
    return split(bytes(packed) + number.to_bytes((count + width + 7) // 8, "little"))


def refuse_wide(data: Bytes, codec: GifLzw) -> None:
    """Refuse indices of too many bits.

    Raises:
        EncodingError: there is one.
    """
    if data.size and int(data.max()) >> codec.bits:
        message = f"gif_lzw: expected indices of {codec.bits} bits, found {int(data.max())}"
        raise EncodingError(message)


def place(stored: Bytes, at: int) -> int:
    """Where in the blocks a byte of what they hold is."""
    for begin, end in blocks(stored):
        if at < end - begin:
            return begin + at
        at -= end - begin
    return stored.size - 1


class _Codes:
    """The codes of packed bytes, and the runs that they stand for.

    Attributes:
        byte: Where the last code began.
    """

    def __init__(self, packed: bytes, bits: int) -> None:
        self._packed = packed
        self._bits = bits
        self._at = self.byte = 0
        self.clear()

    def clear(self) -> None:
        """Forget all runs but those of one index."""
        roots = [bytes([index]) for index in range(1 << self._bits)]
        self._runs = [*roots, b"", b""]
        self._width = self._bits + 1
        self._last = b""

    def next(self) -> int | None:
        """The next code; None if the bytes end before it does."""
        end = self._at + self._width
        self.byte = self._at // 8
        if end > 8 * len(self._packed):
            return None
        held = int.from_bytes(self._packed[self.byte : (end + 7) // 8], "little")
        code = held >> self._at % 8 & (1 << self._width) - 1
        self._at = end
        return code

    def run(self, code: int) -> bytes | None:
        """The run of a code; that before it and the first index of this are next in the table."""
        known = len(self._runs)
        if code > known or (code == known and (not self._last or known == MOST_CODES)):
            return None
        run = self._runs[code] if code < known else self._last + self._last[:1]
        if self._last and known < MOST_CODES:
            self._runs.append(self._last + run[:1])
        if len(self._runs) == 1 << self._width and self._width < WIDEST:
            self._width += 1
        self._last = run
        return run
