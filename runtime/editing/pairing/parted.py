"""The parts of a file that its records are in: each stands for itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from quire.runtime.editing.comparing.replaced import has_stream
from quire.runtime.editing.comparing.unedited import Source
from quire.runtime.editing.making.parts import Part
from quire.runtime.editing.pairing.entries import Entries
from quire.runtime.reading.instance import Extent
from quire.runtime.reading.peeking import place_of
from quire.runtime.writing.spans import Spans


class Parted:
    """The parts of a file, as its records are come by.

    Args:
        source: The bytes of the file.
        twin: What is read of them now.
    """

    def __init__(self, source: Source, twin: Any) -> None:
        self.source = source
        self._top = twin
        self._parts: list[Part] = []
        self._parts_of: dict[tuple[int, str], Part] = {}
        self._entries: dict[int, list[Entries]] = {}
        self._entry_parts: dict[int, list[Part]] = {}
        self._places: dict[int, slice] = {}
        self._elements = Spans()  # where those were that stand for themselves, and their twins

    def entries(self) -> list[Entries]:
        """The lists of which some elements are far from changes."""
        found = {id(each): each for some in self._entries.values() for each in some}
        return [each for each in found.values() if len(each.near) < len(each.now)]

    def _note_entry(self, some: Entries, part: Part) -> Part:
        """Note the part that an element is."""
        self._parts.append(part)
        self._parts_of[id(part.record), ""] = part
        if part.is_new:
            return part
        self._entry_parts.setdefault(id(some.part.record), []).append(part)
        here = part.start, part.start + part.size
        self._elements[id(part.record)] = self._elements[id(part.twin)] = here
        return part

    def put_in(self, record: Any) -> Part | None:
        """The part that a record is which was put into a list; None, if it is none of its own."""
        part = self._parts_of.get((id(record), ""))
        return part if part is not None and part.is_new else None

    def twins_in(self, part: Part) -> Iterator[tuple[Any, Any]]:
        """The records of a part, with those of elements in it that stand for themselves."""
        parts = self._entry_parts.get(id(part.record), ()) if not part.name else ()
        return chain.from_iterable(each.twins for each in (part, *parts))

    def part_with(self, record: Any) -> Part | None:
        """The part that a record is in."""
        while record is not None:
            there = self._parts_of.get((id(record), ""))
            if there is not None or (there := self.leader_of(record)) is not None:
                return there
            record = record._holder
        return None

    def leader_of(self, record: Any) -> Part | None:
        """What stands at a position that a record is in; None if it is in none."""
        while (holder := record._holder) is not None:
            if (there := self._parts_of.get((id(holder), record._name))) is not None:
                return there
            record = holder
        return None

    def _note_whole(self, record: Any, twin: Any) -> Part:
        """Note the part that the record of the file is."""
        stored, size = self.source.stored, twin._io.pos()
        return self._note(Part(record, twin, "", 0, 0, size, len(stored), stored[:size], []))

    def _within(self, left: Any, right: Any, part: Part | None) -> Part | None:
        """The part that a record is in: one of its own, if it has a stream of its own."""
        if not has_stream(right):
            return self._parts_of.get((id(left), ""), part)
        now, was = place_of(left), place_of(right)
        if now is None or was is None or now[1:] != was[1:]:
            return None
        own = self.own_part(left, right, part)
        return None if own is None else self._note(own)

    def own_part(self, left: Any, right: Any, part: Part | None) -> Part | None:
        """The part that a record with a stream of its own is, which begins in another one."""
        if (was := place_of(right)) is None:
            return None
        whole, start, end = was
        is_apart = part is None or part.is_apart or whole is not self._top._io.data
        stored = memoryview(whole) if is_apart else self.source.stored
        stop = getattr(right, "_stop", None)  # known of most: no stream is made to tell
        pos = right._io.pos() if stop is None else stop - start
        there = stored[start : start + pos]
        return Part(left, right, "", start, 0, pos, end - start, there, [], is_apart)

    def _note(self, part: Part) -> Part:
        """Note the part that a record in a stream of its own is."""
        left, right, start = part.record, part.twin, part.start
        self._parts_of[id(left), ""] = part
        if not part.is_apart:
            self._parts.append(part)
            self._places[id(left)] = self._places[id(right)] = slice(start, start + part.room)
        return part

    def _part_of(self, left: Any, right: Any, name: str, extent: Extent) -> Part | None:
        """The part that an instance is; None in a stream that was unpacked."""
        io, pos, end = extent
        size, was = end - pos, io.whole()[pos:end]
        part = Part(left, right, name, io._start + pos, pos, size, size, was, [])
        self._parts_of[id(left), name] = part
        if io.data is not self._top._io.data:
            return None
        self._parts.append(part)
        return part
