"""What is wrong with a spec: problems as values, collected and shown."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Any, Literal, get_args

from quire.generator.source import Span
from quire.runtime.frozen import Frozen

Code = Literal[
    "Q101", "Q102", "Q103", "Q104", "Q105",
    "Q201", "Q202", "Q203", "Q204", "Q205", "Q206", "Q207", "Q208",
    "Q301", "Q302", "Q303", "Q304", "Q305", "Q306", "Q307", "Q308", "Q309",
    "Q401", "Q402", "Q403", "Q404", "Q405", "Q406", "Q407", "Q408",
    "Q501", "Q502", "Q503", "Q504", "Q505", "Q506", "Q507", "Q508",
    "Q601",
    "Q901", "Q902", "Q903",
]  # fmt: skip  # laid out as a table
"""Stable codes; `docs/reference/errors.md` has a heading for each."""

CODES: tuple[Code, ...] = get_args(Code)

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

Severity = Literal["error", "warning"]


_COLOURS: dict[Severity, str] = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m"}
"""How a terminal shows a severity: bold, in red or yellow."""


class Diagnostic(Frozen):
    """One problem: a code, what, where, why there, and what to do."""

    code: Code
    message: str
    span: Span
    label: str = ""
    help: str = ""
    severity: Severity = "error"

    def text(self, *, colour: bool = False) -> str:
        """The problem as a terminal shows it, with the line and a caret."""
        strong, marked = (_COLOURS[self.severity], "\x1b[36m") if colour else ("", "")
        end = "\x1b[0m" if colour else ""
        span, gutter = self.span, " " * len(str(self.span.line))
        line = span.source.line(span.line)
        length = max(1, min(span.length, len(line) - span.column + 1))
        marks = " " * (span.column - 1) + "^" * length
        parts = [
            f"{strong}{self.severity}[{self.code}]{end}: {_shown(self.message)}",
            f"{gutter}--> {span}",
            f"{gutter} |",
            f"{span.line} | {_CONTROL.sub('?', line)}",
            f"{gutter} | {strong}{f'{marks} {self.label}'.rstrip()}{end}",
            f"{gutter} |",
            f"{gutter} = path: {_shown(span.yaml_path)}",
        ]
        if self.help:
            parts.append(f"{gutter} = {marked}help{end}: {_shown(self.help)}")
        return "\n".join(parts)

    def as_dict(self) -> dict[str, Any]:
        """The problem as data."""
        return {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "file": self.span.source.name,
            "line": self.span.line,
            "column": self.span.column,
            "path": self.span.yaml_path,
            "label": self.label,
            "help": self.help,
        }


def _shown(text: str) -> str:
    """A text of a spec, without what a terminal would take for a command."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


class Problems:
    """Collects the problems of a run, so that all of them are reported."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, Span], Diagnostic] = {}
        self._importers: dict[str, str] = {}

    def error(self, code: Code, message: str, span: Span, label: str = "", help: str = "") -> None:
        """Add an error; a second one of the same code at the same place is an echo and left out."""
        self._add(Diagnostic(code, message, span, label, help))

    def warning(
        self, code: Code, message: str, span: Span, label: str = "", help: str = ""
    ) -> None:
        """Add a warning, which does not stop the compiler."""
        self._add(Diagnostic(code, message, span, label, help, "warning"))

    def add(self, others: Problems) -> None:
        """Take over the problems of a part of the run."""
        for problem in others.sorted():
            self._add(problem)
        self._importers |= others._importers

    def imported(self, name: str, importer: str) -> None:
        """Note that a file was read because another one imports it."""
        self._importers.setdefault(name, importer)

    def _add(self, problem: Diagnostic) -> None:
        self._found.setdefault((problem.code, problem.message, problem.span), problem)

    @property
    def failed(self) -> bool:
        """Whether there is any error."""
        return any(problem.severity == "error" for problem in self._found.values())

    def sorted(self) -> list[Diagnostic]:
        """All problems, by place."""
        return sorted(
            self._found.values(),
            key=lambda p: (p.span.source.name, p.span.line, p.span.column, p.code),
        )

    def text(self, *, colour: bool = False) -> str:
        """All problems, and a count for each file."""
        problems = self.sorted()
        blocks = [problem.text(colour=colour) for problem in problems]
        for name in dict.fromkeys(problem.span.source.name for problem in problems):
            here = [problem.severity for problem in problems if problem.span.source.name == name]
            by = f", imported by {self._importers[name]}" if name in self._importers else ""
            blocks.append(f"{_count(here, 'error')}, {_count(here, 'warning')} in {name}{by}")
        return "\n\n".join(blocks)


class SpecError(Exception):
    """A spec that cannot be compiled; `problems` has all that was found."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        super().__init__("\n\n" + problems.text())


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that `name` is most likely a slip of, or ""."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.7)
    return close[0] if close else ""


def hint(name: str, known: Iterable[str]) -> str:
    """A help line: the nearest name, or all of them."""
    listed = sorted(set(known))
    close = nearest(name, listed)
    if close:
        return f"did you mean `{close}`?"
    return "expected one of " + ", ".join(f"`{known}`" for known in listed) if listed else ""


_OTHERS = {
    "bool": "b1",
    "boolean": "b1",
    "byte": "u1",
    "char": "s1",
    "double": "f8",
    "float": "f4",
    "half": "u2",
    "int": "s4",
    "long": "s8",
    "short": "s2",
    "uint": "u4",
    "cstring": "strz",
    "string": "str",
    "text": "str",
    "utf8": "str",
}
"""What other languages call the types of this one; those with a number of bits are told by it."""


def type_hint(name: str, known: Iterable[str]) -> str:
    """A help line for a type that is not there: what it is called here, or the nearest name."""
    if name.lower() in ("bytes", "bytearray", "blob"):
        return "bytes have no `type`: leave it out, and say `size`"
    meant = _OTHERS.get(name.lower())
    if sized := re.fullmatch(r"(?:(u|s)?i?(?:nt)?|(f)(?:loat)?)(8|16|32|64)(?:_t)?", name.lower()):
        meant = f"{sized[1] or sized[2] or 's'}{int(sized[3]) // 8}"
    return f"did you mean `{meant}`?" if meant else hint(name, known)


def _count(severities: list[Severity], word: Severity) -> str:
    number = severities.count(word)
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
