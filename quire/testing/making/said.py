"""Bytes and texts that choices have as they are in a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quire.runtime import structure as s
from quire.testing.choices import Choices
from quire.testing.making.context import TypeContext
from quire.testing.making.like import like
from quire.testing.plan.expressions import Frame
from quire.testing.reading.documents import DocumentReader
from quire.testing.stored.payloads import Payload
from quire.testing.stored.stream import Refused
from quire.testing.stored.window import Unsure, Wrong

_NO_VALUE = (Refused, Unsure, Wrong, UnicodeDecodeError)

Said = Callable[[Choices, Frame, "int | None"], "tuple[Any, bytes] | None"]


def as_said(owner: TypeContext, field: s.Field, extent: s.Extent, encoding: str) -> Said:
    """What takes a value, and its bytes, out of choices that have them."""
    end = b"" if extent.to_end or extent.size is not None else extent.terminator or b""
    read = _reading(owner, field, extent, encoding)

    def there(frame: Frame) -> bytes:
        if extent.process is not None:
            value = like(frame).found(field.id, frame).value
            plain: bytes = value.encode(encoding) if encoding else bytes(value)
            return plain
        return like(frame).stored(field.id, frame).removesuffix(end)

    def said(draw: Choices, frame: Frame, size: int | None) -> tuple[Any, bytes] | None:
        stored = draw.value(size, lambda: there(frame))
        if stored is None or (end and end in stored):
            return None
        try:
            return read(stored, frame), stored
        except _NO_VALUE:
            return None

    return said


def _reading(
    owner: TypeContext, field: s.Field, extent: s.Extent, encoding: str
) -> Callable[[bytes, Frame], Any]:
    """What a value is of its bytes."""
    if field.codec is not None:
        return Payload(field, field.codec, owner.maker.compiler).read
    if field.document is not None:
        path, maker = field.document.path, owner.maker
        return lambda stored, frame: DocumentReader(maker, frame["_root"], path, None).read(
            stored, path
        )

    def plain(stored: bytes, _: Frame) -> str | bytes:
        if extent.pad is not None:
            stored = stored.rstrip(bytes([extent.pad]))
        if extent.terminator is not None:
            stored = stored.partition(extent.terminator)[0]
        return stored.decode(encoding) if encoding else stored

    return plain
