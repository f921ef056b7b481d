"""Records as dicts of the values that a writer takes."""

from __future__ import annotations

import inspect
from collections.abc import Collection
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin

import numpy as np

from quire.kernels.engine.stored import StoredArray
from quire.runtime.errors import FormatError, NestingError, join_path
from quire.runtime.record import Record
from quire.runtime.showing.walk import Member, Walk, is_below
from quire.runtime.struct import Struct
from quire.runtime.values.document import Document
from quire.runtime.writing.giving import TYPE, kinds_of, record_types

DEEPEST = 100
"""Records in each other that are gone into."""


class Plain:
    """The way from a record to dicts.

    What stands at several places is said at the first, and what cannot be read is left out.

    Args:
        top: The record of the file.
        exact: Whether payloads are what is stored, and records of a type that is chosen say which;
            else payloads are arrays.

    Attributes:
        left_out: The paths of what cannot be said, and why not.
    """

    def __init__(self, top: Record, *, exact: bool) -> None:
        self.left_out: dict[str, str] = {}
        self._walk = Walk(top)
        self._exact = exact

    def record(self, record: Any, path: str, depth: int = 0) -> dict[str, Any]:
        """A record that stands at a path."""
        if depth > DEEPEST:
            raise NestingError(path, f"at most {DEEPEST} records in each other", "more")
        kind: Any = type(record)
        found, chosen = {}, chosen_of(kind)
        for member in self._walk.members(record, path):
            there = join_path(path, member.name)
            if not self._is_said(member, there, record):
                continue
            types = chosen.get(member.name, ())
            value = self.value(member.value, there, types, depth)
            if value is not _NOTHING:
                found[member.name] = value
        return found

    def _is_said(self, member: Member, path: str, record: Record) -> bool:
        """Whether a member is among what a record is made of."""
        if not member.lazy:
            return record is self._walk.top or member.name not in record._params
        if inspect.getattr_static(record, member.name).fixed:
            return False
        if (reason := _why_not(member)) is not None:
            self.left_out[path] = reason
        return reason is None

    def value(
        self, value: Any, path: str, types: Collection[type[Any]] = (), depth: int = 0
    ) -> Any:
        """A value that stands at a path, where records are of one of some types."""
        if value is None or isinstance(value, int | float | str):
            return value
        if isinstance(value, bytes | bytearray | memoryview):
            return bytes(value)
        if isinstance(value, Struct):
            is_named = self._exact and type(value) in types
            name = {TYPE: type(value).__qualname__} if is_named else {}
            return {**name, **self.record(value, path, depth + 1)}
        if isinstance(value, Document):
            return value.stated()
        if isinstance(value, dict):  # a part of a document
            return {name: self.value(each, path) for name, each in value.items()}
        if hasattr(value, "column"):
            return {name: _column(value.column(name)) for name in value.names}
        if isinstance(value, list):
            some = (self.value(each, f"{path}[{i}]", types, depth) for i, each in enumerate(value))
            return [each for each in some if each is not _NOTHING]
        if hasattr(value, "stored_size"):
            return self._payload(value)
        if isinstance(value, np.ndarray):
            return np.array(value)
        self.left_out[path] = f"it is an object of the class {type(value).__qualname__}"
        return _NOTHING

    def _payload(self, value: Any) -> Any:
        """A payload: its array, or what is stored, as the array may not tell that."""
        if not self._exact:
            return np.array(value)
        return StoredArray(bytes(value.stored), value.shape, str(value.dtype))


_NOTHING = object()
"""In the place of what is left out."""


@cache
def chosen_of(kind: Any) -> dict[str, frozenset[type[Any]]]:
    """The types of the records that may be in a field of a class, of fields that are chosen."""
    found = {}
    for name, each in kinds_of(kind).items():
        element = get_args(each)[0] if get_origin(each) is list else each
        if isinstance(element, UnionType):
            found[name] = frozenset(record_types(element))
    return found


def _column(column: Any) -> Any:
    """A column of a table: an array; or a list, of texts, bytes, or integers of any size."""
    is_array = isinstance(column, np.ndarray) and column.dtype != object
    return np.array(column) if is_array else list(column)


def _why_not(member: Member) -> str | None:
    """Why an instance is not said: it is said elsewhere, or cannot be read."""
    if isinstance(member.value, FormatError):
        return str(member.value)
    if member.seen is not None:
        return f"its bytes are those of `{member.seen}`"
    first = member.value[0] if isinstance(member.value, list) and member.value else member.value
    if isinstance(first, Record) and not is_below(first, member):
        return f"it is the record at `{first._path() or '_root'}`"
    return None
