"""Many records of one type, field by field: what they have in one field is compared at once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from itertools import repeat
from operator import attrgetter, itemgetter
from typing import Any

from quire.runtime.members import ORDER, own_members, slots_of
from quire.runtime.reading.instance import NONE, is_set

MANY = 4
"""Fields without a slot of which it is worth finding out which ones each record has."""

_FIRST, _SECOND = itemgetter(0), itemgetter(1)

_NOTHING = frozenset((type(None), type(NONE)))

_EXACT = frozenset((bool, bytes, int, str, *_NOTHING))


def is_exact(kind: type[Any]) -> bool:
    """Whether values of a type are the same if they are equal."""
    return kind in _EXACT or issubclass(kind, Enum)


def are_exact(values: list[Any]) -> bool:
    """Whether the same holds for all types of some values."""
    kinds = {*map(type, values)}
    return kinds <= _EXACT or all(map(is_exact, kinds))


def are_equal(values: list[Any], again: list[Any]) -> bool:
    """Whether values whose types are exact are the same as others."""
    return _are_equal(values, again, {*map(type, values)})


def _are_equal(values: list[Any], again: list[Any], kinds: set[Any]) -> bool:
    """The same; of what types they are is known."""
    if kinds != {*map(type, again)}:  # no array is compared
        return False
    if len(kinds - _NOTHING) > 1 and [*map(type, values)] != [*map(type, again)]:
        return False
    return values == again


def plainly_same(values: list[Any], again: list[Any]) -> bool | None:
    """Whether values are the same as others; None, if they are lists, records or arrays, too."""
    kinds = {*map(type, values)}
    if kinds <= _EXACT or all(map(is_exact, kinds)):
        return _are_equal(values, again, kinds)
    if kinds == {float}:
        return {*map(type, again)} == {float} and have_same_bits(values, again)
    return None


def are_plainly_same(values: list[Any], again: list[Any]) -> bool:
    """Whether values are the same as others, if that is plain: not of lists, records and arrays."""
    return plainly_same(values, again) is True


def have_same_bits(values: list[float], again: list[float]) -> bool:
    """Whether numbers are the same: zeros have signs, and what is no number has bits."""
    return array("d", values).tobytes() == array("d", again).tobytes()


def by_type(pairs: Iterable[tuple[Any, Any]]) -> Iterator[tuple[list[Any], list[Any]]]:
    """Pairs of values, those together whose first ones are of one type."""
    some = [*pairs]
    lefts, rights = [*map(_FIRST, some)], [*map(_SECOND, some)]
    for _, mine, theirs in parted([*map(type, lefts)], lefts, rights):
        yield mine, theirs


def parted(keys: list[Any], *some: list[Any]) -> Iterator[tuple[Any, ...]]:
    """Each key, and of lists as long as that of the keys, what is beside it in each."""
    if len(found := dict.fromkeys(keys)) == 1:  # most often
        yield (keys[0], *some)
        return
    places: dict[Any, list[int]] = {key: [] for key in found}
    for i, key in enumerate(keys):
        places[key].append(i)
    for key, there in places.items():
        yield (key, *([values[i] for i in there] for values in some))


def columns(
    records: list[Any], again: list[Any], names: Iterable[str]
) -> Iterator[tuple[str, list[Any], list[Any]]]:
    """What records have in some fields, and what others have there; `NONE`, where nothing is."""
    for name in names:
        yield name, column(records, name), column(again, name)


def column(records: list[Any], name: str) -> list[Any]:
    """What records have in a field, or in a slot; `NONE`, where nothing is."""
    try:
        return [*map(attrgetter(name), records)]  # a fifth faster, and most have something
    except AttributeError:
        return [*map(getattr, records, repeat(name), repeat(NONE))]


def instances(records: list[Any], name: str) -> list[Any]:
    """What an instance of records is that was found, or set; `NONE`, where nothing is."""
    return [own_members(record).get(name, NONE) for record in records]


def looked_at(records: list[Any], name: str) -> Iterator[tuple[int, Any, bool]]:
    """An instance that records have: the place of each, what it is, and whether somebody set it."""
    both = instances(records, name), column(records, f"_m_{name}")
    for i, (value, found) in enumerate(zip(*both, strict=True)):
        if value is not NONE:
            yield i, value, value is not found and is_set(records[i], name)


def own_fields(kind: Any) -> tuple[str, ...]:
    """The names of the fields of a type that stand in its bytes, and of what tells their order."""
    return _own_fields(kind)


@cache
def _own_fields(kind: Any) -> tuple[str, ...]:
    order = (ORDER,) if ORDER in slots_of(kind) else ()
    return (*(name for name in kind._fields if name not in kind._params), *order)


@cache
def often_left_out(kind: Any) -> frozenset[str]:
    """The fields of a type that most records have not, if these are so many as with unions."""
    slots = slots_of(kind)
    found = (name for name in own_fields(kind) if name not in slots and not hasattr(kind, name))
    names = frozenset(found)
    return names if len(names) >= MANY else frozenset()


def have_other_orders(record: Any, again: Any) -> bool:
    """Whether a record is in another byte order than what is read in its place."""
    return bool(getattr(record, ORDER, None) != getattr(again, ORDER, None))
