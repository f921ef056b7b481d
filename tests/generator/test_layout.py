"""Long lines break as the formatter breaks them, at every length that names may have."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from quire.generator.targets.python.layout import Chain, Group, call, lines, statement
from tests.cases import generated

SPEC = """\
meta: {{id: probe, endian: le, encoding: ASCII}}
seq:
  - {{id: {n}, type: u1}}
  - {{id: second_{n}, type: u2, enum: kind}}
  - {{id: third_{n}, type: u4, valid: {{any-of: [{n}, 100000]}}}}
  - {{id: fourth_{n}, type: str, size: {n} + third_{n}, -default: '"x"'}}
  - {{id: fifth_{n}, type: "inner({n}, third_{n})", if: {n} == 1 and third_{n} > 0 or {n} == 5}}
  - {{id: sixth_{n}, type: "inner({n}, 3)", repeat: expr, repeat-expr: {n} * third_{n}, -limit: 10}}
  - {{id: seventh_{n}, size: {n} * 4, -array: {{dtype: f4, shape: [{n}]}}}}
  - id: eighth_{n}
    size: "{n} > third_{n} ? {n} : 1"
    -array: {{dtype: u1, shape: ["{n} > third_{n} ? {n} : 1"]}}
  - {{id: ninth_{n}, size: 8, -array: {{dtype: f4, shape: [{n}, third_{n}]}}, -codec: [fp16]}}
  - {{id: tenth_{n}, type: u1, repeat: until, repeat-until: _ == {n} or _ == third_{n} + 1}}
  - {{id: eleventh_{n}, type: strz}}
  - {{id: word_{n}, type: str, size: 2, -limit: 5, pad-right: 0x20}}
  - id: header_{n}
    type: str
    size: third_{n}
    -document:
      format: json
      compact: {n} == 1
      sort-keys: third_{n} == 1
      fields:
        a_{n}: {{type: int, valid: {{min: 0}}, default: _root.{n} + 1}}
        b_{n}:
          items: {{id: item_{n}, fields: {{x: int, y: {{type: int, if: x == 1}}}}}}
        c_{n}: {{type: int, valid: "b_{n}.map(_.x).sum"}}
types:
  inner:
    params:
      - {{id: p_{n}, type: u4}}
      - {{id: q, type: u1}}
    seq:
      - {{id: x, type: u1, valid: {{expr: _ > p_{n} and _ < q}}}}
enums:
  kind: {{1: one, 2: two}}
instances:
  a_{n}: {{value: "{n} * third_{n} + 2"}}
  b_{n}: {{value: {n} == 1 or {n} == 2 or third_{n} == 4 and not ({n} == 7)}}
  c_{n}: {{value: "{n} == 1 ? third_{n} : {n} == 2 ? 3 : 4"}}
  d_{n}: {{pos: "{n} + third_{n}", type: strz}}
  e_{n}: {{value: "{n} % 3", enum: kind}}
  f_{n}: {{value: "[{n}, third_{n}, 1000]"}}
  g_{n}: {{value: 'f"{{{n}}} of {{third_{n}}}"'}}
  h_{n}: {{value: "{n} * 2 + ({n} > 1 ? third_{n} * 3 + (third_{n} < 9 ? {n} : 7) : {n} - 1)"}}
  i_{n}: {{value: not ({n} == 1 and (third_{n} > 2 or {n} < 3))}}
  j_{n}: {{value: "{n} > 3", if: not ({n} == 1 and third_{n} > 2)}}
  k_{n}: {{value: (third_{n} & 3) << 4 | {n} & 15, if: third_{n} > 2 and not ({n} == 1 or {n} > 5)}}
  l_{n}: {{value: "third_{n} - {n} + second_{n}.to_i - 1000000 + {n}"}}
"""


@pytest.mark.parametrize("tool", [["format", "--diff"], ["check", "--output-format", "concise"]])
def test_the_formatter_and_the_linter_agree_at_every_length(
    tool: list[str], root: Path, tmp_path: Path
) -> None:
    (tmp_path / "__init__.py").write_text('"""Probes."""\n', encoding="utf-8")
    # Where one operand alone is longer than a line, it is left so: names this long are rare.
    for length in range(1, 24):
        name = ("n" + "ame" * 30)[:length]
        spec = tmp_path / f"{length}.ksy"
        spec.write_text(SPEC.format(n=name), encoding="utf-8")
        (tmp_path / f"probe_{length}.py").write_text(generated(spec), encoding="utf-8")
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "ruff",
        *tool,
        "--config",
        root / "pyproject.toml",
        ".",
    ]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[:6000]


def test_what_fits_stays_on_its_line() -> None:
    assert call("f(", ["a", "b"], ")", 0) == ["f(a, b)"]
    assert call("f(", ["a" * 47, "b" * 48], ")", 0) == [f"f({'a' * 47}, {'b' * 48})"]


def test_arguments_that_fit_on_one_line_of_their_own_stand_there() -> None:
    assert call("function(", ["a" * 45, "b" * 48], ")", 0) == [
        "function(",
        f"    {'a' * 45}, {'b' * 48}",
        ")",
    ]


def test_arguments_that_do_not_fit_on_one_line_have_a_line_each() -> None:
    assert call("function(", ["a" * 48, "b" * 48], ")", 0) == [
        "function(",
        f"    {'a' * 48},",
        f"    {'b' * 48},",
        ")",
    ]


def test_the_depth_counts() -> None:
    assert call("f(", ["a" * 47, "b" * 48], ")", 1) == [
        "f(",
        f"    {'a' * 47},",
        f"    {'b' * 48},",
        ")",
    ]


def test_a_chain_that_is_long_gets_parentheses_and_breaks_before_its_operators() -> None:
    chain = Chain(("a" * 60, "and " + "b" * 60))
    assert statement("return ", chain, 0) == [
        "return (",
        "    " + "a" * 60,
        "    and " + "b" * 60,
        ")",
    ]


def test_a_tuple_of_one_keeps_its_comma() -> None:
    assert lines(Group("(", ("a",), ")", comma=True), 100) == ["(a,)"]
