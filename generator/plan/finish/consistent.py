"""Methods of classes that `--read-write` makes: what they check, and how they are written."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.choices import branch
from quire.generator.plan.finish.context import IO, OWN, OWN_IO, Context, truth
from quire.generator.plan.finish.instances import reading_at
from quire.generator.plan.finish.joined import joined
from quire.generator.plan.finish.reading import Ops, guard, one, ordered, when
from quire.generator.plan.finish.values import back, unprocessed
from quire.generator.plan.finish.writing import as_number, for_each
from quire.generator.types import model as m
from quire.runtime.frozen import replace

UNTOUCHED: g.Body = (g.Assign(g.slot("_dirty"), m.Const(m.BOOL, g.NOWHERE, value=False)),)


def writing(record: p.Record, decision: g.Body, at: Context) -> Iterator[g.Method]:
    """`_check` and `_write__seq`; `decision` chooses the byte order."""
    yield g.FetchInstances((*_fetch_ops(record.write, OWN), *_fetch_all(record)))
    checks = [statement for lazy in p.positioned(record) for statement in _checks(lazy)]
    yield g.Check((*_check_ops(record.checks, at), *checks, *UNTOUCHED))
    if record.endian is None:
        yield g.WriteSeq(_with_io(_write_ops(record.write, at)))
        return
    only = record.write[0] if len(record.write) == 1 else None
    both = only if isinstance(only, p.Ordered) else p.Ordered(record.write, record.write)
    yield g.WriteSeq((*decision, g.CallIn("write__seq")))
    yield g.WriteSeqIn("le", _with_io(_write_ops(both.le, at)))
    yield g.WriteSeqIn("be", _with_io(_write_ops(both.be, at)))


def _with_io(body: g.Body) -> g.Body:
    return (g.Assign(IO, OWN_IO), *body) if body else ()


def writing_instance(lazy: p.Lazy) -> g.Method:
    """`_write_…` of an instance that stands in the file, `_invalidate_…` of any other."""
    if not isinstance(lazy, p.Positioned):
        return g.Invalidate(lazy.name)
    body = _write_ops(lazy.write, reading_at(lazy, read_write=True))
    if lazy.pos is not None:
        body = (g.WrittenAt(OWN.expr(lazy.pos), body),)
    body = (g.Assign(IO, OWN_IO if lazy.io is None else OWN.expr(lazy.io)), *body)
    if lazy.condition is not None:
        body = (one(OWN.expr(lazy.condition), body),)
    return g.WriteInstance(lazy.name, body)


# -- instances ------------------------------------------------------------------------------------


def _fetch_all(record: p.Record) -> Iterator[g.Statement]:
    """Every instance, and those of records in it."""
    for lazy in sorted(p.positioned(record), key=lambda lazy: lazy.name):
        below = _fetch_ops(lazy.write, replace(OWN, slots="_m_"))
        slot = g.slot(lazy.name)
        if below:
            has = g.Result(m.BOOL, g.NOWHERE, g.Has(g.slot(lazy.name, "_m_")))
            there = g.Result(m.BOOL, g.NOWHERE, g.IsThere(slot))
            yield one(truth("and", there, has), below)
        else:
            yield g.Assign(g.variable("_"), slot)


def _fetch_ops(ops: Ops, at: Context) -> g.Body:
    return joined(tuple(statement for op in ops for statement in _fetch(op, at)))


def _fetch(op: p.Op, at: Context) -> Iterator[g.Statement]:
    if isinstance(op, p.Store) and isinstance(op.value, p.Nested):
        yield g.FetchBelow(_source(op, at))
    elif isinstance(op, p.Ordered):
        yield from _fetch_ops(op.le, at)
    elif not any(_fetch_ops(body, at) for body in p.bodies(op)):
        return
    elif isinstance(op, p.Branch):
        yield from branch(op, at, _fetch_ops)
    elif isinstance(op, p.When):
        yield from when(op, at, _fetch_ops)
    else:
        assert isinstance(op, p.Loop)
        yield for_each(op, _fetch_ops(op.body, at), at)


# -- checks ---------------------------------------------------------------------------------------


def _checks(lazy: p.Positioned) -> Iterator[g.Statement]:
    """The checks of an instance that is written, unless its user does not want it."""
    body = _check_ops(lazy.checks, Context(slots="_m_"))
    if not body:
        return
    if lazy.condition is not None:
        body = (one(Context().expr(lazy.condition), body),)
    yield one(g.slot(lazy.name, behind="__enabled"), body)


def _check_ops(ops: Ops, at: Context) -> g.Body:
    return joined(tuple(statement for op in ops for statement in _check(op, at)))


def _check(op: p.Op, at: Context) -> Iterator[g.Statement]:
    if isinstance(op, p.Guard):
        yield _guard(op, at)
    elif isinstance(op, p.Fits):
        yield from _fits(op, at)
    elif isinstance(op, p.When):
        yield from when(op, at, _check_ops)
    elif isinstance(op, p.Each):
        yield for_each(op, _check_ops(op.body, at), at)
    else:
        assert isinstance(op, p.Branch)
        yield from branch(op, at, _check_ops)


def _guard(op: p.Guard, at: Context) -> g.Statement:
    slot = at.slot(op.target)
    if op.rule == "count":
        return g.Consistent(op.target, at.expr(op.args[0]), _length(slot))
    if op.rule == "not_empty":
        return g.ConsistentStart(op.target, slot)
    if op.rule == "until":
        holds = at.with_element(g.element(op.target)).expr(op.args[0])
        return g.ConsistentUntil(op.target, holds, slot)
    return guard(op, at)


def _length(of: m.Expr) -> m.Expr:
    return m.Op(m.INT, g.NOWHERE, "length", (of,))


def _fits(op: p.Fits, at: Context) -> Iterator[g.Statement]:
    source = _source(op, at)
    if isinstance(op.value, p.Nested):
        if op.belongs:
            yield g.ConsistentChild(op.target, source, _parent(op.value, at))
        for name, expr in op.value.args:
            given = m.Get(m.ANY, g.NOWHERE, source, name)
            yield g.ConsistentParam(op.target, at.expr(expr), given)
        return
    raw, data = _stored(op, source, at)
    match raw:
        case p.Sized(size=size, trim=None):
            value = g.Result(m.BYTES, g.NOWHERE, data) if isinstance(data, g.Value) else data
            yield g.Consistent(op.target, at.expr(size), _length(value))
        case p.Terminated() | p.Bytes(trim=p.Trim()):
            yield g.Fits(_stored_as(raw, at), op.target, data)


def _parent(value: p.Nested, at: Context) -> m.Expr | None:
    if value.orphan:
        return None
    return g.variable("self") if value.parent is None else at.expr(value.parent)


def _source(op: p.Fits | p.Store, at: Context) -> m.Expr:
    return g.element(op.target) if op.element else at.slot(op.target)


# -- writing --------------------------------------------------------------------------------------


def _write_ops(ops: Ops, at: Context) -> g.Body:
    return joined(tuple(statement for op in ops for statement in _write(op, at)))


def _write(op: p.Op, at: Context) -> Iterator[g.Statement]:
    if isinstance(op, p.Store):
        yield from _put(op, at)
    elif isinstance(op, p.When):
        yield from when(op, at, _write_ops)
    elif isinstance(op, p.Loop):
        yield from _loop(op, at)
    elif isinstance(op, p.Ordered):
        yield from ordered(op, at, _write_ops)
    elif isinstance(op, p.Branch):
        yield from branch(op, at, _write_ops)
    else:
        yield from _check(op, at)


def _loop(op: p.Loop, at: Context) -> Iterator[g.Statement]:
    body = _write_ops(op.body, at)
    if op.repeat.limit is not None:
        yield g.ExpectFew(op.target, at.slot(op.target), op.repeat.limit)
    if isinstance(op.repeat, p.ToEnd):
        yield for_each(op, (g.ConsistentRoom(op.target), *body), at)
        yield g.ConsistentEnd(op.target)
    else:
        yield for_each(op, body, at)


def _put(op: p.Store, at: Context) -> Iterator[g.Statement]:
    value, source = op.value, _source(op, at)
    if isinstance(value, p.Number):
        yield g.WriteScalar(value.scalar, source)
    elif isinstance(value, p.Bits):
        yield g.WriteBitsInt(value.order, value.width, as_number(value, source))
    elif isinstance(value, p.Nested):
        yield from _put_record(op, value, source, at)
    else:
        yield from _put_bytes(op, source, at)


def _expect_within(op: p.Store, raw: p.Bytes, put: m.Expr, at: Context) -> Iterator[g.Statement]:
    """The limit of what is stored, of which so many bytes are `put`, unless its size is told."""
    if raw.limit is not None:
        size = at.expr(raw.size) if isinstance(raw, p.Sized) else put
        yield g.ExpectWithin(op.target, size, raw.limit)


def _put_bytes(op: p.Store, source: m.Expr, at: Context) -> Iterator[g.Statement]:
    raw, data = _stored(op, source, at)
    value = g.Result(m.BYTES, g.NOWHERE, data) if isinstance(data, g.Value) else data
    yield from _expect_within(op, raw, _length(value), at)
    # What goes through a routine is checked after it.
    if isinstance(raw, p.Terminated) or raw.trim is not None or raw.process is not None:
        yield g.PutStored(_stored_as(raw, at), op.target, data)
        return
    yield g.WriteBytes(data)
    if isinstance(raw, p.Rest) and not raw.ended:
        yield g.ConsistentEnd(op.target)


def _put_record(op: p.Store, value: p.Nested, source: m.Expr, at: Context) -> Iterator[g.Statement]:
    for name, expr in value.args:
        if _has_stream(expr.type):
            yield g.SetParam(source, name, at.expr(expr))
    if value.chosen:
        yield g.Assign(m.Get(m.ANY, g.NOWHERE, source, "_is_le"), g.slot("_is_le"))
    if value.window is None:
        yield g.WriteRecord(source)
        return
    yield from _expect_within(op, value.window, _room(op, value.window, at), at)
    sizes = tuple(g.Argument(size, _measured(op, size, at)) for size in op.measured)
    yield g.OpenWindow(_stored_as(value.window, at), sizes)
    # Its arguments depend on the stream as it is after the bytes, as when they are read.
    routine = value.window.process
    yield g.PutWindow(op.target, source, None if routine is None else _unprocessor(routine, at))


def _room(op: p.Store, window: p.Bytes, at: Context) -> m.Expr:
    """The bytes of a record's stream, of which no expression tells the size."""
    if isinstance(window, p.Terminated):
        return _measured(op, "outer", at)
    ends = (m.Op(m.INT, g.NOWHERE, f"stream_{end}", (at.io,)) for end in ("size", "pos"))
    return m.Op(m.INT, g.NOWHERE, "sub", tuple(ends))


def _measured(op: p.Store, size: str, at: Context) -> m.Expr:
    """A size of a record's own stream, which was kept when it was read."""
    kept = at.slot(op.target, f"__{size}_size")
    if not op.element:
        return kept
    return m.Op(m.INT, g.NOWHERE, "item", (kept, g.variable("i")))


def _unprocessor(process: p.Process, at: Context) -> g.Made:
    """What a routine would make values of, as a function."""
    match process:
        case p.Custom(path=path, args=args):
            return g.Encoder(path, tuple(map(at.expr, args)))
        case p.Zlib():
            return g.Deflater()
        case p.Tagged(notation=notation, args=args):
            return g.Tagger(notation, tuple(map(at.expr, args)))
        case p.Rotate():
            return g.Rotator(at.expr(back(process)))
    (key,) = process.args
    return g.Xorer(at.expr(key))


def _stored(op: p.Fits | p.Store, source: m.Expr, at: Context) -> tuple[p.Bytes, g.Made]:
    """The bytes that a value is written as, and how they stand in the stream."""
    value = op.value
    raw = p.raw_of(value)
    assert raw is not None
    data: g.Made = source
    if isinstance(value, p.Text):
        encoding = m.Const(m.STR, g.NOWHERE, value.encoding)
        data = m.Op(m.BYTES, g.NOWHERE, "to_b", (source, encoding))
    if raw.process is not None:
        data = unprocessed(raw, data, at, op.target)
    return raw, data


def _stored_as(raw: p.Bytes, at: Context) -> g.StoredAs:
    """How bytes stand in a stream."""
    if isinstance(raw, p.Terminated):
        rules = (raw.include, raw.consume, raw.eos_error)
        return g.StoredAs(None, raw.terminator, *rules, to_end=False, pad=None)
    size = at.expr(raw.size) if isinstance(raw, p.Sized) else None
    trim = raw.trim or p.Trim(None, None, include=False)
    return g.StoredAs(
        size,
        trim.terminator,
        trim.include,
        consume=True,
        eos_error=True,
        to_end=isinstance(raw, p.Rest) and not raw.ended,
        pad=trim.pad,
    )


def _has_stream(type_: m.Type) -> bool:
    return _has_stream(type_.of) if isinstance(type_, m.ListType) else type_ is m.STREAM
