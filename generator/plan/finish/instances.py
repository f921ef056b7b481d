"""Instances as methods: values, and what is read when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.beside import is_below, owner_of
from quire.generator.plan.finish.by_type import KIND
from quire.generator.plan.finish.context import IO, OWN, OWN_IO, Context, truth
from quire.generator.plan.finish.deriving import found_ops, ready_ops
from quire.generator.plan.finish.direct import VALUE, Direct
from quire.generator.plan.finish.elsewhere import elsewhere
from quire.generator.plan.finish.in_place import Known
from quire.generator.plan.finish.lists import VALUES, needs_no_stream, unseen
from quire.generator.plan.finish.peeks import is_at_once, peeked, unread, valued
from quire.generator.plan.finish.reading import Ops, guard, one, read_ops
from quire.generator.plan.finish.steps import CHILD
from quire.generator.plan.finish.value_tables import from_table
from quire.generator.plan.finish.values import member, read_value
from quire.generator.plan.finish.writing import write_ops
from quire.generator.types import model as m
from quire.runtime.frozen import replace
from quire.runtime.reading.instance import GROWING

NONE = g.variable("None")

QUICK = "quick"
"""What makes members that are computed each time."""


def instance(lazy: p.Lazy, way: Direct | None, known: Known, *, read_write: bool) -> g.Instance:
    """The method that computes an instance."""
    kind = kind_of(lazy, known, read_write=read_write)
    # What is not kept is not made of others that are.
    at = replace(OWN, values=known.values) if kind == QUICK else OWN
    body: list[g.Statement] = []
    if lazy.built is not None:
        body.append(one(g.IsNotRead(), (g.Return(at.expr(lazy.built)),)))
    if lazy.condition is not None:
        body.append(one(at.expr(truth("not", lazy.condition)), (g.Return(NONE),)))
    if isinstance(lazy, p.Positioned):
        body += _positioned(lazy, reading_at(lazy, read_write=read_write), way)
    else:
        assert isinstance(lazy, p.Computed)
        body += _computed(lazy, at) if not lazy.checks else _checked(lazy)
    doc = g.Doc(lazy.doc, f"Instance `{lazy.name}`")
    return g.Instance(lazy.name, kind, type_of(lazy), doc, tuple(body))


def putting(lazy: p.Lazy) -> Iterator[g.Method]:
    """The method that puts an array into the fields of whose bytes it is made."""
    if isinstance(lazy, p.Computed) and lazy.pieces is not None:
        records, field = lazy.pieces
        yield g.PutPieces(lazy.name, (g.Pieces(lazy.name, OWN.expr(records), field),))


def kind_of(lazy: p.Lazy, known: Known, *, read_write: bool) -> str:
    """What makes the method of an instance a member."""
    if not read_write:
        if known.is_quick(lazy):
            return QUICK
        if isinstance(lazy, p.Computed) and lazy.pieces is not None:
            return "assembled"
        fixed = isinstance(lazy, p.Computed) and lazy.built is None
        return "computed" if fixed else "instance"
    return "written" if isinstance(lazy, p.Positioned) else "computed"


def type_of(lazy: p.Lazy) -> g.Annotation:
    """The type of an instance, which is None where its `if` or its switch says so."""
    unread = isinstance(lazy, p.Positioned) and _may_be_none(lazy.read)
    return g.Annotation(lazy.type, lazy.condition is not None or unread)


def _may_be_none(ops: Ops) -> bool:
    """Whether operations may leave a value alone: a switch that no case need match."""
    return any(
        (isinstance(op, p.Branch) and all(key is not None for key, _ in op.cases))
        or (isinstance(op, p.Branch | p.Ordered) and any(map(_may_be_none, p.bodies(op))))
        for op in ops
    )


def _computed(lazy: p.Computed, at: Context = OWN) -> Iterator[g.Statement]:
    value = lazy.value
    if lazy.pieces is not None:
        yield g.Return(g.Assembled(lazy.name, OWN.expr(value)))
    elif (looked_up := from_table(lazy)) is not None:
        yield g.Return(looked_up)
    elif lazy.enum is not None:
        yield g.Return(member(lazy.enum, OWN.expr(value)))
    elif m.is_untyped(value) and not m.is_any(lazy.type):
        found = g.variable("value")
        yield g.Declare(found, type_of(lazy), OWN.expr(value))
        yield g.Return(found)
    else:
        yield g.Return(at.bounded(value))


def _checked(lazy: p.Computed) -> Iterator[g.Statement]:
    """A value that has rules."""
    *steps, last = _computed(lazy)
    assert isinstance(last, g.Return)
    found = g.variable("value")
    if last.value != found:
        steps.append(g.Assign(found, last.value))
    checks = (guard(op, OWN, found=found) for op in lazy.checks if isinstance(op, p.Guard))
    yield from (*steps, *checks, g.Return(found))


def _positioned(lazy: p.Positioned, at: Context, way: Direct | None) -> Iterator[g.Statement]:
    """Read by position, or at a position of another stream, or where the stream stands.

    What takes several steps goes through a slot: a list can be looked at as it grows, and a value
    that no case chose is None.
    """
    if way is not None and (peek := peeked(lazy, way)) is not None:
        if isinstance(peek, g.NumberIn):  # of which a type checker knows nothing
            yield g.Declare(VALUE, type_of(lazy), peek)
            peek = VALUE
        yield g.Return(peek)
        return
    slot = at.slot(lazy.name)
    value = _single(lazy, at)
    steps = read_ops(lazy.read, at) if value is None else (g.Return(value),)
    if way is not None and (found := _unseen(lazy, slot, steps, value, way)) is not None:
        yield from found
        return
    at_once = value is not None or is_at_once(lazy.read)
    may_be_none = value is None and _may_be_none(lazy.read)
    if way is not None and lazy.pos is not None:
        apart = valued(steps) if value is None and at_once else _apart(steps, value, lazy, way)
        if (read := _by_position(lazy, apart, way)) is not None:
            if may_be_none:
                yield g.Declare(VALUE, type_of(lazy), NONE) if at_once else g.Assign(slot, NONE)
            elif any(isinstance(step, g.Assign) and step.to == KIND for step in read):
                read = _declared(read, type_of(lazy))
            yield from (*read, g.Return(VALUE if at_once else slot))
            return
    if may_be_none:
        yield g.Assign(slot, NONE)
    yield from _in_turn(lazy, steps, way if value is None else None)
    if value is None:
        yield g.Return(slot)


def _declared(steps: g.Body, type_: g.Annotation) -> g.Body:
    """Steps whose first value is a record of which no type is known: what it is, is told."""
    for i, step in enumerate(steps):
        known: g.Statement | None = None
        if isinstance(step, g.If):
            first, *others = step.arms
            arms = (replace(first, body=_declared(first.body, type_)), *others)
            known = replace(step, arms=arms)
        elif step == g.Assign(VALUE, CHILD):
            known = g.Declare(VALUE, type_, CHILD)
        if known is not None:
            return (*steps[:i], known, *steps[i + 1 :])
    return steps


def _unseen(
    lazy: p.Positioned, slot: g.Slot, steps: g.Body, value: g.Made | None, way: Direct
) -> g.Body | None:
    """What makes an instance that nobody can see before it is whole: of nothing, or a list."""
    if known := unread(lazy, _apart(steps, value, lazy, way), way):
        declared = (g.Declare(VALUE, type_of(lazy), NONE),) if value is None else ()
        return (*declared, *known, g.Return(VALUE))
    whole = _list_at(lazy, slot, steps, way)
    return None if whole is None else (*whole, g.Return(VALUES))


def _list_at(lazy: p.Positioned, slot: g.Slot, steps: g.Body, way: Direct) -> g.Body | None:
    """What reads a list by position that nobody can see before it is whole."""
    if lazy.pos is None or not isinstance(lazy, p.Placed):
        return None
    apart = unseen(lazy, slot, steps, type_of(lazy), way)
    read = None if apart is None else _by_position(lazy, apart, way)
    return read if read is not None and needs_no_stream(read) else None


def _in_turn(lazy: p.Positioned, steps: g.Body, way: Direct | None) -> Iterator[g.Statement]:
    """What moves a stream, unless nothing is chosen."""
    if way is not None and (only := _only_arm(steps, way)) is not None:
        yield _with_body(only, _moved(lazy, only.arms[0].body))
    else:
        yield from _moved(lazy, steps)


def _by_position(lazy: p.Positioned, steps: g.Body, way: Direct) -> g.Body | None:
    """What reads an instance by position, in its own stream or that of another record."""
    if (only := _only_arm(steps, way)) is not None:
        body = _by_position(lazy, only.arms[0].body, way)
        return None if body is None else (_with_body(only, body),)
    if lazy.io is not None:
        return elsewhere(lazy, steps, way)
    assert lazy.pos is not None
    return tuple(way.instance(lazy.name, OWN.expr(lazy.pos), steps))


def _apart(steps: g.Body, value: g.Made | None, lazy: p.Positioned, way: Direct) -> g.Body:
    """The steps that read an instance, where `value` is not returned by them."""
    return steps if value is None else way.single(value, type_of(lazy))


def _moved(lazy: p.Positioned, steps: g.Body) -> g.Body:
    """What reads an instance in its stream, at its position there."""
    io = g.Assign(IO, OWN_IO if lazy.io is None else OWN.expr(lazy.io))
    if lazy.pos is None:
        return io, *steps
    return io, g.At(lazy.name, OWN.expr(lazy.pos), steps)


def _only_arm(steps: g.Body, way: Direct) -> g.If | None:
    """The one choice that steps are, of something or nothing, which needs no stream."""
    match steps:
        case (g.If(arms=(arm,), orelse=()) as only,) if not way.needs(arm.condition):
            return only
    return None


def _with_body(only: g.If, body: g.Body) -> g.If:
    return replace(only, arms=(replace(only.arms[0], body=body),))


def reading_at(lazy: p.Positioned, *, read_write: bool) -> Context:
    """Where an instance is read."""
    slots = "_m_" if read_write else GROWING
    return Context(IO if lazy.io is None else OWN_IO, slots=slots)


def _single(lazy: p.Positioned, at: Context) -> g.Made | None:
    """What reads an instance, where one value is enough."""
    first, *more = lazy.read
    if more or not isinstance(first, p.Store) or isinstance(first.value, p.Document):
        return None
    raw = p.raw_of(first.value)
    if (raw is not None and raw.process) or (
        isinstance(first.value, p.Nested) and first.value.apart
    ):
        return None
    return read_value(first.value, first.target, at)


def growing(record: p.Record, methods: Iterable[g.Method]) -> Iterator[g.Annotated]:
    """The slots that instances are read into, step by step, and what is in them."""
    made = {method.name: method for method in methods if isinstance(method, g.Instance)}
    for lazy in p.positioned(record):
        slot = reading_at(lazy, read_write=record.read_write).slot(lazy.name)
        if _has(made[lazy.name], slot):
            yield g.Annotated(slot, type_of(lazy))


def _has(part: object, slot: g.Slot) -> bool:
    """Whether a slot is used in a part of a program."""
    if isinstance(part, tuple):
        return any(_has(each, slot) for each in part)
    if not isinstance(part, (g.Node, m.Expr)):
        return False
    return part == slot or any(_has(each, slot) for each in vars(part).values())


def placing(lazy: p.Placed, at: Context) -> Iterator[g.Method]:
    """The methods that write an instance at its position."""
    assert lazy.pos is not None
    if "_io" not in m.locals_of(lazy.pos):  # else it is where it was
        yield g.PositionOf(lazy.name, (g.Return(at.expr(lazy.pos)),))
    if (owner := owner_of(lazy.io)) is not None:
        yield g.Beside(lazy.name, (g.Return(at.expr(owner)),))
    if lazy.before_end is not None:
        yield g.BeforeEnd(lazy.name, (g.Return(at.expr(lazy.before_end)),))
    if lazy.align is not None:
        yield g.Alignment(lazy.name, (g.Return(at.expr(lazy.align)),))
    if lazy.found:
        yield g.FoundAt(lazy.name, found_ops(lazy.found, at))
    yield g.PutApart(lazy.name, (*ready_ops(lazy.ready, at), *write_ops(lazy.write, at)))


def places(record: p.Record, at: Context, *, ahead: bool) -> Iterator[g.Statement]:
    """What has instances written at their positions.

    Those in streams that fields have are asked for `ahead`: before these are written.
    """
    for lazy in record.instances:
        if not isinstance(lazy, p.Placed) or ahead is not is_below(lazy.io):
            continue
        there = g.Place(lazy.name, lazy.io is not None)
        if lazy.condition is None:
            yield there
            continue
        absent = (g.LeaveOut(g.slot(lazy.name), ""),)
        yield g.If((g.Arm(at.expr(lazy.condition), (there,)),), absent)
