"""Step 2, equations: the vocabulary of what they tell."""

from __future__ import annotations

from quire.generator.types import model as m
from quire.runtime.frozen import Frozen

Place = tuple[str, ...]
"""The names that lead to a field, from the record on: `("self", "header", "count")`."""

Step = tuple[str, m.Expr]
"""A word of `Solution`, with its operand."""


class Solution(Frozen):
    """What a field is: `undo` are the steps that lead to it from the value of the expression.

    Each step is a word with a number or an expression of other fields:

    - `add`, `subtract`, `multiply`, `divide` (without remainder);
    - `from`: the number less the value;
    - `exponent`: by how much the number is shifted to be the value;
    - `part`, with two numbers: the bits of the value from one on, up to the other; -1 is all above;
    - `bits`, with a mask, a number and what is there now: that, with the value as those bits of it
      that the mask has when it is shifted by the number;
    - `whole`, with a divisor and what is there now: what divided and rounded down is the value;
    - `digits`, at last, of a text that is a number: their base, and how many there are.

    Where `unless` holds, the field tells that the number stands elsewhere, and is left alone.
    """

    field: m.Get
    undo: tuple[Step, ...] = ()
    unless: m.Expr | None = None


def is_exact(undo: tuple[Step, ...]) -> bool:
    """Whether a field is all of a number, and the only one that gives it."""
    return not any(word in ("bits", "part", "whole") for word, _ in undo)


class Unsolved(Frozen):
    """Why an expression does not tell what its fields are."""

    fields: tuple[m.Get, ...]
    reason: str


def place_of(expr: m.Expr) -> Place | None:
    """The names that lead to a field: `("self", "header", "count")`."""
    if isinstance(expr, m.Local):
        return (expr.name,)
    within = place_of(expr.of) if isinstance(expr, m.Get) else None
    return (*within, expr.name) if isinstance(expr, m.Get) and within is not None else None


def operands(step: Step) -> tuple[m.Expr, ...]:
    """The operands of a step that has several."""
    return step[1].items if isinstance(step[1], m.ListOf) else (step[1],)
