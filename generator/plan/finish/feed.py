"""Reading a file in parts: its fields together, and lists element by element."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.context import Context, last
from quire.generator.plan.finish.direct import Direct
from quire.generator.plan.finish.loose import ALIGNED
from quire.generator.plan.finish.reading import read_ops
from quire.generator.plan.finish.steps import CHILD, OURS, to_the_end
from quire.generator.resolve.scopes import Path
from quire.runtime.frozen import Frozen, replace

_LISTS = (p.Loop, p.Rows, p.Found, p.ReadOnce)
"""Lists whose elements can be read one by one, each alone."""


class Parts(Frozen):
    """The parts of a type: what tells them, and what reads them."""

    constants: tuple[g.Constant, ...] = ()
    methods: tuple[g.Method, ...] = ()


class _Led(Frozen):
    """A record that leads to a list: what reads it, and what begins it."""

    op: p.Op
    opening: g.OpenRecord


_Run = p.Loop | _Led | tuple[p.Op, ...]
"""A list of records, a record that leads to one, or what stands between them."""


def parts(record: p.Record, at: Context, way: Direct) -> Parts:
    """The parts of a record, if it has a list of records, or records that lead to one.

    There are none, if something is noted about it from one part to another.
    """
    if record.path not in way.leading or record.endian is not None:
        return Parts()
    runs = list(_runs(record.read, at, way))
    if (
        not any(isinstance(run, p.Loop | _Led) for run in runs)
        or any(isinstance(op, p.Mark | p.Keep) for op in record.read)
        or not _are_aligned(runs, at, way)
    ):
        return Parts()
    told: list[g.FieldsPart | g.RecordPart | g.ListPart] = []
    methods: list[g.Method] = []
    for number, run in enumerate(runs):
        if isinstance(run, p.Loop):
            told.append(_told(run, at))
            methods += _list(run, at, way)
        elif isinstance(run, _Led):
            told.append(g.RecordPart(run.opening.field))
            methods.append(run.opening)
        else:
            told.append(g.FieldsPart(number))
            methods.append(g.ReadPart(number, *to_the_end(way.body(read_ops(run, at)))))
    return Parts((g.PartsOf(tuple(told)),), tuple(methods))


def leading(root: p.Record) -> frozenset[Path]:
    """The types of which a file consists that have lists of records, or records that have some."""
    records = p.records_of(root)
    held = {path: set(_nested(record.read)) & {*records} for path, record in records.items()}
    there, pending = {root.path}, [root.path]
    while pending:
        found = held[pending.pop()] - there
        there |= found
        pending += found
    known = {path for path in there if any(map(_is_list, records[path].read))}
    while more := {path for path in there - known if held[path] & known}:
        known |= more
    return frozenset(known)


def _nested(ops: Iterable[p.Op]) -> Iterator[Path]:
    """The types of the records that are read."""
    for op in p.walk(ops):
        if isinstance(op, p.Store) and isinstance(op.value, p.Nested):
            yield op.value.path


def synced(record: p.Record, at: Context, way: Direct, told: Parts) -> Iterator[g.Method]:
    """What reads the elements of lists that go on after what is wrong, unless a part does."""
    known = {method.field for method in told.methods if isinstance(method, g.ReadElement)}
    for op in p.walk(record.read):
        if isinstance(op, p.Loop) and op.sync is not None and op.target not in known:
            yield from _list(op, at, replace(way, bits=ALIGNED))


def _runs(ops: tuple[p.Op, ...], at: Context, way: Direct) -> Iterator[_Run]:
    """Lists, records that lead to some, and what stands between them."""
    run: list[p.Op] = []
    for op in ops:
        found = op if isinstance(op, p.Loop) and _is_list(op) else _leads(op, at, way)
        if found is None:
            run.append(op)
            continue
        if run:
            yield tuple(run)
        yield found
        run = []
    if run:
        yield tuple(run)


def _leads(op: p.Op, at: Context, way: Direct) -> _Led | None:
    """A record that leads to a list, if that is what is read, and it can be begun alone."""
    field = _led(op, way.leading)
    opening = _opening((op,), field, at, way) if field else None
    return None if opening is None else _Led(op, opening)


def _is_list(op: p.Op) -> bool:
    """Whether an operation reads a list of records: elements of others are few, or one value."""
    return type(op) in _LISTS and any(_nested((op,)))


def _led(op: p.Op, leading: frozenset[Path]) -> str:
    """The field that is read, if that is one, and may be a record that leads to a list."""
    within = list(p.walk((op,)))
    fields = {each.target for each in within if isinstance(each, p.Store)}
    if len(fields) != 1 or any(isinstance(each, p.Each) for each in within):
        return ""
    return "" if leading.isdisjoint(_nested((op,))) else fields.pop()


def _are_aligned(runs: list[_Run], at: Context, way: Direct) -> bool:
    """Whether all parts begin with a whole byte, and all elements."""
    left = way.bits
    for run in runs:
        ops = (run.op,) if isinstance(run, _Led) else run.body if isinstance(run, p.Loop) else run
        body = read_ops(ops, at)
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
    leads = not way.leading.isdisjoint(_nested(loop.body))
    if leads and (found := _opening(loop.body, loop.target, at, way)):
        yield found
    match loop.repeat:
        case p.Until(condition=condition):
            stop = way.standing(at.with_element(last(at.slot(loop.target))).expr(condition))
            returned: g.Statement = g.Return(stop)
            if way.needs(stop):
                returned = g.WithStream((returned,), moves=False)
            yield g.IsLast(loop.target, (returned,))


def _opening(ops: tuple[p.Op, ...], field: str, at: Context, way: Direct) -> g.OpenRecord | None:
    """What begins a record without reading it, if that is the last that is done; else None."""
    body, opens = _opened(way.body(read_ops(ops, at)))
    return g.OpenRecord(field, body, isinstance(body[-1], g.GiveChild)) if opens else None


def _after_returns(arms: list[g.Arm], orelse: g.Body) -> g.Body:
    """A choice; what is chosen after arms that return needs no `else`."""
    returned = [*takewhile(_returns, arms)]
    left = tuple(arms[len(returned) :])
    rest = (g.If(left, orelse),) if left else orelse
    return (*(g.If((arm,), ()) for arm in returned), *rest)


def _returns(arm: g.Arm) -> bool:
    return bool(arm.body) and isinstance(arm.body[-1], g.GiveChild)


def _told_before(read: g.ReadWithin) -> g.Body:
    """How a record is told where it belongs, unless it was told."""
    return (OURS,) if isinstance(read, g.ReadApart) else ()


def _opened(body: g.Body) -> tuple[g.Body, bool]:
    """Statements that give back the record that they would read last, and whether they do."""
    match body:
        case (*before, g.ReadChild(), g.Append(value=value)) if value == CHILD:
            return (*before, g.GiveChild(apart=False)), True
        case (*before, g.ReadWithin() as read, g.Advance(), g.Append(value=value)) if (
            value == CHILD
        ):
            return (*before, *_told_before(read), g.GiveChild(apart=True)), True
        case (*before, g.ReadChild()):
            return (*before, g.GiveChild(apart=False)), True
        case (*before, g.ReadWithin() as read, g.Advance()):
            return (*before, *_told_before(read), g.GiveChild(apart=True)), True
        case (*before, g.If(arms=arms, orelse=orelse)):
            inner = [_opened(arm.body) for arm in arms]
            rest, opens = _opened(orelse)
            pairs = zip(arms, inner, strict=True)
            found = [replace(arm, body=each) for arm, (each, _) in pairs]
            opens |= any(opens for _, opens in inner)
            return (*before, *_after_returns(found, rest)), opens
    return body, False
