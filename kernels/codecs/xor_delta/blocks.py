"""What both ways have in common: the stored words, and room for rows in the first-level cache."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import STREAM_BYTES, line_block
from quire.kernels.codecs.xor_delta.codec import XorDelta

HISTORY = 8
"""How many times as long as a row a block is at least, as the last row of one goes to the next."""


def block_of(dtype: npt.DTypeLike, width: int, nbytes: int) -> npt.NDArray[Any]:
    """Room for words, `nbytes` and more, and before them for the row above the first."""
    history = HISTORY * width * np.dtype(dtype).itemsize // STREAM_BYTES * STREAM_BYTES
    return line_block(dtype, max(nbytes, history), before=width)


def stored_words(stored: npt.NDArray[np.uint8], codec: XorDelta) -> npt.NDArray[Any]:
    """The stored bytes as planes (bytes of a word, n) of uint8, or as aligned words (n,).

    Words at another address than kernels like are copied.
    """
    size = np.dtype(codec.stored).itemsize
    if codec.planes:
        return stored.reshape(size, -1)
    words: npt.NDArray[Any] = stored.view(f"u{size}")
    return words if words.flags.aligned else words.copy()
