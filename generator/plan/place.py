"""Step 2, positions: the instances that a writer puts into the file, and who says where."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan.agree import agreeing
from quire.generator.plan.holding import holding
from quire.generator.plan.program import NOWHERE
from quire.generator.plan.sizes import Sizes, cached, derived, ready_names
from quire.generator.plan.solve import Solution, Solver, place_of
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.runtime.frozen import replace


def place(module: p.Module) -> p.Module:
    """Mark the instances that are written, and derive what they tell."""
    root = _record(module.root, p.records_of(module.root))
    places = _placing(p.records_of(root))
    return replace(module, root=_marked(root, places))


def _record(record: p.Record, records: dict[Path, p.Record]) -> p.Record:
    solver = Solver(record, records)
    lazies = tuple(_lazy(lazy, solver) for lazy in record.instances)
    steps = [step for lazy in lazies for step in _told(lazy, solver)]
    found = [lazy.found for lazy in lazies if lazy.found is not None]
    lengths = [op.length for lazy in lazies for op in ready_names(lazy.ready)]
    names = dict.fromkeys(step.target for step in (*steps, *found, *lengths) if step.holder is None)
    kept = (note for note in record.notes if not any(_is_about(note, name) for name in names))
    return replace(
        record,
        instances=lazies,
        derive=(*record.derive, *steps, *map(_unknown, found)),
        told=(*record.told, *(name for name in names if name not in record.told)),
        notes=(*kept, *(note for lazy in record.instances for note in _why_not(lazy))),
        records=tuple(_record(nested, records) for nested in record.records),
    )


def _is_about(note: str, name: str) -> bool:
    return note.startswith(f"derive: `{name}` must be given")


def _unknown(found: p.Position) -> p.Default:
    """A position that is not known before the fields are written."""
    zero = m.Const(m.INT, NOWHERE, 0)
    return p.Default(found.target, zero, holder=found.holder, placed=found.source)


def _reason(lazy: p.Lazy) -> str:
    """Why an instance is not written; "" if it is, or has nothing to write."""
    if lazy.value is not None:
        return ""
    if lazy.pos is None:
        return "it has no position of its own"
    if lazy.io is not None and place_of(lazy.io) != ("_root", "_io"):
        return "it is in another stream"
    if any(map(_is_own, lazy.write)):
        return "it has a key of quire's own"
    return ""


def _why_not(lazy: p.Lazy) -> Iterator[str]:
    if reason := _reason(lazy):
        yield f"write: instance `{lazy.name}` is not written: {reason}"


def _is_own(op: p.Op) -> bool:
    if isinstance(op, p.Store) and isinstance(op.value, p.Payload | p.Document):
        return True
    return any(_is_own(inner) for body in p.bodies(op) for inner in body)


def _lazy(lazy: p.Lazy, solver: Solver) -> p.Lazy:
    if lazy.value is not None or lazy.pos is None or _reason(lazy):
        loose = lazy.value is None and lazy.pos is None and lazy.io is None
        return replace(lazy, write=(), loose=loose)
    sizes = Sizes(solver, frozenset())
    ready = sizes.ready(lazy.write)
    found = solver.solve(lazy.pos)
    told = None
    if isinstance(found, Solution):
        told = derived(found, p.Position("", lazy.name))
    names = {op.target for op in ready_names(ready)}
    return replace(
        lazy,
        placed=True,
        at_root=lazy.io is not None,
        found=told,
        ready=ready,
        write=agreeing(cached(lazy.write, names), sizes.steps(lazy.write)),
    )


def _told(lazy: p.Lazy, solver: Solver) -> Iterator[p.Quantity]:
    """The lengths and counts that an instance tells."""
    if lazy.placed:
        for step in Sizes(solver, frozenset()).steps(lazy.write):
            yield replace(step, placed=lazy.name)


def _placing(records: dict[Path, p.Record]) -> frozenset[Path]:
    """The records that have such instances, or hold some that do."""
    found = {
        path
        for path, record in records.items()
        if any(lazy.placed for lazy in record.instances) or _asks(record.write)
    }
    return holding(records, found)


def _asks(ops: tuple[p.Op, ...]) -> bool:
    """Whether writing has to know where the stream ends."""
    return any(_asks_one(op) or any(map(_asks, p.bodies(op))) for op in ops)


def _asks_one(op: p.Op) -> bool:
    exprs: list[m.Expr | None] = []
    if isinstance(op, p.When):
        exprs.append(op.condition)
    elif isinstance(op, p.Branch):
        exprs.append(op.on)
    elif isinstance(op, p.Store):
        raw = p.raw_of(op.value)
        if raw is not None and raw.terminator is not None and not raw.eos_error:
            return True
        exprs += [raw.size] if raw is not None else []
        exprs += raw.process.args if raw is not None and raw.process is not None else ()
        exprs += [arg for _, arg in op.value.args] if isinstance(op.value, p.Nested) else []
    return any(_names_end(expr) for expr in exprs if expr is not None)


def _names_end(expr: m.Expr) -> bool:
    if isinstance(expr, m.Op) and expr.name in ("stream_size", "stream_eof"):
        return True
    return any(map(_names_end, m.parts_of(expr)))


def _marked(record: p.Record, places: frozenset[Path]) -> p.Record:
    return replace(
        record,
        places=record.path in places,
        records=tuple(_marked(nested, places) for nested in record.records),
    )
