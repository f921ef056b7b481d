"""Records with the same fields that are exchanged, of which other bytes are in their streams."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

SPEC = """
seq:
  - {id: many, type: u1}
  - {id: rows, type: row, size: 3, repeat: expr, repeat-expr: many}
  - {id: rest, size-eos: true}
instances:
  again: {pos: 1, type: row, size: 3, repeat: expr, repeat-expr: many}
  one: {pos: 1, type: row, size: 3}
  two: {pos: 4, type: row, size: 3}
  there: {pos: 13, type: row, size: 3, repeat: expr, repeat-expr: 2}
types:
  row:
    seq: [{id: mark, type: u1}]
    instances: {text: {pos: 1, size-eos: true}}
"""
DATA = b"\x04" + b"_AA" + b"_BB" + b"_CC" + b"_DD" + b"_EE" + b"_FF"
EXCHANGED = b"\x04" + b"_BB" + b"_AA" + b"_CC" + b"_DD" + b"_EE" + b"_FF"


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    return compiled(tmp_path_factory.mktemp("rows"), SPEC)


@pytest.fixture(params=[False, True], ids=["unseen", "looked at"])
def record(request: pytest.FixtureRequest, rows: Any) -> Any:
    """A file, at which somebody has looked or not."""
    record = rows.from_bytes(DATA)
    if request.param:
        assert [each.text for each in (*record.rows, *record.again, *record.there)]
        assert (record.one.text, record.two.text) == (b"AA", b"BB")
    return record


def _shows_what_is_read(record: Any) -> bool:
    read = type(record).from_bytes(record.to_bytes())
    return bool(_texts(record) == _texts(read))


def _texts(record: Any) -> list[bytes]:
    rows = (*record.rows, *record.again, record.one, record.two, *record.there)
    return [each.text for each in rows]


@pytest.mark.parametrize("name", ["rows", "again"])
def test_elements_are_exchanged_of_which_the_fields_are_the_same(record: Any, name: str) -> None:
    some = getattr(record, name)
    some[0], some[1] = some[1], some[0]
    assert record.to_bytes() == EXCHANGED
    assert _shows_what_is_read(record)
    some[0], some[1] = some[1], some[0]
    assert record.to_bytes() == DATA
    assert _shows_what_is_read(record)


def test_elements_are_exchanged_where_no_field_stands(record: Any) -> None:
    there = record.there
    there[0], there[1] = there[1], there[0]
    assert record.to_bytes() == DATA[:13] + b"_FF" + b"_EE"
    assert _shows_what_is_read(record)


def test_records_at_positions_are_exchanged_of_which_the_fields_are_the_same(record: Any) -> None:
    record.one, record.two = record.two, record.one
    assert record.to_bytes() == EXCHANGED
    assert _shows_what_is_read(record)


def test_a_record_takes_the_place_of_one_with_the_same_fields(record: Any) -> None:
    record.one = record.rows[2]
    assert record.to_bytes() == b"\x04" + b"_CC" + DATA[4:]
    assert _shows_what_is_read(record)


CHUNKS = """
seq: [{id: slot, type: slot, size-eos: true}]
instances:
  chunks: {io: slot._io, pos: 0, type: chunk, repeat: eos}
types:
  slot: {}
  chunk:
    seq: [{id: len, type: u1}, {id: slot, type: slot, size: len}]
    instances: {text: {io: slot._io, pos: 0, type: text}}
  text: {seq: [{id: first, type: u1}, {id: rest, size-eos: true}]}
"""


@pytest.mark.parametrize("looked_at", [False, True])
def test_chunks_of_one_length_are_exchanged_with_what_is_in_them(
    tmp_path: Path, *, looked_at: bool
) -> None:
    kind = compiled(tmp_path, CHUNKS)
    record = kind.from_bytes(b"\2AA\2BB\2CC\3DDD")
    chunks = record.chunks
    if looked_at:
        assert [each.text.first for each in chunks] == [*b"ABCD"]
    chunks[0], chunks[2] = chunks[2], chunks[0]
    assert record.to_bytes() == b"\2CC\2BB\2AA\3DDD"
    assert [each.text.rest for each in chunks] == [b"C", b"B", b"A", b"DD"]
    chunks[2].text.first = ord("a")
    assert record.to_bytes() == b"\2CC\2BB\2aA\3DDD"
    chunks[0], chunks[2] = chunks[2], chunks[0]
    assert record.to_bytes() == b"\2aA\2BB\2CC\3DDD"


KINDS = """
seq: [{id: slot, type: slot, size-eos: true}]
instances:
  chunks: {io: slot._io, pos: 0, type: chunk, repeat: eos}
types:
  slot: {}
  chunk:
    seq: [{id: len, type: u1}, {id: kind, type: u1}, {id: slot, type: slot, size: len}]
    instances: {text: {io: slot._io, pos: 0, type: text, if: kind == 1}}
  text: {seq: [{id: first, type: u1}, {id: rest, size-eos: true}]}
"""


@pytest.mark.parametrize("looked_at", [False, True])
def test_a_chunk_that_is_given_the_length_of_another_is_not_that_one(
    tmp_path: Path, *, looked_at: bool
) -> None:
    record = compiled(tmp_path, KINDS).from_bytes(b"\2\1AA" + b"\2\2BB" + b"\3\2CCC" + b"\3\1DDD")
    if looked_at:
        assert [each.text is None for each in record.chunks] == [False, True, True, False]
    record.chunks[2].len = 2
    record.chunks[1].len = 5
    with pytest.raises(quire.FormatError, match=r"chunks\[2\].len: given 2, but slot makes it 3"):
        record.to_bytes()
    record.chunks[2].len = 3
    assert record.to_bytes() == b"\2\1AA" + b"\5\2BB\0\0\0" + b"\3\2CCC" + b"\3\1DDD"


BLOCKS = """
seq: [{id: num, type: u1}, {id: blocks, type: block, repeat: expr, repeat-expr: num}]
types:
  block: {seq: [{id: len, type: u1}, {id: body, size: len, type: inner}]}
  inner: {seq: [{id: n, type: u1}, {id: items, type: u1, repeat: expr, repeat-expr: n}]}
"""


@pytest.mark.parametrize("copied", [0, 1, 2])
def test_what_stands_in_records_is_exchanged_and_written_again(copied: int, tmp_path: Path) -> None:
    record = compiled(tmp_path, BLOCKS).from_bytes(b"\2\4\3abc\2\1z")
    one, two = record.blocks
    bodies = [one.body, two.body]
    bodies[:copied] = copy.deepcopy(bodies[:copied])
    two.body, one.body = bodies
    assert record.to_bytes() == record.to_bytes() == b"\2\2\1z\4\3abc"
    two.body.items.append(ord("d"))
    assert record.to_bytes() == record.to_bytes() == b"\2\2\1z\5\4abcd"
