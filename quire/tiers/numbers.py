"""Numbers that can be quantised."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.runtime.errors import EncodingError


def real_numbers(array: npt.ArrayLike) -> npt.NDArray[np.floating[Any]]:
    """An array of a dtype that the codecs encode: float32 or float64.

    Raises:
        EncodingError: these are no real numbers.
    """
    found = np.asarray(array)
    if found.dtype.kind not in "biuf":
        raise EncodingError(f"expected an array of real numbers, found {found.dtype}")
    if found.dtype.newbyteorder("=") in (np.float32, np.float64):
        return found
    return found.astype(np.promote_types(found.dtype, np.float32)).astype(np.float64)
