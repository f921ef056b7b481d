"""Which records hold which: for what is true of a record because it is of one inside of it."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.resolve.scopes import Path


def holding(records: dict[Path, p.Record], found: set[Path]) -> frozenset[Path]:
    """The records that were found, and all that hold one of them, at any depth."""
    held = {path: frozenset(_held(record)) for path, record in records.items()}
    grown = 0
    while grown < len(found):
        grown = len(found)
        found = found | {path for path, inside in held.items() if not inside.isdisjoint(found)}
    return frozenset(found)


def _held(record: p.Record) -> Iterator[Path]:
    for ops in (record.write, *(lazy.write for lazy in p.positioned(record))):
        for op in p.walk(ops):
            if isinstance(op, p.Store) and isinstance(op.value, p.Nested):
                yield op.value.path
