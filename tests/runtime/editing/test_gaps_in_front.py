"""What no field describes in front of an instance is not cut off to make room for that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

LED = """
seq: [{id: len, type: u1}, {id: ofs, type: u1}, {id: name, size: len}]
instances: {at: {pos: ofs, type: pair}}
types: {pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}}
"""
FIXED = LED.replace("pos: ofs", "pos: 9")
TOLD = "but bytes that no field describes are there"


@pytest.fixture(scope="module")
def led(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("spec"), LED)


@pytest.mark.parametrize("is_written", [False, True])
@pytest.mark.parametrize("ofs", [4, 6, 8])
def test_what_is_edited_is_not_led_over_it(
    ofs: int,
    is_written: bool,  # noqa: FBT001  # a case
    led: Any,
) -> None:
    record = led.from_bytes(b"\2\x09nmGAPS!AB-TAIL")
    record.at.a = ord("X")
    if is_written:
        assert record.to_bytes() == b"\2\x09nmGAPS!XB-TAIL"
    record.ofs = ofs
    with pytest.raises(quire.ContradictionError, match=rf"given the position {ofs}, {TOLD}: leave"):
        record.to_bytes()
    record.ofs = 10
    assert record.to_bytes() == b"\2\x0anmGAPS!\0XB-TAIL"


def test_what_is_not_edited_is_read_where_it_is_led(led: Any) -> None:
    record = led.from_bytes(b"\2\x09nmGAPS!AB-TAIL")
    record.ofs = 6
    assert record.to_bytes() == b"\2\x06nmGAPS!AB-TAIL"
    assert record.at.a == ord("P")


def test_it_is_led_over_zeros(led: Any) -> None:
    record = led.from_bytes(b"\2\x09nmGA\0\0\0AB-TAIL")
    record.at.a, record.ofs = ord("X"), 7
    assert record.to_bytes() == b"\2\x07nmGA\0XB-TAIL"
    record.ofs = 5
    with pytest.raises(quire.ContradictionError, match=TOLD):
        record.to_bytes()


def test_zeros_behind_what_is_in_front_are_cut_if_there_are_no_others(led: Any) -> None:
    record = led.from_bytes(b"\2\x09nm\0\0PS!AB-TAIL")
    record.at.a, record.ofs = ord("X"), 8
    assert record.to_bytes() == b"\2\x08nm\0PS!XB-TAIL"


@pytest.mark.parametrize("a", [None, ord("X")])
def test_fields_do_not_grow_over_it_where_the_position_is_fixed(
    a: int | None, tmp_path: Path
) -> None:
    record = compiled(tmp_path, FIXED).from_bytes(b"\2\x09nmGAPS!AB-TAIL")
    record.name = b"name"
    if a is not None:
        record.at.a = a
    with pytest.raises(quire.ContradictionError, match=rf"position 9, {TOLD}: keep the size"):
        record.to_bytes()
    record.name = b"n"
    first = bytes([a or ord("A")])
    assert record.to_bytes() == b"\1\x09nGAPS!\0" + first + b"B-TAIL"


@pytest.mark.parametrize(
    ("gap", "left"), [(b"\0\0\0S!", b"\0S!"), (b"GA\0\0\0", b"GA\0"), (b"\0\0A\0\0", b"A\0\0")]
)
def test_fields_grow_over_zeros(gap: bytes, left: bytes, tmp_path: Path) -> None:
    record = compiled(tmp_path, FIXED).from_bytes(b"\2\x09nm" + gap + b"AB-TAIL")
    record.name = b"name"
    assert record.to_bytes() == b"\4\x09name" + left + b"AB-TAIL"


@pytest.mark.parametrize("name", [b"nam", b"name"])
def test_one_byte_again_and_again_is_padding(name: bytes, tmp_path: Path) -> None:
    record = compiled(tmp_path, FIXED).from_bytes(b"\2\0nm\x80\x80\x80\x80\x80AB-TAIL")
    assert record.at.a == ord("A")
    record.name = name
    assert record.to_bytes() == bytes([len(name), 0]) + name.ljust(7, b"\x80") + b"AB-TAIL"
