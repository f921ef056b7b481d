"""`affine_u4` on an NVIDIA GPU, in Triton. Arrays are torch tensors."""

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
    decode_together,
    encode_steps,
    nearest_step,
    of_pieces,
    piece_of,
)
from quire.kernels.codecs.affine_u4 import reference
from quire.kernels.codecs.affine_u4.codec import AffineU4

_TYPES = {
    "stored": "*u8",
    "out": "*fp32",
    "count": "i64",
    "width": "i64",
    "scale": "fp32",
    "low": "fp32",
}

_MANY = {
    "stored": "*u8",
    "out": "*fp32",
    "programs": "*i32",
    "table": "*i64",
    "lines": "*fp32",
    "widths": "*i64",
}

_VALUES = {**_TYPES, "values": "*fp32", "out": "*u8"}
del _VALUES["stored"]

VARIANTS = (
    Variant("dequantise", _TYPES, {"BLOCK": BLOCK}),
    Variant("dequantise_many", _MANY, {"BLOCK": BLOCK}),
    Variant("quantise", _VALUES, {"BLOCK": BLOCK}),
)
"""To compile ahead of time."""


def decode(stored: torch.Tensor, out: torch.Tensor, codec: AffineU4) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, of `codec.shape`.
        codec: Shape, scale and min.
    """
    # Rounded here, so that the launcher has nothing to round.
    scale, low = float(np.float32(codec.scale)), float(np.float32(codec.min))
    _, width, _ = codec.lines()
    count = out.numel()
    if count:
        grid = (triton.cdiv(count, BLOCK),)
        values = out.view(-1)
        dequantise[grid](
            stored, values, count, width, scale, low, BLOCK=BLOCK, enable_fp_fusion=False
        )


def decode_many(
    stored: torch.Tensor, places: Sequence[int], pieces: Sequence[tuple[AffineU4, torch.Tensor]]
) -> bool:
    """Decode many pieces by one launch; see `DecodeManyOnGpu`."""
    lines = of_pieces(stored, [(codec.scale, codec.min) for codec, _ in pieces], torch.float32)
    widths = of_pieces(stored, [(codec.lines()[1],) for codec, _ in pieces], torch.int64)
    outputs = [out for _, out in pieces]
    return decode_together(dequantise_many, stored, places, outputs, lines, widths)


def encode(array: torch.Tensor, out: torch.Tensor, codec: AffineU4) -> None:
    """See `reference.encode`.

    Args:
        array: float32 on the GPU, contiguous, of `codec.shape`.
        out: uint8 of the stored size on the GPU, aligned.
        codec: Shape, scale and min.
    """

    def launch(scale: float, low: float) -> None:
        count, (_, width, _) = out.numel(), codec.lines()
        if count:
            grid, values = (triton.cdiv(count, BLOCK),), array.view(-1)
            known = count, width, scale, low
            quantise[grid](out, values, *known, BLOCK=BLOCK, enable_fp_fusion=False)

    refuse = partial(reference.encode, codec=codec)
    encode_steps(array, out, (codec.scale, codec.min), launch, refuse)


@triton.jit
def dequantise(stored, out, count, width, scale, low, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values."""
    index = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = index < count
    codes = code_of(stored, index, inside, width)
    tl.store(out + index, codes.to(tl.float32) * scale + low, mask=inside)


@triton.jit
def dequantise_many(stored, out, programs, table, lines, widths, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values of one piece."""
    piece, place, start, begin, count = piece_of(programs, table, BLOCK)
    index = begin + tl.arange(0, BLOCK)
    inside = index < count
    scale, low = tl.load(lines + 2 * piece), tl.load(lines + 2 * piece + 1)
    codes = code_of(stored + place, index, inside, tl.load(widths + piece))
    tl.store(out + start + index, codes.to(tl.float32) * scale + low, mask=inside)


@triton.jit
def code_of(stored, index, inside, width) -> tl.tensor:
    """The codes of values in rows of `width`, each of which begins with a byte."""
    row = index // width
    column = index - row * width
    pairs = tl.load(stored + row * ((width + 1) // 2) + column // 2, mask=inside).to(tl.int32)
    return tl.where(column % 2 == 0, pairs >> 4, pairs & 15)


@triton.jit
def quantise(out, values, count, width, scale, low, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK bytes, of two values each; of the last value of a row, perhaps one."""
    index = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = index < count
    line = (width + 1) // 2
    row = index // line
    column = 2 * (index - row * line)
    source = values + row * width + column
    upper = tl.load(source, mask=inside, other=0.0)
    both = inside & (column + 1 < width)
    lower = tl.load(source + 1, mask=both, other=0.0)
    codes = nearest_step(upper, low, scale, 0, 15) << 4
    codes = codes | tl.where(both, nearest_step(lower, low, scale, 0, 15), 0)
    tl.store(out + index, codes.to(tl.uint8), mask=inside)
