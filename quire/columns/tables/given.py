"""What users give for a list: structured arrays, dicts of arrays and Arrow tables, as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from quire.columns.tables.python_values import column_of_values
from quire.columns.tables.table import Array, Lists, Pieces, Table, Union
from quire.runtime.lists.columnar import is_table, told_by_arrow


def table_of(value: Any, path: str) -> Table:
    """A table of what was given for a list.

    Args:
        value: A table, a structured array (n,), a dict of columns with n rows each, or whatever
            Arrow's C interface gives.
        path: Of the list, for errors.

    Raises:
        TypeError: a column is of a kind that no field has.
        ValueError: the columns are not equally long.
    """
    if isinstance(value, Table):
        found = value
    elif isinstance(value, np.ndarray):
        _expect_rows(value, path)
        found = Table(
            {name: column_of(value[name], f"{path}: {name}") for name in value.dtype.names or ()},
            len(value),
        )
    elif isinstance(value, Mapping):
        columns = {str(name): column_of(each, f"{path}: {name}") for name, each in value.items()}
        found = Table(columns, max(map(len, columns.values()), default=0))
    else:
        from quire.columns.tables.arrow_in import table_from  # an extra

        found = table_from(value, path)
    _expect_sound(found, path)
    return found


def column_of(value: Any, place: str) -> Any:
    """A column of what was given for one.

    Raises:
        TypeError: it is of a kind that no field has.
        ValueError: it has no length, or more dimensions than a list of lists.
    """
    if isinstance(value, Table | Pieces | Lists | Union):
        return value
    if isinstance(value, np.ndarray):
        return _of_array(value, place)
    if hasattr(value, "__array__") and not told_by_arrow(value):
        return _of_array(np.asarray(value), place)
    if told_by_arrow(value):
        from quire.columns.tables.arrow_in import column_from  # an extra

        return column_from(value, place)
    if is_table(value):
        return table_of(value, place)
    if isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray):
        return column_of_values(list(value), place)
    message = f"{place}: expected an array or a list, found {type(value).__name__}"
    raise TypeError(message)


def _of_array(value: Array, place: str) -> Any:
    if value.ndim == 0:
        message = f"{place}: expected an array of one dimension or more, found a single value"
        raise ValueError(message)
    if value.dtype.names is not None:
        return table_of(value, place)
    if value.ndim > 1:
        ends = np.arange(len(value) + 1, dtype=np.int64) * value.shape[1]
        flat = np.ascontiguousarray(value).reshape(-1, *value.shape[2:])
        return Lists(ends, _of_array(flat, place), None)
    if value.dtype.kind in "biuf":
        return value if value.dtype.isnative else value.astype(value.dtype.newbyteorder("="))
    if value.dtype.kind == "V":
        ends = np.arange(len(value) + 1, dtype=np.int64) * value.dtype.itemsize
        data = np.ascontiguousarray(value).view(np.uint8)
        return Pieces(ends, data, None, is_text=False)
    if value.dtype.kind in "SUO":
        return column_of_values(value.tolist(), place)
    message = f"{place}: expected numbers, texts or bytes, found an array of {value.dtype}"
    raise TypeError(message)


def _expect_rows(value: Array, path: str) -> None:
    if value.dtype.names is None or value.ndim != 1:
        found = f"{value.dtype} of shape {value.shape}"
        message = f"{path}: expected a structured array of one dimension, found {found}"
        raise TypeError(message)


def _expect_sound(column: Any, place: str) -> None:
    """Make sure that rows lie within their column, and that columns of a table are equally long."""
    if isinstance(column, Table):
        for name in column.names:
            if (found := len(column.column(name))) != len(column):
                message = f"{place}: {name} has {found} rows, another column {len(column)}"
                raise ValueError(message)
            _expect_sound(column.column(name), f"{place}: {name}")
    elif isinstance(column, Union):
        for name, case in column.cases.items():
            _expect_sound(case, f"{place}: {name}")
    elif isinstance(column, Pieces | Lists):
        values = column.data if isinstance(column, Pieces) else column.values
        ends = column.offsets
        if not len(ends) or ends[0] < 0 or ends[-1] > len(values) or (ends[1:] < ends[:-1]).any():
            message = f"{place}: expected offsets that do not go back, up to {len(values)} at most"
            raise ValueError(message)
        if isinstance(column, Lists):
            _expect_sound(values, place)
