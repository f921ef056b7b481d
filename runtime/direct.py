"""What generated readers do by position, in the bytes of a stream."""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING, Any

from quire.runtime.python_errors import bad_text
from quire.runtime.reading.peeking import offset_of
from quire.runtime.values.scalars import UNPACK
from quire.runtime.values.units import find_unit

NAMES = (
    "decode_at",
    "decode_peeked",
    "digits_at",
    "find_at",
    "new",
    *(f"unpack_{name}" for name in UNPACK),
)
"""What generated modules import from here."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from quire.runtime.record import Record
    from quire.runtime.stream import Bytes

new: Callable[[type[Any]], Any] = object.__new__
"""Make a record without anything in it."""

unpack_s1 = UNPACK["s1"]
unpack_u1 = UNPACK["u1"]
unpack_s2le = UNPACK["s2le"]
unpack_s2be = UNPACK["s2be"]
unpack_u2le = UNPACK["u2le"]
unpack_u2be = UNPACK["u2be"]
unpack_s4le = UNPACK["s4le"]
unpack_s4be = UNPACK["s4be"]
unpack_u4le = UNPACK["u4le"]
unpack_u4be = UNPACK["u4be"]
unpack_s8le = UNPACK["s8le"]
unpack_s8be = UNPACK["s8be"]
unpack_u8le = UNPACK["u8le"]
unpack_u8be = UNPACK["u8be"]
unpack_f4le = UNPACK["f4le"]
unpack_f4be = UNPACK["f4be"]
unpack_f8le = UNPACK["f8le"]
unpack_f8be = UNPACK["f8be"]


def decode_at(
    value: bytes | bytearray | memoryview, encoding: str, field: str, record: Record, pos: int
) -> str:
    """The text of a field that stands at a position in the bytes of a record's stream."""
    try:
        # `str(value, encoding)` takes twice as long; views of a stream know no other way.
        return str(value, encoding) if type(value) is memoryview else value.decode(encoding)
    except (UnicodeDecodeError, LookupError) as error:
        raise bad_text(bytes(value), error, encoding, field, offset_of(record, pos)) from None


def digits_at(
    value: bytes | bytearray | memoryview, encoding: str, field: str, record: Record, pos: int
) -> str:
    """The same, of an encoding of octal digits: to look for that takes as long as to read them."""
    if type(value) is bytes and value.isascii():
        return str(value.partition(b"\0")[0], "ascii")
    return decode_at(value, encoding, field, record, pos)


def decode_peeked(value: bytes, encoding: str, field: str, record: Record) -> str:
    """The text of an instance that stands where it is noted that it does."""
    try:
        return value.decode(encoding)
    except (UnicodeDecodeError, LookupError) as error:
        at: Any = record._extent(field)
        offset = at.io.offset_at(at.io._start + at.start)
        raise bad_text(value, error, encoding, name_of(field), offset) from None


def find_at(buf: Bytes, byte: bytes, pos: int, end: int) -> int:
    """Where a byte is, between two positions; -1 if it is not there."""
    if type(buf) is memoryview:
        return find_unit(buf, byte, pos, end)
    return buf.find(byte, pos, end)


def name_of(attribute: str) -> str:
    """What the spec calls a member: words of Python have a line after them."""
    word = attribute.removesuffix("_")
    return word if keyword.iskeyword(word) else attribute
