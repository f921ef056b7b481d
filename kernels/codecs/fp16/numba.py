"""`fp16` on the CPU, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import flat_blocks, line_block, past_cache, read_only
from quire.kernels.backends.half import narrow, widen
from quire.kernels.backends.numba import (
    fetch_after,
    finish_stores,
    kernel,
    store_past_cache,
    store_u16,
    wide_vectors,
)
from quire.kernels.codecs.fp16.codec import Fp16

STORED_BYTES = Fp16.item_bytes


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    _codec: Fp16,
    *,
    fresh: bool = False,
) -> None:
    """See `reference.decode`."""
    stored, values = read_only(stored), out.reshape(-1)
    start, stop = past_cache(values, out, fresh=fresh)
    if start < stop:
        first, end = start * STORED_BYTES, stop * STORED_BYTES
        widen(stored[:first], values[:start])
        _widen_past_cache(stored[first:end], values[start:stop], line_block(np.float32))
        stored, values = stored[end:], values[stop:]
    widen(stored, values)


def encode(
    array: npt.NDArray[np.floating[Any]],
    out: npt.NDArray[np.uint8],
    _codec: Fp16,
) -> None:
    """See `reference.encode`."""
    for start, values in flat_blocks(array):
        part = out[start * STORED_BYTES : (start + values.size) * STORED_BYTES]
        if values.dtype == np.float64:
            _narrow_double(values.view(np.uint64), part)
        else:
            narrow(values.view(np.uint32), part)


@kernel
def _widen_past_cache(
    stored: npt.NDArray[np.uint8], out: npt.NDArray[np.float32], block: npt.NDArray[np.float32]
) -> None:
    wide_vectors()
    for start in range(0, out.size, block.size):
        halves = stored[start * STORED_BYTES : (start + block.size) * STORED_BYTES]
        fetch_after(halves)
        widen(halves, block)
        store_past_cache(block, out, start)
    finish_stores()


@kernel
def _narrow_double(values: npt.NDArray[np.uint64], out: npt.NDArray[np.uint8]) -> None:
    """Two bytes of float16, from the bits of each float64: as `half.rounded`, wider."""
    wide_vectors()
    for i in range(values.size):
        bits = values[i]
        magnitude = np.uint64(bits & np.uint64(0x7FFFFFFFFFFFFFFF))
        odd = np.uint64((magnitude >> np.uint64(42)) & np.uint64(1))
        rounded = np.uint64(magnitude - np.uint64(1008 << 52) + np.uint64((1 << 41) - 1) + odd)
        normal = np.uint64(rounded >> np.uint64(42))
        # One unit of 2**28 is the smallest half.
        lifted = np.float64(np.uint64(magnitude).view(np.float64) + np.float64(2.0**28))
        subnormal = np.uint64(np.float64(lifted).view(np.uint64) - np.uint64(0x41B0000000000000))
        payload = np.uint64((magnitude >> np.uint64(42)) & np.uint64(0x3FF))
        payload = np.uint64(1) if payload == np.uint64(0) else payload
        half = subnormal if magnitude < np.uint64(0x3F10000000000000) else normal
        half = np.uint64(0x7C00) if magnitude >= np.uint64(0x40F0000000000000) else half
        special = np.uint64(np.uint64(0x7C00) | payload)
        half = special if magnitude > np.uint64(0x7FF0000000000000) else half
        store_u16(out, i, np.uint16(half | ((bits >> np.uint64(48)) & np.uint64(0x8000))))
