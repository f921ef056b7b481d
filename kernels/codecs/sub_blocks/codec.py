"""`sub_blocks`: what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quire.kernels.contract import DECODE, ENCODE, MEASURE, BytesCodec

MOST = 255
"""Bytes of a block: its length is a byte, and 0 is the end."""


@dataclass(frozen=True, slots=True)
class SubBlocks(BytesCodec):
    """Blocks of at most 255 bytes, each after its length; an empty one is the last."""

    name = "sub_blocks"
    rule = "blocks of at most 255 bytes, each after its length; an empty one is the last"
    kernels: ClassVar = {"reference": (DECODE, ENCODE, MEASURE)}
    expansion = 1
