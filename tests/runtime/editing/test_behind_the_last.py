"""Bytes that nobody has behind what is found from the end of a file: they stay there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

REC = "\n  rec: {seq: [{id: len, type: u1}, {id: s, type: str, size: len, encoding: ASCII}]}"
FIELDS = """
seq: [{id: num, type: u1}, {id: all, type: rec, repeat: expr, repeat-expr: num}]
instances: {backup: {pos: _io.size - 8, type: head}, first: {pos: _io.size - 11, size: 2}}
types:
  head: {seq: [{id: magic, size: 4}]}"""
LED = """
seq: [{id: ofs, type: u1}, {id: num, type: u1}]
instances:
  backup: {pos: _io.size - 8, type: head}
  all: {pos: ofs, type: rec, repeat: expr, repeat-expr: num}
types:
  head:
    seq: [{id: ofs, type: u1}, {id: rest, size: 3}]
    instances: {all: {io: _root._io, pos: ofs, type: rec, repeat: expr, repeat-expr: 2}}"""
Edit = Callable[[Any], object]


def swap(some: list[Any]) -> None:
    some[0], some[1] = some[1], some[0]


def set_backup(record: Any) -> None:
    del record.all[1]
    record.backup.magic = b"head"


def set_first(record: Any) -> None:
    del record.all[1]
    record.first = b"fi"


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda r: swap(r.all), b"\2\2bb\1a...FI.HEADtail"),
        (lambda r: setattr(r.all[0], "s", "xyz"), b"\2\3xyz\2bb...FI.HEADtail"),
        (lambda r: r.all.pop(), b"\1\1a...FI.HEADtail"),
        (set_backup, b"\1\1a...FI.headtail"),
        (set_first, b"\1\1a...fi.HEADtail"),
    ],
)
def test_they_stay_when_fields_move(
    tmp_path: Path, edit: Edit, expected: bytes, *, looks: bool
) -> None:
    record = compiled(tmp_path, FIELDS + REC).from_bytes(b"\2\1a\2bb...FI.HEADtail")
    if looks:
        assert (record.backup.magic, record.first) == (b"HEAD", b"FI")
    edit(record)
    assert record.to_bytes() == record.to_bytes() == expected


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda r: swap(r.all), b"\2\2\2bb\1aU\1e\2ffV\x08HEDtail"),
        (lambda r: swap(r.backup.all), b"\2\2\1a\2bbU\2ff\1eV\x08HEDtail"),
        (lambda r: setattr(r.all[0], "s", "AA"), b"\2\2\2AA\2bbU\1e\2ffV\x09HEDtail"),
        (lambda r: setattr(r.backup.all[0], "s", "EE"), b"\2\2\1a\2bbU\2EE\2ffV\x08HEDtail"),
    ],
)
def test_they_stay_when_what_stands_at_positions_moves(
    tmp_path: Path, edit: Edit, expected: bytes, *, looks: bool
) -> None:
    record = compiled(tmp_path, LED + REC).from_bytes(b"\2\2\1a\2bbU\1e\2ffV\x08HEDtail")
    if looks:
        assert record.backup.all[1].s == "ff"
    edit(record)
    assert record.to_bytes() == record.to_bytes() == expected


def test_what_is_found_from_the_end_does_not_grow_into_them(tmp_path: Path) -> None:
    spec = """
seq: [{id: len, type: u1}]
instances: {backup: {pos: _io.size - 8, size: len}}
"""
    record = compiled(tmp_path, spec).from_bytes(b"\4..HEADtail")
    record.backup = b"LONGER"
    with pytest.raises(quire.FormatError, match="8 bytes before the end"):
        record.to_bytes()
