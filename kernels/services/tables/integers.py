"""Unsigned integers of any number of bytes: 3 (`b24`), 16 (`b128`)."""

from __future__ import annotations

from operator import index
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from quire.runtime.errors import FormatError

Order = Literal["little", "big"]


def integers(stored: npt.NDArray[np.uint8], order: Order) -> npt.NDArray[Any]:
    """What bytes are as numbers.

    Args:
        stored: (n, width) uint8.
        order: Of the bytes of a number.

    Returns:
        (n,) uint64, or Python's integers (dtype object) where 64 bits are too few.
    """
    count, width = stored.shape
    if width > 8:
        made = np.empty(count, object)
        made[:] = [int.from_bytes(each, order) for each in map(bytes, stored)]
        return made
    words = np.zeros((count, 8), np.uint8)
    words[:, :width] = stored if order == "little" else stored[:, ::-1]
    return words.view("<u8").reshape(count).astype(np.uint64, copy=False)


def stored_integer(value: Any, width: int, order: Order, path: str) -> bytes:
    """A number as so many bytes.

    Raises:
        FormatError: it is no integer, or does not fit.
    """
    try:
        return index(value).to_bytes(width, order)
    except (TypeError, OverflowError):
        raise FormatError(path, f"an integer from 0 to 2^{8 * width} - 1", value) from None
