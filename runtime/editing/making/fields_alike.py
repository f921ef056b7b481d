"""Which fields of what was made stand in the place of which of those that were read.

The plan tells, where records in them do not: some were put in, taken out, or stand elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from quire.runtime.editing.comparing.columns import own_fields
from quire.runtime.editing.instances.fields_beside import UNTOLD, FieldsBeside
from quire.runtime.editing.making.alike import Both, Span, Stretch, Written
from quire.runtime.editing.pairing.pairs import may_have_records
from quire.runtime.lists.lazy import Lazy
from quire.runtime.paths import attribute
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record
from quire.runtime.structure import Field
from quire.runtime.structure.evaluate import Unknown
from quire.runtime.structure.extents import Bits, Extents


def fields_alike(both: Both, mine: Written, theirs: Written, made: Reader) -> list[Stretch]:
    """The bytes of the fields of a record, but of those in which there are records of its stream.

    Args:
        both: The record, and what was read in its place.
        mine: What was made, with the record in it.
        theirs: What the twin makes of what was read.
        made: The same as `mine`, as a stream.

    Returns:
        They; nothing, if nobody can tell.
    """
    with suppress(*UNTOLD):
        return [*_Fields(both, mine, theirs, made).stretches()]
    return []


class _Side(NamedTuple):
    """A record, as it was made or read.

    Attributes:
        of: It, and its plan.
        written: What it was written in.
        away: Where that begins in the stream, in bits.
    """

    of: Extents
    written: Written
    away: int

    def value(self, field: Field) -> Any:
        """What a field is."""
        return getattr(self.of.record, attribute(field.id), None)

    def last(self, field: Field) -> Span | None:
        """Where the last record of a field stands; None if there is none in the same stream."""
        value = self.value(field)
        if isinstance(value, list):
            value = None if isinstance(value, Lazy) or not value else value[-1]
        return self.written.span(value) if isinstance(value, Record) else None

    def end(self, field: Field, at: int) -> int | None:
        """Where a field ends, in bits; None, if somebody would have to look at all of a list."""
        if (last := self.last(field)) is not None:
            return last[1] * 8 + self.away
        value = self.value(field)
        if isinstance(value, Lazy) and self.of.known(field, value, at) is None:
            return None
        return self.of.extent(field, at)[1]


class _Fields:
    """Those of a record, where they are and where they were; see `fields_alike`."""

    def __init__(self, both: Both, mine: Written, theirs: Written, made: Reader) -> None:
        if not isinstance(both.value, Record):
            raise Unknown("")
        self._both, away = both, theirs.start * 8
        now = Extents.of(both.value, made, both.here[0] * 8)
        was = Extents.of(both.was, both.was._io, both.there[0] * 8 + away)
        self._was, self._now = _Side(was, theirs, away), _Side(now, mine, 0)
        self._beside = FieldsBeside(was, now, (-theirs.start, 0))

    def stretches(self) -> Iterator[Stretch]:
        """The bytes of each field, and what is left of both behind the last one.

        Raises:
            Unknown: they go by more than the bytes of the record.
        """
        names = own_fields(type(self._both.value))
        there, here = self._was.of.begin, self._now.of.begin
        for field in self._was.of.type.fields:
            if attribute(field.id) not in names:
                continue
            stop, end = self._was.end(field, there), self._now.end(field, here)
            if stop is None or end is None:
                return  # nobody knows what is behind it either
            if self._was.last(field) is self._now.last(field) is None:
                yield from self._of_field(field, (there, stop), (here, end))
            there, here = stop, end
        was, now = self._both.there[1] * 8 + self._was.away, self._both.here[1] * 8
        if was < there or now < here:
            raise Unknown("")
        yield self._stretch((there, was), (here, now))

    def _of_field(self, field: Field, there: Bits, here: Bits) -> Iterator[Stretch]:
        """The bytes of a field; of a list that has become longer, or shorter, of its elements."""
        some = self._was.value(field), self._now.value(field)
        is_list = all(isinstance(each, list) for each in some)
        if is_list and may_have_records([*some]):
            return  # they were copied, and may be in other places
        if there[1] - there[0] == here[1] - here[0] or not is_list:
            yield self._stretch(there, here)
            return
        for was, now in self._beside.plain(field, some, (there[0], here[0])):
            if now is not None:
                yield slice(*now), slice(*was)

    def _stretch(self, there: Bits, here: Bits) -> Stretch:
        was, now = self._beside.pair(there, here)
        return slice(*now or was), slice(*was)
