"""The base class of records that quire writes: what can be derived need not be given."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from types import NoneType, UnionType
from typing import Any, ClassVar, NoReturn, Self, get_args, get_origin
from weakref import WeakKeyDictionary

from quire.runtime.checks import expect_given
from quire.runtime.document import Document
from quire.runtime.elements import Elements
from quire.runtime.errors import EXPLAINED, EncodingError, FormatError, impossible
from quire.runtime.layout import PASSES, Layout
from quire.runtime.reader import Reader
from quire.runtime.record import Record
from quire.runtime.rows import Rows
from quire.runtime.writer import Sink, Writer, atomic_file

ROWS = 1024
"""Records of a list that are packed at a time."""


class Struct(Record):
    """A record that is built of its fields, or was read, and can be written."""

    __slots__ = ("_given",)

    _derived: ClassVar[tuple[str, ...]] = ()
    """The fields that follow from others."""

    _placed: ClassVar[tuple[str, ...]] = ()
    """The instances that stand at positions, and are written."""

    _places: ClassVar[bool] = False
    """Whether the type, or one that it holds, has instances that stand at positions."""

    _given: dict[str, Any] | None  # of a record that is built: what was given of these

    @classmethod
    def build(cls, **fields: Any) -> Self:
        """Make a record from the values of its fields; what can be derived may be left out.

        Nested records may be given as dicts, arrays for `-codec` fields as they are. A value that
        disagrees with what the other fields make it is an error when the record is written.

        Raises:
            TypeError: there is no such field.
        """
        record = cls.__new__(cls)
        Struct.__init__(record)
        kinds = _annotations(cls)
        for name, value in fields.items():
            if name not in cls._fields and name not in cls._instances:
                known = ", ".join(cls._fields + cls._instances)
                message = f"{cls.__qualname__} has no field {name!r}; it has {known}"
                raise TypeError(message)
            setattr(record, name, _converted(name, value, kinds.get(name)))
        if given := {name: fields[name] for name in cls._derived if name in fields}:
            record._given = given
        return record

    def to_bytes(self) -> bytes:
        """The record as it stands in a file; whatever can be derived is derived anew."""
        buffer = BytesIO()
        self.write_to(buffer)
        return buffer.getvalue()

    def to_file(self, path: str | os.PathLike[str]) -> None:
        """Write a file that appears whole or not at all."""
        with atomic_file(path) as file:
            self.write_to(file)

    def write_to(self, sink: Sink) -> None:
        """Write to anything with a `write` method; it need not seek.

        What was read and is not described by the spec is kept, where it was or behind what has
        grown. A format with offsets is laid out in memory first.
        """
        laid_out = self._places and self._is_placed()
        coming = [name for name in self._fields if isinstance(self._value(name), Elements)]
        if len(coming) == 1 and not laid_out and self._stream(sink, self._value(coming[0])):
            return
        for name in coming:
            setattr(self, name, list(self._value(name)))
        self._derive_all()
        if laid_out:
            sink.write(self._laid_out(None))
            return
        writer = Writer(sink)
        self._write_all(writer)
        original = self._original()
        writer.finish(b"" if original is None else original.whole()[original.pos() :])

    def _value(self, name: str) -> Any:
        return getattr(self, name, None)

    def _stream(self, sink: Any, elements: Elements) -> bool:
        """Write elements as they come; what goes by their number is written again at the end.

        Returns:
            Whether that can be: not if something else than their number is looked at.
        """
        try:
            none, one = (self._around(elements, number) for number in (0, 1))
        except FormatError:
            return False
        if none is None or one is None:
            return False
        seeks = hasattr(sink, "seekable") and sink.seekable()
        if none != one and not seeks:
            expected = "a list, or an output that can seek, since fields go by the number"
            raise self._locate(FormatError("", expected, "an iterator"))
        start = sink.tell() if seeks else 0
        self._derive_all()
        writer = Writer(sink)
        self._write_all(writer)
        writer.finish()
        around = self._around(elements, len(elements)) if none != one else None
        if around is not None:
            head, behind = around
            if (len(head), len(behind)) != (len(none[0]), len(none[1])):
                raise self._locate(FormatError("", "fields of one size", "others, by the number"))
            sink.seek(start)
            sink.write(head)
            sink.seek(start + writer.pos() - len(behind))
            sink.write(behind)
        return True

    def _around(self, elements: Elements, count: int) -> tuple[bytes, bytes] | None:
        """What stands before and behind elements, if there were so many; None if more is asked."""
        buffer = BytesIO()
        writer = Writer(buffer)
        elements.draft(count, writer.pos)
        try:
            self._derive_all()
            self._write_all(writer)
            writer.finish()
            places = elements.places
        finally:
            elements.draft()
        data = buffer.getvalue()
        return (data[: places[0]], data[places[0] :]) if len(places) == 1 else None

    def _laid_out(self, within: Writer | None) -> bytes:
        """The stream of this record: its fields, what stands at positions, and what was between.

        It is laid out until nothing moves any more.
        """
        before = None
        original = self._original()
        expected = original.size() if original is not None else None
        for _ in range(PASSES):
            buffer = BytesIO()
            writer = Writer(buffer)
            writer.expected = expected
            if within is not None:
                writer.top = within.top
            self._write_all(writer)
            if original is None:
                writer.finish()
            writer.align()
            try:
                Layout(buffer, original).settle(writer.pending, writer)
            except EXPLAINED as error:
                self._tell(error, None)
            if (data := buffer.getvalue()) == before:
                return data
            before, expected = data, len(data)
        raise self._locate(FormatError("", "offsets that come to rest", "a file that never does"))

    def _is_placed(self) -> bool:
        """Whether there is anything that stands at a position, here or below."""
        if self._io is not None or any(hasattr(self, f"_m_{name}") for name in self._placed):
            return True
        below = (child for _, child in self._children() if isinstance(child, Struct))
        return any(child._places and child._is_placed() for child in below)

    def _has(self, name: str) -> bool:
        """Whether an instance has a value; one that was not looked at yet is read."""
        if hasattr(self, f"_m_{name}"):
            return True
        if self._io is None:
            return False
        try:
            return getattr(self, name) is not None
        except EXPLAINED:
            return False  # what cannot be read stays what it was

    @contextmanager
    def _at(self, name: str, io: Reader, position: int) -> Iterator[None]:
        """Read an instance at its position, and note where it stands."""
        with io.at(position):
            yield
            # With the record, so that no other can have its number.
            io.extents[id(self), name] = (self, position, io.pos())

    def _original(self) -> Reader | None:
        """The stream that the record was read from, if it is the one that the stream belongs to."""
        io: Reader | None = self._io  # None if it was built
        holder = self._holder
        if io is None or io.is_part:
            return None
        return None if isinstance(holder, Record) and holder._io is io else io

    def validate(self) -> None:
        """Check what reading leaves for later: payloads against checksums, in all records below."""
        for _, value in self._children():
            if isinstance(value, Struct):
                value.validate()
            elif hasattr(value, "verify"):
                value.verify()

    # -- deriving -------------------------------------------------------------------------------

    def _derive(self) -> None:
        """Fill in what follows from other fields; generated where there is something."""

    def _derive_child(
        self, name: str, child: Any, parent: Any = ..., *, foreign: bool = False
    ) -> None:
        """Tell a record that a field of this one holds where it is, and derive its fields.

        Its parent is this one, unless told otherwise; one of another module is its own root. What
        is no record is left alone: a type that is chosen need not be one.
        """
        if not isinstance(child, Struct):
            return
        if child._holder is not self and child._io is not None:
            child._io = child._io.part()  # what else is in its stream stays there
        child._holder, child._name = self, name
        child._parent = self if parent is ... else parent
        child._root = child if foreign else self._root
        child._derive_all()

    def _derive_all(self) -> None:
        try:
            self._derive()
        except EXPLAINED as error:
            self._tell(error, None)

    def _set_derived(self, name: str, value: Any, source: str, holder: Any = None) -> None:
        """Set a field, or one of `holder`, to what `source` makes it.

        Raises:
            ContradictionError: the caller gave another value.
        """
        record = self if holder is None else holder
        given = getattr(record, "_given", None)
        if given is not None and name in given:
            expect_given(name, given[name], value, source)
        setattr(record, name, value)

    def _set_room(self, name: str, least: int, source: str, holder: Any = None) -> None:
        """Set a length that may be more than `source` takes, since there is padding."""
        now = getattr(self if holder is None else holder, name, None)
        if now is None or now < least:
            self._set_derived(name, least, source, holder)

    def _set_window(self, name: str, size: int, source: str, holder: Any = None) -> None:
        """Set the length of a stream of its own; one that was given may leave room in it."""
        record = self if holder is None else holder
        given = (getattr(record, "_given", None) or {}).get(name)
        if given is None or given < size:
            self._set_derived(name, size, source, holder)
        else:
            setattr(record, name, given)

    def _set_flag(
        self, name: str, there: bool, yes: Any, no: Any = None, holder: Any = None
    ) -> None:
        """Set a field that tells whether others are there; without `no`, only that they are.

        What was given as there and is not, is missing: that shows when it is written.
        """
        record = self if holder is None else holder
        now = getattr(record, name, None)
        holds = bool(now) if no is not None else now == yes
        if there and not holds:
            self._set_derived(name, yes, "what is there", holder)
        elif not there and no is not None and name not in (getattr(record, "_given", None) or ()):
            setattr(record, name, no)

    def _set_tag(
        self, field: str, tag: str, cases: Sequence[tuple[type[Struct], Any]], holder: Any = None
    ) -> None:
        """Set a field to the key of the case that the type of another one belongs to.

        A dict becomes a record of the case that the tag says, or that alone has such fields.
        """
        if not hasattr(self, field):
            return
        now = getattr(self if holder is None else holder, tag, None)
        named = [kind for kind, key in cases if key == now]
        value = self._records(field, named or [kind for kind, _ in cases])
        first = value[0] if isinstance(value, list) and value else value
        keys = [key for kind, key in cases if type(first) is kind]
        if not keys or now in keys:
            return
        if len(keys) > 1 and now is None:
            return  # several say the same, so the tag is missing
        self._set_derived(tag, keys[0], field, holder)

    def _choose(self, field: str, found: Any, cases: Sequence[tuple[type[Struct], Any]]) -> None:
        """Make a record of the case that `found` chooses where a dict was given."""
        if hasattr(self, field):
            named = [kind for kind, key in cases if key == found]
            self._records(field, named or [kind for kind, _ in cases])

    def _records(self, field: str, kinds: Sequence[type[Struct]]) -> Any:
        """The value of a field, its dicts made records of one of some types."""
        value = getattr(self, field)
        if isinstance(value, dict):
            value = _of_kinds(field, value, kinds)
            setattr(self, field, value)
        elif isinstance(value, list):
            for i, element in enumerate(value):
                if isinstance(element, dict):
                    value[i] = _of_kinds(f"{field}[{i}]", element, kinds)
        return value

    def _set_default(self, name: str, value: Any, holder: Any = None) -> None:
        """Set a field that nobody gave."""
        record = self if holder is None else holder
        if not hasattr(record, name):
            setattr(record, name, value)

    def _make(self, name: str, kind: type[Struct]) -> None:
        """Make a record that nobody gave; its own fields follow."""
        if not hasattr(self, name):
            setattr(self, name, kind())

    # -- writing -------------------------------------------------------------------------------

    def _write_child(
        self, io: Writer, name: str, child: Struct, parent: Any = ..., *, foreign: bool = False
    ) -> None:
        """Derive and write a record that a field of this one holds."""
        if not isinstance(child, Struct):
            raise FormatError(name, "a record", type(child).__name__, offset=io.pos())
        self._derive_child(name, child, parent, foreign=foreign)
        child._write_all(io)

    def _write_rows(self, io: Writer, name: str, rows: Sequence[Any], kind: type[Struct]) -> None:
        """Write a list of records that have a fast way (`_packed`), some at a time."""
        if type(rows) is Rows:  # nobody has looked at them
            io.put(rows.stored)
            return
        for some in _batches(rows):
            if (data := _joined(kind, some)) is not None:
                io.put(data)
                continue
            for row in some:  # the slow way finds the record that is wrong, and says what it is
                self._write_child(io, name, row)

    @classmethod
    def _packed(cls, rows: Sequence[Any]) -> list[bytes | bytearray]:
        raise NotImplementedError  # generated where there is a fast way

    def _window(
        self,
        io: Writer,
        name: str,
        child: Struct,
        parent: Any = ...,
        *,
        foreign: bool = False,
        size: int | None = None,
        grows: bool = False,
    ) -> bytes:
        """The bytes of a record that stands in a stream of its own, of a `size` if it has one.

        What the record has left of it when it was read is kept: behind what it takes now, if the
        stream `grows` with it, else as far as it is not taken.
        """
        if not isinstance(child, Struct):
            raise FormatError(name, "a record", type(child).__name__, offset=io.pos())
        self._derive_child(name, child, parent, foreign=foreign)
        if child._places and child._is_placed():
            return child._laid_out(io)
        buffer = BytesIO()
        writer = Writer(buffer)
        writer.top, writer.expected = io.top, size
        child._write_all(writer)
        if (original := child._original()) is None:
            writer.finish()
        else:
            end = original.pos()
            writer.finish(original.whole()[end if grows else max(end, writer.pos()) :])
        return buffer.getvalue()

    def _write_all(self, io: Writer) -> None:
        try:
            self._check()
            self._write__seq(io)
        except EXPLAINED as error:
            self._tell(error, io.pos())

    def _tell(self, error: Exception, offset: int | None) -> NoReturn:
        """Raise what went wrong with this record, with its place."""
        if isinstance(error, AttributeError):
            raise self._missing(error) from error
        if isinstance(error, EncodingError):
            raise error  # about the array that was given, and no expression
        if isinstance(error, TypeError) and not isinstance(error, FormatError):
            # A value of another type than its field: what was given, or the case of another tag.
            raise self._locate(impossible(error, offset)) from error
        self._explain(error, offset)

    def _missing(self, error: AttributeError) -> Exception:
        """The error for a field that nobody gave; any other attribute is a bug, and stays so."""
        holder = error.obj
        if holder is None:  # a stream, which a record that is built has not yet, or its parent
            return self._locate(impossible(error, None))
        if not isinstance(holder, Struct | Document) or error.name not in holder._fields:
            return error
        missing = FormatError(str(error.name), "a value, which cannot be derived", "none given")
        prefix = holder._path() if isinstance(holder, Struct) else ""
        return missing.locate(self._root._format_name(), prefix)

    def _check(self) -> None:
        """Check `valid` of every field; generated where there is something."""

    def _write__seq(self, io: Writer) -> None:
        raise NotImplementedError  # every generated record has its own

    def _children(self) -> Iterator[tuple[str, Any]]:
        for name in self._fields:
            value = getattr(self, name, None)
            if isinstance(value, list):
                yield from ((f"{name}[{i}]", element) for i, element in enumerate(value))
            else:
                yield name, value


def _batches(rows: Any) -> Iterator[Sequence[Any]]:
    """Some rows at a time."""
    if isinstance(rows, Elements):
        yield from rows.batches(ROWS)
        return
    for start in range(0, len(rows), ROWS):
        yield rows[start : start + ROWS]


def _joined(kind: type[Struct], rows: Sequence[Any]) -> bytes | None:
    """The bytes of records of a type that has a fast way, unless something is wrong or missing."""
    try:
        return b"".join(kind._packed(rows))
    except Exception:  # noqa: BLE001  # whatever it is, the slow way finds it
        return None


def _of_kinds(field: str, fields: dict[str, Any], kinds: Sequence[type[Struct]]) -> Struct:
    """The record that a dict means, of the one type that has such fields."""
    fitting = {kind: None for kind in kinds if set(fields) <= {*kind._fields, *kind._instances}}
    if len(fitting) != 1:
        known = " or ".join(kind.__qualname__ for kind in dict.fromkeys(kinds))
        raise FormatError(field, f"the fields of one of {known}", ", ".join(fields) or "none")
    return next(iter(fitting)).build(**fields)


def _annotations(cls: type[Struct]) -> dict[str, Any]:
    """What the fields of a class are, found once.

    Annotations name classes from the top; what is in the class is fields, called anything.
    """
    if (found := _found.get(cls)) is not None:
        return found
    names = vars(sys.modules[cls.__module__])
    found = inspect.get_annotations(cls, globals=names, locals={}, eval_str=True)
    for name in cls._placed:
        compute = vars(cls)[name].fget
        found[name] = inspect.get_annotations(compute, globals=names, eval_str=True)["return"]
    _found[cls] = found
    return found


_found: WeakKeyDictionary[type[Struct], dict[str, Any]] = WeakKeyDictionary()


def _converted(name: str, value: Any, kind: Any) -> Any:
    """A dict (or a list of dicts) as the record that the field's annotation names."""
    if isinstance(kind, UnionType):  # what need not be there
        kind = next((each for each in get_args(kind) if each is not NoneType), kind)
    if isinstance(value, dict) and isinstance(kind, type) and issubclass(kind, Struct):
        return kind.build(**value)
    if get_origin(kind) is list and isinstance(value, int | float | str | bytes | None):
        message = f"{name}: expected a list, found {type(value).__name__}"
        raise TypeError(message)
    if isinstance(value, Iterator) and get_origin(kind) is list:
        (each,) = get_args(kind)
        return Elements(value, lambda item: _converted(name, item, each))
    if isinstance(value, list | tuple) and get_origin(kind) is list:
        (element,) = get_args(kind)
        return [_converted(name, item, element) for item in value]
    return value
