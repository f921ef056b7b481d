"""Records that are put into others of their file take bytes of no field along, new ones none."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.writing.test_building import compiled

SPEC = """
seq: [{id: els, type: e, repeat: eos}]
types:
  e: {seq: [{id: k, type: u1}, {id: s, type: subSIZE}, {id: z, type: u1}]}
  sub: {seq: [{id: t, type: strz, size: 5, encoding: ASCII}, {id: b, type: b5}]}
"""
KINDS = {"in the stream": ("", b""), "in its own": (", size: 8", b"qr")}


def _file(a: bytes, b: bytes, room: bytes, keys: bytes = b"\1\3") -> bytes:
    return keys[:1] + a + room + b"\2" + keys[1:] + b + room[::-1] + b"\4"


def _exchange(record: Any) -> None:
    one, other = record.els
    one.s, other.s = other.s, one.s


def _read(kind: Any, stored: bytes, way: str) -> Any:
    record = kind.from_bytes(stored)
    if way == "written":
        record.to_bytes()
    return copy.deepcopy(record) if way == "copied" else record


A, B = b"a\0JJJ\x0f", b"b\0KKK\xf6"


@pytest.mark.parametrize("way", ["read", "written", "copied"])
@pytest.mark.parametrize("which", KINDS)
def test_records_that_are_exchanged_take_theirs_along(tmp_path: Path, which: str, way: str) -> None:
    size, room = KINDS[which]
    kind = compiled(tmp_path, SPEC.replace("SIZE", size))
    stored = _file(A, B, room)
    record = _read(kind, stored, way)
    _exchange(record)
    expected = _file(B, A, room[::-1])
    for _ in range(3):
        assert record.to_bytes() == expected
    record.els[0].k = 9
    for each in (record, pickle.loads(pickle.dumps(record))):  # noqa: S301  # it is our own
        assert each.to_bytes() == b"\x09" + expected[1:]
    record.els[0].k = 1
    _exchange(record)
    for _ in range(2):
        assert record.to_bytes() == stored


EDITS: list[tuple[Callable[[Any], None], bytes]] = [
    (lambda s: setattr(s, "t", "x"), b"x\0KKK\xf6"),
    (lambda s: setattr(s, "b", 1), b"b\0KKK\x0e"),
    (lambda s: setattr(s, "t", "abcd"), b"abcd\0\xf6"),
]


@pytest.mark.parametrize(("edit", "expected"), EDITS)
@pytest.mark.parametrize("which", KINDS)
def test_what_was_moved_and_edited_takes_them_along(
    tmp_path: Path, which: str, edit: Callable[[Any], None], expected: bytes
) -> None:
    size, room = KINDS[which]
    record = compiled(tmp_path, SPEC.replace("SIZE", size)).from_bytes(_file(A, B, room))
    _exchange(record)
    edit(record.els[0].s)
    for _ in range(2):
        assert record.to_bytes() == _file(expected, A, room[::-1])


def test_one_that_cannot_be_read_takes_nothing_from_others(tmp_path: Path) -> None:
    record = compiled(tmp_path, SPEC.replace("SIZE", "")).from_bytes(
        _file(b"a\0\xe9\xe9\xe9\1", b"b\0\xff\xff\xff\2", b"")
    )
    _exchange(record)
    record.els[0].s.t, record.els[1].s.t = "bb", "x"
    for _ in range(2):
        assert record.to_bytes() == _file(b"bb\0\0\0\2", b"x\0\xe9\xe9\xe9\1", b"")


def test_elements_take_theirs_along_to_another_list(tmp_path: Path) -> None:
    spec = """
seq: [{id: title, type: strz, size: 4}, {id: groups, type: group, repeat: eos}]
types:
  group: {seq: [{id: n, type: u1}, {id: xs, type: x, repeat: expr, repeat-expr: n}]}
  x: {seq: [{id: t, type: strz, size: 4}, {id: q, type: u1}]}
"""
    stored = b"T\0AA" + b"\2a\0JJ\1b\0KK\2" + b"\1c\0LL\3"
    record = compiled(tmp_path, spec).from_bytes(stored)
    first, second = record.groups
    first.xs.insert(0, second.xs.pop())
    second.xs.append(first.xs.pop())
    for _ in range(2):
        assert record.to_bytes() == b"T\0AA" + b"\2c\0LL\3a\0JJ\1" + b"\1b\0KK\2"
    first.xs.reverse()
    for _ in range(2):
        assert record.to_bytes() == b"T\0AA" + b"\2a\0JJ\1c\0LL\3" + b"\1b\0KK\2"


@pytest.mark.parametrize("which", KINDS)
def test_new_ones_have_nothing_of_what_stood_there(tmp_path: Path, which: str) -> None:
    size, room = KINDS[which]
    record = compiled(tmp_path, SPEC.replace("SIZE", size)).from_bytes(_file(A, B, room))
    record.els[0].s = {"t": "n", "b": 1}
    expected = b"\1n\0\0\0\0\x08" + bytes(len(room)) + _file(A, B, room)[7 + len(room) :]
    for _ in range(2):
        assert record.to_bytes() == expected


@pytest.mark.parametrize("count", [16, 17, 40, 1300])
@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("moves", [False, True])
def test_elements_of_long_lists_have_their_own(
    count: int, tmp_path: Path, *, looks: bool, moves: bool
) -> None:
    kind = compiled(
        tmp_path,
        """
seq: [{id: items, type: item, repeat: eos}]
types:
  item: {seq: [{id: num, type: u2}, {id: text, type: strz, size: 4}, {id: end, type: strz}]}
""",
    )
    stored = [
        i.to_bytes(2, "little") + b"a\0" + bytes([i % 256, i % 251]) + b"%d\0" % i
        for i in range(count)
    ]
    record = kind.from_bytes(b"".join(stored))
    if looks:
        assert [each.num for each in record.items] == [*range(count)]
    for items in (record.items, stored):
        if moves:
            items.insert(7, items.pop(4))
        else:
            items[2], items[9] = items[9], items[2]
    assert record.to_bytes() == record.to_bytes() == b"".join(stored)


TWO_LISTS = """
seq:
  - {id: num_some, type: u1}
  - {id: some, type: item, repeat: expr, repeat-expr: num_some}
  - {id: between, type: strz, size: 4}
  - {id: num_others, type: u1}
  - {id: others, type: item, repeat: expr, repeat-expr: num_others}
  - {id: behind, type: strz, size: 4}
types: {item: {seq: [{id: num, type: u1}, {id: text, type: strz, size: 5}]}}
"""


def _two_lists(some: list[bytes], others: list[bytes]) -> bytes:
    count, more = bytes([len(some)]), bytes([len(others)])
    return count + b"".join(some) + b"m\0MM" + more + b"".join(others) + b"t\0TT"


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize(("taken", "put"), [(1, 0), (0, 2), (0, 0), (1, 1)])
@pytest.mark.parametrize("is_back", [False, True])
def test_what_is_between_two_lists_stays_where_an_element_goes_from_one_to_the_other(
    taken: int, put: int, tmp_path: Path, *, is_back: bool, looks: bool
) -> None:
    kind = compiled(tmp_path, TWO_LISTS)
    some, others = [b"\1a\0AAA", b"\2b\0BBB"], [b"\3c\0CCC", b"\4d\0DDD"]
    record = kind.from_bytes(_two_lists(some, others))
    if looks:
        assert [each.num for each in (*record.some, *record.others)] == [1, 2, 3, 4]
    lists = (record.some, record.others)[:: -1 if is_back else 1]
    lists[1].insert(put, lists[0].pop(taken))
    there = (some, others)[:: -1 if is_back else 1]
    moved = there[0].pop(taken)
    there[1].insert(put, moved[:3] + bytes(3))  # it is new there
    assert record.to_bytes() == record.to_bytes() == _two_lists(some, others)


def test_what_stood_behind_a_text_is_no_padding_of_another_one(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        """
seq: [{id: items, type: item, repeat: eos}]
types:
  item: {seq: [{id: outer, type: outer}, {id: num, type: u1}]}
  outer: {seq: [{id: inner, type: inner}]}
  inner: {seq: [{id: text, size: 5, terminator: 0}]}
""",
    )
    stored = [b"a\0\x81\x91\xa1\1", b"bb\0\x92\xa2\2", b"ccc\0\xa3\3", b"dddd\0\4"]
    record = kind.from_bytes(b"".join(stored))
    one, two, other = record.items[1], record.items[3], record.items[2]
    one.outer, two.outer = two.outer, one.outer
    one.outer.inner, other.outer.inner = other.outer.inner, one.outer.inner
    written = record.to_bytes()
    texts = [each.outer.inner.text for each in kind.from_bytes(written).items]
    assert (
        texts == [each.outer.inner.text for each in record.items] == [b"a", b"ccc", b"dddd", b"bb"]
    )
    assert record.to_bytes() == written
