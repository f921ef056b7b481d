"""Fields of bits as lines: one by one, and in runs."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.targets.python.expr import Printer
from quire.generator.targets.python.layout import Doc, Group, call, quoted, statement

WORD = 64
"""Bits of a number that is written out; wider ones would not fit on a line."""


def read_bits(value: p.Bits, field: str, printer: Printer) -> Doc:
    """The expression that reads the bits of a field that stands alone."""
    read = f"io.bits_{value.order}({value.width}, {field})"
    return f"{read} == 1" if value.flag else _member(value, read, printer)


def declared_run(op: p.BitRun, depth: int) -> list[str]:
    """The constant of a class that knows the fields of a run."""
    fields = []
    for field in op.fields:
        kind = "flag" if field.bits.flag else f"b{field.bits.width}"
        fields.append(f"({quoted(field.name)}, {quoted(kind)})")
    head = f"{op.name}: ClassVar[BitRun] = BitRun("
    return call(head, [quoted(op.order), *fields], ")", depth)


def read_run(op: p.BitRun, printer: Printer, depth: int) -> list[str]:
    """The lines that read a run as one number, and cut its fields out of it."""
    lines = [f"bits = self.{op.name}.read(io)"]
    total = sum(field.bits.width for field in op.fields)
    for field in op.fields:
        value = _flag(field) if field.bits.flag else _number(field, total)
        found = _member(field.bits, value, printer)
        lines += statement(f"{printer.slot(field.name)} = ", found, depth)
    return lines


def _member(value: p.Bits, number: str, printer: Printer) -> Doc:
    """A number, or the member of an enum that it stands for."""
    if value.enum is None:
        return number
    return Group("enum_or_int(", (printer.class_of(value.enum), number), ")")


def _flag(field: p.BitField) -> str:
    if field.shift < WORD:
        return f"bits & 0x{1 << field.shift:X} != 0"
    return f"bits >> {field.shift} & 1 != 0"


def _number(field: p.BitField, total: int) -> str:
    width = field.bits.width
    above = f"bits >> {field.shift}" if field.shift else "bits"
    if field.shift + width == total:
        return above
    mask = f"0x{(1 << width) - 1:X}" if width <= WORD else f"(1 << {width}) - 1"
    return f"{above} & {mask}"
