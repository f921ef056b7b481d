"""Which records stand in streams of their own, as their types tell.

What is at a position there goes wherever the stream goes: an EXIF profile in a chunk of an image.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from quire.runtime.editing.instances.instance_use import names_in
from quire.runtime.writing.giving import kinds_of, record_types


class Place(NamedTuple):
    """Where records of a type may be below another record.

    Attributes:
        kind: The type.
        is_apart: Whether they are in a stream of their own, or of a record that holds them.
        root: Whether their root is in one; None, if the root is not below that other record.
    """

    kind: Any
    is_apart: bool
    root: bool | None = None


@cache
def places_below(kind: Any, *, is_apart: bool = False) -> dict[Place, int]:
    """The types of all that may be in records of a type: where, and how far below, at least.

    Args:
        kind: The type.
        is_apart: Whether its records are in streams of their own.
    """
    found = {Place(kind, is_apart): 0}
    pending = [*found]
    for place in pending:
        for each in _held(place):
            if each not in found:
                found[each] = found[place] + 1
                pending.append(each)
    return found


def keeps_within(record: Any) -> bool:
    """Whether nothing in the stream of a record is at a position, or goes by what others take.

    It may be so in streams of records in it.
    """
    kind: Any = type(record)  # mypy takes the hash of its objects for that of a class
    return _keeps_within(kind)


@cache
def _keeps_within(kind: Any) -> bool:
    """The same of the records of a type."""
    return all(map(_is_within, places_below(kind)))


def _held(place: Place) -> Iterator[Place]:
    """The types of the records that a record has, and where these are."""
    kind, is_apart, root = place
    for name, declared in kinds_of(kind).items():
        if name in kind._params:  # it is of another record
            continue
        is_within = is_apart or name in kind._own_streams or stands_below(kind, name)
        for each in record_types(declared):
            yield Place(each, is_within, is_within if _is_own_root(each, kind) else root)


def _is_own_root(kind: Any, holder: Any) -> bool:
    """Whether records of a type in those of another one are their own root: of another spec."""
    of, around = (each._write__seq.__globals__ for each in (kind, holder))
    return kind._is_top and of is not around


def _is_within(place: Place) -> bool:
    """Whether nothing leads out of the streams that records have for their own."""
    kind = place.kind
    if kind._elsewhere or kind._loose or kind._measures:
        return False
    return all(leads_within(place, name) for name in kind._placed)


def leads_within(place: Place, name: str) -> bool:
    """Whether an instance of records stands in a stream that they have for their own."""
    if (beside := getattr(place.kind, f"_beside_{name}", None)) is None:
        return place.is_apart
    if stands_below(place.kind, name):
        return True
    return place.root is True and [*names_in(beside.__code__)] == ["_root"]


@cache
def stands_below(kind: Any, name: str) -> bool:
    """Whether an instance has all of a stream that a record has for something without fields.

    Nothing else stands there, and nothing on the way leads to anything.
    """
    if name not in kind._below or (way := _way_to(kind, name)) in _ways_of_others(kind, name):
        return False
    *steps, last = way
    for step in steps:
        if (inside := _only(kind, step)) is None or inside._placed:
            return False
        kind = inside
    of = _only(kind, last) if last in kind._own_streams else None
    return of is not None and not (of._fields or of._instances)


def _way_to(kind: Any, name: str) -> tuple[str, ...]:
    """The fields, and instances, that lead to the record in whose stream an instance stands."""
    return tuple(getattr(kind, f"_beside_{name}").__code__.co_names)


def _ways_of_others(kind: Any, name: str) -> Iterator[tuple[str, ...]]:
    return (_way_to(kind, each) for each in kind._below if each != name)


def _only(kind: Any, name: str) -> Any:
    """The type of a record that a type always has in a field, or an instance; None, if of none."""
    if name in kind._params:
        return None
    there = {*record_types(kinds_of(kind).get(name))}
    return there.pop() if len(there) == 1 else None
