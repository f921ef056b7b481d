"""`block_quant` on an NVIDIA GPU, in Triton. Arrays are torch tensors."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from quire.kernels.backends.triton import BLOCK, SHORT, Variant, float_at, packed_code
from quire.kernels.codecs.block_quant.codec import SCALE_BYTES, BlockQuant, block_bytes
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


def _constants(bits: int, scales: int, *, long: bool) -> dict[str, int]:
    known = {"BITS": bits, "BIAS": 0 if bits == 8 else bias(bits), "SCALES": scales}
    return {**known, "HEAD": SCALE_BYTES, "LONG": int(long), "BLOCK": BLOCK}


VARIANTS = tuple(
    Variant("scaled", _TYPES, _constants(bits, scales, long=False))
    for bits, scales in ((8, ONE), (7, ONE), (5, ONE), (3, ONE), (3, TWO), (3, MIXED))
)
"""To compile ahead of time."""


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
        **_constants(codec.bits, scales, long=size > SHORT), enable_fp_fusion=False,
    )  # fmt: skip  # arguments of the kernel, then how it is compiled


@triton.jit
def scaled(
    stored, places, double, out, count, size, line, BITS: tl.constexpr, BIAS: tl.constexpr,
    SCALES: tl.constexpr, HEAD: tl.constexpr, LONG: tl.constexpr, BLOCK: tl.constexpr,
) -> None:  # fmt: skip  # tensors and numbers, then constants
    """One program: BLOCK values, which begin anywhere in a block of codes."""
    first = tl.program_id(0).to(tl.int64) * BLOCK
    index = first + tl.arange(0, BLOCK)
    inside = index < count
    # Large numbers are divided once a program; each value only has divisions of 32 bits.
    begin = first % size
    place = (begin if LONG else begin.to(tl.int32)) + tl.arange(0, BLOCK)
    block, value = first // size + place // size, place % size
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
    tl.store(out + index, (code - BIAS).to(tl.float32) * scale, mask=inside)
