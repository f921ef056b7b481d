"""Columns of a list, read from bytes, a file, or a record."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NoReturn

from quire.columns.errors import NoColumnsError
from quire.columns.running.fixed import fixed_dtype, fixed_rows
from quire.columns.running.loading import SMALL, Loaded, loaded
from quire.columns.running.making import Making
from quire.columns.running.scanning import Filled, Run, start_of
from quire.columns.tables.table import Table
from quire.kernels.engine.given import expect_a, given_names, whole_number
from quire.runtime.lists.columnar import StoppedError
from quire.runtime.lists.synced import Gap, gaps_of
from quire.runtime.reading.source import contents, expect_all, octets
from quire.runtime.record import Record
from quire.runtime.struct import Struct
from quire.runtime.structure.lookup import type_and_spec

WIDEST = (1 << 31) - 1
"""Bytes of which offsets are numbers of 32 bits."""


def read_columns(
    kind: type[Any],
    source: Any,
    path: str,
    *,
    batch_rows: int | None = None,
    raw: Sequence[str] = (),
) -> Any:
    """Read a list of a file column by column; no record becomes an object.

    The file behind the list is neither read nor checked.

    Args:
        kind: The class of the file.
        source: Its bytes, its path, a file that is open in binary (from where it stands), or a
            record of the class.
        path: The field that is the list, with those of the records that lead to it (`body.rows`).
        batch_rows: Rows that are read at a time, in memory that does not grow with the file.
        raw: Fields of the rows that become columns of the bytes that are stored, and are not looked
            into: what is compressed, of another spec, or otherwise has no columns. Checksums over
            them are not compared.

    Returns:
        A `Table`; with `batch_rows`, an iterator of tables. Of a list with `-sync` that is wrong
        somewhere, they have the rows that are right, and `gaps`; all is read as objects then, too.

    Raises:
        FormatError: the file is wrong before the list or in it, at the place that the reader of
            objects names.
        NoColumnsError: the list cannot be read like this.
    """
    names = names_of(raw)
    expect_a(str, path, "path")
    if batch_rows is None:
        return next(_tables(kind, source, path, None, names))
    return _tables(kind, source, path, whole_number(batch_rows, "batch_rows", 1), names)


def names_of(raw: Sequence[str]) -> tuple[str, ...]:
    """Names of fields, in an order of their own.

    Raises:
        TypeError: it is one name, or has something else than names.
    """
    return tuple(sorted(set(given_names(raw, "raw"))))


def _tables(
    kind: Any, source: Any, path: str, rows: int | None, raw: tuple[str, ...]
) -> Iterator[Table]:
    _, spec = type_and_spec(kind)
    data = _bytes(kind, source)
    wide = len(data) > WIDEST
    scan = loaded(kind, path, wide=wide, native=False, raw=raw)
    dtype = _dtype(kind, path, raw)
    if dtype is None and len(data) > SMALL:
        scan = loaded(kind, path, wide=wide, native=True, raw=raw)
    done = 0
    with suppress(StoppedError):
        found = _fixed(scan, data, dtype, rows) if dtype else Run(scan, data, rows).batches()
        for filled in found:
            table = Making(filled, spec).table(scan.layout)
            expect_all(data)
            yield table
            done += len(table)
        return
    yield from _around_gaps(kind, data, path, scan, rows, done)


def _around_gaps(
    kind: Any, data: Any, path: str, scan: Loaded, rows: int | None, done: int
) -> Iterator[Table]:
    """The rows of a list that goes on after what is wrong: objects tell where its gaps are.

    Args:
        kind: The class of the file.
        data: Its bytes.
        path: The field that is the list.
        scan: Goes over it; it has stopped.
        rows: As many are in a table, or all.
        done: Rows of which tables were given before.

    Raises:
        FormatError: the file is wrong.
        NoColumnsError: it is not, or what is wrong is no element of the list.
    """
    if not (gaps := _gaps(kind, data, path, scan)):
        explain(kind, data, path, scan)
    skips = [(gap.before, gap.offset + gap.size) for gap in gaps if gap.offset is not None]
    run = Run(scan, data, rows, skips=skips)
    _, spec = type_and_spec(kind)
    with suppress(StoppedError):
        for filled in run.batches():
            table = Making(filled, spec).table(scan.layout)
            passed = len(gaps) - len(run.skips)
            table.gaps, gaps = tuple(gaps[:passed]), gaps[passed:]
            expect_all(data)
            done -= len(table)
            if done < 0 or table.gaps:
                yield table
        return
    explain(kind, data, path, scan)


def _gaps(kind: Any, data: Any, path: str, scan: Loaded) -> list[Gap]:
    """The gaps of a list, as objects have it; none if it is not to go on after what is wrong.

    Raises:
        FormatError: something else in the file is wrong.
        NoColumnsError: the list is not there.
    """
    if scan.field.repeat is None or scan.field.repeat.sync is None:
        return []
    found = kind.from_bytes(data)
    *names, field = path.split(".")
    for name in names:
        if not hasattr(found, name):
            raise NoColumnsError(scan.layout.place, f"`{name}` is not there in this file")
        found = getattr(found, name)
    return gaps_of(found).get(field, [])


@lru_cache(maxsize=64)
def _dtype(kind: Any, path: str, raw: tuple[str, ...]) -> Any:
    """What the rows of a list are to numpy, if they are all alike."""
    _, spec = type_and_spec(kind)
    return fixed_dtype(loaded(kind, path, wide=False, native=False, raw=raw).field, spec)


def _fixed(scan: Loaded, data: Any, dtype: Any, rows: int | None) -> Iterator[Filled]:
    """Rows of one size, in batches."""
    state = [*start_of(scan, data).state[:4]]
    left = 1
    while left:
        filled, left = fixed_rows(data, state, dtype, scan.layout, rows)
        yield filled


def _bytes(kind: type[Any], source: Any) -> Any:
    """The bytes of a source.

    Raises:
        TypeError: it is none.
    """
    if isinstance(source, kind):
        return Struct.to_bytes(source)
    if isinstance(source, str | os.PathLike):
        return contents(source)
    if isinstance(source, Record):
        message = f"expected a {kind.__qualname__}, found a {type(source).__qualname__}"
        raise TypeError(message)
    data = source.read() if hasattr(source, "read") else source
    try:
        return data if isinstance(data, bytes) else octets(data)
    except TypeError:
        message = (
            "expected bytes, a path, a file that is open in binary mode, or a "
            f"{kind.__qualname__}; found {type(source).__qualname__}"
        )
        raise TypeError(message) from None


def explain(kind: type[Any], data: Any, path: str, scan: Loaded) -> NoReturn:
    """Raise what a reader of objects says of bytes that a scan could not read.

    Raises:
        FormatError: they are wrong.
        NoColumnsError: they are not.
    """
    found = kind.from_bytes(data)
    for name in path.split("."):
        if not hasattr(found, name):
            raise NoColumnsError(scan.layout.place, f"`{name}` is not there in this file")
        found = getattr(found, name)
    _look_at(found)
    reason = (
        "a number in it is too large for a scan, or it is nested too deep, or its rows are empty, "
        "or it has gaps (`-sync`) where columns cannot leave them out"
    )
    raise NoColumnsError(scan.layout.place, reason)


def _look_at(found: Any) -> None:
    """Look at all that is read late."""
    way = [found]
    while way:
        value = way.pop()
        if isinstance(value, list):
            way.extend(each for each in value if isinstance(each, list | Record))
        elif isinstance(value, Record):
            way.extend(getattr(value, name, None) for name in value._fields)  # all
