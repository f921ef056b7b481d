"""`block_quant` on an NVIDIA GPU, in Triton. Arrays are torch tensors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
import triton
import triton.language as tl

from quire.kernels.backends.triton import (
    BLOCK,
    SHORT,
    Variant,
    decode_together,
    float_at,
    of_pieces,
    packed_code,
    piece_of,
)
from quire.kernels.codecs.block_quant.codec import (
    SCALE_BYTES,
    BlockQuant,
    block_bytes,
    num_outliers,
)
from quire.kernels.services.bits.layout import bias

ONE, TWO, MIXED = range(3)
"""Which blocks have two scales: none, all, or some."""

_TYPES = {
    "stored": "*u8",
    "places": "*i64",
    "double": "*i1",
    "out": "*fp32",
    "count": "i64",
    "size": "i32",
    "line": "i32",
}


_MANY = {
    "stored": "*u8",
    "out": "*fp32",
    "programs": "*i32",
    "table": "*i64",
    "sizes": "*i64",
}


def _constants(bits: int, scales: int, *, long: bool) -> dict[str, int]:
    known = {"BITS": bits, "BIAS": 0 if bits == 8 else bias(bits), "SCALES": scales}
    return {**known, "HEAD": SCALE_BYTES, "LONG": int(long)}


def _widths(bits: int, *, two_level: bool, long: bool) -> dict[str, int]:
    known = {"BITS": bits, "MOST": bias(bits), "TWO": int(two_level)}
    return {**known, "HEAD": SCALE_BYTES, "LONG": int(long), "BLOCK": BLOCK}


VARIANTS: tuple[Variant, ...] = tuple(
    Variant("scaled", _TYPES, _constants(bits, scales, long=False) | {"BLOCK": BLOCK})
    for bits, scales in ((8, ONE), (7, ONE), (5, ONE), (3, ONE), (3, TWO), (3, MIXED))
)
"""To compile ahead of time."""


VARIANTS += tuple(
    Variant("scaled_many", _MANY, _constants(bits, scales, long=False) | {"BLOCK": BLOCK})
    for bits, scales in ((8, ONE), (7, ONE), (5, ONE), (3, ONE), (3, TWO))
)


_LINES = {"values": "*fp32", "scales": "*fp32", "bulks": "*fp32", "out": "*u8", "count": "i64"}

VARIANTS += tuple(
    Variant(
        "packed", {**_LINES, "size": "i32", "line": "i32"}, _widths(bits, two_level=two, long=False)
    )
    for bits, two in ((8, False), (7, False), (5, False), (3, False), (3, True))
)


def decode(stored: torch.Tensor, out: torch.Tensor, codec: BlockQuant) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, of `codec.shape`.
        codec: Shape, bits, size of a block, and which blocks have two scales.
    """
    count = out.numel()
    if not count:
        return
    scales, places, double = TWO if codec.two_level else ONE, None, None
    if codec.two_level_blocks:
        scales = MIXED
        places, double = (torch.tensor(each, device=out.device) for each in codec.places())
    size = codec.longest
    scaled[(triton.cdiv(count, BLOCK),)](
        stored, places, double, out.view(-1), count, size,
        block_bytes(size, codec.bits, two_level=codec.two_level),
        **_constants(codec.bits, scales, long=size > SHORT), BLOCK=BLOCK, enable_fp_fusion=False,
    )  # fmt: skip  # arguments of the kernel, then how it is compiled


def decode_many(
    stored: torch.Tensor, places: Sequence[int], pieces: Sequence[tuple[BlockQuant, torch.Tensor]]
) -> bool:
    """Decode many pieces by one launch; see `DecodeManyOnGpu`.

    Their codes have as many bits, and their blocks all one scale or all two.
    """
    kinds = {(codec.bits, codec.two_level) for codec, _ in pieces}
    if len(kinds) > 1 or any(codec.two_level_blocks for codec, _ in pieces):
        return False
    ((bits, two),) = kinds
    longest = [codec.longest for codec, _ in pieces]
    lines = [(size, block_bytes(size, bits, two_level=two)) for size in longest]
    known = _constants(bits, TWO if two else ONE, long=max(longest) > SHORT)
    sizes = of_pieces(stored, lines, torch.int64)
    return decode_together(scaled_many, stored, places, [out for _, out in pieces], sizes, **known)


def encode(array: torch.Tensor, out: torch.Tensor, codec: BlockQuant) -> None:
    """See `reference.encode`.

    Args:
        array: float32 on the GPU, contiguous, of `codec.shape`.
        out: uint8 of the stored size on the GPU, aligned.
        codec: Shape, bits, size of a block, and which blocks have two scales.
    """
    values, size = array.view(-1), codec.longest
    whole = values.numel() // size
    places, double = codec.places()
    for two in (False, True):
        chosen = np.flatnonzero(double[:whole] == two)
        if chosen.size:
            blocks = values[: whole * size].view(whole, size)
            blocks = blocks if chosen.size == whole else blocks[_beside(out, chosen)]
            lines = _lines(blocks, codec.bits, two_level=two)
            if chosen.size == whole:
                out[: lines.numel()] = lines.view(-1)
            else:
                columns = torch.arange(lines.shape[1], device=out.device)
                out[_beside(out, places[chosen])[:, None] + columns] = lines
    if whole < codec.num_blocks:
        last = values[whole * size :].view(1, -1)
        line = _lines(last, codec.bits, two_level=bool(double[whole]))
        out[int(places[whole]) :] = line.view(-1)


def _beside(out: torch.Tensor, array: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(array).to(out.device)


def _lines(blocks: torch.Tensor, bits: int, *, two_level: bool) -> torch.Tensor:
    """The stored bytes of blocks (n, size), as (n, bytes) uint8; all have one scale or two."""
    count, size = blocks.shape
    sizes = torch.where(torch.isfinite(blocks), blocks.abs(), 0)
    bulks, most = sizes.amax(1), float(bias(bits))
    scales = (bulks / most)[:, None]
    if two_level:
        rank = min(num_outliers(size), size - 1)
        bulks = sizes.topk(rank + 1, dim=1).values[:, -1].contiguous()
        scales = torch.cat([(bulks / most)[:, None], scales], 1)
    line = block_bytes(size, bits, two_level=two_level)
    lines = torch.empty((count, line), dtype=torch.uint8, device=blocks.device)
    packed[(triton.cdiv(lines.numel(), BLOCK),)](
        blocks.contiguous(), scales.contiguous(), bulks, lines, lines.numel(), size, line,
        **_widths(bits, two_level=two_level, long=size > SHORT // 8), enable_fp_fusion=False,
    )  # fmt: skip  # arguments of the kernel, then how it is compiled
    return lines


@triton.jit
def scaled(
    stored, places, double, out, count, size, line, BITS: tl.constexpr, BIAS: tl.constexpr,
    SCALES: tl.constexpr, HEAD: tl.constexpr, LONG: tl.constexpr, BLOCK: tl.constexpr,
) -> None:  # fmt: skip  # tensors and numbers, then constants
    """One program: BLOCK values, which begin anywhere in a block of codes."""
    begin = tl.program_id(0).to(tl.int64) * BLOCK
    index = begin + tl.arange(0, BLOCK)
    values = values_of(
        stored, places, double, begin, count, size, line, BITS, BIAS, SCALES, HEAD, LONG, BLOCK
    )
    tl.store(out + index, values, mask=index < count)


@triton.jit
def scaled_many(
    stored, out, programs, table, sizes, BITS: tl.constexpr, BIAS: tl.constexpr,
    SCALES: tl.constexpr, HEAD: tl.constexpr, LONG: tl.constexpr, BLOCK: tl.constexpr,
) -> None:  # fmt: skip  # tensors, then constants
    """One program: BLOCK values of one piece."""
    piece, place, start, begin, count = piece_of(programs, table, BLOCK)
    index = begin + tl.arange(0, BLOCK)
    size, line = tl.load(sizes + 2 * piece), tl.load(sizes + 2 * piece + 1)
    if not LONG:
        size = size.to(tl.int32)
    values = values_of(
        stored + place, None, None, begin, count, size, line, BITS, BIAS, SCALES, HEAD, LONG, BLOCK
    )
    tl.store(out + start + index, values, mask=index < count)


@triton.jit
def values_of(
    stored, places, double, begin, count, size, line, BITS: tl.constexpr, BIAS: tl.constexpr,
    SCALES: tl.constexpr, HEAD: tl.constexpr, LONG: tl.constexpr, BLOCK: tl.constexpr,
) -> tl.tensor:  # fmt: skip  # tensors and numbers, then constants
    """BLOCK values of `count`, from `begin` on."""
    inside = begin + tl.arange(0, BLOCK) < count
    # Large numbers are divided once a program; each value only has divisions of 32 bits.
    first = begin % size
    place = (first if LONG else first.to(tl.int32)) + tl.arange(0, BLOCK)
    block, value = begin // size + place // size, place % size
    at = block * line
    if SCALES == 2:
        at = tl.load(places + block, mask=inside, other=0)
    scale, codes = float_at(stored, at, inside), at + HEAD
    if SCALES > 0:
        two = inside
        if SCALES == 2:
            two = inside & tl.load(double + block, mask=inside, other=0)
        flags = codes + HEAD
        flag = tl.load(stored + flags + value // 8, mask=two, other=0).to(tl.int32) >> value % 8
        scale = tl.where((flag & 1) != 0, float_at(stored, at + HEAD, two), scale)
        filled = tl.minimum(count - block * size, size)  # the last block may be shorter
        codes = tl.where(two, flags + (filled + 7) // 8, codes)
    code = packed_code(stored, codes, value, inside, BITS)
    if BITS == 8:
        code = code.to(tl.int8).to(tl.int32)
    return (code - BIAS).to(tl.float32) * scale


@triton.jit
def packed(
    values, scales, bulks, out, count, size, line, BITS: tl.constexpr, MOST: tl.constexpr,
    TWO: tl.constexpr, HEAD: tl.constexpr, LONG: tl.constexpr, BLOCK: tl.constexpr,
) -> None:  # fmt: skip  # tensors and numbers, then constants
    """One program: BLOCK bytes of blocks, each of a scale, of flags or of codes."""
    index = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = index < count
    block = index // line
    byte = index - block * line
    if not LONG:
        byte = byte.to(tl.int32)
    first = block * size
    bulk = tl.load(bulks + block, mask=inside, other=0.0)
    low = tl.load(scales + block * (1 + TWO), mask=inside, other=0.0)
    high = low
    shift_of_head = 8 * (byte % HEAD).to(tl.int32)
    head = low.to(tl.int32, bitcast=True) >> shift_of_head
    begin, found = byte - HEAD, tl.zeros([BLOCK], tl.int32)
    if TWO:
        high = tl.load(scales + block * 2 + 1, mask=inside, other=0.0)
        upper = high.to(tl.int32, bitcast=True) >> shift_of_head
        head = tl.where(byte >= HEAD, upper, head)
        flags = (size + 7) // 8
        begin = byte - 2 * HEAD - flags
        for bit in tl.static_range(8):
            place = 8 * (byte - 2 * HEAD) + bit
            of_flags = inside & (byte >= 2 * HEAD) & (begin < 0) & (place < size)
            value = magnitude(tl.load(values + first + place, mask=of_flags, other=0.0))
            found = found | tl.where(value > bulk, 1 << bit, 0)
        head = tl.where(byte >= 2 * HEAD, found, head)
    code = tl.maximum(begin, 0) * 8 // BITS
    shift = (tl.maximum(begin, 0) * 8 - code * BITS).to(tl.int32)
    word = tl.zeros([BLOCK], tl.int32)
    for k in tl.static_range((2 * BITS + 6) // BITS):
        counts = inside & (begin >= 0) & (code + k < size)
        value = tl.load(values + first + code + k, mask=counts, other=0.0)
        step = nearest_code(value, tl.where(magnitude(value) > bulk, high, low), MOST)
        biased = step if BITS == 8 else step + MOST
        word = word | tl.where(counts, (biased & ((1 << BITS) - 1)) << k * BITS, 0)
    tl.store(out + index, tl.where(begin < 0, head, word >> shift).to(tl.uint8), mask=inside)


@triton.jit
def magnitude(value) -> tl.tensor:
    """Without its sign; 0 of what is not finite."""
    size = tl.abs(value)
    return tl.where(size < float("inf"), size, 0.0)


@triton.jit
def nearest_code(value, scale, MOST: tl.constexpr) -> tl.tensor:
    """Over a scale, rounded half away from zero; 0 of a scale of 0."""
    steps = tl.div_rn(magnitude(value), tl.where(scale > 0, scale, float("inf")))
    steps = tl.minimum(steps, MOST)
    whole = steps.to(tl.int32)
    whole += (steps - whole.to(tl.float32) >= 0.5).to(tl.int32)
    return tl.where(value < 0, -whole, whole)
