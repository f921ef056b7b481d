"""Which instances that are read fields depend on: a change of other fields may show in these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from inspect import getattr_static
from types import CodeType
from typing import Any

from quire.runtime.members import slots_of
from quire.runtime.writing.giving import kinds_of, record_types

_WAYS = ("_derive", "_write__seq", "_check", "_sums")
"""What a writer runs of a record: what follows from fields, whether they are there, what fits."""

_AROUND = frozenset(("_parent", "_root", "_holder"))
"""The names of what leads out of a record."""


def gone_by(kinds: Iterable[Any]) -> set[str]:
    """The instances of some types that are read, and that records use, as far as names tell."""
    named, read = set[str](), set[str]()
    for kind in (some := {*kinds}):
        named |= _names(kind).own
        read |= _names(kind).read
    return read & with_computed(named, some)


def derived_by(kinds: Iterable[Any]) -> set[str]:
    """The names of what fields of some types follow from, as far as names tell."""
    some = {*kinds}
    return with_computed(set[str]().union(*(_names(kind).derived for kind in some)), some)


def derive_from_around(kinds: Iterable[Any], changed: set[str]) -> set[Any]:
    """The types whose records have fields that follow from some fields around them.

    Args:
        kinds: All types.
        changed: The names of the fields.
    """
    found, some = set[Any](), {*kinds}
    elsewhere = _elsewhere(some)
    for kind in some:
        named = with_computed(_names(kind).derived, some)
        there = _AROUND if has_no_records(kind) else elsewhere
        if not (named.isdisjoint(there) or named.isdisjoint(changed)):
            found.add(kind)
    return found


@cache
def has_no_records(kind: Any) -> bool:
    """Whether neither a field nor an instance of a type may be a record: it has what it names."""
    return all(next(record_types(each), None) is None for each in kinds_of(kind).values())


def look_around(kinds: Iterable[Any]) -> set[Any]:
    """The types whose records may be written otherwise since something around them is another.

    What is derived from an instance is derived with that.
    """
    some = {*kinds}
    elsewhere = _elsewhere(some)
    return {
        kind
        for kind in some
        if not with_computed(_names(kind).derived, some).isdisjoint(_AROUND)
        or not with_computed(_names(kind).put, some).isdisjoint(elsewhere)
    }


def stands_alone(kind: Any) -> bool:
    """Whether records of a type lead nowhere, and are what they are whatever is around them."""
    return not kind._params and goes_by_itself(kind)


@cache
def goes_by_itself(kind: Any) -> bool:
    """The same, whatever parameters the records get."""
    return leads_on_nowhere(kind) and not look_around((kind,))


@cache
def leads_on_nowhere(kind: Any) -> bool:
    """Whether records of a type lead nowhere, and are written by no instance that is read."""
    if kind._places and not kind._stands_alone:
        return False
    return with_computed(_names(kind).put, {kind}).isdisjoint(_names(kind).read)


def shows_nothing_else(kind: Any) -> bool:
    """Whether the instances of a type are computed."""
    return {*kind._instances} <= {*kind._computed}


def leads_nowhere(record: Any) -> bool:
    """Whether nothing in the file of a record stands at a position, or goes by what others take."""
    kind: Any = type(record)
    return not any(each._placed for each in kinds_below(kind)) and led_to(kind) is not None


@cache
def led_to(kind: Any) -> frozenset[Any] | None:
    """The types of the records that instances at positions may lead to, in a file of a type.

    Returns:
        None, if something goes by what others take, or is read from anywhere else.
    """
    found = set[Any]()
    for each in kinds_below(kind):
        if each._elsewhere or each._loose or each._measures:
            return None
        for name in each._placed:
            for led in record_types(kinds_of(each).get(name)):
                found |= kinds_below(led)
    return frozenset(found)


def _elsewhere(kinds: set[Any]) -> frozenset[str]:
    """The names of what leads out of records of some types: the instances that are read, too."""
    return _AROUND.union(*(_names(kind).read for kind in kinds))


def kinds_below(kind: Any) -> frozenset[Any]:
    """The types of all that may be in records of a type, which is one of them."""
    return _kinds_below(kind)


@cache
def _kinds_below(kind: Any) -> frozenset[Any]:
    found, pending = set[Any](), [kind]
    while pending:
        if (each := pending.pop()) not in found:
            found.add(each)
            for inside in kinds_of(each).values():
                pending += record_types(inside)
    return frozenset(found)


def with_computed(named: set[str], kinds: set[Any]) -> set[str]:
    """Some names, and those in the expressions of the computed instances that are called so."""
    computed = dict[str, set[str]]()
    for kind in kinds:
        for name, those in _names(kind).computed.items():
            computed.setdefault(name, set()).update(those)
    found = pending = {*named}
    while pending:
        pending = {each for name in pending for each in computed.pop(name, ())} - found
        found = found | pending
    return found


def names_of(kind: Any) -> set[str]:
    """The names in what a writer runs of a type, and in its computed instances."""
    names = _names(kind)
    return names.own.union(names.derived, names.put, *names.computed.values())


class _Names:
    """The names in what is generated of a type.

    Attributes:
        read: Its instances that are read.
        own: The names in what a writer runs of it.
        derived: Those in what derives its fields.
        put: Those in what checks and writes it.
        computed: Those in the expressions of its computed instances.
    """

    def __init__(self, kind: Any) -> None:
        self.read = {*kind._instances} - {*kind._computed}
        self.own = {name for way in ways_of(kind) for name in names_in(way)}
        self.derived = {*names_in(kind._derive.__code__)}
        self.put = {*names_in(kind._check.__code__), *names_in(kind._write__seq.__code__)}
        self.computed = {
            name: {*names_in(getattr_static(kind, name).fget.__code__)} for name in kind._computed
        }


@cache
def _names(kind: Any) -> _Names:
    return _Names(kind)


def ways_of(kind: Any) -> Iterator[CodeType]:
    """What a writer runs of records of a type."""
    ways = (getattr(kind, name, None) for name in _WAYS)
    yield from (way.__code__ for way in ways if way is not None)


def names_in(code: CodeType) -> Iterator[str]:
    """The names in a function, and in those within it."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from names_in(each)


@cache
def may_have_streams(kind: Any) -> bool:
    """Whether a record of a type, or one in its fields, may have a stream of its own."""
    return any("_end" in slots_of(each) for each in kinds_below(kind))
