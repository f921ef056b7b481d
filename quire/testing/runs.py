"""Numbers that stand side by side, made at once: as source, with what each of them usually is."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from quire.runtime import structure as s
from quire.testing.choices import Choices
from quire.testing.expressions import NAMES, Frame, Unknown
from quire.testing.holes import Hole, Late
from quire.testing.numbers import late, plain_chooser
from quire.testing.scalars import CODES, ORDERS
from quire.testing.steps import Step, step
from quire.testing.stream import Stream
from quire.testing.usual import MOSTLY, UNUSUAL, usual

if TYPE_CHECKING:
    from quire.testing.types import TypeMaker

_NOT_AT_ONCE = (Unknown, TypeError, ValueError, LookupError, ArithmeticError, struct.error)
"""What comes of a value that has to be decided alone."""

Part = tuple[str, list[s.Field]]
"""What `struct` calls some fields: a constant, a number, or bits that are whole bytes together."""


def steps_of(owner: TypeMaker) -> Iterator[Step]:
    """What makes the fields of records of a type: one by one, or many at once."""
    run: list[Part] = []
    for part in _parts(owner):
        if not part[0] or _order([*run, part]) is None:
            yield from _made(owner, run)
            run = []
        if part[0]:
            run.append(part)
        else:
            yield from _alone(owner, part[1])
    yield from _made(owner, run)


def _made(owner: TypeMaker, run: list[Part]) -> Iterator[Step]:
    fields = [field for _, each in run for field in each]
    return _alone(owner, fields) if len(fields) < 2 else iter([_Run(owner, run).step()])


def _alone(owner: TypeMaker, fields: Iterable[s.Field]) -> Iterator[Step]:
    return (step(owner, field, owner.field(field)) for field in fields)


# -- which fields are made at once ---------------------------------------------------------------


def _parts(owner: TypeMaker) -> Iterator[Part]:
    """The fields, in their order; those that are made alone are called ""."""
    bits: list[s.Field] = []
    for field in owner.type.fields:
        if not isinstance(field.stored, s.Bits):
            yield from _whole(owner, bits)
            bits = []
            yield _code(owner, field), [field]
        else:
            bits.append(field)
    yield from _whole(owner, bits)


def _whole(owner: TypeMaker, fields: list[s.Field]) -> Iterator[Part]:
    """Bits side by side: together, if they are whole bytes of one order."""
    stored = [field.stored for field in fields if isinstance(field.stored, s.Bits)]
    width = sum(each.width for each in stored)
    is_one = len({each.endian for each in stored}) == 1 and width % 8 == 0
    if is_one and all(_is_plain(owner, field) for field in fields):
        yield f"{width // 8}s", fields
    else:
        yield from (("", [field]) for field in fields)


def _code(owner: TypeMaker, field: s.Field) -> str:
    """What `struct` calls a field; "" if it is made alone."""
    if not _is_plain(owner, field):
        return ""
    if field.contents is not None:
        return f"{len(field.contents)}s"
    stored = field.stored
    return CODES.get((stored.kind, stored.size), "") if isinstance(stored, s.Number) else ""


def _is_plain(owner: TypeMaker, field: s.Field) -> bool:
    """Whether a field is always there, and nothing is told or asked where it is made."""
    return (
        field.repeat is None
        and field.condition is None
        and field.id not in owner.sums.spans
        and field.id not in owner.maker.mined.told_from_afar
        and owner.telling.teller(field.id, s.Length) is None
        and owner.computed_rules.after(field.id) is None
    )


def _order(run: list[Part]) -> str | None:
    """The byte order of the numbers of a run: "" if any is right, None if there are several."""
    numbers = [each for _, (each, *_) in run if isinstance(each.stored, s.Number)]
    orders = {each.stored.endian for each in numbers if each.stored.size > 1}  # type: ignore[union-attr]  # they are numbers
    return None if len(orders) > 1 else next(iter(orders), "")


# -- making them ---------------------------------------------------------------------------------


class _Run:
    """Numbers that are made at once.

    Each takes a byte of the choices, if it has a default: that is its value unless all bits are
    set. Where something is known of the values already, they are made one by one.

    Args:
        owner: What makes the record.
        parts: The numbers.
    """

    def __init__(self, owner: TypeMaker, parts: list[Part]) -> None:
        self._owner = owner
        self._alone = list(_alone(owner, (field for _, each in parts for field in each)))
        self._names: dict[str, Any] = dict(NAMES)
        self._late: list[tuple[Late, int]] = []
        self._lines: list[str] = []
        self._draws = 0
        code = "".join(code for code, _ in parts)
        order = _order(parts) or "le"
        orders = ORDERS if order == "chosen" else {"": ORDERS[order]}
        self._size = struct.calcsize("<" + code)
        self._packers = {name: struct.Struct(sign + code).pack for name, sign in orders.items()}
        self._values = self._function(parts)

    def step(self) -> Step:
        """What makes them at the end of a stream."""
        draws, values_of, packers, size = self._draws, self._values, self._packers, self._size
        late, alone = self._late, self._alone
        pack = packers.get("")

        def one_by_one(draw: Choices, frame: Frame, stream: Stream) -> None:
            for each in alone:
                each(draw, frame, stream)

        def step(draw: Choices, frame: Frame, stream: Stream) -> None:
            if draw.has_values or draw.evil or frame.wanted or stream.pins:
                return one_by_one(draw, frame, stream)
            given = draw.take(draws) if draws else b""
            try:
                values = values_of(draw, frame, given)
                data = pack(*values) if pack is not None else packers[frame.endian](*values)
            except _NOT_AT_ONCE:
                return one_by_one(draw, frame, stream)
            stream.write(data)
            begin = len(stream.data) - size
            for number, at in late:
                frame.holes[number.name] = Hole(number, frame, stream, begin + at)
            return None

        return step

    # -- the function of their values -----------------------------------------------------------

    def _function(self, parts: list[Part]) -> Callable[[Choices, Frame, bytes], tuple[Any, ...]]:
        """What decides the values, and gives what is packed."""
        at, packed = 0, list[str]()
        for code, fields in parts:
            packed.append(self._packed(fields, at))
            at += struct.calcsize("<" + code)
        lines = [*self._lines, f"return {', '.join(packed)},"]
        source = "def values(draw, f, given):\n" + "".join(f"    {line}\n" for line in lines)
        exec(source, self._names)  # noqa: S102  # made here of names that are quoted
        found: Callable[[Choices, Frame, bytes], tuple[Any, ...]] = self._names["values"]
        return found

    def _packed(self, fields: list[s.Field], at: int) -> str:
        """What is packed of some fields."""
        field, stored = fields[0], fields[0].stored
        if field.contents is not None:
            self._lines.append(f"f[{field.id!r}] = {field.contents!r}")
            return repr(field.contents)
        if isinstance(stored, s.Bits):
            return self._bits(fields, stored.endian)
        if isinstance(stored, s.Number) and (number := late(self._owner, field, stored)):
            self._late.append((number, at))
            return "0"
        return self._value(field)

    def _bits(self, fields: list[s.Field], order: str) -> str:
        """The bytes of numbers of bits."""
        widths = [field.stored.width for field in fields]  # type: ignore[union-attr]  # they are bits
        shifts = [sum(widths[:i] if order == "le" else widths[i + 1 :]) for i in range(len(widths))]
        names = [self._value(field) for field in fields]
        for name, width in zip(names, widths, strict=True):
            self._lines.append(f"if not 0 <= {name} < {1 << width}: raise ValueError")
        joined = " | ".join(f"{name} << {by}" for name, by in zip(names, shifts, strict=True))
        return f"({joined}).to_bytes({sum(widths) // 8}, {'little' if order == 'le' else 'big'!r})"

    def _value(self, field: s.Field) -> str:
        """The name of a value that is decided, of which the record knows."""
        stored: Any = field.stored
        name, default = f"v{len(self._names)}", _default(self._owner, field)
        usually = UNUSUAL if default else usual(self._owner, field)
        self._names[f"choose_{name}"] = plain_chooser(self._owner, field, stored, usually)
        value = f"choose_{name}(draw, f)"
        if default:
            value = (
                f"{default} if given[{self._draws}] < {MOSTLY} or draw.byte() < 0x80 else {value}"
            )
            self._draws += 1
        is_flag = isinstance(stored, s.Bits) and stored.flag
        self._lines.append(f"{name} = {value}")
        self._lines.append(f"f[{field.id!r}] = {f'bool({name})' if is_flag else name}")
        return name


def _default(owner: TypeMaker, field: s.Field) -> str:
    """The source of what a field mostly is, if nothing else says what it may be; else ""."""
    is_said = field.usual is not None or field.derive is not None or field.valid
    if field.default is None or is_said or field.id in owner.maker.mined.told:
        return ""
    try:
        return owner.maker.compiler.source(field.default)
    except Unknown:
        return ""
