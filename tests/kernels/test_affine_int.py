"""`affine_int` against arithmetic, for all codes and whatever arrays there can be."""

from __future__ import annotations

from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from quire.kernels.codecs.affine_int import reference
from quire.kernels.codecs.affine_int.codec import RANGES, AffineInt
from quire.kernels.contract import ParameterError
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage, fit
from quire.runtime.errors import EncodingError

numba = pytest.importorskip("quire.kernels.codecs.affine_int.numba", reason="pip install numba")

STORED = sorted(RANGES)

each_kernel = pytest.mark.parametrize("kernel", [reference, numba], ids=["reference", "numba"])
each_stored = pytest.mark.parametrize("stored", STORED)


def encoded(kernel: ModuleType, array: npt.NDArray[Any], codec: AffineInt) -> npt.NDArray[Any]:
    out = np.full(codec.stored_size(), 0xA5, np.uint8)
    kernel.encode(array, out, codec)
    return out.view(np.dtype(codec.stored).newbyteorder("<"))


def decoded(kernel: ModuleType, codes: npt.NDArray[Any], codec: AffineInt) -> npt.NDArray[Any]:
    out = np.full(codec.shape, np.nan, np.float32)
    kernel.decode(np.frombuffer(codes.tobytes(), np.uint8), out, codec)
    return out


def all_codes(stored: str) -> npt.NDArray[Any]:
    least, most = RANGES[stored]
    return np.arange(least, most + 1).astype(stored)


@each_kernel
@each_stored
def test_every_code_means_what_exact_arithmetic_rounds_to(kernel: ModuleType, stored: str) -> None:
    codes = all_codes(stored)
    found = decoded(kernel, codes, AffineInt(codes.shape, stored, 0.25, -3.5))
    # Products and sums of these are exact.
    assert found.tolist() == [float(Fraction(int(code), 4) - Fraction(7, 2)) for code in codes]


@each_kernel
@each_stored
def test_every_code_comes_back(kernel: ModuleType, stored: str) -> None:
    codes = all_codes(stored)
    for scale, offset in ((0.001, -2.0), (-7.0, 100.0)):
        codec = AffineInt(codes.shape, stored, scale, offset)
        values = codes.astype(np.float64) * scale + offset
        assert np.array_equal(encoded(kernel, values, codec), codes)


@each_kernel
def test_codes_are_little_endian(kernel: ModuleType) -> None:
    out = np.empty(4, np.uint8)
    kernel.encode(np.array([258.0, -2.0]), out, AffineInt((2,), "int16", 1.0, 0.0))
    assert out.tolist() == [2, 1, 0xFE, 0xFF]


@each_kernel
@each_stored
def test_halves_round_to_even_and_what_is_beyond_becomes_the_end(
    kernel: ModuleType, stored: str
) -> None:
    least, most = RANGES[stored]
    values = np.array([0.5, 1.5, 2.5, 1e30, -1e30, np.inf, -np.inf])
    for dtype in (np.float32, np.float64):
        found = encoded(kernel, values.astype(dtype), AffineInt((7,), stored, 1.0, 0.0))
        assert found.tolist() == [0, 2, 2, most, least, most, least]


@each_kernel
@each_stored
def test_what_is_no_number_is_refused(kernel: ModuleType, stored: str) -> None:
    array = np.array([0, 1, np.nan, 3], np.float32)
    with pytest.raises(EncodingError, match="affine_int: expected a number, found nan at flat ind"):
        encoded(kernel, array, AffineInt((4,), stored, 1.0, 0.0))


@each_kernel
def test_without_a_scale_everything_is_the_offset(kernel: ModuleType) -> None:
    codec = AffineInt((2,), "int16", 0.0, 1.5)
    assert encoded(kernel, np.array([1.5, 1.5]), codec).tolist() == [0, 0]
    assert decoded(kernel, np.array([-3, 9], "<i2"), codec).tolist() == [1.5, 1.5]
    with pytest.raises(EncodingError, match=r"expected 1\.5, as `scale` is 0, found 2\.0 at"):
        encoded(kernel, np.array([1.5, 2.0]), codec)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (((3,), "int32", 1.0, 0.0), "stored: expected int16 or uint16 or int8, found int32"),
        (((3,), "int16", float("nan"), 0.0), "scale: expected a finite float32, found nan"),
        (((3,), "int16", 1.0, 1e39), "offset: expected a finite float32"),
        (((-3,), "int16", 1.0, 0.0), "shape: expected dimensions from 0"),
    ],
)
def test_bad_parameters_are_refused(arguments: Any, said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        AffineInt(*arguments)


@each_kernel
@each_stored
def test_fitting_uses_all_codes(kernel: ModuleType, stored: str) -> None:
    least, most = RANGES[stored]
    array = np.array([-1.0, 0.25, 3.0])
    offset, scale = kernel.fit(array, "float64", stored=stored)
    assert scale == pytest.approx(4 / (most - least), rel=1e-15)
    codes = encoded(kernel, array, AffineInt((3,), stored, scale, offset))
    assert (codes[0], codes[2]) == (least, most)


@each_kernel
def test_fitting_knows_the_rare_arrays(kernel: ModuleType) -> None:
    assert kernel.fit(np.empty((0, 3), np.float32), "float32") == (0.0, 1.0)
    assert kernel.fit(np.full(5, 0.7, np.float32), "float32") == (float(np.float32(0.7)), 1.0)
    assert kernel.fit(np.array([0, 1e-45], np.float32), "float32") == (0.0, 1.0)
    for bad in (np.nan, np.inf):
        with pytest.raises(EncodingError, match="expected finite values"):
            kernel.fit(np.array([1, bad], np.float32), "float32")
    with pytest.raises(EncodingError, match="expected a range of float32, found -1e\\+300 to"):
        kernel.fit(np.array([-1e300, 1e300]), "float32")


def _strided(array: npt.NDArray[Any], layout: str) -> npt.NDArray[Any]:
    """The same values at other strides, in the other byte order, or at an odd address."""
    if layout == "reversed":
        return array[::-1].copy()[::-1] if array.ndim else array
    if layout == "fortran":
        return np.asfortranarray(array)
    if layout == "swapped":
        return array.astype(array.dtype.newbyteorder())
    odd = np.empty(array.nbytes + 1, np.uint8)[1:].view(array.dtype).reshape(array.shape)
    odd[...] = array
    return odd


@settings(max_examples=60, deadline=None)
@given(
    array=st.sampled_from([np.float32, np.float64]).flatmap(
        lambda dtype: arrays.arrays(
            dtype,
            arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=9),
            elements=st.floats(-1000, 1000, width=32),
        )
    ),
    stored=st.sampled_from(STORED),
    layout=st.sampled_from(["reversed", "fortran", "swapped", "odd"]),
)
def test_a_round_trip_is_off_by_half_a_step(
    array: npt.NDArray[Any], stored: str, layout: str
) -> None:
    offset, scale = numba.fit(array, "float32", stored=stored)
    assert (offset, scale) == reference.fit(array, "float32", stored=stored)
    codec = AffineInt(array.shape, stored, scale, offset)
    codes = encoded(numba, _strided(array, layout), codec)
    assert codes.tobytes() == encoded(reference, array, codec).tobytes()
    found = decoded(numba, codes, codec)
    assert found.tobytes() == decoded(reference, codes, codec).tobytes()
    # Half a step, and what float32 rounds: values and the ends are below 3000.
    assert np.all(np.abs(found.astype(np.float64) - array) <= scale / 2 + 4 * 3000 * 2.0**-23)


def test_rows_of_a_payload_are_decoded_alone() -> None:
    array = np.arange(12, dtype=np.float32).reshape(4, 3)
    offset, scale = fit("affine_int", array, stored="uint16")
    stage = Stage("affine_int", shape=(4, 3), stored="uint16", scale=scale, offset=offset)
    payload = Encoded((stage,), array=array)
    assert payload.stored_size == 24
    read = Encoded((stage,), stored=bytes(payload.stored))
    assert np.abs(read.decode(rows=slice(1, 3)) - array[1:3]).max() <= scale
    assert read.decode(rows=slice(1, 3)).tobytes() == read.decode()[1:3].tobytes()
