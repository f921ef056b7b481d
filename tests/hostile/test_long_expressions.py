"""Wherever an expression may stand it may be long; the module is Python all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import quire

FORMS = {
    "choice": "{n} > 3 ? {n} : 4",
    "choices": "{n} > 3 ? ({n} > 5 ? {n} : _root.{n}) : {n} == 2 ? 2 : _root.{n} + 4",
    "sum": "_root.{n} + {n} + _root.{n} - 2",
    "bits": "-(~({n} & 0x0f) | (_root.{n} << 2 ^ {n})).as<u1>",
}

SPEC = """\
meta: {{id: probe, endian: le, encoding: ASCII}}
seq:
  - {{id: {n}, type: u1}}
  - {{id: sized_{n}, type: inner(1), size: "{e}"}}
  - {{id: parent_{n}, type: inner(1), size: 3, parent: "{n} > 3 ? _root.as<probe> : _root"}}
  - {{id: padded_{n}, type: inner(1), size: "{e}", pad-right: 0, terminator: 1}}
  - {{id: argument_{n}, type: "inner({e})"}}
  - {{id: text_{n}, type: str, size: "{e}", -limit: 70000, terminator: 0}}
  - {{id: bytes_{n}, size: "{e}", process: "xor({e})"}}
  - {{id: turned_{n}, size: "{e}", process: "rol({e})", type: inner(1)}}
  - {{id: repeated_{n}, type: "inner({e})", repeat: expr, repeat-expr: "{e}", size: "{e}"}}
  - id: until_{n}
    type: u1
    repeat: until
    repeat-until: "_ == ({e}) or _ == {n} or _index > ({e})"
  - {{id: valid_{n}, type: u1, valid: {{any-of: ["{e}", 3]}}, if: "({e}) > 2 or {n} == 1"}}
  - {{id: range_{n}, type: u4, valid: {{min: "{e}", max: "{e}"}}}}
  - {{id: that_{n}, type: u4, valid: {{expr: "_ > ({e})"}}}}
  - id: switch_{n}
    size: "{e}"
    type:
      switch-on: "{e}"
      cases: {{"{e}": inner(1), 3: "inner({e})"}}
types:
  inner:
    params: [{{id: p, type: s8}}]
    seq: [{{id: {n}, size-eos: true}}]
instances:
  placed_{n}: {{pos: "{e}", type: "inner({e})", size: "{e}", io: _root._io}}
  value_{n}: {{value: "{e}"}}
  text_of_{n}: {{value: '({e}).to_s + "x"', if: "({e}) > 2"}}
"""
OWN = """\
  - {{id: array_{n}, size: 4, -array: {{dtype: f4, shape: ["{e}"]}}}}
  - {{id: packed_{n}, size: "{e}", -array: {{dtype: f4, shape: ["{e}"]}}, -codec: [fp16]}}
  - {{id: default_{n}, type: u1, -default: "{e}"}}
  - {{id: row_{n}, type: row, repeat: expr, repeat-expr: "{e}"}}
"""
ROW = "  row:\n    seq: [{{id: x, type: u1}}, {{id: {n}, size: '{e}'}}]\n"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("mode", ["read", "read-write"])
def test_a_module_is_python_at_every_length_of_a_name(form: str, mode: str, tmp_path: Path) -> None:
    path = tmp_path / "probe.ksy"
    for length in (1, 8, 14, 20, 30, 45):
        name = "n" + "ame_" * 15
        words = {"n": name[:length], "e": FORMS[form].format(n=name[:length])}
        text = SPEC
        if mode == "read":
            text = text.replace("types:\n", OWN + "types:\n" + ROW.replace("{e}", "2"), 1)
        path.write_text(text.format(**words), encoding="utf-8")
        quire.compile(path, read_write=mode == "read-write")


def test_a_choice_that_is_an_argument_by_name_means_what_it_says(tmp_path: Path) -> None:
    path = tmp_path / "wrapped.ksy"
    path.write_text(
        """\
meta: {id: wrapped, endian: le}
seq:
  - {id: len_of_the_stored_block, type: u1}
  - {id: outer, type: level_one}
types:
  level_one:
    seq: [{id: inner, type: level_two}]
    types:
      level_two:
        seq:
          - id: body
            type: payload
            size: "_root.len_of_the_stored_block < 100 ? _root.len_of_the_stored_block : 100"
        types:
          payload: {seq: [{id: x, type: u1}]}
""",
        encoding="utf-8",
    )
    kind = quire.compile(path).Wrapped
    for data in (b"\x03abc", b"\x01a", b"\xff" + bytes(range(100))):
        record = kind.from_bytes(data)
        assert record.outer.inner._raw_body == data[1:]
        assert record.to_bytes() == data
