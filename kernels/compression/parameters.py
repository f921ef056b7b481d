"""Parameters of the codecs of compressed bytes; how many there are is in no parameter."""

from __future__ import annotations

from dataclasses import dataclass, field

from quire.kernels.contract import ParameterError

LEVELS = range(-131072, 23)
"""What zstd has."""

ZLIB_LEVELS = range(10)


@dataclass(frozen=True, slots=True)
class ZstdParameters:
    """What a writer has to know; a reader needs nothing.

    Attributes:
        level: The higher, the smaller and slower; None for what is read fastest at about the
            size of level 1.

    Raises:
        ParameterError: zstd has no such level.
    """

    level: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.level is not None and self.level not in LEVELS:
            raise ParameterError("level", f"{LEVELS[0]} to {LEVELS[-1]}", self.level)


@dataclass(frozen=True, slots=True)
class Lz4Parameters:
    """What a reader has to know.

    Attributes:
        padded: Whether zeros may follow the frame. An encoder adds none.
    """

    padded: bool = False


@dataclass(frozen=True, slots=True)
class ZlibParameters:
    """What a writer has to know; a reader needs nothing.

    Attributes:
        level: 0 to 9, the higher, the smaller and slower; None for what the fastest library that
            is installed does by itself.

    Raises:
        ParameterError: zlib has no such level.
    """

    level: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.level is not None and self.level not in ZLIB_LEVELS:
            expected = f"{ZLIB_LEVELS[0]} to {ZLIB_LEVELS[-1]}"
            raise ParameterError("level", expected, self.level)


def zlib_bound(size: int) -> int:
    """The most bytes that a stream of so many takes: zlib's own `compressBound`."""
    return size + (size >> 12) + (size >> 14) + (size >> 25) + 13
