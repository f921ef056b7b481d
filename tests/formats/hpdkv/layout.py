"""An independent reader and writer of blobs, with `struct` and `zlib` alone."""

from __future__ import annotations

import math
import struct
import zlib
from dataclasses import dataclass

HEAD = 8


@dataclass(frozen=True)
class Blob:
    """What a blob says.

    Attributes:
        dtype: 0 for float16, 1 for bfloat16.
        shape: Of the tensor.
        words: The values, as 16-bit words.
        indices: Where they stand, or None.
        compressed: Whether the values are.
    """

    dtype: int
    shape: tuple[int, ...]
    words: tuple[int, ...]
    indices: tuple[int, ...] | None = None
    compressed: bool = False

    def dense(self) -> tuple[int, ...]:
        """Words of the dense tensor."""
        if self.indices is None:
            return self.words
        found = [0] * math.prod(self.shape)
        for index, word in zip(self.indices, self.words, strict=True):
            found[index] = word
        return tuple(found)


def write(blob: Blob) -> bytes:
    """The bytes of a blob."""
    flags = (blob.indices is not None) | blob.compressed << 1
    data = b"HPDV" + bytes([1, blob.dtype, len(blob.shape), flags])
    data += struct.pack(f"<{len(blob.shape)}I", *blob.shape)
    data += bytes(-len(data) % 16)
    if blob.indices is not None:
        count = len(blob.indices)
        data += struct.pack(f"<{count + 1}I", count, *blob.indices)
    values = struct.pack(f"<{len(blob.words)}H", *blob.words)
    return data + (zlib.compress(values) if blob.compressed else values)


def read(data: bytes) -> Blob:
    """What a blob that is right says."""
    assert data[:5] == b"HPDV\1"
    dtype, rank, flags = data[5:8]
    shape = struct.unpack_from(f"<{rank}I", data, HEAD)
    at = HEAD + 4 * rank
    padding = -at % 16
    assert not any(data[at : at + padding])
    at += padding
    indices = None
    if flags & 1:
        (count,) = struct.unpack_from("<I", data, at)
        indices = struct.unpack_from(f"<{count}I", data, at + 4)
        at += 4 + 4 * count
    values = zlib.decompress(data[at:]) if flags & 2 else data[at:]
    words = struct.unpack(f"<{len(values) // 2}H", values)
    assert len(words) == (math.prod(shape) if indices is None else len(indices))
    return Blob(dtype, shape, words, indices, bool(flags & 2))
