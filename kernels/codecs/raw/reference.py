"""`raw` in numpy, which copies as fast as memory allows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import converted, dtype_of
from quire.kernels.codecs.raw.codec import Raw


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[Any],
    codec: Raw,
    *,
    fresh: bool = False,  # noqa: ARG001  # numpy decides how it writes
) -> None:
    """Take the elements as they are.

    Args:
        stored: uint8, the elements, at any address.
        out: Of `codec.shape` and `codec.dtype`.
        codec: Shape and dtype.
        fresh: Whether the memory of `out` was never touched.
    """
    little = dtype_of(codec.dtype).newbyteorder("<")
    out[...] = stored.view(little).reshape(codec.shape)


def encode(array: npt.NDArray[Any], out: npt.NDArray[np.uint8], codec: Raw) -> None:
    """Store the elements as they are.

    Args:
        array: Of `codec.shape`, any strides and byte order; of `codec.dtype`, or what
            numpy casts to it as of the same kind.
        out: uint8 of the stored size.
        codec: Shape and dtype.

    Raises:
        EncodingError: the array is of another kind.
    """
    little = dtype_of(codec.dtype).newbyteorder("<")
    out.view(little).reshape(codec.shape)[...] = converted(array, codec.dtype)
