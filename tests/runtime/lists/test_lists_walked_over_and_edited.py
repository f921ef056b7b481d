"""Long lists that were walked over and edited: what is written, and what they are then."""

from __future__ import annotations

import copy
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.lists.lazy import is_lazy

COUNT = 3000
SPEC = """
meta: {id: walked, endian: le}
seq: [{id: num_items, type: u4}, {id: items, type: item, repeat: expr, repeat-expr: num_items}]
types:
  item:
    seq: [{id: kind, type: u4}, {id: len_body, type: u1}, {id: body, size: len_body}]
"""
ELSEWHERE = """
meta: {id: elsewhere, endian: le}
seq:
  - {id: num_items, type: u4}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
  - {id: bodies, size: 'items[_index].len_body', repeat: expr, repeat-expr: num_items}
types:
  item: {seq: [{id: kind, type: u4}, {id: len_body, type: u1}]}
"""
Item = tuple[int, bytes]


def compiled(folder: Path, spec: str) -> Any:
    """The class of files of a spec."""
    path = folder / "spec.ksy"
    path.write_text(spec, "utf-8")
    module = quire.compile(path)
    return getattr(module, module.__all__[0])


def file(items: list[Item]) -> bytes:
    rows = (struct.pack("<IB", kind, len(body)) + body for kind, body in items)
    return struct.pack("<I", len(items)) + b"".join(rows)


def apart(items: list[Item]) -> bytes:
    """The same, the bodies behind all the rest."""
    rows = (struct.pack("<IB", kind, len(body)) for kind, body in items)
    return struct.pack("<I", len(items)) + b"".join((*rows, *(body for _, body in items)))


@pytest.fixture
def items() -> list[Item]:
    return [(n, bytes([n % 256]) * (n % 7)) for n in range(COUNT)]


@pytest.fixture
def kind(tmp_path: Path) -> Any:
    return compiled(tmp_path, SPEC)


def insert(record: Any, items: list[Item], at: int) -> None:
    record.items.insert(at, {"kind": 7, "body": b"new"})
    items.insert(at, (7, b"new"))


def take_out(record: Any, items: list[Item], at: int) -> None:
    del record.items[at], items[at]


def take_out_many(record: Any, items: list[Item], at: int) -> None:
    del record.items[at : at + 2000 : 3], items[at : at + 2000 : 3]


def swap(record: Any, items: list[Item], at: int) -> None:
    for some in (record.items, items):
        some[at], some[-7] = some[-7], some[at]


def move(record: Any, items: list[Item], at: int) -> None:
    for some in (record.items, items):
        some.insert(0, some.pop(at))


def shorten(record: Any, items: list[Item], at: int) -> None:
    record.items[at].body = b""
    items[at] = items[at][0], b""


def alter(record: Any, items: list[Item], at: int) -> None:
    record.items[at].kind = 77
    items[at] = 77, items[at][1]


def repeat(record: Any, items: list[Item], at: int) -> None:
    record.items[at] = copy.copy(record.items[9])
    items[at] = items[9]


def replace(record: Any, items: list[Item], at: int) -> None:
    record.items[at] = type(record.items[at]).build(kind=3, body=b"built")
    items[at] = 3, b"built"


def add(record: Any, items: list[Item], at: int) -> None:
    record.items += [{"kind": at, "body": b"last"}]
    items.append((at, b"last"))


def clear(record: Any, items: list[Item], at: int) -> None:
    del record.items[:at], items[:at]


EDITS = [insert, take_out, take_out_many, swap, move, shorten, alter, repeat, replace, add, clear]


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("at", [0, 1, 1500, 2000, 2999])
def test_an_edit_of_a_list_that_nobody_has_looked_at_is_written(
    edit: Callable[..., None], at: int, kind: Any, items: list[Item]
) -> None:
    record = kind.from_bytes(file(items))
    for _ in range(2):
        edit(record, items, at if at < len(items) else 5)
        written = record.to_bytes()
        assert written == file(items)
        assert record.to_bytes() == written
    assert [(each.kind, each.body) for each in record.items] == items


def test_some_records_are_put_in_and_taken_out_and_the_others_are_not_made(
    kind: Any, items: list[Item]
) -> None:
    record = kind.from_bytes(file(items))
    for at in (5, 0, 2000, 5, len(items)):
        insert(record, items, at)
        assert is_lazy(record.items)
        assert record.items[at]["kind"] == 7  # as it was given, until it is written
    for at in (-1, 7, 6, 1000):
        take_out(record, items, at)
        assert is_lazy(record.items)
    alter(record, items, 900)
    shorten(record, items, 3)
    assert record.to_bytes() == file(items)
    assert is_lazy(record.items)
    assert [(each.kind, each.body) for each in record.items] == items


def test_a_record_that_is_put_in_for_one_that_is_taken_out_moves_those_between(
    kind: Any, items: list[Item]
) -> None:
    record = kind.from_bytes(file(items))
    insert(record, items, 7)
    take_out(record, items, 2000)
    assert record.to_bytes() == file(items)
    assert record.to_bytes() == file(items)


def test_a_list_into_which_many_are_put_is_made(kind: Any, items: list[Item]) -> None:
    record = kind.from_bytes(file(items))
    for at in range(1000):
        insert(record, items, at * 2)
    for at in range(500):
        take_out(record, items, at * 3)
    assert not is_lazy(record.items)
    assert record.to_bytes() == file(items)


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("at", [0, 1, 1500, 2000, 2999])
def test_an_edit_of_a_list_that_was_walked_over_is_written(
    edit: Callable[..., None], at: int, kind: Any, items: list[Item]
) -> None:
    record = kind.from_bytes(file(items))
    assert len([*record.items]) == COUNT
    for _ in range(2):
        edit(record, items, at if at < len(items) else 5)
        there = [*record.items]
        written = record.to_bytes()
        assert written == file(items)
        assert record.to_bytes() == written
        assert not is_lazy(record.items)
        kept = zip(there, record.items, strict=True)
        assert all(each is now for each, now in kept if not isinstance(each, dict))
        assert [(each.kind, each.body) for each in record.items] == items


def test_two_edits_at_once_are_both_written(kind: Any, items: list[Item]) -> None:
    record = kind.from_bytes(file(items))
    assert len([*record.items]) == COUNT
    for edit, at in ((alter, 3), (insert, 900), (take_out, 901), (shorten, 2500), (swap, 2)):
        edit(record, items, at)
    assert record.to_bytes() == file(items)


def test_what_is_refused_leaves_the_list_as_it_was(kind: Any, items: list[Item]) -> None:
    record = kind.from_bytes(file(items))
    there = [*record.items]
    new = {"kind": 7, "body": b"new"}
    record.items.insert(5, new)
    record.items[100].body = bytes(256)
    with pytest.raises(quire.FormatError, match="items"):
        record.to_bytes()
    assert all(a is b for a, b in zip(record.items, [*there[:5], new, *there[5:]], strict=True))
    assert record.num_items == COUNT
    record.items[100].body = items[99][1]
    items.insert(5, (7, b"new"))
    assert record.to_bytes() == file(items)


def test_a_slip_in_one_of_many_is_told(kind: Any, items: list[Item]) -> None:
    record = kind.from_bytes(file(items))
    assert len([*record.items]) == COUNT
    record.items[77].knd = 3
    with pytest.raises(AttributeError, match="knd"):
        record.to_bytes()


def test_a_length_that_was_set_and_contradicts_is_refused(kind: Any, items: list[Item]) -> None:
    record = kind.from_bytes(file(items))
    assert len([*record.items]) == COUNT
    record.items[77].len_body += 1
    with pytest.raises(quire.FormatError, match="len_body"):
        record.to_bytes()


@pytest.mark.parametrize("is_walked", [False, True])
def test_records_that_others_ask_for_while_they_are_written_are_themselves(
    tmp_path: Path, items: list[Item], *, is_walked: bool
) -> None:
    record = compiled(tmp_path, ELSEWHERE).from_bytes(apart(items))
    if is_walked:
        assert len([*record.items]) == COUNT
    for body in (b"longer than it was", b"short", b"SHORT"):
        record.bodies[50], record.items[50].len_body = body, len(body)
        items[50] = 50, body
        there = record.items[50]
        assert record.to_bytes() == apart(items)
        assert record.items[50] is there
    record.bodies[60] = b"as it is told"
    with pytest.raises(quire.FormatError, match="bodies at byte"):
        record.to_bytes()
    assert [each.len_body for each in record.items] == [len(body) for _, body in items]
