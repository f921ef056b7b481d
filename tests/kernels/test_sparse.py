"""`sparse_scatter`: what stands where, and what cannot."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from quire.kernels.codecs.sparse_scatter import faults, reference
from quire.kernels.codecs.sparse_scatter.codec import SparseScatter
from quire.kernels.contract import ITEM_SIZES, ParameterError, StoredError
from quire.runtime.errors import EncodingError

Decode = Any

BACKENDS = ("reference", "numba")
each_backend = pytest.mark.parametrize("backend", BACKENDS)


def _decode(backend: str) -> Decode:
    pytest.importorskip("ml_dtypes", reason="pip install ml-dtypes")
    return importlib.import_module(f"quire.kernels.codecs.sparse_scatter.{backend}").decode


def _indices(*places: int) -> npt.NDArray[np.uint32]:
    return np.array(places, np.uint32)


@each_backend
@pytest.mark.parametrize("name", ITEM_SIZES)
def test_values_of_every_dtype_are_put_in_their_places(name: str, backend: str) -> None:
    parameters = SparseScatter((2, 3), name, _indices(5, 0, 3))
    size = ITEM_SIZES[name]
    assert parameters.stored_size() == 3 * size
    assert parameters.output().nbytes == 6 * size
    stored = np.arange(1, 3 * size + 2, dtype=np.uint8)[1:]  # at an odd address
    out = np.full(6 * size, 0xA5, np.uint8)
    _decode(backend)(
        stored, out.view(np.dtype(f"V{size}")).view(_dtype(name)).reshape(2, 3), parameters
    )
    rows, zero = stored.reshape(3, size).tolist(), [0] * size
    assert out.reshape(6, size).tolist() == [rows[1], zero, zero, rows[2], zero, rows[0]]


def _dtype(name: str) -> Any:
    return importlib.import_module("quire.kernels.backends.arrays").dtype_of(name)


@each_backend
@pytest.mark.parametrize("count", [2, 5, 70_000, 200_000])
@pytest.mark.parametrize("order", ["rising", "falling", "any"])
def test_any_number_in_any_order(count: int, order: str, backend: str) -> None:
    rng = np.random.default_rng(1)
    places = rng.permutation(count)[: count // 2 + 1].astype(np.uint32)
    if order != "any":
        places.sort()
    if order == "falling":
        places = places[::-1]
    values = rng.integers(1, 2**16, places.size, np.uint16)
    expected = np.zeros(count, np.uint16)
    for place, value in zip(places.tolist(), values.tolist(), strict=True):
        expected[place] = value
    out = np.full(count, 7, np.uint16)
    _decode(backend)(values.view(np.uint8), out, SparseScatter((count,), "uint16", places))
    assert np.array_equal(out, expected)


@each_backend
@pytest.mark.parametrize("size", [3, 300_000])
def test_the_last_value_of_a_place_counts(size: int, backend: str) -> None:
    places = _indices(1, size - 1, 1) if size > 3 else _indices(1, 2, 1)
    out = np.zeros(size, np.uint16)
    values = np.array([1, 2, 3], np.uint16)
    _decode(backend)(values.view(np.uint8), out, SparseScatter((size,), "uint16", places))
    assert (out[1], out[size - 1]) == (3, 2)


@each_backend
def test_a_place_outside_is_refused_before_anything_is_written(backend: str) -> None:
    out = np.full(4, 7, np.uint16)
    parameters = SparseScatter((4,), "uint16", _indices(0, 4, 9))
    with pytest.raises(StoredError, match="an index below 4, found 4") as caught:
        _decode(backend)(np.zeros(6, np.uint8), out, parameters)
    assert caught.value.index == 2
    assert out.tolist() == [7] * 4


def test_encoding_takes_what_stands_there() -> None:
    array = np.arange(6, dtype=np.int64).reshape(2, 3)
    parameters = SparseScatter((2, 3), "int16", _indices(4, 0))
    stored = np.zeros(4, np.uint8)
    for given in (array, np.asfortranarray(array), array.astype(">i2")):
        reference.encode(given, stored, parameters)
        assert stored.tolist() == [4, 0, 0, 0]
    with pytest.raises(EncodingError, match="expected an array of int16, found float64"):
        reference.encode(array.astype(float), stored, parameters)
    with pytest.raises(EncodingError, match="a value for an index below 6, found 6"):
        reference.encode(array, stored, SparseScatter((2, 3), "int16", _indices(0, 6)))


@pytest.mark.parametrize(
    ("indices", "message"),
    [
        ([0, 1], "expected a uint32 array"),
        (np.array([0, 1]), r"found int64 \(2,\)"),
        (np.zeros((1, 1), np.uint32), r"found uint32 \(1, 1\)"),
        (_indices(0, 0, 0), "at most 2 indices, found 3"),
    ],
    ids=["list", "dtype", "axes", "number"],
)
def test_indices_that_cannot_be_are_refused(indices: Any, message: str) -> None:
    with pytest.raises(ParameterError, match=message) as caught:
        SparseScatter((2,), "float16", indices)
    assert caught.value.parameter == "indices"


def test_other_parameters_that_cannot_be_are_refused() -> None:
    with pytest.raises(ParameterError, match="dtype: expected one of"):
        SparseScatter((2,), "float8", _indices())
    with pytest.raises(ParameterError, match="shape: expected"):
        SparseScatter((2**62, 4), "uint8", _indices())


def test_parameters_are_equal_by_value() -> None:
    one = SparseScatter((2,), "int8", _indices(1))
    assert one == SparseScatter((2,), "int8", _indices(1))
    assert one != SparseScatter((2,), "int8", _indices(0))
    assert one != SparseScatter((2, 1), "int8", _indices(1))
    assert one != SparseScatter((2,), "uint8", _indices(1))
    assert one != "something else"
    assert repr(one) == "SparseScatter(shape=(2,), dtype='int8', indices=<1>)"


@pytest.mark.parametrize("count", [0, 1, 2, 1000, 1 << 17])
def test_repeats_are_found(count: int) -> None:
    rng = np.random.default_rng(2)
    for spread in (1, 3, 1000):
        places = rng.permutation(count).astype(np.uint32) * np.uint32(spread)
        places += rng.integers(0, spread, count, np.uint32)
        assert faults.repeated(places, count * spread) == -1
        assert faults.repeated(np.sort(places), count * spread) == -1
        if count > 1:
            again = places.copy()
            again[-1] = again[count // 3]
            assert faults.repeated(again, count * spread) == count - 1
            again = np.sort(places)
            again[1] = again[0]
            assert faults.repeated(again, count * spread) == 1


def test_places_outside_are_found() -> None:
    assert faults.outside(_indices(), 0) == -1
    assert faults.outside(_indices(3, 2), 4) == -1
    assert faults.outside(_indices(3, 4, 5), 4) == 1
    assert faults.outside(_indices(2**32 - 1), 2**32) == -1
