"""Positions that a condition chooses: of one field in small files, and of another in large ones."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quire.runtime.errors import FormatError
from tests.runtime.writing.test_building import compiled

SEQ = """
seq:
  - {id: wide, type: u1}
  - {id: small, type: u1}
  - {id: big, type: u2le}
  - {id: len, type: u1}
  - {id: head, size: len}
instances:
"""
CHOSEN = "wide == 1 ? big : small"
BY_VALUE = f"  at: {{value: '{CHOSEN}'}}\n"
BYTES = f"  payload: {{pos: '{CHOSEN}', size: 5}}\n"
TYPED = f"""  body: {{pos: '{CHOSEN}', type: body}}
  payload: {{value: body.data}}
types: {{body: {{seq: [{{id: data, size: 5}}]}}}}
"""
Edit = Callable[[Any], object]


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize(
    "instances",
    [
        BYTES,
        "  payload: {pos: 'wide != 1 ? small : big', size: 5}\n",
        "  payload: {pos: 'wide == 1 ? big : (wide == 0 ? small : 99)', size: 5}\n",
        BY_VALUE + "  payload: {pos: at, size: 5}\n",
        TYPED,
    ],
    ids=["bytes", "swapped", "nested", "value", "typed"],
)
@pytest.mark.parametrize("head", [b"HEADX", b"HEADXYZ", b"HEA", b""])
@pytest.mark.parametrize("is_wide", [False, True])
def test_the_field_of_the_branch_that_holds_is_told(
    tmp_path: Path, instances: str, head: bytes, *, is_wide: bool, looks: bool
) -> None:
    def file(head: bytes) -> bytes:
        at = bytes([5 + len(head)])
        says = b"\1\0" + at + b"\0" if is_wide else b"\0" + at + b"\0\0"
        return says + bytes([len(head)]) + head + b"PAYLO"

    record = compiled(tmp_path, SEQ + instances).from_bytes(file(b"HEAD"))
    if looks:
        assert record.payload == b"PAYLO"
    record.head = head
    assert record.to_bytes() == record.to_bytes() == file(head)
    assert record.payload == b"PAYLO"


def test_a_number_that_says_that_it_stands_elsewhere_stays(tmp_path: Path) -> None:
    spec = SEQ + "  payload: {pos: 'small == 255 ? big : small', size: 5}\n"
    record = compiled(tmp_path, spec).from_bytes(b"\0\xff\x09\0\4HEADPAYLO")
    record.head = b"HEADX"
    assert record.to_bytes() == record.to_bytes() == b"\0\xff\x0a\0\5HEADXPAYLO"


def test_a_branch_counts_from_a_number(tmp_path: Path) -> None:
    spec = SEQ + "  payload: {pos: 'wide == 1 ? 2 * big + 2 : small', size: 5}\n"
    kind = compiled(tmp_path, spec)
    record = kind.from_bytes(b"\1\0\4\0\5HEAD.PAYLO")
    record.head = b"HEAD.XY"
    assert record.to_bytes() == record.to_bytes() == b"\1\0\5\0\7HEAD.XYPAYLO"
    record = kind.from_bytes(b"\1\0\4\0\5HEAD.PAYLO")
    record.head = b"HEAD.X"
    with pytest.raises(FormatError, match="a multiple of 2"):
        record.to_bytes()


def test_what_is_built_says_where_it_is(tmp_path: Path) -> None:
    kind = compiled(tmp_path, SEQ + BYTES)
    built = kind.build(wide=1, head=b"HEAD", payload=b"PAYLO")
    assert built.to_bytes() == b"\1\0\x09\0\4HEADPAYLO"
    built = kind.build(wide=0, head=b"HEAD", payload=b"PAYLO")
    assert built.to_bytes() == b"\0\x09\0\0\4HEADPAYLO"


INSIDE = """
seq:
  - {id: wide, type: u1}
  - {id: large, type: large, if: wide == 1}
  - {id: small, type: u1}
  - {id: len, type: u1}
  - {id: head, size: len}
instances:
  payload: {pos: 'wide == 1 ? large.at : small', size: 5}
types: {large: {seq: [{id: at, type: u2le}]}}
"""


def test_a_record_that_is_only_there_where_it_is_chosen_is_told(tmp_path: Path) -> None:
    kind = compiled(tmp_path, INSIDE)
    record = kind.from_bytes(b"\1\x09\0\0\4HEADPAYLO")
    record.head = b"HEADX"
    assert record.to_bytes() == record.to_bytes() == b"\1\x0a\0\0\5HEADXPAYLO"
    record = kind.from_bytes(b"\0\7\4HEADPAYLO")
    record.head = b"HEADX"
    assert record.to_bytes() == record.to_bytes() == b"\0\x08\5HEADXPAYLO"
    built = kind.build(wide=1, large={}, head=b"HEAD", payload=b"PAYLO")
    assert built.to_bytes() == b"\1\x09\0\0\4HEADPAYLO"
    built = kind.build(wide=0, head=b"HEAD", payload=b"PAYLO")
    assert built.to_bytes() == b"\0\7\4HEADPAYLO"


LIST = """
seq:
  - {id: num, type: u1}
  - {id: rows, type: row, repeat: expr, repeat-expr: num}
types:
  row:
    seq:
      - {id: wide, type: u1}
      - {id: small, type: u1}
      - {id: big, type: u2le}
    instances:
      payload: {pos: 'wide == 1 ? big : small', size: 5}
"""
ROWS = b"\2\1\0\x09\0\0\x0e\0\0PAYLOOTHER"


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (
            lambda rows: rows.append(copy.deepcopy(rows[0])),
            b"\3\1\0\x0d\0\0\x12\0\0\1\0\x17\0PAYLOOTHERPAYLO",
        ),
        (
            lambda rows: rows.append(copy.deepcopy(rows[1])),
            b"\3\1\0\x0d\0\0\x12\0\0\0\x17\0\0PAYLOOTHEROTHER",
        ),
        (lambda rows: rows.pop(1), b"\1\1\0\5\0PAYLO"),
        (lambda rows: rows.pop(0), b"\1\0\5\0\0OTHER"),
        (lambda rows: rows.reverse(), b"\2\0\x0e\0\0\1\0\x09\0PAYLOOTHER"),
    ],
)
def test_each_record_of_a_list_tells_its_own(
    tmp_path: Path, edit: Edit, expected: bytes, *, looks: bool
) -> None:
    record = compiled(tmp_path, LIST).from_bytes(ROWS)
    if looks:
        assert [row.payload for row in record.rows] == [b"PAYLO", b"OTHER"]
    edit(record.rows)
    assert record.to_bytes() == record.to_bytes() == expected


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("head", [b"HEADX", b"HEA"])
def test_a_branch_that_nobody_can_tell_is_refused(
    tmp_path: Path, head: bytes, *, looks: bool
) -> None:
    spec = SEQ + "  payload: {pos: '(wide == 1 ? big : small) + 1', size: 5}\n"
    kind = compiled(tmp_path, spec)
    record = kind.from_bytes(b"\1\0\x08\0\4HEADPAYLO")
    if looks:
        assert record.payload == b"PAYLO"
    record.head = head
    with pytest.raises(FormatError, match="set the fields that tell it, found 9"):
        record.to_bytes()
    record.big += len(head) - 4
    assert record.to_bytes() == bytes([1, 0, 4 + len(head), 0, len(head)]) + head + b"PAYLO"
    record = kind.from_bytes(b"\0\x08\0\0\4HEADPAYLO")
    record.head = head
    assert record.to_bytes() == bytes([0, 4 + len(head), 0, 0, len(head)]) + head + b"PAYLO"


@pytest.mark.parametrize("looks", [False, True])
def test_a_position_of_a_length_that_cannot_be_both_is_refused(
    tmp_path: Path, *, looks: bool
) -> None:
    spec = """
seq:
  - {id: total, type: u1}
  - {id: len, type: u1}
  - {id: head, size: len}
instances:
  payload: {pos: len * 2 - 1, size: 5}
"""
    record = compiled(tmp_path, spec).from_bytes(b"\x0a\3HEDPAYLO")
    if looks:
        assert record.payload == b"PAYLO"
    record.head = b"H"
    with pytest.raises(FormatError, match="expected 2 bytes"):
        record.to_bytes()
    assert record.len == 3
