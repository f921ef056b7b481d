"""`group_quant` on an NVIDIA GPU, in Triton. Arrays are torch tensors."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from quire.kernels.backends.triton import BLOCK, SHORT, Variant, beside, packed_code
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

VARIANTS = tuple(
    Variant("spread", _TYPES, {"BITS": bits, "BIAS": bias(bits), "LONG": 0, "BLOCK": BLOCK})
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
        BITS=codec.bits, BIAS=bias(codec.bits), LONG=int(width > SHORT), BLOCK=BLOCK,
        enable_fp_fusion=False,
    )  # fmt: skip  # arguments of the kernel, then how it is compiled


@triton.jit
def spread(
    stored, scales, out, count, width, line, group, BITS: tl.constexpr, BIAS: tl.constexpr,
    LONG: tl.constexpr, BLOCK: tl.constexpr,
) -> None:  # fmt: skip  # tensors and numbers, then constants
    """One program: BLOCK values, which begin anywhere in a frame."""
    first = tl.program_id(0).to(tl.int64) * BLOCK
    index = first + tl.arange(0, BLOCK)
    inside = index < count
    # Large numbers are divided once a program; each value only has divisions of 32 bits.
    begin = first % width
    place = (begin if LONG else begin.to(tl.int32)) + tl.arange(0, BLOCK)
    frame, value = first // width + place // width, place % width
    codes = packed_code(stored, frame * line, value, inside, BITS)
    scale = tl.load(scales + value // group, mask=inside)
    tl.store(out + index, (codes - BIAS).to(tl.float32) * scale, mask=inside)
