"""The acceptance criteria of ADR-019, section 5, and the targets for quality of ADR-023.

What of section 5.1 belongs to a store, and 5.4, are tested with that; section 5.2, but for memory,
is a matter of benchmarks.
"""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quire import tiers

Floats = npt.NDArray[np.float32]

QMAX = {8: 127, 7: 63, 5: 15, 3: 3}
each_width = pytest.mark.parametrize("bits", QMAX)

LARGEST = float(np.nextafter(np.finfo(np.float32).max, np.float32(0)))
"""Above it is one float32: with 8 bits its code times its scale is infinite, rounded."""

ULP = 2.0**-24
"""Half of the distance of float32 numbers, relative."""

SUBNORMAL = 2.0**-150
"""Half of the distance of those next to 0."""


def samples() -> dict[str, Floats]:
    """Arrays as they occur, and as they do not."""
    rng = np.random.default_rng(1)
    normal = rng.standard_normal(1000).astype(np.float32)
    return {
        "normal": normal,
        "Cauchy": rng.standard_cauchy(1000).astype(np.float32),
        "lognormal": rng.lognormal(0, 3, 1000).astype(np.float32),
        "one outlier a block": np.where(np.arange(1000) % 64 == 5, normal * 1e6, normal),
        "halves of a step": (np.arange(1000, dtype=np.float32) % 255 - 127) / 2,
        "subnormal": normal * np.float32(1e-41),
        "constant": np.full(1000, 0.1, np.float32),
        "large": normal * np.float32(5e37),
        "powers": np.ldexp(np.float32(1), np.arange(1000) % 250 - 140).astype(np.float32),
    }


finite = st.floats(-LARGEST, LARGEST, width=32)
arrays = st.one_of(
    st.lists(finite, min_size=1, max_size=150),
    st.lists(st.sampled_from([0.0, 1.0, -1.0, 0.5, 126.5, 127.0, 1e-45, -3e-39]), min_size=1),
    st.lists(st.floats(-4, 4, width=32), min_size=60, max_size=70),
)

# -- 5.1 Format correctness ------------------------------------------------------------------------


@pytest.mark.parametrize("bits", [3, 5, 7, 8])
def test_packing_loses_nothing(bits: int) -> None:
    most = QMAX[bits]
    valid = np.arange(-most, most + 1, dtype=np.int8)
    for before in range(8):  # each code at each place in a byte
        codes = np.concatenate([np.zeros(before, np.int8), valid, valid[::-1]])
        packed = tiers.pack_bits(codes, bits)
        assert packed.size == math.ceil(codes.size * bits / 8)
        assert np.array_equal(tiers.unpack_bits(packed, bits, codes.size), codes)


@settings(max_examples=100, deadline=None)
@given(bits=st.sampled_from([3, 5, 7, 8]), count=st.integers(0, 400), seed=st.integers(0, 2**32))
def test_packing_loses_nothing_of_any_length(bits: int, count: int, seed: int) -> None:
    most = QMAX[bits]
    codes = np.random.default_rng(seed).integers(-most, most, count, np.int8, endpoint=True)
    packed = tiers.pack_bits(codes, bits)
    assert np.array_equal(tiers.unpack_bits(packed, bits, count), codes)


def largest_error(most: int, step: float) -> float:
    """How far a decoded value may be from the original, by the step that is stored.

    A code is at most half of one from the quotient of value and step. That quotient is rounded to
    float32, and so is the product of code and step; each adds `ULP` of up to `most` steps. Where
    the step, rounded to float32 as well, is too small, the largest values are cut: by `ULP` of
    `most` steps again. Among subnormal numbers, both the step and the product are rounded by up to
    `SUBNORMAL`, the step's error counting `most` times.
    """
    return step / 2 + 3 * most * step * ULP + (most + 1) * SUBNORMAL


def assert_bounded(values: Floats, block: tiers.QuantizedBlock) -> None:
    """Each value is as near as its scale promises."""
    errors = np.abs(tiers.dequantize(block).astype(np.float64) - values)
    steps = np.full(values.size, block.scale)
    if block.flags is not None:
        flags = np.unpackbits(np.frombuffer(block.flags, np.uint8), bitorder="little")
        steps[flags[: values.size] == 1] = block.secondary_scale
    most = QMAX[block.bits]
    assert (errors <= [largest_error(most, step) for step in steps]).all()
    # In terms of the largest magnitude: max_abs / 254, / 126, / 30, / 6.
    largest = float(np.abs(values).max())
    allowed = largest / (2 * most) * (1 + 8 * most * ULP) + 2 * (most + 1) * SUBNORMAL
    assert errors.max() <= allowed


def quantised(values: Floats, bits: int, config: tiers.QuantConfig) -> list[tiers.QuantizedBlock]:
    if bits == 8:
        return tiers.quantize_s8(values, config)
    return tiers.quantize_bits(values, bits, config)


def assert_all_bounded(values: Floats, bits: int, config: tiers.QuantConfig) -> None:
    blocks = quantised(values, bits, config)
    edges = [*range(0, values.size, config.block_size), values.size]
    assert len(blocks) == len(edges) - 1
    for (first, stop), block in zip(pairwise(edges), blocks, strict=True):
        assert_bounded(values[first:stop], block)


@each_width
@pytest.mark.parametrize("name", samples())
@pytest.mark.parametrize("threshold", [5.0, math.inf])
def test_values_come_back_within_half_a_step(bits: int, name: str, threshold: float) -> None:
    assert_all_bounded(samples()[name], bits, tiers.QuantConfig(64, threshold))


@settings(max_examples=100, deadline=None)
@given(
    bits=st.sampled_from([8, 7, 5, 3]),
    values=arrays,
    block_size=st.sampled_from([1, 8, 64, 128]),
    threshold=st.sampled_from([5.0, math.inf, 0.0]),
)
@example(8, [LARGEST, -LARGEST / 3], 64, math.inf)
@example(3, [1e-45, 7e-45, 0.0], 64, math.inf)
def test_any_values_come_back_within_half_a_step(
    bits: int, values: list[float], block_size: int, threshold: float
) -> None:
    array = np.array(values, np.float32)
    assert_all_bounded(array, bits, tiers.QuantConfig(block_size, threshold))


@each_width
def test_a_value_that_no_scale_reaches_is_the_largest_of_all(bits: int) -> None:
    largest = np.array([np.finfo(np.float32).max], np.float32)
    assert np.isinf(tiers.quantize(largest, bits).dequantize()) == (bits == 8)
    assert np.isfinite(tiers.quantize(np.array([LARGEST], np.float32), bits).dequantize())


def above(value: float) -> np.float32:
    """The next float32."""
    following: np.float32 = np.nextafter(np.float32(value), np.float32(np.inf))
    return following


@pytest.mark.parametrize(
    ("values", "two_level"),
    [
        ([1, 1, 1, 5], False),
        ([1, -1, 1, -above(5)], True),
        ([2, 3, 0, 12.5], False),  # the median is that of the two in the middle: 2.5
        ([2, -3, 0, above(12.5)], True),
        ([1, 1, 2, 3, 10], False),
        ([1, 1, 2, 3, above(10)], True),
        ([0, 0, 0, 1e-45], True),
        ([0, 0, 0, 0], False),
        ([np.nan, np.inf, 0, 1], True),
        ([7], False),
    ],
)
def test_two_scales_are_for_a_ratio_above_the_threshold(
    values: list[float], *, two_level: bool
) -> None:
    (block,) = tiers.quantize_bits(np.array(values, np.float32), 3)
    assert (block.secondary_scale is not None) is two_level
    (block,) = tiers.quantize_bits(np.array(values, np.float32), 5)
    assert block.secondary_scale is None


@pytest.mark.parametrize("threshold", [1.5, 3.0, 5.0, 20.0])
def test_the_threshold_is_what_is_configured(threshold: float) -> None:
    rng = np.random.default_rng(3)
    values = rng.standard_cauchy((200, 64)).astype(np.float32)
    sizes = np.abs(values).astype(np.float64)
    expected = sizes.max(axis=1) / np.median(sizes, axis=1) > threshold
    assert expected.any()
    blocks = tiers.quantize_bits(values, 3, tiers.QuantConfig(64, threshold))
    assert [block.secondary_scale is not None for block in blocks] == expected.tolist()


def test_a_tensor_of_tier_0_reads_as_zeros_without_a_policy() -> None:
    found = tiers.load_tensor(tiers.pack_tensor(tiers.AbsentTensor((3, 4))))
    assert found.tolist() == [[0.0] * 4] * 3


# -- 5.2 Performance: no memory on the way -------------------------------------------------------

COUNT = 1 << 20


def peak_of(call: Callable[[], object]) -> int:
    """Most bytes that a call has at a time."""
    call()  # compiled code is loaded
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@each_width
def test_packing_and_unpacking_take_no_memory(bits: int) -> None:
    most = QMAX[bits]
    codes = np.random.default_rng(1).integers(-most, most, COUNT, np.int8, endpoint=True)
    packed, unpacked = np.empty(COUNT * bits // 8, np.uint8), np.empty(COUNT, np.int8)
    assert peak_of(lambda: tiers.pack_bits(codes, bits, packed)) < 1 << 14
    assert peak_of(lambda: tiers.unpack_bits(packed, bits, COUNT, unpacked)) < 1 << 14
    assert np.array_equal(unpacked, codes)


def test_the_largest_magnitude_takes_no_memory() -> None:
    values = np.random.default_rng(1).standard_normal(COUNT).astype(np.float32)
    assert peak_of(lambda: tiers.max_abs(values)) < 1 << 14
    assert tiers.max_abs(values) == np.abs(values).max()


# -- 5.3 Storage efficiency ------------------------------------------------------------------------

SIZES = [*range(1, 73), 127, 128, 129, 255, 256, 1000, 4096]


def stored(size: int, bits: int, *, two_level: bool) -> int:
    """Bytes of a block, by the criteria."""
    if two_level:
        return 8 + math.ceil(size / 8) + math.ceil(size * 3 / 8)
    return 4 + math.ceil(size * bits / 8)


@pytest.mark.parametrize(
    ("bits", "two_level"), [(8, False), (7, False), (5, False), (3, False), (3, True)]
)
def test_blocks_have_the_size_of_the_criteria(bits: int, *, two_level: bool) -> None:
    rng = np.random.default_rng(1)
    for size in SIZES:
        values = rng.standard_normal(size).astype(np.float32)
        found = tiers.quantize(values, bits, size, two_level)
        assert found.nbytes == stored(size, bits, two_level=two_level)
        config = tiers.QuantConfig(size, 0.0 if two_level else math.inf)
        (block,) = quantised(values, bits, config)
        assert (block.secondary_scale is not None) is two_level
        assert block.to_bytes() == found.data.tobytes()


@pytest.mark.parametrize(("bits", "ratio"), [(8, 3.76), (7, 4.27), (5, 5.82), (3, 9.14)])
def test_ratios_are_those_of_the_description(bits: int, ratio: float) -> None:
    values = np.random.default_rng(1).standard_normal(64 * 10).astype(np.float32)
    found = tiers.quantize(values, bits, two_level=False)
    assert values.nbytes / found.nbytes == pytest.approx(ratio, abs=0.005)


@each_width
@pytest.mark.parametrize("block_size", [1, 5, 13, 64, 100])
def test_nothing_stands_between_blocks(bits: int, block_size: int) -> None:
    values = np.random.default_rng(1).standard_cauchy(317).astype(np.float32)
    found = tiers.quantize(values, bits, block_size)
    blocks = quantised(values, bits, tiers.QuantConfig(block_size))
    together = b"".join(block.to_bytes() for block in blocks)
    counts = [min(block_size, values.size - i) for i in range(0, values.size, block_size)]
    two_level = [block.secondary_scale is not None for block in blocks]
    assert len(together) == sum(
        stored(count, bits, two_level=two) for count, two in zip(counts, two_level, strict=True)
    )
    assert found.data.tobytes() == together
    assert tiers.pack_tensor(found)[-4 - len(together) : -4] == together


# -- Quality (ADR-023) -----------------------------------------------------------------------------


NORMAL = np.random.default_rng(23).standard_normal((64, 4096)).astype(np.float32)


@pytest.mark.parametrize(
    ("bits", "noise", "largest"),
    [(8, 1e-4, 0.008), (7, 4e-4, 0.016), (5, 4e-3, 0.065), (3, 3e-2, 0.3)],
)
@pytest.mark.parametrize("two_level", [False, True])
def test_normal_values_in_groups_of_64_have_the_quality(
    bits: int, noise: float, largest: float, *, two_level: bool
) -> None:
    errors = tiers.quantize(NORMAL, bits, 64, two_level and bits == 3).dequantize() - NORMAL
    squares = (NORMAL.astype(np.float64) ** 2).sum(axis=1)
    wrong = (errors.astype(np.float64) ** 2).sum(axis=1)
    # "MSE normalized by squared L2-norm of original block"
    assert (wrong / 4096 / squares).max() < noise
    assert (np.abs(errors).max(axis=1) / np.abs(NORMAL).max(axis=1)).max() < largest
    # Without the mean, which makes it 4096 times as strict, 3 bits cannot: the largest of 64 normal
    # values is about 2.4, and a third of that is a step of 0.8, which has a noise of 0.8²/12.
    if bits > 3:
        assert (wrong / squares).max() < noise
    else:
        assert 0.02 < (wrong / squares).mean() < 0.07
