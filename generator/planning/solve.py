"""Step 2, equations: the field that a size or a count goes by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quire.generator import model as m
from quire.generator.fold import fold


@dataclass(frozen=True, slots=True)
class Solution:
    """What a field is: `undo` are the steps that lead to it from the value of the expression.

    Each step is `add`, `subtract`, `divide` (without remainder) or `from` (the number less the
    value), with a number.
    """

    field: str
    undo: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Unsolved:
    """Why an expression does not tell what its fields are."""

    fields: tuple[str, ...]
    reason: str


def solve(expr: m.Expr) -> Solution | Unsolved | None:
    """The own field of a record that an expression goes by; None if it names none."""
    names = tuple(dict.fromkeys(_own_fields(expr)))
    if not names:
        return None
    if len(names) > 1:
        return Unsolved(names, "it goes by several fields")
    found = _solve(expr)
    return found if isinstance(found, Solution) else Unsolved(names, found)


def _solve(expr: m.Expr) -> Solution | str:
    """The solution for the one field of an expression, or why there is none."""
    if (name := own_field(expr)) is not None:
        return Solution(name)
    if not isinstance(expr, m.Op):
        return "it is more than a sum or a product"
    if expr.name in ("neg", "pos"):
        return _after(expr.args[0], ("from", 0) if expr.name == "neg" else ("add", 0))
    if expr.name not in ("add", "sub", "mul", "bit_shl"):
        return "its operators cannot be undone"
    left, right = expr.args
    number = fold(right)
    if number is None:
        number = fold(left)
        if number is None or expr.name == "bit_shl":
            return "it goes by more than numbers and a field"
        steps = {"add": ("subtract", number), "sub": ("from", number), "mul": ("divide", number)}
        return _after(right, steps[expr.name])
    factor = 1 << number if expr.name == "bit_shl" and 0 <= number < 64 else number
    step = {"add": "subtract", "sub": "add"}.get(expr.name, "divide")
    return _after(left, (step, factor))


def _after(expr: m.Expr, step: tuple[str, int]) -> Solution | str:
    """The solution for an expression, behind a first step."""
    word, number = step
    if step == ("divide", 0):
        return "it is always 0"
    if word in ("add", "subtract") and number < 0:
        return _after(expr, ("subtract" if word == "add" else "add", -number))
    found = _solve(expr)
    trivial = step in (("add", 0), ("subtract", 0), ("divide", 1))
    if isinstance(found, str) or trivial:
        return found
    return Solution(found.field, (step, *found.undo))


def own_field(expr: m.Expr | None) -> str | None:
    """The name of the record's own field that an expression is, and nothing else."""
    if isinstance(expr, m.Get) and isinstance(expr.of, m.Local) and expr.of.name == "self":
        return expr.name
    return None


def _own_fields(expr: m.Expr) -> Iterator[str]:
    if (name := own_field(expr)) is not None:
        yield name
    for part in m.parts_of(expr):
        yield from _own_fields(part)
