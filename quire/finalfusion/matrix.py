"""Storages: the rows of embeddings; plain ones, in memory or in a mapped file."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from quire.finalfusion.chunk import Chunk
from quire.generated.finalfusion import Finalfusion
from quire.kernels.backends.arrays import given_array
from quire.runtime.errors import EncodingError

Matrix = npt.NDArray[np.float32]

BLOCK_BYTES = 4 << 20
"""Bytes of the rows that are reconstructed at a time: they stay in the cache for who looks next."""

KINDS = {
    np.dtype(f"{kind.name[0]}{bits // 8}"): kind
    for kind in Finalfusion.DataType
    if (bits := int(kind.name[1:])) <= 64
}
"""By the dtype of a matrix: what a file calls it."""


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
        return expect_matrix(array).view(cls)

    def __getitem__(self, index: Any) -> Any:
        found = self.view(np.ndarray)[index]
        return found.view(NdArray) if isinstance(index, slice) else found

    def __array_finalize__(self, _: Any) -> None:
        """Nothing to carry over."""

    def rows(self, start: int, stop: int) -> Matrix:
        """See `Storage.rows`; a view."""
        return self.view(np.ndarray)[start:stop]

    def take(self, indices: Any) -> Matrix:  # type: ignore[override]  # rows, not elements
        return np.take(self.view(np.ndarray), np.asarray(indices), axis=0)

    def record(self) -> Any:
        rows, columns = self.shape
        matrix = self.view(np.ndarray)
        kind = KINDS[self.dtype]
        return Finalfusion.Matrix.build(
            num_rows=rows, num_columns=columns, data_type=kind, rows=matrix
        )

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


def expect_float32(array: object, axes: int) -> npt.NDArray[np.float32]:
    """An array that is kept without a copy: of numpy, float32, so many axes, nothing masked."""
    if isinstance(array, np.ndarray) and _is_kept(array, axes) and array.dtype == np.float32:
        return array
    raise TypeError(f"array: expected a {axes}-d float32 array, found {_found(array)}")


def expect_matrix(array: object) -> npt.NDArray[Any]:
    """A matrix that is kept without a copy: of numpy, of one of `KINDS`, nothing masked."""
    if isinstance(array, np.ndarray) and _is_kept(array, 2) and array.dtype in KINDS:
        return array
    expected = "a 2-d array of float32, float64 or integers"
    raise TypeError(f"array: expected {expected}, found {_found(array)}")


def _is_kept(array: npt.NDArray[Any], axes: int) -> bool:
    return array.ndim == axes and not np.ma.is_masked(array)


def _found(array: object) -> str:
    if not isinstance(array, np.ndarray):
        return type(array).__name__
    return "masked elements" if np.ma.is_masked(array) else f"{array.ndim}-d {array.dtype}"
