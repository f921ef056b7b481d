"""Texts whose length a field tells take as much of it as they took when they were read."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import quire

SPEC = """
meta: {id: names, endian: le, encoding: UTF-8}
seq:
  - {id: head, type: named}
  - {id: num_items, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
types:
  named:
    seq: [{id: len_text, type: u1}, {id: text, size: len_text, type: strz}]
  item:
    seq: [{id: len_text, type: u1}, {id: ofs_text, type: u1}]
    instances:
      text: {io: _root._io, pos: ofs_text, size: len_text, type: strz}
"""


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("names") / "names.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Names


@pytest.mark.parametrize("text", ["a", "", "ab", "äb", "longer"])
@pytest.mark.parametrize("end", [b"", b"\0"])
def test_what_was_full_is_full_again(names: Any, text: str, end: bytes) -> None:
    def stored(head: bytes) -> bytes:
        start = 1 + len(head) + 1 + 4
        items = bytes([2, 1, start, 3, start + 2])
        return bytes([len(head)]) + head + items + b"x\0yes\0"

    record = names.from_bytes(stored(b"head" + end))
    record.head.text = text
    assert record.to_bytes() == stored(text.encode() + end)


def test_padding_is_used_as_long_as_it_is_enough(names: Any) -> None:
    record = names.from_bytes(b"\x06abc\0\0\0\0")
    for text, stored in (
        ("ab", b"\6ab\0\0\0\0"),
        ("abcde", b"\6abcde\0"),
        ("abcdef", b"\7abcdef\0"),
    ):
        record.head.text = text
        assert record.to_bytes() == stored + b"\0"


@pytest.mark.parametrize("text", ["", "a", "ab", "longer"])
def test_texts_at_positions_say_their_length_and_those_behind_them_move(
    names: Any, text: str
) -> None:
    def stored(first: bytes) -> bytes:
        items = bytes([3, len(first), 8, 0, 9 + len(first), 3, 9 + len(first)])
        return b"\0" + items + first + b"\0yes\0"

    record = names.from_bytes(stored(b"old"))
    record.items[0].text = text
    assert record.to_bytes() == stored(text.encode())
    assert [each.text for each in record.items] == [text, "", "yes"]


def _table(texts: list[str], *, inside: bool) -> bytes:
    """Texts with a zero behind each, which is inside the lengths or not."""
    start, items = 2 + 2 * len(texts), b""
    for text in texts:
        items += bytes([len(text) + inside, start])
        start += len(text) + 1
    return b"\0" + bytes([len(texts)]) + items + b"".join(each.encode() + b"\0" for each in texts)


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("looked", [False, True])
def test_new_texts_end_as_those_that_were_there(names: Any, *, inside: bool, looked: bool) -> None:
    record = names.from_bytes(_table(["x", "yes"], inside=inside))
    if looked:
        assert [each.text for each in record.items] == ["x", "yes"]
    record.items.append({"text": "new"})
    record.items.append(names.Item.build(text=""))
    record.items.append(copy.deepcopy(record.items[1]))
    record.items[-1].text = "longer"
    texts = ["x", "yes", "new", "", "longer"]
    assert record.to_bytes() == _table(texts, inside=inside)
    assert record.to_bytes() == _table(texts, inside=inside)
    assert [each.text for each in names.from_bytes(record.to_bytes()).items] == texts


def test_new_texts_have_no_end_where_others_have_none(names: Any) -> None:
    record = names.from_bytes(b"\0\2\1\6\3\7xyes")
    record.items.append({"text": "new"})
    assert record.to_bytes() == b"\0\3\1\x08\3\x09\3\x0cxyesnew"
