"""Where the fields of a record stand, and the elements of a list, one after the other."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any

from quire.runtime import structure as s
from quire.runtime.errors import EXPLAINED, FAILURES
from quire.runtime.paths import attribute
from quire.runtime.record import Record
from quire.runtime.structure.evaluate import Unknown
from quire.runtime.structure.extents import Extents

UNTOLD = (Unknown, *EXPLAINED, *FAILURES)
"""What is raised where nothing tells where something stands."""


Bits = tuple[int, int]
"""From where to where something stands in its stream."""

NOWHERE = -1
"""Where a record begins of which nobody knows it."""

LONG = 1000
"""Elements of a list that is not gone through twice to find its end."""


class Fields:
    """Where the fields of records stand; what took long to find is found once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Bits] = {}

    def of(self, held: Extents, path: str) -> Iterator[tuple[s.Field, Bits | None]]:
        """The fields of a record that are there, and where each stands in its stream.

        Args:
            held: The record.
            path: Where it is in the tree.
        """
        at = held.begin if held.begin != NOWHERE else None
        return self.run(held, path, held.type.fields, at)

    def run(
        self, held: Extents, path: str, fields: Iterable[s.Field], at: int | None
    ) -> Iterator[tuple[s.Field, Bits | None]]:
        """The same of some fields that follow each other, the first of which begins at a bit."""
        is_placed = held.begin != NOWHERE
        for field in fields:
            if field.offset is not None and is_placed:
                at = held.begin + field.offset * 8 + field.bit
            found = None
            if at is not None:
                try:
                    found = self._extent(held, field, at, path)
                    at = found[1]
                except UNTOLD:
                    at = None
            if hasattr(held.record, attribute(field.id)):
                yield field, found

    def _extent(self, held: Extents, field: s.Field, at: int, path: str) -> Bits:
        values = getattr(held.record, attribute(field.id), ())
        if field.repeat is None or len(values) < LONG:
            return held.extent(field, at)
        key = path, field.id
        if key not in self._known:
            end = _end_of_last(held, field)
            self._known[key] = (at, end) if end is not None and end > at else held.extent(field, at)
        return self._known[key]


class NoPlaces(Fields):
    """Fields of records of which nobody asks where they stand."""

    def run(
        self,
        held: Extents,
        path: str,  # noqa: ARG002  # others need it, and where that is
        fields: Iterable[s.Field],
        at: int | None,  # noqa: ARG002  # every kind of place takes it
    ) -> Iterator[tuple[s.Field, Bits | None]]:
        """Those of some fields that are there."""
        for field in fields:
            if hasattr(held.record, attribute(field.id)):
                yield field, None


def _end_of_last(held: Extents, field: s.Field) -> int | None:
    """Where the last field of a record ends, if the stream of the record tells."""
    if field is not held.type.fields[-1]:
        return None
    if field.repeat is not None and field.repeat.count is None and field.repeat.until is None:
        return int(held.io.size()) * 8
    holder = held.record._holder if isinstance(held.record, Record) else held.record
    if holder is None or (isinstance(holder, Record) and holder._io is not held.io):
        return int(held.io.pos()) * 8  # where reading left it
    return None


class Elements:
    """Where the elements of a list stand; those before one that is asked for are found with it.

    Args:
        held: The record that has the list, in the stream that the list is in.
        field: The list.
        at: Where it begins in that stream, in bits.
    """

    def __init__(self, held: Extents, field: s.Field, at: int) -> None:
        self.held, self.field = held, field
        self._values = getattr(held.record, attribute(field.id))
        self._starts, self._ends = array("q"), array("q")
        try:
            self._known = held.known(field, self._values, at)
        except UNTOLD:
            self._known = None
        self._rest = iter(()) if self._known else held.elements(field, at)

    def __getitem__(self, i: int) -> Bits | None:
        if self._known is not None:
            return self._known(i), self._known(i + 1)
        while i >= len(self._ends) and self._find_next():
            pass
        return (self._starts[i], self._ends[i]) if i < len(self._ends) else None

    def index_at(self, bit: int) -> int | None:
        """The element that has a bit; None if none has."""
        count = len(self._values)
        if self._known is not None:
            i = bisect_right(range(count), bit, key=self._known) - 1
            return i if i >= 0 and bit < self._known(i + 1) else None
        while (not self._ends or self._ends[-1] <= bit) and self._find_next():
            pass
        i = bisect_right(self._starts, bit) - 1
        return i if i >= 0 and bit < self._ends[i] else None

    def _find_next(self) -> bool:
        try:
            start, end = next(self._rest)
            self._ends.append(end)  # the larger one first: what is beyond all files has no place
        except (StopIteration, OverflowError, *UNTOLD):
            self._rest = iter(())
            return False
        self._starts.append(start)
        return True


def stream_of(held: Extents, field: s.Field) -> Any:
    """The stream that a member of a record stands in; None if that is not known."""
    if field in held.type.fields:
        return held.io
    found = held.instance(attribute(field.id))
    return None if found is None else found[0]
