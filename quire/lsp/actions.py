"""The hints of diagnostics as changes that leave the rest of the text as it is."""

from __future__ import annotations

import re

from quire.generator.diagnostics import Diagnostic
from quire.generator.source import Span
from quire.runtime.frozen import Frozen

_MEANT = re.compile(r"(?:did you mean|write) `([^`]+)`")
_QUOTED = re.compile(r"`([^`]+)`")


class Fix(Frozen):
    """A change: what it does, and what stands in the place of a span."""

    title: str
    span: Span
    text: str


def fix_of(problem: Diagnostic) -> Fix | None:
    """What mends a problem, where its hint says what to write."""
    meant = _MEANT.search(problem.help)
    if meant is None:
        return _left_out(problem)
    wrong = _wrong(problem)
    return None if wrong is None else Fix(f"Write `{meant[1]}`", wrong, meant[1])


def style_name(problem: Diagnostic) -> str:
    """The name that the style guide asks for, or ""."""
    found = re.search(r"the style guide says `([^`]+)`", problem.message)
    return found[1] if found is not None and problem.code == "Q208" and not problem.help else ""


def _wrong(problem: Diagnostic) -> Span | None:
    """The word that the hint is about: the last one of the message that stands at the place."""
    for word in reversed(_QUOTED.findall(problem.message)):
        at = problem.span.text.rfind(word)
        if at >= 0:
            return problem.span.part(at, len(word))
    return None


def _left_out(problem: Diagnostic) -> Fix | None:
    """Parentheses without arguments are left out."""
    span = problem.span
    if problem.help != "leave them out":
        return None
    at = span.text.find("(")
    return Fix("Leave the parentheses out", span.part(at, span.length - at), "") if at > 0 else None
