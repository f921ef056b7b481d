"""Instances over bytes of fields show, after a writing, what the file says there."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.editing.test_names_around import LED, led
from tests.runtime.editing.test_views_of_fields import STRINGS, TAIL, named
from tests.runtime.writing.test_building import compiled

NAMES = [b"abc", *([b""] * 91)]


@pytest.fixture(scope="module")
def with_places(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of files that lead into elements."""
    path = tmp_path_factory.mktemp("led") / "led.ksy"
    path.write_text(LED, "utf-8")
    return quire.compile(path).Led


def new(record: Any) -> Any:
    return type(record.items[0]).build(name=b"new", last={"x": ord("!")})


def put_in_and_take_out(record: Any) -> None:
    del record.items[40]
    record.items.insert(1, new(record))


def replace(record: Any) -> None:
    record.items[1] = new(record)


def set_both(record: Any) -> None:
    record.items[0].last.x = 34
    record.items[1].name = b"new"


@pytest.mark.parametrize(
    ("edit", "shown"),
    [
        (put_in_and_take_out, (ord("!"), 3)),  # equal elements: the second one has become another
        (replace, (ord("!"), 3)),
        (set_both, (34, 3)),
    ],
)
def test_an_instance_that_begins_in_an_element_shows_what_is_there_then(
    edit: Callable[[Any], None], shown: tuple[int, int], with_places: Any
) -> None:
    record = with_places.from_bytes(led(6, NAMES))  # the last byte of the first one
    there = record.there
    assert (there.a, there.b) == (ord("!"), 0)
    edit(record)
    for _ in range(2):
        written = record.to_bytes()
        assert written[6:8] == bytes(shown)
        assert record.there is there
        assert (there.a, there.b) == shown
    record.items = with_places.from_bytes(led(6, NAMES)).items
    assert record.to_bytes() == led(6, NAMES)
    assert (there.a, there.b) == (ord("!"), 0)


@pytest.mark.parametrize("edited", ["m", "mbin", "mainly"])
def test_names_in_a_table_of_strings_are_what_was_written(edited: str, tmp_path: Path) -> None:
    record = compiled(tmp_path, STRINGS).from_bytes(named(("main", "aim", "fini"), (0, 5, 6, 9)))
    assert tuple(each.name for each in record.items) == TAIL
    record.strings.entries[0] = edited
    for _ in range(2):
        record.to_bytes()
        assert tuple(each.name for each in record.items) == (edited, *TAIL[1:])
    record.strings.entries[0] = "main"
    assert record.to_bytes() == named(("main", "aim", "fini"), (0, 5, 6, 9))
    assert tuple(each.name for each in record.items) == TAIL


LISTS = """
seq: [{id: raw, size: 6}]
instances:
  numbers: {pos: 0, type: u2, repeat: expr, repeat-expr: 2}
  pairs: {pos: 0, type: pair, repeat: expr, repeat-expr: 2}
  text: {pos: 4, type: strz, size: 2}
  some: {pos: 1, type: u1, repeat: expr, repeat-expr: 'raw[0]'}
types: {pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}}
"""


def test_lists_show_it_too_and_stay_as_many_as_they_are(tmp_path: Path) -> None:
    record = compiled(tmp_path, LISTS).from_bytes(b"\1\2\3\4ab")
    assert (record.numbers, record.text, record.some) == ([0x201, 0x403], "ab", [2])
    pairs = [*record.pairs]
    record.raw = b"\1\2\3\x09cd"
    assert record.to_bytes() == b"\1\2\3\x09cd"
    assert (record.numbers, record.text, record.some) == ([0x201, 0x903], "cd", [2])
    assert [(each.a, each.b) for each in pairs] == [(1, 2), (3, 9)]
    assert all(one is other for one, other in zip(pairs, record.pairs, strict=True))


def test_an_edit_of_what_is_shown_contradicts_the_field(tmp_path: Path) -> None:
    record = compiled(tmp_path, LISTS).from_bytes(b"\1\2\3\4ab")
    assert record.numbers == [0x201, 0x403]
    record.raw = b"\1\2\3\x09cd"
    record.to_bytes()
    record.numbers[1] = 0x803
    with pytest.raises(quire.FormatError, match="numbers: given other bytes, but other fields"):
        record.to_bytes()
    assert record.numbers == [0x201, 0x803]
    del record.numbers
    assert record.to_bytes() == b"\1\2\3\x09cd"


PADDED = """
seq:
  - {id: len, type: u1}
  - {id: body, size: len}
  - {id: padding, size: len % 2, -fill: 0}
  - {id: tail, type: u1}
"""


@pytest.mark.parametrize("body", [b"abc", b"abcd", b"a"])
def test_padding_is_what_was_written(body: bytes, tmp_path: Path) -> None:
    record = compiled(tmp_path, PADDED).from_bytes(b"\2ab!")
    record.body = body
    padding = bytes(len(body) % 2)
    for _ in range(2):
        assert record.to_bytes() == bytes([len(body)]) + body + padding + b"!"
        assert record.padding == padding
    record.body = b"ab"
    assert record.to_bytes() == b"\2ab!"
    assert record.padding == b""


OF_A_PLACE = """
seq: [{id: pos, type: u1}, {id: a, type: u1}, {id: b, type: u1}, {id: rest, size-eos: true}]
types:
  part:
    seq: [{id: x, type: u1}, {id: more, type: u1, repeat: expr, repeat-expr: 2}]
    instances: {twice: {value: x * 2}}
instances:
  part: {pos: pos, type: part}
  number: {pos: pos, type: u1}
  some: {pos: pos, type: u1, repeat: expr, repeat-expr: 2}
  next: {value: number + 1}
"""


def test_what_was_looked_at_before_its_place_was_set_shows_what_is_there_now(
    tmp_path: Path,
) -> None:
    record = compiled(tmp_path, OF_A_PLACE).from_bytes(bytes([1, 10, 20, 30, 40, 50]))
    part, more, some = record.part, record.part.more, record.some
    for pos, (first, *rest) in ((2, (20, 30, 40)), (3, (30, 40, 50)), (1, (10, 20, 30))):
        assert record.next == record.number + 1
        record.pos = pos
        assert record.to_bytes() == bytes([pos, 10, 20, 30, 40, 50])
        assert (part.x, part.twice, more) == (first, 2 * first, rest)
        assert (record.number, record.next, some) == (first, first + 1, [first, rest[0]])
        assert (record.part, record.part.more, record.some) == (part, more, some)
        assert record.part is part
        assert part.more is more
        assert record.some is some
    some[0] = 11  # the list is the one that is written
    assert record.to_bytes() == bytes([1, 11, 20, 30, 40, 50])
    assert (record.a, part.x, part.twice, record.number) == (11, 11, 22, 11)


def test_a_list_that_shows_what_was_written_is_no_edit_after_a_write_that_was_refused(
    tmp_path: Path,
) -> None:
    record = compiled(tmp_path, OF_A_PLACE).from_bytes(bytes([1, 10, 20, 30, 40]))
    some = record.some
    record.a = 11
    assert record.to_bytes() == bytes([1, 11, 20, 30, 40])
    record.b = 256
    with pytest.raises(quire.FormatError, match="256"):
        record.to_bytes()
    assert (some, record.some is some) == ([11, 20], True)
    record.a, record.b = 12, 21
    assert record.to_bytes() == bytes([1, 12, 21, 30, 40])
    assert (some, record.some is some) == ([12, 21], True)


INDEX = """
seq: [{id: pos, type: u1}, {id: rest, size-eos: true}]
types:
  index: {seq: [{id: entries, type: entry, repeat: expr, repeat-expr: 2}]}
  entry:
    seq: [{id: ofs, type: u1}]
    instances: {body: {pos: ofs, type: u1, io: _root._io}}
instances:
  index: {pos: pos, type: index}
"""


def test_so_does_what_records_lead_to_in_what_was_looked_at(tmp_path: Path) -> None:
    record = compiled(tmp_path, INDEX).from_bytes(bytes([1, 5, 6, 7, 8, 50, 60, 70, 80]))
    entries = record.index.entries
    assert [each.body for each in entries] == [50, 60]
    record.pos = 3
    record.to_bytes()
    assert [(each.ofs, each.body) for each in entries] == [(7, 70), (8, 80)]
    record.rest = bytes([5, 6, 7, 8, 51, 61, 71, 81])
    record.to_bytes()
    assert [(each.ofs, each.body) for each in entries] == [(7, 71), (8, 81)]
    record.pos = 1
    assert record.to_bytes() == bytes([1, 5, 6, 7, 8, 51, 61, 71, 81])
    assert [(each.ofs, each.body) for each in entries] == [(5, 51), (6, 61)]
    assert record.index.entries is entries


GROUPS = """
seq:
  - {id: pointers, type: pointer, repeat: expr, repeat-expr: 2}
  - {id: raw, size-eos: true}
instances:
  over: {pos: 0, type: pointer, repeat: expr, repeat-expr: 2}
types:
  pointer:
    seq: [{id: start, type: u1}, {id: len_group, type: u1}]
    instances: {group: {pos: start, size: len_group, type: group}}
  group: {seq: [{id: items, type: item, repeat: eos}]}
  item:
    seq:
      - {id: kind, type: u1}
      - {id: body, type: {switch-on: kind, cases: {1: one, 2: two}}}
  one: {seq: [{id: value, type: u1}]}
  two: {seq: [{id: value, type: u2}]}
"""

RAW = b"\1a\2\0\2\1b"

GROUPED = bytes((4, 2, 6, 5)) + RAW

ONE, BOTH = [("One", ord("a"))], [("Two", 512), ("One", ord("b"))]


def grouped(record: Any) -> list[list[tuple[str, int]]]:
    return [
        [(type(item.body).__name__, item.body.value) for item in each.group.items]
        for each in record.pointers
    ]


def lead(pointer: Any, start: int, size: int) -> None:
    pointer.start, pointer.len_group = start, size


def have(record: Any, raw: bytes) -> None:
    record.raw = raw


@pytest.mark.parametrize("is_seen", [False, True])
@pytest.mark.parametrize(
    ("edit", "undo", "expected"),
    [
        (lambda r: lead(r.pointers[0], 6, 5), lambda r: lead(r.pointers[0], 4, 2), [BOTH, BOTH]),
        (lambda r: lead(r.over[0], 6, 5), lambda r: lead(r.over[0], 4, 2), [BOTH, BOTH]),
        (lambda r: r.over.reverse(), lambda r: r.over.reverse(), [BOTH, ONE]),
        (
            lambda r: have(r, b"\1a\1c\2\0\1"),
            lambda r: have(r, RAW),
            [ONE, [("One", ord("c")), ("Two", 256)]],
        ),
    ],
)
def test_an_instance_shows_what_is_there_though_it_has_other_records(
    edit: Callable[[Any], None],
    undo: Callable[[Any], None],
    expected: Any,
    *,
    is_seen: bool,
    tmp_path: Path,
) -> None:
    kind = compiled(tmp_path, GROUPS)
    record = kind.from_bytes(GROUPED)
    assert not is_seen or grouped(record) == [ONE, BOTH]
    edit(record)
    for _ in range(2):
        assert grouped(kind.from_bytes(record.to_bytes())) == expected
        assert grouped(record) == expected
    if is_seen:
        undo(record)
        assert record.to_bytes() == GROUPED
        assert grouped(record) == [ONE, BOTH]


def pickled(record: Any) -> Any:
    return pickle.loads(pickle.dumps(record))  # noqa: S301  # the test's own record


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_a_copy_of_a_record_that_shows_others_is_written_and_edited_as_it_is(
    copied: Callable[[Any], Any], tmp_path: Path
) -> None:
    record = compiled(tmp_path, GROUPS).from_bytes(GROUPED)
    assert grouped(record) == [ONE, BOTH]
    lead(record.pointers[0], 6, 5)
    written = record.to_bytes()
    again = copied(record)
    assert grouped(again) == [BOTH, BOTH]
    assert again.to_bytes() == written
    lead(again.pointers[0], 4, 2)
    assert again.to_bytes() == GROUPED


ROWS = """
seq: [{id: start, type: u1}, {id: num_rows, type: u1}, {id: raw, size-eos: true}]
instances: {rows: {pos: start, type: row, repeat: expr, repeat-expr: num_rows}}
types: {row: {seq: [{id: a, type: u1}, {id: b, type: u1}]}}
"""


@pytest.mark.parametrize("looked_at", [1, 100])
def test_a_list_whose_place_is_set_after_some_of_it_was_looked_at_shows_what_is_there(
    looked_at: int, tmp_path: Path
) -> None:
    data = bytes((2, 100, *range(202)))
    record = compiled(tmp_path, ROWS).from_bytes(data)
    assert [each.a for each in record.rows[:looked_at]] == [*range(0, 2 * looked_at, 2)]
    record.start = 4
    for _ in range(2):
        assert record.to_bytes() == b"\4" + data[1:]
    assert [(each.a, each.b) for each in record.rows] == [*batched(range(2, 202))]
    record.start = 2
    assert record.to_bytes() == data
    assert [(each.a, each.b) for each in record.rows] == [*batched(range(200))]


def batched(numbers: range) -> list[tuple[int, int]]:
    return [*zip(numbers[::2], numbers[1::2], strict=True)]


SLOTS = """
seq: [{id: slot, type: slot, size-eos: true}]
instances:
  chunks: {io: slot._io, pos: 0, type: chunk, repeat: eos}
types:
  slot: {}
  chunk:
    seq:
      - {id: len, type: u1}
      - {id: body, type: slot, size: len}
      - {id: padding, size: len % 2, -fill: 0}
    instances: {text: {io: body._io, pos: 0, size-eos: true}}
"""


def test_padding_of_a_record_that_was_put_in_is_what_was_written(tmp_path: Path) -> None:
    record = compiled(tmp_path, SLOTS).from_bytes(b"\2ab")
    record.chunks.append({"body": {}, "text": b"abc"})
    record.to_bytes()
    for text in (b"abc", b"abcd", b"a"):
        record.chunks[1].text = text
        padding = bytes(len(text) % 2)
        for _ in range(2):
            assert record.to_bytes() == b"\2ab" + bytes([len(text)]) + text + padding
            assert record.chunks[1].padding == padding
