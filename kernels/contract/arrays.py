"""Arrays that do not exist yet, and what can be wrong with parameters and stored bytes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from quire.runtime.reading.budget import FREE_ELEMENTS

ITEM_SIZES = {
    "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4,
    "int64": 8, "uint64": 8, "float16": 2, "bfloat16": 2, "float32": 4, "float64": 8,
}  # fmt: skip  # laid out as a table
"""Bytes per element of every dtype that a codec can give or take."""

MAX_BYTES = 2**63 - 1
"""No array may span more: what numpy can address."""

MAX_EMPTY_BYTES = 2**40
"""No array without values may span more, if its zeros did not count: rows of it may be taken again
and again, by their numbers, and numpy refuses what would span too much."""


class ParameterError(ValueError):
    """An argument of a codec is outside its range.

    The binding turns it into a `FormatError` when the argument came from a file.
    """

    def __init__(self, parameter: str, expected: str, found: object) -> None:
        self.parameter = parameter
        self.expected = expected
        self.found = str(found)
        super().__init__(f"{parameter}: expected {expected}, found {found}")


class StoredError(ValueError):
    """Stored bytes mean nothing to a codec with these parameters.

    The binding turns it into a `FormatError` when the bytes came from a file.

    Attributes:
        index: Which byte is the first that is wrong.
        expected, found: What should stand there, and what does.
    """

    def __init__(self, index: int, expected: str, found: object) -> None:
        self.index = index
        self.expected = expected
        self.found = str(found)
        super().__init__(f"stored byte {index}: expected {expected}, found {found}")


@dataclass(frozen=True, slots=True)
class ArraySpec:
    """Shape and dtype of an array that does not exist yet.

    Raises:
        ParameterError: a dimension is negative, or the array could not be addressed; or it has very
            many rows of nothing, which somebody might go through.
    """

    shape: tuple[int, ...]
    dtype: str

    def __post_init__(self) -> None:
        nbytes = ITEM_SIZES[self.dtype]
        for size in self.shape:
            if not 0 <= size <= MAX_BYTES:
                raise ParameterError("shape", f"dimensions from 0 to {MAX_BYTES}", size)
            nbytes *= size or 1  # zeros do not count: numpy refuses (2**62, 4, 0) as well
        if nbytes > MAX_BYTES:
            raise ParameterError("shape", f"at most {MAX_BYTES} bytes", list(self.shape))
        if self.shape and self.shape[0] > FREE_ELEMENTS and not self.size:
            expected = f"at most {FREE_ELEMENTS} rows without values"
            raise ParameterError("shape", expected, list(self.shape))
        if nbytes > MAX_EMPTY_BYTES and not self.size:
            raise ParameterError("shape", f"at most {MAX_EMPTY_BYTES} bytes", list(self.shape))

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Number of bytes."""
        return self.size * ITEM_SIZES[self.dtype]


@lru_cache(typed=True)  # True and 1.0 are no integers, but equal one
def spec_of(dtype: str, *shape: int) -> ArraySpec:
    """The same of dtype and shape; codecs are asked for theirs again and again.

    Raises:
        ParameterError: as of `ArraySpec`.
    """
    return ArraySpec(shape, dtype)


def row_bytes(
    shape: tuple[int, ...], item_bytes: int, start: int, stop: int
) -> tuple[int, int, tuple[int, ...]]:
    """Where rows of a row-major array of fixed-size items lie: (first byte, end, their shape).

    Raises:
        ParameterError: the array has no such rows.
    """
    if not shape or not 0 <= start <= stop <= shape[0]:
        rows = f"rows within 0 to {shape[0]}" if shape else "no rows, the array has no axis"
        raise ParameterError("rows", rows, f"{start} to {stop}")
    row = math.prod(shape[1:]) * item_bytes
    return start * row, stop * row, (stop - start, *shape[1:])
