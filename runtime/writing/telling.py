"""What goes wrong while a record is derived or written: the error says where, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import chain
from typing import Any, NoReturn

from quire.runtime.errors import FormatError, join_path
from quire.runtime.python_errors import impossible, mistyped
from quire.runtime.reading.error_causes import is_of_caller
from quire.runtime.reading.instance import NONE
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record
from quire.runtime.values.document import Document
from quire.runtime.writing.giving import indexed, mistakes

_GIVE_ONE = "a value: give one, as it cannot be derived"

_COPY = "put in a copy of one, and edit that"


class Telling(Record):
    """A record that tells what is wrong with it when it is written."""

    __slots__ = ()

    def _tell(self, error: Exception, offset: int | None) -> NoReturn:
        """Raise what went wrong with this record, with its place."""
        from quire.runtime.editing.comparing.other_type import misfit  # the plan is read for these
        from quire.runtime.writing.told_elsewhere import told_elsewhere
        from quire.runtime.writing.told_twice import told_twice

        if isinstance(error, FormatError):
            cause = error.__cause__
            if error.expected == _GIVE_ONE:  # a record below has told it
                raise self._locate(error)
            if isinstance(cause, AttributeError) and (_lacks(cause) or self._is_alone(cause)):
                raise self._missing(cause) from error  # an expression depends on it
            if isinstance(cause, AttributeError) and self._io is None and _asks_stream(cause):
                error.expected = f"one that was read, as it goes by `_io.{cause.name}`: {_COPY}"
                error.found = "one that was built"
                raise self._locate(error)
            if cause is not None and self._is_unread(error.path):
                raise self._locate(_not_given(error.path)) from error
            raise self._locate(told_elsewhere(self, told_twice(self, indexed(self, error))))
        if is_of_caller(error):
            self._note_place(error)
            raise error
        if (slip := _mistake(self)) is not None:
            raise self._locate_in(slip[0], mistyped(*slip[1])) from error
        if isinstance(error, AttributeError):
            raise self._missing(error) from error
        if isinstance(error, TypeError):
            wrong = misfit(self)
            told = impossible(error, offset) if wrong is None else mistyped(*wrong)
            raise self._locate(told) from error
        self._explain(error, offset)

    def _note_place(self, error: Exception) -> None:
        """Add where the record stands to an error that is not the format's, once."""
        name, path = self._top()._format_name(), self._path()
        if path and not any(note.startswith(f"{name}: ") for note in _notes(error)):
            error.add_note(f"{name}: {path}")

    def _missing(self, error: AttributeError) -> Exception:
        """The error for a field that nobody gave; any other attribute is a bug, and stays so."""
        holder: Any = error.obj
        is_le = isinstance(holder, Record) and error.name == "_is_le"
        if is_le or self._is_alone(error):
            return self._locate(_alone("the byte order" if is_le else f"`{error.name}`"))
        if _lacks(error):
            return self._locate_in(holder, _not_given(str(error.name)))
        # A stream, which a record that is built has not yet; or a record of another type.
        is_wrong = holder is None or (
            isinstance(holder, Record) and not _has(holder, str(error.name))
        )
        return self._locate(impossible(error, None)) if is_wrong else error

    def _is_unread(self, name: str) -> bool:
        """Whether an instance would be read, if there was a file yet."""
        return self._io is None and name in self._placed and self._kept(name) is NONE

    def _is_alone(self, error: AttributeError) -> bool:
        """Whether it depends on the record around it, and there is none."""
        is_part = self._holder is None and self._parent is None and not self._is_top
        return is_part and error.obj is None and error.name not in dir(Reader)

    def _locate_in(self, holder: Record | Document, error: FormatError) -> FormatError:
        """Complete the path of an error in a record that this one depends on.

        One that is being built knows where it stands when it is written, and not before.
        """
        base: Record | None = self
        prefix = holder._path() if isinstance(holder, Record) else ""
        while isinstance(base, Record):
            if (way := _way(base, holder)) is not None:
                prefix = reduce(join_path, way, base._path())
                break
            base = base._holder
        return error.locate(self._top()._format_name(), prefix)


def is_of_python(error: Exception) -> bool:
    """Whether an error may be that of a dict in the place of a record."""
    cause = error.__cause__ if isinstance(error, FormatError) else error
    return isinstance(cause, AttributeError | TypeError)


def _alone(what: str) -> FormatError:
    """The error of a part that depends on what is around it, and is written without that."""
    around = f"the record around it to be written, which has {what}"
    return FormatError("", around, "it alone")


def _not_given(name: str) -> FormatError:
    return FormatError(name, _GIVE_ONE, "none given")


def _asks_stream(error: AttributeError) -> bool:
    """Whether an error is that a record has no stream, of which something was asked."""
    return error.obj is None and error.name in dir(Reader)


def _lacks(error: AttributeError) -> bool:
    """Whether an error is that a record has no value of a field, or of what a file would have."""
    if isinstance(error.obj, Record):
        return error.name in error.obj._fields or error.name in getattr(error.obj, "_placed", ())
    return isinstance(error.obj, Document) and error.name in error.obj._fields


def _has(record: Record, name: str) -> bool:
    """Whether a record has an attribute, be it none of the format's."""
    return name[0] == "_" or hasattr(record, name)


def _mistake(record: Record) -> tuple[Record, tuple[str, str, str]] | None:
    """The first value of no type that its field takes, in a record or around it; see `mistakes`.

    A dict may become a record later: it is told of if nothing else is wrong.
    """
    some = chain(_below(record), _below(record._top()))
    found = [(each, wrong) for each in some for wrong in mistakes(each)]
    return min(
        found, key=lambda each: isinstance(getattr(each[0], each[1][0], 0), dict), default=None
    )


def _below(top: Record) -> Iterator[Record]:
    """A record, and those in its fields, not in lists."""
    seen: set[int] = set()
    pending: list[Any] = [top]
    while pending:
        if id(record := pending.pop()) not in seen:
            seen.add(id(record))
            yield record
            some = (getattr(record, name, None) for name in record._fields)
            pending += (each for each in some if isinstance(each, Record))


def _way(base: Record, wanted: Record | Document) -> tuple[str, ...] | None:
    """The fields that lead from a record to one inside of it, not through lists."""
    ways: dict[int, tuple[Any, tuple[str, ...]]] = {id(base): (base, ())}
    left: list[Any] = [base]
    while left:
        record, way = ways[id(left.pop())]
        if record is wanted:
            return way
        for name in record._fields if isinstance(record, Record) else ():
            value = getattr(record, name, None)
            known = id(value) in ways or record._is_elsewhere(name)
            if isinstance(value, Record | Document) and not known:
                ways[id(value)] = value, (*way, name)
                left.append(value)
    return None


def _notes(error: Exception) -> list[str]:
    return getattr(error, "__notes__", [])
