"""Tables that were given, as the arrays of a layout: what the inverse of a scan goes over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from quire.columns.running.making import UP, expect_texts
from quire.columns.running.scanning import DTYPES, Array, Filled
from quire.columns.scan import layout as c
from quire.columns.scan.stored import CHECKED
from quire.columns.tables.table import Lists, Pieces, Table, Union
from quire.runtime import structure as s
from quire.runtime.lists.columnar import StoppedError

_VIEWED = {"u8": "i8", "f4": "u4", "f8": "i8", "bool": "u1"}
"""What numbers are stored as."""


def fitted(table: Table, layout: c.Layout) -> Filled:
    """The arrays of a layout, with what can be derived where it is not given.

    Raises:
        StoppedError: a column is not what its field takes: objects tell what is wrong with it.
    """
    fitting = _Fitting(layout)
    top = table if isinstance(layout.top, c.Struct) else table.column("value")
    if isinstance(layout.top, c.Struct) and UP in table.names:
        raise StoppedError
    fitting.column(layout.top, top)
    return fitting.filled()


class _Fitting:
    """Fills the arrays of a layout."""

    def __init__(self, layout: c.Layout) -> None:
        self._layout = layout
        self._arrays: list[Array | None] = [None] * len(layout.cells)

    def filled(self) -> Filled:
        """The arrays; of each counter they are equally long."""
        counts: list[int | None] = [None] * self._layout.counters
        arrays: list[Array] = []
        for cells, array in zip(self._layout.cells, self._arrays, strict=True):
            if array is None:
                raise StoppedError
            arrays.append(np.ascontiguousarray(array))
            if cells.word == "bit":
                continue
            count = len(array) - cells.more
            if counts[cells.counter] not in (None, count):
                raise StoppedError
            counts[cells.counter] = count
        for cells, array in zip(self._layout.cells, arrays, strict=True):
            if cells.word == "bit" and 8 * len(array) < (counts[cells.counter] or 0):
                raise StoppedError
        return Filled(arrays, [count or 0 for count in counts])

    def column(self, of: c.Column, given: Any) -> None:
        """Fill the arrays of a column with what is given for it."""
        if isinstance(of, c.Below):
            raise StoppedError
        if of.valid is not None:
            self._arrays[of.valid.number] = _bits_of(given)
        elif _has_gaps(given):
            raise StoppedError
        if isinstance(of, c.Numbers):
            self._arrays[of.cells.number] = _numbers(of, given)
        elif isinstance(of, c.Pieces):
            self._pieces(of, given)
        elif isinstance(of, c.Lists):
            self._lists(of, given)
        elif isinstance(of, c.Union):
            self._union(of, given)
        else:
            self._struct(of, given)

    def _pieces(self, of: c.Pieces, given: Any) -> None:
        if not isinstance(given, Pieces) or given.is_text != bool(of.encoding):
            raise StoppedError
        ends = given.offsets
        data = given.data[ends[0] : ends[-1]]
        ends = ends - ends[0] if ends[0] else ends
        if of.encoding in CHECKED:
            expect_texts(ends, data, of.encoding)
        elif of.encoding:
            try:
                stored = [(text or "").encode(of.encoding) for text in given]
            except UnicodeError:
                raise StoppedError from None
            ends = np.zeros(len(ends), np.int64)
            np.cumsum([*map(len, stored)], out=ends[1:])
            data = np.frombuffer(b"".join(stored), np.uint8)
        self._arrays[of.offsets.number] = ends.astype(DTYPES[of.offsets.word], copy=False)
        self._arrays[of.data.number] = data

    def _lists(self, of: c.Lists, given: Any) -> None:
        if not isinstance(given, Lists):
            raise StoppedError
        ends = given.offsets
        if ends[0] or ends[-1] != len(given.values):
            raise StoppedError
        self._arrays[of.offsets.number] = ends.astype(DTYPES[of.offsets.word], copy=False)
        self.column(of.element, given.values)

    def _union(self, of: c.Union, given: Any) -> None:
        if not isinstance(given, Union):
            raise StoppedError
        numbers = {name: i for i, (name, case) in enumerate(of.cases) if case.column is not None}
        nothing = next((i for i, (_, case) in enumerate(of.cases) if case.column is None), None)
        if not set(given.cases) <= set(numbers):
            raise StoppedError
        told = [numbers[name] for name in given.cases]
        told += [] if nothing is None else [nothing]
        tags = given.tags
        if len(tags) and not 0 <= int(tags.min()) <= int(tags.max()) < len(told):
            raise StoppedError
        tags = np.array(told or [0], np.int8)[tags]
        self._arrays[of.tags.number] = tags
        self._arrays[of.places.number] = np.where(tags == nothing, 0, given.places).astype(np.int32)
        for name, case in of.cases:
            if name in given.cases and case.column is not None:
                self.column(case.column, given.cases[name])
            elif case.column is not None:
                for cells in cells_of(case.column):
                    self._arrays[cells.number] = np.zeros(int(cells.more), DTYPES[cells.stored])

    # -- records -------------------------------------------------------------------------------

    def _struct(self, of: c.Struct, given: Any) -> None:
        if not isinstance(given, Table):
            raise StoppedError
        there = set(given.names)
        if not there <= {name for name, _ in of.fields}:
            raise StoppedError
        for name, column in of.fields:
            if name in there:
                self.column(column, given.column(name))
        for name, column in of.fields:
            if name not in there:
                self.column(column, self._derived(of, name, len(given)))

    def _derived(self, of: c.Struct, name: str, rows: int) -> Any:
        """What the other columns make one that is not given."""
        field = next(each for each in of.type.fields if each.id == name)
        if field.condition is not None or field.repeat is not None:
            raise StoppedError
        if isinstance(field.contents, bytes):
            return _repeated(field.contents, rows)
        equal = [rule.args[0] for rule in field.valid if rule.kind == "equal"]
        if equal and type(equal[0]) is int:
            return np.full(rows, equal[0])
        edges = [each for each in of.type.edges if each.field == name]
        if len(edges) != 1 or edges[0].condition is not None:
            raise StoppedError
        return self._told(of, edges[0])

    def _told(self, of: c.Struct, edge: s.Edge) -> Array:
        """What an edge tells of a column that is filled."""
        column = dict(of.fields).get(edge.of)
        told = next((each for each in of.type.fields if each.id == edge.of), None)
        if told is None or told.condition is not None:
            raise StoppedError
        if isinstance(edge, s.Tag) and isinstance(column, c.Union):
            return self._tags(column, edge)
        is_length = isinstance(edge, s.Length) and isinstance(column, c.Pieces)
        is_count = isinstance(edge, s.Count) and isinstance(column, c.Lists)
        if not (is_length or is_count) or not isinstance(column, c.Pieces | c.Lists):
            raise StoppedError
        if is_length and (told.stored is None or told.repeat or not _is_plain(told.stored)):
            raise StoppedError
        ends = self._arrays[column.offsets.number]
        if ends is None:
            raise StoppedError
        return _stepped(np.diff(ends.astype(np.int64)), edge)

    def _tags(self, column: c.Union, edge: s.Tag) -> Array:
        """The values that stand for the cases that are there."""
        values: dict[str, set[Any]] = {}
        for path, value in edge.cases:
            values.setdefault(path, set()).add(value)
        told = []
        for _, case in column.cases:
            path = case.column.type.path if isinstance(case.column, c.Struct) else ""
            found = values.get(path, set())
            told.append(next(iter(found)) if len(found) == 1 else None)
        tags = self._arrays[column.tags.number]
        if tags is None or any(type(told[tag]) is not int for tag in np.unique(tags)):
            raise StoppedError
        return np.array([each if type(each) is int else 0 for each in told])[tags]


def cells_of(column: c.Column) -> Iterator[c.Cells]:
    """All arrays of a column."""
    if column.valid is not None:
        yield column.valid
    if isinstance(column, c.Numbers):
        yield column.cells
    elif isinstance(column, c.Pieces):
        yield from (column.offsets, column.data)
    elif isinstance(column, c.Lists):
        yield column.offsets
        yield from cells_of(column.element)
    elif isinstance(column, c.Struct):
        for _, each in column.fields:
            yield from cells_of(each)
    elif isinstance(column, c.Union):
        yield from (column.tags, column.places)
        for _, case in column.cases:
            if case.column is not None:
                yield from cells_of(case.column)


def _numbers(of: c.Numbers, given: Any) -> Array:
    """Numbers of the type that a field takes, none of which becomes another one."""
    if not isinstance(given, np.ndarray) or given.ndim != 1 or given.dtype.kind not in "biuf":
        raise StoppedError
    array: Array = np.ma.getdata(given)
    wanted = np.dtype(of.dtype)
    if isinstance(given, np.ma.MaskedArray):
        array = np.where(np.ma.getmaskarray(given), np.zeros((), array.dtype), array)
    if wanted.kind == "f":
        with np.errstate(over="ignore"):
            found = array.astype(wanted)
        if wanted.itemsize < array.dtype.itemsize and (np.isinf(found) & ~np.isinf(array)).any():
            raise StoppedError
        return found.view(_VIEWED[of.dtype])
    if array.dtype.kind == "f":
        raise StoppedError
    least, most = (0, 1) if wanted.kind == "b" else (np.iinfo(wanted).min, np.iinfo(wanted).max)
    safe = array.dtype == wanted or (wanted.kind != "b" and np.can_cast(array.dtype, wanted))
    if len(array) and not safe and not least <= int(array.min()) <= int(array.max()) <= most:
        raise StoppedError
    found = array.astype(wanted, copy=False)
    return found.view(_VIEWED.get(of.dtype, wanted))


def _bits_of(given: Any) -> Array:
    """One bit a row, of those that have something."""
    rows = len(given)
    if isinstance(given, np.ma.MaskedArray):
        return np.packbits(~np.ma.getmaskarray(given), bitorder="little")
    valid = None if isinstance(given, np.ndarray) else getattr(given, "valid", None)
    valid = np.ones(rows, bool) if valid is None else valid
    return np.packbits(valid, bitorder="little")


def _has_gaps(given: Any) -> bool:
    """Whether rows have nothing."""
    if isinstance(given, np.ma.MaskedArray):
        return bool(np.ma.getmaskarray(given).any())
    if isinstance(given, Union | np.ndarray):
        return False
    valid = getattr(given, "valid", None)
    return valid is not None and not valid.all()


def _repeated(stored: bytes, rows: int) -> Pieces:
    """The same bytes in each row."""
    ends = np.arange(rows + 1, dtype=np.int64) * len(stored)
    return Pieces(ends, np.frombuffer(stored * rows, np.uint8), None, is_text=False)


def _is_plain(stored: Any) -> bool:
    """Whether as many bytes are stored as a value has."""
    extent = getattr(stored, "extent", None)
    return extent is not None and extent.terminator is None and extent.pad is None


def _stepped(numbers: Array, edge: Any) -> Array:
    """What tells numbers, by the steps of an edge."""
    if getattr(edge, "at_least", False):
        raise StoppedError
    for how, operand in edge.steps:
        if type(operand) is not int or how not in ("add", "subtract", "from", "divide"):
            raise StoppedError
        if how == "divide":
            if operand <= 0 or (numbers % operand).any():
                raise StoppedError
            numbers = numbers // operand
        elif how == "from":
            numbers = operand - numbers
        else:
            numbers = numbers + (operand if how == "add" else -operand)
    return numbers
