"""`raw`: what there is to know of it."""

from __future__ import annotations

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
    spec_of,
)


@dataclass(frozen=True, slots=True)
class Raw(FixedCodec):
    """The elements themselves, little-endian.

    Attributes:
        dtype: One of `contract.ITEM_SIZES`.

    Raises:
        ParameterError: the dtype is not known, or the shape cannot be that of an array.
    """

    dtype: str

    name = "raw"
    rule = "the elements, little-endian"
    kernels: ClassVar = {"reference": (DECODE, ENCODE), "triton": (DECODE,), "cupy": (DECODE,)}
    plain = True

    def __post_init__(self) -> None:
        if self.dtype not in ITEM_SIZES:
            raise ParameterError("dtype", f"one of {', '.join(ITEM_SIZES)}", self.dtype)
        FixedCodec.__post_init__(self)

    @property
    def exact(self) -> bool:
        """Yes."""
        return True

    def output(self) -> ArraySpec:
        """Shape and dtype of the decoded array."""
        return spec_of(self.dtype, *self.shape)

    def stored_size(self) -> int:
        """Exact number of stored bytes."""
        return self.output().nbytes

    def row_range(self, start: int, stop: int) -> Rows:
        """Where rows of the first axis are stored."""
        begin, end, shape = row_bytes(self.shape, ITEM_SIZES[self.dtype], start, stop)
        return Rows(begin, end, replace(self, shape=shape))
