"""Reading a file in parts: its fields together, and lists element by element."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.context import Context, last
from quire.generator.plan.finish.direct import Direct
from quire.generator.plan.finish.loose import ALIGNED
from quire.generator.plan.finish.reading import read_ops
from quire.generator.plan.finish.steps import to_the_end
from quire.runtime.frozen import Frozen, replace

_LISTS = (p.Loop, p.Rows, p.Found)
"""Lists whose elements can be read one by one, each alone."""


class Parts(Frozen):
    """The parts of a type: what tells them, and what reads them."""

    constants: tuple[g.Constant, ...] = ()
    methods: tuple[g.Method, ...] = ()


def parts(record: p.Record, at: Context, way: Direct) -> Parts:
    """The parts of a whole file, if it has a list of records that is always there.

    There are none, if something is noted about it from one part to another.
    """
    runs = list(_runs(record.read))
    if (
        len(record.path) != 1
        or record.endian is not None
        or not any(isinstance(run, p.Loop) for run in runs)
        or any(isinstance(op, p.Mark | p.Keep) for op in record.read)
        or not _are_aligned(runs, at, way)
    ):
        return Parts()
    told: list[g.FieldsPart | g.ListPart] = []
    methods: list[g.Method] = []
    for number, run in enumerate(runs):
        if isinstance(run, p.Loop):
            told.append(_told(run, at))
            methods += _list(run, at, way)
        else:
            told.append(g.FieldsPart(number))
            methods.append(g.ReadPart(number, *to_the_end(way.body(read_ops(run, at)))))
    return Parts((g.PartsOf(tuple(told)),), tuple(methods))


def synced(record: p.Record, at: Context, way: Direct, told: Parts) -> Iterator[g.Method]:
    """What reads the elements of lists that go on after what is wrong, unless a part does."""
    known = {method.field for method in told.methods if isinstance(method, g.ReadElement)}
    for op in p.walk(record.read):
        if isinstance(op, p.Loop) and op.sync is not None and op.target not in known:
            yield from _list(op, at, replace(way, bits=ALIGNED))


def _runs(ops: tuple[p.Op, ...]) -> Iterator[p.Loop | tuple[p.Op, ...]]:
    """Lists, and what stands between them."""
    run: list[p.Op] = []
    for op in ops:
        if type(op) in _LISTS and _has_records(op):
            if run:
                yield tuple(run)
            assert isinstance(op, p.Loop)
            yield op
            run = []
        else:
            run.append(op)
    if run:
        yield tuple(run)


def _has_records(op: p.Op) -> bool:
    """Whether elements of a list are records: others are few, or stand for one value."""
    stores = (each for each in p.walk((op,)) if isinstance(each, p.Store))
    return any(isinstance(store.value, p.Nested) for store in stores)


def _are_aligned(runs: list[p.Loop | tuple[p.Op, ...]], at: Context, way: Direct) -> bool:
    """Whether all parts begin with a whole byte, and all elements."""
    left = way.bits
    for run in runs:
        body = read_ops(run.body if isinstance(run, p.Loop) else run, at)
        if left != ALIGNED:
            return False
        left = way.loose.after(body, left)
    return left == ALIGNED


def _told(loop: p.Loop, at: Context) -> g.ListPart:
    """What is told of a list."""
    lists = tuple(
        statement.to
        for statement in read_ops((loop,), at)
        if isinstance(statement, g.NewList) and isinstance(statement.to, g.Slot)
    )
    lists = lists or (at.slot(loop.target),)
    match loop.repeat:
        case p.Times(least=least):
            return g.ListPart(loop.target, "counted", lists, least, None, loop.sync)
        case p.Until(limit=limit):
            return g.ListPart(loop.target, "until", lists, 0, limit, loop.sync)
    return g.ListPart(loop.target, "end", lists, 0, loop.repeat.limit, loop.sync)


def _list(loop: p.Loop, at: Context, way: Direct) -> Iterator[g.Method]:
    """What reads the elements of a list, and tells how many there are."""
    match loop.repeat:
        case p.Times() as times:
            count = g.Count(
                at.expr(times.count), loop.target, times.least, times.limit, times.partial
            )
            yield g.CountElements(loop.target, (g.WithStream((count,), moves=False),))
    yield g.ReadElement(loop.target, *to_the_end(way.body(read_ops(loop.body, at))))
    match loop.repeat:
        case p.Until(condition=condition):
            stop = way.standing(at.with_element(last(at.slot(loop.target))).expr(condition))
            returned: g.Statement = g.Return(stop)
            if way.needs(stop):
                returned = g.WithStream((returned,), moves=False)
            yield g.IsLast(loop.target, (returned,))
