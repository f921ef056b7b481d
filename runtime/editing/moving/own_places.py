"""Types whose records tell by their own fields alone what stands at positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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
from quire.runtime.writing.untold import names_by

_AROUND = frozenset(("_io", "_parent", "_root"))
"""The names of what is around a record, in its expressions."""

_OTHERWISE = ("_alignment_", "_before_end_")
"""What a class has for an instance that does not simply stand where a field says."""

_OF_FILE = ("get", "_root", "_io")
"""The stream of the file, as an expression."""


def tell_places(kind: Any) -> bool:
    """Whether each record of a file of a type tells its own instances, and nothing else does.

    No record that an instance leads to is that of a field, or may be led to by others.
    """
    if not all(map(_tells_places, kinds_below(kind))):
        return False
    is_told_once = not any(map(_tells_of_several, kinds_below(kind)))
    return lead_to_values(kind) or (_leads_down(kind) and is_told_once)


@cache
def lead_to_values(kind: Any) -> bool:
    """Whether no instance at a position, in a file of a type, may be a record."""
    return not any(map(_leading, kinds_below(kind)))


@cache
def _tells_of_several(kind: Any) -> bool:
    """Whether a field of a type tells the number, the size or the place of several instances."""
    type_, _ = type_and_spec(kind)
    told = {(str(each.field), each.of) for each in type_.edges if hasattr(each, "field")}
    return len({field for field, _ in told}) < len(told)


@cache
def _leads_down(kind: Any) -> bool:
    led, pending = list[Any](), [kind]
    for each in kinds_below(kind):
        led += chain.from_iterable(map(_records_of(each), each._placed))
    in_fields = set[Any]()
    while pending:
        if (each := pending.pop()) not in in_fields:
            in_fields.add(each)
            names = kinds_of(each).keys() - {*each._placed}
            pending += chain.from_iterable(map(_records_of(each), names))
    return in_fields.isdisjoint(led) and len({*led}) == len(led)


@cache
def leads_on(kind: Any) -> list[str]:
    """The instances of a type that are records, or lists of these, which lead to more in the file.

    What has a stream of its own moves with that, and with all that stands in it.
    """
    if not (some := _leading(kind)):
        return []
    own, of = _own_streams(kind), _records_of(kind)
    return [
        name for name in some if any(_leads_into_file(led, name in own, set()) for led in of(name))
    ]


def _leads_into_file(kind: Any, is_own: bool, seen: set[Any]) -> bool:
    """Whether records of a type, or in these, have instances in the stream of the file.

    Args:
        kind: The type.
        is_own: Whether they stand in a stream of their own.
        seen: What was asked.
    """
    if (kind, is_own) in seen:
        return False
    seen.add((kind, is_own))
    in_file = _in_file(kind)
    if any(not is_own or name in in_file for name in kind._placed):
        return True
    own, of = _own_streams(kind), _records_of(kind)
    return any(
        _leads_into_file(each, (is_own and name not in in_file) or name in own, seen)
        for name in kinds_of(kind)
        for each in of(name)
    )


def _own_streams(kind: Any) -> set[str]:
    """The fields and instances of a type of which each record has a stream of its own."""
    found = set[str]()
    for member in _members(kind):
        stored = [each for each in cases(member.stored) if isinstance(each, s.Record)]
        if stored and all(each.extent is not None for each in stored):
            found.add(attribute(member.id))
    return found


def _leading(kind: Any) -> list[str]:
    return [name for name in kind._placed if any(True for _ in _records_of(kind)(name))]


def _records_of(kind: Any) -> Callable[[str], Iterator[Any]]:
    """Gives the types of the records that a field of a type, or an instance, may be."""
    kinds = kinds_of(kind)
    return lambda name: record_types(kinds.get(name))


@cache
def _tells_places(kind: Any) -> bool:
    """Whether fields of a type alone tell where its instances are in the file, and what."""
    if kind._elsewhere or kind._loose or kind._params:
        return False
    known = {*kind._fields, *kind._computed} - {*_leading(kind)}
    known = {name for name in known if next(_records_of(kind)(name), None) is None}
    told = (
        path
        for each in _members(kind)
        for path in _names(each)
        if attribute(each.id) not in kind._fields
    )
    return all(
        (len(path) == 1 and path[0] in known) or path[0] == "_"  # which is read itself
        for path in told
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
    if kind._has_sums or kind._measures:
        return False
    if not all(_is_told(kind, name) for name in kind._placed) or _goes_by_others(kind):
        return False
    if any(each.io not in (None, _OF_FILE) for each in _members(kind)):
        return False
    return all(path[0] not in _AROUND for each in _members(kind) for path in _names(each))


def _goes_by_others(kind: Any) -> bool:
    """Whether what an instance is, or how long, goes by fields that something else tells as well.

    That may be its own position: with that it would get other bytes. That it is there if its
    position is not 0 is no such thing.
    """
    type_, _ = type_and_spec(kind)
    told = dict[str, set[str]]()
    for edge in type_.edges:
        for name in names_by(getattr(edge, "field", None), type_):
            told.setdefault(name, set()).add("" if isinstance(edge, s.Position) else edge.of)
    for each in type_.instances:
        if each.value is None:
            others = (e for e in expressions(each) if e is not each.pos and not _is_any(e, each))
            names = set[str]().union(*(names_by(expr, type_) for expr in others))
            if any(told.get(name, set()) - {each.id} for name in names):
                return True
    return False


def _is_any(expr: s.Expr | None, of: s.Field) -> bool:
    """Whether an expression says that the position of an instance is not 0."""
    return isinstance(expr, tuple) and expr[0] in ("ne", "gt") and expr[1:] == (of.pos, 0)


@cache
def _may_have_more_behind(kind: Any) -> bool:
    type_, _ = type_and_spec(kind)
    placed = (each for each in type_.instances if each.value is None)
    return all(_has_an_end(kind, each, set()) for each in placed)


def _has_an_end(kind: Any, field: s.Field, within: set[Any]) -> bool:
    """Whether fields tell the end of a member of a type, or of a list, and not where a file ends.

    Args:
        kind: The type.
        field: The member.
        within: The types of the records that it is in, from the one that stands at a position on.
    """
    repeat = field.repeat
    if repeat is not None and repeat.count is None and repeat.until is None:
        return False
    if not all(map(_tells_its_end, cases(field.stored))):
        return False
    if not any(isinstance(each, s.Record) and each.extent is None for each in cases(field.stored)):
        return True
    there = [*_records_of(kind)(attribute(field.id))]
    return within.isdisjoint(there) and all(
        _has_an_end(each, inner, within | {each})
        for each in there
        for inner in type_and_spec(each)[0].fields
    )


def _tells_its_end(stored: s.Stored | None) -> bool:
    """The same of how a value is stored; of records, those in them are another question."""
    if isinstance(stored, s.Record):
        return stored.extent is None or _ends(stored.extent)
    if isinstance(stored, s.Bytes | s.Text):
        return _ends(stored.extent)
    return isinstance(stored, s.Number | s.Bits)


def _ends(extent: s.Extent) -> bool:
    """Whether bytes end where their size says, or a terminator that has to be there."""
    return not extent.to_end and (extent.size is not None or extent.eos_error)


def stand_in_file(kinds: Iterable[Any], top: Any) -> bool:
    """Whether all instances of some types stand in the stream of the file, wherever records are.

    Args:
        kinds: The types.
        top: That of the file: there may be no other stream in it.
    """
    has_streams = any(map(_own_streams, kinds_below(top)))
    return not has_streams or all(_in_file(kind).issuperset(kind._placed) for kind in kinds)


@cache
def _in_file(kind: Any) -> set[str]:
    return {attribute(each.id) for each in _members(kind) if each.io == _OF_FILE}


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
        return not any(mentions(each, "_io") for each in _members(kind))
    except TypeError:  # it carries no plan
        return False


@cache
def is_same_anywhere(kind: Any) -> bool:
    """The same of a type whose records lead nowhere."""
    return bool(kind._stands_alone) if kind._places else _stands_anywhere(kind)


def mentions(value: Any, name: str) -> bool:
    """Whether a name is in some part of a plan."""
    if isinstance(value, Node):
        return any(mentions(each, name) for each in vars(value).values())
    return value == name or (isinstance(value, tuple) and any(mentions(e, name) for e in value))


def is_told(kind: Any, name: str) -> bool:
    """Whether an instance stands where a field says, which is told where it stands."""
    return _is_told(kind, name) and not hasattr(kind, f"_beside_{name}")


def _is_told(kind: Any, name: str) -> bool:
    """The same, in whatever stream that is."""
    if not all(hasattr(kind, f"{each}{name}") for each in ("_position_", "_found_")):
        return False
    if any(hasattr(kind, f"{each}{name}") for each in _OTHERWISE) or _has_bases(kind):
        return False
    return _is_sure(kind, name)


@cache
def _has_bases(kind: Any) -> bool:
    """Whether an instance counts from where another one is: it is told again, after that one."""
    type_, _ = type_and_spec(kind)
    told = [each for each in type_.edges if isinstance(each, s.Position)]
    alone = {(each.field, each.of) for each in told}
    by_others = {each.field for each in told}
    return any(
        name in by_others and (name, each.id) not in alone
        for each in type_.instances
        for name in names_by(each.pos, type_)
    )


@cache
def _is_sure(kind: Any, name: str) -> bool:
    """Whether one field says where an instance stands, and is not the length of another one."""
    edges = type_and_spec(kind)[0].edges
    told = [each for each in edges if isinstance(each, s.Position) and attribute(each.of) == name]
    others = {each.field for each in edges if not isinstance(each, s.Position)}
    return all(each.condition is None and each.field not in others for each in told)


def _members(kind: Any) -> tuple[s.Field, ...]:
    """The fields and the instances of a type, as its plan has them; those of others are told so."""
    type_, _ = type_and_spec(kind)
    return (*type_.fields, *type_.instances)


def _names(member: s.Field) -> list[tuple[str, ...]]:
    """The names in the expressions of a field, each with those that lead to it.

    That it is in the stream of the file says nothing.
    """
    some = (each for each in expressions(member) if each != _OF_FILE)
    paths = chain.from_iterable(map(s.names_in, some))
    return [tuple(map(attribute, path)) for path in paths]
