"""What was read of a file before it was found to be wrong: only those who ask for it pay."""

from __future__ import annotations

import keyword
from contextlib import suppress
from enum import IntEnum
from typing import Any, get_args

from quire.runtime.errors import FormatError
from quire.runtime.reading.reader import Reader
from quire.runtime.stream import Bytes


class Patient(Reader):
    """A stream in which a list that is cut off is read as far as it goes.

    Others refuse its count before they read an element.
    """

    def count(self, number: int, field: str, least: int, limit: int | None = None, **_: Any) -> int:
        """A number of elements; whether there are so many shows when they are read."""
        return super().count(number, field, least, limit, partial=True)

    def within(self, start: int, end: int) -> Reader:
        """A stream of its own over some of the bytes."""
        stream = super().within(start, end)
        stream.__class__ = Patient
        return stream


def reread(top: Any) -> FormatError | None:
    """Read a file again in which a list is cut off, as far as the elements go that are there.

    Args:
        top: The record of the file, of which no element of that list was read.

    Returns:
        The error at the end of the list, with the record as it is then; None if the bytes are no
        longer there, or were not all of a file.
    """
    io = top._io
    if type(io) is not Reader or io.is_closed or io.is_part or io.begin != 0:
        return None
    params = [getattr(top, name, None) for name in top._params]
    try:
        type(top)._of(_patient(io), params)
    except FormatError as error:
        return error
    return None


def _patient(io: Reader) -> Patient:
    data: Bytes = io.data
    there = Patient(data, owner=io._source.mapped)
    there._source.path = io._source.path
    return there


def keep(record: Any, name: str, value: Any) -> None:
    """Keep a field that was read before what follows it was found to be missing.

    Most often they are read together, all or none.
    """
    from quire.runtime.writing.giving import (
        kinds_of,  # which evaluates annotations, and knows records
    )

    attribute = f"{name}_" if keyword.iskeyword(name) else name
    kind = kinds_of(type(record)).get(attribute)
    if kind is None:
        return
    setattr(record, attribute, bool(value) if kind is bool else _member(value, kind))


def _member(value: Any, kind: Any) -> Any:
    """A number as the member that a field has of it, if it is of an enum and that has one."""
    for each in get_args(kind):
        if isinstance(each, type) and issubclass(each, IntEnum):
            with suppress(ValueError):
                return each(value)
    return value
