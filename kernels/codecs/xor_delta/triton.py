"""`xor_delta` on an NVIDIA GPU, in Triton: see `tiles`. Arrays are torch tensors."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from quire.kernels.backends.triton import Variant
from quire.kernels.codecs.fp16.triton import widened
from quire.kernels.codecs.xor_delta.codec import XorDelta
from quire.kernels.codecs.xor_delta.tiles import TOTALS, Layout, cut, layout

LANES = 512
"""Lanes a program."""

_SIZES = dict.fromkeys(
    ("width", "rows", "height", "tiles", "lanes", "word_step", "byte_step"), "i64"
)

VARIANTS = tuple(
    Variant(kernel, types | _SIZES, {"SIZE": size, "ADD": add, "LANES": LANES})
    for size, add in ((2, False), (4, False), (8, False), (8, True))
    for kernel, types in (
        ("total", {"stored": "*u8", "totals": "*i64"}),
        ("scan", {"stored": "*u8", "sums": "*i64", "out": "*i64" if size == 8 else "*i32"}),
    )
)
"""To compile ahead of time."""


def decode(stored: torch.Tensor, out: torch.Tensor, codec: XorDelta) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8 of the stored size on the GPU, at any address.
        out: On the GPU, contiguous, of `codec.shape` and `codec.dtype`.
        codec: Shape, dtypes and how the words are cut.
    """
    words = out.numel()
    if not words:
        return
    # Integers, as nothing that computes with floats may see a NaN.
    values = out.view(-1).view(torch.int64 if out.itemsize == 8 else torch.int32)
    rows = codec.rows or words // codec.width
    add = codec.operation == "add"
    _sum(stored, layout(codec, words), values, codec.width, rows, add=add)


def _sum(
    stored: torch.Tensor, place: Layout, out: torch.Tensor, width: int, rows: int, *, add: bool
) -> None:
    tiles = cut(out.numel(), width, rows)
    grid = (-(-tiles.lanes // LANES),)
    size, *steps = place
    constants = {"SIZE": size, "ADD": add, "LANES": LANES}
    sums = None
    if tiles.tiles > 1:
        totals = torch.empty(tiles.lanes, dtype=torch.int64, device=out.device)
        total[grid](stored, totals, *tiles, *steps, **constants)
        sums = torch.empty_like(totals)
        _sum(totals.view(torch.uint8), TOTALS, sums, width, tiles.tiles, add=add)
    scan[grid](stored, sums, out, *tiles, *steps, **constants, enable_fp_fusion=False)


@triton.jit
def total(
    stored,
    totals,
    width,
    rows,
    height,
    tiles,
    lanes,
    word_step,
    byte_step,
    SIZE: tl.constexpr,
    ADD: tl.constexpr,
    LANES: tl.constexpr,
) -> None:
    """One program: the totals of LANES lanes."""
    lane = tl.program_id(0).to(tl.int64) * LANES + tl.arange(0, LANES)
    index, _, count = lane_words(lane, width, rows, height, tiles, lanes)
    value = tl.zeros_like(lane)
    for row in range(height):
        value = combined(
            value, word_at(stored, index, row < count, word_step, byte_step, SIZE), ADD
        )
        index += width
    tl.store(totals + lane, value, mask=lane < lanes)


@triton.jit
def scan(
    stored,
    sums,
    out,
    width,
    rows,
    height,
    tiles,
    lanes,
    word_step,
    byte_step,
    SIZE: tl.constexpr,
    ADD: tl.constexpr,
    LANES: tl.constexpr,
) -> None:
    """One program: the values of LANES lanes; without `sums`, no tile has one above."""
    lane = tl.program_id(0).to(tl.int64) * LANES + tl.arange(0, LANES)
    index, first_row, count = lane_words(lane, width, rows, height, tiles, lanes)
    value = tl.zeros_like(lane)
    if sums is not None:
        value = tl.load(sums + lane - width, mask=(lane < lanes) & (first_row > 0), other=0)
    for row in range(height):
        inside = row < count
        value = combined(value, word_at(stored, index, inside, word_step, byte_step, SIZE), ADD)
        found = widened(value.to(tl.int32)) if SIZE == 2 else value
        tl.store(out + index, found.to(out.dtype.element_ty), mask=inside)
        index += width


@triton.jit
def lane_words(lane, width, rows, height, tiles, lanes) -> tuple[tl.tensor, tl.tensor, tl.tensor]:
    """Of each lane its first word, which row of the segment that is in, and how many there are."""
    tile = lane // width
    row = tile % tiles * height
    index = (tile // tiles * rows + row) * width + lane % width
    return index, row, tl.where(lane < lanes, tl.minimum(rows - row, height), 0)


@triton.jit
def word_at(stored, index, inside, word_step, byte_step, SIZE: tl.constexpr) -> tl.tensor:
    """Words from their bytes; 0 where there is none."""
    place = stored + index * word_step
    word = tl.zeros_like(index)
    for byte in tl.static_range(SIZE):
        word |= tl.load(place, mask=inside, other=0).to(tl.int64) << (8 * byte)
        place += byte_step  # times `byte` might not fit into 32 bits
    return word


@triton.jit
def combined(above, word, ADD: tl.constexpr) -> tl.tensor:
    """What undoes a difference."""
    return above + word if ADD else above ^ word
