"""`deflate`: what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass

from quire.kernels.codecs.zlib.codec import Zlib


@dataclass(frozen=True, slots=True)
class Deflate(Zlib):
    """As of `zlib`, without its header and its checksum."""

    name = "deflate"
    rule = "one deflated stream, bare"
    wbits = -15
