"""`short_int`: what there is to know of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import ClassVar

from quire.kernels.contract import (
    DECODE,
    ENCODE,
    ITEM_SIZES,
    ArraySpec,
    FixedCodec,
    ParameterError,
    Rows,
    row_bytes,
)

DTYPES = ("int16", "uint16", "int32", "uint32", "int64", "uint64")


@dataclass(frozen=True, slots=True)
class ShortInt(FixedCodec):
    """Integers of `width` bytes each, little-endian: the lowest of those that the dtype has.

    Attributes:
        dtype: One of `DTYPES`; of a signed one, the highest bit that is stored is the sign.
        width: Stored bytes of a value, at most as many as the dtype has.

    Raises:
        ParameterError: there is no such dtype or width, or the shape cannot be that of an array.
    """

    dtype: str
    width: int

    name = "short_int"
    rule = "integers of so many bytes, little-endian, widened to a dtype"
    kernels: ClassVar = {"reference": (DECODE, ENCODE)}

    def __post_init__(self) -> None:
        if self.dtype not in DTYPES:
            raise ParameterError("dtype", f"one of {', '.join(DTYPES)}", self.dtype)
        FixedCodec.__post_init__(self)
        if not 1 <= self.width <= ITEM_SIZES[self.dtype]:
            raise ParameterError("width", f"1 to {ITEM_SIZES[self.dtype]}", self.width)

    @property
    def exact(self) -> bool:
        """Yes: what does not fit is refused."""
        return True

    def output(self) -> ArraySpec:
        """Shape and dtype of the decoded array."""
        return ArraySpec(self.shape, self.dtype)

    def stored_size(self) -> int:
        """Exact number of stored bytes."""
        return math.prod(self.shape) * self.width

    def row_range(self, start: int, stop: int) -> Rows:
        """Where rows of the first axis are stored."""
        begin, end, shape = row_bytes(self.shape, self.width, start, stop)
        return Rows(begin, end, replace(self, shape=shape))
