"""What nobody has edited is written as the bytes that were there, and every edit is seen."""

from __future__ import annotations

import copy
import io
import math
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire

# None of it is what a writer would make of the values: bits that no field takes, what stands after
# a terminator, a text without one, gaps, an instance over the bytes of fields.
MANY_WAYS = """
meta: {id: many_ways, endian: le, encoding: ASCII}
seq:
  - {id: flag, type: b1}
  - {id: name, type: strz, size: 6}
  - {id: number, type: f8}
  - {id: points, type: point, repeat: expr, repeat-expr: 3}
  - {id: sizes, type: u1, repeat: expr, repeat-expr: 2}
  - {id: ofs_note, type: u1}
  - {id: len_last, type: u1}
  - {id: last, size: len_last, type: box}
instances:
  note: {pos: ofs_note, type: strz, size: 4}
  all_points: {pos: 15, type: point, repeat: expr, repeat-expr: 3}
  double: {value: number * 2}
  same: {value: last}
types:
  point: {seq: [{id: x, type: u1}, {id: y, type: b4}]}
  box: {seq: [{id: text, type: strz, size-eos: true}]}
"""
BYTES = (
    b"\xff" + b"ab\0cde" + struct.pack("<d", math.nan) + b"\1\x2f\3\x4f\5\x6f"
    + b"\7\x08" + b"\x1d" + b"\2" + b"hi" + b"...." + b"n\0??" + b"tail"
)  # fmt: skip  # laid out as the fields


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class."""
    return compiled(tmp_path_factory.mktemp("spec"), MANY_WAYS)


def compiled(folder: Path, spec: str) -> Any:
    """The class of a spec."""
    path = folder / "spec.ksy"
    path.write_text(spec, "utf-8")
    module = quire.compile(path)
    return getattr(module, module.__all__[0] if hasattr(module, "__all__") else "ManyWays")


def look(record: Any) -> None:
    for name in (*record._fields, *record._instances):
        value = getattr(record, name, None)
        for each in value if isinstance(value, list) else (value,):
            if hasattr(each, "_fields"):
                look(each)


@pytest.mark.parametrize("looked", [False, True])
def test_what_was_not_edited_is_the_bytes_that_were_there(
    kind: Any, tmp_path: Path, *, looked: bool
) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(BYTES)
    for record in (kind.from_bytes(BYTES), kind.from_file(path), kind.from_bytes(bytearray(BYTES))):
        if looked:
            look(record)
        assert record.to_bytes() == BYTES
        sink = io.BytesIO()
        record.write_to(sink)
        assert sink.getvalue() == BYTES
        record.to_file(path)
        assert path.read_bytes() == BYTES


def test_so_is_a_copy(kind: Any) -> None:
    record = kind.from_bytes(BYTES)
    look(record)
    assert copy.deepcopy(record).to_bytes() == BYTES


EDITS: dict[str, Callable[[Any], None]] = {
    "a bit": lambda r: setattr(r, "flag", False),
    "a text": lambda r: setattr(r, "name", "xy"),
    "the sign of a zero": lambda r: setattr(r, "number", -0.0),
    "a field of an element": lambda r: setattr(r.points[1], "x", 9),
    "an element": lambda r: r.points.__setitem__(0, r.points[2]),
    "a number in a list": lambda r: r.sizes.__setitem__(1, 9),
    "an instance that nobody has looked at": lambda r: setattr(r, "note", "m"),
    "a text in a stream of its own": lambda r: setattr(r.last, "text", "hey"),
}


@pytest.mark.parametrize("what", EDITS)
def test_each_edit_is_seen(kind: Any, what: str) -> None:
    record = kind.from_bytes(BYTES)
    EDITS[what](record)
    written = record.to_bytes()
    assert written != BYTES
    again, wanted = kind.from_bytes(written), kind.from_bytes(BYTES)
    EDITS[what](wanted)
    for name in ("flag", "name", "points", "sizes", "last", "note"):
        assert getattr(again, name) == getattr(wanted, name), name
    assert struct.pack("<d", again.number) == struct.pack("<d", wanted.number)


def test_an_edit_that_was_undone_is_none(kind: Any) -> None:
    record = kind.from_bytes(BYTES)
    record.points[0].x, before = 77, record.points[0].x
    assert record.to_bytes() != BYTES
    record.points[0].x = before
    assert record.to_bytes() == BYTES


def test_the_same_element_twice_is_an_edit(kind: Any) -> None:
    record = kind.from_bytes(BYTES)
    record.points[1] = record.points[0]
    assert [(each.x, each.y) for each in kind.from_bytes(record.to_bytes()).points] == [
        (1, 2), (1, 2), (5, 6)
    ]  # fmt: skip  # a list of pairs


def test_a_slip_is_refused_as_ever(kind: Any) -> None:
    record = kind.from_bytes(BYTES)
    record.nmae = "xy"
    with pytest.raises(AttributeError, match="nmae"):
        record.to_bytes()
    record = kind.from_bytes(BYTES)
    record.double = 3.0
    with pytest.raises(quire.ContradictionError, match="double"):
        record.to_bytes()


def test_bytes_that_others_have_changed_since_are_no_source(kind: Any) -> None:
    data = bytearray(BYTES)
    record = kind.from_bytes(data)
    data[1:3] = b"xy"
    assert kind.from_bytes(record.to_bytes()).name == "ab"


def test_a_list_of_another_file_is_an_edit(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        "meta: {id: many_ways, endian: le}\n"
        "seq: [{id: points, type: point, repeat: eos}]\n"
        "types: {point: {seq: [{id: x, type: u2}]}}\n",
    )
    one, other = (np.arange(start, start + 3000, dtype="<u2").tobytes() for start in (0, 1))
    record = kind.from_bytes(one)
    record.points = kind.from_bytes(other).points
    assert record.to_bytes() == other
    assert kind.from_bytes(one).to_bytes() == one


def test_what_has_ways_of_its_own_is_written_by_them(kind: Any) -> None:
    class Own(kind):  # type: ignore[misc]  # a class that is made in the test
        def _write__seq(self, io: Any) -> None:
            self.name = "own"
            super()._write__seq(io)

    assert kind.from_bytes(Own.from_bytes(BYTES).to_bytes()).name == "own"


def test_an_array_is_edited_where_only_a_sign_is(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        "meta: {id: many_ways, endian: le}\n"
        "seq: [{id: values, size: 16, -array: {dtype: f8, shape: [2]}}]\n",
    )
    record = kind.from_bytes(bytes(16))
    assert record.to_bytes() == bytes(16)
    record.values = np.array([0.0, -0.0])
    assert record.to_bytes() == struct.pack("<2d", 0.0, -0.0)


def test_records_that_follow_each_other_in_a_stream_are_written_alone(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path, "meta: {id: many_ways, endian: le}\nseq: [{id: x, type: b3}, {id: y, type: u1}]\n"
    )
    stream = quire.runtime.Reader(b"\xe0\1\xe0\1\x20\2")
    records = [kind(stream) for _ in range(3)]
    assert [each.to_bytes() for each in records] == [b"\xe0\1", b"\xe0\1", b"\x20\2"]
