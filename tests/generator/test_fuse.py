"""Runs of numbers become one block, checks and all; nothing else does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire
from quire.generator.plan import operations as p
from quire.generator.plan.text import plan_text
from tests.cases import plan_of


def blocks(tmp_path: Path, seq: str) -> list[list[str]]:
    """The fields of each block of a spec with these fields."""
    spec = tmp_path / "runs.ksy"
    spec.write_text(f"meta: {{id: runs, endian: le}}\nseq:\n{seq}", encoding="utf-8")
    read = plan_of(spec).root.read
    return [[field.name for field in op.fields] for op in read if isinstance(op, p.Block)]


def test_bytes_of_fixed_size_are_part_of_a_run(tmp_path: Path) -> None:
    seq = """
  - {id: magic, size: 2, valid: "[1, 2]"}
  - {id: a, type: u1}
  - {id: padded, size: 2, pad-right: 0}
  - {id: huge, size: 5000}
  - {id: b, type: u1}
  - {id: c, size: 2 * 2}
"""
    assert blocks(tmp_path, seq) == [["magic", "a"], ["b", "c"]]


def test_a_check_of_text_does_not_keep_the_numbers_behind_it_apart(tmp_path: Path) -> None:
    seq = """
  - {id: magic, type: strz, encoding: ASCII, valid: '"x"'}
  - {id: a, type: u1}
  - {id: b, type: u2, valid: {min: 1}}
  - {id: c, type: u4}
"""
    assert blocks(tmp_path, seq) == [["a", "b", "c"]]


def test_a_check_of_a_number_stays_in_its_run(tmp_path: Path) -> None:
    seq = """
  - {id: a, type: u1, valid: 1}
  - {id: b, type: u1, valid: 2}
  - {id: text, type: strz, encoding: ASCII, valid: '"x"'}
  - {id: c, type: u1, valid: 4}
  - {id: d, type: u1}
"""
    assert blocks(tmp_path, seq) == [["a", "b"], ["c", "d"]]


def test_bits_end_a_run(tmp_path: Path) -> None:
    seq = """
  - {id: a, type: u1}
  - {id: b, type: u1}
  - {id: bit, type: b1}
  - {id: c, type: u1}
  - {id: d, type: u1}
"""
    assert blocks(tmp_path, seq) == [["a", "b"], ["c", "d"]]
    notes = plan_of(tmp_path / "runs.ksy").root.notes
    assert "fuse: _BLOCK_0 ends at `bit`: it is bits" in notes


def test_a_count_of_an_instance_is_checked_against_what_is_left(tmp_path: Path) -> None:
    spec = tmp_path / "counted.ksy"
    spec.write_text(
        "meta: {id: counted, endian: le}\nseq: [{id: num_rows, type: u4}]\n"
        "instances: {rows: {pos: 4, type: row, repeat: expr, repeat-expr: num_rows}}\n"
        "types: {row: {seq: [{id: a, type: u4}, {id: name, type: strz, encoding: ASCII}]}}\n",
        encoding="utf-8",
    )
    assert "loop rows count num_rows, at least 5 bytes each" in plan_text(plan_of(spec))


def rows(tmp_path: Path, text: str) -> Any:
    spec = tmp_path / "rows.ksy"
    row = "types: {row: {seq: [{id: a, type: u2}, {id: b, size: 1}]}}\n"
    spec.write_text("meta: {id: rows, endian: le}\n" + row + text, encoding="utf-8")
    assert "in one go" in plan_text(plan_of(spec))
    return quire.compile(spec).Rows


def test_records_of_one_block_are_read_in_one_go(tmp_path: Path) -> None:
    kind = rows(tmp_path, "seq: [{id: rows, type: row, repeat: eos}]\n")
    read = kind.from_bytes(b"\1\0x\2\0y")
    assert [(row.a, row.b, row._parent is read, row._io is read._io) for row in read.rows] == [
        (1, b"x", True, True),
        (2, b"y", True, True),
    ]
    assert read._io.is_eof()
    assert read.to_bytes() == b"\1\0x\2\0y"
    with pytest.raises(quire.EndOfStreamError, match=r"rows: rows\[1\]\.b at byte 5"):
        kind.from_bytes(b"\1\0x\2\0")


def test_records_without_a_list_have_no_method_for_it(tmp_path: Path) -> None:
    kind = rows(tmp_path, "seq: [{id: rows, type: row, repeat: eos}]\n")
    assert "_make_rows" in vars(kind.Row)
    assert "_make_rows" not in vars(kind)
    spec = tmp_path / "single.ksy"
    row = "{row: {seq: [{id: a, type: u2}, {id: b, size: 1}]}}"
    text = f"meta: {{id: single, endian: le}}\ntypes: {row}\nseq: [{{id: only, type: row}}]\n"
    spec.write_text(text, encoding="utf-8")
    assert "_make_rows" not in vars(quire.compile(spec).Single.Row)


def test_a_count_of_such_records_is_kept_to(tmp_path: Path) -> None:
    field = "{id: rows, type: row, repeat: expr, repeat-expr: num_rows}"
    kind = rows(tmp_path, f"seq: [{{id: num_rows, type: s1}}, {field}]\n")
    assert [row.a for row in kind.from_bytes(b"\1\1\0x\2\0y").rows] == [1]
    assert kind.from_bytes(b"\xff\1\0x").rows == []
    with pytest.raises(quire.EndOfStreamError):
        kind.from_bytes(b"\3\1\0x\2\0y")


def test_bytes_in_a_block_must_have_their_size(tmp_path: Path) -> None:
    kind = rows(tmp_path, "seq: [{id: rows, type: row, repeat: eos}]\n")
    with pytest.raises(quire.FormatError, match=r"rows\[0\].b.*expected 1 bytes, found 2 bytes"):
        kind.build(rows=[{"a": 1, "b": b"xy"}]).to_bytes()
