"""Which rows are asked for, and the array that they go to."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from quire.kernels.engine.given import to_fill
from quire.kernels.services.indexing import RowArray, refuse_no_copy, runs, selected, slice_of

__all__ = ["DecodedRows", "Floats", "Rows", "fitting", "selected"]

Rows = SupportsIndex | slice

Floats = npt.NDArray[np.float32]


def fitting(out: Any, shape: tuple[int, ...]) -> Floats:
    """The memory of an array or tensor to fill, if it fits.

    Raises:
        ValueError: it does not.
        TypeError: it is neither.
    """
    return to_fill(out, shape, np.dtype(np.float32))


class DecodedRows(RowArray):
    """What looks like an array of numpy, and has any shape: see `RowArray`.

    A subclass has `shape`, and decodes rows of the first axis.
    """

    @abstractmethod
    def _read(self, rows: slice | None, out: Floats | None) -> Floats:
        """Rows, or all of an array that may have no axis."""

    @property
    def dtype(self) -> np.dtype[np.float32]:
        """Dtype of the decoded tensor."""
        return np.dtype(np.float32)

    @property
    def size(self) -> int:
        """How many values it has."""
        return math.prod(self.shape)

    def __len__(self) -> int:
        if not self.shape:
            message = "a single value has no length"
            raise TypeError(message)
        return int(self.shape[0])

    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(index) if self.shape else self._read(None, None)[index]

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> Any:  # noqa: FBT001  # numpy's protocol
        refuse_no_copy(copy)
        return self._read(None, None).astype(dtype or np.float32, copy=False)

    def _take(self, rows: Any) -> Floats:
        if isinstance(rows, range):
            return self._read(slice_of(rows), None)
        taken, at = np.empty((len(rows), *self.shape[1:]), np.float32), 0
        for start, stop in runs(rows):
            self._read(slice(start, stop), taken[at : at + stop - start])
            at += stop - start
        return taken
