"""`lz4`: what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quire.kernels.contract import DECODE, ENCODE, BytesCodec


@dataclass(frozen=True, slots=True)
class Lz4(BytesCodec):
    """What a reader has to know.

    Attributes:
        padded: Whether zeros may follow the frame. An encoder adds none.
    """

    padded: bool = False

    name = "lz4"
    rule = "one frame of LZ4"
    kernels: ClassVar = {"library": (DECODE, ENCODE), "nvcomp": (DECODE,)}
    needs: ClassVar = {"library": ("cramjam",), "nvcomp": ("cramjam",)}
    expansion = 255  # a byte of a match's length
