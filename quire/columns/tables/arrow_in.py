"""Arrow's tables and arrays as columns, in the memory that they are in: nanoarrow reads them."""

from __future__ import annotations

from typing import Any

import numpy as np

from quire.columns.tables.arrow import library
from quire.columns.tables.python_values import column_of_values
from quire.columns.tables.table import Array, Lists, Pieces, Table, Union

_OFFSETS = {
    "STRING": np.int32, "BINARY": np.int32, "LIST": np.int32,
    "LARGE_STRING": np.int64, "LARGE_BINARY": np.int64, "LARGE_LIST": np.int64,
}  # fmt: skip  # laid out as a table

_NUMBERS = {
    "UINT8": "u1", "UINT16": "u2", "UINT32": "u4", "UINT64": "u8", "HALF_FLOAT": "f2",
    "INT8": "i1", "INT16": "i2", "INT32": "i4", "INT64": "i8", "FLOAT": "f4", "DOUBLE": "f8",
}  # fmt: skip  # laid out as a table


def table_from(value: Any, path: str) -> Table:
    """A table of what gives itself by Arrow's C interface.

    Raises:
        BackendUnavailable: nanoarrow is not installed.
        TypeError: a column is of a type that no field has, or what is given has no columns.
    """
    found = column_from(value, path)
    if not isinstance(found, Table):
        message = f"{path}: expected a table, found one column"
        raise TypeError(message)
    return found


def column_from(value: Any, path: str) -> Any:
    """A column of what gives itself by Arrow's C interface, in one part or several.

    Raises:
        BackendUnavailable: nanoarrow is not installed.
        TypeError: it is of a type that no field has.
    """
    na = library()
    if hasattr(value, "__arrow_c_array__"):
        return _column(na.c_array(value), path)
    with na.c_array_stream(value) as stream:
        parts = [_column(array, path) for array in stream]
        return joined(parts) if parts else _column(_nothing(na, stream), path)


def _nothing(na: Any, stream: Any) -> Any:
    return na.c_array([], stream.get_schema())


def joined(parts: list[Any]) -> Any:
    """Columns of one kind as one, copied if there are several."""
    first = parts[0]
    if len(parts) == 1:
        return first
    if isinstance(first, np.ndarray):
        is_masked = any(isinstance(each, np.ma.MaskedArray) for each in parts)
        together: Any = np.ma.concatenate if is_masked else np.concatenate
        return together(parts)
    rows = sum(map(len, parts))
    if isinstance(first, Union):
        return _joined_unions(parts)
    bits = _joined_bits(parts)
    if isinstance(first, Table):
        columns = {name: joined([each.column(name) for each in parts]) for name in first.names}
        return Table(columns, rows, bits)
    ends = _joined_ends([each.offsets for each in parts])
    if isinstance(first, Pieces):
        data = np.concatenate([each.data[each.offsets[0] : each.offsets[-1]] for each in parts])
        return Pieces(ends, data, bits, is_text=first.is_text)
    return Lists(ends, joined([each.values for each in parts]), bits)


def _joined_bits(parts: list[Any]) -> Array | None:
    valid = [each.valid for each in parts]
    if all(each is None for each in valid):
        return None
    there = [np.ones(len(p), bool) if v is None else v for p, v in zip(parts, valid, strict=True)]
    return np.packbits(np.concatenate(there), bitorder="little")


def _joined_ends(parts: list[Array]) -> Array:
    sizes = [np.diff(each.astype(np.int64)) for each in parts]
    return np.concatenate([[0], np.cumsum(np.concatenate(sizes))])


def _joined_unions(parts: list[Union]) -> Union:
    names = [*parts[0].cases]
    places = [each.places.astype(np.int64) for each in parts]
    for number, name in enumerate(names):
        done = 0
        for each, place in zip(parts, places, strict=True):
            place[each.tags == number] += done
            done += len(each.cases[name])
    cases = {name: joined([each.cases[name] for each in parts]) for name in names}
    tags = np.concatenate([each.tags for each in parts])
    return Union(tags, np.concatenate(places), cases, has_none=any(p.has_none for p in parts))


def _column(array: Any, path: str) -> Any:
    """A column of an array of Arrow's, from its offset on."""
    view = array.view()
    kind, start, rows = view.storage_type.upper(), array.offset, array.length
    buffers = [*view.buffers]
    if kind == "DENSE_UNION":
        return _union(array, buffers, path)
    valid = _valid(buffers, start, rows, array.null_count)
    if kind == "BOOL":
        found = _unpacked(_raw(buffers[1], np.uint8), start, rows)
        return _masked(found, valid)
    if kind in _NUMBERS:
        found = _raw(buffers[1], np.dtype(_NUMBERS[kind]))[start : start + rows]
        return _masked(found, valid)
    bits = None if valid is None else np.packbits(valid, bitorder="little")
    if kind == "STRUCT":
        names = [array.schema.child(i).name for i in range(array.n_children)]
        columns = {
            name: _cut(_column(array.child(i), f"{path}: {name}"), start, rows)
            for i, name in enumerate(names)
        }
        return Table(columns, rows, bits)
    if kind == "FIXED_SIZE_LIST":
        values = _column(array.child(0), path)
        size = len(values) // max(array.length + start, 1)
        ends = np.arange(start, start + rows + 1, dtype=np.int64) * size
        return _cut_lists(Lists(ends, values, bits))
    if kind in ("STRING_VIEW", "BINARY_VIEW"):
        return column_of_values(library().Array(array).to_pylist(), path)
    if kind not in _OFFSETS:
        message = f"{path}: Arrow's {kind.lower()} is a type that no field has"
        raise TypeError(message)
    ends = _raw(buffers[1], np.dtype(_OFFSETS[kind]))[start : start + rows + 1]
    ends = ends if len(ends) else np.zeros(1, np.int64)
    if kind.endswith("LIST"):
        return _cut_lists(Lists(ends, _column(array.child(0), path), bits))
    return Pieces(ends, _raw(buffers[2], np.dtype(np.uint8)), bits, is_text="STRING" in kind)


def _union(array: Any, buffers: list[Any], path: str) -> Union:
    start, rows = array.offset, array.length
    tags = _raw(buffers[0], np.dtype(np.int8))[start : start + rows]
    places = _raw(buffers[1], np.dtype(np.int32))[start : start + rows]
    names = [array.schema.child(i).name for i in range(array.n_children)]
    has_none = bool(names) and not names[-1]
    cases = {
        name: _column(array.child(i), f"{path}: {name}")
        for i, name in enumerate(names[: len(names) - has_none])
    }
    return Union(tags, places, cases, has_none=has_none)


def _raw(buffer: Any, dtype: Any) -> Array:
    found = (
        np.frombuffer(buffer, np.uint8)
        if buffer is not None and len(buffer)
        else np.empty(0, np.uint8)
    )
    return found[: len(found) // np.dtype(dtype).itemsize * np.dtype(dtype).itemsize].view(dtype)


def _valid(buffers: list[Any], start: int, rows: int, nulls: int) -> Array | None:
    if nulls == 0 or buffers[0] is None or not len(buffers[0]):
        return None
    return _unpacked(_raw(buffers[0], np.dtype(np.uint8)), start, rows)


def _unpacked(bits: Array, start: int, rows: int) -> Array:
    found: Array = np.unpackbits(bits, bitorder="little")[start : start + rows].astype(bool)
    return found


def _masked(found: Array, valid: Array | None) -> Array:
    if valid is None:
        return found
    masked: Array = np.ma.MaskedArray(found, ~valid)
    return masked


def _cut(column: Any, start: int, rows: int) -> Any:
    """Some rows of a column, where that of the records around begins later."""
    if start == 0 and len(column) == rows:
        return column
    stop = start + rows
    if isinstance(column, np.ndarray):
        return column[start:stop]
    if isinstance(column, Union):
        return Union(
            column.tags[start:stop],
            column.places[start:stop],
            column.cases,
            has_none=column.has_none,
        )
    bits = (
        None if column.valid is None else np.packbits(column.valid[start:stop], bitorder="little")
    )
    if isinstance(column, Table):
        inner = {name: _cut(column.column(name), start, rows) for name in column.names}
        return Table(inner, rows, bits)
    ends = column.offsets[start : stop + 1]
    if isinstance(column, Pieces):
        return Pieces(ends, column.data, bits, is_text=column.is_text)
    return _cut_lists(Lists(ends, column.values, bits))


def _cut_lists(column: Lists) -> Lists:
    """Lists of the values that are in one alone."""
    first, last = int(column.offsets[0]), int(column.offsets[-1])
    values = _cut(column.values, first, last - first)
    ends = column.offsets - first if first else column.offsets
    return Lists(
        ends, values, None if column.valid is None else np.packbits(column.valid, bitorder="little")
    )
