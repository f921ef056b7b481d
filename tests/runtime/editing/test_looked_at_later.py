"""Instances at which nobody has looked when a file is written show what was written."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import quire
from quire.runtime.record import Record
from tests.runtime.writing.test_building import compiled

SPEC = """
seq:
  - {id: pos, type: u1}
  - {id: head, size: 4, type: head}
  - {id: mixed, size: 3, process: xor(3), type: box}
  - {id: items, type: item, repeat: expr, repeat-expr: 4}
  - {id: rest, size-eos: true}
types:
  head:
    seq: [{id: a, type: u1}, {id: b, type: u1}, {id: c, type: u2}]
    instances:
      own: {pos: 0, type: u2}
      part: {pos: 1, type: pair}
      both: {value: own + part.x}
  box:
    seq: [{id: q, type: u1}]
    instances:
      inner: {pos: 0, type: pair}
      out: {pos: 2, io: _root._io, type: pair}
  pair:
    seq: [{id: x, type: u1}, {id: y, type: u1}]
    instances: {sum: {value: x + y}}
  led:
    seq: [{id: x, type: u1}, {id: y, type: u1}]
    instances:
      second: {pos: 2, type: u1}
      deep: {pos: 3, type: deep, io: _root._io}
  deep:
    seq: [{id: some, type: u1, repeat: expr, repeat-expr: 3}, {id: last, type: u1}]
    instances: {edges: {value: 'some[0] + last'}}
  item:
    seq: [{id: k, type: u1}, {id: n, type: u1}]
    instances:
      there: {pos: k % 16, type: pair, io: _root._io}
      bytes: {pos: k % 16, type: u1, repeat: expr, repeat-expr: 2, io: _root._io}
      pairs: {pos: k % 12, type: pair, repeat: expr, repeat-expr: 2, io: _root._io}
      raw: {pos: 1, size: 4, io: _root._io}
      in_head: {pos: 0, type: u2, io: _root.head._io}
instances:
  start: {pos: 0, type: u2}
  first: {pos: pos % 8, type: led}
  total: {value: start + first.x + first.second}
"""

STORED = bytes(range(24))


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("later"), SPEC)


def looked(record: Record, draw: Random | None = None) -> dict[str, Any]:
    """All that a record shows, or what somebody happens to look at, in any order."""
    found: dict[str, Any] = {}
    names = [*record._fields, *record._instances]
    if draw is not None:
        names = [
            *record._fields,
            *draw.sample(record._instances, draw.randint(0, len(record._instances))),
        ]
        draw.shuffle(names)
    for name in names:
        value = getattr(record, name)
        if isinstance(value, Record):
            value = looked(value, draw)
        elif isinstance(value, list):
            value = [looked(e, draw) if isinstance(e, Record) else e for e in value]
        found[name] = value
    return found


def has(some: Any, others: Any) -> bool:
    """Whether one has all that another one has."""
    if isinstance(others, dict):
        return all(has(some[name], value) for name, value in others.items())
    if isinstance(others, list) and len(some) == len(others):
        return all(map(has, some, others))
    return bool(some == others)


def to_bytes(record: Any, path: Path) -> bytes:
    assert path.exists()
    written: bytes = record.to_bytes()
    return written


def to_file(record: Any, path: Path) -> bytes:
    record.to_file(path)
    return path.read_bytes()


def patch(record: Any, path: Path) -> bytes:
    record.patch()
    return path.read_bytes()


@pytest.mark.parametrize("more", [0, 2 << 20], ids=["read", "mapped"])
@pytest.mark.parametrize("write", [to_bytes, to_file, patch])
def test_what_is_looked_at_after_a_write_is_what_was_written(
    write: Callable[[Any, Path], bytes], more: int, kind: Any, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    data = STORED + bytes(more)
    path.write_bytes(data)
    with kind.from_file(path, mmap=more > 0) as record:
        record.head.a, record.head.c, record.items[1].n = 100, 0x0908, 102
        written = write(record, path)
        expected = bytearray(data)
        expected[1], expected[3:5], expected[11] = 100, b"\x08\x09", 102
        assert written == expected
        assert looked(record) == looked(kind.from_bytes(written))
        assert record.to_bytes() == written
        record.head.a, record.head.c, record.items[1].n = 1, 0x0403, 11
        expected[1], expected[3:5], expected[11] = 1, b"\3\4", 11
        assert record.to_bytes() == expected
        assert looked(record) == looked(kind.from_bytes(bytes(expected)))


@pytest.mark.parametrize(
    "copied",
    [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))],  # noqa: S301  # our own
    ids=["copy", "pickle"],
)
def test_so_it_is_in_a_copy(copied: Callable[[Any], Any], kind: Any) -> None:
    record = kind.from_bytes(STORED)
    record.head.a = 100
    written = record.to_bytes()
    other = copied(record)
    assert looked(other) == looked(kind.from_bytes(written))
    other.head.a = 1
    assert other.to_bytes() == STORED
    assert looked(other) == looked(kind.from_bytes(STORED))
    assert looked(record) == looked(kind.from_bytes(written))


def test_what_shows_a_write_is_edited_as_any_other_instance(kind: Any) -> None:
    record = kind.from_bytes(STORED)
    record.head.a = 100
    record.to_bytes()
    assert (record.head.part.x, record.head.own) == (2, 0x0264)
    record.head.part.y = 50
    assert record.to_bytes() == bytes([0, 100, 2, 50, *STORED[4:]])
    assert record.head.c == 0x0432
    record.head.own = 0x0305  # its first byte is `a`, which was set
    with pytest.raises(quire.FormatError, match="other fields are at the same place"):
        record.to_bytes()


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_edited_and_looked_at_records_show_what_was_written(
    seed: int, kind: Any
) -> None:
    draw = Random(seed)  # noqa: S311  # the same each time
    data = bytes(draw.randrange(20) for _ in STORED)
    record = kind.from_bytes(data)
    looked(record, draw)
    for _ in range(4):
        of = draw.choice([record, record.head, record.mixed, *record.items])
        name = draw.choice([name for name in of._fields if isinstance(getattr(of, name), int)])
        setattr(of, name, draw.randrange(20))
        try:
            written = record.to_bytes()
        except quire.FormatError:
            break
        shown = looked(kind.from_bytes(written))
        if draw.random() < 0.3:
            record = copy.deepcopy(record)
        assert has(shown, looked(record, draw))
        assert record.to_bytes() == written
        assert has(shown, looked(record, draw))


LED = """
seq:
  - {id: name, type: strz, encoding: ASCII}
  - {id: entries, type: entry, repeat: expr, repeat-expr: 3}
  - {id: mid, type: strz, encoding: ASCII}
types:
  entry:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances:
      plain: {pos: ofs, size: len}
      text: {pos: ofs, size: len, type: letters}
  letters:
    seq: [{id: letters, type: u1, repeat: eos}]
"""


@pytest.mark.parametrize("edit", ["before", "behind", "beside", "grown"])
def test_what_was_led_elsewhere_shows_what_is_there_once_something_has_moved(
    edit: str, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, LED)
    data = b"ab\0" + bytes([12, 2, 14, 4, 18, 2]) + b"xy\0" + b"AABBCCDD"
    record = kind.from_bytes(data)
    entry, other = record.entries[:2]
    assert (other.plain, record.entries[2].plain) == (b"BBCC", b"DD")
    entry.ofs, entry.len = 14, 4
    if edit == "before":
        record.name = "abcdef"
    elif edit == "behind":
        record.mid = "xyzzy"
    else:
        other.plain = b"ZZZZ" if edit == "beside" else b"ZZZZZZ"
    written = record.to_bytes()
    there = written[14:18]
    assert (entry.ofs, entry.plain, bytes(entry.text.letters)) == (14, there, there)
    assert record.to_bytes() == written
    entry.ofs, entry.len = 12, 2
    record.name, record.mid, other.plain = "ab", "xy", b"BBCC"
    assert record.to_bytes() == data
    assert (entry.plain, bytes(entry.text.letters)) == (b"AA", b"AA")


NAMES = """
seq:
  - {id: parts, type: part, repeat: expr, repeat-expr: 2}
types:
  part:
    seq: [{id: kind, type: u1}, {id: ofs, type: u1}, {id: len, type: u1}]
    instances:
      body: {pos: ofs, size: len, type: {switch-on: kind, cases: {1: names, 2: symbols}}}
  names: {seq: [{id: entries, type: strz, encoding: ASCII, repeat: eos}]}
  symbols: {seq: [{id: entries, type: symbol, repeat: eos}]}
  symbol:
    seq: [{id: ofs_name, type: u1}]
    instances:
      name: {io: '_root.parts[0].body.as<names>._io', pos: ofs_name, type: strz, encoding: ASCII}
"""


@pytest.mark.parametrize("name", ["xy", "longer"])
def test_what_is_in_the_stream_of_an_element_of_a_list_shows_what_was_written(
    name: str, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, NAMES)
    stored = bytes([1, 6, 6, 2, 12, 2]) + b"ab\0cd\0" + bytes([0, 3])
    record = kind.from_bytes(stored)
    record.parts[0].body.entries[1] = name
    written = record.to_bytes()
    end = 12 + len(name) - 2
    head = bytes([1, 6, end - 6, 2, end, 2])
    assert written == head + b"ab\0" + name.encode() + b"\0" + bytes([0, 3])
    assert [each.name for each in record.parts[1].body.entries] == ["ab", name]
    assert record.to_bytes() == written
    record.parts[0].body.entries[1] = "cd"
    assert record.to_bytes() == stored
    assert [each.name for each in record.parts[1].body.entries] == ["ab", "cd"]


@pytest.mark.parametrize("stored", [b"\xfc\xfc", b"a\xfc"])
def test_what_could_not_be_read_is_read_once_its_bytes_are_others(
    stored: bytes, tmp_path: Path
) -> None:
    spec = """
seq: [{id: ofs, type: u1}, {id: rest, size-eos: true}]
instances: {text: {pos: ofs, size: 2, type: str, encoding: ASCII}}
"""
    record = compiled(tmp_path, spec).from_bytes(b"\2." + stored)
    record.rest = b".ab"
    written = record.to_bytes()
    assert (written, record.text) == (b"\2.ab", "ab")
    assert record.to_bytes() == written
    record.rest = b"." + stored
    assert record.to_bytes() == b"\2." + stored
    with pytest.raises(quire.FormatError, match="expected text in ascii"):
        _ = record.text


BUILT = """
seq: [{id: head, type: head}, {id: data, size: 2}]
types:
  head:
    seq: [{id: pair, type: pair}]
    instances: {there: {pos: 2, size: 2, io: _root._io}}
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}
"""


def test_so_it_is_beside_a_record_that_was_built(tmp_path: Path) -> None:
    record = compiled(tmp_path, BUILT).from_bytes(b"\1\2ab")
    record.head.pair, record.data = {"a": 1, "b": 3}, b"xy"
    assert record.to_bytes() == b"\1\3xy"
    assert (record.head.there, record.head.pair.b) == (b"xy", 3)
    record.data = b"cd"
    assert record.to_bytes() == b"\1\3cd"
    assert record.head.there == b"cd"


def test_what_stands_in_elements_between_two_that_change_places_is_what_it_was(
    tmp_path: Path,
) -> None:
    kind = compiled(
        tmp_path,
        """
seq: [{id: items, type: item, repeat: eos}]
types:
  item: {seq: [{id: len, type: u1}, {id: box, type: box, size: len}]}
  box: {instances: {all: {pos: 0, size-eos: true}}}
""",
    )
    boxes = [bytes([i]) * (2 + i % 3) for i in range(60)]
    record = kind.from_bytes(b"".join(bytes([len(each)]) + each for each in boxes))
    record.items[0], record.items[2] = record.items[2], record.items[0]

    written = record.to_bytes()

    boxes[0], boxes[2] = boxes[2], boxes[0]
    assert written == b"".join(bytes([len(each)]) + each for each in boxes)
    assert [each.box.all for each in record.items] == boxes


GRAPH = """
seq:
  - {id: body, type: body, size: 3}
  - {id: dirs, type: dir, repeat: eos}
types:
  body: {seq: [{id: recs, type: rec}]}
  rec:
    seq: [{id: num, type: u1}, {id: value, type: u2}]
    instances:
      dir: {io: _root._io, pos: 3 + 2 * num, type: dir}
  dir:
    seq: [{id: ofs, type: u1}, {id: has_rec, type: u1}]
    instances:
      rec: {io: _root.body._io, pos: ofs, type: rec, if: has_rec == 1}
"""


@pytest.mark.parametrize("is_written", [False, True])
def test_what_is_there_since_a_field_was_set_can_be_looked_at_between_writes(
    tmp_path: Path, *, is_written: bool
) -> None:
    record = compiled(tmp_path, GRAPH).from_bytes(b"\0AB" + b"\0\0")
    record.dirs[0].has_rec = 1
    if is_written:
        assert record.to_bytes() == b"\0AB" + b"\0\1"
    for _ in range(3):
        led = record.dirs[0].rec  # which leads to the same bytes, and so on
        assert (led.num, led.value) == (0, 0x4241)
        shown = led.dir.has_rec
        assert record.to_bytes() == b"\0AB" + b"\0\1"
        assert led.dir.has_rec == record.body.recs.dir.has_rec == 1
        assert led.dir.rec.value == record.body.recs.dir.rec.value == 0x4241
        assert shown in ((1,) if is_written else (0, 1))
