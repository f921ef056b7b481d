"""Step 5: records that are so simple that a list of them is read and written in one go."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan.flat import flat
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.runtime.frozen import replace

Paths = frozenset[Path]


def rows(module: p.Module) -> p.Module:
    """Mark the repeats whose elements are read or written in one go, and the records for it."""
    records = p.records_of(module.root)
    flats = {path: run for path, record in records.items() if (run := flat(record, records))}
    read = frozenset(path for path, record in records.items() if _is_found(record)) | {*flats}
    packed = frozenset(path for path, record in records.items() if _is_packed(record))
    # What nobody has looked at is copied, even if there is no fast way to write the rest.
    root = _marked(module.root, read, packed | read)
    in_rows, written = (frozenset(_used(root, form)) for form in (p.Rows, p.Packed))
    return replace(module, root=_needed(root, in_rows, written & packed, flats))


def _is_plain(record: p.Record) -> bool:
    """Whether nothing but its own fields tells what a record is."""
    return not record.params and record.endian is None and record.auto_read and not record.traced


def _is_found(record: p.Record) -> bool:
    """Whether a record is numbers, and bytes or text of lengths that are known.

    They are always the same, or numbers without a sign tell them. So a list of such records can be
    found without making them; only a text can be wrong when it is made.
    """
    numbers: dict[str, str] = {}
    if not _is_plain(record):
        return False
    for op in record.read:
        if isinstance(op, p.Block):
            numbers |= {field.name: field.kind for field in op.fields}
        elif isinstance(op, p.Store) and isinstance(op.value, p.Number):
            numbers[op.target] = op.value.scalar
        elif not _is_sized(op, numbers):
            return False
    return any(map(_takes_bytes, record.read))


def _takes_bytes(op: p.Op) -> bool:
    """Whether a number, or bytes or a text of a known length, takes any bytes."""
    size = p.size_of(op.value) if isinstance(op, p.Store) else None
    return not (isinstance(size, m.Const) and size.value == 0)


def _is_sized(op: p.Op, numbers: dict[str, str]) -> bool:
    """Whether bytes or a text are as long as one of some numbers says, or as always."""
    if not isinstance(op, p.Store) or not isinstance(op.value, p.Bytes | p.Text) or op.marked:
        return False
    size, raw = p.size_of(op.value), p.raw_of(op.value)
    if size is None or raw is None:
        return False
    if isinstance(size, m.Const):
        is_plain = replace(raw, trim=None, fill=None) == p.Sized(size)
        return is_plain and isinstance(size.value, int) and size.value >= 0
    if raw != p.Sized(size):
        return False
    return numbers.get(m.own_field(size) or "", "").startswith("u")


def _is_packed(record: p.Record) -> bool:
    """Whether a record is numbers, and bytes or text of lengths that they tell."""
    if not _is_plain(record) or record.checks or not record.write:
        return False
    if any(p.positioned(record)):
        return False
    steps = [step for step in record.derive if type(step) is p.Length and step.condition is None]
    if len(steps) < len(record.derive):
        return False
    lengths = {step.source: step.target for step in steps}
    if len(set(lengths.values())) < len(lengths):
        return False  # two lengths that have to agree
    return all(_is_simple(op, lengths) for op in record.write)


def _is_simple(op: p.Op, lengths: dict[str, str]) -> bool:
    if isinstance(op, p.Block) or (isinstance(op, p.Store) and isinstance(op.value, p.Number)):
        return True
    if not isinstance(op, p.Store) or not isinstance(op.value, p.Bytes | p.Text):
        return False
    match p.raw_of(op.value):
        case p.Sized(size=size, limit=None, trim=None, fill=None, process=None):
            return m.own_field(size) == lengths.get(op.target, "")
    return False


def _marked(record: p.Record, read: Paths, packed: Paths) -> p.Record:
    return replace(
        record,
        read=tuple(_found(op, read) for op in record.read),
        write=tuple(_packed(op, packed) for op in record.write),
        instances=tuple(_instance(lazy, read, packed) for lazy in record.instances),
        records=tuple(_marked(nested, read, packed) for nested in record.records),
    )


def _instance(lazy: p.Lazy, read: Paths, packed: Paths) -> p.Lazy:
    if not isinstance(lazy, p.Positioned):
        return lazy
    lazy = replace(lazy, read=tuple(_found(op, read) for op in lazy.read))
    if not isinstance(lazy, p.Placed):
        return lazy
    return replace(lazy, write=tuple(_packed(op, packed) for op in lazy.write))


def _found(op: p.Op, read: Paths) -> p.Op:
    """A repeat whose elements are found in one go, told so."""
    op = p.changed(op, lambda inner: _found(inner, read))
    if type(op) is not p.Loop or isinstance(op.repeat, p.Until) or op.repeat.limit is not None:
        return op
    if op.sync is not None:
        return op
    return p.Rows(**vars(op)) if _element(op) in read else op


def _packed(op: p.Op, packed: Paths) -> p.Op:
    """A repeat whose elements are written many at a time, told so."""
    op = p.changed(op, lambda inner: _packed(inner, packed))
    is_packed = type(op) is p.Loop and op.sync is None and _element(op) in packed
    return p.Packed(**vars(op)) if is_packed else op


def _element(op: p.Each) -> Path | None:
    """The type of the records that the elements of a repeat are, if that tells all of them."""
    record = p.record_of(op)
    return record.path if record is not None and record == p.Nested(record.path, (), None) else None


def _used(record: p.Record, form: type[p.Loop]) -> Iterator[Path]:
    """The records of which a list is of some form somewhere."""
    for nested in record.records:
        yield from _used(nested, form)
    placed = (lazy for lazy in record.instances if isinstance(lazy, p.Placed))
    of_instances = (ops for lazy in placed for ops in (lazy.read, lazy.write))
    others = (lazy.read for lazy in p.positioned(record) if not isinstance(lazy, p.Placed))
    for ops in (record.read, record.write, *of_instances, *others):
        loops = (op for op in p.walk(ops) if isinstance(op, form))
        yield from (path for path in map(_element, loops) if path is not None)


def _needed(record: p.Record, read: Paths, packed: Paths, flats: dict[Path, p.Flat]) -> p.Record:
    return replace(
        record,
        in_rows=record.path in read,
        flat=flats.get(record.path) if record.path in read else None,
        packed=record.path in packed,
        records=tuple(_needed(nested, read, packed, flats) for nested in record.records),
    )
