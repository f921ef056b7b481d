"""`quire columns FILE [PATH]`."""

from __future__ import annotations

from itertools import chain
from typing import Any

import click

from quire.cli.get import plain
from quire.cli.inputs import INPUT, Source
from quire.cli.output import Found, as_json, show_each
from quire.cli.target import Spec, record_class, spec_options

BATCH_ROWS = 1 << 16
"""Rows that are in memory at a time."""


@click.command("columns")
@click.argument("file", type=INPUT)
@click.argument("path", required=False)
@click.option(
    "--rows",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    help="How many rows are shown of each column.",
)
@click.option(
    "--raw",
    multiple=True,
    metavar="NAME",
    help="Field of the rows that is left as the bytes that are stored; may be given several times.",
)
@spec_options
@as_json
def command(
    file: str,
    path: str | None,
    rows: int,
    raw: tuple[str, ...],
    spec: Spec,
    as_json: bool,
    **compiling: Any,
) -> None:
    """Print the columns of the list at PATH in FILE: names, types, first values.

    Without PATH, print the lists that there are, and why some have no columns. All rows are read,
    and no record becomes an object. `-` is standard input.
    """
    kind_of = record_class(spec, **compiling)

    def look(source: Source) -> Found:
        kind = kind_of(source)
        if not hasattr(kind, "columns"):
            message = "files of this format are several records, which have no columns"
            raise ValueError(message)
        return _lists(kind) if path is None else _columns(kind, source, path, rows, raw)

    show_each((file,), look, as_json=as_json)


def _lists(kind: Any) -> Found:
    from quire.columns.outline import lists_of

    found = list(lists_of(kind))
    data = [{"path": path, "reason": reason or None} for path, reason in found]
    lines = [f"{path}: no columns: {reason}" if reason else path for path, reason in found]
    return Found(data, lambda: "\n".join(lines) or "there are no lists")


def _columns(kind: Any, source: Source, path: str, rows: int, raw: tuple[str, ...]) -> Found:
    from quire.columns import NoColumnsError, read_columns
    from quire.columns.outline import outline_of

    tables = read_columns(kind, source.path, path, batch_rows=BATCH_ROWS, raw=raw)
    try:
        first, count, gaps = next(tables), 0, 0
        for table in chain([first], tables):
            count, gaps = count + len(table), gaps + len(table.gaps)
    except NoColumnsError as error:
        message = f"{error.place}: {error.reason}"
        raise ValueError(message) from error
    found = [*outline_of(first, rows)]
    columns = [{**each._asdict(), "first": _plain(each.first)} for each in found]
    data = {"path": path, "rows": count, "gaps": gaps, "columns": columns}
    head = f"{count:,} rows" + (
        f", {gaps:,} gaps: parts that are wrong are left out" if gaps else ""
    )
    return Found(data, lambda: "\n".join([head, *_lines(columns)]))


def _plain(values: list[Any]) -> list[Any]:
    """Values as data for JSON."""
    return [_value(each) for each in values]


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _value(each) for name, each in value.items()}
    return _plain(value) if isinstance(value, list) else plain(value)


def _lines(columns: list[dict[str, Any]]) -> list[str]:
    """A line for each column: its name, its type, its first values."""
    from quire.listing.json_text import text_of

    names = max((len(each["name"]) for each in columns), default=0)
    types = max((len(each["type"]) for each in columns), default=0)
    return [
        f"{each['name']:{names}}  {each['type']:{types}}  "
        f"{', '.join(' '.join(text_of(value).split()) for value in each['first'])}".rstrip()
        for each in columns
    ]
