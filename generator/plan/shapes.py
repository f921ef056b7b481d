"""Step 2, shapes: the fields that the axes of an array depend on follow from the array."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan.sizes import derived, place
from quire.generator.plan.solution import Place, is_exact
from quire.generator.plan.solve import Solver
from quire.generator.types import model as m


def dimensions(
    record: p.Record, solver: Solver, firm: frozenset[Place], lengths: frozenset[Place]
) -> list[p.Axis]:
    """What the arrays of a record tell.

    Args:
        record: The record.
        solver: Its equations.
        firm: The fields that have one value, whatever the arrays are.
        lengths: Those that follow from the sizes of arrays. A payload is encoded before its size
            is known, and for that takes its shape.
    """
    coded = {pipeline.target: _shape_of(pipeline) for pipeline in record.pipelines}
    return [
        step
        for op in record.write
        for step in _steps(op, None, coded, solver)
        if place(step) not in firm and (step.source in coded or place(step) not in lengths)
    ]


def _steps(
    op: p.Op, condition: m.Expr | None, coded: dict[str, m.Expr | None], solver: Solver
) -> Iterator[p.Axis]:
    if isinstance(op, p.When | p.Ordered):
        test = op.condition if isinstance(op, p.When) else condition
        for inner in p.bodies(op)[0]:
            yield from _steps(inner, test, coded, solver)
    if not isinstance(op, p.Store) or op.element:
        return
    shape = op.value.shape if isinstance(op.value, p.Array) else coded.get(op.target)
    if not isinstance(shape, m.ListOf):
        return
    for axis, item in enumerate(shape.items):
        found = () if m.goes_by_stream(item) else solver.solve(item)
        for each in found if isinstance(found, tuple) else ():
            if is_exact(each.undo):
                step = p.Axis("", op.target, axis, len(shape.items), condition=condition)
                yield derived(each, step)


def _shape_of(pipeline: p.Pipeline) -> m.Expr | None:
    """The shape of a payload, which is that of `-array` whatever the codec is."""
    stages = next((stages for _, stages in pipeline.cases if stages), ())
    return dict(stages[-1].args).get("shape") if stages else None
