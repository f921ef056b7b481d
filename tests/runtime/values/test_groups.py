"""Numbers in groups of seven bits, against what their standards print and arithmetic."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

import quire
from quire.runtime.values.tagged import Tagged

SPEC = """
meta: {id: number, endian: le}
seq: [{id: value, type: eight, size: 1, -size: _io.len_varint, process: %s}]
types: {eight: {seq: [{id: value, type: %s}]}}
"""
PRINTED = [
    ("vlq", 0x40, "40"),  # these of Standard MIDI Files 1.0
    ("vlq", 0x7F, "7f"),
    ("vlq", 0x80, "8100"),
    ("vlq", 0x2000, "c000"),
    ("vlq", 0x1FFFFF, "ffff7f"),
    ("vlq", 0xFFFFFFF, "ffffff7f"),
    ("uleb128", 2, "02"),  # these of DWARF 5, table 7.8 and 7.9
    ("uleb128", 127, "7f"),
    ("uleb128", 128, "8001"),
    ("uleb128", 12857, "b964"),
    ("sleb128", -2, "7e"),
    ("sleb128", 127, "ff00"),
    ("sleb128", -127, "817f"),
    ("sleb128", 128, "8001"),
    ("sleb128", -129, "ff7e"),
    ("uleb128", (1 << 64) - 1, "ff" * 9 + "01"),
    ("sleb128", -(1 << 63), "80" * 9 + "7f"),
]


def number_of(routine: str, stored: bytes, folder: Path) -> int:
    """The number that a spec finds."""
    kind = "s8" if routine == "sleb128" else "u8"
    (folder / "number.ksy").write_text(SPEC % (routine, kind), encoding="utf-8")
    value: int = quire.compile(folder / "number.ksy").Number.from_bytes(stored).value.value
    return value


@pytest.mark.parametrize(("routine", "number", "stored"), PRINTED)
def test_what_standards_print(routine: str, number: int, stored: str, tmp_path: Path) -> None:
    parts = struct.pack("<q" if routine == "sleb128" else "<Q", number)
    assert number_of(routine, bytes.fromhex(stored), tmp_path) == number
    assert Tagged(routine).encode(parts).hex() == stored
    assert Tagged(routine).decode(bytes.fromhex(stored)) == parts


@pytest.mark.parametrize(("routine", "number", "stored"), PRINTED)
def test_more_groups_say_the_same(routine: str, number: int, stored: str, tmp_path: Path) -> None:
    parts = struct.pack("<q" if routine == "sleb128" else "<Q", number)
    room = min(len(stored) // 2 + 3, 10)
    filled = Tagged(routine).encode(parts, room)
    assert len(filled) == room
    assert number_of(routine, filled, tmp_path) == number


@given(some.integers(-(1 << 63), (1 << 63) - 1))
def test_signed_numbers_come_back_from_as_few_groups_as_hold_them(number: int) -> None:
    parts = struct.pack("<q", number)
    stored = Tagged("sleb128").encode(parts)
    assert Tagged("sleb128").decode(stored) == parts
    assert -(1 << 7 * len(stored) - 1) <= number < 1 << 7 * len(stored) - 1
    assert len(stored) == 1 or not -(1 << 7 * len(stored) - 8) <= number < 1 << 7 * len(stored) - 8


@pytest.mark.parametrize(
    ("routine", "stored", "found"),
    [
        ("vlq", b"", "requested 1 bytes"),
        ("vlq", b"\x80", "requested 1 bytes"),
        ("uleb128", b"\xff" * 99, "expected a number that ends in 10 bytes, found more"),
        ("uleb128", b"\xff" * 9 + b"\2", "expected a number of 64 bits"),
        ("vlq", b"\x82" + b"\x80" * 8 + b"\0", "expected a number of 64 bits"),
        ("sleb128", b"\x80" * 9 + b"\1", "expected a number of 64 bits"),
    ],
)
def test_what_is_no_number_is_refused(
    routine: str, stored: bytes, found: str, tmp_path: Path
) -> None:
    with pytest.raises(quire.FormatError, match=found) as caught:
        number_of(routine, stored, tmp_path)
    assert caught.value.path == "value"


@pytest.mark.parametrize("stored", [b"", b"\x80", b"\1\1"])
def test_groups_that_are_not_one_number_are_refused(stored: bytes) -> None:
    with pytest.raises(quire.FormatError, match="expected groups of seven bits up to the last"):
        Tagged("vlq").decode(stored)


@pytest.mark.parametrize("parts", [bytes(7), bytes(9)])
def test_parts_are_eight_bytes(parts: bytes) -> None:
    with pytest.raises(quire.FormatError):
        Tagged("vlq").encode(parts)
