"""Step 2, tables: what the records of a table consist of."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan.program import NOWHERE
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.runtime.frozen import replace


def tables(module: p.Module) -> p.Module:
    """Fill in `cells` of the records of tables."""
    found = frozenset(_tables(module.root))
    return replace(module, root=_record(module.root, found))


def _tables(record: p.Record) -> Iterator[Path]:
    for op in p.walk(record.read):
        if isinstance(op, p.Table) and (nested := p.record_of(op)) is not None:
            yield nested.path
    for inner in record.records:
        yield from _tables(inner)


def _record(record: p.Record, found: frozenset[Path]) -> p.Record:
    cells = tuple(_cells(record.read)) if record.path in found else ()
    nested = tuple(_record(each, found) for each in record.records)
    numbers = {cell.name for cell in cells if cell.scalar}
    cells = tuple(_sized(cell, numbers) for cell in cells)
    return replace(record, cells=cells, records=nested)


def _cells(ops: tuple[p.Op, ...]) -> Iterator[p.Cell]:
    """The cells, with the rules of each."""
    rules = [op for op in ops if isinstance(op, p.Guard)]
    for op in ops:
        if isinstance(op, p.Store):
            own = tuple(rule for rule in rules if rule.target == op.target)
            yield replace(_cell(op), rules=own)


def _cell(op: p.Store) -> p.Cell:
    value, raw = op.value, p.raw_of(op.value)
    if isinstance(value, p.Number):
        return p.Cell(op.target, value.scalar)
    if isinstance(value, p.Bits):
        return p.Cell(op.target, size=_constant(value.width // 8), order=value.order)
    assert raw is not None
    text = value.encoding if isinstance(value, p.Text) else ""
    end = raw.terminator if isinstance(raw, p.Terminated) else None
    cell = p.Cell(op.target, size=p.size_of(value), terminator=end, encoding=text)
    return (
        replace(cell, dtype=value.dtype, shape=value.shape) if isinstance(value, p.Array) else cell
    )


def _constant(size: int) -> m.Const:
    return m.Const(m.INT, NOWHERE, size)


def _sized(cell: p.Cell, numbers: set[str]) -> p.Cell:
    """A cell whose size is a number of its record, told so."""
    name = m.own_field(cell.size)
    return replace(cell, size=None, size_of=name) if name in numbers and name else cell
