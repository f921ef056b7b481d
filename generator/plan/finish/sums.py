"""Checksums of bytes that stand in a stream, as programs."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.context import OWN, Context
from quire.generator.plan.finish.reading import one
from quire.generator.types import model as m
from quire.runtime.values.scalars import SCALARS


def sums(record: p.Record) -> Iterator[g.Sums]:
    """The method that tells the checksums of a record, if it has some."""
    if record.sums:
        yield g.Sums(tuple(_sum(each, OWN) for each in record.sums))


def _sum(each: p.Sum, at: Context) -> g.Statement:
    key = each.key
    told = key.init, key.xor, key.mask, key.inflated, key.condition
    init, xor, mask, *tests = (None if expr is None else at.expr(expr) for expr in told)
    found = g.YieldSum(
        each.target,
        each.at,
        key.algorithm,
        key.size,
        each.scalar,
        bool(each.scalar) and each.scalar not in SCALARS,
        tuple(_part(part, at) for part in each.parts),
        key.own,
        key.base,
        g.Settings(init, xor, key.word) if init or xor or key.word else None,
        mask,
        key.negated,
        *tests,
    )
    return found if each.present is None else one(at.expr(each.present), (found,))


def _part(part: p.Marks | m.InstanceBytes | m.Expr, at: Context) -> g.Made:
    if isinstance(part, m.InstanceBytes):
        return g.InstanceAt(part.name)
    return at.expr(part) if isinstance(part, m.Expr) else g.StretchAt(*part)
