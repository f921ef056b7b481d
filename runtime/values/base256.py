"""Octal digits as tar has them: a number that is too large for them, or negative, stands in binary.

The encoding of such a text is `base256-12`, of so many bytes. Digits end at a zero. In binary, the
highest bit of the first byte is set; the others are the number, the highest byte first.
"""

from __future__ import annotations

import codecs
import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

_NAME = re.compile(r"base256[-_]([1-9][0-9]{0,2})")
_BINARY = 0x80
_DIGITS = re.compile(r"-?[0-7]+")


def is_base256(encoding: str) -> bool:
    """Whether an encoding is this one, of any number of bytes."""
    return _NAME.fullmatch(encoding) is not None


def _decoded(stored: bytes, width: int, errors: str) -> str:
    """The text of stored bytes; digits are those of the number, where it stands in binary."""
    if not stored or stored[0] < _BINARY:
        return stored.partition(b"\0")[0].decode("ascii", errors)
    bits = 8 * width - 1
    value = int.from_bytes(stored, "big") & ((1 << bits) - 1)
    return f"{value - (1 << bits) if value >> (bits - 1) else value:o}"


def _encoded(text: str, width: int, name: str) -> bytes:
    """So many bytes: a text as it is, where digits do and one byte is left for what ends them."""
    plain = text.strip(" ").lstrip("0")
    if len(plain) < width >= len(text) and not plain.startswith("-"):
        return text.encode("ascii").ljust(width, b"\0")
    if not _DIGITS.fullmatch(text):
        wrong = next((at for at, each in enumerate(text) if each not in "01234567"), 0)
        raise UnicodeEncodeError(name, text, wrong, wrong + 1, "no octal digit")
    value, bits = int(text, 8), 8 * width - 1
    if not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        raise UnicodeEncodeError(name, text, 0, 1, f"a number of more than {bits} bits")
    return (value & ((1 << bits) - 1) | 1 << bits).to_bytes(width, "big")


@cache
def _codec(name: str) -> codecs.CodecInfo | None:
    """The codec of a name, as Python looks for it; None for the names of others."""
    if (found := _NAME.fullmatch(name)) is None:
        return None
    width, name = int(found[1]), f"base256-{found[1]}"

    def decode(stored: Buffer, errors: str = "strict") -> tuple[str, int]:
        data = bytes(stored)
        return _decoded(data, width, errors), len(data)

    def encode(text: str, errors: str = "strict") -> tuple[bytes, int]:  # noqa: ARG001  # Python's
        return _encoded(text, width, name), len(text)

    return codecs.CodecInfo(encode, decode, name=name)


codecs.register(_codec)
