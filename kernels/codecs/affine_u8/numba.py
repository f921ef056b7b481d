"""`affine_u8` on the CPU, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import flat_blocks, line_block, past_cache, read_only
from quire.kernels.backends.numba import (
    fetch_after,
    finish_stores,
    kernel,
    store_past_cache,
    wide_vectors,
)
from quire.kernels.codecs.affine_u8 import reference
from quire.kernels.codecs.affine_u8.codec import AffineU8
from quire.kernels.codecs.affine_u8.reference import Precision

Values = npt.NDArray[np.floating[Any]]


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    codec: AffineU8,
    *,
    fresh: bool = False,
) -> None:
    """See `reference.decode`."""
    scale, low = float(codec.scale), float(codec.min)
    stored, values = read_only(stored), out.reshape(-1)
    start, stop = past_cache(values, out, fresh=fresh)
    if start < stop:
        block = line_block(np.float32)
        _dequantise(stored[:start], values[:start], scale, low)
        _dequantise_past_cache(stored[start:stop], values[start:stop], scale, low, block)
        stored, values = stored[stop:], values[stop:]
    _dequantise(stored, values, scale, low)


def encode(
    array: Values,
    out: npt.NDArray[np.uint8],
    codec: AffineU8,
) -> None:
    """See `reference.encode`."""
    quantise = _quantise_double if array.itemsize == 8 else _quantise_single
    scale, low = float(codec.scale), float(codec.min)
    numbers: bool | np.bool_ = True
    for start, values in flat_blocks(array):
        numbers = numbers and quantise(values, out[start : start + values.size], scale, low)
    if not numbers:
        reference.encode(array, out, codec)  # the rare cases, and the text of the error


def fit(array: Values, precision: Precision) -> tuple[float, float]:
    """See `reference.fit`."""
    if array.size == 0:
        return 0.0, 1.0
    low, high = extremes(array)
    if not (np.isfinite(low) and np.isfinite(high)):
        return reference.fit(array, precision)  # raises, and names the value
    if low == 0 and np.signbit(low):
        low = array.min()  # of 0.0 and -0.0, which are equal, numpy may take either
    return reference.parameters_of_range(low, high, precision)


def extremes(array: Values) -> tuple[np.floating[Any], np.floating[Any]]:
    """The least and the greatest value of an array that has some; NaN is outermost."""
    double = array.itemsize == 8
    keys, integer = (_extremes_double, np.int64) if double else (_extremes_single, np.int32)
    ranges = [keys(values.view(integer)) for _, values in flat_blocks(array)]
    low = _value_of(min(low for low, _ in ranges), integer)
    return low, _value_of(max(high for _, high in ranges), integer)


def _value_of(key: int, integer: type[np.int32 | np.int64]) -> np.floating[Any]:
    """Undo the order-preserving map of `_extremes_single` and `_extremes_double`."""
    bits = integer(key if key >= 0 else key ^ np.iinfo(integer).max)
    return bits.view(np.float32 if integer is np.int32 else np.float64)


@kernel
def _dequantise(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    scale: float,
    low: float,
) -> None:
    factor, offset = np.float32(scale), np.float32(low)
    wide_vectors()
    for i in range(out.size):
        out[i] = np.float32(stored[i]) * factor + offset


@kernel
def _dequantise_past_cache(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    scale: float,
    low: float,
    block: npt.NDArray[np.float32],
) -> None:
    factor, offset = np.float32(scale), np.float32(low)
    wide_vectors()
    for start in range(0, out.size, block.size):
        codes = stored[start : start + block.size]
        fetch_after(codes)
        for i in range(block.size):
            block[i] = np.float32(codes[i]) * factor + offset
        store_past_cache(block, out, start)
    finish_stores()


@kernel
def _quantise_single(
    values: Values,
    out: npt.NDArray[np.uint8],
    scale: float,
    low: float,
) -> bool | np.bool_:
    """Whether the scale is not 0, and all values were numbers."""
    distance, least, seen = np.float32(scale), np.float32(low), np.uint32(0)
    wide_vectors()
    for i in range(out.size):
        step = (values[i] - least) / distance
        step = max(step, np.float32(0))  # keeps NaN
        step = min(step, np.float32(255))
        # 1.5 * 2**23 has a unit of 1: the addition rounds half to even into the low bits.
        bits = np.float32(step + np.float32(12582912.0)).view(np.uint32)
        seen = np.uint32(seen | bits)  # `|=` would make it 64 bits, and the loop half as fast
        out[i] = np.uint8(bits & np.uint32(0xFF))
    return distance != 0 and seen <= np.uint32(0x4B4000FF)  # NaN is above


@kernel
def _quantise_double(
    values: Values,
    out: npt.NDArray[np.uint8],
    scale: float,
    low: float,
) -> bool | np.bool_:
    """As `_quantise_single`, wider."""
    seen = np.uint64(0)
    wide_vectors()
    for i in range(out.size):
        step = (values[i] - low) / scale
        step = max(step, 0.0)
        step = min(step, 255.0)
        bits = np.float64(step + 6755399441055744.0).view(np.uint64)  # 1.5 * 2**52
        seen |= bits
        out[i] = np.uint8(bits & np.uint64(0xFF))
    return scale != 0 and seen <= np.uint64(0x43380000000000FF)


@kernel
def _extremes_single(bits: npt.NDArray[np.signedinteger[Any]]) -> tuple[Any, Any]:
    """Least and greatest key, for integers in the order of the values; NaN is outermost.

    Integers, because comparing floats by the rules of NaN is 3 times slower than memory.
    """
    low, high = np.int32(0x7FFFFFFF), np.int32(-0x80000000)
    wide_vectors()
    for i in range(bits.size):
        value = bits[i]
        sign = np.int32(value >> np.int32(31))
        key = np.int32(value ^ np.int32(sign & np.int32(0x7FFFFFFF)))
        low = min(low, key)
        high = max(high, key)
    return low, high


@kernel
def _extremes_double(bits: npt.NDArray[np.signedinteger[Any]]) -> tuple[Any, Any]:
    """As `_extremes_single`, wider."""
    low, high = np.int64(0x7FFFFFFFFFFFFFFF), np.int64(-0x8000000000000000)
    wide_vectors()
    for i in range(bits.size):
        value = bits[i]
        key = value ^ ((value >> np.int64(63)) & np.int64(0x7FFFFFFFFFFFFFFF))
        low = min(low, key)
        high = max(high, key)
    return low, high
