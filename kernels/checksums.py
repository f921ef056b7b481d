"""Checksums of stored bytes."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from functools import cache

Buffer = bytes | bytearray | memoryview


class Digest:
    """A checksum of bytes that come piece by piece.

    Attributes:
        value: That of the bytes so far.
    """

    def __init__(self, function: Callable[[Buffer, int], int]) -> None:
        self._function = function
        self.value = function(b"", 0)

    def update(self, data: Buffer) -> None:
        """Go on with more bytes; they are contiguous."""
        self.value = self._function(data, self.value)


def start(algorithm: str) -> Digest:
    """Begin a checksum.

    Args:
        algorithm: "crc32" (as in zlib and PNG).

    Raises:
        ValueError: the algorithm is not known.
    """
    return Digest(_function(algorithm))


def digest(algorithm: str, data: Buffer) -> int:
    """Checksum of bytes, all at once.

    Args:
        algorithm: As for `start`.
        data: Contiguous bytes.

    Raises:
        ValueError: the algorithm is not known.
    """
    running = start(algorithm)
    running.update(data)
    return running.value


@cache
def _function(algorithm: str) -> Callable[[Buffer, int], int]:
    """From bytes and the checksum of what came before them to that of all."""
    if algorithm != "crc32":
        raise ValueError(f"algorithm: expected crc32, found {algorithm}")
    # isal computes the same several times faster.
    name = "isal.isal_zlib" if importlib.util.find_spec("isal") else "zlib"
    crc32: Callable[[Buffer, int], int] = importlib.import_module(name).crc32
    return crc32
