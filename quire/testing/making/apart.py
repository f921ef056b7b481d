"""Records that stand in streams of their own, out of choices."""

from __future__ import annotations

from collections.abc import Callable

from quire.runtime import structure as s
from quire.testing.choices import Choices
from quire.testing.making.contents import (
    groups_for,
    is_of_groups,
    keeps_size,
    processing,
    refitting,
    room_for,
)
from quire.testing.making.context import Make, TypeContext
from quire.testing.plan.expressions import Frame
from quire.testing.stored.stream import Refused, Stream

_DIGITS = 256
"""Bytes that are left in a text for numbers that are known later."""


def apart(owner: TypeContext, field: s.Field, extent: s.Extent, make: Make) -> Make:
    """What makes a record in a stream of its own."""
    room, store = room_for(owner, field, extent), _storing(owner, field, extent)
    is_number = extent.process is not None and is_of_groups(extent.process)
    is_of_size = keeps_size(extent.process)
    is_awaited = is_number and owner.telling.is_told_in(field.id)
    is_plain = extent.process is None and (extent.terminator is None or extent.size is not None)

    def one(draw: Choices, frame: Frame, stream: Stream) -> Frame:
        if stream.bits_left:
            stream.align()
        size = room(frame, stream)
        inner = Stream(draw, size if is_of_size else None)
        if extent.process is None and stream.pins:
            inner.pins = stream.pins_after(stream.pos())
        if is_awaited:
            inner.is_awaited = True
        made: Frame = make(draw, frame, inner)
        data = stream.finished(inner)
        if inner.limit is None:
            inner.bound(len(data))
        if not is_plain or inner.is_awaited:
            data = store(draw, frame, stream, inner, size)
        stream.write(data)
        return made

    return one


def _storing(
    owner: TypeContext, field: s.Field, extent: s.Extent
) -> Callable[[Choices, Frame, Stream, Stream, int | None], bytes]:
    """What tells the bytes that are stored of a stream, which are not just its own."""
    process = processing(extent.process, owner.maker.compiler)
    end = extent.terminator if extent.size is None else None
    is_number = extent.process is not None and is_of_groups(extent.process)

    def store(
        draw: Choices, frame: Frame, stream: Stream, inner: Stream, size: int | None
    ) -> bytes:
        data = bytes(inner.data)
        if process is not None:
            data = process(data, frame)
        if inner.is_awaited:
            refitted = refitting(extent.process, owner.maker.compiler, frame)
            most = groups_for(draw, frame, field.id) if is_number else len(data) + _DIGITS
            data = refitted(bytes(inner.data), most)
            inner.stands_in(stream, stream.pos(), lambda now: refitted(now, len(data)))
        if size is not None and process is not None and len(data) != size:
            raise Refused("another size")
        if end is not None and end in data:
            raise Refused("a terminator")
        return data + (end or b"")

    return store
