"""Where data ends that tells it by itself."""

from __future__ import annotations

import zlib
from typing import Any

from quire.runtime.errors import FormatError
from quire.runtime.python_errors import impossible
from quire.runtime.reading.reader import Reader

_PIECE, _MADE = 1 << 16, 1 << 20
"""Bytes that zlib is given, and gives, at a time."""

MORE = 0x80
"""The bit of a byte that says that another group of seven bits follows."""

MOST_GROUPS = 10
"""Groups that 64 bits take."""


def len_sub_blocks(io: Reader, field: str) -> int:
    """How many bytes blocks take that begin where a stream stands, up to an empty one.

    Each stands after its length, a byte. The stream stays where it is.

    Raises:
        EndOfStreamError: there are fewer.
    """
    begin = io.pos()
    with io.at(begin):
        while size := io.take(1, field)[0]:
            io.take(size, field)
        return io.pos() - begin


def len_varint(io: Reader, field: str) -> int:
    """How many bytes a number in groups of seven bits takes that begins where a stream stands.

    The highest bit of all bytes but the last is set. The stream stays where it is.

    Raises:
        EndOfStreamError: there are fewer.
        FormatError: there are more than a number of 64 bits takes.
    """
    begin = io.pos()
    try:  # not `io.at`, which takes longer than all else here
        for size in range(1, MOST_GROUPS + 1):
            if io.take(1, field)[0] < MORE:
                return size
    finally:
        io.seek(begin)
    expected = f"a number that ends in {MOST_GROUPS} bytes"
    raise FormatError(field, expected, "more", offset=io.offset())


def len_deflated(io: Reader, field: str) -> int:
    """How many bytes deflated data takes that begins where a stream stands.

    What it becomes is not kept. The stream stays where it is.

    Raises:
        FormatError: a `zlib.error`, too: it was not deflated, or is not complete.
    """
    inflater, size = zlib.decompressobj(-zlib.MAX_WBITS), 0
    with io.at(io.pos()):
        offset = io.offset()
        while not inflater.eof:
            if not io.more(1):
                raise impossible(zlib.error("incomplete or truncated stream"), offset, field)
            piece: Any = io.take(min(io.left(), _PIECE), field)
            size += len(piece)
            try:
                _pass_over(inflater, piece)
            except zlib.error as error:
                raise impossible(error, offset, field) from None
    return size - len(inflater.unused_data)


def _pass_over(inflater: Any, piece: Any) -> None:
    """Inflate a piece, and keep nothing of it."""
    while not inflater.eof:
        made = len(inflater.decompress(piece, _MADE))
        piece = inflater.unconsumed_tail
        if not piece and made < _MADE:
            return
