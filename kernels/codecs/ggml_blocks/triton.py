"""`ggml_blocks` on an NVIDIA GPU, in Triton. Arrays are torch tensors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
import triton
import triton.language as tl

from quire.kernels.backends.triton import BLOCK, Variant, aligned
from quire.kernels.codecs.ggml_blocks.codec import GgmlBlocks

_TYPES = {"stored": "*u8", "halves": "*fp16", "out": "*fp32", "count": "i64"}


def _halved(fifth: int, minimum: int) -> tuple[str, Mapping[str, int]]:
    """32 codes of four bits, or of five if `fifth` is 1; with a minimum, or a bias of the codes."""
    return "halved", {"FIFTH": fifth, "MINIMUM": minimum, "BIAS": 0 if minimum else 8 << fifth}


_KERNELS = {
    "q4_0": _halved(0, 0), "q4_1": _halved(0, 1), "q5_0": _halved(1, 0), "q5_1": _halved(1, 1),
    "q8_0": ("whole", {}), "q4_k": ("grouped", {"FIFTH": 0}), "q5_k": ("grouped", {"FIFTH": 1}),
    "q6_k": ("sixes", {}),
}  # fmt: skip  # laid out as a table
"""By kind, the name of its kernel, and what that is compiled with."""

VARIANTS = tuple(
    Variant(name, _TYPES, {**constants, "BLOCK": BLOCK}) for name, constants in _KERNELS.values()
)
"""To compile ahead of time."""


def decode(stored: torch.Tensor, out: torch.Tensor, codec: GgmlBlocks) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, of `codec.shape`.
        codec: Shape and kind.
    """
    count = out.numel()
    if not count:
        return  # torch cannot view every empty tensor as another dtype
    name, constants = _KERNELS[codec.kind]
    kernel: Any = globals()[name]
    codes, values = aligned(stored), out.view(-1)
    kernel[(triton.cdiv(count, BLOCK),)](
        codes, codes.view(torch.float16), values, count,
        **constants, BLOCK=BLOCK, enable_fp_fusion=False,
    )  # fmt: skip  # arguments of the kernel, then how it is compiled


@triton.jit
def halved(
    stored, halves, out, count, FIFTH: tl.constexpr, MINIMUM: tl.constexpr, BIAS: tl.constexpr,
    BLOCK: tl.constexpr,
) -> None:  # fmt: skip  # tensors, then constants
    """One program: BLOCK values, in blocks of 32: of 16 bytes the lower halves, then the upper."""
    SIZE: tl.constexpr = 18 + 2 * MINIMUM + 4 * FIFTH
    first = tl.program_id(0).to(tl.int64) * BLOCK
    place = tl.arange(0, BLOCK)
    inside = first + place < count
    block, lane = first // 32 * SIZE + place // 32 * SIZE, place % 32
    scale = tl.load(halves + block // 2, mask=inside).to(tl.float32)
    at = block + 2 + 2 * MINIMUM
    pair = tl.load(stored + at + 4 * FIFTH + lane % 16, mask=inside).to(tl.int32)
    codes = (pair >> lane // 16 * 4) & 15
    if FIFTH:
        tops = tl.load(stored + at + lane // 8, mask=inside).to(tl.int32)
        codes = codes | ((tops >> lane % 8) & 1) << 4
    values = (codes - BIAS).to(tl.float32) * scale
    if MINIMUM:
        values = values + tl.load(halves + block // 2 + 1, mask=inside).to(tl.float32)
    tl.store(out + first + place, values, mask=inside)


@triton.jit
def whole(stored, halves, out, count, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values, in blocks of 32 codes of 8 bits."""
    first = tl.program_id(0).to(tl.int64) * BLOCK
    place = tl.arange(0, BLOCK)
    inside = first + place < count
    block = first // 32 * 34 + place // 32 * 34
    scale = tl.load(halves + block // 2, mask=inside).to(tl.float32)
    codes = tl.load(stored + block + 2 + place % 32, mask=inside).to(tl.int8, bitcast=True)
    tl.store(out + first + place, codes.to(tl.float32) * scale, mask=inside)


@triton.jit
def grouped(stored, halves, out, count, FIFTH: tl.constexpr, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values, in blocks of 8 groups of 32 with scales and minima of six bits."""
    SIZE: tl.constexpr = 144 + 32 * FIFTH
    first = tl.program_id(0).to(tl.int64) * BLOCK
    place = tl.arange(0, BLOCK)
    inside = first + place < count
    block, group, lane = first // 256 * SIZE + place // 256 * SIZE, place // 32 % 8, place % 32
    at = block + 16
    pair = tl.load(stored + at + 32 * FIFTH + group // 2 * 32 + lane, mask=inside).to(tl.int32)
    codes = (pair >> group % 2 * 4) & 15
    if FIFTH:
        tops = tl.load(stored + at + lane, mask=inside).to(tl.int32)
        codes = codes | ((tops >> group) & 1) << 4
    # Of groups 0 to 3 six bits in a byte; of 4 to 7 four of them, and two atop of the former.
    early = group < 4
    sixes = block + 4 + group % 4
    low = tl.load(stored + sixes, mask=inside).to(tl.int32)
    mid = tl.load(stored + sixes + 4, mask=inside).to(tl.int32)
    high = tl.load(stored + sixes + 8, mask=inside).to(tl.int32)
    step = tl.where(early, low & 63, (high & 15) | ((low >> 2) & 48)).to(tl.float32)
    least = tl.where(early, mid & 63, (high >> 4) | ((mid >> 2) & 48)).to(tl.float32)
    step = step * tl.load(halves + block // 2, mask=inside).to(tl.float32)
    least = least * tl.load(halves + block // 2 + 1, mask=inside).to(tl.float32)
    tl.store(out + first + place, codes.to(tl.float32) * step - least, mask=inside)


@triton.jit
def sixes(stored, halves, out, count, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values, in blocks of 16 parts of 16 with a scale of 8 bits each."""
    first = tl.program_id(0).to(tl.int64) * BLOCK
    place = tl.arange(0, BLOCK)
    inside = first + place < count
    block = first // 256 * 210 + place // 256 * 210
    half, quarter, lane = place // 128 % 2, place // 32 % 4, place % 32
    pair = tl.load(stored + block + half * 64 + quarter % 2 * 32 + lane, mask=inside).to(tl.int32)
    tops = tl.load(stored + block + 128 + half * 32 + lane, mask=inside).to(tl.int32)
    codes = ((pair >> quarter // 2 * 4) & 15) | ((tops >> quarter * 2) & 3) << 4
    part = tl.load(stored + block + 192 + place // 16 % 16, mask=inside).to(tl.int8, bitcast=True)
    step = part.to(tl.float32) * tl.load(halves + block // 2 + 104, mask=inside).to(tl.float32)
    tl.store(out + first + place, (codes - 32).to(tl.float32) * step, mask=inside)
