"""`affine_u4`: what there is to know of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import ClassVar

from quire.kernels.codecs.affine import Affine
from quire.kernels.contract import DECODE, ENCODE, FIT, Rows, row_bytes


@dataclass(frozen=True, slots=True)
class AffineU4(Affine):
    """Each value as four bits, the number of a step on a line; see `Affine`."""

    name = "affine_u4"
    rule = "value = code * scale + min in float32, two codes a byte, the first in its upper half"
    kernels: ClassVar = {
        "reference": (DECODE, ENCODE, FIT),
        "numba": (DECODE, ENCODE, FIT),
        "triton": (DECODE, ENCODE),
        "cupy": (DECODE, ENCODE),
    }

    def lines(self) -> tuple[int, int, int]:
        """(rows of the first axis, values of a row, stored bytes of a row)."""
        width = math.prod(self.shape[1:])
        return (self.shape[0] if self.shape else 1), width, (width + 1) // 2

    def stored_size(self) -> int:
        """Exact number of stored bytes."""
        count, _, line = self.lines()
        return count * line

    def row_range(self, start: int, stop: int) -> Rows:
        """Where rows of the first axis are stored."""
        _, _, shape = row_bytes(self.shape, 1, start, stop)
        _, _, line = self.lines()
        return Rows(start * line, stop * line, replace(self, shape=shape))
