"""Where the fields of a record began when its file was read, and where they begin in another one.

It is asked where bytes of fields have changed, so that these do not tell what has moved.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.instances.edges import Edges, Span
from quire.runtime.editing.instances.instance_use import may_have_streams
from quire.runtime.reading.reader import Reader
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.spans import Spans

if TYPE_CHECKING:
    from quire.runtime.editing.instances.views import Stood


class FieldEdges:
    """Those of a stream that is written.

    Args:
        spans: Where records are now.
        stood: Tells where the records of the stream were.
    """

    def __init__(self, spans: Spans, stood: Callable[[], Iterable[Stood]]) -> None:
        self._now = spans
        self._stood = stood
        self._known: dict[int, Edges] = {}
        self._made: Reader | None = None

    def around(self, at: int, made: Pieces) -> Edges:
        """Those of the smallest record that had a byte; none, if nobody can tell.

        Args:
            at: The byte.
            made: What fields have put there.
        """
        return self._known_edges(self._smallest(at), made)

    def _known_edges(self, twin: Any, made: Pieces) -> Edges:
        if id(twin) not in self._known:
            self._known[id(twin)] = self._edges(twin, made)
        return self._known[id(twin)]

    def squeezed(self, old: Span, made: Pieces) -> Iterable[Span]:
        """Bytes in records near a place that no field had, if there is other room for them now.

        Args:
            old: The place.
            made: What fields have put there.
        """
        first = bisect_right(self._starts, old[0], key=_first)
        behind = bisect_left(self._starts, old[1], key=_first)
        near, around = [each[2] for each in self._starts[first:behind]], self._smallest(old[0])
        while around is not None:
            near.append(around)
            around = around._holder
        for twin in near:
            kind: Any = type(twin)  # mypy takes the hash of its objects for that of a class
            if id(twin) in self._spans and may_have_streams(kind):
                yield from self._known_edges(twin, made).squeezed

    @cached_property
    def _spans(self) -> dict[int, tuple[Any, Any, Span]]:
        """The records, with what was read in their places and where, by the `id` of that."""
        return {id(twin): (record, twin, span) for record, twin, span in self._stood()}

    @cached_property
    def _starts(self) -> list[tuple[int, int, Any]]:
        """Where each of them began, from the first on; those that hold others come before them."""
        all_of_them = self._spans.values()
        return sorted(
            ((start, -end, twin) for _, twin, (start, end) in all_of_them), key=_first_two
        )

    def _smallest(self, at: int) -> Any:
        """What was read as the smallest record that had a byte."""
        i = bisect_right(self._starts, at, key=_first) - 1
        twin = self._starts[i][2] if i >= 0 else None
        while twin is not None:
            known = self._spans.get(id(twin))
            if known is not None and known[0] is not None and known[2][1] > at:
                return twin
            twin = twin._holder
        return None

    def _edges(self, twin: Any, made: Pieces) -> Edges:
        """Where the fields of a record, and the elements of their lists, were and are."""
        from quire.runtime.editing.instances.fields_beside import (
            UNTOLD,  # the plan is read for it
            FieldsBeside,
        )
        from quire.runtime.structure.extents import Extents

        if twin is None or (now := self._now.of(record := self._spans[id(twin)][0])) is None:
            return Edges([], [])
        start, _ = self._spans[id(twin)][2]
        if self._made is None:
            self._made = Reader(made.getvalue())
        with suppress(*UNTOLD):
            was = Extents.of(twin, twin._io, start * 8)
            here = Extents.of(record, self._made, now[0] * 8)
            found = Edges.of(FieldsBeside(was, here, (0, 0)).fields(deep=False))
            return replace(found, pairs=[(self._spans[id(twin)][2], now), *found.pairs])
        return Edges([], [])


def _first(some: tuple[int, int, Any]) -> int:
    return some[0]


def _first_two(some: tuple[int, int, Any]) -> tuple[int, int]:
    return some[:2]
