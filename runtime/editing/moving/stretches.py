"""What of a file has moved in one piece, as records were made anew around it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from quire.runtime.reading.source import same_bytes
from quire.runtime.writing.pieces import Pieces


class Stretch(NamedTuple):
    """Bytes of a file that are the same in the one that was made of it, and how far they moved."""

    start: int
    end: int
    moved: int


class Stretches:
    """All of a file.

    Args:
        stored: The file that was read.
        made: The one that was made of it.
        copied: What was copied from one into the other, in the order of the latter: from where,
            how many bytes, and to where.
    """

    def __init__(
        self, stored: memoryview, made: Pieces, copied: Iterable[tuple[int, int, int]]
    ) -> None:
        self.all = [*_joined(stored, made, copied)]
        self._starts = [each.start for each in self.all]

    def moved(self, start: int, end: int) -> int | None:
        """How far something has moved; None, if it did not do so in one piece."""
        i = bisect_right(self._starts, start) - 1
        if i < 0 or not (start < self.all[i].end and end <= self.all[i].end):
            return None
        return self.all[i].moved


def _joined(
    stored: memoryview, made: Pieces, copied: Iterable[tuple[int, int, int]]
) -> Iterator[Stretch]:
    """The stretches, with what is the same between two that have moved as far."""
    here = Stretch(0, 0, 0)
    end = len(stored)
    there = (Stretch(start, start + size, pos - start) for start, size, pos in copied)
    for each in (*there, Stretch(end, end, made.size - end)):
        if each.start < here.end:
            return  # some were put in front of others
        if each.moved == here.moved and _are_same(stored, made, here.end, each):
            here = Stretch(here.start, each.end, each.moved)
            continue
        yield here
        here = each
    yield here


def _are_same(stored: memoryview, made: Pieces, start: int, behind: Stretch) -> bool:
    """Whether what stands in front of a stretch is what stood there."""
    there = made[start + behind.moved : behind.start + behind.moved]
    return same_bytes(memoryview(there), stored[start : behind.start])
