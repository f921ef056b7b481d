"""What records lead to in their file, as their types tell: nobody has to look at it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from quire.runtime import structure as s
from quire.runtime.editing.comparing.columns import own_fields
from quire.runtime.editing.instances.instance_use import kinds_below, names_in
from quire.runtime.editing.instances.own_streams import Place, leads_within, places_below
from quire.runtime.editing.instances.reachable import cases, expressions
from quire.runtime.editing.moving.own_places import mentions
from quire.runtime.editing.moving.stored_positions import is_always_there
from quire.runtime.editing.pairing.looking_out import ways_around
from quire.runtime.errors import EXPLAINED
from quire.runtime.paths import attribute
from quire.runtime.structure.evaluate import Here, Unknown, value_of
from quire.runtime.structure.lookup import type_and_spec
from quire.runtime.writing.giving import kinds_of, record_types


class Leading(NamedTuple):
    """An instance that stands in the stream of the file.

    Attributes:
        name: Its name.
        field: What the plan says of it.
        spec: The plan.
        content: The type of the record that it is; None, if it is a value.
        told: The field that says where it stands, if that is the position alone.
        is_plain: Whether nothing else goes by that field, and its place goes by the record alone.
    """

    name: str
    field: s.Field
    spec: s.Spec
    content: Any
    told: s.Field | None
    is_plain: bool

    def place(self, record: Any) -> tuple[int, int | None] | None:
        """Where it stands, and where it ends, if its type does not tell that; None without one.

        Raises:
            Unknown: nobody can tell.
        """
        io: Any = None if self.is_plain else record._io  # to make one takes longer than the rest
        here = Here(record, self.spec, io, 0, self.field.id)
        try:
            if self.field.condition is not None and not value_of(self.field.condition, here):
                return None
            pos: Any = self.field.pos
            start = value_of(pos, here)
            return start, self._end(start, here)
        except EXPLAINED as error:
            raise Unknown(self.name) from error

    def _end(self, start: int, here: Here) -> int | None:
        stored = self.field.stored
        if isinstance(stored, s.Number):
            return start + stored.size
        extent = getattr(stored, "extent", None)
        if extent is None:
            return None
        if extent.to_end:
            return _size_of_file(here.record)
        size = value_of(extent.size, here)
        return start + size if type(size) is int else None


def _size_of_file(record: Any) -> int:
    size: int = record._root._io.size()
    return size


@cache
def leading_out(top: Any) -> dict[Any, tuple[Leading, ...]] | None:
    """The types of what may be in a file, with the instances that lead out of what has them.

    Returns:
        None, if more than their positions goes by where they stand, or somebody else tells that.
    """
    kinds = kinds_below(top)
    if any(e._has_sums or e._measures or e._elsewhere or e._loose or e._params for e in kinds):
        return None
    if not all(map(_has_plan, kinds)):
        return None
    found: dict[Any, tuple[Leading, ...]] = {}
    within = set[tuple[Any, str]]()
    for place in places_below(top):
        some: list[Leading] = []
        for name in place.kind._placed:
            if leads_within(place, name):
                within.add((place.kind, name))
            elif (each := _leading(place, name, top)) is None:
                return None
            else:
                some.append(each)
        found[place.kind] = (*found.get(place.kind, ()), *some)
    found = {
        kind: tuple({each.name: each for each in some}.values()) for kind, some in found.items()
    }
    both = ((kind, each.name) for kind, some in found.items() for each in some)
    if not within.isdisjoint(both) or _are_asked(kinds, found):
        return None
    return {kind: some for kind, some in found.items() if some}


def _has_plan(kind: Any) -> bool:
    try:
        type_and_spec(kind)
    except TypeError:
        return False
    return True


def _leading(place: Place, name: str, top: Any) -> Leading | None:
    kind = place.kind
    beside = getattr(kind, f"_beside_{name}", None)
    if beside is not None and (place.root is not None or [*names_in(beside.__code__)] != ["_root"]):
        return None
    if hasattr(kind, f"_alignment_{name}"):
        return None
    type_, spec = type_and_spec(kind)
    field = {attribute(each.id): each for each in type_.instances}[name]
    if field.repeat is not None or not _ends(field.stored):
        return None
    contents = [*record_types(kinds_of(kind).get(name))]
    if len(contents) > 1:
        return None
    fields = {each.id: each for each in type_.fields}
    told = fields.get(field.pos) if isinstance(field.pos, str) else None
    if told is not None and (told.derive is not None or told.id in _derived_of(top)):
        return None
    is_plain = told is not None and _is_plain(field, told, type_, top)
    content = contents[0] if contents else None
    return Leading(name, field, spec, content, told, is_plain)


def _ends(stored: s.Stored | None) -> bool:
    """Whether its size, or the type that it is of, tells where something ends."""
    if isinstance(stored, s.Record) and stored.extent is None:
        return True
    if isinstance(stored, s.Number):
        return True
    extent = getattr(stored, "extent", None)
    return extent is not None and (extent.to_end or extent.size is not None)


def _is_plain(field: s.Field, told: s.Field, type_: s.Type, top: Any) -> bool:
    """Whether an instance goes by fields of its record alone, and nothing else by its position."""
    some = [each for each in expressions(field) if each != ("get", "_root", "_io")]
    own = {each.id for each in type_.fields}
    names = chain.from_iterable(map(s.names_in, some))
    if not all(len(path) == 1 and path[0] in own for path in names):
        return False
    edges = [each for each in type_.edges if getattr(each, "field", None) == told.id]
    is_free = not told.valid and told.derive is None and len(edges) == 1
    extent = getattr(field.stored, "extent", None)
    to_end = extent is not None and extent.to_end
    named = sum(path[0] == told.id for expr in _told_by(type_) for path in s.names_in(expr))
    return is_free and named == 1 and told.id not in _named_of_others(top) and not to_end


@cache
def _derived_of(top: Any) -> set[str]:
    """The names that fields in a file are derived of, by way of what is computed, too."""
    types = [type_and_spec(kind)[0] for kind in kinds_below(top)]
    computed = [each for type_ in types for each in type_.instances if each.value is not None]
    pending = [each.derive for type_ in types for each in (*type_.fields, *type_.instances)]
    found = set[str]()
    while pending:
        for name in {*_all_named(pending.pop())} - found:
            found.add(name)
            pending += (each.value for each in computed if each.id == name)
    return found


def _all_named(expr: s.Expr | None) -> Iterator[str]:
    """The names in an expression, whatever they are names of."""
    if isinstance(expr, str):
        yield expr
    elif isinstance(expr, tuple):
        for each in expr[1:]:
            yield from _all_named(each)


@cache
def _named_of_others(top: Any) -> frozenset[str]:
    """The names that expressions of what is in a file ask of records that these lead to."""
    types = (type_and_spec(kind)[0] for kind in kinds_below(top))
    pending: list[s.Expr | None] = [*chain.from_iterable(map(_told_by, types))]
    found = set[str]()
    while pending:
        if isinstance(each := pending.pop(), tuple):
            if each[0] == "get":
                found.add(str(each[2]))
            pending += each[1:]
    return frozenset(found)


def number_of(told: s.Field) -> tuple[int, s.Number] | None:
    """Where a field begins in its record, and how it is stored, if that is always so."""
    number = told.stored
    if not isinstance(number, s.Number) or told.offset is None or not is_always_there(told):
        return None
    return None if number.kind == "float" or number.endian == "chosen" else (told.offset, number)


def _are_asked(kinds: frozenset[Any], found: dict[Any, tuple[Leading, ...]]) -> bool:
    """Whether something goes by what instances have that lead out."""
    names = {each.field.id for some in found.values() for each in some}
    if any(not names.isdisjoint(path) for kind in kinds for path in _paths(kind)):
        return True
    ways = [*chain.from_iterable(map(_coded, kinds))]
    return any(mentions(each, name) for each in ways for name in names)


def _paths(kind: Any) -> Iterator[tuple[str, ...]]:
    """The names that expressions of a type have, each with those that lead to it."""
    for expr in _told_by(type_and_spec(kind)[0]):
        yield from s.names_in(expr)


def _told_by(type_: s.Type) -> Iterator[s.Expr | None]:
    """All expressions of a type."""
    for each in (*type_.fields, *type_.instances):
        yield from (*expressions(each), each.derive, each.usual, each.default)
        yield from chain.from_iterable(rule.args for rule in each.valid)


def _coded(kind: Any) -> Iterator[Any]:
    """What the plan of a type says of what bytes stand for."""
    type_, _ = type_and_spec(kind)
    for each in (*type_.fields, *type_.instances):
        yield from (each.array, each.codec, each.document)
        yield from (
            getattr(getattr(case, "extent", None), "process", None) for case in cases(each.stored)
        )


@cache
def ways_to(kind: Any, top: Any) -> tuple[str, ...]:
    """The fields of a type in which there may be records that lead out."""
    out = leading_out(top) or {}
    inside = kinds_of(kind)
    return tuple(
        name
        for name in own_fields(kind)
        if any(
            not out.keys().isdisjoint(_in_fields(each)) for each in record_types(inside.get(name))
        )
    )


@cache
def _in_fields(kind: Any) -> frozenset[Any]:
    """The types of what is in the fields of a type, which is one of them."""
    found, pending = set[Any](), [kind]
    while pending:
        if (each := pending.pop()) not in found:
            found.add(each)
            inside = kinds_of(each)
            for name in own_fields(each):
                pending += record_types(inside.get(name))
    return frozenset(found)


@cache
def are_read_alike(kind: Any) -> bool:
    """Whether a record of a type is read as the same by a list and by an instance.

    It goes by nothing that is around it but what the record of the file has.
    """
    for (each, is_apart, _), depth in places_below(kind).items():
        if (ways := ways_around(each)) is None or (each._goes_by_size and not is_apart):
            return False
        for way in ways:
            steps = next((i for i, name in enumerate(way) if name != "_parent"), len(way))
            if steps > depth:
                return False
    return True


@cache
def element_of(kind: Any) -> Any:
    """The type of the elements, if records of a type are just a list of these up to the end."""
    type_, _ = type_and_spec(kind)
    if len(type_.fields) != 1 or type_.instances or type_.fields[0].condition is not None:
        return None
    field = type_.fields[0]
    stored, repeat = field.stored, field.repeat
    if not isinstance(stored, s.Record) or stored.extent is not None or stored.args:
        return None
    if repeat is None or repeat.count is not None or repeat.until is not None:
        return None
    kinds = [*record_types(kinds_of(kind).get(attribute(field.id)))]
    return kinds[0] if len(kinds) == 1 else None
