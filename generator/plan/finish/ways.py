"""What reading by position has to know before it begins: of a module, and of each record."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.direct import Direct
from quire.generator.plan.finish.feed import leading
from quire.generator.plan.finish.loose import ALIGNED, loose
from quire.generator.plan.finish.streams import (
    orders_kept,
    positions_kept,
    unsigned,
    watching,
    windowed,
)
from quire.runtime.frozen import replace


def direct(root: p.Record) -> Direct:
    """What it has to know of a module."""
    records = p.records_of(root)
    none: frozenset[str] = frozenset()
    top = g.ClassOf(root.path)
    orders = orders_kept(root)
    return Direct(
        watching(root, orders),
        watching(root),
        watching(root, positions_kept(root) | orders),
        loose(root),
        ALIGNED,
        windowed(root),
        leading(root),
        records,
        {},
        {},
        none,
        {},
        top,
    )


def of_record(way: Direct, record: p.Record) -> Direct:
    """What it has to know of a record, too."""
    return replace(
        way,
        loose=way.loose.of_record(record),
        bits=way.loose.begins[record.path],
        blocks={op.name: op for op in p.walk(record.read) if isinstance(op, p.Block)},
        fixed={},
        unsigned=frozenset(unsigned(record.read)),
        tables={},
        of=g.ClassOf(record.path),
    )
