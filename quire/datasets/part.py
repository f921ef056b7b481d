"""A part of a dataset: small, and read anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from quire.columns.tables.table import Table
from quire.datasets.files import File

Array = npt.NDArray[Any]

Columns = tuple[str, ...] | None
"""Names of columns; None for all."""

VALUE = "value"
"""The column that an array is in a table."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the rows of a part are.

    Attributes:
        first: Number of the first row in its file.
        rows: How many there are.
        start: Offset of their first byte in the file; 0 where the format tells by the row.
        stop: Offset after their last byte.
        element: Number of the first element of a list.
    """

    first: int
    rows: int
    start: int = 0
    stop: int = 0
    element: int = 0


class Reader(Protocol):
    """What knows how the rows of a file are read: frozen, small, the same for all its parts."""

    def read(self, file: File, place: Place, columns: Columns = None) -> Array | Table:
        """The rows of a place; of some columns at least, or of all.

        Raises:
            FormatError: they are damaged.
        """

    def bounds(self, file: File, place: Place, name: str) -> tuple[float, float] | None:
        """What the values of a column are at least and at most, if that is stored."""

    def empty(self, file: File) -> Array | Table:
        """No rows: what rows there are like."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows of one file, which are read apart from all others.

    A pickle has some hundred bytes. Whoever has it needs the file, by the same path or URL, and
    quire.

    Attributes:
        file: The file.
        place: Where its rows are.
        reader: How they are read.
        columns: Those that are wanted; None for all.
    """

    file: File
    place: Place
    reader: Reader
    columns: Columns = None

    def __len__(self) -> int:
        return self.place.rows

    def read(self) -> Any:
        """Decode the rows; no other bytes of the file are read than these take.

        Returns:
            An array (rows, …), of a format or a field that is one; else a `Table`.

        Raises:
            FormatError: they are damaged.
            FileChangedError: the file is not the one that was planned.
            OSError: it cannot be read.
        """
        found = self.reader.read(self.file, self.place, self.columns)
        if self.columns is None or not isinstance(found, Table):
            return found
        return found.select(self.columns)

    def table(self) -> Table:
        """The rows as a table; an array is its column `value`."""
        return as_table(self.read())


def as_table(rows: Any) -> Table:
    """Rows as a table."""
    return rows if isinstance(rows, Table) else Table({VALUE: np.asarray(rows)}, len(rows))
