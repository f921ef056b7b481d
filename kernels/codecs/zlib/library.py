"""`zlib`: one stream of zlib (RFC 1950), and nothing beside it."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.zlib.codec import Zlib, zlib_bound
from quire.kernels.contract import StoredError
from quire.runtime.coding.zlibs import fastest_zlib

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
    codec: Zlib,
    *,
    fresh: bool = False,  # noqa: ARG001  # the library decides how it writes
) -> None:
    """Inflate a stream into memory of exactly the size of its content.

    No more than `CHUNK` bytes are kept beside it. The lock of the interpreter is released.

    Args:
        stored: (n,) uint8, one stream; without a preset dictionary.
        out: (m,) uint8, contiguous.
        codec: Which kind of stream.
        fresh: Whether the memory of `out` was never touched.

    Raises:
        StoredError: the bytes are no stream, not one alone, or one of other than m bytes; or its
            checksum differs.
    """
    found = 0
    for data in _inflated(stored, codec, out.size):
        out[found : found + len(data)] = np.frombuffer(data, np.uint8)
        found += len(data)
    if found != out.size:
        raise StoredError(0, f"a stream of {out.size} bytes", found)


def measure(stored: Bytes, codec: Zlib) -> int:
    """How many bytes a stream inflates to; no more than `CHUNK` of them are kept at a time.

    Args:
        stored: (n,) uint8, one stream, with nothing after it.
        codec: Which kind of stream.

    Raises:
        StoredError: as for `decode`.
    """
    return sum(map(len, _inflated(stored, codec)))


def encode(data: Bytes, codec: Zlib) -> bytes:
    """Compress to one stream of at most `zlib_bound` bytes.

    Args:
        data: (m,) uint8, contiguous.
        codec: Level.
    """
    library = fastest_zlib()
    if codec.level is not None:
        packed = _packed(zlib, data, codec, codec.level)
    elif library is zlib:
        packed = _packed(zlib, data, codec, PLAIN_LEVEL)
    else:
        packed = _packed(library, data, codec, FAST_LEVEL)
    if len(packed) > zlib_bound(data.size):
        return _packed(zlib, data, codec, 0)  # as it is, in blocks
    return packed


def _packed(library: ModuleType, data: Bytes, codec: Zlib, level: int) -> bytes:
    packer: Any = library.compressobj(level, library.DEFLATED, codec.wbits)
    return bytes(packer.compress(data.data) + packer.flush())


def library_name() -> str:
    """The package whose library compresses and inflates: "isal", or "zlib"."""
    return fastest_zlib().__name__.partition(".")[0]


def _inflated(stored: Bytes, codec: Zlib, most: int | None = None) -> Iterator[bytes]:
    """What a stream inflates to, piece by piece; at most so many bytes."""
    library = fastest_zlib()
    running: Any = library.decompressobj(codec.wbits)
    found = 0
    for begin in range(0, stored.size, PIECE):
        piece: Any = stored[begin : begin + PIECE].data
        try:
            for data in _pieces(running, piece, None if most is None else most - found):
                found += len(data)
                if most is not None and found > most:
                    raise StoredError(0, f"a stream of {most} bytes", f"more than {most}")
                yield data
        except library.error as error:
            raise StoredError(begin, f"a stream of {codec.name}", error) from error
        if running.eof:
            end = min(begin + PIECE, stored.size) - len(running.unused_data)
            if end < stored.size:
                behind = f"{stored.size - end} bytes"
                raise StoredError(end, "nothing after the stream", behind)
            return
    raise StoredError(stored.size, "the rest of the stream", "its end")


def _pieces(running: Any, piece: Any, most: int | None) -> Iterator[bytes]:
    """What a piece of a stream inflates to, up to `most` bytes or one more."""
    made = 0
    while True:
        # One more than there may be, to notice that there is more.
        step = CHUNK if most is None else min(CHUNK, most - made + 1)
        data = running.decompress(piece, step)
        made += len(data)
        yield data
        piece = running.unconsumed_tail
        if running.eof or (not piece and len(data) < step):
            return
