"""Records that are built, with the position of what stands there already, and put into a file."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from quire import ContradictionError
from tests.runtime.writing.test_building import compiled

SPEC = """
seq:
  - {id: count, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: count}
types:
  entry:
    seq: [{id: kind, type: u1}, {id: ofs, type: u1}]
    instances:
      body: {pos: ofs, size: 2}
      beside: {pos: ofs + 1, size: 2, io: _root._io}
"""

STORED = b"\2\0\5\0\7abcd!"


@pytest.fixture
def kind(tmp_path: Path) -> Any:
    """The class of the spec."""
    return compiled(tmp_path, SPEC)


@pytest.fixture
def alone(tmp_path: Path) -> Any:
    """The class of one in which nothing is over other bytes."""
    return compiled(tmp_path, "\n".join(e for e in SPEC.splitlines() if "beside" not in e))


def shown(file: Any) -> list[tuple[bytes, bytes]]:
    return [(each.body, each.beside) for each in file.entries]


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("is_dict", [False, True])
def test_what_a_built_record_leads_to_stays_in_the_file(
    kind: Any, is_dict: Any, looked: Any
) -> None:
    file = kind.from_bytes(STORED)
    if looked:
        assert shown(file) == [(b"ab", b"bc"), (b"cd", b"d!")]
    file.entries[0] = {"kind": 9, "ofs": 5} if is_dict else kind.Entry.build(kind=9, ofs=5)
    for _ in range(2):
        assert file.to_bytes() == b"\2\x09\5\0\7abcd!"
        assert shown(file) == [(b"ab", b"bc"), (b"cd", b"d!")]
    assert copy.deepcopy(file).to_bytes() == b"\2\x09\5\0\7abcd!"


def test_a_built_record_shows_what_the_file_says(kind: Any) -> None:
    file = kind.from_bytes(STORED)
    file.entries.append({"kind": 9, "ofs": 9})  # of a file that is longer by an entry
    for _ in range(2):
        data = file.to_bytes()
        assert data == b"\3\0\7\0\x09\x09\x09abcd!"
        assert shown(file) == shown(kind.from_bytes(data))
        assert shown(file)[2] == (b"cd", b"d!")
    file.entries[2].ofs = 7
    assert file.to_bytes() == b"\3\0\7\0\x09\x09\7abcd!"
    assert shown(file)[2] == (b"ab", b"bc")


def test_what_a_built_record_shows_can_be_edited(alone: Any) -> None:
    file = alone.from_bytes(STORED)
    file.entries[0] = {"kind": 9, "ofs": 5}
    assert file.to_bytes() == b"\2\x09\5\0\7abcd!"
    file.entries[0].body = b"xy"
    assert file.to_bytes() == b"\2\x09\5\0\7xycd!"
    assert [each.body for each in file.entries] == [b"xy", b"cd"]


@pytest.mark.parametrize("at", [0, 1])
def test_a_built_record_takes_the_place_that_it_is_told(alone: Any, at: int) -> None:
    """What follows there, and belongs to nobody, stays."""
    file = alone.from_bytes(STORED)
    file.entries[at] = {"kind": 9, "ofs": (5, 7)[at], "body": b"xy"}
    for _ in range(2):
        assert file.to_bytes() == (b"\2\x09\5\0\7xycd!", b"\2\0\5\x09\7abxy!")[at]


def test_data_for_which_a_place_is_chosen_is_written_twice_as_the_same(alone: Any) -> None:
    file = alone.from_bytes(STORED)
    file.entries[0] = {"kind": 9, "body": b"xy"}
    data = file.to_bytes()
    assert data == b"\2\x09\x08\0\5cd!xy"
    assert file.to_bytes() == copy.deepcopy(file).to_bytes() == data


def test_data_in_a_place_that_is_taken_is_refused_with_advice(alone: Any) -> None:
    file = alone.from_bytes(STORED)
    file.entries.append({"kind": 9, "ofs": 5, "body": b"xy"})
    advice = "leave out the position, and a place is found for it"
    with pytest.raises(ContradictionError, match=rf"entries\[2\].body: .*: {advice}"):
        file.to_bytes()
    del file.entries[2]["ofs"]
    assert file.to_bytes() == b"\3\0\7\0\x09\x09\x0cabcd!xy"


def test_what_a_writing_has_put_there_is_not_taken_for_told(alone: Any) -> None:
    file = alone.from_bytes(STORED[:-1])
    file.entries[1] = alone.Entry.build(kind=9, body=b"xy")
    file.entries[0].kind = 3
    for _ in range(2):
        assert file.to_bytes() == b"\2\3\5\x09\7abxy"


MOVED = """
seq:
  - {id: len_text, type: u1}
  - {id: text, size: len_text}
  - {id: entries, type: entry, repeat: expr, repeat-expr: 2}
types:
  entry:
    seq: [{id: kind, type: u1}, {id: ofs, type: u1}, {id: count, type: u1}]
    instances:
      rows: {pos: ofs, type: row, repeat: expr, repeat-expr: count, io: _root._io}
  row: {seq: [{id: value, type: u1}]}
"""


@pytest.mark.parametrize("is_looked_at", [False, True])
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("text", [b"abcde", b"a", b"abc"])
def test_a_dict_has_the_position_that_an_element_shows_once_it_was_written(
    text: bytes, place: int, tmp_path: Path, *, is_looked_at: bool
) -> None:
    def stored(text: bytes, kinds: list[int]) -> bytes:
        first = 7 + len(text)
        entries = bytes([kinds[0], first, 2, kinds[1], first + 2, 1])
        return bytes([len(text)]) + text + entries + b"XYZ"

    record = compiled(tmp_path, MOVED).from_bytes(stored(b"abc", [1, 2]))
    if is_looked_at:
        assert [row.value for row in record.entries[place].rows] == [*(b"XY", b"Z")[place]]
    record.text = text
    assert record.to_bytes() == stored(text, [1, 2])
    there, kinds = record.entries[place], [1, 2]
    kinds[place] = 7
    record.entries[place] = {"kind": 7, "ofs": there.ofs, "count": there.count}
    for _ in range(3):
        assert record.to_bytes() == stored(text, kinds)
        assert [row.value for row in record.entries[place].rows] == [*(b"XY", b"Z")[place]]


NESTED = """
seq: [{id: ofs, type: u1}]
instances: {head: {pos: ofs, type: head}}
types:
  head: {seq: [{id: count, type: u1}, {id: fields, type: field, repeat: expr, repeat-expr: count}]}
  field:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances: {data: {pos: ofs, size: len, io: _root._io}}
"""

HEADED = b"\1\2\6\3\x09\2abcde!?"


def head(*texts: bytes) -> dict[str, Any]:
    return {"fields": [{"ofs": 6, "data": texts[0]}, {"ofs": 9, "data": texts[1]}]}


@pytest.mark.parametrize("looks", [False, True])
def test_what_is_built_where_it_was_leaves_all_else_where_it_was(
    tmp_path: Path, *, looks: bool
) -> None:
    file = compiled(tmp_path, NESTED).from_bytes(HEADED)
    if looks:
        assert [each.data for each in file.head.fields] == [b"abc", b"de"]
    for texts in ((b"abc", b"de"), (b"xyz", b"de"), (b"abc", b"de")):
        file.head = head(*texts)
        for _ in range(2):
            assert file.to_bytes() == HEADED[:6] + b"".join(texts) + b"!?"
        assert copy.deepcopy(file).to_bytes() == HEADED[:6] + b"".join(texts) + b"!?"


def test_what_nobody_describes_is_not_written_over(tmp_path: Path) -> None:
    kind = compiled(tmp_path, NESTED)
    file = kind.from_bytes(HEADED)
    file.head = head(b"abc", b"long")
    advice = "leave out the position, and a place is found for it"
    with pytest.raises(ContradictionError, match=rf"fields\[1\].data: .* position 9, .*: {advice}"):
        file.to_bytes()
    file.head = head(b"abc", b"long")
    del file.head["fields"][1]["ofs"]
    data = file.to_bytes()
    assert [each.data for each in kind.from_bytes(data).head.fields] == [b"abc", b"long"]
    assert b"!?" in data
    file = kind.from_bytes(HEADED)
    file.head = head(b"ab", b"de")
    assert file.to_bytes() == b"\1\2\6\2\x09\2abcde!?"
