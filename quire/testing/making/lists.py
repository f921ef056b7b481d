"""Lists, out of choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from quire.runtime import structure as s
from quire.testing.choices import LARGEST, Choices
from quire.testing.making.context import Make, TypeContext
from quire.testing.making.like import like
from quire.testing.plan.expressions import Frame
from quire.testing.stored.stream import Refused, Stream

MOST = 4096
"""Elements that a list may have."""

USUALLY = 16
"""Elements that a list of the outermost record has at most, where nothing says how many; of those
in others, half as many at each step: files would grow by powers."""

NOTHING: Mapping[str, Any] = MappingProxyType({})


def of_list(owner: TypeContext, field: s.Field, repeat: s.Repeat, one: Make) -> Make:
    """What makes a list, one element after another.

    Args:
        owner: What makes the record.
        field: The field.
        repeat: How often it is there.
        one: Makes an element.
    """
    count = None if repeat.count is None else owner.function(repeat.count)
    until = None if repeat.until is None else owner.function(repeat.until)
    is_counted = count is not None and until is None
    has_end = isinstance(repeat.until, tuple) and repeat.until[0] == "or"  # or all bytes
    prepare, some = _prepared(owner, field, has_end=has_end), _counting(owner, field)

    def is_whole(made: list[Any], number: int, frame: Frame, stream: Stream) -> bool:
        if until is not None:
            frame["_"] = made[-1] if made else None
            stream.goes_on = (
                has_end and bool(made) and not stream.draw.has_values and stream.draw.byte() < 0xFF
            )
            return bool(made) and bool(until(frame))
        return len(made) >= number if stream.limit is None else stream.eof()

    def make(draw: Choices, frame: Frame, stream: Stream) -> list[Any]:
        made: list[Any] = []
        number = some(draw, frame) if count is None else int(count(frame))
        most = max(MOST, draw.largest - LARGEST)
        if number > most:
            raise Refused("many")
        frame[field.id] = made
        while len(made) < number if is_counted else not is_whole(made, number, frame, stream):
            frame["_index"] = len(made)
            if prepare is not None:
                prepare(len(made), frame, stream)
            made.append(
                draw.together(partial(one, draw, frame, stream))
                if draw.is_grouped
                else one(draw, frame, stream)
            )
            if len(made) > most:
                raise Refused("many")
        return made

    return make


def _told_by(owner: TypeContext, field: s.Field) -> tuple[str, str] | None:
    """A list before it that follows from it, and the field of its elements which that has."""
    for each in owner.type.fields:
        if each.id == field.id:
            break
        match each.derive:
            case ("map", str(items), ("get", "_", str(name))) if items == field.id:
                return each.id, name
    return None


def _counting(owner: TypeContext, field: s.Field) -> Callable[[Choices, Frame], int]:
    """What decides how many elements there are where nothing says it."""
    searched = len(owner.maker.mined.searched.get(field.id, ()))
    told_by = _told_by(owner, field)

    def some(draw: Choices, frame: Frame) -> int:
        told = draw.count(lambda: like(frame).count(field.id)) if draw.has_values else None
        if told is not None:
            return told
        if told_by is not None and told_by[0] in frame:
            return len(frame[told_by[0]])
        return draw.few(max(USUALLY >> frame.depth, 2)) + searched

    return some


def _prepared(
    owner: TypeContext, field: s.Field, *, has_end: bool
) -> Callable[[int, Frame, Stream], None] | None:
    """What tells what an element has to be, and whether others have to come; None if nothing."""
    searched = owner.maker.mined.searched.get(field.id, [])
    wholes = [each for each in owner.maker.joined if each.items == field.id]
    told_by = _told_by(owner, field)
    if not (searched or wholes or told_by or has_end):
        return None

    def prepare(index: int, frame: Frame, stream: Stream) -> None:
        frame.of_next = searched[index] if index < len(searched) else NOTHING
        if told_by is not None and index < len(told := frame.get(told_by[0], ())):
            frame.of_next = {told_by[1]: told[index]}
        for whole in wholes:
            frame.of_next = whole.wanted(frame) or frame.of_next
        stream.goes_on = index + 1 < len(searched)

    return prepare
