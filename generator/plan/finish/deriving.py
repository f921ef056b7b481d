"""Deriving fields, as programs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.context import Context, constant, truth
from quire.generator.plan.finish.reading import Ops, branch, decoded, one, when
from quire.generator.plan.finish.values import new_record, unprocessed
from quire.generator.plan.finish.writing import (
    behind,
    belonging,
    for_each,
    params,
    stored_slot,
)
from quire.generator.types import model as m
from quire.runtime.frozen import replace

_SETTERS = {"room": g.SetRoom, "window": g.SetWindow}


def derive_ops(record: p.Record, at: Context) -> g.Body:
    """What derives: what follows from other fields, then the records below."""
    late = tuple(step for step in record.derive if step.late)
    soon = tuple(step for step in record.derive if not step.late)
    return (*_steps(soon, at), *_children(record.write, at), *_steps(late, at))


def _steps(steps: tuple[p.Derive, ...], at: Context) -> Iterator[g.Statement]:
    """Steps; neighbours under one condition share it.

    What an instance at a position tells is only told if there is one.
    """
    for test, group in groupby(steps, key=lambda step: step.condition):
        body: list[g.Statement] = []
        for placed, several in groupby(group, key=lambda step: step.placed and step.source):
            found = tuple(statement for step in several for statement in _derive(step, at))
            body += (one(g.IsGiven(str(placed)), found),) if placed else found
        yield from body if test is None else (one(at.expr(test), tuple(body)),)


def _derive(step: p.Derive, at: Context) -> Iterator[g.Statement]:
    slot, target = g.slot(step.target), step.target
    if step.how == "encode":
        yield g.MakePayload(slot, target)
    elif step.how == "tabulate":
        assert isinstance(step.payload, p.Nested)
        yield g.MakeTable(slot, new_record(step.payload, None, target, at), target)
    elif step.how == "dump":
        yield _dump(step, at)
    elif step.how == "make":
        assert isinstance(step.payload, p.Nested)
        yield g.MakeRecord(target, g.ClassOf(step.payload.path))
    elif step.how in ("fill", "zero"):
        yield g.SetDefault(target, _empty(step), None)
    elif step.how == "default":
        assert step.value is not None
        yield g.SetDefault(target, at.expr(step.value), _holder(step, at))
    elif step.how == "flag":
        yield _flag(step, at)
    elif step.how in ("tag", "choose"):
        yield _choice(step, at)
    else:
        yield _set(step, *_told(step, at), at)


def _empty(step: p.Derive) -> m.Const:
    """What stands where there is nothing to tell."""
    if isinstance(step.payload, p.Text):
        return m.Const(m.STR, g.NOWHERE, "")
    if isinstance(step.payload, p.Bits) and step.payload.flag:
        return m.Const(m.BOOL, g.NOWHERE, value=False)
    number = isinstance(step.payload, p.Number | p.Bits)
    return constant(0) if number else m.Const(m.BYTES, g.NOWHERE, b"")


def _flag(step: p.Derive, at: Context) -> g.Statement:
    there: m.Expr | None = None
    for name in step.fields:
        has = g.Result(m.BOOL, g.NOWHERE, g.Has(g.slot(name)))
        there = has if there is None else truth("or", there, has)
    assert there is not None
    values = tuple(at.expr(value) for _, value in step.cases if value is not None)
    return g.SetFlag(step.target, there, values, _holder(step, at))


def _choice(step: p.Derive, at: Context) -> g.Statement:
    """The tag of a chosen type, or the type of what was given as a dict."""
    cases = tuple(
        g.TypeCase(g.ClassOf(path), None if key is None else at.expr(key))
        for path, key in step.cases
    )
    if step.how == "choose":
        return g.Choose(step.source, None if step.value is None else at.expr(step.value), cases)
    return g.SetTag(step.source, step.target, cases, _holder(step, at))


def _holder(step: p.Derive, at: Context) -> m.Expr | None:
    """The record whose field is set, if it is another."""
    return None if step.holder is None else at.expr(step.holder)


def _dump(step: p.Derive, at: Context) -> g.Statement:
    document = step.payload
    assert isinstance(document, p.Document)
    compact, sort_keys = (
        None if flag is None else at.expr(flag) for flag in (document.compact, document.sort_keys)
    )
    kind, limit = g.ClassOf(document.path), document.raw.limit
    return g.DumpDocument(g.slot(step.target), kind, step.target, compact, sort_keys, limit)


def _set(step: p.Derive, value: m.Expr, source: str, at: Context) -> g.Statement:
    """Set a field to what another one makes it."""
    setter = _SETTERS.get(step.how, g.SetDerived)
    found = setter(step.target, _led_back(value, step, at), source, _holder(step, at))
    there = _is_told(step)
    return found if there is None else one(at.expr(there), (found,))


def _is_told(step: p.Derive) -> m.Expr | None:
    """When a length tells a factor of it: not where the other factors, if they vary, are 0."""
    found: m.Expr | None = None
    for word, factor in step.undo:
        if word == "divide" and not isinstance(factor, m.Const):
            test = truth("ne", factor, constant(0))
            found = test if found is None else truth("and", found, test)
    return found


def _led_back(value: m.Expr, step: p.Derive, at: Context) -> m.Expr:
    """What a field is, where a length or a count is more than the field."""
    found = value
    for word, written in step.undo:
        operand = at.expr(written)
        if word == "divide":
            found = _result(g.Quotient(found, operand, step.source))
        elif word == "from":
            found = _number("sub", operand, found)
        else:
            found = _number("add" if word == "add" else "sub", found, operand)
    return found


def _result(value: g.Value) -> g.Result:
    return g.Result(m.INT, g.NOWHERE, value)


def _number(name: str, *args: m.Expr) -> m.Expr:
    return m.Op(m.INT, g.NOWHERE, name, args)


def _told(step: p.Derive, at: Context) -> tuple[m.Expr, str]:
    """What a field is derived to, and from what, in words."""
    source, field = g.slot(step.source), step.source
    if step.how == "count":
        return _number("length", source), field
    if step.how == "each":
        return _result(g.CommonLength(source, field)), field
    if step.how == "axis":
        return _result(g.AxisOf(source, *step.axes, field)), field
    if step.how == "digest":
        key = step.digest
        assert key is not None
        return _result(g.DigestOf(source, key.algorithm, key.size, decoded(key, at))), field
    if step.how == "value":
        assert step.value is not None
        return at.expr(step.value), field or "the format"
    return _length(step, source), field


def _length(step: p.Derive, source: m.Expr) -> m.Expr:
    """The length of what is stored, with the terminator that follows."""
    value = step.payload
    if isinstance(value, p.Payload):
        return m.Get(m.INT, g.NOWHERE, source, "stored_size")
    if isinstance(value, p.Document):
        return _number("length", stored_slot(step.source))
    if isinstance(value, p.Array):
        return _result(g.ArraySize(g.slot(step.source), value.dtype, step.source))
    data = source
    if isinstance(value, p.Text):
        data = _result(g.EncodeText(source, value.encoding, step.source))
    raw = None if value is None else p.raw_of(value)
    return _terminated(_number("length", data), raw)


def _terminated(length: m.Expr, raw: p.Bytes | None) -> m.Expr:
    if raw is None or raw.terminator is None or raw.include:
        return length
    return _number("add", length, constant(len(raw.terminator)))


def found_ops(step: p.Derive, at: Context) -> g.Body:
    """What tells the field that says where an instance is."""
    return (_set(step, g.variable("position"), step.source, at),)


# -- what is stored before its length can be told -------------------------------------------------


def ready_ops(ops: Ops, at: Context) -> g.Body:
    """What stores values, and sets the fields that tell their lengths."""
    return tuple(statement for op in ops for statement in _ready(op, at))


def _ready(op: p.Op, at: Context) -> Iterator[g.Statement]:
    if isinstance(op, p.When):
        yield when(op, at, ready_ops)
        return
    if isinstance(op, p.Branch):
        yield from branch(op, at, ready_ops)
        return
    assert isinstance(op, p.Ready)
    source, raw = g.slot(op.target), p.raw_of(op.value)
    assert raw is not None
    data: g.Made = source
    if isinstance(op.value, p.Nested):
        yield from params(op.value, source, at)
        data = g.RecordBytes(source, op.target, belonging(op.value, at), None, grows=True)
    elif isinstance(op.value, p.Text):
        data = g.EncodeText(source, op.value.encoding, op.target)
    if raw.process is not None:
        data = unprocessed(raw.process, data, behind(raw, at))
    yield g.Assign(stored_slot(op.target), data)
    length = _terminated(_number("length", stored_slot(op.target)), raw)
    yield _set(op.length, length, op.target, at)


# -- records below that tell fields of those around them ------------------------------------------


def _children(ops: Ops, at: Context) -> g.Body:
    return tuple(statement for op in ops for statement in _child_of(op, at))


def _child_of(op: p.Op, at: Context) -> Iterator[g.Statement]:
    if isinstance(op, p.Store):
        yield from _child(op, at) if op.early else ()
    elif not any(_children(body, at) for body in p.bodies(op)):
        return
    elif isinstance(op, p.Branch):
        yield from branch(op, at, _children)
    elif isinstance(op, p.When):
        yield when(op, at, _children)
    elif isinstance(op, p.Loop):
        yield for_each(op, _children(op.body, at), at)
    else:
        assert isinstance(op, p.Apart)
        yield from _children(op.body, at)


def _child(op: p.Store, at: Context) -> Iterator[g.Statement]:
    source = g.element(op.target) if op.element else g.slot(op.target)
    assert isinstance(op.value, p.Nested)
    known = tuple((name, arg) for name, arg in op.value.args if not m.goes_by_stream(arg))
    yield from params(replace(op.value, args=known), source, at)
    yield g.DeriveChild(source, op.target, belonging(op.value, at, typed=False))
