"""Conditions are asked once in a row, with an `else`, where what is done does not change them."""

from __future__ import annotations

import textwrap
from pathlib import Path
from types import ModuleType

import pytest

import quire
from tests.cases import generated

FLAG = "{id: a, type: u1}"


def _method(tmp_path: Path, name: str, *fields: str) -> str:
    """A method of the class of a spec with some fields."""
    text = generated(_spec(tmp_path, *fields))
    body = text.split(f"    def {name}(")[1].split("\n    def ")[0].split("\n\n")[0]
    return textwrap.dedent(body.split("\n", 1)[1])


def _spec(tmp_path: Path, *fields: str) -> Path:
    path = tmp_path / "spec.ksy"
    listed = "".join(f"  - {field}\n" for field in fields)
    path.write_text(f"meta: {{id: probe, endian: le}}\nseq:\n{listed}", encoding="utf-8")
    return path


def _compiled(tmp_path: Path, *fields: str) -> ModuleType:
    return quire.compile(_spec(tmp_path, *fields))


@pytest.mark.parametrize(
    ("condition", "other"),
    [
        ("a == 1", "a != 1"),
        ("a != 1", "a == 1"),
        ("a < 3", "a >= 3"),
        ("a <= 3", "a > 3"),
        ("a == 1 and a != 3", "not (a == 1 and a != 3)"),
    ],
)
def test_the_opposite_is_an_else(tmp_path: Path, condition: str, other: str) -> None:
    fields = (FLAG, f"{{id: b, type: u1, if: {condition}}}", f"{{id: c, type: u2, if: {other}}}")
    text = _method(tmp_path, "_read_at", *fields)
    assert text.count("if self.a") == text.count("else:") == 1
    assert "self.c = " in text.split("else:")[1]
    for first in range(5):
        read = _compiled(tmp_path, *fields).Probe.from_bytes(bytes((first, 7, 0)))
        assert hasattr(read, "b") != hasattr(read, "c")
        assert read.to_bytes() == bytes((first, 7, 0))


def test_floats_are_neither_less_nor_not_less(tmp_path: Path) -> None:
    fields = ("{id: a, type: f4}", "{id: b, type: u1, if: a < 3}", "{id: c, type: u1, if: a >= 3}")
    assert "else:" not in _method(tmp_path, "_read_at", *fields)
    read = _compiled(tmp_path, *fields).Probe.from_bytes(bytes.fromhex("0000c07f"))
    assert not hasattr(read, "b")
    assert not hasattr(read, "c")


def test_the_same_condition_is_asked_once(tmp_path: Path) -> None:
    fields = (FLAG, "{id: b, type: u1, if: a > 1}", "{id: c, type: u2, if: a > 1}")
    assert _method(tmp_path, "_read_at", *fields).count("if self.a") == 1
    kind = _compiled(tmp_path, *fields).Probe
    assert kind.from_bytes(b"\x02\x02\x03\x00").to_bytes() == b"\x02\x02\x03\x00"
    for left_out in ("b", "c"):
        with pytest.raises(quire.FormatError, match=f"probe: {left_out}:"):
            kind.build(a=1, **{left_out: 1}).to_bytes()


def test_cases_of_one_value_are_chosen_once(tmp_path: Path) -> None:
    switch = "{{id: {}, type: {{switch-on: a, cases: {{1: u1, 2: u2}}}}}}"
    fields = (FLAG, switch.format("b"), switch.format("c"))
    text = _method(tmp_path, "_read_at", *fields)
    assert text.count("self.a == ") == 2
    kind = _compiled(tmp_path, *fields).Probe
    for data in (b"\x01\x05\x06", b"\x02\x05\x00\x06\x00"):
        read = kind.from_bytes(data)
        assert (read.b, read.c) == (5, 6)
        assert read.to_bytes() == data
    assert kind.from_bytes(b"\x03").to_bytes() == b"\x03"


def test_a_condition_that_reading_changes_is_asked_again(tmp_path: Path) -> None:
    fields = ("{id: b, type: u1, if: not _io.eof}", "{id: c, type: u1, if: not _io.eof}")
    assert _method(tmp_path, "_read_at", *fields).count("if not ") == 2
    read = _compiled(tmp_path, *fields).Probe.from_bytes(b"\x01")
    assert read.b == 1
    assert not hasattr(read, "c")


def test_a_condition_on_what_was_read_under_it_is_asked_again(tmp_path: Path) -> None:
    inner = "{id: b, type: {switch-on: a, cases: {1: u1, _: u2}}, if: a == 1 or b == 2}"
    fields = (FLAG, inner, "{id: c, type: u1, if: a == 1 or b == 2}")
    assert _method(tmp_path, "_read_at", *fields).count("self.b == 2") == 2
