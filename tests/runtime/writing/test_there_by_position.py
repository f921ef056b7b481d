"""Instances that are there if a field is not 0 that tells their position."""

from __future__ import annotations

from pathlib import Path

import pytest

import quire
from tests.runtime.writing.test_building import compiled

ENDED = """
seq:
  - {id: items, type: item, repeat: until, repeat-until: _.ofs == 0}
  - {id: rest, size-eos: true}
types:
  item:
    seq: [{id: ofs, type: u1}]
    instances:
      body: {pos: ofs, size: 2, if: ofs != 0}
"""


def test_what_is_there_by_its_position_is_given_without_one(tmp_path: Path) -> None:
    kind = compiled(tmp_path, ENDED)
    record = kind.from_bytes(b"\3\5\0abcd")
    record.items.insert(0, {"body": b"xy"})
    assert record.to_bytes() == b"\x08\4\6\0abcdxy"
    built = kind.build(items=[{"body": b"xy"}, {"ofs": 0}], rest=b"").to_bytes()
    assert built == b"\2\0xy"


def test_a_condition_that_does_not_hold_is_told(tmp_path: Path) -> None:
    record = compiled(tmp_path, ENDED).from_bytes(b"\3\0abcd")
    record.items[1].body = b"xy"
    told = r"no value, since its `if` does not hold: `ofs != 0` \(`del` leaves it out\)"
    with pytest.raises(quire.FormatError, match=rf"items\[1\]\.body: expected {told}"):
        record.to_bytes()


def test_a_condition_that_is_computed_is_told_with_what_it_is_computed_of(tmp_path: Path) -> None:
    spec = ENDED.replace("if: ofs != 0", "if: is_there").replace(
        "instances:", "instances:\n      is_there: {value: ofs != 0}"
    )
    record = compiled(tmp_path, spec).from_bytes(b"\3\0abcd")
    record.items[1].body = b"xy"
    with pytest.raises(quire.FormatError, match=r"hold: `is_there = ofs != 0` \(`del` leaves"):
        record.to_bytes()
