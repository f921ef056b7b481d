"""Where the fields of a record stand, and the elements of a list, one after the other."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from quire.runtime import structure as s
from quire.runtime.errors import EXPLAINED, FAILURES
from quire.runtime.paths import attribute
from quire.runtime.structure.evaluate import Unknown
from quire.runtime.structure.extents import Extents

UNTOLD = (Unknown, *EXPLAINED, *FAILURES)
"""What is raised where nothing tells where something stands."""


def fields_of(held: Extents) -> Iterator[tuple[s.Field, tuple[int, int] | None]]:
    """The fields of a record that are there, and where each stands in its stream, in bits."""
    at: int | None = held.begin
    for field in held.type.fields:
        if field.offset is not None:
            at = held.begin + field.offset * 8 + field.bit
        found = None
        if at is not None:
            try:
                found = held.extent(field, at)
                at = found[1]
            except UNTOLD:
                at = None
        if hasattr(held.record, attribute(field.id)):
            yield field, found


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

    def __getitem__(self, i: int) -> tuple[int, int] | None:
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
        except (StopIteration, *UNTOLD):
            self._rest = iter(())
            return False
        self._starts.append(start)
        self._ends.append(end)
        return True


def stream_of(held: Extents, field: s.Field) -> Any:
    """The stream that a member of a record stands in; None if that is not known."""
    if field in held.type.fields:
        return held.io
    found = held.instance(attribute(field.id))
    return None if found is None else found[0]
