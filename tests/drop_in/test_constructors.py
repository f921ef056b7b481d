"""Objects are made as those of Kaitai's classes are, by position, and know the same root."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from kaitaistruct import KaitaiStream

import quire
from quire import FormatError
from tests.drop_in.conftest import Compile

ORDERED = """
meta: {id: ordered}
seq: [{id: mark, type: u1}, {id: body, type: body}]
types:
  body:
    meta: {endian: {switch-on: _root.mark, cases: {1: le, _: be}}}
    seq: [{id: x, type: u2}, {id: inner, type: inner(5)}]
  inner:
    params: [{id: a, type: u1}]
    meta: {endian: {switch-on: a, cases: {5: be}}}
    seq: [{id: y, type: u2}, {id: deep, type: deep}]
    types: {deep: {seq: [{id: z, type: u2}]}}
"""
DATA = b"\x01\x01\x00\x00\x02\x00\x03"

both = pytest.mark.parametrize("read_write", [False, True], ids=["read", "read_write"])


def stream(data: bytes) -> KaitaiStream:
    return KaitaiStream(BytesIO(data))


def done(record: Any, *, read_write: bool) -> Any:
    if read_write:
        record._read()
    return record


@both
def test_the_byte_order_comes_fourth(compiled: Compile, *, read_write: bool) -> None:
    kind = compiled(ORDERED, read_write=read_write)
    for order, expected in ((True, 1), (False, 256)):
        deep = kind.Inner.Deep(stream(b"\x01\x00"), None, None, order)
        assert done(deep, read_write=read_write).z == expected
        deep = kind.Inner.Deep(stream(b"\x01\x00"), _is_le=order)
        assert done(deep, read_write=read_write).z == expected
    with pytest.raises(FormatError, match=r"byte order|endianness"):
        done(kind.Inner.Deep(stream(b"\x01\x00")), read_write=read_write)


@both
def test_records_within_get_theirs(compiled: Compile, *, read_write: bool) -> None:
    record = done(compiled(ORDERED, read_write=read_write).from_bytes(DATA), read_write=read_write)
    inner = record.body.inner
    assert (record.body.x, inner.y, inner.deep.z) == (1, 2, 3)
    assert (inner._path(), inner.deep._path()) == ("body.inner", "body.inner.deep")


@both
def test_a_type_alone_has_no_root(compiled: Compile, *, read_write: bool) -> None:
    text = """
    meta: {id: outer}
    seq: [{id: x, type: part}]
    types:
      part:
        seq: [{id: y, type: u1}, {id: more, type: more, if: y == 1}]
        types: {more: {seq: [{id: z, type: u1}]}}
    """
    kind = compiled(text, read_write=read_write)
    outer = done(kind.from_bytes(b"\1\2"), read_write=read_write)
    assert outer._root is outer.x._root is outer.x.more._root is outer
    part = done(kind.Part(stream(b"\1\2")), read_write=read_write)
    assert (part._root, part._parent, part.more._root) == (None, None, None)
    assert part.more._parent is part
    if not read_write:
        assert part.to_bytes() == kind.Part.build(y=1, more={"z": 2}).to_bytes() == b"\1\2"
        with pytest.raises(FormatError, match=r"more\.z"):
            kind.Part.build(y=1, more={"z": 256}).to_bytes()
        with pytest.raises(FormatError, match=r"^spec: more\.z|^outer: more\.z"):
            kind.Part(stream(b"\1"))

    class Mine(kind):  # type: ignore[misc, valid-type]  # made in this test
        pass

    mine = done(Mine.from_bytes(b"\1\2"), read_write=read_write)
    assert mine._root is mine.x._root is mine


@both
def test_a_type_of_an_imported_spec_has_no_root(tmp_path: Path, *, read_write: bool) -> None:
    (tmp_path / "lib.ksy").write_text(
        "meta: {id: lib}\nseq: [{id: x, type: u1}]\n"
        "types: {part: {seq: [{id: y, type: u1}, {id: sub, type: sub}]},"
        " sub: {seq: [{id: z, type: u1}]}}"
    )
    (tmp_path / "user.ksy").write_text(
        "meta: {id: user, imports: [lib]}\nseq: [{id: a, type: lib}, {id: b, type: 'lib::part'}]"
    )
    kind = quire.compile(tmp_path / "user.ksy", read_write=read_write).User
    record = done(kind.from_bytes(b"\1\2\3"), read_write=read_write)
    assert (record.a._root, record.a._parent) == (record.a, None)
    assert (record.b._root, record.b._parent, record.b.sub._root) == (None, None, None)
    assert record.b.sub._path() == "b.sub"
    if read_write:
        record._check()
    else:
        assert record.to_bytes() == b"\1\2\3"
        assert kind.build(a={"x": 1}, b={"y": 2, "sub": {"z": 3}}).to_bytes() == b"\1\2\3"


def test_the_place_of_an_instance_that_fails_is_right_in_any_order(compiled: Compile) -> None:
    text = """
    meta: {id: quad, endian: le}
    seq: [{id: items, type: item, repeat: eos}]
    types:
      item:
        seq: [{id: ofs, type: u4}]
        instances: {body: {io: _root._io, pos: ofs, type: u4}}
    """
    record = compiled(text).from_bytes(b"\xff\xff\xff\x7f" * 5)
    for i in (0, 1, 2, 4, 3, 0, 0):
        with pytest.raises(FormatError) as caught:
            _ = record.items[i].body
        assert caught.value.path == f"items[{i}].body"
    del record.items[:2]
    with pytest.raises(FormatError) as caught:
        _ = record.items[0].body
    assert caught.value.path == "items[0].body"


def test_many_failing_instances_take_as_long_each(compiled: Compile) -> None:
    text = "meta: {id: a}\nseq: [{id: xs, type: x, repeat: eos}]\n"
    text += "types: {x: {seq: [{id: y, type: u1}], instances: {z: {pos: 1, type: s8be}}}}"
    record = compiled(text).from_bytes(bytes(4))
    looked = 0

    class Counting(list[Any]):
        def __iter__(self) -> Any:
            nonlocal looked
            for each in super().__iter__():
                looked += 1
                yield each

    record.xs = Counting(record.xs)
    for x in list(record.xs):
        with pytest.raises(FormatError):
            _ = x.z
    assert looked == 4  # by this loop
