"""Fields of another record that an instance tells: its count, its position."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.errors import ContradictionError

SPEC = """
meta: {id: indexed, endian: le}
seq:
  - {id: head, type: head}
  - {id: tail, size: 2}
instances:
  items: {pos: head.sizes.ofs_items, type: u1, repeat: expr, repeat-expr: head.sizes.num_items}
types:
  head: {seq: [{id: sizes, type: sizes}]}
  sizes: {seq: [{id: num_items, type: u1}, {id: ofs_items, type: u1}]}
"""
INDEX = """
meta: {id: index}
seq:
  - {id: num_items, type: u1}
  - {id: ofs_items, type: u1}
  - {id: len_title, type: u1}
  - {id: title, size: len_title}
instances: {items: {pos: ofs_items, type: item, repeat: expr, repeat-expr: num_items}}
types:
  item:
    seq: [{id: ofs_name, type: u1}]
    instances: {name: {pos: ofs_name, type: u1}}
"""
CHOSEN = """
meta: {id: chosen, endian: le}
seq:
  - {id: kind, type: u1}
  - {id: ofs_items, type: u1}
  - {id: len_title, type: u1}
  - {id: title, size: len_title}
instances:
  items: {pos: ofs_items, type: {switch-on: kind, cases: {0: one, 1: two, 2: pair}}, if: kind != 9}
types:
  one: {seq: [{id: a, type: u1}]}
  two: {seq: [{id: a, type: u2}]}
  pair:
    seq: [{id: a, type: u1}, {id: ofs_name, type: u1}]
    instances: {name: {pos: ofs_name, type: u1}}
"""
STORED = b"\x02\x04..ab"
WRONG = "head.sizes.num_items: given 1, but items makes it {}"

LOOK = attrgetter("items")
LOOKS: dict[str, tuple[Callable[[Any], object], Callable[[Any], object]]] = {
    "never": (bool, bool),
    "before": (LOOK, bool),
    "after": (bool, LOOK),
}
"""What somebody does with a record before a change, and after it."""


@pytest.fixture
def indexed(tmp_path: Path) -> Any:
    (tmp_path / "indexed.ksy").write_text(SPEC)
    return quire.compile(tmp_path / "indexed.ksy").Indexed


def test_a_count_that_is_set_and_not_the_one_of_its_instance_is_refused(indexed: Any) -> None:
    record = indexed.from_bytes(STORED)
    record.items.append(99)
    record.head.sizes.num_items = 1
    with pytest.raises(ContradictionError, match=WRONG.format(3)):
        record.to_bytes()
    del record.items[1:]
    assert record.to_bytes()[:5] == b"\x01\x04..a"


@pytest.mark.parametrize("num_items", [0, 1])
@pytest.mark.parametrize("when", LOOKS)
def test_a_count_that_is_set_is_written_if_its_instance_was_only_looked_at(
    indexed: Any, when: str, num_items: int
) -> None:
    before, after = LOOKS[when]
    record = indexed.from_bytes(STORED)
    before(record)
    record.head.sizes.num_items = num_items
    after(record)
    assert record.to_bytes() == bytes([num_items]) + STORED[1:]
    assert record.items == [97, 98][:num_items]
    if when == "before":
        record.head.sizes.num_items = 2
        assert record.to_bytes() == STORED
        assert record.items == [97, 98]


@pytest.mark.parametrize("num_items", [3, 9])
@pytest.mark.parametrize("when", LOOKS)
def test_a_count_of_more_than_there_is_is_refused(indexed: Any, when: str, num_items: int) -> None:
    before, after = LOOKS[when]
    record = indexed.from_bytes(STORED)
    before(record)
    record.head.sizes.num_items = num_items
    with suppress(quire.FormatError):  # there are not so many
        after(record)
    with pytest.raises(quire.FormatError, match="items: expected a change after which it can"):
        record.to_bytes()
    record.head.sizes.num_items = 2
    assert record.to_bytes() == STORED


@pytest.mark.parametrize("when", LOOKS)
def test_what_a_count_leads_to_now_moves_with_what_has_grown(tmp_path: Path, when: str) -> None:
    """An index of two names, of which one is left; the other is nobody's, and stays as it was."""
    (tmp_path / "index.ksy").write_text(INDEX)
    record = quire.compile(tmp_path / "index.ksy").Index.from_bytes(b"\2\4\1x\6\7ab")
    before, after = LOOKS[when]
    before(record)
    record.num_items = 1
    after(record)
    record.title = b"xyz"
    written = record.to_bytes()
    assert written == b"\1\6\3xyz\x08\7ab"
    assert type(record).from_bytes(written).items[0].name == ord("a")


@pytest.mark.parametrize("kind", [0, 1, 2, 3])
@pytest.mark.parametrize("when", LOOKS)
def test_a_type_that_is_told_after_a_look_is_read_where_the_other_was(
    tmp_path: Path, when: str, kind: int
) -> None:
    """`pair` has a name at a position; a kind of 3 tells nothing, so its position is left."""
    (tmp_path / "chosen.ksy").write_text(CHOSEN)
    record = quire.compile(tmp_path / "chosen.ksy").Chosen.from_bytes(b"\2\4\1x\x01\x06ab")
    before, after = LOOKS[when]
    before(record)
    record.kind = kind
    after(record)
    record.title = b"xyz"
    name = 8 if kind == 2 else 6
    written = bytes([kind, 4 if kind == 3 else 6, 3]) + b"xyz\x01" + bytes([name]) + b"ab"
    assert record.to_bytes() == written


@pytest.mark.parametrize("when", LOOKS)
def test_what_a_changed_field_has_come_moves_with_the_bytes_that_it_is_over(
    tmp_path: Path, when: str
) -> None:
    (tmp_path / "chosen.ksy").write_text(CHOSEN)
    record = quire.compile(tmp_path / "chosen.ksy").Chosen.from_bytes(b"\x09\4\1x\x05\0ab")
    before, after = LOOKS[when]
    before(record)
    record.kind = 0
    after(record)
    record.title = b"xyz"
    assert record.to_bytes() == b"\0\6\3xyz\x05\0ab"


def test_a_count_that_is_given_and_not_the_one_of_its_instance_is_refused(indexed: Any) -> None:
    built = indexed.build(head={"sizes": {"num_items": 1}}, tail=b"..", items=[97, 98])
    with pytest.raises(ContradictionError, match=WRONG.format(2)):
        built.to_bytes()


def test_a_position_that_is_set_stays(indexed: Any) -> None:
    record = indexed.from_bytes(STORED)
    assert record.items == [97, 98]
    record.head.sizes.ofs_items = 3
    assert record.to_bytes() == b"\x02\x03..ab"
