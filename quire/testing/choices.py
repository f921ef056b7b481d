"""Choices: what is left to decide about a file, as bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

TRIES = 64
"""How often choices in a file may lead nowhere, before another one is begun."""

_FEW = sorted(byte & (1 if byte < 0x40 else 7) for byte in range(0xF8))
"""The counts that bytes are, none and one more often; a smaller byte is no larger count."""


class Source(Protocol):
    """What decides: a `Random`, for one."""

    def randbytes(self, n: int, /) -> bytes:
        """So many bytes."""


class Choices:
    """Decisions, taken one after another out of bytes.

    The same bytes decide the same. Behind their end all decisions are the simplest one (zeros), or
    those of another source.

    Args:
        data: The decisions.
        random: Where those come from that are missing.

    Attributes:
        made: The bytes of all decisions so far: the choices that decide the same again.
    """

    def __init__(self, data: bytes = b"", random: Source | None = None) -> None:
        self._data, self._random = data, random
        self._pos = 0
        self.made = bytearray()
        self._tries = 0

    def again(self) -> bool:
        """Whether to go on after choices that led nowhere; not for ever."""
        self._tries += 1
        return self._tries < TRIES

    def afresh(self) -> None:
        """Begin another file."""
        self._tries = 0

    def take(self, count: int) -> bytes:
        """So many bytes."""
        taken = b""
        if self._pos < len(self._data):
            taken = self._data[self._pos : self._pos + count]
            self._pos += len(taken)
        if missing := count - len(taken):
            taken += self._random.randbytes(missing) if self._random else bytes(missing)
        self.made += taken
        return taken

    def byte(self) -> int:
        """0 to 255."""
        return self.take(1)[0]

    def below(self, end: int) -> int:
        """0 to `end - 1`; all about as often."""
        if end <= 1:
            return 0
        return int.from_bytes(self.take(((end - 1).bit_length() + 7) // 8), "big") % end

    def one_of(self, values: Sequence[T]) -> T:
        """One of some values; the first is the simplest."""
        return values[self.below(len(values))]

    def few(self, most: int) -> int:
        """A count up to `most`, small ones more often."""
        first = self.byte()
        if first < len(_FEW):
            return min(_FEW[first], most)
        return self.below(min(most, 64) + 1)
