"""Instances whose bytes are looked at where they stand: no position of a stream moves for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.context import OWN
from quire.generator.plan.finish.direct import VALUE, Direct
from quire.generator.plan.finish.leaves import is_plain, leaf_of
from quire.generator.plan.finish.steps import CHILD
from quire.generator.plan.finish.values import read_value
from quire.generator.types import model as m
from quire.runtime.frozen import replace
from quire.runtime.reading.instance import GROWING
from quire.runtime.values.scalars import SCALARS

_SELF = g.variable("self")
_AT_ONCE = (p.Number, p.Bytes, p.Text, p.Nested)
"""Values that are there when they are read, and not before."""


def peeked(lazy: p.Positioned, way: Direct) -> g.Made | None:
    """What an instance is, made of bytes that are looked at; None if it has to be read.

    To read it drops the bits of a byte that was read in part, where there may be such.
    """
    first, *more = lazy.read
    if way.loose.amid:
        return None
    of = record_of(lazy.io, way)
    if lazy.pos is None or of is None or more or not isinstance(first, p.Store):
        return None
    if not isinstance(first.value, p.Number | p.Bytes | p.Text):
        return None
    raw = p.raw_of(first.value)
    if raw is not None and raw.process:
        return None
    value = read_value(first.value, first.target, OWN)
    found = _found(leaf_of(value), (of, lazy.name, OWN.expr(lazy.pos)), way)
    return None if found is None else _made(value, found, lazy.name)


def unread(lazy: p.Positioned, steps: g.Body, way: Direct) -> g.Body | None:
    """What makes an instance of records that take nothing, as `value`; None if it is read."""
    if lazy.pos is not None or lazy.io is not None:
        return None
    body = replace(way, lazy=lazy.name).body(valued(steps))
    return body if all(map(_is_still, body)) else None


def is_at_once(ops: tuple[p.Op, ...]) -> bool:
    """Whether operations, chosen from others or not, read a value in one go."""
    return all(
        all(map(is_at_once, p.bodies(op))) if isinstance(op, p.Branch) else _is_one(op)
        for op in ops
    )


def _is_one(op: p.Op) -> bool:
    if not isinstance(op, p.Store) or not isinstance(op.value, _AT_ONCE):
        return False
    raw = p.raw_of(op.value)
    apart = isinstance(op.value, p.Nested) and op.value.apart
    return not op.element and not apart and (raw is None or raw.process is None)


def valued(steps: g.Body) -> g.Body:
    """Steps whose result is the value, and not in its place before it is whole."""
    return tuple(chain.from_iterable(map(_valued, steps)))


def _valued(step: g.Statement) -> Iterator[g.Statement]:
    match step:
        case g.If(arms=arms, orelse=orelse):
            inner = tuple(replace(arm, body=valued(arm.body)) for arm in arms)
            yield g.If(inner, valued(orelse))
        case g.Assign(to=g.Slot(before=before), value=value) if before == GROWING:
            if isinstance(value, g.NewRecord):
                yield from (g.Assign(CHILD, value), g.Assign(VALUE, CHILD))
            else:
                yield replace(step, to=VALUE)
        case _:
            yield step


def _is_still(statement: g.Statement) -> bool:
    """Whether a statement moves nothing."""
    if isinstance(statement, g.If):
        bodies = (*(arm.body for arm in statement.arms), statement.orelse)
        return all(map(_is_still, chain(*bodies)))
    return isinstance(statement, g.Assign | g.Declare | g.NewElement | g.Belongs)


def record_of(io: m.Expr | None, way: Direct) -> m.Expr | None:
    """The record whose stream it is, if one of ours has it."""
    if io is None:
        return _SELF
    if not isinstance(io, m.Get) or io.name != "_io" or not isinstance(io.of.type, m.RecordType):
        return None
    path = io.of.type.path
    return OWN.expr(io.of) if len(path) > 1 or path in way.records else None


def _found(leaf: g.Made, of: tuple[m.Expr, str, m.Expr], way: Direct) -> g.Made | None:
    """The bytes, or the number, that a value is made of."""
    match leaf:
        case g.ReadNumber(scalar=scalar):
            size = m.Const(m.INT, g.NOWHERE, SCALARS[scalar].size)
            return g.NumberIn(scalar, g.Peek(*of, size))
        case g.TakeBytes(limit=None, size=size) | g.Take(limit=None, size=size) if not way.needs(
            size
        ):
            return g.Peek(*of, size)
        case g.ReadText(size=size) if not way.needs(size):
            return g.Peek(*of, size)
        case g.Rest(limit=None):
            return g.PeekRest(*of)
        case g.Until(terminator=terminator) as until if is_plain(until):
            return g.PeekUntil(*of, terminator, until.eos_error)
    return None


def _made(value: g.Made, found: g.Made, name: str) -> g.Made:
    """A value, made of what was found in the place of what it would read."""
    match value:
        case g.ReadText(encoding=encoding):
            return g.DecodePeeked(found, encoding, name)
        case g.DecodeText(stored=stored, encoding=encoding):
            return g.DecodePeeked(_made(stored, found, name), encoding, name)
        case g.Member(value=number):
            return replace(value, value=_made(number, found, name))
        case g.Trim(stored=stored):
            return replace(value, stored=_made(stored, found, name))
    return found
