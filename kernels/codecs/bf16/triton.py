"""`bf16` on an NVIDIA GPU, in Triton. Arrays are torch tensors."""

from __future__ import annotations

from collections.abc import Sequence

import torch
import triton
import triton.language as tl

from quire.kernels.backends.triton import (
    BLOCK,
    Variant,
    decode_halves,
    decode_together,
    encode_halves,
    piece_of,
)
from quire.kernels.codecs.bf16.codec import Bf16

_TYPES = {"stored": "*i16", "out": "*fp32", "count": "i64"}

_MANY = {"stored": "*i16", "out": "*fp32", "programs": "*i32", "table": "*i64"}

VARIANTS = (
    Variant("lengthen", _TYPES, {"BLOCK": BLOCK}),
    Variant("lengthen_many", _MANY, {"BLOCK": BLOCK}),
    Variant("shorten", {"values": "*i32", "out": "*i16", "count": "i64"}, {"BLOCK": BLOCK}),
)
"""To compile ahead of time."""


def decode(stored: torch.Tensor, out: torch.Tensor, _codec: Bf16) -> None:
    """See `reference.decode`.

    Args:
        stored: (2n,) uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, n values.
    """
    decode_halves(lengthen, stored, out)


def encode(array: torch.Tensor, out: torch.Tensor, _codec: Bf16) -> None:
    """See `reference.encode`.

    Args:
        array: float32 on the GPU, contiguous, n values.
        out: (2n,) uint8 on the GPU, aligned.
    """
    encode_halves(shorten, array, out)


def decode_many(
    stored: torch.Tensor, places: Sequence[int], pieces: Sequence[tuple[Bf16, torch.Tensor]]
) -> bool:
    """Decode many pieces by one launch; see `DecodeManyOnGpu`."""
    halves = stored.view(torch.int16)
    return decode_together(lengthen_many, halves, places, [out for _, out in pieces])


@triton.jit
def lengthen(stored, out, count, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values."""
    index = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = index < count
    bits = tl.load(stored + index, mask=inside).to(tl.int32) << 16
    tl.store(out + index, bits.to(tl.float32, bitcast=True), mask=inside)


@triton.jit
def lengthen_many(stored, out, programs, table, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values of one piece."""
    _, place, start, begin, count = piece_of(programs, table, BLOCK)
    index = begin + tl.arange(0, BLOCK)
    inside = index < count
    bits = tl.load(stored + place // 2 + index, mask=inside).to(tl.int32) << 16
    tl.store(out + start + index, bits.to(tl.float32, bitcast=True), mask=inside)


@triton.jit
def shorten(values, out, count, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values, rounded to the nearest, of two to the even one."""
    index = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = index < count
    bits = tl.load(values + index, mask=inside, other=0)
    rounded = (bits.to(tl.uint32, bitcast=True) + 0x7FFF + ((bits >> 16) & 1).to(tl.uint32)) >> 16
    quiet = (bits >> 16) | 0x40
    upper = tl.where((bits & 0x7FFFFFFF) > 0x7F800000, quiet, rounded.to(tl.int32))
    tl.store(out + index, upper.to(tl.int16), mask=inside)
