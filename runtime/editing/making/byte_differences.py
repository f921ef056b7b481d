"""Where a file has other bytes than it had."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any

from quire.runtime.editing.making.parts import Placed
from quire.runtime.reading.source import same_bytes

_TOGETHER = 1 << 20
"""Bytes that are compared at a time."""

_FEW = 64
"""Ranges of which each is looked at on its own, at most: all bytes need not be compared."""

_BLOCK = 1 << 16
"""The same, if they are copied for that."""

_CHANGED = re.compile(rb"[^\0]+")

Change = tuple[int, bytes, bytes]
"""Where bytes differ, what was there, and what is to be there."""


def changes(old: memoryview | bytes, new: bytes, within: slice = slice(None)) -> Iterator[Change]:
    """Where bytes of a range differ from others, which are as many."""
    first, stop, _ = within.indices(len(new))
    for start in range(first, stop, _BLOCK):
        end = min(start + _BLOCK, stop)
        left, right = bytes(old[start:end]), new[start:end]
        if left != right:
            apart = int.from_bytes(left) ^ int.from_bytes(right)
            for each in _CHANGED.finditer(apart.to_bytes(len(right))):
                span = slice(*each.span())
                yield start + each.start(), left[span], right[span]


class Differing:
    """The places of the bytes that differ, found when somebody asks.

    Args:
        was: The file.
        placed: What takes the place of some of it, in its order: of bytes that are as many, only
            those count that differ.
    """

    def __init__(self, was: memoryview, placed: Placed) -> None:
        self._was, self._placed = was, placed

    @cached_property
    def _edges(self) -> tuple[Any, Any]:
        """Where stretches begin that differ, and where they end."""
        import numpy as np  # most files have nothing of the kind

        found = [each for here, data in self._placed for each in self._stretches(here, data)]
        starts, ends = zip(*found, strict=True) if found else ((), ())
        none = np.zeros(0, np.int64)
        return np.concatenate([none, *starts]), np.concatenate([none, *ends])

    def _stretches(self, here: slice, data: Any) -> Iterator[tuple[Any, Any]]:
        import numpy as np  # the same

        if len(data) != here.stop - here.start:
            yield np.array([here.start]), np.array([here.stop])
            return
        start = here.start
        for piece in (data,) if isinstance(data, bytes) else data:
            whole = memoryview(piece).cast("B")
            for i in range(0, len(whole), _TOGETHER):
                now = whole[i : i + _TOGETHER]
                was = self._was[start : start + len(now)]
                if not same_bytes(now, was):
                    mine, theirs = (np.frombuffer(each, np.uint8) for each in (now, was))
                    places = (mine != theirs).nonzero()[0] + start
                    yield places, places + 1
                start += len(now)

    @cached_property
    def _stops(self) -> list[int]:
        """Where the places end."""
        return [here.stop for here, _ in self._placed]

    def is_made_in(self, start: int, end: int) -> bool:
        """Whether one of some bytes was made anew, be it the same."""
        i = bisect_right(self._stops, start)
        return i < len(self._placed) and self._placed[i][0].start < end

    def is_in(self, start: int, end: int) -> bool:
        """Whether one of some bytes differs."""
        for here, data in islice(self._placed, bisect_right(self._stops, start), None):
            if here.start >= end:
                break
            if len(data) != here.stop - here.start:
                return True
            first, last = max(here.start, start), min(here.stop, end)
            if self._was[first:last] != data[first - here.start : last - here.start]:
                return True
        return False

    def are_in(self, starts: list[int], ends: list[int]) -> list[bool]:
        """Whether that is so of many bytes, from each start to an end."""
        if len(starts) <= _FEW:
            return [*map(self.is_in, starts, ends)]
        begun, ended = self._edges
        first, last = ended.searchsorted(starts, "right"), begun.searchsorted(ends)
        found: list[bool] = (first < last).tolist()
        return found
