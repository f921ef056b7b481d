"""The tree of a file: every field and instance with its value, and the place of its bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from quire.runtime import structure as s
from quire.runtime.coding.sums import verify
from quire.runtime.errors import FormatError, join_path
from quire.runtime.feeding.best_effort import Partly
from quire.runtime.paths import attribute, steps_of
from quire.runtime.record import Record
from quire.runtime.showing.walk import Member, Walk, is_below
from quire.runtime.structure.extents import Extents
from quire.runtime.values.document import Document
from quire.view.places import NOWHERE, UNTOLD, Bits, Elements, Fields, stream_of
from quire.view.streams import FILE, Place, Streams

DEEPEST = 1000
"""Levels that are gone down to a bit."""


class Item(NamedTuple):
    """A line of the tree.

    Attributes:
        name: The field, `@` before it if it is an instance, or the index of an element.
        path: Where it is in the tree.
        value: Its value; None where there is only an error.
        field: The field or instance, of which an element is one; None for what no spec has.
        type: The type that has the field.
        place: Where its bytes stand.
        held: The record, if it is one, with its plan.
        elements: Where its elements stand, if it is a list.
        error: What is wrong with it.
        link: The path of the same thing, if it is shown there.
    """

    name: str
    path: str
    value: Any = None
    field: s.Field | None = None
    type: s.Type | None = None
    place: Place | None = None
    held: Extents | None = None
    elements: Elements | None = None
    error: FormatError | None = None
    link: str = ""


class Tree:
    """The tree of a file.

    Args:
        partly: What was read of it; its record may be data of another kind, in dicts and lists.
        streams: Its bytes.
        name: What the whole file is called.
        fields: Finds where fields stand.
        sums: Whether checksums are compared.

    Attributes:
        streams: Its bytes.
        root: The record, of the whole file in a page.
        error: Why the tree ends before the file does; None if it does not.
        end: What is wrong where it ends.
    """

    def __init__(
        self, partly: Partly, streams: Streams, name: str, fields: Fields, *, sums: bool = True
    ) -> None:
        self.streams, self._fields, self._sums = streams, fields, sums
        self._walk = Walk(partly.record)
        self.error = partly.error
        self.end = partly.last or (partly.cut[-1] if partly.cut else None)
        self._note(partly)
        top, whole = partly.record, Place(FILE, 0, len(streams.contents[FILE]) * 8)
        path = top._path() if isinstance(top, Record) else ""
        held = _held(top, getattr(top, "_io", None), 0)
        self.root = Item(name, path, top, place=whole, held=held)

    def _note(self, partly: Partly) -> None:
        """Note what is wrong, by its path."""
        ended = (*partly.cut, partly.last)
        self._wrong = {error.path: error for error in ended if error is not None}
        self._cut = {error.path for error in partly.cut}

    def children(self, item: Item, start: int = 0, stop: int | None = None) -> Iterator[Item]:
        """What is in a record, a list or a document; of a list the elements of a range.

        What is read for an item is let go again when the next is asked for.
        """
        value = item.value
        if item.link or value is None:
            return
        if isinstance(value, Record):
            yield from self._members(item, value)
        elif item.held is not None:
            yield from self._columns(item, item.held)
        elif is_list(value):
            end = len(value) if stop is None else min(stop, len(value))
            for i in range(start, end):
                yield self.element(item, i)
            if end == len(value):
                yield from self._missing_element(item)
        elif isinstance(value, dict):
            for name, inner in value.items():
                yield Item(str(name), join_path(item.path, str(name)), _plain(inner))

    def begin_anew(self) -> None:
        """Forget where the way has led so far: what was seen is shown again, and not linked."""
        self._walk = Walk(self.root.value)

    def find(self, path: str, item: Item | None = None) -> Item:
        """The item at a path, from another item on or from the root; links on the way are followed.

        Raises:
            LookupError: there is none.
        """
        item = self.root if item is None else item
        for name, indexes in steps_of(path):
            item = self.followed(item)
            below = (each for each in self.children(item, 0, 0) if each.name.lstrip("@") == name)
            if (found := next(below, None)) is None:
                message = f"there is no `{path}`"
                raise LookupError(message)
            item = found
            for i in indexes:
                item = self.followed(item)
                if not is_list(item.value) or i >= len(item.value):
                    message = f"there is no `{path}`"
                    raise LookupError(message)
                item = self.element(item, i)
        return item

    def followed(self, item: Item) -> Item:
        """The item that shows what another one only links to; any other one itself."""
        if not item.link:
            return item
        return self.root if item.link == "_root" else self.find(item.link)

    def way_to(self, item: Item, stream: int, bit: int) -> Iterator[Item]:
        """The items, each in the one before, that a bit belongs to; the first is in `item`."""
        for _ in range(DEEPEST):
            found = self._below_at(item, stream, bit)
            if found is None:
                return
            yield found
            item = found

    def _below_at(self, item: Item, stream: int, bit: int) -> Item | None:
        """The smallest of those right below an item that have a bit."""
        if item.elements is not None:
            there = self.streams.place(item.elements.held.io, 0, 0, "")
            if there is None or there.stream != stream:
                return None
            index = item.elements.index_at(bit - there.start)
            return None if index is None else self.element(item, index)
        best = None
        for each in self.children(item, 0, 0):
            place = each.place
            if place is None or place.stream != stream or not place.start <= bit < place.end:
                continue
            if best is None or best.place is None or place.size < best.place.size:
                best = each
        return best

    # -- records -----------------------------------------------------------------------------

    def _members(self, item: Item, record: Record) -> Iterator[Item]:
        """The fields of a record, then its instances; what is wrong with one stands at it."""
        held, at = item.held, dict[str, tuple[s.Field, Bits | None]]()
        if held is not None:
            at = {
                attribute(field.id): (field, bits)
                for field, bits in self._fields.of(held, item.path)
            }
        wrong = dict(self._wrong)
        if self._sums and (wrong_sum := _wrong_sum(record)) is not None:
            wrong[wrong_sum.path] = wrong_sum
        missing = list(self._missing(item))
        for member in self._walk.members(record, item.path):
            if member.lazy:
                yield from missing
                missing = []
            made = self._member(item, member, at)
            yield made._replace(error=wrong.get(made.path, made.error))
        yield from missing

    def _member(self, of: Item, member: Member, at: dict[str, tuple[s.Field, Bits | None]]) -> Item:
        made = Item(
            f"@{member.name}" if member.lazy else member.name,
            join_path(of.path, member.name),
            type=None if of.held is None else of.held.type,
        )
        field, bits = at.get(member.name, (None, None))
        if member.lazy and of.held is not None:
            field, bits = _instance(of.held, member.name)
        made = made._replace(field=field)
        if isinstance(member.value, FormatError):
            place = self.place_of(member.value)
            return made._replace(place=place, error=member.value)
        value = _plain(member.value)
        made = made._replace(value=value)
        if member.seen is not None and member.seen != made.path:
            return made._replace(link=member.seen)
        if isinstance(value, Record) and not is_below(value, member):
            return made._replace(link=value._path() or "_root")
        if field is None or bits is None or of.held is None:
            return made._replace(held=_apart(value))
        return self._placed(made, of.held, field, bits)

    def _placed(self, item: Item, of: Extents, field: s.Field, bits: Bits) -> Item:
        """An item with its place, and what tells those of what is in it."""
        io = stream_of(of, field)
        place = self.streams.place(io, *bits, item.path)
        if is_list(item.value) and field.repeat is not None:
            inner = Extents(of.record, of.type, of.spec, io, of.begin)
            return item._replace(place=place, elements=Elements(inner, field, bits[0]))
        return item._replace(place=place, held=inside(of, field, item.value, io, bits[0]))

    def _columns(self, item: Item, held: Extents) -> Iterator[Item]:
        """The fields of a row of a table."""
        for field, bits in self._fields.of(held, item.path):
            value = _plain(getattr(held.record, attribute(field.id)))
            made = Item(field.id, join_path(item.path, field.id), value, field, held.type)
            yield made if bits is None else self._placed(made, held, field, bits)

    # -- lists -------------------------------------------------------------------------------

    def element(self, item: Item, index: int) -> Item:
        """An element of a list."""
        value, there = _plain(item.value[index]), item.elements
        path = f"{item.path}[{index}]"
        error = self._wrong.get(path)
        if item.path in self._cut and index == len(item.value) - 1:
            error = self._wrong[item.path]
        made = Item(f"[{index}]", path, value, item.field, item.type, error=error)
        is_computed = item.field is not None and item.field.value is not None
        if isinstance(value, Record) and is_computed:
            return made._replace(link=value._path() or "_root")
        if there is None:
            return made._replace(held=_apart(value))
        io, bits = there.held.io, there[index]
        held = inside(there.held, there.field, value, io, None if bits is None else bits[0])
        place = None if bits is None else self.streams.place(io, *bits, path)
        return made._replace(place=place, held=held)

    # -- where reading ended -----------------------------------------------------------------

    def _missing(self, item: Item) -> Iterator[Item]:
        """The field of a record that could not be read."""
        for field in () if item.held is None else item.held.type.fields:
            path = join_path(item.path, field.id)
            error = self._wrong.get(path) or self._wrong.get(f"{path}[0]")
            if error is not None and item.held and not hasattr(item.value, attribute(field.id)):
                place = self.place_of(error, to_end=True)
                yield Item(field.id, path, None, field, item.held.type, place, error=error)

    def _missing_element(self, item: Item) -> Iterator[Item]:
        """The element of a list that could not be read."""
        name = f"[{len(item.value)}]"
        if (error := self._wrong.get(f"{item.path}{name}")) is not None:
            place = self.place_of(error, to_end=True)
            yield Item(name, f"{item.path}{name}", None, item.field, item.type, place, error=error)

    def is_cut(self, item: Item) -> bool:
        """Whether the last element of a list is one that is cut off."""
        return item.path in self._cut

    def ended_at(self, item: Item) -> int | None:
        """The number of the element of a list at which reading ended, if it ended in that."""
        if self.is_cut(item):
            return len(item.value) - 1
        for path in self._wrong:
            rest = path.removeprefix(f"{item.path}[")
            if rest != path:
                return int(rest.partition("]")[0])
        return None

    def ended_in(self, item: Item, shown: int) -> Iterator[Item]:
        """The element of a list at which reading ended, if it is behind those that are shown."""
        index = self.ended_at(item)
        if index is None or index < shown:
            return
        if index < len(item.value):
            yield self.element(item, index)
        else:
            yield from self._missing_element(item)

    def place_of(self, error: FormatError, *, to_end: bool = False) -> Place | None:
        """The byte that an error is about, in the file; or all from there on."""
        size = len(self.streams.contents[FILE])
        if error.offset is None or not 0 <= error.offset <= size:
            return None
        end = size if to_end else min(error.offset + 1, size)
        return Place(FILE, error.offset * 8, end * 8)


def is_list(value: Any) -> bool:
    """Whether a value has elements that are lines of the tree: a list, or a table."""
    return isinstance(value, list) or hasattr(value, "column")


def _plain(value: Any) -> Any:
    return value.tree() if isinstance(value, Document) else value


def _field(type_: s.Type, name: str) -> s.Field | None:
    fields = (*type_.fields, *type_.instances)
    return next((field for field in fields if attribute(field.id) == name), None)


def _instance(held: Extents, name: str) -> tuple[s.Field | None, Bits | None]:
    """An instance, and where it stands in its stream, if it stands anywhere."""
    found = held.instance(name)
    return _field(held.type, name), None if found is None else found[1:]


def _held(value: Any, io: Any, begin: int) -> Extents | None:
    """A record with its plan; None for what is none, or is somebody else's."""
    if not isinstance(value, Record):
        return None
    try:
        return Extents.of(value, io, NOWHERE if io is None else begin)
    except UNTOLD:
        return None


def _apart(value: Any) -> Extents | None:
    """A record of which nobody knows where it stands, unless it has a stream of its own."""
    if not isinstance(value, Record):
        return None
    holder = value._holder
    is_alone = isinstance(holder, Record) and value._io is not holder._io
    return _held(value, value._io, 0 if is_alone else NOWHERE)


def inside(of: Extents, field: s.Field, value: Any, io: Any, at: int | None) -> Extents | None:
    """The record that stands at a bit of a stream, or is a stream of its own, with its plan."""
    if isinstance(value, Record):
        return _apart(value) if value._io is not io or at is None else _held(value, io, at)
    if at is not None and isinstance(value, tuple) and isinstance(field.stored, s.Record):
        return of.within(field.stored, value, at)
    return None


def _wrong_sum(record: Record) -> FormatError | None:
    """The checksum of a record that does not match, if one does not."""
    if not getattr(record, "_has_sums", False):
        return None
    try:
        verify(record)
    except UNTOLD as error:
        return error if isinstance(error, FormatError) else None
    return None
