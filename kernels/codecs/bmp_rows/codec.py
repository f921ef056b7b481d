"""`bmp_rows`: what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quire.kernels.contract import DECODE, ENCODE, ArraySpec, FixedCodec, ParameterError

DEPTHS = (1, 2, 4, 8, 16, 24, 32)

LAST_INDEX = 8
"""Bits of a pixel, up to which it is an index."""


@dataclass(frozen=True, slots=True)
class BmpRows(FixedCodec):
    """Rows of pixels from the bottom, each filled up to a multiple of four bytes.

    The array is (rows, columns, channels), from the top. Of at most 8 bits a pixel, there is one
    channel; of more, there are those whose masks are told: red, green, blue, and perhaps alpha.

    Attributes:
        dtype: uint8, uint16 or uint32.
        bits: Of a pixel: 1, 2, 4, 8, 16, 24 or 32.
        red, green, blue, alpha: The bits of a pixel that a channel has.
        top_down: Whether the first row that is stored is the uppermost.

    Raises:
        ParameterError: there is no such depth, masks overlap or have bits that a pixel has not, or
            the shape cannot be that of an image.
    """

    dtype: str
    bits: int
    red: int = 0
    green: int = 0
    blue: int = 0
    alpha: int = 0
    top_down: bool = False

    name = "bmp_rows"
    rule = "rows of pixels of 1 to 32 bits, from the bottom; channels by masks"
    kernels: ClassVar = {"reference": (DECODE, ENCODE)}

    def __post_init__(self) -> None:
        if self.bits not in DEPTHS:
            raise ParameterError("bits", f"one of {', '.join(map(str, DEPTHS))}", self.bits)
        if self.dtype not in {"uint8", "uint16", "uint32"}:
            raise ParameterError("dtype", "uint8, uint16 or uint32", self.dtype)
        channels = (1,) if self.bits <= LAST_INDEX else (3, 4)
        if len(self.shape) != 3 or self.shape[2] not in channels:
            told = f"rows, columns and {' or '.join(map(str, channels))} channels"
            raise ParameterError("shape", told, list(self.shape))
        taken = 0
        for name, mask in self.masks().items():
            if mask & taken or mask >> self.bits:
                told = f"a mask of {self.bits} bits that no other channel has"
                raise ParameterError(name, told, f"{mask:#x}")
            taken |= mask
        FixedCodec.__post_init__(self)

    @property
    def exact(self) -> bool:
        """Yes: what does not fit is refused."""
        return True

    def masks(self) -> dict[str, int]:
        """By channel, its bits; empty where a pixel is an index."""
        if self.bits <= LAST_INDEX:
            return {}
        names = ("red", "green", "blue", "alpha")[: self.shape[2]]
        return {name: getattr(self, name) for name in names}

    @property
    def row_bytes(self) -> int:
        """Of a row, as it is stored."""
        return (self.shape[1] * self.bits + 31) // 32 * 4

    def output(self) -> ArraySpec:
        """Shape and dtype of the decoded array."""
        return ArraySpec(self.shape, self.dtype)

    def stored_size(self) -> int:
        """Exact number of stored bytes."""
        return self.shape[0] * self.row_bytes
