"""`affine_u4` and `bf16`, by other means than themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.kernels.codecs.affine_u4 import reference as affine_u4
from quire.kernels.codecs.affine_u4.codec import AffineU4
from quire.kernels.codecs.bf16 import reference as brain
from quire.kernels.codecs.bf16.codec import Bf16
from quire.runtime.errors import EncodingError


def four(values: Any, scale: float, low: float) -> bytes:
    """The stored bytes of values."""
    array = np.asarray(values, np.float32)
    parameters = AffineU4(array.shape, scale, low)
    out = np.full(parameters.stored_size(), 0xA5, np.uint8)
    affine_u4.encode(array, out, parameters)
    return out.tobytes()


def test_the_first_code_is_in_the_upper_half_and_each_row_begins_with_a_byte() -> None:
    assert four([[0, 1, 2], [15, 14, 13]], 1.0, 0.0) == bytes([0x01, 0x20, 0xFE, 0xD0])
    assert four([[0, 1, 2, 3]], 1.0, 0.0) == bytes([0x01, 0x23])
    assert four(np.zeros((3, 0)), 1.0, 0.0) == b""


def test_codes_are_rounded_half_to_even_and_clamped() -> None:
    assert four([[0.5, 1.5, -9.0, 99.0]], 1.0, 0.0) == bytes([0x02, 0x0F])


def test_what_is_left_of_a_row_means_nothing() -> None:
    parameters, out = AffineU4((1, 3), 0.5, -1.0), np.empty((1, 3), np.float32)
    affine_u4.decode(np.array([0x01, 0x2F], np.uint8), out, parameters)
    assert out.tolist() == [[-1.0, -0.5, 0.0]]


def test_rows_are_whole_bytes() -> None:
    begin, end, cut = AffineU4((9, 5), 1.0, 0.0).row_range(2, 4)
    assert (begin, end, cut.shape) == (6, 12, (2, 5))


def test_the_range_is_cut_into_fifteen_steps() -> None:
    assert affine_u4.fit(np.array([-1.0, 2.0], np.float32), "float64") == (-1.0, 3 / 255 * 17)
    low, scale = affine_u4.fit(np.array([0.25, 0.25], np.float32), "float32")
    assert low == 0.25
    assert scale > 0


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_is_not_finite_has_no_range(value: float) -> None:
    with pytest.raises(EncodingError):
        affine_u4.fit(np.array([0.0, value], np.float32), "float32")


def test_nan_has_no_code() -> None:
    with pytest.raises(EncodingError, match="affine_u4: expected a number"):
        four([[np.nan]], 1.0, 0.0)


# -- bf16 ------------------------------------------------------------------------------------------


def rounded(values: npt.NDArray[Any]) -> npt.NDArray[np.uint16]:
    """The stored halves of values."""
    out = np.empty(2 * values.size, np.uint8)
    brain.encode(values, out, Bf16(values.shape))
    return out.view("<u2")


def test_every_pattern_comes_back() -> None:
    patterns = np.arange(1 << 16, dtype="<u2")
    out = np.empty(1 << 16, np.float32)
    brain.decode(patterns.view(np.uint8), out, Bf16((1 << 16,)))
    assert (out.view(np.uint32) == patterns.astype(np.uint32) << 16).all()
    numbers = ~np.isnan(out)
    assert (rounded(out)[numbers] == patterns[numbers]).all()
    again = np.empty(1 << 16, np.float32)
    brain.decode(rounded(out).view(np.uint8), again, Bf16((1 << 16,)))
    assert np.isnan(again[~numbers]).all()


@given(st.integers(0, 2**32 - 1))
def test_rounding_is_that_of_ml_dtypes(bits: int) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes", reason="pip install ml-dtypes")
    value = np.array([bits], np.uint32).view(np.float32)
    if np.isnan(value).any():
        return
    with np.errstate(all="ignore"):
        assert rounded(value) == value.astype(ml_dtypes.bfloat16).view(np.uint16)


def test_float64_is_rounded_once() -> None:
    # A hair above the middle of two neighbours: rounding to float32 first would lose the hair.
    middle = 1 + 2.0**-8
    assert rounded(np.array([middle, middle + 2.0**-40, middle - 2.0**-40])).tolist() == [
        0x3F80,
        0x3F81,
        0x3F80,
    ]
    assert rounded(np.array([1e300, -1e300, np.inf, 0.0, -0.0])).tolist() == [
        0x7F80,
        0xFF80,
        0x7F80,
        0,
        0x8000,
    ]
