"""`raw`: the elements as they are."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

import numpy as np
import pytest

from quire.kernels.backends.arrays import dtype_of
from quire.kernels.codecs.raw import reference
from quire.kernels.codecs.raw.codec import Raw
from quire.kernels.contract import ITEM_SIZES, ParameterError
from quire.runtime.errors import BackendUnavailable, EncodingError


def _dtype(name: str) -> np.dtype[Any]:
    if name == "bfloat16":
        pytest.importorskip("ml_dtypes", reason="pip install ml-dtypes")
    return dtype_of(name)


@pytest.mark.parametrize("shape", [(), (0,), (3, 0), (7,), (2, 3, 5)], ids=str)
@pytest.mark.parametrize("name", ITEM_SIZES)
def test_every_pattern_of_every_dtype_survives(name: str, shape: tuple[int, ...]) -> None:
    parameters, dtype = Raw(shape, name), _dtype(name)
    size = parameters.stored_size()
    assert size == int(np.prod(shape)) * dtype.itemsize
    stored = np.random.default_rng(1).integers(0, 256, size + 1, np.uint8)[1:]
    out = np.zeros(shape, dtype)
    reference.decode(stored, out, parameters)
    assert out.astype(dtype.newbyteorder("<")).tobytes() == stored.tobytes()
    again = np.zeros(size + 1, np.uint8)[1:]
    reference.encode(out, again, parameters)
    assert again.tobytes() == stored.tobytes()


@pytest.mark.parametrize("shape", [(), (0,), (3, 0), (7,), (2, 3, 5)], ids=str)
@pytest.mark.parametrize("name", ITEM_SIZES)
def test_torch_copies_every_dtype(name: str, shape: tuple[int, ...], place: str) -> None:
    torch: Any = pytest.importorskip("torch", reason="pip install torch")
    parameters = Raw(shape, name)
    data = np.random.default_rng(2).integers(0, 256, parameters.stored_size() + 1, np.uint8)
    out = torch.zeros(shape, dtype=getattr(torch, name), device=place)
    decode = importlib.import_module("quire.kernels.codecs.raw.triton").decode
    decode(torch.asarray(data, device=place)[1:], out, parameters)
    if out.numel():
        assert out.cpu().view(-1).view(torch.uint8).numpy().tobytes() == data[1:].tobytes()


@pytest.mark.parametrize("shape", [(), (0,), (3, 0), (7,), (2, 3, 5)], ids=str)
@pytest.mark.parametrize("name", ITEM_SIZES)
def test_cupy_copies_every_dtype(
    name: str, shape: tuple[int, ...], place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cupy: Any = pytest.importorskip("cupy", reason="pip install cupy-cuda13x")
    module = importlib.import_module("quire.kernels.codecs.raw.cupy")
    if place == "cpu":  # arrays of numpy, which has all that the module takes of CuPy
        cupy = np
        monkeypatch.setattr(module, "cupy", cupy)
    parameters, dtype = Raw(shape, name), _dtype(name)
    data = np.random.default_rng(3).integers(0, 256, parameters.stored_size() + 1, np.uint8)
    out = cupy.zeros(shape, dtype)
    module.decode(cupy.asarray(data)[1:], out, parameters)
    assert out.tobytes() == data[1:].tobytes()


def test_numbers_are_little_endian_whatever_the_array_is() -> None:
    parameters, stored = Raw((2, 2), "int16"), np.zeros(8, np.uint8)
    array = np.array([[1, 2], [3, -2]], ">i2")
    for given in (array, np.asfortranarray(array), array.astype(np.int8), array.astype(np.int64)):
        reference.encode(given, stored, parameters)
        assert stored.tolist() == [1, 0, 2, 0, 3, 0, 254, 255]


def test_fractions_are_not_stored_as_integers() -> None:
    with pytest.raises(EncodingError, match="expected an array of int64, found float32"):
        reference.encode(np.zeros(1, np.float32), np.zeros(8, np.uint8), Raw((1,), "int64"))


def test_sizes_are_known_before_anything_runs() -> None:
    parameters = Raw((3, 5), "uint16")
    assert (parameters.output().dtype, parameters.output().nbytes) == ("uint16", 30)
    assert parameters.row_range(1, 3) == (10, 30, Raw((2, 5), "uint16"))


@pytest.mark.parametrize("dtype", ["float8", "<f4", ""])
def test_a_dtype_that_is_not_known_is_refused(dtype: str) -> None:
    with pytest.raises(ParameterError, match=r"dtype: expected one of int8, .*float64, found"):
        Raw((1,), dtype)


def test_a_shape_that_no_array_has_is_refused() -> None:
    with pytest.raises(ParameterError, match="shape: expected"):
        Raw((2**62, 4), "uint8")


def test_bfloat16_needs_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(BackendUnavailable, match="pip install ml-dtypes"):
        dtype_of("bfloat16")
    assert dtype_of("float16") == np.float16
