"""`gif_lzw`, `gif_rows` and `sub_blocks` against Pillow, and on bytes made by hand."""

from __future__ import annotations

import io
import struct
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from quire.kernels.codecs.gif_lzw import reference as lzw
from quire.kernels.codecs.gif_lzw.codec import GifLzw
from quire.kernels.codecs.gif_rows import reference as rows
from quire.kernels.codecs.gif_rows.codec import GifRows
from quire.kernels.codecs.sub_blocks import reference as sub_blocks
from quire.kernels.codecs.sub_blocks.codec import SubBlocks
from quire.kernels.contract import ParameterError, StoredError
from quire.kernels.engine.packing import Packing
from quire.runtime.errors import EncodingError

Bytes = npt.NDArray[np.uint8]

SIZES = [0, 1, 2, 3, 5, 254, 255, 256, 510, 4096, 70_000]


def module(name: str) -> Any:
    if name == "reference":
        return lzw
    pytest.importorskip("numba", reason="pip install numba")
    from quire.kernels.codecs.gif_lzw import numba

    return numba


def values(kind: str, size: int, bits: int) -> Bytes:
    rng = np.random.default_rng(size + bits)
    found = {
        "noise": rng.integers(0, 1 << bits, size),
        "flat": np.zeros(size, int),
        "ramp": np.arange(size),
        "runs": np.cumsum(rng.integers(0, 100, size) < 2),
    }
    return (found[kind] % (1 << bits)).astype(np.uint8)


def decoded(stored: bytes, size: int, bits: int, backend: str = "reference") -> Bytes:
    out = np.empty(size, np.uint8)
    module(backend).decode(np.frombuffer(stored, np.uint8), out, GifLzw(bits))
    return out


@pytest.mark.parametrize("kind", ["noise", "flat", "ramp", "runs"])
@pytest.mark.parametrize("bits", range(1, 9))
def test_what_was_encoded_is_decoded_and_both_kernels_agree(kind: str, bits: int) -> None:
    for size in SIZES:
        data = values(kind, size, bits)
        stored = lzw.encode(data, GifLzw(bits))
        assert module("numba").encode(data, GifLzw(bits)) == stored
        for backend in ("reference", "numba"):
            assert np.array_equal(decoded(stored, size, bits, backend), data)


def image(stored: bytes, width: int, height: int, bits: int, *, interlaced: bool) -> Bytes:
    """What Pillow sees of an image, in a file made by hand."""
    pillow = pytest.importorskip("PIL.Image", reason="pip install pillow")
    screen = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF0 | bits - 1, 0, 0)
    table = bytes(range(256))[: 1 << bits].ljust(1 << bits) * 3
    place = struct.pack("<BHHHHB", 0x2C, 0, 0, width, height, 0x40 * interlaced)
    data = screen + table + place + bytes([bits]) + stored + b";"
    return np.asarray(pillow.open(io.BytesIO(data)))


@pytest.mark.parametrize("kind", ["noise", "flat", "runs"])
@pytest.mark.parametrize("bits", [2, 5, 8])
@pytest.mark.parametrize("interlaced", [False, True])
def test_pillow_decodes_the_same(kind: str, bits: int, interlaced: bool) -> None:  # noqa: FBT001  # a parameter of pytest
    pixels = values(kind, 101 * 67, bits).reshape(67, 101)
    data = pixels.reshape(-1).copy()
    if interlaced:
        rows.encode(pixels, data, GifRows(pixels.shape, "uint8"))
    stored = lzw.encode(data, GifLzw(bits))
    assert np.array_equal(image(stored, 101, 67, bits, interlaced=interlaced), pixels)


@pytest.mark.parametrize("height", range(20))
def test_the_passes_have_every_row_once(height: int) -> None:
    order = GifRows((height, 1), "uint8").order()
    assert sorted(order) == list(range(height))
    assert order == sorted(order, key=lambda row: (row % 8 > 0, row % 4 > 0, row % 2 > 0, row))


@pytest.mark.parametrize("backend", ["reference", "numba"])
@pytest.mark.parametrize(
    ("codes", "made"),
    [
        ([4, 1, 6, 2], [1, 1, 1, 2]),  # a code that is made by itself
        ([1, 2, 5], [1, 2]),  # nothing that empties the table at the start
        ([4, 1, 4, 4, 2, 5], [1, 2]),
        ([4, 1, 2, 3], [1, 2, 3]),  # no end
        ([4, 1, 2, 3, 3], [1, 2, 3]),  # more than there must be
    ],
)
def test_codes_made_by_hand(backend: str, codes: list[int], made: list[int]) -> None:
    assert decoded(packed(codes), len(made), 2, backend).tolist() == made


@pytest.mark.parametrize("backend", ["reference", "numba"])
@pytest.mark.parametrize(
    ("codes", "size", "told"),
    [
        ([4, 6], 3, "byte 1: expected a code that is known, found 6"),
        ([4, 1, 7], 3, "byte 1: expected a code that is known, found 7"),
        ([4, 1, 2, 5], 3, "expected 3 indices, found 2"),
        ([4, 1], 3, "expected 3 indices, found 1"),
        ([], 1, "expected 1 indices, found 0"),
    ],
)
def test_codes_without_a_meaning_are_refused(
    backend: str, codes: list[int], size: int, told: str
) -> None:
    with pytest.raises(StoredError) as caught:
        decoded(packed(codes), size, 2, backend)
    error = caught.value
    assert told in f"byte {error.index}: expected {error.expected}, found {error.found}"


def packed(codes: list[int]) -> bytes:
    """Codes of three bits in one block; there must be few of them."""
    number = sum(code << 3 * i for i, code in enumerate(codes))
    data = number.to_bytes(3 * len(codes) // 8 + 1, "little") if codes else b""
    return sub_blocks.split(data[: (3 * len(codes) + 7) // 8])


def test_a_long_image_without_codes_that_empty_the_table_keeps_it() -> None:
    """4,096 codes are there; then runs of two go on with the codes that there are."""
    data = values("noise", 40_000, 8)
    codes = [*data.tolist()]
    number = count = 0
    width, known = 9, 258
    for i, code in enumerate(codes):
        number |= code << count
        count += width
        known += i > 0 and known < 4096
        width = min(12, max(width, known.bit_length()))
    stored = sub_blocks.split(number.to_bytes((count + 7) // 8, "little"))
    for backend in ("reference", "numba"):
        assert np.array_equal(decoded(stored, data.size, 8, backend), data)


def test_damage_is_told_alike_by_both_kernels() -> None:
    rng = np.random.default_rng(5)
    stored = lzw.encode(values("runs", 900, 3), GifLzw(3))
    for _ in range(400):
        damaged = bytearray(stored)
        for place in rng.integers(0, len(stored), 3):
            damaged[place] = rng.integers(256)
        told: list[object] = []
        for backend in ("reference", "numba"):
            try:
                told.append(decoded(bytes(damaged), 900, 3, backend).tobytes())
            except StoredError as error:
                told.append((error.index, error.expected, error.found))
        assert told[0] == told[1]


def test_indices_of_more_bits_are_refused() -> None:
    for backend in ("reference", "numba"):
        with pytest.raises(EncodingError, match="expected indices of 2 bits, found 4"):
            module(backend).encode(np.array([1, 4], np.uint8), GifLzw(2))


@pytest.mark.parametrize("bits", [0, 9, -1])
def test_other_depths_are_refused(bits: int) -> None:
    with pytest.raises(ParameterError, match="1 to 8"):
        GifLzw(bits)


@pytest.mark.parametrize(
    ("shape", "dtype"), [((3,), "uint8"), ((1, 2, 3), "uint8"), ((1, 2), "float32")]
)
def test_rows_are_of_two_axes_and_of_bytes(shape: tuple[int, ...], dtype: str) -> None:
    with pytest.raises(ParameterError, match=r"shape|dtype"):
        GifRows(shape, dtype)


@pytest.mark.parametrize("size", [100_000, pytest.param(4_000_000, marks=pytest.mark.slow)])
def test_no_stored_byte_becomes_more_than_is_told(size: int) -> None:
    """The most is what a long run of one index takes."""
    stored = lzw.encode(np.zeros(size, np.uint8), GifLzw(1))
    assert size < GifLzw.expansion * len(stored)
    with pytest.raises(StoredError, match="gif_lzw"):
        Packing(GifLzw(1)).refuse(10, 10 * GifLzw.expansion + 1)


@pytest.mark.parametrize("size", SIZES)
def test_blocks_are_full_and_hold_what_was_put_into_them(size: int) -> None:
    data = values("noise", size, 8)
    stored = sub_blocks.encode(data, SubBlocks())
    assert len(stored) == size + -(-size // 255) + 1
    out = np.empty(size, np.uint8)
    held = np.frombuffer(stored, np.uint8)
    sub_blocks.decode(held, out, SubBlocks())
    assert np.array_equal(out, data)
    assert sub_blocks.measure(held, SubBlocks()) == size


@pytest.mark.parametrize(
    ("stored", "told"),
    [
        (b"", "byte 0: expected an empty block at the end, found 0 bytes"),
        (b"\1a", "byte 2: expected an empty block at the end, found 0 bytes"),
        (b"\2a", "byte 0: expected a block of 2 bytes, found 1"),
        (b"\1a\0\0", "byte 2: expected an empty block at the end, found 2 bytes"),
        (b"\2ab\0", "byte 0: expected blocks of 1 bytes, found 2"),
    ],
)
def test_blocks_that_end_elsewhere_are_refused(stored: bytes, told: str) -> None:
    with pytest.raises(StoredError) as caught:
        sub_blocks.decode(np.frombuffer(stored, np.uint8), np.empty(1, np.uint8), SubBlocks())
    error = caught.value
    assert f"byte {error.index}: expected {error.expected}, found {error.found}" == told
