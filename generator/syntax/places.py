"""Stage 2: where the parts of a scalar's text stand in the file, over several lines too."""

from __future__ import annotations

from collections.abc import Callable

from quire.generator.source import Span
from quire.generator.syntax.load import Scalar

Places = Callable[[int, int], Span]
"""Where so many characters of a text from one on stand: their place, up to the end of its line."""


def places_in(scalar: Scalar) -> Places:
    """The places of the parts of a scalar's text; that of the whole, where YAML changed it."""
    if scalar.exact:
        return scalar.span.part
    found: list[tuple[int, int]] | None = None

    def place(start: int, length: int) -> Span:
        nonlocal found
        if found is None:
            found = _aligned(scalar)
        part = found[start : start + length]
        if not part:
            return scalar.span
        line, column = part[0]
        long = sum(1 for at, _ in part if at == line)
        return Span(scalar.span.source, line, column, long, scalar.span.path)

    return place


def shifted(place: Places, by: int) -> Places:
    """The places of a text that begins so many characters after the start of another one."""
    return lambda start, length: place(start + by, length)


def _aligned(scalar: Scalar) -> list[tuple[int, int]]:
    """Line and column of each character; none at all, where they are not those of the file.

    YAML folds lines and cuts their indentation: what is not blank stands there as it is.
    """
    source, line, at = scalar.span.source, scalar.span.line, scalar.span.column - 1
    if scalar.span.text[:1] in ("|", ">"):
        line, at = line + 1, 0
    shown, found = source.line(line), list[tuple[int, int]]()
    for char in scalar.text:
        while not char.isspace() and (at >= len(shown) or shown[at].isspace()):
            at += 1
            if at >= len(shown):
                line, at = line + 1, 0
                shown = source.line(line)
                if line > len(source.lines):
                    return []
        if not char.isspace() and shown[at] != char:
            return []
        found.append((line, at + 1))
        at += not char.isspace()
    return found
