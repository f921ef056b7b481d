"""Arrays that embeddings are made of: taken as they are, or refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.generated.finalfusion import Finalfusion

KINDS = {
    np.dtype(f"{kind.name[0]}{bits // 8}"): kind
    for kind in Finalfusion.DataType
    if (bits := int(kind.name[1:])) <= 64
}
"""By the dtype of a matrix: what a file calls it."""


def expect_float32(array: object, axes: int) -> npt.NDArray[np.float32]:
    """An array that is kept without a copy.

    Raises:
        TypeError: it is no float32 array of numpy with so many axes, or elements are masked.
    """
    if isinstance(array, np.ndarray) and _is_kept(array, axes) and array.dtype == np.float32:
        return array
    raise TypeError(f"array: expected a {axes}-d float32 array, found {_found(array)}")


def expect_matrix(array: object) -> npt.NDArray[Any]:
    """A matrix that is kept without a copy.

    Raises:
        TypeError: it is no 2-d array of numpy of integers, float32 or float64, or elements are
            masked.
    """
    if isinstance(array, np.ndarray) and _is_kept(array, 2) and array.dtype in KINDS:
        return array
    expected = "a 2-d array of float32, float64 or integers"
    raise TypeError(f"array: expected {expected}, found {_found(array)}")


def _is_kept(array: npt.NDArray[Any], axes: int) -> bool:
    return array.ndim == axes and not np.ma.is_masked(array)


def _found(array: object) -> str:
    if not isinstance(array, np.ndarray):
        return type(array).__name__
    return "masked elements" if np.ma.is_masked(array) else f"{array.ndim}-d {array.dtype}"
