"""zstd and LZ4 frames: a whole one to and from the bytes in it."""

from __future__ import annotations

import struct

import cramjam
import zstandard

LZ4_MAGIC = 0x184D2204
LZ4_SIZED = 0x68
"""Version 1, blocks that stand alone, the content size in the header, no checksums."""

RAW_BLOCK = 1 << 31


def deflate(content: bytes, level: int = 1, *, sized: bool = True) -> bytes:
    """One zstd frame, with its content size unless told otherwise."""
    return zstandard.ZstdCompressor(level=level, write_content_size=sized).compress(content)


def inflate(frame: bytes, size: int | None = None) -> bytes:
    """What a zstd frame holds, which must be all there is and `size` bytes long.

    A frame that states another size is refused before anything is allocated for it.
    """
    try:
        stated = zstandard.frame_content_size(frame)
        if size is not None and stated not in {-1, size}:
            raise ValueError(f"a zstd frame of {stated} bytes, not of {size}")
        inflater = zstandard.ZstdDecompressor().decompressobj()
        content = inflater.decompress(frame)
    except zstandard.ZstdError as error:
        raise ValueError(f"not a zstd frame: {error}") from error
    if not inflater.eof or inflater.unused_data:
        raise ValueError("not exactly one zstd frame")
    if size is not None and len(content) != size:
        raise ValueError(f"{len(content)} bytes in a zstd frame, not {size}")
    return content


def lz4_frame(content: bytes) -> bytes:
    """One LZ4 frame of one block, up to 4 MiB, with its content size."""
    assert len(content) <= 1 << 22
    about = struct.pack("<BBQ", LZ4_SIZED, 0x70, len(content))
    block = bytes(cramjam.lz4.compress_block(content, store_size=False))
    size = len(block)
    if size >= len(content):
        block, size = content, len(content) | RAW_BLOCK
    check = _xxh32(about) >> 8 & 255
    return struct.pack("<I10sBI", LZ4_MAGIC, about, check, size) + block + bytes(4)


def lz4_content(data: bytes, size: int) -> bytes:
    """What the LZ4 frame at the start holds, `size` bytes; after it there may only be zeros."""
    end = _lz4_end(data)
    if not data[4] & 8 or struct.unpack_from("<Q", data, 6) != (size,):
        raise ValueError(f"an LZ4 frame that doesn't state {size} bytes")
    if any(data[end:]):
        raise ValueError("bytes after an LZ4 frame")
    try:
        content = bytes(cramjam.lz4.decompress(data[:end]))
    except cramjam.DecompressionError as error:
        raise ValueError(f"not an LZ4 frame: {error}") from error
    if len(content) != size:
        raise ValueError(f"{len(content)} bytes in an LZ4 frame, not {size}")
    return content


def _lz4_end(data: bytes) -> int:
    """Where a frame ends: cramjam takes whatever follows for another one."""
    try:
        magic, flags = struct.unpack_from("<IB", data)
        position = 7 + 8 * bool(flags & 8) + 4 * (flags & 1)
        while size := struct.unpack_from("<I", data, position)[0]:
            position += 4 + size % RAW_BLOCK + 4 * bool(flags & 16)
    except struct.error as error:
        raise ValueError("an LZ4 frame without an end") from error
    if magic != LZ4_MAGIC:
        raise ValueError("no LZ4 frame")
    return int(position + 4 + 4 * bool(flags & 4))


def _xxh32(data: bytes) -> int:
    """XXH32 with the seed 0, of less than 16 bytes: the check of the header of a frame."""
    primes = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x165667B1
    words, rest = len(data) // 4, len(data) % 4
    value = primes[4] + len(data)
    for word in struct.unpack_from(f"<{words}I", data):
        value = _rotated(value + word * primes[2], 17) * primes[3]
    for byte in data[len(data) - rest :]:
        value = _rotated(value + byte * primes[4], 11) * primes[0]
    value %= 1 << 32
    value = (value ^ value >> 15) * primes[1] % (1 << 32)
    value = (value ^ value >> 13) * primes[2] % (1 << 32)
    return value ^ value >> 16


def _rotated(value: int, bits: int) -> int:
    value %= 1 << 32
    return (value << bits | value >> 32 - bits) % (1 << 32)
