"""Parameters of `fp16`, and the sizes that follow from them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from quire.kernels.contract import ArraySpec, row_bytes

STORED_BYTES = 2
"""Stored bytes a value."""


@dataclass(frozen=True, slots=True)
class HalfParameters:
    """What a reader has to know to decode a payload.

    Attributes:
        shape: Shape of the decoded array.

    Raises:
        ParameterError: the shape cannot be that of an array.
    """

    shape: tuple[int, ...]

    def __post_init__(self) -> None:
        output(self)


def output(parameters: HalfParameters) -> ArraySpec:
    """Shape and dtype of the decoded array."""
    return ArraySpec(parameters.shape, "float32")


def stored_size(parameters: HalfParameters) -> int:
    """Exact number of stored bytes."""
    return math.prod(parameters.shape) * STORED_BYTES


def rows(parameters: HalfParameters, start: int, stop: int) -> tuple[int, int, HalfParameters]:
    """Range of stored bytes that holds the rows, and the parameters to decode them."""
    begin, end, shape = row_bytes(parameters.shape, STORED_BYTES, start, stop)
    return begin, end, HalfParameters(shape)
