"""`group_quant` on the CPU, compiled: unpacked and scaled at once, quantised tile by tile."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import past_cache, read_only
from quire.kernels.backends.lanes import MERGED, SPILL, WINDOW, merge, scale_each
from quire.kernels.backends.numba import finish_stores, kernel, wide_vectors
from quire.kernels.backends.vectors import LANES, PAST_BYTES
from quire.kernels.codecs.group_quant.codec import GroupQuant, num_groups, rounded
from quire.kernels.services.bits.layout import bias

TILE = 4096
"""Values of a frame whose scales are spread at a time: they stay in the first-level cache."""

HALVES = {"add_half": np.float32(0.5), "half_away": np.nextafter(np.float32(0.5), np.float32(0))}
"""What is added to a magnitude before its fraction is cut off.

The sum is rounded: with the number before a half it reaches the next integer from a half on.
"""

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]


def decode(stored: Bytes, out: Floats, codec: GroupQuant, *, fresh: bool = False) -> None:
    """See `reference.decode`."""
    if not out.size:
        return
    flat, width = out.reshape(-1), codec.shape[1]
    start, stop = past_cache(flat, out, fresh=fresh)
    aligned = out.ctypes.data % PAST_BYTES == 0 and width * out.itemsize % PAST_BYTES == 0
    decoder = _decoder(codec.bits, int(start < stop and aligned))
    scales = codec.scales.astype(np.float32)
    decoder(read_only(stored), flat, scales, min(codec.group_size, width), width)


def encode(array: npt.NDArray[np.floating[Any]], out: Bytes, codec: GroupQuant) -> None:
    """See `reference.encode`."""
    codec.largest_code()
    if not array.size:
        return
    values, width = read_only(rounded(array)), codec.shape[1]
    group_size, half = min(codec.group_size, width), HALVES[codec.rounding]
    scales = codec.scales.astype(np.float32)
    _encoder(codec.bits)(values, out, scales, group_size, width, half)


def group_maxima(values: Floats, group_size: int) -> Floats:
    """See `reference.group_maxima`."""
    values = np.require(values, np.float32, ["C", "A"])
    found = np.empty(num_groups(values.size, group_size), np.int32)
    _maxima(read_only(values.view(np.int32)), min(group_size, values.size), found)
    return found.view(np.float32)


@functools.cache
def _decoder(bits: int, past: int) -> Callable[..., Any]:
    """The kernel for codes of that width; if `past` is 1, it writes past the cache."""
    step = LANES // 8 * bits

    @kernel
    def decoder(stored: Bytes, out: Floats, scales: Floats, group_size: int, width: int) -> None:
        wide_vectors()
        steps = np.zeros(min(TILE, width + LANES), np.float32)
        window, last = np.zeros(WINDOW, np.uint8), np.empty(LANES, np.float32)
        line = (width * bits + 7) // 8
        for frame in range(out.size // width):
            for first in range(0, width, TILE):
                count = min(TILE, width - first)
                if frame == 0 or width > TILE:
                    _spread(scales, group_size, first, steps[:count])
                at, start, i = frame * line + first // 8 * bits, frame * width + first, 0
                while i + LANES <= count and at + WINDOW <= stored.size:
                    scale_each(stored, at, steps, i, out, start + i, bits, past)
                    i += LANES
                    at += step
                while i < count:
                    values = min(LANES, count - i)
                    used = (values * bits + 7) // 8
                    _copy(stored[at : at + used], window[:used])
                    scale_each(window, 0, steps, i, last, 0, bits, 0)
                    _copy(last[:values], out[start + i : start + i + values])
                    i += LANES
                    at += step
        finish_stores()

    return decoder


@functools.cache
def _encoder(bits: int) -> Callable[..., Any]:
    """The kernel for codes of that width."""
    step, most = MERGED // 8 * bits, np.float32(bias(bits))

    @kernel
    def encoder(
        values: Floats, out: Bytes, scales: Floats, group_size: int, width: int, half: np.float32
    ) -> None:
        factors = np.empty(min(TILE, width), np.float32)
        codes, packed = np.empty(TILE, np.uint8), np.empty(MERGED + SPILL, np.uint8)
        _invert(scales)
        line = (width * bits + 7) // 8
        for frame in range(values.size // width):
            for first in range(0, width, TILE):
                count = min(TILE, width - first)
                if frame == 0 or width > TILE:
                    _spread(scales, group_size, first, factors[:count])
                at, start, i = frame * line + first // 8 * bits, frame * width + first, 0
                _quantise(values[start : start + count], factors, most, half, codes)
                while i + MERGED <= count and at + step + SPILL <= out.size:
                    merge(codes, i, out, at, bits)
                    i += MERGED
                    at += step
                while i < count:
                    rest = min(MERGED, count - i)
                    used = (rest * bits + 7) // 8
                    codes[i + rest : i + MERGED] = 0
                    merge(codes, i, packed, 0, bits)
                    _copy(packed[:used], out[at : at + used])
                    i += MERGED
                    at += step

    return encoder


@kernel
def _quantise(
    values: Floats, factors: Floats, most: np.float32, half: np.float32, codes: Bytes
) -> None:
    """Multiplied, rounded, clamped to the largest code, with a bias."""
    wide_vectors()
    for i in range(values.size):
        scaled = values[i] * factors[i]
        size = min(abs(scaled), most)
        size = size if abs(values[i]) < np.float32(np.inf) else np.float32(0)
        size = np.float32(0) if np.isnan(scaled) else size
        whole = np.int32(size + half)
        codes[i] = np.uint8((whole if scaled >= 0 else -whole) + np.int32(most))


@kernel
def _invert(scales: Floats) -> None:
    """Make them what values are multiplied by: 0 where a scale is 0."""
    for i in range(scales.size):
        inverse = np.float32(1) / scales[i]
        scales[i] = np.float32(0) if scales[i] == 0 else inverse


@kernel
def _spread(of_groups: Floats, group_size: int, first: int, spread: Floats) -> None:
    """What belongs to each value from `first` of a frame on."""
    at = 0
    while at < spread.size:
        group = (first + at) // group_size
        end = min((group + 1) * group_size - first, spread.size)
        spread[at:end] = of_groups[group]
        at = end


@kernel
def _copy(part: npt.NDArray[Any], target: npt.NDArray[Any]) -> None:
    """`target[:] = part`, which takes far longer to compile."""
    for i in range(target.size):
        target[i] = part[i]


@kernel
def _maxima(values: npt.NDArray[np.int32], group_size: int, out: npt.NDArray[np.int32]) -> None:
    """Magnitudes order as their bits do."""
    wide_vectors()
    for group in range(out.size):
        part = values[group * group_size : (group + 1) * group_size]
        most = np.int32(0)
        for i in range(part.size):
            size = np.int32(part[i] & np.int32(0x7FFFFFFF))
            size = size if size < np.int32(0x7F800000) else np.int32(0)
            most = max(most, size)
        out[group] = most
