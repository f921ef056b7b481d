"""`fp16` in numpy: the definition that the fast kernels are held to, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.fp16.codec import Fp16


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    codec: Fp16,
    *,
    fresh: bool = False,  # noqa: ARG001  # where values go does not change them
) -> None:
    """Widen every value; exact, and NaN keeps its payload.

    Args:
        stored: (2n,) uint8, at any address.
        out: float32 of `codec.shape`, n values.
        codec: Shape.
        fresh: Whether the memory of `out` was never touched.
    """
    out[...] = stored.view("<f2").reshape(codec.shape)


def encode(
    array: npt.NDArray[np.floating[Any]],
    out: npt.NDArray[np.uint8],
    codec: Fp16,
) -> None:
    """Round every value to float16, once: half to even, overflow to infinity, subnormals kept.

    Args:
        array: float32 or float64 of `codec.shape`, any strides, n values.
        out: (2n,) uint8.
        codec: Shape.
    """
    with np.errstate(all="ignore"):  # infinity is the answer here, not an accident
        out.view("<f2").reshape(codec.shape)[...] = array
