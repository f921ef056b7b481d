"""Operations that write, and checks before writing, as programs."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.choices import branch
from quire.generator.plan.finish.context import Context
from quire.generator.plan.finish.joined import joined
from quire.generator.plan.finish.reading import Ops, guard, mark, marks, ordered, when
from quire.generator.plan.finish.values import array_order, named, stored_as, unprocessed
from quire.generator.plan.measure import names
from quire.generator.plan.sizes import lengths_of
from quire.generator.types import model as m
from quire.runtime.frozen import replace


def write_ops(ops: Ops, at: Context) -> g.Body:
    """What writes."""
    return joined(tuple(statement for op in ops for statement in _write(op, at)))


def where_it_stands(ops: Ops, positions: frozenset[str]) -> Iterator[p.Op]:
    """What writes the fields of a record, where instances are told anew where the stream stands.

    Args:
        ops: It.
        positions: The instances that say where it stands when they are asked for first.
    """
    for op in ops:
        names = m.own_fields(op.condition) & positions if isinstance(op, p.When) else frozenset()
        positions -= names
        if isinstance(op, p.When) and names:
            yield replace(op, condition=_standing(op.condition, names))
        else:
            yield op


def _standing(expr: m.Expr, names: frozenset[str]) -> m.Expr:
    if (name := m.own_field(expr)) in names:
        return g.Result(m.INT, g.NOWHERE, g.StandsHere(name or ""))
    if isinstance(expr, m.Op):
        return replace(expr, args=tuple(_standing(arg, names) for arg in expr.args))
    return expr


def _write(op: p.Op, at: Context) -> Iterator[g.Statement]:
    if isinstance(op, p.Block | p.BitRun):
        yield g.WriteBlock(op.name, tuple(g.slot(field.name) for field in op.fields))
    elif isinstance(op, p.Store):
        yield from _put(op, at)
    elif isinstance(op, p.When):
        body = write_ops(op.body, at)
        yield g.If((g.Arm(at.expr(op.condition), body), _absent(_target(op))))
    elif isinstance(op, p.Loop):
        if op.repeat.limit is not None:
            yield g.ExpectFew(op.target, g.slot(op.target), op.repeat.limit)
        yield from _loop(op, at)
    elif isinstance(op, p.Ordered):
        yield from ordered(op, at, write_ops)
    elif isinstance(op, p.Branch):
        yield from _branch(op, at)
    else:
        yield _beside(op, at)


def _beside(op: p.Op, at: Context) -> g.Statement:
    """What is done beside writing, or in a method of its own."""
    match op:
        case p.Apart(target=target):
            return g.WriteApart(target)
        case p.Guard():
            return guard(op, at)
        case p.Mark(number=number, back=back):
            return g.Assign(mark(number), g.Written(back))
        case p.Keep():
            return g.Owe(marks(op))
    assert isinstance(op, p.Measure)
    return g.SetDerived(op.target, g.MeasuredSize(op.ahead, op.of), op.of, None)


def _target(op: p.Op) -> str:
    """The field that an operation under a condition writes."""
    if isinstance(op, p.When):
        return _target(op.body[0])
    assert isinstance(op, p.Store | p.Loop | p.Branch | p.Apart)
    return op.target


def _absent(target: str, reason: str = "") -> g.Arm:
    """Refuse a value of a field that is not written."""
    slot = g.slot(target)
    return g.Arm(g.Has(slot), (g.LeaveOut(slot, reason),))


def _branch(op: p.Branch, at: Context) -> g.Body:
    """A switch; a value of which no case tells how it is written is refused."""
    stores = [store for _, ops in op.cases for store in ops if isinstance(store, p.Store)]
    if any(store.element for store in stores):
        refused: g.Statement = g.RefuseElement(op.target, g.element(op.target))
    else:
        refused = g.If((_absent(op.target, "no case fits"),))
    return branch(op, at, write_ops, (refused,))


def _loop(op: p.Loop, at: Context) -> g.Body:
    slot, record = g.slot(op.target), p.record_of(op)
    if isinstance(op, p.Table):
        return (g.WriteTable(slot),)
    if isinstance(op, p.Packed) and record is not None:
        return (g.WriteRows(slot, g.ClassOf(record.path), op.target),)
    body = write_ops(op.body, at)
    if isinstance(op, p.ReadOnce) and op.may_stay:
        return (g.ForSeen(g.element(op.target), slot, body),)
    if op.sync is None:
        return (for_each(op, body, at),)
    gap = g.PutGap(op.target, g.variable("i"))
    size = m.Op(m.INT, g.NOWHERE, "length", (slot,))
    each = replace(for_each(op, (gap, *body), at), indexed=True)
    return each, g.PutGap(op.target, size)


def for_each(op: p.Each, body: g.Body, at: Context) -> g.ForEach:
    """Once for each element."""
    return g.ForEach(g.element(op.target), at.slot(op.target), op.indexed, body)


# -- fields ---------------------------------------------------------------------------------------


def _put(op: p.Store, at: Context) -> Iterator[g.Statement]:
    value, target = op.value, op.target
    source = g.element(target) if op.element else g.slot(target)
    if op.cached:
        raw = p.raw_of(value)
        assert raw is not None
        yield _put_bytes(replace(raw, process=None), stored_slot(target), op, at)
    elif isinstance(value, p.Number):
        yield g.WriteNumber(value.scalar, source, target)
    elif isinstance(value, p.Bits):
        yield g.WriteBits(value.order, value.width, as_number(value, source), target)
    elif isinstance(value, p.Contents):
        yield g.Put(source)
    elif isinstance(value, p.Bytes):
        yield _put_bytes(value, source, op, at)
    elif isinstance(value, p.Text):
        text = g.EncodeText(source, value.encoding, target)
        yield _put_bytes(value.raw, text, op, at)
    elif isinstance(value, p.Nested):
        yield from _put_record(op, value, source, at)
    elif isinstance(value, p.Array):
        shape = at.expr(_written_shape(value.shape))
        dtype, order = named(value.dtype, at), array_order(value, at)
        size = _compared(op, at)
        yield g.PutArray(source, dtype, shape, target, order, size, value.raw.limit)
    elif isinstance(value, p.Document):
        yield g.Put(stored_slot(target))
    else:
        yield g.WritePayload(source, _compared(op, at), value.raw.limit)


def stored_slot(target: str) -> g.Slot:
    """Where the bytes of a field are kept until they are written."""
    return g.slot(f"_stored_{target}")


def as_number(value: p.Bits, source: m.Expr) -> m.Expr:
    """A flag as the number that stands for it."""
    return m.Op(m.INT, g.NOWHERE, "to_i", (source,)) if value.flag else source


def _written_shape(shape: m.Expr) -> m.Expr:
    """A shape whose one axis that depends on the stream is that of the array which is written."""
    items = shape.items if isinstance(shape, m.ListOf) else ()
    by_stream = [m.goes_by_stream(item) for item in items]
    if not isinstance(shape, m.ListOf) or by_stream.count(True) != 1:
        return shape
    whole = m.Const(m.INT, shape.span, -1)
    own = (whole if goes else item for item, goes in zip(items, by_stream, strict=True))
    return replace(shape, items=tuple(own))


def _compared(op: p.Store, at: Context) -> m.Expr | None:
    """The size that an array must have, if it has to be compared."""
    size = p.size_of(op.value) if op.compared else None
    return None if size is None else at.expr(size)


def _put_record(op: p.Store, value: p.Nested, source: m.Expr, at: Context) -> Iterator[g.Statement]:
    """A record into this stream, or the bytes of one that has a stream of its own."""
    yield from params(value, source, op.target, at)
    belongs = belonging(value, at)
    if value.window is None:
        yield g.WriteChild(source, op.target, belongs)
        return
    size = at.expr(value.window.size) if isinstance(value.window, p.Sized) else None
    window = g.RecordBytes(
        source,
        op.target,
        belongs,
        size,
        grows=size is None,
        in_pieces=is_written_as_it_is(value.window),
    )
    yield _put_bytes(value.window, window, op, at)


def belonging(value: p.Nested, at: Context, *, typed: bool = True) -> g.Belonging:
    """Whose a record is; its class is known unless it is somebody else's."""
    kind = g.ClassOf(value.path) if typed and not value.opaque else None
    parent = None if value.foreign or value.parent is None else at.expr(value.parent)
    return g.Belonging(kind, parent, value.foreign or value.orphan, value.foreign)


def params(value: p.Nested, source: m.Expr, target: str, at: Context) -> Iterator[g.Statement]:
    """What a nested record is told by its place; nothing, if it belongs to another one."""
    if value.opaque or not (value.args or value.chosen):
        return
    yield g.ExpectRecord(target, source, g.ClassOf(value.path))
    for name, arg in value.args:
        yield g.Assign(m.Get(m.ANY, g.NOWHERE, source, name), at.expr(arg))
    if value.chosen:
        yield g.Assign(m.Get(m.ANY, g.NOWHERE, source, "_is_le"), g.slot("_is_le"))


def behind(raw: p.Bytes, at: Context) -> Context:
    """Where the arguments of a routine are computed: after the bytes, as when they are read."""
    if not isinstance(raw, p.Sized):
        return at
    ahead = m.Op(m.STREAM, g.NOWHERE, "ahead", (at.io, at.expr(raw.size)))
    return replace(at, io=ahead)


def is_written_as_it_is(raw: p.Bytes) -> bool:
    """Whether nobody looks at bytes before they are written, or makes others of them."""
    is_ended = isinstance(raw, p.Terminated) or raw.trim is not None
    return not is_ended and raw.process is None


def _put_bytes(raw: p.Bytes, source: g.Made, op: p.Store, at: Context) -> g.Statement:
    target = op.target
    if raw.process is not None:
        stored = stored_as(op.value, target, at)
        source = unprocessed(raw, source, behind(raw, at), target, stored)
    match raw:
        case p.Terminated(terminator=end, include=include):
            rules = (include, raw.consume, raw.eos_error, raw.limit)
            return g.PutTerminated(source, end, target, *rules)
        case p.Sized(size=size, fill=int(fill)):
            return g.PutFilled(source, at.expr(size), target, fill, raw.limit)
        case p.Sized(size=size, trim=p.Trim(pad=pad, terminator=end, include=include)):
            return g.PutTrimmed(source, at.expr(size), target, pad, end, include, raw.limit)
        case p.Sized(size=size):
            return g.PutSized(source, at.expr(size), target, raw.limit)
        case p.Rest(trim=p.Trim(pad=pad, terminator=end, include=include)):
            return g.PutToEnd(source, target, pad, end, include, raw.limit)
    return g.Put(source) if raw.limit is None else g.PutRest(source, target, raw.limit)


# -- checks ---------------------------------------------------------------------------------------


def in_turn(record: p.Record) -> tuple[Ops, Ops]:
    """The checks that come first, and those of lengths that are told as values are stored."""
    told = [length.target for length in lengths_of(record.ready)]
    late = tuple(op for op in record.checks if any(names(op, target) for target in told))
    return tuple(op for op in record.checks if op not in late), late


def check_ops(ops: Ops, at: Context) -> g.Body:
    """What checks `valid` and counts."""
    return joined(tuple(statement for op in ops for statement in _check(op, at)))


def _check(op: p.Op, at: Context) -> Iterator[g.Statement]:
    if isinstance(op, p.Guard):
        yield guard(op, at)
    elif isinstance(op, p.Each):
        yield for_each(op, check_ops(op.body, at), at)
    else:
        assert isinstance(op, p.When)
        yield from when(op, at, check_ops)
