"""`affine_u8` in numpy: the definition that the fast kernels are held to, bit for bit."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.affine import Affine
from quire.kernels.codecs.affine_u8.codec import AffineU8
from quire.runtime.errors import EncodingError

Precision = Literal["float32", "float64"]
"""In which precision the range of an array is kept and divided."""


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    codec: Affine,
    *,
    fresh: bool = False,  # noqa: ARG001  # where values go does not change them
) -> None:
    """`float32(code) * float32(scale) + float32(min)`: two roundings, never a fused one.

    Args:
        stored: (n,) uint8, the codes.
        out: float32 of `codec.shape`, n values.
        codec: Shape, scale and min.
        fresh: Whether the memory of `out` was never touched.
    """
    out[...] = stored.reshape(codec.shape)
    with np.errstate(over="ignore"):  # a file may ask for it
        out *= np.float32(codec.scale)
        out += np.float32(codec.min)


def encode(
    array: npt.NDArray[np.floating[Any]],
    out: npt.NDArray[np.uint8],
    codec: AffineU8,
) -> None:
    """`(value - min) / scale`, rounded half to even and clamped to 0..255, in the array's dtype.

    Args:
        array: float32 or float64 of `codec.shape`, any strides, n values.
        out: (n,) uint8.
        codec: Shape, scale and min.

    Raises:
        EncodingError: a value is NaN; or `scale` is 0 and a value is not `min`.
    """
    scale, low = array.dtype.type(codec.scale), array.dtype.type(codec.min)
    refuse(np.isnan(array), array, "a number")
    if scale == 0:
        refuse(array != low, array, f"{low}, as `scale` is 0")
        out[...] = 0
        return
    with np.errstate(over="ignore"):  # beyond either end is clamped
        steps = np.rint((array - low) / scale)
    out.reshape(codec.shape)[...] = np.clip(steps, 0, 255).astype(np.uint8)


def fit(array: npt.NDArray[np.floating[Any]], precision: Precision) -> tuple[float, float]:
    """Find the range of an array: (min, scale), such that the codes 0 and 255 are its ends.

    An empty array gives (0.0, 1.0), a constant one a scale of 1.0.

    Args:
        array: float32 or float64, any shape, any strides.
        precision: Of min, max and the division by 255.

    Raises:
        EncodingError: a value is not finite, or the range overflows float32.
    """
    if array.size == 0:
        return 0.0, 1.0
    refuse(~np.isfinite(array), array, "finite values")
    return parameters_of_range(array.min(), array.max(), precision)


def parameters_of_range(
    low: np.floating[Any], high: np.floating[Any], precision: Precision
) -> tuple[float, float]:
    """(min, scale) for finite values from `low` to `high`."""
    with np.errstate(all="ignore"):  # judged below
        low32 = np.float32(low)
        span32 = np.float32(high) - low32
        scale32 = span32 / np.float32(255)
    if not np.isfinite(span32):
        raise EncodingError(f"affine_u8: expected a range of float32, found {low} to {high}")
    # A step that float32 cannot hold would decode to `min` alone: then codes are all 0 instead.
    minimum, scale = float(low32), float(scale32)
    if precision == "float64":
        minimum, scale = float(low), (float(high) - float(low)) / 255.0
    return minimum, (scale if scale32 != 0 else 1.0)


def refuse(
    bad: npt.NDArray[np.bool_],
    array: npt.NDArray[np.floating[Any]],
    expected: str,
    name: str = "affine_u8",
) -> None:
    """Raise `EncodingError` with the first of the bad values, if there is one."""
    if bad.any():
        index = int(np.argmax(bad))
        value = array.reshape(-1)[index]
        raise EncodingError(f"{name}: expected {expected}, found {value} at flat index {index}")
