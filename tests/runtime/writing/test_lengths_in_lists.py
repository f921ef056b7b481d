"""A length that somebody has set is refused wherever its record went; others follow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire

SPEC = """
meta: {id: words, endian: le}
seq:
  - {id: num_items, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
types:
  item: {seq: [{id: len_body, type: u1}, {id: body, size: len_body}]}
"""
DATA = b"\x03\x01a\x02bb\x03ccc"


@pytest.fixture
def words(tmp_path: Path) -> Any:
    path = tmp_path / "words.ksy"
    path.write_text(SPEC)
    return quire.compile(path).Words.from_bytes(DATA)


def removed_after(words: Any) -> None:
    words.items[2].len_body = 9
    del words.items[0]


def removed_before(words: Any) -> None:
    del words.items[0]
    words.items[1].len_body = 9


def alone(words: Any) -> None:
    words.items[2].len_body = 9
    words.items = [words.items[2]]


def turned_round(words: Any) -> None:
    words.items[2].len_body = 9
    words.items.reverse()


@pytest.mark.parametrize("edit", [removed_after, removed_before, alone, turned_round])
def test_a_length_that_is_wrong_is_refused(words: Any, edit: Callable[[Any], None]) -> None:
    edit(words)
    with pytest.raises(quire.FormatError, match=r"len_body: given 9, but body makes it 3"):
        words.to_bytes()


def test_bodies_that_change_places_bring_their_lengths(words: Any) -> None:
    first, second = words.items[:2]
    first.body, second.body = second.body, first.body
    del words.items[2]
    assert words.to_bytes() == b"\x02\x02bb\x01a"


def test_the_body_of_a_record_that_is_taken_out_may_be_put_into_another_one(words: Any) -> None:
    words.items[0].body = words.items[2].body
    del words.items[2]
    assert words.to_bytes() == b"\x02\x03ccc\x02bb"


def test_a_record_that_is_edited_and_moved_has_the_length_of_its_body(words: Any) -> None:
    words.items[2].body = b"four"
    del words.items[0]
    words.items.reverse()
    assert words.to_bytes() == b"\x02\x04four\x02bb"
