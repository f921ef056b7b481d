"""The elements of a list in a file as rows: by its columns where it has some, else by objects."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import cached_property
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, Self

from quire.columns import Lists, NoColumnsError, Table, Union, read_columns
from quire.exchange.plain import Plain
from quire.listing.finding import elements_in_parts
from quire.nowhere import nothing_at
from quire.query import Match, find
from quire.runtime import structure as s
from quire.runtime.paths import attribute
from quire.runtime.record import Record
from quire.runtime.struct import Struct
from quire.runtime.structure.lookup import type_and_spec
from quire.runtime.writing.giving import kinds_of, record_types

BATCH_ROWS = 1 << 14
"""Rows that are in memory at a time."""

HOLDER = "_parent"
"""The column of those that hold records of their own type, which are nested as objects."""


class Selection:
    """What a path leads to in a file. The file is read as objects only if it has to be.

    Args:
        kind: The class of the file.
        source: Its path.
        path: As of `quire.query.find`.
    """

    def __init__(self, kind: Any, source: Path, path: str) -> None:
        self.path = path.removeprefix("$.")
        self._kind, self._source = kind, source
        self._files = ExitStack()
        self._listed = _list_of_records(kind, self.path)

    @cached_property
    def _record(self) -> Any:
        return self._files.enter_context(self._kind.from_file(self._source))

    @cached_property
    def _coming(self) -> tuple[Record, Iterator[tuple[str, Any]]] | None:
        """The record of a large file, and elements of its list, if they can be read one by one."""
        return elements_in_parts(self._kind, self._source, self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._files.close()

    @cached_property
    def matches(self) -> list[Match]:
        """What the path leads to, at least one.

        Raises:
            FormatError: the file is wrong.
            ValueError: it leads nowhere, or is none.
        """
        matches = find(self._record, self.path)
        if not matches:
            raise ValueError(nothing_at(self._record, self.path))
        return matches

    def has_rows(self) -> bool:
        """Whether the path leads to several values, or to a list."""
        if self._listed is not None or self._coming is not None:
            return True
        return len(self.matches) > 1 or _is_list(self.matches[0].value)

    def value(self) -> Any:
        """The value, where the path leads to one that is no list."""
        (match,) = self.matches
        return Plain(self._record, exact=False).value(match.value, match.path)

    def tables(self) -> Iterator[Table]:
        """The rows as columns, some at a time; at least one table.

        Raises:
            NoColumnsError: they have none; it may come later.
            FormatError: the file is wrong before the list or in it.
        """
        if self._listed is None:
            raise NoColumnsError(self.path, "it is not a list of records")
        yield from read_columns(self._kind, self._source, self._listed, batch_rows=BATCH_ROWS)

    def heading(self) -> list[str] | None:
        """The columns, with those of records in rows; None of what has none."""
        try:
            table = next(self.tables())
        except NoColumnsError:
            return None
        return None if HOLDER in table.names else _flat_names(table)

    def rows(self) -> Iterator[Any]:
        """The values of rows: dicts of records, in the order of the file.

        Raises:
            FormatError: the file is wrong.
            ValueError: the path leads nowhere, or is none.
        """
        count = 0
        try:
            for table in self.tables():
                if HOLDER in table.names:
                    break
                for row in dicts_of(table):
                    yield row
                    count += 1
            else:
                return
        except NoColumnsError:
            pass
        plain = Plain(self._coming[0] if self._coming else self._record, exact=False)
        for path, value in islice(self._elements(), count, None):
            yield plain.value(value, path)

    def _elements(self) -> Iterator[tuple[str, Any]]:
        """Values of rows, and their paths."""
        if self._coming is not None:
            yield from self._coming[1]
            return
        first = self.matches[0]
        if len(self.matches) > 1 or not _is_list(first.value):
            yield from ((match.path, match.value) for match in self.matches)
        else:
            numbered = enumerate(_records(first.value))
            yield from ((f"{first.path}[{i}]", value) for i, value in numbered)


def _is_list(value: Any) -> bool:
    """Whether a value has elements that are rows: a list, or a table."""
    return isinstance(value, list) or hasattr(value, "column")


def _records(value: Any) -> Any:
    """The elements of a list; of a table, as dicts."""
    if isinstance(value, list):
        return value
    return (dict(zip(value.names, row, strict=True)) for row in value)


def _list_of_records(kind: Any, path: str) -> str | None:
    """The path to a list of records, by the names of the spec; None if it leads to none."""
    if not (isinstance(kind, type) and issubclass(kind, Struct)):
        return None  # a face of files that are more than one record
    if places_any(kind, path):
        return None  # columns are of fields alone
    type_, spec = type_and_spec(kind)
    ids, is_repeated = [], False
    for name in path.split("."):
        field = next((each for each in type_.fields if name in (each.id, attribute(each.id))), None)
        if is_repeated or field is None or not isinstance(field.stored, s.Record):
            return None
        try:
            type_ = spec.type(field.stored.path)
        except KeyError:  # of another spec
            return None
        ids.append(field.id)
        is_repeated = field.repeat is not None
    return ".".join(ids) if is_repeated else None


def places_any(kind: Any, path: str) -> bool:
    """Whether records that a path leads to, or those in them, have instances that are written."""
    types: list[Any] = [kind]
    for name in path.split("."):
        known = kinds_of(types[0])
        types = [*record_types(known.get(name, known.get(attribute(name))))]
        if not types:
            return False
    return any(getattr(each, "_places", False) for each in types)


def dicts_of(table: Table) -> list[dict[str, Any]]:
    """The rows of a table as `to_dict` has them: what is not there is left out, enums by name."""
    names = [attribute(name) for name in table.names]
    columns = [_values(table.column(name), table.enums.get(name)) for name in table.names]
    rows = zip(*columns, strict=True) if columns else ([] for _ in range(len(table)))
    valid = table.valid
    made = [
        {name: value for name, value in zip(names, row, strict=True) if value is not None}
        for row in rows
    ]
    if valid is None:
        return made
    return [row if there else None for row, there in zip(made, valid, strict=True)]  # type: ignore[misc]  # of a column of records


def _values(column: Any, enum: dict[int, str] | None) -> list[Any]:
    """The values of a column, as Python has them."""
    if isinstance(column, Table):
        return dicts_of(column)
    if isinstance(column, Lists):
        values, ends = _values(column.values, enum), column.offsets.tolist()
        found = [values[start:end] for start, end in pairwise(ends)]
        return found if column.valid is None else _there(found, column.valid)
    if isinstance(column, Union):
        cases = [*(_values(each, enum) for each in column.cases.values()), None]
        pairs = zip(column.tags.tolist(), column.places.tolist(), strict=True)
        return [None if (case := cases[tag]) is None else case[place] for tag, place in pairs]
    values = column.tolist()
    if enum is not None:
        values = [enum.get(value, value) for value in values]
    return values


def _there(values: list[Any], valid: Any) -> list[Any]:
    return [value if there else None for value, there in zip(values, valid, strict=True)]


def _flat_names(table: Table, prefix: str = "") -> list[str]:
    """The columns of a table with those of the records in it: `header.width`."""
    found = []
    for name in table.names:
        column, there = table.column(name), f"{prefix}{attribute(name)}"
        found += _flat_names(column, f"{there}.") if isinstance(column, Table) else [there]
    return found


def flat_row(row: Any, prefix: str = "") -> dict[str, Any]:
    """A row with the values of the records in it: `{"header.width": 3}`."""
    if not isinstance(row, dict):
        return {prefix.removesuffix(".") or "value": row}
    if not prefix and dict not in map(type, row.values()):
        return row
    found: dict[str, Any] = {}
    for name, value in row.items():
        found |= flat_row(value, f"{prefix}{name}.")
    return found
