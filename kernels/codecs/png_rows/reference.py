"""`png_rows` in numpy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import converted
from quire.kernels.codecs.png_rows.codec import FILTERS, Pass, PngRows
from quire.runtime.errors import EncodingError

Bytes = npt.NDArray[np.uint8]
Wide = npt.NDArray[np.int16]
Array = npt.NDArray[Any]

BLOCK = 1 << 18
"""Bytes of rows that are filtered at a time."""


def decode(
    stored: Bytes,
    out: Array,
    codec: PngRows,
    *,
    fresh: bool = False,  # noqa: ARG001  # numpy decides how it writes
) -> None:
    """Undo the filters of the rows of each pass, and spread its pixels over the image.

    Args:
        stored: uint8, the rows.
        out: uint8 or uint16 of `codec.shape`.
        codec: Shape, bits, and whether there are passes.
        fresh: Whether the memory of `out` was never touched.

    Raises:
        StoredError: a row has an unknown filter.
    """
    decode_by(_unfilter, stored, out, codec)


def decode_by(
    unfilter: Callable[[Bytes, Bytes, int], None], stored: Bytes, out: Array, codec: PngRows
) -> None:
    """The same, with what undoes filters: of (rows with their filters, rows, bytes of a pixel)."""
    codec.check(stored)
    for part in codec.passes():
        rows = np.empty((part.rows, part.row_bytes), np.uint8)
        filtered = stored[part.begin : part.end].reshape(part.rows, 1 + part.row_bytes)
        unfilter(filtered, rows, codec.pixel_bytes)
        out[part.at] = _unpacked(rows, part, codec)


def encode(array: Array, out: Bytes, codec: PngRows) -> None:
    """Filter each row so that the sum of its bytes, as signed ones, is the least.

    Rows of fewer than 8 bits a sample stay as they are.

    Args:
        array: uint8 or uint16 of `codec.shape`, any strides.
        out: uint8 of the stored size.
        codec: Shape, bits, and whether there are passes.

    Raises:
        EncodingError: a sample has more bits.
    """
    array = converted(array, codec.dtype)
    if codec.bits < 8 and array.size and int(array.max()) >> codec.bits:
        message = f"png_rows: expected samples of {codec.bits} bits, found {int(array.max())}"
        raise EncodingError(message)
    for part in codec.passes():
        rows = _packed(array[part.at], part, codec)
        stored = out[part.begin : part.end].reshape(part.rows, 1 + part.row_bytes)
        if codec.bits < 8:
            stored[:, 0], stored[:, 1:] = 0, rows
            continue
        step = max(1, BLOCK // part.row_bytes)
        for start in range(0, part.rows, step):
            above = rows[start - 1] if start else np.zeros(part.row_bytes, np.uint8)
            _filter(rows[start : start + step], above, stored[start : start + step], codec)


def _unfilter(filtered: Bytes, rows: Bytes, pixel: int) -> None:
    above = np.zeros(rows.shape[1], np.uint8)
    for (tag, *_), data, row in zip(filtered, filtered[:, 1:], rows, strict=True):
        if tag == 0:
            row[:] = data
        elif tag == 1:
            for start in range(pixel):
                np.cumsum(data[start::pixel], dtype=np.uint8, out=row[start::pixel])
        elif tag == 2:
            np.add(data, above, out=row)
        else:
            _predicted(data, row, above, pixel, paeth=tag == 4)
        above = row


def _predicted(data: Bytes, row: Bytes, above: Bytes, pixel: int, *, paeth: bool) -> None:
    """Rows whose bytes each depend on the one to the left, as it is by then."""
    told = [*bytes(pixel), *map(int, above)]  # that to the left of the first is 0
    found = [0] * pixel
    for i, byte in enumerate(data.tolist()):
        left, up, corner = found[i], told[i + pixel], told[i]
        guess = _paeth(left, up, corner) if paeth else (left + up) >> 1
        found.append((byte + guess) & 0xFF)
    row[:] = found[pixel:]


def _paeth(left: int, up: int, corner: int) -> int:
    """Of three neighbours, the one that is nearest to `left + up - corner`."""
    guess = left + up - corner
    return min((left, up, corner), key=lambda each: abs(guess - each))


def _unpacked(rows: Bytes, part: Pass, codec: PngRows) -> Array:
    shape = part.rows, part.columns, codec.shape[2]
    if codec.bits == 16:
        return rows.view(">u2").reshape(shape)
    if codec.bits == 8:
        return rows.reshape(shape)
    each = 8 // codec.bits
    shifts = np.arange(8 - codec.bits, -1, -codec.bits, dtype=np.uint8)
    samples = (rows[:, :, None] >> shifts) & ((1 << codec.bits) - 1)
    wide: Array = samples.reshape(part.rows, part.row_bytes * each)
    return wide[:, : part.columns * codec.shape[2]].reshape(shape)


def _packed(pixels: Array, part: Pass, codec: PngRows) -> Bytes:
    samples = pixels.reshape(part.rows, part.columns * codec.shape[2])
    if codec.bits == 16:
        return samples.astype(">u2").view(np.uint8)
    if codec.bits == 8:
        return np.ascontiguousarray(samples, np.uint8)
    each = 8 // codec.bits
    wide = np.zeros((part.rows, part.row_bytes * each), np.uint8)
    wide[:, : samples.shape[1]] = samples
    shifts = np.arange(8 - codec.bits, -1, -codec.bits, dtype=np.uint8)
    shifted = wide.reshape(part.rows, part.row_bytes, each) << shifts
    packed: Bytes = np.bitwise_or.reduce(shifted, axis=2)
    return packed


def _filter(rows: Bytes, above: Bytes, stored: Bytes, codec: PngRows) -> None:
    """The best of the filters for each row, after its number."""
    pixel, (count, width) = codec.pixel_bytes, rows.shape
    wide = np.zeros((count + 1, pixel + width), np.int16)  # with what is above, and to the left
    wide[0, pixel:], wide[1:, pixel:] = above, rows
    left, up, corner = wide[1:, :width], wide[:-1, pixel:], wide[:-1, :width]
    guesses = np.zeros((FILTERS, count, width), np.uint8)
    guesses[1], guesses[2], guesses[3] = left, up, (left + up) >> 1
    guesses[4] = _nearest(left, up, corner)
    made = rows - guesses
    # The absolute values of signed bytes, of which there are 128 at most.
    sums = np.minimum(made, -made).sum(axis=2, dtype=np.int64)
    tags = stored[:, 0] = sums.argmin(axis=0)
    stored[:, 1:] = made[tags, np.arange(count)]


def _nearest(left: Wide, up: Wide, corner: Wide) -> Wide:
    """The Paeth predictor of all bytes at once."""
    over, beside = up - corner, left - corner
    to_left, to_up, to_corner = np.abs(over), np.abs(beside), np.abs(over + beside)
    other = np.where(to_up <= to_corner, up, corner)
    return np.where(to_left <= np.minimum(to_up, to_corner), left, other)
