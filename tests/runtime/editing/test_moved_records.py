"""What stands at a position, and moves: its bytes are those of its new place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

PADDED = """
meta: {id: padded, endian: le}
seq:
  - {id: ofs_there, type: u1}
  - {id: len_name, type: u1}
  - {id: name, type: str, size: len_name, encoding: ASCII}
instances:
  there: {pos: ofs_there, type: one}
types:
  one:
    seq:
      - {id: a, type: u1}
      - {id: pad, size: _io.pos % 2, -fill: 0}
      - {id: b, type: u2}
"""


@pytest.fixture
def padded(tmp_path: Path) -> Any:
    """The class of a record after a name, its second number at an even position."""
    path = tmp_path / "padded.ksy"
    path.write_text(PADDED, encoding="utf-8")
    return quire.compile(path).Padded


@pytest.mark.parametrize("is_seen", [False, True])
def test_padding_is_that_of_the_new_place(padded: Any, *, is_seen: bool) -> None:
    record = padded.from_bytes(b"\3\1x\7\5\0")
    if is_seen:
        assert (record.there.a, record.there.b) == (7, 5)
    record.name = "xy"
    assert record.to_bytes() == b"\4\2xy\7\0\5\0"
    record.name = "xyz"
    assert record.to_bytes() == b"\5\3xyz\7\5\0"


def test_padding_that_is_as_long_stays_as_it_was(padded: Any) -> None:
    record = padded.from_bytes(b"\2\0\7\xff\5\0")
    record.name = "xy"
    assert record.to_bytes() == b"\4\2xy\7\xff\5\0"


TEXT = """
meta: {id: named, endian: le}
seq:
  - {id: ofs_there, type: u1}
  - {id: len_name, type: u1}
  - {id: name, type: str, size: len_name, encoding: ASCII}
instances:
  there: {pos: ofs_there, type: strz, encoding: ASCII}
"""


def test_an_edit_that_is_undone_after_writing_moves_everything_back(tmp_path: Path) -> None:
    path = tmp_path / "named.ksy"
    path.write_text(TEXT, encoding="utf-8")
    record = quire.compile(path).Named.from_bytes(b"\3\1aX\0")
    record.name = ""
    assert record.to_bytes() == b"\2\0X\0"
    record.name = "a"
    assert record.to_bytes() == b"\3\1aX\0"
    record.name = "b"
    assert record.to_bytes() == b"\3\1bX\0"
    assert record.there == "X"


BOXED = """
meta: {id: boxed}
seq:
  - {id: len_leaf, type: u1}
  - {id: box, type: box(len_leaf), size: _io.size - _io.pos - 2}
  - {id: tail, size: 2}
types:
  box:
    params: [{id: len_leaf, type: u1}]
    seq: [{id: ofs_item, type: u1}]
    instances: {item: {pos: ofs_item, type: item(len_leaf)}}
  item:
    params: [{id: len_leaf, type: u1}]
    seq: [{id: leaf, type: leaf, size: len_leaf}]
  leaf: {seq: [{id: a, type: u1}]}
"""


@pytest.mark.parametrize("is_seen", [False, True])
def test_streams_in_a_record_of_another_file_are_those_of_that_file(
    tmp_path: Path, *, is_seen: bool
) -> None:
    """The leaf leaves two bytes, which are `yz` there, and others where it stands now."""
    path = tmp_path / "boxed.ksy"
    path.write_text(BOXED, encoding="utf-8")
    kind = quire.compile(path).Boxed
    for record in (kind.from_bytes(b"\3\1abcde.."), kind.build(len_leaf=3, tail=b"..")):
        record.box = kind.from_bytes(b"\3\2?xyz!--").box
        assert not is_seen or record.box.item.leaf.a == ord("x")
        assert record.to_bytes() == b"\3\2?xyz!.."


PLACES = """
seq:
  - {id: num, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: num}
  - {id: rest, size-eos: true}
types:
  entry:
    seq: [{id: ofs, type: u1}, {id: count, type: u1}]
    instances:
      rows: {pos: ofs, type: row, repeat: expr, repeat-expr: count, io: _root._io}
  row: {seq: [{id: value, type: u1}]}
"""


@pytest.mark.parametrize("is_looked_at", [False, True])
@pytest.mark.parametrize("gone", [0, 1, 2])
@pytest.mark.parametrize("edited", [0, 1, 2])
@pytest.mark.parametrize(("name", "value"), [("ofs", 12), ("count", 1)])
def test_a_place_is_set_of_an_element_while_another_one_is_taken_out(
    gone: int, edited: int, name: str, value: int, tmp_path: Path, *, is_looked_at: bool
) -> None:
    if gone == edited:
        return
    places = [[8, 2], [10, 2], [11, 2]]
    record = compiled(tmp_path, PLACES).from_bytes(
        b"\3" + b"".join(map(bytes, places)) + b".ABCDEFGH"
    )
    if is_looked_at:
        assert [each.rows[0].value for each in record.entries] == [*b"ACD"]
    setattr(record.entries[edited], name, value)
    del record.entries[gone]
    expected = [[ofs - 2, count] for ofs, count in places]
    expected[edited][name == "count"] = value
    del expected[gone]
    assert record.to_bytes() == b"\2" + b"".join(map(bytes, expected)) + b".ABCDEFGH"
    rows = [[row.value for row in each.rows] for each in record.entries]
    assert rows == [[*b".ABCDEFGH"[ofs - 5 :][:count]] for ofs, count in expected]
