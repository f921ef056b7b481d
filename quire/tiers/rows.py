"""Which rows are asked for, and the array that they go to."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

Rows = SupportsIndex | slice

Floats = npt.NDArray[np.float32]


def selected(shape: tuple[int, ...], rows: Rows | None) -> tuple[range, tuple[int, ...]]:
    """The numbers of rows (of the first axis), and the shape of the array that they make.

    Args:
        shape: Of the whole; a single element is one row.
        rows: One, whose axis goes, or a slice, each as in an index of an array; None for all.

    Raises:
        IndexError: there is no such row; or there are none, the array has no axis.
    """
    count = shape[0] if shape else 1
    if rows is None:
        return range(count), shape
    if not shape:
        message = "rows: the array has no axis"
        raise IndexError(message)
    if isinstance(rows, slice):
        wanted = range(count)[rows]
        return wanted, (len(wanted), *shape[1:])
    row = index(rows)
    if not -count <= row < count:
        raise IndexError(f"rows: expected a row from {-count} to {count - 1}, found {row}")
    return range(row % count, row % count + 1), shape[1:]


def fitting(out: Floats, shape: tuple[int, ...]) -> Floats:
    """An array to fill, if it fits.

    Raises:
        ValueError: it does not.
    """
    if out.shape != shape or out.dtype != np.float32 or not out.flags.carray:
        message = f"out: expected a C-contiguous array of float32 {shape} to write to"
        raise ValueError(message)
    return out
