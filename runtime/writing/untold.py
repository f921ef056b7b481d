"""Positions that nobody can tell, as several fields make them: what they lead to has to stay."""

from __future__ import annotations

from functools import cache
from typing import Any

from quire.runtime import structure as s
from quire.runtime.paths import attribute
from quire.runtime.structure.lookup import type_and_spec


@cache
def goes_by_fields(kind: Any, name: str) -> bool:
    """Whether the position of an instance is computed of fields of its own record."""
    try:
        type_, _ = type_and_spec(kind)
    except TypeError:  # it carries no plan
        return False
    instances = {attribute(each.id): each for each in type_.instances}
    return bool(names_by(instances[name].pos, type_) & {each.id for each in type_.fields})


@cache
def is_chosen(kind: Any, name: str) -> bool:
    """Whether a condition chooses the field that says where an instance is: in some, none may."""
    told = (each for each in type_and_spec(kind)[0].edges if isinstance(each, s.Position))
    return any(attribute(each.of) == name and each.condition is not None for each in told)


def names_by(expr: s.Expr | None, type_: s.Type) -> set[str]:
    """The own names in an expression of a type, and in the instances by which it goes."""
    values = {each.id: each.value for each in type_.instances}
    found, pending = set[str](), [expr]
    while pending:
        names = {path[0] for path in s.names_in(pending.pop())} - found
        found |= names
        pending += (values.get(name) for name in names)
    return found
