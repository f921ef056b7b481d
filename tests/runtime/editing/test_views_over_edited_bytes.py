"""What follows from an instance over bytes of a field follows an edit of these, too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire

SPEC = """
meta: {id: seen, endian: le, encoding: ASCII}
seq:
  - {id: double, type: u1, -derive: "DERIVED * 2"}
  - {id: ofs, type: u1}
  - {id: len_body, type: u1}
  - {id: body, size: len_body}
instances:
  first: {pos: POS, STORED}
types: {number: {seq: [{id: value, type: u1}]}}
"""
WAYS = {
    "number": ("type: u1", "first"),
    "text": ("type: str, size: 1", "first.to_i(16)"),
    "bytes": ("size: 2", "first[0]"),
    "numbers": ("type: u1, repeat: expr, repeat-expr: 2", "first[1]"),
    "record": ("type: number", "first.value"),
    "records": ("type: number, repeat: expr, repeat-expr: 2", "first[0].value"),
}


@pytest.fixture
def compiled(tmp_path: Path) -> Any:
    def make(stored: str, derived: str, pos: str) -> Any:
        text = SPEC.replace("STORED", stored).replace("DERIVED", derived).replace("POS", pos)
        (tmp_path / "seen.ksy").write_text(text, "utf-8")
        return quire.compile(tmp_path / "seen.ksy").Seen

    return make


def stored(way: str, value: int, ofs: int, more: bytes = b"") -> bytes:
    """The file: `body` begins with the value, twice, and with more."""
    body = (b"%d" % value if way == "text" else bytes([value])) * 2 + b"__" + more
    return bytes([2 * value, ofs, len(body)]) + body


@pytest.mark.parametrize("pos", ["3", "ofs"])
@pytest.mark.parametrize("more", [b"", b"and more"])
@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("way", WAYS)
def test_what_follows_from_other_bytes_of_a_field_is_made_anew(
    way: str, pos: str, more: bytes, compiled: Any, *, looked: bool
) -> None:
    record = compiled(*WAYS[way], pos).from_bytes(was := stored(way, 4, 3))
    if looked:
        assert record.first is not None
    before = record.body
    for value in (7, 9):
        record.body = stored(way, value, 3, more)[3:]
        assert record.to_bytes() == stored(way, value, 3, more) == record.to_bytes()
        assert record.double == 2 * value
    record.body = before
    assert record.to_bytes() == was
    assert record.double == 8


@pytest.mark.parametrize("looked", [False, True])
def test_what_follows_is_read_where_a_position_that_was_set_leads(
    compiled: Any, *, looked: bool
) -> None:
    record = compiled("type: u1", "first", "ofs").from_bytes(b"\x08\3\3\4\5\6")
    if looked:
        assert record.first == 4
    record.ofs = 4
    assert record.to_bytes() == b"\x0a\4\3\4\5\6"
    record.body = b"\4\7\6"
    assert record.to_bytes() == b"\x0e\4\3\4\7\6"


@pytest.mark.parametrize("looked", [False, True])
def test_what_is_over_a_field_that_follows_from_it_is_refused(
    tmp_path: Path, *, looked: bool
) -> None:
    """Each writing would be followed by another one."""
    text = """
    meta: {id: circle, endian: le}
    seq: [{id: sum, type: u1, -derive: "number[0] + number[1]"}, {id: body, size: 4}]
    instances: {number: {pos: 0, type: u1, repeat: expr, repeat-expr: 2}}
    """
    (tmp_path / "circle.ksy").write_text(text, "utf-8")
    record = quire.compile(tmp_path / "circle.ksy").Circle.from_bytes(b"\1\0abc")
    if looked:
        assert record.number == [1, 0]
    record.body = b"\3abc"
    with pytest.raises(
        quire.FormatError, match="fields are derived from it, and cannot be computed again"
    ):
        record.to_bytes()
    assert (record.sum, record.body, record.number) == (1, b"\3abc", [1, 0])
    record.body = b"\0xyz"
    assert record.to_bytes() == b"\1\0xyz"
    record.body = b"\0abc"
    assert record.to_bytes() == b"\1\0abc"


def test_a_sum_over_an_instance_follows_an_edit_of_its_bytes(tmp_path: Path) -> None:
    text = """
    meta: {id: summed, endian: le}
    seq: [{id: sum, type: u1, -checksum: {algorithm: sum8, over: part}}, {id: body, size: 4}]
    instances: {part: {pos: 1, size: 2}}
    """
    (tmp_path / "summed.ksy").write_text(text, "utf-8")
    record = quire.compile(tmp_path / "summed.ksy").Summed.from_bytes(b"\3\1\2\0\0")
    record.body = b"\5\6\7\x08"
    assert record.to_bytes() == b"\x0b\5\6\7\x08"


AROUND = """
meta: {id: around, endian: le}
seq:
  - {id: name, size: 3}
  - {id: ofs, type: u1}
  - {id: inside, type: part, size: 4}
instances:
  there: {pos: ofs, type: part}
  second: {value: "[name[2], name[1], name[0]].as<bytes>"}
types:
  part: {seq: [{id: tag, type: u1}, {id: name, size: 3, -derive: WAY}]}
"""


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize(
    ("way", "now"),
    [("_parent.name", b"xyz"), ("_root.as<around>.name", b"xyz"), ("_parent.second", b"zyx")],
)
def test_what_follows_from_records_around_follows_an_edit_of_these(
    way: str, now: bytes, *, looked: bool, tmp_path: Path
) -> None:
    (tmp_path / "around.ksy").write_text(AROUND.replace("WAY", way), "utf-8")
    was = b"abc" if now == b"xyz" else b"cba"
    record = quire.compile(tmp_path / "around.ksy").Around.from_bytes(
        b"abc\x0a\1" + was + b"__\2" + was + b"!"
    )
    if looked:
        assert record.there.name == was
        assert record.inside.name == was
    record.name = b"xyz"
    expected = b"xyz\x0a\1" + now + b"__\2" + now + b"!"
    assert record.to_bytes() == expected
    assert (record.inside.name, record.there.name) == (now, now)


MARKED = """
meta: {id: marked, endian: le}
seq:
  - {id: head, type: head}
  - {id: items, type: item, repeat: eos}
types:
  head: {seq: [{id: mark, type: u1}, {id: numbers, type: u1, repeat: expr, repeat-expr: 2}]}
  item:
    seq:
      - {id: text, size: 2}
      - {id: copied, type: u1, -derive: _root.head.mark + 1}
      - {id: first, type: u1, -derive: "_root.head.numbers[0]"}
    instances: {again: {io: _root._io, pos: 0, type: head}}
"""


def marked(mark: int, number: int, *texts: bytes) -> bytes:
    """A file, put together by hand."""
    return bytes([mark, number, 0]) + b"".join(text + bytes([mark + 1, number]) for text in texts)


@pytest.mark.parametrize("is_seen", [False, True])
def test_what_follows_from_a_field_follows_an_edit_of_a_view_of_it(
    tmp_path: Path, *, is_seen: bool
) -> None:
    (tmp_path / "marked.ksy").write_text(MARKED, "utf-8")
    record = quire.compile(tmp_path / "marked.ksy").Marked.from_bytes(marked(5, 7, b"ab", b"cd"))
    if is_seen:
        assert [each.again.mark for each in record.items] == [5, 5]
    record.items[1].again.mark = 9
    for _ in range(2):
        assert record.to_bytes() == marked(9, 7, b"ab", b"cd")
        assert [each.copied for each in record.items] == [10, 10]
    record.items[1].again.numbers[0] = 8
    record.items[0].text = b"xy"
    for _ in range(2):
        assert record.to_bytes() == marked(9, 8, b"xy", b"cd")
        assert [each.first for each in record.items] == [8, 8]
        assert list(record.head.numbers) == [8, 0]
    record.items[1].again.mark, record.items[1].again.numbers[0] = 5, 7
    record.items[0].text = b"ab"
    assert record.to_bytes() == marked(5, 7, b"ab", b"cd")
    assert [(each.copied, each.first) for each in record.items] == [(6, 7), (6, 7)]
