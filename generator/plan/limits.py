"""Step 3: how much a record takes: at least, so that counts can be checked, or all there is."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.resolve.scopes import Path
from quire.generator.types.fold import fold
from quire.runtime.frozen import replace
from quire.runtime.values.scalars import SCALARS, fixed


def limits(module: p.Module) -> p.Module:
    """Fill in `least` of every loop that reads, and what fills up windows that are written."""
    return replace(module, root=_limited(module.root, p.records_of(module.root)))


def _limited(record: p.Record, records: dict[Path, p.Record]) -> p.Record:
    return replace(
        record,
        read=tuple(_loop(op, records) for op in record.read),
        # What `--read-write` writes is of the sizes that the user tells.
        write=record.write
        if record.read_write
        else tuple(_windows(op, records) for op in record.write),
        instances=p.reading(record.instances, lambda op: _loop(op, records)),
        records=tuple(_limited(nested, records) for nested in record.records),
    )


def _loop(op: p.Op, records: dict[Path, p.Record]) -> p.Op:
    op = p.changed(op, lambda inner: _loop(inner, records))
    if isinstance(op, p.Loop):
        least = _least(op.body, records, frozenset())
        return replace(op, repeat=replace(op.repeat, least=least))
    return op


def _windows(op: p.Op, records: dict[Path, p.Record]) -> p.Op:
    """What a record leaves of its window is zeros, unless it would take them for its own."""
    op = p.changed(op, lambda inner: _windows(inner, records))
    if not isinstance(op, p.Store) or not isinstance(op.value, p.Nested):
        return op
    path, window = op.value.path, op.value.window
    if not isinstance(window, p.Sized) or window.trim is not None or window.process is not None:
        return op
    # What a class of another module takes is not known here.
    if path not in records or takes_all(records[path], records):
        return op
    return replace(op, value=replace(op.value, window=replace(window, fill=0)))


def takes_all(record: p.Record, records: dict[Path, p.Record]) -> bool:
    """Whether a record goes on to the end of its stream."""
    return _takes_all(record.write, records, frozenset((record.path,)))


def _takes_all(
    ops: tuple[p.Op, ...], records: dict[Path, p.Record], inside: frozenset[Path]
) -> bool:
    """Whether operations go on to the end of their stream."""
    return any(
        (isinstance(op, p.Loop) and isinstance(op.repeat, p.ToEnd))
        or (isinstance(op, p.Store) and _value_takes_all(op.value, records, inside))
        for op in p.walk(ops)
    )


def _value_takes_all(
    value: p.Value, records: dict[Path, p.Record], inside: frozenset[Path]
) -> bool:
    if isinstance(value, p.Number | p.Bits | p.Contents):
        return False
    if isinstance(value, p.Nested) and value.window is None:
        if value.path in inside or value.path not in records:
            return False
        return _takes_all(records[value.path].write, records, inside | {value.path})
    match p.raw_of(value):
        case p.Rest(ended=False, trim=None | p.Trim(terminator=None)):
            return True
    return False


def _least(ops: tuple[p.Op, ...], records: dict[Path, p.Record], inside: frozenset[Path]) -> int:
    """The bytes that operations take at least; what is conditional or recursive counts as none."""
    total = 0
    for op in ops:
        if isinstance(op, p.Ordered):
            total += _least(op.le, records, inside)
        elif isinstance(op, p.Block):
            total += sum(fixed(field.kind).size for field in op.fields)
        elif isinstance(op, p.Branch) and any(key is None for key, _ in op.cases):
            total += min(_least(body, records, inside) for body in p.bodies(op))
        elif isinstance(op, p.Store):
            total += _least_value(op.value, records, inside)
    return total


def _least_value(value: p.Value, records: dict[Path, p.Record], inside: frozenset[Path]) -> int:
    if isinstance(value, p.Number):
        return SCALARS[value.scalar].size
    if isinstance(value, p.Bits):
        return value.width // 8
    if isinstance(value, p.Contents):
        return len(value.value)
    if isinstance(value, p.Nested) and value.window is None:
        if value.path in inside or value.path not in records:
            return 0
        return _least(records[value.path].read, records, inside | {value.path})
    match p.raw_of(value):
        case p.Terminated(consume=True, eos_error=True, terminator=terminator):
            return len(terminator)
        case p.Sized(size=size):
            return max(fold(size) or 0, 0)
    return 0
