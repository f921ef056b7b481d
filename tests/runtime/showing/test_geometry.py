"""Where fields stand in their file, which nobody keeps while it is read."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.runtime.record import Record
from quire.runtime.structure.extents import Extents
from tests.cases import CASES, data_of, outcome, record_class, spec_of

KAITAI = Path(__file__).parents[2] / "conformance" / "kaitai"

NOTES = """
meta: {id: notes, endian: le}
seq:
  - {id: magic, contents: NOTE}
  - {id: flags, type: b3}
  - {id: level, type: b13}
  - {id: num_notes, type: u2}
  - {id: notes, type: note, repeat: expr, repeat-expr: num_notes}
  - {id: points, type: point, repeat: expr, repeat-expr: 3}
  - {id: extra, type: u4, if: level == 7}
  - {id: class, type: u1}
instances:
  first: {pos: 0, size: 2}
  last: {pos: _io.size - 4, type: point, repeat: expr, repeat-expr: 2}
  twice: {value: class * 2}
types:
  note:
    seq:
      - {id: len_text, type: u1}
      - {id: text, size: len_text, type: text}
  text: {seq: [{id: words, type: str, terminator: 0x20, repeat: eos, encoding: ASCII}]}
  point: {seq: [{id: x, type: u1}, {id: y, type: u1}]}
"""
FILE = b"NOTE\0\5\2\0\3ab \7cde fg \1\2\3\4\5\6\x09"


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("specs"), NOTES)


def compiled(folder: Path, text: str) -> Any:
    found = re.search("id: ([a-z]+)", text)
    assert found
    path = folder / f"{found[1]}.ksy"
    path.write_text(text, encoding="utf-8")
    return record_class(quire.compile(path))


# -- against the notes of objects that note where they read ---------------------------------------


def noted(record: Any, path: str = "") -> Iterator[tuple[str, int, int]]:
    """The fields of a record that notes where it reads, and of all below it."""
    for name in record._fields:
        if (places := record._debug.get(name)) is None:
            continue
        values, here = getattr(record, name), f"{path}.{name}" if path else name
        begin = record._io.begin
        elements = enumerate(places["arr"]) if "arr" in places else ()
        each = {f"{here}[{i}]": place for i, place in elements} or {here: places}
        for told, place in each.items():
            if begin is not None and "end" in place:
                yield told, begin + place["start"], begin + place["end"]
        for told, value in zip(
            each, values if isinstance(values, list) else [values], strict=False
        ):
            if isinstance(value, Record) and hasattr(value, "_debug"):
                yield from noted(value, told)


def assert_as_noted(spec: Path, data: bytes, folder: Path) -> None:
    text = spec.read_text(encoding="utf-8")
    text = re.sub(r"(?m)^meta:\n( +)", r"meta:\n\1ks-debug: true\n\1", text, count=1)
    (folder / spec.name).write_text(text, encoding="utf-8")
    notes = record_class(quire.compile(folder / spec.name, imports=[spec.parent])).from_bytes(data)
    notes._read()
    record = record_class(quire.compile(spec)).from_bytes(data)
    spans = [*noted(notes)]
    assert spans or not record._fields
    for path, start, end in spans:
        found = record.span_of(path)
        # Of bits that begin within a byte, the notes have the byte after it.
        assert found.end == end, path
        assert start - found.start in (0, 1), path
        assert found.start == start or found.size * 8 > 8 * (end - start), path


@pytest.mark.parametrize("case", sorted({*CASES} - {"table"}))
def test_fields_stand_where_an_object_that_notes_it_has_read_them(
    case: str, tmp_path: Path
) -> None:
    assert_as_noted(spec_of(case), data_of(case), tmp_path)


@pytest.mark.slow  # a hundred specs, compiled twice
@pytest.mark.parametrize("sample", sorted((KAITAI / "samples").glob("*.bin")), ids=lambda p: p.stem)
def test_fields_of_kaitais_own_cases_stand_where_they_were_read(
    sample: Path, tmp_path: Path
) -> None:
    spec, data = KAITAI / "specs" / f"{sample.stem}.ksy", sample.read_bytes()
    if not spec.exists() or "import" in (text := spec.read_text(encoding="utf-8")):
        pytest.skip("it has no spec of its own, or types of others, which note nothing")
    if (
        "ks-debug" in text
        or "opaque" in text
        or isinstance(outcome(record_class(quire.compile(spec)), data), Exception)
    ):
        pytest.skip("it is refused, or made of what is somebody else's")
    assert_as_noted(spec, data, tmp_path)


# -- of a file ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "stored"),
    [
        ("magic", b"NOTE"),
        ("flags", b"\0"),
        ("level", b"\0\5"),
        ("notes", b"\3ab \7cde fg "),
        ("notes[1]", b"\7cde fg "),
        ("notes[1].text", b"cde fg "),
        ("notes[1].text.words", b"cde fg "),
        ("notes[1].text.words[1]", b"fg "),
        ("points", b"\1\2\3\4\5\6"),
        ("points[1].y", b"\4"),
        ("class", b"\x09"),
        ("first", b"NO"),
        ("last", b"\4\5\6\x09"),
        ("last[1]", b"\6\x09"),
        ("last[1].y", b"\x09"),
        ("", FILE),
    ],
)
def test_the_bytes_at_a_span_are_those_of_the_field(notes: Any, path: str, stored: bytes) -> None:
    record = notes.from_bytes(FILE)
    span = record.span_of(path)
    assert FILE[span.start : span.end] == stored
    assert FILE[slice(*span)] == stored
    assert record.offset_of(path) == span.start
    assert span.size == len(stored)


def test_a_part_of_a_file_tells_where_it_stands_in_the_file(notes: Any) -> None:
    record = notes.from_bytes(FILE)
    assert record.notes[1].span_of() == (12, 20)
    assert record.notes[1].text.span_of("words", 1) == (17, 20)
    assert record.points[2].offset_of("y") == 25
    assert record.last[0].span_of("x") == (23, 24)


def test_edits_move_nothing_before_they_are_written(notes: Any) -> None:
    record = notes.from_bytes(FILE)
    first, second = record.notes
    first.text.words = ["longer", "than", "it", "was"]
    assert first.span_of() == (8, 12)
    assert second.span_of("text") == (13, 20)
    assert record.span_of("class") == (26, 27)
    record.notes.reverse()
    assert second.span_of("text") == (13, 20)
    with pytest.raises(IndexError, match=r"`notes` has 2 elements, and no \[2\]"):
        record.span_of("notes", 2)


def test_of_several_that_were_edited_and_moved_nobody_is_taken_for_another(notes: Any) -> None:
    record = notes.from_bytes(FILE)
    first, second = record.notes
    first.text.words, second.text.words = ["x"], ["y"]
    record.notes.reverse()
    for each in (first, second):
        with pytest.raises(ValueError, match=r"quire does not know where Notes\.Note is"):
            each.span_of()


def test_what_was_written_and_read_again_stands_elsewhere(notes: Any) -> None:
    record = notes.from_bytes(FILE)
    record.notes[0].text.words = ["longer"]
    data = record.to_bytes()
    again = notes.from_bytes(data)
    assert again.span_of("class") == (30, 31)
    assert again.notes[1].span_of("text", None) == (17, 24)


def test_what_was_built_is_looked_for_in_the_bytes_that_it_makes(notes: Any) -> None:
    record = notes.build(
        flags=1,
        level=7,
        notes=[{"text": {"words": ["a"]}}, {"text": {"words": ["b", "cd"]}}],
        points=[{"x": i, "y": i} for i in range(3)],
        extra=0xAABBCCDD,
        class_=5,
    )
    data = record.to_bytes()
    assert data[slice(*record.span_of("extra"))] == bytes.fromhex("ddccbbaa")
    assert data[slice(*record.span_of("notes[1].text.words", 1))] == b"cd "
    assert data[slice(*record.notes[1].span_of("len_text"))] == b"\5"


def test_a_record_of_another_place_is_refused(notes: Any) -> None:
    record, other = notes.from_bytes(FILE), notes.from_bytes(FILE)
    record.notes.append(notes.Note.build(text={"words": ["new"]}))
    record.to_bytes()
    with pytest.raises(ValueError, match="it is new, or was edited"):
        record.notes[2].span_of("text")
    assert other.span_of("notes", 1) == (12, 20)


@pytest.mark.parametrize(
    ("path", "kind", "message"),
    [
        ("levle", AttributeError, "did you mean 'level'"),
        ("notes[0].tezt", AttributeError, "did you mean 'text'"),
        ("notes.text", AttributeError, "`notes` is not a record"),
        ("class.x", AttributeError, "`class` is not a record"),
        ("notes[", AttributeError, "is not a path"),
        ("notes[9]", IndexError, r"`notes` has 2 elements, and no \[9\]"),
        ("notes[0][1]", ValueError, "the elements of `notes` have no offsets"),
        ("magic[0]", ValueError, "the elements of `magic` have no"),
        ("extra", ValueError, "`extra` is not there"),
        ("twice", ValueError, "`twice` is computed"),
    ],
)
def test_what_has_no_place_is_an_error_that_says_why(
    notes: Any, path: str, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        notes.from_bytes(FILE).span_of(path)


def test_a_negative_index_is_refused(notes: Any) -> None:
    with pytest.raises(IndexError, match="0 or more"):
        notes.from_bytes(FILE).span_of("notes", -1)


def test_what_was_inflated_does_not_stand_in_the_file(tmp_path: Path) -> None:
    text = """
meta: {id: packed, endian: le}
seq: [{id: body, size-eos: true, process: zlib, type: inner}]
types: {inner: {seq: [{id: a, type: u4}]}}
"""
    data = zlib.compress(b"\1\0\0\0")
    record = compiled(tmp_path, text).from_bytes(data)
    assert record.span_of("body") == (0, len(data))
    with pytest.raises(ValueError, match="is in bytes that were unpacked"):
        record.body.span_of("a")


def test_instances_that_move_the_stream_are_not_guessed(tmp_path: Path) -> None:
    text = """
meta: {id: moves}
seq:
  - {id: a, type: u1}
  - {id: b, type: u1, if: here == 2}
  - {id: c, type: u1}
instances: {here: {type: u1}}
"""
    record = compiled(tmp_path, text).from_bytes(b"\1\2\3\4\5")
    with pytest.raises(ValueError, match="quire does not know where `c` is"):
        record.span_of("c")


def test_a_list_that_is_asked_while_it_is_read_is_as_long_as_it_was_then(tmp_path: Path) -> None:
    text = """
meta: {id: growing}
seq: [{id: parts, type: part, repeat: expr, repeat-expr: 4}]
types: {part: {seq: [{id: body, size: _parent.parts.size}]}}
"""
    record = compiled(tmp_path, text).from_bytes(b"abbccc")
    assert [record.span_of("parts", i) for i in range(4)] == [(0, 0), (0, 1), (1, 3), (3, 6)]


# -- arrays and tables ----------------------------------------------------------------------------

ARRAYS = """
meta: {id: arrays, endian: le}
seq:
  - {id: len_name, type: u1}
  - {id: name, size: len_name}
  - {id: matrix, size: 24, -array: {dtype: f4, shape: "[2, 3]"}}
  - {id: columns, size: 24, -array: {dtype: f4, shape: "[2, 3]", order: F}}
  - id: packed
    size: 6
    -array: {dtype: f4, shape: "[6]"}
    -codec: [{affine_u8: {scale: 0.5, min: 0.0}}]
  - {id: words, type: word(len_name), repeat: expr, repeat-expr: 3, -array: {}}
types:
  word:
    params: [{id: width, type: u4}]
    seq:
      - {id: len_text, type: u1}
      - {id: text, size: len_text}
      - {id: mark, size: width}
      - {id: side, size: _parent.len_name}
      - {id: rank, type: u2}
"""


NESTED = """
meta: {id: nested}
seq:
  - {id: num, type: u1}
  - {id: parts, type: part, repeat: expr, repeat-expr: num}
types:
  part:
    seq:
      - {id: num, type: u1}
      - {id: inner, type: text, repeat: expr, repeat-expr: num}
  text: {seq: [{id: len, type: u1}, {id: raw, size: len}]}
"""


def test_where_elements_end_is_found_once_for_all_that_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 60
    part = bytes([3]) + b"\1a" + b"\2bc" + b"\0"
    file = bytes([count]) + count * part
    record = compiled(tmp_path, NESTED).from_bytes(file)
    found = 0
    measured = Extents._end_of

    def counted(*given: Any) -> int:
        nonlocal found
        found += 1
        return measured(*given)

    monkeypatch.setattr(Extents, "_end_of", counted)
    for i in range(count):
        start = 1 + i * len(part)
        ends = [record.offset_of(f"parts[{i}].inner[{j}].raw") for j in range(3)]
        assert ends == [start + 2, start + 4, start + 7]
    fields = 1 + count * (1 + 1 + 3 * (1 + 2))
    assert found <= fields, (found, fields)


def test_rows_of_arrays_and_of_tables_have_places(tmp_path: Path) -> None:
    kind = compiled(tmp_path, ARRAYS)
    matrix = np.arange(6, dtype=np.float32).reshape(2, 3)
    words = [{"text": b"a" * i, "mark": b"mm", "side": b"ss", "rank": i} for i in range(3)]
    built = kind.build(
        name=b"xy", matrix=matrix, columns=matrix, packed=np.arange(6) / 2, words=words
    )
    data = built.to_bytes()
    record = kind.from_bytes(data)
    assert data[slice(*record.span_of("matrix", 1))] == matrix[1].tobytes()
    assert data[slice(*record.span_of("matrix[1][2]"))] == np.float32(5).tobytes()
    assert record.span_of("packed") == (51, 57)
    assert data[slice(*record.span_of("words", 2))] == b"\2aammss\2\0"
    assert data[slice(*record.span_of("words[2].rank"))] == b"\2\0"
    with pytest.raises(ValueError, match="are not next to each other"):
        record.span_of("columns", 0)
    with pytest.raises(ValueError, match="have no offsets: ask for the whole field"):
        record.span_of("packed", 0)
    with pytest.raises(IndexError, match="has 2 elements"):
        record.span_of("matrix", 2)


# -- of a type ------------------------------------------------------------------------------------

HEADS = """
meta: {id: heads, endian: be}
seq:
  - {id: head, type: head}
  - {id: len_body, type: u4}
  - {id: body, size: len_body}
  - {id: end, type: u1}
types:
  head:
    seq:
      - {id: magic, contents: [1, 2]}
      - {id: flag, type: b1}
      - {id: kind, type: b7}
      - {id: sizes, type: u4, repeat: expr, repeat-expr: 3}
  nothing: {}
"""


def test_a_type_whose_records_take_the_same_bytes_says_how_many(tmp_path: Path) -> None:
    kind = compiled(tmp_path, HEADS)
    assert kind.Head.SIZE == 2 + 1 + 3 * 4
    assert kind.Nothing.SIZE == 0
    assert not hasattr(kind, "SIZE")


def test_a_type_tells_where_fields_stand_in_all_of_its_records(tmp_path: Path) -> None:
    kind = compiled(tmp_path, HEADS)
    assert kind.Head.span_of("kind") == (2, 3)
    assert kind.Head.span_of("sizes", 2) == (11, 15)
    assert kind.span_of("head.sizes") == (3, 15)
    assert kind.offset_of("body") == kind.Head.SIZE + 4
    assert kind.Head.span_of() == (0, kind.Head.SIZE)
    with pytest.raises(ValueError, match="offset of `end` is not the same in all records"):
        kind.span_of("end")
    with pytest.raises(ValueError, match="the size of `Heads` is not the same in all records"):
        kind.span_of()
    with pytest.raises(AttributeError, match=r"has no field 'head\.nothing'"):
        kind.span_of("head.nothing")
    with pytest.raises(IndexError, match="has 3 elements"):
        kind.Head.span_of("sizes", 3)
