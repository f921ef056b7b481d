"""`dictionary_planes` on an NVIDIA GPU, in Triton. Arrays are torch tensors."""

from __future__ import annotations

import numpy as np
import torch
import triton
import triton.language as tl

from quire.kernels.backends.triton import BLOCK, Variant
from quire.kernels.codecs.dictionary_planes import reference
from quire.kernels.codecs.dictionary_planes.codec import HEAD, PLANES, DictionaryPlanes

_TYPES = {
    "stored": "*u8",
    "size": "i64",
    "out": "*i32",
    "count": "i64",
    "first": "i64",
    "total": "i64",
    "fault": "*i64",
}

NONE = 2**62
"""More than any fault: nothing is wrong."""

_CONSTANTS = {"HEAD": HEAD, "PLANES": PLANES, "NONE": NONE, "BLOCK": BLOCK}

VARIANTS = (Variant("join", _TYPES, _CONSTANTS),)
"""To compile ahead of time."""


def decode(stored: torch.Tensor, out: torch.Tensor, codec: DictionaryPlanes) -> None:
    """See `reference.decode`; the caller has checked where the planes are.

    Args:
        stored: (n,) uint8 on the GPU, at any address: the whole payload.
        out: float32 on the GPU, contiguous, of `codec.shape`.
        codec: Shape, and which of the values.

    Raises:
        StoredError: a code means nothing: it was waited for all of them.
    """
    count = out.numel()
    if not count:
        return
    fault = torch.full((1,), NONE, dtype=torch.int64, device=out.device)
    join[(triton.cdiv(count, BLOCK),)](
        stored, stored.numel(), out.view(-1).view(torch.int32), count, codec.first,
        codec.stored_values, fault, **_CONSTANTS, enable_fp_fusion=False,
    )  # fmt: skip  # arguments of the kernel, then how it is compiled
    if int(fault.item()) < NONE:
        reference.decode(stored.cpu().numpy(), np.empty(codec.shape, np.float32), codec)


@triton.jit
def join(
    stored, size, out, count, first, total, fault, HEAD: tl.constexpr, PLANES: tl.constexpr,
    NONE: tl.constexpr, BLOCK: tl.constexpr,
) -> None:  # fmt: skip  # tensors and numbers, then constants
    """One program: BLOCK values; it finds the planes by itself, as each ends where the next begins.

    Of codes that mean nothing, `fault` gets the least plane and value.
    """
    index = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = index < count
    value = first + index
    position = tl.full([], HEAD, tl.int64)
    words, worst = tl.zeros([BLOCK], tl.int32), tl.full([], NONE, tl.int64)
    for k in tl.static_range(PLANES):
        # Whatever the bytes are, nothing behind them is read.
        position = tl.minimum(position, size - 2)
        bits = tl.minimum(tl.maximum(tl.load(stored + HEAD - PLANES + k).to(tl.int64), 1), 8)
        known = tl.load(stored + position).to(tl.int64)
        known = known | tl.load(stored + position + 1).to(tl.int64) << 8
        start = position + 2 + known
        place = value * bits
        at, shift = start + place // 8, (place % 8).to(tl.int32)
        pair = tl.load(stored + at, mask=inside & (at < size), other=0).to(tl.int32) << 8
        crossing = inside & (shift + bits > 8) & (at + 1 < size)
        pair = pair | tl.load(stored + at + 1, mask=crossing, other=0).to(tl.int32)
        width = bits.to(tl.int32)
        code = (pair >> (16 - width - shift)) & ((1 << width) - 1)
        wrong = inside & (code >= known)
        worst = tl.minimum(worst, tl.min(tl.where(wrong, (value + (k << 33)), NONE)))
        entry = position + 2 + code
        byte = tl.load(stored + entry, mask=inside & (entry < size), other=0).to(tl.int32)
        words = words | byte << 8 * k
        position = start + (total * bits + 7) // 8
    if worst < NONE:
        tl.atomic_min(fault, worst)
    tl.store(out + index, words, mask=inside)
