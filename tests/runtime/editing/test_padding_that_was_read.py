"""Padding that was read, of any bytes, is cut where less of it is needed; what was set is not."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from quire import FormatError
from tests.runtime.writing.test_building import compiled

PLAIN = """
seq:
  - {id: t, type: strz}
  - {id: PAD, TYPEsize: 4 - _io.pos % 4, -fill: 0}
  - {id: px, size: 2}
"""
KINDS = {
    "bytes": PLAIN.replace("PAD", "padding").replace("TYPE", ""),
    "text": PLAIN.replace("PAD", "padding").replace("TYPE", "type: str, "),
    "a word of Python": PLAIN.replace("PAD", "pass").replace("TYPE", ""),
    "an instance beside": PLAIN.replace("PAD", "padding").replace("TYPE", "")
    + "instances: {led: {pos: 0, size: 1}}",
}
TEXTS = ["", "a", "ab", "abc", "abcde", "abcdef", "abcdefg", "abcdefgh"]


def _file(text: str, padding: bytes) -> bytes:
    count = 4 - (len(text) + 1) % 4
    return text.encode() + b"\0" + (padding + bytes(4))[:count] + b"PX"


def _read(kind: Any, data: bytes, way: str) -> Any:
    record = kind.from_bytes(data)
    if way == "written":
        record.to_bytes()
    return copy.deepcopy(record) if way == "copied" else record


@pytest.mark.parametrize("padding", [b"UUU", b"UVW", b"\0\0U", b"U\0\0", bytes(3)])
@pytest.mark.parametrize("way", ["read", "written", "copied"])
@pytest.mark.parametrize("name", KINDS)
def test_what_was_read_is_cut(tmp_path: Path, name: str, way: str, padding: bytes) -> None:
    kind = compiled(tmp_path, KINDS[name])
    data = _file("abcd", padding)
    for text in TEXTS:
        record = _read(kind, data, way)
        record.t = text
        for _ in range(2):
            assert record.to_bytes() == _file(text, padding)
        assert record == kind.from_bytes(_file(text, padding))
        record.t = "abcd"
        assert record.to_bytes() == data


def test_what_was_set_is_not_cut(tmp_path: Path) -> None:
    record = compiled(tmp_path, KINDS["bytes"]).from_bytes(_file("abcd", b"UUU"))
    record.t, record.padding = "abcde", b"VVV"
    with pytest.raises(FormatError, match="padding at byte 6: expected at most 2 bytes, found 3"):
        record.to_bytes()
    record.padding = b"VW"
    assert record.to_bytes() == b"abcde\0VWPX"


def test_padding_behind_others_is_cut(tmp_path: Path) -> None:
    spec = """
seq: [{id: n, type: u1}, {id: xs, type: x, repeat: expr, repeat-expr: n}, {id: end, type: rest}]
types:
  x: {seq: [{id: t, type: strz}, {id: padding, size: 4 - _io.pos % 4, -fill: 0}]}
  rest: {seq: [{id: padding, size: 4 - _io.pos % 4, -fill: 0}]}
"""
    kind = compiled(tmp_path, spec)
    record = kind.from_bytes(b"\2ab\0UVWXcde\0" + b"stuv" + b"wxyz")
    record.xs[0].t = "abc"
    for _ in range(2):
        assert record.to_bytes() == b"\2abc\0UVWcde\0stuvwxyz"
    record.xs[1].t = "c"
    for _ in range(2):
        assert record.to_bytes() == b"\2abc\0UVWc\0stwxyz"
    record.xs[1].t = "cde"
    del record.xs[0]
    for _ in range(2):
        assert record.to_bytes() == b"\1cde\0stuwxyz"


def test_padding_of_new_records_is_made_again_in_each_write(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        """
seq:
  - {id: num, type: u1}
  - {id: parts, type: part, repeat: expr, repeat-expr: num}
types:
  part:
    seq: [{id: len, type: u1}, {id: body, size: len}, {id: pad, size: -_io.pos % 4, -fill: 0}]
""",
    )
    record = kind.from_bytes(b"\0")
    record.parts.append({"body": b""})
    assert record.to_bytes() == b"\1\0\0\0"
    record.parts.insert(0, {"body": b"ab"})
    record.parts[1].body = b"c"
    assert record.to_bytes() == b"\2\2ab\1c\0\0"
    record.parts.reverse()
    record.parts[0].body = b""
    assert record.to_bytes() == b"\2\0\0\0\2ab\0"
    record.parts[1].body = b"abcdef"
    assert record.to_bytes() == record.to_bytes() == b"\2\0\0\0\6abcdef\0"
