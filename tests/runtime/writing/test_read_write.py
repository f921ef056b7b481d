"""Kaitai's way of writing: what is checked, and when; expectations are those of its compiler."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import kaitaistruct
import pytest
from kaitaistruct import ConsistencyError, KaitaiStream, ReadWriteKaitaiStruct

import quire
from quire.runtime.writing.read_write import Stored

SPEC = """
meta: {id: box, endian: le, encoding: UTF-8, bit-endian: be}
seq:
  - {id: magic, contents: BX}
  - {id: len_name, type: u1}
  - {id: name, type: str, size: len_name}
  - {id: num_items, type: u1}
  - {id: items, type: item(_index), repeat: expr, repeat-expr: num_items}
  - {id: part, type: text, size: 6, terminator: 0x40, pad-right: 0x20}
  - {id: rest, type: text, terminator: 0x7c}
  - {id: until, type: u1, repeat: until, repeat-until: _ == 0}
  - {id: level, type: u1, valid: {max: 9}}
instances:
  twice: {value: level * 2}
  last: {pos: _io.size - 1, type: u1, valid: {min: 1}}
types:
  item:
    params: [{id: number, type: u1}]
    seq: [{id: value, type: u2}]
  text:
    seq: [{id: value, size-eos: true}]
"""
DATA = b"BX\x02ab\x02\x01\x00\x02\x00hi@   xyz|\x05\x00\x07\x09"


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    path = tmp_path_factory.mktemp("specs") / "box.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path, read_write=True)


def read(box: ModuleType) -> Any:
    record = box.Box(KaitaiStream(BytesIO(DATA)))
    record._read()
    record._fetch_instances()
    return record


def written(record: Any, size: int = len(DATA)) -> bytes:
    output = BytesIO(bytes(size))
    record._write(KaitaiStream(output))
    return output.getvalue()


def test_a_record_is_built_from_nothing(box: ModuleType) -> None:
    record = box.Box()
    record.magic, record.len_name, record.name, record.num_items = b"BX", 2, "ab", 2
    record.items = []
    for i in range(2):
        item = box.Box.Item(i, None, record, record._root)
        item.value = i + 1
        item._check()
        record.items.append(item)
    for name, value in (("part", b"hi"), ("rest", b"xyz")):
        text = box.Box.Text(None, record, record._root)
        text.value = value
        text._check()
        setattr(record, name, text)
    record.part__inner_size, record.rest__outer_size = 2, 3
    record.until, record.level, record.last = [5, 0], 7, 9
    record._check()
    assert written(record) == DATA


def test_sizes_that_only_the_file_tells_are_kept(box: ModuleType) -> None:
    record = read(box)
    assert (record.part__inner_size, record.rest__outer_size) == (2, 3)
    assert isinstance(record, ReadWriteKaitaiStruct)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: setattr(r, "name", "abc"), "name, expected: 2, actual: 3"),
        (lambda r: r.items.pop(), "items, expected: 2, actual: 1"),
        (lambda r: setattr(r, "until", []), "until, expected: 0, actual: 0"),
        (lambda r: setattr(r, "until", [0, 0]), "until, expected: False, actual: True"),
        (lambda r: setattr(r.items[1], "number", 0), "items, expected: 1, actual: 0"),
        (lambda r: setattr(r.part, "_parent", None), "part, expected: .*, actual: None"),
        (lambda r: setattr(r.part, "_root", None), "part, expected: .*, actual: None"),
    ],
)
def test_what_does_not_agree_is_found(box: ModuleType, change: Any, message: str) -> None:
    record = read(box)
    change(record)
    with pytest.raises(ConsistencyError, match=f"^Check failed: {message}$"):
        record._check()


def test_what_is_not_valid_is_found(box: ModuleType) -> None:
    record = read(box)
    record.level = 10
    with pytest.raises(kaitaistruct.ValidationGreaterThanError) as caught:
        record._check()
    assert caught.value.io is None
    record.level, record.last = 9, 0
    with pytest.raises(kaitaistruct.ValidationLessThanError):
        record._check()


def test_a_value_is_computed_again_when_told_so(box: ModuleType) -> None:
    record = read(box)
    assert record.twice == 14
    record.level = 8
    assert record.twice == 14
    record._invalidate_twice()
    assert record.twice == 16
    with pytest.raises(AttributeError):
        record.twice = 1


def test_an_instance_is_written_unless_it_is_not_wanted(box: ModuleType) -> None:
    record = read(box)
    record.last = 0x21
    record._check()
    assert written(record)[-1] == 0x21
    record.last__enabled = False
    record._check()
    assert written(record)[-1] == 0


def test_what_is_out_of_room_is_refused(box: ModuleType) -> None:
    record = read(box)
    record._check()
    with pytest.raises(kaitaistruct.EndOfStreamError):
        written(record, 12)
    record.part.value = b"a@"
    record.part._check()
    with pytest.raises(ConsistencyError, match=r"raw\(part\), expected: -1, actual: 1"):
        written(record)


def test_a_record_may_be_changed_where_it_stands(box: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "box.bin"
    path.write_bytes(DATA)
    with KaitaiStream(path.open("r+b")) as io:
        record = box.Box(io)
        record._read()
        record._fetch_instances()
        record.level = 3
        record._check()
        io.seek(0)
        record._write()
    assert path.read_bytes() == DATA[:-2] + b"\x03\x09"


@pytest.mark.parametrize(
    ("stored", "good", "bad"),
    [
        (Stored(size=2), [b"ab"], [b"a", b"abc"]),
        (Stored(size=3, pad=0), [b"", b"abc", b"a"], [b"abcd", b"a\0"]),
        (Stored(size=3, terminator=b"@"), [b"", b"abc"], [b"a@", b"abcd"]),
        (Stored(size=3, terminator=b"@", include=True), [b"@", b"abc"], [b"", b"a", b"@a"]),
        (Stored(size=3, terminator=b"@", pad=0), [b"a\0", b"abc"], [b"ab\0", b"@"]),
        (Stored(size=3, terminator=b"@", include=True, pad=0), [b"a", b"a@"], [b"a\0", b"@b"]),
        (Stored(size=3, terminator=b"\0", pad=0), [b"a", b"abc"], [b"a\0"]),
        (Stored(terminator=b"@"), [b"", b"a"], [b"a@"]),
        (Stored(terminator=b"@", include=True), [b"a@"], [b"", b"a", b"@a"]),
        (Stored(terminator=b"@", include=True, eos_error=False), [b"", b"a", b"a@"], [b"@a"]),
        (Stored(to_end=True, pad=0), [b"a"], [b"a\0"]),
        (Stored(to_end=True, terminator=b"@"), [b"a"], [b"@"]),
        (Stored(to_end=True, terminator=b"@", include=True), [b"a", b"a@"], [b"@a"]),
        (Stored(size=6, terminator=b"\0\0"), [b"a\0b\0", b"\0a"], [b"a\0\0\0", b"abcdefgh"]),
    ],
)
def test_bytes_fit_that_are_read_back(stored: Stored, good: list[bytes], bad: list[bytes]) -> None:
    for data in good:
        stored.fits("x", data)
    for data in bad:
        with pytest.raises(ConsistencyError):
            stored.fits("x", data)


NAMES = """
meta: {id: names, endian: le}
seq: [{id: written, type: u1}, {id: located, type: u1}]
instances:
  computed: {value: 1}
  instance: {value: 2}
  last: {pos: 0, type: u1}
  zero: {value: 3}
"""


@pytest.mark.parametrize("read_write", [False, True])
def test_members_may_be_called_like_decorators(tmp_path: Path, *, read_write: bool) -> None:
    path = tmp_path / "names.ksy"
    path.write_text(NAMES, encoding="utf-8")
    record = quire.compile(path, read_write=read_write).Names.from_bytes(b"\1\2")
    if read_write:
        record._read()
    assert (record.written, record.located, record.computed) == (1, 2, 1)
    assert (record.instance, record.last, record.zero) == (2, 1, 3)


ORDERS = """
meta: {id: orders}
seq: [{id: mark, type: u1}, {id: body, type: body}]
types:
  body:
    meta: {endian: {switch-on: _root.mark, cases: {1: le, 2: be}}}
    seq: [{id: inner, type: inner}]
    types: {inner: {seq: [{id: n, type: u2}]}}
"""


def test_a_byte_order_is_given_in_fourth_place_and_chosen_anew(tmp_path: Path) -> None:
    path = tmp_path / "orders.ksy"
    path.write_text(ORDERS, encoding="utf-8")
    kind = quire.compile(path, read_write=True).Orders
    record = kind()
    order = False  # in fourth place, as in Kaitai's classes
    record.mark, record.body = 2, kind.Body(None, record, record, order)
    record.body.inner = kind.Body.Inner(None, record.body, record, order)
    record.body.inner.n = 0x0102
    for each in (record.body.inner, record.body, record):
        each._check()
    assert written(record, 3) == b"\2\1\2"
    record.mark = 1
    record._check()
    assert written(record, 3) == b"\1\2\1"
