"""What stands in the stream of a record is taken along when another record replaces that."""

from __future__ import annotations

import copy
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import quire

SPEC = """
meta: {id: made, endian: le}
seq:
  - {id: ofs_note, type: u2}
  - {id: len_box, type: u1}
  - {id: box, type: box, size: len_box}
instances:
  note: {pos: ofs_note, io: box._io, type: KIND}
types:
  box: {seq: [{id: width, type: u1}, {id: height, type: u1}]}
  note: {seq: [{id: text, type: u1}]}
"""

DATA = bytes([2, 0, 3, 7, 8, 9])


@pytest.mark.parametrize("is_looked_at", [False, True])
@pytest.mark.parametrize("kind", ["u1", "note"])
def test_a_note_stays_in_another_box(tmp_path: Path, kind: str, *, is_looked_at: bool) -> None:
    path = tmp_path / "made.ksy"
    path.write_text(SPEC.replace("KIND", kind))
    record: Any = quire.compile(path).Made.from_bytes(DATA)
    if is_looked_at:
        assert record.note is not None
    record.box = {"width": 1, "height": 2}
    assert record.to_bytes() == bytes([2, 0, 3, 1, 2, 9])
    record.box = {"width": 3, "height": 4}
    assert record.to_bytes() == bytes([2, 0, 3, 3, 4, 9])


@pytest.mark.parametrize("is_looked_at", [False, True])
def test_a_larger_box_of_the_same_stream_does_not_cover_the_note(
    tmp_path: Path, *, is_looked_at: bool
) -> None:
    path = tmp_path / "made.ksy"
    path.write_text(
        SPEC.replace("KIND", "u1").replace(
            "id: height, type: u1", "id: rest, type: strz, encoding: ASCII"
        )
    )
    record: Any = quire.compile(path).Made.from_bytes(bytes([2, 0, 3, 7, 0, 9]))
    if is_looked_at:
        assert record.note == 9
    record.box = {"width": 1, "rest": "a"}
    assert record.to_bytes() == bytes([3, 0, 4, 1, 97, 0, 9])


def test_a_note_is_set_again_in_a_box_that_was_read_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "made.ksy"
    path.write_text(SPEC.replace("KIND", "u1"))
    made: Any = quire.compile(path).Made
    record = made.from_bytes(DATA)
    record.box, record.note = made.Box.from_bytes(bytes([5, 6])), 9
    assert record.to_bytes() == bytes([2, 0, 3, 5, 6, 9])


BROUGHT = [
    (bytes([5, 6]), "nothing"),
    (bytes([5, 6, 9]), "the same"),
    (bytes([5, 6, 1]), "another one"),
]
"""Boxes that were read elsewhere, with what stands in their streams where the note stood."""


def made(tmp_path: Path, kind: str = "u1") -> Any:
    path = tmp_path / "made.ksy"
    path.write_text(SPEC.replace("KIND", kind))
    return quire.compile(path).Made


def look(record: Any) -> None:
    with suppress(quire.FormatError):
        assert record.note is not None


@pytest.mark.parametrize("when", ["never", "before", "after", "both"])
@pytest.mark.parametrize("kind", ["u1", "note"])
@pytest.mark.parametrize(("box", "has"), BROUGHT[:2])
def test_a_note_stays_in_a_box_that_was_read_elsewhere(
    tmp_path: Path, kind: str, when: str, box: bytes, has: str
) -> None:
    record = made(tmp_path, kind).from_bytes(DATA)
    if when in ("before", "both"):
        look(record)
    record.box = type(record).Box.from_bytes(box)
    if when in ("after", "both"):
        look(record)
    expected = bytes([2, 0, 3, 5, 6, 9])
    assert record.to_bytes() == expected, has
    assert record.to_bytes() == expected
    record.box.width = 7
    assert record.to_bytes() == bytes([2, 0, 3, 7, 6, 9])


@pytest.mark.parametrize("when", ["never", "before", "after", "both"])
@pytest.mark.parametrize("kind", ["u1", "note"])
@pytest.mark.parametrize("box", [bytes([5, 6, 1]), bytes([7, 8, 1])])
def test_of_two_notes_the_one_that_is_meant_must_be_set(
    tmp_path: Path, kind: str, when: str, box: bytes
) -> None:
    record = made(tmp_path, kind).from_bytes(DATA)
    if when in ("before", "both"):
        look(record)
    record.box = type(record).Box.from_bytes(box)
    if when in ("after", "both"):
        look(record)
    for _ in range(2):
        with pytest.raises(
            quire.FormatError, match="a value that you set, as box comes from elsewhere"
        ) as told:
            record.to_bytes()
        assert told.value.path == "note"
    record.note = 1 if kind == "u1" else {"text": 1}
    assert record.to_bytes() == bytes([2, 0, 3, *box])
    record.note = 9 if kind == "u1" else {"text": 9}
    assert record.to_bytes() == bytes([2, 0, 3, *box[:2], 9])


@pytest.mark.parametrize("is_written", [False, True])
def test_a_box_of_another_file_is_another_one_though_it_stands_alike(
    tmp_path: Path, *, is_written: bool
) -> None:
    kind = made(tmp_path)
    record, other = kind.from_bytes(DATA), kind.from_bytes(bytes([2, 0, 3, 1, 1, 1]))
    if is_written:  # what classes have learned before makes no difference
        third = kind.from_bytes(DATA)
        third.box = kind.Box.from_bytes(b"\1\2")
        assert third.to_bytes() == bytes([2, 0, 3, 1, 2, 9])
    record.box = other.box
    with pytest.raises(quire.FormatError, match="note: expected a value that you set"):
        record.to_bytes()
    record.note = other.note
    assert record.to_bytes() == bytes([2, 0, 3, 1, 1, 1])


def test_a_note_goes_behind_the_fields_of_a_larger_box_that_was_read_elsewhere(
    tmp_path: Path,
) -> None:
    path = tmp_path / "made.ksy"
    path.write_text(
        SPEC.replace("KIND", "u1").replace(
            "id: height, type: u1", "id: rest, type: strz, encoding: ASCII"
        )
    )
    kind: Any = quire.compile(path).Made
    for look_at_it in (False, True):
        record = kind.from_bytes(bytes([2, 0, 3, 7, 0, 9]))
        record.box = kind.Box.from_bytes(bytes([1, 97, 0]))
        if look_at_it:
            look(record)
        assert record.to_bytes() == bytes([3, 0, 4, 1, 97, 0, 9])


OUTER = """
meta: {id: outer, endian: le}
seq: [{id: first, type: made}, {id: second, type: made}]
types:
  made:
    seq:
      - {id: ofs_note, type: u1}
      - {id: len_box, type: u1}
      - {id: box, type: box, size: len_box}
    instances:
      note: {pos: ofs_note, io: box._io, type: u1}
  box: {seq: [{id: width, type: u1}]}
"""


@pytest.mark.parametrize("is_looked_at", [False, True])
def test_a_record_brings_the_note_of_its_own_box(tmp_path: Path, *, is_looked_at: bool) -> None:
    path = tmp_path / "outer.ksy"
    path.write_text(OUTER)
    kind: Any = quire.compile(path).Outer
    record = kind.from_bytes(bytes([1, 2, 7, 8, 1, 2, 5, 6]))
    if is_looked_at:
        assert (record.first.note, record.second.note) == (8, 6)
    record.first = kind.Made.from_bytes(bytes([1, 2, 3, 4]))
    record.second = copy.deepcopy(record.first)
    expected = bytes([1, 2, 3, 4]) * 2
    assert record.to_bytes() == expected
    assert record.to_bytes() == expected


@pytest.mark.parametrize("is_looked_at", [False, True])
def test_what_is_over_the_fields_of_a_box_is_over_those_of_the_next(
    tmp_path: Path, *, is_looked_at: bool
) -> None:
    for box in ({"width": 5, "height": 6}, b"\5\6\1", b"\5\6"):
        record = made(tmp_path).from_bytes(bytes([0, 0, 3, 7, 8, 9]))
        if is_looked_at:
            assert record.note == 7
        record.box = box if isinstance(box, dict) else type(record).Box.from_bytes(box)
        after = record.to_bytes()
        assert after[:5] == bytes([0, 0, len(after) - 3, 5, 6])
        assert type(record).from_bytes(after).note == 5


def test_what_moves_the_stream_of_a_box_while_it_is_read_leaves_it_where_it_was(
    tmp_path: Path,
) -> None:
    """An array is read from the stream itself; where that stands tells what the fields took."""
    path = tmp_path / "made.ksy"
    path.write_text(
        SPEC.replace("KIND", "note").replace(
            "{id: text, type: u1}", "{id: text, size: 1, -array: {dtype: u1, shape: [1]}}"
        )
    )
    kind: Any = quire.compile(path).Made
    for look_at_it in (False, True):
        record = kind.from_bytes(DATA)
        if look_at_it:
            assert record.note.text.tolist() == [9]
        assert record.box._io.pos() == 2
        record.box = {"width": 1, "height": 2}
        assert record.to_bytes() == bytes([2, 0, 3, 1, 2, 9])


STREAMLESS = """
meta: {id: streamless, endian: le}
seq:
  - {id: box, size: 6, type: box}
types:
  box: {seq: [{id: a, type: u1}]}
  sub: {seq: [{id: x, type: u1}]}
instances:
  number: {io: box._io, pos: 2, type: u2}
  record: {io: box._io, pos: 2, type: sub}
  records: {io: box._io, pos: 2, type: sub, repeat: expr, repeat-expr: 2}
  text: {io: box._io, pos: 2, type: strz, encoding: ASCII}
  rest: {io: box._io, pos: 2, size-eos: true}
  own: {pos: 0, type: u1}
"""


@pytest.mark.parametrize("name", ["number", "record", "records", "text", "rest"])
def test_what_stands_in_a_record_that_was_given_cannot_be_read_yet(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "streamless.ksy").write_text(STREAMLESS)
    kind = quire.compile(tmp_path / "streamless.ksy").Streamless
    for given in ({"a": 9}, kind.Box.build(a=9)):
        record = kind.from_bytes(bytes([1, 2, 3, 4, 0, 0]))
        record.box = given
        with pytest.raises(AttributeError, match=f"set `{name}`, or write the record"):
            getattr(record, name)
        assert record.to_bytes() == bytes([9, 0, 3, 4, 0, 0])
    with pytest.raises(AttributeError, match="`own` is read from the bytes of a file"):
        _ = kind.build(box={"a": 1}).own


MEASURED = """
meta: {id: measured, endian: le}
seq:
  - {id: len_outer, type: u1, -derive: outer._sizeof}
  - {id: outer, type: outer}
  - {id: after, type: u1}
types:
  outer:
    seq:
      - {id: ofs_note, type: u2}
      - {id: len_box, type: u1}
      - {id: box, type: box, size: len_box}
    instances:
      note: {io: box._io, pos: ofs_note, type: u1}
  box: {seq: [{id: a, type: u1}, {id: b, type: u1}]}
"""


def test_the_size_of_a_record_counts_what_stands_in_streams_within(tmp_path: Path) -> None:
    (tmp_path / "measured.ksy").write_text(MEASURED)
    kind = quire.compile(tmp_path / "measured.ksy").Measured
    fields = {"box": {"a": 1, "b": 2}, "note": 3}
    expected = bytes([6, 2, 0, 3, 1, 2, 3, 9])
    assert kind.build(outer=fields, after=9).to_bytes() == expected
    record = kind.from_bytes(expected)
    record.outer = fields
    assert record.to_bytes() == expected
    record.outer.box.b = 7
    assert record.to_bytes() == bytes([6, 2, 0, 3, 1, 7, 3, 9])
