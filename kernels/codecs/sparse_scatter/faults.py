"""What is wrong with indices: they lie outside of the array, or stand there twice."""

from __future__ import annotations

import importlib
import sys

import numpy as np
import numpy.typing as npt

Indices = npt.NDArray[np.uint32]

MANY = 1 << 17
"""Indices for which loading numba pays."""

BLOCK = 1 << 15
"""Indices that are compared at a time."""

SPARSEST = 256
"""Elements for each index up to which a bit is kept for each element: 32 bytes an index."""


def outside(indices: Indices, size: int) -> int:
    """Where the first index stands that is `size` or more; -1 if there is none."""
    if not indices.size or indices.max() < size:
        return -1
    return int(np.argmax(indices >= size))


def repeated(indices: Indices, size: int) -> int:
    """Where the first index stands that stood before; -1 if each stands once.

    Args:
        indices: None is `outside` of the array.
        size: Of the array.
    """
    if _increase(indices):
        return -1
    large = indices.size >= MANY or "numba" in sys.modules
    if large and size <= SPARSEST * indices.size:
        return int(
            importlib.import_module("quire.kernels.codecs.sparse_scatter.numba").repeated(
                indices, size
            )
        )
    order = np.argsort(indices, kind="stable")
    ordered = indices[order]
    again = order[1:][ordered[1:] == ordered[:-1]]
    return int(again.min()) if again.size else -1


def _increase(indices: Indices) -> bool:
    """Whether each is above the one before it; of those in another order, few are looked at."""
    starts = range(0, indices.size, BLOCK)
    parts = (indices[start : start + BLOCK + 1] for start in starts)
    return all(bool((part[1:] > part[:-1]).all()) for part in parts)
