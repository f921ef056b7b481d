"""`lz4` on an NVIDIA GPU: what nvCOMP is to decompress."""

from __future__ import annotations

from itertools import islice

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.lz4.codec import Lz4
from quire.kernels.codecs.lz4.library import (
    BLOCK_CHECKSUM,
    CONTENT_CHECKSUM,
    INDEPENDENT,
    blocks,
    check_frame,
)
from quire.kernels.contract import StoredError, Stream, Streams


def decode(stored: npt.NDArray[np.uint8], size: int, codec: Lz4) -> Streams | None:
    """The blocks of a frame without checksums, each of which goes without the others; see `Unpack`.

    Blocks do not tell how much they hold: all but the last one are taken to be full.
    """
    try:
        header, _ = check_frame(stored, size, codec)
    except StoredError:  # which the CPU tells, too
        return None
    full = header.block_size
    count = -(-size // full)
    found = list(islice(blocks(stored.data, header), count + 1))
    alone = header.flags & INDEPENDENT or count == 1
    summed = header.flags & (BLOCK_CHECKSUM | CONTENT_CHECKSUM)
    if summed or not alone or len(found) != count:
        return None
    parts = [
        Stream(stored[begin:end], min(full, size - i * full), plain)
        for i, (begin, end, plain) in enumerate(found)
    ]
    if any(part.plain and part.stored.size != part.size for part in parts):
        return None
    return Streams("LZ4", parts)
