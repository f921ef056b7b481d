"""How numbers are stored."""

from __future__ import annotations

import struct
from typing import Literal, Protocol

from quire.runtime import structure as s
from quire.testing.plan.expressions import Frame
from quire.testing.stored.stream import Refused

CODES = {
    ("unsigned", 1): "B", ("unsigned", 2): "H", ("unsigned", 4): "I", ("unsigned", 8): "Q",
    ("signed", 1): "b", ("signed", 2): "h", ("signed", 4): "i", ("signed", 8): "q",
    ("float", 2): "e", ("float", 4): "f", ("float", 8): "d",
}  # fmt: skip  # laid out as a table
"""What `struct` calls numbers."""

ORDERS = {"le": "<", "be": ">"}
"""What it calls byte orders."""

TOO_LARGE = (struct.error, OverflowError)
"""What comes of a number that has not as many bytes."""


class Scalar:
    """How a number is stored, in the byte order that it has or that its record has chosen.

    Args:
        stored: Its plan.

    Attributes:
        size: How many bytes it takes.
        fixed: What packs it, if its byte order is not chosen; it raises one of `TOO_LARGE`.
    """

    def __init__(self, stored: s.Number) -> None:
        self.size = stored.size
        self._by_order = {order: _storing(stored, order) for order in ORDERS}
        is_chosen = stored.endian == "chosen"
        self._fixed = None if is_chosen else self._by_order[stored.endian or "le"]
        self.fixed = None if self._fixed is None else self._fixed.pack

    def pack(self, value: float, frame: Frame) -> bytes:
        """A number as it is stored.

        Raises:
            Refused: it does not fit.
        """
        try:
            return (self._fixed or self._by_order[frame.endian]).pack(value)
        except TOO_LARGE as error:
            raise Refused("too large") from error

    def unpack(self, data: bytes, frame: Frame) -> int | float:
        """The number that bytes are."""
        found: int | float = (self._fixed or self._by_order[frame.endian]).unpack(data)[0]
        return found


class _Storing(Protocol):
    def pack(self, value: float, /) -> bytes: ...

    def unpack(self, data: bytes, /) -> tuple[float, ...]: ...


def _storing(stored: s.Number, order: str) -> _Storing:
    code = CODES.get((stored.kind, stored.size))
    return _Wide(stored, order) if code is None else struct.Struct(ORDERS[order] + code)


class _Wide:
    """Integers of more bytes than `struct` knows."""

    def __init__(self, stored: s.Number, order: str) -> None:
        self._size, self._is_signed = stored.size, stored.kind == "signed"
        self._order: Literal["little", "big"] = "little" if order == "le" else "big"

    def pack(self, value: float, /) -> bytes:
        return int(value).to_bytes(self._size, self._order, signed=self._is_signed)

    def unpack(self, data: bytes, /) -> tuple[float, ...]:
        return (int.from_bytes(data, self._order, signed=self._is_signed),)
