"""Rows of a field that is an array, of any spec."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from quire.columns.tables.table import Table
from quire.datasets.cuts import Cuts
from quire.datasets.files import File
from quire.datasets.located import ArrayField, located
from quire.datasets.part import Array, Columns, Place
from quire.datasets.rows import OPEN, PART_BYTES


@dataclass(frozen=True, slots=True)
class FieldRows:
    """Rows of a field that is an array.

    Where they are stored as they are, one after another, a part is bytes of the file, and nothing
    else of it is looked at; else each process opens the file. The fields of structured rows are
    columns.

    Attributes:
        field: The field.
        dtype, row: The dtype of the array as it is stored, and the shape of a row.
    """

    field: ArrayField
    dtype: np.dtype[Any]
    row: tuple[int, ...]

    @classmethod
    def of(cls, file: File, field: ArrayField) -> FieldRows:
        """How the rows of a file are read, and of others that are like it.

        Raises:
            FormatError: it is damaged.
            ValueError: the path leads to no array, or to a single value.
        """
        found = located(file, field)
        return cls(field, found.dtype, found.shape[1:])

    def read(self, file: File, place: Place, columns: Columns = None) -> Array | Table:
        """See `Reader.read`: new memory, in the byte order of the machine."""
        del columns
        (_expect_same_once if file.is_remote else File.expect_same)(file)
        if not place.stop:
            rows = slice(place.first, place.first + place.rows)
            return _given(located(file, self.field).rows(rows))
        stored = np.frombuffer(file.read(place.start, place.stop), np.uint8)
        return _given(stored.view(self.dtype).reshape(place.rows, *self.row))

    def bounds(self, file: File, place: Place, name: str) -> None:
        """Nothing is stored of the values of a field."""
        del file, place, name

    def empty(self, file: File) -> Array | Table:
        """See `Reader.empty`."""
        found = located(file, self.field)
        return _given(np.empty((0, *found.shape[1:]), found.dtype))

    def cuts(self, file: File, rows: int | None) -> Cuts:
        """Where parts of a file begin.

        Args:
            file: The file.
            rows: Of a part; None for as many as take some 32 MiB.
        """
        found = located(file, self.field)
        size = math.prod(found.shape[1:]) * found.dtype.itemsize
        cuts = Cuts.every(rows or max(1, PART_BYTES // max(1, size)), found.shape[0])
        if found.offset is None or found.dtype != self.dtype or not size:
            return cuts  # the bytes are not those of rows, or of other rows than the first file's
        return Cuts(cuts.rows, found.offset + cuts.rows * size, cuts.rows)


def _given(stored: Array) -> Array | Table:
    """Rows as whoever asked gets them."""
    names = stored.dtype.names
    if names is None:
        return stored.astype(stored.dtype.newbyteorder("="))
    columns = {name: np.ascontiguousarray(_given(stored[name])) for name in names}
    return Table(columns, len(stored))


@lru_cache(maxsize=OPEN)
def _expect_same_once(file: File) -> None:
    """As `expect_same`, of a file whose server need not be asked for every part."""
    file.expect_same()
