"""Checksums and hashes of bytes, by the names that a spec has for them."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import zlib
from collections.abc import Callable
from functools import cache
from struct import Struct
from typing import Any, NamedTuple, Protocol, TypeVar, overload

from quire.runtime.coding.crcs import CRCS, Buffer, crc32, register_of, step_of
from quire.runtime.errors import BackendUnavailable

Value_co = TypeVar("Value_co", int, bytes, covariant=True)

Step = Callable[[int, Buffer, str], int]
"""From what was added up so far, more bytes and the words that they are, to what all add up to."""


class Settings(NamedTuple):
    """What a format may say of an algorithm whose value is a number.

    Attributes:
        init: What it begins with; None for what is usual.
        xor: What the result is combined with; None for what is usual.
        word: The numbers that are added up, as specs call them: `u2le`; "" for what is usual.
    """

    init: int | None = None
    xor: int | None = None
    word: str = ""


USUAL = Settings()


class Digest(Protocol[Value_co]):
    """A digest of bytes that come piece by piece."""

    @property
    def value(self) -> Value_co:
        """That of the bytes so far."""

    def update(self, data: Buffer) -> None:
        """Go on with more bytes; they are contiguous, and whole words."""


class Number(NamedTuple):
    """An algorithm whose value is a number.

    Attributes:
        bits: Those of the value; 0 if it has as many as it takes.
        init: What it begins with.
        xor: What the result is combined with.
        word: The numbers that it adds up; "" where it goes byte by byte.
    """

    bits: int
    init: int = 0
    xor: int = 0
    word: str = ""


NUMBERS = {
    **{name: Number(crc.bits, crc.init, crc.xor) for name, crc in CRCS.items()},
    "adler32": Number(32, 1),
    "xxh32": Number(32),
    "xxh64": Number(64),
    **{f"sum{bits}": Number(bits, word="u1") for bits in (8, 16, 32, 64)},
    **{f"xor{bits}": Number(bits, word=f"u{bits // 8}le") for bits in (16, 32, 64)},
    "xor8": Number(8, word="u1"),
    "internet": Number(16, xor=0xFFFF, word="u2be"),
    "udp": Number(16, xor=0xFFFF, word="u2be"),
    "length": Number(0),
}
"""The algorithms whose values are numbers."""

HASHES = {"md5": 16, "sha1": 20, "sha256": 32, "sha512": 64, "blake3": 1 << 16}
"""Those whose values are bytes, with how many there are at most."""

ALGORITHMS = (*NUMBERS, *HASHES)

_CODES = {"1": "B", "2": "H", "4": "I", "8": "Q"}
"""What `struct` calls numbers of so many bytes."""

_FEW = 512
"""Bytes up to which words are added up without numpy."""

WORDS = ("u1", "u2le", "u2be", "u4le", "u4be", "u8le", "u8be")
"""What sums may add up."""


class _Checksum:
    """A checksum that is a number."""

    def __init__(self, name: str, settings: Settings) -> None:
        usual, self._step = NUMBERS[name], _step(name)
        init = usual.init if settings.init is None else settings.init
        self._xor = usual.xor if settings.xor is None else settings.xor
        self._word = settings.word or usual.word
        self._register = register_of(CRCS[name], init) if name in CRCS else init
        self._instead_of_zero = 0xFFFF if name == "udp" else 0  # which says that there is none

    @property
    def value(self) -> int:
        return (self._register ^ self._xor) or self._instead_of_zero

    def update(self, data: Buffer) -> None:
        self._register = self._step(self._register, data, self._word)


class _Hashed:
    """A checksum that a library keeps the state of."""

    def __init__(self, hasher: Any, xor: int) -> None:
        self._hasher, self._xor = hasher, xor
        self.update = hasher.update

    @property
    def value(self) -> int:
        found: int = self._hasher.intdigest()
        return found ^ self._xor


class _Hash:
    """A hash, of which as many bytes are kept as are asked for."""

    def __init__(self, hasher: Any, finish: Callable[[], bytes], size: int) -> None:
        self._finish, self._size = finish, size
        self.update = hasher.update

    @property
    def value(self) -> bytes:
        return self._finish()[: self._size]


@overload
def start(algorithm: str, *, settings: Settings = USUAL) -> Digest[int]: ...
@overload
def start(algorithm: str, size: int, *, settings: Settings = USUAL) -> Digest[bytes]: ...
@overload
def start(
    algorithm: str, size: int | None, *, settings: Settings = USUAL
) -> Digest[int] | Digest[bytes]: ...
def start(
    algorithm: str, size: int | None = None, *, settings: Settings = USUAL
) -> Digest[int] | Digest[bytes]:
    """Begin a digest.

    Args:
        algorithm: One of `NUMBERS`, or of `HASHES`, whose values are bytes.
        size: How many bytes of a hash to keep, from its first on; None for a number.
        settings: What is not as usual of a number.

    Raises:
        ValueError: the algorithm is not known, or is not one with such a size.
        BackendUnavailable: its library is not installed; says what to install.
    """
    if algorithm in NUMBERS:
        if size is not None:
            raise ValueError(f"size of {algorithm}: expected none, found {size}")
        if algorithm.startswith("xxh"):
            hasher = _library("xxhash", algorithm)
            return _Hashed(hasher(seed=settings.init or 0), settings.xor or 0)
        return _Checksum(algorithm, settings)
    if algorithm not in HASHES:
        raise ValueError(f"algorithm: expected {', '.join(ALGORITHMS)}, found {algorithm}")
    most = HASHES[algorithm]
    if size is None or not 0 < size <= most:
        raise ValueError(f"size of {algorithm}: expected 1 to {most} bytes, found {size}")
    if algorithm == "blake3":
        endless = _library("blake3", "blake3")()
        return _Hash(endless, lambda: bytes(endless.digest(length=size)), size)
    hashed = hashlib.new(algorithm, usedforsecurity=False)
    return _Hash(hashed, hashed.digest, size)


@overload
def digest(algorithm: str, data: Buffer) -> int: ...
@overload
def digest(algorithm: str, data: Buffer, size: int) -> bytes: ...
@overload
def digest(algorithm: str, data: Buffer, size: int | None) -> int | bytes: ...
@overload
def digest(algorithm: str, data: Buffer, size: int | None, settings: Settings) -> int | bytes: ...
def digest(
    algorithm: str, data: Buffer, size: int | None = None, settings: Settings = USUAL
) -> int | bytes:
    """Digest of bytes, all at once.

    Args:
        algorithm: As for `start`.
        data: Contiguous bytes.
        size: As for `start`.
        settings: As for `start`.

    Raises:
        ValueError: as for `start`.
        BackendUnavailable: as for `start`.
    """
    if algorithm == "crc32" and size is None and settings is USUAL:  # of many short payloads
        return crc32()(data)
    running = start(algorithm, size, settings=settings)
    running.update(data)
    return running.value


@cache
def _library(module: str, name: str) -> Callable[..., Any]:
    """What makes a hash object."""
    if importlib.util.find_spec(module) is None:
        raise BackendUnavailable(f"{name}: not installed (pip install {module})")
    hasher: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return hasher


@cache
def _step(name: str) -> Step:
    if name in CRCS:
        step = step_of(name)
        return lambda register, data, _: step(register, data)
    if name == "length":
        return lambda register, data, _: register + memoryview(data).nbytes
    if name == "adler32":
        return lambda register, data, _: zlib.adler32(data, register)
    ones = (1 << NUMBERS[name].bits) - 1
    if name.startswith("xor"):
        return lambda register, data, word: register ^ _combined(data, word)
    if name in {"internet", "udp"}:
        return lambda register, data, word: _folded(register + _summed(data, word))
    return lambda register, data, word: (register + _summed(data, word)) & ones


def _words(data: Buffer, word: str) -> Any:
    """Bytes as numbers; what is missing of the last is zeros."""
    import numpy as np  # not for those who only read structure

    size = int(word[1])
    view = memoryview(data).cast("B")
    rest = -len(view) % size
    order = ">" if word.endswith("be") else "<"
    return np.frombuffer(bytes(view) + bytes(rest) if rest else view, f"{order}u{size}")


@cache
def _unpacker(word: str, count: int) -> Struct:
    """What takes so many words apart."""
    order = ">" if word.endswith("be") else "<"
    return Struct(f"{order}{count}{_CODES[word[1]]}")


def _summed(data: Buffer, word: str) -> int:
    view = memoryview(data).cast("B")
    if len(view) <= _FEW:  # numpy would take longer to begin
        words = _unpacker(word, -(-len(view) // int(word[1])))
        return sum(words.unpack(bytes(view).ljust(words.size, b"\0")))
    words = _words(view, word)
    most = 1 << 28  # of which 64 bits hold the sum
    if words.itemsize < 8:
        return sum(int(words[i : i + most].sum(dtype="u8")) for i in range(0, len(words), most))
    return sum(words.tolist())


def _combined(data: Buffer, word: str) -> int:
    import numpy as np

    return int(np.bitwise_xor.reduce(_words(data, word)))


def _folded(total: int) -> int:
    """A sum of ones' complement, in 16 bits."""
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total
