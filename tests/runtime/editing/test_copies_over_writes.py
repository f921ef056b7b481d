"""Copies that were made before a writing, and are put in after it, beside copies of these."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.writing.test_building import compiled

SPEC = """
seq:
  - {id: n, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: n}
types:
  item:
    seq: [{id: len, type: u1}, {id: at, type: u1}]
    instances:
      text: {pos: at, size: len}
      head: {pos: at, size: 1}
"""


def look(file: Any) -> list[bytes]:
    return [each.text for each in file.items]


def read(tmp_path: Path, stored: bytes, texts: list[bytes], *, looked: bool) -> Any:
    file = compiled(tmp_path, SPEC).from_bytes(stored)
    if looked:
        assert look(file) == texts
    return file


def pickled(record: Any) -> Any:
    return pickle.loads(pickle.dumps(record))  # noqa: S301  # our own


def again(record: Any) -> Any:
    return copy.deepcopy(copy.deepcopy(record))


@pytest.mark.parametrize("looked", [False, True])
def test_a_copy_that_was_made_before_something_has_moved_is_no_edit(
    tmp_path: Path, *, looked: bool
) -> None:
    file = read(tmp_path, b"\2\2\5\2\7aabb", [b"aa", b"bb"], looked=looked)
    made = copy.deepcopy(file.items[0])
    file.items.append(copy.deepcopy(file.items[1]))
    assert file.to_bytes() == b"\3\2\7\2\x09\2\x0baabbbb"
    file.items[0] = made
    for _ in range(2):
        assert file.to_bytes() == b"\3\2\7\2\x09\2\x0baabbbb"
    assert look(file) == [b"aa", b"bb", b"bb"]
    assert file.items[0].at == 7


@pytest.mark.parametrize("looked", [False, True])
def test_what_is_set_of_it_is_one(tmp_path: Path, *, looked: bool) -> None:
    file = read(tmp_path, b"\2\2\5\2\7aabb", [b"aa", b"bb"], looked=looked)
    made = copy.deepcopy(file.items[0])
    file.items.append(copy.deepcopy(file.items[1]))
    assert file.to_bytes() == b"\3\2\7\2\x09\2\x0baabbbb"
    file.items[0] = made
    made.text = b"xyz"
    for _ in range(2):
        assert file.to_bytes() == b"\3\3\7\2\x0a\2\x0cxyzbbbb"
    assert look(file) == [b"xyz", b"bb", b"bb"]


@pytest.mark.parametrize("looked", [False, True])
def test_a_copy_that_was_made_between_two_writings_is_put_in(
    tmp_path: Path, *, looked: bool
) -> None:
    file = read(tmp_path, b"\2\2\5\2\7aabb", [b"aa", b"bb"], looked=looked)
    file.items.append(copy.deepcopy(file.items[1]))
    assert file.to_bytes() == b"\3\2\7\2\x09\2\x0baabbbb"
    made = copy.deepcopy(file.items[0])
    file.items.append(copy.deepcopy(file.items[1]))
    assert file.to_bytes() == b"\4\2\x09\2\x0b\2\x0d\2\x0faabbbbbb"
    file.items.append(made)
    for _ in range(2):
        assert file.to_bytes() == b"\5\2\x0b\2\x0d\2\x0f\2\x11\2\x13aabbbbbbaa"
    assert look(file) == [b"aa", b"bb", b"bb", b"bb", b"aa"]


@pytest.mark.parametrize("looked", [False, True])
def test_a_copy_that_was_written_keeps_its_bytes_when_the_original_goes(
    tmp_path: Path, *, looked: bool
) -> None:
    file = read(tmp_path, b"\3\2\7\2\x09\2\x0baabbcc", [b"aa", b"bb", b"cc"], looked=looked)
    file.items[0] = copy.deepcopy(file.items[2])
    assert file.to_bytes() == b"\3\2\x0b\2\7\2\x09bbcccc"
    file.items.insert(1, copy.deepcopy(file.items[1]))
    file.items[3] = copy.deepcopy(file.items[1])
    file.items.append(copy.deepcopy(file.items[1]))
    for _ in range(2):
        assert file.to_bytes() == b"\5\2\x0d\2\x0f\2\x0b\2\x11\2\x13bbccbbbbbb"
    assert look(file) == [b"cc", b"bb", b"bb", b"bb", b"bb"]


@pytest.mark.parametrize("looked", [False, True])
def test_a_copy_of_a_copy_that_is_put_in_beside_it_has_its_bytes(
    tmp_path: Path, *, looked: bool
) -> None:
    file = read(tmp_path, b"\3\2\7\2\x09\2\x0baabbcc", [b"aa", b"bb", b"cc"], looked=looked)
    file.items.append(copy.deepcopy(file.items[2]))
    assert file.to_bytes() == b"\4\2\x09\2\x0b\2\x0d\2\x0faabbcccc"
    file.items.insert(2, copy.deepcopy(file.items[1]))
    file.items.append(again(file.items[2]))
    for _ in range(2):
        assert file.to_bytes() == b"\6\2\x0d\2\x0f\2\x13\2\x11\2\x15\2\x17aabbccbbccbb"
    assert look(file) == [b"aa", b"bb", b"bb", b"cc", b"cc", b"bb"]


BLOCKS = """
seq:
  - {id: num, type: u1}
  - {id: blocks, type: block, repeat: expr, repeat-expr: num}
types:
  block:
    seq:
      - {id: len, type: u1}
      - {id: count, type: u1}
      - {id: body, size: len, type: inner%s}
  inner: {seq: [{id: items, type: item, repeat: expr, repeat-expr: _parent.count}]}
  item:
    seq: [{id: ofs, type: u1}]
    instances: {text: {pos: ofs, type: strz}}
"""


def _texts(file: Any) -> list[list[str]]:
    return [[each.text for each in block.body.items] for block in file.blocks]


@pytest.mark.parametrize("is_seen", [False, True])
@pytest.mark.parametrize("bring", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("process", ["", ", process: xor(5)"])
@pytest.mark.parametrize("gone", [0, 1, 2])
def test_a_copy_has_what_its_elements_led_to_when_some_were_gone(
    gone: int, process: str, bring: Callable[[Any], Any], tmp_path: Path, *, is_seen: bool
) -> None:
    kind = compiled(tmp_path, BLOCKS % process)
    body = bytes(each ^ 5 if process else each for each in b"\3\6\x0aab\0cde\0fg\0")
    record = kind.from_bytes(b"\1\x0d\3" + body)
    del record.blocks[0].body.items[gone]
    record.to_bytes()
    left = ["ab", "cde", "fg"]
    del left[gone]
    if is_seen:
        assert _texts(record) == [left]
    made = bring(record.blocks[0])
    if is_seen:
        assert [each.text for each in made.body.items] == left
    other = kind.from_bytes(b"\1\x0d\3" + body)
    other.blocks.append(bring(record.blocks[0]))
    record.blocks.append(made)
    for file, texts in ((record, [left, left]), (other, [["ab", "cde", "fg"], left])):
        written = file.to_bytes()
        assert file.to_bytes() == written
        assert _texts(file) == _texts(kind.from_bytes(written)) == texts


TEXTS_AS_OFFSETS = """
seq: [{id: num, type: u1}, {id: entries, type: entry, repeat: expr, repeat-expr: num}]
types:
  entry:
    seq: [{id: len, type: u1}, {id: ofs, type: str, size: 2}]
    instances: {text: {io: _root._io, pos: ofs.to_i, size: len, type: str}}
"""


@pytest.mark.parametrize("bring", [copy.deepcopy, pickled])
@pytest.mark.parametrize("bring_file", [None, copy.deepcopy, pickled])
def test_positions_that_are_texts_are_those_of_a_writing(
    bring: Callable[[Any], Any], bring_file: Callable[[Any], Any] | None, tmp_path: Path
) -> None:
    file = compiled(tmp_path, TEXTS_AS_OFFSETS).from_bytes(b"\x02\x0207\x0309gjxac")
    del file.entries[0]
    assert file.to_bytes() == b"\x01\x0304xac"
    if bring_file is not None:
        file = bring_file(file)
    file.entries.insert(1, bring(file.entries[0]))
    assert file.to_bytes() == file.to_bytes() == b"\x02\x0307\x0310xacxac"


def _told(*entries: tuple[int, bytes]) -> bytes:
    """Entries, each with the length and the position of its text; the texts are behind them all."""
    ofs, head = 1 + 3 * len(entries), b""
    for num, text in entries:
        head += bytes([num, len(text), ofs])
        ofs += len(text)
    return bytes([len(entries)]) + head + b"".join(text for _, text in entries)


@pytest.mark.parametrize("looks", [False, True])
def test_a_copy_comes_back_after_a_writing_without_it(tmp_path: Path, *, looks: bool) -> None:
    file = compiled(
        tmp_path,
        """
seq: [{id: count, type: u1}, {id: entries, type: entry, repeat: expr, repeat-expr: count}]
types:
  entry:
    seq: [{id: num, type: u1}, {id: len, type: u1}, {id: ofs, type: u1}]
    instances: {text: {io: _root._io, pos: ofs, size: len}}
""",
    ).from_bytes(_told((7, b"ea"), (8, b"ezyb"), (9, b"ijc")))
    file.entries.insert(2, copy.deepcopy(file.entries[0]))
    assert file.to_bytes() == _told((7, b"ea"), (8, b"ezyb"), (9, b"ijc"), (7, b"ea")).replace(
        b"\x09\x03\x13\x07\x02\x16", b"\x07\x02\x16\x09\x03\x13"
    )
    one, other = copy.deepcopy(file.entries[2]), copy.deepcopy(file.entries[0])
    if looks:
        assert (one.text, other.text) == (b"ea", b"ea")
    file.entries[0] = one
    file.to_bytes()
    file.entries[0] = other
    del file.entries[3]
    assert file.to_bytes() == _told((7, b"ea"), (8, b"ezyb"), (7, b"ea"))
    assert file.to_bytes() == _told((7, b"ea"), (8, b"ezyb"), (7, b"ea"))
