"""`bf16` on the CPU, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import flat_blocks, line_block, past_cache, read_only
from quire.kernels.backends.numba import (
    fetch_after,
    finish_stores,
    kernel,
    load_u16,
    store_past_cache,
    store_u16,
    wide_vectors,
)
from quire.kernels.codecs.bf16 import reference
from quire.kernels.codecs.bf16.codec import Bf16

STORED_BYTES = Bf16.item_bytes


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    _codec: Bf16,
    *,
    fresh: bool = False,
) -> None:
    """See `reference.decode`."""
    stored, values = read_only(stored), out.reshape(-1)
    start, stop = past_cache(values, out, fresh=fresh)
    if start < stop:
        first, end = start * STORED_BYTES, stop * STORED_BYTES
        _widen(stored[:first], values[:start])
        _widen_past_cache(stored[first:end], values[start:stop], line_block(np.float32))
        stored, values = stored[end:], values[stop:]
    _widen(stored, values)


def encode(
    array: npt.NDArray[np.floating[Any]],
    out: npt.NDArray[np.uint8],
    codec: Bf16,
) -> None:
    """See `reference.encode`."""
    if array.itemsize != 4:
        reference.encode(array, out, codec)
        return
    for start, values in flat_blocks(array):
        part = out[start * STORED_BYTES : (start + values.size) * STORED_BYTES]
        _narrow(values.view(np.uint32), part)


@kernel
def _widen(stored: npt.NDArray[np.uint8], out: npt.NDArray[np.float32]) -> None:
    wide_vectors()
    for i in range(out.size):
        out[i] = _widened(load_u16(stored, i))


@kernel
def _widen_past_cache(
    stored: npt.NDArray[np.uint8], out: npt.NDArray[np.float32], block: npt.NDArray[np.float32]
) -> None:
    wide_vectors()
    for start in range(0, out.size, block.size):
        halves = stored[start * STORED_BYTES : (start + block.size) * STORED_BYTES]
        fetch_after(halves)
        for i in range(block.size):
            block[i] = _widened(load_u16(halves, i))
        store_past_cache(block, out, start)
    finish_stores()


@kernel
def _widened(half: np.uint16) -> np.float32:
    return np.uint32(np.uint32(half) << np.uint32(16)).view(np.float32)


@kernel
def _narrow(values: npt.NDArray[np.uint32], out: npt.NDArray[np.uint8]) -> None:
    wide_vectors()
    for i in range(values.size):
        bits = values[i]
        upper = np.uint32(bits >> np.uint32(16))
        rounded = np.uint32(bits + np.uint32(0x7FFF) + np.uint32(upper & np.uint32(1)))
        nan = np.uint32(bits & np.uint32(0x7FFFFFFF)) > np.uint32(0x7F800000)
        half = np.uint32(upper | np.uint32(0x40)) if nan else np.uint32(rounded >> np.uint32(16))
        store_u16(out, i, np.uint16(half))
