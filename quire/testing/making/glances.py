"""Numbers that are looked at where they stand: bytes of fields, before or after those are made."""

from __future__ import annotations

from quire.runtime import structure as s
from quire.testing.making.context import TypeContext
from quire.testing.making.numbers import chooser
from quire.testing.plan.expressions import Frame, Function, Unknown
from quire.testing.stored.scalars import Scalar


def glance(owner: TypeContext, field: s.Field) -> Function:
    """What an instance at a position is: read where bytes are, else decided for those that come."""
    if field.pos is None or field.repeat is not None or not isinstance(field.stored, s.Number):
        return _nobody_knows(field.id)
    scalar = Scalar(field.stored)
    condition = None if field.condition is None else owner.function(field.condition)
    pos = owner.function(field.pos)
    io = owner.function(field.io or "_io")
    choose = chooser(owner, field, field.stored)

    def look(frame: Frame) -> int | float | None:
        if condition is not None and not condition(frame):
            return None
        stream, at = io(frame), pos(frame)
        if at < 0:
            raise Unknown(field.id)
        if known := stream.known(at, scalar.size):
            return scalar.unpack(known, frame)
        if at < stream.pos():
            raise Unknown(field.id)
        value = choose(stream.draw, frame)
        stream.pins[at] = scalar.pack(value, frame)
        return value

    return look


def _nobody_knows(name: str) -> Function:
    def unknown(_: Frame) -> None:
        raise Unknown(name)

    return unknown
