"""`block_quant` on the CPU, compiled: unpacked and scaled at once, quantised and packed at once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.arrays import past_cache, read_only
from quire.kernels.backends.lanes import (
    LANES,
    MERGED,
    PAST_BYTES,
    SPILL,
    WINDOW,
    largest,
    load_f32,
    quantise,
    quantise_flagged,
    ranked,
    scale_codes,
    scale_flagged,
    store_f32,
)
from quire.kernels.backends.numba import finish_stores, kernel, wide_vectors
from quire.kernels.bits.layout import bias
from quire.kernels.block_quant.parameters import BlockQuantParameters, num_blocks, num_outliers

_outliers = kernel(num_outliers)

OUTLIERS = num_outliers(MERGED)
"""Of a block of the usual size."""

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Values = npt.NDArray[np.int32]
"""The bits of float32."""


def decode(
    stored: Bytes, out: Floats, parameters: BlockQuantParameters, *, fresh: bool = False
) -> None:
    """See `reference.decode`."""
    values = out.reshape(-1)
    start, stop = past_cache(values, out, fresh=fresh)
    aligned = out.ctypes.data % PAST_BYTES == 0 and parameters.block_size % LANES == 0
    past = int(start < stop and aligned)
    decoder = _decoder(parameters.bits, past)
    decoder(read_only(stored), values, parameters.block_size, _bitmap(parameters))


def encode(
    array: npt.NDArray[np.floating[Any]], out: Bytes, parameters: BlockQuantParameters
) -> None:
    """See `reference.encode`."""
    with np.errstate(over="ignore"):  # infinity is the answer, as in every rounding
        values = np.require(array, np.float32, ["C", "A"]).reshape(-1)
    encoder = _encoder(parameters.bits)
    encoder(read_only(values.view(np.int32)), out, parameters.block_size, _bitmap(parameters))


def max_abs(values: Floats) -> np.float32:
    """See `reference.max_abs`."""
    values = np.require(values, np.float32, ["C", "A"])
    return np.int32(_largest(read_only(values.view(np.int32)), 0, values.size)).view(np.float32)


def _bitmap(parameters: BlockQuantParameters) -> Bytes:
    """A bit for each block that has two scales; nothing if none has."""
    if parameters.two_level:
        return np.full((num_blocks(parameters) + 7) // 8, 255, np.uint8)
    return np.frombuffer(bytes(parameters.two_level_blocks), np.uint8)


@functools.cache
def _decoder(bits: int, past: int) -> Callable[..., Any]:
    """The kernel for codes of that width; if `past` is 1, it writes past the cache."""
    step, two_levels = LANES // 8 * bits, bits == 3

    @kernel
    def decoder(stored: Bytes, out: Floats, block_size: int, bitmap: Bytes) -> None:
        wide_vectors()
        at = 0
        for block in range((out.size + block_size - 1) // block_size):
            first = block * block_size
            stop = min(first + block_size, out.size)
            scale, flagged, flags, codes = load_f32(stored, at), np.float32(0), at + 8, at + 4
            two = two_levels and _has_two(block, bitmap)
            if two:
                flagged = load_f32(stored, at + 4)
                codes = flags + (stop - first + 7) // 8
            at = codes + ((stop - first) * bits + 7) // 8
            lanes, i = codes, first
            while i + LANES <= stop and lanes + WINDOW <= stored.size:
                if two:
                    place = flags + (i - first) // 8
                    scale_flagged(stored, lanes, place, out, i, scale, flagged, bits, past)
                else:
                    scale_codes(stored, lanes, out, i, scale, bits, past)
                i += LANES
                lanes += step
            for k in range(i, stop):
                place = k - first
                of_second = two and (stored[flags + place // 8] >> (place % 8)) & 1 == 1
                code = np.float32(_code(stored, codes, place, bits))
                out[k] = code * (flagged if of_second else scale)
        finish_stores()

    return decoder


@kernel
def _has_two(block: int, bitmap: Bytes) -> bool:
    """Whether a block has two scales."""
    return bitmap.size > 0 and (bitmap[block // 8] >> (block % 8)) & 1 == 1


@kernel
def _code(stored: Bytes, start: int, index: int, bits: int) -> np.int64:
    """One code, as a number."""
    place, shift = start + index * bits // 8, index * bits % 8
    if bits == 8:
        return np.int64(np.int8(stored[place]))
    word = np.int64(stored[place])
    if shift + bits > 8:
        word |= np.int64(stored[place + 1]) << 8
    return ((word >> shift) & ((1 << bits) - 1)) - ((1 << (bits - 1)) - 1)


@functools.cache
def _encoder(bits: int) -> Callable[..., Any]:
    """The kernel for codes of that width."""
    step, most, two_levels = MERGED // 8 * bits, np.float32(bias(bits)), bits == 3

    @kernel
    def encoder(values: Values, out: Bytes, block_size: int, bitmap: Bytes) -> None:
        wide_vectors()
        at = 0
        for block in range((values.size + block_size - 1) // block_size):
            first = block * block_size
            stop = min(first + block_size, values.size)
            bulk = _largest(values, first, stop)
            scale = np.int32(bulk).view(np.float32) / most
            inner, two = scale, two_levels and _has_two(block, bitmap)
            if two:
                bulk = _below_outliers(values, first, stop)
                inner = np.int32(bulk).view(np.float32) / most
                store_f32(out, at, inner)
                at += 4
            store_f32(out, at, scale)
            flags, codes = at + 4, at + 4
            if two:
                codes = flags + (stop - first + 7) // 8
            at = codes + ((stop - first) * bits + 7) // 8
            low, high, i = _divisor(inner), _divisor(scale), first
            while i + MERGED <= stop and codes + step + SPILL <= out.size:
                if two:
                    place = flags + (i - first) // 8
                    quantise_flagged(values, i, bulk, low, high, out, place, codes, bits)
                else:
                    quantise(values, i, low, out, codes, bits)
                i += MERGED
                codes += step
            if i < stop:
                if two:
                    _store_flags(values[i:stop], bulk, out, flags + (i - first) // 8)
                _pack_rest(values[i:stop], bulk, low, high, out, codes, bits)

    return encoder


@kernel
def _largest(values: Values, first: int, stop: int) -> np.int32:
    """The bits of the largest magnitude."""
    wide_vectors()
    most = np.int32(0)
    while first + MERGED <= stop:
        most = max(most, largest(values, first))
        first += MERGED
    for i in range(first, stop):
        most = max(most, _magnitude(values[i]))
    return most


@kernel
def _magnitude(value: np.int32) -> np.int32:
    """Bits without their sign, which order as the values do; 0 for what is not finite."""
    size = np.int32(value & np.int32(0x7FFFFFFF))
    return size if size < np.int32(0x7F800000) else np.int32(0)


@kernel
def _below_outliers(values: Values, first: int, stop: int) -> np.int32:
    """The bits of the magnitude that comes after the outliers in descending order.

    Unless there is vector code for it: bit by bit, the largest number that enough of them reach.
    """
    wide_vectors()
    if stop - first == MERGED:
        return np.int32(ranked(values, first, OUTLIERS))
    part = values[first:stop]
    rank = min(_outliers(part.size), part.size - 1)
    found = np.int32(0)
    for bit in range(30, -1, -1):
        tried = np.int32(found | np.int32(1 << bit))
        reached = np.int32(0)
        for i in range(part.size):
            reached += np.int32(_magnitude(part[i]) >= tried)
        found = tried if reached > rank else found
    return found


@kernel
def _divisor(scale: np.float32) -> np.float32:
    """The scale, or what makes codes 0 where that is 0."""
    return scale if scale > np.float32(0) else np.float32(np.inf)


@kernel
def _store_flags(values: Values, bulk: np.int32, out: Bytes, at: int) -> None:
    """A bit for each value above the bulk."""
    for start in range(0, values.size, 8):
        byte = 0
        for i in range(start, min(start + 8, values.size)):
            byte |= int(_magnitude(values[i]) > bulk) << (i - start)
        out[at + start // 8] = np.uint8(byte)


@kernel
def _pack_rest(
    values: Values,
    bulk: np.int32,
    low: np.float32,
    high: np.float32,
    out: Bytes,
    at: int,
    bits: int,
) -> None:
    """Quantise and pack one by one; by `high` what is above the bulk, by `low` the others."""
    most = (1 << (bits - 1)) - 1
    mask = (1 << bits) - 1
    word, have = np.int64(0), 0
    for i in range(values.size):
        size = _magnitude(values[i])
        step = np.int32(size).view(np.float32) / (high if size > bulk else low)
        step = min(step, np.float32(most))
        code = np.int64(step)
        code += np.int64(step - np.float32(code) >= np.float32(0.5))
        code = -code if values[i] < 0 else code
        word |= ((code if bits == 8 else code + most) & mask) << have
        have += bits
        while have >= 8 or (have > 0 and i + 1 == values.size):
            out[at] = np.uint8(word & 0xFF)
            at += 1
            word >>= 8
            have -= 8
