"""`fp16`: what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quire.kernels.contract import DECODE, ENCODE, ItemCodec


@dataclass(frozen=True, slots=True)
class Fp16(ItemCodec):
    """Each value as a float16, little-endian."""

    name = "fp16"
    rule = "float16, little-endian; encoding rounds half to even"
    kernels: ClassVar = {
        "reference": (DECODE, ENCODE),
        "numba": (DECODE, ENCODE),
        "triton": (DECODE, ENCODE),
        "cupy": (DECODE, ENCODE),
    }
    narrow = "float16"
    item_bytes = 2
