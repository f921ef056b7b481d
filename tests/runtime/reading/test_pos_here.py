"""`_io.pos` in the expressions of a reader: it counts from the start of the record's stream."""

from __future__ import annotations

import io
from typing import Any

import pytest

import quire
from tests.fed import at_once, fed

SPEC = """
meta: {id: here, endian: le}
seq:
  - {id: mark, type: u2}
  - {id: box, type: box, size: 9}
  - {id: rest, type: item, repeat: until, repeat-until: _io.pos >= 17}
  - {id: tail, size: (20 - _io.pos) % 4}
types:
  box:
    seq:
      - {id: few, type: item, repeat: until, repeat-until: _io.pos + _.len > 5}
      - {id: padding, size: 8 - _io.pos}
      - {id: last, type: u1, if: _io.pos == 8}
  item: {seq: [{id: len, type: u1}, {id: body, size: len}]}
"""
DATA = b"\x00\x01" + b"\x01a\x03bcd" + b"\x00\x00" + b"\x09" + b"\x02xy\x02zw" + b"\x11\x12\x13"
"""Within the box an element ends at 2, and at 6 of 9; behind it they end at 14 and at 17 of 20."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    path = tmp_path_factory.mktemp("here") / "here.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Here


class Pipe(io.RawIOBase):
    """What cannot seek, and gives a byte at a time."""

    def __init__(self) -> None:
        self._data = io.BytesIO(DATA)

    def readable(self) -> bool:
        """It is there to be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Give one byte."""
        found = self._data.read(1)
        buffer[: len(found)] = found
        return len(found)


@pytest.mark.parametrize("way", ["bytes", "view", "stream", "pipe"])
def test_it_counts_from_the_start_of_the_stream(here: Any, way: str) -> None:
    record = {
        "bytes": lambda: here.from_bytes(DATA),
        "view": lambda: here.from_bytes(memoryview(DATA)),
        "stream": lambda: here.from_io(io.BytesIO(DATA)),
        "pipe": lambda: here.from_io(Pipe()),
    }[way]()
    assert [each.body for each in record.box.few] == [b"a", b"bcd"]
    assert (record.box.padding, record.box.last) == (b"\0\0", 9)
    assert [each.body for each in record.rest] == [b"xy", b"zw"]
    assert record.tail == b"\x11\x12\x13"


def test_a_parser_that_is_fed_counts_alike(here: Any) -> None:
    pieces = (DATA[i : i + 1] for i in range(len(DATA)))
    assert fed(here, pieces) == at_once(here, DATA)


def test_an_error_behind_it_is_where_the_file_ends(here: Any) -> None:
    with pytest.raises(quire.TruncatedError) as caught:
        here.from_bytes(DATA[:16])
    assert (caught.value.path, caught.value.offset) == ("rest[1].body", 15)
