"""Packing on the CPU, compiled."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import read_only
from quire.kernels.backends.lanes import MERGED, SPILL, WINDOW, merge
from quire.kernels.backends.lanes import unpack as unpack_lanes
from quire.kernels.backends.numba import kernel
from quire.kernels.backends.vectors import LANES
from quire.kernels.services.bits.layout import bias, check_packed, overflown, unfit

STAGED = 4096
"""Codes that are biased before they are packed: they stay in the first-level cache."""


def pack(codes: npt.NDArray[np.int8], bits: int, out: npt.NDArray[np.uint8]) -> None:
    """See `reference.pack`."""
    low = bias(bits)
    staged = np.empty(STAGED, np.uint8)
    if not _packer(bits)(read_only(codes), np.uint8(low), staged, out):
        raise unfit(codes, bits)


def unpack(stored: npt.NDArray[np.uint8], bits: int, out: npt.NDArray[np.int8]) -> None:
    """See `reference.unpack`."""
    low = bias(bits)
    check_packed(stored, bits, out.size)
    if not _unpacker(bits)(read_only(stored), np.uint8(low), out):
        raise overflown(stored[: out.size])


@kernel
def _biased(codes: npt.NDArray[np.int8], low: np.uint8, out: npt.NDArray[np.uint8]) -> np.uint8:
    """All the bits that occur in the codes plus their bias."""
    seen = np.uint8(0)
    for i in range(codes.size):
        code = np.uint8(np.uint8(codes[i]) + low)
        out[i] = code
        seen |= code
    return seen


@functools.cache
def _packer(bits: int) -> Callable[..., Any]:
    if bits == 8:
        return _pack_bytes
    step = MERGED // 8 * bits

    @kernel
    def packer(
        codes: npt.NDArray[np.int8],
        low: np.uint8,
        staged: npt.NDArray[np.uint8],
        out: npt.NDArray[np.uint8],
    ) -> bool:
        """Whether all codes fit; staged, as reading what was just written narrower is slow."""
        seen, at = np.uint8(0), 0
        for start in range(0, codes.size, staged.size):
            part = codes[start : start + staged.size]
            seen |= _biased(part, low, staged[: part.size])
            first = 0
            while first + MERGED <= part.size and at + step + SPILL <= out.size:
                merge(staged, first, out, at, bits)
                first += MERGED
                at += step
            at = _pack_rest(staged[first : part.size], np.int64(bits), out, at)
        return not seen >> np.uint8(bits)

    return packer


@kernel
def _pack_bytes(
    codes: npt.NDArray[np.int8],
    low: np.uint8,
    _staged: npt.NDArray[np.uint8],
    out: npt.NDArray[np.uint8],
) -> bool:
    """Whether none is -128, whose bits occur in others as well."""
    least = np.int8(0)
    for i in range(codes.size):
        least = min(least, codes[i])
        out[i] = np.uint8(np.uint8(codes[i]) + low)
    return bool(least > -128)


@kernel
def _pack_rest(
    codes: npt.NDArray[np.uint8], bits: np.int64, out: npt.NDArray[np.uint8], at: int
) -> int:
    """Pack one by one; where the next byte goes."""
    word, have = np.uint64(0), np.int64(0)
    for i in range(codes.size):
        word |= np.uint64(codes[i]) << np.uint64(have)
        have += bits
        if have >= 8:
            out[at] = np.uint8(word & np.uint64(0xFF))
            at += 1
            word >>= np.uint64(8)
            have -= 8
    if have:
        out[at] = np.uint8(word)
        at += 1
    return at


@functools.cache
def _unpacker(bits: int) -> Callable[..., Any]:
    if bits == 8:
        return _unpack_bytes
    step, mask = LANES // 8 * bits, (1 << bits) - 1

    @kernel
    def unpacker(stored: npt.NDArray[np.uint8], low: np.uint8, out: npt.NDArray[np.int8]) -> bool:
        at, first = 0, 0
        while first + LANES <= out.size and at + WINDOW <= stored.size:
            unpack_lanes(stored, at, out, first, bits)
            first += LANES
            at += step
        for i in range(first, out.size):
            bit = i * bits
            word = np.int64(stored[bit // 8])
            if bit % 8 + bits > 8:
                word |= np.int64(stored[bit // 8 + 1]) << 8
            out[i] = np.int8((word >> (bit % 8) & mask) - np.int64(low))
        return True

    return unpacker


@kernel
def _unpack_bytes(stored: npt.NDArray[np.uint8], low: np.uint8, out: npt.NDArray[np.int8]) -> bool:
    """Whether int8 holds all codes."""
    most = np.uint8(0)
    for i in range(out.size):
        most = max(most, stored[i])
        out[i] = np.int8(np.uint8(stored[i] - low))
    return bool(most < 255)
