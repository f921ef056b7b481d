"""Where the instances of records stood in a file, and which of them other records are in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from quire.runtime.editing.comparing.unedited import Source
from quire.runtime.editing.instances.late_instances import Belated
from quire.runtime.editing.instances.unreadable import stream_of
from quire.runtime.editing.making.parts import Part
from quire.runtime.editing.pairing.following import Following
from quire.runtime.editing.pairing.waiting import Unmade
from quire.runtime.errors import EXPLAINED
from quire.runtime.lists.lazy import passing
from quire.runtime.reading.instance import forget

Standing = tuple[Any, Any, str, tuple[int, int]]
"""A record, what is read in its place, and an instance, with where it stood."""


class Placed(Following):
    """The records of a file, of which it is asked where their instances stood."""

    def __init__(self, source: Source, record: Any, twin: Any, belated: Belated) -> None:
        super().__init__(source, record, twin, belated)
        self._unread: dict[int, list[tuple[int, str, tuple[int, int]]]] = {}
        self._is_read = True  # what stood at positions, as far as somebody has asked

    @cached_property
    def places(self) -> list[tuple[Any, str, int, int]]:
        """Where instances stood that are there, each with the type of its record, and its name."""
        found = [(type(twin), name, *place) for _, twin, name, place in self._stand()]
        for each in self._unmade:
            there = {i + run.away for run in each.runs() for i in range(run.start, run.stop)}
            places = ((name, place) for i, name, place in self._places_in(each) if i in there)
            found += ((each.kind, name, *place) for name, place in places)
        return found

    @property
    def places_left(self) -> Iterator[tuple[int, int]]:
        """Where those stood that are no longer led to."""
        yield from filter(None, (self._place(twin, name) for twin, name in self._dropped))

    @property
    def fields_end(self) -> int:
        """Where the fields of the file ended."""
        return self._parts[0].size

    def around(self, part: Part) -> Part | None:
        """What stands at a position in the file that another part is in; None if it is in none."""
        there = None if part.is_new else self.leader_of(part.record)
        return there if there is not None and there.start == there.pos else None

    def _stand(self) -> Iterator[Standing]:
        """The instances of records that are made, with where they stood."""
        for record, twin in self._all:
            for name in record._placed if record is not twin else ():
                if (place := self._place(twin, name)) is not None:
                    self.led.note(record, name)
                    yield record, twin, name, place

    def _place(self, twin: Any, name: str) -> tuple[int, int] | None:
        """Where an instance stood; None if it was not there."""
        try:
            if getattr(twin, name) is None:
                return None
        except EXPLAINED:
            self._is_read = False
            found = self.led.find(twin, name)
            if found is None or found.place[0] < self._parts[0].size:
                return None
            twin._note_extent(name, (stream_of(twin, name), *found.place))
        extent, io = twin._extent(name), self._top._io
        if extent.io is not io and (extent.io.data is not io.data or extent.io._start != io._start):
            return None  # it moves with the stream that it is in
        return extent.start, extent.end

    def _places_in(self, unmade: Unmade) -> list[tuple[int, str, tuple[int, int]]]:
        """Where instances of records stood at which nobody has looked; each with its number."""
        if (known := self._unread.get(id(unmade.value))) is not None:
            return known
        found = self._unread[id(unmade.value)] = []
        for i, twin in enumerate(passing(unmade.was)):
            for name in unmade.kind._placed:
                if (place := self._place(twin, name)) is not None:
                    forget(twin, name)  # what stands there may be large, and nobody looks at it
                    found.append((i, name, place))
        return found

    def _stand_in_file(self, kinds: Iterable[Any]) -> bool:
        """Whether all that records of some types have at positions is in the file's own stream."""
        from quire.runtime.editing.moving.own_places import stand_in_file

        return stand_in_file(kinds, type(self.record))
