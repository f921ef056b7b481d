"""`affine_int` on an NVIDIA GPU, in Triton. Arrays are torch tensors."""

from __future__ import annotations

import numpy as np
import torch
import triton
import triton.language as tl

from quire.kernels.backends.triton import BLOCK, Variant, aligned, tiles
from quire.kernels.codecs.affine_int.codec import AffineInt

_ITEMS = {"int16": torch.int16, "uint16": torch.int16, "int8": torch.int8}
"""Of signed items: torch has few operations of unsigned words."""

_REST = {"out": "*fp32", "count": "i64", "scale": "fp32", "offset": "fp32"}

VARIANTS = (
    Variant("dequantise", {"stored": "*i16"} | _REST, {"UNSIGNED": 0, "BLOCK": BLOCK}),
    Variant("dequantise", {"stored": "*i16"} | _REST, {"UNSIGNED": 1, "BLOCK": BLOCK}),
    Variant("dequantise", {"stored": "*i8"} | _REST, {"UNSIGNED": 0, "BLOCK": BLOCK}),
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
