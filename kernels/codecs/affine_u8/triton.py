"""`affine_u8` on an NVIDIA GPU, in Triton. Arrays are torch tensors."""

from __future__ import annotations

import numpy as np
import torch
import triton
import triton.language as tl

from quire.kernels.backends.triton import BLOCK, Variant, aligned, tiles
from quire.kernels.codecs.affine_u8.codec import AffineU8

_TYPES = {"stored": "*u8", "out": "*fp32", "count": "i64", "scale": "fp32", "low": "fp32"}

VARIANTS = (Variant("dequantise", _TYPES, {"BLOCK": BLOCK}),)
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


@triton.jit
def dequantise(stored, out, count, scale, low, BLOCK: tl.constexpr) -> None:
    """One program: BLOCK values."""
    index = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = index < count
    codes = tl.load(stored + index, mask=inside)
    tl.store(out + index, codes.to(tl.float32) * scale + low, mask=inside)
