"""Step 2, positions: the instances that a writer puts into the file, and who says where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from quire.generator.plan import operations as p
from quire.generator.plan.agree import agreeing
from quire.generator.plan.beside import owner_of
from quire.generator.plan.derive import ended_early, names_in
from quire.generator.plan.from_end import before_end, is_search
from quire.generator.plan.holding import holding
from quire.generator.plan.marked import marked
from quire.generator.plan.measure import measures
from quire.generator.plan.program import NOWHERE
from quire.generator.plan.sizes import Sizes, cached, lengths_of, places, ready_names
from quire.generator.plan.solution import Place, place_of
from quire.generator.plan.solve import Solver
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.generator.types.fold import fold
from quire.runtime.frozen import replace


def place(module: p.Module) -> p.Module:
    """Mark the instances that are written, and derive what they tell."""
    root = marked(_record(module.root, module.root, p.records_of(module.root)))
    root = ended_early(root, p.records_of(root))
    records = p.records_of(root)
    places = _placing(records, foreign=module.imports_places)
    return replace(module, root=_marked(root, places, _standing_alone(records)))


def _record(record: p.Record, root: p.Record, records: dict[Path, p.Record]) -> p.Record:
    solver = Solver(record, records)
    bases = _bases(record, solver)
    lazies = tuple(_placed(lazy, solver, record, root, bases) for lazy in record.instances)
    placed = [lazy for lazy in lazies if isinstance(lazy, p.Placed)]
    steps = [step for lazy in placed for step in _told(lazy, solver, record)]
    found = [step for lazy in placed for step in lazy.found]
    lengths = [length for lazy in placed for length in lengths_of(lazy.ready)]
    told = [step for step in (*steps, *found, *lengths) if not p.keeps_bits(step)]
    names = dict.fromkeys(step.target for step in told if step.holder is None)
    kept = (note for note in record.notes if not any(_is_about(note, name) for name in names))
    return replace(
        record,
        instances=lazies,
        derive=(*record.derive, *steps, *_unknown(lengths), *_unplaced(placed), *_ends(placed)),
        notes=(*kept, *(note for lazy in p.positioned(record) for note in _why_not(lazy))),
        records=tuple(_record(nested, root, records) for nested in record.records),
    )


def _bases(record: p.Record, solver: Solver) -> frozenset[Place]:
    """The fields that the places of instances tell, wherever these are there: others count so."""
    always = (each for each in p.positioned(record) if each.condition is None)
    found = (solver.positions(each.pos) for each in always if each.pos is not None)
    fields = (place_of(each.field) for told in found for each in told)
    return frozenset(place for place in fields if place is not None)


def _ends(placed: list[p.Placed]) -> Iterator[p.Make]:
    """The records that are found from the end where an `if` holds: there they have to be."""
    for lazy in placed:
        if lazy.before_end is None or lazy.condition is None:
            continue
        match lazy.write:
            case (p.Store(value=p.Nested(args=(), path=path)),):
                yield p.Make(lazy.name, path, condition=lazy.condition)


def _is_about(note: str, name: str) -> bool:
    return note.startswith(f"derive: `{name}` must be given")


def _unplaced(placed: list[p.Placed]) -> Iterator[p.Default]:
    """Positions, which are not known before that is stored; 0 may stand for nothing being there.

    That of a record inside is one where that is chosen: there may be no such record elsewhere.
    """
    for lazy in placed:
        own = {step.target: step for step in lazy.found if step.holder is None}
        for step in own.values():
            is_named = lazy.condition is not None and step.target in names_in(lazy.condition)
            yield from _unknown([step], 1 if is_named else 0)
        for step in lazy.found:
            inside = _unknown([step] if step.holder is not None else [])
            yield from (replace(each, condition=step.condition) for each in inside)


def _unknown(told: Iterable[p.Quantity], value: int = 0) -> Iterator[p.Default]:
    """What stands in fields until it is known that what is stored tells."""
    for step in told:
        if not p.keeps_bits(step):
            number = _written(value, step)
            yield p.Default(step.target, number, holder=step.holder, placed=step.source)


def _written(value: int, step: p.Quantity) -> m.Const:
    """A number as a field has it: some are texts, of so many digits."""
    for word, told in step.undo:
        if word == "digits":
            assert isinstance(told, m.ListOf)
            _, width, _ = map(fold, told.items)
            return m.Const(m.STR, NOWHERE, str(value).zfill(width or 0))
    return m.Const(m.INT, NOWHERE, value)


def _reason(lazy: p.Positioned) -> str:
    """Why an instance is not written; "" if it is."""
    if lazy.pos is None:
        return "it has no position of its own"
    if lazy.io is not None and owner_of(lazy.io) is None:
        return "it is in the stream of no record"
    if _is_apart(lazy.io) and any(map(_goes_by_stream, p.walk(lazy.write))):
        return "it is computed from a stream that it is not in"
    if any(map(_is_own, p.walk(lazy.write))):
        return "it has a key of quire's own"
    return ""


def _is_apart(io: m.Expr | None) -> bool:
    """Whether a stream is another one than that of the record, or of the file around it."""
    return io is not None and place_of(io) != ("_root", "_io")


def _why_not(lazy: p.Positioned) -> Iterator[str]:
    if reason := _reason(lazy):
        yield f"write: instance `{lazy.name}` is not written: {reason}"


def _is_own(op: p.Op) -> bool:
    return isinstance(op, p.Store) and isinstance(op.value, p.Payload | p.Document)


def _placed(
    lazy: p.Lazy, solver: Solver, record: p.Record, root: p.Record, bases: frozenset[Place]
) -> p.Lazy:
    """An instance as one that is written, if it is.

    Args:
        lazy: The instance.
        solver: The equations of its record.
        record: The record.
        root: That of the file.
        bases: The fields that the places of instances tell.
    """
    if not isinstance(lazy, p.Positioned):
        return lazy
    if lazy.pos is None or _reason(lazy):
        return replace(lazy, write=())
    sizes = _sizes(solver, record)
    ready = sizes.ready(lazy.write)
    found = sizes.positions(lazy) or _counted_from(bases, lazy, sizes, record)
    write = cached(lazy.write, {op.target for op in ready_names(ready)})
    write = agreeing(write, sizes.steps(lazy.write))
    pos = solver.inlined(lazy.pos)
    searched = lazy.name if is_search(pos) else _searched(record, solver)
    from_end = before_end(lazy, pos, record, root, searched)
    placed = vars(replace(lazy, write=write))
    return p.Placed(**placed, found=found, before_end=from_end, ready=ready)


def _counted_from(
    bases: frozenset[Place], lazy: p.Positioned, sizes: Sizes, record: p.Record
) -> tuple[p.Position, ...]:
    """What the place of an instance tells that counts from that of another one.

    A number that something else tells is none: it is that of elements in between, say.
    """
    placed = (each for each in p.positioned(record) if each.pos is not None)
    steps = (step for each in placed for step in sizes.steps(each.write))
    others = (step for step in (*record.derive, *steps) if isinstance(step, p.Told))
    told = {(step.target, step.holder) for step in others}
    found = sizes.positions(lazy, bases)
    return tuple(step for step in found if (step.target, step.holder) not in told)


def _searched(record: p.Record, solver: Solver) -> str | None:
    """The instance of a record that is looked for from the end, if there is just one."""
    lazies = (each for each in record.instances if isinstance(each, p.Positioned))
    placed = ((each.name, each.pos) for each in lazies if each.pos is not None)
    names = [name for name, pos in placed if is_search(solver.inlined(pos))]
    return names[0] if len(names) == 1 else None


def _told(lazy: p.Placed, solver: Solver, record: p.Record) -> Iterator[p.Quantity]:
    """The lengths and counts that an instance tells."""
    for step in _sizes(solver, record).steps(lazy.write):
        yield replace(step, placed=lazy.name)


def _sizes(solver: Solver, record: p.Record) -> Sizes:
    """What sizes, counts and positions of instances tell, beside what fields do."""
    told = (step for step in record.derive if isinstance(step, p.Told))
    return Sizes(solver, frozenset(), places(step for step in told if not p.keeps_bits(step)))


def _placing(records: dict[Path, p.Record], *, foreign: bool) -> frozenset[Path]:
    """The records that have such instances or checksums, depend on others, or hold some that do.

    Those of `foreign` types may.
    """
    found = {
        path
        for path, record in records.items()
        if record.sums
        or measures(record)
        or any(isinstance(lazy, p.Placed) for lazy in record.instances)
        or (foreign and any(map(_is_foreign, p.walk(record.write))))
        or any(map(_asks, p.walk(record.write)))
        or _goes_by_others(record)
    }
    return holding(records, found)


def _standing_alone(records: dict[Path, p.Record]) -> frozenset[Path]:
    """The records with checksums that are the same bytes wherever they stand."""
    summed = {path for path, record in records.items() if record.sums}
    others = {path for path, record in records.items() if _goes_by_place(record)}
    bits = holding(records, {path for path, record in records.items() if _has_bits(record.write)})
    ragged = {path for path in summed if _may_end_in_a_byte(records[path], bits)}
    return frozenset(summed - holding(records, others) - ragged)


def _may_end_in_a_byte(record: p.Record, bits: frozenset[Path]) -> bool:
    """Whether the next record may begin within a byte.

    Args:
        record: A record.
        bits: Those that have fields of bits, or hold some that do.
    """
    ops = [op for op in record.write if not isinstance(op, p.Mark | p.Keep)]
    widths = [*takewhile(lambda width: width is not None, map(_width, reversed(ops)))]
    before = tuple(ops[: len(ops) - len(widths)][-1:])
    inside = [op.value for op in p.walk(before) if isinstance(op, p.Store)]
    held = {value.path for value in inside if isinstance(value, p.Nested)}
    is_ragged = sum(width or 0 for width in widths) % 8 > 0
    return is_ragged or _has_bits(before) or not held.isdisjoint(bits)


def _has_bits(ops: tuple[p.Op, ...]) -> bool:
    return any(_width(op) is not None for op in p.walk(ops))


def _width(op: p.Op) -> int | None:
    """The width of a field of bits; None of all others."""
    if isinstance(op, p.Store) and isinstance(op.value, p.Bits):
        return op.value.width
    return None


def _goes_by_place(record: p.Record) -> bool:
    """Whether the bytes of a record, or its checksums, go by where it stands or what is there."""
    return (
        record.endian is not None
        or measures(record)
        or _goes_by_others(record)
        or any(p.positioned(record))
        or any(_is_foreign(op) or _asks(op) or _goes_by_stream(op) for op in p.walk(record.write))
        or not all(map(is_of_itself, record.sums))
    )


def is_of_itself(each: p.Sum) -> bool:
    """Whether a checksum is over fields of its record, and goes by nothing else."""
    key = each.key
    told = key.init, key.xor, key.mask, key.inflated, key.condition, each.present
    return all(isinstance(expr, m.Const | None) for expr in told) and all(
        isinstance(part, tuple) and None not in part for part in each.parts
    )


def _goes_by_others(record: p.Record) -> bool:
    """Whether a field is always what the records around this one make it."""
    values = {lazy.name: lazy.value for lazy in record.instances if isinstance(lazy, p.Computed)}

    def goes(expr: m.Expr) -> bool:
        value = values.pop(m.own_field(expr) or "", None)
        if isinstance(expr, m.Local):
            return expr.name in ("_parent", "_root")
        return any(map(goes, m.parts_of(expr))) or (value is not None and goes(value))

    return any(isinstance(step, p.ValueOf) and goes(step.value) for step in record.derive)


def _is_foreign(op: p.Op) -> bool:
    return isinstance(op, p.Store) and isinstance(op.value, p.Nested) and op.value.foreign


def _asks(op: p.Op) -> bool:
    """Whether writing has to know where the stream ends."""
    raw = p.raw_of(op.value) if isinstance(op, p.Store) else None
    if isinstance(raw, p.Terminated) and not raw.eos_error:
        return True
    return any(map(_names_end, _exprs(op)))


def _goes_by_stream(op: p.Op) -> bool:
    return any(map(m.goes_by_stream, _exprs(op)))


def _exprs(op: p.Op) -> Iterator[m.Expr]:
    """What an operation computes to write something."""
    if isinstance(op, p.When):
        yield op.condition
    elif isinstance(op, p.Branch):
        yield op.on
    elif isinstance(op, p.Store):
        if (size := p.size_of(op.value)) is not None:
            yield size
        if (raw := p.raw_of(op.value)) is not None and raw.process is not None:
            yield from raw.process.args
        if isinstance(op.value, p.Nested):
            yield from (arg for _, arg in op.value.args)


def _names_end(expr: m.Expr) -> bool:
    if isinstance(expr, m.Op) and expr.name in ("stream_size", "stream_eof"):
        return True
    return any(map(_names_end, m.parts_of(expr)))


def _marked(record: p.Record, places: frozenset[Path], alone: frozenset[Path]) -> p.Record:
    return replace(
        record,
        places=record.path in places,
        alone=record.path in alone,
        records=tuple(_marked(nested, places, alone) for nested in record.records),
    )
