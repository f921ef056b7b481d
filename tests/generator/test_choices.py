"""Switches: an arm for each case that does something of its own, and what is asked, once."""

from __future__ import annotations

from pathlib import Path

import quire
from tests.cases import generated

HEAD = "meta: {id: probe, endian: le}\nseq:\n"


def _spec(tmp_path: Path, body: str) -> Path:
    path = tmp_path / "spec.ksy"
    path.write_text(HEAD + body, encoding="utf-8")
    return path


def _method(text: str, name: str) -> str:
    return text.split(f"def {name}(")[1].split("\n\n", maxsplit=1)[0]


def test_a_boolean_is_not_compared(tmp_path: Path) -> None:
    body = (
        "  - {id: a, type: b1}\n"
        "  - {id: b, type: {switch-on: a, cases: {true: u1, false: u2}}}\n"
        "  - {id: c, type: u1, if: a == false}\n"
    )
    spec = _spec(tmp_path, body)
    text = _method(generated(spec), "_read_at")
    assert "if self.a:" in text
    assert "else:" in text  # which has `c`, too
    assert "False" not in text
    assert "True" not in text
    kind = quire.compile(spec).Probe
    for data, b in ((b"\x80\x05", 5), (b"\x00\x05\x01\x07", 0x105)):
        assert kind.from_bytes(data).b == b
        assert kind.from_bytes(data).to_bytes() == data


def test_a_case_that_is_as_the_rest_has_no_arm(tmp_path: Path) -> None:
    body = (
        "  - {id: a, type: u1}\n"
        "  - {id: b, type: {switch-on: a, cases: {1: u2, 2: u1, 3: u4, _: u2}}}\n"
    )
    spec = _spec(tmp_path, body)
    text = _method(generated(spec), "_read_at")
    assert [n for n in (1, 2, 3) if f"self.a == {n}:" in text] == [2, 3]
    kind = quire.compile(spec).Probe
    for data in (b"\x01\x05\x00", b"\x02\x05", b"\x03\x05\0\0\0", b"\x09\x05\x00"):
        assert kind.from_bytes(data).b == 5
        assert kind.from_bytes(data).to_bytes() == data


def test_keys_that_may_be_equal_keep_their_order(tmp_path: Path) -> None:
    body = (
        "  - {id: a, type: u1}\n"
        "  - {id: k, type: u1}\n"
        "  - {id: b, type: {switch-on: a, cases: {k: u2, 2: u1, _: u2}}}\n"
    )
    kind = quire.compile(_spec(tmp_path, body)).Probe
    assert kind.from_bytes(b"\x02\x02\x05\x01").b == 0x105


def test_what_does_nothing_has_no_arm(tmp_path: Path) -> None:
    body = (
        "  - {id: a, type: u1}\n"
        "  - {id: b, type: {switch-on: a, cases: {1: plain, 2: outer, 3: plain, _: outer}}}\n"
        "types:\n"
        "  plain: {seq: [{id: x, type: u1}]}\n"
        "  outer: {seq: [{id: len, type: u1}, {id: inner, type: inner}]}\n"
        "  inner: {seq: [{id: x, size: _parent.len}]}\n"
    )
    spec = _spec(tmp_path, body)
    derive = _method(generated(spec), "_derive")
    assert "pass" not in derive
    assert "if self.a not in (1, 3):" in derive
    kind = quire.compile(spec).Probe
    for data in (b"\x01\x07", b"\x02\x01\x07", b"\x05\x01\x07"):
        assert kind.from_bytes(data).to_bytes() == data
    assert kind.build(a=4, b={"inner": {"x": b"abc"}}).to_bytes() == b"\x04\x03abc"
