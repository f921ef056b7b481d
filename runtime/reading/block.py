"""A run of fixed-size fields, read and written with one call of `struct`."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from quire.runtime.errors import FormatError, TruncatedError
from quire.runtime.reading.partial_record import keep
from quire.runtime.reading.reader import Reader
from quire.runtime.stream import Bytes
from quire.runtime.values.scalars import SCALARS, fixed
from quire.runtime.writing.writer import Writer

if TYPE_CHECKING:
    from quire.runtime.record import Record


class Block:
    """Neighbouring fixed-size fields, all of one byte order.

    It knows the names of its fields, hence who fell off the end of a file that is cut in the
    middle, and who holds a number that does not fit; the fast path pays nothing for it.

    Args:
        fields: Pairs of name and type (`u4le`, or `16s` for bytes), in the order of the stream.
    """

    def __init__(self, *fields: tuple[str, str]) -> None:
        self.fields = tuple((name, fixed(kind)) for name, kind in fields)
        numbers = (kind for _, kind in self.fields if kind.size > 1 and kind.name in SCALARS)
        order = next((kind.order for kind in numbers), "<")
        self._bytes = tuple(
            (i, name, kind.size)
            for i, (name, kind) in enumerate(self.fields)
            if kind.name not in SCALARS
        )
        self._struct = struct.Struct(order + "".join(kind.code for _, kind in self.fields))
        self.unpack = self._struct.unpack_from
        self.each = self._struct.iter_unpack
        self.pack, self.pack_into = self._struct.pack, self._struct.pack_into
        self.size = self._struct.size

    def read(self, io: Reader) -> tuple[Any, ...]:
        """The values at the stream's position."""
        pos = io._pos
        if io._end - pos < self.size and not io.more(self.size):
            raise self._truncated(io)
        io._pos = pos + self.size
        return self.unpack(io._buffer, pos)

    def reach(self, record: Record, pos: int) -> tuple[Bytes, int]:
        """Make sure that the values are there; those of a pipe may still have to be fetched.

        Returns:
            The bytes of the record's stream, and where it ends.

        Raises:
            TruncatedError: for the first field that is not.
        """
        io = record._look_at(pos)
        if not io.more(self.size):
            self._keep(record, io, pos)
            raise self._truncated(io)
        return io.data, io._end

    def _keep(self, record: Record, io: Reader, pos: int) -> None:
        """Give a record the values that are there before one that is not."""
        left = io.left()
        for name, kind in self.fields:
            left -= kind.size
            if left < 0:
                return
            (value,) = struct.unpack_from(kind.format, io.data, pos)
            pos += kind.size
            keep(record, name, value)

    def write(self, io: Writer, *values: Any) -> None:
        """Write the values, in order."""
        for i, name, size in self._bytes:
            if len(values[i]) != size:
                raise FormatError(name, f"{size} bytes", f"{len(values[i])} bytes", offset=io.pos())
        try:
            io.put(self.pack(*values))
        except (struct.error, OverflowError):
            raise self._misfit(values) from None

    def _truncated(self, io: Reader) -> TruncatedError:
        left = io.left()
        offset = io.offset()
        for name, kind in self.fields:
            if left < kind.size:
                return TruncatedError(name, kind.size, left, offset=offset)
            left -= kind.size
            offset = offset + kind.size if offset is not None else None
        message = "the block fits after all"
        raise AssertionError(message)

    def _misfit(self, values: tuple[Any, ...]) -> FormatError:
        for (name, kind), value in zip(self.fields, values, strict=True):
            try:
                struct.pack(kind.format, value)
            except (struct.error, OverflowError):
                return FormatError(name, kind.range, value)
        message = "every value fits after all"
        raise AssertionError(message)
