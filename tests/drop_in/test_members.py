"""`dir`, `vars` and `_raw_…` show what objects of Kaitai's classes have, and nothing else.

What they have was looked up in modules of Kaitai's compiler 0.11.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.drop_in.conftest import Compile

SPEC = """
meta: {id: windows}
seq:
  - {id: sized, type: rest, size: 3}
  - {id: padded, type: rest, size: 4, pad-right: 0x20, terminator: 0x3b}
  - {id: ended, type: rest, terminator: 0}
  - {id: kind, type: u1}
  - {id: plain, type: rest, size: 1, if: kind == 200}
  - {id: bytes, size: 1}
  - {id: hidden, size: 1, process: xor(1)}
  - {id: known, size: 1, type: {switch-on: kind, cases: {7: rest}}}
  - {id: unknown, size: 1, type: {switch-on: kind, cases: {8: rest}}}
  - {id: mixed, size: 1, type: {switch-on: _index, cases: {1: rest}}, repeat: expr, repeat-expr: 2}
  - {id: many, size: 2, type: rest, repeat: expr, repeat-expr: 2}
  - {id: one, type: single}
  - {id: none, size: 1, type: rest, repeat: expr, repeat-expr: 0}
  - {id: last, type: rest, size-eos: true, process: xor(1)}
instances:
  start: {pos: 0, size: 2, type: rest}
  absent: {pos: 0, size: 2, type: rest, if: kind == 200}
types:
  rest: {seq: [{id: data, size-eos: true}]}
  single: {seq: [{id: x, type: u1}]}
"""
DATA = b"abcde; fg\0\x07B\x63KUxyccddohij"
RAW = {
    "_raw_sized": b"abc",
    "_raw_padded": b"de",
    "_raw_ended": b"fg",
    "_raw_hidden": b"\x63",
    "_raw_known": b"K",
    "_raw_mixed": [b"y"],  # Kaitai's classes leave those out that no case names
    "_raw_many": [b"cc", b"dd"],
    "_raw_none": [],
    "_raw_last": b"ihk",
    "_raw__raw_last": b"hij",
}

both = pytest.mark.parametrize("read_write", [False, True], ids=["read", "read_write"])


def read(compiled: Compile, *, read_write: bool) -> Any:
    record = compiled(SPEC, read_write=read_write).from_bytes(DATA)
    if read_write:
        record._read()
    return record


def raw_of(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in dir(record) if name.startswith("_raw_")}


@both
def test_raw_bytes_are_where_kaitai_has_them(compiled: Compile, *, read_write: bool) -> None:
    assert raw_of(read(compiled, read_write=read_write)) == RAW


@both
def test_raw_bytes_of_instances_are_there_once_they_were_read(
    compiled: Compile, *, read_write: bool
) -> None:
    record = read(compiled, read_write=read_write)
    with pytest.raises(AttributeError, match="_raw__m_start"):
        _ = record._raw__m_start
    assert (record.start.data, record.absent) == (b"ab", None)
    assert raw_of(record) == RAW | {"_raw__m_start": b"ab"}


@both
def test_raw_bytes_can_be_set_and_forgotten(compiled: Compile, *, read_write: bool) -> None:
    record = read(compiled, read_write=read_write)
    for name in ("_raw_sized", "_raw_hidden", "_raw_unknown", "_raw__m_start"):
        setattr(record, name, b"mine")
        assert getattr(record, name) == b"mine"
        delattr(record, name)
    assert record._raw_sized == b"abc"
    with pytest.raises(AttributeError):
        del record._raw_sized


def test_what_a_writer_stores_is_no_raw_member(compiled: Compile) -> None:
    text = """
    meta: {id: named, encoding: UTF-8}
    seq: [{id: len_name, type: u1}, {id: name, type: str, size: len_name}]
    """
    record = compiled(text).build(name="é")
    assert record.to_bytes() == b"\x02\xc3\xa9"
    assert raw_of(record) == {}


@both
def test_every_name_that_dir_lists_is_there(compiled: Compile, *, read_write: bool) -> None:
    record = read(compiled, read_write=read_write)
    there = [*dir(record), *dir(record.sized), *dir(record.one)]
    assert "plain" not in there
    for each in (record, record.sized, record.one, type(record)()):
        missing = [name for name in dir(each) if not hasattr(each, name) and name != "start"]
        assert missing == ([] if each._io else missing)
        assert inspect.getmembers(each)


@both
def test_vars_shows_the_fields(compiled: Compile, *, read_write: bool) -> None:
    record = read(compiled, read_write=read_write)
    shown = [name for name in vars(record) if not name.startswith("_") and "__" not in name]
    assert shown == [name for name in record._fields if name != "plain"]
    assert vars(record)["kind"] == 7
    assert {"_io", "_parent", "_root"} <= vars(record).keys()
    assert vars(record.one)["_parent"] is record


def test_objects_become_json_by_their_dict(compiled: Compile) -> None:
    record = compiled(
        "meta: {id: pair}\nseq: [{id: a, type: u1}, {id: b, type: in}]\n"
        "types: {in: {seq: [{id: c, type: u1}]}}"
    ).from_bytes(b"\1\2")

    def fields(each: Any) -> dict[str, Any]:
        return {name: value for name, value in each.__dict__.items() if name[0] != "_"}

    assert json.dumps(record, default=fields) == '{"a": 1, "b": {"c": 2}}'


def test_a_change_that_would_be_lost_is_refused(compiled: Compile) -> None:
    record = compiled("meta: {id: one}\nseq: [{id: a, type: u1}]").from_bytes(b"\1")
    shown = vars(record)
    changes: tuple[Callable[[], Any], ...] = (
        lambda: shown.update(a=2),
        lambda: shown.__setitem__("a", 2),
        lambda: shown.pop("a"),
        shown.clear,
    )
    for change in changes:
        with pytest.raises(TypeError, match="is a copy"):
            change()
    assert (record.a, shown["a"]) == (1, 1)


@both
def test_a_class_of_a_users_own_has_the_fields_of_its_base(
    compiled: Compile, *, read_write: bool
) -> None:
    text = """
    meta: {id: base}
    seq: [{id: n, type: u1}, {id: body, type: body, size: n}, {id: if, type: u1, if: n == 9}]
    instances: {first: {pos: 0, type: u1}}
    types: {body: {seq: [{id: x, type: u1}]}}
    """
    kind = compiled(text, read_write=read_write)

    class Mine(kind):  # type: ignore[misc, valid-type]  # made in this test
        note: str = "of mine"

        def __init__(self, _io: Any = None, extra: int = 5) -> None:
            super().__init__(_io)
            self.extra = extra

    first, second = Mine.from_bytes(b"\1\2"), Mine.from_bytes(b"\1\3")
    if read_write:
        first._read()
        second._read()
    assert (Mine._fields, Mine._instances) == (kind._fields, kind._instances)
    assert (first.first, first.extra, first.note, first._raw_body) == (1, 5, "of mine", b"\2")
    assert first != second
    assert vars(first)["extra"] == 5
    assert "if" not in dir(first)
    if not read_write:
        assert Mine.build(body={"x": 7}).to_bytes() == b"\1\7"
