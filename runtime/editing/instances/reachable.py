"""What stands at positions, after a change of what tells where it is: it can be read as before."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from quire.runtime import structure as s
from quire.runtime.editing.pairing.pairs import below
from quire.runtime.errors import EXPLAINED, UnreachableError
from quire.runtime.paths import attribute
from quire.runtime.record import Record
from quire.runtime.structure.lookup import type_and_spec
from quire.runtime.writing.placing import place_of

if TYPE_CHECKING:
    from quire.runtime.editing.revision import Revision


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
    names = others.union(*set_in.values())
    if not names:
        return
    now, before = Reach(), Reach()
    for left, right in pairs:
        kind: Any = type(left)
        for name in left._placed:
            if set_in.get(id(left)) or not names.isdisjoint(goes_by(kind).get(name, ())):
                error, twin = now.wrong_with(right, name), revision.twin_of(left)
                if error and twin is not None and before.wrong_with(twin, name) is None:
                    expected = "a change after which it can still be read"
                    told = UnreachableError(name, expected, str(error))
                    raise left._locate(told) from error


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
    """The record that an instance is, or those in its list; and those in their fields."""
    some = value if isinstance(value, list) else (value,)
    pending: list[Any] = [each for each in some if isinstance(each, Record)]
    while pending:
        yield (each := pending.pop())
        pending += below(each) if each._places else ()


@cache
def goes_by(kind: Any) -> dict[str, frozenset[str]]:
    """The names in the expressions of a type's instances at positions, and of what is in these."""
    try:
        type_, spec = type_and_spec(kind)
    except TypeError:  # it carries no plan
        return {}
    placed = (each for each in type_.instances if each.value is None)
    return {attribute(each.id): frozenset(map(attribute, _named(each, spec))) for each in placed}


def _named(field: s.Field, spec: s.Spec) -> set[str]:
    types = {each.path: each for each in spec.types}
    computed = {each.id: each for type_ in spec.types for each in type_.instances if each.value}
    found, pending = set[str](), [field]
    while pending:
        each = pending.pop()
        for names in map(s.names_in, expressions(each)):
            new = {name for path in names for name in path} - found
            found |= new
            pending += [computed[name] for name in new if name in computed]
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
