"""Step 2, the order of steps: what is computed comes before what depends on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from quire.generator.plan import operations as p
from quire.generator.plan.solution import Place, place_of
from quire.generator.types import model as m


def in_order(steps: Iterable[p.Derive], pipelines: Iterable[p.Pipeline] = ()) -> list[p.Derive]:
    """The same steps, each after the expressions that tell what it depends on; else as they were.

    Where some depend on each other, the first of them comes first.

    Args:
        steps: Of a record.
        pipelines: By which its payloads are encoded.
    """
    coded = {pipeline.target: pipeline for pipeline in pipelines}
    left = [(step, {*_goes_by(step, coded)} - {_told(step)}) for step in steps]
    ordered: list[p.Derive] = []
    while computed := {_told(step) for step, _ in left if _is_computed(step)}:
        first = next((i for i, (_, by) in enumerate(left) if computed.isdisjoint(by)), 0)
        ordered.append(left.pop(first)[0])
    return [*ordered, *(step for step, _ in left)]


def _is_computed(step: p.Derive) -> bool:
    return isinstance(step, p.ValueOf | p.Default) and bool(m.locals_of(step.value))


def _told(step: p.Derive) -> Place:
    """The field that a step tells."""
    holder = ("self",) if step.holder is None else place_of(step.holder)
    return (*(holder or ()), step.target)


def _goes_by(step: p.Derive, coded: Mapping[str, p.Pipeline]) -> Iterator[Place]:
    """The fields that a step looks at."""
    if isinstance(step, p.Encode):
        for argument in _arguments(coded[step.target]):
            yield from _places(argument)
    if isinstance(step, p.ToldBy):
        yield ("self", step.source)
    if isinstance(step, p.Quantity):
        for _, operand in step.undo:
            yield from _places(operand)
    for expr in (p.value_of(step), step.condition):
        if expr is not None:
            yield from _places(expr)


def _arguments(pipeline: p.Pipeline) -> Iterator[m.Expr]:
    """What a payload is encoded by."""
    if pipeline.on is not None:
        yield pipeline.on
    for _, stages in pipeline.cases:
        for stage in stages:
            yield from (value for _, value in stage.args)


def _places(expr: m.Expr) -> Iterator[Place]:
    if (place := place_of(expr)) is not None:
        yield place
    for part in m.parts_of(expr):
        yield from _places(part)
