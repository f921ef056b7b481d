"""Lists of records that were read one by one, of which it is known who looked at which."""

from __future__ import annotations

import copy
import pickle
import struct
import sys
import zlib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import quire
from quire.runtime.dismantling import dismantle
from quire.runtime.errors import FormatError
from quire.runtime.lists.lazy import Lazy, is_lazy
from quire.runtime.reading.by_position import ByPosition
from tests.runtime.lists.reads import counted

CLOSED = """
meta: {id: closed}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: head, type: head}
      - {id: body, size: head.len}
      - {id: tail, type: head, if: 'body[0] == 1'}
  head:
    seq: [{id: len, type: u1}]
"""
COUNTED = """
meta: {id: counted}
seq:
  - {id: kind, type: u1}
  - {id: num_items, type: u2le}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
  - {id: footer, type: u1}
types:
  item:
    seq: [{id: len_body, type: u1}, {id: body, type: body, size: len_body}]
  body:
    seq: [{id: a, type: u1}, {id: rest, size-eos: true}]
"""
AROUND = """
meta: {id: around}
seq: [{id: wide, type: u1}, {id: items, type: item, repeat: eos}]
types:
  item:
    seq: [{id: len, type: u1}, {id: body, size: len}, {id: more, type: u1, if: _root.wide == 1}]
"""
NAMED = """
meta: {id: named}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: len, type: u1}
      - {id: body, size: len}
      - {id: value, type: u1, valid: {max: '_root.items.size + 1'}}
"""
GREEDY = """
meta: {id: greedy}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq: [{id: kind, type: u1}, {id: body, type: {switch-on: kind, cases: {0: short, 1: rest}}}]
  short: {seq: [{id: a, type: strz, encoding: ASCII}]}
  rest: {seq: [{id: a, size-eos: true}]}
"""
SUMMED = """
meta: {id: summed, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: len, type: u1}
      - {id: body, size: len}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, OVER}}
      - {id: rest, type: u1}
"""
COUNT = 306


def _compiled(tmp_path: Path, spec: str) -> Any:
    path = tmp_path / "spec.ksy"
    path.write_text(spec)
    module = quire.compile(path)
    return getattr(module, module.__all__[0])


def _item(i: int, body: bytes = b"") -> bytes:
    body = body or bytes([2]) * (1 + i % 7)
    return bytes([len(body)]) + body + (b"\x09" if body[0] == 1 else b"")


def _items(count: int = COUNT) -> list[bytes]:
    return [_item(i) for i in range(count)]


@pytest.fixture
def closed(tmp_path: Path) -> Any:
    return _compiled(tmp_path, CLOSED)


def test_an_element_is_the_same_however_it_is_asked_for(closed: Any) -> None:
    record = closed.from_bytes(b"".join(_items()))
    assert isinstance(record.items, Lazy)
    fifth = record.items[5]
    last = record.items[-1]
    assert [*record.items][5] is fifth
    assert record.items[COUNT - 1] is last
    assert not is_lazy(record.items)
    assert fifth._parent is record


def test_what_nobody_has_looked_at_is_not_read_again(
    closed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = b"".join(_items())
    record = closed.from_bytes(data)
    read = counted(monkeypatch)
    assert record.to_bytes() == data
    assert not read
    record.items[7].body = b"\x03" * 8
    record.to_bytes()
    assert len(read) < 8  # in what was read, and in what was written
    assert isinstance(record.items, Lazy)


def _summed(i: int, body: bytes = b"", wrong: int = 0) -> bytes:
    body = body or bytes([i % 256]) * (i % 7)
    told = bytes([len(body)]) + body
    return told + (zlib.crc32(told) ^ wrong).to_bytes(4, "little") + b"\x09"


@pytest.mark.parametrize("edit", ["change", "put in"])
def test_elements_with_checksums_of_themselves_are_copied(
    tmp_path: Path, edit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = [_summed(i, wrong=i == 5) for i in range(COUNT)]
    kind = _compiled(tmp_path, SUMMED.replace("OVER", "over: [len, body]"))
    record = kind.from_bytes(b"".join(items))
    read = counted(monkeypatch)
    if edit == "put in":
        record.items.insert(8, {"body": b"new", "rest": 9})
        items.insert(8, _summed(0, b"new"))
    else:
        record.items[7].body += b"more"
        items[7] = _summed(7, bytes([7]) * (7 % 7) + b"more")
    assert record.to_bytes() == b"".join(items)
    assert len(read) < 8
    assert isinstance(record.items, Lazy)
    with pytest.raises(FormatError, match=r"items\[5\]\.crc"):
        kind.from_bytes(b"".join(items)).items[5].validate()


def test_an_element_with_a_checksum_is_known_where_it_is_put(tmp_path: Path) -> None:
    items = [_summed(i) for i in range(COUNT)]
    record = _compiled(tmp_path, SUMMED.replace("OVER", "over: [len, body]")).from_bytes(
        b"".join(items)
    )
    moved = record.items[7]
    moved.body += b"more"
    del record.items[7]
    record.items.insert(50, moved)
    del items[7]
    items.insert(50, _summed(7, b"more"))
    assert record.to_bytes() == b"".join(items)


def _with_the_sum_of_what_is_behind(bodies: list[bytes]) -> bytes:
    data = b""
    for body in reversed(bodies):
        data = b"\x01" + data
        data = bytes([len(body)]) + body + sum(data).to_bytes(4, "little") + data
    return data


def _with_their_number(bodies: list[bytes]) -> bytes:
    sums = [(sum(body) + len(bodies)).to_bytes(4, "little") for body in bodies]
    both = zip(bodies, sums, strict=True)
    return b"".join(bytes([len(body)]) + body + told + b"\x01" for body, told in both)


@pytest.mark.parametrize(
    ("over", "file_of"),
    [
        ("over: {behind: crc}", _with_the_sum_of_what_is_behind),
        ("over: body, init: _parent.items.size", _with_their_number),
    ],
)
def test_elements_with_checksums_of_others_are_looked_at(
    tmp_path: Path, over: str, file_of: Callable[[list[bytes]], bytes]
) -> None:
    kind = _compiled(tmp_path, SUMMED.replace("crc32", "sum32").replace("OVER", over))
    bodies = [b"a"] * COUNT
    record = kind.from_bytes(file_of(bodies))
    record.items[3].body = bodies[3] = b"bc"
    del record.items[0], bodies[0]
    assert record.to_bytes() == file_of(bodies)


@pytest.mark.parametrize("new", [b"\x03", b"\x01\x02"])
def test_what_is_put_behind_the_last_one_leaves_the_others_unread(
    closed: Any, new: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = _items()
    record = closed.from_bytes(b"".join(items))
    read = counted(monkeypatch)
    tail = {"tail": {"len": 9}} if new[0] == 1 else {}
    record.items.append({"head": {"len": len(new)}, "body": new, **tail})
    assert record.to_bytes() == b"".join([*items, _item(0, new)])
    assert len(read) < 8  # the last one that was there, and what is new


def test_what_somebody_has_looked_at_is_read_again_once(closed: Any) -> None:
    items = _items()
    record = closed.from_bytes(b"".join(items))
    there = [*record.items]
    record.items[7].body = b"\x03" * 8
    items[7] = _item(7, b"\x03" * 8)
    read, reading = [0], closed.Item._read_at.__code__

    def count(frame: FrameType, event: str, _: object) -> None:
        read[0] += event == "call" and frame.f_code is reading

    sys.setprofile(count)
    try:
        data = record.to_bytes()
    finally:
        sys.setprofile(None)
    assert data == b"".join(items)
    # To compare them, one among those beside it; and in what was written.
    assert read[0] < COUNT + COUNT // 8
    assert all(each is item for each, item in zip(record.items, there, strict=True))


def test_what_is_refused_leaves_all_elements_as_they_were(closed: Any) -> None:
    items = _items()
    record = closed.from_bytes(b"".join(items))
    there = [*record.items]
    inside = [(each.head, each.head.len, each.body) for each in there]
    record.items[7].body = b"\x03" * 300
    with pytest.raises(FormatError, match=r"items\[7\]"):
        record.to_bytes()
    record.items[7].body = inside[7][2]
    assert all(each is item for each, item in zip(record.items, there, strict=True))
    assert [(each.head, each.head.len, each.body) for each in there] == inside
    assert record.to_bytes() == b"".join(items)


Edit = Callable[[list[Any], Callable[[bytes], Any]], None]


def _set(items: list[Any], new: Callable[[bytes], Any]) -> None:
    items[3] = new(b"\x04\x05")


def _replace_and_delete(items: list[Any], new: Callable[[bytes], Any]) -> None:
    items[-1] = new(b"\x04")
    del items[0]
    items.insert(100, new(b"\x08\x08\x08"))


def _put_in_and_take_out(items: list[Any], new: Callable[[bytes], Any]) -> None:
    items.insert(2, new(b"\x04"))
    del items[200]


def _move(items: list[Any], _: Callable[[bytes], Any]) -> None:
    items.append(items.pop(4))


def _turn(items: list[Any], _: Callable[[bytes], Any]) -> None:
    items.reverse()


EDITS: list[Edit] = [
    _set,
    _replace_and_delete,
    _put_in_and_take_out,
    _move,
    _turn,
    lambda items, new: items.append(new(b"\x07" * 200)),
    lambda items, new: items.insert(0, new(b"\x07")),
    lambda items, new: items.extend([new(b"\x07"), new(b"\x08")]),
    lambda items, _: items.__delitem__(slice(10, 40)),
    lambda items, _: items.__delitem__(-1),
    lambda items, _: items.clear(),
    lambda items, new: items.__setitem__(slice(1, 250), [new(b"\x01\x02")]),
]


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("looked", [(), (3,), (0, 150, COUNT - 1), range(COUNT)])
def test_edits_are_those_of_a_list_of_bytes(closed: Any, edit: Edit, looked: Iterable[int]) -> None:
    items = _items()
    record = closed.from_bytes(b"".join(items))
    for i in looked:
        assert record.items[i].head.len == items[i][0]

    def built(body: bytes) -> dict[str, Any]:
        tail = {"tail": {"len": 9}} if body[0] == 1 else {}
        return {"head": {"len": len(body)}, "body": body, **tail}

    edit(record.items, built)
    edit(items, lambda body: _item(0, body))
    data = b"".join(items)
    assert record.to_bytes() == data
    assert record.to_bytes() == data  # and again
    assert b"".join(_item(0, each.body) for each in record.items) == data
    assert closed.from_bytes(data).to_bytes() == data


def test_each_element_can_grow(closed: Any) -> None:
    items = _items()
    record = closed.from_bytes(b"".join(items))
    for i in (0, 1, 77, COUNT - 1):
        record.items[i].body += b"\x05"
        items[i] = _item(i, items[i][1:] + b"\x05")
    assert record.to_bytes() == b"".join(items)
    assert isinstance(record.items, Lazy)


def test_a_list_of_as_many_elements_is_known_by_those_that_were_put_in(closed: Any) -> None:
    items = _items()
    record = closed.from_bytes(b"".join(items))
    record.items[215].body = b"\3" * 96
    items[215] = _item(215, b"\3" * 96)
    for i in (52, 113):
        del record.items[i], items[i]
    assert record.to_bytes() == b"".join(items)
    for i in (126, 274):
        record.items.insert(i, {"head": {}, "body": b"\4"})
        items.insert(i, _item(0, b"\4"))
    assert record.to_bytes() == b"".join(items)
    assert is_lazy(record.items)


def test_what_stands_after_a_list_moves(tmp_path: Path) -> None:
    bodies = [_item(i) for i in range(COUNT)]
    whole = b"\x01" + COUNT.to_bytes(2, "little") + b"".join(bodies) + b"\x63"
    record = _compiled(tmp_path, COUNTED).from_bytes(whole)
    record.items[9].body.rest = b"longer than before"
    del record.items[0]
    bodies[9] = _item(9, b"\x02longer than before")
    wanted = b"\x01" + (COUNT - 1).to_bytes(2, "little") + b"".join(bodies[1:]) + b"\x63"
    assert record.to_bytes() == wanted
    record.footer, record.kind = 5, 6
    assert record.to_bytes() == b"\x06" + wanted[1:-1] + b"\x05"


def test_elements_that_go_by_what_is_around_them_are_looked_at(tmp_path: Path) -> None:
    kind = _compiled(tmp_path, AROUND)
    data = b"\x00" + b"".join(_items())
    record = kind.from_bytes(data)
    record.wide = 1
    with pytest.raises(FormatError, match=r"items\[0\]\.more"):
        record.to_bytes()
    record.wide = 2
    assert record.to_bytes() == b"\x02" + data[1:]


def test_lists_that_expressions_name_are_lists_like_any(tmp_path: Path) -> None:
    data = b"".join(b"\x01\x02\x00" for _ in range(COUNT))
    record = _compiled(tmp_path, NAMED).from_bytes(data)
    assert type(record.items) is list


def test_what_went_on_to_the_end_is_not_taken_for_what_it_was(tmp_path: Path) -> None:
    kind = _compiled(tmp_path, GREEDY)
    data = b"\x00a\x00" * COUNT + b"\x01the rest"
    record = kind.from_bytes(data)
    record.items[3].body.a = "longer"
    assert record.to_bytes() == data.replace(
        b"\x00a\x00" * 4, b"\x00a\x00" * 3 + b"\x00longer\x00", 1
    )
    record.items.append({"kind": 0, "body": kind.Short.build(a="b")})
    with pytest.raises(FormatError, match="items"):
        record.to_bytes()


def test_an_error_tells_which_element_it_is_of(closed: Any) -> None:
    with pytest.raises(FormatError) as error:
        closed.from_bytes(b"".join(_items()) + b"\x09\x02")
    assert error.value.path == f"items[{COUNT}].body"
    assert error.value.offset == sum(map(len, _items())) + 1


def test_where_elements_are_is_known(closed: Any) -> None:
    items = _items()
    record = closed.from_bytes(b"".join(items))
    begins = [0, *accumulate(map(len, items))]
    assert record.span_of("items[270]") == (begins[270], begins[271])
    assert record.items[280].span_of("body") == (begins[280] + 1, begins[281])


def test_a_list_of_another_record_is_written_as_it_is_there(closed: Any) -> None:
    ours, theirs = _items(), [_item(0, b"\x03\x04") for _ in range(COUNT)]
    data = b"".join(theirs)
    for other in (data, bytes(bytearray(data))):
        record, one = closed.from_bytes(b"".join(ours)), closed.from_bytes(other)
        record.items = one.items
        assert record.to_bytes() == data
        record.items[7].body = b"\x05"
        assert (
            record.to_bytes()
            == one.to_bytes()
            == b"".join([*theirs[:7], _item(0, b"\x05"), *theirs[8:]])
        )


def test_a_list_that_was_looked_at_is_not_taken_for_that_of_another_file(closed: Any) -> None:
    """It stands in the same place there, and is of the same types."""
    ours, theirs = ([_item(i, bytes([each]) * 4) for i in range(COUNT)] for each in (2, 3))
    record, one = (closed.from_bytes(b"".join(some)) for some in (ours, theirs))
    assert [len([*each.items]) for each in (record, one)] == [COUNT, COUNT]
    record.items, one.items = one.items, record.items
    assert (record.to_bytes(), one.to_bytes()) == (b"".join(theirs), b"".join(ours))
    record.items[7].body = b"\x05"
    theirs[7] = _item(0, b"\x05")
    assert (record.to_bytes(), one.to_bytes()) == (b"".join(theirs), b"".join(ours))


def test_a_list_that_was_looked_at_is_read_again_where_it_stood(
    closed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = _items()
    record = closed.from_bytes(b"".join(items))
    there = [*record.items]
    read = counted(monkeypatch)
    for _ in range(2):
        assert record.to_bytes() == b"".join(items)
        assert len(read) == COUNT
        read.clear()
    record.items[7].body = items[7] = b"\x03"
    items[7] = _item(0, items[7])
    assert record.to_bytes() == b"".join(items)
    record.items[8].body = b"\x03"
    items[8] = _item(0, b"\x03")
    assert record.to_bytes() == b"".join(items)
    assert all(each is item for each, item in zip(record.items, there, strict=True))


def test_copies_have_all_elements(closed: Any) -> None:
    data = b"".join(_items())
    pickled = pickle.dumps(closed.from_bytes(data))
    for record in (copy.deepcopy(closed.from_bytes(data)), pickle.loads(pickled)):  # noqa: S301  # our own
        assert len(record.items) == COUNT
        record.items[1].body = b"\x06"
        assert record.to_bytes() == data.replace(
            _item(0) + _item(1), _item(0) + _item(1, b"\x06"), 1
        )


def test_a_record_that_was_taken_apart_holds_nothing(closed: Any) -> None:
    record = closed.from_bytes(b"".join(_items()))
    waiting = record.items._source.records
    first = waiting[0]
    dismantle(record)
    assert not hasattr(first, "body")


def test_a_file_of_either_kind_is_read_and_edited(closed: Any, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"".join(_items()))
    record = closed.from_file(path)
    record.items[8].body = b"\x07\x07"
    record.to_file(path)
    assert path.read_bytes() == b"".join([*_items()[:8], _item(0, b"\x07\x07"), *_items()[9:]])


def test_a_list_may_have_the_name_of_a_word_of_python(tmp_path: Path) -> None:
    kind = _compiled(tmp_path, CLOSED.replace("id: items,", "id: class,"))
    items = _items()
    record = kind.from_bytes(b"".join(items))
    assert isinstance(record.class_, Lazy)
    record.class_[9].body = b"\x07\x07\x07"
    items[9] = _item(0, b"\x07\x07\x07")
    assert record.to_bytes() == b"".join(items)


def test_elements_without_bytes_are_told_by_the_name_in_the_spec(tmp_path: Path) -> None:
    spec = CLOSED.replace("id: items,", "id: class,").replace("type: u1}]", "size: 0}]")
    spec = spec.replace("size: head.len", "size: 0").replace("body[0] == 1", "false")
    with pytest.raises(FormatError, match="class at byte 0: expected elements"):
        _compiled(tmp_path, spec).from_bytes(b"1")


ORDERED = """
meta: {id: ordered}
seq: [{id: kind, type: u1}, {id: items, type: item, repeat: eos}]
types:
  item:
    meta: {endian: {switch-on: _root.kind, cases: {1: le, 2: be}}}
    seq: [{id: mark, type: u1}, {id: value, type: u2}]
"""
SIZED = """
meta: {id: sized, endian: le}
seq:
  - {id: len_item, type: u1}
  - {id: num_items, type: u2}
  - {id: items, type: item, size: len_item, repeat: expr, repeat-expr: num_items}
types:
  item:
    seq: [{id: mark, type: u1}, {id: value, type: u2}]
"""
TOLD = """
meta: {id: told, endian: le}
seq:
  - {id: items, type: item, repeat: until, repeat-until: _.mark == 255 or _io.eof}
  - {id: rest, size-eos: true}
types:
  item:
    seq: [{id: mark, type: u1}, {id: value, type: u2}]
"""
WITH_BITS = """
meta: {id: with_bits, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: mark, type: u1}
      - {id: value, type: u2}
      - {id: bits, type: b3}
      - {id: more, type: u1}
"""
EMPTY = """
meta: {id: empty, endian: le}
seq:
  - {id: len_item, type: u1}
  - {id: num_items, type: u2}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
types:
  item:
    seq: [{id: mark, size: _root.len_item}, {id: value, type: u2, if: _root.len_item != 0}]
"""
ALL_SIZED = SIZED.replace("repeat: expr, repeat-expr: num_items", "repeat: eos")
FILES = {
    "ordered": (ORDERED, b"\2", b"\1\0\7", b""),
    "counted": (SIZED, struct.pack("<BH", 5, COUNT), b"\1\7\0??", b""),
    "sized": (ALL_SIZED, struct.pack("<BH", 3, 9), b"\1\7\0", b""),
    "told": (TOLD, b"", b"\1\7\0", b"\xff\7\0and more"),
    "of bits": (WITH_BITS, b"", b"\1\7\0\xbf\2", b""),
    "of any size": (EMPTY, struct.pack("<BH", 1, COUNT), b"\1\7\0", b""),
    "to the end": (TOLD, b"", b"\1\7\0", b""),
}
"""Specs, what stands before the elements, one of them, and what stands behind."""


@pytest.mark.parametrize("name", FILES)
def test_lists_are_left_unread_however_their_elements_are_read(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, head, each, tail = FILES[name]
    kind, data = _compiled(tmp_path, spec), head + each * COUNT + tail
    record, other = kind.from_bytes(data), kind.from_bytes(data)
    read = counted(monkeypatch)
    assert record.to_bytes() == data
    assert not read
    assert record.items[8].value == 7
    assert record.to_bytes() == data
    assert len(read) < 8
    assert isinstance(record.items, Lazy)
    assert [*record.items] == [*other.items]


@pytest.mark.parametrize("name", FILES)
def test_elements_are_edited_however_they_are_read(tmp_path: Path, name: str) -> None:
    spec, head, each, tail = FILES[name]
    kind = _compiled(tmp_path, spec)
    record = kind.from_bytes(head + each * COUNT + tail)
    record.items[8].value = 0x0909
    edited = each[:1] + b"\x09\x09" + each[3:]
    expected = each * 8 + edited + each * (COUNT - 9) + tail
    assert record.to_bytes() == head + expected
    del record.items[2]
    if name in ("counted", "of any size"):
        head = struct.pack("<BH", head[0], COUNT - 1)
    assert record.to_bytes() == head + expected[len(each) :]
    assert kind.from_bytes(record.to_bytes()).items == record.items


def test_no_element_may_end_a_list_before_its_end(tmp_path: Path) -> None:
    record = _compiled(tmp_path, TOLD).from_bytes(b"\1\7\0" * COUNT + b"\xff\7\0and more")
    record.items[8].mark = 255
    with pytest.raises(FormatError, match="items"):
        record.to_bytes()
    record.items[8].mark = 1
    record.items[-1].mark = 3
    with pytest.raises(FormatError, match="items"):
        record.to_bytes()


def test_elements_are_read_again_as_they_were(tmp_path: Path) -> None:
    kind = _compiled(tmp_path, SIZED)
    head = struct.pack("<BH", 5, COUNT)
    record = kind.from_bytes(head + b"".join(b"\1%c\0??" % (i % 9) for i in range(COUNT)))
    source = record.items._source.anew()
    again, was = source.make(3, 5), record.items[3:5]
    assert again == was
    assert [bytes(each._io.whole()) for each in again] == [b"\1%c\0??" % i for i in (3, 4)]
    assert [each._io.pos() for each in again] == [each._io.pos() for each in was]


def test_elements_that_take_no_bytes_are_there(tmp_path: Path) -> None:
    kind = _compiled(tmp_path, EMPTY)
    record = kind.from_bytes(data := struct.pack("<BH", 0, COUNT))
    assert record.to_bytes() == data
    assert [each.mark for each in record.items] == [b""] * COUNT
    del record.items[3]
    assert record.to_bytes() == struct.pack("<BH", 0, COUNT - 1)


def test_no_stream_is_moved_by_who_looks_at_an_element(tmp_path: Path) -> None:
    kind = _compiled(tmp_path, WITH_BITS)
    record = kind.from_bytes(b"\1\7\0\xbf\2" * COUNT)
    assert record._io.pos() == 5 * COUNT
    assert record.items[8].bits == 5
    assert record._io.pos() == 5 * COUNT
    record.items[8].bits = 2  # of the other five bits no field tells
    assert record.to_bytes() == b"\1\7\0\xbf\2" * 8 + b"\1\7\0\x5f\2" + b"\1\7\0\xbf\2" * (
        COUNT - 9
    )


def test_who_reads_elements_again_has_the_turn_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = _compiled(tmp_path, WITH_BITS).from_bytes(b"\1\7\0\xbf\2" * COUNT)
    turn, plain, taken = record._io.budget.turn, ByPosition._io_at, list[bool]()

    def io_at(each: ByPosition, pos: int) -> Any:
        with ThreadPoolExecutor(1) as pool:  # another thread, which would move the stream
            taken.append(pool.submit(turn.acquire, blocking=False).result())
        return plain(each, pos)

    monkeypatch.setattr(ByPosition, "_io_at", io_at)
    assert [each.bits for each in record.items._source.anew().make(8, 10)] == [5, 5]
    assert taken == [False, False]
