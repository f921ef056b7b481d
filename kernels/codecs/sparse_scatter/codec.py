"""`sparse_scatter`: what there is to know of it, and which indices mean something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from quire.kernels.contract import (
    DECODE,
    ENCODE,
    ITEM_SIZES,
    ArraySpec,
    FixedCodec,
    ParameterError,
    StoredError,
)


@dataclass(frozen=True, slots=True, eq=False)
class SparseScatter(FixedCodec):
    """Some values at indices, which stand elsewhere, and zeros.

    The indices are in the byte order of the machine, at any address and with any strides; they are
    kept as they are, and never written to. Parameters are equal when their values are.

    Attributes:
        shape: Of n elements.
        dtype: Its dtype, one of `contract.ITEM_SIZES`.
        indices: (k,) uint32, k at most n: the place of each stored value in the flattened array
            (row-major), in any order. That each is below n is `check`ed when something is decoded.

    Raises:
        ParameterError: the dtype is not known, the shape cannot be that of an array, or the indices
            are no such array.
    """

    dtype: str
    indices: NDArray[np.uint32]

    name = "sparse_scatter"
    rule = "value i stands at index i of the flattened array; everything else is zero"
    kernels: ClassVar = {
        "reference": (DECODE, ENCODE),
        "numba": (DECODE,),
        "triton": (DECODE,),
        "cupy": (DECODE,),
    }
    any_bytes = False

    def __post_init__(self) -> None:
        if self.dtype not in ITEM_SIZES:
            raise ParameterError("dtype", f"one of {', '.join(ITEM_SIZES)}", self.dtype)
        size = self.output().size
        found: object = self.indices
        if not isinstance(found, np.ndarray):
            raise ParameterError("indices", "a uint32 array (any)", type(found).__name__)
        if found.dtype != np.uint32 or found.ndim != 1:
            raise ParameterError("indices", "a uint32 array (any)", f"{found.dtype} {found.shape}")
        if found.size > size:
            raise ParameterError("indices", f"at most {size} indices", found.size)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SparseScatter):
            return NotImplemented
        return (self.shape, self.dtype) == (other.shape, other.dtype) and (
            self.indices is other.indices or np.array_equal(self.indices, other.indices)
        )

    __hash__ = None  # type: ignore[assignment]  # arrays can be changed

    def __repr__(self) -> str:
        count = self.indices.size
        return f"SparseScatter(shape={self.shape}, dtype={self.dtype!r}, indices=<{count}>)"

    def output(self) -> ArraySpec:
        """Shape and dtype of the decoded array."""
        return ArraySpec(self.shape, self.dtype)

    def stored_size(self) -> int:
        """Exact number of stored bytes: those of the values, without the indices."""
        count: int = self.indices.size
        return count * ITEM_SIZES[self.dtype]

    def check(self, _stored: NDArray[np.uint8]) -> None:
        """Refuse indices that lie outside of the array.

        Raises:
            StoredError: there is one; the place is that of the value it is for.
        """
        size, indices = self.output().size, self.indices
        if not indices.size or indices.max() < size:
            return
        first = int(np.argmax(indices >= size))
        place = first * ITEM_SIZES[self.dtype]
        raise StoredError(place, f"a value for an index below {size}", int(indices[first]))
