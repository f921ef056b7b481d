"""`png_rows` on the CPU, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import read_only
from quire.kernels.backends.numba import kernel
from quire.kernels.codecs.png_rows.codec import PngRows
from quire.kernels.codecs.png_rows.reference import decode_by

Bytes = npt.NDArray[np.uint8]


def decode(
    stored: Bytes,
    out: npt.NDArray[Any],
    codec: PngRows,
    *,
    fresh: bool = False,  # noqa: ARG001  # rows are in the cache when they are spread
) -> None:
    """See `reference.decode`."""
    decode_by(_unfilter, read_only(stored), out, codec)


@kernel
def _unfilter(filtered: Bytes, rows: Bytes, pixel: int) -> None:
    count, size = rows.shape
    for y in range(count):
        tag, data, row = filtered[y, 0], filtered[y, 1:], rows[y]
        above = rows[y - 1] if y else np.zeros(size, np.uint8)
        if tag == 0:
            _copy(data, row, size)
        elif tag == 1:
            _add_left(data, row, pixel)
        elif tag == 2:
            for i in range(size):
                row[i] = np.uint8(data[i] + above[i])
        elif tag == 3:
            _add_average(data, row, above, pixel)
        else:
            _add_nearest(data, row, above, pixel)


@kernel
def _copy(data: Bytes, row: Bytes, size: int) -> None:
    # Assigned to a slice, arrays would bring along what names wrong shapes: seconds to compile.
    for i in range(size):
        row[i] = data[i]


@kernel
def _add_left(data: Bytes, row: Bytes, pixel: int) -> None:
    _copy(data, row, min(pixel, row.size))
    for i in range(pixel, row.size):
        row[i] = np.uint8(data[i] + row[i - pixel])


@kernel
def _add_average(data: Bytes, row: Bytes, above: Bytes, pixel: int) -> None:
    for i in range(row.size):
        left = np.int32(row[i - pixel]) if i >= pixel else np.int32(0)
        row[i] = np.uint8(data[i] + ((left + np.int32(above[i])) >> 1))


@kernel
def _add_nearest(data: Bytes, row: Bytes, above: Bytes, pixel: int) -> None:
    for i in range(min(pixel, row.size)):
        row[i] = np.uint8(data[i] + above[i])
    for i in range(pixel, row.size):
        a, b, c = np.int32(row[i - pixel]), np.int32(above[i]), np.int32(above[i - pixel])
        to_left, to_up, to_corner = abs(b - c), abs(a - c), abs(a + b - 2 * c)
        other = b if to_up <= to_corner else c
        guess = a if to_left <= to_up and to_left <= to_corner else other
        row[i] = np.uint8(data[i] + guess)
