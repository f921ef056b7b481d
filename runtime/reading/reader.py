"""Reading values off a stream, each for a field: errors say which, and where."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Self

from quire.runtime.errors import (
    FormatError,
    LimitError,
    NoTerminatorFoundError,
    ValidationNotEqualError,
)
from quire.runtime.python_errors import bad_text
from quire.runtime.stream import BUFFERS, Stream
from quire.runtime.values.scalars import SCALARS
from quire.runtime.values.units import find_unit

if TYPE_CHECKING:
    from quire.runtime.reading.files import View


def _integer(name: str) -> Callable[[Reader, str], int]:
    scalar = SCALARS[name]
    unpack, size = struct.Struct(scalar.format).unpack_from, scalar.size

    def read(self: Reader, field: str) -> int:
        pos = self._pos
        if self._end - pos < size:
            self.need(size, field)
        self._pos = pos + size
        value: int = unpack(self._buffer, pos)[0]
        return value

    return read


def _number(name: str) -> Callable[[Reader, str], float]:
    return _integer(name)


class Reader(Stream):
    """A stream that values are read off.

    It keeps the contract of `kaitaistruct.KaitaiStream` (`pos`, `seek`, `size`, `is_eof`,
    `read_…`), and adds reads that know the field they are for, so that a file which is cut
    off is reported there.
    """

    @classmethod
    def of(cls, source: Any) -> Reader:
        """Make a reader of bytes, of a binary file, or of one of kaitaistruct's streams."""
        if isinstance(source, Reader):
            return source
        if isinstance(source, BUFFERS):
            return cls(source)
        from quire.runtime.reading.files import reader_of  # which has readers of its own

        return reader_of(source)

    @classmethod
    def viewing(cls, view: memoryview) -> Self:
        """Make a reader that takes values out of a view, and not of the object that it views."""
        reader = cls(view)
        reader._source.is_viewed = True
        return reader

    def part(self) -> Reader:
        """The same stream, as one that belongs to another record."""
        reader = Reader(self._buffer, self._base, budget=self.budget)
        reader._source.whole = self._source.whole
        reader._start, reader._pos, reader._end = self._start, self._pos, self._end
        reader.is_part = True
        return reader

    @classmethod
    def _closed_at(cls, size: int, pos: int) -> Self:
        """A stream that was closed, without its ever having been open."""
        reader = cls.__new__(cls)
        reader.__dict__.update(_CLOSED, _end=size, _pos=pos)
        return reader

    def text(self, size: int, encoding: str, field: str) -> str:
        """The next `size` bytes as text.

        Raises:
            FormatError: a `UnicodeDecodeError`, too: they are no text in this encoding.
        """
        pos = self._pos
        end = pos + size
        if pos < end <= self._end:
            self._pos = end
            stored = self._buffer[pos:end]
        else:
            stored = self.take(size, field)
        try:
            return str(stored, encoding)
        except (UnicodeDecodeError, LookupError) as error:
            raise bad_text(stored, error, encoding, field, self.offset(size)) from None

    def substream(self, size: int, field: str, limit: int | None = None) -> Reader:
        """The next `size` bytes as a stream of their own, whose positions count from 0."""
        pos = self._pos
        if limit is not None or not 0 <= size <= self._end - pos:
            self.take(size, field, limit)  # says what is wrong, if anything
        self._pos = pos + size
        self._bits_left = 0
        return self.within(pos, pos + size)

    def within(self, start: int, end: int) -> Reader:
        """A stream of its own over some of the bytes, from one position to another."""
        stream = Reader.__new__(Reader)
        stream._buffer, stream._base, stream._source = self._buffer, self._base, self._source
        stream._start = stream._pos = start
        stream._end = end
        stream._bits = stream._bits_left = stream._bits_at = stream._taken = 0
        stream._is_within, stream.is_part, stream.budget = True, False, self.budget
        return stream

    def window(self, start: int | None, data: bytes | memoryview) -> Reader:
        """A stream of its own over bytes of this one that began at `start`.

        Without `start`, they are bytes that were made of others.
        """
        if start is not None:
            return self.within(self._start + start, self._start + start + len(data))
        return Reader(data, None, budget=self.budget)

    def contents(self, expected: bytes, field: str, place: str) -> bytes:
        """Bytes that must be there exactly so (a magic); `place` is where the spec says so."""
        found = self.take_bytes(len(expected), field)
        if found != expected:
            raise self._other(expected, found, field, place)
        return found

    def _other(self, expected: bytes, found: bytes, field: str, place: str) -> FormatError:
        """The error for other bytes than those that must be there."""
        offset = self.offset(len(expected))
        error = ValidationNotEqualError(field, expected, found, offset=offset, place=place)
        error.actual, error.io, error.bounds = found, self, (expected,)
        return error

    def count(
        self,
        number: int,
        field: str,
        least: int,
        limit: int | None = None,
        *,
        partial: bool = False,
    ) -> int:
        """A number of elements that take `least` bytes or more each, checked before any is read.

        A negative number is none, as in all targets of Kaitai. With `partial`, as many as there
        are bytes for are read, before one is found missing.
        """
        if limit is not None and number > limit:
            raise LimitError(field, f"at most {limit} elements", number, offset=self.offset())
        if not partial and number * least > self.left():
            error = self.truncated(field, number * least)
            error._is_of_list = True
            raise error
        if number > 0 and not least:
            self._claim(number, field, limit or 0)
        return max(number, 0)

    def _claim(self, number: int, field: str, at_least: int = 0) -> None:
        """Refuse elements that need not take bytes, if they are too many for the whole file."""
        if self._paid_to is not None:
            self.budget.note_read(self._pos - self._paid_to)
        self._paid_to = self._pos
        if not self.budget.claim(number, at_least):
            expected = "fewer elements that take no bytes, in the whole file"
            raise LimitError(field, expected, f"{number} more", offset=self.offset())

    def turns(self, field: str, *, to_end: bool = False, limit: int | None = None) -> Iterator[int]:
        """Count the turns of a repeat; one that goes on without reading anything is refused."""
        for i in itertools.count():
            here = self._pos
            if to_end and here >= self._end and not self.bits_left and not self.more(1):
                return
            if limit is not None and i >= limit:
                raise LimitError(field, f"at most {limit} elements", "more", offset=self.offset())
            bits = self._bits_left
            yield i
            if self._pos != here or self._bits_left != bits:
                continue
            if to_end:
                raise FormatError(
                    field, "elements that take bytes", "a repeat without end", offset=self.offset()
                )
            self._claim(1, field)

    def until(self, terminator: bytes, field: str, **rules: Any) -> bytes:
        """Bytes up to a terminator, copied; the rules are those of `until_view`."""
        return bytes(self.until_view(terminator, field, **rules))

    def until_view(
        self,
        terminator: bytes,
        field: str,
        *,
        include: bool,
        consume: bool,
        eos_error: bool,
        limit: int | None = None,
    ) -> memoryview:
        """Bytes up to a terminator, which is found at multiples of its own length.

        Args:
            terminator: One byte or several.
            field: What the bytes are, for errors.
            include: Whether the terminator is part of them.
            consume: Whether the position is after it afterwards.
            eos_error: Whether there must be one; else all that is left is taken.
            limit: The most bytes that are taken.
        """
        size, at = len(terminator), find_unit(self._buffer, terminator, self._pos, self._end)
        if at < 0:
            if eos_error:
                left = self.left() % size
                raise NoTerminatorFoundError(field, terminator, left, offset=self.offset())
            return self.rest(field, limit)
        value = self.take(at - self._pos + (size if include else 0), field, limit)
        if not include and consume:
            self._pos += size
        elif include and not consume:
            self._pos -= size
        return value

    u1, s1 = _integer("u1"), _integer("s1")
    u2le, u2be, s2le, s2be = map(_integer, ("u2le", "u2be", "s2le", "s2be"))
    u4le, u4be, s4le, s4be = map(_integer, ("u4le", "u4be", "s4le", "s4be"))
    u8le, u8be, s8le, s8be = map(_integer, ("u8le", "u8be", "s8le", "s8be"))
    f4le, f4be, f8le, f8be = map(_number, ("f4le", "f4be", "f8le", "f8be"))

    # -- bits ----------------------------------------------------------------------------

    def bits_be(self, width: int, field: str) -> int:
        """The next bits, the most significant first; they go on where the last ones ended."""
        pos = self._pos
        left = self._bits_left if self._bits_at == pos else 0
        rest = left - width
        value = self._bits if left else 0
        if rest < 0:
            count = (7 - rest) >> 3
            value = value << (count << 3) | int.from_bytes(self._more_bits(count, field), "big")
            rest += count << 3
            self._bits_at = self._pos
        self._bits, self._bits_left = value & ((1 << rest) - 1), rest
        return value >> rest

    def bits_le(self, width: int, field: str) -> int:
        """The next bits, the least significant first."""
        left = self.bits_left
        needed = width - left
        value = self._bits if left else 0
        if needed > 0:
            count = (needed + 7) >> 3
            value |= int.from_bytes(self._more_bits(count, field), "little") << left
            left += count << 3
        self._bits, self._bits_left, self._bits_at = value >> width, left - width, self._pos
        return value & ((1 << width) - 1)

    def _more_bits(self, count: int, field: str) -> memoryview:
        """The next bytes; where there are too few, the position stays, and what is left of bits."""
        pos = self._pos
        if self._end - pos < count:
            self.need(count, field)
        self._pos = pos + count
        return self._buffer[pos : pos + count]

    def read_bits_int_be(self, n: int) -> int:
        """The next bits, the most significant first."""
        return self.bits_be(n, "")

    def read_bits_int_le(self, n: int) -> int:
        """The next bits, the least significant first."""
        return self.bits_le(n, "")

    # -- the rest of kaitaistruct's contract -------------------------------------------

    def _read_bytes_not_aligned(self, n: int) -> bytes:
        self._source.expect_all()
        return self.take_bytes(n, "")

    def read_bytes_full(self) -> bytes:
        """All bytes that are left, copied."""
        self.align_to_byte()
        self._source.expect_all()
        return bytes(self.rest(""))

    def read_bytes_term(
        self, term: int, include_term: bool, consume_term: bool, eos_error: bool
    ) -> bytes:
        """Bytes up to a terminating byte."""
        self._source.expect_all()
        return self.until(
            bytes([term]), "", include=include_term, consume=consume_term, eos_error=eos_error
        )

    def read_bytes_term_multi(
        self, term: bytes, include_term: bool, consume_term: bool, eos_error: bool
    ) -> bytes:
        """Bytes up to a terminator of several bytes."""
        self._source.expect_all()
        return self.until(term, "", include=include_term, consume=consume_term, eos_error=eos_error)

    def to_byte_array(self) -> bytes:
        """The whole stream, copied."""
        return bytes(self.whole())

    @property
    def _io(self) -> View:
        """A file over the same bytes, at the same position, for code that goes below Kaitai's."""
        from quire.runtime.reading.files import View  # which needs readers

        return View(self)

    def _write_bytes_not_aligned(self, data: bytes) -> None:
        """Nothing, and go on: in Kaitai, what was read stands in a copy that nobody looks at."""
        self.seek(self.pos() + len(data))


def _closed() -> dict[str, Any]:
    """What all streams have that were closed before they were made."""
    reader = Reader(b"")
    reader.budget.is_read = True
    reader.close()
    return reader.__dict__


_CLOSED = _closed()
