"""Bytes that fields have, and that something at a position is over, too: a view of them.

What is a view moves with the bytes, and of a record that was changed it is that record.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, NamedTuple

from quire.runtime.record import Record
from quire.runtime.spans import Spans

Stood = tuple[Any, Any, tuple[int, int]]
"""A record of a field, or None if it is gone; its twin, and where that stood in the stream."""


_Place = tuple[int, type[Any]]
"""Where a record began, and its type: one may begin where another one does."""


class _Tables(NamedTuple):
    """Where records of fields were: those that are there, and those that are gone; their edges."""

    records: dict[_Place, Any]
    gone: set[_Place]
    edges: list[tuple[int, int]]


class Views:
    """Where fields have put records, and what stood there when the stream was read.

    Args:
        spans: Where records are that fields have written.
        stood: Tells where they were, and what is gone.
    """

    def __init__(self, spans: Spans, stood: Callable[[], Iterable[Stood]]) -> None:
        self._spans = spans
        self._stood = stood

    @cached_property
    def _tables(self) -> _Tables:
        """What is looked up of it: most streams have no views."""
        records: dict[_Place, Any] = {}
        gone: set[_Place] = set()
        moved: dict[int, int] = {}
        for record, twin, (start, end) in self._stood():
            if record is None:
                gone.add((start, type(twin)))
            elif (now := self._spans.of(record)) is not None:
                records.setdefault((start, type(record)), record)
                moved.setdefault(end, now[1])
                moved[start] = now[0]  # where one ends, another one may begin
        return _Tables(records, gone, sorted(moved.items()))

    def place_of(self, value: Record) -> tuple[int, int] | None:
        """Where a record is that a field has, too."""
        return self._spans.of(value)

    def like(self, value: Any, start: int) -> Any:
        """The record of a field that was read where `value` was, as the same; None without one."""
        record = self._tables.records.get((start, type(value)))
        if record is None:
            return None
        pairs = ((getattr(each, name, None) for each in (value, record)) for name in value._params)
        return record if all(one is other or one == other for one, other in pairs) else None

    def is_gone(self, value: Any, start: int) -> bool:
        """Whether a record stood where one of a field did, which is there no longer."""
        return (start, type(value)) in self._tables.gone

    def moved(self, start: int) -> int:
        """Where bytes of a field are now: as far after the edge of a record as they were."""
        edges = self._tables.edges
        i = bisect_right(edges, start, key=_first)
        if not i:
            return start
        was, now = edges[i - 1]
        return now + start - was


def _first(edge: tuple[int, int]) -> int:
    return edge[0]
