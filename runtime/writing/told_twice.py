"""Fields that tell the size or the number of several others: these have to be changed alike."""

from __future__ import annotations

from typing import Any

from quire.runtime import structure as s
from quire.runtime.errors import FormatError
from quire.runtime.paths import attribute
from quire.runtime.structure.lookup import type_and_spec


def told_twice(record: Any, error: FormatError) -> FormatError:
    """The error of a field of a wrong size or number, with the others that it is the one of, too.

    Which of them is wrong nobody knows: the one that was looked at last has the say.
    """
    if type(error) is not FormatError or error.located:
        return error
    try:
        type_, _ = type_and_spec(type(record))
    except TypeError:  # it carries no plan
        return error
    told = [edge for edge in type_.edges if isinstance(edge, s.Length | s.Count)]
    for edge in told:
        others = [each.of for each in told if each.of != edge.of and _bits(each) == _bits(edge)]
        if attribute(edge.of) == error.path and others:
            names = " and ".join(f"`{name}`" for name in dict.fromkeys(others))
            tells = f"`{s.expression_text(edge.field)}` tells it of {names}, too: change them alike"
            error.expected = f"{error.expected} ({tells})"
            break
    return error


def _bits(edge: s.Length | s.Count) -> tuple[s.Expr, list[s.Expr]]:
    """The field that an edge tells, and which bits of it, if some alone."""
    return edge.field, [operand for word, operand in edge.steps if word == "bits"]
