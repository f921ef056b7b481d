"""`affine_u8` on an NVIDIA GPU, in Triton. Arrays are torch tensors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import torch
import triton
import triton.language as tl

from quire.kernels.backends.triton import (
    BLOCK,
    Variant,
    aligned,
    decode_together,
    encode_steps,
    nearest_step,
    of_pieces,
    piece_of,
    tiles,
)
from quire.kernels.codecs.affine_u8 import reference
from quire.kernels.codecs.affine_u8.codec import AffineU8

_TYPES = {"stored": "*u8", "out": "*fp32", "count": "i64", "scale": "fp32", "low": "fp32"}

_MANY = {"stored": "*u8", "out": "*fp32", "programs": "*i32", "table": "*i64", "lines": "*fp32"}

_VALUES = {"values": "*fp32", "out": "*u8", "count": "i64", "scale": "fp32", "low": "fp32"}

VARIANTS = (
    Variant("dequantise", _TYPES, {"BLOCK": BLOCK}),
    Variant("dequantise_many", _MANY, {"BLOCK": BLOCK}),
    Variant("quantise", _VALUES, {"BLOCK": BLOCK}),
)
"""To compile ahead of time."""


def decode(stored: torch.Tensor, out: torch.Tensor, codec: AffineU8) -> None:
    """See `reference.decode`.

    Args:
        stored: (n,) uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, of `codec.shape`.
        codec: Shape, scale and min.
    """
    # Rounded here, so that the launcher has nothing to round.
    scale, low = float(np.float32(codec.scale)), float(np.float32(codec.min))
    for grid, codes, values in tiles(aligned(stored), out.view(-1)):
        count = values.numel()
        dequantise[grid](codes, values, count, scale, low, BLOCK=BLOCK, enable_fp_fusion=False)


def encode(array: torch.Tensor, out: torch.Tensor, codec: AffineU8) -> None:
    """See `reference.encode`.

    Args:
        array: float32 on the GPU, contiguous, of `codec.shape`, n values.
        out: (n,) uint8 on the GPU, aligned.
        codec: Shape, scale and min.
    """

    def launch(scale: float, low: float) -> None:
        for grid, values, codes in tiles(array.view(-1), out):
            count = codes.numel()
            quantise[grid](values, codes, count, scale, low, BLOCK=BLOCK, enable_fp_fusion=False)

    refuse = partial(reference.encode, codec=codec)
    encode_steps(array, out, (codec.scale, codec.min), launch, refuse)


def decode_many(
    stored: torch.Tensor, places: Sequence[int], pieces: Sequence[tuple[AffineU8, torch.Tensor]]
) -> bool:
    """Decode many pieces by one launch; see `DecodeManyOnGpu`."""
    lines = of_pieces(stored, [(codec.scale, codec.min) for codec, _ in pieces], torch.float32)
    return decode_together(dequantise_many, stored, places, [out for _, out in pieces], lines)


@triton.jit
def dequantise(stored, out, count, scale, low, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values."""
    index = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = index < count
    codes = tl.load(stored + index, mask=inside)
    tl.store(out + index, codes.to(tl.float32) * scale + low, mask=inside)


@triton.jit
def dequantise_many(stored, out, programs, table, lines, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values of one piece."""
    piece, place, start, begin, count = piece_of(programs, table, BLOCK)
    index = begin + tl.arange(0, BLOCK)
    inside = index < count
    scale, low = tl.load(lines + 2 * piece), tl.load(lines + 2 * piece + 1)
    codes = tl.load(stored + place + index, mask=inside)
    tl.store(out + start + index, codes.to(tl.float32) * scale + low, mask=inside)


@triton.jit
def quantise(values, out, count, scale, low, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values."""
    index = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = index < count
    codes = nearest_step(tl.load(values + index, mask=inside, other=0.0), low, scale, 0, 255)
    tl.store(out + index, codes.to(tl.uint8), mask=inside)
