"""`affine_int` on an NVIDIA GPU, in Triton. Arrays are torch tensors."""

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
from quire.kernels.codecs.affine_int import reference
from quire.kernels.codecs.affine_int.codec import RANGES, AffineInt

_ITEMS = {"int16": torch.int16, "uint16": torch.int16, "int8": torch.int8}
"""Of signed items: torch has few operations of unsigned words."""

_REST = {"out": "*fp32", "count": "i64", "scale": "fp32", "offset": "fp32"}


_MANY = {"out": "*fp32", "programs": "*i32", "table": "*i64", "lines": "*fp32"}


def _bounds(stored: str) -> dict[str, int]:
    least, most = RANGES[stored]
    return {"LEAST": least, "MOST": most, "BLOCK": BLOCK}


def _items(stored: str) -> dict[str, int]:
    return {"SIZE": _ITEMS[stored].itemsize, "UNSIGNED": int(stored == "uint16")}


VARIANTS = (
    Variant("dequantise", {"stored": "*i16"} | _REST, {"UNSIGNED": 0, "BLOCK": BLOCK}),
    Variant("dequantise", {"stored": "*i16"} | _REST, {"UNSIGNED": 1, "BLOCK": BLOCK}),
    Variant("dequantise", {"stored": "*i8"} | _REST, {"UNSIGNED": 0, "BLOCK": BLOCK}),
    Variant("dequantise_many", {"stored": "*i16"} | _MANY, _items("uint16") | {"BLOCK": BLOCK}),
    Variant("dequantise_many", {"stored": "*i8"} | _MANY, _items("int8") | {"BLOCK": BLOCK}),
    Variant("quantise", {"values": "*fp32"} | _REST | {"out": "*i16"}, _bounds("uint16")),
    Variant("quantise", {"values": "*fp32"} | _REST | {"out": "*i8"}, _bounds("int8")),
)
"""To compile ahead of time."""


def decode(stored: torch.Tensor, out: torch.Tensor, codec: AffineInt) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, of `codec.shape`.
        codec: Shape, dtype of the codes, scale and offset.
    """
    if not out.numel():
        return  # torch cannot view every empty tensor as another dtype
    # Rounded here, so that the launcher has nothing to round.
    scale, offset = float(np.float32(codec.scale)), float(np.float32(codec.offset))
    unsigned = int(codec.stored == "uint16")
    for grid, codes, values in tiles(aligned(stored).view(_ITEMS[codec.stored]), out.view(-1)):
        dequantise[grid](
            codes, values, values.numel(), scale, offset,
            UNSIGNED=unsigned, BLOCK=BLOCK, enable_fp_fusion=False,
        )  # fmt: skip  # arguments of the kernel, then how it is compiled


def decode_many(
    stored: torch.Tensor, places: Sequence[int], pieces: Sequence[tuple[AffineInt, torch.Tensor]]
) -> bool:
    """Decode many pieces of the same codes by one launch; see `DecodeManyOnGpu`."""
    kinds = {codec.stored for codec, _ in pieces}
    if len(kinds) > 1:
        return False
    (kind,) = kinds
    lines = of_pieces(stored, [(codec.scale, codec.offset) for codec, _ in pieces], torch.float32)
    outputs = [out for _, out in pieces]
    codes = stored.view(_ITEMS[kind])
    return decode_together(dequantise_many, codes, places, outputs, lines, **_items(kind))


def encode(array: torch.Tensor, out: torch.Tensor, codec: AffineInt) -> None:
    """See `reference.encode`.

    Args:
        array: float32 on the GPU, contiguous, of `codec.shape`.
        out: uint8 of the stored size on the GPU, aligned.
        codec: Shape, dtype of the codes, scale and offset.
    """

    def launch(scale: float, offset: float) -> None:
        if not array.numel():
            return  # torch cannot view every empty tensor as another dtype
        known = _bounds(codec.stored)
        for grid, values, codes in tiles(array.view(-1), out.view(_ITEMS[codec.stored])):
            line = codes.numel(), scale, offset
            quantise[grid](values, codes, *line, **known, enable_fp_fusion=False)

    refuse = partial(reference.encode, codec=codec)
    encode_steps(array, out, (codec.scale, codec.offset), launch, refuse)


@triton.jit
def dequantise(
    stored, out, count, scale, offset, UNSIGNED: tl.constexpr, BLOCK: tl.constexpr
) -> None:
    """One program: BLOCK values."""
    index = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = index < count
    codes = tl.load(stored + index, mask=inside).to(tl.int32)
    if UNSIGNED:
        codes = codes & 0xFFFF
    tl.store(out + index, codes.to(tl.float32) * scale + offset, mask=inside)


@triton.jit
def dequantise_many(
    stored, out, programs, table, lines, SIZE: tl.constexpr, UNSIGNED: tl.constexpr,
    BLOCK: tl.constexpr,
) -> None:  # fmt: skip  # tensors, then constants
    """One program: BLOCK values of one piece."""
    piece, place, start, begin, count = piece_of(programs, table, BLOCK)
    index = begin + tl.arange(0, BLOCK)
    inside = index < count
    scale, offset = tl.load(lines + 2 * piece), tl.load(lines + 2 * piece + 1)
    codes = tl.load(stored + place // SIZE + index, mask=inside).to(tl.int32)
    if UNSIGNED:
        codes = codes & 0xFFFF
    tl.store(out + start + index, codes.to(tl.float32) * scale + offset, mask=inside)


@triton.jit
def quantise(
    values, out, count, scale, offset, LEAST: tl.constexpr, MOST: tl.constexpr, BLOCK: tl.constexpr
) -> None:
    """One program: BLOCK values."""
    index = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = index < count
    value = tl.load(values + index, mask=inside, other=0.0)
    codes = nearest_step(value, offset, scale, LEAST, MOST)
    tl.store(out + index, codes.to(out.dtype.element_ty), mask=inside)
