"""Norms: vectors of words at unit length, and as they were before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from quire.finalfusion.chunk import Chunk
from quire.finalfusion.matrix import Matrix, NdArray, Storage, expect_float32
from quire.generated.finalfusion import Finalfusion

LEAST, MOST = 1e-15, 1e15
"""Norms whose squares float32 has room for."""


class Norms(np.ndarray[Any, np.dtype[np.float32]], Chunk):
    """A float32 array of numpy, (words,).

    Raises:
        TypeError: it is no such array.
    """

    def __new__(cls, array: npt.NDArray[np.float32]) -> Self:
        return expect_float32(array, 1).view(cls)

    def __getitem__(self, index: Any) -> Any:
        found = self.view(np.ndarray)[index]
        return found.view(Norms) if isinstance(index, slice) else found

    def record(self) -> Any:
        return Finalfusion.Norms.build(num_norms=len(self), norms=self.view(np.ndarray))


def to_unit(rows: Matrix) -> Norms:
    """Scale rows to unit length, in place; those that are zero stay so.

    A row with a value that is not finite has no direction: it becomes NaN or zero. Returns the
    norms that they had.
    """
    norms = np.empty(len(rows), np.float32)
    with np.errstate(all="ignore"):
        for start, block in NdArray(rows).blocks(0, len(rows)):
            found = norms[start : start + len(block)]
            found[:] = np.linalg.norm(block, axis=1)
            extreme = ~((found > LEAST) & (found < MOST))
            found[extreme] = np.linalg.norm(block[extreme].astype(np.float64), axis=1)
            block[:] = block / np.where(found == 0, np.float32(1), found)[:, None]
    return Norms(norms)


def original_rows(
    storage: Storage, norms: Norms | None, count: int
) -> Iterator[tuple[int, Matrix]]:
    """The vectors of the `count` known words times their norms, if there are any; some at a time.

    Yields:
        (number of the first word, (n, dims) float32).
    """
    for start, block in storage.blocks(0, count):
        if norms is None:
            yield start, block
        else:
            factors: Any = norms.view(np.ndarray)[start : start + len(block), None]
            with np.errstate(all="ignore"):  # what is not finite stays so
                yield start, block * factors
