"""Many records of a simple type as bytes, some at a time, without a writer."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Any

from quire.runtime.errors import EXPLAINED
from quire.runtime.lists.lazy import Lazy
from quire.runtime.lists.narrowing import narrowed
from quire.runtime.lists.rows import Rows, parts
from quire.runtime.members import have_more
from quire.runtime.reading.elements import Elements
from quire.runtime.reading.source import expect_all, same_bytes
from quire.runtime.standing import have_other_parents
from quire.runtime.writing.pieces import LARGE

TOGETHER = 1024
"""Records of a list that are packed at a time."""

_PLAIN = frozenset((bytes, bytearray))


def not_packed(kind: Any, rows: Sequence[Any]) -> list[bytes | bytearray]:
    """What a type has that was generated with no fast way to write its records."""
    raise NotImplementedError  # `packed` takes it for that there is none


def packs(kind: Any) -> bool:
    """Whether there is a fast way to write records of a type."""
    return kind._packed.__func__ is not not_packed


def batches(rows: Any) -> Iterator[Sequence[Any]]:
    """Some records of a list at a time, or the bytes of some that nobody has looked at."""
    if (found := parts(rows)) is not None:
        yield from found
    elif isinstance(rows, Elements):
        yield from rows.batches(TOGETHER)
    else:
        for start in range(0, len(rows), TOGETHER):
            yield rows[start : start + TOGETHER]


def packed(
    kind: Any, rows: Sequence[Any], *, apart: bool = False
) -> list[bytes | bytearray] | None:
    """The bytes of records of a type that has a fast way, unless something is wrong or missing.

    Args:
        kind: The type.
        rows: The records.
        apart: Whether each field is a piece that may be larger or smaller.

    Returns:
        Else all in one piece, unless some are so large that it takes long to copy them.
    """
    try:
        for row in rows if have_more(rows) else ():
            row._refuse_strange()
        pieces: list[bytes | bytearray] = kind._packed(rows)
        if apart:
            return pieces
        are_large = max(map(len, pieces), default=0) >= LARGE
        return pieces if are_large and {*map(type, pieces)} <= _PLAIN else [b"".join(pieces)]
    except (*EXPLAINED, struct.error, NotImplementedError):  # not every type has a fast way
        return None


def is_packed_as(values: Sequence[Any], again: Any) -> bool:
    """Whether records are packed as the bytes that a list which nobody has looked at is made of."""
    source = again._source if isinstance(again, Lazy) else None
    if not isinstance(source, Rows) or isinstance(values, Lazy) or len(values) != source.count:
        return False
    if not packs(source.kind):
        return False
    return next(packed_otherwise(values, source, range(source.count)), None) is None


def packed_otherwise(
    values: Sequence[Any], rows: Rows, places: range, away: int = 0, holder: Any = None
) -> Iterator[int]:
    """The records that are not packed as the bytes of others.

    Args:
        values: The records.
        rows: What the others are made of.
        places: Where to look, in this order.
        away: How far behind these places the others are.
        holder: The record that they have to be told is around them; None for any.
    """
    expect_all(rows.stored)

    def are_same(start: int, stop: int) -> bool:
        if holder is not None and have_other_parents(values[start:stop], repeat(holder)):
            return False
        there = rows.stored[rows.place(start + away) : rows.place(stop + away)]
        return _are_packed_as(values[start:stop], rows.kind, there)

    for i in range(0, len(places), TOGETHER):
        yield from narrowed(places[i : i + TOGETHER], are_same)


def _are_packed_as(values: Sequence[Any], kind: Any, there: memoryview) -> bool:
    """Whether records of a type, which have nothing that is no field, are packed as some bytes."""
    if {*map(type, values)} != {kind} or have_more(values):
        return False
    if (pieces := packed(kind, values)) is None:
        return False
    done = 0
    for piece in pieces:
        if not same_bytes(memoryview(piece), there[done : done + len(piece)]):
            return False
        done += len(piece)
    return done == len(there)
