"""Files of one tensor, byte by byte: what `specs/tiers.ksy` says, without it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from quire import tiers

SINGLE, TWO_LEVEL, MIXED = range(3)
"""Scales of a block: one, two, or as a bit map says."""


@dataclass(frozen=True)
class File:
    """A file, field by field."""

    num_bits: int
    mode: int
    shape: Sequence[int]
    block_size: int
    metadata: bytes
    bitmap: bytes
    blocks: bytes
    magic: bytes = b"QTIR"
    version: int = 1
    rank: int | None = None
    len_metadata: int | None = None
    len_bitmap: int | None = None
    len_blocks: int | None = None
    padding: int | None = None
    fill: bytes = b"\0"
    checksum: int | None = None
    behind: bytes = b""

    def write(self) -> bytes:
        """The bytes; lengths, padding and checksum are right unless they are given."""
        rank = len(self.shape) if self.rank is None else self.rank
        head = self.magic + struct.pack("<4B", self.version, self.num_bits, self.mode, rank)
        head += struct.pack(f"<I{len(self.shape)}Q", self.block_size, *self.shape)
        head += struct.pack("<I", given_or(self.len_metadata, self.metadata)) + self.metadata
        head += struct.pack("<I", given_or(self.len_bitmap, self.bitmap)) + self.bitmap
        head += struct.pack("<Q", given_or(self.len_blocks, self.blocks))
        head += self.fill * (-len(head) % 64 if self.padding is None else self.padding)
        if self.num_bits == 0:
            return head + self.behind
        right = zlib.crc32(self.blocks)
        checksum = struct.pack("<I", right if self.checksum is None else self.checksum)
        return head + self.blocks + checksum + self.behind


def given_or(length: int | None, data: bytes) -> int:
    """A length, or that of the data."""
    return len(data) if length is None else length


def laid_out(tensor: tiers.QuantizedArray, metadata: bytes = b"{}") -> File:
    """The file of a tensor."""
    mode = MIXED if tensor.two_level_blocks else TWO_LEVEL if tensor.two_level else SINGLE
    bitmap, blocks = tensor.two_level_blocks, tensor.data.tobytes()
    return File(tensor.bits, mode, tensor.shape, tensor.block_size, metadata, bitmap, blocks)
