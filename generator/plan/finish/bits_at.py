"""Bits by position: fields that begin and end with a byte, and share those between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from quire.generator.plan import program as g
from quire.generator.plan.finish.context import POS, constant
from quire.generator.plan.finish.loose import Run, bits_of
from quire.generator.plan.finish.reading import WORD
from quire.generator.types import model as m
from quire.runtime.frozen import replace

BITS = g.variable("bits")
_ORDERS = {"le": "little", "be": "big"}
START = g.variable("start")


def whole_bytes(body: g.Body, runs: dict[str, Run], needs: Callable[[object], bool]) -> int:
    """How many statements, from the first on, read bits that together are whole bytes; or 0.

    Nothing between them may need the stream, which does not know of these bits.
    """
    here, found = _Left(0, ""), False
    for i, statement in enumerate(body):
        if isinstance(statement, g.StartOfBits):
            continue
        if not found and _run(statement, runs) is None:
            return 0
        found = True
        if (end := _behind(statement, here, runs, needs)) is None:
            return 0
        if not end.bits:
            return i + 1
        here = end
    return 0


class _Left(NamedTuple):
    """How many bits are left of a byte, and which order they go in."""

    bits: int
    order: str


def _behind(
    of: g.Statement, here: _Left, runs: dict[str, Run], needs: Callable[[object], bool]
) -> _Left | None:
    """What is left after a statement; None if that differs, or cannot be told."""
    if (run := _run(of, runs)) is not None:
        if here.bits and run.order != here.order:
            return None
        if run.width > WORD and (here.bits or run.width % 8):
            return None
        return _Left((here.bits - run.width) % 8, run.order)
    if not isinstance(of, g.If) or not reads_bits_within(of):
        return None if needs(_asked(of)) else here
    if any(needs(arm.condition) for arm in of.arms):
        return None
    ends: set[_Left | None] = set()
    for body in (*(arm.body for arm in of.arms), of.orelse):
        end: _Left | None = here
        for statement in body:
            end = None if end is None else _behind(statement, end, runs, needs)
        ends.add(end)
    return ends.pop() if len(ends) == 1 else None


def reads_bits_within(of: g.Statement) -> bool:
    """Whether a statement reads bits, or has some that do in one of its arms."""
    if isinstance(of, g.If):
        bodies = (*(arm.body for arm in of.arms), of.orelse)
        return any(reads_bits_within(each) for body in bodies for each in body)
    return reads_bits(of)


def _run(of: g.Statement, runs: dict[str, Run]) -> Run | None:
    """The bits that a statement reads, if it does."""
    if isinstance(of, g.ReadRun):
        return runs[of.name]
    bits = bits_of(of.value) if isinstance(of, g.Assign) else None
    return None if bits is None else Run(bits.order, bits.width)


def reads_bits(of: g.Statement) -> bool:
    """Whether a statement reads bits, or asks where they begin."""
    read = of.value if isinstance(of, g.Assign) else None
    return isinstance(of, g.StartOfBits | g.ReadRun) or bits_of(read) is not None


def _asked(of: g.Statement) -> object:
    """What a statement needs to know: a check tells where the stream stands only if it fails."""
    return (of.found, of.args) if isinstance(of, g.Expect) else of


def bits_at(of: g.Statement, left: int, runs: dict[str, Run]) -> tuple[g.Body, int]:
    """A statement that reads bits where so many are left, by position; how many are left then."""
    if isinstance(of, g.StartOfBits):
        return (g.Assign(START, _number("sub", POS, constant(1)) if left else POS),), left
    run = _run(of, runs)
    assert run is not None
    size = max(run.width - left + 7, 0) >> 3
    return tuple(_read(of, run, left, size)), left + 8 * size - run.width


def _read(of: g.Statement, run: Run, left: int, size: int) -> Iterator[g.Statement]:
    value = _value(run, left, size)
    if isinstance(of, g.ReadRun):
        if size:
            yield g.ReachRun(of.name, size, left)
        yield g.Assign(BITS, value)
    else:
        assert isinstance(of, g.Assign)
        if size:
            yield g.Reach(constant(size), _field(of.value), signed=False)
        yield g.Assign(of.to, _instead(of.value, value))
    if size:
        yield g.Advance()


def _value(run: Run, left: int, size: int) -> m.Expr:
    """Bits of the bytes at the position, and of the one before if some of that are left."""
    before = 1 if left else 0
    number: m.Expr = g.Result(m.INT, g.NOWHERE, _bytes(before, size, run.order))
    there = left + 8 * size
    little = run.order == "le"
    shift = (8 - left) % 8 if little else there - run.width
    if shift:
        number = _number("bit_shr", number, constant(shift))
    if there > run.width if little else left:
        mask = (1 << run.width) - 1
        number = _number("bit_and", number, m.Const(m.INT, g.NOWHERE, mask, hex(mask)))
    return number


def _bytes(before: int, size: int, order: str) -> g.Value:
    """Some bytes as a number."""
    at = _number("sub", POS, constant(1)) if before else POS
    match size + before:
        case 1:
            return g.ByteAt(at)
        case 2 | 4 | 8 as count:
            return g.WordAt(f"u{count}{order}", at)
    return g.BytesAt(at, _number("add", POS, constant(size)), _ORDERS[order])


def _field(value: object) -> str:
    bits = bits_of(value)
    assert bits is not None
    return bits.field


def _instead(value: g.Made, number: m.Expr) -> g.Made:
    """The same value, made of another number."""
    if isinstance(value, g.IsOne | g.Member):
        return replace(value, value=_instead(value.value, number))
    return number


def _number(name: str, *args: m.Expr) -> m.Expr:
    return m.Op(m.INT, g.NOWHERE, name, args)
