"""Quantisers and packers by the names of the description (ADR-019, sections 3.9 and 5.3)."""

from __future__ import annotations

import numpy as np
import pytest

from quire import FormatError
from quire.tiers import (
    BitCodec,
    InputTooSmall,
    InvalidBitWidth,
    OutputTooSmall,
    QuantConfig,
    StandardBitCodec,
    TensorQuantizer,
    dequantize,
    quantize_bits,
    quantize_s8,
)

VALUES = np.sin(np.arange(64, dtype=np.float32))


@pytest.mark.parametrize(
    ("bits", "two_level", "packed", "stored"),
    [
        (8, False, 64, 68),
        (7, False, 56, 60),
        (5, False, 40, 44),
        (3, False, 24, 28),
        (3, True, 24, 40),
    ],
)
def test_sizes_are_those_of_the_description(
    bits: int,
    two_level: bool,  # noqa: FBT001  # pytest fills it in
    packed: int,
    stored: int,
) -> None:
    quantizer = TensorQuantizer(bits, two_level)
    assert quantizer.bit_width() == bits
    assert quantizer.packed_data_size(64) == packed
    assert quantizer.block_storage_size(64) == stored
    assert TensorQuantizer(bits).packed_data_size(1) == 1


@pytest.mark.parametrize("bits", [8, 7, 5, 3])
def test_a_block_is_that_of_the_functions(bits: int) -> None:
    block = TensorQuantizer(bits).quantize_block(VALUES)
    (expected,) = quantize_s8(VALUES) if bits == 8 else quantize_bits(VALUES, bits)
    assert block.to_bytes() == expected.to_bytes()
    assert len(block.to_bytes()) == TensorQuantizer(bits).block_storage_size(64)
    out = np.empty(64, np.float32)
    TensorQuantizer(bits).dequantize_block(block, out)
    assert np.array_equal(out, dequantize(block))
    assert np.abs(out - VALUES).max() <= 0.5 / (2 ** (bits - 1) - 1) + 1e-6


def test_a_block_with_an_outlier_has_two_scales() -> None:
    values = np.full(20, 0.1, np.float32)
    values[3] = 9
    assert TensorQuantizer(3).quantize_block(values).flags is not None
    calm = QuantConfig(two_level_threshold=1000)
    assert TensorQuantizer(3).quantize_block(values, calm).flags is None


def test_wrong_use_is_refused() -> None:
    for bits in (4, 8.0):
        with pytest.raises(InvalidBitWidth, match="8, 7, 5 or 3, found"):
            TensorQuantizer(bits)  # type: ignore[arg-type]  # is refused
    with pytest.raises(FormatError, match="two_level"):
        TensorQuantizer(8, two_level=True)
    for count in (0, 65):
        with pytest.raises(FormatError, match=f"values: expected 1 to 64 values, found {count}"):
            TensorQuantizer(8).quantize_block(np.zeros(count))
    block = TensorQuantizer(8).quantize_block(VALUES)
    with pytest.raises(InvalidBitWidth):
        TensorQuantizer(7).dequantize_block(block, np.empty(64, np.float32))
    with pytest.raises(ValueError, match="out"):
        TensorQuantizer(8).dequantize_block(block, np.empty(63, np.float32))
    with pytest.raises(FormatError, match="num_values"):
        TensorQuantizer(8).packed_data_size(-1)


def test_codes_are_packed_into_memory_that_is_given() -> None:
    codec: BitCodec = StandardBitCodec()
    packed = np.full(5, 0xEE, np.uint8)
    assert codec.pack([1, -3, 0, 2], 3, packed) == 2
    assert packed.tobytes() == bytes.fromhex("c40aeeeeee")
    codes = np.empty(4, np.int8)
    assert codec.unpack(packed[:2], 3, codes) == 4
    assert codes.tolist() == [1, -3, 0, 2]
    with pytest.raises(OutputTooSmall):
        codec.pack([0] * 9, 8, packed)
    with pytest.raises(InputTooSmall):
        codec.unpack(packed[:1], 3, codes)
    with pytest.raises(InvalidBitWidth):
        codec.pack([0], 9, packed)
