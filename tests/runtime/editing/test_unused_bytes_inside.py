"""What no field tells: of records in what is unpacked, and of new ones in streams of their own."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.writing.test_building import compiled

SPEC = """
seq:
  - {id: title, type: strz, size: 5}
  - {id: n, type: u1}
  - {id: box, type: els, size: n, process: PROCESS}
  - {id: tail, type: strz, size: 4}
types:
  els: {seq: [{id: xs, type: e, repeat: eos}]}
  e: {seq: [{id: t, type: strz, size: 4}, {id: n, type: u1}]}
"""
A, B, C = b"a\0JJ\1", b"b\0KK\2", b"c\0LL\3"


def _turned(data: bytes) -> bytes:
    return bytes(each ^ 0x5A for each in data)


KINDS: dict[str, tuple[Callable[[bytes], bytes], Callable[[bytes], bytes]]] = {
    "xor(0x5a)": (_turned, _turned),
    "zlib": (zlib.compress, zlib.decompress),
}


def _nothing(_: Any) -> None:
    pass


def _set(xs: Any) -> None:
    xs[0].n = 9


def _reversed(xs: Any) -> None:
    xs.reverse()


def _put_in(xs: Any) -> None:
    xs.insert(0, {"t": "n", "n": 7})


def _taken_out(xs: Any) -> None:
    del xs[0]


def _grown(xs: Any) -> None:
    xs[0].t, xs[1].t = "q", "rrr"


EDITS: dict[Callable[[Any], None], bytes] = {
    _nothing: A + B + C,
    _set: b"a\0JJ\x09" + B + C,
    _reversed: C + B + A,
    _put_in: b"n\0\0\0\7" + A + B + C,
    _taken_out: B + C,
    _grown: b"q\0JJ\1rrr\0\2" + C,
}


@pytest.mark.parametrize("title", ["T", "U"])
@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("process", KINDS)
def test_what_is_packed_and_around_it_keeps_them(
    tmp_path: Path, process: str, edit: Callable[[Any], None], title: str
) -> None:
    pack, unpack = KINDS[process]
    packed = pack(A + B + C)
    stored = b"T\0AAA" + bytes([len(packed)]) + packed + b"t\0ZZ"
    record = compiled(tmp_path, SPEC.replace("PROCESS", process)).from_bytes(stored)
    record.title, record.tail = title, "u"
    edit(record.box.xs)
    for _ in range(2):
        made = record.to_bytes()
        assert made[:5] == title.encode() + b"\0AAA"
        assert made[6 + made[5] :] == b"u\0ZZ"
        assert unpack(made[6 : 6 + made[5]]) == EDITS[edit]


def test_new_ones_in_streams_of_their_own_have_none(tmp_path: Path) -> None:
    spec = """
seq: [{id: els, type: e, size: 6, repeat: eos}]
types: {e: {seq: [{id: t, type: strz, size: 4}, {id: n, type: u1}]}}
"""
    record = compiled(tmp_path, spec).from_bytes(b"a\0JJ\1xb\0KK\2yc\0LL\3z")
    record.els[1], record.els[0].n = {"t": "n", "n": 7}, 8
    for _ in range(2):
        assert record.to_bytes() == b"a\0JJ\x08xn\0\0\0\7\0c\0LL\3z"
