"""`png_rows` against Pillow, on images of all depths, and rows of all filters."""

from __future__ import annotations

import importlib
import io
import struct
import zlib
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire.kernels.codecs.png_rows import reference
from quire.kernels.codecs.png_rows.codec import PngRows
from quire.kernels.contract import ParameterError, StoredError

image = pytest.importorskip("PIL.Image", reason="pip install pillow")

SIZES = [(1, 1), (3, 5), (9, 17), (8, 8), (2, 3), (1, 9), (9, 1), (33, 40)]
DEPTHS = [
    (1, 1),
    (2, 1),
    (4, 1),
    (8, 1),
    (8, 2),
    (8, 3),
    (8, 4),
    (16, 1),
    (16, 2),
    (16, 3),
    (16, 4),
]
COLOURS = {1: 0, 2: 4, 3: 2, 4: 6}

Array = npt.NDArray[Any]


@pytest.fixture(params=["reference", "numba"])
def kernel(request: pytest.FixtureRequest) -> ModuleType:
    if request.param == "numba":
        pytest.importorskip("numba", reason="pip install numba")
    return importlib.import_module(f"quire.kernels.codecs.png_rows.{request.param}")


def pillow(stored: Array, codec: PngRows) -> Array:
    """The image that Pillow sees in these rows."""
    height, width, channels = codec.shape
    kind = COLOURS[channels]
    head = struct.pack(">IIBBBBB", width, height, codec.bits, kind, 0, 0, codec.interlaced)
    chunks = (b"IHDR", head), (b"IDAT", zlib.compress(stored.tobytes())), (b"IEND", b"")
    data = b"\x89PNG\r\n\x1a\n"
    for name, body in chunks:
        data += struct.pack(">I", len(body)) + name + body
        data += struct.pack(">I", zlib.crc32(name + body))
    return np.asarray(image.open(io.BytesIO(data))).reshape(height, width, -1)


def expected(pixels: Array, codec: PngRows) -> Array:
    """The same as Pillow has it: it makes 8 bits of what is no plain grey."""
    if codec.bits == 16 and codec.shape[2] > 1:
        return pixels >> 8
    return pixels.astype(bool) if codec.bits == 1 else pixels * {2: 85, 4: 17}.get(codec.bits, 1)


@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize(("bits", "channels"), DEPTHS)
def test_pillow_sees_the_same_pixels(
    kernel: ModuleType, bits: int, channels: int, *, interlaced: bool
) -> None:
    rng = np.random.default_rng(bits)
    for height, width in SIZES:
        dtype = "uint16" if bits == 16 else "uint8"
        codec = PngRows((height, width, channels), dtype, bits, interlaced)
        walk = np.cumsum(rng.integers(0, 3, codec.shape), axis=1) * (977 if bits == 16 else 1)
        pixels = (walk & ((1 << bits) - 1)).astype(dtype)
        stored = np.empty(codec.stored_size(), np.uint8)
        reference.encode(pixels, stored, codec)
        out = np.empty_like(pixels)
        kernel.decode(stored, out, codec)
        assert np.array_equal(out, pixels)
        if channels != 2 or bits == 8:
            assert np.array_equal(pillow(stored, codec), expected(pixels, codec))


@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_every_filter_is_undone(kernel: ModuleType, channels: int, *, interlaced: bool) -> None:
    rng = np.random.default_rng(channels)
    for height, width in SIZES:
        codec = PngRows((height, width, channels), "uint8", 8, interlaced)
        stored = rng.integers(0, 256, codec.stored_size(), dtype=np.uint8)
        for part in codec.passes():
            stored[part.begin : part.end : 1 + part.row_bytes] %= 5
        out = np.empty(codec.shape, np.uint8)
        kernel.decode(stored, out, codec)
        assert np.array_equal(out, pillow(stored, codec))


def test_an_image_without_pixels_takes_no_bytes() -> None:
    for shape in ((0, 3, 1), (3, 0, 4)):
        assert PngRows(shape, "uint8", 8, interlaced=True).stored_size() == 0


def test_an_unknown_filter_is_refused(kernel: ModuleType) -> None:
    codec = PngRows((3, 2, 1), "uint8", 8)
    stored = np.array([0, 1, 2, 0, 3, 4, 5, 6, 7], np.uint8)
    with pytest.raises(StoredError, match="stored byte 6: expected a filter from 0 to 4, found 5"):
        kernel.decode(stored, np.empty(codec.shape, np.uint8), codec)


def test_samples_that_do_not_fit_are_refused() -> None:
    codec = PngRows((1, 2, 1), "uint8", 2)
    with pytest.raises(quire.EncodingError, match="samples of 2 bits, found 4"):
        reference.encode(np.array([[[3], [4]]], np.uint8), np.empty(2, np.uint8), codec)


@pytest.mark.parametrize(
    ("arguments", "parameter"),
    [
        (((2, 2, 1), "uint8", 3), "bits"),
        (((2, 2, 1), "uint8", 16), "dtype"),
        (((2, 2), "uint8", 8), "shape"),
        (((2, 2, 5), "uint8", 8), "shape"),
        (((-1, 2, 1), "uint8", 8), "shape"),
    ],
)
def test_what_is_no_image_is_refused(arguments: Any, parameter: str) -> None:
    with pytest.raises(ParameterError) as error:
        PngRows(*arguments)
    assert error.value.parameter == parameter
