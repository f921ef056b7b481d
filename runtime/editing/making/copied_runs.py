"""Elements of lists that stay what they were: their bytes are copied together.

Nobody has to derive or write any of them then, or to add up their checksums. That is done where
nothing that stands at a position may be one of them, or in them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.comparing.aligning import Aligned, told_by_marks
from quire.runtime.members import own_members
from quire.runtime.record import Record

if TYPE_CHECKING:
    from quire.runtime.editing.making.parts import Part
    from quire.runtime.editing.pairing.standing_places import Places
    from quire.runtime.writing.writer import Writer


MANY = 64
"""Elements of a list that knows no place for which it is read once more, at least."""


class Run:
    """Elements of a list that stay what they were, one after the other.

    Args:
        elements: They, or their twins.
        data: Their bytes.
        edges: Where each of them began in its stream, and where the last one ended.
        stays: Whether they lead to others, and stay in their place.

    Attributes:
        pos: Where the first one began.
        end: Where the last one ended.
        stays: The same as the argument.
        is_whole: Whether none of them has changed since.
        is_going: Whether all of them were written when the first one was to be.
    """

    def __init__(
        self, elements: list[Any], data: memoryview, edges: Sequence[int], *, stays: bool = False
    ) -> None:
        self.elements, self.data, self.pos, self.end = elements, data, edges[0], edges[-1]
        self._edges, self.stays = edges, stays
        self.is_whole, self.is_going = True, False

    def put(self, record: Any, io: Writer, pos: int | None) -> bool:
        """Write all of them in the place of the first; whether one of them is written so.

        Args:
            record: The one.
            io: Where to.
            pos: Where they have to stand; None for anywhere.
        """
        if record is self.elements[0]:
            is_there = pos == io.pos() or (pos is None and not self.stays)
            self.is_going = self.is_whole and is_there and io.is_aligned
            if self.is_going:
                self._note(io)
                io.put(self.data)
        return self.is_going

    def _note(self, io: Writer) -> None:
        """Note where they are, if somebody may ask."""
        if io.spans is not None:
            away = io.pos() - self.pos
            places = ((start + away, end + away) for start, end in pairwise(self._edges))
            io.spans.update(zip(map(id, self.elements), places, strict=True))


class Runs:
    """Those of a file: of its records, and of what was read in their places.

    Args:
        size: The bytes of the file; of twice as many is found where lists stood.

    Attributes:
        ids: The records of which nothing is derived: those that stand anywhere.
    """

    def __init__(self, size: int) -> None:
        self.ids: set[int] = set()
        self._left = 2 * size
        self._runs: dict[int, Run] = {}
        self._pairs: list[tuple[Run, Run]] = []
        self._places: dict[int, Places] = {}

    def add(self, beside: Aligned, holder: Any, part: Part) -> Aligned | None:
        """Take those of a list, if they can be copied.

        Args:
            beside: Its elements.
            holder: The record that has it, as it was read again.
            part: The part that they stand in.

        Returns:
            The same, but that what may go by the end of the list is none of those that stay. None,
            if nobody knows where they stood, or other bytes may have to be there.
        """
        left = beside.but_last()
        if not left.still or (edges := self._edges(left, holder, part)) is None:
            return None
        for run in left.still:
            first, end = run.start + run.away, run.stop + run.away
            data, away = part.was[edges[first] : edges[end]], part.pos
            there = [away + edge for edge in edges[first : end + 1]]
            now, was = left.value[run.start : run.stop], left.was[first:end]
            self._add(Run(now, data, there), Run(was, data, there))
            self.ids.update(map(id, (*now, *was)))
        return left

    def pairs(self) -> Iterator[tuple[Any, Any]]:
        """Those that stand anywhere, and their twins."""
        return chain.from_iterable(
            zip(now.elements, was.elements, strict=True) for now, was in self._pairs
        )

    def _edges(self, beside: Aligned, holder: Any, part: Part) -> Sequence[int] | None:
        """Where in a part each element of a list began, but perhaps the last."""
        if own_members(holder).get("_gaps"):
            return None
        if told_by_marks(beside.was):
            kinds: set[Any] = {*map(type, beside.was)}
            are_alone = all(kind._stands_alone for kind in kinds)
            return [each._marks[0] - part.start for each in beside.was] if are_alone else None
        if len(beside.was) < MANY:
            return None  # they are written in the time that it takes to read large ones again
        # The plan is read for these.
        from quire.runtime.editing.moving.own_places import is_same_anywhere
        from quire.runtime.editing.pairing.standing_places import Places

        if not all(map(is_same_anywhere, beside.met.kinds)):
            return None
        if self._left <= 0:
            return None  # of lists in lists in lists each is read for its own
        places = self._places.setdefault(id(part.twin), Places(part.twin))
        before, edges = places.spent, places.of_list(beside.was)
        self._left -= places.spent - before
        return edges

    def give_up(self, places: Iterable[int]) -> bool:
        """Copy none of them, if an instance began in one of them; whether that is so.

        It moves with what it began in, of which nobody knows then where it is.

        Args:
            places: Where instances began.
        """
        starts, some = sorted(places), [now for now, _ in self._pairs if not now.stays]
        if not any(bisect_left(starts, each.end) > bisect_left(starts, each.pos) for each in some):
            return False
        for each in chain.from_iterable(self._pairs):
            each.is_whole = False
        self.ids.clear()
        return True

    def add_rows(self, beside: Aligned, began: int, part: Part) -> None:
        """Take those of a list of records of one size, which stay where they are.

        Args:
            beside: Its elements.
            began: Where the first of them was.
            part: The part that they stand in.
        """
        each: int = type(beside.was[0]).SIZE
        for run in beside.still:
            first, end = (began - part.start + each * i for i in run[:2])
            data = part.was[first:end]
            there = range(part.pos + first, part.pos + end + 1, each)
            both = (some[run.start : run.stop] for some in (beside.value, beside.was))
            if not run.away:
                self._add(*(Run(some, data, there, stays=True) for some in both))

    def _add(self, now: Run, was: Run) -> None:
        self._pairs.append((now, was))
        for run in (now, was):
            self._runs.update(dict.fromkeys(map(id, run.elements), run))

    def put(self, record: Any, io: Writer) -> bool:
        """Write a record with those beside it that stay, wherever they stand; whether it was."""
        run = self._runs.get(id(record))
        return run is not None and run.put(record, io, None)

    def in_place(self) -> InPlace:
        """The same, where they stood."""
        return InPlace(self)

    def put_in_place(self, record: Any, io: Writer) -> bool:
        """The same, where they stood."""
        run = self._runs.get(id(record))
        return run is not None and run.put(record, io, run.pos)

    def have_moved(self, record: Any, io: Writer) -> bool:
        """Whether those that begin with a record would stand elsewhere."""
        run = self._runs.get(id(record))
        return run is not None and record is run.elements[0] and io.pos() != run.pos

    def break_up(self, record: Any) -> None:
        """Write each of those apart of which one is, or has, a record that has changed."""
        while self._runs and isinstance(record, Record):
            if (run := self._runs.get(id(record))) is not None and run.is_whole:
                run.is_whole = False
                self.ids.difference_update(map(id, run.elements))
            record = record._holder


class InPlace:
    """What is written where it stood, and nowhere else.

    Args:
        runs: What stays.
    """

    def __init__(self, runs: Runs) -> None:
        self.put, self.ids = runs.put_in_place, runs.ids
