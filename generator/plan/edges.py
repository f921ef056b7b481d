"""The structural plan, edges: what fields tell of each other, as a writer goes by it."""

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
    steps = (
        *record.derive,
        *lengths_of(record.ready),
        *(lazy.found for lazy in record.instances if lazy.found is not None),
        *(step for lazy in record.instances for step in lengths_of(lazy.ready)),
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
    ends = _Ends(field=own, of=step.source, condition=maybe(step.condition))
    if step.how in _COUNTED:
        steps = tuple((word, plain(operand)) for word, operand in step.undo)
        yield _counted(step, ends, steps)
    elif step.how == "tag":
        cases = tuple((path_name(path), maybe(key)) for path, key in step.cases)
        yield s.Tag(**ends, cases=cases)
    elif step.how == "flag":
        yes, *no = (maybe(value) for _, value in step.cases)
        assert yes is not None
        for name in step.fields:
            yield s.Flag(field=own, of=name, yes=yes, no=no[0] if no else None)
    elif step.how == "digest" and step.digest is not None:
        yield s.Digest(**ends, algorithm=step.digest.algorithm)


class _Ends(TypedDict):
    """What all edges have."""

    field: s.Expr
    of: str
    condition: s.Expr | None


_COUNTED = ("length", "room", "window", "measure", "each", "count", "axis", "position")


def _counted(step: p.Derive, ends: _Ends, steps: s.Steps) -> s.Edge:
    """The edge of a field that is a number of something."""
    if step.how == "each":
        return s.ElementLength(**ends, steps=steps)
    if step.how == "count":
        return s.Count(**ends, steps=steps)
    if step.how == "axis":
        return s.Axis(**ends, axis=step.axes[0], steps=steps)
    if step.how == "position":
        return s.Position(**ends, steps=steps)
    return s.Length(**ends, steps=steps, at_least=step.how in ("room", "window"))
