"""`sparse_scatter` on the CPU, compiled.

What takes the time is memory: the zeros are written once, and a value that is put among them later
brings its line back to the cache. So the array is made tile by tile, each zeros first and then its
values, while it is in the cache. Indices that do not increase are sorted into tiles before.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import read_only
from quire.kernels.backends.numba import kernel
from quire.kernels.codecs.sparse_scatter.codec import SparseScatter

Words = npt.NDArray[np.unsignedinteger[Any]]
Indices = npt.NDArray[np.uint32]

TILE_BITS = 16
"""A tile has so many elements, as a power of two: places in it take two bytes."""


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[Any],
    codec: SparseScatter,
    *,
    fresh: bool = False,  # noqa: ARG001  # writing past the cache gains nothing: sorting takes it
) -> None:
    """See `reference.decode`."""
    word = np.dtype(f"u{out.dtype.itemsize}")
    flat = out.reshape(-1).view(word)
    indices = _plain(codec.indices)
    values = _plain(stored.view(word))
    increasing = _increases(indices)
    if not increasing or (indices.size and indices[-1] >= flat.size):
        codec.check(stored)
    if increasing:
        _scatter(indices, values, flat)
    elif flat.size >> TILE_BITS < 2:
        flat[...] = 0
        _put(indices, values, flat)
    else:
        _scatter_tiles(indices, values, flat)


def repeated(indices: Indices, size: int) -> int:
    """Where an index stands that stood before; -1 if each stands once.

    Args:
        indices: (k,), each below `size`. A bit for each number below it is kept.
        size: Of the array.
    """
    seen = np.zeros(size // 64 + 1, np.uint64)
    return int(_repeated(_plain(indices), seen))


def _plain(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same values, contiguous and aligned; copied if need be."""
    return read_only(np.require(array, requirements=["C", "A"]))


@kernel
def _increases(indices: Indices) -> bool:
    """Whether each is above the one before it; stops at the first block where one is not."""
    block = 4096
    for start in range(1, indices.size, block):
        falls = 0
        for i in range(start, min(start + block, indices.size)):
            falls += indices[i - 1] >= indices[i]
        if falls:
            return False
    return True


@kernel
def _repeated(indices: Indices, seen: npt.NDArray[np.uint64]) -> int:
    one = np.uint64(1)
    for i in range(indices.size):
        index = np.uint64(indices[i])
        bit = one << (index & np.uint64(63))
        place = index >> np.uint64(6)
        if seen[place] & bit:
            return i
        seen[place] |= bit
    return -1


@kernel
def _put(indices: Indices, values: Words, out: Words) -> None:
    for i in range(indices.size):
        out[indices[i]] = values[i]


@kernel
def _scatter(indices: Indices, values: Words, out: Words) -> None:
    """Zeros and values, tile by tile, for indices that increase."""
    tile = 1 << TILE_BITS
    i = 0
    for start in range(0, out.size, tile):
        stop = min(start + tile, out.size)
        out[start:stop] = 0
        while i < indices.size and indices[i] < stop:
            out[indices[i]] = values[i]
            i += 1


@kernel
def _scatter_tiles(indices: Indices, values: Words, out: Words) -> None:
    """The same for indices in any order: sorted into tiles, in each of which they keep theirs."""
    tile = 1 << TILE_BITS
    count = (out.size + tile - 1) >> TILE_BITS
    ends = np.zeros(count + 1, np.int64)
    for i in range(indices.size):
        ends[(indices[i] >> TILE_BITS) + 1] += 1
    for number in range(count):
        ends[number + 1] += ends[number]
    # From here on where the next one of each tile goes; in the end, where the tile ends.
    places = np.empty(indices.size, np.uint16)
    sorted_values = np.empty(indices.size, values.dtype)
    for i in range(indices.size):
        number = indices[i] >> TILE_BITS
        at = ends[number]
        ends[number] = at + 1
        places[at] = indices[i] & (tile - 1)
        sorted_values[at] = values[i]
    i = 0
    for number in range(count):
        start = number << TILE_BITS
        part = out[start : min(start + tile, out.size)]
        part[:] = 0
        while i < ends[number]:
            part[places[i]] = sorted_values[i]
            i += 1
