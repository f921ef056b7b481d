"""Numpy arrays as compiled kernels like them: flat, aligned, one type for all callers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Scalar = TypeVar("Scalar", bound=np.generic)

BLOCK_BYTES = 256 * 1024
"""Size of a copied block: it stays in the second-level cache until the kernel has read it."""

CACHE_LINE = 64
"""Bytes; also the widest store there is."""


def read_only(array: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    """View of an array that cannot be written.

    To numba, arrays that can be written are another type: without this, kernels would be
    compiled twice.
    """
    view = array.view()
    view.flags.writeable = False
    return view


def values_before_line(out: npt.NDArray[Any]) -> int:
    """How many values of a flat array come before a line of the cache begins.

    Stores of 64 bytes that each touch two lines take up to 1.4 times as long, and numpy
    begins large arrays 16 bytes into a line: kernels write these values apart.
    """
    address: int = out.__array_interface__["data"][0]
    return min(out.size, -address % CACHE_LINE // out.itemsize)


def flat_blocks(
    array: npt.NDArray[np.floating[Any]],
) -> Iterator[tuple[int, npt.NDArray[np.floating[Any]]]]:
    """Cut an array of any strides into flat, contiguous, aligned, read-only pieces.

    An array that is all this already is one piece and not copied; others are copied some
    rows (first axis) at a time.

    Yields:
        (index of its first value in row-major order, values of shape (n,)).
    """
    if array.flags.c_contiguous and array.flags.aligned and array.dtype.isnative:
        yield 0, read_only(array.reshape(-1))
        return
    if array.size == 0:
        return
    native = array.dtype.newbyteorder("=")
    array = np.atleast_1d(array)
    row = array.size // array.shape[0]
    step = max(1, BLOCK_BYTES // (row * array.itemsize))
    for start in range(0, array.shape[0], step):
        block = array[start : start + step].astype(native, order="C")
        yield start * row, read_only(block.reshape(-1))
