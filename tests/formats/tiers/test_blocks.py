"""Blocks and whole arrays of `quire.tiers`: the vectors of ADR-019, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire import tiers

VECTORS = Path(__file__).parent / "vectors"
DOCUMENT = json.loads((VECTORS / "adr019_blocks.json").read_text())

FITTING: dict[str, Any] = {"shape": (64,), "bits": 8}
"""What goes with 68 bytes."""

Floats = npt.NDArray[np.float32]


def _input(case: dict[str, Any]) -> Floats:
    found: Floats = np.load(VECTORS / "inputs" / f"{case['input']}.npy")
    return found


def _name(case: dict[str, Any]) -> str:
    return "-".join(str(case[key]) for key in ("input", "bits", "two_level") if key in case)


@pytest.mark.parametrize("case", DOCUMENT["blocks"], ids=_name)
def test_arrays_become_the_bytes_of_the_description(case: dict[str, Any]) -> None:
    found = tiers.quantize(_input(case), case["bits"], case["block_size"], case["two_level"])
    assert found.data.tobytes().hex() == case["bytes"]
    assert found.dequantize().view(np.uint32).tolist() == case["decoded_f32_bits"]


@pytest.mark.parametrize("case", DOCUMENT["auto_two_level"], ids=_name)
def test_heavy_tailed_blocks_get_two_scales(case: dict[str, Any]) -> None:
    config = tiers.QuantConfig(case["block_size"], case["threshold"])
    blocks = tiers.quantize_bits(_input(case), 3, config)
    expected = [block["two_level"] for block in case["blocks"]]
    assert [block.secondary_scale is not None for block in blocks] == expected


@pytest.mark.parametrize(
    "case", [case for case in DOCUMENT["blocks"] if not case["two_level"]], ids=_name
)
def test_blocks_have_the_codes_of_the_description(case: dict[str, Any]) -> None:
    config = tiers.QuantConfig(case["block_size"], two_level_threshold=np.inf)
    if case["bits"] == 8:
        blocks = tiers.quantize_s8(_input(case), config)
    else:
        blocks = tiers.quantize_bits(_input(case), case["bits"], config)
    assert np.concatenate([block.codes for block in blocks]).tolist() == case["codes"]
    assert b"".join(block.to_bytes() for block in blocks).hex() == case["bytes"]
    decoded = np.concatenate([tiers.dequantize(block) for block in blocks])
    assert decoded.view(np.uint32).tolist() == case["decoded_f32_bits"]


def test_blocks_of_both_kinds_stand_beside_each_other() -> None:
    array = np.random.default_rng(1).uniform(1, 2, (10, 64)).astype(np.float32)
    array[3, :2] *= 1000
    found = tiers.quantize(array, 3)
    assert found.two_level_blocks == bytes([0b1000, 0])
    assert found.nbytes == 9 * 28 + 40
    alone = [tiers.quantize(row, 3).dequantize() for row in array]
    assert (found.dequantize() == np.array(alone)).all()
    blocks = tiers.quantize_bits(array, 3)
    assert b"".join(block.to_bytes() for block in blocks) == found.data.tobytes()
    assert (tiers.dequantize(blocks[3]) == alone[3]).all()


def test_a_single_bit_map_is_not_needed_where_all_blocks_have_two_scales() -> None:
    array = np.zeros(128, np.float32)
    array[[0, 64]] = 1
    found = tiers.quantize(array, 3)
    assert (found.two_level, found.two_level_blocks) == (True, b"")


@pytest.mark.parametrize("array", [[], np.empty((3, 0)), np.empty((0, 64), np.float32)])
def test_nothing_becomes_nothing(array: Any) -> None:
    found = tiers.quantize(array, 3)
    assert found.nbytes == 0
    assert found.dequantize().shape == np.shape(array)
    assert tiers.quantize_s8(array) == []


@pytest.mark.parametrize("dtype", [np.int16, np.bool_, np.float16, ">f4", np.float64])
def test_numbers_of_other_dtypes_are_rounded(dtype: Any) -> None:
    array = np.array([[1, 0, 1], [0, 1, 1]], dtype)[:, ::-1]
    found = tiers.quantize(array, 8).dequantize()
    assert found.dtype == np.float32
    assert found.tolist() == array.astype(float).tolist()


def test_decoding_fills_what_it_is_given() -> None:
    found = tiers.quantize(np.arange(6).reshape(2, 3), 8)
    out = np.empty((2, 3), np.float32)
    assert found.dequantize(out) is out
    for wrong in (np.empty(6, np.float32), np.empty((2, 3)), np.empty((3, 2), np.float32).T):
        with pytest.raises(ValueError, match="out: expected"):
            found.dequantize(wrong)  # type: ignore[arg-type]  # is refused


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"bits": 4}, "bits: expected 8, 7, 5 or 3, found 4"),
        ({"bits": 3, "block_size": 0}, "block_size: expected a whole number, 1 or more, found 0"),
        ({"bits": 7, "two_level": True}, "two_level: expected false with 7 bits"),
    ],
)
def test_quantising_refuses_what_cannot_be(arguments: dict[str, Any], expected: str) -> None:
    with pytest.raises(quire.FormatError, match=expected):
        tiers.quantize([1, 2], **arguments)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"shape": (1 << 60,)}, "data: expected at least .* bytes, found 68"),
        ({"shape": (1 << 62, 8)}, "shape: expected at most"),
        ({"shape": (-1,)}, "shape: expected dimensions from 0"),
        ({"shape": (63,)}, "data: expected 67 bytes, found 68"),
        (
            {"bits": 3, "two_level_blocks": b"\2"},
            "two_level_blocks: expected zeros after the first 1 bits",
        ),
    ],
)
def test_bytes_that_do_not_fit_are_refused_before_memory_is_taken(
    arguments: dict[str, Any], expected: str
) -> None:
    data = np.zeros(68, np.uint8)
    with pytest.raises(quire.FormatError, match=expected):
        tiers.QuantizedArray(data, **FITTING | arguments)


def test_arrays_of_anything_but_real_numbers_are_refused() -> None:
    with pytest.raises(quire.EncodingError, match="expected an array of real numbers"):
        tiers.quantize([1j], 8)
    with pytest.raises(tiers.InvalidBitWidth):
        tiers.quantize_bits([1], 8)
    with pytest.raises(ValueError, match="two_level: expected True, False"):
        tiers.quantize([1], 3, two_level="always")  # type: ignore[arg-type]  # is refused


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"bits": 6}, "bits: expected 8, 7, 5 or 3"),
        ({"flags": b"\0"}, "flags: expected flags with a secondary scale"),
        ({"secondary_scale": 1.0}, "flags: expected flags with a secondary scale"),
        ({"secondary_scale": 1.0, "flags": b"\0", "bits": 5}, "secondary_scale: expected none"),
        ({"secondary_scale": 1.0, "flags": b""}, "flags: expected 1 bytes, found 0"),
    ],
)
def test_a_block_that_cannot_be_stored_is_refused(fields: dict[str, Any], expected: str) -> None:
    values: dict[str, Any] = {"scale": 1.0, "codes": np.zeros(5, np.int8), "bits": 3}
    with pytest.raises(quire.FormatError, match=expected):
        tiers.dequantize(tiers.QuantizedBlock(**values | fields))


def test_the_largest_magnitude_is_that_of_finite_values() -> None:
    assert tiers.max_abs(np.array([[1, -3], [np.nan, -np.inf]])) == 3
    assert tiers.max_abs([]) == 0
