"""What stands at positions, after a change of what tells where it is: it can be read as before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from quire.runtime import structure as s
from quire.runtime.editing.pairing.pairs import below
from quire.runtime.errors import EXPLAINED, UnreachableError
from quire.runtime.lists.read_once import looked_at
from quire.runtime.paths import attribute
from quire.runtime.record import Record
from quire.runtime.structure.lookup import type_and_spec
from quire.runtime.writing.placing import place_of

if TYPE_CHECKING:
    from quire.runtime.editing.revision import Revision

Asked = tuple[str, str]
"""A field that a record is, or "" if it may be any, and the one that is named of it."""


def expect_reachable(pairs: list[tuple[Any, Any]], revision: Revision, others: set[str]) -> None:
    """Refuse a change after which an instance cannot be read that could be read before.

    Asked for are those that depend on what somebody has set: of the record that has it, and of
    others whose expressions name it.

    Args:
        pairs: The records of the file, with what is read again in their places.
        revision: What was changed.
        others: The fields that are others now since views of their bytes were set.

    Raises:
        UnreachableError: one cannot be read.
    """
    set_in = revision.set_in
    if not set_in and not others:
        return
    there = _set_there(pairs, set_in, others)
    going = {kind: _going_by(kind, there) for kind in {type(left) for left, _ in pairs}}
    now, before = Reach(), Reach()
    for left, right in pairs:
        for name in left._placed if set_in.get(id(left)) else going[type(left)]:
            error, twin = now.wrong_with(right, name), revision.twin_of(left)
            if error and twin is not None and before.wrong_with(twin, name) is None:
                expected = "a change after which it can still be read"
                told = UnreachableError(name, expected, str(error))
                raise left._locate(told) from error


def _set_there(
    pairs: list[tuple[Any, Any]], set_in: dict[int, set[str]], others: set[str]
) -> dict[str, set[str]]:
    """The fields that were set, by their names: those that their records are, or "" for any."""
    records = dict[int, Any]()
    for each, _ in pairs:
        records[id(each)] = None if id(each) in records else each  # it may be there twice
    found = {name: {""} for name in others}
    for key, names in set_in.items():
        record = records.get(key)
        for name in names:
            found.setdefault(name, set()).add("" if record is None else record._name)
    return found


def _going_by(kind: Any, there: dict[str, set[str]]) -> list[str]:
    """The instances of a type that ask for some of what was set."""
    asked = asked_by(kind)
    return [each for each in kind._placed if any(_is_in(there, *e) for e in asked.get(each, ()))]


def _is_in(there: dict[str, set[str]], of: str, name: str) -> bool:
    return name in there and (not of or not there[name].isdisjoint(("", of)))


class Reach:
    """What instances lead to, which is read once: types may refer to each other in many ways."""

    def __init__(self) -> None:
        self._known: dict[Any, Exception | None] = {}

    def wrong_with(
        self, record: Any, name: str, around: frozenset[Any] = frozenset()
    ) -> Exception | None:
        """What is wrong with an instance, or one that it leads to, below none of its type."""
        try:
            found = getattr(record, name)
        except EXPLAINED as error:
            return error
        if (place := place_of(record, name)) is None:  # it leads to nothing
            return None
        if place not in self._known:
            self._known[place] = None
            wrong = (
                self.wrong_with(one, each, around | {type(one)})
                for one in _records(found)
                if type(one) not in around
                for each in one._placed
            )
            self._known[place] = next((error for error in wrong if error is not None), None)
        return self._known[place]


def _records(value: Any) -> Iterator[Any]:
    """The record that an instance is, or those in its list; and those in their fields.

    Records at which nobody has looked, and that stay what they were, can be read as before.
    """
    some = looked_at(value) if isinstance(value, list) else (value,)
    pending: list[Any] = [each for each in some if isinstance(each, Record)]
    while pending:
        yield (each := pending.pop())
        pending += below(each) if each._places else ()


@cache
def goes_by(kind: Any, *, is_deep: bool = True) -> dict[str, frozenset[str]]:
    """The names in what a type's instances at positions ask for; see `asked_by`."""
    asked = asked_by(kind, is_deep=is_deep).items()
    return {each: frozenset(name for _, name in names) for each, names in asked}


@cache
def asked_by(kind: Any, *, is_deep: bool = True) -> dict[str, frozenset[Asked]]:
    """What the expressions of a type's instances at positions name.

    Args:
        kind: The type.
        is_deep: Whether those of what is in the instances are wanted, too.
    """
    try:
        type_, spec = type_and_spec(kind)
    except TypeError:  # it carries no plan
        return {}
    types = {each.path: each for each in spec.types} if is_deep else {}
    placed = (each for each in type_.instances if each.value is None)
    return {attribute(each.id): frozenset(_asked(each, spec, {**types})) for each in placed}


def _asked(field: s.Field, spec: s.Spec, types: dict[str, s.Type]) -> set[Asked]:
    """What the expressions of a field name, and of the fields of some types in it."""
    fields = {each.id for type_ in spec.types for each in type_.fields}
    fields -= {each.id for type_ in spec.types for each in type_.instances}
    fields -= {each.id for type_ in spec.types for each in type_.params}
    computed = defaultdict[str, list[s.Field]](list)
    for one in chain.from_iterable(type_.instances for type_ in spec.types):
        computed[one.id] += [one] if one.value else []
    found, pending = set[Asked](), [field]
    while pending:
        each = pending.pop()
        for path in chain.from_iterable(map(s.names_in, expressions(each))):
            for of, name in pairwise(("", *path)):
                asked = attribute(of) if of in fields else "", attribute(name)
                if asked not in found:
                    found.add(asked)
                    pending += computed.get(name, ())
        for stored in cases(each.stored):
            if isinstance(stored, s.Record) and (inside := types.pop(stored.path, None)):
                pending += (*inside.fields, *inside.instances)
    return found


def expressions(field: s.Field) -> Iterator[s.Expr | None]:
    """What tells where something is, what it is, and how much of it."""
    yield from (field.pos, field.io, field.condition, field.value)
    if field.repeat is not None:
        yield from (field.repeat.count, field.repeat.until)
    if isinstance(field.stored, s.Switch):
        yield field.stored.on
    for stored in cases(field.stored):
        if isinstance(stored, s.Record | s.Bytes | s.Text) and stored.extent is not None:
            yield stored.extent.size
        if isinstance(stored, s.Record):
            yield from (arg for _, arg in stored.args)


def cases(stored: s.Stored | None) -> Iterator[s.Stored | None]:
    """The ways in which a field is stored."""
    if not isinstance(stored, s.Switch):
        yield stored
        return
    for case in stored.cases:
        yield from cases(case.stored)
