"""`affine_int` on the CPU, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import flat_blocks, read_only
from quire.kernels.backends.numba import kernel, wide_vectors
from quire.kernels.codecs.affine_int import reference
from quire.kernels.codecs.affine_int.codec import RANGES, AffineInt
from quire.kernels.codecs.affine_int.reference import Precision
from quire.kernels.codecs.affine_u8.numba import extremes

Values = npt.NDArray[np.floating[Any]]


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    codec: AffineInt,
    *,
    fresh: bool = False,  # noqa: ARG001  # written through the cache, wherever it goes
) -> None:
    """See `reference.decode`."""
    scale, offset = np.float32(codec.scale), np.float32(codec.offset)
    dequantise = {"int16": _signed_words, "uint16": _words, "int8": _signed_bytes}[codec.stored]
    dequantise(read_only(stored), out.reshape(-1), scale, offset)


def encode(array: Values, out: npt.NDArray[np.uint8], codec: AffineInt) -> None:
    """See `reference.encode`."""
    scale, offset = array.dtype.type(codec.scale), array.dtype.type(codec.offset)
    least, most = map(array.dtype.type, RANGES[codec.stored])
    width = np.dtype(codec.stored).itemsize
    quantise = _quantise_bytes if width == 1 else _quantise_words
    numbers = scale != 0
    for start, values in flat_blocks(array):
        part = out[width * start : width * (start + values.size)]
        numbers = numbers and quantise(values, part, scale, offset, least, most)
    if not numbers:
        reference.encode(array, out, codec)  # the rare cases, and the text of the error


def fit(array: Values, precision: Precision, *, stored: str = "int16") -> tuple[float, float]:
    """See `reference.fit`."""
    if array.size == 0:
        return 0.0, 1.0
    low, high = extremes(array)
    if not (np.isfinite(low) and np.isfinite(high)):
        return reference.fit(array, precision, stored=stored)  # raises, and names the value
    return reference.of_range(float(low), float(high), precision, stored)


@kernel
def _signed_words(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    scale: np.float32,
    offset: np.float32,
) -> None:
    wide_vectors()
    for i in range(out.size):
        word = np.uint16(np.uint16(stored[2 * i]) | np.uint16(stored[2 * i + 1]) << np.uint16(8))
        out[i] = np.float32(np.int16(word)) * scale + offset


@kernel
def _words(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    scale: np.float32,
    offset: np.float32,
) -> None:
    wide_vectors()
    for i in range(out.size):
        word = np.uint16(np.uint16(stored[2 * i]) | np.uint16(stored[2 * i + 1]) << np.uint16(8))
        out[i] = np.float32(word) * scale + offset


@kernel
def _signed_bytes(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    scale: np.float32,
    offset: np.float32,
) -> None:
    wide_vectors()
    for i in range(out.size):
        out[i] = np.float32(np.int8(stored[i])) * scale + offset


@kernel
def _quantise_words(
    values: Values,
    out: npt.NDArray[np.uint8],
    scale: np.floating[Any],
    offset: np.floating[Any],
    least: np.floating[Any],
    most: np.floating[Any],
) -> bool:
    """Whether all values were numbers."""
    numbers = True
    wide_vectors()
    for i in range(values.size):
        step = np.rint((values[i] - offset) / scale)
        number = not np.isnan(step)
        numbers = numbers and number
        code = np.int32(min(max(step, least), most)) if number else np.int32(0)
        out[2 * i] = np.uint8(code & np.int32(0xFF))
        out[2 * i + 1] = np.uint8(code >> np.int32(8) & np.int32(0xFF))
    return numbers


@kernel
def _quantise_bytes(
    values: Values,
    out: npt.NDArray[np.uint8],
    scale: np.floating[Any],
    offset: np.floating[Any],
    least: np.floating[Any],
    most: np.floating[Any],
) -> bool:
    """As `_quantise_words`, of a byte each."""
    numbers = True
    wide_vectors()
    for i in range(values.size):
        step = np.rint((values[i] - offset) / scale)
        number = not np.isnan(step)
        numbers = numbers and number
        code = np.int32(min(max(step, least), most)) if number else np.int32(0)
        out[i] = np.uint8(code & np.int32(0xFF))
    return numbers
