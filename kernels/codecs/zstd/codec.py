"""`zstd`: what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from quire.kernels.contract import DECODE, ENCODE, BytesCodec, ParameterError

LEVELS = range(-131072, 23)
"""What zstd has."""


@dataclass(frozen=True, slots=True)
class Zstd(BytesCodec):
    """What a writer has to know; a reader needs nothing.

    Attributes:
        level: The higher, the smaller and slower; None for what is read fastest at about the
            size of level 1.

    Raises:
        ParameterError: zstd has no such level.
    """

    level: int | None = field(default=None, compare=False)

    name = "zstd"
    rule = "one frame of Zstandard"
    kernels: ClassVar = {"library": (DECODE, ENCODE), "numba": (ENCODE,), "nvcomp": (DECODE,)}
    needs: ClassVar = dict.fromkeys(("library", "numba", "nvcomp"), ("zstandard",))
    expansion = 32768  # a block of 128 KiB that repeats one byte takes four

    def __post_init__(self) -> None:
        if self.level is not None and self.level not in LEVELS:
            raise ParameterError("level", f"{LEVELS[0]} to {LEVELS[-1]}", self.level)
