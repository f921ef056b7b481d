"""An iterator is given for a list of a record that was read, and fails, or is taken by a copy."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.writing.test_building import compiled

SPEC = """
seq:
  - {id: n, type: u1}
  - {id: pairs, type: pair, repeat: expr, repeat-expr: n}
  - {id: rest, type: u1, repeat: eos}
types: {pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}}
"""
HELD = """
seq: [{id: held, type: held}]
types: {held: {seq: [{id: rest, type: u1, repeat: eos}]}}
"""
DATA = b"\2\1\2\3\4\5\6"
GIVEN = {"pairs": {"a": 7, "b": 8}, "rest": 7}
USED_UP = "the iterator was used up before"


def failing(first: Any, error: Exception) -> Iterator[Any]:
    yield first
    raise error


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.parametrize("error", [OSError("gone"), ValueError("wrong"), KeyError("missing")])
def test_what_is_left_of_it_is_not_written(tmp_path: Path, name: str, error: Exception) -> None:
    record = compiled(tmp_path, SPEC).from_bytes(DATA)
    setattr(record, name, failing(GIVEN[name], error))
    with pytest.raises(type(error), match=str(error)):
        record.to_bytes()
    for _ in range(2):
        with pytest.raises(ValueError, match=USED_UP):
            record.to_bytes()
    setattr(record, name, [GIVEN[name]])
    expected = {"pairs": b"\1\7\x08\5\6", "rest": b"\2\1\2\3\4\7"}[name]
    assert record.to_bytes() == record.to_bytes() == expected


def test_nor_is_it_after_an_element_that_is_none(tmp_path: Path) -> None:
    record = compiled(tmp_path, SPEC).from_bytes(DATA)
    record.pairs = iter([{"a": 1, "b": 2}, {"c": 3}, {"a": 5, "b": 6}])
    with pytest.raises(TypeError, match="has no field 'c'"):
        record.to_bytes()
    with pytest.raises(ValueError, match=USED_UP):
        record.to_bytes()


def test_nor_is_it_in_a_record_inside(tmp_path: Path) -> None:
    record = compiled(tmp_path, HELD).from_bytes(b"\1\2")
    record.held.rest = failing(1, OSError("gone"))
    with pytest.raises(OSError, match="gone"):
        record.to_bytes()
    with pytest.raises(ValueError, match=USED_UP):
        record.to_bytes()
    record.held.rest = [3]
    assert record.to_bytes() == b"\3"


@pytest.mark.parametrize("is_built", [False, True])
@pytest.mark.parametrize("is_copy_first", [False, True])
def test_a_copy_takes_from_the_same(tmp_path: Path, *, is_built: bool, is_copy_first: bool) -> None:
    cls = compiled(tmp_path, SPEC)
    record = cls.build(pairs=[], rest=[1]) if is_built else cls.from_bytes(DATA)
    record.rest = iter([7, 8])
    both = record, copy.copy(record)
    first, second = both[::-1] if is_copy_first else both
    assert first.to_bytes() == (b"\0\7\x08" if is_built else b"\2\1\2\3\4\7\x08")
    with pytest.raises(ValueError, match=USED_UP):
        second.to_bytes()
