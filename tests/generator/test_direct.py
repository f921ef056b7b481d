"""What reads by position: as a stream would read it, and faster."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.cases import generated


def compiled(folder: Path, body: str, name: str = "spec") -> Any:
    path = folder / f"{name}.ksy"
    path.write_text(f"meta: {{id: {name}, endian: le}}\n{body}", encoding="utf-8")
    return getattr(quire.compile(path), name.capitalize())


def test_a_size_that_is_computed_is_asked_once(tmp_path: Path) -> None:
    spec = "seq: [{id: n, type: u1}, {id: data, size: n - 2}, {id: rest, size-eos: true}]\n"
    kind = compiled(tmp_path, spec)
    assert kind.from_bytes(b"\5abcde").data == b"abc"
    assert kind.from_bytes(b"\2abc").rest == b"abc"
    with pytest.raises(quire.FormatError, match=r"data at byte 1: .*size of 0 or more.*-1"):
        kind.from_bytes(b"\1abc")
    with pytest.raises(quire.FormatError, match=r"data at byte 1: .*7 bytes.*3"):
        kind.from_bytes(b"\x09abc")


def test_a_record_in_bytes_of_a_computed_size_ends_with_them(tmp_path: Path) -> None:
    spec = (
        "seq: [{id: n, type: u1}, {id: body, type: body, size: n * 2}, {id: last, type: u1}]\n"
        "types: {body: {seq: [{id: all, size-eos: true}]}}\n"
    )
    found = compiled(tmp_path, spec).from_bytes(b"\2abcd\7")
    assert (found.body.all, found.last, found.body._io.size()) == (b"abcd", 7, 4)


def test_elements_without_bytes_are_counted_however_few_a_list_has(tmp_path: Path) -> None:
    spec = (
        "seq: [{id: rows, type: row, repeat: expr, repeat-expr: 8192}]\n"
        "types:\n  row: {seq: [{id: cells, type: cell, repeat: expr, repeat-expr: 64}]}\n"
        "  cell: {}\n"
    )
    with pytest.raises(quire.FormatError, match="fewer elements that take no bytes"):
        compiled(tmp_path, spec).from_bytes(b"")


def test_elements_that_took_bytes_cost_nothing(tmp_path: Path) -> None:
    spec = (
        "seq: [{id: rows, type: row, repeat: eos}]\n"
        "types:\n  row: {seq: [{id: n, type: u1}, {id: cells, size: 1, repeat: expr,"
        " repeat-expr: n}]}\n"
    )
    found = compiled(tmp_path, spec).from_bytes(bytes([3, 1, 2, 3]) * 100_000)
    assert len(found.rows) == 100_000
    assert found.rows[-1].cells == [b"\1", b"\2", b"\3"]


@pytest.mark.parametrize("order", ["be", "le"])
def test_checked_bits_fail_before_those_behind_them_are_missed(tmp_path: Path, order: str) -> None:
    spec = (
        f"seq: [{{id: a, type: b3{order}, valid: 5}}, {{id: b, type: b11{order}}},"
        f" {{id: c, type: b2{order}, valid: {{max: 1}}}}, {{id: d, type: u1}}]\n"
    )
    kind = compiled(tmp_path, spec)
    number = 5 << 13 | 1234 << 2 | 1 if order == "be" else 1 << 14 | 1234 << 3 | 5
    data = number.to_bytes(2, "big" if order == "be" else "little") + b"\7"
    found = kind.from_bytes(data)
    assert (found.a, found.b, found.c, found.d) == (5, 1234, 1, 7)
    with pytest.raises(quire.FormatError, match=r"a at byte 0: expected 5"):
        kind.from_bytes(b"\0")
    with pytest.raises(quire.FormatError, match=r"b at byte 1: .*1 byte"):
        kind.from_bytes(data[:1])
    wrong = bytes([data[0], data[1] | (3 if order == "be" else 0xC0)])
    with pytest.raises(quire.FormatError, match=r"c at byte 1: expected at most 1, found 3"):
        kind.from_bytes(wrong)


def test_bits_go_on_in_a_record_and_behind_it(tmp_path: Path) -> None:
    spec = (
        "seq: [{id: a, type: b4}, {id: x, type: x}, {id: b, type: b4}, {id: y, type: x},"
        " {id: list, type: x, repeat: eos}]\n"
        "types: {x: {seq: [{id: p, type: b3}, {id: q, type: b5}]}}\n"
    )
    found = compiled(tmp_path, spec).from_bytes(bytes([0xA5, 0xCB, 0xE1, 0x42]))
    assert (found.a, found.x.p, found.x.q, found.b) == (0xA, 2, 0x1C, 0xB)
    assert (found.y.p, found.y.q) == (7, 1)
    assert [(each.p, each.q) for each in found.list] == [(2, 2)]


def test_reading_nothing_drops_bits_as_in_kaitai(tmp_path: Path) -> None:
    spec = "seq: [{id: n, type: u1}, {id: a, type: b4}, {id: none, size: n}, {id: b, type: b4}]\n"
    kind = compiled(tmp_path, spec)
    assert kind.from_bytes(b"\0\x12\x34").b == 3
    assert kind.from_bytes(b"\1\x12\x34\x56").b == 5


def test_a_type_of_another_spec_may_end_within_a_byte(tmp_path: Path) -> None:
    compiled(tmp_path, "seq: [{id: p, type: b4}]\n", "half")
    path = tmp_path / "whole.ksy"
    path.write_text(
        "meta: {id: whole, imports: [half]}\nseq: [{id: a, type: half}, {id: b, type: b4},"
        " {id: c, type: b3}, {id: d, type: b5}]\n",
        encoding="utf-8",
    )
    found = quire.compile(path).Whole.from_bytes(b"\x12\xe1")
    assert (found.a.p, found.b, found.c, found.d) == (1, 2, 7, 1)


@pytest.mark.parametrize("end", [b"\0rest", b""])
def test_a_text_whose_end_may_be_missing_is_read_by_position(tmp_path: Path, end: bytes) -> None:
    text = "type: strz, encoding: ASCII, eos-error: false"
    spec = (
        f"seq: [{{id: part, type: part, size: 4}}, {{id: s, {text}}}, {{id: t, size-eos: true}}]\n"
        f"instances: {{far: {{pos: 2, {text}}}, last: {{pos: _io.size, {text}}}}}\n"
        f"types: {{part: {{seq: [{{id: a, {text}}}, {{id: b, {text}}}],"
        f" instances: {{at: {{pos: 1, {text}}}}}}}}}\n"
    )
    kind = compiled(tmp_path, spec)
    data = b"abcdefg" + end
    pipe = os.fdopen(_piped(data), "rb")
    for found in (kind.from_bytes(data), kind.from_bytes(memoryview(data)), kind.from_io(pipe)):
        assert (found.part.a, found.part.b, found.part.at) == ("abcd", "", "bcd")
        assert (found.s, found.t, found.far, found.last) == ("efg", end[1:], "cdefg", "")
        assert found.to_bytes() == data
    pipe.close()
    assert kind.from_bytes(b"ab\0c").part.b == "c"
    assert "io.until" not in generated(tmp_path / "spec.ksy")


def _piped(data: bytes) -> int:
    """A pipe with some bytes in it, and no more to come."""
    out, into = os.pipe()
    os.write(into, data)
    os.close(into)
    return out


def test_only_instances_that_are_asked_for_within_a_byte_drop_its_bits(tmp_path: Path) -> None:
    spec = (
        "meta: {id: spec}\nseq: [{id: n, type: u1}, {id: a, type: b4}, {id: b, type: b4WHEN}]\n"
        "instances: {first: {pos: 0, type: u1}, far: {pos: 1, type: one}}\n"
        "types: {one: {seq: [{id: p, type: u1}]}}\n"
    )
    path = tmp_path / "spec.ksy"
    path.write_text(spec.replace("WHEN", ""), encoding="utf-8")
    assert "_io_at(" not in generated(path).partition("def far")[2].partition("def ")[0]
    found = quire.compile(path).Spec.from_bytes(b"\7\x12\x34")
    assert (found.first, found.far.p, found.a, found.b) == (7, 0x12, 1, 2)
    path.write_text(spec.replace("WHEN", ", if: first == 7"), encoding="utf-8")
    assert quire.compile(path).Spec.from_bytes(b"\7\x12\x34").b == 3  # of the byte after


def test_where_bits_are_whole_bytes_no_stream_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "spec.ksy"
    path.write_text(
        "meta: {id: spec}\nseq: [{id: a, type: b1, valid: true}, {id: b, type: b7},"
        " {id: n, type: b12}, {id: m, type: b4}, {id: data, size: n}]\n",
        encoding="utf-8",
    )
    text = generated(path)
    method = text[text.index("def _read_at") : text.index("return", text.index("def _read_at"))]
    assert "io.bits" not in method
    assert "take_bytes" not in method


def test_an_instance_that_follows_from_fields_is_computed_in_place(tmp_path: Path) -> None:
    path = tmp_path / "spec.ksy"
    path.write_text(
        "meta: {id: spec}\nseq: [{id: n, type: u1}, {id: more, type: u1, if: is_long},"
        " {id: data, size: len_data}, {id: wide, type: u1, if: len_sure == 2}]\ninstances:\n"
        "  is_long: {value: n > 100}\n  len_data: {value: 'is_long ? n + more : n'}\n"
        "  len_sure: {value: n / (n - 3)}\n",
        encoding="utf-8",
    )
    method = generated(path).partition("def _read_at")[2].partition("return")[0]
    assert "is_long" not in method
    assert "len_data" not in method
    assert "self.len_sure" in method  # it may fail, and then says its name
    kind = quire.compile(path).Spec
    found = kind.from_bytes(bytes([4, 1, 2, 3, 4]))
    assert (found.data, found.is_long, found.len_data, found.len_sure) == (b"\1\2\3\4", 0, 4, 4)
    assert kind.from_bytes(bytes([101, 9, *bytes(110)])).len_data == 110
    with pytest.raises(quire.FormatError, match="len_sure"):
        kind.from_bytes(bytes([3, 1, 2, 3]))


def test_what_is_left_of_a_stream_is_known_without_it_and_fetched_from_a_pipe(
    tmp_path: Path,
) -> None:
    spec = (
        "seq: [{id: n, type: u1}, {id: data, size: _io.size - _io.pos - n},"
        " {id: tail, size-eos: true}]\n"
    )
    kind = compiled(tmp_path, spec)
    there, away = os.pipe()
    os.write(away, b"\2abcde")
    os.close(away)
    with os.fdopen(there, "rb") as pipe:
        for found in (kind.from_bytes(b"\2abcde"), kind.from_io(pipe)):
            assert (found.data, found.tail) == (b"abc", b"de")
    with pytest.raises(quire.FormatError, match=r"data at byte 1: .*size of 0 or more.*-2"):
        kind.from_bytes(b"\7abcde")
