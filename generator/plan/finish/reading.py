"""Operations that read, and checks, as programs."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.choices import Finish, branch, choice
from quire.generator.plan.finish.context import Context, constant, last, truth
from quire.generator.plan.finish.joined import joined
from quire.generator.plan.finish.values import (
    member,
    new_record,
    of_bytes,
    processed,
    read_value,
    stored_bytes,
)
from quire.generator.types import model as m
from quire.runtime.frozen import replace

Ops = tuple[p.Op, ...]
CHECKED_BY = {
    "any_of": "expect_any_of",
    "at_least": "expect_at_least",
    "at_most": "expect_at_most",
    "count": "expect_count",
    "equal": "expect_equal",
    "member": "expect_member",
    "that": "expect_that",
}
"""The functions that check what rules say."""
WORD = 64
"""Bits of a mask that is written out; that of more would not fit on a line."""


def read_ops(ops: Ops, at: Context) -> g.Body:
    """What reads."""
    return joined(tuple(statement for op in ops for statement in _read(op, at)))


def _read(op: p.Op, at: Context) -> Iterator[g.Statement]:
    if isinstance(op, p.Block):
        yield from _block(op, at)
    elif isinstance(op, p.BitRun):
        yield from _run(op, at)
    elif isinstance(op, p.Store):
        yield from _store(op, at)
    elif isinstance(op, p.Guard):
        yield guard(op, at, reading=True)
    elif isinstance(op, p.When):
        yield from when(_joined(op), at, read_ops)
    elif isinstance(op, p.Loop):
        yield from _loop(op, at)
    elif isinstance(op, p.Branch):
        yield from branch(op, at, read_ops)
    elif isinstance(op, p.Ordered):
        yield from ordered(op, at, read_ops)
    else:
        yield _beside(op, at)


def _beside(op: p.Op, at: Context) -> g.Statement:
    """What is done beside reading."""
    match op:
        case p.Trace():
            return _trace(op, at)
        case p.Mark(number=number, back=back):
            return g.Assign(mark(number), g.Here(back))
        case p.Keep():
            return g.KeepMarks(marks(op))
    assert isinstance(op, p.Digest)
    verify = g.GuardWith(g.slot(op.over), op.algorithm, g.slot(op.target), decoded(op, at))
    return verify if op.condition is None else one(at.expr(op.condition), (verify,))


def mark(number: int) -> m.Local:
    """What an edge of a field is called."""
    return g.variable(f"mark_{number}")


def marks(op: p.Keep) -> tuple[g.Made, ...]:
    """All that a record has."""
    return tuple(map(mark, range(op.count)))


def one(condition: g.Made, body: g.Body, orelse: g.Body = ()) -> g.If:
    """What is done under one condition."""
    return g.If((g.Arm(condition, body),), orelse)


def when(op: p.When, at: Context, inner: Finish) -> g.Body:
    """Operations under a condition."""
    return choice([g.Arm(at.expr(op.condition), inner(op.body, at))])


def ordered(op: p.Ordered, at: Context, inner: Finish) -> g.Body:
    """Operations in the byte order that was chosen."""
    return choice([g.Arm(g.slot("_is_le"), inner(op.le, at))], inner(op.be, at))


def _joined(op: p.When) -> p.When:
    """A digest with a condition of its own needs no second `if`."""
    digest = op.body[0]
    if len(op.body) > 1 or not isinstance(digest, p.Digest) or digest.condition is None:
        return op
    both = truth("and", op.condition, digest.condition)
    return p.When(both, (replace(digest, condition=None),))


def decoded(op: p.Digest, at: Context) -> m.Expr | None:
    """Whether a digest is that of the decoded array."""
    return None if op.decoded is None else at.expr(op.decoded)


def _block(op: p.Block, at: Context) -> Iterator[g.Statement]:
    yield g.ReadBlock(op.name, tuple(at.slot(field.name) for field in op.fields))
    for field in op.fields:
        if field.enum is not None:
            slot = at.slot(field.name)
            yield g.Assign(slot, member(field.enum, slot))


def _run(op: p.BitRun, at: Context) -> Iterator[g.Statement]:
    """A run as one number, and its fields, cut out of it."""
    yield g.ReadRun(op.name)
    total = sum(field.bits.width for field in op.fields)
    for field in op.fields:
        flag = field.bits.flag
        value = _flag(field) if flag else member(field.bits.enum, _cut(field, total))
        yield g.Assign(at.slot(field.name), value)


def _number(name: str, *args: m.Expr) -> m.Expr:
    return m.Op(m.INT, g.NOWHERE, name, args)


def _mask(value: int) -> m.Const:
    return m.Const(m.INT, g.NOWHERE, value, hex(value))


def _flag(field: p.BitField) -> m.Expr:
    bits = g.variable("bits")
    if field.shift < WORD:
        bit = _number("bit_and", bits, _mask(1 << field.shift))
    else:
        bit = _number("bit_and", _number("bit_shr", bits, constant(field.shift)), constant(1))
    return truth("ne", bit, constant(0))


def _cut(field: p.BitField, total: int) -> m.Expr:
    bits: m.Expr = g.variable("bits")
    width = field.bits.width
    above = _number("bit_shr", bits, constant(field.shift)) if field.shift else bits
    if field.shift + width == total:
        return above
    if width <= WORD:
        return _number("bit_and", above, _mask((1 << width) - 1))
    whole = _number("bit_shl", constant(1), constant(width))
    return _number("bit_and", above, _number("sub", whole, constant(1)))


def _trace(op: p.Trace, at: Context) -> g.Statement:
    slot = g.slot(op.target, at.kept)
    if op.edge == "list":
        return g.NoteList(slot)
    return (g.NoteElement if op.element else g.Note)(slot, op.edge)


# -- fields ---------------------------------------------------------------------------------------


def _store(op: p.Store, at: Context) -> Iterator[g.Statement]:
    slot = at.slot(op.target)
    if isinstance(op.value, p.Document):
        stored = stored_bytes(op.value.raw, op.target, at)
        yield g.ParseDocument(slot, stored, g.ClassOf(op.value.path), op.target)
        return
    if op.marked:
        yield g.StartOfBits() if isinstance(op.value, p.Bits) else g.Start()
    before, value = _stored(op, at)
    yield from before
    apart = isinstance(op.value, p.Nested) and op.value.apart
    if op.element and apart:
        yield g.AppendRead(slot, g.element(op.target), value)
    elif op.element:
        yield g.Append(slot, value)
    else:
        yield g.Assign(slot, value)
        if apart:
            yield g.ReadNow(slot)
    for size in op.measured:
        measured = _measured(op, size, at)
        put = g.Append if op.element else g.Assign
        yield put(at.slot(op.target, f"__{size}_size"), measured)


def _measured(op: p.Store, size: str, at: Context) -> g.Made:
    """A size of a record's own stream; in a list with others, something for these too."""
    if not isinstance(op.value, p.Nested):
        return constant(0)
    if size == "outer" and (raw := op.value.window) is not None and raw.process is not None:
        stored: m.Expr = g.slot(op.target, f"_raw__raw_{at.kept}")
        return _number("length", last(stored) if op.element else stored)
    slot: m.Expr = at.slot(op.target)
    return g.SizeOfStream(last(slot) if op.element else slot)


def _stored(op: p.Store, at: Context) -> tuple[g.Body, g.Made]:
    """The value of a field; what a routine makes of stored bytes is kept as it was stored, too."""
    raw = p.raw_of(op.value)
    if raw is None or raw.process is None:
        return (), read_value(op.value, op.target, at)
    keep = g.Append if op.element else g.Assign
    *twice, once = (g.slot(op.target, before + at.kept) for before in _kept(op.value))
    first = twice[0] if twice else once
    statements: list[g.Statement] = [keep(first, stored_bytes(raw, op.target, at))]
    stored = last(first) if op.element else first
    made = processed(raw, raw.process, stored, op.target, at)
    if not isinstance(op.value, p.Nested):
        return tuple(statements), of_bytes(op.value, made, op.target)
    statements.append(keep(once, made))
    stream = g.WindowOf(last(once) if op.element else once)
    return tuple(statements), new_record(op.value, stream, op.target, at)


def _kept(value: p.Value) -> tuple[str, ...]:
    """What the names of the attributes begin with that keep what routines were given."""
    return ("_raw__raw_", "_raw_") if isinstance(value, p.Nested) else ("_raw_",)


def _kept_slots(op: p.Store, at: Context) -> Iterator[g.Slot]:
    """The attributes that keep what a routine was given."""
    if (raw := p.raw_of(op.value)) is not None and raw.process is not None:
        for before in reversed(_kept(op.value)):
            yield g.slot(op.target, before + at.kept)


# -- repeats --------------------------------------------------------------------------------------


def _loop(op: p.Loop, at: Context) -> Iterator[g.Statement]:
    slot, target, index = at.slot(op.target), op.target, "i" if op.indexed else "_"
    match op.repeat:
        case p.Times() as times:
            yield g.Count(at.expr(times.count), target, times.least, times.limit, times.partial)
    if op.sync is not None and at.by_position and not at.slots:
        lists = tuple(_lists(op, slot, at))
        yield from map(g.NewList, lists)
        yield g.ReadSynced(op.target, lists, op.sync, _limit(op))
        return
    if type(op) is p.Loop:
        yield from _elements(op, slot, index, at)
        return
    record = p.record_of(op)
    assert record is not None
    match op:
        case p.Table():
            yield g.ReadTable(slot, new_record(record, None, target, at), target)
        case p.Rows(repeat=repeat):
            to_end = isinstance(repeat, p.ToEnd)
            yield g.ReadRows(slot, g.ClassOf(record.path), target, to_end=to_end)
        case p.ReadOnce(repeat=repeat):
            window, kind = record.window, g.ClassOf(record.path)
            size = at.expr(window.size) if isinstance(window, p.Sized) else None
            stop = _stop(repeat, slot, at) if isinstance(repeat, p.Until) else None
            elements, counted = tuple(_elements(op, slot, index, at)), isinstance(repeat, p.Times)
            yield g.ReadOnce(
                slot, kind, target, counted, op.apart, op.by_ways, op.nested, size, stop, elements
            )
        case p.Found():
            yield g.ReadFound(slot, index, new_record(record, at.io, target, at))


def _lists(op: p.Loop, slot: g.Slot, at: Context) -> dict[g.Slot, None]:
    """Where elements go, and what is kept of each beside it."""
    stores = [inner for inner in p.walk(op.body) if isinstance(inner, p.Store)]
    kept = [found for store in stores for found in _kept_slots(store, at)]
    kept += [at.slot(op.target, f"__{size}_size") for store in stores for size in store.measured]
    return dict.fromkeys((slot, *kept))


def _limit(op: p.Loop) -> int | None:
    return None if isinstance(op.repeat, p.Times) else op.repeat.limit


def _elements(op: p.Loop, slot: g.Slot, index: str, at: Context) -> Iterator[g.Statement]:
    """Elements that are read one by one."""
    yield from map(g.NewList, _lists(op, slot, at))
    body = read_ops(op.body, at)
    match op.repeat:
        case p.Times():
            yield g.ForCount(index, body)
        case p.Until(limit=limit, least=least):
            yield g.ForTurns(index, op.target, limit, least, body, _stop(op.repeat, slot, at))
        case p.ToEnd(limit=limit, least=least):
            yield g.ForRest(index, op.target, limit, least, body)


def _stop(repeat: p.Until, slot: g.Slot, at: Context) -> m.Expr:
    """Whether the last element that was read ends a repeat."""
    return at.with_element(last(slot)).expr(repeat.condition)


# -- rules ----------------------------------------------------------------------------------------


def guard(
    op: p.Guard,
    at: Context,
    *,
    reading: bool = False,
    by_keys: bool = False,
    found: m.Expr | None = None,
) -> g.Statement:
    """A check of `valid`, of what was `found`; the keys of a document check themselves."""
    if found is None:
        found = g.Key(m.ANY, g.NOWHERE, op.target) if by_keys else at.slot(op.target)
    if op.element:
        found = last(found) if reading else g.element(op.target)
    inner = at.with_element(found)
    if op.rule == "until":
        return _until(op, at)
    args: tuple[g.Made, ...] = tuple(map(inner.expr, op.args))
    if op.rule == "member":
        args = (g.ClassOf(op.enum or ()),)
    back = None if not reading else 0 if op.back is None else op.back
    place = op.place if op.rule != "count" else ""
    told = (
        CHECKED_BY[op.rule],
        op.target,
        found,
        args,
        back,
        reading and op.marked,
        place,
        by_keys,
    )
    if op.rule == "that":
        return g.ExpectThat(*told, op.text)
    return (g.ExpectAnyOf if op.rule == "any_of" else g.Expect)(*told)


def _until(op: p.Guard, at: Context) -> g.Statement:
    """Whether `repeat-until` holds for each element, and the check of it."""
    each, indexed = g.element(op.target), "_index" in m.locals_of(op.args[0])
    ends = at.with_element(each).expr(op.args[0])
    return g.ExpectUntil(op.target, each, g.slot(op.target), ends, indexed, op.once)
