"""Fields of another record that an instance tells: its count, its position."""

from __future__ import annotations

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
STORED = b"\x02\x04..ab"
WRONG = "head.sizes.num_items: given 1, but items makes it 2"


@pytest.fixture
def indexed(tmp_path: Path) -> Any:
    (tmp_path / "indexed.ksy").write_text(SPEC)
    return quire.compile(tmp_path / "indexed.ksy").Indexed


def test_a_count_that_is_set_and_not_the_one_of_its_instance_is_refused(indexed: Any) -> None:
    record = indexed.from_bytes(STORED)
    assert record.items == [97, 98]
    record.head.sizes.num_items = 1
    with pytest.raises(ContradictionError, match=WRONG):
        record.to_bytes()
    del record.items[1]
    assert record.to_bytes()[:5] == b"\x01\x04..a"


def test_a_count_that_is_given_and_not_the_one_of_its_instance_is_refused(indexed: Any) -> None:
    built = indexed.build(head={"sizes": {"num_items": 1}}, tail=b"..", items=[97, 98])
    with pytest.raises(ContradictionError, match=WRONG):
        built.to_bytes()


def test_a_position_that_is_set_stays(indexed: Any) -> None:
    record = indexed.from_bytes(STORED)
    assert record.items == [97, 98]
    record.head.sizes.ofs_items = 3
    assert record.to_bytes() == b"\x02\x03..ab"
