"""What a writing has made another value, and somebody sets to what was read: that is an edit."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

SPEC = """
meta: {id: told, endian: le}
seq:
  - {id: sum, type: u1, -checksum: {algorithm: sum8, over: body}}
  - {id: ofs_tail, type: u1}
  - {id: len_body, type: u1}
  - {id: body, size: len_body}
instances:
  tail: {pos: ofs_tail, type: u1}
"""


def stored(body: bytes) -> bytes:
    """A file, put together by hand."""
    return bytes([sum(body) % 256, 3 + len(body), len(body)]) + body + b"!"


@pytest.fixture
def written(tmp_path: Path) -> Any:
    """A record that was read, edited and written; three of its fields follow from the edit."""
    (tmp_path / "told.ksy").write_text(SPEC, "utf-8")
    record = quire.compile(tmp_path / "told.ksy").Told.from_bytes(stored(b"\1\2\3"))
    assert record.tail == ord("!")
    record.body = b"\4\5\6\7\x08"
    assert record.to_bytes() == stored(b"\4\5\6\7\x08")
    assert (record.sum, record.ofs_tail, record.len_body) == (30, 8, 5)
    return record


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [("sum", 6, "given 6, but the sum8"), ("len_body", 3, "given 3, but body makes it 5")],
)
def test_a_field_that_contradicts_others_since_it_was_set_back_is_refused(
    name: str, value: int, told: str, written: Any
) -> None:
    for _ in range(2):
        setattr(written, name, value)
        for _ in range(2):
            with pytest.raises(quire.FormatError, match=told):
                written.to_bytes()
            assert getattr(written, name) == value
        delattr(written, name)
        assert written.to_bytes() == stored(b"\4\5\6\7\x08")


def test_a_length_that_was_set_is_set_back(written: Any) -> None:
    written.body, written.len_body = b"ab", 2
    assert written.to_bytes() == stored(b"ab")
    written.len_body = 3
    with pytest.raises(quire.FormatError, match="given 3, but body makes it 2"):
        written.to_bytes()
    written.body = b"abc"
    assert written.to_bytes() == stored(b"abc")
    written.body = b"a"
    assert written.to_bytes() == stored(b"a")


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_length_that_was_set_and_agreed_follows_in_each_write(written: Any, times: int) -> None:
    written.body, written.len_body = b"ab", 2
    assert written.to_bytes() == stored(b"ab")
    for body in (b"abcd", b"a", b"abcdefg"):
        written.body = body
        for _ in range(times):
            assert deepcopy(written).to_bytes() == written.to_bytes() == stored(body)
    for wrong in (2, 3, 9):
        written.len_body = wrong
        for _ in range(2):
            with pytest.raises(quire.FormatError, match=f"given {wrong}, but body makes it 7"):
                written.to_bytes()


def test_all_that_was_read_can_be_set_back(written: Any) -> None:
    written.sum, written.len_body, written.ofs_tail = 6, 3, 6
    written.body = b"\1\2\3"
    assert written.to_bytes() == stored(b"\1\2\3")
    written.body = b"\4\5"
    assert written.to_bytes() == stored(b"\4\5")  # nothing is held to what was set before that


VIEW = """
meta: {id: view, endian: le}
seq:
  - {id: twice, type: u1, -derive: "low.value * 2"}
  - {id: num, type: u2}
instances:
  low: {pos: 1, type: number}
  high: {pos: 2, type: u1}
types:
  number: {seq: [{id: value, type: u1}]}
"""


@pytest.fixture
def viewed(tmp_path: Path) -> Any:
    (tmp_path / "view.ksy").write_text(VIEW, "utf-8")
    return quire.compile(tmp_path / "view.ksy").View.from_bytes(b"\2\1\2")


def test_a_field_over_which_a_view_was_edited_is_set_back_with_that_view(viewed: Any) -> None:
    viewed.high = 7
    assert viewed.to_bytes() == b"\2\1\7"
    viewed.num = 0x201
    with pytest.raises(quire.FormatError, match=r"num: .* the file would have 1793, found 513"):
        viewed.to_bytes()
    viewed.high = 2
    assert viewed.to_bytes() == b"\2\1\2"


def test_an_edit_of_a_view_that_a_writing_has_put_there_is_not_lost(viewed: Any) -> None:
    assert viewed.low.value == 1
    viewed.num = 0x209
    assert viewed.to_bytes() == b"\x12\x09\2"
    assert viewed.low.value == 9
    viewed.low.value = 5
    with pytest.raises(quire.FormatError, match="low: given other bytes, but other fields"):
        viewed.to_bytes()
    viewed.num = 0x201
    assert viewed.to_bytes() == b"\x0a\5\2"


def test_an_instance_is_set_back_with_the_field_that_has_its_bytes(viewed: Any) -> None:
    assert viewed.high == 2
    viewed.num = 0x901
    assert viewed.to_bytes() == b"\2\1\x09"
    assert viewed.high == 9
    viewed.high = 2
    with pytest.raises(quire.FormatError, match=r"high: .* the file would have 9, found 2"):
        viewed.to_bytes()
    viewed.num = 0x201
    assert viewed.to_bytes() == b"\2\1\2"


def test_an_instance_that_is_the_record_that_was_read_shows_the_bytes_in_its_place(
    viewed: Any,
) -> None:
    was = viewed.low
    viewed.num = 0x209
    assert viewed.to_bytes() == b"\x12\x09\2"
    for _ in range(2):
        viewed.low = was
        assert viewed.to_bytes() == b"\x12\x09\2"
        assert (viewed.low.value, viewed.twice) == (9, 18)


LED = """
meta: {id: led, endian: le}
seq:
  - {id: ofs, type: u1}
  - {id: len, type: u1}
  - {id: rest, size-eos: true}
instances:
  plain: {pos: ofs, size: len}
  one: {pos: ofs, type: box}
  framed: {pos: ofs, size: len, type: boxes}
  some: {pos: ofs, type: box, repeat: expr, repeat-expr: len / 3}
  numbers: {pos: ofs, type: u2, repeat: expr, repeat-expr: len / 2}
types:
  boxes: {seq: [{id: boxes, type: box, repeat: eos}]}
  box: {seq: [{id: kind, type: u1}, {id: body, size: 2, type: pair}]}
  pair: {seq: [{id: x, type: u1}, {id: y, type: u1}]}
"""


FIRST: dict[str, Callable[[Any], Any]] = {
    "plain": lambda record: record.plain[0],
    "one": lambda record: record.one.kind,
    "framed": lambda record: record.framed.boxes[0].kind,
    "some": lambda record: record.some[0].kind,
    "numbers": lambda record: record.numbers[0] & 0xFF,
}


@pytest.mark.parametrize("name", FIRST)
def test_a_position_is_set_back_after_a_look_at_what_it_led_to(name: str, tmp_path: Path) -> None:
    (tmp_path / "led.ksy").write_text(LED, "utf-8")
    data = b"\2\3" + bytes(range(10, 22))
    record = quire.compile(tmp_path / "led.ksy").Led.from_bytes(data)
    record.ofs, record.len = 5, 6
    getattr(record, name)
    record.ofs, record.len = 2, 3
    assert record.to_bytes() == data
    record.rest = b"\x30" + data[3:]
    assert record.to_bytes() == data[:2] + b"\x30" + data[3:]
    assert FIRST[name](record) == 0x30


def test_what_was_edited_there_meanwhile_is_not_lost(tmp_path: Path) -> None:
    (tmp_path / "led.ksy").write_text(LED, "utf-8")
    record = quire.compile(tmp_path / "led.ksy").Led.from_bytes(b"\2\3" + bytes(range(10, 22)))
    record.ofs, record.len = 5, 6
    record.framed.boxes[1].body.y = 1
    record.ofs, record.len = 2, 3
    with pytest.raises(quire.FormatError, match="or `del` the edit"):
        record.to_bytes()
    record.framed.boxes[1].body.y = 18
    assert record.to_bytes() == record._io.whole()
    record.ofs, record.len = 5, 6
    record.numbers[2] += 1
    record.ofs, record.len = 2, 3
    with pytest.raises(quire.FormatError, match="to be set before numbers is read and edited"):
        record.to_bytes()
    record.numbers[2] -= 1
    assert record.to_bytes() == record._io.whole()


PLAIN = """
seq:
  - {id: ofs, type: u1}
  - {id: len, type: u1}
  - {id: key, type: u1}
  - {id: boxes, type: box, repeat: expr, repeat-expr: 2}
  - {id: rest, size-eos: true}
instances:
  number: {pos: ofs, type: u1}
  some: {pos: 3, size: len}
  text: {pos: ofs, type: str, size: len, encoding: ASCII}
  mixed: {pos: 5, size: 1, process: xor(key)}
  maybe: {pos: 4, type: u1, if: key == 7}
  scaled: {value: number / (key - 2)}
types:
  box: {seq: [{id: ofs, type: u1}], instances: {there: {pos: ofs, io: _root._io, type: u1}}}
"""


@pytest.mark.parametrize("writes", ["never", "refused", "edited"])
def test_plain_values_are_those_of_a_position_that_is_set_back(writes: str, tmp_path: Path) -> None:
    data = b"\6\2\7\x07\x0b" + b"ABCDEFGHIJ"
    expected = [66, b"\7\x0b", "BC", bytes([65 ^ 7]), 11, 66 // 5, [67, 71]]

    def shown() -> list[Any]:
        names = ("number", "some", "text", "mixed", "maybe", "scaled")
        return [*(getattr(record, name) for name in names), [box.there for box in record.boxes]]

    record = compiled(tmp_path, PLAIN).from_bytes(data)
    record.ofs, record.len, record.key = 9, 3, 4
    record.boxes[0].ofs, record.boxes[1].ofs = 8, 7
    assert shown() == [69, b"\7\x0bA", "EFG", bytes([65 ^ 4]), None, 69 // 2, [68, 67]]
    if writes == "edited":
        assert record.to_bytes() == b"\x09\3\4\x08\x07" + data[5:]
    elif writes == "refused":
        record.rest = b"A"
        with pytest.raises(quire.FormatError):
            record.to_bytes()
        record.rest = data[5:]
    record.ofs, record.len, record.key = data[:3]
    record.boxes[0].ofs, record.boxes[1].ofs = data[3:5]
    assert record.to_bytes() == data
    assert shown() == expected


INDEX = """
meta: {id: listed, endian: le}
seq:
  - {id: len_text, type: u1}
  - {id: text, size: len_text}
  - {id: mark, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: 2}
types:
  entry:
    seq: [{id: kind, type: u1}, {id: ofs, type: u1}, {id: count, type: u1}]
    instances:
      rows: {pos: ofs, type: row, repeat: expr, repeat-expr: count}
  row: {seq: [{id: value, type: u1}]}
"""


@pytest.mark.parametrize("count", [0, 1])
def test_a_position_that_was_set_back_stays_in_each_write(count: int, tmp_path: Path) -> None:
    (tmp_path / "listed.ksy").write_text(INDEX, "utf-8")
    kind = quire.compile(tmp_path / "listed.ksy").Listed

    def stored(text: bytes, mark: int, *, ofs: int) -> bytes:
        places = bytes([1, ofs, count, 2, 9 + len(text), 2])
        return bytes([len(text)]) + text + bytes([mark]) + places + b"?WXYZ"

    record = kind.from_bytes(stored(b"abc", 7, ofs=12))
    record.text = b"bc"
    assert record.to_bytes() == stored(b"bc", 7, ofs=11)
    record.entries[0].ofs = 12
    for mark in (7, 7, 8, 9):
        record.mark = mark
        assert record.to_bytes() == stored(b"bc", mark, ofs=12)
        assert [row.value for row in record.entries[0].rows] == [*b"XYZ"[:count]]
    record.mark = 300
    with pytest.raises(quire.FormatError, match="mark"):
        record.to_bytes()
    record.mark = 9
    assert record.to_bytes() == stored(b"bc", 9, ofs=12)
    record.entries[0].ofs = 11
    assert record.to_bytes() == stored(b"bc", 9, ofs=11)


BODY = """
meta: {id: body, endian: le}
seq: [{id: head, type: u1}, {id: body, size: 6}]
instances:
  one: {pos: 2, type: u1}
  numbers: {pos: 1, type: u2, repeat: expr, repeat-expr: 3}
"""


@pytest.mark.parametrize("is_seen", [False, True])
def test_a_view_that_is_set_back_contradicts_others_that_still_show_its_edit(
    tmp_path: Path, *, is_seen: bool
) -> None:
    (tmp_path / "body.ksy").write_text(BODY, "utf-8")
    record = quire.compile(tmp_path / "body.ksy").Body.from_bytes(b"\1abcdef")
    if is_seen:
        assert (record.one, record.numbers[0]) == (ord("b"), 0x6261)
    record.one = ord("A")
    assert record.to_bytes() == b"\1aAcdef"
    record.one = ord("b")
    record.numbers[1] = 0x5A5A  # in the list whose first number is 0x4161
    for _ in range(2):
        with pytest.raises(quire.FormatError, match=r"one: .* the file would have 65, found 98"):
            record.to_bytes()
    record.numbers[0] = 0x6261
    assert record.to_bytes() == b"\1abZZef"


SHARED = """
meta: {id: shared, endian: le}
seq:
  - {id: num, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: num}
  - {id: tail, type: u1}
types:
  item:
    seq: [{id: letter, type: u1}]
    instances:
      last: {io: _root._io, pos: _root._io.size - 1, type: u1}
"""


@pytest.mark.parametrize("is_seen", [False, True])
@pytest.mark.parametrize("is_there", [False, True])
def test_a_copy_does_not_keep_what_a_view_of_it_has_shown_of_an_edit(
    tmp_path: Path, *, is_there: bool, is_seen: bool
) -> None:
    (tmp_path / "shared.ksy").write_text(SHARED, "utf-8")
    record = quire.compile(tmp_path / "shared.ksy").Shared.from_bytes(b"\3abc\x07")
    if is_seen:
        assert [each.last for each in record.items] == [7, 7, 7]
    record.tail = 9
    assert record.to_bytes() == b"\3abc\x09"
    made = copy(record.items[1])
    if is_seen:
        assert made.last == 9
    record.tail = 7
    if is_there:
        record.items[0] = made
    else:
        record.items.insert(0, made)
    for _ in range(2):
        assert record.to_bytes() == (b"\3bbc\x07" if is_there else b"\4babc\x07")
        assert {each.last for each in record.items} == {7}


VIEWS = """
seq: [{id: recs, type: rec, repeat: expr, repeat-expr: 2}]
instances:
  again: {pos: 0, type: rec, repeat: expr, repeat-expr: 2}
  one: {pos: 0, type: rec}
  num: {pos: 0, type: u1}
types:
  rec: {seq: [{id: a, type: u1}, {id: b, type: u1}]}
"""
WAYS: dict[str, Callable[[Any], Any]] = {
    "recs": lambda record: record.recs[0],
    "again": lambda record: record.again[0],
    "one": lambda record: record.one,
    "num": lambda record: record,
}


@pytest.mark.parametrize(("edited", "other"), [*permutations(WAYS, 2)])
def test_a_byte_that_was_edited_in_one_way_is_not_set_back_in_another_without_a_word(
    tmp_path: Path, edited: str, other: str
) -> None:
    def set_byte(way: str, value: int) -> None:
        setattr(WAYS[way](record), "num" if way == "num" else "a", value)

    record = compiled(tmp_path, VIEWS).from_bytes(b"aAbB")
    set_byte(edited, ord("c"))
    assert record.to_bytes() == b"cAbB"
    set_byte(other, ord("a"))
    for _ in range(2):
        with pytest.raises(quire.FormatError, match=f"{other}.*would have 99, found 97"):
            record.to_bytes()
    set_byte(edited, ord("a"))
    assert record.to_bytes() == record.to_bytes() == b"aAbB"
