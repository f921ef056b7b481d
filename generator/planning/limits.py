"""Step: how many bytes an element of a repeat takes at least, so that counts can be checked."""

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
        records=tuple(_limited(nested, records) for nested in record.records),
    )


def _loop(op: p.Op, records: dict[Path, p.Record]) -> p.Op:
    if isinstance(op, p.When):
        return replace(op, body=tuple(_loop(inner, records) for inner in op.body))
    if isinstance(op, p.Loop):
        return replace(op, least=_least(op.body, records, frozenset()))
    return op


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
