"""`group_quant`: the vectors, the stream by other means, and what a file may ask for."""

from __future__ import annotations

import importlib
import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from quire.kernels.codecs.group_quant import reference
from quire.kernels.codecs.group_quant.codec import (
    ROUNDINGS,
    GroupQuant,
    num_groups,
)
from quire.kernels.contract import ParameterError
from quire.runtime.errors import EncodingError

VECTORS = Path(__file__).parents[1] / "formats" / "tiers" / "vectors"
GROUPS = json.loads((VECTORS / "group_quant_f16.json").read_text())
BLOCKS = json.loads((VECTORS / "store_blocks.json").read_text())

CACHED = 8 << 20
"""Values of an array that is written past the cache."""

Floats = npt.NDArray[np.float32]


@pytest.fixture(params=["reference", "numba"])
def kernels(request: pytest.FixtureRequest) -> ModuleType:
    return _kernels(request.param)


def _kernels(backend: str) -> ModuleType:
    if backend == "numba":
        pytest.importorskip("numba", reason="pip install numba")
    return importlib.import_module(f"quire.kernels.codecs.group_quant.{backend}")


def _encode(kernels: ModuleType, array: Any, parameters: GroupQuant) -> bytes:
    stored = np.full(parameters.stored_size(), 0xA5, np.uint8)
    kernels.encode(np.asarray(array).reshape(parameters.shape), stored, parameters)
    return stored.tobytes()


def _decode(kernels: ModuleType, stored: bytes, parameters: GroupQuant) -> Floats:
    out = np.full(parameters.shape, 7, np.float32)
    kernels.decode(np.frombuffer(stored, np.uint8), out, parameters)
    return out


def _input(case: dict[str, Any]) -> Floats:
    found: Floats = np.load(VECTORS / "inputs" / f"{case['input']}.npy")
    return found


def _floats(bits: list[int]) -> Floats:
    return np.array(bits, np.uint32).view(np.float32)


def _name(case: dict[str, Any]) -> str:
    return f"{case['input']}-{case['bits']}-{case.get('group_len', 'one')}"


@pytest.mark.parametrize(
    "case", [case for case in GROUPS if not case["has_subnormal_scale"]], ids=_name
)
def test_foreign_groups_are_written_and_read(kernels: ModuleType, case: dict[str, Any]) -> None:
    array, scales = _input(case), np.array(case["scales_f16"], np.uint16).view(np.float16)
    parameters = GroupQuant((1, array.size), case["bits"], scales, case["group_len"])
    assert _encode(kernels, array, parameters).hex() == case["packed"]
    decoded = _decode(kernels, bytes.fromhex(case["packed"]), parameters)
    if case["decoded_f32_bits"] is not None:
        np.testing.assert_array_equal(decoded[0], _floats(case["decoded_f32_bits"]))


@pytest.mark.parametrize("case", BLOCKS, ids=_name)
def test_foreign_blocks_with_one_scale_are_rounded_half_away(
    kernels: ModuleType, case: dict[str, Any]
) -> None:
    array, scales = _input(case), _floats([case["scale_f32_bits"]])
    shape = (1, array.size)
    parameters = GroupQuant(shape, case["bits"], scales, array.size, "half_away")
    assert _encode(kernels, array, parameters).hex() == case["packed"]
    decoded = _decode(kernels, bytes.fromhex(case["packed"]), parameters)
    if case["decoded_f32_bits"] is not None:
        assert decoded[0].view(np.uint32).tolist() == case["decoded_f32_bits"]


@pytest.mark.parametrize("bits", range(1, 9))
@pytest.mark.parametrize("width", [1, 15, 16, 60, 64, 100, 200])
def test_codes_of_a_frame_are_one_stream(kernels: ModuleType, bits: int, width: int) -> None:
    codes = np.random.default_rng(bits).integers(0, 1 << bits, (3, width)).tolist()
    line = -(-width * bits // 8)
    stored = b"".join(
        sum(code << (i * bits) for i, code in enumerate(frame)).to_bytes(line, "little")
        for frame in codes
    )
    scales = np.arange(1, num_groups(width, 20) + 1).astype(np.float32)
    parameters = GroupQuant((3, width), bits, scales, 20)
    low = 2 ** (bits - 1) - 1
    expected = [[(code - low) * (i // 20 + 1) for i, code in enumerate(row)] for row in codes]
    assert _decode(kernels, stored, parameters).tolist() == expected
    if bits > 1:
        kept = [[min(code, 2 * low) for code in row] for row in codes]
        values = [[(code - low) * (i // 20 + 1) for i, code in enumerate(row)] for row in kept]
        again = _encode(kernels, np.array(values, np.float32), parameters)
        assert _decode(kernels, again, parameters).tolist() == values
        assert all(again[line - 1 :: line][i] >> (width * bits % 8 or 8) == 0 for i in range(3))


@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize("bits", [2, 3, 7, 8])
def test_scales_may_be_anything(bits: int, rounding: str) -> None:
    rng = np.random.default_rng(1)
    scales = rng.standard_normal(400).astype(np.float32)
    scales[:7] = [0, np.inf, -np.inf, np.nan, 1e-40, -1e-45, 3e38]
    parameters = GroupQuant((3, 4000), bits, scales, 10, rounding)
    array = rng.standard_normal((3, 4000)).astype(np.float32)
    array[:, ::9], array[:, ::11], array[:, ::13] = np.nan, -np.inf, -0.0
    found = _encode(_kernels("numba"), array, parameters)
    assert found == _encode(reference, array, parameters)
    np.testing.assert_array_equal(
        _decode(_kernels("numba"), found, parameters), _decode(reference, found, parameters)
    )


def test_what_a_scale_cannot_reach_is_clamped_or_zero(kernels: ModuleType) -> None:
    scales = np.array([0, np.inf, np.nan, 1e-40], np.float32)
    parameters = GroupQuant((1, 16), 5, scales, 4)
    array = np.tile(np.array([0, 1e-44, -1e-44, np.nan], np.float32), 4)
    stored = _encode(kernels, array, parameters)
    codes = _decode(kernels, stored, replace(parameters, scales=np.ones(4, np.float32)))
    assert codes.reshape(4, 4).tolist() == [[0] * 4, [0] * 4, [0] * 4, [0, 15, -15, 0]]


def test_adding_a_half_rounds_what_is_just_below_up(kernels: ModuleType) -> None:
    just = np.array([0.49999997, -0.49999997, 0.5, -1.5, 2.5, 2.4999998], np.float32)
    parameters = GroupQuant((1, 6), 4, np.ones(1, np.float16))
    found = {
        rounding: _decode(kernels, _encode(kernels, just, told), parameters)[0].tolist()
        for rounding in ROUNDINGS
        for told in [replace(parameters, rounding=rounding)]
    }
    assert found == {"add_half": [1, -1, 1, -2, 3, 2], "half_away": [0, 0, 1, -2, 3, 2]}


def test_a_half_and_its_neighbours_are_rounded_away_from_zero_alone(kernels: ModuleType) -> None:
    halves = np.arange(127, dtype=np.float32) + np.float32(0.5)
    below, above = (np.nextafter(halves, np.float32(end)) for end in (0, 127))
    array = np.concatenate([halves, below, above, -halves, -below, -above])
    scales = np.ones(1, np.float32)
    parameters = GroupQuant((1, array.size), 8, scales, array.size, "half_away")
    wholes = np.arange(127)
    expected = np.concatenate([wholes + 1, wholes, wholes + 1])
    found = _decode(kernels, _encode(kernels, array, parameters), parameters)[0]
    assert found.tolist() == np.concatenate([expected, -expected]).tolist()


@pytest.mark.parametrize("bits", [3, 8])
@pytest.mark.parametrize("width", [1 << 16, 100])
def test_many_frames_decode_as_each_does(bits: int, width: int) -> None:
    kernels = _kernels("numba")
    scales = np.random.default_rng(2).standard_normal(num_groups(width, 64)).astype(np.float16)
    one = GroupQuant((1, width), bits, scales)
    line = np.random.default_rng(3).integers(0, 256, one.stored_size(), np.uint8).tobytes()
    many = replace(one, shape=(CACHED // width, width))
    assert (_decode(kernels, line * many.shape[0], many) == _decode(kernels, line, one)).all()


def test_a_frame_is_decoded_without_the_others(kernels: ModuleType) -> None:
    parameters = GroupQuant((5, 7), 3, np.ones(1, np.float16))
    stored = np.random.default_rng(4).integers(0, 256, 15, np.uint8).tobytes()
    begin, end, part = parameters.row_range(2, 4)
    assert (begin, end) == (6, 12)
    whole = _decode(kernels, stored, parameters)
    assert (_decode(kernels, stored[begin:end], part) == whole[2:4]).all()


@pytest.mark.parametrize("shape", [(2**18, 0), (0, 2**32 - 1), (0, 0)])
def test_frames_without_values_take_no_time(kernels: ModuleType, shape: tuple[int, int]) -> None:
    groups = num_groups(shape[1], 2**31)
    parameters = GroupQuant(shape, 8, np.ones(groups, np.float16), 2**31)
    assert _decode(kernels, b"", parameters).shape == shape
    assert _encode(kernels, np.empty(shape, np.float32), parameters) == b""


@pytest.mark.parametrize("size", [1, 7, 64, 100, 1000])
def test_maxima_are_those_of_finite_values(kernels: ModuleType, size: int) -> None:
    values = np.random.default_rng(5).standard_normal(500).astype(np.float32)
    values[::50], values[1::50] = np.nan, -np.inf
    finite = [abs(value) if np.isfinite(value) else 0 for value in values.tolist()]
    expected = [max(finite[start : start + size]) for start in range(0, 500, size)]
    assert kernels.group_maxima(values, size).tolist() == expected
    assert kernels.group_maxima(values[:0], size).tolist() == []


def test_codes_of_one_bit_are_not_encoded(kernels: ModuleType) -> None:
    parameters = GroupQuant((1, 8), 1, np.ones(1, np.float16))
    with pytest.raises(EncodingError, match="expected codes of 2 to 8 bits, found 1"):
        _encode(kernels, np.zeros(8), parameters)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"shape": (100,)}, "shape: expected .frames, values."),
        ({"shape": (-1, 100)}, "shape: expected dimensions from 0"),
        ({"shape": (2**31, 2**31)}, "shape: expected at most"),
        ({"bits": 0}, "bits: expected 1 to 8, found 0"),
        ({"bits": 9}, "bits: expected 1 to 8, found 9"),
        ({"group_size": 0}, "group_size: expected 1 or more, found 0"),
        ({"group_size": 1 << 64}, "group_size: expected at most 9223372036854775807, found 1844"),
        ({"rounding": "even"}, "rounding: expected add_half or half_away, found even"),
        ({"scales": [1.0, 1.0]}, "scales: expected a float16 or float32 array .2., found list"),
        ({"scales": np.ones(3, np.float16)}, "array .2., found float16 .3,."),
        ({"scales": np.ones(2)}, "array .2., found float64 .2,."),
    ],
)
def test_parameters_that_make_no_sense_are_refused(
    arguments: dict[str, Any], expected: str
) -> None:
    fitting: dict[str, Any] = {"shape": (1, 100), "bits": 8, "scales": np.ones(2, np.float16)}
    with pytest.raises(ParameterError, match=expected):
        GroupQuant(**fitting | arguments)


def test_parameters_are_equal_when_their_values_are() -> None:
    one, other = (GroupQuant((1, 3), 8, np.array([1], np.float16)) for _ in range(2))
    assert one == other
    assert one != replace(other, scales=np.array([2], np.float16))
    assert one != replace(other, scales=np.array([1], np.float32))
    assert one != replace(other, rounding="half_away")
    assert one != 3
    assert "scales=<float16 (1,)>" in repr(one)
