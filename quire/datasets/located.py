"""Where the array of a field is in a file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from quire.datasets.files import File
from quire.datasets.kinds import Kind
from quire.datasets.part import Array
from quire.datasets.rows import OPEN
from quire.kernels.engine.payload import Encoded
from quire.remote import GAP, NoRanges, Range, RemoteFile
from quire.runtime import FormatError, Reader
from quire.runtime import structure as s
from quire.runtime.feeding.ranged import Pieces, Ranged
from quire.runtime.reading.source import contents
from quire.runtime.showing.walk import value_at
from quire.runtime.structure.lookup import type_and_spec

LONG = 8 << 20
"""Bytes behind a URL that are an array, probably: they are fetched if they turn out to be none."""


@dataclass(frozen=True, slots=True)
class ArrayField:
    """A field of files that is an array.

    Attributes:
        kind: The class of the files.
        path: The field, with the records and numbers that lead to it (`entries[3].value.data`).
        verify: Whether checksums are compared.
    """

    kind: Kind
    path: str
    verify: bool


def arrays_at(kind: type[Any], path: str | None) -> list[str]:
    """Paths of arrays: the one that is given, if it may lead to one; else those of the file itself.

    Args:
        kind: The class of the file.
        path: The path; None where nobody said one.
    """
    type_, spec = type_and_spec(kind)
    if path is None:
        return [each.id for each in (*type_.fields, *type_.instances) if _is_array(each)]
    return [path] if any(map(_is_array, _fields_at(path, type_, spec))) else []


def _fields_at(path: str, type_: s.Type, spec: s.Spec) -> list[s.Field]:
    """The fields that a path may lead to: several where the value of another one chooses."""
    known = {each.path: each for each in spec.types}
    types, fields = [type_], list[s.Field]()
    for step in path.split("."):
        name = step.partition("[")[0]
        members = (each for found in types for each in (*found.fields, *found.instances))
        fields = [each for each in members if each.id == name]
        paths = (path for each in fields for path in _types_of(each.stored))
        types = [known[path] for path in paths if path in known]
    return fields


def _types_of(stored: s.Stored | None) -> list[str]:
    """The paths of the types that a record may be of."""
    if isinstance(stored, s.Switch):
        return [path for case in stored.cases for path in _types_of(case.stored)]
    return [stored.path] if isinstance(stored, s.Record) else []


def _is_array(field: s.Field) -> bool:
    return field.array is not None and field.repeat is None


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """The array of a field.

    Attributes:
        shape, dtype: Its own.
        offset: Where its rows begin that are stored as they are, one after another; else None.
        value: The array, or what decodes it. Its bytes need not be there where it has an offset.
    """

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    offset: int | None
    value: Any

    def rows(self, rows: slice) -> Array:
        """Some of the rows.

        Raises:
            FormatError: they are damaged.
        """
        if isinstance(self.value, Encoded):
            return rows_of(self.value, rows)
        found: Array = self.value[rows]
        return found

    def holds(self, ranges: list[Range]) -> bool:
        """Whether it is stored as it is, and some bytes are all of it."""
        if self.offset is None:
            return False
        end = self.offset + self.value.nbytes
        return all(self.offset <= start and stop <= end for start, stop in ranges)


def rows_of(payload: Encoded, rows: slice) -> Array:
    """Rows of a payload that follow each other: alone, or with all others where its codec must.

    Raises:
        FormatError: what is stored of them is damaged.
    """
    start, stop, _ = rows.indices(payload.shape[0])
    is_alone = payload.parameters.row_range(start, max(start, stop)) is not None
    found: Array = payload.decode(rows=rows) if is_alone else payload.decode()[rows]
    return found


@lru_cache(maxsize=OPEN)
def located(file: File, field: ArrayField) -> Located:
    """The array of a field of a file.

    Raises:
        FormatError: the file is damaged.
        ValueError: the path leads to no array, or to a single value.
    """
    file.expect_same()
    if not file.is_remote:
        return _found_in(contents(file.name, mmap=True), file, field)
    try:
        remote = RemoteFile(file.name, file.options or {}, size=file.size)
        return _behind_url(remote, file, field)
    except NoRanges:
        return _found_in(file.source.data, file, field)


def _found_in(data: Any, file: File, field: ArrayField) -> Located:
    return _found(Reader(data), data, file, field)


def _behind_url(remote: RemoteFile, file: File, field: ArrayField) -> Located:
    """The array in a file of which long stretches are fetched only if others than it need them."""
    left_out: list[Range] = []

    def fetch(ranges: list[Range]) -> list[memoryview | None]:
        long = [each for each in ranges if each[1] - each[0] > LONG]
        left_out.extend(long)
        short = iter(remote.read_many(each for each in ranges if each not in long))
        return [None if each in long else next(short) for each in ranges]

    pieces = Pieces(file.size, fetch, GAP)
    try:
        found = _found(Ranged(pieces), pieces.memory, file, field)
    except (FormatError, ValueError):
        if not left_out:
            raise
    else:
        if found.holds(left_out):
            return found
    whole = Pieces(file.size, remote.read_many, GAP)
    return _found(Ranged(whole), whole.memory, file, field)


def _found(io: Reader, data: Any, file: File, field: ArrayField) -> Located:
    """The array at the path of a record.

    Args:
        io: Reads the record.
        data: The bytes that it reads.
        file: What they are of, for messages.
        field: What is looked for.
    """
    value = value_at(field.kind.load().from_io(io), field.path)
    if not hasattr(value, "dtype"):
        kind = type(value).__name__
        raise ValueError(f"path: expected an array at {field.path} of {file.name}, found {kind}")
    if not value.shape:
        raise ValueError(f"{file.name}: a single value has no rows")
    if isinstance(value, np.ndarray):
        return Located(value.shape, value.dtype, _offset_in(data, value), value)
    return Located(value.shape, value.dtype, None, value if field.verify else value.trusted())


def _offset_in(data: Any, array: Array) -> int | None:
    """Where an array begins that is a view of bytes, row after row; else None."""
    memory = np.frombuffer(data, np.uint8)
    offset = array.ctypes.data - memory.ctypes.data
    is_inside = 0 <= offset <= memory.size - array.nbytes
    return offset if is_inside and array.flags.c_contiguous else None
