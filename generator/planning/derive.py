"""Step 2: how a writer gets every field that the user need not give, and why not the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from quire.generator import model as m
from quire.generator import plan as p
from quire.generator.planning.solve import Solution, Unsolved, solve


def derive(module: p.Module) -> p.Module:
    """Fill in `derive` of every record."""
    return replace(module, root=_record(module.root))


def _record(record: p.Record) -> p.Record:
    found = [step for op in record.write for step in _prepare(op, None)]
    found += [step for op in record.write for step in _sizes(op, None)]
    found += [step for op in record.read for step in _digests(op, None)]
    own = {attribute.name: attribute.type for attribute in record.attributes}
    found = [
        step
        for step in found
        if step.target in own
        and not _needs_stream(step)
        and (not step.undo or own[step.target] is m.INT)
    ]
    known = {step.target for step in found}
    found = [*(step for step in _constants(record) if step.target not in known), *found]
    reasons = dict(pair for op in record.write for pair in _unsolved(op))
    notes = tuple(
        f"derive: `{attribute.name}` must be given: "
        f"{reasons.get(attribute.name, 'nothing determines it')}"
        for attribute in record.attributes
        if attribute.name not in {step.target for step in found}
        and isinstance(attribute.type, m.Basic)
    )
    sized = {step.target for step in found if step.how == "window"}
    return replace(
        record,
        derive=tuple(found),
        write=_windows(record.write, sized),
        checks=_needed(record.checks, found),
        notes=(*record.notes, *notes),
        records=tuple(_record(nested) for nested in record.records),
    )


def _needs_stream(step: p.Derive) -> bool:
    """Whether a step goes by the stream, which is not there before the record is written."""
    exprs = (step.condition, step.value)
    return any(expr is not None and "_io" in m.locals_of(expr) for expr in exprs)


def _needed(checks: tuple[p.Op, ...], steps: list[p.Derive]) -> tuple[p.Op, ...]:
    """The checks that a writer needs: those of what it has derived hold by themselves."""
    constant = {step.target for step in steps if step.how == "value"}
    counted = {step.source for step in steps if step.how == "count"}

    def holds(op: p.Op) -> bool:
        if isinstance(op, p.When) and "_io" in m.locals_of(op.condition):
            return True  # what goes by the stream can only be checked when it is read
        if isinstance(op, p.When | p.Loop):
            return all(map(holds, op.body))
        assert isinstance(op, p.Guard)
        if any("_io" in m.locals_of(arg) for arg in op.args):
            return True
        return op.target in {"equal": constant, "count": counted}.get(op.rule, set())

    kept = tuple(op for op in checks if not holds(op))
    return tuple(
        replace(op, body=tuple(inner for inner in op.body if not holds(inner)))
        if isinstance(op, p.When | p.Loop)
        else op
        for op in kept
    )


def _prepare(op: p.Op, condition: m.Expr | None) -> list[p.Derive]:
    """Values that have to be made ready: payloads encoded, documents dumped, records made."""
    if isinstance(op, p.When):
        return [step for inner in op.body for step in _prepare(inner, op.condition)]
    if isinstance(op, p.Ordered):
        return [step for inner in op.le for step in _prepare(inner, condition)]
    if not isinstance(op, p.Store) or op.element:
        return []
    if isinstance(op.value, p.Payload):
        return [p.Derive(op.target, "encode", condition=condition, payload=op.value)]
    if isinstance(op.value, p.Document):
        return [p.Derive(op.target, "dump", condition=condition, payload=op.value)]
    if isinstance(op.value, p.Nested):
        steps = ["make"] if not op.value.args and not op.value.opaque else []
        if (
            op.value.window is not None
            and op.value.window.process is None
            and _solution(op.value.window.size) is not None
        ):
            steps.append("window")
        return [p.Derive(op.target, how, condition=condition, payload=op.value) for how in steps]
    raw = p.raw_of(op.value)
    if raw is not None and raw.fill is not None:
        return [p.Derive(op.target, "fill", condition=condition, payload=op.value)]
    return []


def _sizes(op: p.Op, condition: m.Expr | None) -> list[p.Derive]:
    """Fields that are the size or the count of others."""
    if isinstance(op, p.When):
        return [step for inner in op.body for step in _sizes(inner, op.condition)]
    if isinstance(op, p.Ordered):
        return [step for inner in op.le for step in _sizes(inner, condition)]
    if isinstance(op, p.Loop):
        found = _solution(op.count)
        if found is None:
            return []
        return [p.Derive(found.field, "count", op.target, condition=condition, undo=found.undo)]
    if (
        not isinstance(op, p.Store)
        or isinstance(op.value, p.Number | p.Bits | p.Contents)
        or op.element
    ):
        return []
    raw = p.raw_of(op.value)
    found = _solution(raw.size) if raw is not None else None
    # Where there is padding, the size says more than the value does.
    if found is None or raw is None or raw.pad is not None or raw.fill is not None:
        return []
    # Nor does the length of what a routine makes tell that of what it is made of.
    if raw.process is not None and raw.process.routine not in ("xor", "rotate"):
        return []
    length = p.Derive(found.field, "length", op.target, condition=condition, payload=op.value)
    return [replace(length, undo=found.undo)]


def _solution(expr: m.Expr | None) -> Solution | None:
    found = solve(expr) if expr is not None else None
    return found if isinstance(found, Solution) else None


def _unsolved(op: p.Op) -> Iterator[tuple[str, str]]:
    """The fields that sizes and counts go by without telling them, and why."""
    for body in p.bodies(op):
        for inner in body:
            yield from _unsolved(inner)
    expr = op.count if isinstance(op, p.Loop) else None
    what = "the number of elements"
    if isinstance(op, p.Store) and (raw := p.raw_of(op.value)) is not None:
        expr, what = raw.size, "the size"
    found = solve(expr) if expr is not None else None
    if isinstance(found, Unsolved) and isinstance(op, p.Loop | p.Store):
        for name in found.fields:
            yield name, f"{what} of `{op.target}` does not tell it: {found.reason}"


def _windows(ops: tuple[p.Op, ...], sized: set[str]) -> tuple[p.Op, ...]:
    """Records whose length is derived are serialised for it, once."""
    found: list[p.Op] = []
    for op in ops:
        if p.bodies(op) and not isinstance(op, p.Loop | p.Branch):
            inner = tuple(_windows(body, sized) for body in p.bodies(op))
            found.append(p.with_bodies(op, inner))
        elif isinstance(op, p.Store) and op.target in sized:
            found.append(replace(op, cached=True))
        else:
            found.append(op)
    return tuple(found)


def _digests(op: p.Op, condition: m.Expr | None) -> list[p.Derive]:
    if isinstance(op, p.When):
        return [step for inner in op.body for step in _digests(inner, op.condition)]
    if isinstance(op, p.Digest):
        return [p.Derive(op.target, "digest", op.over, condition=condition, algorithm=op.algorithm)]
    return []


def _constants(record: p.Record) -> list[p.Derive]:
    """Fields with one legal value, and those with a default."""
    found = [step for op in record.checks for step in _constant(op, None)]
    known = {step.target for step in found}
    return [*found, *(step for step in record.derive if step.target not in known)]


def _constant(op: p.Op, condition: m.Expr | None) -> list[p.Derive]:
    if isinstance(op, p.When):
        return [step for inner in op.body for step in _constant(inner, op.condition)]
    if isinstance(op, p.Guard) and op.rule == "equal":
        return [p.Derive(op.target, "value", value=op.args[0], condition=condition)]
    return []
