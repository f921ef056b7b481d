"""Bytes and text of a field: padding, terminators, encodings."""

from __future__ import annotations

from quire.runtime.errors import FormatError
from quire.runtime.python_errors import bad_text
from quire.runtime.reading.reader import Reader
from quire.runtime.values import base256  # noqa: F401  # an encoding that text may have
from quire.runtime.values.units import find_unit, without_padding


def trim_view(
    stored: memoryview, pad: int | None, terminator: bytes | None, *, include: bool
) -> memoryview:
    """A sized field without padding at its right, and cut at the first terminator; not copied."""
    if pad is not None and bytes([pad]) != terminator:
        stored = stored[: without_padding(stored, pad)]
    if terminator is not None and (end := find_unit(stored, terminator)) >= 0:
        stored = stored[: end + len(terminator) * include]
    return stored


def trim(
    stored: bytes | memoryview, pad: int | None, terminator: bytes | None, *, include: bool
) -> bytes:
    """The same as bytes: the value of a sized field."""
    if type(stored) is bytes and (terminator is None or len(terminator) == 1):
        if pad is not None and bytes([pad]) != terminator:
            stored = stored.rstrip(bytes([pad]))
        if terminator is not None and (end := stored.find(terminator)) >= 0:
            stored = stored[: end + include]
        return stored
    return bytes(trim_view(memoryview(stored), pad, terminator, include=include))


def decode_text(value: bytes, encoding: str, field: str, io: Reader) -> str:
    """The text of a field that `io` has just read: the bytes that were last taken begin with it."""
    try:
        return value.decode(encoding)
    except (UnicodeDecodeError, LookupError) as error:
        raise bad_text(value, error, encoding, field, io.offset(io._pos - io._taken)) from None


def encode_text(value: str, encoding: str, field: str) -> bytes:
    """Text as the bytes of a field."""
    if not isinstance(value, str):
        raise FormatError(field, "text", type(value).__name__)
    try:
        return value.encode(encoding)
    except UnicodeEncodeError as error:
        found = repr(value[error.start])
        raise FormatError(field, f"text in {encoding}", found) from None
