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
