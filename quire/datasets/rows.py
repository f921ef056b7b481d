"""Rows of the formats that hold arrays, read by the face of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from quire.arrays import ArrayFile
from quire.columns.table import Table
from quire.cvc.columns import ColumnsReader
from quire.datasets.cuts import Cuts
from quire.datasets.files import File
from quire.datasets.part import Array, Place
from quire.opening import known_format

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

    def read(self, file: File, place: Place) -> Array | Table:
        """See `Reader.read`."""
        if not file.is_remote:
            file.expect_same()
        found = self._open(file)
        start, stop = place.first, place.first + place.rows
        if isinstance(found, ColumnsReader):
            return _table(found.read(ranges=[(start, stop)]), place.rows)
        rows: Array = found.read(slice(start, stop)) if _is_file(found) else found[start:stop]
        return rows

    def empty(self, file: File) -> Array | Table:
        """See `Reader.empty`."""
        found = self._open(file)
        if isinstance(found, ColumnsReader):
            return _table(found.read(ranges=[(0, 0)]), 0)
        return np.empty((0, *found.shape[1:]), found.dtype)

    def cuts(self, file: File, rows: int | None) -> Cuts:
        """Where parts of a file begin.

        Args:
            file: The file.
            rows: Of a part; None for as many as a few stored chunks have.

        Raises:
            ValueError: it is a single value, without rows.
        """
        found = self._open(file)
        if _is_file(found) and not found.shape:
            raise ValueError(f"{file.name}: a single value has no rows")
        count = len(found)
        if rows is not None:
            return Cuts.every(rows, count)
        if not _is_file(found):
            return Cuts.every(max(1, count), count)
        fitting = max(1, PART_BYTES // max(1, found.nbytes // max(1, count)))
        starts = found.chunk_starts()
        return Cuts.every(fitting, count) if starts is None else Cuts.among(starts, fitting)

    def _open(self, file: File) -> Any:
        found = _opened(file, self.format, self.verify)
        return found[self.name] if self.name else found


def holds_arrays(file: File, format: str, path: str | None, *, verify: bool) -> bool:
    """Whether a path, or none, leads to an array of a file; else it is a field of its record.

    Raises:
        FormatError: the file is damaged.
    """
    found = _opened(file, format, verify)
    several = isinstance(found, Mapping)
    return path in found if several and path is not None else path is None and not several


def _is_file(found: Any) -> bool:
    return isinstance(found, ArrayFile)


def _table(columns: dict[str, Array], rows: int) -> Table:
    return Table(columns, rows)


@lru_cache(maxsize=OPEN)
def _opened(file: File, format: str, verify: bool) -> Any:  # noqa: FBT001  # what is kept goes by it
    file.expect_same()
    return known_format(file.source, format).api().open_file(file.source, verify=verify)
