"""How far things have moved in a file in which some have grown, or shrunk."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate

from quire.runtime.editing.making.parts import Part

Told = list[tuple[int, bytes]]
"""Bytes of records, with where they begin in the file."""


class Shift:
    """How far things have moved in a file.

    Args:
        grown: The parts that have changed, each with how many more bytes it takes.
    """

    def __init__(self, grown: Iterable[tuple[Part, int]]) -> None:
        self.grown = sorted((part.start, part.start + part.size, more) for part, more in grown)
        self._ends = [end for _, end, _ in self.grown]
        self._moved = [0, *accumulate(more for _, _, more in self.grown)]

    def of(self, start: int) -> int:
        """Where something is that began at a position."""
        return start + self._moved[bisect_right(self._ends, start)]

    @property
    def all(self) -> int:
        """How far what is behind all has moved."""
        return self._moved[-1]

    def is_under(self, start: int, end: int) -> bool:
        """Whether something has bytes of what has changed."""
        i = bisect_right(self._ends, start)
        return i < len(self.grown) and self.grown[i][0] < end
