"""Which rows are asked for, and the array that they go to."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from quire.kernels.engine.given import to_fill
from quire.kernels.services.indexing import selected

__all__ = ["Floats", "Rows", "fitting", "selected"]

Rows = SupportsIndex | slice

Floats = npt.NDArray[np.float32]


def fitting(out: Any, shape: tuple[int, ...]) -> Floats:
    """The memory of an array or tensor to fill, if it fits.

    Raises:
        ValueError: it does not.
        TypeError: it is neither.
    """
    return to_fill(out, shape, np.dtype(np.float32))
