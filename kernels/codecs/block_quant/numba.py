"""`block_quant` on the CPU, compiled: unpacked and scaled at once, quantised and packed at once."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import past_cache, read_only
from quire.kernels.backends.lanes import WINDOW, load_f32, scale_codes, scale_flagged
from quire.kernels.backends.numba import finish_stores, kernel, wide_vectors
from quire.kernels.backends.vectors import LANES, PAST_BYTES
from quire.kernels.codecs.block_quant.codec import BlockQuant
from quire.kernels.codecs.block_quant.encoding import Values, encoder_of, find_heavy, largest_finite

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]


def decode(stored: Bytes, out: Floats, codec: BlockQuant, *, fresh: bool = False) -> None:
    """See `reference.decode`."""
    values = out.reshape(-1)
    start, stop = past_cache(values, out, fresh=fresh)
    past = start < stop and codec.block_size % LANES == 0 and out.ctypes.data % PAST_BYTES == 0
    decoder = _decoder(codec.bits, int(past))
    decoder(read_only(stored), values, codec.longest, _bitmap(codec))


def encode(array: npt.NDArray[np.floating[Any]], out: Bytes, codec: BlockQuant) -> None:
    """See `reference.encode`."""
    encoder = encoder_of(codec)
    encoder(_bits_of(array), out, codec.longest, _flags(codec))


def max_abs(values: Floats) -> np.float32:
    """See `reference.max_abs`."""
    return np.float32(largest_finite(_bits_of(values)))


def heavy_tailed(values: npt.NDArray[np.floating[Any]], block_size: int, threshold: float) -> Bytes:
    """See `reference.heavy_tailed`."""
    block_size = max(1, min(block_size, values.size))
    blocks = -(-values.size // block_size)
    bitmap = np.zeros((blocks + 7) // 8, np.uint8)
    if threshold < math.inf:
        find_heavy(_bits_of(values), block_size, float(threshold), bitmap)
    return bitmap


def _bits_of(array: npt.NDArray[np.floating[Any]]) -> Values:
    """The values, rounded to float32, as their bits: flat, and in order."""
    if not (array.dtype == np.float32 and array.flags.c_contiguous and array.flags.aligned):
        with np.errstate(over="ignore"):  # infinity is the answer, as in every rounding
            array = np.require(array, np.float32, ["C", "A"])
    return read_only(array.reshape(-1).view(np.int32))


def _bitmap(codec: BlockQuant) -> Bytes:
    """A bit for each block, set if it has two scales; nothing if none has."""
    if codec.two_level:
        return read_only(np.full((codec.num_blocks + 7) // 8, 255, np.uint8))
    return np.frombuffer(codec.two_level_blocks, np.uint8)


def _flags(codec: BlockQuant) -> npt.NDArray[np.uint16]:
    """The bits of `_bitmap` by groups of `LANES` blocks, for all blocks."""
    flags = np.zeros(-(-codec.num_blocks // LANES), np.uint16)
    bitmap = _bitmap(codec)
    flags.view(np.uint8)[: bitmap.size] = bitmap
    return read_only(flags)


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
            mixed = two_levels and block // 8 < bitmap.size
            two = mixed and (bitmap[block // 8] >> (block % 8)) & 1 == 1
            if two:
                flagged = load_f32(stored, at + 4)
                codes = flags + (stop - first + 7) // 8
            at = codes + ((stop - first) * bits + 7) // 8
            lanes, i = codes, first
            while i < stop and i + LANES <= out.size and lanes + WINDOW <= stored.size:
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
                code = np.float32(_code(stored, codes, place, np.int64(bits)))
                out[k] = code * (flagged if of_second else scale)
        finish_stores()

    return decoder


@kernel
def _code(stored: Bytes, start: int, index: int, bits: np.int64) -> np.int64:
    """One code, as a number."""
    place, shift = start + index * bits // 8, index * bits % 8
    if bits == 8:
        return np.int64(np.int8(stored[place]))
    word = np.int64(stored[place])
    if shift + bits > 8:
        word |= np.int64(stored[place + 1]) << 8
    return ((word >> shift) & ((1 << bits) - 1)) - ((1 << (bits - 1)) - 1)
