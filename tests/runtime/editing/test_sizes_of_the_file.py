"""Instances whose sizes go by that of the file: it is another one once something has grown."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

from quire.runtime.errors import FormatError
from tests.runtime.writing.test_building import compiled

SPEC = """
seq:
  - {id: len_data, type: u4}
  - {id: data, size: len_data}
  - {id: texts, size: 3}
  - {id: index, size: 2}
  - {id: end, type: end}
instances:
  ofs_end: {value: _io.size - 8}
types:
  end:
    seq: [{id: ofs_texts, type: u4}, {id: ofs_index, type: u4}]
    instances:
      all_texts: {io: _root._io, pos: ofs_texts, size: ofs_index - ofs_texts}
      all_index: {io: _root._io, pos: ofs_index, size: SIZE}
"""

SIZES = ["_root.ofs_end - ofs_index", "_root._io.size - 8 - ofs_index", "_io.size - ofs_index - 8"]


def stored(size: int) -> bytes:
    return struct.pack("<I", size) + bytes(size) + b"123xy" + struct.pack("<II", 4 + size, 7 + size)


def shown(record: Any) -> tuple[bytes, bytes, int]:
    return record.end.all_texts, record.end.all_index, record.ofs_end


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_what_ends_before_the_end_of_the_file_moves_with_that(
    size: str, looked: Any, tmp_path: Path
) -> None:
    record = compiled(tmp_path, SPEC.replace("SIZE", size)).from_bytes(stored(5))
    if looked:
        assert shown(record) == (b"123", b"xy", 14)
    for count in (9, 2, 5):
        record.data = bytes(count)
        assert record.to_bytes() == stored(count)
        assert shown(record) == (b"123", b"xy", 9 + count)


def test_what_is_refused_leaves_the_size_of_the_file_as_it_was(tmp_path: Path) -> None:
    record = compiled(tmp_path, SPEC.replace("SIZE", SIZES[0])).from_bytes(stored(5))
    record.data, record.len_data = bytes(9), 20
    with pytest.raises(FormatError, match="len_data: given 20, but data makes it 9"):
        record.to_bytes()
    assert shown(record) == (b"123", b"xy", 14)
    record.len_data, record.end.all_index = 9, b"xyz"
    with pytest.raises(FormatError, match="change both alike"):
        record.to_bytes()
    assert shown(record)[::2] == (b"123", 14)
