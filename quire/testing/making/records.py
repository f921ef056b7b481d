"""Types of a plan as what makes records of them, out of choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property, partial
from typing import Any

from quire.runtime import structure as s
from quire.testing.choices import Choices
from quire.testing.making.apart import apart
from quire.testing.making.arguments import argument
from quire.testing.making.contents import contents
from quire.testing.making.context import Make, SpecContext, TypeContext
from quire.testing.making.decided import decided
from quire.testing.making.glances import glance
from quire.testing.making.like import Like, like
from quire.testing.making.lists import NOTHING, of_list
from quire.testing.making.numbers import bits, number
from quire.testing.making.placed import PlacedField, is_from_end
from quire.testing.making.runs import steps_of
from quire.testing.making.steps import Step, Ways, ways
from quire.testing.making.summing import Sums
from quire.testing.plan.cases import case_of
from quire.testing.plan.expressions import Frame, Function, frames_of
from quire.testing.plan.settled import Settled, remembering
from quire.testing.stored.stream import Refused, Stream

DEEPEST = 40
"""Records that may be around one."""

_NOT_SEEN = 32
"""Files that are taken to have gone well before the first."""


class TypeMaker(TypeContext):
    """Makes records of one type.

    Args:
        maker: The spec that it is in.
        type_: Its plan.
        others: Gives what makes another type.

    Attributes:
        count_begun: How many files of it were begun without care,
        count_refused: and how many of these had to be begun again.
    """

    def __init__(
        self, maker: SpecContext, type_: s.Type, others: Callable[[str], TypeMaker]
    ) -> None:
        super().__init__(maker, type_)
        self.count_begun, self.count_refused = _NOT_SEEN, 0
        self._others = others
        self._settled = Settled(type_)

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
        if instance.default is not None:
            return decided(self, instance, instance.default)
        function = self.function(instance.value)
        if self._settled.is_settled(instance.id):
            return remembering(instance.id, function)
        return function

    @cached_property
    def _frames(self) -> type[Frame]:
        """The class of its records."""
        return frames_of(self._computed)

    @cached_property
    def _steps(self) -> list[Step]:
        """What makes the fields of a record, and then leaves the rest of it for later."""
        return [once for once, _ in self._of_fields] + self._last_steps

    @cached_property
    def _careful_steps(self) -> list[Step]:
        """The same, each tried again where some choices lead nowhere."""
        return [careful for _, careful in self._of_fields] + self._last_steps

    @cached_property
    def _of_fields(self) -> list[Ways]:
        return [*steps_of(self, lambda field: ways(self, field, self.field(field)))]

    @cached_property
    def _last_steps(self) -> list[Step]:
        """What is done when all fields are there."""
        steps = list[Step]()
        if self.deciding.late:
            steps.append(_deciding(self.deciding.late))
        steps += [_opening(name) for name in self.telling.seldom]
        steps += [_leaving(placed) for placed in self._placed]
        steps += [_ending(found) for found in self._found]
        if self.sums.there_are:
            steps.append(_summing(self.sums))
        return steps

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
        chosen = case_of(self.type.endian.on, self.type.endian.cases, self.maker.compiler)

        def order(frame: Frame) -> str:
            if (name := chosen(frame)) is None:
                raise Refused("no byte order")
            return name

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
        args: Mapping[str, Any],
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
        frame = self._frames()
        frame.holes, frame.spans = {}, {}
        if wanted:
            frame.wanted = wanted
        if made_like is not None:
            frame.like = made_like
            stream.like = stream.like or made_like.window
        if name:
            parent[name] = frame
        if args:
            frame.update(args)
        frame["_parent"], frame["_io"] = parent, stream
        frame["_root"] = frame if root is None else root
        draw.frames.append(frame)
        if parent is None:
            frame.depth = 0
        else:
            frame.depth = depth = parent.depth + 1
            if depth > DEEPEST:
                raise Refused("deep")
            if parent.endian:
                frame.endian = parent.endian
        if self._order is not None:
            frame.endian = self._order(frame)
        for each in self._careful_steps if draw.is_careful else self._steps:
            each(draw, frame, stream)
        return frame

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
        cases = [(case.key, self._stored(field, case.stored)) for case in stored.cases]
        chosen = case_of(stored.on, cases, self.maker.compiler)

        def make(draw: Choices, frame: Frame, stream: Stream) -> Any:
            one = chosen(frame)
            return None if one is None else one(draw, frame, stream)

        return make

    def _record(self, field: s.Field, stored: s.Record) -> Make:
        if stored.opaque:
            raise Refused(f"`{stored.path}` is somebody else's class")
        args = [(name, self.function(arg)) for name, arg in stored.args]
        made_by = cache(partial(self._others, stored.path))  # a type may be in itself
        parent = None if stored.parent is None else self.function(stored.parent)
        alone = field.id if field.repeat is None and not (parent or stored.orphan) else ""

        def make(draw: Choices, frame: Frame, stream: Stream) -> Frame:
            if wanted := frame.of_next:
                frame.of_next = NOTHING
            given = {name: arg(frame) for name, arg in args} if args else NOTHING
            holder = parent(frame) if parent else (None if stored.orphan else frame)
            root = None if stored.foreign else frame["_root"]
            made_like = frame.like and like(frame).inner(field.id, frame)
            return made_by().make(draw, stream, holder, root, given, wanted, alone, made_like)

        def plainly(draw: Choices, frame: Frame, stream: Stream) -> Frame:
            if frame.of_next or frame.like:
                return make(draw, frame, stream)
            return made_by().make(draw, stream, frame, frame["_root"], NOTHING, NOTHING, alone)

        is_plain = not (args or parent or stored.orphan or stored.foreign)
        one = plainly if is_plain else make
        return one if stored.extent is None else apart(self, field, stored.extent, one)


# -- when all fields of a record are there -------------------------------------------------------


def _deciding(names: list[str]) -> Step:
    """What decides the numbers that depend on others."""
    return lambda _, frame, stream: stream.decide(frame, names)


def _opening(name: str) -> Step:
    """What decides a number later, if nothing tells it."""

    def step(_: Choices, frame: Frame, stream: Stream) -> None:
        if name in frame.holes:
            stream.open.append((frame, name))

    return step


def _leaving(placed: PlacedField) -> Step:
    """What leaves a field at a position for later."""
    return lambda _, frame, __: placed.leave(frame)


def _ending(found: PlacedField) -> Step:
    """What leaves a record that is found from the end of the file for later."""
    return lambda _, frame, stream: stream.ends.append(found.of(frame))


def _summing(sums: Sums) -> Step:
    """What leaves the checksums for when all bytes are there."""

    def step(_: Choices, frame: Frame, stream: Stream) -> None:
        stream.last.append(lambda: sums.fill(frame, stream))

    return step
