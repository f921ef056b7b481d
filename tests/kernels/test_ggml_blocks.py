"""`ggml_blocks` against the package of its authors, and blocks worked out by hand."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

from quire.kernels.backends import arrays
from quire.kernels.codecs.ggml_blocks import reference
from quire.kernels.codecs.ggml_blocks.codec import KINDS, GgmlBlocks
from quire.kernels.contract import ParameterError
from quire.runtime.errors import EncodingError

MADE = ("q4_0", "q4_1", "q5_0", "q5_1", "q8_0")


def package() -> Any:
    """The package of ggml's authors."""
    return pytest.importorskip("gguf", reason="pip install gguf")


@pytest.mark.parametrize("kind", KINDS)
def test_all_blocks_decode_as_by_the_package(kind: str) -> None:
    gguf, (values, size) = package(), KINDS[kind]
    stored = np.random.default_rng(1).integers(0, 256, (700, size), dtype=np.uint8)
    out = np.empty((700, values), np.float32)
    reference.decode(stored.reshape(-1), out, GgmlBlocks(out.shape, kind))
    with np.errstate(all="ignore"):
        wanted = gguf.quants.dequantize(stored, gguf.GGMLQuantizationType[kind.upper()])
    assert np.array_equal(out, wanted, equal_nan=True)


@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize("scale", [0, 1e-9, 1, 1e4])
def test_values_are_encoded_as_by_the_package(kind: str, scale: float) -> None:
    gguf = package()
    values = (np.random.default_rng(2).standard_normal((50, 96)) * scale).astype(np.float32)
    values[0], values[1, 3:] = 0, -values[1, 3]
    parameters = GgmlBlocks(values.shape, kind)
    stored = np.empty(parameters.stored_size(), np.uint8)
    reference.encode(values, stored, parameters)
    wanted = gguf.quants.quantize(values, gguf.GGMLQuantizationType[kind.upper()])
    assert stored.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("offset", [0, 4, 16, 60])
@pytest.mark.parametrize("kind", KINDS)
def test_values_past_the_cache_are_those_of_the_reference(
    monkeypatch: pytest.MonkeyPatch, kind: str, offset: int
) -> None:
    monkeypatch.setattr(arrays, "CACHED_BYTES", 0)
    pytest.importorskip("numba", reason="pip install numba")
    kernel = importlib.import_module("quire.kernels.codecs.ggml_blocks.numba")
    (values, size), blocks = KINDS[kind], 37
    parameters = GgmlBlocks((blocks * values,), kind)
    stored = np.random.default_rng(3).integers(0, 124, blocks * size + 1, np.uint8)[1:]
    expected = np.empty(parameters.shape, np.float32)
    reference.decode(stored, expected, parameters)
    memory = np.full(expected.nbytes + 256, 0xA5, np.uint8)
    start = -memory.ctypes.data % 64 + 64 + offset
    out = memory[start : start + expected.nbytes].view(np.float32)
    kernel.decode(stored, out, parameters)
    assert out.tobytes() == expected.tobytes()
    assert (memory[:start] == 0xA5).all()
    assert (memory[start + expected.nbytes :] == 0xA5).all()


def test_a_block_is_worked_out_by_hand() -> None:
    codes = bytes([0x80 | i for i in range(16)])
    stored = np.frombuffer(np.float16(0.5).tobytes() + codes, np.uint8)
    out = np.empty(32, np.float32)
    reference.decode(stored, out, GgmlBlocks((32,), "q4_0"))
    assert out.tolist() == [0.5 * (i - 8) for i in range(16)] + [0.0] * 16


@pytest.mark.parametrize("kind", ["q4_k", "q5_k", "q6_k"])
def test_kinds_that_are_decoded_alone_say_so(kind: str) -> None:
    with pytest.raises(EncodingError, match="can only be decoded"):
        reference.encode(
            np.zeros(256), np.empty(KINDS[kind][1], np.uint8), GgmlBlocks((256,), kind)
        )


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e39, 3e38])
@pytest.mark.parametrize("kind", MADE)
def test_what_no_scale_can_hold_is_refused(kind: str, value: float) -> None:
    array = np.zeros(32)
    array[5] = value
    with pytest.raises(EncodingError):
        reference.encode(array, np.empty(KINDS[kind][1], np.uint8), GgmlBlocks((32,), kind))


@pytest.mark.parametrize(
    ("shape", "kind", "name"),
    [
        ((), "q4_0", "shape"),
        ((33,), "q4_0", "shape"),
        ((32, 32), "q6_k", "shape"),
        ((32,), "q9", "kind"),
    ],
)
def test_parameters_that_cannot_be_are_refused(
    shape: tuple[int, ...], kind: str, name: str
) -> None:
    with pytest.raises(ParameterError, match=name):
        GgmlBlocks(shape, kind)


def test_rows_are_decoded_alone() -> None:
    found = GgmlBlocks((5, 2, 64), "q8_0").row_range(1, 3)
    assert found is not None
    assert (found.begin, found.end, found.codec.shape) == (4 * 34, 12 * 34, (2, 2, 64))
    assert GgmlBlocks((64,), "q8_0").row_range(0, 32) is None
