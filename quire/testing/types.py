"""Types of a plan as what makes records of them, out of choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from quire.runtime import structure as s
from quire.testing.arguments import argument
from quire.testing.choices import Choices
from quire.testing.computed_rules import ComputedRules
from quire.testing.contents import (
    contents,
    groups_for,
    is_of_groups,
    keeps_size,
    processing,
    refitting,
    room_for,
)
from quire.testing.decided import decided
from quire.testing.deciding import Deciding
from quire.testing.expressions import Frame, Function
from quire.testing.glances import glance
from quire.testing.like import Like, like
from quire.testing.lists import NOTHING, of_list
from quire.testing.numbers import bits, number
from quire.testing.placed import PlacedField, is_from_end
from quire.testing.runs import steps_of
from quire.testing.steps import Step
from quire.testing.stream import Refused, Stream
from quire.testing.summing import Sums
from quire.testing.telling import Telling

if TYPE_CHECKING:
    from quire.testing.maker import Maker

Make: TypeAlias = Callable[[Choices, Frame, Stream], Any]
"""Makes a value at the end of a stream."""

DEEPEST = 40
"""Records that may be around one."""

_DIGITS = 256
"""Bytes that are left in a text for numbers that are known later."""


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
        self.sums = Sums(type_, maker.compiler)
        self.deciding = Deciding(type_)
        self.computed_rules = ComputedRules(type_, self.deciding, maker.compiler, maker.enums)

    @cached_property
    def _computed(self) -> dict[str, Function]:
        """The instances that are computed, and the numbers that are looked at where they stand."""
        return {
            each.id: self._computing(each)
            for each in self.type.instances
            if each.value is not None or isinstance(each.stored, s.Number)
        }

    def _computing(self, instance: s.Field) -> Function:
        if instance.value is None:
            return glance(self, instance)
        if instance.default is None:
            return self.function(instance.value)
        return decided(self, instance, instance.default)

    @cached_property
    def _steps(self) -> list[Step]:
        return list(steps_of(self))

    @cached_property
    def _placed(self) -> list[PlacedField]:
        """The instances that stand at positions."""
        from_end = {each.id for each in self._from_end}
        return [
            PlacedField(self, each, make)
            for each in self.type.instances
            if each.pos is not None and each.id not in from_end and (make := self._instance(each))
        ]

    def _instance(self, field: s.Field) -> Make | None:
        """What makes an instance; None if nothing can."""
        try:
            return self.field(field)
        except Refused:
            return None

    @cached_property
    def _found(self) -> list[PlacedField]:
        """The records that are found from the end of the file."""
        return [PlacedField(self, each, self.field(each)) for each in self._from_end]

    @cached_property
    def _from_end(self) -> list[s.Field]:
        """Their plans."""
        values = {each.id: each.value for each in self.type.instances if each.value is not None}
        return [
            each
            for each in self.type.instances
            if isinstance(each.stored, s.Record) and is_from_end(each.pos, values)
        ]

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
        frame.update(args)
        frame["_parent"], frame["_root"] = parent, frame if root is None else root
        frame["_io"], frame["self"] = stream, frame
        frame.depth = 0 if parent is None else parent.depth + 1
        if frame.depth > DEEPEST:
            raise Refused("deep")
        frame.endian = getattr(parent, "endian", "") if self._order is None else self._order(frame)
        for each in self._steps:
            each(draw, frame, stream)
        self._leave(frame, stream)
        return frame

    def _leave(self, frame: Frame, stream: Stream) -> None:
        """What is done when all fields of a record are there, and what is left for later."""
        for late in self.deciding.late:
            if late in frame.holes:
                stream.decide(frame, late)
        for seldom in self.telling.seldom:
            if seldom in frame.holes:
                stream.open.append((frame, seldom))
        for placed in self._placed:
            placed.leave(frame)
        for found in self._found:
            stream.ends.append(found.of(frame))
        if self.sums.there_are:
            stream.last.append(lambda: self.sums.fill(frame, stream))

    # -- fields ---------------------------------------------------------------------------------

    def field(self, field: s.Field) -> Make:
        """What makes a field, with all its elements."""
        one = self._element(field)
        return one if field.repeat is None else of_list(self, field, field.repeat, one)

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
        is_number = extent.process is not None and is_of_groups(extent.process)
        is_awaited = is_number and self.telling.is_told_in(field.id)

        def apart(draw: Choices, frame: Frame, stream: Stream) -> Frame:
            stream.align()
            size = room(frame, stream)
            inner = Stream(draw, size if keeps_size(extent.process) else None)
            if process is None:
                inner.pins = stream.pins_after(stream.pos())
            inner.is_awaited = is_awaited
            made: Frame = make(draw, frame, inner)
            data = stream.finished(inner)
            inner.limit = len(data)
            if process is not None:
                data = process(data, frame)
            if inner.is_awaited:
                refitted = refitting(extent.process, self.maker.compiler, frame)
                most = groups_for(draw, frame, field.id) if is_number else len(data) + _DIGITS
                data = refitted(bytes(inner.data), most)
                inner.stands_in(stream, stream.pos(), lambda now: refitted(now, len(data)))
            if size is not None and process is not None and len(data) != size:
                raise Refused("another size")
            if end is not None and end in data:
                raise Refused("a terminator")
            stream.write(data + (end or b""))
            return made

        return apart
