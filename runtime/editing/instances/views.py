"""Bytes that fields have, and that something at a position is over, too: a view of them.

What is a view moves with the bytes, and of a record that was changed it is that record.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Literal, NamedTuple

from quire.runtime.editing.instances.field_edges import FieldEdges
from quire.runtime.record import Record
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.spans import Spans

Stood = tuple[Any, Any, tuple[int, int]]
"""A record of a field, or None if it is gone; its twin, and where that stood in the stream."""


_Place = tuple[int, type[Any]]
"""Where a record began, and its type: one may begin where another one does."""


_Edge = tuple[int, int]
"""Where something began or ended, and where it does now."""


_COMPARED = 1 << 14
"""Bytes that are compared at once."""


class _Tables(NamedTuple):
    """Where records of fields were: those that are there, and those that are gone; their edges."""

    records: dict[_Place, Any]
    gone: set[_Place]
    edges: list[_Edge]


def like(value: Any, record: Any) -> Any:
    """A record that was read where another one was, if it was read as the same; else None."""
    if record is None:
        return None
    pairs = ((getattr(each, name, None) for each in (value, record)) for name in value._params)
    return record if all(one is other or one == other for one, other in pairs) else None


class Views:
    """Where fields have put records, and what stood there when the stream was read.

    Args:
        spans: Where records are that fields have written.
        stood: Tells where they were, and what is gone.
        fields: Tells where their fields are.
    """

    def __init__(
        self, spans: Spans, stood: Callable[[], Iterable[Stood]], fields: FieldEdges
    ) -> None:
        self._spans = spans
        self._stood = stood
        self._fields = fields
        self._stretches: dict[_Edge, _Stretch] = {}

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
        return like(value, self._tables.records.get((start, type(value))))

    def is_gone(self, value: Any, start: int) -> bool:
        """Whether a record stood where one of a field did, which is there no longer."""
        return (start, type(value)) in self._tables.gone

    def moved(self, old: tuple[int, int], was: memoryview, now: Pieces) -> int:
        """Where bytes of a field are now: as far after the edge of a record as they were.

        Where there is more or less up to the next edge, they may have moved with what is behind.

        Args:
            old: Where they were.
            was: The stream that was read.
            now: What fields have put there.
        """
        found = self._between(self._tables.edges, old, was, now)
        if found is None:
            edges = self._fields.around(old[0], now)
            found = self._between(edges or self._tables.edges, old, was, now, is_sure=True)
        return old[0] if found is None else found

    def _between(
        self,
        edges: list[_Edge],
        old: tuple[int, int],
        was: memoryview,
        now: Pieces,
        *,
        is_sure: bool = False,
    ) -> int | None:
        """Where bytes are between two edges; None, if they do not tell, unless they have to."""
        i = bisect_right(edges, old[0], key=_first)
        if not i:
            return old[0]
        here, there = edges[i - 1]
        in_place = there + old[0] - here
        if i < len(edges) and not (is_sure and old[0] == here):
            if edges[i] not in self._stretches:
                self._stretches[edges[i]] = _Stretch(was, now, edges[i - 1], edges[i])
            found = self._stretches[edges[i]].moved(old)
            return in_place if found is None and is_sure else found
        return in_place


class _Stretch:
    """What is between two edges, and is longer or shorter than it was."""

    def __init__(
        self, was: memoryview, now: Pieces, start: tuple[int, int], end: tuple[int, int]
    ) -> None:
        self._was, self._now, self._start, self._end = was, now, start, end
        self._most = max(min(end[0] - start[0], end[1] - start[1]), 0)
        self._alike = [0, 0]  # in front, and behind: as far as somebody had to know
        self._is_over = [False, False]

    def moved(self, old: tuple[int, int]) -> int | None:
        """Where bytes are now, of which something has moved those behind it.

        Returns:
            None, if something has changed in front and behind, and nobody can tell what.
        """
        start, end = old
        in_front, to_end = end - self._start[0], self._end[0] - start
        ahead = start - self._start[0]
        # If nothing before it is another, it may have grown in front itself.
        before = 1 if ahead and self._has(0, ahead) else 0
        if self._has(0, in_front):
            return self._start[1] + ahead
        return self._end[1] - to_end if self._has(1, to_end + before) else None

    def _has(self, side: int, size: int) -> bool:
        """Whether so many bytes are what they were, in front or behind."""
        while (done := self._alike[side]) < min(size, self._most) and not self._is_over[side]:
            step = min(size, self._most, done + _COMPARED) - done
            at = (self._start, self._end)[side]
            here, there = (each - done - step if side else each + done for each in at)
            order: Literal["big", "little"] = "little" if side else "big"
            was = int.from_bytes(self._was[here : here + step], order)
            now = int.from_bytes(self._now[there : there + step], order)
            others = -(-(was ^ now).bit_length() // 8)  # from the first that differs on
            self._alike[side] += step - others
            self._is_over[side] = others > 0
        return self._alike[side] >= size


def _first(edge: _Edge) -> int:
    return edge[0]
