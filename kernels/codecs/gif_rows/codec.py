"""`gif_rows`: what there is to know of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

from quire.kernels.contract import DECODE, ENCODE, ArraySpec, FixedCodec, ParameterError

PASSES = ((0, 8), (4, 8), (2, 4), (1, 2))
"""The first row of each pass, and how far it is to the next one."""


@dataclass(frozen=True, slots=True)
class GifRows(FixedCodec):
    """Rows of indices in four passes: every eighth row first, every second one last.

    The array is (rows, columns).

    Attributes:
        dtype: uint8.

    Raises:
        ParameterError: the shape cannot be that of an image.
    """

    dtype: str

    name = "gif_rows"
    rule = "rows of bytes in the four passes of an interlaced GIF"
    kernels: ClassVar = {"reference": (DECODE, ENCODE)}

    def __post_init__(self) -> None:
        if self.dtype != "uint8":
            raise ParameterError("dtype", "uint8", self.dtype)
        if len(self.shape) != 2:
            raise ParameterError("shape", "rows and columns", list(self.shape))
        FixedCodec.__post_init__(self)

    @property
    def exact(self) -> bool:
        """Yes."""
        return True

    def output(self) -> ArraySpec:
        """Shape and dtype of the decoded array."""
        return ArraySpec(self.shape, self.dtype)

    def stored_size(self) -> int:
        """Exact number of stored bytes."""
        return math.prod(self.shape)

    def order(self) -> list[int]:
        """Rows in the order in which they are stored."""
        return list(
            chain.from_iterable(range(first, self.shape[0], step) for first, step in PASSES)
        )
