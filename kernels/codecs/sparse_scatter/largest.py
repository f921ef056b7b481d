"""Which values of a tensor are kept: those of largest magnitude."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Order = Literal["magnitude", "index"]
Indices = npt.NDArray[np.uint32]

BLOCK = 1 << 20
"""Values that are looked at at a time."""

INFINITY = {"float16": 0x7C00, "bfloat16": 0x7F80}
"""Bits of infinity; those of smaller values are smaller, and in the same order."""


def largest(values: npt.NDArray[Any], count: int, order: Order) -> Indices:
    """Where the values of largest magnitude stand in the flattened tensor: (count,) indices.

    The values are float16 or bfloat16, contiguous, fewer than 2^32 + 1. NaN counts as larger than
    infinity; of equal magnitudes those at lower indices are kept. By "magnitude" they fall, equal
    ones by index; or they stand by "index".
    """
    top = INFINITY[values.dtype.name] + 1  # every NaN
    words = values.reshape(-1).view(np.uint16)
    counts = np.zeros(top + 1, np.int64)
    for _, keys in _blocks(words, top):
        counts += np.bincount(keys, minlength=top + 1)
    at_least = counts[::-1].cumsum()
    steps = int(np.searchsorted(at_least, count))
    least, ties = top - steps, count - (int(at_least[steps - 1]) if steps else 0)
    found = []
    for start, keys in _blocks(words, top):
        kept = keys > least
        equal = np.flatnonzero(keys == least)[:ties]
        kept[equal] = True
        ties -= equal.size
        found.append((np.flatnonzero(kept) + start).astype(np.uint32))
    indices = np.concatenate(found)
    if order == "index":
        return indices
    smallness = (top - np.minimum(words[indices] & 0x7FFF, top)).astype(np.uint16)
    return indices[np.argsort(smallness, kind="stable")]


def _blocks(
    words: npt.NDArray[np.uint16], top: int
) -> Iterator[tuple[int, npt.NDArray[np.uint16]]]:
    """Some values at a time: where they begin, and their magnitudes as numbers up to `top`."""
    for start in range(0, words.size, BLOCK):
        yield start, np.minimum(words[start : start + BLOCK] & 0x7FFF, np.uint16(top))
