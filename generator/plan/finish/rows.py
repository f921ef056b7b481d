"""The methods that read and write many records of a simple type in one go."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.values import member
from quire.generator.types import model as m
from quire.runtime.scalars import SCALARS


def reading_rows(record: p.Record) -> g.Method:
    """What finds the records; they are made when somebody looks at them."""
    only = record.read[0]
    if len(record.read) == 1 and isinstance(only, p.Block):
        slots = tuple(_slot(field.name) for field in only.fields)
        return g.ReadFixedRows(only.name, (g.UnpackValues(slots), *_enums(only)))
    body = tuple(statement for op in record.read for statement in _unpack(op))
    blocks = tuple(op.name for op in record.read if isinstance(op, p.Block))
    return g.ReadSizedRows(blocks, body, tuple(_skip(record)))


def _slot(name: str, of: str = "record") -> g.Slot:
    return g.slot(name, of=of)


def _size(name: str) -> m.Expr:
    return g.variable(f"size_{name}")


def _stored(name: str) -> m.Expr:
    return g.variable(f"stored_{name}")


def _enums(op: p.Block) -> Iterator[g.Statement]:
    for field in op.fields:
        if field.enum is not None:
            yield g.Assign(_slot(field.name), member(field.enum, _slot(field.name)))


def _unpack(op: p.Op) -> Iterator[g.Statement]:
    """What a part of a record is read from."""
    if isinstance(op, p.Block):
        yield g.UnpackBlock(op.name, tuple(_slot(field.name) for field in op.fields))
        yield from _enums(op)
        return
    assert isinstance(op, p.Store)
    slot = _slot(op.target)
    if isinstance(op.value, p.Number):
        scalar, enum = op.value.scalar, op.value.enum
        yield g.UnpackNumber(slot, scalar, SCALARS[scalar].size)
        if enum is not None:
            yield g.Assign(slot, member(enum, slot))
        return
    yield g.UnpackBytes(slot, _slot(_told_by(op)))


def _told_by(op: p.Op) -> str:
    """The field that tells the length of bytes; "" of what is no bytes."""
    if not isinstance(op, p.Store) or not isinstance(op.value, p.Bytes):
        return ""
    return m.own_field(p.size_of(op.value)) or ""


def _skip(record: p.Record) -> Iterator[g.Statement]:
    """What it takes to go on to the next record."""
    lengths = set(map(_told_by, record.read))
    for op in record.read:
        if isinstance(op, p.Block):
            names = tuple(f"size_{f.name}" if f.name in lengths else "_" for f in op.fields)
            if set(names) != {"_"}:
                yield g.SizesOfBlock(op.name, names)
            yield g.SkipBlock(op.name)
        elif isinstance(op, p.Store) and isinstance(op.value, p.Number):
            scalar = op.value.scalar
            if op.target in lengths:
                yield g.SizeOfNumber(f"size_{op.target}", scalar)
            yield g.SkipNumber(SCALARS[scalar].size)
        else:
            yield g.SkipBytes(_size(_told_by(op)))


# -- writing --------------------------------------------------------------------------------------


def packing(record: p.Record) -> g.Method:
    """What makes the bytes of records; whatever is wrong is left to the way that tells what."""
    only = record.write[0]
    if len(record.write) == 1 and isinstance(only, p.Block):
        checks, values = _fields(only, {})
        return g.PackFixedRows(only.name, checks, values)
    sizes = {step.target: step.source for step in record.derive if isinstance(step, p.Length)}
    blocks = tuple(op.name for op in record.write if isinstance(op, p.Block))
    return g.PackRows(blocks, tuple(_parts(record, sizes)))


def _parts(record: p.Record, sizes: dict[str, str]) -> Iterator[g.Statement]:
    """Records of sizes that differ, part by part."""
    for op in record.write:
        if isinstance(op, p.Store) and not isinstance(op.value, p.Number):
            yield g.Assign(_stored(op.target), _bytes(op))
    for target, source in sizes.items():
        yield g.TellSize(_size(target), _stored(source), _slot(target, "row"))
    for op in record.write:
        if isinstance(op, p.Block):
            checks, values = _fields(op, sizes)
            yield from checks
            yield g.AddBlock(op.name, values)
        elif isinstance(op, p.Store) and isinstance(op.value, p.Number):
            yield g.AddNumber(op.value.scalar, _number(op.target, sizes))
        else:
            assert isinstance(op, p.Store)
            yield g.AddBytes(_stored(op.target))


def _bytes(op: p.Store) -> m.Expr:
    value = _slot(op.target, "row")
    if not isinstance(op.value, p.Text):
        return value
    encoding = m.Const(m.STR, g.NOWHERE, op.value.encoding)
    return m.Op(m.BYTES, g.NOWHERE, "to_b", (value, encoding))


def _fields(op: p.Block, sizes: dict[str, str]) -> tuple[g.Body, tuple[m.Expr, ...]]:
    """The fields of a block; bytes of a wrong length, which would be cut or filled, are refused."""
    checks, values = [], []
    for field in op.fields:
        if field.kind.endswith("s"):
            size = int(field.kind[:-1])
            checks.append(g.KeepFixed(_stored(field.name), _slot(field.name, "row"), size))
            values.append(_stored(field.name))
        else:
            values.append(_number(field.name, sizes))
    return tuple(checks), tuple(values)


def _number(name: str, sizes: dict[str, str]) -> m.Expr:
    return _size(name) if name in sizes else _slot(name, "row")
