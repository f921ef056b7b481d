"""What a field follows from, in the words of its spec."""

from __future__ import annotations

from typing import Any

from quire.runtime import structure as s
from quire.runtime.paths import attribute
from quire.runtime.structure.lookup import type_and_spec

FORMAT = "the format"
"""What makes a field what it is, where a constant of the spec does, or an expression."""


def makes_it(record: Any, name: str, source: str, value: str) -> str:
    """What makes a field of a record a value, in the words of an error.

    Args:
        record: The record.
        name: The field.
        source: Another field from which it follows, or the format.
        value: What it is made.
    """
    derive = _expression(record, name) if source == FORMAT else None
    if derive is None:
        return f"{source} makes it {value}"
    return f"`{s.expression_text(derive)}` makes it {value}: change what that is computed from"


def _expression(record: Any, name: str) -> s.Expr | None:
    try:
        type_, _ = type_and_spec(type(record))
    except TypeError:  # it carries no plan
        return None
    return next((each.derive for each in type_.fields if attribute(each.id) == name), None)
