"""`zstd`: one frame of Zstandard (RFC 8878), and nothing beside it."""

from __future__ import annotations

import threading

import numpy as np
import numpy.typing as npt
import zstandard

from quire.kernels.codecs.zstd.codec import Zstd
from quire.kernels.contract import StoredError

MAGIC = zstandard.FRAME_HEADER

MAX_WINDOW = 128 << 20
"""Bytes that a frame may make the library keep: what zstd itself allows by default."""

_RAW, _REPEATED, _COMPRESSED, _RESERVED = range(4)
"""Types of blocks."""

_OF_THREAD = threading.local()

Bytes = npt.NDArray[np.uint8]


def decode(
    stored: Bytes,
    out: Bytes,
    _codec: Zstd,
    *,
    fresh: bool = False,  # noqa: ARG001  # the library decides how it writes
) -> None:
    """Decompress a frame into memory of exactly the size of its content.

    Where the frame tells that size, it is decompressed in place; the library keeps a window of at
    most `MAX_WINDOW` bytes otherwise. The lock of the interpreter is released.

    Args:
        stored: (n,) uint8, exactly one frame; its header may leave the size of the content out.
        out: (m,) uint8, contiguous.
        fresh: Whether the memory of `out` was never touched.

    Raises:
        StoredError: the bytes are no frame, not one alone, or one of other than m bytes.
    """
    told = check_frame(stored.data, out.size).content_size == out.size
    try:
        with _decompressor().stream_reader(stored.data) as reader:
            found = _fill(reader, out.data)
            # A frame of a size that it tells was checked to its end; others not yet.
            more = b"" if told else reader.read(1)
    except zstandard.ZstdError as error:
        raise StoredError(0, "a frame of zstd", error) from error
    if more or found != out.size:
        size = f"more than {found}" if more else str(found)
        raise StoredError(0, f"a frame of {out.size} bytes", size)


def encode(data: Bytes, codec: Zstd) -> bytes:
    """Compress to one frame with the size of its content, and without a checksum.

    Args:
        data: (m,) uint8, contiguous.
        codec: Level.
    """
    if codec.level is not None:
        return zstandard.ZstdCompressor(level=codec.level).compress(data.data)
    return _compressor().compress(data.data)


def _decompressor() -> zstandard.ZstdDecompressor:
    """That of this thread: to make one takes longer than to decompress some kilobytes."""
    found: zstandard.ZstdDecompressor | None = getattr(_OF_THREAD, "decompressor", None)
    if found is None:
        found = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW)
        _OF_THREAD.decompressor = found
    return found


def _compressor() -> zstandard.ZstdCompressor:
    """That of this thread, of level 1; those of high levels keep hundreds of megabytes."""
    found: zstandard.ZstdCompressor | None = getattr(_OF_THREAD, "compressor", None)
    if found is None:
        found = zstandard.ZstdCompressor(level=1)
        _OF_THREAD.compressor = found
    return found


def _fill(reader: zstandard.ZstdDecompressionReader, out: memoryview) -> int:
    """Read until there is nothing more, or no room; the library may stop on the way."""
    found = 0
    while found < len(out):
        count = reader.readinto(out[found:])
        if not count:
            break
        found += count
    return found


def check_frame(stored: memoryview, size: int) -> zstandard.FrameParameters:
    """Refuse what is not one frame from its first byte to its last, by the headers alone.

    Args:
        stored: The frame.
        size: Bytes that it has to hold; its header may not tell.

    Returns:
        Its header.

    Raises:
        StoredError: it is none, or tells of another size.

    The library would pass over bytes after a frame, and take a frame that is cut for the
    beginning of one.
    """
    if stored[: len(MAGIC)] != MAGIC:
        raise StoredError(0, f"the magic {MAGIC.hex()}", bytes(stored[: len(MAGIC)]).hex())
    try:
        header = zstandard.get_frame_parameters(stored)
    except zstandard.ZstdError as error:
        raise StoredError(0, "the header of a frame", error) from error
    unknown = zstandard.CONTENTSIZE_UNKNOWN
    if header.content_size not in {size, unknown}:
        raise StoredError(0, f"a frame of {size} bytes", header.content_size)
    # A window of the size of the content is no memory of its own: it is `out`.
    if header.window_size > MAX_WINDOW and header.window_size != size:
        raise StoredError(0, f"a window of at most {MAX_WINDOW} bytes", header.window_size)
    if header.dict_id:
        raise StoredError(0, "a frame without a dictionary", header.dict_id)
    end = _end_of_blocks(stored, zstandard.frame_header_size(stored))
    end += 4 if header.has_checksum else 0
    if end > len(stored):
        raise StoredError(len(stored), f"a frame of {end} stored bytes", len(stored))
    if end < len(stored):
        raise StoredError(end, "nothing after the frame", f"{len(stored) - end} bytes")
    return header


def _end_of_blocks(stored: memoryview, position: int) -> int:
    """Where the blocks of a frame end, from the position of the first."""
    last = 0
    while not last:
        header = int.from_bytes(stored[position : position + 3], "little")
        if position + 3 > len(stored):
            raise StoredError(len(stored), "another block of the frame", "its end")
        last, kind, size = header & 1, header >> 1 & 3, header >> 3
        if kind == _RESERVED:
            raise StoredError(position, "a block of a known type", kind)
        position += 3 + (1 if kind == _REPEATED else size)
    return position
