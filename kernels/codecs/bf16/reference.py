"""`bf16` in numpy: the definition that the fast kernels are held to, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.bf16.codec import Bf16

Bits = npt.NDArray[np.uint32]


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    codec: Bf16,
    *,
    fresh: bool = False,  # noqa: ARG001  # where values go does not change them
) -> None:
    """Widen every value; exact, and NaN keeps its payload.

    Args:
        stored: (2n,) uint8, at any address: the upper halves of float32.
        out: float32 of `codec.shape`, n values.
        codec: Shape.
        fresh: Whether the memory of `out` was never touched.
    """
    upper = stored.view("<u2").reshape(codec.shape)
    out[...] = (upper.astype(np.uint32) << np.uint32(16)).view(np.float32)


def encode(
    array: npt.NDArray[np.floating[Any]],
    out: npt.NDArray[np.uint8],
    _codec: Bf16,
) -> None:
    """Round every value to bfloat16, once: half to even, overflow to infinity; NaN stays NaN.

    Args:
        array: float32 or float64 of `codec.shape`, any strides, n values.
        out: (2n,) uint8.
    """
    single = array.astype(np.float32) if array.itemsize == 4 else _to_odd(array)
    bits = np.ascontiguousarray(single).reshape(-1).view(np.uint32)
    odd = bits >> np.uint32(16) & np.uint32(1)
    rounded = bits + np.uint32(0x7FFF) + odd >> np.uint32(16)
    quiet = bits >> np.uint32(16) | np.uint32(0x40)
    nan = bits & np.uint32(0x7FFFFFFF) > np.uint32(0x7F800000)
    out.view("<u2")[...] = np.where(nan, quiet, rounded).astype(np.uint16)


def _to_odd(array: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.float32]:
    """float64 as float32, rounded such that rounding again is as if it were done once.

    What is not exact becomes the one of its two neighbours whose last bit is 1.
    """
    wide = np.ascontiguousarray(array, np.float64)
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        bits = np.atleast_1d(wide.astype(np.float32)).view(np.uint32)
        near = bits.view(np.float32).astype(np.float64)
    flat = np.atleast_1d(wide)
    bits = bits - (abs(near) > abs(flat)).astype(np.uint32)
    inexact = (near != flat) & ~np.isnan(flat)
    odd: npt.NDArray[np.float32] = (bits | inexact.astype(np.uint32)).view(np.float32)
    return odd
