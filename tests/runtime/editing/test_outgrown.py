"""What is over others, and ends with the last of them, grows with that, or is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire

SPEC = """
meta: {id: program, endian: le}
seq:
  - {id: len_segment, type: u1}
  - {id: parts, type: part, repeat: expr, repeat-expr: 2}
instances:
  segment: {pos: 5, size: len_segment}
types:
  part:
    seq: [{id: ofs_body, type: u1}, {id: len_body, type: u1}]
    instances: {body: {io: _root._io, pos: ofs_body, size: len_body}}
"""
STORED = b"\4\5\2\7\2aabb.."


@pytest.fixture
def program(tmp_path: Path) -> Any:
    (tmp_path / "program.ksy").write_text(SPEC, "utf-8")
    return quire.compile(tmp_path / "program.ksy").Program.from_bytes(STORED)


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize(("body", "found"), [(b"bbb", "1 bytes before"), (b"b", "1 bytes after")])
def test_what_ends_with_a_part_that_takes_other_room_is_refused_until_it_is_changed_too(
    body: bytes, found: str, program: Any, *, looked: bool
) -> None:
    if looked:
        assert program.segment == b"aabb"
    program.parts[1].body = body
    with pytest.raises(quire.FormatError, match="as before: change both") as told:
        program.to_bytes()
    assert (told.value.path, told.value.found) == ("segment", f"one {found} it")
    assert "an end where parts[1].body ends" in told.value.expected
    program.segment = b"aa" + body
    size = len(body)
    assert program.to_bytes() == bytes([2 + size, 5, 2, 7, size]) + b"aa" + body + b".."


def test_what_stays_as_long_is_written(program: Any) -> None:
    program.parts[1].body = b"xy"
    assert program.to_bytes() == b"\4\5\2\7\2aaxy.."


TABLE = """
meta: {id: program, endian: le}
seq:
  - {id: num_parts, type: u1}
  - {id: parts, type: part, repeat: expr, repeat-expr: num_parts}
types:
  part:
    seq: [{id: ofs_body, type: u1}, {id: len_body, type: u1}]
    instances: {body: {io: _root._io, pos: ofs_body, size: len_body}}
"""


def test_what_was_empty_behind_another_one_may_grow(tmp_path: Path) -> None:
    (tmp_path / "program.ksy").write_text(TABLE, "utf-8")
    kind = quire.compile(tmp_path / "program.ksy").Program
    table = kind.from_bytes(b"\3\7\2\x09\0\x09\1aab..")
    table.parts[1].body = b"xyz"
    assert table.to_bytes() == b"\3\7\2\x09\3\x0c\1aaxyzb.."


def test_what_was_empty_at_the_end_of_what_holds_others_is_refused(tmp_path: Path) -> None:
    three = SPEC.replace("repeat-expr: 2", "repeat-expr: 3").replace("pos: 5", "pos: 7")
    (tmp_path / "program.ksy").write_text(three, "utf-8")
    kind = quire.compile(tmp_path / "program.ksy").Program
    program = kind.from_bytes(b"\4\7\2\x09\2\x0b\0aabb..")
    assert program.segment == b"aabb"
    program.parts[2].body = b"c"
    with pytest.raises(
        quire.FormatError, match=r"segment: expected an end where parts\[2\].body ends"
    ):
        program.to_bytes()
