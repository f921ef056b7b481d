"""Positions that lead to elements of a list in another place: behind it, all stays as it was."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

REC = "\n  rec: {seq: [{id: len, type: u1}, {id: s, type: str, size: len, encoding: ASCII}]}"
TABLE = "\ntypes:\n  table: {seq: [{id: items, type: rec, repeat: eos}]}" + REC
AT_A_POSITION = (
    "seq: [{id: ofs_b, type: u1}, {id: len_t, type: u1}, {id: ofs_t, type: u1}]\ninstances:\n"
    "  t: {pos: ofs_t, size: len_t, type: table}\n  b: {pos: ofs_b, type: rec}" + TABLE
)
IN_A_FIELD = (
    "seq: [{id: ofs_b, type: u1}, {id: len_t, type: u1}, {id: t, size: len_t, type: table}]\n"
    "instances: {b: {pos: ofs_b, type: rec}}" + TABLE
)
GONE = "what it leads to to be there still"
Edit = Callable[[Any], object]


def swap(some: list[Any]) -> None:
    some[0], some[1] = some[1], some[0]


def swap_both(sections: list[Any]) -> None:
    swap(sections)
    swap(sections[1].t.items)


def set_last(record: Any) -> None:
    record.t.items[1].s = "l"


def append(record: Any) -> None:
    record.t.items.append({"s": "q"})


def put_in_front(record: Any) -> None:
    record.t.items.insert(0, copy.deepcopy(record.t.items[1]))


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (set_last, b"\5\4\3\1a\1lZ!"),
        (append, b"\5\7\3\1a\2bb\1qZ!"),
        (lambda record: swap(record.t.items), b"\3\5\3\2bb\1aZ!"),
        (put_in_front, b"\x08\x08\3\2bb\1a\2bbZ!"),
    ],
)
def test_what_stands_behind_a_table_at_a_position_stays(
    tmp_path: Path, edit: Edit, expected: bytes, *, looks: bool
) -> None:
    record = compiled(tmp_path, AT_A_POSITION).from_bytes(b"\5\5\3\1a\2bbZ!")
    if looks:
        assert record.b.s == "bb"
    edit(record)
    assert record.to_bytes() == record.to_bytes() == expected
    assert record.b.s == ("l" if edit is set_last else "bb")


@pytest.mark.parametrize("looks", [False, True])
def test_what_stands_behind_texts_stays_when_the_last_is_shorter(
    tmp_path: Path, *, looks: bool
) -> None:
    spec = """
seq: [{id: ofs_t, type: u1}, {id: len_t, type: u1}, {id: p, type: ptr}]
instances: {t: {pos: ofs_t, size: len_t, type: table}}
types:
  ptr:
    seq: [{id: un, type: u1}]
    instances: {name: {pos: _root.ofs_t + un, type: strz, encoding: ASCII}}
  table: {seq: [{id: items, type: strz, repeat: eos, encoding: ASCII}]}
"""
    record = compiled(tmp_path, spec).from_bytes(b"\3\x0a\5wxyz\0abcd\0TAIL")
    if looks:
        assert record.p.name == "abcd"
    record.t.items[1] = "x"
    assert record.to_bytes() == record.to_bytes() == b"\3\7\5wxyz\0x\0TAIL"
    assert record.p.name == "x"


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize(
    ("data", "edit", "expected"),
    [
        (b"\4\5\1a\2bbZ", lambda record: swap(record.t.items), b"\2\5\2bb\1aZ"),
        (b"\2\5\1a\2bbZ", lambda record: swap(record.t.items), b"\5\5\2bb\1aZ"),
        (b"\2\5\1a\2bbZ", put_in_front, b"\5\x08\2bb\1a\2bbZ"),
        (b"\4\5\1a\2bbZ", set_last, b"\4\4\1a\1lZ"),
        (b"\4\5\1a\2bbZ", lambda record: record.t.items.pop(0), b"\2\3\2bbZ"),
    ],
)
def test_positions_follow_elements_in_a_field_with_its_own_stream(
    tmp_path: Path, data: bytes, edit: Edit, expected: bytes, *, looks: bool
) -> None:
    record = compiled(tmp_path, IN_A_FIELD).from_bytes(data)
    if looks:
        assert record.b.len
    edit(record)
    assert record.to_bytes() == record.to_bytes() == expected


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("spec", [AT_A_POSITION, IN_A_FIELD])
def test_an_element_that_is_led_to_is_not_taken_out(
    tmp_path: Path, spec: str, *, looks: bool
) -> None:
    data = b"\3\5\3\1a\2bbZ" if spec is AT_A_POSITION else b"\2\5\1a\2bbZ"
    record = compiled(tmp_path, spec).from_bytes(data)
    if looks:
        assert record.b.s == "a"
    del record.t.items[0]
    with pytest.raises(quire.FormatError, match=GONE):
        record.to_bytes()


SECTIONS = (
    "seq:\n  - {id: ofs_b, type: u1}\n  - {id: num, type: u1}\n"
    "  - {id: all, type: section, repeat: expr, repeat-expr: num}\n"
    "instances: {b: {pos: ofs_b, type: rec}}" + TABLE
)
OF_THEIR_OWN = "\n  section: {seq: [{id: len_t, type: u1}, {id: t, size: len_t, type: table}]}"


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda all_: swap(all_[0].t.items), b"\3\2\5\2bb\1a\4\1c\1dtail"),
        (swap, b"\x0a\2\4\1c\1d\5\1a\2bbtail"),
        (swap_both, b"\x08\2\4\1c\1d\5\2bb\1atail"),
    ],
)
def test_positions_follow_elements_of_streams_of_elements(
    tmp_path: Path, edit: Edit, expected: bytes
) -> None:
    record = compiled(tmp_path, SECTIONS + OF_THEIR_OWN).from_bytes(b"\5\2\5\1a\2bb\4\1c\1dtail")
    edit(record.all)
    assert record.to_bytes() == record.to_bytes() == expected


@pytest.mark.parametrize("view", ["type: rec", "size: 2"])
@pytest.mark.parametrize("stream", ["size: len_t, type: table", "size: len_t", "type: rec"])
def test_what_has_taken_the_place_of_an_element_is_not_led_to_instead(
    tmp_path: Path, view: str, stream: str
) -> None:
    section = f"\n  section: {{seq: [{{id: len_t, type: u1}}, {{id: t, {stream}}}]}}"
    spec = SECTIONS.replace("pos: ofs_b, type: rec", f"pos: ofs_b, {view}") + section
    data = b"\4\2\3\2\1x\3\2\1ytail"
    record = compiled(tmp_path, spec).from_bytes(data)
    del record.all[0]
    with pytest.raises(quire.FormatError, match="still"):
        record.to_bytes()


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("made", [{"s": "a"}, None])
@pytest.mark.parametrize("edited", ["", "element", "view"])
def test_what_is_led_to_is_not_taken_for_an_equal_one_that_is_put_in_behind_it(
    tmp_path: Path, made: Any, edited: str, *, looks: bool
) -> None:
    record = compiled(tmp_path, IN_A_FIELD).from_bytes(b"\2\2\1a")
    if looks:
        assert record.b.s == "a"
    record.t.items.append(made or copy.deepcopy(record.t.items[0]))
    if edited == "element":
        record.t.items[0].s = "Q"
    elif edited == "view":
        record.b.s = "Q"
    expected = b"\2\4\1Q\1a" if edited else b"\2\4\1a\1a"
    for _ in range(2):
        assert record.to_bytes() == expected
    assert record.b.s == ("Q" if edited else "a")
