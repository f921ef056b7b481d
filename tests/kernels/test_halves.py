"""Numbers of 16 bits, against those of ml_dtypes and numpy."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from quire.kernels.engine.halves import rounded, rounder, widener

ALL = np.arange(1 << 16, dtype=np.uint32).astype(np.uint16)
DTYPES = [np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16)]


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("nbytes", [2, 1 << 24], ids=["few", "many"])
def test_every_number_of_16_bits_is_widened_and_rounded_back(
    dtype: np.dtype[np.float16], nbytes: int
) -> None:
    halves = ALL.view(dtype)
    wide = widener(dtype, np.dtype(np.float32), nbytes)(halves)
    assert wide.dtype == np.float32
    assert np.array_equal(wide, halves.astype(np.float32), equal_nan=True)
    back = np.empty_like(halves)
    rounder(dtype, nbytes)(wide, back)
    assert np.array_equal(back.astype(np.float32), wide, equal_nan=True)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("order", ["<", ">"])
def test_rounding_is_that_of_numpy(dtype: np.dtype[np.float16], order: str) -> None:
    rng = np.random.default_rng(7)
    wide = (rng.standard_normal((40, 30)) * 10.0 ** rng.integers(-8, 9, (40, 30))).astype(
        f"{order}f4"
    )
    with np.errstate(over="ignore"):
        expected = wide.astype(np.float32).astype(dtype)
    found = rounded(wide[:, ::2], dtype.name)
    assert found.flags.c_contiguous
    assert found.tobytes() == np.ascontiguousarray(expected[:, ::2]).tobytes()
