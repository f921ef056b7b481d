"""Fields that are numbers, out of choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from quire.runtime import structure as s
from quire.testing.choices import Choices
from quire.testing.making import values
from quire.testing.making.context import Make, TypeContext
from quire.testing.making.holes import Late
from quire.testing.making.like import like
from quire.testing.making.usual import UNUSUAL, Usual, usual
from quire.testing.plan.expressions import Frame
from quire.testing.plan.mining import is_structured
from quire.testing.plan.rules import Rules
from quire.testing.plan.told import told_by_others
from quire.testing.stored.scalars import TOO_LARGE, Scalar
from quire.testing.stored.stream import Refused, Stream

Choose: TypeAlias = Callable[[Choices, Frame], float]
"""Chooses a number."""

TRIES = 20
"""How many values are looked at for one that keeps the rules."""


LATER = object()
"""What is made where a number is filled in when it is known."""


def number(owner: TypeContext, field: s.Field, stored: s.Number) -> Make:
    """What makes a number, or leaves room for one that is not known yet."""
    scalar = Scalar(stored)
    if (later := late(owner, field, stored)) is not None:
        return _room(owner, later, scalar)
    choose, packed = chooser(owner, field, stored), scalar.fixed
    plainly = _as_wanted(owner, field, stored)

    def make(draw: Choices, frame: Frame, stream: Stream) -> int | float:
        value = (choose if draw.has_values or draw.evil else plainly)(draw, frame)
        try:
            data = packed(value) if packed is not None else scalar.pack(value, frame)
        except TOO_LARGE as error:
            raise Refused("too large") from error
        if stream.pins:
            data = stream.pinned(data)
            value = scalar.unpack(data, frame)
            draw.forget()
        stream.write(data)
        return value

    return make


def chooser(owner: TypeContext, field: s.Field, stored: s.Number) -> Choose:
    """What chooses a number that a field may have."""
    rules = Rules(field.id, field.valid, owner.maker.compiler, owner.maker.members(stored.enum))
    one: Choose = _as_wanted(owner, field, stored)
    evil, scalar = values.evil(stored), Scalar(stored)

    def choose(draw: Choices, frame: Frame) -> int | float:
        if draw.has_values:
            data = draw.value(stored.size, lambda: like(frame).stored(field.id, frame))
            value = None if data is None else scalar.unpack(data, frame)
            if value is not None and rules.hold(frame, value):
                return value
        if draw.evil and draw.is_evil() and rules.hold(frame, bound := draw.one_of(evil)):
            return bound
        return one(draw, frame)

    return choose


def plain_chooser(
    owner: TypeContext, field: s.Field, stored: s.Number | s.Bits, usually: Usual | None = None
) -> Callable[[Choices, Frame], Any]:
    """The same for choices without values and evil ones, where nobody looks for a record.

    `usually` is one that it usually has.
    """
    usually = usually or usual(owner, field)
    if isinstance(stored, s.Bits):
        return _integer(owner, field, (0, (1 << stored.width) - 1), stored.enum, usually)
    if stored.kind == "float":
        return _fraction(owner, field, stored.size, usually)
    half = 1 << 8 * stored.size - 1
    low, high = (0, 2 * half - 1) if stored.kind == "unsigned" else (-half, half - 1)
    return _integer(owner, field, (low, high), stored.enum, usually)


def _as_wanted(
    owner: TypeContext, field: s.Field, stored: s.Number | s.Bits
) -> Callable[[Choices, Frame], Any]:
    """The same, where something may look for a record with a value."""
    name, choose = field.id, plain_chooser(owner, field, stored)

    def one(draw: Choices, frame: Frame) -> Any:
        if frame.wanted and name in frame.wanted:
            return frame.wanted[name]
        return choose(draw, frame)

    return one


def bits(owner: TypeContext, field: s.Field, stored: s.Bits) -> Make:
    """What makes a number of some bits."""
    choose = bits_chooser(owner, field, stored)

    def make(draw: Choices, frame: Frame, stream: Stream) -> int:
        value = choose(draw, frame)
        stream.write_bits(value, stored.width, stored.endian)
        return bool(value) if stored.flag else value

    return make


def bits_chooser(
    owner: TypeContext, field: s.Field, stored: s.Bits
) -> Callable[[Choices, Frame], int]:
    """What chooses a number of some bits."""
    rules = Rules(field.id, field.valid, owner.maker.compiler, owner.maker.members(stored.enum))
    one: Callable[[Choices, Frame], int] = _as_wanted(owner, field, stored)
    most, size = (1 << stored.width) - 1, (stored.width + 7) // 8

    def choose(draw: Choices, frame: Frame) -> int:
        if draw.has_values:
            told = draw.value(size, lambda: like(frame).number(field.id, frame))
            value = None if told is None else int.from_bytes(told, "big") & most
            if value is not None and rules.hold(frame, value):
                return value
        return one(draw, frame)

    return choose


def late(owner: TypeContext, field: s.Field, stored: s.Number) -> Late | None:
    """A number that is filled in later, if it is one: what it tells is known only then."""
    if stored.kind == "float" or not _is_told_later(owner, field):
        return None
    choose, derive = chooser(owner, field, stored), field.derive
    follow: Callable[[Frame, Stream], Any] | None = None
    if derive is not None:
        follow = owner.maker.compiler.following(derive)
    elif field.checksum is not None:
        follow = owner.sums.follower(field)
    scalar = Scalar(stored)
    return Late(
        field.id,
        stored.size,
        scalar.pack,
        lambda draw, at: int(choose(draw, at)),
        follow,
        scalar.fixed,
    )


def _room(owner: TypeContext, later: Late, scalar: Scalar) -> Make:
    from_afar = later.name in owner.maker.mined.told_from_afar

    def make(_: Choices, frame: Frame, stream: Stream) -> Any:
        if stream.pins and (known := stream.known(stream.pos(), scalar.size)):
            stream.write(known)
            return scalar.unpack(known, frame)
        later.leave_room(frame, stream)
        if from_afar:
            stream.open.append((frame, later.name))
        return LATER

    return make


def _is_told_later(owner: TypeContext, field: s.Field) -> bool:
    """Whether what a field tells is known only when that is made."""
    if field.repeat is not None:
        return False
    if field.id in owner.deciding.late or field.checksum is not None:
        return True
    if field.id in owner.maker.mined.told_from_afar:
        return True
    by_name = {each.id: each for each in (*owner.type.fields, *owner.type.instances)}

    def is_first(told: s.Field) -> bool:
        """Whether what it tells of is made before it, as what usually has a length of its own."""
        return is_structured(told) or (told.usual is not None and field.usual is None)

    edges = [
        edge for edge in told_by_others(owner.type) if edge.field == field.id and edge.of in by_name
    ]
    return any(
        isinstance(edge, s.Position)
        or (isinstance(edge, s.Length) and (edge.steps or is_first(by_name[edge.of])))
        for edge in edges
    )


# -- values --------------------------------------------------------------------------------------


def _integer(
    owner: TypeContext, field: s.Field, span: tuple[int, int], enum: str, usually: Usual
) -> Callable[[Choices, Frame], int]:
    """What chooses an integer: what it usually is, else as `_any_integer`, if it may be that."""
    low, high = span
    members = owner.maker.members(enum)
    rules = Rules(field.id, field.valid, owner.maker.compiler, members)
    if isinstance(only := rules.only, int) and low <= only <= high:
        return lambda *_: int(only)
    one, keeps = _any_integer(owner, field, span, rules, members), _keeps(owner, field, rules, span)

    def choose(draw: Choices, frame: Frame) -> int:
        if usually is not UNUSUAL:
            value = usually(draw, frame)
            is_one = isinstance(value, int) and low <= value <= high
            if is_one and (keeps is None or keeps(frame, value)):
                return int(value)
        if keeps is None:
            return one(draw, frame)
        for _ in range(TRIES):
            value = one(draw, frame)
            if keeps(frame, value):
                return value
        raise Refused("valid")

    return one if usually is UNUSUAL and keeps is None else choose


def _any_integer(
    owner: TypeContext, field: s.Field, span: tuple[int, int], rules: Rules, members: frozenset[int]
) -> Callable[[Choices, Frame], int]:
    """What chooses an integer: one that the spec names, a small one, or any."""
    low, high = span
    mined = owner.maker.mined
    known = {each for each in mined.constants.get(field.id, ()) if isinstance(each, int)}
    known |= owner.maker.rooms.get(field.id, set())
    preferred = sorted(each for each in known | members if low <= each <= high)
    small, tells_bytes = field.id in mined.measures, _tells_bytes(owner, field)

    if not (rules.there_are or small):
        return lambda draw, _: values.integer(draw, low, high, preferred)

    def one(draw: Choices, frame: Frame) -> int:
        least, most = low, high
        if rules.there_are:
            named = rules.named(frame, int)
            if named and draw.byte() < 0xC0:
                return int(draw.one_of(named))
            least, most = rules.bounds(frame, low, high)
        if small and draw.byte() < (0x60 if preferred else 0xFC):
            number = draw.length() if tells_bytes else draw.few(64)
            return max(least, min(number, most))
        return values.integer(draw, least, most, preferred)

    return one


def _tells_bytes(owner: TypeContext, field: s.Field) -> bool:
    """Whether a number tells how many bytes another field has."""
    there = {each.id: each.stored for each in (*owner.type.fields, *owner.type.instances)}
    edges = (edge for edge in owner.type.edges if isinstance(edge, s.Length))
    told = (there.get(edge.of) for edge in edges if edge.field == field.id)
    return any(isinstance(each, s.Bytes | s.Text) for each in told)


def _keeps(
    owner: TypeContext, field: s.Field, rules: Rules, span: tuple[int, int]
) -> Callable[[Frame, int], bool] | None:
    """What tells whether a field may have an integer; None if nothing is said of it."""
    low, high = span
    hold = owner.computed_rules.after(field.id) if field.repeat is None else None
    if not rules.there_are and hold is None:
        return None

    def keeps(frame: Frame, value: int) -> bool:
        if not low <= value <= high or not rules.hold(frame, value):
            return False
        if hold is None:
            return True
        frame[field.id] = value
        is_held = hold(frame)
        if not is_held:
            frame.forget()
        return is_held

    return keeps


def _fraction(owner: TypeContext, field: s.Field, size: int, usually: Usual) -> Choose:
    rules = Rules(field.id, field.valid, owner.maker.compiler)

    def choose(draw: Choices, frame: Frame) -> float:
        said: float | None = usually(draw, frame)
        if said is not None and rules.hold(frame, said):
            return said
        for _ in range(TRIES):
            value = values.fraction(draw, size)
            if rules.hold(frame, value):
                return value
        raise Refused("valid")

    return choose
