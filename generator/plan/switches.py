"""Step 2, choices: the fields that tell which type a value has, and whether it is there."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan.solution import Place, place_of
from quire.generator.plan.solve import Solver
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.generator.types.fold import fold


def tags(record: p.Record, solver: Solver) -> Iterator[p.Tag | p.Choose]:
    """The tag of every switch whose value tells it by its type."""
    for op in record.write:
        yield from _tags(op, solver, None)


def _tags(op: p.Op, solver: Solver, condition: m.Expr | None) -> Iterator[p.Tag | p.Choose]:
    if isinstance(op, p.When | p.Ordered | p.Loop):
        test = op.condition if isinstance(op, p.When) else condition
        for inner in p.bodies(op)[0]:
            yield from _tags(inner, solver, test)
    if not isinstance(op, p.Branch):
        return
    cases = tuple((path, key) for key, body in op.cases for path in _record_of(body))
    if all(key is None for _, key in cases):
        return
    on = op.on
    if isinstance(on, m.Get) and solver.is_attribute(on) and _is_within(on):
        holder = None if m.own_field(on) else on.of
        yield p.Tag(on.name, op.target, cases, condition=condition, holder=holder)
    else:
        waits = not m.locals_of(on).isdisjoint(("_io", "_index"))
        yield p.Choose(op.target, None if waits else on, cases, condition=condition)


def _record_of(body: tuple[p.Op, ...]) -> Iterator[Path]:
    """The record that a case makes, if quire makes it."""
    for op in body:
        if isinstance(op, p.Store) and isinstance(op.value, p.Nested) and not op.value.opaque:
            yield op.value.path


def flags(record: p.Record, solver: Solver) -> Iterator[p.Flag]:
    """Fields that say whether others are there: `if: has_body`, `if: version == 2`."""
    found: dict[Place, tuple[m.Get, tuple[m.Expr, ...], list[str]]] = {}
    for op in _in_one_order(record.write):
        flag = _flag(op.condition) if isinstance(op, p.When) else None
        if flag is None or not solver.is_attribute(flag[0]) or not _is_within(flag[0]):
            continue
        place = place_of(flag[0]) or ()
        _, values, fields = found.setdefault(place, (*flag, []))
        if tuple(map(fold, values)) == tuple(map(fold, flag[1])) and isinstance(op, p.When):
            fields += [inner.target for inner in op.body if isinstance(inner, _NAMED)]
    for get, (yes, *no), fields in found.values():
        holder = None if m.own_field(get) else get.of
        yield p.Flag(get.name, tuple(fields), yes, no[0] if no else None, holder=holder)


def _in_one_order(ops: tuple[p.Op, ...]) -> Iterator[p.Op]:
    """Operations, in one of the byte orders that are chosen: fields are there in each or none."""
    for op in ops:
        if isinstance(op, p.Ordered):
            yield from _in_one_order(op.le)
        else:
            yield op


def _is_within(expr: m.Get) -> bool:
    """Whether a field is the record's own, or of a record in it, so that no other tells it, too."""
    return (place_of(expr) or ("",))[0] == "self"


_NAMED = (p.Store, p.Loop, p.Branch)


def _flag(condition: m.Expr) -> tuple[m.Get, tuple[m.Expr, ...]] | None:
    """The field of a condition that says yes or no, and its values for yes and for no."""
    span = condition.span
    if isinstance(condition, m.Get) and condition.type is m.BOOL:
        return condition, (m.Const(m.BOOL, span, value=True), m.Const(m.BOOL, span, value=False))
    if not isinstance(condition, m.Op) or condition.name not in ("eq", "ne"):
        return None
    get, value = condition.args
    number = fold(value)
    if not isinstance(get, m.Get) or get.type is not m.INT or number not in (0, 1):
        return None
    one, zero = m.Const(m.INT, span, 1), m.Const(m.INT, span, 0)
    if (condition.name, number) == ("ne", 0):
        return get, (one, zero)
    return (get, (one,)) if (condition.name, number) == ("eq", 1) else None
