"""`block_quant`: the vectors of ADR-019, and what must hold beyond agreeing with the reference."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.kernels.codecs.block_quant import reference
from quire.kernels.codecs.block_quant.codec import BlockQuant
from quire.kernels.contract import ParameterError

VECTORS = Path(__file__).parents[1] / "formats" / "tiers" / "vectors"
BLOCKS = json.loads((VECTORS / "adr019_blocks.json").read_text())["blocks"]

CACHED = 8 << 20
"""Values of an array that is written past the cache."""

GUARD = 128

SPECIAL = [0, -0.0, 1, -1, 5, np.nan, np.inf, -np.inf, 1e-45, -4e-45, 2e-39, 1.2e-38, 3e38, -3.4e38]

KINDS: dict[str, Callable[[np.random.Generator, int], npt.NDArray[Any]]] = {
    "normal": lambda rng, count: rng.standard_normal(count),
    "heavy-tailed": lambda rng, count: rng.standard_t(1, count),
    "whole numbers": lambda rng, count: rng.integers(-15, 16, count),
    "halves": lambda rng, count: rng.integers(-127, 128, count) + 0.5,
    "mostly zeros": lambda rng, count: rng.standard_normal(count) * (rng.random(count) < 0.1),
    "subnormal": lambda rng, count: rng.integers(-40, 40, count) * 1e-45,
    "huge": lambda rng, count: rng.uniform(-3.4e38, 3.4e38, count),
    "special": lambda rng, count: rng.choice(SPECIAL, count),
    "special among others": lambda rng, count: np.where(
        rng.random(count) < 0.02, rng.choice(SPECIAL, count), rng.standard_normal(count)
    ),
}

BLOCK_SIZES = st.one_of(
    st.sampled_from([1, 2, 15, 16, 17, 32, 48, 63, 64, 65, 67, 100, 127, 128, 129, 192, 256]),
    st.integers(1, 700),
)

MODES = [(8, False), (7, False), (5, False), (3, False), (3, True)]


@pytest.fixture(params=["reference", "numba"])
def kernels(request: pytest.FixtureRequest) -> ModuleType:
    return _kernels(request.param)


def _kernels(backend: str) -> ModuleType:
    if backend == "numba":
        pytest.importorskip("numba", reason="pip install numba")
    return importlib.import_module(f"quire.kernels.codecs.block_quant.{backend}")


def _encode(kernels: ModuleType, array: Any, parameters: BlockQuant) -> bytes:
    """Encoded between guards that have to stay as they were."""
    size = parameters.stored_size()
    memory = np.full(size + 2 * GUARD, 0xA5, np.uint8)
    kernels.encode(array, memory[GUARD : GUARD + size], parameters)
    assert set(memory[:GUARD].tolist() + memory[GUARD + size :].tolist()) == {0xA5}
    return memory[GUARD : GUARD + size].tobytes()


def _decode(kernels: ModuleType, stored: bytes, parameters: BlockQuant) -> npt.NDArray[np.float32]:
    """Decoded between guards that have to stay as they were."""
    count = int(np.prod(parameters.shape))
    memory = np.full(count + 2 * GUARD, np.nan, np.float32)
    out = memory[GUARD : GUARD + count].reshape(parameters.shape)
    kernels.decode(np.frombuffer(stored, np.uint8), out, parameters)
    assert np.isnan(memory[:GUARD]).all()
    assert np.isnan(memory[GUARD + count :]).all()
    return out


def _values(kind: str, count: int, seed: int) -> npt.NDArray[np.float32]:
    return KINDS[kind](np.random.default_rng(seed), count).astype(np.float32)


@pytest.mark.parametrize(
    "case", BLOCKS, ids=lambda case: f"{case['input']}-{case['bits']}-{case['two_level']}"
)
def test_the_vectors_are_written_and_read(kernels: ModuleType, case: dict[str, Any]) -> None:
    array = np.load(VECTORS / "inputs" / f"{case['input']}.npy")
    parameters = BlockQuant(array.shape, case["bits"], case["block_size"], case["two_level"])
    assert _encode(kernels, array, parameters).hex() == case["bytes"]
    decoded = _decode(kernels, bytes.fromhex(case["bytes"]), parameters)
    assert decoded.view(np.uint32).tolist() == case["decoded_f32_bits"]


def slow(*sizes: int) -> list[Any]:
    """Sizes of blocks whose kernels, each of its own, are compiled where time does not count."""
    return [pytest.param(size, marks=pytest.mark.slow) for size in sizes]


@pytest.mark.parametrize("bits", [8, 7, 5, 3])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_becomes_zero_and_does_not_count(
    kernels: ModuleType, bits: int, value: float
) -> None:
    array = np.array([1, value, -0.5], np.float32)
    parameters = BlockQuant((3,), bits)
    decoded = _decode(kernels, _encode(kernels, array, parameters), parameters)
    assert decoded[1] == 0
    assert decoded[0] == pytest.approx(1)


def test_equal_magnitudes_at_the_edge_of_the_outliers_are_no_outliers(kernels: ModuleType) -> None:
    array = np.ones(64, np.float32)
    array[:3] = 9  # four may be, so the fourth and the fifth are both 1
    parameters = BlockQuant((64,), 3, two_level=True)
    stored = _encode(kernels, array, parameters)
    assert stored[8:16] == bytes([7, 0, 0, 0, 0, 0, 0, 0])
    assert _decode(kernels, stored, parameters).tolist() == pytest.approx(array.tolist())


@pytest.mark.parametrize("size", [1, 20, 65, 1000, *slow(19, 21, 63, 128)])
def test_outliers_of_blocks_of_any_size_are_those_of_the_reference(size: int) -> None:
    array = np.random.default_rng(1).standard_t(2, 3000).astype(np.float32).round(1)  # with ties
    parameters = BlockQuant((3000,), 3, size, two_level=True)
    expected = _encode(reference, array, parameters)
    assert _encode(_kernels("numba"), array, parameters) == expected


@settings(deadline=None)  # kernels are compiled on the way
@given(
    mode=st.sampled_from(MODES),
    block_size=BLOCK_SIZES,
    count=st.integers(0, 2000),
    kind=st.sampled_from(sorted(KINDS)),
    seed=st.integers(0, 2**32 - 1),
)
def test_blocks_of_any_size_and_values_are_those_of_the_reference(
    mode: tuple[int, bool], block_size: int, count: int, kind: str, seed: int
) -> None:
    kernels, array = _kernels("numba"), _values(kind, count, seed)
    parameters = BlockQuant((count,), mode[0], block_size, mode[1])
    stored = _encode(reference, array, parameters)
    assert _encode(kernels, array, parameters) == stored
    expected = _decode(reference, stored, parameters)
    assert _decode(kernels, stored, parameters).tobytes() == expected.tobytes()


@pytest.mark.parametrize("bits", [8, 7, 5, 3])
def test_values_beside_the_middle_of_two_codes_get_the_code_of_the_reference(bits: int) -> None:
    """Quotients are not found by division: those next to a tie are where that might show."""
    kernels, rng = _kernels("numba"), np.random.default_rng(bits)
    largest, most = rng.uniform(1, 2, (2000, 1)).astype(np.float32), np.float32(2 ** (bits - 1) - 1)
    middles = np.arange(most, dtype=np.float32)[rng.integers(0, int(most), (2000, 63))] + 0.5
    values = (largest / most * middles).astype(np.float32)
    nudged = (values.view(np.int32) + rng.integers(-2, 3, values.shape, np.int32)).view(np.float32)
    array = np.hstack([largest, nudged * rng.choice([-1, 1], values.shape)]).astype(np.float32)
    for power in (0, 90, -90, 110, -110):
        scaled = np.ldexp(array, power)
        parameters = BlockQuant(scaled.shape, bits)
        assert _encode(kernels, scaled, parameters) == _encode(reference, scaled, parameters)


@pytest.mark.parametrize("size", [2, 16, 96, 127, 256, 20000, *slow(32, 48, 112, 129, 500, 4096)])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_outliers_of_every_kind_of_block_are_those_of_the_reference(
    kind: str, size: int
) -> None:
    array = _values(kind, 20000, size)
    parameters = BlockQuant((20000,), 3, size, two_level=True)
    expected = _encode(reference, array, parameters)
    assert _encode(_kernels("numba"), array, parameters) == expected


@pytest.mark.parametrize("flags", ["none", "all", "some groups", "some blocks"])
@pytest.mark.parametrize("size", [64, 128])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_groups_of_blocks_are_encoded_as_the_reference_does_block_by_block(
    kind: str, size: int, flags: str
) -> None:
    """One block in some groups is of the kind, and the others are not; the last group is short."""
    rng = np.random.default_rng(size)
    array = rng.standard_normal((67, size)).astype(np.float32)
    for block in (0, 17, 47, 66):
        array[block] = _values(kind, size, block)
    bitmap = {
        "none": b"",
        "all": b"\xff" * 8 + b"\x07",
        "some groups": b"\xff\xff\0\0\xff\xff\0\0\0",
        "some blocks": b"\xff\x7f\x01\0\xff\xff\0\x80\x04",
    }[flags]
    for bits in (8, 7, 5, 3):
        parameters = BlockQuant(
            array.shape, bits, size, two_level_blocks=bitmap if bits == 3 else b""
        )
        assert _encode(_kernels("numba"), array, parameters) == _encode(
            reference, array, parameters
        )


@pytest.mark.parametrize("size", [64, 33, 1, 1000])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_gpu_encodes_as_the_reference_does(kind: str, size: int, place: str) -> None:
    torch = pytest.importorskip("torch", reason="pip install torch")
    pytest.importorskip("triton", reason="pip install triton")
    array = _values(kind, 300, size)
    blocks = -(-300 // size)
    flags = np.packbits(np.arange(blocks) % 3 == 1, bitorder="little").tobytes()
    for bits, two, bitmap in (*((*mode, b"") for mode in MODES), (3, False, flags)):
        parameters = BlockQuant((300,), bits, size, two, bitmap)
        stored = torch.zeros(parameters.stored_size(), dtype=torch.uint8, device=place)
        with np.errstate(all="ignore"):  # the interpreter computes with numpy
            _kernels("triton").encode(torch.from_numpy(array).to(place), stored, parameters)
        assert stored.cpu().numpy().tobytes() == _encode(reference, array, parameters)


@pytest.mark.parametrize(
    ("block", "heavy"),
    [
        ([1, 1, 1, 5], False),  # 5 times the median are not more than that
        ([1, 1, 1, 5.001], True),
        ([1, -1, 1, -5.001], True),
        ([0, 2, 4, 15], False),  # of an even number, the mean of those in the middle
        ([0, 2, 4, 15.001], True),
        ([9, 2, 15], False),
        ([3, 2, 15], False),
        ([3, 2, 15.001], True),
        ([0, 0, 0, 0], False),
        ([0, 0, 0, 1e-45], True),  # the median is 0
        ([np.nan, np.inf, 1, 3], True),  # those count as 0: the median is a half
        ([np.nan, np.inf, 1, 2], False),
        ([np.nan, 1, 1, 1], False),
        ([np.nan, np.inf], False),
        ([7], False),
    ],
)
def test_a_block_is_heavy_tailed_above_five_medians(
    kernels: ModuleType, block: list[float], *, heavy: bool
) -> None:
    found = kernels.heavy_tailed(np.array(block, np.float32), len(block), 5.0)
    assert found.tolist() == [int(heavy)]


@settings(deadline=None)  # kernels are compiled on the way
@given(
    block_size=BLOCK_SIZES,
    count=st.integers(0, 2000),
    kind=st.sampled_from(sorted(KINDS)),
    threshold=st.one_of(
        st.sampled_from([5.0, 1.0, 0.5, 0.0, -1.0, 3.0, 1e30, 1e300, np.inf, np.nan]),
        st.floats(1, 20),
    ),
    seed=st.integers(0, 2**32 - 1),
)
def test_the_heavy_tailed_blocks_are_those_of_the_reference(
    block_size: int, count: int, kind: str, threshold: float, seed: int
) -> None:
    array = _values(kind, count, seed)
    expected = reference.heavy_tailed(array, block_size, threshold)
    assert expected.size == -(-count // block_size) // 8 + (-(-count // block_size) % 8 > 0)
    found = _kernels("numba").heavy_tailed(array, block_size, threshold)
    assert found.tolist() == expected.tolist()


@pytest.mark.parametrize("block_size", [1, 2, 3, 16, 63, 64, 65, 128])
def test_ratios_at_the_threshold_and_next_to_it_are_those_of_the_reference(block_size: int) -> None:
    """Whole numbers make ties, and a threshold of a ratio that occurs makes it the edge."""
    rng = np.random.default_rng(block_size)
    array = rng.integers(1, 12, (500, block_size)).astype(np.float32)
    sizes = np.abs(array).astype(np.float64)
    ratios = np.unique(sizes.max(axis=1) / np.median(sizes, axis=1))[:40]
    for threshold in [*ratios, *np.nextafter(ratios, 0), *np.nextafter(ratios, 99)]:
        expected = reference.heavy_tailed(array.reshape(-1), block_size, threshold)
        found = _kernels("numba").heavy_tailed(array.reshape(-1), block_size, threshold)
        assert found.tolist() == expected.tolist()


@pytest.mark.parametrize("dtype", ["float64", ">f4", "strided"])
def test_magnitudes_are_those_of_values_in_any_layout(kernels: ModuleType, dtype: str) -> None:
    values = _values("heavy-tailed", 1000, 5)
    other = np.repeat(values, 2)[::2] if dtype == "strided" else values.astype(dtype)
    assert kernels.max_abs(other) == kernels.max_abs(values)
    expected = kernels.heavy_tailed(values, 64, 5.0).tolist()
    assert kernels.heavy_tailed(other, 64, 5.0).tolist() == expected


@pytest.mark.parametrize(("bits", "two"), [(8, False), (7, False), (3, False), (3, True)])
def test_a_large_array_decodes_as_its_parts_do(bits: int, *, two: bool) -> None:
    kernels = _kernels("numba")
    tile = np.random.default_rng(2).standard_normal(1 << 16).astype(np.float32)
    part, whole = (BlockQuant((count,), bits, two_level=two) for count in (tile.size, CACHED))
    repeats, once = CACHED // tile.size, _encode(kernels, tile, part)
    found = _decode(kernels, once * repeats, whole)
    assert (found.reshape(repeats, -1) == _decode(kernels, once, part)).all()


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 1000])
def test_the_largest_magnitude_is_that_of_finite_values(kernels: ModuleType, size: int) -> None:
    values = np.random.default_rng(4).standard_normal(size).astype(np.float32)
    expected = max((abs(value) for value in values.tolist()), default=0)
    assert kernels.max_abs(values) == expected
    assert kernels.max_abs(np.append(values, [np.nan, -np.inf]).astype(np.float32)) == expected


@pytest.mark.parametrize("bits", [8, 7, 5, 3])
def test_what_comes_back_is_within_half_a_step(kernels: ModuleType, bits: int) -> None:
    array = np.random.default_rng(3).standard_normal(640).astype(np.float32)
    parameters = BlockQuant((10, 64), bits)
    decoded = _decode(kernels, _encode(kernels, array.reshape(10, 64), parameters), parameters)
    most = np.abs(array.reshape(10, 64)).max(axis=1, keepdims=True)
    step = most / (2 ** (bits - 1) - 1)
    assert (np.abs(decoded - array.reshape(10, 64)) <= step / 2 * (1 + 1e-6)).all()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"bits": 4}, "bits: expected 8, 7, 5 or 3, found 4"),
        ({"bits": 8, "block_size": 0}, "block_size: expected 1 or more, found 0"),
        (
            {"bits": 8, "block_size": 1 << 64},
            "block_size: expected at most 9223372036854775807, found 1844",
        ),
        ({"bits": 8, "two_level": True}, "two_level: expected false with 8 bits, found true"),
        ({"bits": 5, "two_level_blocks": b"\1"}, "two_level_blocks: expected nothing unless"),
        ({"bits": 3, "two_level_blocks": b"\1\0"}, "expected 1 bytes for 2 blocks, found 2 bytes"),
        (
            {"bits": 3, "two_level_blocks": b"\4"},
            "expected zeros after the first 2 bits, found 0x4",
        ),
    ],
)
def test_parameters_that_make_no_sense_are_refused(
    arguments: dict[str, Any], expected: str
) -> None:
    with pytest.raises(ParameterError, match=expected):
        BlockQuant((100,), **arguments)


@pytest.mark.parametrize(
    ("bits", "two", "size"),
    [(8, False, 68), (7, False, 60), (5, False, 44), (3, False, 28), (3, True, 40)],
)
def test_a_block_takes_the_bytes_of_the_description(bits: int, size: int, *, two: bool) -> None:
    """ADR-019, section 5.3."""
    assert BlockQuant((64,), bits, two_level=two).stored_size() == size
    assert BlockQuant((640,), bits, two_level=two).stored_size() == 10 * size
