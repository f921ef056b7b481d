"""`lz4`: one frame of LZ4 (LZ4 Frame Format 1.6), and nothing beside it but padding, if allowed."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

import cramjam
import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.lz4.codec import Lz4
from quire.kernels.contract import StoredError

MAGIC = bytes.fromhex("04224d18")

_VERSION = 0x40
INDEPENDENT, BLOCK_CHECKSUM, CONTENT_CHECKSUM = 0x20, 0x10, 0x04
_CONTENT_SIZE, _DICTIONARY = 0x08, 0x01
"""Bits of the first byte after the magic; its two highest are the version."""

_UNCOMPRESSED = 1 << 31
"""Of the size of a block."""

Bytes = npt.NDArray[np.uint8]


def decode(
    stored: Bytes,
    out: Bytes,
    codec: Lz4,
    *,
    fresh: bool = False,  # noqa: ARG001  # the library decides how it writes
) -> None:
    """Decompress a frame into memory of exactly the size of its content.

    The library keeps some blocks beside it, of at most 4 MiB. The lock of the interpreter is
    released.

    Args:
        stored: (n,) uint8, one frame; its header may leave the size of the content out.
        out: (m,) uint8, contiguous.
        codec: Whether zeros may follow.
        fresh: Whether the memory of `out` was never touched.

    Raises:
        StoredError: the bytes are no frame, not one alone, or one of other than m bytes.
    """
    _, end = check_frame(stored, out.size, codec)
    try:
        found = cramjam.lz4.decompress_into(stored[:end].data, out.data)
    except cramjam.DecompressionError as error:
        raise StoredError(0, f"an lz4 frame of {out.size} bytes", error) from error
    if found != out.size:
        raise StoredError(0, f"an lz4 frame of {out.size} bytes", found)


def encode(data: Bytes, _codec: Lz4) -> bytes:
    """Compress to one frame, with the size of its content and a checksum of it.

    Args:
        data: (m,) uint8, contiguous.
    """
    frame = bytes(cramjam.lz4.compress(data.data, level=0))
    # The library leaves the size out, and 7 bytes are the header then.
    descriptor = struct.pack("<BBQ", frame[4] | _CONTENT_SIZE, frame[5], data.size)
    return b"".join((MAGIC, descriptor, bytes([_header_checksum(descriptor)]), frame[7:]))


class Header(NamedTuple):
    """That of a frame.

    Attributes:
        flags: The first byte after the magic.
        content_size: Bytes of the content, if it tells.
        block_size: Bytes of the content of a block, at most.
        end: Where the first block begins.
    """

    flags: int
    content_size: int | None
    block_size: int
    end: int


class Block(NamedTuple):
    """A block as it is stored.

    Attributes:
        begin, end: Where its bytes are.
        plain: Whether they are stored as they are.
    """

    begin: int
    end: int
    plain: bool


def check_frame(stored: Bytes, size: int, codec: Lz4) -> tuple[Header, int]:
    """Refuse what is not one frame, and zeros if these may follow, by the headers alone.

    Args:
        stored: (n,) uint8.
        size: Bytes that the frame has to hold; its header may not tell.
        codec: Whether zeros may follow.

    Returns:
        Its header, and where it ends.

    Raises:
        StoredError: it is none, or tells of another size.
    """
    header = _header(stored.data)
    if header.content_size not in {size, None}:
        raise StoredError(6, f"a frame of {size} bytes", header.content_size)
    end = _end_of_blocks(stored.data, header)
    if end > stored.size:
        raise StoredError(stored.size, f"a frame of {end} stored bytes", stored.size)
    rest = stored[end:]
    if rest.size and not codec.padded:
        raise StoredError(end, "nothing after the frame", f"{rest.size} bytes")
    if rest.any():
        wrong = int(np.argmax(rest != 0))
        raise StoredError(end + wrong, "zeros after the frame", f"0x{rest[wrong]:02x}")
    return header, end


def _header(stored: memoryview) -> Header:
    if stored[: len(MAGIC)] != MAGIC:
        raise StoredError(0, f"the magic {MAGIC.hex()}", bytes(stored[: len(MAGIC)]).hex())
    flags = stored[4] if len(stored) > 4 else 0
    sized = bool(flags & _CONTENT_SIZE)
    end = 15 if sized else 7
    if len(stored) < end:
        raise StoredError(len(stored), f"a header of {end} bytes", len(stored))
    if flags & 0xC0 != _VERSION or flags & _DICTIONARY:
        raise StoredError(4, "version 1 without a dictionary", f"flags 0x{flags:02x}")
    checksum = _header_checksum(bytes(stored[4 : end - 1]))
    if stored[end - 1] != checksum:
        raise StoredError(end - 1, f"checksum 0x{checksum:02x}", f"0x{stored[end - 1]:02x}")
    content = int.from_bytes(stored[6:14], "little") if sized else None
    return Header(flags, content, 1 << 8 + 2 * (stored[5] >> 4 & 7), end)


def blocks(stored: memoryview, header: Header) -> Iterator[Block]:
    """The blocks of a frame.

    Raises:
        StoredError: the stored bytes end before there is a last one.
    """
    position = header.end
    trailer = 4 if header.flags & BLOCK_CHECKSUM else 0
    while True:
        begin = position + 4
        if begin > len(stored):
            raise StoredError(len(stored), "another block of the frame", "its end")
        word = int.from_bytes(stored[position:begin], "little")
        if not (size := word & ~_UNCOMPRESSED):
            return
        yield Block(begin, begin + size, bool(word & _UNCOMPRESSED))
        position = begin + size + trailer


def _end_of_blocks(stored: memoryview, header: Header) -> int:
    """Where the frame ends: after its last block, the mark after it, and the checksum."""
    trailer = 4 if header.flags & BLOCK_CHECKSUM else 0
    end = header.end
    for block in blocks(stored, header):
        end = block.end + trailer
    return end + 4 + (4 if header.flags & CONTENT_CHECKSUM else 0)


def _header_checksum(descriptor: bytes) -> int:
    """Second byte of the XXH32 of a descriptor, which has fewer than 16 bytes."""
    mask = 0xFFFFFFFF
    value = 374761393 + len(descriptor)
    words = len(descriptor) // 4 * 4
    for (word,) in struct.iter_unpack("<I", descriptor[:words]):
        value = value + word * 3266489917 & mask
        value = (value << 17 | value >> 15) * 668265263 & mask
    for byte in descriptor[words:]:
        value = value + byte * 374761393 & mask
        value = (value << 11 | value >> 21) * 2654435761 & mask
    value = (value ^ value >> 15) * 2246822519 & mask
    value = (value ^ value >> 13) * 3266489917 & mask
    return (value ^ value >> 16) >> 8 & 0xFF
