"""`zlib`: one stream of zlib (RFC 1950), and nothing beside it."""

from __future__ import annotations

import importlib
import importlib.util
import zlib
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.zlib.codec import Zlib, zlib_bound
from quire.kernels.contract import StoredError

PIECE = 1 << 16
"""Stored bytes that the library is given at a time: it copies what it leaves of them."""

CHUNK = 1 << 20
"""Bytes that it gives at a time: they stay in the cache until they are copied."""

PLAIN_LEVEL, FAST_LEVEL = 6, 2
"""Levels where none is asked for: of zlib, which is its own default, and of isal, its default."""

Bytes = npt.NDArray[np.uint8]


def decode(
    stored: Bytes,
    out: Bytes,
    _codec: Zlib,
    *,
    fresh: bool = False,  # noqa: ARG001  # the library decides how it writes
) -> None:
    """Inflate a stream into memory of exactly the size of its content.

    No more than `CHUNK` bytes are kept beside it. The lock of the interpreter is released.

    Args:
        stored: (n,) uint8, one stream; without a preset dictionary.
        out: (m,) uint8, contiguous.
        fresh: Whether the memory of `out` was never touched.

    Raises:
        StoredError: the bytes are no stream, not one alone, or one of other than m bytes; or its
            checksum differs.
    """
    library = _library()
    running, found = library.decompressobj(), 0
    for begin in range(0, stored.size, PIECE):
        piece: Any = stored[begin : begin + PIECE].data
        try:
            found = _inflate(running, piece, out, found)
        except library.error as error:
            raise StoredError(begin, "a stream of zlib", error) from error
        if running.eof:
            end = min(begin + PIECE, stored.size) - len(running.unused_data)
            if end < stored.size:
                behind = f"{stored.size - end} bytes"
                raise StoredError(end, "nothing after the stream", behind)
            break
    if not running.eof:
        raise StoredError(stored.size, "the rest of the stream", "its end")
    if found != out.size:
        raise StoredError(0, f"a stream of {out.size} bytes", found)


def encode(data: Bytes, codec: Zlib) -> bytes:
    """Compress to one stream of at most `zlib_bound` bytes.

    Args:
        data: (m,) uint8, contiguous.
        codec: Level.
    """
    if codec.level is not None:
        packed = zlib.compress(data.data, codec.level)
    elif _library() is zlib:
        packed = zlib.compress(data.data, PLAIN_LEVEL)
    else:
        packed = _library().compress(data.data, FAST_LEVEL)
    if len(packed) > zlib_bound(data.size):
        return zlib.compress(data.data, 0)  # as it is, in blocks
    return packed


def library_name() -> str:
    """The package whose library compresses and inflates: "isal", or "zlib"."""
    return _library().__name__.partition(".")[0]


def _inflate(running: Any, piece: Any, out: Bytes, found: int) -> int:
    """Inflate all of a piece behind what was found before; return how much there is by now."""
    while True:
        most = min(CHUNK, out.size - found + 1)  # one more, to notice that there is more
        data = running.decompress(piece, most)
        if len(data) > out.size - found:
            raise StoredError(0, f"a stream of {out.size} bytes", f"more than {out.size}")
        out[found : found + len(data)] = np.frombuffer(data, np.uint8)
        found += len(data)
        piece = running.unconsumed_tail
        if running.eof or (not piece and len(data) < most):
            return found


@cache
def _library() -> ModuleType:
    """What inflates fastest of what is installed."""
    # isal does the same two to three times as fast.
    name = "isal.isal_zlib" if importlib.util.find_spec("isal") else "zlib"
    return importlib.import_module(name)
