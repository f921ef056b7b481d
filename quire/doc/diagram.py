"""A diagram of types: a box for each, and a line from each field to the type that it is of."""

from __future__ import annotations

from collections.abc import Iterator

from quire.doc.layout import Row, Table
from quire.runtime.frozen import Frozen

LETTER = 7.3
"""Width of a letter."""

LINE = 20
"""Height of a row."""

BESIDE = 90
"""Between columns of boxes."""

BELOW = 26
"""Between boxes."""

ROUND = 36
"""How far curves go round a box."""

LONGEST = 26
"""Letters of a name or a type that are shown."""


class Box(Frozen):
    """A type, and where its box is.

    Attributes:
        table: The type.
        x, y, width, height: The box.
        type_x: Where types of fields are written.
    """

    table: Table
    x: float
    y: float
    width: float
    height: float
    type_x: float


class Diagram(Frozen):
    """Boxes, and curves between them.

    Attributes:
        boxes: The types.
        curves: As `d` of paths in SVG.
        width, height: Of all.
    """

    boxes: tuple[Box, ...]
    curves: tuple[str, ...]
    width: float
    height: float


def diagram_of(tables: list[Table]) -> Diagram:
    """Put types beside those that have fields of them."""
    known = {table.path: table for table in tables}
    boxes: dict[str, Box] = {}
    x = 10.0
    for column in _columns(known):
        y, widest = 10.0, 0.0
        for table in column:
            box = _box(table, x, y)
            boxes[table.path] = box
            y, widest = y + box.height + BELOW, max(widest, box.width)
        x += widest + BESIDE
    curves = [
        _curve(box, i, boxes[target])
        for box in boxes.values()
        for i, row in enumerate(_rows(box.table))
        for target in _targets(row)
        if target in boxes
    ]
    right = max((box.x + box.width for box in boxes.values()), default=0.0)
    bottom = max((box.y + box.height for box in boxes.values()), default=0.0)
    return Diagram(
        boxes=tuple(boxes.values()), curves=tuple(curves), width=right + 40, height=bottom + 10
    )


def _columns(known: dict[str, Table]) -> Iterator[list[Table]]:
    """Types by how many steps lead to them from the first; those that none leads to are last."""
    left = dict(known)
    column = list(left)[:1]
    while left:
        if not column:
            column = [next(iter(left))]
        yield [left.pop(path) for path in column]
        targets = (t for path in column for row in _rows(known[path]) for t in _targets(row))
        column = list(dict.fromkeys(target for target in targets if target in left))


def _rows(table: Table) -> tuple[Row, ...]:
    return (*table.fields, *table.instances)


def _targets(row: Row) -> list[str]:
    paths = [row.path, *(case.path for case in row.cases)]
    return list(dict.fromkeys(path for path in paths if path))


def _box(table: Table, x: float, y: float) -> Box:
    rows = _rows(table)
    names = max([len(short(row.name)) for row in rows], default=0)
    types = max([len(short(row.type)) for row in rows], default=0)
    type_x = 62 + names * LETTER
    width = max(type_x + types * LETTER + 12, len(table.path) * 8.2 + 24, 120)
    height = LINE * (len(rows) + 1) + 10
    return Box(table=table, x=x, y=y, width=width, height=height, type_x=type_x)


def short(text: str) -> str:
    """A name or a type, cut off if it is long."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _curve(box: Box, row: int, target: Box) -> str:
    """From the end of a row to the title of a box."""
    x, y = box.x + box.width, box.y + LINE * (row + 1) + 15
    to_x, to_y = target.x, target.y + 13
    if to_x > x:
        bend = (x + to_x) / 2
    else:  # to what stands before it, round its right side
        to_x = target.x + target.width
        bend = max(x, to_x) + ROUND
    return f"M{x:.0f} {y:.0f} C{bend:.0f} {y:.0f} {bend:.0f} {to_y:.0f} {to_x:.0f} {to_y:.0f}"
