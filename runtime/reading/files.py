"""Readers of somebody else's files: those that can seek are read whole, others as bytes arrive."""

from __future__ import annotations

from contextlib import suppress
from io import SEEK_CUR, SEEK_END, SEEK_SET, RawIOBase
from typing import Any
from weakref import WeakKeyDictionary

from kaitaistruct import KaitaiStream

from quire.runtime.errors import LimitError
from quire.runtime.reading.reader import Reader
from quire.runtime.stream import CLOSED
from quire.runtime.values.units import find_unit

CHUNK = 1 << 20
"""Bytes that are asked for at a time, at most: as many may not come."""


def reader_of(source: Any) -> Reader:
    """Make a reader of a binary file, or of one of kaitaistruct's streams, at its position.

    Raises:
        TypeError: it is none, or a file of text.
    """
    if isinstance(source, KaitaiStream):
        try:
            reader = _at(Reader(source.to_byte_array()), source.pos())
        except OSError:
            return Arriving(source._io)
    elif hasattr(source, "read"):
        try:
            start = source.tell()
            source.seek(0)
        except (OSError, AttributeError):
            return Arriving(source)
        reader = _at(Reader(_binary(source, source.read())), start)
    else:
        kind = type(source).__name__
        message = f"expected bytes or a file that is open in binary mode, found {kind}"
        raise TypeError(message)
    reader._file = source
    return reader


def _at(reader: Reader, start: int) -> Reader:
    reader.seek(start)
    reader.is_part = start > 0
    return reader


def _binary(file: Any, data: Any) -> Any:
    """What a file gave, if it is bytes."""
    if isinstance(data, str):
        message = f"{file!r} is a file of text: open it in binary mode"
        raise TypeError(message)
    if data is None:
        message = f"{file!r} is in non-blocking mode and has no bytes now: set it to blocking mode"
        raise BlockingIOError(message)
    return data


class Arriving(Reader):
    """A stream that cannot seek: bytes are fetched when they are asked for, and no more of them.

    So a record can be read from a pipe that stays open, and another one after it. Whatever goes
    by the size of the stream, or by its end, waits for that.

    Args:
        file: The file; it has to stay open while there is something to be read.
    """

    is_whole = False

    def __init__(self, file: Any) -> None:
        self._memory = bytearray(_handed_back(file))
        super().__init__(self._memory)
        self._file = file
        self._is_over = False

    def more(self, size: int) -> bool:
        """Whether there are so many bytes after the position; what is missing is fetched."""
        wanted = self._pos + size
        while self._end < wanted and not self._is_over:
            self._fetch(min(wanted - self._end, CHUNK))
        return self._end >= wanted

    def _fetch(self, size: int) -> None:
        """Fetch some bytes, so many at most."""
        if getattr(self._file, "closed", False):
            self.close()
            raise ValueError(CLOSED)
        data = _binary(self._file, self._file.read(size))
        self._is_over = not data
        end = self._end + len(data)
        if end > len(self._memory):
            # What was viewed before stays where it is.
            grown = bytearray(max(end, 2 * len(self._memory)))
            grown[: self._end] = memoryview(self._memory)[: self._end]
            self._memory, self._buffer = grown, memoryview(grown).toreadonly()
            self._source = type(self._source)(self._buffer)
        self._memory[self._end : end] = data
        self._end = self.budget.size = end

    def _fetch_all(self) -> None:
        while not self._is_over:
            self._fetch(CHUNK)

    def hand_back(self) -> None:
        """Keep what was fetched and not read, for the next reader of the file."""
        if self._pos < self._end:
            with suppress(TypeError):  # a file that cannot be known again
                _ahead[self._file] = bytes(self._buffer[self._pos : self._end])

    def size(self) -> int:
        """Length of the stream in bytes, once it is over."""
        self._fetch_all()
        return super().size()

    def left(self) -> int:
        """How many bytes are left, once the stream is over."""
        self._fetch_all()
        return super().left()

    def whole(self) -> memoryview:
        """All bytes, once the stream is over."""
        self._fetch_all()
        return super().whole()

    def is_eof(self) -> bool:
        """Whether nothing is left; that takes a byte to tell."""
        return not self.bits_left and not self.more(1)

    def take(self, size: int, field: str, limit: int | None = None) -> memoryview:
        """The next `size` bytes; more than the limit are not fetched."""
        if limit is not None and size > limit:
            raise LimitError(field, f"at most {limit} bytes", size, offset=self.offset())
        return super().take(size, field, limit)

    def rest(self, field: str, limit: int | None = None) -> memoryview:
        """All bytes that are left, once the stream is over, or more than the limit."""
        if limit is not None and self.more(limit + 1):
            raise LimitError(field, f"at most {limit} bytes", "more", offset=self.offset())
        return super().rest(field, limit)

    def count(self, number: int, field: str, least: int, limit: int | None = None, **_: Any) -> int:
        """A number of elements; whether there are so many shows when they are read."""
        return super().count(number, field, least, limit, partial=True)

    def until_view(self, terminator: bytes, field: str, **rules: Any) -> memoryview:
        """Bytes up to a terminator; nothing after that is fetched."""
        size, limit = len(terminator), rules.get("limit")
        if find_unit(self._buffer, terminator, self._pos, self._end) < 0:
            ahead = max(self._end - self._pos, 0) // size * size
            while self.more(ahead + size):
                at = self._pos + ahead
                if self._buffer[at : at + size] == terminator:
                    break
                ahead += size
                if limit is not None and ahead > limit:
                    raise LimitError(field, f"at most {limit} bytes", "more", offset=self.offset())
        return super().until_view(terminator, field, **rules)

    def __reduce__(self) -> tuple[Any, ...]:
        """What was fetched is copied and pickled."""
        state = self.__getstate__()
        del state["_memory"], state["_is_over"]
        return _whole, (), state


def _whole() -> Reader:
    return Reader.__new__(Reader)


_ahead: WeakKeyDictionary[Any, bytes] = WeakKeyDictionary()
"""What was fetched of a file and not read, for the next reader of it."""


def _handed_back(file: Any) -> bytes:
    try:
        return _ahead.pop(file, b"")
    except TypeError:
        return b""


class View(RawIOBase):
    """The bytes of a reader as a file that has no position of its own: each moves the other.

    Args:
        reader: The reader.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    @property
    def name(self) -> str:
        """The path of the file that was read or mapped.

        Raises:
            AttributeError: there is none.
        """
        path = self._reader._source.path
        if path is None:
            raise AttributeError("name")
        return path

    def readable(self) -> bool:
        """Whether it can be read."""
        return True

    def seekable(self) -> bool:
        """Whether the position can be changed."""
        return True

    def tell(self) -> int:
        """The position."""
        return self._reader.pos()

    def seek(self, offset: int, whence: int = SEEK_SET) -> int:
        """Go elsewhere: from the start, from here, or from the end."""
        start = {SEEK_SET: lambda: 0, SEEK_CUR: self._reader.pos, SEEK_END: self._reader.size}
        self._reader.seek(start[whence]() + offset)
        return self._reader.pos()

    def readinto(self, buffer: Any, /) -> int:
        """Fill a buffer, as far as there are bytes."""
        target = memoryview(buffer).cast("B")
        wanted = len(target)
        count = wanted if self._reader.more(wanted) else self._reader.left()
        target[:count] = self._reader.take(count, "")
        return count

    def getvalue(self) -> bytes:
        """All bytes, copied."""
        return self._reader.to_byte_array()

    def getbuffer(self) -> memoryview:
        """All bytes, as a view."""
        return self._reader.whole()
