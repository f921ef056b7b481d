"""Types whose records tell by their own fields alone what stands at positions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Any

from quire.runtime import structure as s
from quire.runtime.editing.instances.instance_use import kinds_below, names_of
from quire.runtime.editing.instances.reachable import cases, expressions, goes_by
from quire.runtime.editing.pairing.looking_out import OF_STREAM, in_sums
from quire.runtime.paths import attribute
from quire.runtime.structure.lookup import type_and_spec
from quire.runtime.structure.node import Node
from quire.runtime.writing.giving import kinds_of, record_types

_AROUND = frozenset(("_io", "_parent", "_root"))
"""The names of what is around a record, in its expressions."""

_OTHERWISE = ("_beside_", "_alignment_", "_before_end_")
"""What a class has for an instance that does not simply stand where a field says."""


def tell_places(kind: Any) -> bool:
    """Whether each record of a file of a type tells its own instances, and nothing else does."""
    return all(map(_tells_places, kinds_below(kind)))


@cache
def _tells_places(kind: Any) -> bool:
    """Whether fields of a type alone tell where its instances are, and what; no record is there."""
    if kind._elsewhere or kind._loose or kind._params:
        return False
    kinds = kinds_of(kind)
    records = {name for name in kinds if next(record_types(kinds[name]), None) is not None}
    known = {*kind._fields, *kind._computed} - records
    told = (
        path
        for each in _members(kind)
        for path in _names(each)
        if attribute(each.id) not in kind._fields
    )
    return records.isdisjoint(kind._placed) and all(
        len(path) == 1 and path[0] in known for path in told
    )


def can_shift(kinds: Iterable[Any]) -> bool:
    """Whether nothing in a file goes by where instances stand but the fields that say so.

    Args:
        kinds: The types of its records.
    """
    return all(map(_can_shift, kinds))


def may_have_more_behind(kinds: Iterable[Any]) -> bool:
    """Whether no instance of some types ends where the file does, and all stand in its stream."""
    return all(map(_may_have_more_behind, kinds))


@cache
def begins_with_a_value(kind: Any) -> bool:
    """Whether what a record of a type begins with is bytes that are no record."""
    type_, _ = type_and_spec(kind)
    first = type_.fields[0] if type_.fields else None
    return first is not None and bool(first.size) and isinstance(first.stored, s.Number | s.Bytes)


def tell_nothing(names: set[str], kinds: Iterable[Any]) -> bool:
    """Whether fields of some names tell nobody where an instance of some types is."""
    return all(names.isdisjoint(told) for kind in kinds for told in goes_by(kind).values())


@cache
def _can_shift(kind: Any) -> bool:
    if kind._has_sums or kind._measures or not all(is_told(kind, name) for name in kind._placed):
        return False
    return all(path[0] not in _AROUND for each in _members(kind) for path in _names(each))


@cache
def _may_have_more_behind(kind: Any) -> bool:
    type_, _ = type_and_spec(kind)
    placed = (each for each in type_.instances if each.value is None)
    stored = chain.from_iterable(cases(each.stored) for each in type_.fields)
    has_streams = any(isinstance(each, s.Record) and each.extent is not None for each in stored)
    return all(map(_has_an_end, placed)) and not has_streams


def _has_an_end(field: s.Field) -> bool:
    """Whether the end of a plain value at a position, or of a list of these, is told by fields."""
    repeat = field.repeat
    if repeat is not None and repeat.count is None and repeat.until is None:
        return False
    return all(map(_tells_its_end, cases(field.stored)))


def _tells_its_end(stored: s.Stored | None) -> bool:
    """The same of how a value is stored."""
    if not isinstance(stored, s.Bytes | s.Text):
        return isinstance(stored, s.Number | s.Bits)
    extent = stored.extent
    return not extent.to_end and (extent.size is not None or extent.eos_error)


def stand_anywhere(kinds: Iterable[Any]) -> bool:
    """Whether records of some types are written as the same bytes wherever they stand.

    What they lead to is told by a field of theirs; what fields say of sizes is another question.
    """
    return all(map(_stands_anywhere, kinds))


@cache
def _stands_anywhere(kind: Any) -> bool:
    if kind._elsewhere or kind._loose or not all(is_told(kind, name) for name in kind._placed):
        return False
    if "_io" in names_of(kind) or not OF_STREAM.isdisjoint(in_sums(kind)):
        return False
    try:
        return not any(_mentions(each, "_io") for each in _members(kind))
    except TypeError:  # it carries no plan
        return False


@cache
def is_same_anywhere(kind: Any) -> bool:
    """The same of a type whose records lead nowhere."""
    return bool(kind._stands_alone) if kind._places else _stands_anywhere(kind)


def _mentions(value: Any, name: str) -> bool:
    """Whether a name is in some part of a plan."""
    if isinstance(value, Node):
        return any(_mentions(each, name) for each in vars(value).values())
    return value == name or (isinstance(value, tuple) and any(_mentions(e, name) for e in value))


def is_told(kind: Any, name: str) -> bool:
    """Whether an instance stands where a field says, which is told where it stands."""
    return all(hasattr(kind, f"{each}{name}") for each in ("_position_", "_found_")) and not any(
        hasattr(kind, f"{each}{name}") for each in _OTHERWISE
    )


def _members(kind: Any) -> tuple[s.Field, ...]:
    """The fields and the instances of a type, as its plan has them; those of others are told so."""
    type_, _ = type_and_spec(kind)
    return (*type_.fields, *type_.instances)


def _names(member: s.Field) -> list[tuple[str, ...]]:
    """The names in the expressions of a field, each with those that lead to it."""
    paths = chain.from_iterable(map(s.names_in, expressions(member)))
    return [tuple(map(attribute, path)) for path in paths]
