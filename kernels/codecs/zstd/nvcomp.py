"""`zstd` on an NVIDIA GPU: what nvCOMP is to decompress."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.zstd.codec import Zstd
from quire.kernels.codecs.zstd.library import check_frame
from quire.kernels.contract import StoredError, Stream, Streams


def decode(stored: npt.NDArray[np.uint8], size: int, _codec: Zstd) -> Streams | None:
    """A frame that tells the size of its content, and has no checksum of it; see `Unpack`."""
    try:
        header = check_frame(stored.data, size)
    except StoredError:  # which the CPU tells, too
        return None
    if header.content_size != size or header.has_checksum:
        return None
    return Streams("Zstd", [Stream(stored, size)])
