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
        parts = sorted(grown, key=lambda each: (each[0].start, each[0].start + each[0].size))
        self.grown = [(part.start, part.start + part.size, more) for part, more in parts]
        self._ends = [end for _, end, _ in self.grown]
        self._moved = [0, *accumulate(more for _, _, more in self.grown)]
        new = ((part, moved) for (part, _), moved in zip(parts, self._moved, strict=False))
        self._new = {id(part.record): moved for part, moved in new if part.is_new}

    def of(self, start: int) -> int:
        """Where something is that began at a position."""
        return start + self._moved[bisect_right(self._ends, start)]

    def begin(self, part: Part) -> int:
        """Where a part begins; what was put in is behind all that was put in there before it."""
        moved = self._new.get(id(part.record)) if part.is_new else None
        return self.of(part.start) if moved is None else part.start + moved

    @property
    def all(self) -> int:
        """How far what is behind all has moved."""
        return self._moved[-1]

    def is_under(self, start: int, end: int) -> bool:
        """Whether something has bytes of what has changed."""
        i = bisect_right(self._ends, start)
        return i < len(self.grown) and self.grown[i][0] < end
