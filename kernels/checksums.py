"""Checksums of stored bytes."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from functools import cache

Buffer = bytes | bytearray | memoryview


def digest(algorithm: str, data: Buffer) -> int:
    """Checksum of bytes.

    Args:
        algorithm: "crc32" (as in zlib and PNG).
        data: Contiguous bytes.

    Raises:
        ValueError: the algorithm is not known.
    """
    return _function(algorithm)(data)


@cache
def _function(algorithm: str) -> Callable[[Buffer], int]:
    if algorithm != "crc32":
        raise ValueError(f"algorithm: expected crc32, found {algorithm}")
    # isal computes the same several times faster.
    name = "isal.isal_zlib" if importlib.util.find_spec("isal") else "zlib"
    crc32: Callable[[Buffer], int] = importlib.import_module(name).crc32
    return crc32
