"""Step 2: how a writer gets every field that the user need not give, and why not the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from quire.generator.plan import operations as p
from quire.generator.plan.agree import agreeing
from quire.generator.plan.holding import holding
from quire.generator.plan.order import in_order
from quire.generator.plan.program import NOWHERE
from quire.generator.plan.shapes import dimensions
from quire.generator.plan.sizes import Sizes, cached, lengths_of, places, ready_names
from quire.generator.plan.solution import place_of
from quire.generator.plan.solve import Solver
from quire.generator.plan.switches import flags, tags
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.generator.types.fold import fold
from quire.runtime.frozen import replace

Ops = tuple[p.Op, ...]


def derive(module: p.Module) -> p.Module:
    """Fill in `derive` and `ready` of every record."""
    root = _record(module.root, p.records_of(module.root))
    records = p.records_of(root)
    root = _checked(root, frozenset(_told_elsewhere(records)))
    return replace(module, root=_early(root, _telling(records), records))


def _record(record: p.Record, records: dict[Path, p.Record]) -> p.Record:
    record = replace(record, write=tuple(map(_padded, record.write)))
    solver = Solver(record, records)
    found = [*tags(record, solver), *flags(record, solver)]
    made = [step for op in record.write for step in _prepare(op, None)]
    digests = [step for op in record.read for step in _digests(op, None)]
    known = [*found, *_constants(record), *digests]
    given = places(known)
    firm = places(step for step in known if isinstance(step, p.Told))
    sized = Sizes(solver, given).places(record.write)
    shapes = dimensions(record, solver, firm, sized)
    if shapes:
        given |= places(shapes)
        sized = Sizes(solver, given).places(record.write)
    exact = Sizes(solver, given | sized).sure(record.write)
    sizes = Sizes(solver, given | sized, firm | exact)
    ready = sizes.ready(record.write)
    lengths = sizes.steps(record.write)
    # What is told under a condition alone may have a default, for where it does not hold; and
    # that of which some bits are told, for the others.
    always = [step for step in (*shapes, *lengths) if not (step.holder or step.condition)]
    own = {step.target for step in always if not p.keeps_bits(step)}
    constants = [step for step in _constants(record) if step.target not in own]
    told = [step for step in found if isinstance(step, p.Told)]
    chosen = [step for step in found if step not in told]
    # What is computed from other fields comes after what those are derived from.
    computed = [step for step in constants if m.locals_of(p.value_of(step))]
    sure = [step for step in constants if step not in computed]
    steps = [*told, *sure, *chosen, *shapes, *made, *lengths, *computed, *digests]
    # What a record of a table is told has to be there before the table is made.
    tables = _behind(steps, lambda step: isinstance(step, p.Tabulate))
    steps = [*(step for step in steps if step not in tables), *tables]
    told_by = [step for step in (*steps, *lengths_of(ready)) if isinstance(step, p.ToldBy)]
    steps = [_by_given(step, told_by) for step in steps if not _waits(step)]
    steps = in_order(steps, record.pipelines)
    names = _own([*steps, *lengths_of(ready)])
    return replace(
        record,
        derive=tuple(steps),
        ready=ready,
        write=agreeing(cached(record.write, {op.target for op in ready_names(ready)}), lengths),
        notes=(*record.notes, *_notes(record, names, dict(_reasons(record, steps, sizes)))),
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
    asked = frozenset(name for step in record.derive for name in _mapped(p.value_of(step)))
    asked |= _ended(record, records)
    late = _behind(record.derive, lambda step: bool(_mapped(p.value_of(step))))
    telling_here = telling | set(_held(record.write, asked))
    return replace(
        record,
        write=tuple(_marked(op, telling_here, records) for op in record.write),
        derive=(
            *(step for step in record.derive if step not in late),
            *(replace(step, late=True) for step in late),
        ),
        records=tuple(_early(nested, telling, records) for nested in record.records),
    )


def _by_given(step: p.Derive, told_by: list[p.ToldBy]) -> p.Derive:
    """A flag depends on what is given: a count, say, is there with its list, and goes with it."""
    if not isinstance(step, p.Flag):
        return step
    follow = {each.target for each in told_by if each.source in step.fields and each.holder is None}
    return replace(step, fields=tuple(name for name in step.fields if name not in follow))


def _behind(steps: Iterable[p.Derive], is_first: Callable[[p.Derive], bool]) -> list[p.Derive]:
    """Some steps, then those that depend on what these tell, in this order."""
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
    source = {step.source} if isinstance(step, p.ToldBy) else set()
    return m.own_fields(p.value_of(step)) | m.own_fields(step.condition) | source


def _mapped(expr: m.Expr | None) -> frozenset[str]:
    """The lists of a record whose elements an expression looks into (`chunks.map(_.kind)`)."""
    if expr is None:
        return frozenset()
    name = m.own_field(expr.of) if isinstance(expr, m.MapOver | m.Where) else None
    found = frozenset(() if name is None else (name,))
    return found.union(*map(_mapped, m.parts_of(expr)))


def ended_early(record: p.Record, records: dict[Path, p.Record]) -> p.Record:
    """Have elements derived before it is checked that they end their list by what they derive."""
    early = frozenset(_held(record.write, _ended(record, records)))
    return replace(
        record,
        write=tuple(_marked(op, early, records) for op in record.write),
        records=tuple(ended_early(nested, records) for nested in record.records),
    )


def _ended(record: p.Record, records: dict[Path, p.Record]) -> frozenset[str]:
    """The lists that end by what an element derives: that they do is checked first."""
    found = set[str]()
    for op in p.walk(record.checks):
        if isinstance(op, p.Guard) and op.rule == "until":
            asked = set[str]().union(*map(names_in, op.args))
            held = [records[path] for path in _held(record.write, frozenset((op.target,)))]
            if any(step.target in asked for each in held for step in each.derive):
                found.add(op.target)
    return frozenset(found)


def _held(ops: Ops, names: frozenset[str]) -> Iterator[Path]:
    """The records that some fields hold."""
    for op in p.walk(ops):
        if isinstance(op, p.Store) and op.target in names and isinstance(op.value, p.Nested):
            yield op.value.path


def _marked(op: p.Op, telling: frozenset[Path], records: dict[Path, p.Record]) -> p.Op:
    if isinstance(op, p.Store) and isinstance(op.value, p.Nested) and op.value.path in telling:
        unknown = {name for name, arg in op.value.args if m.goes_by_stream(arg)}
        return replace(op, early=not unknown & _asked(records.get(op.value.path)))
    if isinstance(op, p.Table):
        return op  # there are no records to be derived
    if isinstance(op, p.When) and "_io" in m.locals_of(op.condition):
        return op  # nobody knows yet whether it is there
    if isinstance(op, p.Branch) and "_io" in m.locals_of(op.on):
        return op
    return p.changed(op, lambda inner: _marked(inner, telling, records))


def _asked(record: p.Record | None) -> set[str]:
    """The members of a record that deriving its fields, and those below, asks for."""
    if record is None:
        return set()
    exprs = [expr for step in record.derive for expr in (p.value_of(step), step.condition)]
    return {name for expr in exprs if expr is not None for name in names_in(expr)}


def names_in(expr: m.Expr) -> set[str]:
    """The members that an expression names."""
    own = {expr.name} if isinstance(expr, m.Get) else set()
    return own.union(*map(names_in, m.parts_of(expr)))


def _own(steps: Iterable[p.Derive]) -> set[str]:
    """The fields of the record that a writer fills in."""
    told = (step for step in steps if not (isinstance(step, p.Choose) or p.keeps_bits(step)))
    return {step.target for step in told if step.holder is None}


def _notes(record: p.Record, told: set[str], reasons: dict[str, str]) -> Iterator[str]:
    for attribute in record.attributes:
        if attribute.name not in told and isinstance(attribute.type, m.Basic):
            reason = reasons.get(attribute.name, "nothing determines it")
            yield f"derive: `{attribute.name}` must be given: {reason}"


def _reasons(record: p.Record, steps: list[p.Derive], sizes: Sizes) -> Iterator[tuple[str, str]]:
    """Why nothing tells fields, or not all of them."""
    yield from sizes.unsolved(record.write)
    for step in (*steps, *lengths_of(sizes.ready(record.write))):
        if p.keeps_bits(step):
            yield step.target, "only some of its bits are told"


def _waits(step: p.Derive) -> bool:
    """Whether a step depends on the stream, which is not there before the record is written."""
    return "_io" in m.locals_of(step.condition) | m.locals_of(p.value_of(step))


def _told_elsewhere(records: dict[Path, p.Record]) -> Iterator[str]:
    """The names of fields that other records than their own tell."""
    for record in records.values():
        steps = (*record.derive, *lengths_of(record.ready))
        yield from (step.target for step in steps if step.holder is not None)


def _checked(record: p.Record, elsewhere: frozenset[str]) -> p.Record:
    return replace(
        record,
        checks=_needed(record, elsewhere),
        records=tuple(_checked(nested, elsewhere) for nested in record.records),
    )


def _needed(record: p.Record, elsewhere: frozenset[str]) -> Ops:
    """The checks that a writer needs: those of what it has derived hold by themselves.

    That a list has as many elements as are counted does not where something else tells the count.
    """
    constant = {step.target for step in record.derive if isinstance(step, p.ValueOf)}
    steps = (*record.derive, *lengths_of(record.ready))
    told = [step.target for step in steps if isinstance(step, p.Told) and step.holder is None]
    counts = (step for step in steps if isinstance(step, p.Count) and _is_told_always(step))
    counted = {
        step.source
        for step in counts
        if told.count(step.target) == 1 and step.target not in elsewhere
    }

    def holds(op: p.Op) -> bool:
        if isinstance(op, p.When) and "_io" in m.locals_of(op.condition):
            return True  # what depends on the stream can only be checked when it is read
        if isinstance(op, p.When | p.Each):
            return all(map(holds, op.body))
        assert isinstance(op, p.Guard)
        if any("_io" in m.locals_of(arg) for arg in op.args):
            return True
        return op.target in {"equal": constant, "count": counted}.get(op.rule, set())

    kept = tuple(op for op in record.checks if not holds(op))
    return tuple(
        replace(op, body=tuple(inner for inner in op.body if not holds(inner)))
        if isinstance(op, p.When | p.Each)
        else op
        for op in kept
    )


def _is_told_always(step: p.Count) -> bool:
    return step.holder is None and not step.partly


# -- values that have to be made ready ---------------------------------------------------------


def _padded(op: p.Op) -> p.Op:
    """Bytes without a name are padding."""
    op = p.changed(op, _padded)
    if not isinstance(op, p.Store) or op.element or not op.target.startswith("_unnamed"):
        return op
    match op.value:
        case p.Sized(trim=None, process=None, fill=None):
            return replace(op, value=replace(op.value, fill=0))
    return op


def _prepare(op: p.Op, condition: m.Expr | None) -> list[p.Derive]:
    """Payloads encoded, documents dumped, records made, padding."""
    match op:
        case p.When():
            return [step for inner in op.body for step in _prepare(inner, op.condition)]
        case p.Ordered():
            return [step for inner in op.le for step in _prepare(inner, condition)]
        case p.Table(body=(p.Store(value=p.Nested() as record),)):
            return [p.Tabulate(op.target, record, condition=condition)]
        case p.Store(element=False):
            made = _made(op)
            return [replace(made, condition=condition)] if made is not None else []
    return []


def _made(op: p.Store) -> p.Derive | None:
    """How a value is made ready, if it has to be."""
    match op.value:
        case p.Payload():
            return p.Encode(op.target)
        case p.Document() as document:
            return p.Dump(op.target, document)
        case p.Nested(args=(), opaque=False) as record:
            return p.Make(op.target, record.path)
        case p.Number() | p.Bits() if op.target.startswith("_unnamed"):
            return p.Default(op.target, _nothing(op.value))
        case (p.Bytes() as raw) | p.Text(raw=raw) if raw.fill is not None or _is_empty(raw):
            return p.Default(op.target, _nothing(op.value))
    return None


def _is_empty(raw: p.Bytes) -> bool:
    return isinstance(raw, p.Sized) and fold(raw.size) == 0


def _nothing(value: p.Value) -> m.Const:
    """What stands where there is nothing to tell."""
    match value:
        case p.Bits(flag=True):
            return m.Const(m.BOOL, NOWHERE, value=False)
        case p.Number() | p.Bits():
            return m.Const(m.INT, NOWHERE, 0)
        case p.Text():
            return m.Const(m.STR, NOWHERE, "")
    return m.Const(m.BYTES, NOWHERE, b"")


def _digests(op: p.Op, condition: m.Expr | None) -> list[p.Derive]:
    match op:
        case p.When():
            return [step for inner in op.body for step in _digests(inner, op.condition)]
        case p.Digest():
            return [p.DigestOf(op.target, op.over, op, condition=condition)]
    return []


def _constants(record: p.Record) -> list[p.Derive]:
    """Fields with one legal value, and those with a default."""
    found = [step for op in record.checks for step in _constant(op, None)]
    known = {step.target for step in found}
    return [*found, *(step for step in record.derive if step.target not in known)]


def _constant(op: p.Op, condition: m.Expr | None) -> list[p.Derive]:
    match op:
        case p.When():
            return [step for inner in op.body for step in _constant(inner, op.condition)]
        case p.Guard(rule="equal", args=(value,)):
            return [p.ValueOf(op.target, value, condition=condition)]
    return []
