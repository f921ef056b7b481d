"""Lists at which nobody has looked are edited without a look at the other records in them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quire.runtime.lists.lazy import is_lazy
from tests.runtime.writing.test_building import compiled

COUNT = 5000
VARYING = """
seq: [{id: num, type: u4}, {id: items, type: item, repeat: expr, repeat-expr: num}]
types: {item: {seq: [{id: len, type: u1}, {id: body, size: len}]}}
"""
FIXED = """
seq: [{id: num, type: u4}, {id: items, type: item, repeat: expr, repeat-expr: num}]
types: {item: {seq: [{id: len, type: u1}, {id: body, size: 3}]}}
"""
WAS = [b"\3%03d" % (n % 1000) for n in range(COUNT)]
NEW = b"\3new"


def new() -> dict[str, Any]:
    return {"len": 3, "body": b"new"}


def file(items: list[bytes]) -> bytes:
    return struct.pack("<I", len(items)) + b"".join(items)


def take_out_and_append(some: list[Any], make: Callable[[], Any]) -> None:
    del some[3]
    some.append(make())


def move(some: list[Any], _: Callable[[], Any]) -> None:
    some.insert(4000, some.pop(7))


EDITS: dict[str, Callable[[list[Any], Callable[[], Any]], Any]] = {
    "set": lambda some, make: some.__setitem__(7, make()),
    "set from the end": lambda some, make: some.__setitem__(-1, make()),
    "set a range": lambda some, make: some.__setitem__(slice(5, 9), [make(), make()]),
    "take out": lambda some, _: some.pop(),
    "take out of the middle": lambda some, _: some.pop(700),
    "take out a range": lambda some, _: some.__delitem__(slice(10, 20)),
    "take out none": lambda some, _: some.__delitem__(slice(20, 10)),
    "extend": lambda some, make: some.extend(make() for _ in range(2)),
    "add": lambda some, make: some.__iadd__([make()]),
    "take out and append": take_out_and_append,
    "move": move,
}


@pytest.mark.parametrize("spec", [VARYING, FIXED], ids=["varying", "fixed"])
@pytest.mark.parametrize("edit", EDITS)
def test_the_others_are_not_made(edit: str, spec: str, tmp_path: Path) -> None:
    record = compiled(tmp_path, spec).from_bytes(file(WAS))
    now = [*WAS]
    EDITS[edit](record.items, new)
    EDITS[edit](now, lambda: NEW)
    assert record.to_bytes() == file(now)
    assert is_lazy(record.items)
    assert [each.body for each in record.items] == [each[1:] for each in now]


def test_what_is_not_there_is_a_lists_error(tmp_path: Path) -> None:
    record = compiled(tmp_path, VARYING).from_bytes(file(WAS))
    with pytest.raises(IndexError, match="pop index out of range"):
        record.items.pop(COUNT)
    with pytest.raises(IndexError, match="out of range"):
        del record.items[COUNT]
    with pytest.raises(IndexError, match="out of range"):
        record.items[-COUNT - 1] = new()
    with pytest.raises(ValueError, match="to extended slice"):
        record.items[::2] = [new()]
    assert record.to_bytes() == file(WAS)
