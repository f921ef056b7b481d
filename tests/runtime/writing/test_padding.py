"""A length or a position that was set far beyond what is there: padding has a limit."""

from __future__ import annotations

import struct
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import quire
from quire import LimitError

BODIES = {
    "a record in a stream": "type: one",
    "a text that ends in a zero": "type: strz",
    "a text that is padded": "type: str, pad-right: 0x20",
}
SPEC = """
meta: {{id: padded, endian: le, encoding: ASCII}}
seq:
  - {{id: num_boxes, type: u1}}
  - {{id: boxes, type: box, repeat: expr, repeat-expr: num_boxes}}
types:
  box:
    seq:
      - {{id: len_body, type: u4}}
      - {{id: body, size: len_body, {body}}}
  one: {{seq: [{{id: x, type: u1}}]}}
"""
PLACED = """
meta: {id: padded, endian: le}
seq: [{id: pos_body, type: u4}]
instances: {body: {pos: pos_body, type: u1}}
"""
FILE = b"\x02\x04\0\0\0A\0\0\0\x04\0\0\0B\0\0\0"
FAR = 0x7FFFFFFF


def kind_of(folder: Path, spec: str) -> Any:
    """The class of files of a spec."""
    path = folder / "padded.ksy"
    path.write_text(spec)
    return quire.compile(path).Padded


def built_again(record: Any) -> Any:
    """One that is built of the same values."""
    return type(record).from_dict(record.to_dict(exact=False))


@pytest.fixture(params=BODIES.values(), ids=[*BODIES])
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    return kind_of(tmp_path, SPEC.format(body=request.param))


@pytest.mark.parametrize("origin", ["read", "built"])
def test_a_length_far_beyond_the_bytes_is_refused_before_they_are_made(
    kind: Any, origin: str
) -> None:
    record = kind.from_bytes(FILE)
    record = record if origin == "read" else built_again(record)
    record.boxes[1].len_body = FAR
    tracemalloc.start()
    with pytest.raises(LimitError, match=r"boxes\[1\].body .*at most 67108864 bytes of padding"):
        record.to_bytes()
    assert tracemalloc.get_traced_memory()[1] < 8 << 20
    tracemalloc.stop()
    record.boxes[1].len_body = 4
    assert record.to_bytes()[-8:-3] == FILE[-8:-3]


def test_padding_counts_together_and_can_be_allowed(kind: Any) -> None:
    record = kind.from_bytes(FILE)
    for box in record.boxes:
        box.len_body = 6000
    with quire.limits(max_decoded=10_000), pytest.raises(LimitError, match="10000 bytes of paddin"):
        record.to_bytes()
    with quire.limits(max_decoded=12_000):
        data = record.to_bytes()
    assert [len(data), data[5:6], data[6009:6010]] == [12_009, b"A", b"B"]
    assert kind.from_bytes(data).to_bytes() == data


def test_a_position_far_behind_all_that_is_there_is_refused(tmp_path: Path) -> None:
    kind = kind_of(tmp_path, PLACED)
    with pytest.raises(LimitError, match="padded: body: expected at most 67108864 bytes of paddin"):
        kind.build(pos_body=FAR, body=7).to_bytes()
    assert kind.build(pos_body=5000, body=7).to_bytes() == b"\x88\x13\0\0" + bytes(4996) + b"\7"


TABLE = """
meta: {id: padded, endian: le}
instances:
  index: {pos: _io.size - 16, type: row, repeat: expr, repeat-expr: 2}
types:
  row:
    seq: [{id: ofs_body, type: u4}, {id: len_body, type: u4}]
    instances: {body: {pos: ofs_body, size: len_body, io: _root._io}}
"""


def test_what_makes_room_for_large_data_is_no_padding(tmp_path: Path) -> None:
    def file_of(*bodies: bytes) -> bytes:
        sizes = [*map(len, bodies)]
        return b"".join(bodies) + struct.pack("<4I", 0, sizes[0], sizes[0], sizes[1])

    file = kind_of(tmp_path, TABLE).from_bytes(file_of(b"a", b"b"))
    file.index[0].body = b"x" * 9000
    with quire.limits(max_decoded=1000):
        assert file.to_bytes() == file_of(b"x" * 9000, b"b")
