"""Pairs of records that were gone through: what leads to itself is finite."""

from __future__ import annotations

from typing import Any

from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record


class Seen:
    """The pairs so far: of a record, and of what was read in its place.

    What is read is new each time, and may go on without end; where one record is in the places of
    several, they are told by where they stand.
    """

    def __init__(self) -> None:
        self._records: set[int] = set()
        self._pairs: set[tuple[Any, ...]] = set()

    def is_new(self, record: Any, again: Any) -> bool:
        """Note a pair; whether it was not there yet."""
        if id(record) not in self._records:
            self._records.add(id(record))
            return True
        pair = id(record), *_place(again)
        is_new = pair not in self._pairs
        self._pairs.add(pair)
        return is_new


def _place(record: Any) -> tuple[Any, ...]:
    """Where a record stands: what it is of, from an instance at a position on."""
    names: list[Any] = [type(record)]
    while isinstance(holder := record._holder, Record):
        names.append(record._name)
        if (extent := holder._extent(record._name)) is not None:
            io = extent.io
            base = (id(io.data), io._start) if isinstance(io, Reader) else (id(io), 0)
            return *base, extent.start, extent.end, *names
        record = holder
    return (id(record), *names)
