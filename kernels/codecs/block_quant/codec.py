"""`block_quant` (ADR-019, section 3.10): what there is to know of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import DECODE, ENCODE, FixedCodec, ParameterError

Bytes = npt.NDArray[np.uint8]

WIDTHS = (8, 7, 5, 3)
"""Bits of a code; only codes of 3 bits may have two scales."""

SCALE_BYTES = 4


@dataclass(frozen=True, slots=True)
class BlockQuant(FixedCodec):
    """Blocks of codes, each with its scale.

    The values of the array in row-major order are cut into blocks; the last may be shorter.

    Attributes:
        bits: Of a code: 8, 7, 5 or 3.
        block_size: Values of a block.
        two_level: Whether every block has two scales; for 3 bits only.
        two_level_blocks: Which blocks have two, where not all are alike: one bit a block, the
            lowest of each byte first, filled up with zeros. Empty where all are alike.

    Raises:
        ParameterError: the shape cannot be that of an array, or a parameter has another value than
            these, or does not go with the others.
    """

    bits: int
    block_size: int = 64
    two_level: bool = False
    two_level_blocks: bytes = b""

    name = "block_quant"
    rule = "value = code * scale of its block; codes of 8, 7, 5 or 3 bits, packed"
    kernels: ClassVar = {
        "reference": (DECODE, ENCODE),
        "numba": (DECODE, ENCODE),
        "triton": (DECODE, ENCODE),
        "cupy": (DECODE, ENCODE),
    }
    effort = 16

    def __post_init__(self) -> None:
        if self.bits not in WIDTHS:
            raise ParameterError("bits", "8, 7, 5 or 3", self.bits)
        if self.block_size < 1:
            raise ParameterError("block_size", "1 or more", self.block_size)
        if self.block_size > sys.maxsize:  # kernels count with as many bits
            raise ParameterError("block_size", f"at most {sys.maxsize}", self.block_size)
        if self.two_level and self.bits != 3:
            raise ParameterError("two_level", f"false with {self.bits} bits", "true")
        FixedCodec.__post_init__(self)
        if len(self.two_level_blocks):
            self._check_bitmap()

    def _check_bitmap(self) -> None:
        blocks, bitmap = self.num_blocks, self.two_level_blocks
        if self.bits != 3 or self.two_level:
            expected = "nothing unless there are 3 bits, and `two_level` is false"
            raise ParameterError("two_level_blocks", expected, f"{len(bitmap)} bytes")
        if len(bitmap) != (blocks + 7) // 8:
            expected = f"{(blocks + 7) // 8} bytes for {blocks} blocks"
            raise ParameterError("two_level_blocks", expected, f"{len(bitmap)} bytes")
        if blocks % 8 and bitmap[-1] >> blocks % 8:
            raise ParameterError(
                "two_level_blocks", f"zeros after the first {blocks} bits", hex(bitmap[-1])
            )

    @property
    def num_blocks(self) -> int:
        """Blocks that the values make, the last one included."""
        return -(-self.output().size // self.block_size)

    @property
    def longest(self) -> int:
        """Values of the longest block; at least 1, so that kernels may divide by it."""
        return max(1, min(self.block_size, self.output().size))

    def stored_size(self) -> int:
        """Exact number of stored bytes."""
        whole, rest = divmod(self.output().size, self.block_size)
        last, two = 0, self._num_two_level()
        if rest:
            of_last = self.is_two_level(whole)
            last = block_bytes(rest, self.bits, two_level=of_last)
            two -= of_last
        single, double = (
            block_bytes(self.block_size, self.bits, two_level=both) for both in (False, True)
        )
        return (whole - two) * single + two * double + last

    def _num_two_level(self) -> int:
        """How many blocks have two scales."""
        if self.two_level:
            return self.num_blocks
        return int.from_bytes(self.two_level_blocks, "little").bit_count()

    def places(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """Where each block begins, in bytes, and whether it has two scales."""
        double = np.full(self.num_blocks, self.two_level)
        if self.two_level_blocks:
            bitmap = np.frombuffer(self.two_level_blocks, np.uint8)
            bits = np.unpackbits(bitmap, count=self.num_blocks, bitorder="little")
            double = bits.astype(np.bool_)
        one, two = (block_bytes(self.longest, self.bits, two_level=both) for both in (False, True))
        ends = np.cumsum(np.where(double, two, one), dtype=np.int64)
        return ends - np.where(double, two, one), double

    def is_two_level(self, block: int) -> bool:
        """Whether a block has two scales."""
        bitmap = self.two_level_blocks
        return self.two_level or bool(len(bitmap) and bitmap[block // 8] >> block % 8 & 1)


def block_bytes(values: int, bits: int, *, two_level: bool = False) -> int:
    """Stored bytes of one block."""
    codes = (values * bits + 7) // 8
    return SCALE_BYTES + codes + (SCALE_BYTES + (values + 7) // 8 if two_level else 0)


def parts_of(stored: Bytes, values: int, *, two_level: bool) -> tuple[Bytes, Bytes, Bytes]:
    """The bytes of one block: its scales, its flags, its codes."""
    flags = SCALE_BYTES * (1 + two_level)
    codes = flags + (values + 7) // 8 * two_level
    return stored[:flags], stored[flags:codes], stored[codes:]


def some_of(
    stored: Bytes, values: int, bits: int, start: int, stop: int, *, two_level: bool
) -> tuple[Bytes, Bytes, Bytes]:
    """The parts of a block of some values of one, whose codes and flags begin with a byte."""
    scales, flags, codes = parts_of(stored, values, two_level=two_level)
    some_codes = codes[start * bits // 8 : (stop * bits + 7) // 8]
    return scales, flags[start // 8 : (stop + 7) // 8], some_codes


def num_outliers(values: int) -> int:
    """How many values of a block may be above its primary range: 5 of 100, rounded up."""
    return -(-values // 20)
