"""Step 2, equations: which bits a number may have."""

from __future__ import annotations

from collections.abc import Callable

from quire.generator.types import model as m
from quire.generator.types.fold import fold

_WIDEST = 64
"""No shift by more tells anything of a number."""

Bits = Callable[[m.Expr], "int | None"]
"""The bits that an expression may have, all others being 0; None if it may be below zero."""


def bits_by(of_field: Callable[[m.Get], int | None]) -> Bits:
    """What tells the bits of expressions, by those of fields."""

    def bits(expr: m.Expr) -> int | None:
        if isinstance(expr, m.Get):
            return of_field(expr)
        if (number := fold(expr)) is not None:
            return number if number >= 0 else None
        return _of_op(expr, bits) if isinstance(expr, m.Op) else None

    return bits


def _of_op(expr: m.Op, bits: Bits) -> int | None:
    if expr.name == "bit_and":
        return _both(expr.args, bits)
    first = bits(expr.args[0])
    if first is None or len(expr.args) != 2:
        return None
    if expr.name in ("bit_or", "bit_xor", "add"):
        second = bits(expr.args[1])
        is_sum = expr.name == "add" and second is not None and first & second
        return None if second is None or is_sum else first | second
    number = shift_of(expr)
    if number is None:
        return None
    return first >> number if expr.name == "bit_shr" else first << number


def _both(args: tuple[m.Expr, ...], bits: Bits) -> int | None:
    """The bits of two numbers that both have: of a constant below zero (`~3`) all but some."""
    numbers = [bits(arg) if (number := fold(arg)) is None else number for arg in args]
    found = -1
    for number in numbers:
        found &= -1 if number is None else number
    return found if found >= 0 else None


def shift_of(expr: m.Op) -> int | None:
    """By how many bits an operator shifts its first operand: `x << 3`, `x * 8`, `x >> 3`."""
    number = fold(expr.args[1])
    if number is None:
        return None
    if expr.name == "mul":
        number = number.bit_length() - 1 if number > 0 and not number & (number - 1) else None
    elif expr.name not in ("bit_shl", "bit_shr"):
        return None
    return number if number is not None and 0 <= number < _WIDEST else None


def span_of(bits: int) -> tuple[int, int]:
    """The lowest bit, and that above the highest one."""
    return max((bits & -bits).bit_length() - 1, 0), bits.bit_length()
