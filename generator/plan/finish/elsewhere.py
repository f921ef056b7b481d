"""Instances that stand in the stream of another record: they are read by position, too."""

from __future__ import annotations

from collections.abc import Iterable

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.context import IO, OWN, POS
from quire.generator.plan.finish.direct import Direct
from quire.generator.plan.finish.leaves import leaf_of, with_leaf
from quire.generator.plan.finish.lists import VALUES
from quire.generator.plan.finish.needing import WORDS
from quire.generator.plan.finish.peeks import is_at_once, record_of
from quire.generator.types import model as m
from quire.runtime.frozen import replace

_THERE = g.variable("there")
_FETCHED = (g.Reach, g.ReachRest, g.FindEnd, g.CountWithin, g.CountFew, g.PayFew, g.WhileLeft)
_STILL = (
    g.Advance, g.PassEnd, g.PassRest, g.NewList, g.NewElement, g.ReadChild, g.ReadWithin,
)  # fmt: skip  # laid out as a table


def elsewhere(lazy: p.Positioned, steps: g.Body, way: Direct) -> g.Body | None:
    """What reads an instance in the stream of another record; None if it has to move.

    To move it drops the bits of a byte that was read in part, where there may be such.
    """
    of = None if way.loose.amid or lazy.io is None else record_of(lazy.io, way)
    if of is None or lazy.pos is None:
        return None
    first, *read, last = way.instance(lazy.name, OWN.expr(lazy.pos), steps)
    found = _there(tuple(read))
    if found is None:
        return None
    assert isinstance(first, g.GoTo)
    assert isinstance(last, g.Ended)
    begin = g.Assign(_THERE, of)
    if is_at_once(lazy.read) or any(map(_makes_list, found)):
        return begin, replace(first, of=_THERE), *found, replace(last, of=_THERE)
    end = () if last.end == POS else (g.Assign(POS, last.end),)
    inside = (g.GoOn(), *found, *end, g.LeaveStream(of=_THERE))
    return begin, g.Assign(IO, g.slot("_io", of="there")), g.At(lazy.name, first.position, inside)


def _makes_list(step: g.Statement) -> bool:
    """Whether a step begins a list, or makes it, which nobody sees before it is whole."""
    return isinstance(step, g.Declare | g.RowsAt | g.OnceAt) and step.to == VALUES


def _there(steps: Iterable[g.Statement]) -> g.Body | None:
    """The same steps, in the stream of that record; None if they want their own."""
    found: list[g.Statement] = []
    for step in steps:
        if (there := _step(step)) is None:
            return None
        found += there
    return tuple(found)


def _step(step: g.Statement) -> g.Body | None:
    match step:
        case g.If():
            return _chosen(step)
        case g.ForCount(body=body) | g.WhileLeft(body=body):
            inside = _there(body)
            of = {"of": _THERE} if isinstance(step, g.WhileLeft) else {}
            return None if inside is None else (replace(step, body=inside, **of),)
        case g.Belongs():
            return step, g.Assign(g.slot("_outer", of="child"), _THERE)
        case g.RowsAt(to_end=to_end):
            return None if to_end else (g.RowsIn(**vars(step), of=_THERE),)
        case g.OnceAt(size=None, stop=None, orelse=()):
            return (g.OnceIn(**vars(step), of=_THERE),)
        case g.Assign(value=value) | g.Declare(value=value) | g.Append(value=value):
            leaf = leaf_of(value)
            if isinstance(leaf, g.DecodeAt):
                return (replace(step, value=with_leaf(value, replace(leaf, of=_THERE))),)
            return (step,) if _is_still(value) else None
    if not _is_still(tuple(vars(step).values())):
        return None
    if isinstance(step, _FETCHED):
        return (replace(step, of=_THERE),)
    return (step,) if isinstance(step, _STILL) else None


def _chosen(of: g.If) -> g.Body | None:
    bodies = [_there(arm.body) for arm in of.arms]
    rest = _there(of.orelse)
    if rest is None or None in bodies or not all(_is_still(arm.condition) for arm in of.arms):
        return None
    arms = zip(of.arms, bodies, strict=True)
    return (g.If(tuple(replace(arm, body=body) for arm, body in arms), rest),)


def _is_still(part: object) -> bool:
    """Whether a part of a program asks for nothing of the record's own stream."""
    if isinstance(part, (g.NewRecord, g.AtEnd, g.PosHere, g.DecodeAt)):
        return False
    if isinstance(part, m.Get | g.Slot) and part.name == "_io":
        return False
    if isinstance(part, (g.Node, m.Expr)):
        part = tuple(vars(part).values())
    if not isinstance(part, tuple):
        return True
    return all(_is_still(each) for each in part if type(each) not in WORDS)
