"""Of what no field tells only that is given up which would be read as something else."""

from __future__ import annotations

import copy
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.writing.test_building import compiled

REST = {
    "a text": ("{id: o, type: str, size: 6, terminator: 0}", b"xy\0tra"),
    "bytes": ("{id: o, size: 6, terminator: 0}", b"xy\0tra"),
    "bits": ("{id: o, type: b5}", b"\xaf"),
    "a stream": ("{id: o, type: sub, size: 4}", b"aXYZ"),
    "a float": ("{id: o, type: f4}", b"\x01\x00\xa0\x7f"),
    "a length": ("{id: o, type: counted}", b"\x05ab\0\0q"),
    "a record": ("{id: o, type: bits}", b"\x05q\xff"),
}
TYPES = """
types:
  sub: {seq: [{id: x, type: u1}]}
  counted: {seq: [{id: n, type: u1}, {id: s, size: n, terminator: 0}]}
  bits: {seq: [{id: a, type: b3}, {id: b, type: u1}, {id: c, type: b3}]}
"""
TEXT = "{id: t, type: strz, size: 8}"


@pytest.mark.parametrize("place", ["in front", "behind"])
@pytest.mark.parametrize("rest", REST)
def test_what_else_a_record_has_is_what_was_there(tmp_path: Path, rest: str, place: str) -> None:
    field, stored = REST[rest]
    fields, text = [TEXT, field], [b"ab\0junkk", stored]
    expected = [b"abcde\0\0\0", stored]
    if place == "behind":
        fields, text, expected = fields[::-1], text[::-1], expected[::-1]
    kind = compiled(tmp_path, f"seq: [{', '.join(fields)}]{TYPES}")
    for looks in (False, True):
        record = kind.from_bytes(b"".join(text))
        if looks:
            assert record.to_bytes() == b"".join(text)
        record.t = "abcde"
        for _ in range(2):
            assert record.to_bytes() == b"".join(expected)
        record.t = "ab"
        assert record.to_bytes() == b"".join(text)


def test_a_text_that_cannot_be_read_gives_up_its_own(tmp_path: Path) -> None:
    text = "{id: t, type: strz, size: 6, encoding: UTF-8}"
    kind = compiled(tmp_path, f"seq: [{text}, {{id: b, type: b5}}, {{id: o, type: strz, size: 4}}]")
    record = kind.from_bytes(b"a\0\xff\xff\xff\xff\x07o\0xx")
    record.t, record.b = "ab", 1
    assert record.to_bytes() == b"ab\0\0\0\0\x0fo\0xx"


def test_one_text_of_a_list_gives_up_its_own(tmp_path: Path) -> None:
    kind = compiled(tmp_path, "seq: [{id: ts, type: strz, size: 5, repeat: eos}]")
    record = kind.from_bytes(b"a\0JJJb\0KKKc\0LLL")
    record.ts[1] = "bb"
    assert record.to_bytes() == b"a\0JJJbb\0\0\0c\0LLL"


def test_what_stands_elsewhere_gives_up_its_own(tmp_path: Path) -> None:
    spec = """
seq: [{id: ofs, type: u1}, {id: sub, type: x, size: 8}]
instances:
  text: {pos: ofs, type: strz, size: 4}
  led: {pos: ofs + 4, type: x}
types: {x: {seq: [{id: t, type: strz, size: 4}, {id: b, type: b5}]}}
"""
    kind = compiled(tmp_path, spec)
    record = kind.from_bytes(b"\x09s\0JJ\xf7QQQi\0LLk\0MM\xff")
    record.text, record.led.t, record.sub.b = "ii", "kk", 0
    for _ in range(2):
        assert record.to_bytes() == b"\x09s\0JJ\x07QQQii\0\0kk\0\0\xff"


LIST = """
seq: [{id: n, type: u1}, {id: xs, type: x, repeat: expr, repeat-expr: n}, {id: e, type: u1}]
types:
  x:
    seq:
      - {id: t, type: strz, size: 5}
      - {id: b, type: b5}
      - {id: l, type: u1}
      - {id: s, type: str, size: l}
"""


def _file(*some: tuple[bytes, int, bytes]) -> bytes:
    each = (t.ljust(5, b"\0") + bytes([b, len(s)]) + s for t, b, s in some)
    return struct.pack("B", len(some)) + b"".join(each) + b"E"


A, B, C = (b"a\0\0JJ", 0x0F, b"1"), (b"b\0\0KK", 0xF7, b"23"), (b"c\0\0LL", 1, b"")
NEW = {"t": "n", "b": 1, "s": "99"}
N = b"n", 8, b"99"


def _resized(xs: list[Any]) -> None:
    xs[0].s, xs[1].s = "11", "2"


def _replaced_by_a_longer(xs: list[Any]) -> None:
    xs[1], xs[0].t = {**NEW, "t": "nnnn", "s": "999"}, "aaa"


def _taken_out(xs: list[Any]) -> None:
    xs[0].t = "aaa"
    del xs[1]


def _turned(xs: list[Any]) -> None:
    xs[0].t = "aaa"
    xs.reverse()


def _appended(xs: list[Any]) -> None:
    xs[0].t = "aaa"
    xs.append({**NEW})


def _set_in_two(xs: list[Any]) -> None:
    xs[0].b, xs[1].t = 2, "bbb"


EDITS: list[tuple[Callable[[list[Any]], None], bytes]] = [
    (lambda xs: xs.__setitem__(1, {**NEW}), _file(A, N, C)),
    (_replaced_by_a_longer, _file((b"aaa", 0x0F, b"1"), (b"nnnn", 8, b"999"), C)),
    (_resized, _file((b"a\0\0JJ", 0x0F, b"11"), (b"b\0\0KK", 0xF7, b"2"), C)),
    (_taken_out, _file((b"aaa", 0x0F, b"1"), C)),
    (_turned, _file(C, B, (b"aaa", 0x0F, b"1"))),
    (_appended, _file((b"aaa", 0x0F, b"1"), B, C, N)),
    (_set_in_two, _file((b"a\0\0JJ", 0x17, b"1"), (b"bbb", 0xF7, b"23"), C)),
]


@pytest.mark.parametrize(("edit", "expected"), EDITS)
@pytest.mark.parametrize("way", ["read", "written", "copied"])
def test_elements_keep_theirs_and_new_ones_have_none(
    tmp_path: Path, edit: Callable[[list[Any]], None], expected: bytes, way: str
) -> None:
    record = compiled(tmp_path, LIST).from_bytes(_file(A, B, C))
    if way == "written":
        record.to_bytes()
    if way == "copied":
        record = copy.deepcopy(record)
    edit(record.xs)
    for _ in range(2):
        assert record.to_bytes() == expected


RECORDS = """
seq: [{id: groups, type: group, repeat: eos}]
types:
  group: {seq: [{id: num, type: u1}, {id: records, type: one, repeat: expr, repeat-expr: num}]}
  one: {seq: [{id: t, type: strz, size: 4}, {id: q, type: u1}]}
"""
RECORDS_STORED = b"\2a\0xx\1b\0yy\2\1c\0zz\3"


def test_records_that_a_copy_of_the_file_shares_keep_theirs(tmp_path: Path) -> None:
    record = compiled(tmp_path, RECORDS).from_bytes(RECORDS_STORED)
    copied = copy.copy(record)
    copied.groups[0].records[0].q = 7
    expected = RECORDS_STORED.replace(b"\1b", b"\7b")
    for each in (copied, record, copied, record):
        assert each.to_bytes() == expected


def test_a_record_that_stands_elsewhere_too_keeps_its_own(tmp_path: Path) -> None:
    record = compiled(tmp_path, RECORDS).from_bytes(RECORDS_STORED)
    record.groups[0].records[0] = record.groups[1].records[0]
    for _ in range(2):
        written = record.to_bytes()
        assert written.endswith(b"b\0yy\2\1c\0zz\3")
        assert type(record).from_bytes(written).groups[0].records[0].t == "c"
