"""Which bytes of what was made stand in the place of which of those that were read.

Records that both have tell, and between these their fields: an element that was put in, or stands
elsewhere now, has other bytes behind it, but none of those in front.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from quire.runtime.editing.pairing.pairs import below, records
from quire.runtime.reading.reader import Reader
from quire.runtime.reading.source import same_bytes
from quire.runtime.writing.spans import Spans

Bytes = bytes | bytearray | memoryview

Span = tuple[int, int]

Stretch = tuple[slice, slice]
"""Bytes of what was made, and those that were read in their place."""


class Written(NamedTuple):
    """What a record, or an instance, was written as.

    Attributes:
        value: The record, or what the instance is.
        data: Its bytes; what is put back is changed there.
        start: The position that they begin with.
        spans: Where the records are that are in it.
    """

    value: Any
    data: Bytes
    start: int
    spans: Spans

    def span(self, record: Any) -> Span | None:
        """Where a record is in the bytes; None if it is not among them."""
        if (found := self.spans.get(id(record))) is None:
            return None
        return found[0] - self.start, found[1] - self.start


class Both(NamedTuple):
    """A record that was made, and what was read in its place.

    Attributes:
        here: Where it is.
        there: Where that was.
        value: It.
        was: That.
    """

    here: Span
    there: Span
    value: Any
    was: Any


class Alike:
    """Where two have as many bytes: all, whole records, what stands around those below them.

    Args:
        mine: What was changed.
        theirs: What the twin makes of what was read.
        stored: What was read.
        twin_of: Tells what was read in the place of a record; None, if it is new.
    """

    def __init__(
        self, mine: Written, theirs: Written, stored: Bytes, twin_of: Callable[[Any], Any]
    ) -> None:
        self._mine, self._theirs, self._stored = mine, theirs, stored
        self._twin_of = twin_of

    def stretches(self, *, are_elsewhere: bool) -> Iterator[Stretch]:
        """The bytes each of which may be what was read.

        Args:
            are_elsewhere: Whether records may be in other places of what is as long.
        """
        whole = (0, len(self._mine.data)), (0, len(self._theirs.data))
        top = Both(*whole, None, None)
        pending = [(top, [*records(self._mine.value)])]
        while pending:
            both, inside = pending.pop()
            if self._is_all_told(both.there):
                continue
            if _are_as_long(*whole_of(both)) and not (are_elsewhere and inside):
                yield whole_of(both)
                continue
            found = [*self._both(inside, both.here[0])]
            are_all = len(found) == self._count(both, inside)
            yield from self._around(both, found, are_all=are_all)
            pending += ((each, [*below(each.value)]) for each in found)

    def _is_all_told(self, there: Span) -> bool:
        """Whether what was read has nothing but what its twin makes of it."""
        here = slice(*there)
        plain, was = (memoryview(each)[here] for each in (self._theirs.data, self._stored))
        return same_bytes(plain, was)

    def _both(self, inside: list[Any], start: int) -> Iterator[Both]:
        """Those of some records that both have, in their order now."""
        for each in inside:
            here = self._mine.span(each)
            twin = None if here is None else self._twin_of(each)
            there = None if twin is None else self._theirs.span(twin)
            if here is not None and there is not None and here[0] >= start:
                yield Both(here, there, each, twin)
                start = here[1]

    def _count(self, both: Both, inside: list[Any]) -> int:
        """How many records there are in the place of both, of which each has more."""
        was = records(self._theirs.value) if both.was is None else below(both.was)
        mine = sum(self._mine.span(each) is not None for each in inside)
        return max(mine, sum(self._theirs.span(each) is not None for each in was))

    def _around(self, both: Both, inside: list[Both], *, are_all: bool) -> Iterator[Stretch]:
        """What is around the records in one: they tell where, if all are in order; or its fields.

        What is left of both begins and ends alike, up to the first byte that is another.

        Args:
            both: The one.
            inside: Those in it that both have, in their order.
            are_all: Whether neither has others.
        """
        *some, last = _between(both, inside)
        told = [each for each in some if _are_as_long(*each)]
        if are_all and len(told) == len(some) and _are_as_long(*last):
            yield from (*told, last)
            return
        from quire.runtime.editing.making.fields_alike import fields_alike  # it reads the plan

        fields = fields_alike(both, self._mine, self._theirs, self._made)
        for here, there in fields or ((*told, last) if are_all else ()):
            yield from self._ends(here, there)

    @cached_property
    def _made(self) -> Reader:
        """A stream of what was made, for the plan to go through."""
        return Reader(bytes(self._mine.data))

    def _ends(self, here: slice, there: slice) -> Iterator[Stretch]:
        """What two stretches begin and end with that is as long in both."""
        if _are_as_long(here, there):
            yield here, there
            return
        left, right = self._mine.data[here], self._theirs.data[there]
        front = _alike_in_front(left, right)
        yield slice(here.start, here.start + front), slice(there.start, there.start + front)
        behind = _alike_in_front(bytes(left[front:])[::-1], bytes(right[front:])[::-1])
        yield slice(here.stop - behind, here.stop), slice(there.stop - behind, there.stop)


def whole_of(both: Both) -> Stretch:
    """All bytes of a record."""
    return slice(*both.here), slice(*both.there)


def _between(both: Both, inside: list[Both]) -> Iterator[Stretch]:
    """What stands around the records in one: in front of each, and behind the last."""
    here, there = both.here[0], both.there[0]
    last = there
    for each in inside:
        yield slice(here, each.here[0]), slice(there, each.there[0])
        here, there = each.here[1], each.there[1]
        last = max(last, there)
    yield slice(here, both.here[1]), slice(last, both.there[1])


def _are_as_long(here: slice, there: slice) -> bool:
    """Whether two stretches have as many bytes."""
    size: int = here.stop - here.start
    return size >= 0 and size == there.stop - there.start


def _alike_in_front(left: Bytes, right: Bytes) -> int:
    """How many bytes two begin with that are the same."""
    import numpy as np  # most files have nothing of the kind

    size = min(len(left), len(right))
    mine, theirs = (np.frombuffer(each[:size], np.uint8) for each in (left, right))
    others = (mine != theirs).nonzero()[0]
    return int(others[0]) if len(others) else size
