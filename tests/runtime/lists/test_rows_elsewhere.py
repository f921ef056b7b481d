"""Lists of records in the stream of another record."""

from __future__ import annotations

import io
import struct
from typing import Any

import pytest

import quire

SPEC = """
meta: {id: elsewhere, endian: le}
seq:
  - {id: number, type: u2}
  - {id: head, type: head}
  - {id: box, type: head, size: 8}
types:
  head: {seq: [{id: a, type: u2}]}
  point:
    seq: [{id: x, type: u1}, {id: y, type: u1}]
    instances:
      first: {pos: 0, type: u1}
instances:
  beside: {pos: 2, io: head._io, type: point, repeat: expr, repeat-expr: number}
  boxed: {pos: 2, io: box._io, type: point, repeat: expr, repeat-expr: number}
"""
"""`beside` is in the stream of the file, which the header has, too; `boxed` in one of its own."""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    path = tmp_path_factory.mktemp("elsewhere") / "elsewhere.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Elsewhere


def file(number: int) -> bytes:
    """A number, 7, and then 10, 11, and so on."""
    return struct.pack("<HH8B", number, 7, *range(10, 18))


def points(records: list[Any]) -> list[tuple[int, int]]:
    """What they are."""
    return [(each.x, each.y) for each in records]


@pytest.mark.parametrize("way", ["bytes", "view", "stream"])
def test_records_stand_in_the_stream_that_is_named(elsewhere: Any, way: str) -> None:
    data = file(3)
    record = {
        "bytes": elsewhere.from_bytes,
        "view": lambda data: elsewhere.from_bytes(memoryview(data)),
        "stream": lambda data: elsewhere.from_io(io.BytesIO(data)),
    }[way](data)
    assert points(record.beside) == [(7, 0), (10, 11), (12, 13)]
    assert points(record.boxed) == [(12, 13), (14, 15), (16, 17)]
    # Positions within an element count in that stream.
    assert [each.first for each in record.beside] == [3, 3, 3]
    assert [each.first for each in record.boxed] == [10, 10, 10]
    assert record.boxed[1]._parent is record
    assert record.boxed[1]._io is record.box._io
    assert record.span_of("boxed[1]") == (8, 10)
    assert record.to_bytes() == data


def test_an_element_that_is_not_there_says_which_it_is(elsewhere: Any) -> None:
    record = elsewhere.from_bytes(file(4))
    assert len(record.beside) == 4
    for _ in range(2):
        with pytest.raises(quire.TruncatedError) as caught:
            _ = record.boxed
        assert (caught.value.path, caught.value.offset) == ("boxed", 6)
    assert points(elsewhere.from_bytes(file(0)).boxed) == []


def test_an_edit_of_an_element_is_written_where_it_stands(elsewhere: Any) -> None:
    data = bytearray(file(2))
    record = elsewhere.from_bytes(bytes(data))
    record.boxed[1].y = 99
    data[9] = 99
    assert record.to_bytes() == bytes(data)
