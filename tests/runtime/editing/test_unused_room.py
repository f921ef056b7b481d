"""Bytes of a stream that no field has, but an instance: nothing grows over them unseen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

TYPES = """
types:
  text: {seq: [{id: len, type: u1}, {id: value, type: str, size: len, encoding: ASCII}]}
"""
IN_A_FIELD = """
seq: [{id: ofs, type: u1}, {id: box, size: 6, type: text}, {id: end, size: 1}]
instances: {mark: {pos: ofs, size: 2}}
"""
IN_AN_INSTANCE = """
seq: [{id: ofs, type: u1}, {id: ofs_box, type: u1}]
instances: {mark: {pos: ofs, size: 2}, box: {pos: ofs_box, size: 6, type: text}}
"""
ALWAYS_THERE = """
seq: [{id: ofs, type: u1}, {id: box, size: 6, type: text}, {id: end, size: 1}]
instances: {mark: {pos: 4, size: 2}}
"""
KINDS = [(IN_A_FIELD, b"\4"), (IN_AN_INSTANCE, b"\5\2"), (ALWAYS_THERE, b"\4")]


@pytest.mark.parametrize(("spec", "head"), KINDS)
@pytest.mark.parametrize("value", ["abc", "abcde"])
@pytest.mark.parametrize("looked", [False, True])
def test_what_would_grow_over_them_is_refused(
    tmp_path: Path, spec: str, head: bytes, value: str, *, looked: bool
) -> None:
    stored = head + b"\2ABtaiZ"
    record: Any = compiled(tmp_path, spec + TYPES).from_bytes(stored)
    if looked:
        assert record.mark == b"ta"
    record.box.value = value
    with pytest.raises(quire.FormatError, match="mark: expected"):
        record.to_bytes()
    record.box.value = "AB"
    assert record.to_bytes() == stored


@pytest.mark.parametrize(("spec", "head"), KINDS)
def test_others_are_room_for_what_is_in_front(tmp_path: Path, spec: str, head: bytes) -> None:
    ofs = head[0] + 1
    record: Any = compiled(tmp_path, spec.replace("pos: 4", "pos: 5") + TYPES).from_bytes(
        bytes([ofs]) + head[1:] + b"\2ABtaiZ"
    )
    record.box.value = "abc"
    assert record.to_bytes() == bytes([ofs]) + head[1:] + b"\3abcaiZ"
    assert record.mark == b"ai"


def test_what_is_half_over_a_field_shows_what_is_set_there(tmp_path: Path) -> None:
    record: Any = compiled(tmp_path, IN_A_FIELD + TYPES).from_bytes(b"\3\2ABtaiZ")
    record.box.value = "XY"
    assert record.to_bytes() == b"\3\2XYtaiZ"
    assert record.mark == b"Yt"


def test_what_begins_in_a_field_and_ends_in_them_is_refused(tmp_path: Path) -> None:
    record: Any = compiled(tmp_path, IN_A_FIELD + TYPES).from_bytes(b"\3\2ABtaiZ")
    record.box.value = "abc"
    with pytest.raises(quire.FormatError, match="mark: expected bytes that no field has"):
        record.to_bytes()


def test_what_is_over_all_that_has_the_room_shows_what_there_is(tmp_path: Path) -> None:
    spec = IN_A_FIELD.replace("pos: ofs, size: 2", "pos: ofs, size: 6")
    record: Any = compiled(tmp_path, spec + TYPES).from_bytes(b"\1\2ABtaiZ")
    assert record.mark == b"\2ABtai"
    record.box.value = "abc"
    assert record.to_bytes() == b"\1\3abcaiZ"
    assert record.mark == b"\3abcai"
