"""Instances of which several fields tell the size, the number, or whether they are there."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

TYPES = """
types:
  one: {seq: [{id: a, type: u1}]}
  all: {seq: [{id: a, size-eos: true}]}
  some: {params: [{id: n, type: u1}], seq: [{id: a, size: n}]}
"""
HEAD = "seq: [{id: total, type: u1}, {id: len, type: u1}, {id: head, size: len}]\n"
FORMS = [
    "size: total - len",
    "size: total - len, type: str",
    "size: total - len, type: all",
    "type: some(total - len)",
    "type: u1, repeat: expr, repeat-expr: total - len",
    "type: one, repeat: expr, repeat-expr: total - len",
    "size: 1, repeat: expr, repeat-expr: total - len",
    "size: 5, if: len == 3",
    "size: 'len == 3 ? 5 : 4'",
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("tail", [b"", b"tail"])
@pytest.mark.parametrize("head", [b"HEADER", b"H"])
@pytest.mark.parametrize("looked", [False, True])
def test_a_size_of_which_a_part_follows_from_something_else_is_refused(
    tmp_path: Path, form: str, tail: bytes, head: bytes, *, looked: bool
) -> None:
    spec = f"{HEAD}instances: {{payload: {{pos: 2 + len, {form}}}}}{TYPES}"
    stored = b"\x08\x03HEDPAYLO" + tail
    record = compiled(tmp_path, spec).from_bytes(stored)
    if looked:
        assert record.payload
    record.head = head
    with pytest.raises(quire.FormatError, match="payload"):
        record.to_bytes()
    record.head = b"HED"
    assert record.to_bytes() == stored
    record.head = b"hed"
    assert record.to_bytes() == stored.replace(b"HED", b"hed")


def test_what_somebody_has_set_leaves_out_an_instance(tmp_path: Path) -> None:
    spec = HEAD + "instances: {payload: {pos: 5, size: 5, if: total == 8}}"
    record = compiled(tmp_path, spec).from_bytes(b"\x08\x03HEDPAYLO")
    assert record.payload == b"PAYLO"
    record.total = 9
    assert record.to_bytes() == b"\x09\x03HEDPAYLO"
    assert record.payload is None


ENDS = """
seq:
  - {id: num, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: num}
  - {id: len_title, type: u1}
  - {id: title, size: len_title}
types:
  entry:
    seq: [{id: start, type: u1}, {id: end, type: u1}]
    instances: {body: {pos: start, size: SIZE}}
  all: {seq: [{id: a, size-eos: true}]}
"""
STORED = b"\2\x0a\x0d\x0d\x11\4TITLAAABBBBtail"
SIZES = ["end - start", "len_body}, len_body: {value: end - start", "end - start, type: all"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "edit",
    [
        lambda record: setattr(record, "title", b"TI"),
        lambda record: setattr(record, "title", b"TITLE"),
        lambda record: record.entries.append(copy.deepcopy(record.entries[0])),
        lambda record: record.entries.pop(0),
    ],
)
def test_an_end_that_does_not_move_with_its_start_is_refused(
    tmp_path: Path, size: str, edit: Callable[[Any], Any]
) -> None:
    record = compiled(tmp_path, ENDS.replace("SIZE", size)).from_bytes(STORED)
    edit(record)
    with pytest.raises(quire.FormatError, match="body"):
        record.to_bytes()


@pytest.mark.parametrize("size", SIZES)
def test_what_moves_nothing_is_written(tmp_path: Path, size: str) -> None:
    record = compiled(tmp_path, ENDS.replace("SIZE", size)).from_bytes(STORED)
    record.title = b"LTIT"
    record.entries.reverse()
    assert record.to_bytes() == b"\2\x0d\x11\x0a\x0d\4LTITAAABBBBtail"


@pytest.mark.parametrize("size", ["num", "num * 2", "num + 1", "(num + 3) / 4 * 4"])
@pytest.mark.parametrize("form", ["size: '{}'", "type: u1, repeat: expr, repeat-expr: '{}'"])
def test_a_size_that_counts_something_else_too_is_refused(
    tmp_path: Path, form: str, size: str
) -> None:
    spec = f"""
seq:
  - {{id: num, type: u1}}
  - {{id: ofs, type: u1}}
  - {{id: values, type: u1, repeat: expr, repeat-expr: num}}
instances: {{table: {{pos: ofs, {form.format(size)}}}}}
"""
    record = compiled(tmp_path, spec).from_bytes(b"\4\6\1\2\3\4" + b"table and what follows")
    record.values.append(5)
    with pytest.raises(quire.FormatError, match=r"table|values: expected"):
        record.to_bytes()
