"""`group_quant` on an NVIDIA GPU, in Triton. Arrays are torch tensors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import torch
import triton
import triton.language as tl

from quire.kernels.backends.triton import (
    BLOCK,
    SHORT,
    Variant,
    beside,
    decode_together,
    of_pieces,
    packed_code,
    piece_of,
)
from quire.kernels.codecs.group_quant.codec import GroupQuant
from quire.kernels.services.bits.layout import bias

_TYPES = {
    "stored": "*u8",
    "scales": "*fp32",
    "out": "*fp32",
    "count": "i64",
    "width": "i32",
    "line": "i32",
    "group": "i32",
}

_MANY = {
    "stored": "*u8",
    "out": "*fp32",
    "programs": "*i32",
    "table": "*i64",
    "scales": "*fp32",
    "sizes": "*i64",
}


def _constants(bits: int, *, long: bool) -> dict[str, int]:
    return {"BITS": bits, "BIAS": bias(bits), "LONG": int(long)}


VARIANTS = tuple(
    Variant(kernel, types, _constants(bits, long=False) | {"BLOCK": BLOCK})
    for kernel, types in (("spread", _TYPES), ("spread_many", _MANY))
    for bits in (3, 5, 7, 8)
)
"""To compile ahead of time."""


def decode(stored: torch.Tensor, out: torch.Tensor, codec: GroupQuant) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8 on the GPU, at any address.
        out: (frames, n) float32 on the GPU, contiguous.
        codec: Shape, bits, scales and size of a group, in memory of the host.
    """
    count, width = out.numel(), codec.shape[1]
    if not count:
        return
    scales = beside(out, codec.scales)
    spread[(triton.cdiv(count, BLOCK),)](
        stored, scales, out.view(-1), count, width, codec.frame_bytes, min(codec.group_size, width),
        **_constants(codec.bits, long=width > SHORT), BLOCK=BLOCK, enable_fp_fusion=False,
    )  # fmt: skip  # arguments of the kernel, then how it is compiled


def decode_many(
    stored: torch.Tensor, places: Sequence[int], pieces: Sequence[tuple[GroupQuant, torch.Tensor]]
) -> bool:
    """Decode many pieces by one launch; see `DecodeManyOnGpu`.

    They differ in nothing but how many frames they have.
    """
    first, like = pieces[0]
    width = first.shape[1]
    if any(codec.shape[1] != width for codec, _ in pieces):
        return False
    if any(replace(codec, shape=first.shape) != first for codec, _ in pieces):
        return False
    sizes = of_pieces(
        stored, [(width, first.frame_bytes, min(first.group_size, width))], torch.int64
    )
    outputs, scales = [out for _, out in pieces], beside(like, first.scales)
    known = _constants(first.bits, long=width > SHORT)
    return decode_together(spread_many, stored, places, outputs, scales, sizes, **known)


@triton.jit
def spread(
    stored, scales, out, count, width, line, group, BITS: tl.constexpr, BIAS: tl.constexpr,
    LONG: tl.constexpr, BLOCK: tl.constexpr,
) -> None:  # fmt: skip  # tensors and numbers, then constants
    """One program: BLOCK values, which begin anywhere in a frame."""
    begin = tl.program_id(0).to(tl.int64) * BLOCK
    index = begin + tl.arange(0, BLOCK)
    inside = index < count
    values = values_of(stored, scales, begin, inside, width, line, group, BITS, BIAS, LONG, BLOCK)
    tl.store(out + index, values, mask=inside)


@triton.jit
def spread_many(
    stored, out, programs, table, scales, sizes, BITS: tl.constexpr, BIAS: tl.constexpr,
    LONG: tl.constexpr, BLOCK: tl.constexpr,
) -> None:  # fmt: skip  # tensors, then constants
    """One program: BLOCK values of one piece; widths, lines and groups are those of all."""
    _, place, start, begin, count = piece_of(programs, table, BLOCK)
    index = begin + tl.arange(0, BLOCK)
    inside = index < count
    width, line, group = tl.load(sizes), tl.load(sizes + 1), tl.load(sizes + 2)
    if not LONG:
        width, group = width.to(tl.int32), group.to(tl.int32)
    values = values_of(
        stored + place, scales, begin, inside, width, line, group, BITS, BIAS, LONG, BLOCK
    )
    tl.store(out + start + index, values, mask=inside)


@triton.jit
def values_of(
    stored, scales, begin, inside, width, line, group, BITS: tl.constexpr, BIAS: tl.constexpr,
    LONG: tl.constexpr, BLOCK: tl.constexpr,
) -> tl.tensor:  # fmt: skip  # tensors and numbers, then constants
    """BLOCK values from `begin` on, in frames of `width`."""
    # Large numbers are divided once a program; each value only has divisions of 32 bits.
    column = begin % width
    place = (column if LONG else column.to(tl.int32)) + tl.arange(0, BLOCK)
    frame, value = begin // width + place // width, place % width
    codes = packed_code(stored, frame * line, value, inside, BITS)
    scale = tl.load(scales + value // group, mask=inside)
    return (codes - BIAS).to(tl.float32) * scale
