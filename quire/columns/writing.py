"""Lists that are given as columns: written by the inverse of the scan, objects if looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import numpy as np

from quire.columns.errors import NoColumnsError
from quire.columns.reading import WIDEST
from quire.columns.running.fitting import fitted
from quire.columns.running.fixed import fixed_dtype
from quire.columns.running.loading import SMALL, Loaded, loaded
from quire.columns.running.making import UP
from quire.columns.running.scanning import OUTER, Filled
from quire.columns.scan.building import COUNTERS
from quire.columns.tables.given import table_of
from quire.columns.tables.table import Array, Lists, Table, Union, at
from quire.runtime.errors import join_path
from quire.runtime.lists.columnar import GivenRows, StoppedError
from quire.runtime.lists.lazy import Lazy
from quire.runtime.paths import attribute
from quire.runtime.structure.lookup import type_and_spec
from quire.runtime.writing.giving import is_record, kinds_of, record_types, unknown

ROOM = 1 << 20
"""Bytes that are written at a time, or one row."""

FULL = -3
"""What a scan gives if there is no more room for bytes."""

ROWS = 1 << 16
"""The same, as rows that all take the same bytes."""


def given_columns(value: Any, each: Any, path: str) -> Any:
    """What a field keeps that is a list, of which columns are given.

    Args:
        value: The columns.
        each: The type of an element.
        path: Of the list.

    Raises:
        TypeError: there is no such field, or a column is of a kind that no field has.
        ValueError: the columns are not equally long.
    """
    table = table_of(value, path)
    if lost := _lost(table, each):
        message = f"{path}: {lost}: columns cannot hold that; give objects"
        raise TypeError(message)
    if is_record(each):
        for name in table.names:
            if name == UP:
                message = (
                    f"{path}: records that contain others of their type must be given as objects"
                )
                raise TypeError(message)
            if attribute(name) not in each._fields:
                message = f"{path}: {unknown(each, name)}"
                raise TypeError(message)
    elif table.names != ("value",):
        message = f"{path}: its elements are not records: give the column `value` alone"
        raise TypeError(message)
    elif not any(record_types(each)):
        return [at(table["value"], row) for row in range(len(table))]
    whole = value if isinstance(value, np.ndarray) and value.flags.c_contiguous else None
    return Lazy(_Given(table, each, path, whole), len(table))


def _lost(table: Table, each: Any) -> str:
    """What records have that columns do not; "" if nothing."""
    if table.has_rest:
        return "the records that were read have bytes that no field describes"
    open_, seen = [*record_types(each)], set()
    while open_:
        kind = open_.pop()
        if kind in seen:
            continue
        seen.add(kind)
        if placed := getattr(kind, "_placed", ()):
            return f"a {kind.__qualname__} has `{placed[0]}` at a position"
        open_ += [inner for hint in kinds_of(kind).values() for inner in record_types(hint)]
    return ""


class _Given(GivenRows):
    """The rows of a list that was given as columns, or as a structured array: that is `whole`."""

    def __init__(self, table: Table, each: Any, path: str, whole: Array | None) -> None:
        self._table, self._each, self._path, self._whole = table, each, path, whole

    def make(self, start: int, stop: int) -> list[Any]:
        """Rows as records, as if they had been given as dicts."""
        column = self._table if is_record(self._each) else self._table["value"]
        return [_made(column, i, self._each, f"{self._path}[{i}]") for i in range(start, stop)]

    def pieces(self, kind: Any, name: str, head: bytes) -> Iterator[memoryview] | None:
        """The rows as bytes, some at a time.

        Args:
            kind: The class that has the list.
            name: Its name.
            head: What stands before it.

        Returns:
            None if they are written from objects alone. The iterator raises `StoppedError` where
            it cannot go on.
        """
        type_, spec = type_and_spec(kind)
        field = next((each for each in type_.fields if attribute(each.id) == name), None)
        if field is None:
            return None
        dtype = fixed_dtype(field, spec)
        if self._whole is not None and self._whole.dtype == dtype and len(self._whole):
            return iter([_seen(self._whole)])
        if dtype is not None and dtype.names == self._table.names and _is_exact(self._table, dtype):
            return _fixed(self._table, dtype)
        try:
            scan = loaded(kind, field.id, wide=False, native=False, writes=True)
            filled = fitted(self._table, scan.layout)
            size = sum(array.nbytes for array in filled.arrays)
            if size > WIDEST:
                scan = loaded(kind, field.id, wide=True, native=True, writes=True)
                filled = fitted(self._table, scan.layout)
            elif size > SMALL:
                scan = loaded(kind, field.id, wide=False, native=True, writes=True)
        except (NoColumnsError, StoppedError):
            return None
        return _written(scan, filled, len(self._table), head)


def _written(scan: Loaded, filled: Filled, rows: int, head: bytes) -> Iterator[memoryview]:
    """Rows by the inverse of a scan."""
    outer = _before(scan, head)
    state = [0, ROOM, 0, rows, 0, 0, *(0 for _ in filled.counts)]
    numbers: Any = np.array if scan.is_native else list
    state, room, now, outer = map(numbers, (state, filled.counts, filled.counts, outer))
    code = FULL
    while code == FULL:
        buffer: Any = np.empty(state[1], np.uint8) if scan.is_native else bytearray(state[1])
        arrays = [memoryview(buffer), state, room, now, outer, *map(_some, filled.arrays)]
        code = scan.scan(_addresses([buffer, *arrays[1:]]) if scan.is_native else arrays)
        if code == FULL and not state[0]:
            state[1] *= 4  # a row that is larger
        elif code in (FULL, 0):
            yield arrays[0][: state[0]]
            state[0] = 0
    if code or [*state[COUNTERS:]] != [*filled.counts]:
        raise StoppedError


def _addresses(arrays: list[Any]) -> Any:
    return np.array([each.ctypes.data for each in arrays], np.int64)


def _some(array: Any) -> Any:
    """An array that has an address, and room to look at, though nothing is in it."""
    return array if len(array) else np.zeros(1, array.dtype)


def _before(scan: Loaded, head: bytes) -> list[int]:
    """The values of fields before the list, which its rows may depend on."""
    outer = [0] * OUTER
    if scan.find([head, [0, 1 << 62, 0, 0, 0, 0], [], [], outer]) < 0:
        raise StoppedError
    return outer


def _is_exact(table: Table, dtype: np.dtype[Any]) -> bool:
    """Whether each column is of the very numbers that its field has."""
    return all(
        type(column) is np.ndarray and column.dtype == dtype[name].newbyteorder("=")
        for name, column in ((name, table.column(name)) for name in table.names)
    )


def _fixed(table: Table, dtype: np.dtype[Any]) -> Iterator[memoryview]:
    """Rows that all take the same bytes, by numpy."""
    for start in range(0, len(table), ROWS):
        some = np.empty(min(len(table) - start, ROWS), dtype)
        for name in table.names:
            some[name] = table.column(name)[start : start + ROWS]
        yield _seen(some)


def _seen(rows: Array) -> memoryview:
    """The bytes of an array of rows."""
    stored: Any = rows.view(np.uint8)
    return memoryview(stored)


def _made(column: Any, row: int, kind: Any, path: str) -> Any:
    """A value of a row, with records where there are some."""
    if isinstance(column, Union):
        tag = int(column.tags[row])
        if tag >= len(column.cases):
            return None
        name = [*column.cases][tag]
        case = next((each for each in record_types(kind) if _name_of(each) == name), None)
        return _made(column.cases[name], int(column.places[row]), case, path)
    if isinstance(column, Lists) and column[row] is not None:
        (each,) = get_args(kind) or (None,)
        start, stop = (int(end) for end in column.offsets[row : row + 2])
        return [_made(column.values, i, each, f"{path}[{i - start}]") for i in range(start, stop)]
    if not isinstance(column, Table):
        return at(column, row)
    if column[row] is None:
        return None
    kind = next(iter(record_types(kind)))
    kinds = kinds_of(kind)
    fields: dict[str, Any] = {}
    for name in column.names:
        inner = attribute(name)
        value = _made(column.column(name), row, kinds.get(inner), join_path(path, inner))
        if value is not None:
            fields[inner] = value
    return kind._built(fields, path)  # noqa: SLF001  # as a dict is made one


def _name_of(kind: Any) -> str:
    """What the column of a case is called."""
    return type_and_spec(kind)[0].path.rpartition("::")[2]
