"""Numbers that are read and written without the record that they stand in."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from quire.runtime.errors import EndOfStreamError
from quire.runtime.structure.lookup import type_and_spec
from quire.runtime.structure.stored import Number

if TYPE_CHECKING:
    from quire.runtime.struct import Struct

_FORMATS = {"unsigned": " BH I   Q", "signed": " bh i   q", "float": "  e f   d"}
"""What the module `struct` calls numbers, by their size in bytes."""


class NumberAt:
    """A number at the same place in every record of a type: a length that is needed first.

    Args:
        kind: The generated class of the records.
        field: Name of the number in it.

    Attributes:
        start: Where it begins in a record.
        size: Bytes that it takes.

    Raises:
        AttributeError: there is no such field.
        ValueError: it is no number, or stands elsewhere in some records.
    """

    def __init__(self, kind: type[Struct], field: str) -> None:
        self.start, end = kind.span_of(field)
        self.size = end - self.start
        stored, self._field = _stored(kind, field), field
        if stored.size != self.size:
            raise ValueError(f"{kind.__qualname__}.{field} is not a number")
        order = ">" if stored.endian == "be" else "<"
        self._struct = struct.Struct(order + _FORMATS[stored.kind][stored.size])

    def read(self, data: bytes | memoryview, at: int = 0) -> Any:
        """Its value.

        Args:
            data: Bytes that have a record, or the beginning of one.
            at: Where the record begins in them.

        Raises:
            EndOfStreamError: they end before the number does.
        """
        start = at + self.start
        if len(data) < start + self.size:
            left = max(0, len(data) - start)
            raise EndOfStreamError(self._field, self.size, left, offset=start)
        return self._struct.unpack_from(data, start)[0]

    def stored(self, value: float) -> bytes:
        """The bytes of a value.

        Raises:
            ValueError: it does not fit.
        """
        try:
            return self._struct.pack(value)
        except struct.error as error:
            raise ValueError(f"{self._field}: {error}, found {value}") from error


def largest(kind: type[Struct], field: str) -> int:
    """The largest integer that a field, or each element of a list, has room for.

    Args:
        kind: The generated class of the records.
        field: Name of the field in it.

    Raises:
        ValueError: there is no such field, or it is no integer.
    """
    stored = _stored(kind, field)
    if stored.kind == "float":
        raise ValueError(f"{kind.__qualname__}.{field} is not an integer")
    return (1 << 8 * stored.size - (stored.kind == "signed")) - 1


def _stored(kind: type[Struct], field: str) -> Number:
    fields = type_and_spec(kind)[0].fields
    stored = next((each.stored for each in fields if each.id == field), None)
    if not isinstance(stored, Number):
        message = f"{kind.__qualname__}.{field} is not a number"
        raise ValueError(message)  # noqa: TRY004  # the name is wrong, not its type
    return stored
