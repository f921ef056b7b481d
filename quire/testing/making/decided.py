"""Computed values that somebody decides who builds a file: those with a default."""

from __future__ import annotations

from quire.runtime import structure as s
from quire.testing.making.context import TypeContext
from quire.testing.making.like import like
from quire.testing.plan.expressions import Frame, Function, Unknown

_MOSTLY = 0xC0
"""Of 256 files, so many have the default."""

_NOT_KNOWN = (Unknown, TypeError, LookupError, ArithmeticError)


def decided(owner: TypeContext, instance: s.Field, default: s.Expr) -> Function:
    """What decides a computed value as soon as somebody asks: its fields have to come out so.

    It is the default, if that can be told already; else a number near those that it is compared
    with.
    """
    usual, name = owner.function(default), instance.id
    known = owner.maker.mined.constants.get(name, ())
    numbers = sorted({each + by for each in known if type(each) is int for by in (-1, 0, 1)})

    def stored(frame: Frame) -> bytes:
        return int(like(frame).scan[name]).to_bytes(8, "big", signed=True)

    def decide(frame: Frame) -> object:
        draw = frame["_io"].draw
        told = draw.value(8, lambda: stored(frame))
        if told is not None:
            value: object = int.from_bytes(told, "big", signed=True)
        elif numbers and draw.byte() >= _MOSTLY:
            value = draw.one_of(numbers)
        else:
            try:
                value = usual(frame)
            except _NOT_KNOWN:
                value = 0
        frame[name] = value
        return value

    return decide
