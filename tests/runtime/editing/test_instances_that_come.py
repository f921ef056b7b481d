"""Instances that a file did not have, or that could not be read, until an edit was written."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

SPEC = """
seq: [{id: flag, type: u1}, {id: len, type: u1}, {id: body, size: len}, {id: last, type: u1}]
instances:
  flagged: {pos: 0, type: u1, if: flag == 1}
  begun: {pos: 2, type: letter, if: flag == 1}
  many: {pos: 3, type: letter, if: len > 3}
  long: {pos: 1, size: 6}
  marked: {pos: 2, type: marked}
types:
  letter: {seq: [{id: x, type: u1}]}
  marked: {seq: [{id: mark, contents: OK}]}
"""

STORED = b"\0\2no!"


def shown(record: Any) -> dict[str, Any]:
    found = {}
    for name in (*record._fields, *record._instances):
        try:
            value = getattr(record, name)
        except quire.FormatError:
            found[name] = "an error"
        else:
            found[name] = repr(value)
    return found


def raise_flag(record: Any) -> None:
    record.flag = 1


def grow(record: Any) -> None:
    record.body = b"nopqr"


def mark(record: Any) -> None:
    record.body = b"OK"


def mark_more(record: Any) -> None:
    record.flag, record.body = 1, b"OK!!"


@pytest.mark.parametrize("look", [lambda _: None, shown], ids=["unseen", "seen"])
@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (raise_flag, b"\1\2no!"),
        (grow, b"\0\5nopqr!"),
        (mark, b"\0\2OK!"),
        (mark_more, b"\1\4OK!!!"),
    ],
)
def test_they_show_what_was_written(
    edit: Callable[[Any], None], expected: bytes, look: Callable[[Any], Any], tmp_path: Path
) -> None:
    kind = compiled(tmp_path, SPEC)
    record = kind.from_bytes(STORED)
    look(record)
    edit(record)
    for _ in range(2):
        assert record.to_bytes() == expected
        assert shown(record) == shown(kind.from_bytes(expected))
    record.flag, record.body = 0, b"no"
    assert record.to_bytes() == STORED
    assert shown(record) == shown(kind.from_bytes(STORED))


def test_a_copy_of_a_view_follows_the_field_in_each_writing(tmp_path: Path) -> None:
    record = compiled(tmp_path, SPEC).from_bytes(b"\1\2no!")
    record.begun = copy.deepcopy(record.begun)
    record.body = b"mo"
    for _ in range(3):
        assert record.to_bytes() == b"\1\2mo!"
        assert record.begun.x == ord("m")


LED = """
seq: [{id: ofs, type: u1}, {id: len, type: u1}, {id: rest, size-eos: true}]
instances:
  there: {pos: ofs, size: len}
  view: {pos: 0, type: u1}
"""


@pytest.mark.parametrize("look", [lambda _: None, lambda record: record.there])
def test_a_view_by_which_an_instance_can_no_longer_be_read_is_refused(
    look: Callable[[Any], Any], tmp_path: Path
) -> None:
    record = compiled(tmp_path, LED).from_bytes(b"\2\2abcd")
    look(record)
    record.view = 5
    with pytest.raises(quire.FormatError, match="a change after which it can still be read"):
        record.to_bytes()
    record.view = 4
    assert record.to_bytes() == b"\4\2abcd"
    assert record.there == b"cd"


CIRCLE = """
seq:
  - {id: body, size: 2, type: body}
  - {id: index, type: index, repeat: eos}
types:
  body: {seq: [{id: records, type: record, repeat: eos}]}
  record:
    seq: [{id: to, type: u1}]
    instances: {led: {io: _root._io, pos: 2 + 2 * to, type: index}}
  index:
    seq: [{id: at, type: u1}, {id: is_there, type: u1}]
    instances: {record: {io: _root.body._io, pos: at, type: record, if: is_there != 0}}
"""


def test_a_look_at_what_an_edit_has_brought_leaves_the_next_write_as_it_is(tmp_path: Path) -> None:
    record = compiled(tmp_path, CIRCLE).from_bytes(b"\0\1" + b"\0\1" + b"\0\0")
    record.index[1].is_there = 1
    assert record.to_bytes() == b"\0\1" + b"\0\1" + b"\0\1"
    assert record.index[1].record.led.record.to == 0  # it leads to itself
    assert record.to_bytes() == b"\0\1" + b"\0\1" + b"\0\1"


COUNTED = """
seq:
  - {id: num, type: u1}
  - {id: name, type: strz, encoding: ASCII}
  - {id: boxes, type: box, repeat: expr, repeat-expr: 2}
  - {id: rest, size-eos: true}
types:
  box:
    seq: [{id: ofs, type: u1}]
    instances:
      items: {io: _root._io, pos: ofs, type: item, repeat: expr, repeat-expr: _root.num % 3}
  item: {seq: [{id: v, type: u1}]}
"""


@pytest.mark.parametrize("num", [0, 1, 2, 4, 5])
@pytest.mark.parametrize("looks", [False, True])
def test_there_are_others_in_a_list_at_a_position_when_something_grows(
    tmp_path: Path, num: int, *, looks: bool
) -> None:
    record = compiled(tmp_path, COUNTED).from_bytes(b"\2n\0\5\7abcdef")
    if looks:
        assert [each.v for each in record.boxes[0].items] == [*b"ab"]
    record.num, record.name = num, "longer"
    assert record.to_bytes() == bytes([num]) + b"longer\0" + bytes([10, 12]) + b"abcdef"
    assert [each.v for each in record.boxes[1].items] == [*b"cdef"[: num % 3]]
