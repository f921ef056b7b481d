"""Records with a list that was given as columns: written without making its elements."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from quire.runtime.errors import FormatError
from quire.runtime.lists.columnar import StoppedError, given_rows
from quire.runtime.reading.elements import Elements
from quire.runtime.writing.giving import settle


def parts_of(record: Any) -> Iterator[bytes | memoryview] | None:
    """A record as it stands in a file, in parts that follow each other.

    Args:
        record: One that was built, and stands in no other.

    Returns:
        None if it has no such list, or several, or if something else than the number of elements
        is looked at before they are written: their places, or what is in them.
    """
    settle(record, streams=True)
    names = [each for each in record._fields if given_rows(record._value(each)) is not None]
    if len(names) != 1 or (record._places and record._is_placed()):
        return None
    if any(isinstance(record._value(each), Elements) for each in record._fields):
        return None
    name = names[0]
    rows = record._value(name)
    around = _around(record, name, rows)
    source = given_rows(rows)
    if around is None or source is None:
        return None
    pieces = source.pieces(type(record), name, around[0])
    return None if pieces is None else _parts(record, name, around, pieces)


def _around(record: Any, name: str, rows: Any) -> tuple[bytes, bytes] | None:
    """What stands before and after the elements."""
    elements = Elements(iter(()), lambda row: row, name)
    setattr(record, name, elements)
    try:
        found: tuple[bytes, bytes] | None = record._around(elements, len(rows))
    except (
        FormatError
    ):  # which objects raise again, if it is not for the elements that were not there
        return None
    finally:
        setattr(record, name, rows)
    return found


def _parts(
    record: Any, name: str, around: tuple[bytes, bytes], pieces: Iterator[memoryview]
) -> Iterator[bytes | memoryview]:
    head, behind = around
    yield head
    done = len(head)
    try:
        for piece in pieces:
            yield piece
            done += len(piece)
        yield behind
    except StoppedError:  # objects tell what is wrong, or are written
        setattr(record, name, list(record._value(name)))
        buffer = BytesIO()
        record._write_anew(buffer, None)
        buffer.seek(done)
        yield buffer.read()
