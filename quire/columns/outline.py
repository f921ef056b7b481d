"""What columns there are, for people: the lists of a class, and the columns of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from quire.columns.errors import NoColumnsError
from quire.columns.scan.deriving import scan_of
from quire.columns.scan.emit import NATIVE, source_of
from quire.columns.tables.table import Array, Lists, Pieces, Table, Union
from quire.runtime import structure as s
from quire.runtime.structure.lookup import type_and_spec


class Column(NamedTuple):
    """A column of a table.

    Attributes:
        name: It; `at.x` of a record in the rows.
        type: Of its values.
        first: The first of them, as Python has them.
    """

    name: str
    type: str
    first: list[Any]


def scan_text(kind: type[Any], path: str) -> str:
    """The source of the scan of a list, as Numba compiles it.

    Raises:
        NoColumnsError: the list has no columns.
    """
    type_, spec = type_and_spec(kind)
    return source_of(scan_of(type_, spec, path, wide=False), NATIVE)


def lists_of(kind: type[Any]) -> Iterator[tuple[str, str]]:
    """The paths of all lists that a class leads to, and why they have no columns; "" if they do."""
    type_, spec = type_and_spec(kind)
    for path in _paths(type_, spec, ()):
        try:
            scan_of(type_, spec, path, wide=False)
        except NoColumnsError as error:
            yield path, f"{error.place}: {error.reason}"
        else:
            yield path, ""


def _paths(type_: s.Type, spec: s.Spec, within: tuple[str, ...]) -> Iterator[str]:
    for field in type_.fields:
        if field.repeat is not None:
            yield field.id
        elif isinstance(field.stored, s.Record) and field.stored.path not in within:
            try:
                inner = spec.type(field.stored.path)
            except KeyError:  # of another spec
                continue
            paths = _paths(inner, spec, (*within, field.stored.path))
            yield from (f"{field.id}.{path}" for path in paths)


def outline_of(table: Table, rows: int) -> Iterator[Column]:
    """The columns of a table, those of records in its rows too, and values of the first rows."""
    for name in table.names:
        column = table.column(name)
        if isinstance(column, Table):
            for each in outline_of(column, rows):
                yield each._replace(name=f"{name}.{each.name}")
        else:
            first = column[: min(rows, len(column))]
            values = first.tolist() if isinstance(first, np.ndarray) else first
            yield Column(name, _type(column, table.enums.get(name)), values)


def _type(column: Any, enum: dict[int, str] | None = None) -> str:
    """What the values of a column are."""
    missing = getattr(column, "valid", None) is not None
    if isinstance(column, Pieces):
        said = "text" if column.is_text else "bytes"
    elif isinstance(column, Lists):
        said = f"list of {_type(column.values)}"
    elif isinstance(column, Union):
        return " or ".join([*column.cases, *(["nothing"] if column.has_none else [])])
    elif isinstance(column, Table):
        said = "record"
    else:
        said, missing = _number(column, enum), isinstance(column, np.ma.MaskedArray)
    return f"{said} or nothing" if missing else said


def _number(column: Array, enum: dict[int, str] | None) -> str:
    name = column.dtype.name
    return name if enum is None else f"{name}, enum"
