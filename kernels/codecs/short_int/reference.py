"""`short_int` in numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import converted, dtype_of
from quire.kernels.codecs.short_int.codec import ShortInt
from quire.runtime.errors import EncodingError

BLOCK = 1 << 16
"""Values at a time, so that what is between stored bytes and array stays in the cache."""


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[Any],
    codec: ShortInt,
    *,
    fresh: bool = False,  # noqa: ARG001  # numpy decides how it writes
) -> None:
    """Put the stored bytes where the highest of the dtype are, and shift them down.

    Args:
        stored: uint8, `codec.width` a value.
        out: Of `codec.shape` and `codec.dtype`, contiguous.
        codec: Shape, dtype and width.
        fresh: Whether the memory of `out` was never touched.
    """
    kind = dtype_of(codec.dtype).newbyteorder("<")
    free = kind.itemsize - codec.width
    short, flat = stored.reshape(-1, codec.width), out.reshape(-1)
    wide = np.zeros((min(BLOCK, flat.size), kind.itemsize), np.uint8)
    for start in range(0, flat.size, BLOCK):
        part = short[start : start + BLOCK]
        wide[: len(part), free:] = part
        np.right_shift(wide.view(kind)[: len(part), 0], 8 * free, out=flat[start : start + BLOCK])


def encode(array: npt.NDArray[Any], out: npt.NDArray[np.uint8], codec: ShortInt) -> None:
    """Keep the lowest bytes of each value.

    Args:
        array: Integers of `codec.shape`, any strides and byte order.
        out: uint8 of the stored size.
        codec: Shape, dtype and width.

    Raises:
        EncodingError: a value does not fit, or the array is of another kind.
    """
    kind = dtype_of(codec.dtype).newbyteorder("<")
    wide = np.ascontiguousarray(converted(array, codec.dtype), kind).reshape(-1)
    free = kind.type(8 * (kind.itemsize - codec.width))
    wrong = np.flatnonzero(wide << free >> free != wide)
    if wrong.size:
        at = int(wrong[0])
        expected = f"integers of {codec.width} bytes"
        message = f"short_int: expected {expected}, found {wide[at]} at flat index {at}"
        raise EncodingError(message)
    out.reshape(-1, codec.width)[...] = wide.view(np.uint8).reshape(-1, kind.itemsize)[
        :, : codec.width
    ]
