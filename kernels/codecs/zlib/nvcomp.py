"""`zlib` on an NVIDIA GPU: what nvCOMP is to decompress."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.zlib.codec import Zlib
from quire.kernels.contract import Stream, Streams

_HEAD, _TRAILER = 2, 4
"""Bytes before and after the deflated ones (RFC 1950)."""

_METHOD, _DEFLATED, _DICTIONARY = 0x0F, 8, 0x20
"""What is in the first byte, and in the second."""


def decode(stored: npt.NDArray[np.uint8], size: int, _codec: Zlib) -> Streams | None:
    """What is deflated, and the checksum of its content; see `Unpack`."""
    if stored.size <= _HEAD + _TRAILER:
        return None
    first, second = stored[:_HEAD].tolist()
    wrong = first & _METHOD != _DEFLATED or (first << 8 | second) % 31
    if wrong or second & _DICTIONARY:
        return None
    adler32 = int.from_bytes(stored[-_TRAILER:].tobytes(), "big")
    return Streams("Deflate", [Stream(stored[_HEAD:-_TRAILER], size)], adler32)
