"""Types of a plan as what makes records of them, out of choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from quire.runtime import structure as s
from quire.testing.arguments import argument
from quire.testing.choices import LARGEST, Choices
from quire.testing.computed_rules import ComputedRules
from quire.testing.contents import contents, keeps_size, processing, room_for
from quire.testing.deciding import Deciding
from quire.testing.expressions import Frame, Function
from quire.testing.glances import glance
from quire.testing.like import Like, like
from quire.testing.numbers import Later, bits, number
from quire.testing.stream import Refused, Stream
from quire.testing.summing import Sums
from quire.testing.telling import Telling

if TYPE_CHECKING:
    from quire.testing.maker import Maker

Make: TypeAlias = Callable[[Choices, Frame, Stream], Any]
"""Makes a value at the end of a stream."""

DEEPEST = 40
"""Records that may be around one."""

TRIES = 4
"""How often a field is made; what came before it may be why it cannot be."""

MOST = 4096
"""Elements that a list may have."""

NOTHING: Mapping[str, Any] = MappingProxyType({})


class TypeMaker:
    """Makes records of one type.

    Args:
        maker: What makes those of its spec.
        type_: Its plan.
    """

    def __init__(self, maker: Maker, type_: s.Type) -> None:
        self.maker, self.type = maker, type_
        self.function: Callable[[s.Expr], Function] = maker.compiler.function
        self.telling = Telling(type_, maker.compiler)
        self._sums = Sums(type_, maker.compiler)
        self.deciding = Deciding(type_)
        self.computed_rules = ComputedRules(type_, self.deciding, maker.compiler, maker.enums)

    @cached_property
    def _computed(self) -> dict[str, Function]:
        """The instances that are computed, and the numbers that are looked at where they stand."""
        return {
            each.id: self.function(each.value) if each.value is not None else glance(self, each)
            for each in self.type.instances
            if each.value is not None or isinstance(each.stored, s.Number)
        }

    @cached_property
    def _fields(self) -> list[tuple[s.Field, Make]]:
        return [(field, self._field(field)) for field in self.type.fields]

    @cached_property
    def _placed(self) -> list[tuple[s.Field, Make]]:
        """The instances whose positions fields tell."""
        told = {edge.of for edge in self.type.edges if isinstance(edge, s.Position)}
        return [(each, self._field(each)) for each in self.type.instances if each.id in told]

    @cached_property
    def _order(self) -> Callable[[Frame], str] | None:
        """What chooses the byte order, if it is chosen."""
        if not isinstance(self.type.endian, s.Choice):
            return None
        on = self.function(self.type.endian.on)
        cases = [
            (None if key is None else self.function(key), order)
            for key, order in self.type.endian.cases
        ]

        def order(frame: Frame) -> str:
            value = on(frame)
            for key, name in cases:
                if key is None or key(frame) == value:
                    return name
            raise Refused("no byte order")

        return order

    def params(self, draw: Choices) -> dict[str, Any]:
        """Values of the parameters, for a record that stands alone.

        Raises:
            Refused: one of them is a record, or a list.
        """
        mined = self.maker.mined
        return {
            param.id: argument(
                draw,
                param,
                mined.constants.get(param.id, set()),
                self._members(param),
                is_measure=param.id in mined.measures,
            )
            for param in self.type.params
        }

    def _members(self, param: s.Param) -> frozenset[int]:
        """The numbers of the enum of a parameter, if it has one."""
        kind, _, enum = param.type.partition(" ")
        return self.maker.members(enum) if kind == "enum" else frozenset()

    # -- records --------------------------------------------------------------------------------

    def make(
        self,
        draw: Choices,
        stream: Stream,
        parent: Any,
        root: Any,
        args: dict[str, Any],
        wanted: Mapping[str, Any] = NOTHING,
        name: str = "",
        made_like: Like | None = None,
    ) -> Frame:
        """Make a record at the end of a stream.

        Args:
            draw: What decides.
            stream: Where it goes.
            parent: The record around it.
            root: The outermost one.
            args: Its parameters.
            wanted: Values that fields have to have.
            name: The field of the record around it that it is alone: that is known from now on.
            made_like: The record of a file that it is made like.

        Raises:
            Refused: the choices lead to none.
        """
        frame = Frame(self._computed)
        frame.wanted = wanted
        if made_like is not None:
            frame.like = made_like
            stream.like = stream.like or made_like.window
        if name:
            parent[name] = frame
        frame.update(args, _parent=parent, _root=frame if root is None else root)
        frame.update(_io=stream, self=frame)
        frame.depth = 0 if parent is None else parent.depth + 1
        if frame.depth > DEEPEST:
            raise Refused("deep")
        frame.endian = getattr(parent, "endian", "") if self._order is None else self._order(frame)
        for field, make in self._fields:
            self._tried(field, make, draw, frame, stream)
        for late in self.deciding.late:
            if late in frame.holes:
                _ = frame[late]  # which fills it in
        for placed, one in self._placed:
            stream.later.append(_Placed(self, placed, one, frame, stream))
        if self._sums.there_are:
            stream.last.append(lambda: self._sums.fill(frame, stream))
        return frame

    def _tried(
        self, field: s.Field, make: Make, draw: Choices, frame: Frame, stream: Stream
    ) -> None:
        """Make a field; other choices are tried where some lead nowhere."""
        if field.contents is not None and field.repeat is None:  # of which there is one choice
            self._once(field, make, draw, frame, stream)
            return
        before, known, holes = stream.state(), frame.copy(), frame.holes.copy()
        for left in reversed(range(TRIES)):
            drawn = len(draw.made)
            try:
                self._once(field, make, draw, frame, stream)
            except Refused:
                if not left or len(draw.made) == drawn or not draw.again():
                    raise
                stream.restore(before)
                frame.clear()
                frame.update(known)
                frame.holes = dict(holes)
                continue
            return

    def _once(
        self, field: s.Field, make: Make, draw: Choices, frame: Frame, stream: Stream
    ) -> None:
        begin = stream.pos()
        make(draw, frame, stream)
        end = stream.pos()
        self.telling.tell(field.id, s.Length, end - begin, frame)
        if not self.computed_rules.hold(field.id, frame):
            raise Refused("a rule of what is computed")
        frame.spans[field.id] = begin, end

    # -- fields ---------------------------------------------------------------------------------

    def _field(self, field: s.Field) -> Make:
        """What makes a field, with all its elements."""
        one = self._element(field)
        whole = one if field.repeat is None else self._list(field, field.repeat, one)
        condition = None if field.condition is None else self.function(field.condition)

        def make(draw: Choices, frame: Frame, stream: Stream) -> None:
            if condition is not None and not condition(frame):
                return
            try:
                frame[field.id] = whole(draw, frame, stream)
            except Later:
                return

        return make

    def _list(self, field: s.Field, repeat: s.Repeat, one: Make) -> Make:
        count = None if repeat.count is None else self.function(repeat.count)
        until = None if repeat.until is None else self.function(repeat.until)
        searched = self.maker.mined.searched.get(field.id, [])
        wholes = [each for each in self.maker.joined if each.items == field.id]
        has_end = isinstance(repeat.until, tuple) and repeat.until[0] == "or"  # or all bytes

        def is_whole(made: list[Any], number: int, frame: Frame, stream: Stream) -> bool:
            if until is not None:
                frame["_"] = made[-1] if made else None
                stream.goes_on = (
                    has_end
                    and bool(made)
                    and not stream.draw.has_values
                    and stream.draw.byte() < 0xFF
                )
                return bool(made) and bool(until(frame))
            if count is None and stream.limit is not None:
                return stream.eof()
            return len(made) >= number

        def some(draw: Choices, frame: Frame) -> int:
            told = draw.count(lambda: like(frame).count(field.id))
            return draw.few(16) + len(searched) if told is None else told

        def make(draw: Choices, frame: Frame, stream: Stream) -> list[Any]:
            made: list[Any] = []
            number = some(draw, frame) if count is None else int(count(frame))
            most = max(MOST, draw.largest - LARGEST)
            if number > most:
                raise Refused("many")
            frame[field.id] = made
            while not is_whole(made, number, frame, stream):
                frame["_index"] = len(made)
                frame.of_next = searched[len(made)] if len(made) < len(searched) else NOTHING
                for whole in wholes:
                    frame.of_next = whole.wanted(frame) or frame.of_next
                stream.goes_on = len(made) + 1 < len(searched)
                made.append(draw.together(lambda: one(draw, frame, stream)))
                if len(made) > most:
                    raise Refused("many")
            return made

        return make

    def _element(self, field: s.Field) -> Make:
        """What makes one value of a field."""
        if (fixed := field.contents) is not None:

            def constant(_: Choices, __: Frame, stream: Stream) -> bytes:
                stream.write(fixed)
                return fixed

            return constant
        if field.stored is None:
            raise Refused(f"`{field.id}` is put together of several fields")
        return self._stored(field, field.stored)

    def _stored(self, field: s.Field, stored: s.Stored) -> Make:
        if isinstance(stored, s.Number):
            return number(self, field, stored)
        if isinstance(stored, s.Bits):
            return bits(self, field, stored)
        if isinstance(stored, s.Bytes):
            return contents(self, field, stored.extent)
        if isinstance(stored, s.Text):
            return contents(self, field, stored.extent, stored.encoding)
        if isinstance(stored, s.Record):
            return self._record(field, stored)
        return self._switch(field, stored)

    def _switch(self, field: s.Field, stored: s.Switch) -> Make:
        on = self.function(stored.on)
        cases = [
            (
                None if case.key is None else self.function(case.key),
                self._stored(field, case.stored),
            )
            for case in stored.cases
        ]

        def make(draw: Choices, frame: Frame, stream: Stream) -> Any:
            value = on(frame)
            for key, one in cases:
                if key is None or key(frame) == value:
                    return one(draw, frame, stream)
            return None

        return make

    def _record(self, field: s.Field, stored: s.Record) -> Make:
        if stored.opaque:
            raise Refused(f"`{stored.path}` is somebody else's class")
        args = [(name, self.function(arg)) for name, arg in stored.args]
        parent = None if stored.parent is None else self.function(stored.parent)
        alone = field.id if field.repeat is None and not (parent or stored.orphan) else ""

        def make(draw: Choices, frame: Frame, stream: Stream) -> Frame:
            wanted, frame.of_next = frame.of_next, NOTHING
            given = {name: arg(frame) for name, arg in args}
            holder = parent(frame) if parent else (None if stored.orphan else frame)
            root = None if stored.foreign else frame["_root"]
            made_like = frame.like and like(frame).inner(field.id, frame)
            return self.maker.type(stored.path).make(
                draw, stream, holder, root, given, wanted, alone, made_like
            )

        return make if stored.extent is None else self._apart(field, stored.extent, make)

    def _apart(self, field: s.Field, extent: s.Extent, make: Make) -> Make:
        """What makes a record in a stream of its own."""
        room = room_for(self, field, extent)
        process = processing(extent.process, self.maker.compiler)
        end = extent.terminator if extent.size is None else None

        def apart(draw: Choices, frame: Frame, stream: Stream) -> Frame:
            stream.align()
            size = room(frame, stream)
            inner = Stream(draw, size if keeps_size(extent.process) else None)
            if process is None:
                inner.pins = stream.pins_after(stream.pos())
            made: Frame = make(draw, frame, inner)
            data = inner.finish()
            inner.limit = len(data)
            if process is not None:
                data = process(data, frame)
                if size is not None and len(data) != size:
                    raise Refused("another size")
            if end is not None and end in data:
                raise Refused("a terminator")
            stream.write(data + (end or b""))
            return made

        return apart


class _Placed:
    """A field that stands at a position, behind what comes before it.

    Args:
        owner: What makes its record.
        field: The field.
        make: Makes it.
        frame: The record.
        stream: Where it goes.
    """

    def __init__(
        self, owner: TypeMaker, field: s.Field, make: Make, frame: Frame, stream: Stream
    ) -> None:
        self._owner, self._field, self._make = owner, field, make
        self._frame, self._stream = frame, stream

    def place(self) -> int:
        """Where it is in the file that is followed."""
        return like(self._frame).place(self._field.id)

    def __call__(self) -> None:
        """Make it."""
        field, frame, stream = self._field, self._frame, self._stream
        condition, telling = field.condition, self._owner.telling
        if condition is not None and not self._owner.function(condition)(frame):
            return
        stream.write(self._before())
        begin = stream.pos()
        telling.tell(field.id, s.Position, begin, frame)
        self._make(stream.draw, frame, stream)
        telling.tell(field.id, s.Length, stream.pos() - begin, frame)

    def _before(self) -> bytes:
        """The bytes before it that nothing has."""
        stream = self._stream
        told = stream.draw.value(None, lambda: stream.until(self.place()))
        if told is not None:
            return told
        return stream.draw.take(self._owner.telling.gap(self._field.id, stream.pos(), self._frame))
