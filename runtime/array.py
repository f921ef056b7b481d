"""Arrays that are views of a file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from quire.runtime.errors import FormatError
from quire.runtime.reader import Reader
from quire.runtime.writer import Writer


def view_array(
    stored: memoryview,
    dtype: str,
    shape: Sequence[int],
    field: str,
    io: Reader,
    *,
    order: Literal["C", "F"] = "C",
) -> NDArray[Any]:
    """The bytes of a field that ends at the position of `io`, as a read-only array of `shape`."""
    kind = _little_unless_told(dtype)
    wanted = kind.itemsize * math.prod(shape)
    if min(shape, default=0) < 0 or wanted != len(stored):
        expected = f"{wanted} bytes for shape {tuple(shape)} of {dtype}"
        raise FormatError(field, expected, f"{len(stored)} bytes", offset=io.offset(len(stored)))
    return np.frombuffer(stored, kind).reshape(tuple(shape), order=order)


def put_array(
    io: Writer,
    value: Any,
    dtype: str,
    shape: Sequence[int],
    field: str,
    *,
    order: Literal["C", "F"] = "C",
) -> None:
    """Write an array that must have the dtype and the shape of the field."""
    kind = _little_unless_told(dtype)
    array = np.asarray(value)
    if array.shape != tuple(shape) or not np.can_cast(array.dtype, kind, "equiv"):
        found = f"{array.dtype} {array.shape}"
        raise FormatError(field, f"{kind.name} {tuple(shape)}", found, offset=io.pos())
    stored = np.ascontiguousarray(array.T if order == "F" else array, kind)
    io.put(stored.reshape(-1).view(np.uint8).data)


def _little_unless_told(dtype: str) -> np.dtype[Any]:
    return np.dtype(dtype) if dtype.startswith(">") else np.dtype(dtype).newbyteorder("<")
