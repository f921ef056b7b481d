"""Elements of a list that know where they began, most of which an edit of others is far from.

An archive has thousands of members, and one was changed. What is the same, and goes by nothing that
may be another, need not be paired with its twin, derived, written and read back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from operator import attrgetter
from typing import Any, NamedTuple

from quire.runtime.editing.comparing.aligning import are_at_home, marks_of, with_their_marks
from quire.runtime.editing.comparing.columns import column, own_fields, parted
from quire.runtime.editing.comparing.replaced import has_stream
from quire.runtime.editing.comparing.same_lists import Met
from quire.runtime.editing.comparing.same_values import which_differ
from quire.runtime.editing.making.parts import Part
from quire.runtime.editing.pairing.led_later import number_led_to, numbers_at
from quire.runtime.editing.pairing.looking_out import depths, goes_up, looks_out
from quire.runtime.errors import EXPLAINED
from quire.runtime.lists.lazy import Lazy, Made
from quire.runtime.lists.narrowing import in_parts
from quire.runtime.reading.instance import NONE, forget
from quire.runtime.record import Record
from quire.runtime.writing.giving import kinds_of, record_types

FEW = 16
"""Elements that are all looked at, however few of them were changed."""

_MARKS, _HOLDER, _PARENT = map(attrgetter, ("_marks", "_holder", "_parent"))

Group = tuple[list[int], list[Any]]
"""Records, with the numbers of the elements that they are in."""


class Lead(NamedTuple):
    """An instance that leads to an element.

    Attributes:
        record: The record that has it.
        twin: What is read in the place of that.
        name: Its name.
        to: The number of the element.
        within: The number of the one that has the record; -1 if none has.
    """

    record: Any
    twin: Any
    name: str
    to: int
    within: int = -1

    @property
    def kind(self) -> Any:
        """The type of the record."""
        return type(self.record)


class Entries:
    """The elements of a list.

    Args:
        now: The list.
        was: What was read as it: some may have been taken out since, and others put in.
        order: The number of each element, which it had there; None of one that was put in.
        places: Where each began in the file, and where the last one ended.
        part: The part that they are in.
        kinds: The types of what is in those that are the same.

    Attributes:
        now, was, order, part, kinds: The same.
        gone: The numbers of those that were taken out.
        new: Those that were put in, each with where the one ended that it is behind.
        value: The elements beside what is read in their places, which stands for those taken out.
        read: What is read in their places, for who looks at the types and fields of all of it.
        is_unseen: Whether nobody has looked at those that are not near: each is in `read`, too.
        near: The numbers of those that were changed, that may go by these, or that somebody has
            asked for.
    """

    is_unseen = False

    def __init__(
        self,
        now: list[Any],
        was: list[Any],
        order: list[int | None],
        places: list[int],
        part: Part,
        kinds: set[Any],
    ) -> None:
        self.now, self.was, self.order, self.part, self.kinds = now, was, order, part, kinds
        self.gone = {*range(len(was))}.difference(order)
        self.value, self.read = self._beside()
        self.near: set[int] = set()
        self._led: list[Lead] = []
        self._streams = {id(each._io) for each in (part.record, part.twin)}
        self._places = places
        self.new = [*self._put_in()]
        self._first = part.start - part.pos  # where the stream begins that they are in
        self._numbers = numbers_at(places)

    def _beside(self) -> tuple[list[Any], list[Any]]:
        """What is in the places of what was read, and that."""
        value = [*self.was]
        for i, each in zip(self.order, self.now, strict=True):
            if i is not None:
                value[i] = each
        return value, self.was

    def _put_in(self) -> Iterator[tuple[int, Any]]:
        """The elements that were not there, each with where it goes."""
        here = self._places[0]
        for i, number in enumerate(self.order):
            if number is None:
                yield here, self.now[i]
            else:
                here = self._places[number + 1]

    def may_be_put_in(self, *, may_have_more: bool) -> bool:
        """Whether all that is new are records of types that were there, and are there once.

        Args:
            may_have_more: Whether there may be any.
        """
        if not self.new:
            return True
        seen = [*(self.now._made.values() if isinstance(self.now, Lazy) else self.now)]
        are_alike = {type(each) for _, each in self.new} <= {*map(type, self.read)}
        return may_have_more and are_alike and len({*map(id, seen)}) == len(seen)

    def number_of(self, element: Any) -> int | None:
        """The number of an element, or of what is read in its place; None, if it is not here."""
        marks = getattr(element, "_marks", None)
        i = self.number_at(marks[0]) if marks else None
        there = i is not None and (self.value[i] is element or self.was[i] is element)
        return i if there else None

    def number_at(self, start: int) -> int | None:
        """The number of the element that began at a place; None, if there is none, or no more."""
        i = self._numbers.get(start)
        return None if i in self.gone else i

    def began_at(self, start: int) -> bool:
        """Whether an element began at a place, though it was taken out."""
        return start in self._numbers

    def is_gone(self, twin: Any) -> bool:
        """Whether something was read in the place of an element that was taken out."""
        marks = getattr(twin, "_marks", None)
        i = self._numbers.get(marks[0]) if marks else None
        return i is not None and i in self.gone and self.was[i] is twin

    def span(self, i: int) -> tuple[int, int]:
        """From where to where an element was."""
        return self._places[i], self._places[i + 1]

    def spans(self) -> Iterator[tuple[int, int]]:
        """The same of all of them."""
        return pairwise(self._places)

    def kept(self) -> list[int]:
        """The numbers of those that were not taken out."""
        return [i for i in self.order if i is not None]

    def far(self) -> list[int]:
        """The numbers of those that are neither near nor gone."""
        return [i for i in self.kept() if i not in self.near]

    def by_place(self) -> Iterator[tuple[tuple[int, Any], Any]]:
        """The elements, each after where it began in the file, and its type."""
        for i in self.kept():
            yield (self._places[i], type(self.was[i])), self.value[i]

    def all(self) -> Iterator[list[Any]]:
        """The lists of all that stands, or stood, where elements were."""
        yield from (self.value, self.was)

    def at(self, i: int) -> Any:
        """An element; what was read stands for one that was taken out."""
        return self.value[i]

    def is_far(self, _: int) -> bool:
        """Whether an element is not near, and nobody has looked at it."""
        return False

    def pairs(self, numbers: Iterable[int]) -> Iterator[tuple[Any, Any]]:
        """Elements, each with what is read in its place."""
        yield from ((self.value[i], self.was[i]) for i in numbers)

    def parts(self, numbers: Iterable[int], stored: memoryview) -> Iterator[Part]:
        """Elements as parts of a file that stand for themselves."""
        first, some = self._first, [*numbers]
        for i, pair in zip(some, self.pairs(some), strict=True):
            start, end = self.span(i)
            there, room = stored[start:end], self.part.room
            yield Part(*pair, "", start, start - first, end - start, room, there, [])

    def parts_gone(self, stored: memoryview) -> Iterator[Part]:
        """The parts of a file that were taken out; nothing is in them now."""
        for part in self.parts(sorted(self.gone), stored):
            yield part._replace(is_gone=True)

    def parts_new(self, stored: memoryview) -> Iterator[Part]:
        """The parts of a file that were put in; nothing was in them."""
        for start, each in self.new:
            pos, room = start - self._first, self.part.room
            yield Part(each, each, "", start, pos, 0, room, stored[:0], [], is_new=True)

    def note_near(self, changed: Iterable[int], *, is_known: bool) -> None:
        """Note those that were changed, and all that may go by these."""
        self.near = {*changed}
        kinds = depths({*map(type, self.read)})
        out = {kind for kind, depth in kinds.items() if looks_out(kind, depth)}
        up = {kind for kind in kinds if goes_up(kind)}
        placed = {kind for kind in kinds if kind._placed}
        if is_known or not self.kinds <= kinds.keys() or not out.isdisjoint(map(type, self.read)):
            self.near.update(self.kept())
            return
        led: dict[int, list[int]] = {}
        for kind, numbers, records in self._groups(self.read, out | up | placed):
            if kind in out or isinstance(records[0], Lazy):
                self.near.update(numbers)
                continue
            if kind in up:
                pairs = zip(numbers, map(_PARENT, records), map(_HOLDER, records), strict=True)
                self.near.update(i for i, parent, holder in pairs if parent is not holder)
            for name in kind._placed:
                found = self._led_to(kind, name, numbers, records)
                for record, (i, to) in zip(records, found, strict=True):
                    if to is None or to in self.gone:
                        self.near.add(i)
                    else:
                        led.setdefault(to, []).append(i)
                        self._led.append(Lead(record, record, name, to, i))
        pending = [*self.near]
        while pending:
            new = {i for to in pending for i in led.get(to, ())} - self.near
            self.near |= new
            pending = [*new]

    def leads(self) -> Iterator[Lead]:
        """Where the instances lead of those that are the same: to elements, all of them."""
        kinds = {kind for kind in depths({*map(type, self.read)}) if kind._placed}
        both = (self._groups(some, kinds) for some in (self.value, self.read))
        for (kind, numbers, records), (_, _, twins) in zip(*both, strict=True):
            for name in kind._placed:
                led = self._led_to(kind, name, numbers, twins)
                for record, twin, (i, to) in zip(records, twins, led, strict=True):
                    if to is not None:
                        yield Lead(record, twin, name, to, i)

    def _groups(
        self, some: list[Any], kinds: set[Any]
    ) -> Iterator[tuple[Any, list[int], list[Any]]]:
        """The records of some types in those that are the same, of one type at a time.

        In the place of records in a list at which nobody has looked there is that list.
        """
        numbers = self.far()
        pending: list[Group] = [(numbers, [some[i] for i in numbers])]
        while pending:
            found = dict[Any, Group]()
            for each in pending:
                for kind, *those in parted(_kinds(each[1]), *each):
                    here = found.setdefault(kind, ([], []))
                    here[0].extend(those[0])
                    here[1].extend(those[1])
            pending = []
            for told, (places, records) in found.items():
                kind = told.kind if isinstance(told, _Unmade) else told
                if kind in kinds:
                    yield kind, places, records
                for name in () if told is not kind else _leading(kind, frozenset(kinds)):
                    pending.append(_held(places, records, name))

    def _led_to(
        self, kind: Any, name: str, numbers: list[int], records: list[Any]
    ) -> Iterator[tuple[int, int | None]]:
        """Elements, each with the one that an instance leads to from there; None if it is none."""
        leads_here = self._leads_here(kind, name, records[0])
        for i, record in zip(numbers, records, strict=True):
            yield i, self._number_led_to(record, name) if leads_here else None

    def _number_led_to(self, record: Any, name: str) -> int | None:
        """The element that an instance of a record leads to; None if it is none."""
        if id(record._io) not in self._streams:
            return None
        return number_led_to(record, name, self._numbers, self._first)

    def _leads_here(self, kind: Any, name: str, record: Any) -> bool:
        """Whether an instance is read as elements of the list are, if one begins there."""
        if hasattr(kind, f"_beside_{name}") or not hasattr(kind, f"_position_{name}"):
            return False
        is_seen = record._kept(name) is not NONE
        try:
            found = getattr(record, name)
        except EXPLAINED:
            return False
        if not is_seen:
            forget(record, name)
        is_plain = isinstance(found, Record) and not has_stream(found)
        return is_plain and kinds_of(kind).get(name) is type(found) is type(self.read[0])


def entries(
    holder: Any, value: list[Any], was: list[Any], part: Part | None, *, may_have_more: bool
) -> Entries | None:
    """The elements of a list that know where they began, if most of them are far from changes.

    Args:
        holder: The record that has the list.
        value: The list.
        was: What is read in its place.
        part: The part that it is in.
        may_have_more: Whether some may have been put in: else what they have goes behind all.
    """
    if part is None or part.is_apart or part.name or type(was) not in (list, Made):
        return None
    if len(value) < FEW or not (may_have_more or len(value) <= len(was)):
        return None
    places, order = _places(holder, was, part), _order(value, was)
    if places is None or order is None:
        return None
    met = Met()
    found = Entries(value, was, order, places, part, met.kinds)
    if not found.may_be_put_in(may_have_more=may_have_more):
        return None
    kept = found.kept()
    pairs = [(found.value[i], was[i]) for i in kept]
    changed = [
        kept[part.start + i]
        for part in in_parts(range(len(pairs)))  # not all are the same
        for i in which_differ(pairs[part.start : part.stop], met=met)
    ]
    found.note_near(changed, is_known=met.is_known)
    return found if 2 * len(found.near) < len(value) else None


def _order(value: list[Any], was: list[Any]) -> list[int | None] | None:
    """The numbers of elements among those that were there; None, if these were rearranged."""
    if are_at_home(value, value) and marks_of(value) == marks_of(was):
        return [*range(len(value))]
    numbers = dict(with_their_marks(value, was))
    kept = [*numbers.values()]
    is_in_order = all(here < there for here, there in pairwise(kept))
    return [*map(numbers.get, range(len(value)))] if is_in_order else None


def _places(holder: Any, was: list[Any], part: Part) -> list[int] | None:
    """Where elements began, and where the last one ended; None, if nobody knows."""
    kinds: set[Any] = {*map(type, was)}
    if (
        holder is not part.record
        or not is_last(part.twin, was)
        or any(kind._has_sums for kind in kinds)
        or any(map(has_stream, was))
    ):
        return None
    starts = [start for (start,) in map(_MARKS, was)]
    places = [*starts, part.start + part.size]
    return places if all(here <= there for here, there in pairwise(places)) else None


def is_last(record: Any, value: Any) -> bool:
    """Whether a value is what the last field of a record has."""
    last = own_fields(type(record))[-1:]
    return bool(last) and getattr(record, last[0], NONE) is value


@cache
def _leading(kind: Any, kinds: frozenset[Any]) -> list[str]:
    """The fields of a type in which there may be records of some types, or below."""
    inside = kinds_of(kind)
    below = {name: depths(record_types(inside.get(name))) for name in own_fields(kind)}
    return [name for name, those in below.items() if not kinds.isdisjoint(those)]


def _held(numbers: list[int], records: list[Any], name: str) -> Group:
    """The records in a field of records, or the lists in their place."""
    found: Group = [], []
    values = column(records, name)
    if all(issubclass(kind, Record) for kind in {*map(type, values)}):  # most often
        return numbers, values
    for i, value in zip(numbers, values, strict=True):
        for each in _records(value):
            found[0].append(i)
            found[1].append(each)
    return found


class _Unmade(NamedTuple):
    """A type of records in a list at which nobody has looked."""

    kind: Any


def _kinds(values: list[Any]) -> list[Any]:
    """The types of records; of lists at which nobody has looked, `_Unmade`."""
    kinds = [*map(type, values)]
    if not any(issubclass(each, Lazy) for each in {*kinds}):
        return kinds
    return [_Unmade(each._source.kind) if isinstance(each, Lazy) else type(each) for each in values]


def _records(value: Any) -> Iterator[Any]:
    if isinstance(value, Record | Lazy):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _records(each)
