"""`zlib`: what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from quire.kernels.contract import DECODE, ENCODE, MEASURE, BytesCodec, ParameterError

ZLIB_LEVELS = range(10)


@dataclass(frozen=True, slots=True)
class Zlib(BytesCodec):
    """What a writer has to know; a reader needs nothing.

    Attributes:
        wbits: How zlib calls streams of this kind.
        level: 0 to 9, the higher, the smaller and slower; None for what the fastest library that
            is installed does by itself.

    Raises:
        ParameterError: zlib has no such level.
    """

    level: int | None = field(default=None, compare=False)

    name = "zlib"
    rule = "one stream of zlib"
    kernels: ClassVar = {"library": (DECODE, ENCODE, MEASURE), "nvcomp": (DECODE,)}
    wbits: ClassVar[int] = 15
    expansion = 1032  # a match of 258 bytes takes two bits

    def __post_init__(self) -> None:
        if self.level is not None and self.level not in ZLIB_LEVELS:
            expected = f"{ZLIB_LEVELS[0]} to {ZLIB_LEVELS[-1]}"
            raise ParameterError("level", expected, self.level)


def zlib_bound(size: int) -> int:
    """The most bytes that a stream of so many takes: zlib's own `compressBound`."""
    return size + (size >> 12) + (size >> 14) + (size >> 25) + 13
