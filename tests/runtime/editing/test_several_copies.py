"""Copies of one record in several places, copies of copies, and records with the same fields."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quire import FormatError
from tests.runtime.writing.test_building import compiled

TABLE = """
seq: [{id: n, type: u1}, {id: ofs, type: u1}]
instances:
  items: {pos: ofs, type: item, repeat: expr, repeat-expr: n}
types:
  item:
    seq: [{id: len, type: u1}, {id: at, type: u1}]
    instances:
      text: {pos: at, size: len, io: _root._io}
"""

VIEWED = """
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

FIELDS = """
seq: [{id: one, type: item}, {id: two, type: item}]
types:
  item:
    seq: [{id: len, type: u1}, {id: at, type: u1}]
    instances:
      text: {pos: at, size: len, io: _root._io}
"""


def look(file: Any) -> list[bytes]:
    return [each.text for each in file.items]


def again(record: Any) -> Any:
    return copy.deepcopy(copy.deepcopy(record))


def in_its_place(items: Any, _: Any) -> None:
    for _ in range(2):
        items[1] = copy.deepcopy(items[1])


def at_once(items: Any, _: Any) -> None:
    items[1] = again(items[1])


def thrice(items: Any, _: Any) -> None:
    items[1] = copy.deepcopy(again(items[1]))


def of_a_copied_file(items: Any, file: Any) -> None:
    items[1] = copy.deepcopy(file).items[1]


def of_another_file(items: Any, file: Any) -> None:
    items[1] = type(file).from_bytes(b"\2\2\2\6\2\x08xxsi").items[1]


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize(
    "replace", [in_its_place, at_once, thrice, of_a_copied_file, of_another_file]
)
def test_a_record_with_the_fields_of_the_one_that_it_replaces_keeps_its_bytes(
    replace: Callable[[Any, Any], None], looked: Any, tmp_path: Path
) -> None:
    file = compiled(tmp_path, TABLE).from_bytes(b"\2\2\2\6\2\x08sasi")
    if looked:
        assert look(file) == [b"sa", b"si"]
    replace(file.items, file)
    for _ in range(2):
        assert file.to_bytes() == b"\2\2\2\6\2\x08sasi"
    assert look(file) == [b"sa", b"si"]


@pytest.mark.parametrize("looked", [False, True])
def test_a_record_of_another_file_with_the_same_fields_brings_its_bytes(
    looked: Any, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, TABLE)
    file, other = (kind.from_bytes(b"\2\2\2\6\2\x08" + each) for each in (b"sasi", b"soxy"))
    if looked:
        assert look(file) + look(other) == [b"sa", b"si", b"so", b"xy"]
    file.items[1] = other.items[1]
    for _ in range(2):
        assert file.to_bytes() == b"\2\2\2\6\2\x08saxy"
    file.items[1].text = b"xyz"
    assert file.to_bytes() == b"\2\2\2\6\3\x08saxyz"


def test_so_does_the_record_of_a_field(tmp_path: Path) -> None:
    kind = compiled(tmp_path, FIELDS)
    file, other = (kind.from_bytes(b"\2\4\2\6" + each) for each in (b"sasi", b"soxy"))
    file.two = other.two
    for _ in range(2):
        assert file.to_bytes() == b"\2\4\2\6saxy"


def here_first(items: Any) -> None:
    items[1] = copy.deepcopy(found := items[1])
    items[0] = copy.deepcopy(found)


def here_last(items: Any) -> None:
    items[0] = copy.deepcopy(items[1])
    items[1] = copy.deepcopy(items[1])


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize(
    ("put", "edited", "expected"),
    [
        (here_last, None, b"\2\2\3\x09\3\6bbbbbb"),
        (here_last, 1, b"\2\2\3\x0c\6\6zzzzzzbbb"),
        (here_last, 0, b"\2\2\6\x09\3\6bbbzzzzzz"),
        (here_first, None, b"\2\2\3\6\3\x09bbbbbb"),
        (here_first, 1, b"\2\2\3\6\6\x09bbbzzzzzz"),
        (here_first, 0, b"\2\2\6\6\3\x0czzzzzzbbb"),
    ],
)
def test_one_of_several_copies_comes_in_the_place_of_a_record(
    put: Callable[[Any], None],
    edited: int | None,
    expected: bytes,
    between: Any,
    looked: Any,
    tmp_path: Path,
) -> None:
    kind = compiled(tmp_path, TABLE)
    file = kind.from_bytes(b"\2\2\2\6\3\x08aabbb")
    if looked:
        assert look(file) == [b"aa", b"bbb"]
    put(file.items)
    if between:
        assert look(kind.from_bytes(file.to_bytes())) == [b"bbb", b"bbb"]
    texts = [b"bbb", b"bbb"]
    if edited is not None:
        texts[edited] = file.items[edited].text = b"zzzzzz"
    for _ in range(2):
        assert (data := file.to_bytes()) == expected
        assert look(kind.from_bytes(data)) == look(file) == texts


def test_a_copy_comes_where_another_one_has_come_before(tmp_path: Path) -> None:
    kind = compiled(tmp_path, TABLE)
    file = kind.from_bytes(b"\2\2\2\6\3\x08aabbb")
    first = file.items[1]
    file.items[1] = copy.deepcopy(first)
    assert file.to_bytes() == b"\2\2\2\6\3\x08aabbb"
    file.items[0] = copy.deepcopy(first)  # that is still there
    file.items[1].text = b"zzzzzz"
    for _ in range(2):
        assert file.to_bytes() == b"\2\2\3\x0c\6\6zzzzzzbbb"


@pytest.mark.parametrize("looked", [False, True])
def test_a_copy_leads_where_a_record_did_that_another_copy_has_replaced(
    looked: Any, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, VIEWED)
    file = kind.from_bytes(b"\3\3\x07\2\x0a\2\x0caaabbcc")
    if looked:
        assert (file.items[0].head, *look(file)) == (b"a", b"aaa", b"bb", b"cc")
    file.items[0].text = b"xy"
    assert file.to_bytes() == b"\3\2\x07\2\x09\2\x0bxybbcc"
    file.items[0] = copy.deepcopy(file.items[1])
    file.items[1] = copy.deepcopy(file.items[1])
    for _ in range(2):
        assert file.to_bytes() == b"\3\2\x0b\2\7\2\x09bbccbb"
    assert look(file) == [b"bb", b"bb", b"cc"]


def test_so_does_one_after_an_element_was_taken_out(tmp_path: Path) -> None:
    file = compiled(tmp_path, VIEWED).from_bytes(b"\2\3\5\2\x08aaabb")
    del file.items[1]
    assert file.to_bytes() == b"\1\3\3aaa"
    file.items.insert(0, copy.deepcopy(file.items[0]))
    file.items[1] = copy.deepcopy(file.items[1])
    for _ in range(2):
        assert file.to_bytes() == b"\2\3\x08\3\5aaaaaa"


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("edited", ["the copy", "the original", "neither"])
@pytest.mark.parametrize("place", [0, 2])
def test_an_original_that_comes_back_beside_its_copy_is_not_taken_for_it(
    tmp_path: Path, place: int, edited: str, *, looks: bool
) -> None:
    kind = compiled(tmp_path, TABLE)
    file = kind.from_bytes(bytes([2, 2, 2, 6, 3, 8]) + b"aabbb")
    if looks:
        assert look(file) == [b"aa", b"bbb"]
    original, texts = file.items[1], [b"aa", b"bbb"]
    file.items[1] = copy.deepcopy(original)
    assert look(kind.from_bytes(file.to_bytes())) == texts
    file.items[place : place + 1] = [original]
    texts[place : place + 1] = [b"bbb"]
    if edited == "the copy":
        file.items[1].text = texts[1] = b"zzzz"
    elif edited == "the original":
        original.text = texts[place] = b"yyyyy"
    try:
        written = file.to_bytes()
    except FormatError as error:
        assert "at the same place: set both alike" in str(error)  # noqa: PT017  # or it is right
    else:
        assert look(kind.from_bytes(written)) == texts
        assert file.to_bytes() == written
