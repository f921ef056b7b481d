"""A number that conditions choose is derived where they choose it, be it in a record inside."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire

Compiled = Callable[[str], Any]

BOXES = """
meta: {id: boxes, endian: be}
seq: [{id: items, type: box, repeat: eos}]
types:
  box:
    seq:
      - {id: len32, type: u4}
      - {id: kind, type: u4}
      - {id: len64, type: u8, if: len32 == 1}
      - id: body
        size: len
        type: {switch-on: kind, cases: {7: boxes}}
    instances:
      len: {value: 'len32 == 0 ? _io.size - 8 : (len32 == 1 ? len64 - 16 : len32 - 8)'}
"""

VALUES = """
meta: {id: values, endian: be}
seq: [{id: len, type: encoded}, {id: body, size: len.result}]
types:
  encoded:
    seq:
      - {id: first, type: u1, valid: {expr: _ < 0x80 or _ == 0x81 or _ == 0x82}}
      - {id: two, type: u2, if: first == 0x82}
      - {id: one, type: u1, if: first == 0x81}
    instances:
      result: {value: 'first == 0x81 ? one : (first == 0x82 ? two : first)'}
"""

PAGES = """
meta: {id: pages, endian: be}
seq:
  - {id: len_page, type: u2}
  - {id: page, type: page, size: 'len_page == 1 ? 0x10000 : len_page'}
types: {page: {seq: [{id: note, type: u1}, {id: rest, size-eos: true}]}}
"""

PLAIN = """
meta: {id: plain}
seq: [{id: num, type: u1}, {id: more, type: u1}, {id: list, type: u1, repeat: expr, repeat-expr: n}]
instances: {n: {value: 'num == 255 ? more : num'}}
"""


@pytest.fixture
def compiled(tmp_path: Path) -> Compiled:
    def compile_(text: str) -> Any:
        name = text.split("id: ", 1)[1].partition(",")[0].partition("}")[0]
        path = tmp_path / f"{name}.ksy"
        path.write_text(text, encoding="utf-8")
        return getattr(quire.compile(path), name.capitalize())

    return compile_


def box(kind: int, body: bytes, *, wide: bool = False) -> bytes:
    if wide:
        return struct.pack(">IIQ", 1, kind, len(body) + 16) + body
    return struct.pack(">II", len(body) + 8, kind) + body


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("around", [False, True])
def test_the_number_that_is_chosen_follows(compiled: Compiled, *, wide: bool, around: bool) -> None:
    def data(body: bytes) -> bytes:
        inner = box(1, b"first") + box(2, body, wide=wide)
        return box(7, inner, wide=around) + box(3, b"last")

    boxes = compiled(BOXES).from_bytes(data(b"abc"))
    boxes.items[0].body.items[1].body = b"a longer one"
    assert boxes.to_bytes() == data(b"a longer one")


def test_boxes_are_taken_out_and_put_in(compiled: Compiled) -> None:
    kind = compiled(BOXES)
    boxes = kind.from_bytes(box(7, box(1, b"a") + box(2, b"bc")) + box(3, b""))
    boxes.items[0].body.items.append(boxes.items[0].body.items.pop(0))
    boxes.items[0].body.items.append(kind.Box.build(len32=11, kind=4, body=b"new"))
    del boxes.items[1]
    assert boxes.to_bytes() == box(7, box(2, b"bc") + box(1, b"a") + box(4, b"new"))


def test_a_box_to_the_end_says_no_length(compiled: Compiled) -> None:
    boxes = compiled(BOXES).from_bytes(struct.pack(">II", 0, 3) + b"to the end")
    boxes.items[0].body = b"to the very end"
    with pytest.raises(quire.FormatError, match=r"items\[0\]\.body"):
        boxes.to_bytes()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"\x03abc", b"\x05abcde"),
        (b"\x81\x03abc", b"\x81\x05abcde"),
        (b"\x82\x00\x03abc", b"\x82\x00\x05abcde"),
    ],
)
def test_a_number_in_a_record_inside_keeps_its_form(
    compiled: Compiled, before: bytes, after: bytes
) -> None:
    values = compiled(VALUES).from_bytes(before)
    values.body = b"abcde"
    assert values.to_bytes() == after


@pytest.mark.parametrize(("size", "head"), [(0x81, b"\x81\x81"), (0x82, b"\x82\x00\x82")])
def test_a_number_that_marks_another_form_takes_that_form(
    compiled: Compiled, size: int, head: bytes
) -> None:
    values = compiled(VALUES).from_bytes(b"\x03abc")
    values.body = bytes(size)
    assert values.to_bytes() == head + bytes(size)


@pytest.mark.parametrize("size", [0x80, 0x83, 200])
def test_a_number_that_is_none_is_refused(compiled: Compiled, size: int) -> None:
    values = compiled(VALUES).from_bytes(b"\x03abc")
    values.body = bytes(size)
    with pytest.raises(quire.FormatError, match=r"len\.first: expected .*_ < 0x80"):
        values.to_bytes()


def test_a_number_may_not_pass_a_mark_unless_the_spec_says_which_there_are(
    compiled: Compiled,
) -> None:
    """In DER a length of 200 has a byte in front: as one byte, other programs do not read it."""
    text = VALUES.replace(", valid: {expr: _ < 0x80 or _ == 0x81 or _ == 0x82}", "")
    assert text != VALUES
    values = compiled(text).from_bytes(b"\x03abc")
    values.body = bytes(200)
    with pytest.raises(quire.FormatError, match="body at byte 1: expected 3 bytes"):
        values.to_bytes()
    wide = compiled(text).from_bytes(b"\x82\x00\x03abc")
    wide.body = bytes(200)
    assert wide.to_bytes() == b"\x82\x00\xc8" + bytes(200)


def test_a_number_that_stands_for_another_one_is_left_alone(compiled: Compiled) -> None:
    data = b"\x00\x01" + bytes(0x10000)
    pages = compiled(PAGES).from_bytes(data)
    pages.page.note = 7
    assert pages.to_bytes() == b"\x00\x01\x07" + bytes(0xFFFF)


@pytest.mark.parametrize(
    ("before", "after"), [(b"\2\0ab", b"\3\0abc"), (b"\xff\2ab", b"\xff\3abc")]
)
def test_a_count_follows_where_it_is_chosen(
    compiled: Compiled, before: bytes, after: bytes
) -> None:
    plain = compiled(PLAIN).from_bytes(before)
    plain.list.append(ord("c"))
    assert plain.to_bytes() == after
