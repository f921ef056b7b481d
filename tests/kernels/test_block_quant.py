"""`block_quant`: the vectors of ADR-019, and what must hold beyond agreeing with the reference."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from quire.kernels.block_quant import reference
from quire.kernels.block_quant.parameters import BlockQuantParameters, stored_size
from quire.kernels.contract import ParameterError

VECTORS = Path(__file__).parents[1] / "formats" / "tiers" / "vectors"
BLOCKS = json.loads((VECTORS / "adr019_blocks.json").read_text())["blocks"]

CACHED = 8 << 20
"""Values of an array that is written past the cache."""


@pytest.fixture(params=["reference", "numba"])
def kernels(request: pytest.FixtureRequest) -> ModuleType:
    return _kernels(request.param)


def _kernels(backend: str) -> ModuleType:
    if backend == "numba":
        pytest.importorskip("numba", reason="pip install numba")
    return importlib.import_module(f"quire.kernels.block_quant.{backend}")


def _encode(kernels: ModuleType, array: Any, parameters: BlockQuantParameters) -> bytes:
    stored = np.full(stored_size(parameters), 0xA5, np.uint8)
    kernels.encode(array, stored, parameters)
    return stored.tobytes()


def _decode(
    kernels: ModuleType, stored: bytes, parameters: BlockQuantParameters
) -> npt.NDArray[np.float32]:
    out = np.full(parameters.shape, np.nan, np.float32)
    kernels.decode(np.frombuffer(stored, np.uint8), out, parameters)
    return out


@pytest.mark.parametrize(
    "case", BLOCKS, ids=lambda case: f"{case['input']}-{case['bits']}-{case['two_level']}"
)
def test_the_vectors_are_written_and_read(kernels: ModuleType, case: dict[str, Any]) -> None:
    array = np.load(VECTORS / "inputs" / f"{case['input']}.npy")
    parameters = BlockQuantParameters(
        array.shape, case["bits"], case["block_size"], case["two_level"]
    )
    assert _encode(kernels, array, parameters).hex() == case["bytes"]
    decoded = _decode(kernels, bytes.fromhex(case["bytes"]), parameters)
    assert decoded.view(np.uint32).tolist() == case["decoded_f32_bits"]


@pytest.mark.parametrize("bits", [8, 7, 5, 3])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_becomes_zero_and_does_not_count(
    kernels: ModuleType, bits: int, value: float
) -> None:
    array = np.array([1, value, -0.5], np.float32)
    parameters = BlockQuantParameters((3,), bits)
    decoded = _decode(kernels, _encode(kernels, array, parameters), parameters)
    assert decoded[1] == 0
    assert decoded[0] == pytest.approx(1)


def test_equal_magnitudes_at_the_edge_of_the_outliers_are_no_outliers(kernels: ModuleType) -> None:
    array = np.ones(64, np.float32)
    array[:3] = 9  # four may be, so the fourth and the fifth are both 1
    parameters = BlockQuantParameters((64,), 3, two_level=True)
    stored = _encode(kernels, array, parameters)
    assert stored[8:16] == bytes([7, 0, 0, 0, 0, 0, 0, 0])
    assert _decode(kernels, stored, parameters).tolist() == pytest.approx(array.tolist())


@pytest.mark.parametrize("size", [1, 19, 20, 21, 63, 65, 128, 1000])
def test_outliers_of_blocks_of_any_size_are_those_of_the_reference(size: int) -> None:
    array = np.random.default_rng(1).standard_t(2, 3000).astype(np.float32).round(1)  # with ties
    parameters = BlockQuantParameters((3000,), 3, size, two_level=True)
    expected = _encode(reference, array, parameters)
    assert _encode(_kernels("numba"), array, parameters) == expected


@pytest.mark.parametrize(("bits", "two"), [(8, False), (7, False), (3, False), (3, True)])
def test_a_large_array_decodes_as_its_parts_do(bits: int, *, two: bool) -> None:
    kernels = _kernels("numba")
    tile = np.random.default_rng(2).standard_normal(1 << 16).astype(np.float32)
    part, whole = (
        BlockQuantParameters((count,), bits, two_level=two) for count in (tile.size, CACHED)
    )
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
    parameters = BlockQuantParameters((10, 64), bits)
    decoded = _decode(kernels, _encode(kernels, array.reshape(10, 64), parameters), parameters)
    most = np.abs(array.reshape(10, 64)).max(axis=1, keepdims=True)
    step = most / (2 ** (bits - 1) - 1)
    assert (np.abs(decoded - array.reshape(10, 64)) <= step / 2 * (1 + 1e-6)).all()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"bits": 4}, "bits: expected 8, 7, 5 or 3, found 4"),
        ({"bits": 8, "block_size": 0}, "block_size: expected 1 or more, found 0"),
        ({"bits": 8, "two_level": True}, "two_level: expected false with 8 bits, found true"),
        ({"bits": 5, "two_level_blocks": (1,)}, "two_level_blocks: expected nothing unless"),
        ({"bits": 3, "two_level_blocks": (1, 0)}, "expected 1 bytes for 2 blocks, found 2 bytes"),
        ({"bits": 3, "two_level_blocks": (4,)}, "expected zeros behind 2 bits, found 0x4"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(
    arguments: dict[str, Any], expected: str
) -> None:
    with pytest.raises(ParameterError, match=expected):
        BlockQuantParameters((100,), **arguments)


@pytest.mark.parametrize(
    ("bits", "two", "size"),
    [(8, False, 68), (7, False, 60), (5, False, 44), (3, False, 28), (3, True, 40)],
)
def test_a_block_takes_the_bytes_of_the_description(bits: int, size: int, *, two: bool) -> None:
    """ADR-019, section 5.3."""
    assert stored_size(BlockQuantParameters((64,), bits, two_level=two)) == size
    assert stored_size(BlockQuantParameters((640,), bits, two_level=two)) == 10 * size
