"""Steps of reading by position, and what stands around them."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import program as g
from quire.generator.plan.finish.context import IO, POS, constant
from quire.generator.types import model as m
from quire.runtime.frozen import replace

CHILD = g.variable("child")
STOP = g.variable("stop")
_SELF = g.variable("self")
OURS = g.Belongs(CHILD, _SELF, g.slot("_root"), held=False)
"""How a record is told that it belongs to the one that is read."""


def known_left(size: g.Made) -> g.Made:
    """A size, where the number of bytes that are left is known without the stream."""
    match size:
        case m.Op(
            name="sub",
            args=(
                m.Op(name="size_of", args=(m.Local(name=of),)),
                m.Op(name="stream_pos", args=(m.Local(name=io),)),
            ),
        ) if (of, io) == (_SELF.name, IO.name):
            return g.Result(m.INT, g.NOWHERE, g.LeftAt())
    if isinstance(size, m.Op):
        args = [known_left(arg) for arg in size.args]
        return replace(size, args=tuple(arg for arg in args if isinstance(arg, m.Expr)))
    return size


def standing(expr: m.Expr, positions: frozenset[str]) -> m.Expr:
    """An expression, where what it asks of the stream is known from where it stands.

    Args:
        expr: The expression.
        positions: The instances of the record that say where its stream stands.
    """
    match expr:
        case m.Op(name="stream_eof", args=(m.Local(name=IO.name),)):
            return g.Result(m.BOOL, g.NOWHERE, g.AtEnd())
        case m.Op(name="stream_pos", args=(m.Local(name=IO.name),)):
            return g.Result(m.INT, g.NOWHERE, g.PosHere())
        case m.Get(of=m.Local(name=_SELF.name), name=name) if name in positions:
            return g.Result(m.INT, g.NOWHERE, g.Stood(name))
        case m.Op(args=args):
            return replace(expr, args=tuple(standing(arg, positions) for arg in args))
    return expr


def paid(before: list[g.Statement]) -> Iterator[g.Statement]:
    """How the elements are paid for of the repeat that comes last, if they need not take bytes."""
    for each in reversed(before):
        if isinstance(each, g.CountFew):
            yield g.PayFew(each.field, each.few)
        elif isinstance(each, g.WithStream):  # it has claimed them, and others take the bytes
            yield g.LeaveStream()
        elif not isinstance(each, g.CountWithin):
            continue
        return


def to_the_end(body: g.Body) -> tuple[g.Body, g.Made]:
    """What a method does before it gives back where a record ends, and that."""
    *before, last = body or (None,)
    match last:
        case g.Advance():
            return tuple(before), STOP
        case g.PassEnd(eos_error=True):
            return tuple(before), m.Op(m.INT, g.NOWHERE, "add", (STOP, constant(1)))
        case g.WithStream(body=inner, moves=True):
            return (*before, g.WithStream(inner, moves=False)), g.WherePosition()
    return body, POS


def typed_before(repeat: g.Statement) -> Iterator[g.Statement]:
    """A repeat; the type of its elements is looked for once, before."""
    if isinstance(repeat, g.WhileLeft | g.Forever | g.ForCount):
        match repeat.body:
            case (
                *before,
                g.NewElement(type=g.ClassOf() as type_) as new,
                told,
                read,
                g.Append(to=g.Slot(name=name)) as put,
            ):
                kind = g.variable(f"type_{name}")
                yield g.Assign(kind, type_)
                repeat = replace(repeat, body=(*before, replace(new, type=kind), told, read, put))
    yield repeat


def asked(index: str) -> str | None:
    """What a repeat calls the number of its element, if anything asks for it."""
    return None if index == "_" else index


def belongs(value: g.NewRecord) -> g.Belongs:
    """How a record is told where it belongs."""
    match value:
        case g.NewRoot():
            return g.Belongs(CHILD, None, None, held=True)
        case g.NewAdopted(parent=parent):
            return g.Belongs(CHILD, parent, g.slot("_root"), held=True)
    return OURS
