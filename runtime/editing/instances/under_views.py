"""Fields over whose bytes somebody has changed an instance: they may be others now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.instances.stale import Strange
from quire.runtime.editing.pairing.pairs import below, paired
from quire.runtime.errors import EXPLAINED
from quire.runtime.reading.instance import NONE
from quire.runtime.record import Record
from quire.runtime.showing.shown import same

if TYPE_CHECKING:
    from quire.runtime.editing.revision import Revision


_TwinOf = Callable[[Any], Any]
"""What tells what is read in the place of a record."""


def are_seen(strange: list[Strange], views: list[Strange], under: Under) -> bool:
    """Whether fields that nobody has changed are read as others since their bytes were changed.

    That was done by instances at the same places, or by one record for another. It does not make a
    field come or go.
    """
    if any(is_missing(value) or is_missing(now) for _, _, value, now in strange):
        return False
    if len(strange) == 1 and views and not isinstance(strange[0][2], list | Record):
        return True
    told: dict[Any, list[Any]] = {}
    for record in chain.from_iterable(_records(value) for _, _, value, _ in views):
        told.setdefault(type(record), []).append(record)
    return all(
        any(same(getattr(each, name, NONE), now) for each in told.get(type(record), ()))
        or (not isinstance(value, list | Record) and under.has(record, name))
        for record, name, value, now in strange
    )


class Under:
    """Which fields stand where instances do that somebody has changed, or where these stood.

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
        self._ways = [(each, [*_places(views, each, each(top))]) for each in ways]

    def has(self, record: Any, name: str) -> bool:
        """Whether a field is one of them."""
        return any(
            (span := _span(twin_of(record), name)) is not None
            and any(first < span[1] and span[0] < last for first, last in places)
            for twin_of, places in self._ways
        )


def _places(views: list[Strange], twin_of: _TwinOf, top: Any) -> Iterator[tuple[int, int]]:
    """From where to where instances stand in the file of a record."""
    for left, name, _, _ in views:
        twin = twin_of(left)
        extent = None if twin is None else twin._extent(name)
        if extent is not None and extent.io.data is top._io.data:
            yield extent.io._start + extent.start, extent.io._start + extent.end


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


def _records(value: Any) -> Iterator[Any]:
    """The records in a value, and those in their fields."""
    pending = [each for each, _ in paired(value, value, in_order=True)]
    while pending:
        yield (each := pending.pop())
        pending += below(each)
