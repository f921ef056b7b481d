"""The base class of records that quire writes: what can be derived need not be given."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Iterator
from io import BytesIO
from typing import Any, Self, get_args, get_origin

from quire.runtime.checks import expect_given
from quire.runtime.document import Document
from quire.runtime.errors import EXPLAINED, EncodingError, FormatError
from quire.runtime.record import Record
from quire.runtime.writer import Sink, Writer, atomic_file


class Struct(Record):
    """A record that is built of its fields, or was read, and can be written."""

    __slots__ = ()

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
        # Annotations name classes from the top; what is in the class is fields, called anything.
        names = vars(sys.modules[cls.__module__])
        kinds = inspect.get_annotations(cls, globals=names, locals={}, eval_str=True)
        for name, value in fields.items():
            if name not in cls._fields and name not in cls._instances:
                known = ", ".join(cls._fields + cls._instances)
                message = f"{cls.__qualname__} has no field {name!r}; it has {known}"
                raise TypeError(message)
            setattr(record, name, _converted(name, value, kinds.get(name)))
        record._given = {name: value for name, value in fields.items() if name in cls._fields}
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
        """Write to anything with a `write` method; it need not seek."""
        writer = Writer(sink)
        self._write_all(writer)
        writer.align()

    def validate(self) -> None:
        """Check what reading leaves for later: payloads against checksums, in all records below."""
        for _, value in self._children():
            if isinstance(value, Struct):
                value.validate()
            elif hasattr(value, "verify"):
                value.verify()

    def _write_child(
        self, io: Writer, name: str, child: Struct, parent: Any = ..., *, foreign: bool = False
    ) -> None:
        """Write a record that a field of this one holds.

        Its parent is this one, unless told otherwise; one of another module is its own root.
        """
        if not isinstance(child, Struct):
            raise FormatError(name, "a record", type(child).__name__, offset=io.pos())
        child._holder, child._name = self, name
        child._parent = self if parent is ... else parent
        child._root = child if foreign else self._root
        child._write_all(io)

    def _window(
        self, name: str, child: Struct, parent: Any = ..., *, foreign: bool = False
    ) -> bytes:
        """The bytes of a record that stands in a stream of its own."""
        buffer = BytesIO()
        writer = Writer(buffer)
        self._write_child(writer, name, child, parent, foreign=foreign)
        writer.align()
        return buffer.getvalue()

    def _write_all(self, io: Writer) -> None:
        try:
            self._derive()
            self._check()
            self._write__seq(io)
        except EncodingError:
            raise  # about the array that was given, and no expression
        except AttributeError as error:
            raise self._missing(error) from error
        except EXPLAINED as error:
            self._explain(error, io.pos())

    def _missing(self, error: AttributeError) -> Exception:
        """The error for a field that nobody gave; any other attribute is a bug, and stays so."""
        holder = error.obj
        if not isinstance(holder, Struct | Document) or error.name not in holder._fields:
            return error
        missing = FormatError(str(error.name), "a value, which cannot be derived", "none given")
        prefix = holder._path() if isinstance(holder, Struct) else ""
        return missing.locate(self._root._format_name(), prefix)

    def _derive(self) -> None:
        """Fill in what follows from other fields; generated where there is something."""

    def _check(self) -> None:
        """Check `valid` of every field; generated where there is something."""

    def _write__seq(self, io: Writer) -> None:
        raise NotImplementedError  # every generated record has its own

    def _set_derived(self, name: str, value: Any, source: str) -> None:
        """Set a field to what `source` makes it, unless the caller gave another value."""
        given = self._given  # None for a record that was read
        if given is not None and name in given:
            expect_given(name, given[name], value, source)
        setattr(self, name, value)

    def _set_default(self, name: str, value: Any) -> None:
        """Set a field that nobody gave."""
        if not hasattr(self, name):
            setattr(self, name, value)

    def _make(self, name: str, kind: type[Struct]) -> None:
        """Make a record that nobody gave; its own fields follow."""
        if not hasattr(self, name):
            setattr(self, name, kind())

    def _children(self) -> Iterator[tuple[str, Any]]:
        for name in self._fields:
            value = getattr(self, name, None)
            if isinstance(value, list):
                yield from ((f"{name}[{i}]", element) for i, element in enumerate(value))
            else:
                yield name, value


def _converted(name: str, value: Any, kind: Any) -> Any:
    """A dict (or a list of dicts) as the record that the field's annotation names."""
    if isinstance(value, dict) and isinstance(kind, type) and issubclass(kind, Struct):
        return kind.build(**value)
    if get_origin(kind) is list and isinstance(value, int | float | str | bytes | None):
        message = f"{name}: expected a list, found {type(value).__name__}"
        raise TypeError(message)
    if isinstance(value, list | tuple) and get_origin(kind) is list:
        (element,) = get_args(kind)
        return [_converted(name, item, element) for item in value]
    return value
