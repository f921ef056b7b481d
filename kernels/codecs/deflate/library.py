"""`deflate`: one deflated stream (RFC 1951), and nothing beside it."""

from quire.kernels.codecs.zlib.library import decode, encode, measure

__all__ = ["decode", "encode", "measure"]
