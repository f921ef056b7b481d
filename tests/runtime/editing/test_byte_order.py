"""A mark that tells the byte order is changed: all numbers that go by it are written in the other.

What they should be is packed here, from the same values.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.editing.making import byte_orders
from quire.runtime.editing.pairing.pairs import paired
from tests.runtime.writing.test_building import compiled

SPEC = """
meta: {id: marked}
seq:
  - {id: mark, size: 2}
  - {id: body, type: body}
types:
  body:
    meta:
      endian:
        switch-on: _root.mark
        cases: {'[0x49, 0x49]': le, '[0x4d, 0x4d]': be}
    seq:
      - {id: number, type: u2}
      - {id: sum, type: u4, -checksum: {algorithm: crc32, over: [bytes]}}
      - {id: bytes, size: 4}
      - {id: pos_far, type: u4}
      - {id: len_inner, type: u2}
      - {id: inner, type: two, size: len_inner}
      - {id: num_points, type: u2}
      - {id: points, type: two, repeat: expr, repeat-expr: num_points}
      - {id: num_texts, type: u2}
      - {id: texts, type: text, repeat: expr, repeat-expr: num_texts}
    instances:
      far: {pos: pos_far, type: two}
      text: {pos: pos_far + 4, type: text}
    types:
      two:
        seq: [{id: x, type: u2}, {id: y, type: u2}]
      text:
        seq: [{id: len_value, type: u2}, {id: value, size: len_value}]
"""


def packed(order: str) -> bytes:
    """A file with two bytes before and after what stands at a position."""
    two = struct.pack(f"{order}HH", 1, 2)
    lists = struct.pack(f"{order}H", 40) + 40 * two
    lists += struct.pack(f"{order}H", 40) + b"".join(
        struct.pack(f"{order}H", i) + bytes(i) for i in range(40)
    )
    size = 2 + 2 + 4 + 4 + 4 + 2 + 4 + len(lists)
    fields = struct.pack(f"{order}HI4sIH", 7, zlib.crc32(b"abcd"), b"abcd", size + 2, 4)
    far = two + struct.pack(f"{order}H3s", 3, b"abc")
    return {"<": b"II", ">": b"MM"}[order] + fields + two + lists + b"--" + far + b"--"


PLACED = """
meta: {id: marked}
seq: [{id: mark, type: u1}, {id: pos_head, type: u1}]
instances:
  head: {pos: pos_head, type: head}
types:
  head:
    meta:
      endian:
        switch-on: _root.mark
        cases: {1: le, 2: be}
    seq: [{id: x, type: u2}]
    instances:
      more: {pos: 8, type: u4}
"""

LOOKS: dict[str, Any] = {
    "nothing": lambda _: None,
    "a record at a position": lambda body: body.far.x,
    "a list": lambda body: [each.y for each in body.points],
    "one of a list": lambda body: body.texts[3].value,
    "a record in a stream": lambda body: body.inner.x,
}


def kind_of(folder: Path, spec: str) -> Any:
    """The class of files of a spec."""
    path = folder / "marked.ksy"
    path.write_text(spec)
    return quire.compile(path).Marked


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return kind_of(tmp_path_factory.mktemp("marked"), SPEC)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_all_that_goes_by_a_mark_is_written_in_its_order(kind: Any, look: Any) -> None:
    record = kind.from_bytes(packed("<"))
    look(record.body)
    record.mark = b"MM"
    assert record.to_bytes() == packed(">")
    assert record.to_bytes() == packed(">")
    assert (record.body.far.x, record.body.text.value, record.body.points[0].y) == (1, b"abc", 2)
    kind.from_bytes(record.to_bytes()).validate()
    record.mark = b"II"
    assert record.to_bytes() == packed("<")


def test_what_was_not_looked_at_before_a_write_is_read_in_the_order_of_the_file(kind: Any) -> None:
    record = kind.from_bytes(packed("<"))
    record.mark = b"MM"
    record.to_bytes()
    assert record.body.far.y == 2
    record.body.far.y = 9
    again = kind.from_bytes(record.to_bytes())
    assert (again.mark, again.body.far.x, again.body.far.y) == (b"MM", 1, 9)


@pytest.mark.parametrize("look", ["before", "after", "never"])
def test_a_record_at_a_position_may_choose_its_order(tmp_path: Path, look: str) -> None:
    record = kind_of(tmp_path, PLACED).from_bytes(b"\1\4--\1\0--\1\2\3\4--")
    if look == "before":
        assert record.head.more == 0x04030201
    record.mark = 2
    if look == "after":
        assert record.head.x == 0x100  # that is no edit
    for _ in range(2):
        assert record.to_bytes() == b"\2\4--\0\1--\4\3\2\1--"
    record.mark = 1
    assert record.to_bytes() == b"\1\4--\1\0--\1\2\3\4--"


def test_a_patched_file_of_another_order_is_patched_again(kind: Any, tmp_path: Path) -> None:
    for size in (0, 2 << 20):  # the larger one is mapped, and shows what was written
        path = tmp_path / f"{size}.bin"
        path.write_bytes(packed("<") + bytes(size))
        record = kind.from_file(path, mmap=True)
        for mark, order in ((b"MM", ">"), (b"II", "<"), (b"MM", ">")):
            record.mark = mark
            record.patch()
            assert path.read_bytes() == packed(order) + bytes(size)
            assert (record.body.text.value, record.body.far.y) == (b"abc", 2)


def test_other_edits_beside_the_mark_are_in_its_order_too(kind: Any) -> None:
    record = kind.from_bytes(packed("<"))
    record.mark, record.body.bytes = b"MM", b"wxyz"
    record.body.points.append({"x": 8, "y": 9})
    again = kind.from_bytes(record.to_bytes())
    again.validate()
    assert (again.body.sum, again.body.bytes) == (zlib.crc32(b"wxyz"), b"wxyz")
    assert (again.body.points[40].y, again.body.far.y, again.body.text.value) == (9, 2, b"abc")
    del record.body.points[40]
    record.mark, record.body.bytes = b"II", b"abcd"
    assert record.to_bytes() == packed("<")


NESTED = """
meta: {id: marked}
seq:
  - {id: head, type: head}
  - {id: rows, type: row, repeat: expr, repeat-expr: 40}
types:
  head: {seq: [{id: inner, type: inner}]}
  inner: {seq: [{id: mark, type: u1}]}
  row:
    meta:
      endian:
        switch-on: _root.head.inner.mark
        cases: {1: le, 2: be}
    seq: [{id: len_bytes, type: u2}, {id: bytes, size: len_bytes}]
"""


@pytest.mark.parametrize("is_seen", [False, True], ids=["unseen", "seen"])
def test_a_mark_in_records_is_found_and_rows_that_have_none_are_not_gone_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_seen: bool
) -> None:
    le, be = (
        bytes([mark]) + b"".join(struct.pack(f"{order}H", n % 5) + bytes(n % 5) for n in range(40))
        for mark, order in ((1, "<"), (2, ">"))
    )
    record = kind_of(tmp_path, NESTED).from_bytes(le)
    assert not is_seen or [each.len_bytes for each in record.rows][:6] == [0, 1, 2, 3, 4, 0]
    found: list[Any] = []

    def noted(value: Any, *rest: Any) -> Any:
        found.append(value)
        return paired(value, *rest)

    monkeypatch.setattr(byte_orders, "paired", noted)
    assert record.to_bytes() == le
    assert not any(isinstance(each, list) for each in found)
    record.head.inner.mark = 2
    assert record.to_bytes() == be


WITHIN = """
meta: {id: marked}
seq: [{id: items, type: item, repeat: eos}]
types:
  item: {seq: [{id: len_body, type: u1}, {id: body, type: body, size: len_body}]}
  body: {seq: [{id: order, type: u1}, {id: inner, type: inner, if: order != 0}]}
  inner:
    meta: {endian: {switch-on: _parent.order, cases: {1: le, 2: be}}}
    seq: [{id: value, type: u2}]
"""


def test_a_dict_is_put_into_a_long_list_of_a_file_with_marks(tmp_path: Path) -> None:
    record = kind_of(tmp_path, WITHIN).from_bytes(b"\1\0" * 400)
    record.items.insert(5, {"body": {"order": 2, "inner": {"value": 7}}})
    assert record.to_bytes() == b"\1\0" * 5 + b"\3\2\0\7" + b"\1\0" * 395


FLAGGED = """
seq: [{id: order, type: u1}, {id: body, type: body}]
types:
  body:
    meta: {endian: {switch-on: _root.order, cases: {1: le, _: be}}}
    seq:
      - {id: has_note, type: u1}
      - {id: note, type: strz, if: has_note != 0}
      - {id: width, type: u2}
"""


@pytest.mark.parametrize(("order", "width"), [(b"\1", b"\5\0"), (b"\2", b"\0\5")])
def test_a_flag_follows_in_each_byte_order(tmp_path: Path, order: bytes, width: bytes) -> None:
    kind = compiled(tmp_path, FLAGGED)
    record = kind.from_bytes(order + b"\0" + width)
    record.body.note = "hi"
    assert record.to_bytes() == order + b"\1hi\0" + width
    del record.body.note
    assert record.to_bytes() == order + b"\0" + width
    assert kind.build(order=order[0], body={"width": 5}).to_bytes() == order + b"\0" + width
