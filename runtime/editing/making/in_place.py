"""A file with all that was changed where it stood, as long as nothing has to move.

It consists of parts that stand for themselves: all of it, each stream of its own within it, and
each instance at a position. As long as all that have changed take as many bytes as before, nobody
has to know what depends on where the others stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from quire.runtime.editing.comparing.unedited import Source, are_changed
from quire.runtime.editing.instances.late_instances import Belated
from quire.runtime.editing.making.byte_differences import Differing
from quire.runtime.editing.making.changed_sums import Summed
from quire.runtime.editing.making.parts import Again, Laid, Part, Placed, file_with, in_order
from quire.runtime.editing.making.restored import Keep
from quire.runtime.editing.making.unchanged_parts import Staying
from quire.runtime.editing.moving.shifted import Shifted
from quire.runtime.errors import EXPLAINED, ChecksumError, ContradictionError
from quire.runtime.reading.elements import is_raised_by_given
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.sizes import measuring
from quire.runtime.writing.spans import Spans
from quire.runtime.writing.stream_end import StreamEnd

PASSES = 8
"""Times that parts are made anew, at most: what one of them derives may change another one."""


class Made(NamedTuple):
    """A part of a file that was made anew.

    Attributes:
        data: Its bytes.
        owed: The records in it that have checksums, and where the edges of their fields are.
        spans: Where records are in it.
    """

    data: Pieces
    owed: list[tuple[Any, tuple[int, ...]]]
    spans: Spans

    def is_as(self, other: Made) -> bool:
        """Whether another one is the same."""
        return self.owed == other.owed and self.data.getvalue() == other.data.getvalue()


class InPlace(Shifted):
    """The records of a file, and what those parts of it become that have changed.

    Attributes:
        keep: How what was there is put back.
        anew: Which bytes of the file were made anew, in their order; all others are what they were.
        wrong_sum: What is wrong with a checksum in such a file, if something is.
    """

    wrong_sum: Exception | None = None

    def __init__(self, source: Source, record: Any, twin: Any, belated: Belated) -> None:
        super().__init__(source, record, twin, belated)
        self._spans = Spans()  # where records are in the parts that were made last, or were
        self._spans.update(self._elements)
        self.anew: list[slice] = []
        self.keep: Keep | None = None

    def in_place(self) -> Iterator[Pieces]:
        """The file with all that has changed where it was, unless something has to move.

        Each has less of what was there where it was not changed: bits, bytes, nothing.
        """
        if self._is_made_anew and self._has_moved:
            return
        if not self._may_be_rearranged() or not self.let_go():
            return
        for keep in self.ways():
            self.keep = keep
            try:
                found = self._settled(keep)
            except EXPLAINED as error:  # what depends on it has to move; or it is told there
                if is_raised_by_given(error):
                    raise  # no other way has what came before it
                is_of_sums = isinstance(error, ChecksumError | ContradictionError)
                self.wrong_sum = error if is_of_sums else None
                return
            if found is None:
                return
            made, placed = found
            if placed is not None:
                self.anew = [here for here, _ in placed]
                yield file_with(self.source.stored, placed)
            plain = (each for each in map(self._plain, made) if each is not None)
            if all(each.data.is_same for each in plain) and not self.displaced:
                return

    def put_along(self, record: Any, made: Pieces, end: int) -> None:
        """Put back into the stream of a record that was put elsewhere what came along with it."""
        if self.keep is not None and self.displaced.twin_of(record) is not None:
            spans = Spans()
            spans[id(record)] = 0, end
            self.displaced.put_back(made, spans, self.keep, 0)

    @property
    def has_moved_some(self) -> bool:
        """Whether something takes another number of bytes, or another place."""
        return bool(self.shift.grown or self.behind or self._rearranged or self._has_other_counts)

    def _may_be_rearranged(self) -> bool:
        """Whether only fields have the bytes of the parts with elements in other places of lists.

        What nobody takes would be put back where it was, and belongs to another element now; and
        what stands at a position there would be others.
        """
        numbers = [i for i, part in enumerate(self._parts) if self._is_rearranged(part)]
        if len(numbers) < len({id(part) for _, part in self._rearranged}):
            return False
        if any(self.is_seen_elsewhere(self._parts[i]) for i in numbers):
            return False
        plain = [self._plain(i) for i in numbers]
        return all(each is not None and each.data.is_same for each in plain)

    def _is_rearranged(self, part: Part) -> bool:
        return any(part is each for _, each in self._rearranged)

    def _settled(self, keep: Keep | None) -> tuple[dict[int, Made], Placed | None] | None:
        """The parts that have changed, and what takes their places once nothing else follows.

        Returns:
            None, if something has moved; no bytes, if two parts have others for one place.
        """
        for _ in range(PASSES):
            made = self._stable()
            if made is None:
                return None
            if (placed := self._placed(made, keep)) is None or (
                self.shift.grown and self.can_shift
            ):
                return made, placed
            differing = Differing(self.source.stored, placed)
            if self._sum_up(made, file_with(self.source.stored, placed), differing):
                continue
            if not (shown := self.shown_elsewhere(made, differing)):
                return made, placed
            if not self.become_those_of_fields(shown, made):
                return None
        return None

    def _stable(self) -> dict[int, Made] | None:
        """The parts that have changed, made anew until none changes another one.

        Returns:
            None, if one is not as long as it was.
        """
        made: dict[int, Made] = {}
        for _ in range(PASSES):
            different = {*map(id, self.edited)} - self.with_other_elements
            with measuring(self._spans, *self.sizes):
                self.derive_from_around()
            there = [pair for pair in self._nowhere if not self.has_a_place(pair[0])]
            if any(twin is None for _, twin in there) or are_changed(there):
                return None
            before, noted, shift = made, len(self.noted), self.shift
            different.update(map(id, self.noted))
            if (found := self._made_of(self._changed(different))) is None:
                return None
            made, told = found, len(self.told)
            if not self._lead_behind(made):
                return None
            if self.behind:
                self.behind.place(self.shift.begin(self.behind.gap))
            is_known = len(self.noted) == noted and len(self.told) == told and not self._has_added
            has_moved = self.shift is not shift and not self.can_shift
            if (is_known and not has_moved and not self.behind) or self._is_one:
                return made
            if made.keys() == before.keys() and all(made[i].is_as(before[i]) for i in made):
                return made
        return None

    @property
    def _is_one(self) -> bool:
        """Whether nothing else depends on what was made anew, as that is all there is."""
        stays = self._leads_nowhere or not self.shift.grown
        return len(self._parts) == 1 and stays and not self.behind

    def _changed(self, different: set[int]) -> list[int]:
        """The parts in which something is different; the `id` of those records is given."""
        return [
            i
            for i, part in enumerate(self._parts)
            if part.is_set
            or part.is_gone
            or part.is_new
            or self._is_rearranged(part)
            or id(part) in self._with_added
            or (self.shift.grown and any(twin._measures for _, twin in part.twins))
            or not different.isdisjoint(id(each) for each, _ in part.twins)
        ]

    def _may_take_more(self, part: Part) -> bool:
        """Whether a part may have grown: where something is put in, it always may."""
        return part.record is self.behind or self.may_grow(part)

    def _made_of(self, numbers: Iterable[int]) -> dict[int, Made] | None:
        """Parts made anew, by their numbers.

        Returns:
            None, if one is not as long as it was, and must be.
        """
        self.grown.clear()
        self.behind.clear()
        made: dict[int, Made] = {}
        # The smallest first, as one that has grown ends all of it.
        for i in sorted(numbers, key=lambda i: self._parts[i].size):
            part = self._parts[i]
            if (data := self._made(part)) is None:
                return None
            if data.data.size == part.size or self.may_grow(part):
                made.setdefault(i, data)
            elif (around := self._grown_in(i, data, made)) is None:
                return None
            else:
                made.update(around)
        return dict(sorted(made.items()))

    def _grown_in(self, i: int, data: Made, made: dict[int, Made]) -> dict[int, Made] | None:
        """What stands at a position, made anew around a stream in it of another length.

        Args:
            i: The number of the part that the stream is.
            data: What it was made.
            made: The parts that were made before.

        Returns:
            It, by its number; None, if more than one thing is made in it.
        """
        part, plain = self._parts[i], self._plain(i)
        around = self.stream_of(part)
        j = next(j for j, each in enumerate(self._parts) if each is around)
        has_more = any(self.around(self._parts[k]) is around for k in made)
        if plain is None or not plain.data.is_same or has_more:
            return None
        left = self.source.stored[part.start + part.size : part.start + part.room]
        self.grown[id(part.record)] = data.data.getvalue() + left
        whole = self._made(self._parts[j])
        return None if whole is None else {j: whole}

    def _is_as_long(self, part: Part, made: Pieces) -> bool:
        """Whether a part has a length that it may have."""
        return made.size == part.size or self.may_grow(part) or self.stream_of(part) is not None

    def _lead_behind(self, made: dict[int, Made]) -> bool:
        """Have records tell where things are behind parts of another length; whether they can."""
        sizes = [(self._parts[i], each.data.size) for i, each in made.items()]
        if self.behind.index is not None:
            gap = self.behind.gap
            if any(size and part.is_empty_in(gap) for part, size in sizes):
                return False  # a layout knows which of them comes first
            self.behind.place(self.shift.begin(gap))  # then it is known how many bytes they take
            sizes.append((gap, gap.size + self.behind.data.size))
        if not self.shift.grown and all(size == part.size for part, size in sizes):
            return True
        grown = [(part, size - part.size) for part, size in sizes if self._may_take_more(part)]
        # An instance that is back at its size may have had another one meanwhile.
        return self.lead_on([e for e in grown if e[1] or (self.can_shift and e[0].is_set)])

    def _made(self, part: Part) -> Made | None:
        """A part made anew; None, if something has moved that must not."""
        if part.is_gone:
            return Made(Pieces(), [], Spans()) if self.may_grow(part) else None
        if part.is_new:
            return self._made_new(part)
        self._pair_entries_in(part)
        made, again, spans = Pieces(), self.made_by_twin(part.record, part.name), Spans()
        sizes = [self._spans, *self.sizes]
        if not self.record._places:
            end = None if again is None else again.end
            owed, _ = part.write(part.record, made, self, spans, sizes, self.runs, end)
        elif again is None:
            return None
        else:
            laid = Laid(made)
            staying = Staying(self.staying, self, again, part.pos, laid)
            owed, _ = part.write(part.record, laid, self, spans, sizes, staying, again.end)
            if made.size == part.size and laid.ends != again.ends:
                return None
        self._spans.add(spans)
        return Made(made, owed, spans) if self._is_as_long(part, made) else None

    def _made_new(self, part: Part) -> Made | None:
        """A part that was put in; None, if something would have to move that must not."""
        if not self.may_grow(part):
            return None
        made, spans = Pieces(), Spans()
        self.take_in(part.record)
        sizes = [self._spans, *self.sizes]
        owed, _ = part.write(part.record, made, self, spans, sizes, end=StreamEnd())
        self._spans.add(spans)
        return Made(made, owed, spans)

    def _pair_entries_in(self, part: Part) -> None:
        """Pair the elements that stand for themselves: a part has to be made anew with them."""
        for each in self.entries():
            if each.part is part:
                self.pair_some(each, each.far())

    def _plain(self, i: int) -> Again | None:
        """What the twin makes of a part; None, if it cannot be written, or is not as long."""
        part = self._parts[i]
        again = self.made_by_twin(part.record, part.name)
        return again if again is not None and again.data.size == part.size else None

    def _placed(self, made: dict[int, Made], keep: Keep | None) -> Placed | None:
        """What takes the places of parts; None, if two of them have other bytes for one place.

        Those within others come after them.
        """
        there: Placed = []
        for i, each in made.items():
            part = self._parts[i]
            if keep is not None:
                if (plain := self._plain(i)) is not None:
                    self.put_back(part, plain, each.data, each.spans, keep, part.pos)
                self.displaced.put_back(each.data, each.spans, keep, part.pos)
            there.append((slice(part.start, part.start + part.size), each.data))
        if self.can_shift:
            told = self.told_apart({id(self._parts[i]) for i in made})
            there += ((slice(start, start + len(data)), data) for start, data in told)
        else:
            for start, data in self.told:
                if 0 in made:
                    made[0].data.overwrite(start - self._parts[0].start, data)
                else:
                    there.append((slice(start, start + len(data)), data))
        if self.behind:
            there.append((slice(start := self.behind.gap.start, start), self.behind.data))
        return in_order(self.source.stored, there)

    def _sum_up(self, made: dict[int, Made], file: Pieces, differing: Differing) -> bool:
        """Have records have the checksums of a file; whether one has another one now."""
        has_new = any(each.owed for each in made.values())  # of types that were not there, too
        if not has_new and not any(kind._has_sums for kind in self.kinds()):
            return False
        summed = Summed(self, file, differing, self.shift)
        for i, part in enumerate(self._parts):
            owed = made[i].owed if i in made else []
            known = {id(record) for record, _ in owed}
            there = [pair for pair in part.twins if pair[1]._has_sums and id(pair[0]) not in known]
            summed.add(part, [*owed, *((each, twin._marks) for each, twin in there)])
        return summed.sum_up()
