"""`raw` in numpy, which copies as fast as memory allows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import converted, dtype_of
from quire.kernels.codecs.raw.parameters import RawParameters


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[Any],
    parameters: RawParameters,
    *,
    fresh: bool = False,  # noqa: ARG001  # numpy decides how it writes
) -> None:
    """Take the elements as they are.

    Args:
        stored: uint8, the elements, at any address.
        out: Of `parameters.shape` and `parameters.dtype`.
        parameters: Shape and dtype.
        fresh: Whether the memory of `out` was never touched.
    """
    little = dtype_of(parameters.dtype).newbyteorder("<")
    out[...] = stored.view(little).reshape(parameters.shape)


def encode(array: npt.NDArray[Any], out: npt.NDArray[np.uint8], parameters: RawParameters) -> None:
    """Store the elements as they are.

    Args:
        array: Of `parameters.shape`, any strides and byte order; of `parameters.dtype`, or what
            numpy casts to it as of the same kind.
        out: uint8 of the stored size.
        parameters: Shape and dtype.

    Raises:
        EncodingError: the array is of another kind.
    """
    little = dtype_of(parameters.dtype).newbyteorder("<")
    out.view(little).reshape(parameters.shape)[...] = converted(array, parameters.dtype)
