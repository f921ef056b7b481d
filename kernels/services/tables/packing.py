"""Columns as the bytes of a table."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.services.tables.integers import stored_integer
from quire.kernels.services.tables.layout import LONGEST, TableCell, TableLayout
from quire.kernels.services.tables.parts import Parts
from quire.kernels.services.tables.scan import spread
from quire.runtime.errors import ContradictionError, FormatError
from quire.runtime.values.scalars import PACK, SCALARS

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Pieces:
    """What a cell is in every record: pieces of `data` (uint8), from `starts`, of `lengths`."""

    data: npt.NDArray[np.uint8]
    starts: Integers
    lengths: Integers


def packed(table: TableLayout, value: Any, field: str) -> tuple[int, npt.NDArray[np.uint8]]:
    """How many records there are, and their bytes.

    Args:
        table: What a record consists of.
        value: A mapping of columns; or records, as objects or as dicts.
        field: What they are, for errors.

    Raises:
        FormatError: a value does not fit its column, or one is missing.
    """
    columns = _columns(table, value, field)
    sizes = {cell.size_of: cell.name for cell in table.cells if cell.size_of}
    made: dict[str, Pieces] = {}
    for cell in sorted(table.cells, key=lambda cell: cell.name in sizes):
        if cell.name in sizes:
            source = sizes[cell.name]
            lengths = made[source].lengths
            if cell.name in columns:
                _expect_lengths(columns[cell.name], lengths, cell, source, field)
            made[cell.name] = _fixed(cell, lengths, field)
        elif cell.varies or not (cell.scalar or cell.dtype or cell.order):
            made[cell.name] = _parts(cell, columns[cell.name], field)
        else:
            made[cell.name] = _fixed(cell, columns[cell.name], field)
    count = len(made[table.names[0]].starts)
    return count, _joined(table, made, count)


def _joined(table: TableLayout, made: dict[str, Pieces], count: int) -> npt.NDArray[np.uint8]:
    """The records, one after another."""
    sizes = np.full(count, table.least, np.int64)
    for cell in table.varying:
        sizes += made[cell.name].lengths
    ends = np.cumsum(sizes)
    positions = ends - sizes
    stored = np.empty(int(ends[-1]) if count else 0, np.uint8)
    for cell in table.cells:
        pieces = made[cell.name]
        spread(pieces.data, pieces.starts, pieces.lengths, stored, positions)
        positions = positions + pieces.lengths
        if cell.terminator is not None:
            stored[positions] = cell.terminator
            positions += 1
    return stored


# -- what was given ---------------------------------------------------------------------------


def _columns(table: TableLayout, value: Any, field: str) -> dict[str, Any]:
    """The columns that were given, all of one length; lengths of others may be missing."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise FormatError(field, "columns, or records", repr(value))
    given = value if isinstance(value, Mapping) else _transposed(table, value, field)
    _expect_known(given, table, field)
    told = {cell.size_of for cell in table.cells}
    for name in table.names:
        if name not in given and name not in told:
            raise FormatError(f"{field}.{name}", "a value", "none")
    columns = {name: _listed(column, f"{field}.{name}") for name, column in given.items()}
    counts = sorted({len(column) for column in columns.values()})
    if len(counts) > 1:
        raise FormatError(field, "columns of one length", f"{counts[0]} and {counts[-1]}")
    return columns


def _transposed(table: TableLayout, records: Iterable[Any], field: str) -> dict[str, list[Any]]:
    """The columns of records; one that none of them has is left out."""
    records = list(records)
    for row, record in enumerate(records):
        if isinstance(record, Mapping):
            _expect_known(record, table, f"{field}[{row}]")
    found: dict[str, list[Any]] = {}
    for name in table.names:
        values = [
            record.get(name) if isinstance(record, Mapping) else getattr(record, name, None)
            for record in records
        ]
        if not records or any(value is not None for value in values):
            found[name] = values
    return found


def _expect_known(given: Mapping[str, Any], table: TableLayout, path: str) -> None:
    """There are no columns but those of the table."""
    if unknown := [str(name) for name in given if name not in table.names]:
        raise FormatError(path, f"columns {', '.join(table.names)}", ", ".join(unknown))


def _listed(column: Any, path: str) -> Any:
    """A column whose length is known."""
    if isinstance(column, str) or not isinstance(column, Iterable):
        raise FormatError(path, "a column", repr(column))
    return column if isinstance(column, Sized) else list(column)


def _expect_lengths(
    given: Iterable[Any], lengths: Integers, cell: TableCell, source: str, field: str
) -> None:
    """Lengths that were given must be those that there are."""
    for row, (told, found) in enumerate(zip(given, lengths, strict=True)):
        if told is not None and told != found:
            place = f"{field}[{row}].{cell.name}"
            raise ContradictionError(place, f"{source} makes it {found}", told)


# -- texts and bytes --------------------------------------------------------------------------


def _parts(cell: TableCell, values: Any, field: str) -> Pieces:
    """Texts and bytes as they are stored, without terminators."""
    if isinstance(values, Parts) and values.encoding == cell.encoding and cell.terminator is None:
        pieces = Pieces(values.buffer, values.starts, values.lengths.astype(np.int64))
    else:
        pieces = _encoded(cell, values, field)
    if cell.varies:
        expected, wrong = f"at most {LONGEST} bytes", pieces.lengths > LONGEST
    else:
        expected, wrong = f"{cell.width} bytes", pieces.lengths != cell.width
    if wrong.any():
        row = int(np.argmax(wrong))
        raise FormatError(f"{field}[{row}].{cell.name}", expected, f"{pieces.lengths[row]} bytes")
    return pieces


def _encoded(cell: TableCell, values: Any, field: str) -> Pieces:
    """Texts and bytes, joined."""
    values = values if isinstance(values, Sequence) else list(values)
    try:
        stored = "".join(values).encode(cell.encoding) if cell.encoding else b"".join(values)
        lengths = np.fromiter(_sizes(cell, values, stored), np.int64, len(values))
    except (TypeError, BufferError, UnicodeEncodeError):
        row = next((i for i, value in enumerate(values) if not _is_stored(cell, value)), 0)
        wanted = f"text in {cell.encoding}" if cell.encoding else "bytes"
        place = f"{field}[{row}].{cell.name}"
        raise FormatError(place, wanted, repr(values[row])) from None
    ends = np.cumsum(lengths)
    if cell.terminator is not None and (at := stored.find(cell.terminator)) >= 0:
        row = int(np.searchsorted(ends, at, "right"))
        expected = f"no byte 0x{cell.terminator:02x} in it"
        raise FormatError(f"{field}[{row}].{cell.name}", expected, repr(values[row]))
    return Pieces(np.frombuffer(stored, np.uint8), ends - lengths, lengths)


def _sizes(cell: TableCell, values: Sequence[Any], stored: bytes) -> Iterable[int]:
    """How many bytes each value takes."""
    if not cell.encoding:
        return (memoryview(value).nbytes for value in values)
    # In a text without other letters than ASCII's, letters are bytes.
    plain = stored.isascii()
    return map(len, values if plain else (value.encode(cell.encoding) for value in values))


def _is_stored(cell: TableCell, value: Any) -> bool:
    """Whether a value is text that has an encoding, or bytes."""
    if not cell.encoding:
        return isinstance(value, bytes | bytearray | memoryview)
    try:
        return isinstance(value, str) and value.encode(cell.encoding) is not None
    except UnicodeEncodeError:
        return False


# -- numbers and arrays -----------------------------------------------------------------------


def _fixed(cell: TableCell, values: Any, field: str) -> Pieces:
    stored = _stored(cell, values, field) if len(values) else b""
    starts = np.arange(len(values), dtype=np.int64) * cell.width
    lengths = np.full(len(values), cell.width, np.int64)
    return Pieces(np.frombuffer(stored, np.uint8), starts, lengths)


def _stored(cell: TableCell, values: Any, field: str) -> bytes | memoryview:
    """The values, one after another."""
    if cell.order:
        places = (f"{field}[{row}].{cell.name}" for row in range(len(values)))
        each = zip(values, places, strict=True)
        return b"".join(stored_integer(value, cell.width, cell.byteorder, at) for value, at in each)
    given = _array(values)
    integers = cell.kind.kind in "iu"
    if cell.scalar and given.dtype.kind not in ("iu" if integers else "iuf"):
        # Among others, integers of which some take 64 bits and no sign.
        parts = (
            _number(cell, value, f"{field}[{i}].{cell.name}") for i, value in enumerate(values)
        )
        return b"".join(parts)
    shape = (len(values), *cell.extent)
    if given.shape != shape or given.dtype.kind not in "iufb":
        found = f"{given.dtype} {given.shape}"
        raise FormatError(f"{field}.{cell.name}", f"numbers of shape {shape}", found)
    with np.errstate(all="ignore"):
        array = np.ascontiguousarray(given, cell.kind)
    wrong = array != given if integers else np.isinf(array) & np.isfinite(given)
    if wrong.any():
        row = int(np.argmax(wrong.reshape(len(values), -1).any(axis=1)))
        expected = SCALARS[cell.scalar].range if cell.scalar else f"numbers that fit {cell.dtype}"
        raise FormatError(f"{field}[{row}].{cell.name}", expected, given[row])
    return array.reshape(-1).view(np.uint8).data


def _array(values: Any) -> npt.NDArray[Any]:
    """Values as an array; of objects, if they are of several shapes."""
    try:
        return np.asarray(values)
    except ValueError:
        return np.array([None, *values], object)[1:]


def _number(cell: TableCell, value: Any, path: str) -> bytes:
    """One number, as it is stored."""
    try:
        return PACK[cell.scalar](value)
    except (struct.error, OverflowError):
        raise FormatError(path, SCALARS[cell.scalar].range, value) from None
