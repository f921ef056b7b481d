"""Files that are written more than once: each writing begins with what was read."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.writing.test_building import compiled

CHAIN = """
seq:
  - {id: ofs, type: u1}
instances:
  first: {pos: ofs, type: directory}
types:
  directory:
    seq:
      - {id: num, type: u1}
      - {id: fields, type: field, repeat: expr, repeat-expr: num}
      - {id: next_ofs, type: u1}
    instances:
      next: {pos: next_ofs, type: directory, if: next_ofs != 0}
  field:
    seq: [{id: len, type: u1}, {id: at, type: u1}]
    instances:
      data: {pos: at, size: len}
"""

CHAIN_OF_TWO = b"\1" + b"\1\2\5\7" + b"aa" + b"\1\3\x0b\0" + b"ddd"


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of a file with directories of which each leads to the next one."""
    return compiled(tmp_path_factory.mktemp("chain"), CHAIN)


@pytest.mark.parametrize("times", range(4))
@pytest.mark.parametrize("looked", [False, True])
def test_what_is_led_to_is_first_edited_once_what_leads_there_was_written(
    chain: Any, times: int, *, looked: bool
) -> None:
    record = chain.from_bytes(CHAIN_OF_TWO)
    if looked:
        assert _data(record.first.next) == [b"ddd"]
    record.first.fields.append({"data": b"new"})
    for _ in range(times):
        assert record.to_bytes() == b"\1\2\2\7\3\x10\x09aa\1\3\x0d\0dddnew"
    record.first.next.fields.append({"data": b"NN"})
    for _ in range(3):
        assert record.to_bytes() == b"\1\2\2\7\3\x12\x09aa\2\3\x0f\2\x15\0dddnewNN"
    assert _data(record.first.next) == [b"ddd", b"NN"]


@pytest.mark.parametrize("times", range(4))
def test_a_text_that_is_led_to_is_first_edited_after_that(chain: Any, times: int) -> None:
    record = chain.from_bytes(CHAIN_OF_TWO)
    del record.first.fields[0]
    for _ in range(times):
        assert record.to_bytes() == b"\1\0\3\1\3\7\0ddd"
    record.first.next.fields[0].data = b"other"
    for _ in range(3):
        assert record.to_bytes() == b"\1\0\3\1\5\7\0other"


@pytest.mark.parametrize("times", range(4))
def test_the_last_of_three_is_first_edited_after_that(chain: Any, times: int) -> None:
    record = chain.from_bytes(b"\1\0\3\0\5\1\1\x09\0x")
    record.first.fields.append({"data": b"A"})
    for _ in range(times):
        assert record.to_bytes() == b"\1\1\1\x0c\5\0\7\1\1\x0b\0xA"
    last = record.first.next.next
    last.fields.append({"data": b"B"})
    for _ in range(3):
        assert record.to_bytes() == b"\1\1\1\x0e\5\0\7\2\1\x0d\1\x0f\0xAB"
    assert _data(last) == [b"x", b"B"]


def _data(directory: Any) -> list[bytes]:
    return [each.data for each in directory.fields]


TEXTS = """
seq: [{id: num, type: u1}, {id: ofs, type: u1}]
instances:
  items: {pos: ofs, type: item, repeat: expr, repeat-expr: num}
types:
  item:
    seq: [{id: len, type: u1}, {id: at, type: u1}]
    instances:
      text: {pos: at, size: len, io: _root._io}
"""


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of a file with a table of texts."""
    return compiled(tmp_path_factory.mktemp("texts"), TEXTS)


def _of_three(texts: Any, *, looked: bool) -> Any:
    """A file of which two elements have the same text."""
    record = texts.from_bytes(b"\3\2\4\x08\4\x08\4\x0csamesix6")
    if looked:
        assert [each.text for each in record.items] == [b"same", b"same", b"six6"]
    return record


@pytest.mark.parametrize("place", [1, 2])
@pytest.mark.parametrize("looked", [False, True])
def test_one_of_two_with_the_same_text_is_taken_out_of_a_list_in_another_order(
    texts: Any, place: int, *, looked: bool
) -> None:
    record = _of_three(texts, looked=looked)
    record.items.reverse()
    del record.items[place]
    for _ in range(3):
        assert record.to_bytes() == b"\2\2\4\x0a\4\6samesix6"
    assert [each.text for each in record.items] == [b"six6", b"same"]


def test_the_other_one_is_edited_after_that(texts: Any) -> None:
    record = _of_three(texts, looked=False)
    record.items.reverse()
    del record.items[1]
    for _ in range(2):
        assert record.to_bytes() == b"\2\2\4\x0a\4\6samesix6"
    record.items[0].text = b"seven77"
    for _ in range(3):
        assert record.to_bytes() == b"\2\2\7\x0a\4\6sameseven77"


def test_something_is_put_in_front_of_one_of_two_with_the_same_text(texts: Any) -> None:
    record = texts.from_bytes(b"\3\2\4\x08\4\x08\1\x0csamex")
    del record.items[2]
    record.items.insert(0, {"text": b"new"})
    del record.items[2]
    for _ in range(3):
        assert record.to_bytes() == b"\2\2\3\x0a\4\6samenew"


def _of_four(texts: Any) -> Any:
    """A file of which the first two elements have the same text."""
    return texts.from_bytes(b"\4\2\4\x0a\4\x0a\2\x0e\1\x10samechd")


@pytest.mark.parametrize("place", [0, 1])
def test_one_of_two_with_the_same_text_stands_where_another_one_was(texts: Any, place: int) -> None:
    record = _of_four(texts)
    items = record.items
    items[:] = [{"text": b"b"}, {"text": b"eg"}, items[place], items[3]]
    for _ in range(3):
        assert record.to_bytes() == b"\4\2\1\x0f\2\x10\4\x0a\1\x0esamedbeg"
    assert [each.text for each in items] == [b"b", b"eg", b"same", b"d"]


@pytest.mark.parametrize("place", [0, 1])
def test_it_stands_there_and_was_edited(texts: Any, place: int) -> None:
    record = _of_four(texts)
    items = record.items
    items[:] = [{"text": b"b"}, {"text": b"eg"}, items[place], items[3]]
    items[2].text = b"other"
    for _ in range(3):
        assert record.to_bytes() == b"\4\2\1\x10\2\x11\5\x0a\1\x0fotherdbeg"


@pytest.mark.parametrize("place", [0, 1])
def test_it_was_edited_in_a_shorter_list_in_another_order(texts: Any, place: int) -> None:
    record = _of_four(texts)
    items = record.items
    items[:] = [items[3], items[2], items[place]]
    items[2].text = b"other"
    for _ in range(3):
        assert record.to_bytes() == b"\3\2\1\x0a\2\x08\5\x0bchdother"


@pytest.mark.parametrize("looked", [False, True])
def test_copies_lead_to_what_ends_their_file(tmp_path: Path, *, looked: bool) -> None:
    body = """
seq: [{id: num, type: u1}, {id: parts, type: part, repeat: expr, repeat-expr: num}]
types:
  part:
    seq: [{id: ofs, type: u1}]
    instances:
      blob: {io: _parent._io, pos: ofs, size-eos: true, type: blob}
  blob:
    seq: [{id: len, type: u1}, {id: body, size: len, type: directory}]
  directory:
    seq: [{id: ofs, type: u1}]
    instances:
      v: {pos: ofs, size: 2}
"""
    record = compiled(tmp_path, body).from_bytes(b"\1\2\3\1VV")
    if looked:
        assert record.parts[0].blob.body.v == b"VV"
    for _ in range(2):
        record.parts.append(copy.deepcopy(record.parts[0]))
    for _ in range(3):
        assert record.to_bytes() == b"\3\4\x08\x0c" + b"\3\1VV" * 3
    record.parts[1].blob.body.v = b"WW"
    for _ in range(3):
        assert record.to_bytes() == b"\3\4\x08\x0c\3\1VV\3\1WW\3\1VV"
