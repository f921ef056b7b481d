"""Many records of a simple type as bytes, some at a time, without a writer."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Any

from quire.runtime.elements import Elements
from quire.runtime.errors import EXPLAINED
from quire.runtime.lazy import Lazy
from quire.runtime.members import have_more
from quire.runtime.rows import Rows, parts
from quire.runtime.source import expect_all

TOGETHER = 1024
"""Records of a list that are packed at a time."""


def batches(rows: Any) -> Iterator[Sequence[Any]]:
    """Some records of a list at a time, or the bytes of some that nobody has looked at."""
    if (found := parts(rows)) is not None:
        yield from found
    elif isinstance(rows, Elements):
        yield from rows.batches(TOGETHER)
    else:
        for start in range(0, len(rows), TOGETHER):
            yield rows[start : start + TOGETHER]


def packed(kind: Any, rows: Sequence[Any]) -> bytes | None:
    """The bytes of records of a type that has a fast way, unless something is wrong or missing."""
    try:
        for row in rows if have_more(rows) else ():
            row._refuse_strange()
        return b"".join(kind._packed(rows))
    except (*EXPLAINED, struct.error, NotImplementedError):  # not every type has a fast way
        return None


def is_packed_as(values: Sequence[Any], again: Any) -> bool:
    """Whether records are packed as the bytes that a list which nobody has looked at is made of."""
    source = again._source if isinstance(again, Lazy) else None
    if not isinstance(source, Rows) or isinstance(values, Lazy):
        return False
    expect_all(source.stored)
    done = 0
    for rows in batches(values):
        if {*map(type, rows)} != {source.kind} or have_more(rows):
            return False
        data = packed(source.kind, rows)
        if data is None or bytes(source.stored[done : done + len(data)]) != data:
            return False
        done += len(data)
    return done == len(source.stored)
