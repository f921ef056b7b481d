"""What comes out of a parser that is fed, and what is read at once, to be compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

from quire import FormatError
from quire.kernels.engine.payload import Encoded
from quire.runtime.feeding.fed import ListPart
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record

Outcome = tuple[list[Any], tuple[str, str] | None]
"""The records, and the error after them: its type, and its text."""


class Endless(Exception):
    """A file that takes no bytes could be read for ever."""


def told(error: Exception) -> tuple[str, str]:
    return type(error).__name__, str(error)


def pieces_of(data: bytes, sizes: Iterable[int]) -> Iterator[bytes]:
    """A file in pieces of some sizes, and the rest of it."""
    start = 0
    for size in sizes:
        if start >= len(data):
            return
        yield data[start : start + size]
        start += size
    yield data[start:]


def fed(kind: Any, pieces: Iterable[bytes]) -> Outcome:
    """What comes out of a parser, with what only closing it twice gives."""
    parser = kind.feed()
    records: list[Any] = []
    try:
        for piece in pieces:
            records.extend(parser.feed(piece))
        records.extend(parser.close())
    except FormatError as error:
        again = None
        try:
            records.extend(parser.close())
        except FormatError as last:
            again = last
        return records, told(again or error)
    return records, None


def at_once(kind: Any, data: bytes) -> Outcome:
    """The same records of a file that is read at once."""
    lists = [part.field for part in getattr(kind, "_PARTS", ()) if isinstance(part, ListPart)]
    return _elements(kind, data, lists) if lists else _files(kind, data)


def _elements(kind: Any, data: bytes, lists: list[str]) -> Outcome:
    try:
        file, error = kind.from_bytes(data), None
    except FormatError as refused:
        file, error = refused.partial, told(refused)
    return [each for name in lists for each in getattr(file, name, [])], error


def _files(kind: Any, data: bytes) -> Outcome:
    file, records = BytesIO(data), []
    while file.tell() < len(data):
        start = file.tell()
        try:
            records.append(kind.from_io(file))
        except FormatError as error:
            return records, told(error)
        if file.tell() == start:
            raise Endless
    return records, None


def shown(value: Any, depth: int = 12) -> Any:
    """All that is in a value, instances too: what they are, or that they cannot be read."""
    if isinstance(value, Record):
        if not depth:
            return "..."
        members = {
            name: _member(value, name, depth) for name in (*value._fields, *value._instances)
        }
        return type(value).__qualname__, members
    if isinstance(value, list):
        return [shown(each, depth) for each in value]
    if isinstance(value, Reader):
        return "a stream"
    if isinstance(value, Encoded):
        return bytes(value.stored), value.shape
    if hasattr(value, "tolist"):
        return value.tolist()
    return repr(value) if isinstance(value, float) else value


def _member(record: Any, name: str, depth: int) -> Any:
    try:
        value = getattr(record, name)
    except Exception as error:  # noqa: BLE001  # of instances, any
        return type(error).__name__
    if isinstance(value, Record) and value._holder is not record:
        return "elsewhere"
    return shown(value, depth - 1)
