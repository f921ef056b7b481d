"""Stage 4: integers that are constant, though written as expressions."""

from __future__ import annotations

import operator
from collections.abc import Callable

from quire.generator.types.model import Const, Expr, Op
from quire.runtime.values.numbers import shift_left

_FOLDS: dict[str, Callable[..., int]] = {
    "neg": operator.neg,
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "pos": operator.pos,
    "invert": operator.invert,
    "bit_shl": shift_left,
    "bit_shr": operator.rshift,
    "bit_or": operator.or_,
    "bit_and": operator.and_,
    "bit_xor": operator.xor,
}


def fold(expr: Expr) -> int | None:
    """The value of an expression that is made of integers alone; None if it is not constant."""
    if isinstance(expr, Const):
        return expr.value if isinstance(expr.value, int) else None
    if not isinstance(expr, Op) or expr.name not in _FOLDS:
        return None
    args = [fold(arg) for arg in expr.args]
    try:
        return None if None in args else _FOLDS[expr.name](*args)
    except (ValueError, ArithmeticError):
        return None
