"""Fields that stand at positions: numbers tell these, or follow from what is decided."""

from __future__ import annotations

from collections.abc import Mapping

from quire.runtime import structure as s
from quire.runtime.structure.expressions import names_in
from quire.testing.choices import Choices
from quire.testing.making.context import Make, TypeContext
from quire.testing.making.like import like
from quire.testing.making.steps import tried
from quire.testing.plan.expressions import Frame, Unknown
from quire.testing.stored.stream import Refused, Stream

_NOBODY_KNOWS = (Unknown, LookupError, TypeError, AttributeError, ArithmeticError)


class PlacedField:
    """What makes a field that stands at a position, after what comes before it.

    Where numbers tell the position, and are not decided yet, it goes to what is the end by then.
    Else the position has to be what it is: bytes that nothing has are put before it. Where
    something was made already, it reads as that.

    Args:
        owner: What makes its record.
        field: The field.
        make: Makes it.

    Attributes:
        is_told: Whether numbers tell where it is.
    """

    def __init__(self, owner: TypeContext, field: s.Field, make: Make) -> None:
        self._name, self._make, self._gap = field.id, make, owner.telling.gap
        self._pos = None if field.pos is None else owner.function(field.pos)
        self._is_there = None if field.condition is None else owner.function(field.condition)
        self._wanders = field.io is not None
        self._io = owner.function(field.io or "_io")
        self._tell_position = owner.telling.teller(field.id, s.Position)
        self._tell_length = owner.telling.teller(field.id, s.Length)
        self._size = (field.size or 0) if field.repeat is None else 0
        count = None if field.repeat is None else field.repeat.count
        self._count = None if count is None else owner.function(count)
        self._defaults = owner.telling.defaults(field.id)
        self.is_told = self._tell_position is not None
        self._tried = tried(self._make_at)

    def of(self, frame: Frame) -> Placed:
        """The field of a record, to be made in its stream."""
        return Placed(self, frame, self.stream(frame))

    def leave(self, frame: Frame) -> None:
        """Leave the field of a record for later, in its stream."""
        stream = self.stream(frame)
        stream.wanders |= self._wanders
        stream.later.append(self.of(frame))

    def stream(self, frame: Frame) -> Stream:
        """Where it stands; in the stream of its record, if the other one is not made yet."""
        try:
            found = self._io(frame)
        except _NOBODY_KNOWS:
            found = None
        return found if isinstance(found, Stream) else frame["_io"]

    def waits(self, frame: Frame) -> bool:
        """Whether the stream that it stands in is not made yet."""
        try:
            self._io(frame)
        except _NOBODY_KNOWS:
            return True
        return False

    def place(self, frame: Frame) -> int:
        """Where it is in the file that is followed."""
        return like(frame).place(self._name)

    def make(self, frame: Frame, stream: Stream) -> None:
        """Make it, if it is there."""
        if self._is_there is not None and not self._is_there(frame):
            return
        if self._is_nowhere(frame):
            frame[self._name] = []
            stream.open += [(frame, name) for name in self._defaults]
        elif (pos := self.position(frame, stream)) is None:
            if self.is_told:
                stream.write(self._before(frame, stream))
                self._make_at(stream.draw, frame, stream)
        elif pos >= stream.pos():
            stream.write(self._until(pos, stream))
            make = self._tried if stream.draw.is_careful else self._make_at
            make(stream.draw, frame, stream)
        elif (end := pos + self._size) > stream.pos():
            stream.write(self._until(end, stream))

    def _is_nowhere(self, frame: Frame) -> bool:
        """Whether it is a list of nothing, whose position is the default."""
        return bool(self._defaults) and self._count is not None and int(self._count(frame)) == 0

    def _make_at(self, draw: Choices, frame: Frame, stream: Stream) -> None:
        """Make it where the stream is."""
        begin = stream.pos()
        if self._tell_position is not None:
            self._tell_position(begin, frame)
        frame[self._name] = self._make(draw, frame, stream)
        self._told(frame, begin, stream.pos())

    def position(self, frame: Frame, stream: Stream) -> int | None:
        """Where it has to be; None if that is not decided yet, or nobody can tell."""
        draw = stream.draw
        draw.is_settling, before = self.is_told, draw.is_settling
        try:
            return None if self._pos is None else int(self._pos(frame))
        except _NOBODY_KNOWS:
            return None
        finally:
            draw.is_settling = before

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

    def _until(self, pos: int, stream: Stream) -> bytes:
        """The bytes that nothing has before a position.

        Raises:
            Refused: a file has no such position.
        """
        gap = pos - stream.pos()
        if gap > stream.draw.largest:
            raise Refused("far away")
        told = stream.draw.value(gap, lambda: stream.until(pos))
        return stream.draw.take(gap) if told is None else told

    def _before(self, frame: Frame, stream: Stream) -> bytes:
        """The bytes before it that nothing has, where its position is told."""
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

    def goes_to(self) -> int | None:
        """Where it has to be; None if it goes anywhere."""
        return None if self._field.is_told else self._field.position(self._frame, self._stream)

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
    """Whether a position depends on the end of a stream.

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
