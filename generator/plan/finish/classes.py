"""The last step: records, enums and documents as classes."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.around import ways_around
from quire.generator.plan.finish.consistent import UNTOUCHED, writing, writing_instance
from quire.generator.plan.finish.context import IO, OWN, OWN_IO, Context, truth
from quire.generator.plan.finish.deriving import derive_ops, leasts, ready_ops
from quire.generator.plan.finish.direct import Direct
from quire.generator.plan.finish.documents import document
from quire.generator.plan.finish.feed import Parts, parts, synced
from quire.generator.plan.finish.fields import may_be_missing
from quire.generator.plan.finish.here import found_here
from quire.generator.plan.finish.in_place import Known, known_of
from quire.generator.plan.finish.instances import (
    growing,
    instance,
    kind_of,
    places,
    placing,
    putting,
)
from quire.generator.plan.finish.opened import opened
from quire.generator.plan.finish.pipelines import pipeline, table
from quire.generator.plan.finish.reading import one, read_ops
from quire.generator.plan.finish.rows import making_rows, packing, run_of, stride
from quire.generator.plan.finish.steps import to_the_end
from quire.generator.plan.finish.streams import positions
from quire.generator.plan.finish.sums import sums
from quire.generator.plan.finish.value_tables import value_table
from quire.generator.plan.finish.ways import direct, of_record
from quire.generator.plan.finish.writing import (
    check_ops,
    in_turn,
    stored_slot,
    where_it_stands,
    write_ops,
)
from quire.generator.plan.measure import measures
from quire.generator.plan.read_once import goes_by_place, goes_by_size, own_streams, stands_below
from quire.generator.plan.words import path_name
from quire.generator.types import model as m
from quire.runtime.frozen import replace
from quire.runtime.struct import Struct

STRUCT_API = frozenset(name for name in dir(Struct) if not name.startswith("_"))
"""What every record has; a field of such a name is an attribute of the object alone."""
_NEUTRAL: dict[m.Type, int | float | bool | str | bytes] = {
    m.INT: 0,
    m.FLOAT: 0.0,
    m.BOOL: False,
    m.STR: "",
    m.BYTES: b"",
}


def finish(module: p.Module, *, checked: bool = True) -> g.Module:
    """The program of a module, with what only type checkers read if it is to be checked."""
    assert module.structure is not None
    way = direct(module.root)
    sizes = {type_.path: type_.size for type_ in module.structure.types}
    return g.Module(
        module.title or module.name,
        module.spec,
        module.digest,
        module.imports,
        module.opaque,
        module.routines,
        _record(module.root, way, sizes, checked=checked),
        module.structure,
        tuple(p.records_of(module.root)),
    )


def _record(
    record: p.Record, way: Direct, sizes: dict[str, int | None], *, checked: bool
) -> g.Record:
    """A record and everything nested in it."""
    members = (*record.params, *record.attributes)
    own = of_record(way, record)
    fed = _parts(record, own)
    methods = tuple(_methods(record, own, fed))
    stored = tuple(dict.fromkeys(_stored(record)))
    # A slot would hide the method of that name from the class.
    hides = any(member.name in STRUCT_API for member in members)
    return g.Record(
        record.path[-1],
        g.Doc(
            record.doc,
            f"Type `{record.path[-1]}`",
            tuple((g.slot(member.name), member.doc) for member in members if member.doc),
        ),
        "ReadWriteStruct" if record.read_write else "Struct",
        # Kaitai's programs list the members of an object, and a slot is one, filled or not.
        None if hides or record.read_write else tuple(_slots(record, stored, way)),
        g.ClassOf(record.path[:1]),
        None if m.is_any(record.parent) else g.Annotation(record.parent),
        stored,
        (
            *growing(record, methods),
            *(g.Annotated(g.slot(each.name), g.Annotation(each.type)) for each in members),
        ),
        record.endian is not None,
        (
            *_constants(record, sizes),
            *fed.constants,
            *(g.FixedOf(name, parts) for parts, name in own.fixed.items()),
        ),
        None if hides or record.read_write or not checked else tuple(_given(record)),
        tuple(opened(method, record) for method in methods),
        (
            # Documents come first: what follows may be called like their base.
            *map(document, record.documents),
            *map(_enum, record.enums),
            *(_record(nested, way, sizes, checked=checked) for nested in record.records),
        ),
    )


def _enum(enum: p.EnumClass) -> g.Enum:
    described = tuple((g.slot(label), doc) for label, _, doc in enum.labels if doc)
    doc = g.Doc(f"Values of `{enum.path[-1]}`.", "", described)
    return g.Enum(enum.path[-1], doc, tuple((label, value) for label, value, _ in enum.labels))


# -- attributes -----------------------------------------------------------------------------------


def _stored(record: p.Record) -> Iterator[g.Slot]:
    """Where bytes are kept until they are written."""
    yield from (stored_slot(step.target) for step in record.derive if isinstance(step, p.Dump))
    yield from map(stored_slot, _made(record.ready))
    yield from (stored_slot(name) for lazy in _placed(record) for name in _made(lazy.ready))


def _placed(record: p.Record) -> list[p.Placed]:
    return [lazy for lazy in record.instances if isinstance(lazy, p.Placed)]


def _made(ops: tuple[p.Op, ...]) -> list[str]:
    """The fields whose stored bytes are kept until they are written."""
    return [op.target for op in p.walk(ops) if isinstance(op, p.Ready)]


def _slots(record: p.Record, stored: tuple[g.Slot, ...], way: Direct) -> Iterator[g.Slot]:
    if record.path in way.streams:
        yield from map(g.slot, ("_start", "_end", "_stop"))
    missing = frozenset(may_be_missing(record.read))
    members = (*record.params, *record.attributes)
    # To find out that nothing is in a slot takes four times as long as to find it not in a dict.
    yield from (g.slot(member.name) for member in members if member.name not in missing)
    yield from stored
    yield from (slot for raw in record.raw if raw.kept for slot in _raw_slots(raw))
    if any(isinstance(op, p.Keep) for op in p.walk(record.read)):
        yield g.slot("_marks")
    if record.endian is not None:
        yield g.slot("_is_le")
    if record.traced:
        yield g.slot("_debug")


def _raw_slots(raw: p.Raw) -> Iterator[g.Slot]:
    held = "_m_" if raw.lazy else ""
    yield g.slot(raw.target, f"_raw_{held}")
    if raw.twice:
        yield g.slot(raw.target, f"_raw__raw_{held}")


def _given(record: p.Record) -> Iterator[g.Given]:
    """What a record is built of."""
    members = [(member.name, member.type) for member in (*record.params, *record.attributes)]
    members += [
        (lazy.name, lazy.type)
        for lazy in record.instances
        if isinstance(lazy, p.Placed) or lazy.built is not None
    ]
    for name, type_ in members:
        yield g.Given(name, type_, name in record.needed)


# -- constants ------------------------------------------------------------------------------------


def _constants(record: p.Record, sizes: dict[str, int | None]) -> Iterator[g.Constant]:
    if (size := sizes.get(path_name(record.path))) is not None:
        yield g.SizeOf(size)
    yield from _manner(record)
    for raw in record.raw:
        if not raw.kept:
            (slot,) = _raw_slots(raw)
            yield g.RawOf(slot, g.slot(raw.target, "_m_" if raw.lazy else ""))
    if record.places:
        yield from _names("placed", [lazy.name for lazy in _placed(record)])
        yield g.Places()
    if not record.read_write:
        yield from _ties(record)
    for kind in () if record.read_write else ("loose", "elsewhere"):
        yield from _names(kind, [lazy.name for lazy in record.instances if _kind(lazy) == kind])
    yield from _names("derived", record.told)
    yield from _runs(record)
    if record.in_rows:
        yield from run_of(record)
        yield stride(record)


def _ties(record: p.Record) -> Iterator[g.Constant]:
    """What the bytes of objects depend on, besides their fields."""
    if measures(record):
        yield g.Measures()
    if record.alone:
        yield g.StandsAlone()
    if ways := ways_around(record):
        yield g.LooksUp(ways)
    if record.fields_look_up != ways:
        yield g.FieldsLookUp(record.fields_look_up)
    if goes_by_place(record):
        yield g.GoesByPlace()
    if goes_by_size(record):
        yield g.GoesBySize()
    yield from _names("own_streams", own_streams(record))
    yield from _names("below", [lazy.name for lazy in record.instances if stands_below(lazy)])
    read = (record.read, *(lazy.read for lazy in p.positioned(record)))
    lists = (op for ops in read for op in p.walk(ops) if isinstance(op, p.ReadOnce))
    yield from _names("once", [op.target for op in lists if op.nested])


def _manner(record: p.Record) -> Iterator[g.Constant]:
    """How objects are read."""
    if len(record.path) == 1:
        yield g.IsTop()
    if not (record.auto_read or record.read_write):
        yield g.NoAutoRead()
    if record.traced:
        yield g.SeqFields(tuple(attribute.name for attribute in record.attributes))


def _runs(record: p.Record) -> Iterator[g.Constant]:
    """What stands together, and is read at once."""
    for op in _blocks(record.read):
        yield g.BlockOf(op.name, tuple(g.PartOf(field.name, field.kind) for field in op.fields))
    runs = (op for op in p.walk(record.read) if isinstance(op, p.BitRun))
    for run in dict.fromkeys(runs):  # in both byte orders they are the same
        parts = tuple(g.PartOf(field.name, _bit_kind(field.bits)) for field in run.fields)
        yield g.RunOf(run.name, run.order, parts)


def _names(kind: str, names: list[str] | tuple[str, ...]) -> Iterator[g.NamesOf]:
    if names:
        yield g.NamesOf(kind, tuple(names))


def _kind(lazy: p.Lazy) -> str:
    """What a writer does with an instance: whether it can be set, and where it goes."""
    match lazy:
        case p.Computed(built=built):
            return "computed" if built is None else "given"
        case p.Placed():
            return "placed"
        case p.Positioned(pos=None, io=None):
            return "loose"  # it was read wherever its stream stood
    return "elsewhere"


def _blocks(ops: tuple[p.Op, ...]) -> Iterator[p.Block]:
    for op in ops:
        if isinstance(op, p.Block):
            yield op
        if isinstance(op, p.Ordered):
            yield from _blocks((*op.le, *op.be))


def _bit_kind(bits: p.Bits) -> str:
    return "flag" if bits.flag else f"b{bits.width}"


# -- methods --------------------------------------------------------------------------------------


def _parts(record: p.Record, way: Direct) -> Parts:
    """What reads a file in parts, and lists element by element."""
    if not _is_by_position(record):
        return Parts()
    at = _reading_by_position(record)
    found = parts(record, at, way)
    return replace(found, methods=(*found.methods, *synced(record, at, way, found)))


def _reading_by_position(record: p.Record) -> Context:
    return Context(values=known_of(record).values, by_position=True)


def _methods(record: p.Record, way: Direct, fed: Parts) -> Iterator[g.Method]:
    at = Context()
    reads_at = _is_by_position(record)
    reading = _reading_by_position(record) if reads_at else at
    if record.params or record.endian is not None:
        yield g.Init(tuple(map(_parameter, record.params)), record.endian is not None)
    yield from _reading(record, reading, way)
    yield from fed.methods
    if record.in_rows:
        yield making_rows(record)
    if record.cells:
        yield table(record, at)
    for each in record.pipelines:
        yield from pipeline(each, at)
    yield from sums(record)
    if record.read_write:
        yield from writing(record, tuple(_decision(record, OWN)), at)
    else:
        yield from _building(record, at)
    yield from _instances(record, way if reads_at else None, at)
    if record.to_string is not None:
        yield g.AsText((g.Return(OWN.expr(record.to_string)),))


def _instances(record: p.Record, way: Direct | None, at: Context) -> Iterator[g.Method]:
    known = known_of(record)
    for lazy in _by_kind(record, known):
        yield from value_table(lazy)
        yield instance(lazy, way, known, read_write=record.read_write)
        yield from putting(lazy)
        if record.read_write:
            yield writing_instance(lazy)
        if isinstance(lazy, p.Placed):
            yield from placing(lazy, at)
    if way is not None:
        yield from way.tables.values()


def _by_kind(record: p.Record, known: Known) -> list[p.Lazy]:
    """The instances; one that is called like what makes members hides it from those after it."""
    kinds = (kind_of(lazy, known, read_write=record.read_write) for lazy in record.instances)
    made = {lazy.name: kind for lazy, kind in zip(record.instances, kinds, strict=True)}
    used = set(made.values())
    last = sorted(record.instances, key=lambda lazy: lazy.name == made[lazy.name])
    return sorted(last, key=lambda lazy: lazy.name in used)


def _parameter(param: p.Attribute) -> g.Parameter:
    """A param; one that has no neutral value may be None while a record is built."""
    neutral = _NEUTRAL.get(param.type)
    known = None if neutral is None else m.Const(param.type, g.NOWHERE, neutral)
    type_ = g.Annotation(m.ANY if known is None else param.type)
    return g.Parameter(param.name, type_, known, param.type is m.STREAM)


def _reading(record: p.Record, at: Context, way: Direct) -> Iterator[g.Method]:
    """What reads; where the byte order is chosen, after a method for each order."""
    if _is_by_position(record):
        yield from _reading_at(record, at, way)
        return
    located = not record.auto_read
    done = UNTOUCHED if record.read_write else ()
    if record.endian is None:
        yield g.Read(located, (*with_io(read_ops(record.read, at)), *done))
        return
    only = record.read[0] if len(record.read) == 1 else None
    both = only if isinstance(only, p.Ordered) else p.Ordered(record.read, record.read)
    yield g.Read(located, (*_decision(record, OWN), g.CallIn("read"), *done))
    yield g.ReadIn("le", with_io(read_ops(both.le, at)))
    yield g.ReadIn("be", with_io(read_ops(both.be, at)))


def _is_by_position(record: p.Record) -> bool:
    return record.auto_read and not (record.read_write or record.traced)


def _reading_at(record: p.Record, at: Context, way: Direct) -> Iterator[g.Method]:
    """What reads by position."""
    if record.endian is None:
        yield g.ReadAt(*to_the_end(way.body(read_ops(record.read, at)) + way.left(record)))
        return
    only = record.read[0] if len(record.read) == 1 else None
    both = only if isinstance(only, p.Ordered) else p.Ordered(record.read, record.read)
    found = tuple(found_here(record, at))
    deciding = replace(way, watching=way.deciding - {each.name for each in found})
    yield g.ReadAt((*found, *deciding.body(tuple(_decision(record, at)))), g.CallAtIn())
    for order, ops in (("le", both.le), ("be", both.be)):
        yield g.ReadAtIn(order, *to_the_end(way.body(read_ops(ops, at)) + way.left(record)))


def with_io(body: g.Body) -> g.Body:
    """Statements that work with the record's stream."""
    return (g.Assign(IO, OWN_IO), *body) if body else ()


def _decision(record: p.Record, at: Context, io: m.Expr = OWN_IO) -> Iterator[g.Statement]:
    """What chooses the byte order of a record, or makes sure that it was chosen.

    Args:
        record: The record.
        at: The place in a method.
        io: The stream that is at the place of the record.
    """
    endian = record.endian
    if endian is None:
        return
    refused = g.Undecided(endian.place, io)
    if endian.on is None:
        yield one(g.IsUndecided(), (refused,))
        return
    on = at.expr(endian.on)
    arms = tuple(
        g.Arm(truth("eq", on, at.expr(key)), (g.SetOrder(little=order == "le"),))
        for key, order in endian.cases
        if key is not None
    )
    rest = [g.SetOrder(little=order == "le") for key, order in endian.cases if key is None]
    orelse = tuple(rest[:1]) or (refused,)
    yield from (g.If(arms, orelse),) if arms else orelse


def _building(record: p.Record, at: Context) -> Iterator[g.Method]:
    """What derives, checks and writes the fields."""
    if derived := derive_ops(record, at):
        yield g.DeriveFields(derived)
        yield from leasts(record, at)
    soon, late = in_turn(record)
    if checks := check_ops(soon, at):
        yield g.Check(checks)
    yield g.Write(
        (
            *_decision(record, at, IO),
            *ready_ops(record.ready, at),
            *check_ops(late, at),
            *places(record, at, ahead=True),
            *write_ops((*where_it_stands(record.write, positions(record)),), at),
            *places(record, at, ahead=False),
        )
    )
    for op in record.write:
        if isinstance(op, p.Apart):
            yield g.PutApart(op.target, write_ops(op.body, at))
    if record.packed:
        yield packing(record)
