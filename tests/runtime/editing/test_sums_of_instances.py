"""A checksum over an instance follows the fields that tell where that is, and how long."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quire.runtime.errors import ChecksumError, ContradictionError, FormatError
from tests.runtime.writing.test_building import compiled

SPEC = """
seq:
  - {id: ofs, type: u1}
  - {id: c, type: u1, -checksum: {algorithm: sum8, over: view}}
  - {id: rest, size: 4}
instances: {view: {pos: ofs, %s}}
types: {pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}}
"""
SIZED = """
seq:
  - {id: len, type: u1}
  - {id: c, type: u1, -checksum: {algorithm: sum8, over: view}}
  - {id: rest, size: 2}
instances: {view: {pos: 2, size: len%s}}
"""
ABSENT = SIZED % ", if: len != 0"
HEADS = """
seq:
  - {id: heads, type: head, repeat: expr, repeat-expr: 2}
  - {id: rest, size-eos: true}
types:
  head:
    seq:
      - {id: ofs, type: u1}
      - {id: len, type: u1}
      - {id: c, type: u1, -checksum: {algorithm: sum8, over: view}}
    instances: {view: {%s, size: len}}
"""
KINDS = ("size: 2", "type: u2", "type: pair", "type: u1, repeat: expr, repeat-expr: 2")


def _changed(record: Any, *, looks: bool, **fields: int) -> bytes:
    if looks:
        assert record.view
    for name, value in fields.items():
        setattr(record, name, value)
    data = record.to_bytes()
    assert record.to_bytes() == data
    again = type(record).from_bytes(data)
    again.validate()
    assert again == record
    return bytes(data)


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_made_anew_where_the_position_is_another(
    tmp_path: Path, kind: str, *, looks: bool
) -> None:
    cls = compiled(tmp_path, SPEC % kind)
    record = cls.from_bytes(b"\2\3\1\2\3\4")
    assert _changed(record, looks=looks, ofs=3) == b"\3\5\1\2\3\4"
    assert _changed(record, looks=looks, ofs=2) == b"\2\3\1\2\3\4"
    assert _changed(record, looks=looks, ofs=4, c=7) == b"\4\7\1\2\3\4"


def test_what_ends_by_itself_ends_elsewhere(tmp_path: Path) -> None:
    record = compiled(tmp_path, SPEC % "type: strz").from_bytes(b"\2\1\1\0\3\0")
    assert _changed(record, looks=False, ofs=4) == b"\4\3\1\0\3\0"
    record.rest = b"\1\2\3\0"
    assert record.to_bytes() == b"\4\3\1\2\3\0"
    record.ofs = 2
    assert record.to_bytes() == record.to_bytes() == b"\2\6\1\2\3\0"


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("spec", [SIZED % "", ABSENT])
def test_it_is_made_anew_where_the_size_is_another(
    tmp_path: Path, spec: str, *, looks: bool
) -> None:
    record = compiled(tmp_path, spec).from_bytes(b"\2\3\1\2")
    assert _changed(record, looks=looks, len=1) == b"\1\1\1\2"
    assert _changed(record, looks=False, len=0) == b"\0\0\1\2"
    assert _changed(record, looks=False, len=2) == b"\2\3\1\2"


@pytest.mark.parametrize("place", ["pos: ofs", "io: _root._io, pos: ofs"])
def test_elements_exchange_what_they_lead_to(tmp_path: Path, place: str) -> None:
    record = compiled(tmp_path, HEADS % place).from_bytes(b"\6\2\3\10\1\3\1\2\3")
    record.validate()
    left, right = record.heads
    left.ofs, right.ofs, left.len, right.len = right.ofs, left.ofs, right.len, left.len
    assert record.to_bytes() == record.to_bytes() == b"\10\1\3\6\2\3\1\2\3"
    left.len, left.ofs = 2, 7
    assert record.to_bytes() == b"\7\2\5\6\2\3\1\2\3"


def test_it_follows_the_bytes_there_and_the_place_at_once(tmp_path: Path) -> None:
    record = compiled(tmp_path, SPEC % "size: 2").from_bytes(b"\2\3\1\2\3\4")
    record.rest, record.ofs = b"\1\2\3\5", 4
    assert record.to_bytes() == record.to_bytes() == b"\4\10\1\2\3\5"


def _lead(record: Any) -> None:
    record.ofs = 3


def _give(record: Any) -> None:
    record.ofs, record.c = 3, 6


@pytest.mark.parametrize(
    ("data", "edit", "error"),
    [(b"\2\11\1\2\3\4", _lead, ChecksumError), (b"\2\3\1\2\3\4", _give, ContradictionError)],
)
def test_what_is_wrong_with_it_is_told(
    tmp_path: Path, data: bytes, edit: Callable[[Any], None], error: type[FormatError]
) -> None:
    record = compiled(tmp_path, SPEC % "size: 2").from_bytes(data)
    edit(record)
    with pytest.raises(error, match=r"\bc\b"):
        record.to_bytes()


def test_a_wrong_one_stays_beside_another_edit(tmp_path: Path) -> None:
    record = compiled(tmp_path, SPEC % "size: 2").from_bytes(b"\2\11\1\2\3\4")
    record.rest = b"\1\2\3\5"
    assert record.to_bytes() == b"\2\11\1\2\3\5"


def test_one_of_an_instance_that_is_not_there_is_of_no_bytes(tmp_path: Path) -> None:
    cls = compiled(tmp_path, ABSENT)
    cls.from_bytes(b"\0\0\1\2").validate()
    with pytest.raises(ChecksumError, match="sum8 0x00, found 0x07"):
        cls.from_bytes(b"\0\7\1\2").validate()
    assert cls.build(len=0, rest=b"\1\2").to_bytes() == b"\0\0\1\2"
    with pytest.raises(FormatError, match="view: expected a value"):
        cls.build(len=1, rest=b"\1\2").to_bytes()
    record = cls.from_bytes(b"\0\0\1\2")
    assert _changed(record, looks=False, len=1) == b"\1\1\1\2"


def test_where_the_stream_is_laid_out_anew_no_place_is_told(tmp_path: Path) -> None:
    body = """
seq:
  - {id: ofs, type: u1}
  - {id: c, type: u1, -checksum: {algorithm: sum8, over: view}}
  - {id: n, type: u1}
  - {id: more, size: n}
instances: {view: {pos: ofs, size: 2}}
"""
    record = compiled(tmp_path, body).from_bytes(b"\3\3\4\1\2\3\4")
    record.more, record.ofs = b"\1\2\3\4\5", 4
    with pytest.raises(FormatError, match="view: expected to stay where it was"):
        record.to_bytes()
