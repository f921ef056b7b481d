"""`fp16`: what the reference and the compiled kernels must give, by other means than their own."""

from __future__ import annotations

import importlib
import struct
from types import ModuleType

import numpy as np
import numpy.typing as npt
import pytest

from quire.kernels.codecs.fp16 import reference
from quire.kernels.codecs.fp16.codec import Fp16
from quire.kernels.contract import ParameterError


@pytest.fixture(params=["reference", "numba"])
def half(request: pytest.FixtureRequest) -> ModuleType:
    if request.param == "reference":
        return reference
    pytest.importorskip("numba", reason="pip install numba")
    return importlib.import_module("quire.kernels.codecs.fp16.numba")


def _decode(module: ModuleType, stored: bytes) -> npt.NDArray[np.float32]:
    out = np.full(len(stored) // 2, np.nan, np.float32)
    module.decode(np.frombuffer(stored, np.uint8), out, Fp16(out.shape))
    return out


def _encode(module: ModuleType, array: npt.NDArray[np.floating]) -> bytes:
    out = np.full(array.size * 2, 0xA5, np.uint8)
    module.encode(array, out, Fp16(array.shape))
    return out.tobytes()


def test_all_patterns_decode_to_the_value_that_struct_unpacks(half: ModuleType) -> None:
    stored = np.arange(65536, dtype="<u2").tobytes()
    expected = np.array([value for (value,) in struct.iter_unpack("<e", stored)], np.float32)
    np.testing.assert_array_equal(_decode(half, stored), expected)


def test_nan_keeps_its_sign_and_payload(half: ModuleType) -> None:
    patterns = [0x7C01, 0x7DFF, 0x7E00, 0x7FFF, 0xFC01, 0xFFFF]
    decoded = _decode(half, struct.pack("<6H", *patterns)).view(np.uint32)
    expected = [(p & 0x8000) << 16 | 0x7F800000 | (p & 0x3FF) << 13 for p in patterns]
    assert decoded.tolist() == expected


def test_every_pattern_survives_decoding_and_encoding(half: ModuleType) -> None:
    stored = np.arange(65536, dtype="<u2").tobytes()
    assert _encode(half, _decode(half, stored)) == stored


@pytest.mark.parametrize(
    ("value", "pattern"),
    [
        (1.0, 0x3C00),
        (1 + 2**-11, 0x3C00),  # a tie goes to the even neighbour, down
        (1 + 3 * 2**-11, 0x3C02),  # or up
        (65504.0, 0x7BFF),  # the largest
        (65519.996, 0x7BFF),
        (65520.0, 0x7C00),  # rounds to infinity
        (-1e30, 0xFC00),
        (2.0**-24, 0x0001),  # the smallest subnormal
        (2.0**-25, 0x0000),  # half of it: a tie, to even
        (2.0**-25 * 1.0001, 0x0001),
        (-(2.0**-25), 0x8000),
        (2.0**-14 - 2.0**-24, 0x03FF),  # the largest subnormal
        (2.0**-14 - 2.0**-26, 0x0400),  # rounds to the smallest normal
        (-0.0, 0x8000),
        (float("inf"), 0x7C00),
        (1e-300, 0x0000),
    ],
)
def test_encoding_rounds_half_to_even(half: ModuleType, value: float, pattern: int) -> None:
    for dtype in (np.float32, np.float64):
        assert _encode(half, np.array([value], dtype)) == struct.pack("<H", pattern)


def test_float64_is_rounded_once(half: ModuleType) -> None:
    value = 1 + 2**-11 + 2**-40  # by way of float32 it would become a tie
    assert _encode(half, np.array([value])) == struct.pack("<e", value)
    assert _encode(half, np.array([value], np.float32)) == struct.pack("<H", 0x3C00)


@pytest.mark.parametrize(("dtype", "bits"), [("float32", 32), ("float64", 64)])
def test_encoding_equals_numpy_on_all_exponents(half: ModuleType, dtype: str, bits: int) -> None:
    fraction, exponents = (23, 256) if bits == 32 else (52, 2048)
    rng = np.random.default_rng(5)
    edges = [0, 1, 2**fraction - 1, 1 << (fraction - 1), 1 << (fraction - 11)]
    edges += [(1 << (fraction - 11)) + 1, (1 << (fraction - 11)) - 1, 3 << (fraction - 11)]
    mantissas = np.concatenate([edges, rng.integers(0, 2**fraction, 300)]).astype(np.uint64)
    heads = np.arange(2 * exponents, dtype=np.uint64) << np.uint64(fraction)
    patterns = (heads[:, None] | mantissas).astype(f"u{bits // 8}")
    array = patterns.view(dtype)
    with np.errstate(all="ignore"):
        expected = array.astype("<f2").tobytes()
    assert _encode(half, array) == expected


def test_sizes_are_known_before_anything_runs() -> None:
    parameters = Fp16((3, 5))
    assert (parameters.output().dtype, parameters.output().nbytes) == ("float32", 60)
    assert parameters.stored_size() == 30
    assert parameters.row_range(1, 3) == (10, 30, Fp16((2, 5)))


@pytest.mark.parametrize("shape", [(-1,), (2, -3), (2**62, 8), (2**63,)])
def test_a_shape_that_no_array_has_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ParameterError, match="shape: expected"):
        Fp16(shape)


@pytest.mark.parametrize(("start", "stop"), [(-1, 2), (2, 1), (0, 4)])
def test_rows_outside_of_the_array_are_refused(start: int, stop: int) -> None:
    with pytest.raises(ParameterError, match=f"rows within 0 to 3, found {start} to {stop}"):
        Fp16((3, 2)).row_range(start, stop)


def test_an_array_without_axes_has_no_rows() -> None:
    with pytest.raises(ParameterError, match="no axis"):
        Fp16(()).row_range(0, 0)


def test_processors_without_an_instruction_get_the_same_halves() -> None:
    numba = pytest.importorskip("numba", reason="pip install numba")
    kernels = importlib.import_module("quire.kernels.backends.half")
    halves = np.arange(65536, dtype=np.uint16)
    halves = halves[halves & 0x7FFF <= 0x7C00]
    singles = halves.view(np.float16).astype(np.float32).view(np.uint32)
    assert numba.vectorize(kernels.extended)(halves).tolist() == singles.tolist()
    around = np.random.default_rng(1).integers(0, 2**32, 300_000, np.uint32)
    ties = (singles[:, np.newaxis] + np.array([0, 0xFFF, 0x1000, 0x1001], np.uint32)).reshape(-1)
    bits = np.concatenate((around, ties))
    bits = bits[bits & 0x7FFFFFFF <= 0x7F800000]
    with np.errstate(over="ignore", under="ignore"):
        expected = bits.view(np.float32).astype(np.float16).view(np.uint16)
    assert numba.vectorize(kernels.rounded)(bits).tolist() == expected.tolist()
