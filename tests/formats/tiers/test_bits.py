"""`quire.tiers.pack_bits` and `unpack_bits`: arguments, results and errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire import tiers

CASES = json.loads((Path(__file__).parent / "vectors" / "pack_bits.json").read_text())


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if max(case["signed"], default=0) <= 127],
    ids=lambda case: f"{case['bits']}-{case['n']}",
)
def test_foreign_streams_are_packed_and_unpacked(case: dict[str, Any]) -> None:
    packed = tiers.pack_bits(case["signed"], case["bits"])
    assert packed.tobytes().hex() == case["packed"]
    assert tiers.unpack_bits(packed, case["bits"], case["n"]).tolist() == case["signed"]


def test_results_go_where_they_are_told_to() -> None:
    room, back = np.full(9, 0xA5, np.uint8), np.full(9, 0x5A, np.int8)
    packed = tiers.pack_bits([1, -1, 3], 3, out=room)
    assert np.shares_memory(packed, room)
    assert room.tolist() == [*packed.tolist(), *[0xA5] * 7]
    codes = tiers.unpack_bits(bytes(packed), 3, 3, out=back)
    assert np.shares_memory(codes, back)
    assert back.tolist() == [1, -1, 3, *[0x5A] * 6]


@pytest.mark.parametrize("bits", [0, 9, -1])
def test_there_are_widths_of_1_to_8_bits(bits: int) -> None:
    with pytest.raises(tiers.InvalidBitWidth, match="bits: expected 1 to 8") as packing:
        tiers.pack_bits([0], bits)
    with pytest.raises(tiers.InvalidBitWidth):
        tiers.unpack_bits(b"\0", bits, 1)
    assert packing.value.bits == bits


def test_what_does_not_fit_says_how_much_it_takes() -> None:
    with pytest.raises(tiers.OutputTooSmall) as packing:
        tiers.pack_bits([0] * 64, 7, out=np.empty(55, np.uint8))
    with pytest.raises(tiers.OutputTooSmall) as unpacking:
        tiers.unpack_bits(bytes(56), 7, 64, out=np.empty(63, np.int8))
    assert (packing.value.required, unpacking.value.required) == (56, 64)


def test_too_few_bytes_are_an_error_before_memory_is_taken() -> None:
    with pytest.raises(tiers.InputTooSmall) as found:
        tiers.unpack_bits(bytes(55), 7, 10**18)
    assert found.value.required == 7 * 10**18 // 8
    assert isinstance(found.value, quire.FormatError)


def test_a_code_of_8_bits_that_int8_does_not_hold_is_an_error() -> None:
    with pytest.raises(tiers.CodecErr, match="expected codes of 8 bits, 0 to 254, found 255"):
        tiers.unpack_bits(b"\0\xff", 8, 2)


@pytest.mark.parametrize("codes", [[4, 5], [-4], [300], [0.5]])
def test_codes_that_cannot_be_packed_are_refused(codes: list[Any]) -> None:
    with pytest.raises(quire.EncodingError):
        tiers.pack_bits(codes, 3)


@pytest.mark.parametrize(
    "out", [np.empty(8, np.int8), np.empty((8, 8), np.uint8), np.empty(64, np.uint8)[::2]]
)
def test_an_output_of_another_kind_is_refused(out: Any) -> None:
    with pytest.raises(ValueError, match="out: expected a contiguous array of uint8"):
        tiers.pack_bits([0] * 8, 8, out=out)
