"""Arrays that embeddings are made of: taken as they are, or refused."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def expect_float32(array: object, axes: int) -> npt.NDArray[np.float32]:
    """An array that is kept without a copy.

    Raises:
        TypeError: it is no float32 array of numpy with so many axes, or elements are masked.
    """
    if not isinstance(array, np.ndarray) or np.ma.is_masked(array):
        found = "masked elements" if isinstance(array, np.ndarray) else type(array).__name__
    elif array.ndim != axes or array.dtype != np.float32:
        found = f"{array.ndim}-d {array.dtype}"
    else:
        return array
    raise TypeError(f"array: expected a {axes}-d float32 array, found {found}")
