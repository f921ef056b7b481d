"""`affine_u8`: what the reference and the compiled kernels must give, by other means."""

from __future__ import annotations

import importlib
import math
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from quire.kernels.codecs.affine_u8 import reference
from quire.kernels.codecs.affine_u8.codec import AffineU8
from quire.kernels.contract import ParameterError
from quire.runtime.errors import EncodingError

F32_MAX = float(np.finfo(np.float32).max)


def _module(name: str) -> ModuleType:
    if name == "reference":
        return reference
    pytest.importorskip("numba", reason="pip install numba")
    return importlib.import_module("quire.kernels.codecs.affine_u8.numba")


@pytest.fixture(params=["reference", "numba"])
def affine(request: pytest.FixtureRequest) -> ModuleType:
    return _module(request.param)


def _decode(module: ModuleType, codes: list[int], scale: float, low: float) -> list[float]:
    out = np.full(len(codes), np.nan, np.float32)
    stored = np.array(codes, np.uint8)
    module.decode(stored, out, AffineU8(out.shape, scale, low))
    return out.tolist()


def _encode(
    module: ModuleType, array: npt.NDArray[np.floating[Any]], scale: float, low: float
) -> list[int]:
    out = np.full(array.size, 0xA5, np.uint8)
    module.encode(array, out, AffineU8(array.shape, scale, low))
    return out.tolist()


def test_decoding_rounds_the_product_and_then_the_sum(affine: ModuleType) -> None:
    scale, low = np.float32(0.1), np.float32(-7.3)
    # Exact in float64, so the only roundings are those to float32.
    product = [float(np.float32(float(scale) * code)) for code in range(256)]
    expected = [float(np.float32(p + float(low))) for p in product]
    assert _decode(affine, list(range(256)), 0.1, -7.3) == expected
    fused = [float(np.float32(float(scale) * code + float(low))) for code in range(256)]
    assert fused != expected


def test_scale_zero_decodes_to_min(affine: ModuleType) -> None:
    assert _decode(affine, [0, 1, 255], 0.0, 2.5) == [2.5, 2.5, 2.5]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_codes_round_half_to_even_and_are_clamped(affine: ModuleType, dtype: str) -> None:
    values = [-9, -0.5, 0.0, 0.5, 1.5, 2.5, 253.5, 254.5, 255.5, 1e9, math.inf, -math.inf]
    codes = _encode(affine, np.array(values, dtype) + 10, 1.0, 10.0)
    assert codes == [0, 0, 0, 0, 2, 2, 254, 254, 255, 255, 255, 0]


def test_encoding_computes_in_the_precision_of_the_array(affine: ModuleType) -> None:
    value = 0.5 + 2.0**-30  # a tie in float32, above it in float64
    assert _encode(affine, np.array([value], np.float32), 1.0, 0.0) == [0]
    assert _encode(affine, np.array([value], np.float64), 1.0, 0.0) == [1]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_nan_cannot_be_encoded(affine: ModuleType, dtype: str) -> None:
    array = np.zeros((5, 100), dtype)
    array[3, 7] = math.nan
    with pytest.raises(EncodingError, match=r"affine_u8: expected a number, found nan .* 307"):
        _encode(affine, array, 1.0, 0.0)


def test_scale_zero_encodes_min_and_nothing_else(affine: ModuleType) -> None:
    array = np.full(4, 2.5, np.float32)
    assert _encode(affine, array, 0.0, 2.5) == [0, 0, 0, 0]
    array[2] = 3
    with pytest.raises(EncodingError, match=r"expected 2\.5, as `scale` is 0, found 3\.0 .* 2"):
        _encode(affine, array, 0.0, 2.5)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_fit_in_float32_rounds_at_every_step(affine: ModuleType, dtype: str) -> None:
    array = np.array([[0.1, 0.7], [-0.3, 0.2]], dtype)
    low, high = np.float32(-0.3), np.float32(0.7)
    expected = float(low), float(np.float32(np.float32(high - low) / np.float32(255)))
    assert affine.fit(array, "float32") == expected


def test_fit_in_float64_keeps_the_values(affine: ModuleType) -> None:
    assert affine.fit(np.array([0.1, 0.7, -0.3]), "float64") == (-0.3, (0.7 - -0.3) / 255.0)
    single = np.array([0.1, 0.7, -0.3], np.float32)
    low, high = float(single[2]), float(single[1])
    assert affine.fit(single, "float64") == (low, (high - low) / 255.0)


@pytest.mark.parametrize("precision", ["float32", "float64"])
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], (0.0, 1.0)),
        ([4.5], (4.5, 1.0)),
        ([-2.0, -2.0], (-2.0, 1.0)),
        ([0.0, 1e-45], (0.0, 1.0)),  # the scale underflows
        ([-F32_MAX / 2, F32_MAX / 4], None),  # as large as it gets
    ],
)
def test_fit_of_unusual_arrays(
    affine: ModuleType, values: list[float], expected: tuple[float, float] | None, precision: str
) -> None:
    low, scale = affine.fit(np.array(values, np.float32), precision)
    if expected is None:
        assert (low, math.isfinite(scale)) == (values[0], True)
    else:
        assert (low, scale) == expected


@pytest.mark.parametrize("zeros", [[-0.0, -0.0, 1.0], [0.0, 1.0], [0.0, -0.0, 1.0, -0.0]])
def test_fit_gives_zero_the_sign_that_numpy_gives_it(
    affine: ModuleType, zeros: list[float]
) -> None:
    for dtype in (np.float32, np.float64):
        array = np.array(zeros, dtype)
        low, _ = affine.fit(array, "float32")
        assert math.copysign(1, low) == math.copysign(1, float(array.min()))


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_fit_refuses_what_is_not_finite(affine: ModuleType, dtype: str, bad: float) -> None:
    array = np.ones((4, 4), dtype)
    array[1, 2] = array[3, 3] = bad
    with pytest.raises(EncodingError, match=f"finite values, found {bad} at flat index 6"):
        affine.fit(array, "float32")
    with pytest.raises(EncodingError, match="at flat index 9"):
        affine.fit(array.T, "float32")


@pytest.mark.parametrize("precision", ["float32", "float64"])
def test_fit_refuses_a_range_beyond_float32(affine: ModuleType, precision: str) -> None:
    for array in (np.array([-3e38, 3e38], np.float32), np.array([1e300]), np.array([-1e300, 1])):
        with pytest.raises(EncodingError, match="expected a range of float32, found"):
            affine.fit(array, precision)


@pytest.mark.parametrize("name", ["reference", "numba"])
@settings(deadline=None)  # the first example compiles
@given(
    array=arrays.arrays(
        np.float32,
        arrays.array_shapes(max_dims=2, max_side=40),
        elements=st.floats(-(2.0**100), 2.0**100, width=32),
    )
)
def test_what_comes_back_is_within_half_a_step(name: str, array: npt.NDArray[np.float32]) -> None:
    module = _module(name)
    low, scale = module.fit(array, "float32")
    parameters = AffineU8(array.shape, scale, low)
    stored, back = np.empty(array.size, np.uint8), np.empty_like(array)
    module.encode(array, stored, parameters)
    module.decode(stored, back, parameters)
    # Beyond half a step: the roundings of (x - min) / scale, of code * scale, and of + min.
    largest = max(abs(low), float(np.abs(array).max()), 255 * scale)
    rounding = 4 * float(np.finfo(np.float32).eps) * largest + 2.0**-140
    assert np.abs(back.astype(float) - array).max() <= scale / 2 + rounding


def test_sizes_are_known_before_anything_runs() -> None:
    parameters = AffineU8((3, 5), 1.0, 0.0)
    assert (parameters.output().dtype, parameters.output().nbytes) == ("float32", 60)
    assert parameters.stored_size() == 15
    assert parameters.row_range(1, 3) == (5, 15, AffineU8((2, 5), 1.0, 0.0))


@pytest.mark.parametrize(
    "bad", [math.nan, math.inf, -math.inf, 1e39, pytest.param(10**400, id="10**400")]
)
@pytest.mark.parametrize("name", ["scale", "min"])
def test_parameters_must_be_finite_in_float32(name: str, bad: float) -> None:
    arguments: dict[str, Any] = {"shape": (1,), "scale": 1.0, "min": 0.0, name: bad}
    with pytest.raises(ParameterError, match=f"{name}: expected a finite float32, found"):
        AffineU8(**arguments)


def test_a_shape_that_no_array_has_is_refused() -> None:
    with pytest.raises(ParameterError, match="shape: expected"):
        AffineU8((2, -3), 1.0, 0.0)
