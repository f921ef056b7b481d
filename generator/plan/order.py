"""Step 2, the order of steps: what is computed comes before what goes by it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quire.generator.plan import operations as p
from quire.generator.plan.solve import Place, place_of
from quire.generator.types import model as m


def in_order(steps: Iterable[p.Derive]) -> list[p.Derive]:
    """The same steps, each behind the expressions that tell what it goes by; else as they were.

    Where some go by each other, the first of them comes first.
    """
    left, ordered = [(step, {*_goes_by(step)} - {_told(step)}) for step in steps], list[p.Derive]()
    while computed := {_told(step) for step, _ in left if _is_computed(step)}:
        first = next((i for i, (_, by) in enumerate(left) if computed.isdisjoint(by)), 0)
        ordered.append(left.pop(first)[0])
    return [*ordered, *(step for step, _ in left)]


def _is_computed(step: p.Derive) -> bool:
    return isinstance(step, p.ValueOf) and bool(m.locals_of(step.value))


def _told(step: p.Derive) -> Place:
    """The field that a step tells."""
    holder = ("self",) if step.holder is None else place_of(step.holder)
    return (*(holder or ()), step.target)


def _goes_by(step: p.Derive) -> Iterator[Place]:
    """The fields that a step looks at."""
    if isinstance(step, p.ToldBy):
        yield ("self", step.source)
    if isinstance(step, p.Quantity):
        for _, operand in step.undo:
            yield from _places(operand)
    for expr in (p.value_of(step), step.condition):
        if expr is not None:
            yield from _places(expr)


def _places(expr: m.Expr) -> Iterator[Place]:
    if (place := place_of(expr)) is not None:
        yield place
    for part in m.parts_of(expr):
        yield from _places(part)
