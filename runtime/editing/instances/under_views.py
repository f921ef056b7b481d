"""Fields over whose bytes somebody has changed an instance: they may be others now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.instances.stale import Strange
from quire.runtime.editing.pairing.pairs import below, fields, instance, paired, records
from quire.runtime.errors import EXPLAINED
from quire.runtime.reading.instance import NONE
from quire.runtime.record import Record
from quire.runtime.showing.shown import same

if TYPE_CHECKING:
    from quire.runtime.editing.revision import Revision


_TwinOf = Callable[[Any], Any]
"""What tells what is read in the place of a record."""

_Numbered = tuple[int, Any]
"""A record, behind the number of the instance that it is in."""


class Views:
    """The instances that somebody has changed, and the fields that are read as others by that.

    Args:
        views: The instances.
        revision: What was changed.
        there: The records, with what is read again in their places.
    """

    def __init__(
        self, views: list[Strange], revision: Revision, there: list[tuple[Any, Any]]
    ) -> None:
        again = {id(left): right for left, right in there}
        ways: list[_TwinOf] = [revision.twin_of, lambda record: again.get(id(record))]
        top = revision.record
        self._number = len(views)
        self._stand = [(each, [*_places(views, each, each(top))]) for each in ways]
        self._told = defaultdict[Any, list[_Numbered]](list)
        self._around = defaultdict[int, set[int]](set)
        for i, (left, name, value, _) in enumerate(views):
            for record in _inside(value):
                self._told[type(record)].append((i, record))
            was = instance(revision.twin_of(left), name)
            for record in _elsewhere(value, was, revision.twin_of):
                self._around[id(record)].add(i)

    def show(self, strange: list[Strange]) -> bool:
        """Whether fields that nobody has changed are read as others since their bytes were changed.

        That was done by instances at the same places, or by one record for another. It does not
        make a field come or go. Elements that were exchanged are not read as others by the list
        that they are in: that would be an exchange that was lost.
        """
        if any(is_missing(value) or is_missing(now) for _, _, value, now in strange):
            return False
        is_one = len(strange) == 1
        return all(
            self._tell(record, name, now)
            or (
                not isinstance(value, list | Record)
                and ((is_one and self._may_show(record)) or self._are_over(record, name))
            )
            for record, name, value, now in strange
        )

    def _may_show(self, record: Any) -> bool:
        """Whether there is one that a record was not moved in."""
        return len(self._around.get(id(record), ())) < self._number

    def _tell(self, record: Any, name: str, now: Any) -> bool:
        """Whether a record of one says of a field what is read now."""
        around = self._around.get(id(record), ())
        return any(
            i not in around and same(getattr(each, name, NONE), now)
            for i, each in self._told.get(type(record), ())
        )

    def _are_over(self, record: Any, name: str) -> bool:
        """Whether a field stands where one does, or did."""
        around = self._around.get(id(record), ())
        return any(
            (span := _span(twin_of(record), name)) is not None
            and any(
                i not in around and first < span[1] and span[0] < last for i, first, last in places
            )
            for twin_of, places in self._stand
        )


def _places(views: list[Strange], twin_of: _TwinOf, top: Any) -> Iterator[tuple[int, int, int]]:
    """From where to where instances stand in the file of a record, with their numbers."""
    for i, (left, name, _, _) in enumerate(views):
        twin = twin_of(left)
        extent = None if twin is None else twin._extent(name)
        if extent is not None and extent.io.data is top._io.data:
            yield i, extent.io._start + extent.start, extent.io._start + extent.end


def _span(record: Any, name: str) -> tuple[int, int] | None:
    """From where to where a field of a record stands, if anybody can tell."""
    try:
        span: tuple[int, int] = record.span_of(name)
    except (*EXPLAINED, OSError):
        return None
    return span


def is_missing(value: Any) -> bool:
    """Whether there is nothing."""
    return value is NONE or value is None


def _elsewhere(value: Any, was: Any, twin_of: _TwinOf) -> Iterator[Any]:
    """The records of elements that are in other places of their lists than they were."""
    pending = [*paired(value, was, in_order=True)]
    while pending:
        record, there = pending.pop()
        if (twin := twin_of(record)) is not None and twin is not there:
            yield from _inside(record)
        else:
            for _, mine, theirs in fields(record, there):
                pending += paired(mine, theirs, in_order=True)


def _inside(value: Any) -> Iterator[Any]:
    """The records in a value, and those in their fields."""
    pending = [*records(value)]
    while pending:
        yield (each := pending.pop())
        pending += below(each)
