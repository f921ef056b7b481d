"""`deflate` on an NVIDIA GPU: what nvCOMP is to decompress."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.deflate.codec import Deflate
from quire.kernels.contract import Stream, Streams


def decode(stored: npt.NDArray[np.uint8], size: int, _codec: Deflate) -> Streams | None:
    """All of it; see `Unpack`."""
    return Streams("Deflate", [Stream(stored, size)]) if stored.size else None
