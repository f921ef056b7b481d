"""Parameters of `affine_u8`, and the sizes that follow from them."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, replace

from quire.kernels.contract import ArraySpec, ParameterError, row_bytes

STORED_BYTES = 1
"""Stored bytes a value."""


@dataclass(frozen=True, slots=True)
class AffineParameters:
    """What a reader has to know to decode a payload.

    Attributes:
        shape: Shape of the decoded array.
        scale: Distance between two neighbouring codes. 0 is allowed: every code means `min`.
        min: What code 0 means.

    Raises:
        ParameterError: the shape cannot be that of an array, or `scale` or `min` is not
            finite as float32, the precision of decoding.
    """

    shape: tuple[int, ...]
    scale: float
    min: float

    def __post_init__(self) -> None:
        output(self)
        _check_float32("scale", self.scale)
        _check_float32("min", self.min)


def _check_float32(name: str, value: float) -> None:
    try:
        struct.pack("<f", float(value))  # refuses what would round to infinity
        finite = math.isfinite(value)
    except OverflowError:
        finite = False
    if not finite:
        raise ParameterError(name, "a finite float32", value)


def output(parameters: AffineParameters) -> ArraySpec:
    """Shape and dtype of the decoded array."""
    return ArraySpec(parameters.shape, "float32")


def stored_size(parameters: AffineParameters) -> int:
    """Exact number of stored bytes."""
    return output(parameters).size * STORED_BYTES


def rows(parameters: AffineParameters, start: int, stop: int) -> tuple[int, int, AffineParameters]:
    """Range of stored bytes that holds the rows, and the parameters to decode them."""
    begin, end, shape = row_bytes(parameters.shape, STORED_BYTES, start, stop)
    return begin, end, replace(parameters, shape=shape)
