"""The methods that read and write many records of a simple type in one go."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.targets.python.expr import Printer
from quire.generator.targets.python.layout import WIDTH, Doc, Group, call, quoted
from quire.generator.targets.python.names import attribute
from quire.generator.targets.python.read import Lines, suite
from quire.generator.targets.python.view import Method
from quire.generator.types import model as m
from quire.runtime.scalars import SCALARS


def reading_rows(record: p.Record, printer: Printer, depth: int) -> Method:
    """`_read_rows`: where the records are; they are made when somebody looks at them."""
    fixed = len(record.read) == 1 and isinstance(record.read[0], p.Block)
    make = _make(record, printer, depth + 1, fixed=fixed)
    arguments = ["cls", "io: Reader", "count: int", "holder: Any", "name: str"]
    signature = call("def _read_rows(", arguments, ") -> list[Self]:", depth - 1)
    blocks = [op for op in record.read if isinstance(op, p.Block)]
    if fixed:
        body = [*make, "", f"return cls.{blocks[0].name}.rows(io, count, name, make)"]
        return Method("@classmethod", signature, "", body)
    unpacked = [f"unpack{_number_of(op)} = cls.{op.name}.unpack" for op in blocks]
    body = [
        *unpacked,
        *([""] if unpacked else []),
        *make,
        "",
        "data, pos, number = io.whole(), io.pos(), 0",
        *suite(
            ["try:"],
            suite(["while number != count and pos < len(data):"], [*_skip(record), "number += 1"]),
        ),
        *suite(["except struct.error:"], ["number = -1"]),
        *suite(
            ["if pos > len(data) or number < max(count, 0):"],
            ["return cls._read_each(io, count, holder, name)"],
        ),
        "return Rows(io.take(pos - io.pos(), name), number, make)",
    ]
    return Method("@classmethod", signature, "", body)


def _make(record: p.Record, printer: Printer, depth: int, *, fixed: bool) -> Lines:
    """The function that makes the records."""
    each = [
        "record = cls.__new__(cls)",
        "record._io, record._parent, record._holder = io, holder, holder",
        "record._root, record._name = root, name",
    ]
    for op in record.read:
        each += _part_of(op, printer, depth + 2, fixed=fixed)
    each.append("records.append(record)")
    if fixed:
        lines = ["records, root = [], holder._root", *suite(["for values in stored:"], each)]
        head = ["def make(stored: Iterator[tuple[Any, ...]]) -> list[Self]:"]
    else:
        begin = ["records, root, pos, data = [], holder._root, 0, bytes(stored)"]
        lines = [*begin, *suite(["while pos < len(data):"], each)]
        head = ["def make(stored: memoryview) -> list[Self]:"]
    return suite(head, [*lines, "return records"])


def _part_of(op: p.Op, printer: Printer, depth: int, *, fixed: bool) -> Lines:
    """What a part of a record is read from."""
    if isinstance(op, p.Block):
        targets = [f"record.{attribute(field.name)}" for field in op.fields]
        source = "values" if fixed else f"unpack{_number_of(op)}(data, pos)"
        lines = [f"{', '.join(targets)} = {source}"]
        if len(lines[0]) > WIDTH - 4 * depth:
            lines = call("(", targets, f") = {source}", depth)
        lines += [] if fixed else [f"pos += cls.{op.name}.size"]
        enums = [(field.name, field.enum) for field in op.fields if field.enum is not None]
    elif isinstance(op, p.Store) and isinstance(op.value, p.Number):
        target = f"record.{attribute(op.target)}"
        scalar = op.value.scalar
        lines = [f'({target},) = UNPACK["{scalar}"](data, pos)', f"pos += {fixed_size(scalar)}"]
        enums = [(op.target, op.value.enum)] if op.value.enum is not None else []
    else:
        assert isinstance(op, p.Store)
        assert isinstance(op.value, p.Bytes)
        length = f"record.{attribute(m.own_field(op.value.size) or '')}"
        target = f"record.{attribute(op.target)}"
        return [
            f"end = pos + {length}",
            f"{target} = data[pos:end]",
            "pos = end",
        ]
    for name, path in enums:
        target = f"record.{attribute(name)}"
        lines += call(f"{target} = enum_or_int(", [printer.class_of(path), target], ")", depth)
    return lines


def _skip(record: p.Record) -> Lines:
    """What it takes to go on to the next record."""
    lengths = {
        m.own_field(op.value.size)
        for op in record.read
        if isinstance(op, p.Store) and isinstance(op.value, p.Bytes)
    }
    lines: Lines = []
    for op in record.read:
        if isinstance(op, p.Block):
            names = [f"size_{f.name}" if f.name in lengths else "_" for f in op.fields]
            if set(names) != {"_"}:
                lines.append(f"{', '.join(names)} = unpack{_number_of(op)}(data, pos)")
            lines.append(f"pos += cls.{op.name}.size")
        elif isinstance(op, p.Store) and isinstance(op.value, p.Number):
            scalar = op.value.scalar
            if op.target in lengths:
                lines.append(f'(size_{op.target},) = UNPACK["{scalar}"](data, pos)')
            lines.append(f"pos += {fixed_size(scalar)}")
        elif isinstance(op, p.Store) and isinstance(op.value, p.Bytes):
            lines.append(f"pos += size_{m.own_field(op.value.size)}")
    return lines


def fixed_size(scalar: str) -> int:
    """The bytes of a number."""
    return SCALARS[scalar].size


def packing(record: p.Record, depth: int) -> Method:
    """`_packed`: the bytes of records; whatever is wrong is left to the way that tells what."""
    only = record.write[0]
    fixed = len(record.write) == 1 and isinstance(only, p.Block)
    body = (
        _packed_block(only, depth) if fixed and isinstance(only, p.Block) else _parts(record, depth)
    )
    signature = ["def _packed(cls, rows: Sequence[Self]) -> list[bytes | bytearray]:"]
    return Method("@classmethod", signature, "", body)


def _packed_block(op: p.Block, depth: int) -> Lines:
    """Records of one size, packed into one buffer."""
    checks, fields = _fields(op, {})
    each = [*checks, *call("pack(", ["packed", "pos", *fields], ")", depth + 1), "pos += size"]
    return [
        f"pack, size, pos = cls.{op.name}.pack_into, cls.{op.name}.size, 0",
        "packed = bytearray(size * len(rows))",
        *suite(["for row in rows:"], each),
        "return [packed]",
    ]


def _parts(record: p.Record, depth: int) -> Lines:
    """Records of sizes that differ, part by part."""
    sizes = {step.target: step.source for step in record.derive}
    each: Lines = []
    for op in record.write:
        if isinstance(op, p.Store) and not isinstance(op.value, p.Number):
            each.append(f"stored_{op.target} = {_stored(op)}")
    for target, source in sizes.items():
        each.append(f"size_{target} = len(stored_{source})")
        # One that is wrong is derived anew, or was given, and contradicts.
        told = f"if row.{attribute(target)} != size_{target}:"
        each += suite([told], ["row._derive()"])
    for op in record.write:
        checks, fields = _fields(op, sizes) if isinstance(op, p.Block) else ([], [])
        each += [*checks, *call("add(", [_part(op, fields, sizes)], ")", depth + 1)]
    blocks = [op for op in record.write if isinstance(op, p.Block)]
    return [
        "parts: list[bytes | bytearray] = []",
        "add = parts.append",
        *(f"pack{_number_of(op)} = cls.{op.name}.pack" for op in blocks),
        *suite(["for row in rows:"], each),
        "return parts",
    ]


def _fields(op: p.Block, sizes: dict[str, str]) -> tuple[Lines, list[str]]:
    """The fields of a block; bytes of a wrong length, which would be cut or filled, are refused."""
    checks: Lines = []
    fields = []
    for field in op.fields:
        if not field.kind.endswith("s"):
            fields.append(_number(field.name, sizes))
            continue
        fields.append(f"stored_{field.name}")
        checks.append(f"stored_{field.name} = row.{attribute(field.name)}")
        wrong = f"if len(stored_{field.name}) != {field.kind[:-1]}:"
        checks += suite([wrong], ["raise ValueError"])
    return checks, fields


def _stored(op: p.Store) -> str:
    value = f"row.{attribute(op.target)}"
    return f"{value}.encode({quoted(op.value.encoding)})" if isinstance(op.value, p.Text) else value


def _part(op: p.Op, fields: list[str], sizes: dict[str, str]) -> Doc:
    if isinstance(op, p.Store) and isinstance(op.value, p.Number):
        return f'PACK["{op.value.scalar}"]({_number(op.target, sizes)})'
    if isinstance(op, p.Store):
        return f"stored_{op.target}"
    assert isinstance(op, p.Block)
    return Group(f"pack{_number_of(op)}(", tuple(fields), ")")


def _number_of(op: p.Block) -> str:
    return op.name.removeprefix("_BLOCK")


def _number(name: str, sizes: dict[str, str]) -> str:
    return f"size_{name}" if name in sizes else f"row.{attribute(name)}"
