"""Keys of documents that are taken out, or set to what is equal and yet another value."""

from __future__ import annotations

import copy
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quire import FormatError
from tests.runtime.writing.test_building import compiled

SPEC = """
seq:
  - {id: len_head, type: u2}
  - id: head
    type: str
    encoding: UTF-8
    size: len_head
    -document:
      format: json
      fields:
        name: {type: str, optional: true}
        req: str
        f: float
        a: any
        l: {items: float}
        d: {type: int, default: 1}
        o: {type: any, optional: true}
        sub: {fields: {k: int, p: {type: int, optional: true}}}
        x: {type: int, if: req != "r"}
"""
PARTS = {
    "name": '"n"',
    "req": '"r"',
    "f": "0.0",
    "a": "1",
    "l": "[1, 2.0]",
    "d": "2",
    "o": "null",
    "sub": '{"k": 1, "p": 2}',
    "x": "3",
    "other": "[5]",
}


def _file(**parts: str | None) -> bytes:
    both = {**PARTS, **parts}
    there = (f'"{name}": {value}' for name, value in both.items() if value is not None)
    text = f"{{{', '.join(there)}}}".encode()
    return struct.pack("<H", len(text)) + text


EDITS: list[tuple[Callable[[Any], Any], bytes]] = [
    (lambda head: delattr(head, "name"), _file(name=None)),
    (lambda head: setattr(head, "name", None), _file(name=None)),
    (lambda head: delattr(head, "d"), _file(d=None)),
    (lambda head: delattr(head, "o"), _file(o=None)),
    (lambda head: delattr(head.sub, "p"), _file(sub='{"k": 1}')),
    (lambda head: setattr(head.sub, "p", None), _file(sub='{"k": 1}')),
    (lambda head: setattr(head, "a", True), _file(a="true")),
    (lambda head: setattr(head, "a", 1.0), _file(a="1.0")),
    (lambda head: setattr(head, "a", None), _file(a="null")),
    (lambda head: setattr(head, "f", -0.0), _file(f="-0.0")),
    (lambda head: setattr(head, "f", 0), _file()),
    (lambda head: head.l.append(3), _file(l="[1, 2.0, 3]")),
    (lambda head: head.l.__setitem__(0, 1.5), _file(l="[1.5, 2.0]")),
    (lambda head: head.tree(), _file()),
]


def _read(kind: Any, way: str) -> Any:
    record = kind.from_bytes(_file())
    if way == "looked at":
        record.head.tree()
    if way == "written":
        record.to_bytes()
    return copy.deepcopy(record) if way == "copied" else record


@pytest.mark.parametrize("way", ["read", "looked at", "written", "copied"])
def test_keys_are_taken_out_and_set(tmp_path: Path, way: str) -> None:
    kind = compiled(tmp_path, SPEC)
    for edit, expected in EDITS:
        record = _read(kind, way)
        edit(record.head)
        for _ in range(2):
            assert record.to_bytes() == expected
        assert record.head == kind.from_bytes(expected).head


@pytest.mark.parametrize("name", ["req", "f", "a", "l", "sub"])
def test_keys_that_are_required_are_not_taken_out(tmp_path: Path, name: str) -> None:
    record = compiled(tmp_path, SPEC).from_bytes(_file())
    was = getattr(record.head, name)
    delattr(record.head, name)
    with pytest.raises(FormatError, match=f"head.{name}: expected a value, found no such key"):
        record.to_bytes()
    setattr(record.head, name, was)
    assert record.to_bytes() == _file()


def test_a_key_that_was_taken_out_comes_back(tmp_path: Path) -> None:
    record = compiled(tmp_path, SPEC).from_bytes(_file())
    del record.head.name
    assert record.to_bytes() == _file(name=None)
    record.head.name = "n"
    assert record.head.name == "n"
    assert record.to_bytes()[2:].count(b'"name": "n"') == 1


def test_a_flag_is_no_number(tmp_path: Path) -> None:
    record = compiled(tmp_path, SPEC).from_bytes(_file())
    record.head.sub.k = True
    with pytest.raises(FormatError, match=r"head.sub.k: expected an integer, found a boolean"):
        record.to_bytes()
