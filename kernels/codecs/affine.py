"""What the codecs have in common whose codes stand on a line: `affine_u8`, `affine_u4`."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass

from quire.kernels.contract import FixedCodec, ParameterError


@dataclass(frozen=True, slots=True)
class Affine(FixedCodec):
    """Each value as a code: `code * scale + min`.

    Attributes:
        scale: Distance between two neighbouring codes. 0 is allowed: every code means `min`.
        min: What code 0 means.

    Raises:
        ParameterError: the shape cannot be that of an array, or `scale` or `min` is not
            finite as float32, the precision of decoding.
    """

    scale: float
    min: float

    def __post_init__(self) -> None:
        FixedCodec.__post_init__(self)
        check_float32("scale", self.scale)
        check_float32("min", self.min)


def check_float32(name: str, value: float) -> None:
    """Refuse what is not finite as float32, with `ParameterError`."""
    try:
        struct.pack("<f", float(value))  # refuses what would round to infinity
        finite = math.isfinite(value)
    except OverflowError:
        finite = False
    if not finite:
        raise ParameterError(name, "a finite float32", value)
