"""The records of one reading beside those of another one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any

from quire.runtime.editing.columns import by_type, columns, own_fields
from quire.runtime.editing.replaced import has_stream, is_new
from quire.runtime.editing.same_values import PARTS, are_same, is_same
from quire.runtime.errors import EXPLAINED
from quire.runtime.lists.lazy import Lazy, Made, passing
from quire.runtime.lists.set_aside import is_aside
from quire.runtime.members import have_more
from quire.runtime.reading.copies import LARGE
from quire.runtime.reading.instance import NONE, is_set
from quire.runtime.record import Record
from quire.runtime.standing import are_in

_HOLDER = attrgetter("_holder")


def fields(left: Any, right: Any) -> Iterator[tuple[str, Any, Any]]:
    """The fields of a record, with their values and those of another one of its type."""
    for name in left._fields:
        if name not in left._params:
            yield name, getattr(left, name, NONE), getattr(right, name, NONE)


def may_have_records(values: list[Any]) -> bool:
    """Whether there can be records in some values."""
    return any(issubclass(kind, Record | list) for kind in {*map(type, values)})


def paired(
    value: Any, was: Any, holder: Any = None, *, in_order: bool = False
) -> Iterator[tuple[Any, Any]]:
    """The records in a value, each with what is read in its place.

    Args:
        value: A value of a record.
        was: The same of what was read.
        holder: The record that has it in a field; None for an instance.
        in_order: Whether elements of lists cannot have moved, and what is new is there, too; of
            what is read those that are not made are not kept.
    """
    if isinstance(value, Record):
        if type(value) is type(was) and (in_order or not is_new(value, was, holder)):
            yield value, was
    elif isinstance(value, Lazy) and isinstance(was, Lazy) and (in_order or not is_aside(value)):
        yield from ((each, was[i]) for i, each in value._made.items() if i < len(was))
    elif isinstance(was, list) and (type(value) is list or isinstance(value, Made)):
        pairs = zip(value, passing(was), strict=False) if in_order else _aligned(value, was)
        for each, other in pairs:
            if not isinstance(each, Record):
                yield from paired(each, other, holder, in_order=in_order)
            elif type(each) is type(other) and (in_order or not is_new(each, other, holder)):
                yield each, other


def are_rearranged(value: Any, was: Any, pairs: list[tuple[Any, Any]]) -> bool:
    """Whether elements of a list are in other places of it than what is read as them."""
    if type(value) not in (list, Made, Lazy) or not isinstance(was, list):
        return False
    if len(value) != len(was):
        return False
    here, there = ({id(each): i for i, each in _numbered(some)} for some in (value, was))
    if [*there] == [id(other) for _, other in pairs]:  # most often
        return False
    return any(here.get(id(each)) != there.get(id(other)) for each, other in pairs)


def _numbered(value: list[Any]) -> Iterable[tuple[int, Any]]:
    """The elements of a list that are made, with their numbers."""
    return value._made.items() if isinstance(value, Lazy) else enumerate(value)


def below(record: Any) -> Iterator[Any]:
    """The records in the fields of a record, as far as they were made."""
    for _, value, _ in fields(record, record):
        yield from records(value)


def all_below(some: list[Any]) -> Iterator[Any]:
    """The same, of many records."""
    for group, _ in by_type((each, each) for each in some):
        for _, values, _ in columns(group, group, own_fields(type(group[0]))):
            if may_have_records(values):
                yield from chain.from_iterable(map(records, values))


def records(value: Any) -> Iterator[Any]:
    """The records in a value, as far as they were made."""
    yield from (each for each, _ in paired(value, value, in_order=True))


def _aligned(value: list[Any], was: list[Any]) -> Iterator[tuple[Any, Any]]:
    """The elements of a list, each with what was there: some were put in, taken out, or moved.

    A copy was never there, though it be the same. What is the same in a list that was set aside is
    left alone.
    """
    if isinstance(value, Lazy) and is_aside(value):
        at_home = [i for i, each in value._made.items() if _is_at_home(each, value)]
        found = _moved(value, was, at_home, [*value._source.others])
        yield from ((value[i], was[at]) for i, at in sorted(found.items()))
        return
    if was and all(hasattr(each, "_marks") for each in was):
        are_at_home = _are_at_home(value, value)
        if are_at_home and [*map(_mark, value)] == [*map(_mark, was)]:
            yield from zip(value, was, strict=True)
            return
        places = {_mark(each): each for each in was}
        for each in value:
            is_there = are_at_home or _is_at_home(each, value)
            if is_there and (there := places.pop(_mark(each), None)) is not None:
                yield each, there
        return
    front, here, there = _changed(value, was)
    found = _moved(value, was, [i for i in here if _is_at_home(value[i], value)], there)
    changed, away = {*here}, len(was) - len(value)
    for i, each in enumerate(value):
        if i in found:
            yield each, was[found[i]]
        elif i not in changed:
            yield each, was[i if i < front else i + away]


def _mark(each: Any) -> Any:
    """Where an element stood, by which it is told from others; None, if it was built."""
    return type(each), getattr(each, "_marks", None)


def _changed(value: list[Any], was: list[Any]) -> tuple[int, Sequence[int], Sequence[int]]:
    """How much is the same in front of two lists, and where they have others: now, and before."""
    end, stop = len(value), len(was)
    if end == stop:
        changed = [*_others(value, was, range(end))]
        return 0, changed, changed
    shorter = min(end, stop)
    front = next(_others(value, was, range(shorter)), shorter)
    behind = range(end - shorter + front, end)  # as many as can be the same from the end on
    last = next(_others(value, was, behind[::-1], stop - end), behind.start - 1)
    return front, range(front, last + 1), range(front, last + 1 + stop - end)


def _others(value: list[Any], was: list[Any], places: range, away: int = 0) -> Iterator[int]:
    """The elements at some places that are not as they were, or were not there.

    Args:
        value: A list.
        was: The same of what was read.
        places: Where to look, in this order.
        away: How far after these places they were.
    """
    if not places:
        return
    start, stop = min(places[0], places[-1]), max(places[0], places[-1]) + 1
    mine = value[start:stop]
    if _are_at_home(mine, value) and are_same(mine, was[start + away : stop + away]):
        return
    if len(places) == 1:
        yield start
        return
    step = -(-len(places) // PARTS)
    for i in range(0, len(places), step):
        yield from _others(value, was, places[i : i + step], away)


def _moved(
    value: list[Any], was: list[Any], here: Sequence[int], there: Sequence[int]
) -> dict[int, int]:
    """The elements that were moved or edited, and where they were.

    Of equal ones all have to be there: else nobody can tell which of them was edited. One whose
    fields are those of one that was there is that, whatever its instances became; so is one that
    has what followed from the others there: positions, lengths, if that one is not where it was
    itself. What else was edited stays where it was, if as many are there as before.
    """
    found: dict[int, int] = {}
    mine, theirs = _by_what_they_are(value, here), _by_what_they_are(was, there)
    for told, places in mine.items():
        if len(others := theirs.get(told, ())) == len(places):
            pairs = zip(places, others, strict=True)
            is_one = len(places) == 1  # what an instance of it became tells nothing else
            found |= {i: at for i, at in pairs if is_one or is_same(value[i], was[at])}
    rest = [i for i in here if i not in found]
    found |= _set_anew(value, was, rest, {*there}.difference(found.values()))
    rest = [i for i in rest if i not in found]
    moved = _with_the_same_told(value, was, rest, {*there}.difference(found.values()))
    stay = {i for i in rest if i not in moved and isinstance(value[i], Record)}
    if len(value) != len(was) or stay.isdisjoint(moved.values()):  # else somebody has set a place
        found |= moved
    left = {*there}.difference(found.values()) if len(value) == len(was) else ()
    return found | {i: i for i in here if i not in found and i in left}


def _set_anew(
    value: list[Any], was: list[Any], here: Sequence[int], there: set[int]
) -> dict[int, int]:
    """The elements of which somebody has set nothing but what follows from the rest: a length.

    One that has what another one had is none of them, unless it is where it was: its other fields
    may have been edited.
    """
    had = {_derived(was[at]) for at in there}
    left = _by_what_they_are(was, there, but_derived=True)
    found: dict[int, int] = {}
    for told, places in _by_what_they_are(value, here, but_derived=True).items():
        if len(places) == len(others := left.get(told, [])) == 1:
            i, at = places[0], others[0]
            if _derived(value[i]) not in had or (i == at and len(value) == len(was)):
                found[i] = at
    return found


def _with_the_same_told(
    value: list[Any], was: list[Any], here: Sequence[int], there: set[int]
) -> dict[int, int]:
    """The elements that have, alone, what one had in the fields that can be derived."""
    mine, theirs = _by_what_is_derived(value, here), _by_what_is_derived(was, there)
    return {
        places[0]: theirs[told][0]
        for told, places in mine.items()
        if told and len(places) == len(theirs.get(told, ())) == 1
    }


def _by_what_is_derived(
    value: list[Any], places: Iterable[int]
) -> dict[tuple[Any, ...], list[int]]:
    found: dict[tuple[Any, ...], list[int]] = {}
    for i in places:
        found.setdefault(_derived(value[i]), []).append(i)
    return found


def _derived(value: Any) -> tuple[Any, ...]:
    """What a record has in the fields that can be derived."""
    return tuple(_told(getattr(value, name, NONE)) for name in _derivable(type(value)))


def _derivable(kind: Any) -> tuple[str, ...]:
    """The fields that can be derived; those of a record."""
    return kind._derived if issubclass(kind, Record) else ()


def _by_what_they_are(
    value: list[Any], places: Iterable[int], *, but_derived: bool = False
) -> dict[Any, list[int]]:
    found: dict[Any, list[int]] = {}
    for i in places:
        found.setdefault(_told(value[i], but_derived=but_derived), []).append(i)
    return found


def _are_at_home(some: list[Any], value: list[Any]) -> bool:
    """Whether elements were read as those of a list: no copies, and of no other one."""
    records = [each for each in some if isinstance(each, Record)]
    if not records:
        return True
    if len({*map(id, map(_HOLDER, records))}) > 1 or not isinstance(records[0]._holder, Record):
        return False
    if any(map(_came_later, records)):
        return False
    return are_in(value, records[0]._holder, records)


def _is_at_home(each: Any, value: list[Any]) -> bool:
    """Whether an element was read as one of a list: no copy, and of no other one."""
    if not isinstance(each, Record):
        return True
    holder = each._holder
    there = isinstance(holder, Record) and getattr(holder, each._name, None) is value
    return there and not _came_later(each)


def _came_later(each: Any) -> bool:
    """Whether a record was put where it is: since it was written there, that holds it.

    It is read in what it came with, then, which is no stream of its own.
    """
    return each._is_told and getattr(each, "_end", None) is None and has_stream(each)


def _told(value: Any, *, but_derived: bool = False) -> Any:
    """What tells a value from most others, by what its fields are."""
    if isinstance(value, Record):
        left_out = _derivable(type(value)) if but_derived else ()
        told = (_told(each) for name, each, _ in fields(value, value) if name not in left_out)
        return type(value), *told
    if isinstance(value, list):
        return len(value)
    if isinstance(value, bytes):
        return value if len(value) < LARGE else _Large(value)
    return value if isinstance(value, int | str) else type(value)


class _Large:
    """Many bytes, of which a few are looked at unless others have these, too."""

    def __init__(self, value: bytes) -> None:
        self._value = value

    def __hash__(self) -> int:
        return hash((len(self._value), self._value[:LARGE]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Large) and self._value == other._value


def added(value: Any, pairs: Iterable[tuple[Any, Any]]) -> Iterator[Any]:
    """The records in a value that are in no pair: they were not there."""
    if not isinstance(value, Record | Made) and type(value) is not list:
        return  # a list of a user's own
    known = {id(each) for each, _ in pairs}
    there = [*value._made.values()] if isinstance(value, Lazy) else value
    yield from (each for each in _records(there) if id(each) not in known)


def dropped(pairs: Iterable[tuple[Any, Any]]) -> Iterator[tuple[Any, str]]:
    """The instances at positions that twins have, and the records that were changed have not.

    Args:
        pairs: All records, each with what is read in its place; or None, if they are new.
    """
    pairs = [(left, right) for left, right in pairs if right is not None]
    kept = {id(right) for _, right in pairs}
    left_out: list[Any] = []
    for lefts, rights in by_type(pairs):
        for name in rights[0]._placed if have_more(lefts) else ():
            both = zip(lefts, rights, strict=True)
            yield from ((right, name) for left, right in both if _is_left_out(left, name))
        there = chain(_in_fields(lefts, rights), _in_instances(lefts, rights))
        left_out += (each for each in there if id(each) not in kept)
    yield from _placed_below(left_out)


def _is_left_out(record: Any, name: str) -> bool:
    """Whether somebody has left out an instance; one that was looked at may not have been there."""
    return record._kept(name) is None and is_set(record, name)


def _in_fields(lefts: list[Any], rights: list[Any]) -> Iterator[Any]:
    """The records in the fields of twins of one type, but in lists that nobody has looked at."""
    for _, mine, theirs in columns(lefts, rights, own_fields(type(rights[0]))):
        if may_have_records(theirs):
            for value, was in zip(mine, theirs, strict=True):
                if not isinstance(value, Lazy):
                    yield from _records(was)


def _in_instances(lefts: list[Any], rights: list[Any]) -> Iterator[Any]:
    """The same, of the instances at positions that somebody has looked at, and that are there."""
    for name in rights[0]._placed if have_more(lefts) else ():
        for left, right in zip(lefts, rights, strict=True):
            value = left._kept(name)
            if value is not NONE and value is not None and not isinstance(value, Lazy):
                yield from _records(_instance(right, name))


def _placed_below(records: list[Any]) -> Iterator[tuple[Any, str]]:
    """The instances at positions of records, and of all that they lead to."""
    seen: set[Any] = set()
    while records:
        record = records.pop()
        for _, value, _ in fields(record, record):
            records += _records(value)
        for name in record._placed:
            value = _instance(record, name)
            if (place := (type(record), name, record._extent(name))) not in seen:
                seen.add(place)  # what leads to itself is finite
                yield record, name
                records += _records(value)


def _instance(record: Any, name: str) -> Any:
    """An instance of a record that was read again; None, if it cannot be read."""
    try:
        return getattr(record, name)
    except EXPLAINED:
        return None


def _records(value: Any) -> Iterator[Any]:
    if isinstance(value, Record):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _records(each)
