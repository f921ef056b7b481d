"""Elements of two lists over the same bytes, exchanged by one, and after a write by the other."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quire import FormatError
from tests.runtime.writing.test_building import compiled

TWICE = """
seq: [{id: num, type: u1}, {id: recs, type: rec, repeat: expr, repeat-expr: num}]
instances:
  again: {pos: 1, type: rec, repeat: expr, repeat-expr: num}
types:
  rec: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}
  body: {seq: [{id: text, type: str, size-eos: true, encoding: ASCII}]}
"""
FILE = b"\3\1a\2bb\3ccc"
EXCHANGED = b"\3\2bb\1a\3ccc"


def itself(record: Any) -> Any:
    return record


def pickled(record: Any) -> Any:
    return pickle.loads(pickle.dumps(record))  # noqa: S301  # our own


@pytest.fixture
def twice(tmp_path: Path) -> Any:
    return compiled(tmp_path, TWICE)


def exchange(some: list[Any]) -> None:
    some[0], some[1] = some[1], some[0]


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("of", [itself, copy.deepcopy, pickled])
@pytest.mark.parametrize(("first", "second"), [("recs", "again"), ("again", "recs")])
def test_what_the_other_list_exchanges_back_is_not_lost(
    twice: Any, first: str, second: str, of: Callable[[Any], Any], *, looked: bool
) -> None:
    record = twice.from_bytes(FILE)
    if looked:
        assert [each.body.text for each in record.again] == ["a", "bb", "ccc"]
    exchange(getattr(record, first))
    assert record.to_bytes() == EXCHANGED
    record = of(record)
    exchange(getattr(record, second))
    with pytest.raises(FormatError, match=r"would have 'bb', found 'a'"):
        record.to_bytes()
    assert [each.body.text for each in getattr(record, second)] == ["a", "bb", "ccc"]
    exchange(getattr(record, first))
    assert record.to_bytes() == FILE


@pytest.mark.parametrize(("first", "second"), [("recs", "again"), ("again", "recs")])
def test_what_the_other_list_exchanges_twice_is_no_edit(
    twice: Any, first: str, second: str
) -> None:
    record = twice.from_bytes(FILE)
    exchange(getattr(record, first))
    assert record.to_bytes() == EXCHANGED
    for _ in range(2):
        exchange(getattr(record, second))
    assert record.to_bytes() == EXCHANGED
    getattr(record, first)[2].body.text = "ddd"
    assert record.to_bytes() == b"\3\2bb\1a\3ddd"


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_what_a_copy_in_the_other_list_exchanges_back_is_not_lost(
    twice: Any, copied: Callable[[Any], Any], *, looked: bool
) -> None:
    record = twice.from_bytes(FILE)
    if looked:
        assert [each.body.text for each in record.again] == ["a", "bb", "ccc"]
    exchange(record.recs)
    assert record.to_bytes() == EXCHANGED
    record.again.insert(2, copied(record.again[0]))
    del record.again[0]
    with pytest.raises(FormatError):
        record.to_bytes()
    assert [each.body.text for each in record.again] == ["a", "bb", "ccc"]


@pytest.mark.parametrize(("first", "second"), [("recs", "again"), ("again", "recs")])
def test_what_is_built_in_the_other_list_is_not_lost(twice: Any, first: str, second: str) -> None:
    record = twice.from_bytes(FILE)
    exchange(getattr(record, first))
    assert record.to_bytes() == EXCHANGED
    some = getattr(record, second)
    del some[1]
    some.insert(0, {"body": {"text": "a"}})  # it shows "a", "bb", "ccc": what was read at first
    with pytest.raises(FormatError):
        record.to_bytes()
    assert some[1].body.text == "bb"


PADDED = """
seq: [{id: all, type: chunk, repeat: eos}]
types:
  chunk:
    seq: [{id: len, type: u1}, {id: data, size: len}, {id: pad, size: len % 2, -fill: 0}]
"""


@pytest.mark.parametrize("between", [False, True])
def test_padding_that_a_write_has_made_is_none_that_is_meant(
    tmp_path: Path, *, between: bool
) -> None:
    record = compiled(tmp_path, PADDED).from_bytes(b"\2aa")
    record.all[0].data = b"c"
    assert record.to_bytes() == b"\1c\0"
    record.all.append({"data": b"zz"})
    if between:
        assert record.to_bytes() == b"\1c\0\2zz"
    record.all[0].data = b"xx"
    assert record.to_bytes() == b"\2xx\2zz"


CHUNKS = """
seq: [{id: boxes, type: box, repeat: eos}]
types:
  box:
    seq:
      - {id: len, type: u1}
      - {id: kind, type: u1}
      - {id: body, size: len, type: {switch-on: kind, cases: {1: index}}}
  index:
    seq: [{id: ofs, type: u1}, {id: num, type: u1}]
    instances: {chunk: {io: _root._io, pos: ofs, size: num}}
"""


@pytest.mark.parametrize("text", [b"DEF", b"wxy"])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_what_is_put_in_beside_bytes_that_an_instance_has_changed_is_no_edit_of_these(
    tmp_path: Path, at: int, text: bytes
) -> None:
    record = compiled(tmp_path, CHUNKS).from_bytes(b"\2\1\6\3" + b"\4\0wxyz")
    index = record.boxes[0].body
    index.chunk = b"ABC"
    assert record.to_bytes() == b"\2\1\6\3" + b"\4\0ABCz"
    index.chunk = text
    record.boxes.insert(at, {"kind": 0, "body": b"new"})
    boxes = [bytes([2, 1, 6 if at == 2 else 11, 3]), b"\4\0" + text + b"z"]
    boxes.insert(at, b"\3\0new")
    assert record.to_bytes() == record.to_bytes() == b"".join(boxes)
