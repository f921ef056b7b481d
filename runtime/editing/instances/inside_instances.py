"""Instances over bytes of another instance: they move with what that has there.

A table of texts stands at a position, say, and each symbol leads into it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from quire.runtime.editing.instances.edges import Edges, Span
from quire.runtime.editing.instances.moved_bytes import MovedBytes
from quire.runtime.paths import attribute
from quire.runtime.reading.reader import Reader
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.placing import Item
from quire.runtime.writing.regions import Region


class InsideInstances:
    """Those of a stream that is written.

    Args:
        twin_of: Tells what was read in the place of a record; None, if it was not there.
    """

    def __init__(self, twin_of: Callable[[Any], Any]) -> None:
        self._twin_of = twin_of
        self._there: dict[Span, Item] = {}
        self._known: dict[Span, tuple[Region, MovedBytes, _Inside]] = {}
        self._lost = set[Span]()

    def note(self, old: Span, item: Item) -> None:
        """Note what stood in a place, and has other bytes now: what was found of it is no more."""
        self._there.setdefault(old, item)
        self._known.pop(old, None)

    def item_at(self, old: Span) -> Item | None:
        """What stood in a place, if it has other bytes now."""
        return self._there.get(old)

    def has(self, region: Region) -> bool:
        """Whether what stood in a place has other bytes now."""
        return _place(region) in self._there

    def moved(self, region: Region, old: Span, was: memoryview, now: Pieces) -> int:
        """Where bytes of an instance are now; see `MovedBytes`.

        Args:
            region: The instance.
            old: Where they were.
            was: The stream that was read.
            now: What was made of it.
        """
        _, there, _ = self._of(region)
        found = there.moved(old, was, now)
        (self._lost.add if old in there.lost else self._lost.discard)(old)
        return found

    def squeezed(self, region: Region, made: Pieces) -> list[Span]:
        """Bytes of an instance that no field of it had, if there is other room for them now."""
        *_, inside = self._of(region)
        return inside.edges(region.old_start, made).squeezed

    def is_lost(self, old: Span) -> bool:
        """Whether nobody can tell where bytes are that were asked for."""
        return old in self._lost

    def _of(self, region: Region) -> tuple[Region, MovedBytes, _Inside]:
        """What is known of an instance."""
        known = self._known.get(_place(region))
        if known is None or known[0] != region:
            ends = (region.old_start, region.start), (region.old_end, region.end)
            inside = _Inside(self._edges, region)
            known = region, MovedBytes(Edges([*ends], []), inside.edges), inside
            self._known[_place(region)] = known
        return known

    def _edges(self, region: Region, made: Pieces) -> Edges:
        """Where fields in an instance were, and where they are; none, if nobody can tell."""
        item = self._there.get(_place(region))
        twin = None if item is None else self._twin_of(item.record)
        if item is None or twin is None:
            return Edges([], [])
        return _edges(item, twin, region, made)


class _Inside:
    """What is in one of them, which is looked up once."""

    def __init__(self, find: Callable[[Region, Pieces], Edges], region: Region) -> None:
        self._find, self._region = find, region
        self._found: Edges | None = None

    def edges(self, _: int, made: Pieces) -> Edges:
        """Where fields in it were, and are."""
        if self._found is None:
            self._found = self._find(self._region, made)
        return self._found


def _place(region: Region) -> Span:
    return region.old_start, region.old_end


def _edges(item: Item, twin: Any, region: Region, made: Pieces) -> Edges:
    from quire.runtime.editing.instances.fields_beside import (
        UNTOLD,  # the plan is read for it
        FieldsBeside,
    )
    from quire.runtime.structure.extents import Extents
    from quire.runtime.structure.lookup import type_and_spec

    record, at = item.record, region.old_start * 8
    with suppress(*UNTOLD):
        type_, spec = type_and_spec(type(record))
        (instance,) = [each for each in type_.instances if attribute(each.id) == item.name]
        was = Extents(twin, type_, spec, twin._extent(item.name).io, at)
        data = Reader(bytes(made[region.start : region.end]))
        there = FieldsBeside(was, Extents(record, type_, spec, data, 0), (0, region.start))
        return Edges.of(there.field(instance, (at, 0), deep=True))
    return Edges([], [])
