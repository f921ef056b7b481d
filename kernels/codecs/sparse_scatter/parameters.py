"""Parameters of `sparse_scatter`, the sizes that follow, and which indices mean something."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quire.kernels.contract import ITEM_SIZES, ArraySpec, ParameterError, StoredError


@dataclass(frozen=True, slots=True, eq=False)
class SparseParameters:
    """What a reader has to know to decode a payload.

    The indices are in the byte order of the machine, at any address and with any strides; they are
    kept as they are, and never written to. Parameters are equal when their values are.

    Attributes:
        shape: Shape of the decoded array, of n elements.
        dtype: Its dtype, one of `contract.ITEM_SIZES`.
        indices: (k,) uint32, k at most n: the place of each stored value in the flattened array
            (row-major), in any order. That each is below n is `check`ed when something is decoded.

    Raises:
        ParameterError: the dtype is not known, the shape cannot be that of an array, or the indices
            are no such array.
    """

    shape: tuple[int, ...]
    dtype: str
    indices: NDArray[np.uint32]

    def __post_init__(self) -> None:
        if self.dtype not in ITEM_SIZES:
            raise ParameterError("dtype", f"one of {', '.join(ITEM_SIZES)}", self.dtype)
        size = output(self).size
        found: object = self.indices
        if not isinstance(found, np.ndarray):
            raise ParameterError("indices", "a uint32 array (any)", type(found).__name__)
        if found.dtype != np.uint32 or found.ndim != 1:
            raise ParameterError("indices", "a uint32 array (any)", f"{found.dtype} {found.shape}")
        if found.size > size:
            raise ParameterError("indices", f"at most {size} indices", found.size)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SparseParameters):
            return NotImplemented
        return (self.shape, self.dtype) == (other.shape, other.dtype) and (
            self.indices is other.indices or np.array_equal(self.indices, other.indices)
        )

    __hash__ = None  # type: ignore[assignment]  # arrays can be changed

    def __repr__(self) -> str:
        count = self.indices.size
        return f"SparseParameters(shape={self.shape}, dtype={self.dtype!r}, indices=<{count}>)"


def output(parameters: SparseParameters) -> ArraySpec:
    """Shape and dtype of the decoded array."""
    return ArraySpec(parameters.shape, parameters.dtype)


def stored_size(parameters: SparseParameters) -> int:
    """Exact number of stored bytes: those of the values, without the indices."""
    count: int = parameters.indices.size
    return count * ITEM_SIZES[parameters.dtype]


def check(_stored: NDArray[np.uint8], parameters: SparseParameters) -> None:
    """Refuse indices that lie outside of the array.

    Raises:
        StoredError: there is one; the place is that of the value it is for.
    """
    size, indices = output(parameters).size, parameters.indices
    if not indices.size or indices.max() < size:
        return
    first = int(np.argmax(indices >= size))
    place = first * ITEM_SIZES[parameters.dtype]
    raise StoredError(place, f"a value for an index below {size}", int(indices[first]))
