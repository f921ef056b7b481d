"""Bytes that fields have, and that something at a position is over, too: a view of them.

What is a view moves with the bytes, and of a record that was changed it is that record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, NamedTuple

from quire.runtime.editing.instances.edges import Edges, Span
from quire.runtime.editing.instances.field_edges import FieldEdges
from quire.runtime.editing.instances.moved_bytes import MovedBytes
from quire.runtime.record import Record
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.spans import Spans

Stood = tuple[Any, Any, Span]
"""A record of a field, or None if it is gone; its twin, and where that stood in the stream."""


_Place = tuple[int, type[Any]]
"""Where a record began, and its type: one may begin where another one does."""


class _Tables(NamedTuple):
    """Where records of fields were: those that are there, those that are gone, and their bytes."""

    records: dict[_Place, Any]
    gone: set[_Place]
    bytes: MovedBytes


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

    @cached_property
    def _tables(self) -> _Tables:
        """What is looked up of it: most streams have no views."""
        records: dict[_Place, Any] = {}
        gone: set[_Place] = set()
        pairs: list[tuple[Span, Span | None]] = []
        for record, twin, (start, end) in self._stood():
            if record is None:
                gone.add((start, type(twin)))
                pairs.append(((start, end), None))
            elif (now := self._spans.of(record)) is not None:
                records.setdefault((start, type(record)), record)
                pairs.append(((start, end), now))
        return _Tables(records, gone, MovedBytes(Edges.of(pairs), self._fields.around))

    def place_of(self, value: Record) -> Span | None:
        """Where a record is that a field has, too."""
        return self._spans.of(value)

    def like(self, value: Any, start: int) -> Any:
        """The record of a field that was read where `value` was, as the same; None without one."""
        return like(value, self._tables.records.get((start, type(value))))

    def is_gone(self, value: Any, start: int) -> bool:
        """Whether a record stood where one of a field did, which is there no longer."""
        return (start, type(value)) in self._tables.gone

    def moved(self, old: Span, was: memoryview, now: Pieces) -> int:
        """Where bytes of a field are now; see `MovedBytes`."""
        return self._tables.bytes.moved(old, was, now)

    def is_lost(self, old: Span) -> bool:
        """Whether nobody can tell where bytes are that were asked for."""
        return old in self._tables.bytes.lost

    def squeezed(self, old: Span, made: Pieces) -> Iterable[Span]:
        """Bytes near a place that no field had, if there is other room for them now."""
        return self._fields.squeezed(old, made)
