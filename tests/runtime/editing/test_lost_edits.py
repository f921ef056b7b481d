"""Edits that cannot be written are refused: they would be lost without a word."""

from __future__ import annotations

import copy
import pickle
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.runtime.editing.making.in_place import InPlace
from quire.runtime.editing.revision import Revision
from tests.runtime.writing.test_building import compiled

SPEC = """
meta: {id: chunky, endian: le}
seq:
  - {id: slot, type: slot, size: 12}
  - {id: view, type: view(slot._io)}
types:
  slot: {}
  view:
    params: [{id: bytes_of, type: io}]
    instances: {body: {io: bytes_of, pos: 0, type: body}}
  body: {seq: [{id: a, type: f4}, {id: rows, type: row, repeat: expr, repeat-expr: 2}]}
  row: {seq: [{id: n, type: u2}]}
  many: {seq: [{id: all, type: twice, repeat: eos}]}
  twice:
    seq: [{id: a, type: u1}]
    instances: {double: {value: a.to_s.to_i * 2}}
  maybe:
    seq: [{id: a, type: u1}]
    instances:
      there: {pos: 1, type: u1, if: a == 1}
      nowhere: {io: _io, type: u1, if: a == 1}
instances:
  body: {io: slot._io, pos: 0, type: body}
  double: {value: body.a * 2}
  given: {value: body.a, -default: 7.0}
"""
DATA = struct.pack("<fHHI", float("nan"), 1, 2, 3)


@pytest.fixture(scope="module")
def chunky(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    path = tmp_path_factory.mktemp("chunky") / "chunky.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Chunky


def test_what_is_looked_at_in_another_stream_is_written_as_it_was(chunky: Any) -> None:
    record = chunky.from_bytes(DATA)
    assert record.view.body.rows[1].n == 2
    assert record.to_bytes() == DATA
    assert record.view.body.rows[1].n == 2


@pytest.mark.parametrize(
    "edit",
    [
        lambda body: setattr(body, "a", 1.0),
        lambda body: setattr(body.rows[1], "n", 5),
        lambda body: body.rows.pop(),
    ],
)
def test_an_edit_in_another_stream_that_no_record_has_is_refused(
    chunky: Any, edit: Any, tmp_path: Path
) -> None:
    record = chunky.from_bytes(DATA)
    edit(record.view.body)
    with pytest.raises(quire.FormatError, match=r"view.body: .* what was read.*an edit"):
        record.to_file(tmp_path / "out")
    assert not (tmp_path / "out").exists()
    del record.view.body
    assert record.to_bytes() == DATA


def test_what_cannot_be_written_is_refused_once_it_is_set(chunky: Any, tmp_path: Path) -> None:
    # Assignment itself calls nothing: what is kept is found by Python alone.
    record = chunky.from_bytes(DATA)
    record.view.body = chunky.Body()
    with pytest.raises(quire.FormatError, match=r"view.body: .* what was read.*an edit"):
        record.to_file(tmp_path / "out")
    assert not (tmp_path / "out").exists()
    del record.view.body
    assert record.to_bytes() == DATA


def test_what_cannot_be_written_is_refused_in_a_record_that_is_built(chunky: Any) -> None:
    record = chunky.View()
    record.body = chunky.Body()
    with pytest.raises(quire.FormatError, match=r"body: expected what was read.*found an edit"):
        record.to_bytes()
    with pytest.raises(TypeError, match="body cannot be given: it is read from a stream"):
        chunky.View.build(body={})


@pytest.mark.parametrize("looked_at", [False, True])
def test_a_computed_value_that_was_set_is_refused(chunky: Any, *, looked_at: bool) -> None:
    record = chunky.from_bytes(struct.pack("<fHHI", 2.0, 1, 2, 3))
    if looked_at:
        assert record.double == 4.0
    record.double = 3.0
    said = "double: given 3.0, but it is computed from body, which make it 4.0"
    for use in (record.to_bytes, record.validate):
        with pytest.raises(quire.FormatError, match=said):
            use()
    record.double = 4.0  # which it is
    record.validate()
    assert record.to_bytes() == struct.pack("<fHHI", 2.0, 1, 2, 3)
    del record.double
    assert record.double == 4.0


def test_a_computed_value_that_cannot_be_computed_is_refused_once_it_is_set(chunky: Any) -> None:
    record = chunky.build(slot={}, view=chunky.View())
    record.double = 3.0
    with pytest.raises(quire.FormatError, match=r"given 3.0, but it is computed from body"):
        record.to_bytes()


def test_a_computed_value_of_a_field_that_was_edited_since_is_no_edit(chunky: Any) -> None:
    record = chunky.Twice.from_bytes(b"\x02")
    assert record.double == 4
    record.a = 3
    again = pickle.loads(pickle.dumps(record))  # noqa: S301  # made here
    assert copy.copy(record).to_bytes() == again.to_bytes() == b"\x03"


def test_computed_values_of_many_small_records_are_no_edits(chunky: Any) -> None:
    record = chunky.Many.from_bytes(bytes(range(200)))
    assert [each.double for each in record.all] == [*range(0, 400, 2)]
    record.all[7].a = 9
    assert record.to_bytes() == bytes([*range(7), 9, *range(8, 200)])
    record.all[8].double = 5
    with pytest.raises(quire.FormatError, match=r"all\[8\].double: given 5, .* make it 16"):
        record.to_bytes()


def test_a_condition_that_fails_may_hold_after_an_edit(chunky: Any) -> None:
    # It is asked again by the writer, though what it was is kept.
    record = chunky.Maybe.from_bytes(b"\x00\x07")
    assert (record.there, record.nowhere) == (None, None)
    record.a = 1
    assert record.to_bytes() == b"\x01\x07"
    record.there = 8
    assert record.to_bytes() == b"\x01\x08"
    record.a = 0
    with pytest.raises(quire.FormatError, match="there: expected no value"):
        record.to_bytes()


def test_only_what_can_be_written_can_be_given(chunky: Any) -> None:
    record = chunky.from_bytes(DATA)
    with pytest.raises(TypeError, match="double cannot be given: it is computed"):
        chunky.build(double=3.0)
    record.given = 3.0
    assert (record.given, chunky().given, chunky.build(given=2.0).given) == (3.0, 7.0, 2.0)


def test_an_array_that_another_one_is_over_is_not_lost(tmp_path: Path) -> None:
    (tmp_path / "over.ksy").write_text(
        "meta: {id: over, endian: le}\n"
        "seq: [{id: room, size: 4}]\n"
        "instances:\n"
        "  small: {pos: 0, size: 4, -array: {dtype: u1, shape: ['4']}}\n"
        "  large: {pos: 0, size: 4, -array: {dtype: u2, shape: ['2']}}\n"
    )
    over = quire.compile(tmp_path / "over.ksy").Over
    record = over.from_bytes(b"abcd")
    record.small = np.array([1, 2, 3, 4], np.int64)
    assert record.to_bytes() == b"\1\2\3\4"
    record.large = np.array([7, 8], np.uint16)
    with pytest.raises(quire.FormatError, match="other fields are at the same place"):
        record.to_bytes()


def pickled(record: Any) -> Any:
    return pickle.loads(pickle.dumps(record))  # noqa: S301  # it is our own


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_what_is_too_short_is_refused_in_a_copy_too(tmp_path: Path, copied: Any) -> None:
    """An element of a copy has a stream of its own, as what was brought from elsewhere has."""
    spec = """
    meta: {id: boxes}
    seq: [{id: boxes, type: box, size: 4, repeat: eos}]
    types: {box: {seq: [{id: tag, type: u1}, {id: data, size: 3}]}}
    """
    (tmp_path / "boxes.ksy").write_text(spec, "utf-8")
    record = quire.compile(tmp_path / "boxes.ksy").Boxes.from_bytes(b"\1\0\0\0\2\0\0\0")
    record.boxes[1].data = b""
    other = copied(record)
    for each in (record, other):
        with pytest.raises(quire.FormatError, match=r"boxes\[1\].data .*expected 3 bytes"):
            each.to_bytes()
    other.boxes[1].data = b"abc"
    assert other.to_bytes() == b"\1\0\0\0\2abc"


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (1, 2, "the file would have 6, found nothing"),
        (2, 1, "the file would have nothing, found 6"),
    ],
)
def test_a_field_that_would_come_or_go_is_told_in_words(
    tmp_path: Path, before: int, after: int, found: str
) -> None:
    spec = (
        "meta: {id: flagged}\n"
        "seq: [{id: flag, type: u1}, {id: box, type: box, size: 2}]\n"
        "types:\n"
        "  box: {seq: [{id: a, type: u1}, {id: b, type: u1, if: _root.flag == 2}]}\n"
        "instances: {placed: {pos: 0, type: u1}}\n"
    )
    (tmp_path / "flagged.ksy").write_text(spec, encoding="utf-8")
    record = quire.compile(tmp_path / "flagged.ksy").Flagged.from_bytes(bytes([before, 5, 6]))
    record.flag = after
    with pytest.raises(quire.FormatError, match=rf"flagged: box\.b: .*{found}$"):
        record.to_bytes()


ENDED = """
seq:
  - {id: items, type: item, repeat: until, repeat-until: '_.tag == 0 or _io.eof'}
  - {id: rest, size-eos: true}
types:
  item:
    seq: [{id: tag, type: u1}, {id: body, type: {switch-on: tag, cases: {1: one, 2: two}}}]
  one: {seq: [{id: x, type: u1}]}
  two: {seq: [{id: x, type: u1}]}
"""


def test_the_error_of_a_list_says_how_many_elements_there_would_be(tmp_path: Path) -> None:
    record = compiled(tmp_path, ENDED).from_bytes(b"\1a\2b\0rest")
    record.items.append(copy.deepcopy(record.items[0]))
    told = r"the file would have 3 elements \(items\[2\] ends it: put others in front of that\)"
    with pytest.raises(quire.FormatError, match=f"items: expected .*: {told}, found 4 elements"):
        record.to_bytes()
    record.items.insert(2, record.items.pop())
    assert record.to_bytes() == b"\1a\2b\1a\0rest"


BASED = """
seq: [{id: ofs, type: u1}, {id: rest, size-eos: true}]
instances:
  start: {value: ofs - 1, -default: 0}
"""


def test_a_value_that_others_tell_is_not_lost(tmp_path: Path) -> None:
    record = compiled(tmp_path, BASED).from_bytes(b"\1abc")
    record.start = 1
    with pytest.raises(
        quire.FormatError, match="start: given 1, but it is computed from ofs, which make it 0"
    ):
        record.to_bytes()
    record.ofs = 2
    assert record.to_bytes() == b"\2abc"


LED_ARRAY = """
seq: [{id: ofs, type: u1}, {id: rest, size-eos: true}]
instances:
  tail: {pos: ofs, size: 2, -array: {dtype: u1, shape: [2]}}
  head: {pos: 0, size: 6, -array: {dtype: u1, shape: [6]}}
"""


def test_an_array_is_put_where_it_was_read_after_its_position_was_set(tmp_path: Path) -> None:
    record = compiled(tmp_path, LED_ARRAY).from_bytes(b"\x03ABCDEFGHIJ")
    record.ofs = 7
    assert record.tail.tobytes() == b"GH"
    record.tail = np.frombuffer(b"!?", np.uint8)
    for _ in range(2):
        assert record.to_bytes() == b"\x07ABCDEF!?IJ"
        assert record.tail.tobytes() == b"!?"


def test_an_array_is_put_where_its_position_leads_if_nobody_has_looked_there(
    tmp_path: Path,
) -> None:
    record = compiled(tmp_path, LED_ARRAY).from_bytes(b"\x03ABCDEFGHIJ")
    assert record.tail.tobytes() == b"CD"
    record.ofs, record.tail = 7, np.frombuffer(b"!?", np.uint8)
    assert record.to_bytes() == b"\x07ABCDEF!?IJ"
    assert record.tail.tobytes() == b"!?"


def test_arrays_over_the_same_bytes_are_not_set_against_each_other(tmp_path: Path) -> None:
    record = compiled(tmp_path, LED_ARRAY).from_bytes(b"\x03ABCDEFGHIJ")
    record.tail = np.frombuffer(b"!?", np.uint8)
    record.head = np.frombuffer(b"\x03AbCDE", np.uint8)
    with pytest.raises(quire.FormatError, match="head: expected a value that can be read"):
        record.to_bytes()


@pytest.mark.parametrize("number", [2, 6])
def test_an_exchange_that_a_writer_would_lose_is_noticed(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(
        tmp_path,
        """
seq: [{id: pos_items, type: u1}, {id: num, type: u1}]
instances: {items: {pos: pos_items, type: item, repeat: expr, repeat-expr: num}}
types: {item: {seq: [{id: a, type: u1}, {id: b, type: inner}]}, inner: {seq: [{id: c, type: u1}]}}
""",
    )
    rows = [b"aA", b"bB", b"cC", b"dD", b"eE", b"fF"][:number]
    record = kind.from_bytes(bytes([2, number]) + b"".join(rows))
    items = record.items
    items[0], items[1] = items[1], items[0]
    monkeypatch.setattr(InPlace, "_changed", lambda *_: [])
    monkeypatch.setattr(Revision, "moved", lambda _: iter(()))
    with pytest.raises(quire.FormatError, match=r"items\[0\].a: .* would have 97, found 98"):
        record.to_bytes()
    monkeypatch.undo()
    rows[:2] = rows[1], rows[0]
    assert record.to_bytes() == bytes([2, number]) + b"".join(rows)
