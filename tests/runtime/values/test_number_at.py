"""Numbers are read and written at their place, without the record around them."""

from __future__ import annotations

import struct
from typing import Any

import pytest

import quire
from quire.runtime import EndOfStreamError
from quire.runtime.values.number_at import NumberAt, largest

SPEC = """
meta: {id: marks, endian: le}
seq:
  - {id: magic, contents: MARK}
  - {id: count, type: u2}
  - {id: low, type: s4be}
  - {id: share, type: f8}
  - {id: kind, type: u1, enum: kinds}
  - {id: name, size: count}
  - {id: after, type: u2}
enums: {kinds: {3: fox}}
"""
DATA = b"MARK" + struct.pack("<H", 700) + struct.pack(">i", -9) + struct.pack("<dB", 0.25, 3)


@pytest.fixture(scope="module")
def marks(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("specs") / "marks.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Marks


@pytest.mark.parametrize(
    ("field", "place", "value"),
    [
        ("count", (4, 6), 700),
        ("low", (6, 10), -9),
        ("share", (10, 18), 0.25),
        ("kind", (18, 19), 3),
    ],
)
def test_a_number_is_read_and_written_where_it_stands(
    marks: Any, field: str, place: tuple[int, int], value: float
) -> None:
    number = NumberAt(marks, field)
    assert (number.start, number.start + number.size) == place
    assert number.read(DATA) == number.read(memoryview(b"before" + DATA), 6) == value
    assert number.stored(value) == DATA[slice(*place)]


@pytest.mark.parametrize(("field", "most"), [("count", 65_535), ("low", 2_147_483_647)])
def test_the_largest_number_that_a_field_has_room_for_is_known(
    marks: Any, field: str, most: int
) -> None:
    assert largest(marks, field) == most


@pytest.mark.parametrize("field", ["share", "magic", "nothing"])
def test_what_is_no_integer_has_no_largest(marks: Any, field: str) -> None:
    with pytest.raises(ValueError, match=f"Marks.{field} is not"):
        largest(marks, field)


def test_bytes_that_end_too_early_are_told(marks: Any) -> None:
    with pytest.raises(EndOfStreamError, match="requested 4 bytes, but only 3 bytes available"):
        NumberAt(marks, "low").read(DATA[:9])
    with pytest.raises(EndOfStreamError, match="only 0 bytes"):
        NumberAt(marks, "low").read(DATA, 100)


def test_a_value_that_does_not_fit_is_refused(marks: Any) -> None:
    with pytest.raises(ValueError, match=r"^count: .*found 65536"):
        NumberAt(marks, "count").stored(1 << 16)


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("magic", "Marks.magic is not a number"),
        ("after", "is not the same in all records"),
    ],
)
def test_what_is_no_number_with_a_place_is_refused(marks: Any, field: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        NumberAt(marks, field)
    with pytest.raises(AttributeError):
        NumberAt(marks, "nothing")
