"""`gif_lzw`: what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NoReturn

from quire.kernels.contract import DECODE, ENCODE, BytesCodec, ParameterError, StoredError

WIDEST = 12
"""Bits of a code."""

MOST_CODES = 1 << WIDEST
"""Codes that a table has; when it is full, it stays as it is."""

DEPTHS = range(1, 9)


@dataclass(frozen=True, slots=True)
class GifLzw(BytesCodec):
    """A code for each run of indices that was seen before, from the lowest bits on.

    What stands after the last index has no meaning.

    Attributes:
        bits: Of an index; 2 is the least that other programs write.

    Raises:
        ParameterError: there is no such depth.
    """

    bits: int

    name = "gif_lzw"
    rule = (
        "indices of up to 8 bits compressed by LZW, in blocks of at most 255 bytes, as GIF does it"
    )
    kernels: ClassVar = {"reference": (DECODE, ENCODE), "numba": (DECODE, ENCODE)}
    expansion = (
        MOST_CODES * 8 // WIDEST + 1
    )  # a code is a run of fewer indices than there are codes
    effort = 100

    def __post_init__(self) -> None:
        if self.bits not in DEPTHS:
            raise ParameterError("bits", f"{DEPTHS[0]} to {DEPTHS[-1]}", self.bits)

    @property
    def clear(self) -> int:
        """The code that empties the table; the next one is the end."""
        return 1 << self.bits

    @staticmethod
    def refuse(at: int, wanted: int, made: int, code: int) -> NoReturn:
        """Tell why there are too few indices.

        Args:
            at: The stored byte where that was found.
            wanted: How many there must be.
            made: How many there are.
            code: The code that has no meaning; -1 if the codes ended.

        Raises:
            StoredError: this.
        """
        if code < 0:
            raise StoredError(at, f"{wanted} indices", made)
        raise StoredError(at, "a code that is known", code)
