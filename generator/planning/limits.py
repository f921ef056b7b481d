"""Step 3: how much a record takes: at least, so that counts can be checked, or all there is."""

from __future__ import annotations

from dataclasses import replace

from quire.generator import model as m
from quire.generator import plan as p
from quire.generator.model import Path
from quire.runtime.scalars import SCALARS


def limits(module: p.Module) -> p.Module:
    """Fill in `least` of every loop that reads."""
    records = dict(_records(module.root))
    return replace(module, root=_limited(module.root, records))


def _records(record: p.Record) -> list[tuple[Path, p.Record]]:
    return [
        (record.path, record),
        *(pair for nested in record.records for pair in _records(nested)),
    ]


def _limited(record: p.Record, records: dict[Path, p.Record]) -> p.Record:
    return replace(
        record,
        read=tuple(_loop(op, records) for op in record.read),
        write=tuple(_windows(op, records) for op in record.write),
        records=tuple(_limited(nested, records) for nested in record.records),
    )


def _loop(op: p.Op, records: dict[Path, p.Record]) -> p.Op:
    if isinstance(op, p.When):
        return replace(op, body=tuple(_loop(inner, records) for inner in op.body))
    if isinstance(op, p.Loop):
        return replace(op, least=_least(op.body, records, frozenset()))
    return op


def _windows(op: p.Op, records: dict[Path, p.Record]) -> p.Op:
    """Tell of each record in a window whether it takes all of it."""
    if isinstance(op, p.When | p.Loop):
        return replace(op, body=tuple(_windows(inner, records) for inner in op.body))
    if isinstance(op, p.Branch):
        cases = [(key, tuple(_windows(inner, records) for inner in ops)) for key, ops in op.cases]
        return replace(op, cases=tuple(cases))
    if isinstance(op, p.Store) and isinstance(op.value, p.Nested) and op.value.window is not None:
        greedy = _takes_all(records[op.value.path].write, records, frozenset((op.value.path,)))
        return replace(op, value=replace(op.value, greedy=greedy))
    return op


def _takes_all(
    ops: tuple[p.Op, ...], records: dict[Path, p.Record], inside: frozenset[Path]
) -> bool:
    """Whether operations go on to the end of their stream."""
    for op in ops:
        if isinstance(op, p.Loop) and op.count is None and op.until is None:
            return True
        if isinstance(op, p.When | p.Loop) and _takes_all(op.body, records, inside):
            return True
        if isinstance(op, p.Branch) and any(_takes_all(b, records, inside) for _, b in op.cases):
            return True
        if isinstance(op, p.Store) and _value_takes_all(op.value, records, inside):
            return True
    return False


def _value_takes_all(
    value: p.Value, records: dict[Path, p.Record], inside: frozenset[Path]
) -> bool:
    if isinstance(value, p.Number | p.Contents):
        return False
    if isinstance(value, p.Nested) and value.window is None:
        if value.path in inside:
            return False
        return _takes_all(records[value.path].write, records, inside | {value.path})
    raw = (
        value
        if isinstance(value, p.Bytes)
        else value.window
        if isinstance(value, p.Nested)
        else value.raw
    )
    return raw is not None and raw.size is None and raw.terminator is None


def _least(ops: tuple[p.Op, ...], records: dict[Path, p.Record], inside: frozenset[Path]) -> int:
    """The bytes that operations take at least; what is conditional or recursive counts as none."""
    return sum(_least_value(op.value, records, inside) for op in ops if isinstance(op, p.Store))


def _least_value(value: p.Value, records: dict[Path, p.Record], inside: frozenset[Path]) -> int:
    if isinstance(value, p.Number):
        return SCALARS[value.scalar].size
    if isinstance(value, p.Contents):
        return len(value.value)
    if isinstance(value, p.Nested):
        if value.window is None and value.path not in inside:
            return _least(records[value.path].read, records, inside | {value.path})
        return _constant(value.window.size if value.window is not None else None)
    return _constant(value.size if isinstance(value, p.Bytes) else value.raw.size)


def _constant(size: m.Expr | None) -> int:
    return max(size.value, 0) if isinstance(size, m.Const) and isinstance(size.value, int) else 0
