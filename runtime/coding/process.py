"""The routines of `process`: what they make of stored bytes, and what it is made of."""

from __future__ import annotations

import zlib
from contextlib import suppress
from typing import Any

from quire.runtime.coding.stored_bytes import adler, kept_as
from quire.runtime.coding.zlibs import fastest_zlib
from quire.runtime.errors import LimitError
from quire.runtime.python_errors import impossible
from quire.runtime.reading.budget import most_decoded, too_much
from quire.runtime.reading.reader import Reader

LARGE = 1 << 10
"""Bytes of a stream for which it pays to have a faster library, at least."""


def xor(data: bytes, key: int | bytes) -> bytes:
    """Bytes combined with a byte, or with some bytes again and again, by exclusive or.

    Raises:
        ValueError: the key is no byte.
    """
    if isinstance(key, int):
        return bytes(data).translate(bytes(byte ^ key for byte in range(256)))
    if not key:
        return b""  # as in Kaitai's runtime: nothing to combine with
    repeated = (key * -(-len(data) // len(key)))[: len(data)]
    mixed = int.from_bytes(data, "little") ^ int.from_bytes(repeated, "little")
    return mixed.to_bytes(len(data), "little")


def rotate_left(data: bytes, amount: int) -> bytes:
    """The bits of each byte, rotated to the left; to the right by a negative amount."""
    amount %= 8
    table = bytes((byte << amount | byte >> (8 - amount)) & 0xFF for byte in range(256))
    return bytes(data).translate(table)


def inflate(data: bytes, field: str, io: Reader, limit: int | None = None) -> bytes:
    """Bytes that zlib has compressed, of a field that ends at the position of `io`.

    Raises:
        LimitError: they would be more than `limit`, or more than the file may become.
        FormatError: a `zlib.error`, too: zlib did not make them, or they are not complete.
    """
    left = io.budget.decodable()
    most = left if limit is None else min(limit, left)
    offset = io.offset(len(data))
    try:
        made, is_whole = _inflated(data, zlib.MAX_WBITS, most + 1)
    except zlib.error as error:
        raise impossible(error, offset, field) from None
    if len(made) > most:
        if most == limit:
            raise LimitError(field, f"at most {limit} bytes inflated", "more", offset=offset)
        raise too_much(most, "more", field, offset)
    io.budget.note_decoded(len(made))
    if not is_whole:
        raise impossible(zlib.error("incomplete or truncated stream"), offset, field)
    return made


def inflate_raw(data: bytes | memoryview, field: str) -> bytes:
    """Bytes that were deflated, without what zlib puts around them.

    Raises:
        LimitError: they would be more than a file of this size may become.
        FormatError: a `zlib.error`, too: they were not deflated, or are not complete.
    """
    most = most_decoded(len(data))
    try:
        made, is_whole = _inflated(data, -zlib.MAX_WBITS, most + 1)
    except zlib.error as error:
        raise impossible(error, None, field) from None
    if len(made) > most:
        raise too_much(most, "more", field, None)
    if not is_whole:
        raise impossible(zlib.error("incomplete or truncated stream"), None, field)
    return made


def _inflated(data: bytes | memoryview, window: int, most: int) -> tuple[bytes, bool]:
    """So many bytes of a stream at most, and whether it ended.

    Raises:
        zlib.error: the stream is wrong.
    """
    library: Any = fastest_zlib() if len(data) >= LARGE else zlib
    if library is not zlib:
        inflater = library.decompressobj(window)
        with suppress(library.error):  # what is wrong is told by zlib
            return inflater.decompress(data, most), inflater.eof
    inflater = zlib.decompressobj(window)
    return inflater.decompress(data, most), inflater.eof


def deflate(
    data: bytes, record: Any = None, stored: str = "", field: str = "", limit: int | None = None
) -> bytes:
    """Bytes compressed by zlib: as they are `stored` by an attribute of a record, if they are.

    The same bytes can be compressed in many ways, and nobody asked for another one.

    Raises:
        LimitError: a `field` has more of them than its reader inflates.
    """
    if limit is not None and len(data) > limit:
        raise LimitError(field, f"at most {limit} bytes inflated", len(data))
    was = kept_as(data, record, stored, _is_deflated, lambda each: each[-_ADLER:])
    return zlib.compress(data) if was is None else was


_ADLER = 4
"""Bytes of the checksum at the end of what zlib has compressed."""


def _is_deflated(stored: bytes, data: bytes) -> bool:
    with suppress(zlib.error):
        return _inflated(stored, zlib.MAX_WBITS, len(data) + 1) == (data, True)
    return False


def encoded(routine: Any, data: bytes, record: Any = None, stored: str = "") -> bytes:
    """Bytes that somebody else's routine makes, with its `encode`: see `deflate`."""

    def is_made(each: bytes, data: bytes) -> bool:
        return bool(routine.decode(each) == data)

    was = kept_as(data, record, stored, is_made, lambda each: adler(routine.decode(each)))
    if was is not None:
        return was
    made: bytes = routine.encode(data)
    return made
