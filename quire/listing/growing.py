"""The tree of a file whose lists of records come element by element, while it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from quire.listing.parts import PartsReader
from quire.runtime import structure as s
from quire.runtime.errors import FormatError, join_path
from quire.runtime.feeding.best_effort import Partly
from quire.runtime.feeding.fed import FieldsPart, ListPart, Parts, RecordPart
from quire.runtime.feeding.part_by_part import Level
from quire.runtime.feeding.stepping import tell
from quire.runtime.paths import attribute
from quire.runtime.record import Record
from quire.runtime.showing.walk import Member
from quire.runtime.structure.extents import Extents
from quire.view.places import UNTOLD, Bits, Fields, NoPlaces
from quire.view.streams import Streams
from quire.view.tree import Item, Tree, inside

Wanted = Callable[[Any], bool]
"""Tells whether an element is to be shown."""


class GrowingTree(Tree):
    """The tree of a file that is read while one goes through it, once and in order.

    Args:
        reader: Reads the file.
        streams: Its bytes.
        name: What it is called.
        fields: Finds where fields stand.
    """

    def __init__(self, reader: PartsReader, streams: Streams, name: str, fields: Fields) -> None:
        super().__init__(Partly(reader.root), streams, name, fields, sums=False)
        self.reader = reader
        reader.ends = self._end
        self.has_places = not isinstance(fields, NoPlaces)

    def comes(self, value: Any) -> bool:
        """Whether a value is a list, or a record, that comes part by part."""
        return isinstance(value, Coming) or any(each.root is value for each in self.reader.levels)

    def children(self, item: Item, start: int = 0, stop: int | None = None) -> Iterator[Item]:
        """What is in a record, a list or a document; of a list that comes, all that comes."""
        if isinstance(item.value, Coming):
            yield from item.value.elements(item)
        else:
            yield from super().children(item, start, stop)

    def ended_in(self, item: Item, shown: int) -> Iterator[Item]:
        """The element of a list at which reading ended, if it is behind those that are shown."""
        if isinstance(item.value, Coming):
            yield from item.value.damaged(item) if item.value.count >= shown else ()
        else:
            yield from super().ended_in(item, shown)

    def _members(self, item: Item, record: Record) -> Iterator[Item]:
        level = next((each for each in self.reader.levels if each.root is record), None)
        if level is None or item.held is None:
            yield from super()._members(item, record)
            return
        params = super()._members(item, record) if record._params else iter(())
        yield from takewhile(lambda each: each.name in record._params, params)
        for number, part in enumerate(level.parts):
            if isinstance(part, ListPart):
                yield from self._list(item, item.held, level, part)
            else:
                yield from self._run(item, item.held, level, number)
            if self.error is not None:
                break
        yield from (each for each in super()._members(item, record) if each.name[0] == "@")

    def _list(self, item: Item, held: Extents, level: Level, part: ListPart) -> Iterator[Item]:
        """A list; elements that nobody asks for are passed over."""
        field = next(each for each in held.type.fields if each.id == part.field)
        coming, name = Coming(self, level, part, held, field), attribute(field.id)
        path, at = join_path(item.path, name), self.at(held)
        begins = self.streams.place(held.io, at, at, path)  # nobody knows where it ends
        while self.reader.is_short_of(level):
            self.reader.step()
        value: Any = coming if coming.goes_on or self.error is not None else []
        yield Item(name, path, value, field, held.type, begins)
        coming.pass_over()

    def _run(self, item: Item, held: Extents, level: Level, number: int) -> Iterator[Item]:
        """The fields between two lists; a record among them may be read part by part itself."""
        at, reader = self.at(held), self.reader
        reader.step()
        fields = _between(level.parts, number, held.type.fields)
        if (inner := reader.levels[-1]) is not level:
            yield self._begun(item, held, inner, fields[0], at)
            reader.leave(inner)
            return
        there = {
            attribute(field.id): (field, bits)
            for field, bits in self._fields.run(held, item.path, fields, at)
        }
        for name in there:
            made = self._member(item, Member(level.root, name, getattr(level.root, name)), there)
            yield made._replace(error=self._wrong.get(made.path, made.error))
        if self.error is not None:
            yield from self._missing(item)

    def _begun(self, item: Item, held: Extents, level: Level, field: s.Field, at: int) -> Item:
        """A record that comes part by part, of a field that begins at a bit."""
        name = attribute(field.id)
        path = join_path(item.path, name)
        made = Item(name, path, level.root, field, held.type, error=level.cut)
        return self._placed(made, held, field, self.known(at, level))

    def known(self, at: int, level: Level) -> Bits:
        """From where to where a record stands that begins at a bit, if that is known already."""
        return at, at + (level.end - self.reader.pos) * 8 if level.is_apart else at

    def _end(self) -> None:
        """Note why the file cannot be read further."""
        damage = self.reader.damage
        self.error, self.end = self.reader.error, damage.last or damage.cut[-1]
        self._note(damage)

    def at(self, held: Extents) -> int:
        """The bit in the stream of a record up to which the file was read."""
        start: int = held.io._start
        return (self.reader.pos - start) * 8

    def element_at(
        self, item: Item, held: Extents, record: Any, index: int, bits: Bits | None
    ) -> Item:
        """An element of a list that comes."""
        io, path = held.io, f"{item.path}[{index}]"
        at = None if bits is None else bits[0]
        inner = None if item.field is None else inside(held, item.field, record, io, at)
        place = None if bits is None else self.streams.place(io, *bits, path)
        error = self._wrong.get(path)
        if record is self.reader.damage.record:
            error = error or self._wrong.get(item.path)
        return Item(f"[{index}]", path, record, item.field, item.type, place, inner, error=error)

    def missing_at(self, item: Item, index: int, error: FormatError) -> Item:
        """The element of a list that comes of which nothing could be read."""
        path = f"{item.path}[{index}]"
        place = self.place_of(error, to_end=True)
        return Item(f"[{index}]", path, None, item.field, item.type, place, error=error)


class Coming:
    """A list whose elements come while the file is read.

    Args:
        tree: Of the file.
        level: The record that has the list.
        part: The list, as it is read.
        held: The record with its plan.
        field: The list in that.

    Attributes:
        count: How many elements were read.
    """

    def __init__(
        self, tree: GrowingTree, level: Level, part: ListPart, held: Extents, field: s.Field
    ) -> None:
        self._tree, self._reader, self._level = tree, tree.reader, level
        self._part, self._held, self._field = part, held, field
        self._number = level.place.part
        self._is_shown = False
        self.count = 0

    def elements(
        self, item: Item, wanted: Wanted = lambda _record: True, start: int = 0
    ) -> Iterator[Item]:
        """The elements that are wanted, each when it was read; at the end the one that is wrong.

        Those before the number `start` are passed over.
        """
        if self.goes_on and self.count < start:
            self.count += self._reader.skip(self._level, start - self.count)
        while self.goes_on:
            first, at = self.count, self._tree.at(self._held)
            records = self._reader.step()
            if (inner := self._reader.levels[-1]) is not self._level:
                self._is_shown = first >= start
                if self._is_shown:
                    bits = self._tree.known(at, inner)
                    made = self._tree.element_at(item, self._held, inner.root, first, bits)
                    yield made._replace(error=inner.cut)
                self._leave_inner()
                continue
            self.count += len(records)
            before = max(start - first, 0)
            yield from self._few(item, first, at, records, before, wanted)
        yield from self.damaged(item)

    def _few(
        self,
        item: Item,
        first: int,
        at: int,
        records: Sequence[Any],
        start: int,
        wanted: Wanted,
    ) -> Iterator[Item]:
        """Those that are wanted of elements of which the first begins at a bit, from one on."""
        placed, begins = 0, at if self._tree.has_places else None
        for i, record in enumerate(records):
            if i < start or not wanted(record):
                continue
            for before in range(placed, i):
                begins = self._end_of(records[before], begins, first + before)
            placed = i
            bits = self._bits(record, begins, first + i)
            tell(record, self._held.io, f"{item.name}[{first + i}]")  # its list does not have it
            yield self._tree.element_at(item, self._held, record, first + i, bits)

    def pass_over(self) -> None:
        """Read what is left of the list, without making lines of it."""
        self._leave_inner()
        if self.goes_on:
            self.count += self._reader.pass_over(self._level)

    def goes_beyond(self, number: int) -> bool:
        """Whether there are more elements than a number; they are read up to there."""
        self._leave_inner()
        while self.goes_on and self.count <= number:
            self.count += len(self._reader.read(self._level))
        return self.count > number

    def damaged(self, item: Item) -> Iterator[Item]:
        """The element that could not be read, if there is one, and none of it was shown."""
        error, reader = self._tree.error, self._reader
        if error is None or self._is_shown or not self._is_amid:
            return
        record, index = reader.damage.record, self.count
        if reader.levels[-1] is not self._level or record is None:
            yield self._tree.missing_at(item, index, self._tree.end or error)
        else:
            bits = (self._tree.at(self._held), self._held.io.size() * 8)
            placed = bits if self._tree.has_places else None
            yield self._tree.element_at(item, self._held, record, index, placed)

    @property
    def goes_on(self) -> bool:
        """Whether elements may come."""
        return self._reader.error is None and self._is_amid

    @property
    def _is_amid(self) -> bool:
        """Whether some of the list is still to be read."""
        return self._level in self._reader.levels and self._level.place.part == self._number

    def _leave_inner(self) -> None:
        """Read what is left of an element that was begun."""
        levels = self._reader.levels
        if self._reader.error is None and self._level in levels and self._level is not levels[-1]:
            inner = levels[levels.index(self._level) + 1]
            self.count += len(self._reader.leave(inner))
            self._is_shown = self._reader.error is not None

    def _end_of(self, record: Any, at: int | None, index: int) -> int | None:
        bits = self._bits(record, at, index)
        return None if bits is None else bits[1]

    def _bits(self, record: Any, at: int | None, index: int) -> Bits | None:
        """Where an element stands that begins at a bit, if that is known."""
        if at is None:
            return None
        try:
            return self._held.element(self._field, record, at, index)
        except UNTOLD:
            return None


def _between(parts: Parts, number: int, fields: Sequence[s.Field]) -> Sequence[s.Field]:
    """The fields of the part of a number: one, or those between the ones before and after it."""
    names = [field.id for field in fields]
    if isinstance(part := parts[number], RecordPart):
        return fields[names.index(part.field) :][:1]
    before = [part.field for part in parts[:number] if not isinstance(part, FieldsPart)]
    after = [part.field for part in parts[number:] if not isinstance(part, FieldsPart)]
    start = names.index(before[-1]) + 1 if before else 0
    return fields[start : names.index(after[0]) if after else len(fields)]
