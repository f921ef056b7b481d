"""Making one field of a record: what it takes, what is tried again, and what is told by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from quire.runtime import structure as s
from quire.testing.choices import Choices
from quire.testing.expressions import Frame
from quire.testing.numbers import LATER
from quire.testing.stream import Refused, Stream

if TYPE_CHECKING:
    from quire.testing.types import Make, TypeMaker

Step: TypeAlias = Callable[[Choices, Frame, Stream], None]
"""Makes a field at the end of a stream, if its record has it."""

TRIES = 4
"""How often a field is made; what came before it may be why it cannot be."""


def step(owner: TypeMaker, field: s.Field, make: Make) -> Step:
    """What makes a field of records of a type."""
    once = _once(owner, field, make)
    return tried(once) if _has_several_ways(owner, field) else once


def _has_several_ways(owner: TypeMaker, field: s.Field) -> bool:
    """Whether other choices may make a field that some do not: they say no at once elsewhere."""
    if field.contents is not None and field.repeat is None:
        return False
    stored = field.stored
    if isinstance(stored, s.Bytes) and stored.extent.process is None:
        return bool(field.repeat or field.valid or field.codec or field.document)
    is_number = isinstance(stored, s.Number | s.Bits) and field.repeat is None
    return not is_number or owner.computed_rules.after(field.id) is not None


def _once(owner: TypeMaker, field: s.Field, make: Make) -> Step:
    name, condition = field.id, field.condition
    is_there = None if condition is None else owner.function(condition)
    tell = owner.telling.teller(name, s.Length)
    hold = owner.computed_rules.after(name)

    def bare(draw: Choices, frame: Frame, stream: Stream) -> None:
        if (value := make(draw, frame, stream)) is not LATER:
            frame[name] = value

    def optional(draw: Choices, frame: Frame, stream: Stream) -> None:
        if is_there is not None and is_there(frame):
            bare(draw, frame, stream)

    def whole(draw: Choices, frame: Frame, stream: Stream) -> None:
        data = stream.data
        begin = len(data) + (stream.bits_left > 0)
        if (is_there is None or is_there(frame)) and (
            value := make(draw, frame, stream)
        ) is not LATER:
            frame[name] = value
        end = len(data) + (stream.bits_left > 0)
        if tell is not None:
            tell(end - begin, frame)
        if hold is not None and not hold(frame):
            raise Refused("a rule of what is computed")
        frame.spans[name] = begin, end

    if tell is not None or hold is not None or name in owner.sums.spans:
        return whole
    return bare if is_there is None else optional


def tried(once: Step) -> Step:
    """A step that is tried again with other choices where some lead nowhere."""

    def step(draw: Choices, frame: Frame, stream: Stream) -> None:
        if not draw.is_careful:
            return once(draw, frame, stream)
        before, holes = stream.state(), frame.holes.copy()
        known, left = len(frame) - frame.remembered, TRIES
        while True:
            drawn, left = draw.count_made, left - 1
            try:
                return once(draw, frame, stream)
            except Refused:
                if not left or draw.count_made == drawn or not draw.again():
                    raise
                stream.restore(before)
                draw.forget()
                while len(frame) > known:
                    frame.popitem()  # what has come since
                frame.holes = dict(holes)

    return step
