"""Instances that are lists which nobody can see before they are whole: no slot is kept for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.direct import Direct
from quire.generator.plan.finish.streams import exprs_of
from quire.generator.types import model as m
from quire.runtime.frozen import replace
from quire.runtime.instance import LIST

VALUES = g.variable(LIST)


def asked_while_read(root: p.Record) -> frozenset[str]:
    """The members that the records of a module may ask for while they are read."""
    records = p.records_of(root).values()
    instances = [lazy for record in records for lazy in record.instances]
    found: set[str] = set()
    more = {name for record in records for name in _named(_reading(record))}
    while more - found:
        found |= more
        more = {name for lazy in instances if lazy.name in found for name in _named(_looking(lazy))}
    return frozenset(found)


def _reading(record: p.Record) -> tuple[object, ...]:
    """What is asked for when a record is read, or what is at its positions."""
    lists = tuple(lazy.read for lazy in p.positioned(record))
    return record.read, record.endian, record.sums, record.documents, record.cells, lists


def _looking(lazy: p.Lazy) -> tuple[object, ...]:
    """What is asked for when an instance is looked at."""
    if isinstance(lazy, p.Positioned):
        return lazy.condition, lazy.built, lazy.pos, lazy.io, lazy.read
    assert isinstance(lazy, p.Computed)
    return lazy.condition, lazy.built, lazy.value


def _named(parts: tuple[object, ...]) -> Iterator[str]:
    """The members that the expressions in some parts of a plan name."""
    pending = list(exprs_of(parts))
    while pending:
        expr = pending.pop()
        if isinstance(expr, m.Get):
            yield expr.name
        pending += m.parts_of(expr)


def unseen(
    lazy: p.Positioned, slot: g.Slot, steps: g.Body, type_: g.Annotation, way: Direct
) -> g.Body | None:
    """The steps that make a list, as a variable; None if others may look at it as it grows."""
    if lazy.name in way.asked or not any(_is_new(step, slot) for step in steps):
        return None
    found: list[g.Statement] = []
    for step in steps:
        if _is_new(step, slot):
            nothing = m.ListOf(lazy.type, g.NOWHERE, ())
            found.append(g.Declare(VALUES, replace(type_, optional=False), nothing))
        else:
            found.append(_instead(step, slot))
    return tuple(found)


def needs_no_stream(part: object) -> bool:
    """Whether no part of a program goes by the stream itself."""
    if isinstance(part, g.WithStream):
        return False
    if isinstance(part, (g.Node, m.Expr)):
        part = tuple(vars(part).values())
    return not isinstance(part, tuple) or all(map(needs_no_stream, part))


def _is_new(step: g.Statement, slot: g.Slot) -> bool:
    return isinstance(step, g.NewList) and step.to == slot


def _instead(part: Any, slot: g.Slot) -> Any:
    """A part of a program with the variable in the place of the slot."""
    if part == slot:
        return VALUES
    if isinstance(part, tuple):
        return tuple(_instead(each, slot) for each in part)
    if not isinstance(part, (g.Node, m.Expr)):
        return part
    return replace(part, **{name: _instead(each, slot) for name, each in vars(part).items()})
