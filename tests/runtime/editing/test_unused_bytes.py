"""What no field tells stays where it was, whatever else is edited, put in, taken out, or moved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.writing.test_building import compiled

LIST = """
seq:
  - {id: title, type: strz, size: 5}
  - {id: bits, type: b5}
  - {id: n, type: u1}
  - {id: els, type: e, repeat: expr, repeat-expr: n}
  - {id: tail, type: strz, size: 4}
types:
  e: {seq: [{id: t, type: strz, size: 4}, {id: n, type: u1}]}
"""
SIZED = LIST.replace("type: e,", "type: e, size: 6,")
A, B, C = b"a\0JJ\1", b"b\0KK\2", b"c\0LL\3"
NEW = b"n\0\0\0\7"


def _new() -> dict[str, Any]:
    return {"t": "n", "n": 7}


def _set(some: Any, **values: Any) -> None:
    for name, value in values.items():
        setattr(some, name, value)


def _turned(xs: Any) -> None:
    xs.reverse()


def _to_the_end(xs: Any) -> None:
    xs.append(xs.pop(0))


def _put_in_front(xs: Any) -> None:
    xs.insert(0, _new())


def _taken_out(xs: Any) -> None:
    del xs[0]


def _emptied(xs: Any) -> None:
    del xs[:]


MOVES: dict[Callable[[Any], None], list[bytes]] = {
    _turned: [C, B, A],
    _to_the_end: [B, C, A],
    _put_in_front: [NEW, A, B, C],
    _taken_out: [B, C],
    _emptied: [],
}


def _file(title: bytes, bits: int, els: list[bytes], tail: bytes, room: bytes = b"") -> bytes:
    each = b"".join(one + (room if one != NEW else bytes(len(room))) for one in els)
    return title + bytes([bits, len(els)]) + each + tail


@pytest.mark.parametrize("title", ["T", "U", ""])
@pytest.mark.parametrize("edit", MOVES)
@pytest.mark.parametrize(("spec", "room"), [(LIST, b""), (SIZED, b"q")])
def test_what_is_around_a_list_stays(
    tmp_path: Path, spec: str, room: bytes, edit: Callable[[Any], None], title: str
) -> None:
    kind = compiled(tmp_path, spec)
    record = kind.from_bytes(_file(b"T\0AAA", 0x0F, [A, B, C], b"t\0ZZ", room))
    record.title, record.tail = title, "u"
    edit(record.els)
    first = (title.encode() + b"\0\0")[:2] + b"AAA"
    for _ in range(2):
        made = record.to_bytes()
        assert made == _file(first, 0x0F, MOVES[edit], b"u\0ZZ", room)


def test_elements_of_lists_of_texts_have_theirs(tmp_path: Path) -> None:
    spec = """
seq:
  - {id: title, type: strz, size: 4}
  - {id: n, type: u1}
  - {id: ts, type: strz, size: 4, repeat: expr, repeat-expr: n}
  - {id: tail, type: strz, size: 4}
"""
    record = compiled(tmp_path, spec).from_bytes(b"T\0AA\3a\0JJb\0KKc\0LLt\0ZZ")
    record.title = "U"
    record.ts.insert(1, "n")
    record.tail = "u"
    for _ in range(2):
        assert record.to_bytes() == b"U\0AA\4a\0JJn\0\0\0b\0KKc\0LLu\0ZZ"


def test_texts_in_front_of_what_grows_have_theirs(tmp_path: Path) -> None:
    spec = """
seq:
  - {id: t, type: strz, size: 4}
  - {id: len, type: u1}
  - {id: body, size: len}
  - {id: u, type: strz, size: 4}
  - {id: more, type: strz}
  - {id: v, type: strz, size: 4}
"""
    record = compiled(tmp_path, spec).from_bytes(b"t\0AA\2xyu\0BBone\0v\0CC")
    _set(record, t="r", body=b"xyz", u="s", more="three", v="w")
    for _ in range(2):
        assert record.to_bytes() == b"r\0AA\3xyzs\0BBthree\0w\0CC"


@pytest.mark.parametrize("spec", [LIST, SIZED])
def test_what_was_moved_and_edited_takes_them_along(tmp_path: Path, spec: str) -> None:
    kind, room = compiled(tmp_path, spec), b"q" if spec == SIZED else b""
    stored = _file(b"T\0AAA", 0, [A, B, C], b"t\0ZZ", room)
    edits: list[tuple[dict[int, dict[str, Any]], list[bytes]]] = [
        ({0: {"n": 5}}, [b"c\0LL\5", B, A]),
        ({0: {"t": "x"}}, [b"x\0LL\3", B, A]),
        ({0: {"t": "x", "n": 9}}, [b"x\0LL\x09", B, A]),
        ({2: {"t": "x"}, 1: {"n": 8}}, [C, b"b\0KK\x08", b"x\0JJ\1"]),
    ]
    for changes, expected in edits:
        record = kind.from_bytes(stored)
        record.els.reverse()
        for i, values in changes.items():
            _set(record.els[i], **values)
        for _ in range(2):
            assert record.to_bytes() == _file(b"T\0AAA", 0, expected, b"t\0ZZ", room)


LATIN = """
seq: [{id: xs, type: x, repeat: eos}]
instances:
  top: {pos: 0, type: x}
types:
  x: {seq: [{id: t, type: strz, size: 6, encoding: UTF-8}, {id: n, type: u1}]}
"""


@pytest.mark.parametrize("count", [3, 30])
def test_one_that_cannot_be_read_takes_nothing_from_others(tmp_path: Path, count: int) -> None:
    kind = compiled(tmp_path, LATIN)
    record = kind.from_bytes(b"a\0\xff\xfe\xff\xfe\1b\0JJJJ\2c\0\xe9\xe9\xe9\xe9\3" * count)
    for i in range(0, 3 * count, 3):
        record.xs[i].t, record.xs[i + 1].t = "aa", "z"
    for _ in range(2):
        expected = b"aa\0\0\0\0\1z\0JJJJ\2c\0\xe9\xe9\xe9\xe9\3" * count
        assert record.to_bytes() == expected


def test_what_cannot_be_read_at_a_position_takes_nothing_from_others(tmp_path: Path) -> None:
    spec = """
seq: [{id: ofs, type: u1}, {id: s, type: strz, size: 4, encoding: UTF-8}]
instances:
  t: {pos: ofs, type: strz, size: 6, encoding: UTF-8}
  led: {pos: ofs + 6, type: x}
types: {x: {seq: [{id: t, type: strz, size: 4, encoding: UTF-8}, {id: b, type: b5}]}}
"""
    kind = compiled(tmp_path, spec)
    stored = b"\x05s\0JJ" + b"a\0\xff\xff\xff\xff" + b"k\0\xff\xff\xff"
    record = kind.from_bytes(stored)
    record.t, record.s, record.led.t, record.led.b = "aa", "r", "l", 0
    for _ in range(2):
        assert record.to_bytes() == b"\x05r\0JJ" + b"aa\0\0\0\0" + b"l\0\xff\xff\x07"
    record = kind.from_bytes(stored)
    record.t, record.s, record.led.t = "b", "rr", "ll"
    for _ in range(2):
        assert record.to_bytes() == b"\x05rr\0\0" + b"b\0\xff\xff\xff\xff" + b"ll\0\0\xff"


def test_lists_of_texts_give_up_only_what_has_grown(tmp_path: Path) -> None:
    spec = "seq: [{id: ts, type: strz, size: 4, encoding: ASCII, repeat: eos}]"
    record = compiled(tmp_path, spec).from_bytes(b"a\0\xff\xffb\0\xff\xffc\0LL")
    record.ts[0], record.ts[2] = "aa", "z"
    for _ in range(2):
        assert record.to_bytes() == b"aa\0\0b\0\xff\xffz\0LL"
