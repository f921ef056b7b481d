"""Runs of numbers become one block, checks and all; nothing else does."""

from __future__ import annotations

from pathlib import Path

from quire.generator import plan as p
from quire.generator.plan_text import plan_text
from tests.cases import plan_of


def blocks(tmp_path: Path, seq: str) -> list[list[str]]:
    """The fields of each block of a spec with these fields."""
    spec = tmp_path / "runs.ksy"
    spec.write_text(f"meta: {{id: runs, endian: le}}\nseq:\n{seq}", encoding="utf-8")
    read = plan_of(spec).root.read
    return [[name for name, _ in op.fields] for op in read if isinstance(op, p.Block)]


def test_a_check_of_bytes_does_not_keep_the_numbers_behind_it_apart(tmp_path: Path) -> None:
    seq = """
  - {id: magic, size: 2, valid: "[1, 2]"}
  - {id: a, type: u1}
  - {id: b, type: u2, valid: {min: 1}}
  - {id: c, type: u4}
"""
    assert blocks(tmp_path, seq) == [["a", "b", "c"]]


def test_a_check_of_a_number_stays_in_its_run(tmp_path: Path) -> None:
    seq = """
  - {id: a, type: u1, valid: 1}
  - {id: b, type: u1, valid: 2}
  - {id: text, size: 1, valid: "[3]"}
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


def test_a_count_of_an_instance_is_checked_against_what_is_left(tmp_path: Path) -> None:
    spec = tmp_path / "counted.ksy"
    spec.write_text(
        "meta: {id: counted, endian: le}\nseq: [{id: num_rows, type: u4}]\n"
        "instances: {rows: {pos: 4, type: row, repeat: expr, repeat-expr: num_rows}}\n"
        "types: {row: {seq: [{id: a, type: u4}, {id: name, type: strz, encoding: ASCII}]}}\n",
        encoding="utf-8",
    )
    assert "loop rows count self.num_rows, at least 5 bytes each" in plan_text(plan_of(spec))
