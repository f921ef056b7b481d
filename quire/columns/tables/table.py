"""Columns as they are looked at: numpy arrays, and what makes texts, lists and records of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from quire.columns.tables import arrow
from quire.kernels.engine.given import expect_a
from quire.runtime.lists.synced import Gap

Array: TypeAlias = npt.NDArray[Any]


class _Rows:
    """What has a value for each row. It is no sequence, which polars would take before Arrow."""

    def __len__(self) -> int:
        raise NotImplementedError  # every kind has its own

    def _at(self, row: int) -> Any:
        raise NotImplementedError  # every kind has its own

    def _to_arrow(self) -> Any:
        raise NotImplementedError  # every kind has its own

    def __getitem__(self, index: Any) -> Any:
        rows = range(len(self))[index]
        return [self._at(row) for row in rows] if isinstance(rows, range) else self._at(rows)

    def __iter__(self) -> Iterator[Any]:
        return map(self._at, range(len(self)))

    def tolist(self) -> list[Any]:
        """All values, as Python has them."""
        return list(self)


class Pieces(_Rows):
    """A column of texts or bytes.

    Attributes:
        offsets: (n + 1,) int32 or int64: where they begin in the data, and where the last one ends.
        data: uint8: all of them, texts in UTF-8.
        is_text: Whether they are texts.
        valid: (n,) bool: which rows have one; None if all do.

    Raises:
        TypeError: `offsets` or `data` is no array of integers.
    """

    def __init__(self, offsets: Array, data: Array, bits: Array | None, *, is_text: bool) -> None:
        _expect_integers(offsets, "offsets")
        _expect_integers(data, "data")
        self.offsets, self.data, self.is_text, self._bits = offsets, data, is_text, bits

    @property
    def valid(self) -> Array | None:
        """Which rows have one."""
        return unpacked(self._bits, len(self))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def _at(self, row: int) -> str | bytes | None:
        if not _is_there(self._bits, row):
            return None
        found = self.data[self.offsets[row] : self.offsets[row + 1]].tobytes()
        return found.decode() if self.is_text else found

    def _to_arrow(self) -> Any:
        return arrow.pieces(self.offsets, self.data, self._bits, is_text=self.is_text)

    def __repr__(self) -> str:
        return f"<{len(self)} {'texts' if self.is_text else 'pieces of bytes'}>"


class Lists(_Rows):
    """A column of lists.

    Attributes:
        offsets: (n + 1,) int32 or int64: where they begin among the values, and the last one ends.
        values: The column of all their elements.
        valid: (n,) bool: which rows have one; None if all do.

    Raises:
        TypeError: `offsets` is no array of integers.
    """

    def __init__(self, offsets: Array, values: Any, bits: Array | None) -> None:
        _expect_integers(offsets, "offsets")
        self.offsets, self.values, self._bits = offsets, values, bits

    @property
    def valid(self) -> Array | None:
        """Which rows have one."""
        return unpacked(self._bits, len(self))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def _at(self, row: int) -> list[Any] | None:
        if not _is_there(self._bits, row):
            return None
        found = self.values[int(self.offsets[row]) : int(self.offsets[row + 1])]
        return found if isinstance(found, list) else plain(found)

    def _to_arrow(self) -> Any:
        return arrow.lists(self.offsets, _to_arrow(self.values), self._bits)

    def __repr__(self) -> str:
        return f"<{len(self)} lists of {self.values!r}>"


class Union(_Rows):
    """A column of values of several types.

    Attributes:
        tags: (n,) int8: the number of each row's case; one past the last where nothing is there.
        places: (n,) int32: which row of the column of its case each is.
        cases: The columns of the cases, by their names.
        has_none: Whether something may not be there.

    Raises:
        TypeError: `tags` or `places` are no arrays of integers, or `cases` is no dict.
        ValueError: there are more tags than places, or fewer.
    """

    def __init__(
        self, tags: Array, places: Array, cases: dict[str, Any], *, has_none: bool
    ) -> None:
        _expect_integers(tags, "tags")
        _expect_integers(places, "places")
        expect_a(dict, cases, "cases")
        if len(places) != len(tags):
            raise ValueError(f"places: expected {len(tags)}, as many as tags, found {len(places)}")
        self.tags, self.places, self.cases, self.has_none = tags, places, cases, has_none
        self._columns = list(cases.values())

    def __len__(self) -> int:
        return len(self.tags)

    def rows(self, name: str) -> Array:
        """The rows of the table that have a case: the numbers of its own rows, in their order.

        Raises:
            KeyError: there is no such case.
        """
        if name not in self.cases:
            message = f"no case {name!r}; there are {', '.join(self.cases)}"
            raise KeyError(message)
        return np.flatnonzero(self.tags == list(self.cases).index(name))

    def _at(self, row: int) -> Any:
        tag = int(self.tags[row])
        return None if tag == len(self._columns) else at(self._columns[tag], int(self.places[row]))

    def _to_arrow(self) -> Any:
        cases = {name: _to_arrow(case) for name, case in self.cases.items()}
        return arrow.union(self.tags, self.places, cases, has_none=self.has_none)

    def __repr__(self) -> str:
        return f"<{len(self)} values: {', '.join(self.cases)}>"


class Table(_Rows):
    """Records as columns: `table["name"]` is one, `table[3]` a record as a dict.

    Numbers are numpy arrays, those that may be missing masked ones; everything else is `Pieces`,
    `Lists`, `Union`, or a table. Enums are the numbers that are stored. It is Arrow's in memory:
    `pyarrow.table(table)`, `polars.DataFrame(table)` and others take it.

    Attributes:
        enums: The labels of the numbers in columns of enums.
        has_rest: Whether the records had bytes that no field describes: they are in no column.
        gaps: What was left out between the rows, of a list that goes on after what is wrong.
    """

    def __init__(
        self,
        columns: dict[str, Any],
        rows: int,
        bits: Array | None = None,
        enums: dict[str, dict[int, str]] | None = None,
    ) -> None:
        self._columns, self._count, self._bits = columns, rows, bits
        self.enums = enums or {}
        self.has_rest = False
        self.gaps: tuple[Gap, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The columns."""
        return tuple(self._columns)

    @property
    def valid(self) -> Array | None:
        """(n,) bool: which rows have a record, in a column of records; None if all do."""
        return unpacked(self._bits, len(self))

    def column(self, name: str) -> Any:
        """A column.

        Raises:
            KeyError: there is no such column.
        """
        if name not in self._columns:
            message = f"no column {name!r}; there are {', '.join(self.names) or 'none'}"
            raise KeyError(message)
        return self._columns[name]

    def select(self, names: Sequence[str]) -> Table:
        """A table of some columns, which are shared.

        Raises:
            KeyError: there is no such column.
        """
        columns = {name: self.column(name) for name in names}
        return Table(columns, self._count, self._bits, self.enums)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        return self.column(index) if isinstance(index, str) else super().__getitem__(index)

    def _at(self, row: int) -> dict[str, Any] | None:
        if not _is_there(self._bits, row):
            return None
        return {name: at(column, row) for name, column in self._columns.items()}

    def __repr__(self) -> str:
        return f"<{len(self)} rows: {', '.join(self.names)}>"

    # -- Arrow -----------------------------------------------------------------------------

    def __arrow_c_schema__(self) -> object:
        """What the columns are, to Arrow."""
        return self._to_arrow().schema.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """The columns as Arrow has them, not copied."""
        found: tuple[object, object] = self._to_arrow().__arrow_c_array__(requested_schema)
        return found

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The columns as Arrow has them, as one batch, not copied."""
        return arrow.stream_of(self._to_arrow()).__arrow_c_stream__(requested_schema)

    def _to_arrow(self) -> Any:
        columns = {name: _to_arrow(column) for name, column in self._columns.items()}
        return arrow.records(columns, len(self), self._bits)


def _to_arrow(column: Any) -> Any:
    """A column as an array of Arrow's."""
    if isinstance(column, _Rows):
        return column._to_arrow()  # noqa: SLF001  # of this file
    return arrow.numbers(column)


def at(column: Any, row: int) -> Any:
    """The value of a row, as Python has it."""
    if isinstance(column, _Rows):
        return column[row]
    found = column[row]
    return None if found is np.ma.masked else found.item()


def plain(column: Any) -> list[Any]:
    """All values of a column, as Python has them."""
    found: list[Any] = column.tolist()
    return found


def unpacked(bits: Array | None, rows: int) -> Array | None:
    """Booleans of bits, one a row, the lowest first."""
    if bits is None:
        return None
    return np.unpackbits(bits, count=rows, bitorder="little").astype(bool)


def _is_there(bits: Array | None, row: int) -> bool:
    return bits is None or bool(bits[row >> 3] >> (row & 7) & 1)


def _expect_integers(array: object, argument: str) -> None:
    """Refuse what is no array of integers of one dimension."""
    if isinstance(array, np.ndarray) and array.ndim == 1 and array.dtype.kind in "iu":
        return
    found = (
        f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
    )
    raise TypeError(f"{argument}: expected an array (n,) of integers, found {found}")
