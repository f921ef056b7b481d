"""What is missing in a dict for a record is told with its whole path."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

CHUNKS = """
seq: [{id: body, size-eos: true, type: slot}]
instances:
  chunks: {pos: 0, io: body._io, type: chunk, repeat: eos}
types:
  slot: {}
  chunk:
    seq:
      - {id: mark, size: 0, if: STARTS}
      - {id: inner, type: inner}
    instances:
      start: {value: _io.pos}
      data: {pos: 0, io: inner.slot._io, type: u1}
  inner: {seq: [{id: len, type: u1}, {id: slot, type: slot, size: len}]}
"""


@pytest.mark.parametrize(
    ("starts", "given", "told"),
    [
        ("'false'", {}, r"chunks\[1\]\.inner.slot: expected a value: give one"),
        ("start < 0", {}, r"chunks\[1\]\.start: expected one that was read, as .*: put in a copy"),
    ],
)
def test_it_is_that_of_the_record_in_its_list(
    starts: str, given: Any, told: str, tmp_path: Path
) -> None:
    record = compiled(tmp_path, CHUNKS.replace("STARTS", starts)).from_bytes(b"\1a")
    record.chunks.append(given)
    with pytest.raises(quire.FormatError, match=told):
        record.to_bytes()
    record.chunks[1] = copy.deepcopy(record.chunks[0])
    record.chunks[1].data = ord("b")
    assert record.to_bytes() == b"\1a\1b"


OFFSETS_AS_TEXT = """
seq: [{id: num, type: u1}, {id: entries, type: entry, repeat: expr, repeat-expr: num}]
types:
  entry:
    seq: [{id: tag, type: u1}, {id: len, type: str, size: 2}, {id: ofs, type: str, size: 3}]
    instances:
      text: {io: _root._io, pos: ofs.to_i, size: len.to_i(16), type: str%s}
"""


@pytest.mark.parametrize("condition", ["", ", if: ofs.to_i != 0"])
def test_positions_that_are_texts_are_told_of_new_records(condition: str, tmp_path: Path) -> None:
    kind = compiled(tmp_path, OFFSETS_AS_TEXT % condition)
    built = kind.build(entries=[{"tag": 1, "text": "abc"}, {"tag": 2, "text": "x"}])
    assert built.to_bytes() == b"\x02\x0103013\x0201016abcx"
    record = kind.from_bytes(b"\x01\x0103007abc")
    record.entries.insert(0, {"tag": 2, "text": "x"})
    written = record.to_bytes()
    assert [each.text for each in kind.from_bytes(written).entries] == ["x", "abc"]
    assert record.to_bytes() == written == b"\x02\x0201016\x0103013abcx"
