"""Making one field of a record: what it takes, what is tried again, and what is told by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from quire.runtime import structure as s
from quire.testing.choices import Choices
from quire.testing.making.context import Make, TypeContext
from quire.testing.making.numbers import LATER
from quire.testing.plan.expressions import Frame
from quire.testing.stored.stream import Refused, Stream

Step: TypeAlias = Callable[[Choices, Frame, Stream], None]
"""Makes a field at the end of a stream, if its record has it."""

Ways: TypeAlias = tuple[Step, Step]
"""A step, and the same where files are made carefully: see `Choices.is_careful`."""

TRIES = 4
"""How often a field is made; what came before it may be why it cannot be."""


def ways(owner: TypeContext, field: s.Field, make: Make) -> Ways:
    """What makes a field of records of a type."""
    once = _once(owner, field, make)
    return once, tried(once) if _has_several_ways(owner, field) else once


def _has_several_ways(owner: TypeContext, field: s.Field) -> bool:
    """Whether other choices may make a field that some do not: they say no at once elsewhere."""
    if field.contents is not None and field.repeat is None:
        return False
    stored = field.stored
    if isinstance(stored, s.Bytes) and stored.extent.process is None:
        return bool(field.repeat or field.valid or field.codec or field.document)
    is_number = isinstance(stored, s.Number | s.Bits) and field.repeat is None
    return not is_number or owner.computed_rules.after(field.id) is not None


def _once(owner: TypeContext, field: s.Field, make: Make) -> Step:
    is_told = owner.telling.teller(field.id, s.Length) is not None
    is_whole = is_told or field.id in owner.sums.spans
    step = (_measured if is_whole else _bare)(owner, field, make)
    hold = owner.computed_rules.after(field.id)
    return step if hold is None else _held(step, hold)


def _bare(owner: TypeContext, field: s.Field, make: Make) -> Step:
    """What makes a field, if its record has it."""
    name = field.id

    def bare(draw: Choices, frame: Frame, stream: Stream) -> None:
        if (value := make(draw, frame, stream)) is not LATER:
            frame[name] = value

    if field.condition is None:
        return bare
    is_there = owner.function(field.condition)

    def optional(draw: Choices, frame: Frame, stream: Stream) -> None:
        if is_there(frame):
            bare(draw, frame, stream)

    return optional


def _measured(owner: TypeContext, field: s.Field, make: Make) -> Step:
    """The same; what it takes is told by numbers, or checksums depend on where it stands."""
    name, bare = field.id, _bare(owner, field, make)
    tell, is_spanned = owner.telling.teller(name, s.Length), name in owner.sums.spans

    def measured(draw: Choices, frame: Frame, stream: Stream) -> None:
        begin = len(stream.data) + (stream.bits_left > 0)
        bare(draw, frame, stream)
        end = len(stream.data) + (stream.bits_left > 0)
        if tell is not None:
            tell(end - begin, frame)
        if is_spanned:
            frame.spans[name] = begin, end

    return measured


def _held(once: Step, hold: Callable[[Frame], bool]) -> Step:
    """A step after which rules of what is computed are looked at."""

    def step(draw: Choices, frame: Frame, stream: Stream) -> None:
        once(draw, frame, stream)
        if not hold(frame):
            raise Refused("a rule of what is computed")

    return step


def tried(once: Step) -> Step:
    """A step that is tried again with other choices where some lead nowhere."""

    def step(draw: Choices, frame: Frame, stream: Stream) -> None:
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
