"""The tree of a file whose lists of records come element by element, while it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from quire.listing.parts import PartsReader
from quire.runtime import structure as s
from quire.runtime.errors import FormatError, join_path
from quire.runtime.fed import FieldsPart, ListPart
from quire.runtime.partly import Partly, size_of_rows
from quire.runtime.paths import attribute
from quire.runtime.record import Record
from quire.runtime.stepping import tell
from quire.runtime.structure.extents import Extents
from quire.runtime.structure.lookup import class_at
from quire.runtime.walk import Member
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
        self.top = Extents.of(reader.root, reader.root._io, 0)
        self.has_places = not isinstance(fields, NoPlaces)

    def read_on(self) -> Sequence[Any]:
        """Read a step further; the elements that this gives."""
        records = self.reader.step()
        if self.reader.error is not None:
            damage = self.reader.damage
            self.error, self.end = self.reader.error, damage.last or damage.cut[-1]
            self._note(damage)
        return records

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
        if record is not self.root.value:
            yield from super()._members(item, record)
            return
        for number, part in enumerate(self.reader.parts):
            if isinstance(part, ListPart):
                yield from self._list(item, part)
            else:
                yield from self._run(item, number)
            if self.error is not None:
                break
        yield from (each for each in super()._members(item, record) if each.name[0] == "@")

    def _list(self, item: Item, part: ListPart) -> Iterator[Item]:
        """A list; elements that nobody asks for are passed over."""
        field = next(each for each in self.top.type.fields if each.id == part.field)
        coming, name = Coming(self, part, field), attribute(field.id)
        path, at = join_path(item.path, name), self.reader.pos * 8
        begins = self.streams.place(self.top.io, at, at, path)  # nobody knows where it ends
        yield Item(name, path, coming, field, self.top.type, begins)
        coming.pass_over()

    def _run(self, item: Item, number: int) -> Iterator[Item]:
        """The fields between two lists."""
        at, parts = self.reader.pos * 8, self.reader.parts
        self.read_on()
        fields = _between(parts, number, self.top.type.fields)
        there = {
            attribute(field.id): (field, bits)
            for field, bits in self._fields.run(self.top, item.path, fields, at)
        }
        record = self.root.value
        for name in there:
            made = self._member(item, Member(record, name, getattr(record, name)), there)
            yield made._replace(error=self._wrong.get(made.path, made.error))
        if self.error is not None:
            yield from self._missing(item)

    def element_at(
        self, item: Item, field: s.Field, record: Any, index: int, bits: Bits | None
    ) -> Item:
        """An element of a list that comes."""
        io = self.top.io
        tell(record, io, f"{attribute(field.id)}[{index}]")
        path = f"{item.path}[{index}]"
        held = inside(self.top, field, record, io, None if bits is None else bits[0])
        place = None if bits is None else self.streams.place(io, *bits, path)
        error = self._wrong.get(path)
        if record is self.reader.damage.record:
            error = error or self._wrong.get(join_path(item.path.rpartition(".")[0], field.id))
        return Item(f"[{index}]", path, record, field, item.type, place, held, error=error)

    def missing_at(self, item: Item, index: int, error: FormatError) -> Item:
        """The element of a list that comes of which nothing could be read."""
        path = f"{item.path}[{index}]"
        place = self.place_of(error, to_end=True)
        return Item(f"[{index}]", path, None, item.field, item.type, place, error=error)


class Coming:
    """A list whose elements come while the file is read.

    Args:
        tree: Of the file.
        part: The list, as it is read.
        field: The list in the plan.

    Attributes:
        count: How many elements were read.
    """

    def __init__(self, tree: GrowingTree, part: ListPart, field: s.Field) -> None:
        self._tree, self._reader = tree, tree.reader
        self._part, self._field, self._number = part, field, tree.reader.part
        self.count = 0

    def elements(self, item: Item, wanted: Wanted = lambda _record: True) -> Iterator[Item]:
        """The elements that are wanted, each when it was read; at the end the one that is wrong."""
        while self._goes_on:
            first, at = self.count, self._reader.pos * 8 if self._tree.has_places else None
            records, placed = self._read(), 0
            for i, record in enumerate(records):
                if not wanted(record):
                    continue
                for before in range(placed, i):
                    at = self._end_of(records[before], at, first + before)
                placed = i
                bits = self._bits(record, at, first + i)
                yield self._tree.element_at(item, self._field, record, first + i, bits)
        yield from self.damaged(item)

    def pass_over(self) -> None:
        """Read what is left of the list, without making lines of it."""
        size = self._size()
        while self._goes_on:
            if size:
                self.count += self._reader.skip(self._part, size)
            self._read()

    def damaged(self, item: Item) -> Iterator[Item]:
        """The element that could not be read, if there is one."""
        error = self._tree.error
        if error is None or self._reader.part != self._number:
            return
        record, index = self._reader.damage.record, self.count
        if record is None:
            yield self._tree.missing_at(item, index, self._tree.end or error)
        else:
            at = self._reader.pos * 8 if self._tree.has_places else None
            bits = None if at is None else (at, self._tree.top.io.size() * 8)
            yield self._tree.element_at(item, self._field, record, index, bits)

    @property
    def _goes_on(self) -> bool:
        return self._reader.error is None and self._reader.part == self._number

    def _read(self) -> Sequence[Any]:
        records = self._tree.read_on()
        self.count += len(records)
        return records

    def _end_of(self, record: Any, at: int | None, index: int) -> int | None:
        bits = self._bits(record, at, index)
        return None if bits is None else bits[1]

    def _bits(self, record: Any, at: int | None, index: int) -> Bits | None:
        """Where an element stands that begins at a bit, if that is known."""
        if at is None:
            return None
        try:
            return self._tree.top.element(self._field, record, at, index)
        except UNTOLD:
            return None

    def _size(self) -> int:
        """The bytes of each element, if none can be wrong and all have as many; else 0."""
        stored = self._field.stored
        if not isinstance(stored, s.Record) or stored.args or stored.extent is not None:
            return 0
        kind = class_at(type(self._tree.root.value), stored.path)
        return 0 if kind is None else size_of_rows(kind)


def _between(
    parts: Sequence[FieldsPart | ListPart], number: int, fields: Sequence[s.Field]
) -> Sequence[s.Field]:
    """The fields of the part of a number: those between the lists before and after it."""
    names = [field.id for field in fields]
    before = [part.field for part in parts[:number] if isinstance(part, ListPart)]
    after = [part.field for part in parts[number:] if isinstance(part, ListPart)]
    start = names.index(before[-1]) + 1 if before else 0
    return fields[start : names.index(after[0]) if after else len(fields)]
