"""What is in the output of a stream so far, and what of it nobody has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from quire.runtime.editing.instances.inside_instances import InsideInstances
from quire.runtime.editing.instances.views import Views
from quire.runtime.reading.reader import Reader
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.placing import Place, Queue
from quire.runtime.writing.regions import Region, Regions


@dataclass(slots=True)
class Output:
    """The output of a stream, and the regions that are in it so far.

    Args:
        buffer: The bytes.
        original: The stream that was read, if one was.
        views: What fields have put into it.
        inside: What stands in other instances.
        free: What stood at positions, and is no longer led to, but stays.

    Attributes:
        stayed: What of `free` something new was put over.
    """

    buffer: Pieces
    original: Reader | None
    views: Views
    inside: InsideInstances
    free: list[Place]
    stayed: list[Place] = field(default_factory=list, init=False)
    _free: list[tuple[Place, int]] = field(default_factory=list, init=False)
    _fields_end: int = field(default=0, init=False)
    _regions: Regions = field(default_factory=Regions, init=False)
    _new: list[Place] = field(default_factory=list, init=False)

    @property
    def _described(self) -> int:
        """Up to where something was described so far in the file that was read."""
        last = self._regions.last
        return 0 if last is None else last.old_end

    def _end(self) -> int:
        return self.buffer.size

    def _append(self, data: bytes | memoryview) -> None:
        self.buffer.write(data)

    def _was(self, old: Place) -> memoryview:
        """What stood in a place of the stream that was read."""
        return self.original.whole()[slice(*old)] if self.original is not None else memoryview(b"")

    def _shifted(self, old: Place) -> int:
        """Where bytes of the file that was read are now: after what was in front of them."""
        start = old[0]
        if (region := self._regions.before(start)) is None:
            return start
        if start < self._fields_end and self.original is not None:
            return self.views.moved(old, self.original.whole(), self.buffer)
        if start < region.old_end and self.original is not None:
            return self.inside.moved(region, old, self.original.whole(), self.buffer)
        return self._regions.behind(start) + start - region.old_end

    def _has_overgrown(self, old: Place, there: bytes) -> bool:
        """Whether something has grown over bytes that nothing but an instance had.

        What is over all that has room for both is a view of that, which shows what there is.

        Args:
            old: Where the instance was.
            there: What is where it is now.
        """
        if (region := self._regions.before(old[0])) is None:
            return False
        spans: Iterable[Place]
        if old[0] < self._fields_end:
            spans = self.views.squeezed(old, self.buffer)
        else:
            spans = self.inside.squeezed(region, self.buffer)
        was, begin = self._was(old), old[0]
        return any(
            was[start - begin : end - begin] != there[start - begin : end - begin]
            for start, end in _parts(old, spans)
        )

    def _has_others_behind(self, start: int, data: bytes, there: bytes, old: Place) -> bool:
        """Whether what was led elsewhere is behind what an instance began in, in the place of it.

        Args:
            start: Where the instance is.
            data: Its bytes, as they were.
            there: What is where it is now, as far as anything is.
            old: Where it was.
        """
        outer = self._regions.before(old[0])
        within = 0 if outer is None else max(outer.end - start, 0)
        return there[within:] != data[within : len(there)]

    def _fill(self, start: int, old: Place | None) -> None:
        """Fill the gap in front of a region with what was there, or with zeros."""
        if start <= self._end():
            return
        if old is not None and self.original is not None:
            left, _ = self._gap(start, old)
            self._append(left)
        self._append(bytes(start - self._end()))

    def _gap(self, start: int, old: Place) -> tuple[memoryview, memoryview]:
        """What no field describes in front of a region: what there is room for, and what is cut.

        That is the end of it that is nothing but zeros, if one is: padding. If both are, the rest
        stays where it was: behind what is in front, unless that has moved.
        """
        there = self._was((min(self._described, old[0]), old[0]))  # else it is nobody's padding
        room = max(start - self._end(), 0)
        cut = max(len(there) - room, 0)
        behind, in_front = (there[cut:], there[:cut]), (there[:room], there[room:])
        ways = (in_front, behind) if self._end() == self._described else (behind, in_front)
        return next((way for way in ways if not any(way[1])), behind)

    def _leave_out(self, old: Place) -> None:
        """Leave out bytes that were there; what was in front of them is kept."""
        start = self._shifted(old)
        self._fill(start, old)
        self._regions.add(Region(*old, start, start))

    def _keep_rest(self, queue: Queue) -> None:
        """Keep what stood after all that is described, but for what is found from the end."""
        self._free = self._where_free()  # before anything new is among it
        last = self._regions.last
        if self.original is not None and last is not None and self._regions.end == self._end():
            whole = self.original.whole()
            self._append(whole[last.old_end : len(whole) - queue.from_end])

    def _keep_last(self, size: int) -> None:
        """Keep the last bytes, which nobody has, if there are so many of them.

        With any other number what is found from the end would be found elsewhere.
        """
        last = self._regions.last
        if self.original is not None and last is not None:
            rest = self.original.whole()[last.old_end :]
            if len(rest) == size:
                self._append(rest)

    def _keep_beyond(self, old: Place, data: bytes, size: int) -> None:
        """Keep what an instance is over behind all that is written, if nobody has changed it.

        It moves with fields that it begins in; what is in another instance stays where it was. What
        ends in what it begins in has nothing beyond that: its bytes are those that stand there now.

        Args:
            old: Where the instance was.
            data: Its bytes, as they were.
            size: How many of them are there.
        """
        last, start = self._regions.last, self._end()
        if last is not None and old[1] <= last.old_end:
            return
        if last is None or old[0] >= self._fields_end or self._regions.end != start:
            self._append(data[size:])
        else:
            self._append(self._was((last.old_end, old[1])))
            self._regions.add(Region(last.old_end, old[1], start, self._end()))

    def _is_free(self, start: int, there: bytes) -> bool:
        """Whether bytes are padding, or what stood there is no longer led to: that stays, then."""
        left = bytearray(there)
        for old, now in self._free or self._where_free():
            first = now - start
            within = slice(max(first, 0), max(first + old[1] - old[0], 0))
            if left[within]:
                self.stayed.append(old)
                left[within] = bytes(len(left[within]))
        return not any(left)

    def _where_free(self) -> list[tuple[Place, int]]:
        """What is free, and where it is now."""
        return [(old, self._shifted(old)) for old in self.free]

    def _is_taken(self, start: int, size: int) -> bool:
        """Whether some bytes belong to something else that was written."""
        if self.original is None:
            return True
        there = chain(self._regions.places(), self._new)
        return any(first < start + size and start < last for first, last in there)


def _parts(place: Place, spans: Iterable[Place]) -> Iterator[Place]:
    """What a place has of those spans in which it begins, or ends in front of their end."""
    for start, end in spans:
        if start <= place[0] < end or start < place[1] < end:
            yield max(start, place[0]), min(end, place[1])
