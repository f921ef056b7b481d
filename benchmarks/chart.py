"""The chart of real files, drawn from the table in RESULTS.md: python -m benchmarks.chart."""

from __future__ import annotations

import re
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "RESULTS.md"
CHART = ROOT / "docs" / "images" / "real-files.svg"

_PART = re.compile(
    r"^## Real files: how many times as fast\n(.*?)(?=^## )", re.MULTILINE | re.DOTALL
)
_ROW = re.compile(
    r"^\| (?P<what>\S.*?) +\| +(?P<specs>\d+) \| +(?P<times>[\d.]+) \|$", re.MULTILINE
)

WIDTH, TOP, STEP, LEFT, SCALE = 900, 64, 34, 470, 90
"""Pixels: of the picture, above the first bar, between bars, left of them, of one time."""

STYLE = """\
text { font: 14px system-ui, -apple-system, "DejaVu Sans", sans-serif; fill: #2b3040; }
.head { font-size: 17px; font-weight: 600; } .small { font-size: 12px; fill: #667085; }
.quire { fill: #4051b5; } .same { stroke: #667085; stroke-dasharray: 4 4; }"""


def rows(results: str) -> list[tuple[str, float]]:
    """What was done, and how many times as fast as Kaitai's Python that was."""
    part = _part(results)
    return [(row["what"].replace("`", ""), float(row["times"])) for row in _ROW.finditer(part)]


def _part(results: str) -> str:
    part = _PART.search(results)
    if part is None:
        raise SystemExit("RESULTS.md has no table of real files")
    return part[1].strip()


def drawn(results: str) -> str:
    """The chart of a text of results, as SVG."""
    bars = rows(results)
    files = _part(results).partition(",")[0]  # as in "537 files of 95 specs"
    bottom, same = TOP + STEP * len(bars), LEFT + SCALE
    label = "How many times as fast as Kaitai's Python"
    size = f'viewBox="0 0 {WIDTH} {bottom + 36}" width="{WIDTH}" height="{bottom + 36}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{label}">',
        f"<style>\n{STYLE}\n</style>",
        f'<rect width="{WIDTH}" height="{bottom + 36}" rx="10" fill="#ffffff"/>',
        f'<text class="head" x="24" y="34">{label}: {files}, all public</text>',
    ]
    for place, (what, times) in enumerate(bars):
        lines += _bar(what, times, TOP + place * STEP)
    note = f'<text class="small" x="{same}" y="{bottom + 18}" text-anchor="middle">'
    lines += [
        f'<line class="same" x1="{same}" y1="{TOP - 8}" x2="{same}" y2="{bottom}"/>',
        f"{note}as fast as Kaitai's</text>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _bar(what: str, times: float, top: int) -> list[str]:
    long = round(times * SCALE)
    return [
        f'<text x="{LEFT - 12}" y="{top + 16}" text-anchor="end">{escape(what)}</text>',
        f'<rect class="quire" x="{LEFT}" y="{top}" width="{long}" height="22" rx="3"/>',
        f'<text x="{LEFT + long + 8}" y="{top + 16}">{times:.2f}</text>',
    ]


if __name__ == "__main__":
    CHART.write_text(drawn(RESULTS.read_text(encoding="utf-8")), encoding="utf-8")
