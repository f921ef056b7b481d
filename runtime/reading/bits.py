"""A run of fields of bits, read and written in one go."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import TYPE_CHECKING, Any, Literal

from quire.runtime.errors import TruncatedError
from quire.runtime.reading.partial_record import keep
from quire.runtime.reading.reader import Reader
from quire.runtime.stream import Bytes
from quire.runtime.values.scalars import UNPACK
from quire.runtime.writing.writer import Writer

if TYPE_CHECKING:
    from quire.runtime.record import Record


class BitRun:
    """Neighbouring fields of bits, all of one order, which are read as one number.

    It knows the names of its fields and how wide they are, hence which of them a file that is cut
    off has no bits for, and which has a value that does not fit: then they are read or written one
    by one, up to that field.

    Args:
        order: Which bits come first: the most significant ones (`be`), or the least (`le`).
        fields: Pairs of name and type (`b3`, or `flag` for a bit that is a truth value), in the
            order of the stream.
    """

    def __init__(self, order: str, *fields: tuple[str, str]) -> None:
        widths = [1 if kind == "flag" else int(kind[1:]) for _, kind in fields]
        self._fields = tuple(
            (name, width, kind == "flag")
            for (name, kind), width in zip(fields, widths, strict=True)
        )
        self._width = sum(widths)
        self._is_le = order == "le"
        self._order: Literal["little", "big"] = "little" if self._is_le else "big"
        before = [sum(widths[:i]) for i in range(len(widths))]
        self._places = tuple(
            (start if self._is_le else self._width - start - width, 1 << width)
            for start, width in zip(before, widths, strict=True)
        )
        self._size, over = divmod(self._width, 8)
        self._in_bytes = not over
        self._unpack = UNPACK.get(f"u{self._size}{order if self._size > 1 else ''}")

    def read(self, io: Reader) -> int:
        """The bits of all fields; the first are the highest (`be`), or the lowest (`le`)."""
        pos = io._pos
        end = pos + self._size
        # The fast way: whole bytes, of which no bits have been read yet.
        if self._in_bytes and end <= io._end and (not io._bits_left or io._bits_at != pos):
            io._pos = end
            if self._unpack is None:
                return int.from_bytes(io._buffer[pos:end], self._order)
            number: int = self._unpack(io._buffer, pos)[0]
            return number
        read: Callable[[int, str], int] = io.bits_le if self._is_le else io.bits_be
        if not io.more((self._width - io.bits_left + 7) >> 3):
            self._each(io, lambda *_: None)
        return read(self._width, self._fields[0][0])

    def _each(self, io: Reader, see: Callable[[str, int], None]) -> None:
        """Read the fields one by one, of which one does not fit, and raises that."""
        read: Callable[[int, str], int] = io.bits_le if self._is_le else io.bits_be
        for name, width, _ in self._fields:
            see(name, read(width, name))

    def reach(self, record: Record, pos: int, left: int = 0) -> tuple[Bytes, int]:
        """Make sure that the bytes are there; those of a pipe may still have to be fetched.

        So many bits are left of the byte before the position.

        Returns:
            The bytes of the record's stream, and where it ends.

        Raises:
            TruncatedError: for the first field that is not.
        """
        io = record._look_at(pos)
        io._bits_left, io._bits_at = left, pos
        try:
            self.read(io)
        except TruncatedError:  # raised again, when what is before the end was kept
            io._pos, io._bits_left, io._bits_at = pos, left, pos
            self._each(io, lambda name, value: keep(record, name, value))
        return io.data, io._end

    def write(self, io: Writer, *values: Any) -> None:
        """Write the values, in order."""
        put: Callable[[int, int, str], None] = io.bits_le if self._is_le else io.bits_be
        number = self._number(values)
        if number is not None:
            put(self._width, number, self._fields[0][0])
            return
        for (name, width, is_flag), value in zip(self._fields, values, strict=True):
            put(width, int(value) if is_flag else value, name)

    def _number(self, values: tuple[Any, ...]) -> int | None:
        """The values as one number; None if there is one that does not fit, or is no integer."""
        number = 0
        try:
            for value, (shift, limit) in zip(values, self._places, strict=True):
                if not 0 <= value < limit:
                    return None
                number |= index(value) << shift
        except (TypeError, ValueError):
            return None
        return number
