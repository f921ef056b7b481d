"""The records of a file that was read, each with its twin: what is read in its place now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from quire.runtime.collecting import not_collecting
from quire.runtime.editing.comparing.aligning import Aligned, aligned, is_spliced, told_by_marks
from quire.runtime.editing.comparing.columns import by_type, columns, own_fields
from quire.runtime.editing.comparing.parameters import Passed
from quire.runtime.editing.comparing.remembered import remembering
from quire.runtime.editing.comparing.replaced import is_built
from quire.runtime.editing.comparing.same_values import instance_again
from quire.runtime.editing.comparing.unedited import Source
from quire.runtime.editing.instances.instance_use import leads_nowhere, led_to, stands_alone
from quire.runtime.editing.instances.late_instances import Belated, tells_elsewhere
from quire.runtime.editing.instances.own_streams import keeps_within
from quire.runtime.editing.making.copied_runs import Runs
from quire.runtime.editing.making.parts import Part, Twins
from quire.runtime.editing.pairing.as_found import not_as_found
from quire.runtime.editing.pairing.brought import note_set
from quire.runtime.editing.pairing.entries import FEW, Entries, entries
from quire.runtime.editing.pairing.given import note_given
from quire.runtime.editing.pairing.homes import Homes, was_read_in
from quire.runtime.editing.pairing.pairs import (
    added,
    are_rearranged,
    between,
    may_have_records,
    paired,
)
from quire.runtime.editing.pairing.parameters_given import note_added as note_parameters
from quire.runtime.editing.pairing.parted import Parted
from quire.runtime.editing.pairing.unseen_entries import unseen_entries
from quire.runtime.editing.pairing.waiting import Unmade, Waiting, is_spliced_of, may_wait
from quire.runtime.lists.lazy import Lazy, Made
from quire.runtime.lists.read_once import ReadOnce
from quire.runtime.lists.rows import began
from quire.runtime.members import have_more, having_more, own_members
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record
from quire.runtime.showing.visited import Seen
from quire.runtime.writing.moved import standing_in


class Pairing(Parted):
    """The records of a file, each with what is read in its place now: its twin.

    Args:
        source: The bytes that it was read from.
        record: The record of the file.
        twin: Its twin.
        belated: Takes what was looked at too late.

    Attributes:
        passed: The parameters of all records.
        found: All records that have a twin, with these; some of them more than once.
        runs: Elements of lists that stay what they were, and are copied together.
    """

    def __init__(self, source: Source, record: Any, twin: Any, belated: Belated) -> None:
        super().__init__(source, twin)
        self.record = record
        self.belated = belated
        self._is_made_anew = self._has_moved = False  # by an earlier writing
        self._twins: dict[int, Any] = {}
        self.passed = Passed()
        self.found: Twins = []
        self.runs = Runs(len(source.stored))
        self._nowhere: Twins = []  # what is new, or does not stand in the file like this
        self._has_added = False
        self._with_added: set[int] = set()  # the parts with what goes to a position; their `id`
        self._has_other_counts = False  # a list has more elements now, or fewer
        self._unmade: list[Unmade] = []
        self._all: Twins = []
        self._waiting: dict[int, list[Waiting]] = {}
        self._copied: set[int] = set()  # the records with lists of which most is copied
        self._leads_nowhere = leads_nowhere(record)
        self._kinds_waiting: set[Any] = set()
        self._added: set[int] = set()
        self._built: set[int] = set()  # those that were read nowhere
        self._displaced: dict[int, tuple[Any, Any]] = {}  # those with the records that had them
        self._same: set[int] = set()  # the records that are what they were, with all in them
        # Those that have a list with elements in other places, each with the part that it is in.
        self._rearranged: list[tuple[Any, Part | None]] = []
        with not_collecting(), remembering():
            self._pair(record, twin)

    @cached_property
    def tells_places(self) -> bool:
        """Whether each record tells by its own fields alone what stands at positions."""
        from quire.runtime.editing.moving.own_places import tell_places  # the plan is read for it

        return tell_places(type(self.record))

    @cached_property
    def _tells_values(self) -> bool:
        """Whether that holds, and none of what stands at positions is a record."""
        from quire.runtime.editing.moving.own_places import lead_to_values

        kind: Any = type(self.record)  # mypy takes the hash of its objects for that of a class
        return self.tells_places and lead_to_values(kind)

    def twin_of(self, record: Any) -> Any:
        """What is read in the place of a record; None, if it was not there."""
        if id(record) not in self._twins:
            self._reach(record)
        return self._twins.get(id(record))

    def is_new(self, record: Any) -> bool:
        """Whether a record was not there: it was put in, or was a dict until now."""
        return self.twin_of(record) is None and (id(record) in self._added or is_built(record))

    def note_twin(self, record: Any, twin: Any) -> None:
        """Note what is read in the place of a record far from changes; it stays far from them."""
        self._twins.setdefault(id(record), twin)

    def kinds(self) -> set[Any]:
        """The types of all records."""
        return {*map(type, self._twins.values())} | self._kinds_waiting

    def pair_all(self) -> None:
        """Pair all records, those that are what they were, too."""
        self.pair_waiting()
        self.pair_entries()

    def pair_entries(self) -> None:
        """Pair the elements that are far from changes."""
        for each in self.entries():
            self.pair_some(each, each.far())

    def pair_waiting(self) -> None:
        """Pair the records that wait, and stand alone."""
        while self._waiting:
            self._pair_below(next(iter(self._waiting)))

    def pair_others(self) -> None:
        """Pair all records but for those in lists of which most is copied."""
        while others := self._waiting.keys() - self._copied:
            for each in others:
                self._pair_below(each)

    def _reach(self, record: Any) -> None:
        """Pair a record that waits, if it is one, with those beside it in its lists."""
        way = []
        while isinstance(record, Record) and self._is_unknown(record):
            way.append(record)
            record = record._holder
        while way and (self._waiting or self._entries):
            if any(each.has(way[-1]) for each in self._waiting.get(id(record), ())):
                self._pair_below(id(record))
            self._pair_entry(id(record), way[-1])
            if self._is_unknown(record := way.pop()):
                return

    def _is_unknown(self, record: Any) -> bool:
        return id(record) not in self._twins and id(record) not in self._added

    def _pair_below(self, holder: int) -> None:
        """Pair what waits in the lists of a record, whose `id` is given."""
        for each in (some := self._waiting.get(holder, [])):
            for one in each.holders:
                self._waiting.pop(id(one), None)
        for each in some:
            pairs = ((*pair, self._within(*pair, each.part)) for pair in each.pairs())
            self._all += self._follow([*pairs], are_same=True)

    def _pair_entry(self, holder: int, element: Any) -> None:
        """Pair an element that is far from changes, in a list of a record, or of its twin."""
        for each in self._entries.get(holder, ()):
            if (i := each.number_of(element)) is not None and i not in each.near:
                self.pair_some(each, [i])

    def pair_some(self, some: Entries, numbers: list[int]) -> Twins:
        """Pair elements, of which each stands for itself; all records of them are returned."""
        some.near.update(numbers)
        parts = some.parts(numbers, self.source.stored)
        pending: list[tuple[Any, Any, Part | None]] = [
            (each.record, each.twin, self._note_entry(some, each)) for each in parts
        ]
        found = self._follow(pending)
        self._all += found
        return found

    def _begin_with(self, some: Entries, left: Any, right: Any) -> Iterator[tuple[Any, Any]]:
        """The elements of a list that are near changes, each with its twin; others wait."""
        self._kinds_waiting |= some.kinds
        self._entries.setdefault(id(left), []).append(some)
        self._entries[id(right)] = self._entries[id(left)]
        for part in some.parts(sorted(some.near), self.source.stored):
            self._note_entry(some, part)
            yield part.record, part.twin
        self._parts += some.parts_gone(self.source.stored)
        for part in some.parts_new(self.source.stored):
            self._note_entry(some, part)
        for each in some.all():
            self._elements.update(zip(map(id, each), some.spans(), strict=True))

    def _wait(self, each: Waiting) -> None:
        """Have elements of a list wait; what somebody asks of is their holder, or its twin."""
        left, right = each.holders
        some = self._waiting.setdefault(id(left), [])
        self._waiting[id(right)] = some
        some.append(each)

    def kinds_unmade(self) -> set[Any]:
        """The types of records that depend on what is around them, and were never looked at."""
        return {each.kind for each in self._unmade}

    def make(self, kinds: set[Any]) -> Twins:
        """Make the records of some types that nobody has looked at: they may have to be others.

        Returns:
            They, and all that is below them.
        """
        found: Twins = []
        made = [each for each in self._unmade if each.kind in kinds]
        self._unmade = [each for each in self._unmade if each.kind not in kinds]
        for each in made:
            new = (pair for pair in each.pairs() if id(pair[0]) not in self._twins)
            found += self._follow([(*pair, self._within(*pair, each.part)) for pair in new])
        self._all += found
        return found

    def _pair(self, record: Any, twin: Any) -> None:
        """Find the twins of all records that are there, and the parts that they are in."""
        self._all += self._follow([(record, twin, self._note_whole(record, twin))])

    def _follow(
        self, pending: list[tuple[Any, Any, Part | None]], *, are_same: bool = False
    ) -> Twins:
        """Find the same of some records, and of all below them; they are returned.

        Args:
            pending: The records, each with its twin, and the part that it is in.
            are_same: Whether they were what they are read as now, when that was compared.
        """
        seen = Seen()
        known: Twins = []
        while pending:
            found, pending = [each for each in pending if seen.is_new(*each[:2])], []
            for left, right, part in found:
                self._twins[id(left)] = self._twins[id(right)] = right
                known.append(pair := (left, right))
                if part is None or part.is_apart:
                    self._nowhere.append(pair)
                if part is not None:
                    part.twins.append(pair)
            for group in by_type((left, (right, part)) for left, right, part in found):
                pending += self._below(*group, are_same=are_same)
        self.found += known
        return known

    def _below(
        self, records: list[Any], twins: list[tuple[Any, Part | None]], *, are_same: bool
    ) -> Iterator[tuple[Any, Any, Part | None]]:
        """The records in others of one type, with the parts that they are in."""
        again = [twin for twin, _ in twins]
        if not are_same:
            self._is_made_anew |= note_given(records, again)
            self.passed.note(records, again)
        for _, mine, theirs in columns(records, again, own_fields(type(records[0]))):
            if not may_have_records(mine):
                continue
            each = zip(records, mine, theirs, twins, strict=True)
            for left, value, was, (right, part) in each:
                if are_same and self._all_wait(left, right, value, was, part):
                    continue
                pairs, new = self._paired(left, right, value, was, part, left)
                self._note_same(left, pairs)
                yield from ((*pair, self._within(*pair, part)) for pair in pairs)
                self._note_added(new := [*new], part)
                self._note_displaced(new, None if isinstance(value, Record) else left)
        kind: Any = type(records[0])  # mypy takes the hash of its objects for that of a class
        if kind._placed and have_more(records):
            in_turn = kind._loose or kind._elsewhere  # they depend on where the stream was
            for i in having_more(records) if in_turn else sorted(not_as_found(records, again)):
                yield from self._at_positions(records[i], again[i])

    def _note_same(self, left: Any, pairs: Twins) -> None:
        """Note that what is in a record is what it was, if the record is; not what is read now."""
        if not self._all and id(left) in self._same:
            self._same.update(id(each) for each, _ in pairs)

    def _note_added(self, new: Iterable[Any], part: Part | None) -> None:
        """Note records that were not there, and the part that they are in.

        What they have at positions is placed when that is written, be it the same bytes as before.
        """
        for each in new:
            self._has_added = True
            self._added.add(id(each))
            note_parameters(self.passed, each)
            if is_built(each):
                self._built.add(id(each))
            else:
                with standing_in(self.record, each):
                    note_set(each)
            if each._places:
                self._nowhere.append((each, None))
                if part is not None and self.put_in(each) is None:
                    self._with_added.add(id(part))

    @property
    def _homes(self) -> Homes:
        """Where records were read that were put elsewhere in the file."""
        homes: Homes = own_members(self.record)["_remade"].homes
        return homes

    def _note_displaced(self, new: Iterable[Any], among: Any) -> None:
        """Note which records were read in others of the file than those that have them now.

        Args:
            new: They.
            among: The record that has them in a list, in which others are told from each other.
        """
        for each in new:
            if is_built(each):
                continue
            holder = was_read_in(each, self.record)
            if holder is not None and holder is not among:
                self._displaced[id(each)] = each, holder
            elif self._homes.of(each) is not None:
                self._displaced[id(each)] = each, None

    def _paired(
        self, left: Any, right: Any, value: Any, was: Any, part: Part | None, holder: Any = None
    ) -> tuple[Twins, Iterable[Any]]:
        """The records in a value of a record, each with its twin, and those that were not there.

        What is the same in a list waits, if it stands alone. Lists are noted with elements in other
        places, and with records at which nobody has looked, if these depend on what is around them.
        """
        if isinstance(value, list) and isinstance(was, list):
            self._has_other_counts |= len(value) != len(was)
        if (unseen := self._unseen(value, was, part, holder)) is not None:
            return self._near(unseen, left, right, holder)
        if isinstance(value, Lazy) and is_spliced(value) and not self._may_stay_unmade(value, was):
            Lazy._fill(value)
        is_list = type(value) in (list, Made) and isinstance(was, list)
        if is_list and (self._leads_nowhere or not told_by_marks(was)):
            return self._aligned(left, right, value, was, part, holder)
        if is_list:
            some = entries(holder, value, was, part, may_have_more=not self._tells_values)
            if some is not None:
                return self._near(some, left, right, holder)
        pairs = [*paired(value, was, holder)]
        if are_rearranged(value, was, pairs):
            self._rearranged.append((left, part))
        are_lazy = isinstance(value, Lazy) and isinstance(was, Lazy)
        are_there = are_lazy and (len(value) == len(was) or is_spliced(value))
        if are_there and not _stands_as_is(value):
            self._unmade.append(Unmade(value._source.kind, value, was, part))
        return pairs, added(value, pairs)

    def _may_stay_unmade(self, value: Lazy, was: Any) -> bool:
        """Whether nobody has to look at all records of a list of which others are not the same."""
        is_told = value._source.kind._placed and self.tells_places
        return _stands_as_is(value) or (is_told and is_spliced_of(value, was))

    def _near(
        self, some: Entries, left: Any, right: Any, holder: Any
    ) -> tuple[Twins, Iterable[Any]]:
        """The same, of elements of which most are far from changes."""
        pairs = [*between(self._begin_with(some, left, right), holder)]
        near = [*map(some.at, some.near), *(each for _, each in some.new)]
        return pairs, added(near, pairs)

    def _unseen(self, value: Any, was: Any, part: Part | None, holder: Any) -> Entries | None:
        """A list of which nobody needs most of the elements; else all of them are made."""
        is_once = isinstance(value, Lazy) and isinstance(value._source, ReadOnce)
        if not is_once or self.source.leaves_unread or keeps_within(self.record):
            return None
        found = unseen_entries(holder, value, was, part, may_have_more=not self._tells_values)
        for each in (value, was) if found is None else ():
            if isinstance(each, Lazy):
                Lazy._fill(each)
        return found

    def _aligned(
        self, left: Any, right: Any, value: Any, was: Any, part: Part | None, holder: Any
    ) -> tuple[Twins, Iterable[Any]]:
        """The same, of a list of which all elements are made."""
        if id(left) in self._same and len(value) == len(was) < FEW:
            pairs = [*between(zip(value, was, strict=True), holder)]
            return pairs, added(value, pairs)
        is_lazy, start = isinstance(was, Lazy), self._began(value, was)
        beside = aligned(value, was)
        if not is_lazy and may_wait(beside, left, right):
            if part is not None and self._may_copy(beside, part):
                beside = self._copied_of(beside, left, right, part)
            self._kinds_waiting |= beside.met.kinds
            self._wait(Waiting((left, right), beside.unchanged, part))
            if beside.is_rearranged:
                self._rearranged.append((left, part))
            pairs = [*between(beside.changed(), holder)]
            return pairs, added([*beside.others()], pairs)
        if start is not None and part is not None:
            self.runs.add_rows(beside, start, part)
        self._same.update(id(each) for each, _ in beside.unchanged())
        pairs = [*between(beside.all(), holder)]
        if are_rearranged(value, was, pairs):
            self._rearranged.append((left, part))
        return pairs, added(value, pairs)

    def _may_copy(self, beside: Aligned, part: Part) -> bool:
        """Whether no instance at a position may be an element of a list, or in one."""
        if self._leads_nowhere:
            return True
        kind: Any = type(self.record)  # mypy takes the hash of its objects for that of a class
        led = led_to(kind)
        is_field = not (part.name or part.is_apart)
        leads = any(each._places or each._has_sums for each in beside.met.kinds)
        return is_field and not leads and led is not None and led.isdisjoint(beside.met.kinds)

    def _copied_of(self, beside: Aligned, left: Any, right: Any, part: Part) -> Aligned:
        """The elements of a list; those that stay what they were are copied, if they can be."""
        if (copied := self.runs.add(beside, right, part)) is None:
            return beside
        self._copied.update(map(id, (left, right)))
        return copied

    def _began(self, value: Any, was: Any) -> int | None:
        """Where a list of records of one size began of which all are made; None, if it is none."""
        where = began(was) if type(value) in (list, Made) and len(value) == len(was) else None
        is_fixed = where is not None and hasattr(where[0], "SIZE") and len(value)
        return where[1] if where is not None and is_fixed and self._tells_values else None

    def _all_wait(self, left: Any, right: Any, value: Any, was: Any, part: Part | None) -> bool:
        """Have all elements of a list wait that is what it was; whether it is a list of records."""
        if type(value) not in (list, Made) or isinstance(was, Lazy):
            return False
        if not all(issubclass(kind, Record) for kind in {*map(type, value)}):
            return False
        self._wait(Waiting((left, right), lambda: zip(value, was, strict=True), part))
        return True

    def _at_positions(self, left: Any, right: Any) -> Iterator[tuple[Any, Any, Part | None]]:
        """The records in instances at positions, with the parts that they are in."""
        for name in (*own_members(left),):  # some depend on where the stream was
            if name not in left._placed or left._kept(name) is None:
                continue
            if not self.belated.put_aside(left, right, name):
                yield from self._at_position(left, right, name)

    def _at_position(
        self, left: Any, right: Any, name: str
    ) -> Iterator[tuple[Any, Any, Part | None]]:
        value, was = instance_again(left, right, name)
        extent, part = right._extent(name), None
        if was is False or was is None or extent is None:
            self._nowhere.append((value, None))
            self._note_added(added(value, ()), None)
            return
        self._has_moved |= tells_elsewhere(left, name, extent.start)
        if isinstance(extent.io, Reader):
            part = self._part_of(left, right, name, extent)
        pairs, new = self._paired(left, right, value, was, part)
        self._note_same(left, pairs)
        self._note_added(new, part)
        yield from ((*pair, self._within(*pair, part)) for pair in pairs)


def _stands_as_is(some: Lazy) -> bool:
    """Whether the records of a list at which nobody has looked are the same bytes."""
    source: Any = some._source
    return stands_alone(source.kind) or (isinstance(source, ReadOnce) and source.is_apart)
