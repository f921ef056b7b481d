"""What stands in the stream of a record is taken along when another record replaces that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire

SPEC = """
meta: {id: made, endian: le}
seq:
  - {id: ofs_note, type: u2}
  - {id: len_box, type: u1}
  - {id: box, type: box, size: len_box}
instances:
  note: {pos: ofs_note, io: box._io, type: KIND}
types:
  box: {seq: [{id: width, type: u1}, {id: height, type: u1}]}
  note: {seq: [{id: text, type: u1}]}
"""

DATA = bytes([2, 0, 3, 7, 8, 9])


@pytest.mark.parametrize("is_looked_at", [False, True])
@pytest.mark.parametrize("kind", ["u1", "note"])
def test_a_note_stays_in_another_box(tmp_path: Path, kind: str, *, is_looked_at: bool) -> None:
    path = tmp_path / "made.ksy"
    path.write_text(SPEC.replace("KIND", kind))
    record: Any = quire.compile(path).Made.from_bytes(DATA)
    if is_looked_at:
        assert record.note is not None
    record.box = {"width": 1, "height": 2}
    assert record.to_bytes() == bytes([2, 0, 3, 1, 2, 9])
    record.box = {"width": 3, "height": 4}
    assert record.to_bytes() == bytes([2, 0, 3, 3, 4, 9])


@pytest.mark.parametrize("is_looked_at", [False, True])
def test_a_larger_box_of_the_same_stream_does_not_cover_the_note(
    tmp_path: Path, *, is_looked_at: bool
) -> None:
    path = tmp_path / "made.ksy"
    path.write_text(
        SPEC.replace("KIND", "u1").replace(
            "id: height, type: u1", "id: rest, type: strz, encoding: ASCII"
        )
    )
    record: Any = quire.compile(path).Made.from_bytes(bytes([2, 0, 3, 7, 0, 9]))
    if is_looked_at:
        assert record.note == 9
    record.box = {"width": 1, "rest": "a"}
    assert record.to_bytes() == bytes([3, 0, 4, 1, 97, 0, 9])


def test_a_note_is_set_again_in_a_box_that_was_read_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "made.ksy"
    path.write_text(SPEC.replace("KIND", "u1"))
    made: Any = quire.compile(path).Made
    record = made.from_bytes(DATA)
    record.box, record.note = made.Box.from_bytes(bytes([5, 6])), 9
    assert record.to_bytes() == bytes([2, 0, 3, 5, 6, 9])
