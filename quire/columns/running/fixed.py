"""Rows that all take the same bytes, of numbers alone: numpy copies their columns."""

from __future__ import annotations

from typing import Any

import numpy as np

from quire.columns.running.scanning import Array, Filled
from quire.columns.scan import layout as c
from quire.runtime import structure as s
from quire.runtime.lists.columnar import StoppedError

_KINDS = {"unsigned": "u", "signed": "i", "float": "f"}


def fixed_dtype(field: s.Field, spec: s.Spec) -> np.dtype[Any] | None:
    """What the rows of a list are to numpy; None if they may be wrong, or are not all alike."""
    stored, repeat = field.stored, field.repeat
    if not isinstance(stored, s.Record) or stored.extent is not None or stored.args:
        return None
    if repeat is None or repeat.until is not None or repeat.limit is not None or field.valid:
        return None
    try:
        fields = spec.type(stored.path).fields
    except KeyError:  # of another spec
        return None
    found = [(each.id, _dtype(each)) for each in fields]
    if not found or any(dtype is None for _, dtype in found):
        return None
    return np.dtype([(name, dtype) for name, dtype in found if dtype is not None])


def _dtype(field: s.Field) -> str | None:
    """What a field is to numpy: a number, or bytes of which there are always so many."""
    if field.repeat is not None or field.condition is not None or field.valid:
        return None
    stored = field.stored
    if isinstance(stored, s.Number) and stored.endian != "chosen":
        order = ">" if stored.endian == "be" else "<"
        return f"{order}{_KINDS[stored.kind]}{stored.size}"
    if not isinstance(stored, s.Bytes) or field.contents is not None:
        return None
    extent = stored.extent
    plain = s.Extent(size=extent.size, fill=extent.fill)
    return (
        f"V{extent.size}" if type(extent.size) is int and extent.size and extent == plain else None
    )


def fixed_rows(
    data: Any, state: list[int], dtype: np.dtype[Any], layout: c.Layout, most: int | None
) -> tuple[Filled, int]:
    """The columns of rows from a position on, of so many at most; and how many are left then.

    Raises:
        StoppedError: they do not fit.
    """
    pos, end, done, count = state[:4]
    there, rest = divmod(end - pos, dtype.itemsize)
    if count < 0:
        if rest:
            raise StoppedError
        left = there
    else:
        left = count - done
    if left > there:
        raise StoppedError
    rows = left if most is None else min(left, most)
    table = np.frombuffer(data, dtype, rows, pos) if rows else np.empty(0, dtype)
    arrays: list[Array] = [np.empty(0)] * len(layout.cells)
    counts = [rows] * layout.counters
    for name, column in layout.top.fields if isinstance(layout.top, c.Struct) else ():
        if isinstance(column, c.Numbers):
            native = dtype[name].newbyteorder("=")
            arrays[column.cells.number] = table[name].astype(native)
        elif isinstance(column, c.Pieces):
            size = dtype[name].itemsize
            arrays[column.data.number] = np.ascontiguousarray(table[name]).view(np.uint8)
            ends = np.arange(rows + 1, dtype=np.int64) * size
            arrays[column.offsets.number] = ends.astype(f"i{column.offsets.word[1]}")
            counts[column.data.counter] = rows * size
    state[0], state[2] = pos + rows * dtype.itemsize, done + rows
    return Filled(arrays, counts), left - rows
