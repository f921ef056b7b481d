"""What columns have to be: lists that were read as objects, as the rows of a table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

import quire
from quire.columns import Lists, NoColumnsError, Pieces, Table, Union, read_columns
from quire.runtime.paths import attribute
from quire.runtime.record import Record


def list_at(record: Any, path: str) -> Any:
    """The list at a path."""
    for name in path.split("."):
        record = getattr(record, attribute(name))
    return record


def differences(table: Table, values: Any) -> str:
    """Where a table and a list differ; "" if they do not."""
    holders, rows = [-1] * len(values), list(values)
    if "_parent" in table.names:
        rows, holders = flat(values)
        if (found := table["_parent"].tolist()) != holders:
            return f"_parent: {found} instead of {holders}"
    if len(table) != len(rows):
        return f"{len(table)} rows instead of {len(rows)}"
    for i, each in enumerate(rows):
        if found := _differs(table, i, each):
            return f"[{i}]{found}"
    return ""


def flat(values: Any) -> tuple[list[Any], list[int]]:
    """Records, and those of the same type in them, in the order of the file; who holds each."""
    rows: list[Any] = []
    holders: list[int] = []

    def add(record: Any, holder: int) -> None:
        rows.append(record)
        holders.append(holder)
        number = len(rows) - 1
        for inner in _held(record, type(record)):
            add(inner, number)

    for each in values:
        add(each, -1)
    return rows, holders


def _held(record: Any, kind: type[Any]) -> Iterator[Any]:
    for name in record._fields:
        value = getattr(record, name, None)
        for each in value if isinstance(value, list) else [value]:
            if type(each) is kind:
                yield each
            elif isinstance(each, Record):
                yield from _held(each, kind)


def _differs(column: Any, row: int, value: Any) -> str:
    """How a row of a column differs from a value of an object."""
    if isinstance(column, Union):
        tag = int(column.tags[row])
        if tag == len(column.cases):
            return "" if value is None else f": nothing instead of {value!r}"
        return _differs([*column.cases.values()][tag], int(column.places[row]), value)
    if value is None:
        found = column[row]
        return "" if found is None or found is np.ma.masked else f": {found!r} instead of nothing"
    if isinstance(column, Table):
        return _record_differs(column, row, value)
    if isinstance(column, Lists):
        start, stop = map(int, column.offsets[row : row + 2])
        if stop - start != len(value):
            return f": {stop - start} elements instead of {len(value)}"
        each = (_differs(column.values, start + i, inner) for i, inner in enumerate(value))
        return next((f"[{i}]{found}" for i, found in enumerate(each) if found), "")
    found = column[row] if isinstance(column, Pieces) else column[row].item()
    if isinstance(found, float) and math.isnan(found) and math.isnan(value):
        return ""
    same = found == value and isinstance(found, bool) == isinstance(value, bool)
    return "" if same else f": {found!r} instead of {value!r}"


def _record_differs(column: Table, row: int, value: Any) -> str:
    if column.names == ("value",) and not hasattr(value, "value"):  # rows that are no records
        return _differs(column["value"], row, value)
    for name in column.names:
        if name == "_parent":
            continue
        if found := _differs(column[name], row, getattr(value, attribute(name), None)):
            return f".{name}{found}"
    return ""


def agrees(kind: Any, data: bytes, path: str) -> bool:
    """Make sure that columns are what objects are, or refuse the file where those do.

    Returns:
        Whether there are columns.
    """
    found = outcome(kind, data, path)
    if isinstance(found, NoColumnsError):
        return False
    expected = outcome_of_objects(kind, data, path)
    if isinstance(found, quire.FormatError):
        assert isinstance(expected, quire.FormatError), found
        assert told(found) == told(expected)
    elif isinstance(expected, quire.FormatError):
        assert is_behind(kind, expected.path, path), expected
    else:
        assert differences(found, expected) == ""
    return True


def outcome(kind: Any, data: bytes, path: str) -> Any:
    """A table, or the error for which there is none."""
    try:
        return read_columns(kind, data, path)
    except (NoColumnsError, quire.FormatError) as error:
        return error


def outcome_of_objects(kind: Any, data: bytes, path: str) -> Any:
    """A list of objects, all of which were looked at, or the error for which there is none."""
    try:
        found = list_at(kind.from_bytes(data), path)
        _look(found)
    except quire.FormatError as error:
        return error
    return found


def told(error: quire.FormatError) -> tuple[Any, ...]:
    """What an error says."""
    return type(error), error.path, error.offset, error.expected, error.found


def is_behind(kind: Any, wrong: str, path: str) -> bool:
    """Whether an error is at something that stands behind a list: in a record around it, too."""
    around, spec = type_and_spec_of(kind)
    for mine, its in zip(path.split("."), wrong.split("."), strict=False):
        fields = [attribute(each.id) for each in around.fields]
        its_name = attribute(its.partition("[")[0])
        if its_name != mine:
            return its_name not in fields or fields.index(its_name) > fields.index(mine)
        inner = _type_of(around.fields[fields.index(mine)], spec)
        if inner is None:
            break
        around = inner
    return False


def _look(value: Any) -> None:
    if isinstance(value, list):
        for each in value:
            _look(each)
    elif isinstance(value, Record):
        for name in value._fields:
            _look(getattr(value, name, None))


def lists_of(kind: Any) -> list[str]:
    """The lists of a type, and of the records in it: what leads to them."""
    spec_type, spec = type_and_spec_of(kind)
    return list(_lists(spec_type, spec, (), 3))


def _lists(type_: Any, spec: Any, names: tuple[str, ...], depth: int) -> Iterator[str]:
    for field in type_.fields:
        here = (*names, field.id)
        if field.repeat is not None:
            yield ".".join(here)
        elif depth and (inner := _type_of(field, spec)) is not None:
            yield from _lists(inner, spec, here, depth - 1)


def _type_of(field: Any, spec: Any) -> Any:
    """The type of the records that a field has; None, if it has no records."""
    path = getattr(field.stored, "path", None)
    return next((each for each in spec.types if each.path == path), None)


def type_and_spec_of(kind: Any) -> tuple[Any, Any]:
    """The plan of a class, and that of its spec."""
    from quire.runtime.structure.lookup import type_and_spec

    return type_and_spec(kind)
