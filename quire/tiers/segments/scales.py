"""The scales of groups: from values to what a segment stores, and back."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from quire.kernels.engine.given import expect_one_of
from quire.runtime.errors import EncodingError
from quire.tiers.blocks.bits import kernels_of
from quire.tiers.blocks.numbers import Floats, as_float32

Halves = npt.NDArray[np.float16]

ScaleEncoding = Literal["normal", "ruvector"]
ScaleDecoding = Literal["exact", "ruvector"]

LEAST_NORMAL = np.float32(2**-14)
"""The least float16 that is not subnormal."""


def group_maxima(frame: npt.NDArray[np.floating[Any]], group_len: int) -> Floats:
    """The largest magnitude of each group, as float32; what is not finite counts as 0."""
    values = as_float32(frame, "frame")
    maxima: Floats = kernels_of("codecs.group_quant", values.size).group_maxima(values, group_len)
    return maxima


def stored_scales(maxima: Floats, most: int, encoding: ScaleEncoding) -> Halves:
    """The steps that reach the maxima, float32, as float16; rounded half up in magnitude.

    "normal" keeps them where every reader agrees: what is above 0 is at least 2^-14, and what
    float16 does not hold is an EncodingError. "ruvector" stores what that program does, subnormal
    numbers and infinity included. `most` is the largest code.
    """
    expect_one_of(encoding, get_args(ScaleEncoding), "scale_encoding")
    steps = maxima / np.float32(most)
    if encoding == "ruvector":
        return _rounded(steps)
    halves = _rounded(np.where(steps > 0, np.maximum(steps, LEAST_NORMAL), steps))
    if np.isinf(halves).any():
        found = float(maxima[np.isinf(halves)][0])
        expected = f"magnitudes below {65520 * most} (scales are float16)"
        raise EncodingError(f"expected {expected}, found {found:.9g}")
    return halves


def widened(halves: Halves, decoding: ScaleDecoding) -> Floats:
    """Scales as values are multiplied by them.

    "ruvector" gives subnormal ones half their value, as that program does.
    """
    expect_one_of(decoding, get_args(ScaleDecoding), "scale_decoding")
    wide = halves.astype(np.float32)
    if decoding == "ruvector":
        wide[np.abs(wide) < LEAST_NORMAL] *= np.float32(0.5)
    return wide


def _rounded(steps: Floats) -> Halves:
    """float16 of numbers that are not negative: halves of the last place are rounded up."""
    words = steps.view(np.uint32).astype(np.int64)
    normal = (words + 0x1000 >> 13) - (112 << 10)  # the bias is 15 instead of 127
    subnormal = np.floor(steps.astype(np.float64) * 2**24 + 0.5)
    bits = np.where(steps < LEAST_NORMAL, subnormal, np.minimum(normal, 0x7C00))
    return bits.astype(np.uint16).view(np.float16)
