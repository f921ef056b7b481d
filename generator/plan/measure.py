"""Step 6, sizes that depend on where something stands: they are measured as it is written."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.types import model as m
from quire.runtime.frozen import replace
from quire.runtime.values.scalars import fixed

Ops = tuple[p.Op, ...]


def measure(module: p.Module) -> p.Module:
    """Have the sizes of fields told by writing them, once without keeping it."""
    return replace(module, root=_record(module.root))


def measures(record: p.Record) -> bool:
    """Whether a field depends on how many bytes records take when they are written."""
    return any(_measures(p.value_of(step)) for step in record.derive)


def _measures(expr: m.Expr | None) -> bool:
    if isinstance(expr, m.Op) and expr.name == "written_size":
        return True
    return expr is not None and any(map(_measures, m.parts_of(expr)))


def _record(record: p.Record) -> p.Record:
    steps = [step for step in record.derive if isinstance(step, p.Measured)]
    write, checks = record.write, record.checks
    for step in reversed(steps):  # a check of several goes after the last of them
        waiting = tuple(op for op in checks if names(op, step.target))
        checks = tuple(op for op in checks if op not in waiting)
        write = _measured(write, step, waiting)
    return replace(
        record,
        write=write,
        checks=checks,
        derive=tuple(step for step in record.derive if step not in steps),
        records=tuple(map(_record, record.records)),
    )


def _measured(ops: Ops, step: p.Measured, checks: Ops) -> Ops:
    """Measure a field in front of another one, and check what depends on the size."""
    here = next(i for i, op in enumerate(ops) if step.target in _targets(op))
    there = next(i for i, op in enumerate(ops) if step.source in _targets(op))
    told = p.Measure(step.target, step.source, _in_front(ops[here], step.target) + step.ahead)
    measured = ops[there]
    apart = measured if isinstance(measured, p.Apart) else p.Apart(step.source, (measured,))
    return (*ops[:here], told, *checks, *ops[here:there], apart, *ops[there + 1 :])


def _targets(op: p.Op) -> tuple[str, ...]:
    if isinstance(op, p.Block):
        return tuple(field.name for field in op.fields)
    return (op.target,) if isinstance(op, p.Store | p.Loop | p.Branch | p.Apart) else ()


def _in_front(op: p.Op, name: str) -> int:
    """The bytes of an operation that stand in front of a field."""
    before = _targets(op).index(name)
    fields = op.fields[:before] if isinstance(op, p.Block) else ()
    return sum(fixed(field.kind).size for field in fields)


def names(op: p.Op, name: str) -> bool:
    """Whether a check looks at a field."""
    if isinstance(op, p.Guard):
        return op.target == name or any(name in m.own_fields(arg) for arg in op.args)
    if isinstance(op, p.When) and name in m.own_fields(op.condition):
        return True
    return any(names(inner, name) for body in p.bodies(op) for inner in body)
