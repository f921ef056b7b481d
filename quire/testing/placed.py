"""Fields that stand at positions, which numbers tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from quire.runtime import structure as s
from quire.runtime.structure.expressions import names_in
from quire.testing.expressions import Frame, Unknown
from quire.testing.like import like
from quire.testing.stream import Stream

if TYPE_CHECKING:
    from quire.testing.types import Make, TypeMaker


class PlacedField:
    """What makes a field that stands at a position, after what comes before it.

    Args:
        owner: What makes its record.
        field: The field.
        make: Makes it.
    """

    def __init__(self, owner: TypeMaker, field: s.Field, make: Make) -> None:
        self._name, self._make, self._gap = field.id, make, owner.telling.gap
        self._is_there = None if field.condition is None else owner.function(field.condition)
        self._io = owner.function(field.io or "_io")
        self._tell_position = owner.telling.teller(field.id, s.Position)
        self._tell_length = owner.telling.teller(field.id, s.Length)

    def of(self, frame: Frame) -> Placed:
        """The field of a record, to be made in its stream."""
        return Placed(self, frame, self.stream(frame))

    def stream(self, frame: Frame) -> Stream:
        """Where it stands; in the stream of its record, if the other one is not made yet."""
        try:
            found = self._io(frame)
        except Unknown:
            found = None
        return found if isinstance(found, Stream) else frame["_io"]

    def waits(self, frame: Frame) -> bool:
        """Whether the stream that it stands in is not made yet."""
        try:
            self._io(frame)
        except Unknown:
            return True
        return False

    def place(self, frame: Frame) -> int:
        """Where it is in the file that is followed."""
        return like(frame).place(self._name)

    def make(self, frame: Frame, stream: Stream) -> None:
        """Make it, if it is there."""
        if self._is_there is not None and not self._is_there(frame):
            return
        stream.write(self._before(frame, stream))
        begin = stream.pos()
        if self._tell_position is not None:
            self._tell_position(begin, frame)
        frame[self._name] = self._make(stream.draw, frame, stream)
        self._told(frame, begin, stream.pos())

    def make_last(self, frame: Frame, stream: Stream) -> None:
        """Make it, if it is there, after all that it leads to."""
        if self._is_there is not None and not self._is_there(frame):
            return
        part = Stream(stream.draw)
        part.like = stream.like
        frame[self._name] = self._make(stream.draw, frame, part)
        led, stream.later = stream.later, []
        for each in led:
            each.last()
        stream.write(self._before(frame, stream))
        begin = stream.pos()
        if self._tell_position is not None:
            self._tell_position(begin, frame)
        stream.append(part)
        self._told(frame, begin, stream.pos())

    def _told(self, frame: Frame, begin: int, end: int) -> None:
        """Where it stands, which is known now."""
        frame.spans[self._name] = begin, end
        if self._tell_length is not None:
            self._tell_length(end - begin, frame)

    def _before(self, frame: Frame, stream: Stream) -> bytes:
        """The bytes before it that nothing has."""
        told = stream.draw.value(None, lambda: stream.until(self.place(frame)))
        if told is not None:
            return told
        return stream.draw.take(self._gap(self._name, stream.pos(), frame))


class Placed:
    """A field that stands at a position and is made later.

    Args:
        field: What makes it.
        frame: The record.
        stream: Where it goes.
    """

    def __init__(self, field: PlacedField, frame: Frame, stream: Stream) -> None:
        self._field, self._frame, self._stream = field, frame, stream

    def place(self) -> int:
        """Where it is in the file that is followed."""
        return self._field.place(self._frame)

    def waits(self) -> bool:
        """Whether the stream that it goes to is not there yet."""
        return self._field.waits(self._frame)

    def move(self, stream: Stream) -> bool:
        """Go to a stream that was not there before, if it is the one that the position is of."""
        if self._stream is stream or self._field.stream(self._frame) is not stream:
            return False
        self._stream = stream
        return True

    def __call__(self) -> None:
        """Make it."""
        self._field.make(self._frame, self._stream)

    def last(self) -> None:
        """Make it after all that it leads to."""
        self._field.make_last(self._frame, self._stream)


def is_from_end(expr: s.Expr | None, values: Mapping[str, s.Expr]) -> bool:
    """Whether a position goes by the end of a stream.

    Args:
        expr: The position.
        values: The computed instances of the record.
    """
    seen, pending = set[str](), [expr]
    while pending:
        each = pending.pop()
        if _asks_for_end(each):
            return True
        names = {path[0] for path in names_in(each)} - seen
        seen |= names
        pending += [values[name] for name in names if name in values]
    return False


def _asks_for_end(expr: s.Expr | None) -> bool:
    if not isinstance(expr, tuple):
        return False
    is_end = expr[0] == "last_index_of" or expr == ("size", "_io")
    return is_end or any(_asks_for_end(part) for part in expr[1:])
