"""What a module's types want of their streams, which decides what can be read by position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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


def watching(root: p.Record) -> frozenset[str]:
    """The instances whose values depend on where a stream stands, or on such an instance."""
    records = p.records_of(root)
    instances = [lazy for each in records.values() for lazy in each.instances]
    found: set[str] = set()
    while True:
        left = (lazy for lazy in instances if lazy.name not in found)
        more = {lazy.name for lazy in left if _watches(lazy, found, records)}
        if not more:
            return frozenset(found)
        found |= more


def _watches(lazy: p.Lazy, found: set[str], records: dict[Path, p.Record]) -> bool:
    if isinstance(lazy, p.Positioned) and lazy.pos is None and lazy.io is None:
        steps = (op for op in p.walk(lazy.read) if not isinstance(op, p.Branch))
        if not all(_takes_nothing(op, found, records) for op in steps):
            return True
    return any(_looks(expr, found) for expr in _exprs(vars(lazy).values()))


def _takes_nothing(op: p.Op, found: set[str], records: dict[Path, p.Record]) -> bool:
    """Whether an operation makes a record that reads nothing, and does not look where it stands."""
    if not isinstance(op, p.Store) or not isinstance(op.value, p.Nested) or op.value.window:
        return False
    record = records.get(op.value.path)  # none of a type of others
    if record is None or record.read or record.endian is not None or record.traced:
        return False
    return found.isdisjoint(lazy.name for lazy in record.instances)


def _exprs(values: Iterable[object]) -> Iterator[m.Expr]:
    """The outermost expressions in some parts of a plan."""
    for value in values:
        if isinstance(value, m.Expr):
            yield value
        elif isinstance(value, tuple):
            yield from _exprs(value)
        elif isinstance(value, Frozen) and not isinstance(value, m.Type):
            yield from _exprs(tuple(vars(value).values()))


def _looks(expr: m.Expr, found: set[str]) -> bool:
    if isinstance(expr, m.Op) and expr.name == "stream_size":
        return False
    if isinstance(expr, m.Local) and expr.name == "_io":
        return True
    if isinstance(expr, m.Get) and expr.name in found:
        return True
    return any(_looks(part, found) for part in m.parts_of(expr))
