"""`bmp_runs`: what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quire.kernels.contract import (
    DECODE,
    ENCODE,
    MAX_BYTES,
    ArraySpec,
    ParameterError,
    VaryingCodec,
)

END_OF_ROW, END_OF_IMAGE, MOVE = 0, 1, 2
"""What the byte after a zero says; a greater one is the number of indices that follow."""


@dataclass(frozen=True, slots=True)
class BmpRuns(VaryingCodec):
    """Indices in runs, row by row from the bottom.

    The array is (rows, columns, 1), from the top.

    Attributes:
        dtype: uint8.
        bits: Of an index: 4 or 8.

    Raises:
        ParameterError: there is no such depth, or the shape cannot be that of an image.
    """

    dtype: str
    bits: int

    name = "bmp_runs"
    rule = "indices of 4 or 8 bits in runs, row by row from the bottom, as BMP does it"
    kernels: ClassVar = {"reference": (DECODE, ENCODE), "numba": (DECODE,)}
    any_bytes = False
    effort = 1000

    def __post_init__(self) -> None:
        if self.bits not in {4, 8}:
            raise ParameterError("bits", "4 or 8", self.bits)
        if self.dtype != "uint8":
            raise ParameterError("dtype", "uint8", self.dtype)
        if len(self.shape) != 3 or self.shape[2] != 1:
            raise ParameterError("shape", "rows, columns and 1 channel", list(self.shape))
        VaryingCodec.__post_init__(self)

    @property
    def exact(self) -> bool:
        """Yes: what does not fit is refused."""
        return True

    def output(self) -> ArraySpec:
        """Shape and dtype of the decoded array."""
        return ArraySpec(self.shape, self.dtype)

    def bounds(self) -> tuple[int, int]:
        """Any number of bytes: what is left out is 0."""
        return 0, MAX_BYTES
