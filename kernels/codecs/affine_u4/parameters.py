"""Sizes of `affine_u4`; its parameters are those of `affine_u8`."""

from __future__ import annotations

import math
from dataclasses import replace

from quire.kernels.codecs.affine_u8.parameters import AffineParameters, output
from quire.kernels.contract import row_bytes

__all__ = ["AffineParameters", "lines", "output", "rows", "stored_size"]


def lines(parameters: AffineParameters) -> tuple[int, int, int]:
    """(rows of the first axis, values of a row, stored bytes of a row)."""
    shape = parameters.shape
    width = math.prod(shape[1:])
    return (shape[0] if shape else 1), width, (width + 1) // 2


def stored_size(parameters: AffineParameters) -> int:
    """Exact number of stored bytes."""
    count, _, line = lines(parameters)
    return count * line


def rows(parameters: AffineParameters, start: int, stop: int) -> tuple[int, int, AffineParameters]:
    """Range of stored bytes that holds the rows, and the parameters to decode them."""
    _, _, shape = row_bytes(parameters.shape, 1, start, stop)
    _, _, line = lines(parameters)
    return start * line, stop * line, replace(parameters, shape=shape)
