"""The last text of a stream that is edited: with its terminator, or without; what pads it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from quire import FormatError
from tests.runtime.writing.test_building import compiled

OPEN = "type: strz, encoding: ASCII, eos-error: false"
TYPES = f"""
types:
  one: {{seq: [{{id: n, type: u1}}, {{id: x, size: n}}, {{id: a, {OPEN}}}]}}
"""
LED = "instances: {led: {pos: 0, size: 1}}\n"
PLACED = "seq: [{id: ofs, type: u1}, {id: len, type: u1}]\n"

WAYS: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "a file": ("seq: [{id: one, type: one}]", lambda data: data),
    "a file with an instance": (
        f"seq: [{{id: one, type: one}}]\n{LED}",
        lambda data: data,
    ),
    "a stream to the end": ("seq: [{id: one, type: one, size-eos: true}]", lambda data: data),
    "a stream of a length": (
        "seq: [{id: len, type: u1}, {id: one, type: one, size: len}, {id: z, size: 1}]",
        lambda data: bytes([len(data)]) + data + b"Z",
    ),
    "a stream of a length with an instance": (
        "seq: [{id: len, type: u1}, {id: one, type: one, size: len}, {id: z, size: 1}]\n" + LED,
        lambda data: bytes([len(data)]) + data + b"Z",
    ),
    "a position": (
        PLACED + "instances: {one: {pos: ofs, size: len, type: one}}",
        lambda data: bytes([3, len(data)]) + b"?" + data,
    ),
    "the end of the file": (
        "seq: [{id: ofs, type: u1}]\ninstances: {one: {pos: ofs, size-eos: true, type: one}}",
        lambda data: b"\2?" + data,
    ),
}


@pytest.mark.parametrize("end", [b"\0", b""])
@pytest.mark.parametrize("x", [b"x", b"", b"yyy"])
@pytest.mark.parametrize("a", ["ab", "", "a", "abcdef"])
@pytest.mark.parametrize("way", WAYS)
def test_a_text_at_the_end_is_ended_as_it_was(
    tmp_path: Path, way: str, a: str, x: bytes, end: bytes
) -> None:
    spec, around = WAYS[way]
    kind = compiled(tmp_path, spec + TYPES)
    record = kind.from_bytes(around(b"\1xab" + end))
    record.one.x, record.one.a = x, a
    expected = around(bytes([len(x)]) + x + a.encode() + end)
    for _ in range(2):
        assert record.to_bytes() == expected
    assert (kind.from_bytes(expected).one.x, kind.from_bytes(expected).one.a) == (x, a)


TABLES = {
    "of texts": f"table: {{seq: [{{id: names, {OPEN}, repeat: eos}}]}}",
    "of records": "table: {seq: [{id: names, type: named, repeat: eos}]}\n"
    f"  named: {{seq: [{{id: name, {OPEN}}}]}}",
}


@pytest.mark.parametrize("end", [b"\0", b""])
@pytest.mark.parametrize(
    "names", [["abc", "c"], ["", "cdef"], ["c"], ["ab", "c", "new"], ["c", "ab"]]
)
@pytest.mark.parametrize("table", TABLES)
def test_the_last_text_of_a_table_is_ended_as_that_was(
    tmp_path: Path, table: str, names: list[str], end: bytes
) -> None:
    spec = "seq: [{id: len, type: u1}, {id: all, type: table, size: len}, {id: z, size: 1}]\n"
    kind = compiled(tmp_path, f"{spec}types:\n  {TABLES[table]}")
    stored = b"ab\0c" + end
    record = kind.from_bytes(bytes([len(stored)]) + stored + b"Z")
    there = record.all.names
    if table == "of texts":
        there[:] = names
    elif sorted(names) == ["ab", "c"]:
        there.reverse()
    else:
        there[len(names) :] = [{"name": name} for name in names[len(there) :]]
        del there[len(names) :]
        for each, name in zip(there, names, strict=False):
            if not isinstance(each, dict):
                each.name = name
    made = b"\0".join(map(str.encode, names)) + end
    assert record.to_bytes() == bytes([len(made)]) + made + b"Z"


@pytest.mark.parametrize(
    ("text", "made"), [("abcd", b"abcd"), ("abc", b"abc\0"), ("a", b"a\0\0\0")]
)
def test_a_text_that_fills_its_stream_needs_no_terminator(
    tmp_path: Path, text: str, made: bytes
) -> None:
    spec = f"seq: [{{id: one, size: 4, type: one}}]\ntypes: {{one: {{seq: [{{id: a, {OPEN}}}]}}}}"
    record = compiled(tmp_path, spec).from_bytes(b"xy\0\0")
    record.one.a = text
    assert record.to_bytes() == made
    record.one.a = "abcde"
    with pytest.raises(FormatError, match=r"4 bytes"):
        record.to_bytes()


@pytest.mark.parametrize("end", [b"\0", b""])
@pytest.mark.parametrize("keys", ["consume: false", "include: true"])
def test_a_terminator_that_is_not_consumed_or_is_included(
    tmp_path: Path, keys: str, end: bytes
) -> None:
    spec = f"seq: [{{id: n, type: u1}}, {{id: x, size: n}}, {{id: a, {OPEN}, {keys}}}]"
    record = compiled(tmp_path, spec).from_bytes(b"\1xab" + end)
    record.x = b"yyy"
    assert record.to_bytes() == b"\3yyyab" + end


WIDE = "seq: [{id: n, type: u1}, {id: x, size: n}, {id: a, type: strz, encoding: UTF-16LE, %s}]"


@pytest.mark.parametrize("end", [b"\0\0", b""])
def test_a_terminator_of_two_bytes(tmp_path: Path, end: bytes) -> None:
    kind = compiled(tmp_path, WIDE % "eos-error: false")
    record = kind.from_bytes(b"\1x" + "ab".encode("utf-16le") + end)
    record.x, record.a = b"yyy", "abc"
    assert record.to_bytes() == b"\3yyy" + "abc".encode("utf-16le") + end


REST = {
    "terminator: 0": b"ab\0junk",
    "pad-right: 0x20": b"ab   ",
    "terminator: 0, pad-right: 0x20": b"ab\0  ",
}


@pytest.mark.parametrize("keys", REST)
@pytest.mark.parametrize("way", WAYS)
def test_what_pads_a_text_up_to_the_end_stays(tmp_path: Path, way: str, keys: str) -> None:
    spec, around = WAYS[way]
    text = f"{{id: a, type: str, encoding: ASCII, size-eos: true, {keys}}}"
    kind = compiled(
        tmp_path,
        f"{spec}\ntypes: {{one: {{seq: [{{id: n, type: u1}}, {{id: x, size: n}}, {text}]}}}}",
    )
    record = kind.from_bytes(around(b"\1x" + REST[keys]))
    for x in (b"yyy", b"", b"yyyyyyyyyyyyyyyy"):
        record.one.x = x
        assert record.to_bytes() == around(bytes([len(x)]) + x + REST[keys])
    record.one.a = "cd"
    assert record.to_bytes() == around(bytes([len(x)]) + x + b"cd" + REST[keys][2:])


@pytest.mark.parametrize("looked", [False, True])
def test_a_text_at_the_end_beside_what_stands_at_a_position(
    tmp_path: Path, *, looked: bool
) -> None:
    spec = f"""
seq: [{{id: ofs, type: u1}}, {{id: len, type: u1}}, {{id: all, type: table, size: len}}]
instances: {{there: {{pos: ofs, size: 2}}}}
types: {{table: {{seq: [{{id: names, {OPEN}, repeat: eos}}]}}}}
"""
    kind = compiled(tmp_path, spec)
    record = kind.from_bytes(b"\x07\5ab\0c\0XY")
    if looked:
        assert record.there == b"XY"
    record.all.names[0] = "abcd"
    assert record.to_bytes() == b"\x09\7abcd\0c\0XY"
    assert record.there == b"XY"
    record.all.names.append("e")
    assert record.to_bytes() == b"\x0b\x09abcd\0c\0e\0XY"


REC = "types: {rec: {seq: [{id: len, type: u1}, {id: s, type: str, encoding: ASCII, size: len}]}}"
FROM = "{pos: ofs_a, size-eos: true, type: rec}"


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize(
    ("s", "made"),
    [("abc", b"\2\6\3abc\2\1Z"), ("", b"\2\3\0\2\1Z"), ("ab", b"\2\5\2ab\2\1Z")],
)
def test_what_stands_behind_a_record_in_its_stream_moves_with_it(
    tmp_path: Path, s: str, made: bytes, *, looked: bool
) -> None:
    spec = f"""
seq: [{{id: ofs_a, type: u1}}, {{id: ofs_b, type: u1}}]
instances: {{a: {FROM}, b: {{pos: ofs_b, type: rec}}}}
{REC}
"""
    kind = compiled(tmp_path, spec)
    record = kind.from_bytes(b"\2\5\2AB\2\1Z")
    if looked:
        assert record.b.s == "\1Z"
    record.a.s = s
    assert record.to_bytes() == made
    assert record.b.s == "\1Z"
    assert kind.from_bytes(made).b.s == "\1Z"


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("s", ["ab\1", "", "abcdefgh"])
def test_what_stands_behind_a_field_in_its_stream_moves_with_it(
    tmp_path: Path, s: str, *, looked: bool
) -> None:
    spec = f"""
seq: [{{id: ofs_b, type: u1}}, {{id: a, size-eos: true, type: rec}}]
instances: {{b: {{pos: ofs_b, type: rec}}}}
{REC}
"""
    record = compiled(tmp_path, spec).from_bytes(b"\4\2AB\2\1Z")
    if looked:
        assert record.b.s == "\1Z"
    record.a.s = s
    made = bytes([2 + len(s), len(s)]) + s.encode() + b"\2\1Z"
    assert record.to_bytes() == made
    assert record.b.s == "\1Z"


@pytest.mark.parametrize("s", ["abc", "", "abcdefgh"])
def test_what_nothing_takes_of_a_stream_to_the_end_is_kept(tmp_path: Path, s: str) -> None:
    spec = f"seq: [{{id: k, type: u1}}, {{id: a, size-eos: true, type: rec}}]\n{REC}"
    record = compiled(tmp_path, spec).from_bytes(b"K\2ABtail")
    record.a.s = s
    assert record.to_bytes() == b"K" + bytes([len(s)]) + s.encode() + b"tail"
