"""Instances that say where a stream stood, and what stands where they say, in files that move."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.writing.test_building import compiled

ITEM = """
  item:
    seq:
      - {id: here, size: 0, if: ofs < 0}
      - {id: len, type: u1}
      - {id: body, size: len}
    instances:
      ofs: {value: _io.pos}
      first: {pos: ofs, size: 1}
      text: {pos: ofs + 1, size: len, type: str}
"""

FIELDS = f"""
seq: [{{id: head, size: 2}}, {{id: items, type: item, repeat: expr, repeat-expr: 3}}]
types:{ITEM}"""

BESIDE = f"""
seq: [{{id: head, size: 2}}, {{id: slot, type: slot, size-eos: true}}]
instances:
  items: {{io: slot._io, pos: 0, type: item, repeat: eos}}
types:
  slot: {{}}{ITEM}"""

ELSEWHERE = f"""
seq: [{{id: head, size: 2}}]
instances:
  items: {{pos: 2, type: item, repeat: eos}}
types:{ITEM}"""

STORED = b"hh\1A\2BB\3CCC"

LOOKS: tuple[Callable[[Any], Any], ...] = (
    lambda _: None,
    lambda record: [(each.first, each.text) for each in record.items],
)


def shown(record: Any) -> list[Any]:
    return [(each.ofs, each.first, each.text) for each in record.items]


def grow(record: Any) -> None:
    record.items[0].len, record.items[0].body = 2, b"XY"


def shrink(record: Any) -> None:
    record.items[1].len, record.items[1].body = 0, b""


def alter(record: Any) -> None:
    record.items[1].body = b"XY"


def swap(record: Any) -> None:
    items = record.items
    items[0], items[1] = items[1], items[0]


def drop(record: Any) -> None:
    del record.items[0]


@pytest.mark.parametrize("look", LOOKS, ids=["unseen", "seen"])
@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (grow, b"hh\2XY\2BB\3CCC"),
        (shrink, b"hh\1A\0\3CCC"),
        (alter, b"hh\1A\2XY\3CCC"),
        (swap, b"hh\2BB\1A\3CCC"),
        (drop, b"hh\2BB\3CCC"),
    ],
)
@pytest.mark.parametrize("spec", [FIELDS, BESIDE, ELSEWHERE], ids=["fields", "beside", "elsewhere"])
def test_records_say_where_they_stand_now(
    spec: str,
    edit: Callable[[Any], None],
    expected: bytes,
    look: Callable[[Any], Any],
    tmp_path: Path,
) -> None:
    if spec is FIELDS and edit is drop:
        spec = FIELDS.replace("repeat: expr, repeat-expr: 3", "repeat: eos")
    kind = compiled(tmp_path, spec)
    record = kind.from_bytes(STORED)
    look(record)
    edit(record)
    for _ in range(2):
        assert record.to_bytes() == expected
        assert shown(record) == shown(kind.from_bytes(expected))
    record.head = b"HH"
    assert record.to_bytes() == b"HH" + expected[2:]
    assert shown(record) == shown(kind.from_bytes(expected))


@pytest.mark.parametrize("look", LOOKS, ids=["unseen", "seen"])
@pytest.mark.parametrize("spec", [FIELDS, BESIDE, ELSEWHERE], ids=["fields", "beside", "elsewhere"])
def test_what_moved_and_is_set_back_is_the_file_that_was_read(
    spec: str, look: Callable[[Any], Any], tmp_path: Path
) -> None:
    kind = compiled(tmp_path, spec)
    record = kind.from_bytes(STORED)
    look(record)
    grow(record)
    record.to_bytes()
    record.items[0].len, record.items[0].body = 1, b"A"
    assert record.to_bytes() == STORED
    assert shown(record) == shown(kind.from_bytes(STORED))
