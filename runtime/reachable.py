"""What stands at positions, after a change of what tells where it is: it can be read as before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from quire.runtime import structure as s
from quire.runtime.alike import is_same_value
from quire.runtime.columns import own_fields
from quire.runtime.errors import EXPLAINED
from quire.runtime.instance import NONE
from quire.runtime.members import own_members
from quire.runtime.paths import attribute
from quire.runtime.revision import UnreachableError
from quire.runtime.structure.lookup import type_and_spec
from quire.runtime.unedited import changed, is_other

if TYPE_CHECKING:
    from quire.runtime.revision import Revision


def expect_reachable(pairs: list[tuple[Any, Any]], revision: Revision) -> None:
    """Refuse a change after which an instance cannot be read that could be read before.

    Those are asked for that go by what somebody has set: of the record that has it, and of others
    whose expressions name it.

    Args:
        pairs: The records of the file, with what is read again in their places.
        revision: What was changed.

    Raises:
        UnreachableError: one cannot be read.
    """
    edited: Iterable[Any] | None = revision.edited
    if edited is None:
        twins = ((left, revision.twin_of(left)) for left, _ in pairs)
        edited = changed((left, twin) for left, twin in twins if twin is not None)
    set_in = {id(left): {*_set_in(left, revision.twin_of(left))} for left in edited}
    names = set[str]().union(*set_in.values())
    if not names:
        return
    for left, right in pairs:
        kind: Any = type(left)
        for name in left._placed:
            if set_in.get(id(left)) or not names.isdisjoint(_goes_by(kind).get(name, ())):
                _expect(left, right, name, revision)


def _set_in(record: Any, twin: Any) -> Iterator[str]:
    """The fields of a record that somebody has set to others than were read."""
    derived = own_members(record).get("_known", {})
    for name in own_fields(type(record)):
        now = getattr(record, name, NONE)
        is_set = is_other(now, getattr(twin, name, NONE), record)
        if is_set and not is_same_value(derived.get(name, NONE), now):
            yield name


def _expect(left: Any, right: Any, name: str, revision: Revision) -> None:
    try:
        getattr(right, name)
    except EXPLAINED as error:
        if (twin := revision.twin_of(left)) is not None and _is_readable(twin, name):
            expected = "a change after which it can still be read"
            raise left._locate(UnreachableError(name, expected, str(error))) from error


def _is_readable(record: Any, name: str) -> bool:
    try:
        getattr(record, name)
    except EXPLAINED:
        return False
    return True


@cache
def _goes_by(kind: Any) -> dict[str, frozenset[str]]:
    """The names in the expressions of a type's instances at positions, and in what these name."""
    try:
        type_, spec = type_and_spec(kind)
    except TypeError:  # it carries no plan
        return {}
    computed = {each.id: each for type_ in spec.types for each in type_.instances if each.value}
    return {
        attribute(each.id): frozenset(map(attribute, _named(each, computed)))
        for each in type_.instances
        if each.value is None
    }


def _named(field: s.Field, computed: dict[str, s.Field]) -> set[str]:
    found, pending = set[str](), [field]
    while pending:
        each = pending.pop()
        for names in map(s.names_in, _expressions(each)):
            new = {name for path in names for name in path} - found
            found |= new
            pending += [computed[name] for name in new if name in computed]
    return found


def _expressions(field: s.Field) -> Iterator[s.Expr | None]:
    """What tells where something is, and how much of it."""
    yield from (field.pos, field.io, field.condition, field.value)
    if field.repeat is not None:
        yield field.repeat.count
    yield from _of_stored(field.stored)


def _of_stored(stored: s.Stored | None) -> Iterator[s.Expr | None]:
    if isinstance(stored, s.Switch):
        yield stored.on
        for case in stored.cases:
            yield from _of_stored(case.stored)
    elif isinstance(stored, s.Record | s.Bytes | s.Text) and stored.extent is not None:
        yield stored.extent.size
        if isinstance(stored, s.Record):
            yield from (arg for _, arg in stored.args)
