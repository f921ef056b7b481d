"""Elements of a list that go by names around them: they are copied while these say what they said.

The work is counted: records that are written, and records that are paired with their twins.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from quire.runtime import FormatError
from quire.runtime.editing.pairing.names_around import ways_out
from quire.runtime.editing.pairing.pairing import Pairing
from quire.runtime.writing.writing import Writing
from tests.runtime.editing.test_work_of_editing import Counted, compiled

CAPTURE = """
meta: {id: capture}
seq:
  - {id: mark, type: u1}
  - {id: head, type: head}
  - {id: packets, type: packet, repeat: eos}
types:
  head:
    meta: {endian: &by_mark {switch-on: _root.mark, cases: {1: le, 2: be}}}
    seq: [{id: most, type: u2}, {id: kind, type: u1}]
    instances: {limit: {value: most + 1}}
  packet:
    meta: {endian: *by_mark}
    seq:
      - {id: stamp, type: u2}
      - {id: len, type: u2}
      - id: body
        size: 'len < _root.head.limit ? len : _parent.head.most'
        type: {switch-on: _root.head.kind, cases: {1: frame}}
  frame:
    seq: [{id: to, type: u1}, {id: data, type: data}]
  data:
    seq: [{id: bytes, size: _parent._parent.len - 1}]
"""
COUNTED = """
meta: {id: counted}
seq:
  - {id: num, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: num}
types:
  item:
    seq: [{id: a, type: u1}, {id: b, type: u1, if: (_root.num & 127) > 99}]
"""
LED = """
meta: {id: led}
seq:
  - {id: ofs, type: u1}
  - {id: num, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: num}
types:
  item: {seq: [{id: len, type: u1}, {id: name, size: len}, {id: last, type: last}]}
  last: {seq: [{id: x, type: u1}]}
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}
instances:
  first: {pos: 0, type: u1}
  there: {pos: ofs, type: pair}
"""
COUNT = 400
FEW = 40
"""Records that may be written or paired for a few edits: a packet is three, its twin as many."""


class Packet(NamedTuple):
    """What a packet has, as the test puts it down."""

    stamp: int
    data: bytes

    def stored(self, order: str) -> bytes:
        """Its bytes."""
        return struct.pack(order + "HHB", self.stamp, len(self.data) + 1, 5) + self.data


def file_of(packets: list[Packet], order: str = "<") -> bytes:
    """A capture, put together by hand."""
    head = bytes([1 if order == "<" else 2]) + struct.pack(order + "HB", 1000, 1)
    return head + b"".join(each.stored(order) for each in packets)


def some(count: int = COUNT) -> list[Packet]:
    return [Packet(n, bytes([n % 256]) * (n % 7)) for n in range(count)]


def build(kind: Any, packet: Packet) -> Any:
    data = kind.Data.build(bytes=packet.data)
    body = kind.Frame.build(to=5, data=data)
    return kind.Packet.build(stamp=packet.stamp, len=len(packet.data) + 1, body=body)


def alter(_: Any, there: Any, packets: list[Packet], i: int) -> None:
    there[i].stamp = 9999
    packets[i] = packets[i]._replace(stamp=9999)


def grow(_: Any, there: Any, packets: list[Packet], i: int) -> None:
    there[i].body.data.bytes += b"more"
    there[i].len += 4
    packets[i] = packets[i]._replace(data=packets[i].data + b"more")


def take_out(_: Any, there: Any, packets: list[Packet], i: int) -> None:
    del there[i], packets[i]


def put_in(kind: Any, there: Any, packets: list[Packet], i: int) -> None:
    new = Packet(7777, b"new")
    there.insert(i, build(kind, new))
    packets.insert(i, new)


class Work:
    """What is done while files are written: records that are written, and that are paired."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._written = Counted(monkeypatch, Writing, "_write_all")
        self._paired = Counted(monkeypatch, Pairing, "_within")

    def of(self, record: Any, expected: bytes) -> int:
        """How much of it, to write a record as some bytes."""
        before = self._written.total + self._paired.total
        assert record.to_bytes() == expected
        return self._written.total + self._paired.total - before


@pytest.fixture(scope="module")
def capture(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of captures."""
    return compiled(tmp_path_factory.mktemp("capture"), CAPTURE)


@pytest.fixture(scope="module")
def with_places(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of files that lead into elements."""
    return compiled(tmp_path_factory.mktemp("led"), LED)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    return Work(monkeypatch)


def walked(record: Any) -> None:
    for each in record.packets:
        _ = each.body.data.bytes


@pytest.mark.parametrize("place", [0, COUNT // 2, COUNT - 1])
@pytest.mark.parametrize("edit", [alter, grow, take_out, put_in])
@pytest.mark.parametrize("look", [walked, lambda _: None], ids=["seen", "unseen"])
def test_packets_are_copied_while_the_header_says_what_it_said(
    edit: Callable[..., None],
    place: int,
    look: Callable[[Any], None],
    work: Work,
    capture: Any,
) -> None:
    packets = some()
    record = capture.from_bytes(file_of(packets))
    look(record)
    edit(capture, record.packets, packets, place)
    assert work.of(record, file_of(packets)) < FEW
    alter(capture, record.packets, packets, COUNT // 3)  # the next writing compares with the source
    assert work.of(record, file_of(packets)) < 2 * FEW


def test_ten_changed_packets_are_ten_times_as_much(work: Work, capture: Any) -> None:
    packets = some()
    record = capture.from_bytes(file_of(packets))
    for i in range(0, COUNT, COUNT // 10):
        alter(capture, record.packets, packets, i)
    assert work.of(record, file_of(packets)) < 10 * FEW


def test_packets_are_written_anew_in_another_byte_order(capture: Any) -> None:
    record = capture.from_bytes(file_of(some()))
    record.mark = 2
    assert record.to_bytes() == file_of(some(), ">")


@pytest.mark.parametrize("name", ["most", "kind"])
def test_packets_are_looked_at_once_the_header_says_something_else(name: str, capture: Any) -> None:
    record = capture.from_bytes(file_of(some()))
    setattr(record.head, name, 2)
    record.packets[7].stamp = 1
    with pytest.raises((FormatError, TypeError), match="packets"):
        record.to_bytes()


def test_a_change_of_the_header_that_packets_do_not_go_by_leaves_them_what_they_are(
    capture: Any,
) -> None:
    packets = some()
    record = capture.from_bytes(file_of(packets))
    record.head.most = 2000  # no packet is that long
    expected = bytearray(file_of(packets))
    expected[1:3] = struct.pack("<H", 2000)
    assert record.to_bytes() == bytes(expected)


def test_elements_are_not_copied_that_go_by_what_follows_from_others(tmp_path: Path) -> None:
    kind = compiled(tmp_path, COUNTED)
    data = bytes([100]) + bytes(range(200))
    record = kind.from_bytes(data)
    record.items[7].a = 99
    assert record.to_bytes() == data[:15] + b"\x63" + data[16:]
    del record.items[3]
    with pytest.raises(FormatError, match=r"items\[0\].b"):
        record.to_bytes()
    for each in record.items:
        del each.b
    left = [each for each in range(0, 200, 2) if each != 6]
    left[6] = 99
    assert record.to_bytes() == bytes([99, *left])


def led(ofs: int, names: list[bytes]) -> bytes:
    """A file of elements of which one is led into, put together by hand."""
    return bytes([ofs, len(names)]) + b"".join(bytes([len(n)]) + n + b"!" for n in names)


@pytest.mark.parametrize("edit", ["alter", "grow", "take_out"])
def test_elements_are_copied_where_no_instance_may_be_one_of_them(
    edit: str, work: Work, with_places: Any
) -> None:
    names = [bytes([n + 32]) * (n % 2) for n in range(90)]
    record = with_places.from_bytes(led(0, names))
    assert record.there.b == 90
    match edit:
        case "alter":
            record.items[41].name = names[41] = b"A"
        case "grow":
            record.items[41].name = names[41] = b"more"
        case _:
            del record.items[41], names[41]
            record.there.b = 89
    assert work.of(record, led(0, names)) < FEW


def test_an_instance_that_begins_in_an_element_moves_with_what_is_in_that(with_places: Any) -> None:
    names = [b"abc", b"", *([b""] * 90)]
    record = with_places.from_bytes(led(6, names))  # the last byte of the first one
    assert (record.there.a, record.there.b) == (ord("!"), 0)
    new = type(record.items[0]).build(name=b"new", last={"x": ord("!")})
    record.items.insert(1, new)
    record.num += 1
    expected = led(11, [names[0], b"new", *names[1:]])  # where the same two bytes are
    assert record.to_bytes() == expected
    assert (record.there.a, record.there.b) == (ord("!"), 0)


def test_packets_of_a_module_that_does_not_say_what_they_look_up_are_written_anew(
    work: Work, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, CAPTURE)
    for each in (kind.Packet, kind.Data):
        monkeypatch.delattr(each, "_looks_up")
    monkeypatch.setitem(kind._write__seq.__globals__, "__contract__", 18)
    packets = some()
    record = kind.from_bytes(file_of(packets))
    alter(kind, record.packets, packets, 1)
    assert work.of(record, file_of(packets)) > COUNT
    record.mark = 2
    assert record.to_bytes() == file_of(packets, ">")


BY_STREAM = """
meta: {id: by_stream}
seq: [{id: items, type: item, repeat: eos}]
types:
  item: {seq: [{id: last, type: last}]}
  last: {seq: [{id: x, type: u1}, {id: y, type: u1, if: _parent._io.size > 100}]}
"""


def test_a_stream_of_what_is_in_an_element_may_be_that_of_the_file(tmp_path: Path) -> None:
    kind = compiled(tmp_path, BY_STREAM)
    assert ways_out([kind.Item], {kind.Item: 0}) == set()
    assert ways_out([kind.Item, kind.Last], {kind.Item: 0, kind.Last: 1}) is None


SAME_NAME = """
meta: {id: same_name}
seq: [{id: head, type: head}, {id: items, type: item, repeat: eos}]
types:
  head:
    seq: [{id: sub, type: sub}]
    instances: {value: {value: sub.value + 1}}
  sub:
    seq: [{id: raw, type: u1}]
    instances: {value: {value: raw % 2}}
  item: {seq: [{id: a, size: _root.head.value}]}
"""


def test_what_is_computed_of_another_of_that_name_is_found(tmp_path: Path) -> None:
    record = compiled(tmp_path, SAME_NAME).from_bytes(b"\4abcdef")
    record.items[1].a = b"B"
    assert record.to_bytes() == b"\4aBcdef"
