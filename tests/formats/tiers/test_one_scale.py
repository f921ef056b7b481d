"""Blocks with one scale: those of the original program, and what does not fit."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import quire
from quire import tiers

VECTORS = Path(__file__).parent / "vectors"

CASES = json.loads((VECTORS / "store_blocks.json").read_text())

each_case = pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case['input']}-{case['bits']}"
)


@each_case
def test_blocks_are_those_of_the_original_program(case: dict[str, Any]) -> None:
    block = tiers.quantize_block(np.load(VECTORS / "inputs" / f"{case['input']}.npy"), case["bits"])
    assert block.count == case["n"]
    assert block.data.tobytes().hex() == case["packed"]
    assert np.float32(block.scale).view(np.uint32) == case["scale_f32_bits"]
    assert block.checksum == case["crc32"]


@each_case
def test_blocks_of_the_original_program_are_decoded(case: dict[str, Any]) -> None:
    data = np.frombuffer(bytes.fromhex(case["packed"]), np.uint8)
    scale = np.uint32(case["scale_f32_bits"]).view(np.float32)
    block = tiers.OneScaleBlock(data, float(scale), case["bits"], case["n"])
    assert zlib.crc32(block.dequantize().data) == case["decoded_crc32"]
    if case["decoded_f32_bits"]:  # the longest have the sum alone
        assert block.dequantize().view(np.uint32).tolist() == case["decoded_f32_bits"]


@each_case
def test_records_are_those_of_the_original_program(case: dict[str, Any]) -> None:
    block = tiers.quantize_block(np.load(VECTORS / "inputs" / f"{case['input']}.npy"), case["bits"])
    key = tiers.BlockKey(int(case["tensor_id"]), case["block_index"])
    record = tiers.BlockRecord.of(key, block, case["tier"], case["now"])
    assert record.to_bytes().hex() == case["meta_record"]


@settings(deadline=None)  # kernels are compiled on the way
@given(
    arrays.arrays(np.float32, st.integers(0, 300), elements=st.floats(-1e6, 1e6, width=32)),
    st.sampled_from([8, 7, 5, 3]),
)
def test_values_come_back_within_half_a_step(values: Any, bits: int) -> None:
    block = tiers.quantize_block(values, bits)
    assert block.nbytes == (values.size * bits + 7) // 8
    error = np.abs(block.dequantize().astype(np.float64) - values)
    assert error.max(initial=0) <= block.scale * 0.5001 + 1e-38


def test_the_code_above_the_largest_is_one_step_more() -> None:
    for bits in range(1, 9):
        block = tiers.OneScaleBlock(np.full(bits, 255, np.uint8), 0.5, bits, 8)
        assert block.dequantize().tolist() == [2 ** (bits - 1) * 0.5] * 8


def test_decoded_values_go_where_they_are_told_to() -> None:
    room = np.empty(3, np.float32)
    assert tiers.quantize_block([1, -2, 3], 3).dequantize(out=room) is room
    assert room.tolist() == [1, -2, 3]
    with pytest.raises(ValueError, match="out: expected"):
        tiers.quantize_block([1, -2, 3], 3).dequantize(out=np.empty(4, np.float32))


def test_what_is_no_block_is_refused() -> None:
    with pytest.raises(tiers.InvalidBitWidth, match="expected 8, 7, 5 or 3, found 4"):
        tiers.quantize_block([1.0], 4)
    with pytest.raises(quire.EncodingError, match="real numbers of at most 64 bits, found complex"):
        tiers.quantize_block([1j], 8)
    data = np.zeros(3, np.uint8)
    for bits in (0, 9, -1):
        with pytest.raises(tiers.InvalidBitWidth):
            tiers.OneScaleBlock(data, 1.0, bits, 3)
    assert tiers.OneScaleBlock(data, 1.0, 3, 6).count == 6
    assert tiers.OneScaleBlock(data, 1.0, 3, 8).count == 8
    with pytest.raises(tiers.InputTooSmall, match="data: expected at least 4 bytes, found 3"):
        tiers.OneScaleBlock(data, 1.0, 3, 9)
    with pytest.raises(quire.FormatError, match="count: expected at least 6, found 5"):
        tiers.OneScaleBlock(data, 1.0, 3, 5)
    with pytest.raises(tiers.InputTooSmall):
        tiers.OneScaleBlock(data, 1.0, 8, 1 << 70)
    with pytest.raises(quire.FormatError, match="count"):
        tiers.OneScaleBlock(np.zeros(0, np.uint8), 1.0, 8, -1)
