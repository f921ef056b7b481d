"""What an error that comes up while a record is read means for its file."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, wraps
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from quire.runtime.direct import name_of
from quire.runtime.errors import EXPLAINED, FormatError, NestingError
from quire.runtime.paths import attribute
from quire.runtime.python_errors import bad_text, impossible, told_later
from quire.runtime.reading.error_causes import is_of_data
from quire.runtime.reading.fixed import Fixed
from quire.runtime.reading.partial_record import reread
from quire.runtime.reading.peeking import offset_of
from quire.runtime.reading.reader import Reader
from quire.runtime.reading.streamless import streamless
from quire.runtime.stream import CLOSED

if TYPE_CHECKING:
    from types import CodeType, TracebackType

    from quire.runtime.record import Record


class Explaining:
    """A record that tells what errors mean for its file, and where in it they are."""

    _fields: ClassVar[tuple[str, ...]]
    if TYPE_CHECKING:
        _io: Reader
        _holder: Any

        @classmethod
        def _format_name(cls) -> str: ...
        def _top(self) -> Record: ...
        def _path(self) -> str: ...

    def _explain(self, error: Exception, offset: int | None, name: str = "") -> NoReturn:
        """Raise what an error means for the file; a mistake in code goes on as it is."""
        try:
            raise self._meaning(error, offset, name)
        finally:
            del error  # held by a frame of its own traceback, it would be left to the collector

    def _meaning(self, error: Exception, offset: int | None, name: str) -> Exception:
        """What an error means for the file; itself, if it is a mistake in code."""
        if isinstance(error, FormatError):
            return self._refusal(error, self, name)
        is_text = isinstance(error, UnicodeDecodeError)
        if isinstance(error, ValueError) and not is_text:
            io: Reader | None = self._io  # None in a record that is being built
            if io is not None and io.is_closed:
                return _instead(ValueError(CLOSED))
        if name and (of_given := streamless(error, self, name)) is not None:
            return _instead(of_given)
        deep = isinstance(error, RecursionError)
        if deep and (name or self._holder is None):
            nested = NestingError(name, "less nesting", "records in records")
            return _instead(self._refusal(nested, self, name))
        if deep or not is_of_data(error, lambda: type(self._read_by(error)).__module__):
            return error
        if name:  # most errors of instances are caught, and nobody looks what they were
            late = told_later(error, lambda: self._told(error, offset, name))
            late.__cause__ = None if is_text else error
            return late
        return self._told(error, offset, name)

    def _told(self, error: Exception, offset: int | None, name: str) -> FormatError:
        """What an error of the values of a file is, and where in it."""
        if isinstance(error, UnicodeDecodeError) and (taken := _taken(error)) is not None:
            found = self._refusal(*taken, name)
            found.__cause__ = None
            return found
        record, pos, at = _reading(error.__traceback__)
        if record is None or at is None:
            record, field = self, name
        else:
            offset = offset_of(record, pos)
            field = _named_behind(at.tb_frame.f_code, at.tb_lasti, record._fields)
        of: Any = type(record)  # mypy takes the hash of its objects for that of a class
        what = _computed_by(of, field)
        explained = impossible(error, offset, field or record._next_field(), what)
        explained.__cause__ = error
        return self._refusal(explained, record, name)

    def _refusal(self, error: FormatError, record: Explaining, name: str) -> FormatError:
        """An error of a file; where it was is found out now if the whole file is refused."""
        record._locate_later(error)
        if not name and self._holder is None:
            error.settle()
        return error

    def _read_in(self, seen: TracebackType | None) -> Explaining:
        """The record that was being read when an error came up that this one has explained."""
        return _reading(seen)[0] or self

    def _read_by(self, error: Exception) -> Explaining:
        """The record that was being read when another error came up."""
        return self._read_in(error.__traceback__)

    def _read_patiently(self) -> Explaining:
        """This record in its file, which is read again as far as it goes; see `partial.reread`."""
        top = self._top()
        error = reread(top)
        return self if error is None else error._innermost or self

    def _next_field(self) -> str:
        """The first field of which nothing was read yet, nor of those after it."""
        if not self._fields:
            return ""
        there = [i for i, name in enumerate(self._fields) if hasattr(self, name)]
        last = max(there, default=-1)
        # After all fields only a list can still be read: whether it goes on is asked last.
        return self._fields[last + 1] if last + 1 < len(self._fields) else self._fields[last]

    def _locate(self, error: FormatError) -> FormatError:
        """Complete the path of an error with that of this record, unless it is complete."""
        return error if error.located else error.locate(self._top()._format_name(), self._path())

    def _wrong(self, field: str, expected: object, found: object) -> FormatError:
        """The error about a field of a record that was read, with its place in the file."""
        offset: int = self.offset_of(field)  # type: ignore[attr-defined]  # every record has it
        return self._locate(FormatError(field, expected, found, offset=offset))

    def _locate_later(self, error: FormatError) -> None:
        """The same, when somebody asks for it."""
        if not error.located:
            error.locate_later(self)


def _taken(error: UnicodeDecodeError) -> tuple[FormatError, Explaining] | None:
    """The error of a text that a record was read with, and the record."""
    record, pos, at = _reading(error.__traceback__)
    if record is None or at is None:
        return None
    name = name_of(_named_behind(at.tb_frame.f_code, at.tb_lasti, record._fields))
    there = at.tb_frame.f_locals
    if (taken := there.get(f"stored_{name}")) is not None:  # together with other fields
        of: Any = type(record)  # as above
        place = _place_in(of, name)
    else:
        taken, place = bytes(there["buf"][pos : pos + len(error.object)]), 0
    if taken != error.object:
        return None
    offset = offset_of(record, pos + place)
    return bad_text(error.object, error, error.encoding, name, offset), record


@lru_cache(maxsize=1024)
def _place_in(kind: type[Any], name: str) -> int:
    """Where a field stands among those that it is taken together with."""
    members = chain.from_iterable(vars(each).values() for each in kind.__mro__)
    places = (each.place_of(name) for each in members if isinstance(each, Fixed))
    return next(place for place in places if place is not None)


@lru_cache(maxsize=1024)
def _computed_by(kind: type[Any], name: str) -> str:
    """What computes a value instance, as errors have it: each record of a file may fail so."""
    from quire.runtime.structure import expression_text  # this stands below it
    from quire.runtime.structure.lookup import type_and_spec

    with suppress(TypeError):  # it carries no plan
        for each in type_and_spec(kind)[0].instances:
            if attribute(each.id) == name and each.value is not None:
                return f"`{expression_text(each.value)}`"
    return "its expressions"


def _instead(error: Exception) -> Exception:
    """An error that says all, whatever it came from."""
    error.__cause__ = None  # which hides that
    return error


@lru_cache(maxsize=1024)
def _named_behind(code: CodeType, failed: int, fields: tuple[str, ...]) -> str:
    """The field that code names first after what failed in it: the one that it was busy with.

    A rule is broken by the field that it is of, which has its value already. A file may break one
    for each of its records, and looking through code takes a millisecond.
    """
    import dis  # which most never need

    for step in dis.get_instructions(code):
        if step.offset > failed and step.opname in _NAMING and step.argval in fields:
            return str(step.argval)
    return ""


_NAMING = ("LOAD_CONST", "STORE_ATTR")


def _reading(at: TracebackType | None) -> tuple[Explaining | None, int, TracebackType | None]:
    """The record that was being read when an error came up, where in its bytes, and in its code."""
    frames = []
    while at is not None:
        if at.tb_frame.f_code.co_name.startswith(_READS):
            frames.append(at)
        at = at.tb_next
    for found in reversed(frames):  # what their variables are takes long to find out
        here = found.tb_frame.f_locals
        if "pos" in here and isinstance(record := here.get("self"), Explaining):
            io = here.get("io")
            return record, max(here["pos"], io._pos if isinstance(io, Reader) else 0), found
    return None, 0, None


_READS = (
    "_read_at", "_read_le", "_read_be", "_read_part_", "_open_", "_element_", "_count_", "_is_last_"
)  # fmt: skip  # in one line
"""What the methods of generated classes begin with that read fields."""


def located(read: Callable[[Any], None]) -> Callable[[Any], None]:
    """A `_read` that users call: its errors tell where the record stands."""

    @wraps(read)
    def wrapped(self: Explaining) -> None:
        try:
            read(self)
        except EXPLAINED as error:
            self._explain(error, self._io.offset())
        finally:
            if self._holder is None:
                self._io.hand_back()

    return wrapped
