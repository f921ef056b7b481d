"""Blocks with one scale for all of their values, as stores of the original program keep them."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.group_quant.codec import GroupQuant
from quire.kernels.contract import Operation
from quire.kernels.engine.dispatch import select
from quire.kernels.engine.given import expect_a, whole_number
from quire.kernels.services.bits.layout import bias, packed_size
from quire.runtime.errors import FormatError
from quire.tiers.blocks.array import as_bytes
from quire.tiers.blocks.numbers import as_float32, check_width, fitting
from quire.tiers.blocks.one_by_one import max_abs
from quire.tiers.errors import InputTooSmall


@dataclass(frozen=True, slots=True, eq=False)
class OneScaleBlock:
    """Codes of a block, and what a code is multiplied by.

    Attributes:
        data: (ceil(count * bits / 8),) uint8, also given as bytes: the codes, each with
            2^(bits - 1) - 1 added (at 8 bits, too), the lowest bits first.
        scale: float32 as a float of Python.
        bits: Of a code, 1 to 8.
        count: How many codes.

    Raises:
        InvalidBitWidth: there are no such codes.
        InputTooSmall: so many codes take more bytes.
        FormatError: they take fewer bytes.
        TypeError: the data are no bytes, the count is no whole number, or the scale none.
    """

    data: npt.NDArray[np.uint8]
    scale: float
    bits: int
    count: int

    def __post_init__(self) -> None:
        check_width(self.bits, range(1, 9), "1 to 8")
        object.__setattr__(self, "data", as_bytes(self.data))
        whole_number(self.count, "count")
        expect_a(Real, self.scale, "scale")
        size = packed_size(self.count, self.bits)
        if self.count < 0 or self.data.size > size:
            least = (self.data.size - 1) * 8 // self.bits + 1 if self.data.size else 0
            raise FormatError("count", f"at least {least}", self.count)
        if self.data.size < size:
            raise InputTooSmall(size, self.data.size)

    @property
    def nbytes(self) -> int:
        """Bytes of the codes."""
        return self.data.nbytes

    @property
    def checksum(self) -> int:
        """CRC-32 (of zlib) of the codes followed by the four bytes of the scale."""
        return zlib.crc32(np.array(self.scale, "<f4").tobytes(), zlib.crc32(self.data.data))

    def dequantize(self, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """Decode: (count,) float32; `out` is filled, if there is one of this shape, C-contiguous.

        Raises:
            ValueError: `out` does not fit.
        """
        target = fitting(out, (self.count,))
        decode = select(GroupQuant, Operation.DECODE, nbytes=target.nbytes)
        parameters = _parameters(self.count, self.bits, np.float32(self.scale))
        decode(self.data, target.reshape(1, -1), parameters, fresh=out is None)
        return target


def quantize_block(values: npt.ArrayLike, bits: int) -> OneScaleBlock:
    """Quantise values with one scale, the largest magnitude divided by 2^(bits - 1) - 1.

    A code is the value times 1 / scale in float32, rounded half away from zero, as in the original
    program. Values that are not finite become 0.

    Args:
        values: Numbers, flattened in row-major order; they are rounded to float32.
        bits: Of a code: 8, 7, 5 or 3.

    Raises:
        InvalidBitWidth: there are no such codes.
        EncodingError: these are no real numbers.
    """
    check_width(bits)
    flat = as_float32(values, "values").reshape(1, -1)
    scale = np.float32(max_abs(flat)) / np.float32(bias(bits))
    data = np.empty(packed_size(flat.size, bits), np.uint8)
    encode: Callable[..., None] = select(GroupQuant, Operation.ENCODE, nbytes=flat.nbytes)
    encode(flat, data, _parameters(flat.size, bits, scale))
    return OneScaleBlock(data, float(scale), bits, flat.size)


def _parameters(count: int, bits: int, scale: np.float32) -> GroupQuant:
    scales = np.full(min(count, 1), scale, np.float32)
    return GroupQuant((1, count), bits, scales, max(count, 1), "half_away")
