"""What no quantiser makes, and has a meaning all the same: `verify` notes it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from quire import tiers
from tests.formats.tiers.layout import laid_out

ARRAY = np.random.default_rng(1).standard_normal((5, 70)).astype(np.float32)
ARRAY[2, :2] *= 1000

PADDING = "the padding before the blocks is not all zeros"


def notes(quantized: tiers.QuantizedArray) -> list[str]:
    """What `verify` says of its file."""
    with tiers.open_tensor(tiers.pack_tensor(quantized)) as file:
        return file.verify()


def places_of_scales(quantized: tiers.QuantizedArray) -> list[int]:
    """Where each scale begins, block by block."""
    places, at = list[int](), 0
    for block in tiers.quantize_bits(ARRAY, 3):
        places += [at] if block.secondary_scale is None else [at, at + 4]
        at += len(block.to_bytes())
    assert at == quantized.nbytes
    return places


@pytest.mark.parametrize("bits", [0, 3, 8])
def test_padding_that_is_not_zero_is_noted(bits: int) -> None:
    tensor: Any = tiers.quantize(ARRAY, bits) if bits else tiers.AbsentTensor((5, 70))
    data = bytearray(tiers.pack_tensor(tensor))
    behind = 12 + 2 * 8 + 4 + 2 + 4 + 8 + (bits == 3)
    data[behind:64] = b"\7" * (64 - behind)
    with tiers.open_tensor(data) as found:
        assert found.verify() == [PADDING]
        assert found.shape == (5, 70)
        assert np.array_equal(found.read(), tensor.dequantize())


SCALES = [math.inf, -math.inf, math.nan, -1.0, 3e38, 1e-45, 0.0]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("two_level", [False, True])
@pytest.mark.parametrize("bits", [8, 7, 5, 3])
def test_scales_mean_what_ieee_754_says(bits: int, scale: float, *, two_level: bool) -> None:
    two = two_level and bits == 3
    quantized, plain = (tiers.quantize(ARRAY, bits, 64, two) for _ in range(2))
    for place in (0, 4) if two else (0,):
        quantized.data[place : place + 4].view("<f4")[...] = scale
        plain.data[place : place + 4].view("<f4")[...] = 1
    with np.errstate(all="ignore"):
        expected = plain.dequantize().reshape(-1)  # the codes of the first block
        expected[:64] *= np.float32(scale)
    found = tiers.load_tensor(laid_out(quantized).write())
    assert np.array_equal(found.reshape(-1), expected, equal_nan=True)


@pytest.mark.parametrize("scale", SCALES)
def test_scales_that_no_quantiser_makes_are_noted(scale: float) -> None:
    odd = scale < 0 or not math.isfinite(scale)
    places = places_of_scales(tiers.quantize(ARRAY, 3))
    assert len(places) == 8  # of six blocks, of which two have two
    for place in places:
        quantized = tiers.quantize(ARRAY, 3)
        quantized.data[place : place + 4].view("<f4")[...] = scale
        assert notes(quantized) == ["scales that are negative or not finite: 1"] * odd


@pytest.mark.parametrize(("bits", "code"), [(8, b"\x80"), (7, b"\x7f"), (5, b"\x1f"), (3, b"\7")])
def test_codes_that_no_quantiser_makes_are_noted(bits: int, code: bytes) -> None:
    quantized = tiers.quantize(ARRAY, bits, two_level=False)
    for block in (0, 3):
        place = block * (4 + 8 * bits) + 4
        kept = quantized.data[place] >> bits << bits if bits < 8 else 0
        quantized.data[place] = kept | code[0]
    assert notes(quantized) == ["codes beyond the largest that a quantiser makes: 2"]
    step = quantized.data[:4].view("<f4")[0]
    value = np.float32(-128 if bits == 8 else 2 ** (bits - 1))
    assert quantized.dequantize()[0, 0] == value * step


@pytest.mark.parametrize(("bits", "two_level"), [(8, False), (5, False), (3, True), (3, "auto")])
def test_what_a_quantiser_makes_is_not_odd(
    bits: int, two_level: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quire.tiers.file.tensor_file.PART_VALUES", 100)
    array = np.random.default_rng(2).standard_cauchy(1000).astype(np.float32)
    array[:70] = [np.nan, np.inf, -np.inf, 0, 1e-45, 3e38, -3e38] * 10
    assert notes(tiers.quantize(array, bits, two_level=two_level)) == []


@pytest.mark.parametrize("bits", [8, 7, 5, 3])
@pytest.mark.parametrize("fill", [0, 0xFF, 0x80, 0x7F])
def test_any_blocks_are_values(bits: int, fill: int) -> None:
    quantized = tiers.quantize(ARRAY, bits)
    quantized.data[...] = fill
    found = tiers.load_tensor(tiers.pack_tensor(quantized))
    assert (found.shape, found.dtype) == ((5, 70), np.float32)
