"""Docstrings: the `doc` of a spec as Python has it."""

from __future__ import annotations

import re
import textwrap

Lines = list[str]
WIDTH = 100
"""Columns of a line."""
STEP = "    "

_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
"""Characters that Python does not take, or that make a line look like another one."""

_UNIT_OR_END = re.compile(
    r"""`[^`]*`|"[^"]*"|“[^”]*”|(?<!\w)'[^']*'(?!\w)|\([^()]*\)|\[[^][]*\]|(?P<end>\. (?![a-z]))"""
)
"""The end of a sentence, or what is in quotes or brackets, in which no sentence ends."""

_ABBREVIATION = re.compile(r"e\.g|i\.e|cf|vs|ca|approx|resp|incl|fig|[a-z]", re.IGNORECASE)
"""What a full stop stands after that ends no sentence; initials are of one letter."""


def _width(depth: int) -> int:
    """The width of text; where classes are nested deep, lines are longer than they should be."""
    return max(WIDTH - 4 * depth, 40)


def docstring(lines: Lines, depth: int) -> str:
    """A docstring of some lines, whatever quotes and backslashes they hold."""
    text = _UNSEEN.sub("\ufffd", "\n".join(lines))
    quotes = "'''" if '"""' in text else '"""'
    if quotes in text or text.endswith("\\"):
        text = text.replace("\\", "\\\\").replace(quotes, "\\" + "\\".join(quotes))
        opening = quotes
    else:
        opening = f"r{quotes}" if "\\" in text else quotes
    if "\n" in text or len(opening) + len(text) + 3 > WIDTH - 4 * depth:
        return f"{opening}{text}\n{quotes}"
    return f"{opening}{text} {quotes}" if text.endswith(quotes[0]) else f"{opening}{text}{quotes}"


def _prose(text: str, depth: int, first: str = "") -> Lines:
    """Text in lines of the right width, its paragraphs kept; the first begins with `first`."""
    width = _width(depth)
    paragraphs = [" ".join(part.split()) for part in text.strip().split("\n\n")]
    lines: Lines = []
    for i, paragraph in enumerate(paragraphs):
        lines += ([""] if i else []) + textwrap.wrap(
            paragraph, width, initial_indent=first if i == 0 else ""
        )
    return lines


def _first_sentence(text: str) -> tuple[str, str]:
    """The first sentence of a paragraph, without its end, and the others."""
    for found in _UNIT_OR_END.finditer(text):
        word = text[: found.start()].rsplit(maxsplit=1)[-1:]
        if found["end"] and not _ABBREVIATION.fullmatch("".join(word).lstrip("([\"'`")):
            return text[: found.start()], text[found.end() :]
    return text, ""


def summary_lines(doc: str, fallback: str, depth: int) -> Lines:
    """The lines of a docstring: a summary of one sentence, then the rest."""
    text = doc.strip() or fallback
    head, rest = _first_sentence(" ".join(text.split("\n\n")[0].split()))
    tail = [part for part in (rest, *("\n\n" + part for part in text.split("\n\n")[1:])) if part]
    summary = head if head[-1:] in ("!", "?") else head.rstrip(".:") + "."
    if len(summary) + 3 > WIDTH - 4 * depth:
        # The opening quotes take three columns of the first line.
        first, *others = _prose(text, depth, "   ")
        return [first[3:], *others]
    more = _prose("".join(tail), depth)
    return [summary, *(["", *more] if more and more != [""] else [])]


def listed(title: str, entries: list[tuple[str, str]], depth: int) -> Lines:
    """A section of a docstring: names and what they are."""
    lines: Lines = []
    for name, text in entries:
        words = f"{name}: {' '.join(text.split())}"
        lines += textwrap.wrap(
            words, _width(depth), initial_indent=STEP, subsequent_indent=STEP * 2
        )
    return ["", f"{title}:", *lines] if lines else []
