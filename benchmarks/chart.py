"""The charts of the docs, drawn from tables in RESULTS.md: python -m benchmarks.chart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "RESULTS.md"
IMAGES = ROOT / "docs" / "images"

WIDTH, TOP, STEP, LEFT = 900, 64, 34, 470
"""Pixels: of the picture, above the first bar, between bars, left of them."""

STYLE = """\
text { font: 14px system-ui, -apple-system, "DejaVu Sans", sans-serif; fill: #2b3040; }
.head { font-size: 17px; font-weight: 600; } .small { font-size: 12px; fill: #667085; }
.quire { fill: #4051b5; } .peer { fill: #98a2b3; }
.same { stroke: #667085; stroke-dasharray: 4 4; }"""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of one column of a table.

    Attributes:
        name: Of its file.
        table: The title of the table.
        column: The heading of the column.
        title: What stands above the bars; `{note}` is the table's own note up to a comma.
        scale: Pixels of one.
        same: What is said of a line at one; none without it.
        ours: Rows whose bars are quire's, by how they begin.
    """

    name: str
    table: str
    column: str
    title: str
    scale: float
    same: str = ""
    ours: str = ""


CHARTS = (
    Chart(
        "real-files.svg",
        "Real files: how many times as fast",
        "times",
        "How many times as fast as Kaitai's Python: {note}, all public",
        90,
        "as fast as Kaitai's",
    ),
    Chart(
        "readers.svg",
        "Readers beside each other",
        "a word behind its length",
        "Million records a second: a length and a text of 1 to 23 bytes",
        10,
        ours="quire",
    ),
)


def rows(chart: Chart, results: str) -> list[tuple[str, float]]:
    """What the bars of a chart are, and how long."""
    lines = [line for line in _part(chart, results).splitlines() if line.startswith("|")]
    head, _, *body = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    column = head.index(chart.column)
    return [(cells[0].replace("`", ""), float(cells[column])) for cells in body if cells[column]]


def _part(chart: Chart, results: str) -> str:
    pattern = rf"^## {re.escape(chart.table)}\n(.*?)(?=^#|\Z)"
    part = re.search(pattern, results, re.MULTILINE | re.DOTALL)
    if part is None:
        raise SystemExit(f"RESULTS.md has no table `{chart.table}`")
    return part[1].strip()


def drawn(chart: Chart, results: str) -> str:
    """A chart of a text of results, as SVG."""
    bars = rows(chart, results)
    title = chart.title.format(note=_part(chart, results).partition(",")[0])
    bottom, same = TOP + STEP * len(bars), LEFT + chart.scale
    size = f'viewBox="0 0 {WIDTH} {bottom + 36}" width="{WIDTH}" height="{bottom + 36}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{title}">',
        f"<style>\n{STYLE}\n</style>",
        f'<rect width="{WIDTH}" height="{bottom + 36}" rx="10" fill="#ffffff"/>',
        f'<text class="head" x="24" y="34">{title}</text>',
    ]
    for place, (what, value) in enumerate(bars):
        kind = "quire" if what.startswith(chart.ours) else "peer"
        lines += _bar(kind, what, value, round(value * chart.scale), TOP + place * STEP)
    if chart.same:
        note = f'<text class="small" x="{same}" y="{bottom + 18}" text-anchor="middle">'
        lines += [
            f'<line class="same" x1="{same}" y1="{TOP - 8}" x2="{same}" y2="{bottom}"/>',
            f"{note}{chart.same}</text>",
        ]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _bar(kind: str, what: str, value: float, long: int, top: int) -> list[str]:
    return [
        f'<text x="{LEFT - 12}" y="{top + 16}" text-anchor="end">{escape(what)}</text>',
        f'<rect class="{kind}" x="{LEFT}" y="{top}" width="{long}" height="22" rx="3"/>',
        f'<text x="{LEFT + long + 8}" y="{top + 16}">{value:.3g}</text>',
    ]


if __name__ == "__main__":
    text = RESULTS.read_text(encoding="utf-8")
    for each in CHARTS:
        (IMAGES / each.name).write_text(drawn(each, text), encoding="utf-8")
