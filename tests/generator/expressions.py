"""Expressions of specs as values: many at a time, each an instance of one compiled type."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import quire
from quire.generator.diagnostics import Diagnostic, Problems
from quire.generator.pipeline import plan_spec
from tests.cases import generated

SPEC = """\
meta: {id: probe, endian: le, encoding: ASCII}
seq:
  - {id: a, type: u1}
  - {id: b, type: s1}
  - {id: c, type: u2}
  - {id: f, type: f4}
  - {id: s, type: str, size: 3}
  - {id: raw, size: 3}
  - {id: list, type: u1, repeat: expr, repeat-expr: 3}
  - {id: kind, type: u1, enum: kind}
  - {id: inner, type: inner}
types:
  inner:
    seq:
      - {id: x, type: u1}
enums:
  kind: {1: one, 2: two}
instances:
  yes: {value: a == 12 and list.size == 3}
  no: {value: a != 12 and list.size == 3}
"""
DATA = bytes.fromhex("0c fd 2c01 00002040") + b"7x1" + bytes.fromhex("05 01 09 03 01 02 02 04")
"""a=12, b=-3, c=300, f=2.5, s="7x1", raw=05 01 09, list=[3, 1, 2], kind=two, inner.x=4."""


def write_spec(folder: Path, expressions: Sequence[str]) -> Path:
    """A spec with an instance `v0`, `v1`, … for each expression."""
    path = folder / "probe.ksy"
    lines = [
        f"  v{i}:\n    value: '{text.replace(chr(39), chr(39) * 2)}'\n"
        for i, text in enumerate(expressions)
    ]
    path.write_text(SPEC + "".join(lines), encoding="utf-8")
    return path


def values(folder: Path, expressions: Sequence[str]) -> dict[str, Any]:
    """Every expression with its value over DATA; an error is its value where there is one."""
    record = quire.compile(write_spec(folder, expressions)).Probe.from_bytes(DATA)
    return {text: getattr(record, f"v{i}") for i, text in enumerate(expressions)}


def printed(folder: Path, expression: str) -> str:
    """The Python text of one expression."""
    text = generated(write_spec(folder, [expression]))
    body = text[text.index("def v0") :]
    found = re.search(r"^ +return (.*)$", body, re.MULTILINE)
    assert found is not None
    return found[1]


def problems(folder: Path, expression: str) -> list[Diagnostic]:
    """What is wrong with an expression; column 1 is its first character."""
    path = folder / "probe.ksy"
    path.write_text(SPEC + f"  v0:\n    value: {expression}\n", encoding="utf-8")
    found = Problems()
    plan_spec(path, found)
    return found.sorted()


COLUMN = len("    value: ")
"""What stands in front of the expression in its line."""
