"""`affine_int`: what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from quire.kernels.codecs.affine import check_float32
from quire.kernels.contract import (
    DECODE,
    ENCODE,
    FIT,
    ITEM_SIZES,
    FixedCodec,
    ParameterError,
    Rows,
    row_bytes,
)

RANGES = {"int16": (-32768, 32767), "uint16": (0, 65535), "int8": (-128, 127)}
"""By the dtype of a code: the least and the greatest."""


@dataclass(frozen=True, slots=True)
class AffineInt(FixedCodec):
    """Each value as an integer: `code * scale + offset`.

    Attributes:
        stored: The dtype of a code, one of `RANGES`; little-endian.
        scale: Distance between two neighbouring codes. 0 is allowed: every code means `offset`.
        offset: What code 0 means.

    Raises:
        ParameterError: the shape cannot be that of an array, `stored` is not known, or `scale` or
            `offset` is not finite as float32, the precision of decoding.
    """

    stored: str
    scale: float
    offset: float

    name = "affine_int"
    rule = "value = code * scale + offset in float32; codes are int16, uint16 or int8"
    kernels: ClassVar = {
        "reference": (DECODE, ENCODE, FIT),
        "numba": (DECODE, ENCODE, FIT),
        "triton": (DECODE, ENCODE),
        "cupy": (DECODE, ENCODE),
    }

    def __post_init__(self) -> None:
        FixedCodec.__post_init__(self)
        if self.stored not in RANGES:
            raise ParameterError("stored", " or ".join(RANGES), self.stored)
        check_float32("scale", self.scale)
        check_float32("offset", self.offset)

    def stored_size(self) -> int:
        """Exact number of stored bytes."""
        return self.output().size * ITEM_SIZES[self.stored]

    def row_range(self, start: int, stop: int) -> Rows:
        """Where rows of the first axis are stored."""
        begin, end, shape = row_bytes(self.shape, ITEM_SIZES[self.stored], start, stop)
        return Rows(begin, end, replace(self, shape=shape))
