"""`affine_u4` in numpy: the definition that the fast kernels are held to, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.affine_u4.codec import AffineU4
from quire.kernels.codecs.affine_u8 import reference as affine_u8
from quire.kernels.codecs.affine_u8.reference import Precision, refuse

LAST = 15
"""The largest code."""


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    codec: AffineU4,
    *,
    fresh: bool = False,  # noqa: ARG001  # where values go does not change them
) -> None:
    """`float32(code) * float32(scale) + float32(min)`, as `affine_u8`.

    Args:
        stored: (n,) uint8: two codes a byte, the first in the upper half; each row of the first
            axis begins with a byte, and what is left of its last one means nothing.
        out: float32 of `codec.shape`.
        codec: Shape, scale and min.
        fresh: Whether the memory of `out` was never touched.
    """
    count, width, line = codec.lines()
    codes = np.empty((count, line, 2), np.uint8)
    codes[..., 0] = stored.reshape(count, line) >> 4
    codes[..., 1] = stored.reshape(count, line) & LAST
    plain = np.ascontiguousarray(codes.reshape(count, 2 * line)[:, :width])
    affine_u8.decode(plain.reshape(-1), out, codec)


def encode(
    array: npt.NDArray[np.floating[Any]],
    out: npt.NDArray[np.uint8],
    codec: AffineU4,
) -> None:
    """`(value - min) / scale`, rounded half to even and clamped to 0..15, in the array's dtype.

    Args:
        array: float32 or float64 of `codec.shape`, any strides.
        out: uint8 of the stored size.
        codec: Shape, scale and min.

    Raises:
        EncodingError: a value is NaN; or `scale` is 0 and a value is not `min`.
    """
    count, width, line = codec.lines()
    codes = np.zeros((count, 2 * line), np.uint8)
    codes[:, :width] = _codes(array, codec).reshape(count, width)
    out.reshape(count, line)[...] = codes[:, 0::2] << 4 | codes[:, 1::2]


def _codes(array: npt.NDArray[np.floating[Any]], codec: AffineU4) -> npt.NDArray[np.uint8]:
    scale, low = array.dtype.type(codec.scale), array.dtype.type(codec.min)
    refuse(np.isnan(array), array, "a number", "affine_u4")
    if scale == 0:
        refuse(array != low, array, f"{low}, as `scale` is 0", "affine_u4")
        return np.zeros(array.shape, np.uint8)
    with np.errstate(over="ignore"):  # beyond either end is clamped
        steps = np.rint((array - low) / scale)
    codes: npt.NDArray[np.uint8] = np.clip(steps, 0, LAST).astype(np.uint8)
    return codes


def fit(array: npt.NDArray[np.floating[Any]], precision: Precision) -> tuple[float, float]:
    """Find the range of an array, as `affine_u8`: (min, scale), 15 steps of scale wide."""
    return widened(affine_u8.fit(array, precision), precision)


def widened(found: tuple[float, float], precision: Precision) -> tuple[float, float]:
    """The range of 15 steps for (min, scale) of 255."""
    low, step = found
    scale = step * (255 // LAST)
    return low, scale if precision == "float64" else float(np.float32(scale))
