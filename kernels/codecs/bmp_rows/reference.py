"""`bmp_rows` in numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import converted
from quire.kernels.codecs.bmp_rows.codec import LAST_INDEX, BmpRows
from quire.runtime.errors import EncodingError

Bytes = npt.NDArray[np.uint8]
Array = npt.NDArray[Any]


def decode(
    stored: Bytes,
    out: Array,
    codec: BmpRows,
    *,
    fresh: bool = False,  # noqa: ARG001  # numpy decides how it writes
) -> None:
    """Take pixels apart into their channels.

    Args:
        stored: uint8, the rows.
        out: Of the dtype and the shape of `codec`.
        codec: Shape, bits and masks.
        fresh: Whether the memory of `out` was never touched.
    """
    rows = _rows(stored, codec)
    if codec.bits < LAST_INDEX:
        each = LAST_INDEX // codec.bits
        shifts = np.arange(LAST_INDEX - codec.bits, -1, -codec.bits, dtype=np.uint8)
        pixels = (rows[:, :, None] >> shifts) & ((1 << codec.bits) - 1)
        out[:, :, 0] = pixels.reshape(len(rows), rows.shape[1] * each)[:, : codec.shape[1]]
        return
    bytes_of = _pixels(rows, codec)
    if codec.bits == LAST_INDEX:
        out[:] = bytes_of
        return
    words = None
    for channel, mask in enumerate(codec.masks().values()):
        at = _byte(mask)
        if at is not None:
            out[:, :, channel] = bytes_of[:, :, at]
            continue
        words = _words(bytes_of) if words is None else words
        out[:, :, channel] = (words & mask) >> _shift(mask)


def encode(array: Array, out: Bytes, codec: BmpRows) -> None:
    """Put the channels of pixels together; bits that no channel has are 0.

    Args:
        array: Of the dtype and the shape of `codec`, any strides.
        out: uint8 of the stored size.
        codec: Shape, bits and masks.

    Raises:
        EncodingError: a sample has more bits.
    """
    array = converted(array, codec.dtype)
    out[:] = 0
    rows = _rows(out, codec)
    if codec.bits <= LAST_INDEX:
        _refuse_more(array, (1 << codec.bits) - 1)
        each = LAST_INDEX // codec.bits
        wide = np.zeros((len(rows), rows.shape[1] * each), np.uint8)
        wide[:, : codec.shape[1]] = array[:, :, 0]
        shifts = np.arange(LAST_INDEX - codec.bits, -1, -codec.bits, dtype=np.uint8)
        shifted = wide.reshape(len(rows), rows.shape[1], each) << shifts
        np.bitwise_or.reduce(shifted, axis=2, out=rows)
        return
    bytes_of, words = _pixels(rows, codec), None
    for channel, mask in enumerate(codec.masks().values()):
        samples, at = array[:, :, channel], _byte(mask)
        _refuse_more(samples, mask >> _shift(mask))
        if at is not None:
            bytes_of[:, :, at] = samples
            continue
        moved = samples.astype(np.uint32) << np.uint32(_shift(mask))
        words = moved if words is None else words | moved
    if words is not None:
        for at in range(codec.bits // 8):
            bytes_of[:, :, at] |= (words >> np.uint32(8 * at)).astype(np.uint8)


def _rows(stored: Bytes, codec: BmpRows) -> Bytes:
    """The rows from the top."""
    rows = stored.reshape(codec.shape[0], codec.row_bytes)
    return rows if codec.top_down else rows[::-1]


def _pixels(rows: Bytes, codec: BmpRows) -> Bytes:
    """The bytes of each pixel: (rows, columns, bytes)."""
    size, columns = codec.bits // 8, codec.shape[1]
    # Rows may stand in reverse, so that numpy would copy them to take off what fills them up.
    strides = (rows.strides[0], size, 1)
    shape = (len(rows), columns, size)
    return np.lib.stride_tricks.as_strided(rows, shape, strides, writeable=rows.flags.writeable)


def _words(bytes_of: Bytes) -> npt.NDArray[np.uint32]:
    words = np.zeros(bytes_of.shape[:2], np.uint32)
    for at in range(bytes_of.shape[2]):
        words |= bytes_of[:, :, at].astype(np.uint32) << np.uint32(8 * at)
    return words


def _shift(mask: int) -> int:
    """Where the lowest bit stands; 0 if there is none."""
    return max((mask & -mask).bit_length() - 1, 0)


def _byte(mask: int) -> int | None:
    """Which byte of a pixel the channel is; None if it is not one byte."""
    shift = _shift(mask)
    return shift // 8 if mask >> shift == 0xFF and shift % 8 == 0 else None


def _refuse_more(samples: Array, most: int) -> None:
    if most >= np.iinfo(samples.dtype).max:
        return
    if np.any(samples & ~np.array(most, samples.dtype)):
        message = f"bmp_rows: expected samples of at most {most}, found {int(samples.max())}"
        raise EncodingError(message)
