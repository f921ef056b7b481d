"""Repeats that are tables, as lines of Python."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.targets.python.docstrings import docstring
from quire.generator.targets.python.expr import Printer
from quire.generator.targets.python.layout import Doc, Group, Keyword, call, quoted, returned
from quire.generator.targets.python.names import attribute
from quire.generator.targets.python.read import Lines, record_value
from quire.generator.targets.python.view import Method
from quire.generator.types import model as m


def tabulating(op: p.Derive, printer: Printer, depth: int) -> Lines:
    """The lines that make a table of what was given."""
    assert isinstance(op.payload, p.Nested)
    name, field = f"self.{attribute(op.target)}", quoted(op.target)
    args: list[Doc] = [name, record_value(op.payload, "None", op.target, printer), field]
    return call(f"{name} = Columns.of(", args, ")", depth)


def describing(record: p.Record, printer: Printer, depth: int) -> Method:
    """`_table`: what a record consists of."""
    cells = tuple(_cell(cell, printer) for cell in record.cells)
    doc = docstring(["What a record consists of, where it is one of a table."], depth)
    body = returned(Group("TableLayout(", cells, ")"), depth)
    return Method("", ["def _table(self) -> TableLayout:"], doc, body)


def _cell(cell: p.Cell, printer: Printer) -> Doc:
    args: list[Doc] = [quoted(attribute(cell.name))]
    if cell.scalar:
        args.append(f'scalar="{cell.scalar}"')
    if cell.size is not None:
        args.append(Keyword("size", printer.doc(cell.size)))
    if cell.size_of:
        args.append(f"size_of={quoted(attribute(cell.size_of))}")
    if cell.terminator is not None:
        args.append(f"terminator=0x{cell.terminator[0]:02X}")
    if cell.encoding:
        args.append(f"encoding={quoted(cell.encoding)}")
    if cell.dtype:
        args.append(f"dtype={quoted(cell.dtype)}")
        args.append(_shape(cell.shape, printer))
    return Group("TableCell(", tuple(args), ")")


def _shape(shape: m.Expr | None, printer: Printer) -> Doc:
    if isinstance(shape, m.ListOf):
        items = tuple(printer.text(item) for item in shape.items)
        return Group("shape=(", items, ")", comma=len(items) == 1)
    assert shape is not None
    return f"shape=tuple({printer.text(shape)})"
