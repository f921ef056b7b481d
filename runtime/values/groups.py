"""Integers in groups of seven bits: a byte each, whose highest bit is set unless it is the last."""

from __future__ import annotations

import struct
from typing import Any

from quire.runtime.errors import FormatError
from quire.runtime.values.ended import MORE


class Groups:
    """Integers of 64 bits at most, a notation like any other.

    Args:
        is_reversed: The group of the highest bits stands first, not that of the lowest.
        is_signed: The highest bit of the last group is the sign.
    """

    end = b""

    def __init__(self, *, is_reversed: bool = False, is_signed: bool = False) -> None:
        self._is_reversed, self._is_signed = is_reversed, is_signed
        self.number: struct.Struct | None = struct.Struct("<q" if is_signed else "<Q")

    def parse(self, text: bytes, field: str, offset: int | None) -> int:
        """The number that groups are.

        Raises:
            FormatError: there is none, they end early or late, or are more than 64 bits.
        """
        if len(text) == 1 and text[0] < MORE >> self._is_signed:
            return text[0]
        if not text or text[-1] >= MORE or any(byte < MORE for byte in text[:-1]):
            raise FormatError(field, "groups of seven bits up to the last", text, offset=offset)
        value = 0
        for byte in text if self._is_reversed else reversed(text):
            value = value << 7 | byte & (MORE - 1)
        if self._is_signed and text[-1] & 0x40:
            value -= 1 << 7 * len(text)
        if value >> 64 - self._is_signed not in (0, -self._is_signed):
            raise FormatError(field, "a number of 64 bits", value, offset=offset)
        return value

    def write(self, value: int) -> bytes:
        """As few groups as the number takes."""
        made = [value & (MORE - 1)]
        while (value := value >> 7) != self._rest(made[-1]):
            made.append(value & (MORE - 1))
        last = made[0] if self._is_reversed else made[-1]
        more = made[:0:-1] if self._is_reversed else made[:-1]
        return bytes((*(group | MORE for group in more), last))

    def filled(self, text: bytes, spare: int) -> bytes:
        """The same number in so many groups more, which say nothing."""
        if not spare:
            return text
        is_negative = self._is_signed and text[-1] & 0x40
        nothing = MORE - 1 if is_negative else 0
        if self._is_reversed:
            return bytes([nothing | MORE] * spare) + text
        return text[:-1] + bytes([text[-1] | MORE, *[nothing | MORE] * (spare - 1), nothing])

    def _rest(self, group: int) -> int:
        """What is left of a number whose last group this is."""
        return -1 if self._is_signed and group & 0x40 else 0

    def text(self, value: Any) -> str:
        """The number in digits."""
        return str(value)

    def said(self, text: str, field: str) -> int:  # noqa: ARG002  # as other notations are asked
        """The number of digits."""
        return int(text)
