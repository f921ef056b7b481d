"""A file that comes in pieces: the parts that it is read in, and the stream over what is there."""

from __future__ import annotations

from typing import Any, NamedTuple, NoReturn, TypeVar

from quire.runtime.errors import LimitError
from quire.runtime.reading.budget import Budget
from quire.runtime.reading.reader import Reader
from quire.runtime.stream import Bytes
from quire.runtime.values.units import find_unit

R = TypeVar("R", bound=Reader)


class FieldsPart(NamedTuple):
    """Fields that are read together.

    Attributes:
        read: The method that reads them.
    """

    read: str


class RecordPart(NamedTuple):
    """A field that may be a record with parts of its own.

    Attributes:
        field: What it is called.
    """

    field: str


class ListPart(NamedTuple):
    """A list whose elements are read one by one.

    Attributes:
        field: What it is called.
        repeat: How many there are: as many as are `counted`, those `until` the last, or those to
            the `end` of the file.
        lists: The attributes that hold the elements, and what is kept of each beside it.
        least: Bytes of an element at least, if they are counted.
        limit: The most that there may be, unless they are counted.
        sync: What those begin with that go on after one that is wrong; None if none do.
    """

    field: str
    repeat: str
    lists: tuple[str, ...]
    least: int
    limit: int | None
    sync: bytes | None = None


Parts = tuple[FieldsPart | RecordPart | ListPart, ...]
"""What a record consists of, in its order."""

Opened = tuple[Any, Bytes, int, int]
"""A record that was begun, the bytes that it is in, from where to where its stream goes there; None
for another value, which ends where it would begin."""


def lists_of(kind: Any) -> list[ListPart]:
    """The lists of records that a type has itself."""
    return [part for part in getattr(kind, "_PARTS", ()) if isinstance(part, ListPart)]


class Starved(BaseException):  # it goes through whatever catches errors of a file
    """What is read needs more than is there.

    Attributes:
        upto: The byte of the file before which nothing can be read; None for its end.
    """

    def __init__(self, upto: int | None) -> None:
        super().__init__(upto)
        self.upto = upto


def place_of(io: Reader, pos: int) -> int:
    """Where a position in the bytes of a stream is in the file."""
    return (io._base or 0) + pos


def stream_at(kind: type[R], data: bytes | bytearray, start: int, budget: Budget) -> R:
    """A stream over bytes that begin at a position of the file, from whose start it counts.

    Args:
        kind: The class of the stream.
        data: The bytes.
        start: Where they begin.
        budget: What the file may become.
    """
    io = kind(data, start, budget=budget)
    io._start, io.is_part = -start, True
    return io


class Beginning(Reader):
    """A stream over the beginning of what is still to be read, as if it were all."""

    def take(self, size: int, field: str, limit: int | None = None) -> memoryview:
        """The next `size` bytes; for more than the limit nobody waits."""
        if limit is not None and size > limit:
            raise LimitError(field, f"at most {limit} bytes", size, offset=self.offset())
        return super().take(size, field, limit)


class Fed(Beginning):
    """The same, of a file that goes on.

    Whatever is asked of it that depends on what has not come yet is `Starved`.
    """

    is_whole = False

    def _starve(self, size: int) -> NoReturn:
        raise Starved(place_of(self, self._pos) + size)

    def more(self, size: int) -> bool:
        """Whether there are so many bytes after the position; if not, nobody knows."""
        if self._end - self._pos < size:
            self._starve(size)
        return True

    def size(self) -> int:
        """Length of the stream, which nobody knows."""
        raise Starved(None)

    def left(self) -> int:
        """How many bytes are left, which nobody knows."""
        raise Starved(None)

    def whole(self) -> memoryview:
        """All bytes."""
        raise Starved(None)

    def is_eof(self) -> bool:
        """Whether nothing is left; that takes a byte to tell."""
        return not self.bits_left and not self.more(1)

    def rest(self, field: str, limit: int | None = None) -> memoryview:
        """All bytes that are left; for more than the limit nobody waits."""
        if limit is not None and self._end - self._pos > limit:
            raise LimitError(field, f"at most {limit} bytes", "more", offset=self.offset())
        raise Starved(None)

    def count(self, number: int, field: str, least: int, limit: int | None = None, **_: Any) -> int:
        """A number of elements, all of which have to be there."""
        found = super().count(number, field, least, limit, partial=True)
        self.more(found * least)
        return found

    def until_view(self, terminator: bytes, field: str, **rules: Any) -> memoryview:
        """Bytes up to a terminator, which has to be there."""
        if find_unit(self._buffer, terminator, self._pos, self._end) < 0:
            limit, left = rules.get("limit"), self._end - self._pos
            if limit is not None and left > limit + len(terminator):
                raise LimitError(field, f"at most {limit} bytes", "more", offset=self.offset())
            self._starve(left + 1)
        return super().until_view(terminator, field, **rules)


class Counted(Fed):
    """The same, where a list is only counted: its elements come one by one."""

    def count(self, number: int, field: str, least: int, limit: int | None = None, **_: Any) -> int:
        """A number of elements, none of which has to be there yet."""
        return Reader.count(self, number, field, least, limit, partial=True)
