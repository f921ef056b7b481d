"""Records at which nobody has looked move as they are, and tell where others are now."""

from __future__ import annotations

import copy
import pickle
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.editing.test_left_unread import unmade
from tests.runtime.editing.test_lists_not_looked_at import compiled

COUNT = 40
LOG = """
meta: {id: log, endian: {ENDIAN}}
seq:
  - {id: name, type: text}
  - {id: records, type: record, repeat: until, repeat-until: _.op == 9}
  - {id: end, type: u2}
instances:
  last: {pos: ofs_last, size-eos: true, type: record}
  ofs_last: {value: _io.size - 9}
types:
  text: {seq: [{id: len, type: u1}, {id: value, type: str, size: len, encoding: ASCII}]}
  records: {seq: [{id: records, type: record, repeat: eos}]}
  record:
    seq:
      - {id: op, type: u1}
      - {id: len, type: u2}
      - id: body
        size: len
        type: {switch-on: op, cases: {0: message, 1: entry, 2: group, 3: crossed, 9: last}}
  message: {seq: [{id: text, type: text}, {id: rest, size-eos: true}]}
  entry:
    seq: [{id: flags, type: u1}, {id: ofs, type: u2}, {id: len, type: u2}]
    instances: {led: {io: _root._io, pos: ofs, size: len, type: record}}
  group:
    seq: [{id: ofs, type: u2}, {id: len, type: u2}]
    instances: {led: {io: _root._io, pos: ofs, size: len, type: records}}
  crossed:
    seq: [{id: from, type: u1}]
    instances: {led: {io: _root._io, pos: from * 2, type: u1}}
  last:
    seq: [{id: ofs, type: u2}, {id: rest, type: u2}]
    instances:
      index: {io: _root._io, pos: ofs, size: _root.ofs_last - ofs, type: records, if: ofs != 0}
      bytes_of_index: {io: _root._io, pos: ofs_bytes, size: _root._io.size - ofs_bytes - 2}
      ofs_bytes: {value: "ofs != 0 ? ofs : _root.ofs_last"}
"""
WORDS = ["w" * (i % 5) + str(i) for i in range(COUNT)]


def of(
    name: str = "abc", words: list[str] = WORDS, order: str = "<", *, more: bytes = b""
) -> bytes:
    """A log of messages, an index of them, and a group that is all of the index."""

    def record(op: int, body: bytes) -> bytes:
        return struct.pack(f"{order}BH", op, len(body)) + body

    file = bytes([len(name)]) + name.encode()
    places = []
    for each in words:
        message = record(0, bytes([len(each)]) + each.encode() + b"!?")
        places.append((len(file), len(message)))
        file += message
    first = len(file)
    entries = [record(1, struct.pack(f"{order}BHH", 7, *each)) for each in places]
    index = b"".join(entries) + more
    group = record(2, struct.pack(f"{order}HH", first, len(index)))
    return file + index + group + record(9, struct.pack(f"{order}HH", first, 5)) + b"\xff\xff"


@pytest.fixture(scope="module", params=["le", "be"])
def log(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    text = LOG.replace("{ENDIAN}", request.param)
    kind = compiled(tmp_path_factory.mktemp("log"), text)
    kind.order = "<" if request.param == "le" else ">"
    return kind


def all_of(record: Any) -> list[Any]:
    """All that a log shows, and all that is led to."""
    last = record.records[-1].body
    some = [record.records, last.index.records, record.last.body.index.records]
    found = [each.body.led for each in record.records if each.op in (1, 2)]
    led = [each.body.led for those in some for each in those if each.op == 1]
    values = [record.ofs_last, last.bytes_of_index, last.ofs, record.last.body.bytes_of_index]
    return [*some, record.last, *found, *led, *values]


def longer_name(record: Any) -> None:
    record.name.value = "a longer name"


def no_name(record: Any) -> None:
    record.name.value = ""


def longer_message(record: Any) -> None:
    record.records[0].body.text.value += "?????"


def other_names(record: Any) -> None:
    record.name.value, record.records[0].body.rest = "abcd", b"!"


def message_in_between(record: Any) -> None:
    record.records[COUNT // 2].body.rest = b"and more"


def looked_at(record: Any) -> None:
    longer_name(record)
    record.records[COUNT].body.led.body.rest  # noqa: B018  # it is read


def last_one(record: Any) -> None:
    longer_name(record)
    record.last.body.rest  # noqa: B018  # likewise


def set_elsewhere(record: Any) -> None:
    longer_name(record)
    record.records[COUNT + 3].body.ofs = 4


@pytest.mark.parametrize(("edit", "name"), [(longer_name, "a longer name"), (no_name, "")])
def test_all_behind_a_name_moves_and_nobody_looks_at_it(
    edit: Callable[[Any], None], name: str, log: Any
) -> None:
    record = log.from_bytes(of(order=log.order))
    edit(record)
    expected = of(name, order=log.order)
    assert record.to_bytes() == expected
    assert unmade(record) == len(record.records)
    assert all_of(record) == all_of(log.from_bytes(expected))
    assert record.to_bytes() == expected


def test_it_moves_again_with_the_next_edit_and_back(log: Any) -> None:
    record = log.from_bytes(of(order=log.order))
    for name in ("a longer name", "", "abcd", "abc"):
        record.name.value = name
        assert record.to_bytes() == of(name, order=log.order)
        assert unmade(record) == len(record.records)
    assert all_of(record) == all_of(log.from_bytes(of(order=log.order)))


@pytest.mark.parametrize(
    "edit",
    [
        longer_name,
        no_name,
        longer_message,
        other_names,
        message_in_between,
        looked_at,
        last_one,
        set_elsewhere,
    ],
)
def test_it_is_written_as_if_all_had_been_looked_at(edit: Callable[[Any], None], log: Any) -> None:
    told = []
    for has_looked in (False, True):
        record = log.from_bytes(of(order=log.order))
        if has_looked:
            assert len([*record.records]) == 2 * COUNT + 2
        edit(record)
        try:
            told.append(record.to_bytes())
        except quire.FormatError as error:
            told.append(str(error))
    assert told[0] == told[1]


@pytest.mark.parametrize("look", [lambda it: it.last, lambda it: it.records[-1].body.index])
def test_what_is_edited_later_is_written_where_it_is(look: Callable[[Any], Any], log: Any) -> None:
    record = log.from_bytes(of(order=log.order))
    longer_name(record)
    record.to_bytes()
    look(record)
    record.records[COUNT].body.led.body.rest = b"<>"
    record.records[2 * COUNT + 1].body.rest = 6
    expected = of("a longer name", order=log.order).replace(b"!?", b"<>", 1)
    assert record.to_bytes() == expected[:-4] + struct.pack(f"{log.order}H", 6) + expected[-2:]


def pickled(record: Any) -> Any:
    return pickle.loads(pickle.dumps(record))  # noqa: S301  # it is our own


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_a_copy_shows_what_was_written(copied: Callable[[Any], Any], log: Any) -> None:
    record = log.from_bytes(of(order=log.order))
    longer_name(record)
    expected = record.to_bytes()
    another = copied(record)
    assert all_of(another) == all_of(log.from_bytes(expected))
    assert another.to_bytes() == expected
    another.name.value = "abc"
    assert another.to_bytes() == of(order=log.order)


def test_a_position_that_has_no_room_is_refused(tmp_path: Path) -> None:
    log = compiled(
        tmp_path,
        LOG.replace("{ENDIAN}", "le").replace("{id: ofs, type: u2}", "{id: ofs, type: u1}"),
    )
    file = b"\0" + b"\0\4\0\1w!?" * 30
    index = b"".join(b"\1\4\0\7" + bytes([1 + 7 * i]) + b"\7\0" for i in range(30))
    file += index + b"\2\3\0\1" + struct.pack("<H", 210) + b"\x09\3\0\0\5\0" + b"\xff\xff"
    told = []
    for has_looked in (False, True):
        record = log.from_bytes(file)
        if has_looked:
            [each.body for each in record.records]  # it is read
        record.name.value = "x" * 60
        with pytest.raises(quire.FormatError) as error:
            record.to_bytes()
        told.append(str(error.value))
        assert record.records[30].body.ofs == 1
    assert told[0] == told[1]


def test_what_is_told_in_another_way_is_told_as_if_all_had_been_looked_at(log: Any) -> None:
    """Half of a position is all that is stored."""
    told = []
    file = of(order=log.order, more=struct.pack(f"{log.order}BHB", 3, 1, 8))
    for has_looked in (False, True):
        record = log.from_bytes(file)
        if has_looked:
            all_of(record)
        record.name.value = "abcde"
        try:
            told.append(record.to_bytes())
        except quire.FormatError as error:
            told.append(str(error))
    assert told[0] == told[1]


def test_what_is_derived_of_a_position_follows_it(tmp_path: Path) -> None:
    entry = "entry:\n    seq: [{id: flags, type: u1}, {id: ofs, type: u2}"
    derived = entry.replace("id: flags, type: u1", "id: flags, type: u1, -derive: ofs & 0xff")
    assert entry in LOG
    log = compiled(tmp_path, LOG.replace(entry, derived).replace("{ENDIAN}", "le"))
    record = log.from_bytes(of())
    for i, each in enumerate(record.records[COUNT : 2 * COUNT]):
        each.body.flags = log.from_bytes(of()).records[COUNT + i].body.ofs & 0xFF
    file = record.to_bytes()
    record = log.from_bytes(file)
    record.name.value = "abcd"
    now = log.from_bytes(record.to_bytes()).records[COUNT : 2 * COUNT]
    assert [each.body.flags for each in now] == [each.body.ofs & 0xFF for each in now]
    assert [each.body.ofs for each in now[:2]] == [5, 12]
