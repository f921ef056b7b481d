"""`sparse_scatter` in numpy: the definition that the fast kernels are held to, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import converted, dtype_of
from quire.kernels.codecs.sparse_scatter.codec import SparseScatter
from quire.kernels.contract import StoredError
from quire.runtime.errors import EncodingError


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[Any],
    codec: SparseScatter,
    *,
    fresh: bool = False,  # noqa: ARG001  # numpy decides how it writes
) -> None:
    """Put each value at its index, zeros elsewhere; of several for one index, the last.

    Args:
        stored: (k * bytes,) uint8, the values, at any address.
        out: Of `codec.shape` and `codec.dtype`, contiguous.
        codec: Shape, dtype and indices.
        fresh: Whether the memory of `out` was never touched.

    Raises:
        StoredError: an index lies outside of the array. Nothing was written.
    """
    codec.check(stored)
    little = dtype_of(codec.dtype).newbyteorder("<")
    flat = out.reshape(-1)
    flat.view(np.uint8)[...] = 0
    flat[codec.indices] = stored.view(little)


def encode(array: npt.NDArray[Any], out: npt.NDArray[np.uint8], codec: SparseScatter) -> None:
    """Store the values at the indices; what the array has elsewhere is not stored.

    Args:
        array: Of `codec.shape`, any strides and byte order; of `codec.dtype`, or what
            numpy casts to it as of the same kind.
        out: uint8 of the stored size.
        codec: Shape, dtype and indices.

    Raises:
        EncodingError: the array is of another kind, or has no element of some index.
    """
    try:
        codec.check(out)
    except StoredError as error:
        message = f"sparse_scatter: expected {error.expected}, found {error.found}"
        raise EncodingError(message) from error
    little = dtype_of(codec.dtype).newbyteorder("<")
    values = array.reshape(-1)[codec.indices]
    out.view(little)[...] = converted(values, codec.dtype)
