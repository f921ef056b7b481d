"""Where the fields of a record stand: its plan gone through again, with what was read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, Self

from quire.runtime import structure as s
from quire.runtime.lists.lazy import Lazy
from quire.runtime.lists.rows import Rows
from quire.runtime.paths import attribute
from quire.runtime.structure.evaluate import Here, Unknown, value_of
from quire.runtime.structure.expressions import names_in
from quire.runtime.structure.lookup import type_and_spec
from quire.runtime.structure.node import Node
from quire.runtime.values.units import find_unit

Bits = tuple[int, int]
"""From where to where something stands in its stream, in bits."""


class Extents:
    """A record and its plan.

    Args:
        record: The record; or a row of a table.
        type_: Its type.
        spec: The plan of that.
        io: The stream that it is in.
        begin: Where it begins there, in bits.
    """

    def __init__(self, record: Any, type_: s.Type, spec: s.Spec, io: Any, begin: int) -> None:
        self.record, self.type, self.spec, self.io, self.begin = record, type_, spec, io, begin

    @classmethod
    def of(cls, record: Any, io: Any, begin: int) -> Self:
        """Those of a record.

        Raises:
            Unknown: its class is somebody else's.
        """
        try:
            type_, spec = type_and_spec(type(record))
        except TypeError as error:
            raise Unknown(type(record).__qualname__) from error
        return cls(record, type_, spec, io, begin)

    def end(self) -> int:
        """Where the record ends, in bits."""
        if self.type.size is not None and self.begin % 8 == 0:
            return self.begin + self.type.size * 8
        at = self.begin
        for field in self.type.fields:
            _, at = self.extent(field, at)
        return at

    def start(self, field: s.Field) -> int:
        """Where a field begins."""
        at = self.begin
        if field.offset is not None:
            return at + field.offset * 8 + field.bit
        for each in self.type.fields:
            if each is field:
                break
            _, at = self.extent(each, at)
        return _begin(field.stored, at)

    def instance(self, name: str) -> tuple[Any, int, int] | None:
        """The stream of an instance, and from where to where it stands there, if it was read."""
        found = self.record._extent(name)
        return None if found is None else (found.io, found.start * 8, found.end * 8)

    def extent(self, field: s.Field, at: int) -> Bits:
        """Where a field stands that comes next."""
        if not hasattr(self.record, attribute(field.id)):
            return at, at
        self._expect_still(field, at)
        start = _begin(field.stored, at)
        if field.repeat is None:
            return start, self._end_of(field, getattr(self.record, attribute(field.id)), at)
        end = at
        for _, end in self.elements(field, at):  # noqa: B007  # the last one is asked for
            pass
        return start, end + self._gap(field, len(getattr(self.record, attribute(field.id))))

    def _gap(self, field: s.Field, index: int) -> int:
        """How many bits before an element of a list are none of one that is right."""
        gaps = getattr(self.record, "_gaps", {}).get(field.id, ())
        size: int = sum(gap.size for gap in gaps if gap.before == index)
        return size * 8

    def _expect_still(self, field: s.Field, at: int) -> None:
        """Refuse to tell what comes next where a look at an instance may have moved the stream.

        One without a position is read where the stream stands; any is read from a whole byte on.
        """
        loose = [each.id for each in self.type.instances if each.pos is each.value is None]
        if loose and not {*loose}.isdisjoint(_words(self.spec)):
            raise Unknown(field.id)
        if at % 8 and any(len(way) > 1 or self._is_instance(way[0]) for way in _names(field)):
            raise Unknown(field.id)

    def _is_instance(self, name: str) -> bool:
        return any(each.id == name for each in self.type.instances)

    def elements(self, field: s.Field, at: int, index: int | None = None) -> Iterator[Bits]:
        """Where the elements of a list stand, or one alone, and then where the list ends.

        What all take as many bytes is not gone through one by one.
        """
        values = getattr(self.record, attribute(field.id))
        count = len(values)
        if (known := self.known(field, values, at)) is not None:
            wanted = count - 1 if index is None else index
            if count:
                yield known(wanted), known(wanted + 1)
            return
        for i in range(count if index is None else index + 1):
            at += self._gap(field, i)
            end = self._end_of(field, values[i], at, i)
            if index is None or i == index:
                yield _begin(field.stored, at), end
            at = end

    def element(self, field: s.Field, value: Any, at: int, index: int) -> Bits:
        """Where an element of a list stands that comes next."""
        return _begin(field.stored, at), self._end_of(field, value, at, index)

    def known(self, field: s.Field, values: Any, at: int) -> Callable[[int], int] | None:
        """What tells where an element begins without a look at those before it, if anything."""
        if isinstance(values, Lazy) and isinstance(rows := values._source, Rows):
            return lambda i: at + rows.place(i) * 8
        size = element_size(field.stored, self.spec)
        if size is None or at % 8 or (field.repeat is not None and field.repeat.sync is not None):
            return None
        return lambda i: at + i * size * 8

    def _end_of(self, field: s.Field, value: Any, at: int, index: int | None = None) -> int:
        """Where an element ends that comes next."""
        here = Here(self.record, self.spec, self.io, at, field.id, index)
        return self._stored_end(field.stored, value, here)

    def _stored_end(self, stored: Any, value: Any, here: Here) -> int:
        if isinstance(stored, s.Bits):
            return here.bit + stored.width
        if isinstance(stored, s.Switch):
            case = chosen(stored, here)
            return here.bit if case is None else self._stored_end(case, value, here)
        if isinstance(stored, s.Record) and stored.extent is None:
            return self.within(stored, value, here.bit).end()
        start = _bytes(here.bit)
        if isinstance(stored, s.Number):
            return (start + stored.size) * 8
        return _stop(stored.extent, start, here) * 8

    def within(self, stored: s.Record, value: Any, at: int) -> Self:
        """The record that an element is, in the same stream; a row of a table is none itself."""
        if hasattr(value, "_io"):
            return type(self).of(value, self.io, at)
        here = Here(self.record, self.spec, self.io, at, "")
        given = {attribute(name): value_of(arg, here) for name, arg in stored.args}
        around = {"_parent": self.record, "_root": self.record._root}
        row = SimpleNamespace(**value._asdict(), **given, **around)
        return type(self)(row, self.spec.type(stored.path), self.spec, self.io, at)


def _names(field: s.Field) -> Iterator[tuple[str, ...]]:
    """What is asked for while a field is read."""
    yield from names_in(field.condition)
    yield from names_in(None if field.repeat is None else field.repeat.count)
    yield from names_in(None if field.repeat is None else field.repeat.until)
    yield from names_in(field.stored.on if isinstance(field.stored, s.Switch) else None)


def _words(spec: s.Spec) -> Iterator[str]:
    """Every word of the expressions of a spec."""
    for type_ in spec.types:
        for field in (*type_.fields, *type_.instances):
            told = (fact for name, fact in field.facts() if name not in ("id", "doc", "type"))
            yield from _texts(tuple(told))


def _texts(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from _texts(each)
    elif isinstance(part, Node):
        yield from _texts(tuple(fact for _, fact in part.facts()))


def element_size(stored: Any, spec: s.Spec) -> int | None:
    """The bytes that an element takes, where that is always so."""
    if isinstance(stored, s.Number):
        return stored.size
    if (extent := getattr(stored, "extent", None)) is not None:
        return extent.size if type(extent.size) is int else None
    if not isinstance(stored, s.Record):
        return None
    return next((each.size for each in spec.types if each.path == stored.path), None)


def chosen(stored: s.Switch, here: Here) -> Any:
    """The case that holds; None if none does."""
    on = value_of(stored.on, here)
    rest = None
    for case in stored.cases:
        if case.key is None:
            rest = case.stored
        elif value_of(case.key, here) == on:
            return case.stored
    return rest


def _stop(extent: s.Extent, start: int, here: Here) -> int:
    """Where bytes end that begin somewhere in the stream."""
    if extent.size is not None:
        return start + int(value_of(extent.size, here))
    whole = here.io.whole()
    terminator = extent.terminator
    if extent.to_end or terminator is None:
        return len(whole)
    found = find_unit(whole, terminator, start, len(whole))
    if found < 0:
        return len(whole)
    return found + (len(terminator) if extent.consume else 0)


def _begin(stored: Any, at: int) -> int:
    """Where something begins that comes next."""
    return _bytes(at) * 8 if begins_with_a_byte(stored) else at


def begins_with_a_byte(stored: Any) -> bool:
    """Whether bits that are left are dropped before something; records go on with them."""
    return isinstance(stored, s.Number | s.Bytes | s.Text) or (
        isinstance(stored, s.Record) and stored.extent is not None
    )


def _bytes(bits: int) -> int:
    return -(-bits // 8)
