"""`ggml_blocks` (ggml's quantised types): what there is to know of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import ClassVar

from quire.kernels.contract import DECODE, ENCODE, FixedCodec, ParameterError, Rows, row_bytes

KINDS = {
    "q4_0": (32, 18), "q4_1": (32, 20), "q5_0": (32, 22), "q5_1": (32, 24), "q8_0": (32, 34),
    "q4_k": (256, 144), "q5_k": (256, 176), "q6_k": (256, 210),
}  # fmt: skip  # laid out as a table
"""By name, the values of a block, and the bytes that it is stored in."""


@dataclass(frozen=True, slots=True)
class GgmlBlocks(FixedCodec):
    """Blocks of 32 or 256 values along the last axis, each with its scales.

    Attributes:
        kind: The type as ggml calls it, in lower case: one of `KINDS`.

    Raises:
        ParameterError: the shape cannot be that of an array, there is no such kind, or the last
            axis is no whole number of blocks.
    """

    kind: str

    name = "ggml_blocks"
    rule = "value = code * scale of its block, or with a minimum of it; as ggml stores models"
    kernels: ClassVar = {
        "reference": (DECODE, ENCODE),
        "numba": (DECODE,),
        "triton": (DECODE,),
        "cupy": (DECODE,),
    }
    effort = 4

    def __post_init__(self) -> None:
        FixedCodec.__post_init__(self)
        if self.kind not in KINDS:
            raise ParameterError("kind", ", ".join(KINDS), self.kind)
        values, _ = KINDS[self.kind]
        if not self.shape or self.shape[-1] % values:
            raise ParameterError("shape", f"a multiple of {values} as its last axis", self.shape)

    def stored_size(self) -> int:
        """Exact number of stored bytes."""
        values, stored = KINDS[self.kind]
        return math.prod(self.shape) // values * stored

    def row_range(self, start: int, stop: int) -> Rows | None:
        """Where rows of the first axis are stored; None if an axis is all there is."""
        if len(self.shape) == 1:
            return None
        values, stored = KINDS[self.kind]
        blocks = (*self.shape[:-1], self.shape[-1] // values)
        begin, end, shape = row_bytes(blocks, stored, start, stop)
        return Rows(begin, end, replace(self, shape=(*shape[:-1], self.shape[-1])))
