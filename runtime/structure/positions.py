"""Where fields stand: in the bytes that a record was read from, or in all records of a type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from weakref import ref

from quire.runtime import structure as s
from quire.runtime.editing.comparing.same_values import is_same
from quire.runtime.editing.comparing.unedited import Source
from quire.runtime.editing.pairing.pairs import paired
from quire.runtime.paths import Step, attribute, steps_of
from quire.runtime.record import Record
from quire.runtime.standing import kept
from quire.runtime.structure.evaluate import Unknown
from quire.runtime.structure.extents import Bits, element_size
from quire.runtime.structure.lookup import type_and_spec
from quire.runtime.structure.remembered import Remembered
from quire.runtime.writing.giving import unknown

_last: tuple[ref[Any], Places] | None = None
"""The record of a file that was asked last, and its places: it is asked again."""


# -- of a type -----------------------------------------------------------------------------------


def span_in_type(kind: type[Any], path: str, index: int | None) -> Bits:
    """Where a field stands in every record of a type, in bytes from the start of the record."""
    start, size = _in_type(kind, path, index)
    if size is None:
        name = path or kind.__qualname__
        message = (
            f"the size of `{name}` is not the same in all records: ask a record, not the class"
        )
        raise ValueError(message)
    return _in_bytes(start, start + size)


def offset_in_type(kind: type[Any], path: str, index: int | None) -> int:
    """Where a field begins in every record of a type."""
    return _in_type(kind, path, index)[0] // 8


def _in_type(kind: type[Any], path: str, index: int | None) -> tuple[int, int | None]:
    """Where a field begins in every record, and what it takes if that is always so, in bits."""
    top, spec = type_and_spec(kind)
    start, size, known = 0, _in_bits(top.size), {each.path: each for each in spec.types}
    fields = top.fields
    for name, indexes in steps_of(path, index):
        field = _field(fields, name)
        if field is None:
            raise AttributeError(f"{kind.__qualname__} has no field {path!r}")
        size = _bits_of(field, indexes, spec)
        if field.offset is None or (indexes and size is None):
            told = "is not the same in all records: ask a record, not the class"
            message = f"the offset of `{path}` {told}"
            raise ValueError(message)
        start += field.offset * 8 + field.bit + sum(indexes) * (size or 0)
        stored = field.stored
        inside = known.get(stored.path) if isinstance(stored, s.Record) else None
        fields = () if inside is None else inside.fields
    return start, size


def _bits_of(field: s.Field, indexes: tuple[int, ...], spec: s.Spec) -> int | None:
    """What a field takes in every record, or an element of it; None if that differs."""
    if not indexes:
        if isinstance(field.stored, s.Bits) and field.repeat is None:
            return field.stored.width
        return _in_bits(field.size)
    if field.repeat is None or len(indexes) > 1:
        return None
    count = field.repeat.count
    if isinstance(count, int) and indexes[0] >= count:
        raise _no_element(field.id, count, indexes[0])
    return _in_bits(element_size(field.stored, spec))


def _in_bits(size: int | None) -> int | None:
    return None if size is None else size * 8


# -- in a file -----------------------------------------------------------------------------------


def span_in_file(record: Any, path: str, index: int | None) -> Bits:
    """Where a field stands in the file that a record was read from, in bytes from its start."""
    own = steps_of(path, index)
    if (always := _always(record, own)) is not None:
        return always
    return _places_of(record._top()).span(record, path, own)


class Places:
    """Where the fields of a file stand, which is read again for that, once.

    Args:
        top: The record of the file. If it was not read, its places are those that it would have in
            the bytes that are written now.
    """

    def __init__(self, top: Any) -> None:
        source = Source.of(top)
        self._is_read = source is not None
        again = _read_whole(source or Source(memoryview(top.to_bytes()), top))
        self._root = Remembered.of(again, again._io, 0)

    def span(self, record: Any, path: str, own: list[Step]) -> Bits:
        """Where a field of a record of the file stands, in bytes from its start.

        Args:
            record: The record, or one that is in it.
            path: What is asked for, as errors say it.
            own: The steps of that path.
        """
        top, again = record._top(), self._root.record
        steps = [*_steps_again(top, record._path(), again, is_read=self._is_read), *own]
        told = path or record._path() or type(record).__qualname__
        try:
            io, start, end = _span(self._root, steps)
        except Unknown as error:
            message = f"quire does not know where `{told}` is ({error})"
            raise ValueError(message) from error
        if (begin := io.begin) is None:
            message = f"`{told}` is in bytes that were unpacked, and has no place in the file"
            raise ValueError(message)
        first, behind = _in_bytes(start, end)
        return begin + first, begin + behind


def _always(record: Any, steps: list[Step]) -> Bits | None:
    """Where a field of a whole file always stands, if it does: then nothing is read again."""
    if record._holder is not None or len(steps) != 1 or Source.of(record) is None:
        return None
    type_, _ = type_and_spec(type(record))
    (name, indexes) = steps[0]
    field = _field(type_.fields, name)
    if field is None or indexes or field.condition is not None or field.size is None:
        return None
    return None if field.offset is None else (field.offset, field.offset + field.size)


def _places_of(top: Any) -> Places:
    """The places of a file; those that were asked for last are there still."""
    global _last  # noqa: PLW0603  # one is enough, and it is no one's
    if _last is not None and _last[0]() is top:
        return _last[1]
    places = Places(top)
    source = Source.of(top)
    if source is not None and type(source.stored.obj) is bytes:  # a mapped file would stay mapped
        _last = ref(top, _forget), places
    return places


def _read_whole(source: Source) -> Any:
    again = source.read(source.stored)
    if not again._auto_read:
        again._read()
    return again


def _forget(of: Any) -> None:
    global _last  # noqa: PLW0603  # the same
    if _last is not None and _last[0] is of:
        _last = None


def _steps_again(top: Any, path: str, again: Any, *, is_read: bool) -> Iterator[Step]:
    """The way to a record, as it leads to what was read in its place: elements may have moved."""
    for name, indexes in steps_of(path):
        value: Any = kept(top, attribute(name))
        was: Any = getattr(again, attribute(name), None)
        top = value[indexes[0]] if indexes else value
        found = indexes
        if is_read:
            found = _indexes_again(top, value, was, indexes)
        again = was[found[0]] if found else was
        yield name, found


def _indexes_again(record: Any, value: Any, was: Any, indexes: tuple[int, ...]) -> tuple[int, ...]:
    """The index of a record in a list as that was read; () if it is in none."""
    if indexes and isinstance(was, list):
        if (found := _index_again(record, value, was, indexes[0])) is not None:
            return (found,)
    elif any(each is record for each, _ in paired(value, was)):
        return ()
    message = (
        f"quire does not know where {type(record).__qualname__} is: it is new, or was edited "
        "together with others of its list: write the file, and read it again"
    )
    raise ValueError(message)


def _index_again(record: Any, value: Any, was: list[Any], index: int) -> int | None:
    """Where an element of a list was: in its place, alone edited, or moved and not edited."""
    if index < len(was) and is_same(record, was[index]):
        return index
    pairs = zip(value, was, strict=False)
    if len(value) == len(was) and all(each is record or is_same(each, it) for each, it in pairs):
        return index
    there = [i for i, each in enumerate(was) if is_same(record, each)]
    return there[0] if len(there) == 1 else None


def _span(of: Remembered, steps: list[Step]) -> tuple[Any, int, int]:
    """The stream that something is in, and from where to where it is there, in bits."""
    if not steps:
        return of.io, of.begin, of.end()
    for name, indexes in steps[:-1]:
        of = _inside(of, name, indexes)
    return _place(of, *steps[-1])


def _inside(of: Remembered, name: str, indexes: tuple[int, ...]) -> Remembered:
    """A record that a field is, or an element of it."""
    field, value = _found(of, name)
    for i in indexes:
        value = _item(name, value, i)
    if isinstance(value, Record):
        if value._io is not _stream(of, field):
            return of.inside(value, value._io, 0)
        io, start, _ = _place(of, name, indexes)
        return of.inside(value, io, start)
    if isinstance(value, tuple) and isinstance(field.stored, s.Record):  # a row of a table
        _, start, _ = _place(of, name, indexes)
        return of.within(field.stored, value, start)
    message = f"`{name}` is not a record: it has no fields"
    raise AttributeError(message)


def _place(of: Remembered, name: str, indexes: tuple[int, ...]) -> tuple[Any, int, int]:
    """The stream that a field is in, or an element of it, and from where to where."""
    field, value = _found(of, name)
    if field in of.type.fields:
        at = of.start(field)
        start, end = (at, at) if indexes else of.extent(field, at)
    else:
        extent = of.record._extent(attribute(name))
        of = of.aside(field)
        at = start = extent.start * 8
        end = extent.end * 8
    if indexes and field.repeat is not None:
        _item(name, value, indexes[0])
        start, end = next(of.elements(field, at, indexes[0]))
        value, indexes = value[indexes[0]], indexes[1:]
    elif indexes:
        start, end = of.extent(field, at)
    return of.io, *_row(field, value, indexes, start, end)


def _row(
    field: s.Field, value: Any, indexes: tuple[int, ...], start: int, end: int
) -> tuple[int, int]:
    """A row of an array, or of a row of it, that stands somewhere."""
    if not indexes:
        return start, end
    if field.array is None or field.codec is not None:
        raise ValueError(f"the elements of `{field.id}` have no offsets: ask for the whole field")
    if field.array.order == "F" and value.ndim > 1:
        raise ValueError(
            f"the bytes of a row of `{field.id}` are not next to each other: its order is F"
        )
    for i in indexes:
        row = _item(field.id, value, i)
        start += i * row.nbytes * 8
        end, value = start + row.nbytes * 8, row
    return start, end


def _found(of: Remembered, name: str) -> tuple[s.Field, Any]:
    """A field, or an instance, and its value."""
    field = _field((*of.type.fields, *of.type.instances), name)
    if field is None:
        known = isinstance(of.record, Record)
        told = unknown(type(of.record), name) if known else f"no column {name!r}"
        raise AttributeError(told)
    if field.value is not None:
        raise ValueError(f"`{name}` is computed: it has no bytes in the file")
    value = getattr(of.record, attribute(name), None)
    if value is None:
        raise ValueError(f"`{name}` is not there: its `if` does not hold")
    if field in of.type.instances and of.record._extent(attribute(name)) is None:
        raise Unknown(name)
    return field, value


def _stream(of: Remembered, field: s.Field) -> Any:
    """The stream that a field is in."""
    if field in of.type.fields:
        return of.io
    return of.record._extent(attribute(field.id)).io


def _item(name: str, values: Any, index: int) -> Any:
    """An element of a list, of a table or of an array."""
    if not hasattr(values, "__getitem__") or isinstance(values, bytes | str):
        raise ValueError(f"`{name}` is not a list: it has no elements")
    if index >= len(values):
        raise _no_element(name, len(values), index)
    return values[index]


def _no_element(name: str, count: int, index: int) -> IndexError:
    return IndexError(f"`{name}` has {count} elements, and no [{index}]")


def _field(fields: tuple[s.Field, ...], name: str) -> s.Field | None:
    return next((field for field in fields if name in (field.id, attribute(field.id))), None)


def _in_bytes(start: int, end: int) -> Bits:
    """The bytes that bits are in."""
    return start // 8, -(-end // 8)
