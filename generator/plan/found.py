"""Step 5, payloads: repeats of records that hold much, of which columns are kept alone."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.runtime.frozen import replace

_PLAIN = (m.INT, m.FLOAT, m.BOOL, m.STR, m.BYTES)
"""Types of arguments that nobody changes afterwards."""


def mark_found(module: p.Module) -> p.Module:
    """Mark the repeats whose elements are kept as columns until they are looked at."""
    records = p.records_of(module.root).items()
    kinds = frozenset(path for path, record in records if _holds_payloads(record))
    return replace(module, root=_marked(module.root, kinds))


def _holds_payloads(record: p.Record) -> bool:
    """Whether a record is payloads, and otherwise numbers, bytes and text that nobody changes."""
    plain = record.endian is None and record.auto_read and not record.traced
    if not plain or record.instances or not all(map(_is_plain, record.read)):
        return False
    return any(isinstance(op, p.Store) and isinstance(op.value, p.Payload) for op in record.read)


def _is_plain(op: p.Op) -> bool:
    if isinstance(op, p.When):
        return all(map(_is_plain, op.body))
    if not isinstance(op, p.Store):
        return isinstance(op, p.Block | p.BitRun | p.Guard | p.Digest)
    raw = p.raw_of(op.value)
    if raw is not None and raw.process is not None:
        return False
    kinds = p.Number | p.Bits | p.Bytes | p.Contents | p.Text | p.Payload
    return isinstance(op.value, kinds) and not op.measured


def _marked(record: p.Record, kinds: frozenset[Path]) -> p.Record:
    return replace(
        record,
        read=tuple(_found(op, kinds) for op in record.read),
        records=tuple(_marked(nested, kinds) for nested in record.records),
    )


def _found(op: p.Op, kinds: frozenset[Path]) -> p.Op:
    op = p.changed(op, lambda inner: _found(inner, kinds))
    kind = p.record_of(op) if type(op) is p.Loop and isinstance(op.repeat, p.Times) else None
    if kind is None or kind.path not in kinds or kind != p.Nested(kind.path, kind.args, None):
        return op
    plain = all(isinstance(arg.type, m.EnumType) or arg.type in _PLAIN for _, arg in kind.args)
    return p.Found(**vars(op)) if plain else op
