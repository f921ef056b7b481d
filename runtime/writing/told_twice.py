"""Fields that tell the size or the number of several others: these have to be changed alike."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.paths import attribute

if TYPE_CHECKING:
    from quire.runtime import structure as s


def told_twice(record: Any, error: FormatError) -> FormatError:
    """The error of a field of a wrong size or number, with the others that it is the one of, too.

    Which of them is wrong nobody knows: the one that was looked at last has the say.
    """
    from quire.runtime import structure as s  # the plan is read for it
    from quire.runtime.structure.lookup import type_and_spec

    if type(error) is not FormatError or error.located or not _is_of_size(error):
        return error
    try:
        type_, _ = type_and_spec(type(record))
    except TypeError:  # it carries no plan
        return error
    told = [edge for edge in type_.edges if isinstance(edge, s.Length | s.Count)]
    for edge in told:
        others = [each.of for each in told if each.of != edge.of and _bits(each) == _bits(edge)]
        if error.path in (edge.of, attribute(edge.of)) and others:
            names = " and ".join(f"`{name}`" for name in dict.fromkeys(others))
            tells = f"`{s.expression_text(edge.field)}` tells it of {names}, too: change them alike"
            error.expected = f"{error.expected} ({tells})"
            break
    return error


def _is_of_size(error: FormatError) -> bool:
    """Whether an error is that of other bytes, or elements, than are told."""
    return re.match(r"(at most |at least )?\d+ (bytes|elements)", str(error.expected)) is not None


def expect_told(record: Any, name: str, is_as_it_was: Callable[[], bool] | None = None) -> None:
    """Refuse a list at a position that has not as many elements as is told of others, too.

    So it is where the number is computed of several fields, of a list that nobody has edited: that
    it has other elements than the file says, reading it again tells.

    Args:
        record: The record that has it.
        name: Its name.
        is_as_it_was: Tells whether nobody has edited it; None, if somebody has.

    Raises:
        FormatError: they have another number; that is what the file would say.
    """
    if not isinstance(value := record._kept(name), list):
        return
    kind: Any = type(record)  # mypy takes the hash of its objects for that of a class
    if (number := _numbers_of_several(kind).get(name)) is None:
        return
    count = record
    if isinstance(number, list):
        for step in number:
            count = getattr(count, attribute(step), None)
    else:
        count = _computed(record, name, number)
        if count == len(value) or is_as_it_was is None or not is_as_it_was():
            return
    if isinstance(count, int) and len(value) != max(count, 0):
        raise FormatError(name, f"{count} elements", f"{len(value)}")


def _computed(record: Any, name: str, number: s.Expr) -> Any:
    """A number that is computed; None, if nobody can tell it yet."""
    from quire.runtime.structure.evaluate import Here, Unknown, value_of
    from quire.runtime.structure.lookup import type_and_spec

    _, spec = type_and_spec(type(record))
    try:
        return value_of(number, Here(record, spec, record._io, 0, name))
    except (*EXPLAINED, Unknown):
        return None


@cache
def _numbers_of_several(kind: Any) -> dict[str, list[str] | s.Expr]:
    """The instances of a type that have as many elements as a field tells of others, too.

    With each are the names that lead to that field; or what computes the number, if several do.
    """
    from quire.runtime import structure as s  # the plan is read for it
    from quire.runtime.structure.lookup import type_and_spec

    try:
        type_, _ = type_and_spec(kind)
    except TypeError:  # it carries no plan
        return {}
    told = [edge for edge in type_.edges if isinstance(edge, s.Length | s.Count)]
    several = (e for e in told if isinstance(e, s.Count) and not (e.steps or e.condition))
    ways = ((attribute(e.of), _way(e.field), e) for e in several)
    found: dict[str, list[str] | s.Expr] = {
        name: way
        for name, way, edge in ways
        if name in kind._placed
        and way is not None
        and any(each.field == edge.field and each.of != edge.of for each in told)
    }
    counts = ((each.id, each.repeat.count) for each in type_.instances if each.repeat is not None)
    computed = ((attribute(each), count) for each, count in counts if isinstance(count, tuple))
    return found | {
        name: count for name, count in computed if name in kind._placed and _way(count) is None
    }


def _way(field: s.Expr) -> list[str] | None:
    """The names that lead to a field, from a record on; None, if it is computed."""
    match field:
        case str():
            return [] if field == "self" else [field]
        case ("get", of, str(name)) if (before := _way(of)) is not None:
            return [*before, name]
    return None


def _bits(edge: s.Length | s.Count) -> tuple[s.Expr, list[s.Expr]]:
    """The field that an edge tells, and which bits of it, if some alone."""
    return edge.field, [operand for word, operand in edge.steps if word == "bits"]
