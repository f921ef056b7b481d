"""Records that are written in the other byte order, as somebody has set the mark that tells it.

All numbers that go by the mark follow from it, those at which nobody has looked, too: these are
read while the mark is what it was. Once they are written, records have the order of their source
again, in which all is read that was not read yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.comparing.columns import column, instances, own_fields
from quire.runtime.editing.comparing.unedited import is_other
from quire.runtime.editing.instances.instance_use import kinds_below
from quire.runtime.editing.instances.late_instances import forget_unedited
from quire.runtime.editing.pairing.pairs import fields, paired, records
from quire.runtime.errors import EXPLAINED
from quire.runtime.lists.lazy import Lazy
from quire.runtime.members import ORDER, own_members, slots_of
from quire.runtime.paths import attribute
from quire.runtime.reading.instance import NONE
from quire.runtime.record import Record
from quire.runtime.writing.giving import kinds_of, record_types
from quire.runtime.writing.placing import place_of

if TYPE_CHECKING:
    from quire.runtime import structure as s

Mark = tuple[Any, str, Any, Any]
"""A record, the name of a field, its value, and what it was."""


@contextmanager
def in_their_order(top: Any, twin: Any) -> Iterator[None]:
    """Have the records of a file be in the order that is told now, as long as it is written.

    Args:
        top: The record of the file.
        twin: What is read in its place.

    Raises:
        FormatError: a record was read when the mark was another one than in the file, and edited.
    """
    marks = [*_marks_set(top, twin)] if _may_choose(_kind_of(top)) else []
    if not marks:
        yield
        return
    with _as_read(marks):
        late = [*_read_late(top)]
    for record, name in late:
        forget_unedited(record, name)
    with _as_read(marks):
        _read_all(top)
    before = [(each, getattr(each, ORDER)) for each in _made(top) if hasattr(each, ORDER)]
    try:
        take_order(top)
        yield
    finally:
        for each, order in before:
            setattr(each, ORDER, order)


def take_order(top: Any) -> None:
    """Have the records of a file, as far as they were made, be in the order that is told now."""
    for each in _made(top) if _may_choose(_kind_of(top)) else ():
        kind = _kind_of(each)
        if ORDER in slots_of(kind):
            is_le = _chosen(each) if _choice(kind) else getattr(each._holder, ORDER, None)
            if is_le is not None:
                setattr(each, ORDER, is_le)


@cache
def _may_choose(kind: Any) -> bool:
    """Whether any record in a file of a type may choose its byte order."""
    return any(map(_choice, kinds_below(kind)))


@cache
def _choice(kind: Any) -> tuple[s.Choice, s.Spec] | None:
    """By what records of a type choose their byte order; None if they do not."""
    if ORDER not in slots_of(kind):
        return None
    from quire.runtime import structure as s  # the plan is read for it
    from quire.runtime.structure.lookup import type_and_spec

    try:
        type_, spec = type_and_spec(kind)
    except TypeError:  # it carries no plan
        return None
    return (type_.endian, spec) if isinstance(type_.endian, s.Choice) else None


def _chosen(record: Any) -> bool | None:
    """Whether a record is little-endian by what it chooses its order now; None if it does not."""
    from quire.runtime.structure.evaluate import Here, Unknown, value_of  # the plan is read for it

    told, spec = _choice(_kind_of(record)) or (None, None)
    if told is None or spec is None:
        return None
    here = Here(record, spec, record._io, 0, "")
    try:
        on = value_of(told.on, here)
        orders = (order for key, order in told.cases if key is None or value_of(key, here) == on)
        return bool(next(orders) == "le")
    except (*EXPLAINED, Unknown, StopIteration):
        return None


def _marks_set(top: Any, twin: Any) -> Iterator[Mark]:
    """The fields that may tell an order, and that somebody has set."""
    names = _named(_kind_of(top))
    for left, right in _pairs(top, twin, names) if _have_some(top, names) else ():
        for name, value, was in fields(left, right):
            if name in names and is_other(value, was, left):
                yield left, name, value, was


def _have_some(top: Any, names: frozenset[str]) -> bool:
    """Whether any record in a file, as far as they were made, has a field of one of some names."""
    pending, seen = [top], {id(top)}
    while pending:
        some, pending = pending, []
        kinds: set[Any] = {*map(type, some)}
        for kind in kinds:
            if not names.isdisjoint(kind._fields):
                return True
            mine = [each for each in some if type(each) is kind]
            for name in _leading(kind, names):
                values = (instances if name in kind._placed else column)(mine, name)
                inside = (each for each in values if isinstance(each, Record | list))
                new = [e for each in inside for e in records(each) if id(e) not in seen]
                seen.update(map(id, new))
                pending += new
    return False


@contextmanager
def _as_read(marks: list[Mark]) -> Iterator[None]:
    """Have them be what they were."""
    try:
        for record, name, _, was in marks:
            setattr(record, name, was)
        yield
    finally:
        for record, name, now, _ in marks:
            setattr(record, name, now)


def _read_late(top: Any) -> Iterator[tuple[Any, str]]:
    """The instances that are in another order than they would be read in now."""
    for record in _made(top):
        for name in _placed(record):
            for each in records(record._kept(name)):
                if _chosen(each) not in (None, getattr(each, ORDER, None)):
                    yield record, name
                    break


@cache
def _named(kind: Any) -> frozenset[str]:
    """The names in what tells the orders of all records of a file, and in what these compute."""
    from quire.runtime import structure as s  # the plan is read for it

    found = set[str]()
    for told, spec in filter(None, map(_choice, kinds_below(kind))):
        computed = {each.id: each.value for type_ in spec.types for each in type_.instances}
        pending = [told.on]
        while pending:
            new = {name for path in s.names_in(pending.pop()) for name in path} - found
            found |= new
            pending += [value for name in new if (value := computed.get(name)) is not None]
    return frozenset(map(attribute, found))


def _pairs(top: Any, twin: Any, names: frozenset[str]) -> Iterator[tuple[Any, Any]]:
    """The records that were made, each with what is read in its place.

    Those are left out below which there is no field of one of some names.
    """
    pending, seen = [(top, twin)], {id(top)}
    while pending:
        left, right = pending.pop()
        yield left, right
        found, kind = list[tuple[Any, Any]](), _kind_of(left)
        for name in _leading(kind, names):
            value = left._kept(name) if name in left._placed else getattr(left, name, NONE)
            with suppress(*EXPLAINED):
                found.append((value, NONE if value is NONE else getattr(right, name, NONE)))
        pairs = (pair for value, was in found for pair in paired(value, was, left))
        new = [pair for pair in pairs if id(pair[0]) not in seen]
        seen.update(id(each) for each, _ in new)
        pending += new


def _kind_of(record: Any) -> Any:
    return type(record)  # mypy takes the hash of its objects for that of a class


@cache
def _leading(kind: Any, names: frozenset[str]) -> list[str]:
    """The fields, and instances at positions, in which there may be fields of some names."""
    inside = {name: [*record_types(each)] for name, each in kinds_of(kind).items()}
    below = {name: {*chain.from_iterable(map(kinds_below, some))} for name, some in inside.items()}
    return [
        name
        for name, some in below.items()
        if not all(names.isdisjoint(each._fields) for each in some)
    ]


def _read_all(top: Any) -> None:
    """Read all records of a file: elements of lists, and what stands at positions."""
    pending, places = [top], set[Any]()
    while pending:
        record = pending.pop()
        found = [getattr(record, name, None) for name in own_fields(type(record))]
        for name in record._placed:
            with suppress(*EXPLAINED):  # what cannot be read stays bytes
                found.append(getattr(record, name))
            if (place := place_of(record, name)) in places:  # there are trees without end
                found.pop()
            elif place is not None:
                places.add(place)
        for value in found:
            if isinstance(value, Lazy):
                Lazy._fill(value)
            pending += records(value)


def _made(top: Any) -> Iterator[Any]:
    """The records of a file, as far as they were made: those that hold others first."""
    pending, seen = [top], {id(top)}
    while pending:
        yield (record := pending.pop())
        values = [value for _, value, _ in fields(record, record)]
        values += map(record._kept, _placed(record))
        new = [each for value in values for each in records(value) if id(each) not in seen]
        seen.update(map(id, new))
        pending += new


def _placed(record: Any) -> list[str]:
    """The instances at positions that a record has."""
    return [name for name in own_members(record) if name in record._placed]
