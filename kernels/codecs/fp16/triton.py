"""`fp16` on an NVIDIA GPU, in Triton. Arrays are torch tensors."""

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
from quire.kernels.codecs.fp16.codec import Fp16

_TYPES = {"stored": "*i16", "out": "*fp32", "count": "i64"}

_MANY = {"stored": "*i16", "out": "*fp32", "programs": "*i32", "table": "*i64"}

VARIANTS = (
    Variant("widen", _TYPES, {"BLOCK": BLOCK}),
    Variant("widen_many", _MANY, {"BLOCK": BLOCK}),
    Variant("narrow", {"values": "*i32", "out": "*i16", "count": "i64"}, {"BLOCK": BLOCK}),
)
"""To compile ahead of time."""


def decode(stored: torch.Tensor, out: torch.Tensor, _codec: Fp16) -> None:
    """See `reference.decode`.

    Args:
        stored: (2n,) uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, n values.
    """
    decode_halves(widen, stored, out)


def encode(array: torch.Tensor, out: torch.Tensor, _codec: Fp16) -> None:
    """See `reference.encode`.

    Args:
        array: float32 on the GPU, contiguous, n values.
        out: (2n,) uint8 on the GPU, aligned.
    """
    encode_halves(narrow, array, out)


def decode_many(
    stored: torch.Tensor, places: Sequence[int], pieces: Sequence[tuple[Fp16, torch.Tensor]]
) -> bool:
    """Decode many pieces by one launch; see `DecodeManyOnGpu`."""
    halves = stored.view(torch.int16)
    return decode_together(widen_many, halves, places, [out for _, out in pieces])


@triton.jit
def widen(stored, out, count, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values."""
    index = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = index < count
    bits = widened(tl.load(stored + index, mask=inside).to(tl.int32))
    tl.store(out + index, bits.to(tl.float32, bitcast=True), mask=inside)


@triton.jit
def widen_many(stored, out, programs, table, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values of one piece."""
    _, place, start, begin, count = piece_of(programs, table, BLOCK)
    index = begin + tl.arange(0, BLOCK)
    inside = index < count
    bits = widened(tl.load(stored + place // 2 + index, mask=inside).to(tl.int32))
    tl.store(out + start + index, bits.to(tl.float32, bitcast=True), mask=inside)


@triton.jit
def widened(half) -> tl.tensor:
    """Bits of float32, from those of float16, as the conversion in hardware alters NaNs."""
    magnitude = (half & 0x7FFF) << 13
    exponent = magnitude & 0x0F800000
    normal = magnitude + (112 << 23)  # the bias is 127 instead of 15
    shifted = (normal + (1 << 23)).to(tl.float32, bitcast=True)
    # Subnormal: with an exponent of 1 it is 2**-14 too large, and exact.
    subnormal = (shifted - 0.00006103515625).to(tl.int32, bitcast=True)
    special = normal + (112 << 23)  # infinity and NaN: an exponent of ones
    bits = tl.where(exponent == 0, subnormal, normal)
    bits = tl.where(exponent == 0x0F800000, special, bits)
    return bits | ((half & 0x8000) << 16)


@triton.jit
def narrow(values, out, count, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values."""
    index = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = index < count
    halves = narrowed(tl.load(values + index, mask=inside, other=0))
    tl.store(out + index, halves.to(tl.int16), mask=inside)


@triton.jit
def narrowed(bits) -> tl.tensor:
    """Bits of the nearest float16, of two the even one, from those of float32; NaNs keep theirs."""
    magnitude = bits & 0x7FFFFFFF
    # Minus the difference of the biases, plus half a unit less one, plus one if odd: ties to even.
    normal = (magnitude - (112 << 23) + 0xFFF + ((magnitude >> 13) & 1)) >> 13
    # One unit of 0.5 is the smallest half: the addition rounds the subnormals.
    lifted = magnitude.to(tl.float32, bitcast=True) + 0.5
    subnormal = lifted.to(tl.int32, bitcast=True) - 0x3F000000
    half = tl.where(magnitude < 0x38800000, subnormal, normal)  # below 2**-14
    half = tl.where(magnitude >= 0x47800000, 0x7C00, half)  # from 2**16
    payload = tl.maximum((magnitude >> 13) & 0x3FF, 1)  # 0 would be infinity
    half = tl.where(magnitude > 0x7F800000, 0x7C00 | payload, half)
    return half | ((bits >> 16) & 0x8000)
