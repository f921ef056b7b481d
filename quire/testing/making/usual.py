"""What a field usually is: `-usual`, else its `-default`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from quire.runtime import structure as s
from quire.testing.choices import Choices
from quire.testing.making.context import TypeContext
from quire.testing.plan.expressions import Frame, Function, Unknown

Usual = Callable[[Choices, Frame], Any]
"""Chooses what a field usually is, or None."""

UNUSUAL: Usual = lambda _, __: None  # noqa: E731  # it is one of these
"""Of fields of which nothing is said."""

MOSTLY = 0xFF
"""Of 256 files, so many have what is usual; of the others a half has it, too."""

_NOT_KNOWN = (Unknown, TypeError, LookupError, ArithmeticError)


def usual(owner: TypeContext, field: s.Field) -> Usual:
    """What chooses one of the values that a field usually has; None where it shall be another."""
    if (values := always_usual(owner, field)) is not None:
        return _one_of(values)
    if field.usual is not None:
        several = owner.function(field.usual)
    elif field.derive is not None and not isinstance(field.stored, s.Number | s.Bits):
        follows = owner.function(field.derive)
        return lambda _, frame: _known(follows, frame)
    elif field.default is not None and field.id not in owner.maker.mined.told:
        default = owner.function(field.default)

        def several(frame: Frame) -> list[Any]:
            return [default(frame)]
    else:
        return UNUSUAL

    def one(draw: Choices, frame: Frame) -> Any:
        if is_unusual(draw):
            return None
        try:
            return draw.one_of(several(frame))
        except _NOT_KNOWN:
            return None

    return one


def always_usual(owner: TypeContext, field: s.Field) -> Sequence[Any] | None:
    """The values that a field usually has, if these are the same in all records."""
    constants = owner.maker.compiler.constants
    if field.usual is not None:
        found = constants([field.usual])
        return None if found is None else list(found[0])
    is_derived = field.derive is not None and not isinstance(field.stored, s.Number | s.Bits)
    if is_derived or field.default is None or field.id in owner.maker.mined.told:
        return None
    return constants([field.default])


def _one_of(values: Sequence[Any]) -> Usual:
    def one(draw: Choices, _: Frame) -> Any:
        if draw.byte() >= MOSTLY and draw.byte() >= 0x80:  # as `is_unusual`
            return None
        return values[0] if len(values) == 1 else draw.one_of(values)

    return one


def is_unusual(draw: Choices) -> bool:
    """Whether something is not as usual: one of 512."""
    return draw.byte() >= MOSTLY and draw.byte() >= 0x80


def _known(function: Function, frame: Frame) -> Any:
    """What an expression is, if that can be told."""
    try:
        return function(frame)
    except _NOT_KNOWN:
        return None
