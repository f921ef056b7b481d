"""Lists beside what is read in their places: some elements were put in, taken out, or moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from operator import attrgetter
from typing import Any, NamedTuple

from quire.runtime.collecting import letting_go
from quire.runtime.editing.comparing.neighbours import by_neighbours
from quire.runtime.editing.comparing.replaced import is_brought, is_built
from quire.runtime.editing.comparing.same_lists import Met
from quire.runtime.editing.comparing.same_values import are_same, is_same, which_differ
from quire.runtime.editing.comparing.what_tells import (
    by_streams,
    by_what_is_derived,
    by_what_they_are,
    derived,
    what_tells,
    which_were_set,
)
from quire.runtime.lists.lazy import Lazy, peeked
from quire.runtime.lists.narrowing import in_parts, narrowed
from quire.runtime.lists.read_once import ReadOnce
from quire.runtime.lists.spliced import Run, Splicing, between
from quire.runtime.members import have_more, own_members
from quire.runtime.record import Record
from quire.runtime.standing import are_in

LONG = 256
"""Elements of a list that are compared in parts from the start, if they are more."""

_HOLDER, _PARENT = attrgetter("_holder"), attrgetter("_parent")


class Aligned(NamedTuple):
    """The elements of a list beside those that were there: some were put in, taken out, or moved.

    Attributes:
        value: The list.
        was: What was there.
        still: Those that are what they were.
        found: The others that were there, each with its place then.
        met: What was come by in those that are what they were.
    """

    value: list[Any]
    was: list[Any]
    still: list[Run]
    found: dict[int, int]
    met: Met

    def changed(self) -> Iterator[tuple[Any, Any]]:
        """The elements that are not what they were, each with what was there."""
        yield from ((self.value[i], self.was[at]) for i, at in sorted(self.found.items()))

    def unchanged(self) -> Iterator[tuple[Any, Any]]:
        """Those that are."""
        for start, stop, away in self.still:
            there = self.was[start + away : stop + away]
            yield from zip(self.value[start:stop], there, strict=True)

    def others(self) -> Iterator[Any]:
        """Those that are not what they were, or were not there."""
        yield from (self.value[i] for i in between(self.still, len(self.value)))

    def but_last(self) -> Aligned:
        """The same, but that neither the last one nor what was the last are among what stays."""
        still, found = list[Run](), {**self.found}
        for start, stop, away in self.still:
            end = min(stop, len(self.value) - 1, len(self.was) - 1 - away)
            found |= {i: i + away for i in range(end, stop)}
            still += [Run(start, end, away)] if start < end else []
        return self._replace(still=still, found=found)

    @property
    def is_rearranged(self) -> bool:
        """Whether elements are in other places of as long a list."""
        moved = any(i != at for i, at in self.found.items())
        return (moved or any(run.away for run in self.still)) and len(self.value) == len(self.was)

    def all(self) -> Iterator[tuple[Any, Any]]:
        """All of them, in their order."""
        places = {i: i + run.away for run in self.still for i in range(run.start, run.stop)}
        places |= self.found
        yield from ((self.value[i], self.was[at]) for i, at in sorted(places.items()))


def aligned(value: list[Any], was: list[Any]) -> Aligned:
    """The elements of a list beside those that were there.

    Those at which nobody has looked are what they were. A copy was never there, though it be the
    same.
    """
    met = Met()
    if told_by_marks(was):
        return _by_marks(value, was, met)
    front, here, there = _changed(value, was, met)
    if away := len(was) - len(value):
        behind = here[-1] + 1 if here else front
        runs = [Run(0, front, 0), Run(behind, len(value), away)]
    else:
        runs = _runs_between(here, len(value))
    still = [run for run in runs if run.start < run.stop]
    elsewhere = chain.from_iterable(value[run.start : run.stop] for run in still)
    at_home = _at_home(value, here, elsewhere)
    found = _moved(value, was, at_home, there)
    found |= by_neighbours(value, was, at_home, there, found)
    if len(value) == len(was):
        return Aligned(value, was, still, found, met)
    moved, others = _told_apart(value, was, found, met)  # between two edits most stays
    return Aligned(value, was, sorted([*still, *moved]), others, met)


def is_spliced(value: Lazy) -> bool:
    """Whether records were put into a list at which nobody has looked, or taken out."""
    return isinstance(value._source, Splicing)


def told_by_marks(was: list[Any]) -> bool:
    """Whether elements are told by where they stood."""
    if isinstance(was, Lazy) and isinstance(was._source, ReadOnce):
        return hasattr(was._source.kind, "_marks")
    return bool(was) and all(map(hasattr, was, repeat("_marks")))


def aligned_pairs(value: list[Any], was: list[Any]) -> Iterator[tuple[Any, Any]]:
    """The elements of a list, each with what was there.

    What nobody has looked at is left alone.
    """
    if isinstance(value, Lazy) and not is_spliced(value) and len(value) == len(was):
        yield from ((each, was[i]) for i, each in sorted(value._made.items()))
    elif isinstance(value, Lazy) and is_spliced(value):
        before = {i: value._source.place_before(i) for i in value._made}
        found = {i: at for i, at in before.items() if at is not None}
        rest = [i for i in before if i not in found]
        at_home = _at_home(value, rest, map(value.__getitem__, found))
        there = [*value._source.others]
        are_marked = hasattr(value._source.kind, "_marks")
        found |= (_with_marks if are_marked else _moved)(value, was, at_home, there)
        if not are_marked:
            found |= by_neighbours(value, was, at_home, there, found)
        yield from ((value[i], was[at]) for i, at in sorted(found.items()))
    elif told_by_marks(was):
        yield from ((value[i], was[at]) for i, at in with_their_marks(value, was))
    else:
        yield from aligned(value, was).all()


def _by_marks(value: list[Any], was: list[Any], met: Met) -> Aligned:
    """The elements of a list beside those that stood where they stood."""
    if len(value) == len(was):  # of equal ones any is any
        others = [*_others(value, was, range(len(value)), 0, met)]
        mine, theirs = (marks_of([some[i] for i in others]) for some in (value, was))
        if mine == theirs and all(_is_at_home(value[i], value) for i in others):
            return Aligned(
                value, was, _runs_between(others, len(value)), {i: i for i in others}, met
            )
        met = Met()
    found = dict(with_their_marks(value, was))
    return Aligned(value, was, *_told_apart(value, was, found, met), met)


def _runs_between(others: Sequence[int], count: int) -> list[Run]:
    """The elements of a list between others, where they were."""
    edges = zip(chain((-1,), others), chain(others, (count,)), strict=True)
    return [Run(i + 1, stop, 0) for i, stop in edges if i + 1 < stop]


def _told_apart(
    value: list[Any], was: list[Any], found: dict[int, int], met: Met
) -> tuple[list[Run], dict[int, int]]:
    """Of elements that were there, those that are what they were, and the others."""
    found = dict(sorted(found.items()))
    pairs = [(value[i], was[at]) for i, at in found.items()]
    places = [*found]
    others = {places[i]: found[places[i]] for i in which_differ(pairs, met=met)}
    still: list[Run] = []
    start = stop = away = 0
    for i, at in found.items():
        if i in others:
            continue
        if i != stop or at - i != away:
            still += [Run(start, stop, away)] if start < stop else ()
            start, away = i, at - i
        stop = i + 1
    still += [Run(start, stop, away)] if start < stop else ()
    return still, others


def with_their_marks(value: list[Any], was: list[Any]) -> Iterator[tuple[int, int]]:
    """The places of elements that were there, each with its place then."""
    all_are = are_at_home(value, value)
    mine, theirs = marks_of(value), marks_of(was)
    if all_are and mine == theirs:
        yield from zip(range(len(value)), range(len(was)), strict=True)
        return
    places = {mark: at for at, mark in enumerate(theirs)}
    for i, mark in enumerate(mine):
        is_there = all_are or _is_at_home(value[i], value)
        if is_there and (there := places.pop(mark, None)) is not None:
            yield i, there


def _with_marks(
    value: list[Any], was: list[Any], here: Sequence[int], there: Sequence[int]
) -> dict[int, int]:
    """The same of elements at some places, of which those at others are looked for."""
    places = dict(zip(marks_of([was[at] for at in there]), there, strict=True))
    found = zip(here, map(places.get, marks_of([value[i] for i in here])), strict=True)
    return {i: at for i, at in found if at is not None}


def marks_of(some: list[Any]) -> list[Any]:
    """Where elements stood, by which they are told from others; what was built has no place."""
    marks = map(getattr, some, repeat("_marks"), repeat(None))
    return [*zip(map(type, some), marks, strict=False)]


def _changed(
    value: list[Any], was: list[Any], met: Met
) -> tuple[int, Sequence[int], Sequence[int]]:
    """How much is the same in front of two lists, and where they have others: now, and before."""
    end, stop = len(value), len(was)
    if end == stop:
        changed = [*_others(value, was, range(end), 0, met)]
        return 0, changed, changed
    shorter = min(end, stop)
    front = next(_others(value, was, range(shorter), 0, met), shorter)
    behind = range(end - shorter + front, end)  # as many as can be the same from the end on
    last = next(_others(value, was, behind[::-1], stop - end, met), behind.start - 1)
    return front, range(front, last + 1), range(front, last + 1 + stop - end)


def _others(value: list[Any], was: list[Any], places: range, away: int, met: Met) -> Iterator[int]:
    """The elements at some places that are not as they were, or were not there.

    Args:
        value: A list.
        was: The same of what was read.
        places: Where to look, in this order.
        away: How far after these places they were.
        met: Takes what was come by in the others.
    """

    def are_as_they_were(start: int, stop: int) -> bool:
        mine = value[start:stop]
        if not are_at_home(mine, value):
            return False
        if not isinstance(was, Lazy):
            return are_same(mine, was[start + away : stop + away], met=met)
        with letting_go():
            there = peeked(was, start + away, stop + away)
            if not (same := are_same(mine, there, met=met)):
                Lazy.keep(was, start + away, there)  # for who looks closer
            del there  # which goes at once
        return same

    # Of a long list somebody has found that not all are the same.
    for part in in_parts(places) if len(places) > LONG else (places,):
        yield from narrowed(part, are_as_they_were)


def _moved(
    value: list[Any], was: list[Any], here: Sequence[int], there: Sequence[int]
) -> dict[int, int]:
    """The elements that were moved or edited, and where they were.

    Those that have streams are told by these. Of equal ones all have to be there: else nobody can
    tell which of them was edited. One whose fields are those of one that was there is that,
    whatever its instances became; so is one that has what followed from the others there:
    positions, lengths, if that one is not where it was itself. Of a list that has others in it, or
    fewer, one may be that of which somebody has set the fewest fields.
    """
    found = _where_they_stood(value, was, here, there)
    rest = [i for i in here if i not in found]
    left = sorted({*there}.difference(found.values()))
    mine, theirs = by_what_they_are(value, rest), by_what_they_are(was, left)
    for told, places in mine.items():
        if len(others := theirs.get(told, ())) == len(places):
            pairs = zip(places, others, strict=True)
            is_one = len(places) == 1  # what an instance of it became tells nothing else
            found |= {i: at for i, at in pairs if is_one or is_same(value[i], was[at])}
        elif len(others) < len(places):
            found |= _still_there(value, was, places, others)
    rest = [i for i in here if i not in found]
    found |= _set_anew(value, was, rest, {*there}.difference(found.values()))
    rest = [i for i in rest if i not in found]
    moved = _with_the_same_told(value, was, rest, {*there}.difference(found.values()))
    stay = {i for i in rest if i not in moved and isinstance(value[i], Record)}
    if len(value) != len(was) or stay.isdisjoint(moved.values()):  # else somebody has set a place
        found |= moved
    left = sorted({*there}.difference(found.values()))
    rest = [i for i in here if i not in found]
    return found | (_with_fewest_set(value, was, rest, left) if len(value) != len(was) else {})


def _still_there(
    value: list[Any], was: list[Any], places: Sequence[int], others: Sequence[int]
) -> dict[int, int]:
    """Of equal elements those that are what they were; others were set to what these are.

    One that is where it was is told so: its instances may have been edited.
    """
    found, at_home = dict[int, int](), {*places}.intersection(others)
    left = (at for at in others if at not in at_home)
    at = next(left, None)
    for i in places:
        if at is not None and i not in at_home and is_same(value[i], was[at]):
            found[i] = at
            at = next(left, None)
    return found


def _where_they_stood(
    value: list[Any], was: list[Any], here: Sequence[int], there: Sequence[int]
) -> dict[int, int]:
    """The elements with streams that began where those of one that was there did."""
    mine, theirs = by_streams(value, here), by_streams(was, there)
    return {
        places[0]: theirs[told][0]
        for told, places in mine.items()
        if len(places) == len(theirs.get(told, ())) == 1
    }


def _set_anew(
    value: list[Any], was: list[Any], here: Sequence[int], there: set[int]
) -> dict[int, int]:
    """The elements of which somebody has set nothing but what follows from the rest: a length.

    One that has what another one had is none of them, unless it is where it was: its other fields
    may have been edited.
    """
    had = {derived(was[at]) for at in there}
    left = by_what_they_are(was, there, but_derived=True)
    found: dict[int, int] = {}
    for told, places in by_what_they_are(value, here, but_derived=True).items():
        if len(places) == len(others := left.get(told, [])) == 1:
            i, at = places[0], others[0]
            if derived(value[i]) not in had or (i == at and len(value) == len(was)):
                found[i] = at
    return found


def _with_the_same_told(
    value: list[Any], was: list[Any], here: Sequence[int], there: set[int]
) -> dict[int, int]:
    """The elements that have, alone, what one had in the fields that can be derived."""
    mine, theirs = by_what_is_derived(value, here), by_what_is_derived(was, there)
    return {
        places[0]: theirs[told][0]
        for told, places in mine.items()
        if told and len(places) == len(theirs.get(told, ())) == 1
    }


def _with_fewest_set(
    value: list[Any], was: list[Any], here: Sequence[int], there: list[int]
) -> dict[int, int]:
    """The elements that differ from what was there in fields that can be derived, and are few.

    It has to be the same fields whichever it was: others would be taken for set.
    """
    found: dict[int, int] = {}
    left = by_what_they_are(was, there, but_derived=True)
    for i in here:
        others = left.get(what_tells(value[i], but_derived=True), [])
        fields = {at: which_were_set(value[i], was[at]) for at in others}
        fewest = min(map(len, fields.values()), default=0)
        some = {at: names for at, names in fields.items() if len(names) == fewest}
        if fewest and len({*some.values()}) == 1:
            found[i] = next(iter(some))
            others.remove(found[i])
    return found


def are_at_home(some: list[Any], value: list[Any]) -> bool:
    """Whether elements were read as those of a list: no copies, and of no other one."""
    if all(issubclass(kind, Record) for kind in {*map(type, some)}):
        records = some
    else:
        records = [each for each in some if isinstance(each, Record)]
    if not records:
        return True
    are_told = have_more(records)  # else none knows more of its place than its parent
    if len({*map(id, map(_HOLDER if are_told else _PARENT, records))}) > 1:
        return False
    if not isinstance(holder := records[0]._holder, Record):
        return False
    if are_told and any(map(_was_put_in, records)):
        return False
    return are_in(value, holder, records, are_told=are_told)


def _at_home(value: list[Any], here: Sequence[int], elsewhere: Iterable[Any]) -> list[int]:
    """The places of elements that were read as those of a list, once for each record.

    Args:
        value: The list.
        here: Where to look.
        elsewhere: The elements that it has in other places: one of them may be put in twice.
    """
    found = [i for i in here if _is_at_home(value[i], value)]
    if not found:
        return found
    seen = {*map(id, elsewhere)}
    once = {id(value[i]): i for i in reversed(found) if id(value[i]) not in seen}
    return [i for i in found if once.get(id(value[i])) == i or not isinstance(value[i], Record)]


def _is_at_home(each: Any, value: list[Any]) -> bool:
    """Whether an element was read as one of a list: not built, no copy, and of no other one."""
    if not isinstance(each, Record):
        return True
    holder = each._holder
    there = isinstance(holder, Record) and getattr(holder, each._name, None) is value
    return there and not _was_put_in(each) and not is_built(each)


def _was_put_in(record: Any) -> bool:
    """Whether a record was put where it is: one that was brought there, or a copy.

    The holders of a copy that was not written yet have the lists of those that it is a copy of.
    """
    return is_brought(record) or (record._is_told and "_copy_of" in own_members(record))
