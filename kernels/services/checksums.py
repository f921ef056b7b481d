"""Checksums and hashes of bytes, by the names that a spec has for them."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from functools import cache
from typing import Any, Protocol, TypeVar, overload

from quire.runtime.errors import BackendUnavailable

Buffer = bytes | bytearray | memoryview

Value_co = TypeVar("Value_co", int, bytes, covariant=True)


class Digest(Protocol[Value_co]):
    """A digest of bytes that come piece by piece."""

    @property
    def value(self) -> Value_co:
        """That of the bytes so far."""

    def update(self, data: Buffer) -> None:
        """Go on with more bytes; they are contiguous."""


class _Checksum:
    """A checksum that is a number."""

    def __init__(self, function: Callable[[Buffer, int], int]) -> None:
        self._function = function
        self.value = function(b"", 0)

    def update(self, data: Buffer) -> None:
        self.value = self._function(data, self.value)


class _Hash:
    """A hash that is as many bytes as are asked for."""

    def __init__(self, hasher: Any, size: int) -> None:
        self._hasher = hasher
        self._size = size

    @property
    def value(self) -> bytes:
        found: bytes = self._hasher.digest(length=self._size)
        return found

    def update(self, data: Buffer) -> None:
        self._hasher.update(data)


@overload
def start(algorithm: str) -> Digest[int]: ...
@overload
def start(algorithm: str, size: int) -> Digest[bytes]: ...
@overload
def start(algorithm: str, size: int | None) -> Digest[int] | Digest[bytes]: ...
def start(algorithm: str, size: int | None = None) -> Digest[int] | Digest[bytes]:
    """Begin a digest.

    Args:
        algorithm: "crc32" (as in zlib and PNG), whose value is a number; or "blake3", whose value
            is bytes, computed on the calling thread.
        size: How many bytes of a hash to keep, from its first on; None for a checksum.

    Raises:
        ValueError: the algorithm is not known, or is not one with such a size.
        BackendUnavailable: its library is not installed; says what to install.
    """
    if algorithm == "crc32" and size is None:
        return _Checksum(_crc32())
    if algorithm == "blake3" and size is not None and size > 0:
        return _Hash(_blake3()(), size)
    if algorithm in {"crc32", "blake3"}:
        wanted = "none" if algorithm == "crc32" else "1 or more bytes"
        raise ValueError(f"size of {algorithm}: expected {wanted}, found {size}")
    raise ValueError(f"algorithm: expected crc32 or blake3, found {algorithm}")


@overload
def digest(algorithm: str, data: Buffer) -> int: ...
@overload
def digest(algorithm: str, data: Buffer, size: int) -> bytes: ...
@overload
def digest(algorithm: str, data: Buffer, size: int | None) -> int | bytes: ...
def digest(algorithm: str, data: Buffer, size: int | None = None) -> int | bytes:
    """Digest of bytes, all at once.

    Args:
        algorithm: As for `start`.
        data: Contiguous bytes.
        size: As for `start`.

    Raises:
        ValueError: as for `start`.
        BackendUnavailable: as for `start`.
    """
    running = start(algorithm, size)
    running.update(data)
    return running.value


@cache
def _crc32() -> Callable[[Buffer, int], int]:
    """From bytes and the checksum of what came before them to that of all."""
    # isal computes the same several times faster.
    name = "isal.isal_zlib" if importlib.util.find_spec("isal") else "zlib"
    crc32: Callable[[Buffer, int], int] = importlib.import_module(name).crc32
    return crc32


@cache
def _blake3() -> Callable[[], Any]:
    """What makes a hash object."""
    if importlib.util.find_spec("blake3") is None:
        raise BackendUnavailable("blake3: not installed (pip install blake3)")
    hasher: Callable[[], Any] = importlib.import_module("blake3").blake3
    return hasher
