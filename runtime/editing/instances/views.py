"""Bytes that fields have, and that something at a position is over, too: a view of them.

What is a view moves with the bytes, and of a record that was changed it is that record.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Literal, NamedTuple

from quire.runtime.editing.instances.field_edges import Edges, FieldEdges
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
    edges: Edges


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

    Attributes:
        lost: The places of which nobody can tell where they are, of those that were asked for.
    """

    def __init__(
        self, spans: Spans, stood: Callable[[], Iterable[Stood]], fields: FieldEdges
    ) -> None:
        self._spans = spans
        self._stood = stood
        self._fields = fields
        self._stretches: dict[_Edge, _Stretch] = {}
        self.lost = set[tuple[int, int]]()

    @cached_property
    def _tables(self) -> _Tables:
        """What is looked up of it: most streams have no views."""
        records: dict[_Place, Any] = {}
        gone: set[_Place] = set()
        moved: dict[int, int] = {}
        left: list[tuple[int, int]] = []
        for record, twin, (start, end) in self._stood():
            if record is None:
                gone.add((start, type(twin)))
                left.append((start, end))
            elif (now := self._spans.of(record)) is not None:
                records.setdefault((start, type(record)), record)
                moved.setdefault(end, now[1])
                moved[start] = now[0]  # where one ends, another one may begin
        return _Tables(records, gone, Edges(sorted(moved.items()), _outermost(left)))

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
        records = self._tables.edges
        if (found := self._between(records.there, old, was, now, is_strict=True)) is not None:
            return found
        of_fields = self._fields.around(old[0], now)
        is_there = records.have(old[0]) or records.have_another(old[0])
        if not (is_there and of_fields.have(old[0])):
            self.lost.add(old)
        if of_fields.begins_with_one(*old):
            return _in_place(of_fields.there, old[0])
        found = self._between(records.there, old, was, now)
        edges = of_fields.there or records.there
        if found is None:
            found = self._between(edges, old, was, now)
        return _in_place(edges, old[0]) if found is None else found

    def _between(
        self,
        edges: list[_Edge],
        old: tuple[int, int],
        was: memoryview,
        now: Pieces,
        *,
        is_strict: bool = False,
    ) -> int | None:
        """Where bytes are between two edges; None, if those there do not tell."""
        i = bisect_right(edges, old[0], key=_first)
        if not 0 < i < len(edges):
            return _in_place(edges, old[0])
        if edges[i] not in self._stretches:
            self._stretches[edges[i]] = _Stretch(was, now, edges[i - 1], edges[i])
        return self._stretches[edges[i]].moved(old, is_strict=is_strict)


def _in_place(edges: list[_Edge], at: int) -> int:
    """Where a byte is that is as far after the edge in front of it as it was."""
    i = bisect_right(edges, at, key=_first)
    here, there = edges[i - 1] if i else (0, 0)
    return there + at - here


class _Stretch:
    """What is between two edges, and is longer or shorter than it was."""

    def __init__(
        self, was: memoryview, now: Pieces, start: tuple[int, int], end: tuple[int, int]
    ) -> None:
        self._was, self._now, self._start, self._end = was, now, start, end
        self._most = max(min(end[0] - start[0], end[1] - start[1]), 0)
        self._alike = [0, 0]  # in front, and behind: as far as somebody had to know
        self._is_over = [False, False]

    def moved(self, old: tuple[int, int], *, is_strict: bool) -> int | None:
        """Where bytes are now, of which something has moved those behind it.

        What has changed right in front of them may be their own beginning.

        Args:
            old: Where they were.
            is_strict: Whether that may be so if something else in front has changed, too.

        Returns:
            None, if something has changed in front and behind, and nobody can tell what.
        """
        start, end = old
        in_front, to_end = end - self._start[0], self._end[0] - start
        ahead = start - self._start[0]
        before = 1 if is_strict or (ahead and self._has(0, ahead)) else 0
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


def _outermost(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of some places that are in no other one."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda each: (each[0], -each[1])):
        if not found or start >= found[-1][1]:
            found.append((start, end))
    return found
