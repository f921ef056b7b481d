"""`png_rows`: what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from quire.kernels.contract import (
    DECODE,
    ENCODE,
    ArraySpec,
    FixedCodec,
    ParameterError,
    StoredError,
)

if TYPE_CHECKING:  # a spec without arrays is compiled without numpy
    import numpy as np
    import numpy.typing as npt

DEPTHS = (1, 2, 4, 8, 16)

FILTERS = 5
"""None, the pixel to the left, the one above, their average, the Paeth predictor."""

ADAM7 = (
    (0, 0, 8, 8),
    (0, 4, 8, 8),
    (4, 0, 8, 4),
    (0, 2, 4, 4),
    (2, 0, 4, 2),
    (0, 1, 2, 2),
    (1, 0, 2, 1),
)
"""First row and column, and steps, of each pass of an interlaced image."""


class Pass(NamedTuple):
    """The rows of a pass, as they are stored.

    Attributes:
        begin: The first byte.
        rows, columns: How many pixels there are.
        row_bytes: Bytes of a row, after that of its filter.
        at: Where its pixels are in the image: rows, and columns.
    """

    begin: int
    rows: int
    columns: int
    row_bytes: int
    at: tuple[slice, slice]

    @property
    def end(self) -> int:
        """The byte after the last row."""
        return self.begin + self.rows * (1 + self.row_bytes)


@dataclass(frozen=True, slots=True)
class PngRows(FixedCodec):
    """Rows of pixels, each after a byte that tells its filter.

    The array is (rows, columns, channels).

    Attributes:
        dtype: uint8, or uint16 for 16 bits.
        bits: Of a sample: 1, 2, 4, 8 or 16. Fewer than 8 are packed, the first in the highest bits.
        interlaced: Whether the pixels are stored in the seven passes of Adam7.

    Raises:
        ParameterError: there is no such depth, or the shape cannot be that of an image.
    """

    dtype: str
    bits: int
    interlaced: bool = False

    name = "png_rows"
    rule = "rows of samples of 1 to 16 bits, filtered as PNG does it; interlaced, too"
    kernels: ClassVar = {"reference": (DECODE, ENCODE), "numba": (DECODE,)}
    any_bytes = False
    effort = 1000

    def __post_init__(self) -> None:
        if self.bits not in DEPTHS:
            raise ParameterError("bits", f"one of {', '.join(map(str, DEPTHS))}", self.bits)
        if self.dtype != (wanted := "uint16" if self.bits == 16 else "uint8"):
            raise ParameterError("dtype", f"{wanted} for {self.bits} bits", self.dtype)
        if len(self.shape) != 3 or not 1 <= self.shape[2] <= 4:
            raise ParameterError("shape", "rows, columns and 1 to 4 channels", list(self.shape))
        FixedCodec.__post_init__(self)

    @property
    def exact(self) -> bool:
        """Yes: what does not fit is refused."""
        return True

    @property
    def pixel_bytes(self) -> int:
        """How far a filter looks to the left."""
        return max(1, self.bits * self.shape[2] // 8)

    def output(self) -> ArraySpec:
        """Shape and dtype of the decoded array."""
        return ArraySpec(self.shape, self.dtype)

    def passes(self) -> tuple[Pass, ...]:
        """The passes that have pixels, in the order in which they are stored."""
        return _passes(*self.shape, self.bits, interlaced=self.interlaced)

    def stored_size(self) -> int:
        """Exact number of stored bytes."""
        return max((part.end for part in self.passes()), default=0)

    def check(self, stored: npt.NDArray[np.uint8]) -> None:
        """Refuse rows of unknown filters.

        Raises:
            StoredError: there are some; the first is named.
        """
        for part in self.passes():
            tags = stored[part.begin : part.end : 1 + part.row_bytes]
            wrong = (tags >= FILTERS).nonzero()[0]
            if wrong.size:
                at = part.begin + int(wrong[0]) * (1 + part.row_bytes)
                raise StoredError(at, f"a filter from 0 to {FILTERS - 1}", int(stored[at]))


@lru_cache(1024)
def _passes(
    height: int, width: int, channels: int, bits: int, *, interlaced: bool
) -> tuple[Pass, ...]:
    begin, found = 0, list[Pass]()
    for top, left, down, right in ADAM7 if interlaced else ((0, 0, 1, 1),):
        rows, columns = -(-max(height - top, 0) // down), -(-max(width - left, 0) // right)
        if rows and columns:
            row_bytes = (columns * channels * bits + 7) // 8
            at = slice(top, None, down), slice(left, None, right)
            found.append(Pass(begin, rows, columns, row_bytes, at))
            begin = found[-1].end
    return tuple(found)
