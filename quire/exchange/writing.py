"""What a path leads to as files of other formats, written as it is read."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, BinaryIO, NoReturn, TypeAlias

import numpy as np

from quire.columns import NoColumnsError, Table
from quire.exchange.forms import json_text
from quire.exchange.json_values import JsonForm
from quire.exchange.rows import BATCH_ROWS, Selection, flat_row
from quire.exchange.tables import arrow, arrow_of, expect_no_unions

Names: TypeAlias = Sequence[str]
"""The columns that are wanted; none wants all."""

Write: TypeAlias = Callable[[Selection, Names, BinaryIO], None]


def write_json(selection: Selection, names: Names, file: BinaryIO) -> None:
    """A list as one of JSON, a row in a line; another value as it is."""
    form = JsonForm()
    if not selection.has_rows():
        value = selection.value()
        file.write(f"{json_text(form.of(value))}\n".encode())
        return
    before = b"[\n"
    for row in _wanted(selection.rows(), names):
        file.write(before + json_text(form.of(row)).encode())
        before = b",\n"
    file.write(b"\n]\n" if before == b",\n" else b"[]\n")


def write_ndjson(selection: Selection, names: Names, file: BinaryIO) -> None:
    """A row in a line, each of them JSON."""
    form = JsonForm()
    rows = _wanted(selection.rows(), names)
    file.writelines(f"{json_text(form.of(row))}\n".encode() for row in rows)


def write_csv(selection: Selection, names: Names, file: BinaryIO) -> None:
    """A heading, and a line for each row; the columns of records in rows are `header.width`.

    Raises:
        ValueError: a column holds lists, or values of several types.
    """
    rows: Iterator[dict[str, Any]] = map(flat_row, _wanted(selection.rows(), names))
    heading = selection.heading()
    if heading is None:  # of objects, which are in memory
        made = list(rows)
        heading, rows = [*dict.fromkeys(name for row in made for name in row)], iter(made)
    heading = [name for name in heading if not names or name.partition(".")[0] in names]
    known = frozenset(heading)
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    try:
        writer = csv.writer(text)
        writer.writerow(heading)
        for row in rows:
            if not row.keys() <= known:
                name = next(name for name in row if name not in heading)
                _refuse_column(
                    name, "values of several types, for which CSV has no place", "ndjson"
                )
            values = map(row.get, heading)
            cells = zip(heading, values, strict=True)
            writer.writerow(
                [each if type(each) in AS_IT_IS else _cell(name, each) for name, each in cells]
            )
    except UnicodeEncodeError as error:
        message = f"a text has half of a character, which CSV cannot hold ({error.reason})"
        raise ValueError(message) from error
    finally:
        text.detach()


AS_IT_IS = frozenset((float, int, str, type(None)))
"""Types of values that are written as Python prints them."""


def _cell(name: str, value: Any) -> Any:
    """A value as it stands between two commas."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict | np.ndarray):
        _refuse_column(name, "lists, for which CSV has no place", "ndjson")
    return getattr(value, "name", value)


def _refuse_column(name: str, what: str, other: str) -> NoReturn:
    """Refuse what a format has no place for; what to do is said.

    Raises:
        ValueError: always.
    """
    column = name.partition(".")[0]
    message = f"column `{column}` holds {what}: choose others with --column, or export {other}"
    raise ValueError(message)


def write_parquet(selection: Selection, names: Names, file: BinaryIO) -> None:
    """A group of rows for each batch; enums are the numbers that are stored.

    Raises:
        BackendUnavailable: pyarrow is not installed.
        ValueError: a column holds values of several types.
    """
    pa = arrow()
    from pyarrow import parquet

    try:
        tables = _arrow_tables(pa, selection)
        first = next(tables)
    except NoColumnsError:
        rows = [_numbered(row) for row in selection.rows()]
        first, tables = arrow_of(rows), iter(())
    chosen = list(names or first.column_names)
    _expect_known(chosen, first.column_names)
    schema = first.select(chosen).schema
    expect_no_unions(schema, "Parquet")
    with parquet.ParquetWriter(file, schema) as writer:
        for table in chain((first,), tables):
            writer.write_table(table.select(chosen), BATCH_ROWS)


def _arrow_tables(pa: Any, selection: Selection) -> Iterator[Any]:
    for table in selection.tables():
        yield pa.table(table)


def _numbered(value: Any) -> Any:
    """A row with the numbers of enums."""
    if isinstance(value, dict):
        return {name: _numbered(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_numbered(each) for each in value]
    return int(value) if isinstance(value, int) and hasattr(value, "name") else value


def write_npy(selection: Selection, names: Names, file: BinaryIO) -> None:
    """An array of numpy: one that is there, numbers of a list, or records as fields of a row.

    Raises:
        ValueError: that is no array.
    """
    array = _array_at(selection, names)
    np.lib.format.write_array(file, np.asarray(array), allow_pickle=False)


def _array_at(selection: Selection, names: Names) -> Any:
    try:
        return _structured([*selection.tables()], names)
    except NoColumnsError:
        pass
    matches = selection.matches
    value = matches[0].value if len(matches) == 1 else [match.value for match in matches]
    if isinstance(value, np.ndarray) or hasattr(value, "stored_size"):
        found = np.array(value)
    elif isinstance(value, list) and all(isinstance(each, int | float) for each in value):
        found = _numbers(value)
    else:
        message = f"`{selection.path}` is not an array or a list of numbers: export ndjson"
        raise ValueError(message)
    if found.dtype.name == "bfloat16":  # which .npy has no name for
        return found.astype(np.float32)
    if found.dtype.kind not in "iufb":
        message = f"`{selection.path}` has numbers that no type of 64 bits holds all: export ndjson"
        raise ValueError(message)
    return found


def _numbers(values: Sequence[int | float]) -> Any:
    """Numbers as an array that has the very same; one of objects, if no type holds them all.

    Of whole numbers, some of which have no sign, numpy itself makes numbers with a fraction.
    """
    found = np.array([*values])
    if found.dtype.kind != "f":
        return found
    whole = [each for each in values if isinstance(each, int)]
    if len(whole) < len(values):
        is_same = all(int(float(each)) == each for each in whole)
        return found if is_same else found.astype(object)
    with suppress(OverflowError):  # one is negative
        return np.array(whole, np.uint64 if whole else np.int64)
    return found.astype(object)


def _structured(tables: list[Table], names: Names) -> Any:
    """The columns of some tables as one array, whose rows have a field for each."""
    first = tables[0]
    chosen = list(names or first.names)
    _expect_known(chosen, first.names)
    fields = []
    for name in chosen:
        column = first.column(name)
        if not isinstance(column, np.ndarray) or isinstance(column, np.ma.MaskedArray):
            _refuse_column(name, "other things than numbers, or not always one", "parquet")
        fields.append((name, column.dtype))
    made = np.empty(sum(map(len, tables)), fields)
    at = 0
    for table in tables:
        for name in chosen:
            made[name][at : at + len(table)] = table.column(name)
        at += len(table)
    return made


def _wanted(rows: Iterable[Any], names: Names) -> Iterator[Any]:
    """Rows with the columns that are wanted.

    Raises:
        ValueError: no row has one of that name; it comes after the last row.
    """
    if not names:
        yield from rows
        return
    there: dict[str, None] = {}
    for row in rows:
        if isinstance(row, dict):
            there |= dict.fromkeys(row)
            yield {name: row[name] for name in names if name in row}
    _expect_known(names, [*there])


def _expect_known(names: Names, there: Names) -> None:
    for name in names:
        if name not in there:
            message = f"no column {name!r}; there are {', '.join(there) or 'none'}"
            raise ValueError(message)


WRITERS: dict[str, Write] = {
    "json": write_json,
    "ndjson": write_ndjson,
    "csv": write_csv,
    "parquet": write_parquet,
    "npy": write_npy,
}
