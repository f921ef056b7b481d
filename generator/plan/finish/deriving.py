"""Deriving fields, as programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.choices import branch, ending_once
from quire.generator.plan.finish.context import Context, constant, truth
from quire.generator.plan.finish.joined import joined
from quire.generator.plan.finish.reading import Ops, decoded, one, when
from quire.generator.plan.finish.values import named, new_record, stored_as, unprocessed
from quire.generator.plan.finish.writing import (
    behind,
    belonging,
    for_each,
    is_written_as_it_is,
    params,
    stored_slot,
)
from quire.generator.plan.sizes import both
from quire.generator.types import model as m
from quire.generator.types.fold import fold
from quire.runtime.frozen import replace

_SIGNS = {"add": "add", "subtract": "sub", "multiply": "mul"}

_SETTERS: dict[type[p.Quantity], type[g.SetDerived]] = {p.Room: g.SetRoom, p.Window: g.SetWindow}


def derive_ops(record: p.Record, at: Context) -> g.Body:
    """What derives: what follows from other fields, then the records below."""
    late = tuple(step for step in record.derive if step.late)
    soon = tuple(step for step in record.derive if not step.late)
    return (
        *joined(tuple(_steps(soon, at))),
        *_children(record.write, at),
        *joined(tuple(_steps(late, at))),
    )


def _steps(steps: tuple[p.Derive, ...], at: Context) -> Iterator[g.Statement]:
    """Steps; neighbours under one condition share it.

    What an instance at a position tells is only told if there is one.
    """
    for test, group in groupby(steps, key=lambda step: step.condition):
        parts = [
            (placed, tuple(_derive(step, at) for step in several))
            for placed, several in groupby(group, key=lambda step: step.placed)
        ]
        if test is not None and len(parts) == 1 and parts[0][0]:
            there = g.Result(m.BOOL, g.NOWHERE, g.IsGiven(parts[0][0]))
            yield one(both(there, at.expr(test)), parts[0][1])
            continue
        body: list[g.Statement] = []
        for placed, found in parts:
            body += (one(g.IsGiven(placed), found),) if placed else found
        yield from body if test is None else (one(at.expr(test), tuple(body)),)


def _derive(step: p.Derive, at: Context) -> g.Statement:
    if isinstance(step, p.Ended):
        return g.SetEnded(step.target, least_of(step), step.source, _holder(step, at))
    if isinstance(step, p.Quantity):
        return _set(step, _number_of(step, at), at)
    return _tell(step, at) if isinstance(step, p.Told) else _prepare(step, at)


def least_of(step: p.Ended) -> g.Slot:
    """The method that tells what a field is at least."""
    return g.slot(f"{step.target}_by_{step.source}", "_least_")


def leasts(record: p.Record, at: Context) -> Iterator[g.Method]:
    """The methods that tell what lengths are at least, where there may be padding."""
    steps = {least_of(step): step for step in record.derive if isinstance(step, p.Ended)}
    for slot, step in steps.items():
        yield g.Least(slot.name, (g.Return(_led_back(_number_of(step, at), step, at)),))


def _prepare(step: p.Derive, at: Context) -> g.Statement:
    """What makes something of what was given, or of nothing."""
    slot, target = g.slot(step.target), step.target
    match step:
        case p.Encode():
            return g.MakePayload(slot, target)
        case p.Tabulate(record=record):
            return g.MakeTable(slot, new_record(record, None, target, at), target)
        case p.Dump(document=document):
            return _dump(step, document, at)
        case p.Choose(on=on, cases=cases):
            return g.Choose(target, None if on is None else at.expr(on), _cases(cases, at))
        case p.Make(path=path):
            return g.MakeRecord(target, g.ClassOf(path))
    assert isinstance(step, p.Default)
    return g.SetDefault(target, at.expr(step.value), _holder(step, at))


def _tell(step: p.Told, at: Context) -> g.Statement:
    """What sets a field that follows from others, other than numbers of them."""
    target, holder = step.target, _holder(step, at)
    match step:
        case p.ValueOf(value=value):
            return g.SetDerived(target, at.expr(value), "the format", holder)
        case p.Flag():
            return _flag(step, at)
        case p.Tag(source=source, cases=cases):
            return g.SetTag(source, target, _cases(cases, at), holder)
    if isinstance(step, p.Summed):
        return g.SetDefault(target, step.value, None)
    assert isinstance(step, p.DigestOf)
    key = step.digest
    digest = g.DigestOf(g.slot(step.source), key.algorithm, key.size, decoded(key, at))
    return g.SetDerived(target, digest, step.source, holder)


def _flag(step: p.Flag, at: Context) -> g.Statement:
    there: m.Expr | None = None
    for name in step.fields:
        has = g.Result(m.BOOL, g.NOWHERE, g.Has(g.slot(name)))
        there = has if there is None else truth("or", there, has)
    assert there is not None
    values = tuple(at.expr(value) for value in (step.yes, step.no) if value is not None)
    return g.SetFlag(step.target, there, values, _holder(step, at))


def _cases(cases: p.Cases, at: Context) -> tuple[g.TypeCase, ...]:
    """The types that were given, each with the tag of its case."""
    return tuple(
        g.TypeCase(g.ClassOf(path), None if key is None else at.expr(key)) for path, key in cases
    )


def _holder(step: p.Derive, at: Context) -> m.Expr | None:
    """The record whose field is set, if it is another."""
    return None if step.holder is None else at.expr(step.holder)


def _dump(step: p.Dump, document: p.Document, at: Context) -> g.Statement:
    compact, sort_keys = (
        None if flag is None else at.expr(flag) for flag in (document.compact, document.sort_keys)
    )
    kind, limit = g.ClassOf(document.path), document.raw.limit
    return g.DumpDocument(g.slot(step.target), kind, step.target, compact, sort_keys, limit)


# -- numbers, led back to fields ------------------------------------------------------------------


def _set(step: p.Quantity, value: m.Expr, at: Context) -> g.Statement:
    """Set a field to what another one makes it."""
    setter = _SETTERS.get(type(step), g.SetDerived)
    found = setter(step.target, _led_back(value, step, at), step.source, _holder(step, at))
    there = _is_told(step)
    return found if there is None else one(at.expr(there), (found,))


def _is_told(step: p.Quantity) -> m.Expr | None:
    """When a length tells a factor of it: not where the other factors, if they vary, are 0."""
    found: m.Expr | None = None
    for word, factor in step.undo:
        if word == "divide" and not isinstance(factor, m.Const):
            test = truth("ne", factor, constant(0))
            found = test if found is None else truth("and", found, test)
    return found


def _led_back(value: m.Expr, step: p.Quantity, at: Context) -> m.Expr:
    """What a field is, where a length or a count is more than the field."""
    found = value
    for word, written in step.undo:
        if word == "digits":
            return _spelled(found, written, step, at)
        operand = at.expr(written)
        match word:
            case "divide":
                found = _result(g.Quotient(found, operand, step.source))
            case "exponent":
                found = _result(g.Exponent(found, operand, step.source))
            case "from":
                found = _number("sub", operand, found)
            case "part":
                found = _part(found, operand)
            case "bits" | "whole":
                found = _result(_kept(word, found, operand, step, at))
            case _:
                found = _number(_SIGNS[word], found, operand)
    return found


def _part(number: m.Expr, bits: m.Expr) -> m.Expr:
    """Some bits of a number, from one on up to another."""
    assert isinstance(bits, m.ListOf)
    low, above = map(fold, bits.items)
    assert low is not None
    assert above is not None
    found = _number("bit_shr", number, constant(low)) if low else number
    return found if above < 0 else _number("bit_and", found, _mask((1 << above - low) - 1))


def _kept(word: str, number: m.Expr, told: m.Expr, step: p.Quantity, at: Context) -> g.Value:
    """A number of which something stays as it is now."""
    assert isinstance(told, m.ListOf)
    *numbers, now = told.items
    if word == "bits":
        mask, shift = map(fold, numbers)
        assert mask is not None
        assert shift is not None
        return g.WithBits(now, number, _mask(mask), shift, step.target, step.source)
    holder = _holder(step, at) or g.variable("self")
    now = _result(g.IfThere(now, holder, step.target))
    return g.Dividend(now, number, numbers[0], step.target, step.source)


def _mask(bits: int) -> m.Expr:
    """A number that is read by its bits."""
    return m.Const(m.INT, g.NOWHERE, bits, hex(bits))


def _spelled(number: m.Expr, digits: m.Expr, step: p.Quantity, at: Context) -> m.Expr:
    """A number as text, as it is written there already if that is the same number."""
    assert isinstance(digits, m.ListOf)
    base, width, wider = map(fold, digits.items)
    assert base is not None
    assert width is not None
    holder = _holder(step, at) or g.variable("self")
    spelled = g.Spelled(number, base, width, bool(wider), holder, step.target)
    return g.Result(m.STR, g.NOWHERE, spelled)


def _result(value: g.Value) -> g.Result:
    return g.Result(m.INT, g.NOWHERE, value)


def _number(name: str, *args: m.Expr) -> m.Expr:
    return m.Op(m.INT, g.NOWHERE, name, args)


def _number_of(step: p.Quantity, at: Context) -> m.Expr:
    """A number of something, before it is led back to its field."""
    source = g.slot(step.source)
    match step:
        case p.LengthOfEach():
            return _result(g.CommonLength(source, step.source))
        case p.Axis(axis=axis, axes=axes):
            return _result(g.AxisOf(source, axis, axes, step.source))
        case p.Length(value=value):
            return _length(value, step.source, at)
    assert isinstance(step, p.Count)
    return _number("length", source)


def _length(value: p.Value, name: str, at: Context) -> m.Expr:
    """The length of what is stored, with the terminator that follows."""
    data: m.Expr = g.slot(name)
    match value:
        case p.Payload():
            return m.Get(m.INT, g.NOWHERE, data, "stored_size")
        case p.Document():
            return _number("length", stored_slot(name))
        case p.Array(dtype=dtype):
            return _result(g.ArraySize(g.slot(name), named(dtype, at), name))
        case p.Text(encoding=encoding):
            data = _result(g.EncodeText(data, encoding, name))
    return _terminated(_number("length", data), p.raw_of(value))


def _terminated(length: m.Expr, raw: p.Bytes | None) -> m.Expr:
    match raw:
        case p.Terminated(terminator=end, include=False):
            return _number("add", length, constant(len(end)))
        case p.Bytes(trim=p.Trim(terminator=bytes(end), include=False)):
            return _number("add", length, constant(len(end)))
    return length


def found_ops(steps: Iterable[p.Position], at: Context) -> g.Body:
    """What tells the fields that say where an instance is."""
    return tuple(_found(step, at) for step in steps)


def _found(step: p.Position, at: Context) -> g.Statement:
    told = _set(step, g.variable("position"), at)
    return told if step.condition is None else one(at.expr(step.condition), (told,))


# -- what is stored before its length can be told -------------------------------------------------


def ready_ops(ops: Ops, at: Context) -> g.Body:
    """What stores values, and sets the fields that tell their lengths."""
    return tuple(statement for op in ops for statement in _ready(op, at))


def _ready(op: p.Op, at: Context) -> Iterator[g.Statement]:
    if isinstance(op, p.When):
        yield from when(op, at, ready_ops)
        return
    if isinstance(op, p.Branch):
        yield from ending_once(branch(op, at, ready_ops))
        return
    assert isinstance(op, p.Ready)
    source, raw = g.slot(op.target), p.raw_of(op.value)
    assert raw is not None
    data: g.Made = source
    if isinstance(op.value, p.Nested):
        yield from params(op.value, source, op.target, at)
        belongs = belonging(op.value, at)
        as_it_is = is_written_as_it_is(raw)
        data = g.RecordBytes(source, op.target, belongs, None, grows=True, in_pieces=as_it_is)
    elif isinstance(op.value, p.Text):
        data = g.EncodeText(source, op.value.encoding, op.target)
    if raw.process is not None:
        stored = stored_as(op.value, op.target, at)
        data = unprocessed(raw, data, behind(raw, at), op.target, stored)
    yield g.Assign(stored_slot(op.target), data)
    length = _terminated(_number("length", stored_slot(op.target)), raw)
    for step in op.lengths:
        told = _set(step, length, at)
        yield told if step.condition is None else one(at.expr(step.condition), (told,))


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
        yield from when(op, at, _children)
    elif isinstance(op, p.ReadOnce) and op.may_stay:
        yield g.ForLookedAt(g.element(op.target), g.slot(op.target), _children(op.body, at))
    elif isinstance(op, p.Loop):
        yield for_each(op, _children(op.body, at), at)
    else:
        assert isinstance(op, p.Apart)
        yield from _children(op.body, at)


def _child(op: p.Store, at: Context) -> Iterator[g.Statement]:
    source = g.element(op.target) if op.element else g.slot(op.target)
    assert isinstance(op.value, p.Nested)
    known = tuple((name, arg) for name, arg in op.value.args if not m.goes_by_stream(arg))
    yield from params(replace(op.value, args=known), source, op.target, at)
    yield g.DeriveChild(source, op.target, belonging(op.value, at, typed=False))
