"""What is packed comes back, within the error of its compression and no more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from quire import EncodingError
from quire.cvc import load_cvc, open_cvc, pack_cvc
from tests.formats.cvc.layout import assert_same_values

Floats = npt.NDArray[np.floating[Any]]

EPS = float(np.finfo(np.float32).eps)
SUBNORMAL = 2.0**-149
"""Smallest step of float32."""

shapes = arrays.array_shapes(min_dims=2, max_dims=2, min_side=0, max_side=12)
versions = st.sampled_from([0, 1])
chunk_sizes = st.integers(1, 15)
few = settings(max_examples=60, deadline=None)


def vectors(dtype: type[np.floating[Any]], **limits: Any) -> st.SearchStrategy[Floats]:
    """Arrays of rows, with values of their dtype."""
    width: Any = np.dtype(dtype).itemsize * 8
    return arrays.arrays(dtype, shapes, elements=st.floats(width=width, **limits))


def packed(values: npt.ArrayLike, folder: Path, **how: Any) -> npt.NDArray[np.float32]:
    """The values, packed and loaded."""
    path = folder / "round_trip.cvc"
    pack_cvc(values, path, **how)
    loaded = load_cvc(path)
    assert isinstance(loaded, np.ndarray)
    return loaded


def half_ulp_of_half(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Half the distance of neighbouring float16 numbers around each value."""
    _, exponents = np.frexp(values)
    steps: npt.NDArray[np.float64] = np.ldexp(0.5, np.maximum(exponents - 1, -14) - 10)
    return steps


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@given(data=st.data(), version=versions, chunk_size=chunk_sizes)
@few
def test_fp16_is_off_by_half_a_unit_in_the_last_place_at_most(
    dtype: type[np.floating[Any]], data: st.DataObject, version: int, chunk_size: int, folder: Path
) -> None:
    values = data.draw(vectors(dtype, min_value=-65504, max_value=65504))
    found = packed(values, folder, chunk_size=chunk_size, format_version=version)
    assert found.shape == values.shape
    assert found.dtype == np.float32
    exact = values.astype(np.float64)
    assert (np.abs(found - exact) <= half_ulp_of_half(exact)).all()
    assert (np.signbit(found) == np.signbit(values)).all()


@given(values=vectors(np.float32), version=versions, chunk_size=chunk_sizes)
@few
def test_fp16_keeps_what_is_not_finite_and_refuses_what_would_become_so(
    values: Floats, version: int, chunk_size: int, folder: Path
) -> None:
    how: dict[str, Any] = {"chunk_size": chunk_size, "format_version": version}
    beyond = np.isfinite(values) & (np.abs(values) >= 65520.0)  # halfway to 65536
    if beyond.any():
        with pytest.raises(EncodingError, match=r"below 65520, found .*'lossless' keeps"):
            packed(values, folder, **how)
    found = packed(np.where(beyond, np.float32(1), values), folder, **how)
    assert np.array_equal(np.isnan(found), np.isnan(values))
    assert np.array_equal(np.isinf(found), np.isinf(values))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@given(data=st.data(), version=versions, chunk_size=chunk_sizes)
@few
def test_int8_is_off_by_half_a_step_and_the_roundings_at_most(
    dtype: type[np.floating[Any]], data: st.DataObject, version: int, chunk_size: int, folder: Path
) -> None:
    values = data.draw(vectors(dtype, min_value=-(2.0**100), max_value=2.0**100))
    found = packed(
        values, folder, compression="int8", chunk_size=chunk_size, format_version=version
    )
    assert found.shape == values.shape
    for start in range(0, len(values), chunk_size):
        chunk = values[start : start + chunk_size].astype(np.float64)
        if not chunk.size:
            continue
        step = (chunk.max() - chunk.min()) / 255
        rounding = 4 * EPS * np.abs(chunk).max() + 512 * EPS * step + 512 * SUBNORMAL
        errors = np.abs(found[start : start + chunk_size] - chunk)
        assert errors.max() <= step / 2 + rounding


@given(
    value=st.floats(width=32, allow_nan=False, allow_infinity=False),
    shape=arrays.array_shapes(min_dims=2, max_dims=2, max_side=9),
    version=versions,
)
@few
def test_int8_keeps_a_constant_chunk_exactly(
    value: float, shape: tuple[int, int], version: int, folder: Path
) -> None:
    values = np.full(shape, value, np.float32)
    found = packed(values, folder, compression="int8", format_version=version)
    assert np.array_equal(found, values)
    with open_cvc(folder / "round_trip.cvc") as reader:
        (chunk,) = reader.chunks
        assert (chunk.min, chunk.scale) == (value, 1.0)


@given(values=vectors(np.float32, min_value=-1000, max_value=1000), data=st.data())
@few
def test_each_chunk_may_have_its_own_compression(
    values: Floats, data: st.DataObject, folder: Path
) -> None:
    count = -(-len(values) // 3)
    kinds = data.draw(st.lists(st.sampled_from(["fp16", "int8"]), min_size=count, max_size=count))
    found = packed(values, folder, compression=kinds, chunk_size=3)
    with open_cvc(folder / "round_trip.cvc") as reader:
        assert [chunk.compression for chunk in reader.chunks] == kinds
    for i, kind in enumerate(kinds):
        rows = slice(3 * i, 3 * i + 3)
        assert_same_values(found[rows], packed(values[rows], folder, compression=kind))


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("version", [0, 1])
def test_int8_refuses_what_is_not_finite(value: float, version: int, tmp_path: Path) -> None:
    values = np.zeros((9, 4), np.float32)
    values[7, 2] = value
    with pytest.raises(EncodingError, match=str(value)):
        pack_cvc(
            values, tmp_path / "x.cvc", compression="int8", chunk_size=3, format_version=version
        )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("version", [0, 1])
@pytest.mark.parametrize(
    "values",
    [np.array([[-3e38, 3e38]], np.float32), np.array([[0.0, 1e300]]), np.array([[1e300, 1e300]])],
    ids=["difference", "one of them", "constant"],
)
def test_int8_refuses_a_range_that_float32_cannot_hold(
    values: Floats, version: int, tmp_path: Path
) -> None:
    with pytest.raises(EncodingError, match=r"range|finite|magnitudes"):
        pack_cvc(values, tmp_path / "x.cvc", compression="int8", format_version=version)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("shape", [(0, 4), (0, 0), (5, 0), (1, 1), (1, 7)])
@pytest.mark.parametrize("compression", ["fp16", "int8"])
@pytest.mark.parametrize("version", [0, 1])
def test_small_and_empty_shapes_come_back(
    shape: tuple[int, int], compression: str, version: int, tmp_path: Path
) -> None:
    values = np.ones(shape, np.float32)
    found = packed(values, tmp_path, compression=compression, chunk_size=3, format_version=version)
    assert_same_values(found, values)
    with open_cvc(tmp_path / "round_trip.cvc") as reader:
        assert reader.shape == shape
        assert sum(len(block) for block in reader.blocks()) == len(values)
        assert len(reader.chunks) == -(-len(values) // 3)


def test_a_chunk_size_beyond_the_rows_makes_one_chunk(tmp_path: Path) -> None:
    packed(np.ones((5, 2), np.float32), tmp_path, chunk_size=10**12)
    with open_cvc(tmp_path / "round_trip.cvc") as reader:
        assert [chunk.rows for chunk in reader.chunks] == [5]


@pytest.mark.parametrize(
    "dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "?", ">f4", ">f8"]
)
@pytest.mark.parametrize("compression", ["fp16", "int8"])
def test_other_dtypes_are_converted(dtype: str, compression: str, tmp_path: Path) -> None:
    whole = np.arange(4 * 32).reshape(32, 4) % (2 if dtype == "?" else 128)
    found = packed(whole.astype(dtype), tmp_path, compression=compression)
    as_float32 = packed(whole.astype(np.float32), tmp_path, compression=compression)
    assert_same_values(found, as_float32)
    assert np.abs(found - whole).max() <= (127 / 255 / 2 + 1e-4 if compression == "int8" else 0)
