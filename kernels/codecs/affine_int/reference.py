"""`affine_int` in numpy: the definition that the fast kernels are held to, bit for bit."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.affine_int.codec import RANGES, AffineInt
from quire.kernels.codecs.affine_u8.reference import refuse
from quire.runtime.errors import EncodingError

Precision = Literal["float32", "float64"]
"""In which precision scale and offset are given."""

Values = npt.NDArray[np.floating[Any]]


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    codec: AffineInt,
    *,
    fresh: bool = False,  # noqa: ARG001  # where values go does not change them
) -> None:
    """`float32(code) * float32(scale) + float32(offset)`: two roundings, never a fused one.

    Args:
        stored: uint8, the codes, at any address.
        out: float32 of `codec.shape`.
        codec: Shape, dtype of the codes, scale and offset.
        fresh: Whether the memory of `out` was never touched.
    """
    out[...] = stored.view(_little(codec)).reshape(codec.shape)
    with np.errstate(over="ignore"):  # a file may ask for it
        out *= np.float32(codec.scale)
        out += np.float32(codec.offset)


def encode(array: Values, out: npt.NDArray[np.uint8], codec: AffineInt) -> None:
    """`(value - offset) / scale`, rounded half to even and clamped, in the array's dtype.

    Args:
        array: float32 or float64 of `codec.shape`, any strides.
        out: uint8 of the stored size.
        codec: Shape, dtype of the codes, scale and offset.

    Raises:
        EncodingError: a value is NaN; or `scale` is 0 and a value is not `offset`.
    """
    scale, offset = array.dtype.type(codec.scale), array.dtype.type(codec.offset)
    refuse(np.isnan(array), array, "a number", codec.name)
    if scale == 0:
        refuse(array != offset, array, f"{offset}, as `scale` is 0", codec.name)
        out[...] = 0
        return
    with np.errstate(over="ignore"):  # beyond either end is clamped
        steps = np.rint((array - offset) / scale)
    codes = np.clip(steps, *RANGES[codec.stored])
    out.view(_little(codec)).reshape(codec.shape)[...] = codes.astype(codec.stored)


def fit(array: Values, precision: Precision, *, stored: str = "int16") -> tuple[float, float]:
    """Find the range of an array: (offset, scale), such that the outermost codes are its ends.

    An empty array gives (0.0, 1.0), a constant one itself and 1.0.

    Args:
        array: float32 or float64, any shape, any strides.
        precision: To which offset and scale are rounded.
        stored: The dtype of a code.

    Raises:
        EncodingError: a value is not finite, or the range overflows float32.
    """
    if array.size == 0:
        return 0.0, 1.0
    refuse(~np.isfinite(array), array, "finite values", AffineInt.name)
    return of_range(float(array.min()), float(array.max()), precision, stored)


def of_range(low: float, high: float, precision: Precision, stored: str) -> tuple[float, float]:
    """(offset, scale) for finite values from `low` to `high`."""
    least, most = RANGES[stored]
    scale = high / (most - least) - low / (most - least)  # their difference may overflow
    offset = low - least * scale
    with np.errstate(over="ignore", under="ignore"):  # judged below
        single = np.array([low, high, offset, scale], np.float32)
    if not np.isfinite(single).all():
        raise EncodingError(f"affine_int: expected a range of float32, found {low} to {high}")
    if single[3] == 0:  # a step that float32 cannot hold would decode to `offset` alone
        offset, scale = low, 1.0
    if precision == "float64":
        return offset, scale
    return float(np.float32(offset)), float(np.float32(scale))


def _little(codec: AffineInt) -> np.dtype[Any]:
    return np.dtype(codec.stored).newbyteorder("<")
