"""`ggml_blocks` on the CPU, compiled: a block at a time, its codes unpacked and scaled at once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import read_only
from quire.kernels.backends.numba import kernel, wide_vectors
from quire.kernels.codecs.ggml_blocks.codec import KINDS, GgmlBlocks
from quire.kernels.codecs.ggml_blocks.reference import halves

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

SCALES = {"q6_k": (208, 208), "q8_0": (0, 0), "q4_0": (0, 0), "q5_0": (0, 0)}
"""Where the scale of a block is, and its minimum; those of all other kinds are its first bytes."""


def decode(
    stored: Bytes,
    out: Floats,
    codec: GgmlBlocks,
    *,
    fresh: bool = False,  # noqa: ARG001  # the codes are what takes time, not the stores
) -> None:
    """See `reference.decode`."""
    _, size = KINDS[codec.kind]
    blocks = stored.reshape(-1, size)
    scale, minimum = SCALES.get(codec.kind, (0, 2))
    scales, minima = (halves(blocks, at).reshape(-1) for at in (scale, minimum))
    _decoder(codec.kind)(read_only(stored), scales, minima, out.reshape(-1))


@functools.cache
def _decoder(kind: str) -> Callable[..., Any]:
    """The kernel of a kind: of stored bytes, scales and minima."""
    if kind in ("q4_k", "q5_k"):
        return _grouped(int(kind == "q5_k"))
    if kind in ("q6_k", "q8_0"):
        return _decode_q6_k if kind == "q6_k" else _decode_q8_0
    has_minimum = int(kind.endswith("1"))
    return _halved(int(kind.startswith("q5")), has_minimum)


def _halved(fifth: int, has_minimum: int) -> Callable[..., Any]:
    """The kernel for 32 codes of four bits, or of five if `fifth` is 1."""
    head = 2 + 2 * has_minimum
    size = head + 4 * fifth + 16
    bias = np.int32(0 if has_minimum else 8 << fifth)

    @kernel
    def decoder(stored: Bytes, scales: Floats, minima: Floats, out: Floats) -> None:
        wide_vectors()
        for block in range(scales.size):
            at, to = block * size + head, block * 32
            scale, minimum, bits = scales[block], minima[block], np.uint32(0)
            if fifth:
                for k in range(4):
                    bits |= np.uint32(np.uint32(stored[at + k]) << np.uint32(8 * k))
                at += 4
            for i in range(16):
                low, high = np.int32(stored[at + i]) & 15, np.int32(stored[at + i]) >> 4
                if fifth:
                    low |= np.int32((bits >> np.uint32(i)) & np.uint32(1)) << 4
                    high |= np.int32((bits >> np.uint32(i + 16)) & np.uint32(1)) << 4
                first = scale * np.float32(np.int32(low) - bias)
                second = scale * np.float32(np.int32(high) - bias)
                out[to + i] = first + minimum if has_minimum else first
                out[to + 16 + i] = second + minimum if has_minimum else second

    return decoder


def _grouped(fifth: int) -> Callable[..., Any]:
    """The kernel for 8 groups of 32 codes of four bits, or of five if `fifth` is 1."""
    size, codes = 144 + 32 * fifth, 16 + 32 * fifth

    @kernel
    def decoder(stored: Bytes, scales: Floats, minima: Floats, out: Floats) -> None:
        wide_vectors()
        for block in range(scales.size):
            at = block * size
            for group in range(8):
                if group < 4:
                    step, low = stored[at + 4 + group] & 63, stored[at + 8 + group] & 63
                else:
                    both = stored[at + 8 + group]
                    step = (both & 15) | ((stored[at + group] >> 2) & 48)
                    low = (both >> 4) | ((stored[at + 4 + group] >> 2) & 48)
                scale = scales[block] * np.float32(step)
                minimum = minima[block] * np.float32(low)
                start, to = at + codes + group // 2 * 32, block * 256 + group * 32
                shift, bit = np.uint8(group % 2 * 4), np.uint8(group)
                for i in range(32):
                    code = (stored[start + i] >> shift) & np.uint8(15)
                    if fifth:
                        code |= ((stored[at + 16 + i] >> bit) & np.uint8(1)) << np.uint8(4)
                    out[to + i] = scale * np.float32(np.int32(code)) - minimum

    return decoder


@kernel
def _decode_q8_0(stored: Bytes, scales: Floats, minima: Floats, out: Floats) -> None:
    wide_vectors()
    for block in range(minima.size):
        at, to, scale = block * 34 + 2, block * 32, scales[block]
        for i in range(32):
            out[to + i] = scale * np.float32(np.int32(np.int8(stored[at + i])))


@kernel
def _decode_q6_k(stored: Bytes, scales: Floats, minima: Floats, out: Floats) -> None:
    wide_vectors()
    for block in range(minima.size):
        at = block * 210
        for part in range(16):  # 16 values with a scale of their own
            half, quarter, odd = part // 8, part // 2 % 4, part % 2 * 16
            scale = scales[block] * np.float32(np.int8(stored[at + 192 + part]))
            start = at + half * 64 + quarter % 2 * 32 + odd
            upper = at + 128 + half * 32 + odd
            to = block * 256 + part * 16
            shift, high = np.uint8(quarter // 2 * 4), np.uint8(quarter * 2)
            for i in range(16):
                low = np.int32((stored[start + i] >> shift) & np.uint8(15))
                top = np.int32((stored[upper + i] >> high) & np.uint8(3))
                out[to + i] = scale * np.float32(np.int32(low | (top << 4)) - np.int32(32))
