"""The methods that read and write many records of a simple type in one go."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.values import member
from quire.generator.types import model as m
from quire.runtime.values.scalars import SCALARS, fixed


def stride(record: p.Record) -> g.StrideOf:
    """How to get from one record to the next."""
    if record.flat is not None:
        return g.StrideOf((("skip", size_of_run(record.flat)),), is_sure=True)
    lengths = set(map(_told_by, record.read))
    steps: list[tuple[str, int | str]] = []
    kept: dict[str, int] = {}
    texts = [op for op in record.read if isinstance(op, p.Store) and isinstance(op.value, p.Text)]
    for op in record.read:
        if told := _told_by(op):
            steps.append(("sized", kept[told]))
            continue
        for name, kind in _numbers(op):
            if name in lengths:
                kept[name] = len(steps)
                steps.append(("length", kind))
                continue
            before = int(steps.pop()[1]) if steps and steps[-1][0] == "skip" else 0
            steps.append(("skip", before + fixed(kind).size))
    return g.StrideOf(tuple(steps), not texts)


def _numbers(op: p.Op) -> Iterator[tuple[str, str]]:
    """The names and types of what always takes the same bytes."""
    if isinstance(op, p.Block):
        yield from ((field.name, field.kind) for field in op.fields)
    elif isinstance(op, p.Store) and isinstance(op.value, p.Number):
        yield op.target, op.value.scalar
    elif isinstance(op, p.Store):
        yield op.target, f"{_size_of(op)}s"


def making_rows(record: p.Record) -> g.Method:
    """What makes the records when somebody looks at them."""
    if record.flat is not None:
        return _flat_rows(record.flat, g.ClassOf(record.path), _block_of(record) or "_ROW")
    lengths = set(map(_told_by, record.read))
    body = tuple(statement for op in record.read for statement in _unpack(op, lengths))
    blocks = tuple(op.name for op in record.read if isinstance(op, p.Block))
    return g.MakeRows(blocks, body)


def run_of(record: p.Record) -> Iterator[g.Constant]:
    """All numbers of a record that always takes the same bytes."""
    if record.flat is not None and not _block_of(record):
        parts = (g.PartOf(field.name, field.kind) for field in record.flat.fields)
        yield g.BlockOf("_ROW", tuple(parts))


def _block_of(record: p.Record) -> str:
    """The block that a record is; "" if it is more, or none."""
    only = record.read[0]
    return only.name if len(record.read) == 1 and isinstance(only, p.Block) else ""


def size_of_run(flat: p.Flat) -> int:
    """How many bytes the numbers of a run take."""
    return sum(fixed(field.kind).size for field in flat.fields)


def _flat_rows(flat: p.Flat, kind: g.ClassOf, block: str) -> g.Method:
    """What makes records of one run, with the records within them."""
    of = ["record", *(f"child_{i}" for i in range(1, len(flat.children) + 1))]
    slots = tuple(_slot(field.name, of[field.of]) for field in flat.fields)
    body: list[g.Statement] = []
    lists: dict[g.Slot, list[m.Expr]] = {}
    for name, child in zip(of[1:], flat.children, strict=True):
        this, slot = g.variable(name), _slot(child.name, of[child.of])
        body.append(g.Belongs(this, g.variable(of[child.of]), g.variable("root"), held=False))
        if child.listed:
            lists.setdefault(slot, []).append(this)
        else:
            body.append(g.Assign(slot, this))
    body += (g.Assign(s, m.ListOf(m.ANY, g.NOWHERE, tuple(each))) for s, each in lists.items())
    for field, slot in zip(flat.fields, slots, strict=True):
        if field.enum is not None:
            body.append(g.Assign(slot, member(field.enum, slot)))
    classes = tuple(g.ClassOf(child.path) for child in flat.children)
    return g.MakeFixedRows(kind, block, size_of_run(flat), tuple(of), classes, slots, tuple(body))


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


def _unpack(op: p.Op, lengths: set[str]) -> Iterator[g.Statement]:
    """What a part of a record is read from."""
    if isinstance(op, p.Block):
        size = sum(fixed(field.kind).size for field in op.fields)
        yield g.UnpackBlock(op.name, size, tuple(_slot(field.name) for field in op.fields))
        yield from _enums(op)
        names = [field.name for field in op.fields if field.name in lengths]
        yield from (g.Assign(_size(name), _slot(name)) for name in names)
        return
    assert isinstance(op, p.Store)
    slot = _slot(op.target)
    if isinstance(op.value, p.Number):
        scalar, enum = op.value.scalar, op.value.enum
        length = _size(op.target) if op.target in lengths else None
        yield g.UnpackNumber(slot, length, scalar, SCALARS[scalar].size)
        if enum is not None:
            yield g.Assign(slot, member(enum, slot))
        return
    told, known = _told_by(op), p.size_of(op.value)
    assert known is not None
    yield g.PartEnds(_size(told) if told else known)
    raw = p.raw_of(op.value)
    stored: g.Made = g.RowPart()
    if raw is not None and raw.trim is not None:
        stored = g.Trim(stored, raw.trim.pad, raw.trim.terminator, raw.trim.include)
    if isinstance(op.value, p.Text):
        encoding = op.value.encoding
        yield g.UnpackText(slot, stored, None if encoding == "utf-8" else encoding)
    else:
        yield g.UnpackBytes(slot, stored)


def _told_by(op: p.Op) -> str:
    """The field that tells the length of bytes or a text; "" if none does."""
    return m.own_field(p.size_of(op.value)) or "" if isinstance(op, p.Store) else ""


def _size_of(op: p.Store) -> int:
    """The bytes of what always has as many."""
    size = p.size_of(op.value)
    assert isinstance(size, m.Const)
    assert isinstance(size.value, int)
    return size.value


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
