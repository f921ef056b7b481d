"""Plain rows and norms, in memory or in a mapped file; rows at unit length, and as they were."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Collection, Iterator
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from quire.finalfusion.io import Chunk
from quire.generated.finalfusion import Finalfusion
from quire.kernels.backends.arrays import given_array
from quire.runtime.errors import EncodingError

Matrix = npt.NDArray[np.float32]

BLOCK_BYTES = 4 << 20
"""Bytes of the rows that are reconstructed at a time: they stay in the cache for who looks next."""

FLOAT32 = (np.dtype(np.float32),)

KINDS = {
    np.dtype(f"{kind.name[0]}{bits // 8}"): kind
    for kind in Finalfusion.DataType
    if (bits := int(kind.name[1:])) <= 64
}
"""By the dtype of a matrix: what a file calls it."""

LEAST, MOST = 1e-15, 1e15
"""Norms whose squares float32 has room for."""


class Storage(Chunk):
    """The rows of embeddings: those of the words, then those of the subwords.

    Indexing with an integer, a list or an array gives float32 arrays; with a slice, a storage.

    Attributes:
        shape: (rows, columns).
    """

    shape: tuple[int, ...]

    @property
    @abstractmethod
    def dtype(self) -> np.dtype[Any]:
        """Dtype of the rows."""

    @abstractmethod
    def rows(self, start: int, stop: int) -> Matrix:
        """Rows, as in a slice, as an array: a view where that can be."""

    @abstractmethod
    def take(self, indices: Any) -> Matrix:
        """Rows by their numbers, as a new array."""

    @abstractmethod
    def scores(self, query: Matrix, start: int, stop: int) -> Matrix:
        """Dot products of rows, as in a slice, with a vector: (rows,) float32, new memory."""

    @abstractmethod
    def __getitem__(self, index: Any) -> Any: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Any]: ...

    def blocks(self, start: int, stop: int) -> Iterator[tuple[int, Matrix]]:
        """Contiguous rows, some at a time: (number of the first, rows)."""
        step = max(1, BLOCK_BYTES // max(1, 4 * self.shape[1]))
        for begin in range(start, stop, step):
            yield begin, self.rows(begin, min(begin + step, stop))


class NdArray(np.ndarray[Any, np.dtype[Any]], Storage):
    """Plain rows: an array of numpy, which may be a view of a mapped file.

    It is made of an array (rows, columns) of float32, as embeddings have it; a file of its own may
    hold float64 or integers of 8 to 64 bits, too.

    Raises:
        TypeError: it is no such array.
    """

    def __new__(cls, array: npt.NDArray[Any]) -> Self:
        kept = expect_kept(array, 2, KINDS, "array of float32, float64 or integers")
        return kept.view(cls)

    def __getitem__(self, index: Any) -> Any:
        found = self.view(np.ndarray)[index]
        return found.view(NdArray) if isinstance(index, slice) else found

    def rows(self, start: int, stop: int) -> Matrix:
        return self.view(np.ndarray)[start:stop]

    def take(self, indices: Any) -> Matrix:  # type: ignore[override]  # rows, not elements
        return np.take(self.view(np.ndarray), np.asarray(indices), axis=0)

    def record(self) -> Any:
        kind = KINDS[self.dtype]
        return Finalfusion.Matrix.build(data_type=kind, rows=self.view(np.ndarray))

    def scores(self, query: Matrix, start: int, stop: int) -> Matrix:
        found: Matrix = self.view(np.ndarray)[start:stop] @ query
        return found


def save_matrix(file: str | os.PathLike[str], array: npt.ArrayLike) -> None:
    """Write a file of one matrix, without words; it appears whole or not at all.

    Args:
        file: Its path.
        array: (rows, columns) float32, float64 or integers of 8 to 64 bits, in any byte order.

    Raises:
        EncodingError: it has another dtype, or other axes.
    """
    rows = given_array(array, "array")
    if rows.ndim != 2 or rows.dtype.newbyteorder("=") not in KINDS:
        expected = "2 axes of float32, float64 or integers of 8 to 64 bits"
        raise EncodingError(f"array: expected {expected}, found {rows.dtype} {rows.shape}")
    NdArray(rows.astype(rows.dtype.newbyteorder("="), copy=False)).write(file)


def expect_kept(array: object, axes: int, dtypes: Collection[Any], named: str) -> npt.NDArray[Any]:
    """An array that is kept without a copy: of numpy, with nothing masked in it."""
    if not isinstance(array, np.ndarray):
        found = type(array).__name__
    elif np.ma.is_masked(array):
        found = "masked elements"
    elif array.ndim != axes or array.dtype not in dtypes:
        found = f"{array.ndim}-d {array.dtype}"
    else:
        return array
    raise TypeError(f"array: expected a {axes}-d {named}, found {found}")


class Norms(np.ndarray[Any, np.dtype[np.float32]], Chunk):
    """A float32 array of numpy, (words,).

    Raises:
        TypeError: it is no such array.
    """

    def __new__(cls, array: npt.NDArray[np.float32]) -> Self:
        return expect_kept(array, 1, FLOAT32, "float32 array").view(cls)

    def __getitem__(self, index: Any) -> Any:
        found = self.view(np.ndarray)[index]
        return found.view(Norms) if isinstance(index, slice) else found

    def record(self) -> Any:
        return Finalfusion.Norms.build(norms=self.view(np.ndarray))


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
