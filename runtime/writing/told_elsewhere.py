"""Sizes and numbers of elements that follow from other fields, and not these from them.

What tells them has to be changed as well; padding may be filled by a writer, if the spec says how.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from quire.runtime import structure as s
from quire.runtime.errors import FormatError
from quire.runtime.paths import attribute
from quire.runtime.structure.lookup import type_and_spec


def told_elsewhere(record: Any, error: FormatError) -> FormatError:
    """The error of a field of a wrong size or number, with what it is computed from."""
    if type(error) is not FormatError or error.located:
        return error
    key = "size" if is_size(error) else "repeat-expr" if is_number(error) else ""
    try:
        type_, _ = type_and_spec(type(record))
    except TypeError:  # it carries no plan
        return error
    for field in (*type_.fields, *type_.instances):
        if key and attribute(field.id) == error.path and (advice := _advice(key, field, type_)):
            error.expected = f"{error.expected} ({advice})"
    return error


def is_size(error: FormatError) -> bool:
    """Whether an error is that of bytes of another number."""
    return all(re.fullmatch(r"\d+ bytes", str(text)) for text in (error.expected, error.found))


def is_number(error: FormatError) -> bool:
    """Whether an error is that of elements of another number."""
    return re.fullmatch(r"\d+ elements", str(error.expected)) is not None


def _advice(key: str, field: s.Field, type_: s.Type) -> str:
    """What to do about a size, or a number of elements; "" if nothing tells it."""
    number = None if field.repeat is None else field.repeat.count
    expr = _size_of(field.stored) if key == "size" else number
    if not isinstance(expr, tuple | str) or not any(s.names_in(expr)):
        return ""
    if key == "size" and isinstance(field.stored, s.Bytes | s.Text) and expr[0] == "mod":
        return "if it is padding, `-fill: 0` in the spec or an overlay has a writer fill it"
    return f"`{key}` is `{with_values(expr, type_)}`: change both alike"


def with_values(expr: s.Expr, type_: s.Type) -> str:
    """An expression; if it is an instance, with what that is computed of: `size = count * 2`."""
    return " = ".join(map(s.expression_text, _computed(expr, type_)))


def _computed(expr: s.Expr, type_: s.Type) -> Iterator[s.Expr]:
    """An expression, and what the instance is computed of that it is, and so on."""
    values = {each.id: each.value for each in type_.instances}
    for _ in range(len(values) + 1):
        yield expr
        value = values.get(expr) if isinstance(expr, str) else None
        if value is None:
            return
        expr = value


def _size_of(stored: s.Stored | None) -> s.Expr | None:
    if isinstance(stored, s.Switch):
        sizes = {_size_of(case.stored) for case in stored.cases}
        return sizes.pop() if len(sizes) == 1 else None
    if not isinstance(stored, s.Bytes | s.Text | s.Record) or stored.extent is None:
        return None
    return stored.extent.size
