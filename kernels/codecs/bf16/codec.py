"""`bf16`: what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quire.kernels.contract import DECODE, ENCODE, ItemCodec


@dataclass(frozen=True, slots=True)
class Bf16(ItemCodec):
    """Each value as a bfloat16, little-endian."""

    name = "bf16"
    rule = "bfloat16, little-endian; encoding rounds half to even"
    kernels: ClassVar = {
        "reference": (DECODE, ENCODE),
        "numba": (DECODE, ENCODE),
        "triton": (DECODE, ENCODE),
        "cupy": (DECODE, ENCODE),
    }
    narrow = "bfloat16"
    item_bytes = 2
