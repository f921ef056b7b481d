"""Instances that say what stands where a record begins: they are found there, without its stream.

The byte order of a record may depend on one, and there may be many records: a stream that is made
to stand there, and a turn for each, take three times as long as the rest of a small record.
"""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.context import Context
from quire.generator.plan.finish.streams import order_asked
from quire.generator.types import model as m
from quire.runtime.frozen import replace

_CHOOSING = ("if", "not", "and", "or", "eq", "ne")
"""Operators of whose operands nothing is made that could be too much."""


def found_here(record: p.Record, at: Context) -> Iterator[g.KeepFound]:
    """Those that a byte order depends on, and what they are."""
    params = frozenset(param.name for param in record.params)
    for lazy in record.instances:
        if isinstance(lazy, p.Computed) and lazy.name in order_asked(record):
            value = None if lazy.enum else _here(lazy.value, params)
            if value is not None:
                yield g.KeepFound(lazy.name, at.expr(value))


def _here(expr: m.Expr, params: frozenset[str]) -> m.Expr | None:
    """An expression of params, and of what stands here; None if it asks for anything else."""
    match expr:
        case m.Const():
            return expr
        case m.Get() if m.own_field(expr) in params:
            return expr
        case m.Op(name="has_at", args=(m.Local(name="_io"), where, wanted)) if (
            further := _further(where)
        ) is not None and _here(wanted, params) == wanted:
            return g.Result(m.BOOL, expr.span, g.HasAt(further, wanted))
        case m.Op(name=name, args=args) if name in _CHOOSING:
            found = tuple(_here(arg, params) for arg in args)
            sure = tuple(each for each in found if each is not None)
            return replace(expr, args=sure) if len(sure) == len(found) else None
    return None


def _further(where: m.Expr) -> int | None:
    """How many bytes from where the stream stands a place is; None if that is not sure."""
    match where:
        case m.Op(name="stream_pos", args=(m.Local(name="_io"),)):
            return 0
        case m.Op(
            name="add",
            args=(m.Op(name="stream_pos", args=(m.Local(name="_io"),)), m.Const(value=int(by))),
        ) if by >= 0:
            return by
    return None
