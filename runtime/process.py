"""The routines of `process`: what they make of stored bytes, and what it is made of."""

from __future__ import annotations

import zlib

from quire.runtime.errors import LimitError

MAX_INFLATED = 64 << 20
"""Bytes that deflated data may become, where the spec gives no `-limit`; more for larger data."""
RATIO = 16
"""How many times as large as what is stored they may be beyond that."""


def xor(data: bytes, key: int | bytes) -> bytes:
    """Bytes combined with a byte, or with some bytes again and again, by exclusive or.

    Raises:
        ValueError: the key is no byte.
    """
    if isinstance(key, int):
        return data.translate(bytes(byte ^ key for byte in range(256)))
    if not key:
        return b""  # as in Kaitai's runtime: nothing to combine with
    repeated = (key * -(-len(data) // len(key)))[: len(data)]
    mixed = int.from_bytes(data, "little") ^ int.from_bytes(repeated, "little")
    return mixed.to_bytes(len(data), "little")


def rotate_left(data: bytes, amount: int) -> bytes:
    """The bits of each byte, rotated to the left; to the right by a negative amount."""
    amount %= 8
    table = bytes((byte << amount | byte >> (8 - amount)) & 0xFF for byte in range(256))
    return data.translate(table)


def inflate(data: bytes, field: str, limit: int | None = None) -> bytes:
    """Bytes that zlib has compressed.

    Raises:
        LimitError: they would be more than `limit`, or far more than what is stored.
        zlib.error: they were not compressed by zlib, or are not complete.
    """
    most = limit if limit is not None else max(MAX_INFLATED, RATIO * len(data))
    inflater = zlib.decompressobj()
    made = inflater.decompress(data, most)
    if not inflater.eof and inflater.decompress(inflater.unconsumed_tail, 1):
        raise LimitError(field, f"at most {most} bytes inflated", "more")
    if not inflater.eof:
        message = "incomplete or truncated stream"
        raise zlib.error(message)
    return made


def deflate(data: bytes) -> bytes:
    """Bytes compressed by zlib."""
    return zlib.compress(data)
