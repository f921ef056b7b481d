"""Parameters of `png_rows` for any number of values, and rows that mean something."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.png_rows.codec import FILTERS, PngRows

MOST = 20_000
"""Values of an image: the reference goes byte by byte."""


def image_parameters(shape: tuple[int, ...]) -> list[PngRows]:
    """Images of as many values, of all depths, one of them interlaced."""
    size = math.prod(shape)
    if size > MOST:
        return []
    width = shape[-1] if shape else 1
    found = [PngRows((size // max(width, 1), width, 1), "uint8", bits) for bits in (1, 2, 4, 8)]
    found.append(PngRows((size // max(width, 1), width, 1), "uint8", 8, interlaced=True))
    found.append(PngRows((size // max(width, 1), width, 1), "uint16", 16, interlaced=True))
    found += [PngRows((1, size // n, n), "uint8", 8) for n in (2, 3, 4) if size % n == 0]
    return found


def image_rows(count: int) -> npt.NDArray[np.uint8]:
    """Bytes each of which may be a filter."""
    return np.random.default_rng(17).integers(0, FILTERS, count, dtype=np.uint8)
