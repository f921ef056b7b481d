"""Where nothing moves, records at which nobody has looked need not be: wherever they lead."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.lists.lazy import is_lazy
from tests.runtime.editing.test_lists_not_looked_at import compiled

COUNT = 40
LOG = """
meta: {id: log, endian: le}
seq:
  - {id: base, type: u2}
  - {id: records, type: record, repeat: until, repeat-until: _.op == 2}
  - {id: end, type: u2}
instances:
  last: {pos: ofs_last, type: record}
  ofs_last: {value: _io.size - 6}
types:
  record:
    seq:
      - {id: op, type: u1}
      - {id: len, type: u1}
      - id: body
        size: len
        type: {switch-on: op, cases: {0: message, 1: entry}}
  message:
    seq: [{id: text, type: text}, {id: rest, size-eos: true}]
  text:
    seq: [{id: len, type: u1}, {id: value, type: str, size: len, encoding: ASCII}]
  entry:
    seq: [{id: ofs, type: u2}]
    instances:
      led: {io: _root._io, pos: ofs + _root.base, type: record}
"""
MESSAGE = b"\0\6"
HEADER, SIZE = 2, 8
ENTRY = 4


def of(words: list[bytes], base: int = 0) -> bytes:
    """A log of messages of four letters, and the entries of an index of them."""
    messages = b"".join(MESSAGE + b"\3" + each[:3] + each[3:] + b"." for each in words)
    places = (HEADER + i * SIZE - base for i in range(len(words)))
    entries = b"".join(b"\1\2" + struct.pack("<H", each) for each in places)
    return struct.pack("<H", base) + messages + entries + b"\2\2??" + b"\xff\xff"


WORDS = [b"%04d" % i for i in range(COUNT)]
WAS = of(WORDS)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("log"), LOG)


def unmade(record: Any) -> int:
    """How many records of a log nobody has looked at."""
    return len(record.records) - len(record.records._made) if is_lazy(record.records) else 0


def all_of(record: Any) -> list[Any]:
    """All that a log shows, those that entries lead to, too."""
    led = [each.body.led.body.text.value for each in record.records if each.op == 1]
    return [led, record.last.body, *(each.body for each in record.records if each.op == 2)]


def test_a_message_is_another_one_and_nobody_has_looked_at_the_others(log: Any) -> None:
    record = log.from_bytes(WAS)
    record.records[7].body.text.value = "abc"
    words = [*WORDS[:7], b"abc7", *WORDS[8:]]
    assert record.to_bytes() == of(words)
    assert unmade(record) == 2 * COUNT
    record.records[9].body.rest = b"!?"
    words[9] = b"000!"
    expected = of(words).replace(b"!.", b"!?")
    assert record.to_bytes() == expected
    assert unmade(record) == 2 * COUNT - 1
    assert all_of(record) == all_of(log.from_bytes(expected))
    assert record.to_bytes() == expected
    record.records[7].body.text.value, record.records[9].body.rest = "000", b"9."
    assert record.to_bytes() == WAS


def swapped(record: Any) -> None:
    records = record.records
    records[3], records[5] = records[5], records[3]


def longer_and_shorter(record: Any) -> None:
    record.records[3].body.rest, record.records[4].body.rest = b"3..", b"."


def taken_out_and_put_in(record: Any) -> None:
    del record.records[3]
    record.records.insert(5, {"op": 3, "body": b"hello!"})


@pytest.mark.parametrize("edit", [swapped, longer_and_shorter, taken_out_and_put_in])
def test_what_moves_is_written_as_if_all_had_been_looked_at(
    edit: Callable[[Any], None], log: Any
) -> None:
    told = []
    for has_looked in (False, True):
        record = log.from_bytes(WAS)
        if has_looked:
            all_of(record)
        edit(record)
        try:
            told.append(record.to_bytes())
        except quire.FormatError as error:
            told.append(str(error))
    assert told[0] == told[1]


def test_entries_lead_to_the_messages_that_were_exchanged(log: Any) -> None:
    record = log.from_bytes(WAS)
    swapped(record)
    again = log.from_bytes(record.to_bytes())
    words = [*WORDS[:3], WORDS[5], WORDS[4], WORDS[3], *WORDS[6:]]
    assert [each.body.text.value for each in again.records if each.op == 0] == [
        each[:3].decode() for each in words
    ]
    assert [each.body.ofs for each in again.records[COUNT + 3 : COUNT + 6]] == [
        HEADER + i * SIZE for i in (5, 4, 3)
    ]


@pytest.mark.parametrize("has_looked", [False, True])
def test_a_field_by_which_entries_would_lead_nowhere_is_refused(
    log: Any, *, has_looked: bool
) -> None:
    record = log.from_bytes(WAS)
    if has_looked:
        all_of(record)
    record.base = 60_000
    with pytest.raises(quire.FormatError, match="led: expected a change after which"):
        record.to_bytes()
    record.base = 0
    assert record.to_bytes() == WAS


def test_a_view_is_changed_of_a_record_at_which_nobody_has_looked(log: Any) -> None:
    record = log.from_bytes(WAS)
    record.last.body = b"!!"
    expected = WAS.replace(b"??", b"!!")
    assert record.to_bytes() == expected
    assert record.records[-1].body == b"!!"
    assert record.to_bytes() == expected


GOING_BY_BYTES = """
meta: {id: sized, endian: le}
seq: [{id: body, type: body, size-eos: true}]
types:
  body:
    seq:
      - {id: flag, type: u1}
      - {id: records, type: record, repeat: eos}
  record:
    seq: [{id: body, size: 'wide == 1 ? 2 : 1'}]
    instances: {wide: {pos: 0, type: u1}}
"""


@pytest.mark.parametrize("has_looked", [False, True])
@pytest.mark.parametrize("size", ["size-eos: true", "doc: in the stream of the file"])
def test_records_that_go_by_bytes_elsewhere_are_looked_at(
    tmp_path: Path, size: str, *, has_looked: bool
) -> None:
    was = b"\1" + b"ab" * 10_000
    spec = GOING_BY_BYTES.replace("size-eos: true", size)
    body = (record := compiled(tmp_path, spec).from_bytes(was)).body
    if has_looked:
        assert {len(each.body) for each in body.records} == {2}
    body.flag = 0
    with pytest.raises(quire.FormatError, match="20000 elements, found 10000"):
        record.to_bytes()
    body.flag = 1
    assert record.to_bytes() == was


def test_a_view_of_what_is_set_back_shows_that(log: Any) -> None:
    record = log.from_bytes(WAS)
    record.records[-1].body = b"!!"
    assert record.to_bytes() == WAS.replace(b"??", b"!!")
    record.records[-1].body = b"??"
    assert record.to_bytes() == WAS
    assert record.last.body == b"??"
    assert [each.body.led.op for each in record.records if each.op == 1] == [0] * COUNT


SIZED_BY_ANOTHER = """
meta: {id: sized}
seq:
  - {id: header, type: header}
  - {id: records, type: record, repeat: expr, repeat-expr: header.num}
types:
  header: {seq: [{id: num, type: u1}, {id: width, type: u1}]}
  record:
    seq: [{id: a, type: u1}, {id: b, size: _root.header.width}]
    instances: {of: {io: _root._io, pos: 0, type: header}}
"""


def test_records_are_not_read_again_by_a_field_that_was_edited(tmp_path: Path) -> None:
    was = bytes([COUNT, 2]) + b"".join(bytes([i]) + b"AB" for i in range(COUNT))
    record = compiled(tmp_path, SIZED_BY_ANOTHER).from_bytes(was)
    record.header.width = 1
    for _ in range(2):
        with pytest.raises(quire.FormatError, match=r"header\.width: given 1, but b makes it 2"):
            record.to_bytes()
    record.header.width = 2
    assert record.to_bytes() == was
    assert {each.b for each in record.records} == {b"AB"}


@pytest.mark.parametrize(
    "body",
    ["{switch-on: _root.header.kind, cases: {1: u1, 2: u2be}}", "u2be, if: _root.header.kind == 2"],
)
@pytest.mark.parametrize("has_looked", [False, True])
def test_what_a_refused_write_lets_go_of_is_not_read_by_later_edits(
    tmp_path: Path, body: str, *, has_looked: bool
) -> None:
    spec = f"""
meta: {{id: kinds}}
seq: [{{id: header, type: header}}, {{id: records, type: record, repeat: eos}}]
types:
  header: {{seq: [{{id: kind, type: u1}}]}}
  record: {{seq: [{{id: a, type: u1}}, {{id: b, type: {body}}}]}}
"""
    was = b"\2" + b"".join(bytes([i]) + b"AB" for i in range(COUNT))
    record = compiled(tmp_path, spec).from_bytes(was)
    if has_looked:
        assert {each.b for each in record.records} == {0x4142}
    record.records[3].a = 999
    with pytest.raises(quire.FormatError, match=r"records\[3\].a"):
        record.to_bytes()
    record.records[3].a, record.header.kind = 3, 1
    with pytest.raises(quire.FormatError, match=r"records\[\d+\]\.b"):
        record.to_bytes()
    assert record.records[5].b == 0x4142
    record.header.kind = 2
    assert record.to_bytes() == was
