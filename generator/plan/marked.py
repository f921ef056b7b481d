"""Step 2, records that views lead to: they keep where they stood, which tells them from others.

A view is an instance at a position over bytes that a field has, too. When the elements of a list
were edited and put in another order, what they have does not tell which of them a view led to.
"""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan.holding import holding
from quire.generator.resolve.scopes import Path
from quire.runtime.frozen import replace


def marked(root: p.Record) -> p.Record:
    """The records with a mark, where a view may lead to one, or to one that it holds."""
    records = p.records_of(root)
    viewed = {path for record in records.values() for path in _viewed(record)}
    listed = {path for record in records.values() for _, path in _nested(record.write)}
    both = viewed & listed
    return _marked(root, holding(records, both)) if both else root


def _viewed(record: p.Record) -> Iterator[Path]:
    """The types of records at positions; a list at one has records of its own."""
    for lazy in record.instances:
        if isinstance(lazy, p.Placed):
            yield from (path for store, path in _nested(lazy.write) if not store.element)


def _nested(ops: tuple[p.Op, ...]) -> Iterator[tuple[p.Store, Path]]:
    """The records that stand among the bytes of some operations, with their types."""
    for op in p.walk(ops):
        if isinstance(op, p.Store) and isinstance(op.value, p.Nested) and op.value.window is None:
            yield op, op.value.path


def _marked(record: p.Record, paths: frozenset[Path]) -> p.Record:
    read = record.read
    if record.path in paths and record.endian is None and not any(map(_keeps, p.walk(read))):
        read = (p.Mark(0), *read, p.Keep(1))
    return replace(
        record, read=read, records=tuple(_marked(nested, paths) for nested in record.records)
    )


def _keeps(op: p.Op) -> bool:
    return isinstance(op, p.Keep)
