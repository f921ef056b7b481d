"""Scans as Python: one template for each statement."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import jinja2

from quire.columns.scan import program as p
from quire.columns.scan.deriving import Scan
from quire.generator.targets.python.kept import kept

PLAIN = "quire.columns.scan.words"
"""Where the words of a scan are that Python runs."""

NATIVE = "quire.columns.running.native"
"""Where they are for one that is compiled."""


@cache
def _macros() -> Any:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("quire.columns.scan"),
        bytecode_cache=kept(),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  # Python is emitted, not HTML
    )
    return environment.get_template("scan.j2").module


def source_of(scan: Scan, words: str) -> str:
    """The text of a module with `find` and `scan`, over the words of another."""
    find, rows, record = (_printed(each) for each in (scan.find, scan.rows, scan.record))
    used = frozenset(re.findall(r"\w+", rows + record))
    outer = [name for name in scan.known if name in used]
    text: str = _macros().Module(scan, words, outer, find, rows, record)
    return re.sub(r"\n{4,}", "\n\n\n", text)


def _printed(statements: list[p.Statement]) -> str:
    return "".join(map(_one, statements)).rstrip("\n")


def _one(op: p.Statement) -> str:
    macro = getattr(_macros(), type(op).__name__)
    if isinstance(op, p.When):
        return str(macro(op, _printed(op.then) or "pass", _otherwise(op.otherwise))).rstrip() + "\n"
    if isinstance(op, p.Repeat):
        return str(macro(op, _printed(op.body)))
    return str(macro(op))


def _otherwise(statements: list[p.Statement]) -> str:
    """What is done else: a choice of its own goes on with the one before."""
    if not statements:
        return ""
    if len(statements) == 1 and isinstance(statements[0], p.When):
        return f"el{_one(statements[0])}"
    return str(_macros().Else(_printed(statements)))
