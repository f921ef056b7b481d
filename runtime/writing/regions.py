"""Which bytes of a stream are described, and where those were in the file that was read."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from quire.runtime.writing.placing import Place

MOST_OVER = 8
"""How many of the instances before one are asked whether they have grown into it."""


@dataclass(frozen=True, slots=True)
class Region:
    """Bytes that are described: where they were in the file that was read, and where they are."""

    old_start: int
    old_end: int
    start: int
    end: int


@dataclass(slots=True)
class Regions:
    """Those of a stream, in the order in which they were."""

    _starts: list[int] = field(default_factory=list)
    _all: list[Region] = field(default_factory=list)
    _reach: list[Region] = field(default_factory=list)  # those that reach farthest, of all up to it
    _behind: list[int] = field(default_factory=list)  # where what was behind each of these goes on

    @property
    def last(self) -> Region | None:
        """The one that reached farthest; of those that ended together, the one that does now."""
        return self._reach[-1] if self._reach else None

    @property
    def end(self) -> int:
        """Where what was behind all of them goes on."""
        return self._behind[-1] if self._behind else 0

    def add(self, region: Region) -> None:
        """Note one more."""
        i = bisect_right(self._starts, region.old_start)
        self._starts.insert(i, region.old_start)
        self._all.insert(i, region)
        del self._reach[i:], self._behind[i:]
        for each in self._all[i:]:
            last = self._reach[-1] if self._reach else each
            self._behind.append(self._behind_both(last, each))
            self._reach.append(max(last, each, key=_ends))

    def _behind_both(self, last: Region, each: Region) -> int:
        """Where what was behind the farther one goes on: behind both, if they overlap."""
        if each.old_start >= last.old_end or not self._behind:
            return each.end
        return max(each.end, self.end)

    def before(self, old_start: int) -> Region | None:
        """The one that reached farthest of those that began at a byte, or in front of it."""
        i = bisect_right(self._starts, old_start)
        return self._reach[i - 1] if i else None

    def behind(self, old_start: int) -> int:
        """Where what was behind the same one goes on; 0, if there is none."""
        i = bisect_right(self._starts, old_start)
        return self._behind[i - 1] if i else 0

    def end_in_front(self, old_start: int, start: int) -> int:
        """Where what ended in front of a byte ends now, if it begins in front of another one."""
        i = bisect_right(self._starts, old_start)
        near = self._all[max(i - MOST_OVER, 0) : i]
        ends = (each.end for each in near if each.old_end <= old_start and each.start <= start)
        return max(ends, default=0)

    def place_before(self, start: int, end: int) -> Place | None:
        """Where bytes were that are in a region of the size that it had; None, if in no such."""
        for each in self._all:
            is_as_long = each.end - each.start == each.old_end - each.old_start
            if is_as_long and each.start <= start and end <= each.end:
                to_old = each.old_start - each.start
                return start + to_old, end + to_old
        return None

    def places(self) -> list[Place]:
        """From where to where each is."""
        return [(each.start, each.end) for each in self._all]


def _ends(region: Region) -> tuple[int, int]:
    return region.old_end, region.end
