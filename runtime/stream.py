"""Bounded, positioned bytes: a window over those of a file, which are not copied."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, ClassVar, Self

from kaitaistruct import InvalidArgumentError, KaitaiStream

from quire.runtime.errors import FormatError, LimitError, TruncatedError
from quire.runtime.python_errors import impossible
from quire.runtime.reading.budget import Budget
from quire.runtime.reading.copies import copied
from quire.runtime.reading.source import CLOSED_VIEW, MappedFile, Source, contents, octets

CLOSED = "the file is closed"

_UNCOPIED = ("_buffer", "_file")

Bytes = bytes | bytearray | memoryview | mmap.mmap
"""What a stream's bytes are to those who read them by position."""

BUFFERS = (bytes, bytearray, memoryview, mmap.mmap)

_WHOLE = frozenset((bytes, bytearray, mmap.mmap, MappedFile))


class Stream(KaitaiStream):  # type: ignore[misc]  # kaitaistruct has no types
    """Bytes in memory or in a mapped file, from a start to an end, and a position among them.

    Args:
        data: The bytes; never copied.
        base: Where `data` begins in the file, for the offsets in errors; None for bytes that do
            not stand in the file like this.
        owner: What to close with the stream (the mapped file).
        size: Length of the stream, where `data` is only its beginning: what is after that can be
            passed over, and not be read.
        budget: What the file may become that the bytes are of, if they are not all of it.
    """

    _paid_to: int | None = None  # up to where elements were paid for that need not take bytes

    is_whole: ClassVar[bool] = True
    """Whether all bytes are there, and none are still to arrive."""

    noted: dict[str, Any] | None = None
    """While a list of many records is read: by field, what its values have in common."""

    was: Any = None
    """What its record had, which has this one until the next writing: in that its parts stand."""

    _file: Any = None
    """Somebody else's file, that it was made of."""

    def __init__(
        self,
        data: bytes | bytearray | memoryview | mmap.mmap,
        base: int | None = 0,
        owner: mmap.mmap | None = None,
        size: int | None = None,
        budget: Budget | None = None,
    ) -> None:
        # Streams within this one have the same buffer, so that closing this one lets go of it.
        self._buffer = octets(data)
        self._start = self._pos = 0
        self._end = len(self._buffer) if size is None else size
        self._base = base
        self._source = Source(self._buffer, owner)
        self._is_within = False
        self.budget = Budget(self._end) if budget is None else budget
        self._bits = self._bits_left = self._bits_at = self._taken = 0
        self.is_part = False
        """Whether it was begun at another position than its start, or is not its record's own."""

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, mmap: bool | None = None) -> Self:
        """Read a file, or map it if it is large; see `source.contents`."""
        data = contents(path, mmap=mmap)
        reader = cls(data) if isinstance(data, bytes) else cls(data, owner=data)
        reader._source.path = os.fspath(path)
        return reader

    def hand_back(self) -> None:
        """Leave the file that this reader was made of, if it was, where this one is."""
        if self._file is not None:
            with suppress(ValueError, OSError):  # it may be closed
                self._file.seek(self.pos())

    def __getstate__(self) -> dict[str, Any]:
        """What is copied and pickled: a mapped file as its path, other bytes as they are."""
        return {name: value for name, value in vars(self).items() if name not in _UNCOPIED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _buffer=state["_source"].view)

    @property
    def is_mapped(self) -> bool:
        """Whether the bytes are those of a mapped file, which can be mapped again."""
        return isinstance(self._source.mapped, MappedFile)

    # -- position ---------------------------------------------------------------------

    def pos(self) -> int:
        """Bytes from the start of this stream."""
        return self._pos - self._start

    def size(self) -> int:
        """Length of this stream in bytes."""
        return self._end - self._start

    @property
    def begin(self) -> int | None:
        """Where this stream begins in the file; None, if its bytes do not stand there like this."""
        return None if self._base is None else self._base + self._start

    def offset(self, back: int = 0) -> int | None:
        """Bytes from the start of the file, `back` bytes before the current position."""
        return None if self._base is None else self._base + self._pos - back

    def offset_at(self, pos: int) -> int | None:
        """Bytes from the start of the file to a position in the bytes that streams share."""
        return None if self._base is None else self._base + pos

    @property
    def data(self) -> Bytes:
        """The bytes, which all streams within this one share."""
        whole: Any = self._buffer.obj
        is_all = type(whole) in _WHOLE and len(whole) == len(self._buffer)
        if is_all and not self._source.is_viewed:
            found: Bytes = whole
            return found
        return self._source.whole

    def is_eof(self) -> bool:
        """Whether nothing is left, not even bits."""
        return self._pos >= self._end and self.bits_left == 0

    def seek(self, n: int) -> None:
        """Go to a position from the start of this stream; it may lie beyond the end."""
        if n < 0:
            message = f"cannot seek to invalid position {n}"
            raise InvalidArgumentError(message)
        self.align_to_byte()
        if self._paid_to is not None:
            self.budget.note_read(self._pos - self._paid_to)
            self._paid_to = self._start + n
        self._pos = self._start + n

    @contextmanager
    def at(self, position: int) -> Iterator[None]:
        """Be at another position for a while."""
        here = self.pos()
        self.seek(position)
        try:
            yield
        finally:
            self.seek(here)

    def close(self) -> None:
        """Let the bytes go, and with them all streams within this one.

        Arrays and lists that still view a mapped file keep it mapped until they are gone.
        """
        if not self._is_within:
            self._source.close()
        self._buffer, self._source = CLOSED_VIEW, Source(CLOSED_VIEW)

    @property
    def is_closed(self) -> bool:
        """Whether this stream was closed, or the one that it lies within."""
        return self._source.is_closed

    def release(self, start: int, stop: int) -> None:
        """Tell the system that the pages of a range of the file are not needed for now.

        They stay in the page cache, but no longer count as memory of this process.
        """
        if (mapped := self._source.mapped) is None:
            return
        start = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE
        length = (stop - start) // mmap.PAGESIZE * mmap.PAGESIZE
        if length > 0 and hasattr(mmap, "MADV_DONTNEED"):  # not every system takes advice
            mapped.madvise(mmap.MADV_DONTNEED, start, length)

    # -- bytes -------------------------------------------------------------------------

    def more(self, size: int) -> bool:
        """Whether there are so many bytes after the position."""
        return self._end - self._pos >= size

    def need(self, size: int, field: str) -> None:
        """Make sure that there are so many bytes after the position.

        Raises:
            TruncatedError: there are not.
        """
        if not self.more(size):
            raise self.truncated(field, size)

    def truncated(self, field: str, wanted: int) -> TruncatedError:
        """The error for a field that needs more bytes than are left."""
        return TruncatedError(field, wanted, self.left(), offset=self.offset())

    def view(self, start: int, size: int) -> memoryview:
        """Bytes that were read before, again.

        Raises:
            ValueError: the stream is closed.
            FileChangedError: the file is mapped, and was cut off.
        """
        source = self._source
        if source.is_closed:
            raise ValueError(CLOSED)
        if source.mapped is not None:
            source.expect_all()
        start += self._start
        return self._buffer[start : start + size]

    def room(self, start: int, size: int) -> memoryview:
        """Where bytes are that were passed over, or will be when they are fetched; see `view`."""
        return self.view(start, size)

    def take(self, size: int, field: str, limit: int | None = None) -> memoryview:
        """The next `size` bytes as a read-only view of the file."""
        pos = self._pos
        # Nothing can be read anywhere, beyond the end too.
        if size and not 0 <= size <= self._end - pos:
            if size < 0:
                raise self._negative(field, size)
            self.need(size, field)
        if limit is not None and size > limit:
            raise LimitError(field, f"at most {limit} bytes", size, offset=self.offset())
        self._taken, self._pos = pos, pos + size
        self._bits_left = 0
        return self._buffer[pos : pos + size]

    def pass_over(self, size: int, field: str, limit: int | None = None) -> None:
        """Go on after bytes that are looked at later, by `view`.

        Raises:
            FormatError: the stream ends before they do, or they are more than the limit.
        """
        self.take(size, field, limit)

    def fetch(self, ranges: Iterable[tuple[int, int]]) -> None:
        """Have ranges at hand, from one byte to another, if bytes are fetched: all are here."""

    def take_bytes(self, size: int, field: str, limit: int | None = None) -> bytes:
        """The next `size` bytes, copied."""
        pos = self._pos
        end = pos + size
        if limit is not None or not pos < end <= self._end:
            return copied(self.take(size, field, limit)) if size else self._nothing()
        self._taken, self._pos = pos, end
        return copied(self._buffer[pos:end])

    def _nothing(self) -> bytes:
        """No bytes, which can be read anywhere."""
        self._bits_left = 0
        return b""

    def _negative(self, field: str, size: int) -> FormatError:
        error = impossible(
            InvalidArgumentError(f"requested invalid {size} amount of bytes"), self.offset(), field
        )
        error.expected, error.found = "a size of 0 or more bytes", str(size)
        return error

    def left(self) -> int:
        """How many bytes are left."""
        return max(self._end - self._pos, 0)

    def known(self, ahead: int) -> memoryview:  # noqa: ARG002  # all are
        """The bytes of this stream, from its start: all, or those up to so many after the position.

        Args:
            ahead: How many are fetched, where bytes have to be.
        """
        return self.whole()

    def whole(self) -> memoryview:
        """All bytes of this stream, from its start.

        Raises:
            FileChangedError: the file is mapped, and was cut off.
            ValueError: it is closed.
        """
        if self.is_closed:
            raise ValueError(CLOSED)
        self._source.expect_all()
        return self._buffer[self._start : self._end]

    def rest(self, field: str, limit: int | None = None) -> memoryview:
        """All bytes that are left, as a view."""
        return self.take(self.left(), field, limit)

    @property
    def bits_left(self) -> int:
        """Bits of the byte before the position that were not read yet.

        They are dropped by whatever reads bytes, or goes elsewhere.
        """
        return self._bits_left if self._bits_at == self._pos else 0

    def align_to_byte(self) -> None:
        """Drop the bits of a byte that was read in part."""
        self._bits_left = 0
