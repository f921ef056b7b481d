"""A write that is refused leaves the record as it was: what it shows, and what is written next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import quire
from quire import FormatError
from tests.members import members

SPEC = """
meta: {id: shelf, endian: le, encoding: ASCII}
seq:
  - {id: num_books, type: u1}
  - {id: len_title, type: u1}
  - {id: title, type: str, size: len_title}
  - {id: books, type: book, repeat: expr, repeat-expr: num_books}
  - {id: label, type: label}
  - {id: last, type: u1, valid: {max: 9}}
  - {id: more, type: label, if: last == 8}
  - {id: words, size-eos: true}
instances:
  sum: {value: num_books + last}
types:
  book:
    seq: [{id: ofs_text, type: u1}, {id: len_text, type: u1}]
    instances:
      text: {pos: ofs_text, size: len_text, type: text}
      twice: {value: len_text * 2}
  text: {seq: [{id: rest, size-eos: true}]}
  label: {seq: [{id: len_name, type: u1}, {id: name, size: len_name}]}
"""
STORED = b"\2\3abc\x0c\2\x0e\3\1x\5ABCDE"
EDITS: dict[str, Callable[[Any], Any]] = {
    "a field is too large": lambda shelf: setattr(shelf, "last", 10),
    "something derived has grown": lambda shelf: setattr(shelf, "title", "longer than it was"),
    "a record has grown": lambda shelf: setattr(shelf.label, "name", b"longer"),
    "an instance has grown": lambda shelf: setattr(shelf.books[0].text, "rest", b"longer"),
    "an instance has gone": lambda shelf: setattr(shelf.books[0], "text", None),
    "a dict": lambda shelf: setattr(shelf, "label", {"name": b"longer"}),
    "a dict in a list": lambda shelf: shelf.books.insert(1, {"text": {"rest": b"new"}}),
    "a record of another file": lambda shelf: shelf.books.append(read(shelf).books[1]),
    "an element is gone": lambda shelf: shelf.books.pop(0),
    "a field is gone": lambda shelf: delattr(shelf, "num_books"),
    "a computed value": lambda shelf: setattr(shelf, "last", shelf.sum),
    "a field comes": lambda shelf: setattr(shelf, "last", 8),
}


def read(like: Any) -> Any:
    return type(like).from_bytes(STORED)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("specs") / "shelf.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Shelf


@pytest.mark.parametrize("look", [False, True], ids=["not looked at", "looked at"])
@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_what_a_refused_write_has_made_is_gone(shelf: Any, edit: Any, *, look: bool) -> None:
    record = shelf.from_bytes(STORED)
    if look:
        assert [(book.text.rest, book.twice) for book in record.books] == [(b"AB", 4), (b"CDE", 6)]
    edit(record)
    record.words = 5  # which nobody can write
    before = members(record)
    for _ in range(2):
        with pytest.raises(FormatError) as first:
            record.to_bytes()
        assert members(record) == before
    with pytest.raises(FormatError) as second:
        record.to_bytes()
    assert str(first.value) == str(second.value)


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_what_is_written_after_a_refusal_is_what_is_written_without_one(
    shelf: Any, edit: Any
) -> None:
    refused, plain = shelf.from_bytes(STORED), shelf.from_bytes(STORED)
    refused.words = 5
    edit(refused)
    with pytest.raises(FormatError):
        refused.to_bytes()
    refused.words = b"ABCDE"
    edit(plain)
    assert outcome(refused) == outcome(plain)


def outcome(record: Any) -> Any:
    try:
        return record.to_bytes()
    except FormatError as error:
        return str(error)


def test_what_was_taken_out_of_an_iterator_is_not_lost(shelf: Any) -> None:
    record = shelf.from_bytes(STORED)
    record.books = iter([{"text": {"rest": b"new"}}])
    record.last = 10
    with pytest.raises(FormatError, match="last"):
        record.to_bytes()
    record.last = 1
    assert [book.text.rest for book in shelf.from_bytes(record.to_bytes()).books] == [b"new"]
