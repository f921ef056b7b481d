"""Step 2: how a writer gets every field that the user need not give, and why not the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from quire.generator import model as m
from quire.generator import plan as p
from quire.generator.fold import fold
from quire.generator.planning.holding import holding
from quire.generator.planning.solve import Place, Solution, Solver, Unsolved, place_of
from quire.generator.planning.switches import flags, tags
from quire.generator.scopes import Path

Ops = tuple[p.Op, ...]


def derive(module: p.Module) -> p.Module:
    """Fill in `derive` and `ready` of every record."""
    root = _record(module.root, p.records_of(module.root))
    records = p.records_of(root)
    root = _early(root, _telling(records), records)
    return replace(module, root=_told(root, dict.fromkeys(_all_told(root))))


def _record(record: p.Record, records: dict[Path, p.Record]) -> p.Record:
    record = replace(record, write=tuple(map(_padded, record.write)))
    solver = Solver(record, records)
    found = [*tags(record, solver), *flags(record, solver)]
    made = [step for op in record.write for step in _prepare(op, None)]
    digests = [step for op in record.read for step in _digests(op, None)]
    given = _places([*found, *_constants(record), *made, *digests])
    sizes = Sizes(solver, given)
    sizes = Sizes(solver, given | sizes.places(record.write))
    ready = sizes.ready(record.write)
    lengths = sizes.steps(record.write)
    own = {step.target for step in lengths if step.holder is None}
    constants = [step for step in _constants(record) if step.target not in own]
    told = [step for step in found if step.how != "choose"]
    chosen = [step for step in found if step.how == "choose"]
    # What is computed from other fields comes behind what those are derived from.
    sure = [step for step in constants if step.value is None or not m.locals_of(step.value)]
    computed = [step for step in constants if step not in sure]
    steps = [*told, *sure, *chosen, *made, *lengths, *computed, *digests]
    # What a record of a table is told has to be there before the table is made.
    tables = _behind(steps, lambda step: step.how == "tabulate")
    steps = [*(step for step in steps if step not in tables), *tables]
    steps = [step for step in steps if not _waits(step)]
    names = _own(steps) | {step.target for step in _lengths(ready) if step.holder is None}
    return replace(
        record,
        derive=tuple(steps),
        ready=ready,
        write=cached(record.write, {op.target for op in ready_names(ready)}),
        checks=_needed(record.checks, steps),
        notes=(*record.notes, *_notes(record, names, sizes)),
        records=tuple(_record(nested, records) for nested in record.records),
    )


def _telling(records: dict[Path, p.Record]) -> frozenset[Path]:
    """The records that tell fields of those around them, or hold some that do."""
    found = {
        path
        for path, record in records.items()
        if any(_is_outside(step.holder) for step in record.derive if step.holder is not None)
    }
    return holding(records, found)


def _is_outside(holder: m.Expr) -> bool:
    return (place_of(holder) or ("",))[0] != "self"


def _early(record: p.Record, telling: frozenset[Path], records: dict[Path, p.Record]) -> p.Record:
    asked = frozenset(name for step in record.derive for name in _mapped(step.value))
    late = _behind(record.derive, lambda step: bool(_mapped(step.value)))
    telling_here = telling | {path for op in record.write for path in _of(op, asked)}
    return replace(
        record,
        write=tuple(_marked(op, telling_here, records) for op in record.write),
        derive=(
            *(step for step in record.derive if step not in late),
            *(replace(step, late=True) for step in late),
        ),
        records=tuple(_early(nested, telling, records) for nested in record.records),
    )


def _behind(steps: Iterable[p.Derive], is_first: Callable[[p.Derive], bool]) -> list[p.Derive]:
    """Some steps, then those that go by what these tell, in this order."""
    rest, behind = list(steps), list[p.Derive]()
    found = [step for step in rest if is_first(step)]
    while found:
        behind += found
        rest = [step for step in rest if step not in found]
        told = {step.target for step in behind}
        found = [step for step in rest if told & _goes_by(step)]
    return behind


def _goes_by(step: p.Derive) -> frozenset[str]:
    """The fields of its record that a step looks at."""
    return m.own_fields(step.value) | m.own_fields(step.condition) | {step.source}


def _mapped(expr: m.Expr | None) -> frozenset[str]:
    """The lists of a record whose elements an expression looks into (`chunks.map(_.kind)`)."""
    if expr is None:
        return frozenset()
    name = m.own_field(expr.of) if isinstance(expr, m.MapOver) else None
    found = frozenset(() if name is None else (name,))
    return found.union(*map(_mapped, m.parts_of(expr)))


def _of(op: p.Op, names: frozenset[str]) -> Iterator[Path]:
    """The records that some fields hold."""
    for body in p.bodies(op):
        for inner in body:
            yield from _of(inner, names)
    if isinstance(op, p.Store) and op.target in names and isinstance(op.value, p.Nested):
        yield op.value.path


def _marked(op: p.Op, telling: frozenset[Path], records: dict[Path, p.Record]) -> p.Op:
    if isinstance(op, p.Store) and isinstance(op.value, p.Nested) and op.value.path in telling:
        unknown = {name for name, arg in op.value.args if m.goes_by_stream(arg)}
        return replace(op, early=not unknown & _asked(records.get(op.value.path)))
    if isinstance(op, p.Loop) and op.table:
        return op  # there are no records to be derived
    if isinstance(op, p.When) and "_io" in m.locals_of(op.condition):
        return op  # nobody knows yet whether it is there
    if isinstance(op, p.Branch) and "_io" in m.locals_of(op.on):
        return op
    bodies = tuple(
        tuple(_marked(inner, telling, records) for inner in body) for body in p.bodies(op)
    )
    return p.with_bodies(op, bodies)


def _asked(record: p.Record | None) -> set[str]:
    """The members of a record that deriving its fields, and those below, asks for."""
    if record is None:
        return set()
    exprs = [expr for step in record.derive for expr in (step.value, step.condition)]
    return {name for expr in exprs if expr is not None for name in _names(expr)}


def _names(expr: m.Expr) -> set[str]:
    own = {expr.name} if isinstance(expr, m.Get) else set()
    return own.union(*map(_names, m.parts_of(expr)))


def _all_told(record: p.Record) -> Iterator[tuple[Path, str]]:
    """The fields that steps set, of any record: with `build`, they can be contradicted."""
    for step in (*record.derive, *_lengths(record.ready)):
        if step.how not in (
            "choose",
            "default",
            "make",
            "fill",
            "zero",
            "encode",
            "dump",
            "tabulate",
        ):
            type_ = step.holder.type if step.holder is not None else m.RecordType(record.path)
            yield getattr(type_, "path", record.path), step.target
    for nested in record.records:
        yield from _all_told(nested)


def _told(record: p.Record, found: dict[tuple[Path, str], None]) -> p.Record:
    return replace(
        record,
        told=tuple(name for path, name in found if path == record.path),
        records=tuple(_told(nested, found) for nested in record.records),
    )


def _places(steps: Iterable[p.Derive]) -> frozenset[Place]:
    """The fields that steps set."""
    return frozenset(
        (*((place_of(step.holder) or ()) if step.holder is not None else ("self",)), step.target)
        for step in steps
        if step.how != "choose"
    )


def _own(steps: Iterable[p.Derive]) -> set[str]:
    return {step.target for step in steps if step.holder is None and step.how != "choose"}


def _notes(record: p.Record, told: set[str], sizes: Sizes) -> Iterator[str]:
    reasons = dict(sizes.unsolved(record.write))
    for attribute in record.attributes:
        if attribute.name not in told and isinstance(attribute.type, m.Basic):
            reason = reasons.get(attribute.name, "nothing determines it")
            yield f"derive: `{attribute.name}` must be given: {reason}"


def _waits(step: p.Derive) -> bool:
    """Whether a step goes by the stream, which is not there before the record is written."""
    exprs = (step.condition, step.value)
    return any(expr is not None and "_io" in m.locals_of(expr) for expr in exprs)


def _needed(checks: Ops, steps: list[p.Derive]) -> Ops:
    """The checks that a writer needs: those of what it has derived hold by themselves."""
    constant = {step.target for step in steps if step.how == "value"}
    counts = [step for step in steps if step.how == "count" and step.holder is None]
    targets = [step.target for step in counts]
    counted = {step.source for step in counts if targets.count(step.target) == 1}

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


# -- values that have to be made ready ---------------------------------------------------------


def _padded(op: p.Op) -> p.Op:
    """Bytes without a name are padding."""
    op = p.with_bodies(op, tuple(tuple(map(_padded, body)) for body in p.bodies(op)))
    if not isinstance(op, p.Store) or op.element or not op.target.startswith("_unnamed"):
        return op
    value = op.value
    if isinstance(value, p.Bytes) and value == p.Bytes(value.size, value.limit) and value.size:
        return replace(op, value=replace(value, fill=0))
    return op


def _prepare(op: p.Op, condition: m.Expr | None) -> list[p.Derive]:
    """Payloads encoded, documents dumped, records made, padding."""
    if isinstance(op, p.When):
        return [step for inner in op.body for step in _prepare(inner, op.condition)]
    if isinstance(op, p.Ordered):
        return [step for inner in op.le for step in _prepare(inner, condition)]
    if isinstance(op, p.Loop) and op.table and isinstance(only := op.body[0], p.Store):
        return [p.Derive(op.target, "tabulate", condition=condition, payload=only.value)]
    if not isinstance(op, p.Store) or op.element:
        return []
    how = _way(op)
    return [p.Derive(op.target, how, condition=condition, payload=op.value)] if how else []


def _way(op: p.Store) -> str:
    """How a value is made ready, if it has to be."""
    if isinstance(op.value, p.Payload):
        return "encode"
    if isinstance(op.value, p.Document):
        return "dump"
    if isinstance(op.value, p.Nested):
        return "make" if not op.value.args and not op.value.opaque else ""
    if op.target.startswith("_unnamed") and isinstance(op.value, p.Number | p.Bits):
        return "zero"
    raw = p.raw_of(op.value)
    if raw is None or isinstance(op.value, p.Array):
        return ""
    nothing = raw.size is not None and fold(raw.size) == 0
    return "fill" if raw.fill is not None or nothing else ""


def _digests(op: p.Op, condition: m.Expr | None) -> list[p.Derive]:
    if isinstance(op, p.When):
        return [step for inner in op.body for step in _digests(inner, op.condition)]
    if isinstance(op, p.Digest):
        return [p.Derive(op.target, "digest", op.over, condition=condition, digest=op)]
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


# -- lengths and counts ------------------------------------------------------------------------


class Sizes:
    """Fields that are the size or the count of others.

    Args:
        solver: The equations of the record.
        known: The fields that something else tells.
    """

    def __init__(self, solver: Solver, known: frozenset[Place]) -> None:
        self._solver = solver
        self._known = known

    def places(self, ops: Ops) -> frozenset[Place]:
        """The fields that sizes and counts tell."""
        return _places([*self.steps(ops), *_lengths(self.ready(ops))])

    def steps(self, ops: Ops) -> list[p.Derive]:
        """What can be told before anything is written."""
        return [step for op in ops for step in self._steps(op, None)]

    def _steps(self, op: p.Op, condition: m.Expr | None) -> Iterator[p.Derive]:
        if isinstance(op, p.When | p.Ordered):
            test = op.condition if isinstance(op, p.When) else condition
            for inner in p.bodies(op)[0]:
                yield from self._steps(inner, test)
        elif isinstance(op, p.Loop):
            if (found := self._solution(op.count)) is not None:
                yield derived(found, p.Derive("", "count", op.target, condition=condition))
            yield from self._each(op, condition)
        elif isinstance(op, p.Store) and not op.element and not _is_made(op.value):
            yield from self._length(op, condition)

    def _each(self, op: p.Loop, condition: m.Expr | None) -> Iterator[p.Derive]:
        """The length that all elements of a list have."""
        only = op.body[0]
        if len(op.body) > 1 or not isinstance(only, p.Store) or not isinstance(only.value, p.Bytes):
            return
        raw = only.value
        if raw != p.Bytes(raw.size, raw.limit) or raw.size is None:
            return
        if "_index" not in m.locals_of(raw.size) and (found := self._solution(raw.size)):
            yield derived(found, p.Derive("", "each", op.target, condition=condition))

    def _length(self, op: p.Store, condition: m.Expr | None = None) -> Iterator[p.Derive]:
        raw = p.raw_of(op.value)
        found = self._solution(raw.size) if raw is not None else None
        if raw is None or found is None or isinstance(op.value, p.Number | p.Bits | p.Contents):
            return
        padded = (raw.pad, raw.terminator, raw.fill) != (None, None, None)
        step = p.Derive("", "room" if padded else "length", op.target, condition=condition)
        yield derived(found, replace(step, payload=op.value))

    def ready(self, ops: Ops) -> Ops:
        """What has to be stored before its length can be told."""
        return tuple(found for op in ops for found in self._ready(op, chosen=False))

    def _ready(self, op: p.Op, *, chosen: bool) -> Iterator[p.Op]:
        if isinstance(op, p.Ordered):
            op = op.le[0] if len(op.le) == 1 else op  # the length is that of either order
        if isinstance(op, p.When | p.Branch):
            inside = chosen or isinstance(op, p.Branch)
            bodies = tuple(
                tuple(found for inner in body for found in self._ready(inner, chosen=inside))
                for body in p.bodies(op)
            )
            if any(bodies):
                yield p.with_bodies(op, bodies)
        elif isinstance(op, p.Store) and not op.element and (chosen or _is_made(op.value)):
            for step in self._length(op):
                roomy = isinstance(op.value, p.Nested) and step.how == "length" and not step.undo
                length = replace(step, how="window") if roomy else step
                if step.holder is None or "self" in m.locals_of(step.holder):
                    yield p.Ready(op.target, op.value, length)

    def _solution(self, expr: m.Expr | None) -> Solution | None:
        found = self._solver.solve(expr, self._known) if expr is not None else None
        return found if isinstance(found, Solution) else None

    def unsolved(self, ops: Ops) -> Iterator[tuple[str, str]]:
        """The fields that sizes and counts go by without telling them, and why."""
        for op in ops:
            for body in p.bodies(op):
                yield from self.unsolved(body)
            expr = op.count if isinstance(op, p.Loop) else None
            what = "the number of elements"
            if isinstance(op, p.Store) and (raw := p.raw_of(op.value)) is not None:
                expr, what = raw.size, "the size"
            found = self._solver.solve(expr, self._known) if expr is not None else None
            if isinstance(found, Unsolved) and isinstance(op, p.Loop | p.Store):
                for field in found.fields:
                    yield field.name, f"{what} of `{op.target}` does not tell it: {found.reason}"


def derived(found: Solution, step: p.Derive) -> p.Derive:
    """A step for the field of a solution."""
    of = found.field.of
    holder = None if isinstance(of, m.Local) and of.name == "self" else of
    return replace(step, target=found.field.name, undo=found.undo, holder=holder)


def _is_made(value: p.Value) -> bool:
    """Whether the length of a value is known only once it has been stored."""
    if isinstance(value, p.Nested):
        return True
    raw = p.raw_of(value)
    return raw is not None and raw.process is not None and raw.process.routine in ("zlib", "custom")


def ready_names(ops: Ops) -> Iterator[p.Ready]:
    """What is stored before it is written, wherever it stands."""
    for op in ops:
        if isinstance(op, p.Ready):
            yield op
        for body in p.bodies(op):
            yield from ready_names(body)


def _lengths(ops: Ops) -> Iterator[p.Derive]:
    return (op.length for op in ready_names(ops))


def cached(ops: Ops, names: set[str]) -> Ops:
    """What is stored for its length is not stored again."""
    found: list[p.Op] = []
    for op in ops:
        if isinstance(op, p.Store):
            stored = p.raw_of(op.value) is not None and not op.element
            found.append(replace(op, cached=stored and op.target in names))
        else:
            found.append(p.with_bodies(op, tuple(cached(body, names) for body in p.bodies(op))))
    return tuple(found)
