"""Whole arrays, quantised in blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from quire.kernels.block_quant.parameters import (
    WIDTHS,
    BlockQuantParameters,
    output,
    stored_size,
)
from quire.kernels.contract import Operation, ParameterError
from quire.kernels.dispatch import select
from quire.runtime.errors import EncodingError, FormatError
from quire.tiers.errors import InputTooSmall, InvalidBitWidth

THRESHOLD = 5.0
"""Above which ratio of the largest to the median magnitude a block has two scales."""

EXAMINED = 1 << 18
"""Values whose medians are taken at a time."""


@dataclass(frozen=True, slots=True)
class QuantizedArray:
    """The blocks of an array, and what is needed to decode them.

    Attributes:
        data: (n,) uint8: the blocks, without anything between them (ADR-019, section 3.10).
        shape: Of the array.
        bits: Of a code: 8, 7, 5 or 3.
        block_size: Values of a block; the last one may be shorter.
        two_level: Whether every block has two scales.
        two_level_blocks: Which blocks have two, where they differ: one bit a block, the lowest of
            each byte first. Empty where they do not.

    Raises:
        FormatError: these cannot be, or not together; or there are more or fewer bytes.
    """

    data: npt.NDArray[np.uint8]
    shape: tuple[int, ...]
    bits: int
    block_size: int = 64
    two_level: bool = False
    two_level_blocks: bytes = b""

    def __post_init__(self) -> None:
        size = stored_size(self.parameters)
        if self.data.size < size:
            raise InputTooSmall(size, self.data.size)
        if self.data.size > size:
            raise FormatError("data", f"{size} bytes", self.data.size)

    @property
    def parameters(self) -> BlockQuantParameters:
        """What the codec `block_quant` is told."""
        return _parameters(
            self.shape, self.bits, self.block_size, self.two_level_blocks, two_level=self.two_level
        )

    @property
    def nbytes(self) -> int:
        """Bytes of the blocks."""
        return self.data.nbytes

    def dequantize(self, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """Decode.

        Args:
            out: float32 of this shape, C-contiguous, to fill.

        Raises:
            ValueError: `out` does not fit.
        """
        parameters, fresh = self.parameters, out is None
        target = np.empty(self.shape, np.float32) if out is None else out
        fits = target.shape == self.shape and target.dtype == np.float32
        if not (fits and target.flags.carray):
            message = f"out: expected a C-contiguous array of float32 {self.shape} to write to"
            raise ValueError(message)
        decode = select("block_quant", Operation.DECODE, nbytes=target.nbytes)
        decode(np.frombuffer(self.data, np.uint8), target, parameters, fresh=fresh)
        return target


def quantize(
    array: npt.ArrayLike,
    bits: int,
    block_size: int = 64,
    two_level: bool | Literal["auto"] = "auto",  # noqa: FBT001  # a choice of three
    *,
    threshold: float = THRESHOLD,
) -> QuantizedArray:
    """Quantise an array in blocks of its values in row-major order (ADR-019, sections 3.1 to 3.4).

    Args:
        array: Numbers of any shape; they are rounded to float32. What is not finite becomes 0.
        bits: Of a code: 8, 7, 5 or 3.
        block_size: Values of a block.
        two_level: Whether blocks have two scales, which takes 3 bits. "auto": those do whose
            largest magnitude is more than `threshold` times their median; none with other bits.
        threshold: For "auto".

    Raises:
        InvalidBitWidth: there are no such codes.
        FormatError: `block_size` is below 1, or there are two scales with more than 3 bits.
        EncodingError: the array is not one of real numbers.
        ValueError: `two_level` is something else.
    """
    if two_level not in (True, False, "auto"):
        message = f'two_level: expected True, False or "auto", found {two_level!r}'
        raise ValueError(message)
    values = _numbers(np.asarray(array))
    if block_size < 1:
        raise FormatError("block_size", "1 or more", block_size)
    bitmap, every = b"", two_level is True
    if two_level == "auto" and bits == 3:
        heavy = heavy_tailed(values.reshape(-1), block_size, threshold)
        every = bool(heavy.size and heavy.all())
        bitmap = b"" if every or not heavy.any() else _packed(heavy)
    parameters = _parameters(values.shape, bits, block_size, bitmap, two_level=every)
    data = np.empty(stored_size(parameters), np.uint8)
    encode: Callable[..., None] = select("block_quant", Operation.ENCODE, nbytes=values.nbytes)
    encode(values, data, parameters)
    return QuantizedArray(data, values.shape, bits, block_size, every, bitmap)


def heavy_tailed(
    values: npt.NDArray[np.floating[Any]], block_size: int, threshold: float
) -> npt.NDArray[np.bool_]:
    """Which blocks of a flat array have a largest magnitude above `threshold` times their median.

    The median of an even number of values is the mean of the two in the middle; values that are not
    finite count as 0.
    """
    whole = values.size // block_size
    step = max(1, EXAMINED // block_size)
    parts = [
        values[start * block_size : min(start + step, whole) * block_size].reshape(-1, block_size)
        for start in range(0, whole, step)
    ]
    if values.size % block_size:
        parts.append(values[whole * block_size :].reshape(1, -1))
    found = [_above_median(part, threshold) for part in parts]
    return np.concatenate(found) if found else np.empty(0, np.bool_)


def _above_median(blocks: npt.NDArray[np.floating[Any]], threshold: float) -> npt.NDArray[np.bool_]:
    with np.errstate(over="ignore"):  # infinity is the answer, as in every rounding
        sizes = np.abs(blocks.astype(np.float32)).astype(np.float64)
    sizes[~np.isfinite(sizes)] = 0
    with np.errstate(
        invalid="ignore", divide="ignore"
    ):  # of zeros alone, and of zeros but for some
        above: npt.NDArray[np.bool_] = sizes.max(axis=1) / np.median(sizes, axis=1) > threshold
    return above


def _packed(flags: npt.NDArray[np.bool_]) -> bytes:
    return np.packbits(flags, bitorder="little").tobytes()


def _numbers(array: npt.NDArray[Any]) -> npt.NDArray[np.floating[Any]]:
    """An array of a dtype that the codec encodes."""
    if array.dtype.kind not in "biuf":
        raise EncodingError(f"expected an array of real numbers, found {array.dtype}")
    if array.dtype.newbyteorder("=") in (np.float32, np.float64):
        return array
    return array.astype(np.promote_types(array.dtype, np.float32)).astype(np.float64)


def _parameters(
    shape: tuple[int, ...], bits: int, block_size: int, bitmap: bytes, *, two_level: bool
) -> BlockQuantParameters:
    if bits not in WIDTHS:
        raise InvalidBitWidth(bits, "8, 7, 5 or 3")
    try:
        parameters = BlockQuantParameters(shape, bits, block_size, two_level, tuple(bitmap))
        output(parameters)
    except ParameterError as error:
        raise FormatError(error.parameter, error.expected, error.found) from error
    return parameters
