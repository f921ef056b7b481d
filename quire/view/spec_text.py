"""The text of a spec, and where in it each field is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options, plan_specs
from quire.runtime import structure as s
from quire.view.spec_lines import Lines

ABOVE = 4
"""Lines, at most, from what an instance is up to its name: comments may stand between."""


class SpecText:
    """The files of a spec and of all that it imports.

    Args:
        path: The spec; None if there is none to show.
        options: How it is compiled.

    Attributes:
        files: The name and the text of each file that has fields.
    """

    def __init__(self, path: Path | None, options: Options) -> None:
        self.files: list[tuple[str, str]] = []
        self._places: dict[tuple[str, str], Lines] = {}
        self._numbers: dict[str, int] = {}
        for plan in () if path is None else plan_specs([path], Problems(), options):
            for type_, name, span in plan.places:
                first = _first(span.source.lines, span.line, name)
                self._places["::".join(type_), name] = self._lines(span.source, first)

    def lines_of(self, type_: s.Type | None, field: s.Field | None) -> Lines | None:
        """Where a field of a type is; None if no text tells."""
        if type_ is None or field is None:
            return None
        return self._places.get((type_.path, field.id))

    def _lines(self, source: Any, first: int) -> Lines:
        if source.name not in self._numbers:
            self._numbers[source.name] = len(self.files)
            self.files.append((Path(source.name).name, source.text))
        return Lines(self._numbers[source.name], first, _last(source.lines, first))


def _first(lines: tuple[str, ...], line: int, name: str) -> int:
    """The line with the name of a member: that of an instance stands above what it is."""
    for number in range(line, max(line - ABOVE, 0), -1):
        if lines[number - 1].lstrip().startswith(f"{name}:"):
            return number
    return line


def _last(lines: tuple[str, ...], first: int) -> int:
    """The last line of what begins on a line: all that is deeper belongs to it."""
    if not 0 < first <= len(lines):
        return first
    depth, last = _depth(lines[first - 1]), first
    for number in range(first + 1, len(lines) + 1):
        line = lines[number - 1]
        if line.strip():
            if _depth(line) <= depth:
                break
            last = number
    return last


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
