"""Positions that count from where another instance of their record is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

HEAD = """
seq:
  - {id: ofs_t, type: u1}
  - {id: len_t, type: u1}
  - {id: un, type: u1}
  - {id: num, type: u1}
  - {id: extra, size: num}
instances:
"""
T = "  t: {pos: ofs_t, size: len_t, type: table}\n"
NAME = "  name: {pos: ofs_t + un, type: strz, encoding: ASCII}\n"
THERE = "  start: {value: ofs_t + un}\n  name: {pos: start, type: strz, encoding: ASCII}\n"
TABLE = "types: {table: {seq: [{id: items, type: strz, encoding: ASCII, repeat: eos}]}}"
FILE = b"\5\7\3\1Xab\0cde\0TAIL"
Edit = Callable[[Any], object]


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("instances", [T + NAME, NAME + T, T + THERE], ids=["t", "name", "value"])
@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda r: r.t.items.__setitem__(0, "long"), b"\5\x09\5\1Xlong\0cde\0TAIL"),
        (lambda r: r.t.items.insert(0, "z"), b"\5\x09\5\1Xz\0ab\0cde\0TAIL"),
        (lambda r: r.t.items.pop(0), b"\5\4\0\1Xcde\0TAIL"),
        (lambda r: setattr(r, "extra", b"123"), b"\7\7\3\x03123ab\0cde\0TAIL"),
        (lambda r: setattr(r, "name", "fgh"), b"\5\7\3\1Xab\0fgh\0TAIL"),
    ],
)
def test_the_number_is_told_that_counts_from_another_instance(
    tmp_path: Path, instances: str, edit: Edit, expected: bytes, *, looks: bool
) -> None:
    record = compiled(tmp_path, HEAD + instances + TABLE).from_bytes(FILE)
    if looks:
        assert (record.name, record.t.items[0]) == ("cde", "ab")
    edit(record)
    assert record.to_bytes() == record.to_bytes() == expected
    assert record.name == ("fgh" if b"fgh" in expected else "cde")


@pytest.mark.parametrize("instances", [T + NAME, NAME + T])
def test_what_stands_behind_what_it_counts_from_moves_with_it(
    tmp_path: Path, instances: str
) -> None:
    record = compiled(tmp_path, HEAD + instances + TABLE).from_bytes(b"\5\3\3\1Xab\0cde\0TAIL")
    record.extra = b"123"
    assert record.to_bytes() == record.to_bytes() == b"\7\3\3\x03123ab\0cde\0TAIL"
    record.t.items[0] = "a"
    assert record.to_bytes() == record.to_bytes() == b"\7\2\2\x03123a\0cde\0TAIL"
    record.name = "longer"
    assert record.to_bytes() == record.to_bytes() == b"\7\2\2\x03123a\0longer\0TAIL"


def test_a_number_of_elements_in_between_is_told_by_these(tmp_path: Path) -> None:
    spec = """
seq: [{id: ofs_t, type: u1}, {id: num, type: u1}, {id: n, type: u1}, {id: x, size: n}]
instances:
  t: {pos: ofs_t, type: u2be, repeat: expr, repeat-expr: num}
  name: {pos: ofs_t + num * 2, type: strz, encoding: ASCII}
"""
    record = compiled(tmp_path, spec).from_bytes(b"\4\2\1X\0\1\0\2name\0")
    record.t.append(3)
    assert record.to_bytes() == record.to_bytes() == b"\4\3\1X\0\1\0\2\0\3name\0"


def test_a_built_record_tells_both(tmp_path: Path) -> None:
    kind = compiled(tmp_path, HEAD + T + NAME + TABLE)
    written = kind.build(extra=b"X", t={"items": ["ab"]}, name="cde").to_bytes()
    assert written == b"\5\3\3\1Xab\0cde\0"


UNTOLD = """
seq:
  - {id: base, type: u1}
  - {id: un, type: u1}
  - {id: num, type: u1}
  - {id: extra, size: num}
  - {id: items, type: strz, encoding: ASCII, repeat: expr, repeat-expr: 2}
instances: {name: {pos: base + un, type: strz, encoding: ASCII}}
"""


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize(
    "edit",
    [lambda r: setattr(r, "extra", b"123"), lambda r: r.items.__setitem__(0, "long")],
)
def test_a_position_of_two_fields_that_nothing_tells_is_not_left_behind(
    tmp_path: Path, edit: Edit, *, looks: bool
) -> None:
    record = compiled(tmp_path, UNTOLD).from_bytes(b"\3\4\1Xab\0cde\0")
    if looks:
        assert record.name == "cde"
    edit(record)
    with pytest.raises(quire.FormatError, match="the position 9, where that is now"):
        record.to_bytes()
    record.un = 6
    assert record.to_bytes()[:2] == b"\3\6"
    assert record.name == "cde"


POOL = """
seq:
  - {id: count, type: u1}
  - {id: ofs_names, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: count}
types:
  entry:
    seq: [{id: ofs_name, type: u1}, {id: num, type: u1}]
    instances: {name: {pos: _root.ofs_names + ofs_name, type: strz, io: _root._io}}
instances:
  names: {pos: ofs_names, size: 0}
"""


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize(
    ("gone", "written"),
    [
        (0, b"\2\6\0\2\4\3cde\0x\0"),
        (1, b"\2\6\0\1\3\3ab\0x\0"),
        (2, b"\2\6\0\1\3\2ab\0cde\0"),
    ],
)
def test_an_instance_of_no_bytes_tells_where_others_are_counted_from(
    gone: int, written: bytes, tmp_path: Path, *, looks: bool
) -> None:
    kind = compiled(tmp_path, POOL)
    record = kind.from_bytes(b"\3\x08\0\1\3\2\7\3ab\0cde\0x\0")
    if looks:
        assert [each.name for each in record.entries] == ["ab", "cde", "x"]
    del record.entries[gone]
    assert record.to_bytes() == record.to_bytes() == written
    del record.entries[:]
    assert record.to_bytes() == b"\0\2"
