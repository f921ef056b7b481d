"""Instances that are lists which nobody can see before they are whole: no slot is kept for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Any

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.direct import Direct
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.runtime.frozen import Frozen, replace
from quire.runtime.reading.instance import LIST

VALUES = g.variable(LIST)


def asked_while_read(lazy: p.Positioned, records: dict[Path, p.Record]) -> frozenset[str]:
    """The members that records may ask for while an instance is read, by their names."""
    instances = defaultdict(list)
    for record in records.values():
        for each in record.instances:
            instances[each.name].append(each)
    found: set[object] = set()
    pending: list[object] = [*_within(lazy.read)]
    while pending:
        asked = pending.pop()
        if asked in found:
            continue
        found.add(asked)
        if isinstance(asked, str):
            parts = tuple(map(_looking, instances[asked]))
        else:
            parts = tuple(_reading(record) for path, record in records.items() if path == asked)
        pending += _within(parts)
    return frozenset(name for name in found if isinstance(name, str))


def _reading(record: p.Record) -> tuple[object, ...]:
    """What is asked for when a record is read."""
    return record.read, record.endian, record.sums, record.documents, record.cells


def _looking(lazy: p.Lazy) -> tuple[object, ...]:
    """What is asked for when an instance is looked at."""
    if isinstance(lazy, p.Positioned):
        return lazy.condition, lazy.built, lazy.pos, lazy.io, lazy.read
    assert isinstance(lazy, p.Computed)
    return lazy.condition, lazy.built, lazy.value


def _within(parts: tuple[object, ...]) -> Iterator[str | Path]:
    """The members that some parts of a plan name, and the types of the records in them."""
    pending: list[object] = [*parts]
    while pending:
        part = pending.pop()
        if isinstance(part, m.Get):
            yield part.name
        if isinstance(part, p.Nested):
            yield part.path
        if isinstance(part, m.Expr):
            pending += m.parts_of(part)
        elif isinstance(part, tuple):
            pending += part
        elif isinstance(part, Frozen) and not isinstance(part, m.Type):
            pending += vars(part).values()


def unseen(
    lazy: p.Positioned, slot: g.Slot, steps: g.Body, type_: g.Annotation, way: Direct
) -> g.Body | None:
    """The steps that make a list, as a variable; None if others may look at it as it grows."""
    if not any(_is_new(step, slot) or _is_at_once(step, slot) for step in steps):
        return None
    if lazy.name in asked_while_read(lazy, way.records):
        return None
    nothing = m.ListOf(lazy.type, g.NOWHERE, ())
    new = g.Declare(VALUES, replace(type_, optional=False), nothing)
    return tuple(chain.from_iterable(_declared(step, slot, new) for step in steps))


def _declared(step: g.Statement, slot: g.Slot, new: g.Declare) -> Iterator[g.Statement]:
    """A step, with the variable in the place of the slot, which is declared where it is new."""
    if isinstance(step, g.ReadOnce):
        yield new
        orelse = tuple(each for each in step.orelse if not _is_new(each, slot))
        step = replace(step, orelse=orelse)
    yield new if _is_new(step, slot) else _instead(step, slot)


def needs_no_stream(part: object) -> bool:
    """Whether no part of a program depends on the stream itself."""
    if isinstance(part, g.WithStream):
        return False
    if isinstance(part, (g.Node, m.Expr)):
        part = tuple(vars(part).values())
    return not isinstance(part, tuple) or all(map(needs_no_stream, part))


def _is_new(step: g.Statement, slot: g.Slot) -> bool:
    return isinstance(step, g.NewList) and step.to == slot


def _is_at_once(step: g.Statement, slot: g.Slot) -> bool:
    return isinstance(step, g.ReadRows | g.ReadOnce) and step.to == slot


def _instead(part: Any, slot: g.Slot) -> Any:
    """A part of a program with the variable in the place of the slot."""
    if part == slot:
        return VALUES
    if isinstance(part, tuple):
        return tuple(_instead(each, slot) for each in part)
    if not isinstance(part, (g.Node, m.Expr)):
        return part
    return replace(part, **{name: _instead(each, slot) for name, each in vars(part).items()})
