"""Lengths that something tells in some records alone, or in an order of bytes that is chosen."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

import quire
from tests.runtime.writing.test_building import compiled


@pytest.mark.parametrize(("order", "letter"), [("II", "<"), ("MM", ">")])
def test_a_length_in_a_chosen_byte_order_follows_the_record_that_has_it(
    order: str, letter: str, tmp_path: Path
) -> None:
    thing = compiled(
        tmp_path,
        """
seq:
  - {id: order, type: str, size: 2}
  - {id: items, type: item, repeat: eos}
types:
  item:
    meta: {endian: {switch-on: _root.order, cases: {'"II"': le, '"MM"': be}}}
    seq:
      - {id: len_body, type: u4}
      - {id: body, size: len_body, type: body}
      - {id: num_notes, type: u2}
      - {id: notes, type: u2, repeat: expr, repeat-expr: num_notes}
    types:
      body: {seq: [{id: width, type: u2}, {id: name, type: str, size-eos: true}]}
""",
    )

    def item(width: int, name: bytes, *notes: int) -> bytes:
        counts = struct.pack(f"{letter}{1 + len(notes)}H", len(notes), *notes)
        return struct.pack(f"{letter}IH", 2 + len(name), width) + name + counts

    items: list[dict[str, object]] = [
        {"body": {"width": 7, "name": "box"}, "notes": [1, 258]},
        {"body": {"width": 8, "name": ""}, "notes": []},
    ]
    made = thing.build(order=order, items=items).to_bytes()
    assert made == order.encode() + item(7, b"box", 1, 258) + item(8, b"")
    record = thing.from_bytes(made)
    record.items[0].body.name = "a longer name"
    record.items[1].notes.append(9)
    assert record.to_bytes() == order.encode() + item(7, b"a longer name", 1, 258) + item(8, b"", 9)
    with pytest.raises(quire.FormatError, match=r"items\[0\]\.body .*: expected 9 bytes .*, found"):
        thing.build(order=order, items=[items[0] | {"len_body": 9}]).to_bytes()


def test_what_is_told_under_a_condition_has_its_default_where_that_does_not_hold(
    tmp_path: Path,
) -> None:
    thing = compiled(
        tmp_path,
        """
seq:
  - {id: kind, type: u1}
  - {id: len_body, type: u2, -default: 0x1234}
  - {id: body, size: len_body, if: kind == 1}
  - {id: num_notes, type: u1, -default: kind + 1}
  - {id: notes, type: u1, repeat: expr, repeat-expr: num_notes, if: kind == 2}
""",
    )
    assert thing.build(kind=0).to_bytes() == b"\x00\x34\x12\x01"
    assert thing.build(kind=1, body=b"abc").to_bytes() == b"\x01\x03\x00abc\x02"
    assert thing.build(kind=2, notes=[7]).to_bytes() == b"\x02\x34\x12\x01\x07"
    assert thing.build(kind=0, len_body=5, num_notes=6).to_bytes() == b"\x00\x05\x00\x06"
    with pytest.raises(quire.ContradictionError, match="len_body: given 5, but body makes it 3"):
        thing.build(kind=1, len_body=5, body=b"abc").to_bytes()


def test_what_is_derived_in_its_own_words_is_not_told_by_a_size_as_well(tmp_path: Path) -> None:
    thing = compiled(
        tmp_path,
        """
seq:
  - {id: len_body, type: u2, -derive: 'body.size >= 3 ? 0xffff : body.size'}
  - {id: long_len_body, type: u4, if: len_body == 0xffff, -derive: body.size}
  - {id: body, size: 'len_body == 0xffff ? long_len_body : len_body'}
  - {id: len_name, type: u1, -derive: name.size}
  - {id: name, size: len_name}
""",
    )
    assert thing.build(body=b"ab", name=b"n").to_bytes() == b"\2\0ab\1n"
    made = thing.build(body=b"abc", name=b"n").to_bytes()
    assert made == b"\xff\xff\3\0\0\0abc\1n"
    record = thing.from_bytes(made)
    record.body = b"abcd"
    assert record.to_bytes() == b"\xff\xff\4\0\0\0abcd\1n"
    record.body = b"a"
    assert record.to_bytes() == b"\1\0a\1n"


def test_a_default_is_there_before_what_is_derived_goes_by_it(tmp_path: Path) -> None:
    thing = compiled(
        tmp_path,
        """
seq:
  - {id: mark, type: u1, -default: kind + 1, -derive: 'mark == 0 ? kind : mark'}
  - {id: kind, type: u1}
""",
    )
    assert thing.build(kind=4).to_bytes() == b"\5\4"
    assert thing.build(kind=4, mark=9).to_bytes() == b"\x09\4"
    with pytest.raises(quire.FormatError, match="makes it 4"):
        thing.build(kind=4, mark=0).to_bytes()


def test_text_that_is_none_can_be_replaced(tmp_path: Path) -> None:
    thing = compiled(
        tmp_path,
        """
seq:
  - {id: num, type: u1}
  - {id: places, type: place, repeat: expr, repeat-expr: num}
types:
  place:
    seq: [{id: len_text, type: u1}, {id: ofs_text, type: u1}]
    instances: {text: {pos: ofs_text, size: len_text + 1, type: strz, encoding: UTF-8}}
""",
    )
    stored = b"\2\2\5\2\x08\xbf\xcf\0ab\0"
    record = thing.from_bytes(stored)
    record.places[1].text = "abc"
    assert record.to_bytes() == b"\2\2\5\3\x08\xbf\xcf\0abc\0"
    record = thing.from_bytes(stored)
    record.places[0].text = "a longer one"
    again = thing.from_bytes(record.to_bytes())
    assert [each.text for each in again.places] == ["a longer one", "ab"]
    assert [each.len_text for each in again.places] == [12, 2]


def test_checks_of_a_length_that_a_record_tells_are_made_when_it_is_told(tmp_path: Path) -> None:
    thing = compiled(
        tmp_path,
        """
seq:
  - {id: kind, type: u1, valid: {max: 3}}
  - {id: len_box, type: u1, valid: {min: 2, max: 4}}
  - {id: box, type: box, size: len_box}
  - {id: last, size: 1, valid: {expr: 10 * kind + len_box != 23}}
types:
  box: {seq: [{id: name, type: strz}]}
""",
    )
    assert thing.build(kind=1, box={"name": "abc"}, last=b"!").to_bytes() == b"\1\4abc\0!"
    for name, message in (("", "len_box: expected at least 2, found 1"), ("abcd", "len_box: exp")):
        with pytest.raises(quire.FormatError, match=message):
            thing.build(kind=1, box={"name": name}, last=b"!").to_bytes()
    with pytest.raises(quire.FormatError, match="last: expected a value for which"):
        thing.build(kind=2, box={"name": "ab"}, last=b"!").to_bytes()
    record = thing.from_bytes(b"\1\2a\0!")
    record.box.name = "ab"
    assert record.to_bytes() == b"\1\3ab\0!"
    record.box.name = "abcd"
    with pytest.raises(quire.FormatError, match="len_box: expected at most 4, found 5"):
        record.to_bytes()
