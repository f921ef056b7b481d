"""The values of repeats that are tables (`-array` on a repeat of records).

This is what generated code sees of the scans; a compiled one is loaded when a table is large.
"""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NoReturn, overload

import numpy as np
import numpy.typing as npt

from quire.kernels.services.strings import first_invalid
from quire.kernels.services.tables.integers import integers
from quire.kernels.services.tables.layout import LONGEST, Found, TableCell, TableLayout
from quire.kernels.services.tables.packing import packed
from quire.kernels.services.tables.parts import Parts
from quire.kernels.services.tables.rules import TableRule
from quire.kernels.services.tables.scan import gather, scan
from quire.runtime.errors import FormatError, LimitError, NoTerminatorFoundError
from quire.runtime.python_errors import bad_text
from quire.runtime.reading.reader import Reader
from quire.runtime.reading.source import expect_all
from quire.runtime.values.scalars import UNPACK
from quire.runtime.writing.writer import Writer

__all__ = ["Columns", "Parts", "TableCell", "TableLayout", "TableRule"]

Array = npt.NDArray[Any]


FIRST = 1 << 20
"""Bytes that are fetched to look for a table in, where they have to be."""


def _scanned(io: Reader, count: int, table: TableLayout) -> tuple[Array, Found]:
    """A table in the bytes of a stream; where these are fetched, no more than are needed."""
    ahead = FIRST
    while True:
        buffer = np.asarray(io.known(ahead))
        found = scan(buffer, io.pos(), count, table)
        if found.row < 0 or len(buffer) == io.size():
            return buffer, found
        ahead *= 2


@cache
def _row_type(names: tuple[str, ...]) -> Any:
    """The type of one record: making it takes longer than reading a small table."""
    return namedtuple("Row", names)  # noqa: PYI024  # any names


class Columns(Sequence[Any]):
    """Records in a table: looked at column by column, or one by one as tuples with names.

    It does not change; a field is given another one, or a mapping of columns, or a list of
    records or dicts.

    Attributes:
        table: What a record consists of.
    """

    def __init__(self, table: TableLayout, buffer: Array, begin: int, found: Found) -> None:
        self.table = table
        self._whole, self._begin, self._found = buffer, begin, found
        self._records = range(found.starts.shape[1])
        self._row = _row_type(table.names)

    # -- made by generated code ------------------------------------------------------------

    @classmethod
    def read(cls, io: Reader, count: int, record: Any, field: str) -> Columns:
        """Find `count` records like `record`.

        That they have room was made sure, as far as all of them take the same bytes.

        Raises:
            FormatError: the stream ends before they do, a text is none, or a number breaks a rule.
        """
        table = _layout(record, field, io.offset())
        buffer, found = _scanned(io, count, table)
        begin = io.pos()
        if found.row >= 0:
            raise _misfit(io, found, table, field)
        made = cls(table, buffer, begin, found)
        made._expect_texts(io, field)
        made._expect_rules(field, io)
        io.seek(found.end)
        return made

    @classmethod
    def of(cls, value: Any, record: Any, field: str) -> Columns:
        """The table that a writer stores: one that was read, as it is, or made of what was given.

        Args:
            value: Columns; a mapping of columns; or records, as objects or as dicts.
            record: What a record is like.
            field: What they are, for errors.

        Raises:
            FormatError: a value does not fit its column, or breaks a rule of it.
        """
        table = _layout(record, field)
        if isinstance(value, Columns):
            if value.table == table:
                return value
            value = {name: value.column(name) for name in value.names}
        count, buffer = packed(table, value, field)
        made = cls(table, buffer, 0, scan(buffer, 0, count, table))
        made._expect_rules(field)
        return made

    def write(self, io: Writer) -> None:
        """Write the stored bytes."""
        io.put(self.stored)

    def _expect_texts(self, io: Reader, field: str) -> None:
        for cell in self.table.cells:
            if not cell.encoding:
                continue
            parts = self._parts(cell)
            if (wrong := first_invalid(parts.buffer, parts.starts, parts.lengths)) is None:
                continue
            row = wrong[0]
            try:
                _ = parts[row]
            except UnicodeDecodeError as error:
                path, offset = f"{field}[{row}].{cell.name}", io.pos() - int(parts.starts[row])
                part = error.object
                raise bad_text(part, error, cell.encoding, path, io.offset(offset)) from None

    def _expect_rules(self, field: str, io: Reader | None = None) -> None:
        """Refuse the first row with a number that breaks a rule of its column."""
        broken = [
            (row, i, rule)
            for i, cell in enumerate(self.table.cells)
            for rule in cell.rules
            if (row := rule.first_broken(self._array(cell))) is not None
        ]
        if broken:
            row, i, rule = min(broken, key=lambda each: each[:2])
            cell = self.table.cells[i]
            start = int(self._positions(cell, slice(row, row + 1))[0])
            back = 0 if io is None else io.pos() - start
            path, found = f"{field}[{row}].{cell.name}", self._value(cell, row)
            rule.check(path, found, *rule.args, io, back, rule.place)

    # -- looking at it ---------------------------------------------------------------------

    @property
    def stored(self) -> memoryview:
        """The bytes of all records."""
        return self._buffer.data[self._begin : self._found.end].toreadonly()

    @property
    def _buffer(self) -> Array:
        """What the records stand in.

        Raises:
            FileChangedError: that is a mapped file, which was cut off.
        """
        expect_all(self._whole)
        return self._whole

    @property
    def names(self) -> tuple[str, ...]:
        """The columns."""
        return self.table.names

    def column(self, name: str) -> Array | Parts:
        """All values of a column: an array of numbers, or what makes texts and bytes of them.

        Integers of more than 64 bits are Python's, in an array of objects.

        Raises:
            KeyError: there is no such column.
        """
        if name not in self.names:
            message = f"no column {name!r}; there are {', '.join(self.names)}"
            raise KeyError(message)
        cell = self.table[name]
        return self._parts(cell) if cell.varies or cell.encoding else self._array(cell)

    def _array(self, cell: TableCell) -> Array:
        """A column of values of one size; a view, if its records are of one size, too."""
        if self.table.varying:
            stored = gather(self._buffer, self._positions(cell), cell.width)
        else:
            _, distance = self.table.place(cell.name)
            records = np.asarray(self.stored).reshape(len(self), self.table.least)
            stored = records[:, distance : distance + cell.width]
        if cell.order:
            return integers(stored, cell.byteorder)
        return stored.view(cell.kind).reshape(len(self), *cell.extent)

    def _parts(self, cell: TableCell, rows: slice = slice(None)) -> Parts:
        """A column, or some rows of it, as what makes texts and bytes."""
        if cell.varies:
            place = self.table.varying.index(cell), rows
            starts, lengths = self._found.starts[place], self._found.lengths[place]
            return Parts(self._buffer, starts, lengths, cell.encoding)
        starts = self._positions(cell, rows)
        lengths = np.full(len(starts), cell.width, np.int32)
        return Parts(self._buffer, starts, lengths, cell.encoding)

    def _positions(self, cell: TableCell, rows: slice = slice(None)) -> npt.NDArray[np.int64]:
        """Where the values of a cell begin."""
        behind, distance = self.table.place(cell.name)
        starts, lengths = self._found.starts, self._found.lengths
        if behind >= 0:
            return starts[behind, rows] + lengths[behind, rows] + distance
        if self.table.varying:
            _, first = self.table.place(self.table.varying[0].name)
            return starts[0, rows] + (distance - first)
        records = np.arange(*rows.indices(len(self)), dtype=np.int64)
        return records * self.table.least + (self._begin + distance)

    def __len__(self) -> int:
        return len(self._records)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[row] for row in self._records[index]]
        row = self._records[index]
        return self._row(*(self._value(cell, row) for cell in self.table.cells))

    def _value(self, cell: TableCell, row: int) -> Any:
        rows = slice(row, row + 1)
        if cell.varies or cell.encoding:
            return self._parts(cell, rows)[0]
        position = int(self._positions(cell, rows)[0])
        if cell.scalar:
            return UNPACK[cell.scalar](self._buffer.data, position)[0]
        stored = bytes(self._buffer[position : position + cell.width])
        if cell.order:
            return int.from_bytes(stored, cell.byteorder)
        return np.frombuffer(stored, cell.kind).reshape(cell.extent) if cell.dtype else stored

    def __iter__(self) -> Iterator[Any]:
        return map(self._row, *map(self._values, self.table.cells))

    def _values(self, cell: TableCell) -> Iterable[Any]:
        """A column as the rows have it."""
        if cell.scalar or cell.order:
            numbers: list[Any] = self._array(cell).tolist()
            return numbers
        return self._array(cell) if cell.dtype else self._parts(cell)

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        message = (
            "a table does not change: give its field a list of records or dicts "
            "(`[*record.table, {...}]`), or a mapping of columns"
        )
        raise TypeError(message)

    append = extend = insert = remove = pop = clear = reverse = sort = _refuse
    __setitem__ = __delitem__ = __add__ = __iadd__ = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_stored, (self.table, bytes(self.stored), len(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Columns):
            return NotImplemented
        return self.table == other.table and self.stored == other.stored

    __hash__ = None  # type: ignore[assignment]  # it is compared by value

    def __repr__(self) -> str:
        return f"<{len(self)} records: {', '.join(self.names)}>"


def _of_stored(table: TableLayout, stored: bytes, count: int) -> Columns:
    buffer = np.frombuffer(stored, np.uint8)
    return Columns(table, buffer, 0, scan(buffer, 0, count, table))


def _layout(record: Any, field: str, offset: int | None = None) -> TableLayout:
    """What a record consists of; sizes that it was told have to mean something.

    Raises:
        FormatError: one is negative, or too large, or not that of its array.
    """
    table: TableLayout = record._table()
    for cell in table.cells:
        if cell.size is None:
            continue
        path, found = f"{field}.{cell.name}", f"{cell.size} bytes"
        if not 0 <= cell.size <= LONGEST:
            raise FormatError(path, f"from 0 to {LONGEST} bytes", found, offset=offset)
        wanted = math.prod(cell.extent) * cell.kind.itemsize
        if wanted != cell.size or min(cell.extent, default=0) < 0:
            expected = f"{wanted} bytes for shape {cell.extent} of {cell.dtype}"
            raise FormatError(path, expected, found, offset=offset)
    return table


def _misfit(io: Reader, found: Found, table: TableLayout, field: str) -> FormatError:
    """The error for a record that its stream has no room for."""
    cell = table.cells[found.cell]
    path = f"{field}[{found.row}].{cell.name}"
    io.seek(found.end)
    if cell.terminator is not None and found.length < 0:
        return NoTerminatorFoundError(path, bytes([cell.terminator]), io.left(), offset=io.offset())
    length = found.length % 2**64
    if length <= io.left():
        return LimitError(path, f"at most {LONGEST} bytes", length, offset=io.offset())
    return io.truncated(path, length)
