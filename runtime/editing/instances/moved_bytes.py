"""Where bytes are now that something is over: things that stand side by side tell, and bytes.

Between two edges all that is the same from the front has stayed, and all that is the same from
behind has moved with the end. Where neither tells, what is between them does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from quire.runtime.editing.instances.edges import Edge, Edges, Span
from quire.runtime.writing.pieces import Pieces

_COMPARED = 1 << 14
"""Bytes that are compared at once."""


class MovedBytes:
    """What tells it of a stream, or of a part of one.

    Args:
        edges: Where records are, and were.
        inside: Tells where what is in the one is that had a byte; asked if bytes do not tell.

    Attributes:
        lost: The places of which nobody can tell where they are, of those that were asked for.
    """

    def __init__(self, edges: Edges, inside: Callable[[int, Pieces], Edges]) -> None:
        self._edges = edges
        self._inside = inside
        self._stretches: dict[Edge, _Stretch] = {}
        self.lost = set[Span]()

    def moved(self, old: Span, was: memoryview, now: Pieces) -> int:
        """Where bytes are now: as far after an edge as they were.

        Where there is more or less up to the next edge, they may have moved with what is behind.

        Args:
            old: Where they were.
            was: The stream that was read.
            now: What was made of it.
        """
        outer = self._edges
        if (found := self._between(outer, old, was, now, is_strict=True)) is not None:
            return found
        inner = self._inside(old[0], now)
        has_one = outer.have(old[0]) or outer.among(inner).have_another(old[0])
        if not (inner.have(old[0]) and has_one):
            self.lost.add(old)
        if (found := inner.begins_with_one(*old)) is not None:
            return found
        found = self._between(outer, old, was, now)
        edges = inner if inner.there else outer
        if found is None:
            found = self._between(edges, old, was, now)
        if found is None:
            found = edges.in_place(old[0])
            around = edges.around(old[0])
            if around is not None and around[1][1] <= found:
                self.lost.add(old)  # it began where there is something else now
        return found

    def _between(
        self, edges: Edges, old: Span, was: memoryview, now: Pieces, *, is_strict: bool = False
    ) -> int | None:
        """Where bytes are between two edges; None, if those there do not tell."""
        if (around := edges.around(old[0])) is None:
            return edges.in_place(old[0])
        if around[1] not in self._stretches:
            self._stretches[around[1]] = _Stretch(was, now, *around)
        return self._stretches[around[1]].moved(old, is_strict=is_strict)


class _Stretch:
    """What is between two edges, and is longer or shorter than it was."""

    def __init__(self, was: memoryview, now: Pieces, start: Edge, end: Edge) -> None:
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
