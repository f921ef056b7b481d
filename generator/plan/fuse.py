"""Step 4: neighbouring fixed-size fields become one block, read and written in one call."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from quire.generator.plan import operations as p
from quire.generator.types.fold import fold
from quire.runtime.frozen import replace
from quire.runtime.values.scalars import SCALARS, fixed

Groups = list[list[p.Op]]


def fuse(module: p.Module) -> p.Module:
    """Fuse the runs of every record; each run's end says why."""
    return replace(module, root=_record(module.root))


def _record(record: p.Record) -> p.Record:
    # Of an object that does not read itself, what was read before an error can be looked at.
    if not record.auto_read:
        return replace(record, records=tuple(_record(nested) for nested in record.records))
    if len(record.read) == 1 and isinstance(record.read[0], p.Ordered):
        return _chosen(record, record.read[0])
    groups = _split(record.read)
    names = {run: f"_BLOCK_{i}" for i, run in enumerate(_runs(groups))}
    return replace(
        record,
        read=_fused(groups, names),
        write=_fused(_split(record.write), names) if names else record.write,
        size=_size(record),
        notes=(*record.notes, *_reasons(groups, names)),
        records=tuple(_record(nested) for nested in record.records),
    )


def _chosen(record: p.Record, read: p.Ordered) -> p.Record:
    """A record in both byte orders: each has its own blocks."""
    ordered = []
    for order, ops in (("LE", read.le), ("BE", read.be)):
        groups = _split(ops)
        names = {run: f"_BLOCK_{order}_{i}" for i, run in enumerate(_runs(groups))}
        ordered.append((_fused(groups, names), names))
    (le, le_names), (be, be_names) = ordered
    write = record.write[0]
    assert isinstance(write, p.Ordered)
    return replace(
        record,
        read=(p.Ordered(le, be),),
        write=(p.Ordered(_fused(_split(write.le), le_names), _fused(_split(write.be), be_names)),),
        size=_size(replace(record, read=read.le)),
        notes=(*record.notes, *_reasons(_split(read.le), le_names)),
        records=tuple(_record(nested) for nested in record.records),
    )


def why_not(op: p.Op) -> str | None:
    """Why an operation cannot be part of a run, or None if it can."""
    if isinstance(op, p.Guard | p.Mark):
        return None
    if isinstance(op, p.When):
        return "it is conditional"
    if isinstance(op, p.Loop):
        return "it is repeated"
    if not isinstance(op, p.Store):
        return "it is chosen or computed"
    if isinstance(op.value, p.Bits):
        return "it is bits"
    return None if _kind(op.value) is not None else "its size is not fixed"


MAX_FIXED = 4096
"""Bytes that a field may have as a part of a block."""


def _kind(value: p.Value) -> str | None:
    """The type of a field of a block, or None for what cannot be one."""
    if isinstance(value, p.Number):
        return value.scalar
    if not isinstance(value, p.Sized) or value != p.Sized(value.size):
        return None
    size = fold(value.size)
    return f"{size}s" if size is not None and 0 < size <= MAX_FIXED else None


def _order(op: p.Op) -> str:
    """`<` or `>`; "" where it does not matter."""
    if not isinstance(op, p.Store) or not isinstance(op.value, p.Number):
        return ""
    scalar = SCALARS[op.value.scalar]
    return scalar.order if scalar.size > 1 else ""


def _split(ops: tuple[p.Op, ...]) -> Groups:
    """Operations in groups: runs that could be one block, and single ones."""
    groups: Groups = []
    order = ""
    for op in ops:
        joins = groups and _is_run(groups[-1]) and why_not(op) is None
        if isinstance(op, p.Guard):  # it stays after the field that it is about
            joins = joins and op.target in _names(groups[-1])
        here = _order(op)
        if joins and (not here or not order or here == order):
            groups[-1].append(op)
            order = here or order
        else:
            groups.append([op])
            order = here
    return groups


def _is_run(group: list[p.Op]) -> bool:
    """Whether a group begins with a field of a block, so that others may follow."""
    return isinstance(group[0], p.Store) and why_not(group[0]) is None


def _names(group: list[p.Op]) -> tuple[str, ...]:
    return tuple(op.target for op in group if isinstance(op, p.Store))


def _runs(groups: Groups) -> list[tuple[str, ...]]:
    return [_names(group) for group in groups if len(group) > 1 and len(_names(group)) > 1]


def _fused(groups: Groups, names: dict[tuple[str, ...], str]) -> tuple[p.Op, ...]:
    found: list[p.Op] = []
    for group in groups:
        if (name := names.get(_names(group))) is None:
            found += group
            continue
        fields = tuple(
            p.Fixed(op.target, kind, op.value.enum if isinstance(op.value, p.Number) else None)
            for op in group
            if isinstance(op, p.Store) and (kind := _kind(op.value)) is not None
        )
        found.append(p.Block(name, fields))
        found += _behind(group, fields)
    return tuple(found)


def _behind(group: list[p.Op], fields: tuple[p.Fixed, ...]) -> Iterator[p.Op]:
    """The checks and the marks of a block, which know how many bytes before its end they were."""
    left = sum(fixed(field.kind).size for field in fields)
    sizes = {field.name: fixed(field.kind).size for field in fields}
    for op in group:
        if isinstance(op, p.Store):
            left -= sizes[op.target]
        elif isinstance(op, p.Mark):
            yield replace(op, back=left)
        elif isinstance(op, p.Guard):
            yield replace(op, back=_back(op.target, fields), marked=False)


def _back(target: str, fields: tuple[p.Fixed, ...]) -> int:
    """Bytes from the start of a field to the end of its block."""
    start = [field.name for field in fields].index(target)
    return sum(fixed(field.kind).size for field in fields[start:])


def _reasons(groups: Groups, names: dict[tuple[str, ...], str]) -> tuple[str, ...]:
    found = []
    for group, following in pairwise(groups):
        if _names(group) in names:
            op = following[0]
            target = op.target if isinstance(op, p.Store | p.Loop | p.Branch) else "the next field"
            reason = why_not(op) or "its byte order differs"
            found.append(f"fuse: {names[_names(group)]} ends at `{target}`: {reason}")
    return tuple(found)


def _size(record: p.Record) -> int | None:
    """The size of a record that is nothing but fixed fields."""
    total = 0
    for op in record.read:
        if isinstance(op, p.Guard | p.Mark | p.Keep):
            continue
        if isinstance(op, p.Store) and (kind := _kind(op.value)) is not None:
            total += fixed(kind).size
        elif isinstance(op, p.Store) and isinstance(op.value, p.Contents):
            total += len(op.value.value)
        else:
            return None
    return total
