"""`affine_u4` on the CPU, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import flat_blocks, read_only
from quire.kernels.backends.numba import kernel
from quire.kernels.codecs.affine_u4 import reference
from quire.kernels.codecs.affine_u4.codec import AffineU4
from quire.kernels.codecs.affine_u8 import numba as affine_u8
from quire.kernels.codecs.affine_u8.reference import Precision

Values = npt.NDArray[np.floating[Any]]


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    codec: AffineU4,
    *,
    fresh: bool = False,  # noqa: ARG001  # the table is what takes time, not the stores
) -> None:
    """See `reference.decode`."""
    _, width, _ = codec.lines()
    codes = np.arange(reference.LAST + 1, dtype=np.float32)
    with np.errstate(over="ignore"):  # a file may ask for it
        table = codes * np.float32(codec.scale) + np.float32(codec.min)
    if width:
        _dequantise(read_only(stored), table, out.reshape(-1), width)


def encode(array: Values, out: npt.NDArray[np.uint8], codec: AffineU4) -> None:
    """See `reference.encode`."""
    scale, low = array.dtype.type(codec.scale), array.dtype.type(codec.min)
    _, width, _ = codec.lines()
    numbers = scale != 0
    if numbers and width:
        out[...] = 0
        for start, values in flat_blocks(array):
            numbers = numbers and _quantise(values, out, scale, low, start, width)
    if not numbers:
        reference.encode(array, out, codec)  # the rare cases, and the text of the error


def fit(array: Values, precision: Precision) -> tuple[float, float]:
    """See `reference.fit`."""
    return reference.widened(affine_u8.fit(array, precision), precision)


@kernel
def _dequantise(
    stored: npt.NDArray[np.uint8],
    table: npt.NDArray[np.float32],
    out: npt.NDArray[np.float32],
    width: int,
) -> None:
    line = (width + 1) // 2
    for row in range(out.size // width):
        at, place = row * line, row * width
        for k in range(width // 2):
            byte = stored[at + k]
            out[place + 2 * k] = table[byte >> np.uint8(4)]
            out[place + 2 * k + 1] = table[byte & np.uint8(15)]
        if width % 2:
            out[place + width - 1] = table[stored[at + line - 1] >> np.uint8(4)]


@kernel
def _quantise(
    values: Values,
    out: npt.NDArray[np.uint8],
    scale: np.floating[Any],
    low: np.floating[Any],
    start: int,
    width: int,
) -> bool:
    """Whether all values were numbers; `start` is the index of the first, and `out` is zeros."""
    line = (width + 1) // 2
    row, column = start // width, start % width
    numbers = True
    for i in range(values.size):
        step = np.rint((values[i] - low) / scale)
        number = not np.isnan(step)
        numbers = numbers and number
        code = np.uint8(min(max(step, 0), 15)) if number else np.uint8(0)
        at = row * line + column // 2
        out[at] |= code if column % 2 else np.uint8(code << np.uint8(4))
        column += 1
        if column == width:
            row, column = row + 1, 0
    return numbers
