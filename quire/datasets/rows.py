"""Rows of the formats that hold arrays, read by the face of each."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from quire.arrays import ArrayFile
from quire.cdd.file import StoreFile
from quire.cdd.grouped import GroupedReader, GroupedRows, groups_of
from quire.columns.tables.table import Table
from quire.cvc.columns import ColumnsReader
from quire.cvc.reader import CvcReader
from quire.datasets.cuts import Cuts
from quire.datasets.files import File
from quire.datasets.part import Array, Columns, Place
from quire.opening import known_format
from quire.runtime.errors import FormatError

OPEN = 8
"""Files that a process keeps open for the next part of the same file."""

PART_BYTES = 32 << 20
"""Decoded bytes of a part, if nobody says how many rows it shall have."""


@dataclass(frozen=True, slots=True)
class ArrayRows:
    """Rows of a file that holds an array, columns of the same length, or several arrays by name.

    Attributes:
        format: Its name.
        verify: Whether checksums are compared.
        name: Of the array, where there are several; else "".
    """

    format: str
    verify: bool
    name: str = ""

    def read(self, file: File, place: Place, columns: Columns = None) -> Array | Table:
        """See `Reader.read`; columns that are not wanted are neither read nor decoded."""
        if not file.is_remote:
            file.expect_same()
        found = self._open(file)
        if file.rows not in (None, len(found)):
            raise FormatError("", f"{file.rows} rows", len(found), format=self.format)
        start, stop = place.first, place.first + place.rows
        if _has_columns(found):
            return _columns(found, columns, start, stop)
        rows: Array = found.read(slice(start, stop)) if _is_file(found) else found[start:stop]
        return rows

    def bounds(self, file: File, place: Place, name: str) -> tuple[float, float] | None:
        """See `Reader.bounds`: CVC stores the range of the codes of each chunk."""
        found = self._open(file)
        start, stop = place.first, place.first + place.rows
        if isinstance(found, ColumnsReader):
            return found.bounds(name, start, stop)
        return found.bounds(start, stop) if isinstance(found, CvcReader) else None

    def empty(self, file: File) -> Array | Table:
        """See `Reader.empty`."""
        found = self._open(file)
        if _has_columns(found):
            return _columns(found, None, 0, 0)
        return np.empty((0, *found.shape[1:]), found.dtype)

    def cuts(self, file: File, rows: int | None) -> Cuts:
        """Where parts of a file begin.

        Args:
            file: The file.
            rows: Of a part; None for as many as a few stored chunks have.

        Raises:
            ValueError: it is a single value, without rows.
        """
        if file.rows is not None:
            return Cuts.every(rows or max(1, file.rows), file.rows)
        found = self._open(file)
        if _is_file(found) and not found.shape:
            raise ValueError(f"{file.name}: a single value has no rows")
        count = len(found)
        if rows is not None:
            return Cuts.every(rows, count)
        fitting = max(1, PART_BYTES // max(1, _row_bytes(self.empty(file))))
        starts = found.chunk_starts() if _is_file(found) else None
        return Cuts.every(fitting, count) if starts is None else Cuts.among(starts, fitting)

    def _open(self, file: File) -> Any:
        found = _opened(file, self.format, self.verify)
        if self.name:
            return found[self.name]
        return found.rows if isinstance(found, GroupedReader) else found


def holds_arrays(file: File, format: str, path: str | None, *, verify: bool) -> bool:
    """Whether a path, or none, leads to an array of a file; else it is a field of its record.

    Raises:
        FormatError: the file is damaged.
    """
    found = _opened(file, format, verify)
    if isinstance(found, GroupedReader):
        return path is None or path in found.names
    several = isinstance(found, Mapping)
    return path in found if several and path is not None else path is None and not several


def _is_file(found: Any) -> bool:
    return isinstance(found, ArrayFile)


def _has_columns(found: Any) -> bool:
    return isinstance(found, ColumnsReader | GroupedRows)


def _columns(found: ColumnsReader | GroupedRows, names: Columns, start: int, stop: int) -> Table:
    """Rows of columns."""
    if isinstance(found, GroupedRows):
        wanted = found if names is None else found.select(names)
        return Table(wanted[start:stop], stop - start)
    return Table(found.read(names, ranges=[(start, stop)]), stop - start)


def _row_bytes(empty: Array | Table) -> int:
    """Decoded bytes of a row."""
    arrays = [empty[name] for name in empty.names] if isinstance(empty, Table) else [empty]
    return sum(math.prod(each.shape[1:]) * each.dtype.itemsize for each in arrays)


@lru_cache(maxsize=OPEN)
def _opened(file: File, format: str, verify: bool) -> Any:  # noqa: FBT001  # what is kept depends on it
    file.expect_same()
    found = known_format(file.source, format).open(file.source, verify=verify)
    groups = groups_of(found.reader) if isinstance(found, StoreFile) else None
    return found if groups is None else groups
