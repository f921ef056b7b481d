"""Reading as far as it goes: what is kept of a file that is damaged or cut off."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

import quire
from quire.generated.png import Png
from quire.generated.wav import Wav
from quire.runtime.errors import FormatError
from quire.runtime.feeding.best_effort import read_partly
from quire.runtime.lists.lazy import Lazy
from quire.runtime.showing.walk import Walk
from quire.runtime.struct import Struct

PICTURE = Path(__file__).parents[3] / "docs" / "images" / "q.png"

SPEC = """
meta: {id: boxes, endian: le}
seq:
  - {id: head, type: head}
  - {id: numbers, type: u2, repeat: expr, repeat-expr: 2}
types:
  head:
    seq:
      - {id: len_body, type: u1}
      - {id: body, type: body(3), size: len_body}
  body:
    params: [{id: most, type: u1}]
    seq:
      - {id: a, type: u1}
      - {id: b, type: u1, valid: {max: most}}
      - {id: rest, size-eos: true}
"""


@pytest.fixture
def boxes(tmp_path: Path) -> type[Struct]:
    path = tmp_path / "boxes.ksy"
    path.write_text(SPEC)
    kind: type[Struct] = quire.compile(path).Boxes
    return kind


def test_what_is_whole_is_read_whole() -> None:
    partly = read_partly(Png, PICTURE.read_bytes())
    assert partly.record == Png.from_file(PICTURE)
    assert (partly.error, partly.cut, partly.last) == (None, (), None)


def test_the_records_that_were_begun_stand_in_their_places() -> None:
    partly = read_partly(Png, PICTURE.read_bytes()[:63])
    whole = Png.from_file(PICTURE)
    assert partly.record.chunks[:2] == whole.chunks[:2]
    assert len(partly.record.chunks) == 3
    assert partly.record.chunks[2].len_body == 7
    assert not hasattr(partly.record.chunks[2], "kind")
    assert partly.error is partly.last
    assert str(partly.error).startswith("png: chunks[2].kind at byte 61: requested 4 bytes")


def test_of_what_is_cut_off_the_rest_is_read(boxes: type[Struct]) -> None:
    partly = read_partly(boxes, b"\x09\x01\x02abc")
    assert (partly.record.head.body.a, partly.record.head.body.rest) == (1, b"abc")
    assert [error.path for error in partly.cut] == ["head.body"]
    assert partly.last is None
    assert "requested 9 bytes, but only 5" in str(partly.error)


def test_what_is_wrong_in_the_rest_is_told(boxes: type[Struct]) -> None:
    partly = read_partly(boxes, b"\x09\x01\x04abc")
    assert [error.path for error in partly.cut] == ["head.body"]
    assert partly.last is not None
    assert partly.last.path == "head.body.b"
    assert partly.last.offset == 2
    assert not hasattr(partly.record.head.body, "rest")


def test_a_number_that_is_missing_ends_the_file_there(boxes: type[Struct]) -> None:
    partly = read_partly(boxes, b"\x02\x01\x02\x07\x00\x08")
    assert partly.record.head.body.b == 2
    assert partly.cut == ()
    assert partly.last is not None
    assert partly.last.path.startswith("numbers")


def test_of_many_records_that_are_cut_off_none_is_made_before_it_is_looked_at(
    tmp_path: Path,
) -> None:
    spec = tmp_path / "many.ksy"
    spec.write_text(
        "meta: {id: many, endian: le}\nseq: [{id: count, type: u4}, {id: list, type: pair, "
        "repeat: expr, repeat-expr: count}]\ntypes: {pair: {seq: [{id: a, type: u2}, {id: b, "
        "type: u1}]}}\n"
    )
    data = struct.pack("<I", 900_000) + bytes(range(250)) * 6000 + b"\x01\x02"
    partly = read_partly(quire.compile(spec).Many, data)
    assert partly.error is partly.last
    assert "requested 2700000 bytes, but only 1500002" in str(partly.error)
    assert type(partly.record.list) is Lazy
    assert len(partly.record.list) == 500_000
    assert not partly.record.list._made
    assert (partly.record.list[100].a, partly.record.list[100].b) == (50 + 256 * 51, 52)


def test_sizes_far_beyond_the_file_cost_nothing() -> None:
    wave = b"RIFF\xff\xff\xff\xffWAVEfmt \xff\xff\xff\xff\x01\x00"
    partly = read_partly(Wav, wave)
    assert [error.path for error in partly.cut] == ["form", "form.chunks[0].body"]
    assert partly.record.form.chunks[0].len_body == 0xFFFFFFFF


def test_every_cut_and_every_changed_byte_gives_a_tree_or_an_error_of_the_format() -> None:
    data = PICTURE.read_bytes()
    whole = Png.from_file(PICTURE)
    for size in range(len(data)):
        partly = read_partly(Png, data[:size])
        assert partly.error is not None
        chunks = getattr(partly.record, "chunks", [])
        assert chunks[:-1] == whole.chunks[: max(len(chunks) - 1, 0)]
        for member in Walk(partly.record).members(partly.record):
            assert member.name in (*Png._fields, *Png._instances)
    for at in range(len(data)):
        partly = read_partly(Png, data[:at] + bytes([data[at] ^ 0x41]) + data[at + 1 :])
        assert partly.error is None or isinstance(partly.error, FormatError)
