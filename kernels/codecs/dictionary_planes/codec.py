"""`dictionary_planes`: what there is to know of it, and its layout."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import (
    DECODE,
    ENCODE,
    MAX_BYTES,
    ParameterError,
    Rows,
    StoredError,
    VaryingCodec,
    row_bytes,
)

PLANES = 4
"""Bytes of a float32: plane k holds byte k of each, the lowest first."""

HEAD = 4 + PLANES
"""Bytes before the first plane: the number of values (u4), bits of a code in each plane."""

MOST_VALUES = 2**32 - 1
"""Their number is a u4."""


@dataclass(frozen=True, slots=True)
class DictionaryPlanes(VaryingCodec):
    """Byte planes of float32, or of some rows of one that is stored.

    Attributes:
        first: Which of the stored values is its first.
        total: How many are stored; None if the array is all of them.

    Raises:
        ParameterError: the shape cannot be that of an array, or has more values than the layout
            can count; or its values are not all among those that are stored.
    """

    first: int = 0
    total: int | None = None

    name = "dictionary_planes"
    rule = "byte planes of float32, each as packed codes of the bytes that occur in it"
    kernels: ClassVar = {
        "reference": (DECODE, ENCODE),
        "numba": (DECODE, ENCODE),
        "triton": (DECODE,),
        "cupy": (DECODE,),
    }
    any_bytes = False

    def __post_init__(self) -> None:
        if self.output().size > MOST_VALUES:
            raise ParameterError("shape", f"at most {MOST_VALUES} values", list(self.shape))
        if not 0 <= self.stored_values <= MOST_VALUES:
            raise ParameterError("total", f"0 to {MOST_VALUES}", self.total)
        behind = self.stored_values - self.output().size
        if not 0 <= self.first <= behind:
            raise ParameterError("first", f"0 to {behind}, of {self.stored_values}", self.first)

    @property
    def stored_values(self) -> int:
        """How many values are stored."""
        return self.output().size if self.total is None else self.total

    @property
    def exact(self) -> bool:
        """Yes."""
        return True

    def bounds(self) -> tuple[int, int]:
        """The fewest and the most bytes that so many values can take."""
        count = self.stored_values
        fewest = HEAD + PLANES * (2 + min(count, 1) + -(-count // 8))
        return fewest, most_bytes(count)

    def row_range(self, start: int, stop: int) -> Rows:
        """Where rows of the first axis are stored: in all bytes, as each is in every plane."""
        begin, _, shape = row_bytes(self.shape, 1, start, stop)
        first, total = self.first + begin, self.stored_values
        return Rows(0, MAX_BYTES, replace(self, shape=shape, first=first, total=total))

    def check(self, stored: npt.NDArray[np.uint8]) -> None:
        """Refuse a payload whose planes are not where they must be; codes are for a decoder.

        Raises:
            StoredError: as `planes`.
        """
        planes(stored, self)


class Plane(NamedTuple):
    """Where a byte plane is stored.

    Attributes:
        bits: Of a code, 1 to 8.
        dictionary: The byte that each code means.
        start: First byte of the codes.
        codes: The codes as stored, the most significant bit first.
    """

    bits: int
    dictionary: npt.NDArray[np.uint8]
    start: int
    codes: npt.NDArray[np.uint8]

    @property
    def may_overrun(self) -> bool:
        """Whether there are codes that mean nothing."""
        return self.dictionary.size < 1 << self.bits


def planes(stored: npt.NDArray[np.uint8], parameters: DictionaryPlanes) -> list[Plane]:
    """Find the planes.

    Args:
        stored: (n,) uint8, the whole payload.
        parameters: Shape.

    Raises:
        StoredError: they do not fill the payload, or a length in it is impossible.
    """
    if stored.size < HEAD:
        raise StoredError(0, f"at least {HEAD} bytes", stored.size)
    total, count = int(stored[:4].view("<u4")[0]), parameters.stored_values
    if total != count:
        raise StoredError(0, f"{count} values, as the shape says", total)
    found, position = [], HEAD
    for k in range(PLANES):
        bits = int(stored[4 + k])
        if not 1 <= bits <= 8:
            raise StoredError(4 + k, "1 to 8 bits a code", bits)
        plane = _plane(stored, position, bits, count)
        found.append(plane)
        position = plane.start + plane.codes.size
    if position != stored.size:
        raise StoredError(position, "the end of the payload", f"{stored.size - position} bytes")
    return found


def _plane(stored: npt.NDArray[np.uint8], position: int, bits: int, count: int) -> Plane:
    if stored.size - position < 2:
        raise StoredError(position, "the size of a dictionary", "the end of the payload")
    size = int(stored[position : position + 2].view("<u2")[0])
    most = min(1 << bits, 256)
    if not (size <= most and (size or not count)):
        raise StoredError(position, f"a dictionary of 1 to {most} bytes", size)
    start = position + 2 + size
    length = packed_size(count, bits)
    if stored.size - start < length:
        left = max(stored.size - start, 0)
        raise StoredError(start, f"{length} bytes of codes", left)
    return Plane(bits, stored[position + 2 : start], start, stored[start : start + length])


def most_bytes(count: int) -> int:
    """The most bytes that so many values can take."""
    return HEAD + PLANES * (2 + min(count, 256) + count)


def packed_size(count: int, bits: int) -> int:
    """Bytes that so many codes take."""
    return (count * bits + 7) // 8


def bits_of(distinct: int) -> int:
    """Bits of a code where so many bytes occur."""
    return max(1, (distinct - 1).bit_length())


def overrun(plane: Plane, code: int, index: int) -> StoredError:
    """The error for a code that means nothing; `index` is that of the value."""
    at = plane.start + index * plane.bits // 8
    return StoredError(at, f"codes below {plane.dictionary.size}", code)


def head(count: int, bits: list[int]) -> bytes:
    """The bytes before the first plane."""
    return count.to_bytes(4, "little") + bytes(bits)
