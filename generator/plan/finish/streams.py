"""What a module's types want of their streams, which decides what can be read by position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from quire.generator.plan import operations as p
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.runtime.frozen import Frozen


def unsigned(ops: tuple[p.Op, ...]) -> Iterator[str]:
    """The numbers of a record that are never less than nothing."""
    for op in p.walk(ops):
        if isinstance(op, p.Block):
            yield from (field.name for field in op.fields if field.kind[0] == "u")
        elif isinstance(op, p.Store) and isinstance(op.value, p.Number) and not op.element:
            yield from [op.target] if op.value.scalar[0] == "u" else []


def windowed(root: p.Record) -> frozenset[Path]:
    """The types of a module whose records may stand in streams of their own."""
    found = {root.path}
    for record in p.records_of(root).values():
        bodies = [record.read, *(lazy.read for lazy in p.positioned(record))]
        for op in (op for body in bodies for op in p.walk(body)):
            if isinstance(op, p.Store) and isinstance(op.value, p.Nested) and op.value.window:
                found.add(op.value.path)
    return frozenset(found)


def has_bits(root: p.Record) -> bool:
    """Whether some record may end within a byte."""
    for record in p.records_of(root).values():
        bodies = [record.read, *(lazy.read for lazy in p.positioned(record))]
        for op in (op for body in bodies for op in p.walk(body)):
            if isinstance(op, p.Store) and isinstance(op.value, p.Bits):
                return True
            if isinstance(op, p.BitRun) and sum(f.bits.width for f in op.fields) % 8:
                return True
            if isinstance(op, p.Store) and _is_ragged(op.value):
                return True
    return False


def _is_ragged(value: p.Value) -> bool:
    """Whether a value is a record of others in this stream, that may end within a byte."""
    return isinstance(value, p.Nested) and value.window is None and (value.ragged or value.opaque)


def watching(root: p.Record, kept: frozenset[str] = frozenset()) -> frozenset[str]:
    """The instances whose values depend on where a stream stands, or on such an instance.

    Args:
        root: The record of the module.
        kept: Instances that do not.
    """
    records = p.records_of(root)
    every = (lazy for each in records.values() for lazy in each.instances)
    instances = [lazy for lazy in every if lazy.name not in kept]
    found: set[str] = set()
    while True:
        left = (lazy for lazy in instances if lazy.name not in found)
        more = {lazy.name for lazy in left if _watches(lazy, found, records)}
        if not more:
            return frozenset(found)
        found |= more


def positions(record: p.Record) -> frozenset[str]:
    """The instances of a record that say where its stream stands, and nothing else."""
    found = (lazy for lazy in record.instances if isinstance(lazy, p.Computed))
    return frozenset(lazy.name for lazy in found if _is_position(lazy))


def _is_position(lazy: p.Computed) -> bool:
    match lazy.value:
        case m.Op(name="stream_pos", args=(m.Local(name="_io"),)):
            return lazy.enum is None and lazy.built is None and lazy.condition is None
    return False


def positions_kept(root: p.Record) -> frozenset[str]:
    """Those of all records that every record of theirs is asked for while it is read, and keeps."""
    return _kept(root, _positions_asked)


def _positions_asked(record: p.Record) -> frozenset[str]:
    conditions = (op.condition for op in record.read if isinstance(op, p.When))
    return frozenset(name for each in conditions for name in _asked(each)) & positions(record)


def orders_kept(root: p.Record) -> frozenset[str]:
    """The instances that decide byte orders of records: asked for first of all, and kept."""
    return _kept(root, order_asked)


def order_asked(record: p.Record) -> frozenset[str]:
    """The instances that a record always asks for, and keeps, to choose its byte order."""
    if record.endian is None or record.endian.on is None:
        return frozenset()
    always = (lazy for lazy in record.instances if isinstance(lazy, p.Computed))
    sure = frozenset(lazy.name for lazy in always if not (lazy.condition or lazy.checks))
    return sure.intersection(_asked(record.endian.on))


def _kept(root: p.Record, asked_of: Callable[[p.Record], frozenset[str]]) -> frozenset[str]:
    """The instances that every record which has one of the name is asked for, and keeps."""
    kept: dict[str, bool] = {}
    for record in p.records_of(root).values():
        asked = asked_of(record)
        for lazy in record.instances:
            kept[lazy.name] = lazy.name in asked and kept.get(lazy.name, True)
    return frozenset(name for name, is_kept in kept.items() if is_kept)


def _asked(expr: m.Expr) -> Iterator[str]:
    """The members that an expression always asks for."""
    match expr:
        case m.Get(of=m.Local(name="self"), name=name):
            yield name
        case m.Op(name="and" | "or" | "if", args=(first, *_)):
            yield from _asked(first)
        case m.Op(args=args):
            for arg in args:
                yield from _asked(arg)


def _watches(lazy: p.Lazy, found: set[str], records: dict[Path, p.Record]) -> bool:
    if isinstance(lazy, p.Positioned) and lazy.pos is None and lazy.io is None:
        steps = (op for op in p.walk(lazy.read) if not isinstance(op, p.Branch))
        if not all(_takes_nothing(op, found, records) for op in steps):
            return True
    return any(_looks(expr, found) for expr in exprs_of(vars(lazy).values()))


def _takes_nothing(op: p.Op, found: set[str], records: dict[Path, p.Record]) -> bool:
    """Whether an operation makes a record that reads nothing, and does not look where it stands."""
    if not isinstance(op, p.Store) or not isinstance(op.value, p.Nested) or op.value.window:
        return False
    record = records.get(op.value.path)  # none of a type of others
    if record is None or record.read or record.endian is not None or record.traced:
        return False
    return found.isdisjoint(lazy.name for lazy in record.instances)


def exprs_of(values: Iterable[object]) -> Iterator[m.Expr]:
    """The outermost expressions in some parts of a plan."""
    for value in values:
        if isinstance(value, m.Expr):
            yield value
        elif isinstance(value, tuple):
            yield from exprs_of(value)
        elif isinstance(value, Frozen) and not isinstance(value, m.Type):
            yield from exprs_of(tuple(vars(value).values()))


def _looks(expr: m.Expr, found: set[str]) -> bool:
    if isinstance(expr, m.Op) and expr.name == "stream_size":
        return False
    if isinstance(expr, m.Local) and expr.name == "_io":
        return True
    if isinstance(expr, m.Get) and expr.name in found:
        return True
    return any(_looks(part, found) for part in m.parts_of(expr))
