"""Where the fields of a record stood when it was read, beside where they stand in what was made.

Both are told by the plan: nothing is noted of fields while a file is read, or written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Self

from quire.runtime.editing.comparing.aligning import aligned_pairs
from quire.runtime.editing.comparing.columns import own_fields
from quire.runtime.editing.comparing.fewest_edits import beside
from quire.runtime.editing.instances.edges import Pair, Span
from quire.runtime.editing.pairing.pairs import may_have_records
from quire.runtime.errors import EXPLAINED
from quire.runtime.lists.lazy import Lazy
from quire.runtime.paths import attribute
from quire.runtime.reading.instance import NONE
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record
from quire.runtime.structure import Field, Switch
from quire.runtime.structure import Record as Stored
from quire.runtime.structure.evaluate import Unknown
from quire.runtime.structure.extents import Bits, Extents

UNTOLD = (*EXPLAINED, Unknown, ValueError, OSError)
"""The errors of fields that do not tell where they end: the stream may be read anywhere."""

_Both = tuple[int, int]
"""A bit of what was read, and one of what was made."""


class FieldsBeside(NamedTuple):
    """A record that was read, and the same one over the bytes that were made of it.

    Attributes:
        was: The record that was read.
        now: The other one.
        begin: Where the streams of both begin, in bytes.
    """

    was: Extents
    now: Extents
    begin: tuple[int, int]

    def fields(self, *, deep: bool) -> Iterator[Pair]:
        """Each field, and each element of a list of plain values.

        Args:
            deep: Whether those of records in it are told, too; those in streams of their own, which
                have bytes of this one, always are.
        """
        ends = self.was.begin, self.now.begin
        fields = own_fields(type(self.now.record))
        for field in self.was.type.fields:
            if attribute(field.id) in fields:
                yield from self.field(field, ends, deep=deep)
            ends = self.was.extent(field, ends[0])[1], self.now.extent(field, ends[1])[1]

    def field(self, field: Field, at: _Both, *, deep: bool) -> Iterator[Pair]:
        """The same of one field, or of an instance."""
        there, here = self.was.extent(field, at[0]), self.now.extent(field, at[1])
        yield self.pair(there, here)
        was, now = (getattr(each.record, attribute(field.id), NONE) for each in self[:2])
        if field.repeat is None:
            yield from self._inside(was, now, (there, here), deep=deep)
        elif isinstance(was, list) and isinstance(now, list):
            if not may_have_records([was, now]):
                yield from self.plain(field, (was, now), at)
            elif deep or _may_have_stream(field.stored):
                yield from self._records(field, (was, now), at, deep=deep)

    def plain(self, field: Field, values: tuple[Any, Any], at: _Both) -> Iterator[Pair]:
        """The elements of a list of plain values."""
        there, here = elements_of(self.was, field, at[0]), elements_of(self.now, field, at[1])
        places = dict(beside(*values))
        for i, bits in enumerate(there):
            yield self.pair(bits, here[places[i]] if i in places else None)

    def _records(
        self, field: Field, values: tuple[Any, Any], at: _Both, *, deep: bool
    ) -> Iterator[Pair]:
        """The elements of a list of records, and what is told of that in them."""
        was, now = values
        for each in values:
            if isinstance(each, Lazy):
                Lazy._fill(each)  # elements are told by what they are
        there, here = elements_of(self.was, field, at[0]), elements_of(self.now, field, at[1])
        was_at, now_at = ({id(each): i for i, each in enumerate(some)} for some in values)
        found = {was_at[id(other)]: now_at[id(each)] for each, other in aligned_pairs(now, was)}
        for i, bits in enumerate(there):
            j = found.get(i)
            yield self.pair(bits, None if j is None else here[j])
            if j is not None:
                yield from self._inside(was[i], now[j], (bits, here[j]), deep=deep)

    def _inside(self, was: Any, now: Any, at: tuple[Bits, Bits], *, deep: bool) -> Iterator[Pair]:
        """What is in a record that a field is, or an element."""
        if isinstance(was, Record) and type(was) is type(now):
            there = self._of(was, now, at) if deep or was._io is not self.was.io else None
            yield from there.fields(deep=True) if there is not None else ()

    def _of(self, was: Any, now: Any, at: tuple[Bits, Bits]) -> Self | None:
        """A record in this one; None, if it was decoded from other bytes."""
        there, here = at
        if was._io is self.was.io:
            both = Extents.of(was, self.was.io, there[0]), Extents.of(now, self.now.io, here[0])
            return type(self)(*both, self.begin)
        if was._io.begin is None:
            return None
        start, begin = there[0] // 8, here[0] // 8
        made = Reader(self.now.io.whole()[begin : here[1] // 8])
        both = Extents.of(was, was._io, 0), Extents.of(now, made, 0)
        return type(self)(*both, (self.begin[0] + start, self.begin[1] + begin))

    def pair(self, was: Bits, now: Bits | None) -> Pair:
        """Where something stood in the outermost stream, and where it does, in bytes."""
        there, here = self.begin
        return _in_bytes(was, there), None if now is None else _in_bytes(now, here)


def _may_have_stream(stored: Any) -> bool:
    """Whether a record that a field is may have a stream of its own."""
    some = [case.stored for case in stored.cases] if isinstance(stored, Switch) else [stored]
    return any(isinstance(each, Stored) and each.extent is not None for each in some)


def elements_of(of: Extents, field: Field, at: int) -> list[Bits]:
    """Where the elements of a list stand."""
    values = getattr(of.record, attribute(field.id))
    if (known := of.known(field, values, at)) is not None:
        return [(known(i), known(i + 1)) for i in range(len(values))]
    return [*of.elements(field, at)]


def _in_bytes(bits: Bits, begin: int) -> Span:
    return begin + -(-bits[0] // 8), begin + -(-bits[1] // 8)
