"""What every suite takes and gives: options, and tables that print as markdown."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

Cell = str | float | None
"""A text, a number (three significant digits are shown), or nothing."""


@dataclass(frozen=True, slots=True)
class Options:
    """How much to measure.

    Attributes:
        quick: A tenth of the data and fewer rounds: to try things out.
        full: The sizes that are too large for every day.
        specs: A folder of public specs, if there is one.
        files: The folder of the real files, if it is not the default one.
        of: The specs to measure; none means all.
    """

    quick: bool = False
    full: bool = False
    specs: Path | None = None
    files: Path | None = None
    of: Collection[str] = ()

    @property
    def rounds(self) -> int:
        """Rounds of which medians are taken."""
        return 5 if self.quick else 9


@dataclass(frozen=True, slots=True)
class Table:
    """What a suite has measured.

    Attributes:
        title: What was measured.
        columns: Their headings; the first column says what a row is.
        rows: As many cells as there are columns.
        note: How it was measured, and what to compare with what.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    note: str = ""

    def markdown(self) -> str:
        """The table under its title, as GitHub reads it."""
        texts = [list(self.columns), *([shown(cell) for cell in row] for row in self.rows)]
        widths = [max(3, *(len(row[i]) for row in texts)) for i in range(len(self.columns))]
        rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
        head, *body = (
            [
                row[0].ljust(widths[0]),
                *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True)),
            ]
            for row in texts
        )
        lines = ["| " + " | ".join(row) + " |" for row in (head, rule, *body)]
        note = ["", self.note] if self.note else []
        return "\n".join([f"## {self.title}", *note, "", *lines, ""])

    def tree(self) -> dict[str, object]:
        """The table for JSON, its numbers not rounded."""
        rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        return {"title": self.title, "note": self.note, "rows": rows}


def shown(cell: Cell) -> str:
    """A cell as it is printed."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    digits = 0 if abs(cell) >= 100 else 1 if abs(cell) >= 10 else 2 if abs(cell) >= 1 else 3
    return f"{cell:,.{digits}f}"
