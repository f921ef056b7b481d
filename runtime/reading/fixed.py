"""Neighbouring fields of constant sizes, taken by position in one call: magics and texts, too."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from quire.runtime.reading.block import Block
from quire.runtime.reading.partial_record import keep
from quire.runtime.stream import Bytes

if TYPE_CHECKING:
    from quire.runtime.record import Record

Part = tuple[str, str] | tuple[str, str, str] | tuple[str, bytes, str]


class Fixed(Block):
    """A block that is read alone: what is wrong with it stands before what is missing of it.

    Args:
        parts: Of each field its name and type; the encoding, if it is a text, or "" if something
            else is made of its bytes; or what it always is and where the spec says so.
    """

    def __init__(self, *parts: Part) -> None:
        super().__init__(*((part[0], _kind(part[1])) for part in parts))
        self._parts = parts

    def place_of(self, name: str) -> int | None:
        """Where a field begins; None if it is none of these."""
        place = 0
        for each, kind in self.fields:
            if each == name:
                return place
            place += kind.size
        return None

    def reach(self, record: Record, pos: int) -> tuple[Bytes, int]:
        """Make sure that the values are there; see `Block.reach`.

        Raises:
            FormatError: for the first field that is wrong, or is not there.
        """
        io = record._look_at(pos)
        if io.more(self.size):
            return io.data, io._end
        for (name, kind), part in zip(self.fields, self._parts, strict=True):
            told: Any = part[1:]
            value: Any
            if isinstance(told[0], bytes):
                value = io.contents(told[0], name, told[1])
            elif told[-1] == "":
                io.take(kind.size, name)
                continue
            elif len(told) > 1:
                value = io.text(kind.size, told[1], name)
            else:
                (value,) = struct.unpack(kind.format, io.take(kind.size, name))
            keep(record, name, value)
        message = "the fields fit after all"
        raise AssertionError(message)


def _kind(told: str | bytes) -> str:
    return told if isinstance(told, str) else f"{len(told)}s"
