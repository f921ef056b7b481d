"""Values of numbers, bytes and texts, out of choices."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from contextlib import suppress
from functools import cache

from quire.runtime import structure as s
from quire.testing.choices import Choices
from quire.testing.stored.stream import Refused

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-. "

_EVIL_FLOATS = (0.0, -0.0, float("inf"), float("-inf"), float("nan"), 6e-8, -65504.0)

_FOREIGN = "éßж漢😀"

_FLOATS = (0.0, 1.0, -1.0, 0.5, 2.0, 100.0)
_FLOAT = {2: "e", 4: "f", 8: "d"}


def integer(draw: Choices, low: int, high: int, preferred: Sequence[int] = ()) -> int:
    """A number from `low` to `high`, rather one of those that are preferred, or a small one."""
    if low > high:
        raise Refused("no number")
    way = draw.byte()
    if preferred and way < 0xF0:
        return draw.one_of(preferred)
    nearest = min(max(low, 0), high)
    if way % 4 < 3:
        return min(nearest + draw.below(16), high)
    span = high - low + 1
    return low + int.from_bytes(draw.take((span.bit_length() + 7) // 8), "big") % span


def fraction(draw: Choices, size: int) -> float:
    """A finite float of so many bytes."""
    if draw.byte() < 0xC0:
        return draw.one_of(_FLOATS)
    code = _FLOAT[size]
    value: float = struct.unpack(f"<{code}", draw.take(size))[0]
    return value if abs(value) < float("inf") else 0.0


def evil(stored: s.Number) -> Sequence[float]:
    """Numbers at which parsers break: the bounds of this size and of smaller ones, odd floats."""
    if stored.kind == "float":
        return _EVIL_FLOATS
    bits = 8 * stored.size
    low, high = (0, 1 << bits) if stored.kind == "unsigned" else (-1 << bits - 1, 1 << bits - 1)
    edges = (1 << shift for shift in (7, 8, 15, 16, 31, 32, 63, 64))
    near = (edge + by for edge in (low, high, *edges) for by in (-1, 0, 1))
    return sorted({each for each in near if low <= each < high})


def evil_size(draw: Choices) -> int:
    """Bytes of a value that are none, or more than a buffer has."""
    return draw.one_of((0, 255, 256, 257, 4095, 4096, 4097, 32767))


def some_bytes(draw: Choices, size: int, without: bytes = b"") -> bytes:
    """So many bytes, in which some do not occur."""
    found = draw.take(size)
    for byte in without:
        found = found.replace(bytes([byte]), bytes([byte ^ 1]))
    return found


def some_text(
    draw: Choices, size: int, encoding: str, letters: str = LETTERS, without: bytes = b""
) -> bytes:
    """Text of so many bytes, encoded.

    Raises:
        Refused: no text of the encoding has as many.
    """
    if size % unit(encoding):
        raise Refused("half a letter")
    foreign = _foreign(draw, size, encoding) if letters is LETTERS else b""
    plain = draw.take((size - len(foreign)) // unit(encoding))
    text = plain.translate(_table(letters)).decode("ascii")
    stored = text.encode(encoding) + foreign
    for byte in without:
        stored = stored.replace(bytes([byte]), bytes([byte ^ 1]))
    if len(stored) != size:
        raise Refused("another size")
    return stored


@cache
def _table(letters: str) -> bytes:
    """The letter that each byte is."""
    return bytes(ord(letters[byte % len(letters)]) for byte in range(256))


def _foreign(draw: Choices, size: int, encoding: str) -> bytes:
    """Now and then a letter that is not ASCII, of as many bytes at most."""
    if encoding == "ascii" or size < 2 or draw.byte() < 0xE0:
        return b""
    with suppress(UnicodeEncodeError):
        letter = draw.one_of(_FOREIGN).encode(encoding)
        return letter if len(letter) <= size and not len(letter) % unit(encoding) else b""
    return b""


@cache
def unit(encoding: str) -> int:
    """The bytes of a simple letter."""
    return len("ab".encode(encoding)) - len("a".encode(encoding))
