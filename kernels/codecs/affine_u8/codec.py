"""`affine_u8`: what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quire.kernels.codecs.affine import Affine
from quire.kernels.contract import DECODE, ENCODE, FIT, ItemCodec


@dataclass(frozen=True, slots=True)
class AffineU8(Affine, ItemCodec):
    """Each value as a byte, the number of a step on a line; see `Affine`."""

    name = "affine_u8"
    rule = "value = code * scale + min in float32, one unsigned byte a code"
    kernels: ClassVar = {
        "reference": (DECODE, ENCODE, FIT),
        "numba": (DECODE, ENCODE, FIT),
        "triton": (DECODE, ENCODE),
        "cupy": (DECODE, ENCODE),
    }
    item_bytes = 1
