"""`pq` in numpy: the definition that the fast kernels are held to.

Bit for bit, but for the projection: in which order it adds up is the business of BLAS, and may
depend on how many rows it is given at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.pq.codec import Pq
from quire.runtime.errors import EncodingError

Values = npt.NDArray[np.floating[Any]]

BLOCK_BYTES = 2**20
"""Of rows, or of their distances from the centroids of one codebook, at a time."""


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    codec: Pq,
    *,
    fresh: bool = False,  # noqa: ARG001  # where values go does not change them
) -> None:
    """The centroids that the codes of a row name, in a row; projected; times its norm.

    Args:
        stored: (rows * q,) uint8, the codes, row by row.
        out: (rows, d) float32.
        codec: Shape, codebooks, projection and norms.
        fresh: Whether the memory of `out` was never touched.

    Raises:
        StoredError: a code has no centroid. Nothing was written.
    """
    codec.check(stored)
    if not out.size:  # of any number of parts that have no values
        return
    codes = stored.reshape(out.shape[0], codec.codes)
    parts = out.reshape(*codes.shape, codec.codebooks.shape[2])
    for part, codebook in enumerate(codec.codebooks):
        parts[:, part] = codebook[codes[:, part]]
    with np.errstate(all="ignore"):  # a file may ask for it
        if codec.projection is not None:
            out[...] = out @ codec.projection.T
        if codec.norms is not None:
            out *= codec.norms[:, np.newaxis]


def encode(array: Values, out: npt.NDArray[np.uint8], codec: Pq) -> None:
    """The nearest centroids, by squared Euclidean distance; of several, the first.

    Norm and projection are undone before, the projection as one that is orthogonal. All is
    computed in the array's dtype; a distance is added up from the first component to the last,
    and one that is not a number counts as infinite.

    Args:
        array: (rows, d) float32 or float64, any strides.
        out: (rows * q,) uint8.
        codec: Shape, codebooks, projection and norms.

    Raises:
        EncodingError: a value is not finite.
    """
    codes = out.reshape(codec.shape[0], codec.codes)
    for start, parts in undone_blocks(array, codec):
        for part, codebook in enumerate(codec.codebooks[:, : codec.centroids]):
            distances = np.zeros((len(parts), len(codebook)), array.dtype.newbyteorder("="))
            for component in range(parts.shape[2]):
                values = parts[:, part, component, np.newaxis]
                with np.errstate(all="ignore"):
                    distances += np.square(values - codebook[:, component])
            distances[np.isnan(distances)] = np.inf
            codes[start : start + len(parts), part] = distances.argmin(axis=1)


def undone_blocks(array: Values, codec: Pq) -> Iterator[tuple[int, Values]]:
    """Some rows at a time, before norm and projection: what centroids are looked up for.

    Yields:
        (first row, its rows and those after it, (n, q, d / q), contiguous, not the caller's).
    """
    count, width = codec.shape
    step = max(1, BLOCK_BYTES // (max(1, width, codec.centroids) * array.itemsize))
    for start in range(0, count, step):
        block = array[start : start + step].astype(array.dtype.newbyteorder("="), order="C")
        _refuse(~np.isfinite(block), block, start)
        with np.errstate(all="ignore"):
            if codec.norms is not None:
                norms = codec.norms[start : start + step]
                block /= np.where(norms == 0, np.float32(1), norms)[:, np.newaxis]
            if codec.projection is not None:
                block = block @ codec.projection.astype(block.dtype, copy=False)
        yield start, block.reshape(len(block), codec.codes, codec.codebooks.shape[2])


def _refuse(bad: npt.NDArray[np.bool_], block: Values, start: int) -> None:
    """Raise `EncodingError` with the first of the bad values, if there is one."""
    if bad.any():
        index = int(np.argmax(bad))
        value, place = block.reshape(-1)[index], start * block.shape[1] + index
        raise EncodingError(f"pq: expected finite values, found {value} at flat index {place}")
