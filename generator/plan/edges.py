"""The structural plan, edges: what fields tell of each other, as a writer uses it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from quire.generator.plan import operations as p
from quire.generator.plan.expressions import plain
from quire.generator.plan.sizes import lengths_of
from quire.generator.plan.structure_fields import maybe
from quire.generator.plan.words import path_name
from quire.runtime import structure as s
from quire.runtime.frozen import replace


def edges_of(record: p.Record) -> tuple[s.Edge, ...]:
    """What a record whose derivations are known says of its fields."""
    placed = [lazy for lazy in record.instances if isinstance(lazy, p.Placed)]
    steps = (
        *record.derive,
        *lengths_of(record.ready),
        *(step for lazy in placed for step in lazy.found),
        *(step for lazy in placed for step in lengths_of(lazy.ready)),
    )
    found = dict.fromkeys(edge for step in steps for edge in _edges(step))
    return tuple(edge for edge in found if _roomier(edge) not in found)


def _roomier(edge: s.Edge) -> s.Edge | None:
    """What an exact length is beside the same one of another case, where there may be padding."""
    if isinstance(edge, s.Length) and not edge.at_least:
        return replace(edge, at_least=True)
    return None


def _edges(step: p.Derive) -> Iterator[s.Edge]:
    """The edges of a step; those that make values, or take them as they are given, have none."""
    own = step.target if step.holder is None else ("get", plain(step.holder), step.target)
    if isinstance(step, p.Flag):
        yes, no = plain(step.yes), maybe(step.no)
        yield from (s.Flag(field=own, of=name, yes=yes, no=no) for name in step.fields)
    elif isinstance(step, p.ToldBy):
        yield _edge(step, _Ends(field=own, of=step.source, condition=maybe(step.condition)))


class _Ends(TypedDict):
    """What all edges have."""

    field: s.Expr
    of: str
    condition: s.Expr | None


def _edge(step: p.ToldBy, ends: _Ends) -> s.Edge:
    """The edge from a field to the one that tells it."""
    undo = step.undo if isinstance(step, p.Quantity) else ()
    steps = tuple((word, plain(operand)) for word, operand in undo)
    match step:
        case p.Tag(cases=cases):
            found = tuple((path_name(path), maybe(key)) for path, key in cases)
            return s.Tag(**ends, cases=found)
        case p.DigestOf(digest=digest):
            return s.Digest(**ends, algorithm=digest.algorithm)
        case p.LengthOfEach():
            return s.ElementLength(**ends, steps=steps)
        case p.Count():
            return s.Count(**ends, steps=steps)
        case p.Axis(axis=axis):
            return s.Axis(**ends, axis=axis, steps=steps)
        case p.Position():
            return s.Position(**ends, steps=steps)
    return s.Length(**ends, steps=steps, at_least=isinstance(step, p.Room | p.Window))
