"""Instances that share bytes with one that was edited: what only they have stays with them.

Of two that overlap, one is edited, and is longer or shorter now. The other one is as long as it
was: it may have lost bytes of its own by that, or have come to have some of what is behind it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate, islice, takewhile
from typing import NamedTuple

from quire.runtime.editing.instances.outgrown_instances import Put
from quire.runtime.errors import FormatError, join_path
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.placing import Item, Place


class Overlapping(NamedTuple):
    """An instance that nobody has edited, and what was edited that had some of its bytes.

    Attributes:
        put: The instance.
        edited: The others.
    """

    put: Put
    edited: list[Put]

    @property
    def is_within(self) -> bool:
        """Whether it had no bytes but those of what was edited."""
        return not _without(self.put.old, (each.old for each in self.edited))

    def is_kept(self, was: memoryview, now: Pieces, stood: list[Place]) -> bool:
        """Whether it has all that only it had, and no others but those of what was edited.

        Args:
            was: The stream that was read.
            now: What was made of it.
            stood: Where instances were, from the first on.
        """
        old, place = self.put.old, self.put.now
        if was[slice(*old)] == now[slice(*place)]:
            return True
        left = b"".join(
            now[slice(*each)] for each in _without(place, (each.now for each in self.edited))
        )
        if self.is_within:
            return not left
        taken = [*(each.old for each in self.edited), *self._padding(was, stood)]
        return _is_of(left, was, old, _without(old, taken))

    def refused(self) -> tuple[Item, FormatError]:
        """What is refused if it is not kept, and why."""
        item, taker = self.put.item, self.edited[0]
        if self.is_within:
            expected = (
                "what it leads to to be there still: set the field that tells where it is, or "
                f"{item.name} to what it leads to now"
            )
            return item, FormatError(item.name, expected, "less than that there")
        there = join_path(item.record._path(), item.name)
        expected = f"to leave {there} what only that has, as before: change both"
        found = f"{taker.now[1] - taker.now[0]} bytes"
        return taker.item, FormatError(taker.item.name, expected, found)

    def _padding(self, was: memoryview, stood: list[Place]) -> Iterator[Place]:
        """Where there was padding between what was edited and what stood behind that in it."""
        last = self.put.old[1]
        for each in self.edited:
            first = each.old[1]
            later = islice(stood, bisect_left(stood, (first, first)), None)
            near = takewhile(lambda place: place[0] < last, later)
            behind = next((start for start, end in near if end <= last), first)
            if self.put.old[0] <= each.old[0] and _is_padding(was[first:behind]):
                yield first, behind


def overlapping(there: Iterable[Put], edited: Iterable[Put]) -> Iterator[Overlapping]:
    """The instances that had some of the bytes of what was edited, and not just these.

    Args:
        there: All instances that took bytes.
        edited: Those that have others than they had.
    """
    changed = sorted(edited, key=_old)
    starts, places = [each.old[0] for each in changed], {each.old for each in changed}
    reach = [*accumulate((each.old[1] for each in changed), max)]  # of all up to each
    for each in there:
        start, end = each.old
        last = first = bisect_left(starts, end)
        while first and reach[first - 1] > start:
            first -= 1
        among = [other for other in changed[first:last] if other.old[1] > start]
        if among and each.old not in places:
            yield Overlapping(each, among)


def _without(place: Place, others: Iterable[Place]) -> list[Place]:
    """What a place has that no other one has, from the first on."""
    found, at = list[Place](), place[0]
    for start, end in sorted(others):
        if at < min(start, place[1]):
            found.append((at, min(start, place[1])))
        at = max(at, end)
    return [*found, (at, place[1])] if at < place[1] else found


def _is_of(left: bytes, was: memoryview, old: Place, own: list[Place]) -> bool:
    """Whether bytes are those of a place, of which some are missing that were not its own."""
    at, here = 0, old[0]
    for start, end in own:
        piece = bytes(was[start:end])
        is_last = end == old[1]
        found = len(left) - len(piece) if is_last else left.find(piece, at)
        if found < at or left[found : found + len(piece)] != piece:
            return False
        if left[at:found] not in bytes(was[here:start]):
            return False
        at, here = found + len(piece), end
    return left[at:] in bytes(was[here : old[1]])


def _is_padding(data: memoryview) -> bool:
    """Whether bytes are zeros, or one and the same again and again."""
    return not any(data) or (len(data) > 1 and len({*data}) == 1)


def _old(each: Put) -> Place:
    return each.old
