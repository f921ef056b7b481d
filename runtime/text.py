"""Bytes and text of a field: padding, terminators, encodings."""

from __future__ import annotations

from quire.runtime.errors import FormatError
from quire.runtime.reader import Reader


def trim(stored: memoryview, pad: int | None, terminator: int | None, include: bool) -> bytes:
    """The value of a sized field: without padding at its right, and cut at the first terminator."""
    value = bytes(stored)
    if pad is not None and pad != terminator:
        value = value.rstrip(bytes([pad]))
    if terminator is not None and (end := value.find(terminator)) >= 0:
        value = value[: end + include]
    return value


def decode_text(value: bytes, encoding: str, field: str, io: Reader) -> str:
    """The text of a field that ends at the position of `io`."""
    try:
        return value.decode(encoding)
    except UnicodeDecodeError as error:
        found = f"byte 0x{value[error.start]:02x} ({error.reason})"
        raise FormatError(
            field, f"text in {encoding}", found, offset=io.offset(len(value) - error.start)
        ) from None
