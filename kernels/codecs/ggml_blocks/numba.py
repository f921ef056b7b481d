"""`ggml_blocks` on the CPU, compiled: a block at a time, its codes unpacked and scaled at once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import past_cache, read_only
from quire.kernels.backends.half import widened
from quire.kernels.backends.numba import finish_stores, kernel, load_u16, wide_vectors
from quire.kernels.backends.vectors import PAST_BYTES
from quire.kernels.codecs.ggml_blocks.codec import KINDS, GgmlBlocks
from quire.kernels.codecs.ggml_blocks.lanes import scale_block

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

SCALES = {"q6_k": (208, 208), "q8_0": (0, 0), "q4_0": (0, 0), "q5_0": (0, 0)}
"""Where the scale of a block is, and its minimum; those of all other kinds are its first bytes."""


def decode(stored: Bytes, out: Floats, codec: GgmlBlocks, *, fresh: bool = False) -> None:
    """See `reference.decode`."""
    values = out.reshape(-1)
    start, stop = past_cache(values, out, fresh=fresh)
    past = start < stop and out.ctypes.data % PAST_BYTES == 0
    _decoder(codec.kind, int(past))(read_only(stored), values)


@functools.cache
def _decoder(kind: str, past: int) -> Callable[..., Any]:
    """The kernel of a kind: of stored bytes; if `past` is 1, it writes past the cache."""
    number, (count, size) = list(KINDS).index(kind), KINDS[kind]
    scale, minimum = SCALES.get(kind, (0, 2))

    @kernel
    def decoder(stored: Bytes, out: Floats) -> None:
        wide_vectors()
        for block in range(out.size // count):
            at = block * size
            factor = np.uint32(widened(load_u16(stored[at + scale :], 0))).view(np.float32)
            least = np.uint32(widened(load_u16(stored[at + minimum :], 0))).view(np.float32)
            scale_block(stored, at, out, block * count, factor, least, number, past)
        finish_stores()

    return decoder
