"""Bytes elsewhere in a file, for those who look at them aside from its streams."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from operator import index
from threading import get_ident
from typing import TYPE_CHECKING, Any, Self, TypeVar

from quire.runtime.errors import FileChangedError, FormatError
from quire.runtime.members import own_members
from quire.runtime.reading.source import MappedFile, expect_all

if TYPE_CHECKING:
    from quire.runtime.reading.reader import Reader
    from quire.runtime.stream import Bytes

T = TypeVar("T")

UNTOLD: Any = object()

ASKED = "_size_asked"
"""The member of the record of a file that is there if records in it have asked for such a size."""

FAR = 32
"""Holders between a record and its stream, from which on it is told to the record."""

WHOLE = (bytes, MappedFile)
"""What `_end` of a record is that begins a stream: its bytes."""


class OutOfTurn(Exception):  # no error: what is read so is read again, in a turn
    """A stream has to move, for something that is read aside from it."""


ASIDE, IN_TURN = "aside", "in turn"
"""What a thread does that reads an instance: no stream may move for it, or it may."""

DOING: dict[int, str] = {}
"""What threads do that read instances, by their numbers: most often it is empty, and that is seen
at once, while a thread takes a while to tell what is its own."""


def is_aside() -> bool:
    """Whether this thread reads something for which no stream may move."""
    return bool(DOING) and DOING.get(get_ident()) is ASIDE


def go_back(thread: int, before: str | None) -> None:
    """Have a thread do again what it did before it began to read an instance."""
    if before is None:
        DOING.pop(thread, None)
    else:
        DOING[thread] = before


def _forget_others() -> None:
    """Forget what threads did that a forked process has not: others may get their numbers."""
    mine = DOING.get(thread := get_ident())
    DOING.clear()
    go_back(thread, mine)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_others)


class Laid:
    """A stream that is laid out anew, and may be of another size in the end.

    Args:
        place: Where it was, as `place_of` has it.

    Attributes:
        place: The same.
        size: How many bytes it is expected to have.
        is_asked: Whether something goes by that size.
    """

    is_asked = False

    def __init__(self, place: tuple[Bytes, int, int]) -> None:
        self.place, self.size = place, place[2] - place[1]

    @classmethod
    def of(cls, record: Any) -> Self | None:
        """The stream of a record that was read; None, if only the stream itself knows where."""
        place = place_of(record)
        return None if place is None else cls(place)

    def is_at(self, place: tuple[Bytes, int, int]) -> bool:
        """Whether it was at a place."""
        return self.place[1:] == place[1:] and self.place[0] is place[0]


LAID: dict[int, list[Laid]] = {}
"""The streams that are laid out now, one within the other, by the `id` of the record of the file.

What is read of the file meanwhile, with another record, is what was there.
"""


def read_in(io: Any) -> Any:
    """The stream in which those within the stream of a record were read, if it has this one now."""
    was = getattr(io, "was", None)
    return io if was is None else was


def place_of(record: Any) -> tuple[Bytes, int, int] | None:
    """The bytes that the stream of a record is in, and from where to where it goes there.

    Most often no stream is made for it.

    Returns:
        None, if only the stream itself knows: it is no reader of ours, or there is none.

    Raises:
        ValueError: the file is closed.
        FileChangedError: it is mapped, and was cut off.
    """
    holder, steps = record, 0
    while steps <= FAR:  # of a long chain, some are told their stream
        if holder._is_apart:
            end = getattr(holder, "_end", None)
            if type(end) is bytes and end:  # of a file that is closed there are none
                return end, 0, len(end)
            if holder._is_told and (io := own_members(holder).get("_io", UNTOLD)) is not UNTOLD:
                return _place_in(io if holder is record else read_in(io))
            if end is not None:
                return _place_of_own(holder, end, record)
        outer = holder._outer
        holder = holder._parent if outer is None else outer
        if holder is None:
            break
        steps += 1
    return _place_in(record._io)


def _place_of_own(
    holder: Any, end: Bytes | MappedFile | int, record: Any
) -> tuple[Bytes, int, int] | None:
    """The place of a record, of which a holder, or itself, has a stream of its own."""
    if not isinstance(end, int) and not hasattr(end, "__len__"):
        end = holder._end = whole_number(end)
    if not isinstance(end, int):
        if (io := own_members(holder).get("_io")) is not None:
            io._buffer.obj  # noqa: B018  # raises an error where it is closed
        if isinstance(end, MappedFile):
            end.expect_all()
        return end, 0, len(end)
    if holder is not record and (io := own_members(holder).get("_io")) is not None:
        return _place_in(read_in(io))
    outer = holder._outer
    buf = _buffer_near(holder._parent if outer is None else outer)
    return _place_in(holder._io) if buf is None else (buf, holder._start, end)


def whole_number(end: Any) -> int:
    """Where bytes end that is computed of a number which somebody has set: it may be of numpy.

    Raises:
        FormatError: it is no integer.
    """
    try:
        return index(end)
    except TypeError:
        raise FormatError("", "bytes that end at a whole number", str(end)) from None


def start_of(record: Any) -> int | None:
    """Where the stream of a record that is being read begins in its bytes; see `place_of`."""
    holder, steps = record, 0
    while holder is not None and not holder._is_told and steps <= FAR:
        if holder._is_apart and (end := getattr(holder, "_end", None)) is not None:
            if type(end) is int:
                start: int = holder._start
                return start
            break
        outer = holder._outer
        holder = holder._parent if outer is None else outer
        steps += 1
    place = place_of(record)
    return None if place is None else place[1]


def size_of(record: Any) -> int:
    """How many bytes the stream of a record has; most often none is made for it.

    It is noted that records of a type have asked which are other bytes in a stream of another size.
    """
    if getattr(record, "_goes_by_size", False):
        own_members(record._top())[ASKED] = True
    place = place_of(record) if hasattr(record, "_outer") else None
    if LAID and place is not None and (expected := _expected(record, place)) is not None:
        return expected
    if place is None or type(place[0]) is bytearray:  # more may still have to arrive
        size: int = record._io.size()
        return size
    return place[2] - place[1]


def _expected(record: Any, place: tuple[Bytes, int, int]) -> int | None:
    """How many bytes a stream is expected to have in the end that is laid out now."""
    for laid in LAID.get(id(record._top()), ()):
        if laid.is_at(place):
            laid.is_asked = True
            return laid.size
    return None


def offset_of(record: Any, pos: int) -> int | None:
    """Bytes from the start of the file to a position in the bytes of a record's stream."""
    with suppress(
        ValueError, FileChangedError, FormatError
    ):  # of what was closed, or changed, it stays
        if is_in_file(record, place_of(record)):
            return pos
    try:
        offset: int | None = record._io.offset_at(pos)
    except FormatError:  # its stream ends at no byte
        return None
    return offset


def is_in_file(record: Any, place: tuple[Bytes, int, int] | None) -> bool:
    """Whether the bytes of a place are those of the whole file: most often they are."""
    return place is not None and place[0] is getattr(record._root, "_end", None)


def outer_of(record: Any) -> Any:
    """The record in whose stream another one is, or of whose stream it has a part."""
    outer = record._outer
    return record._holder if outer is None else outer


def _buffer_near(holder: Any) -> Bytes | None:
    """The bytes that a stream is a part of, unless it is a long way to those who have them."""
    steps = 0
    while steps <= FAR:
        if holder._is_apart:
            end = getattr(holder, "_end", None)
            if type(end) is bytes and end:
                found: Bytes = end
                return found
            if type(end) is not int:  # a stream that is a part, too, may have been closed alone
                told = end is not None or holder._is_told
                io = own_members(holder).get("_io") if told else None
                if io is not None or end is not None:
                    data: Any = end if io is None else read_in(io).data
                    expect_all(data)
                    whole: Bytes = data
                    return whole
        outer = holder._outer
        holder = holder._parent if outer is None else outer
        if holder is None:
            break
        steps += 1
    return None


def _place_in(io: Any) -> tuple[Bytes, int, int] | None:
    if not hasattr(io, "budget"):
        return None
    if io._source.mapped is not None:
        io._source.expect_all()
    return io.data, io._start, io._end


def is_read(record: Any) -> bool:
    """Whether the reading of the file is over that a record is of; never of one that is built."""
    doing = DOING.get(get_ident()) if DOING else None
    if doing is ASIDE:
        return False
    if not record._is_told and hasattr(record._root, "_stop"):
        return doing is None
    return getattr(getattr(record._io, "budget", None), "is_read", False)


def left_alone(io: Reader, read: Callable[..., T], *args: Any) -> T:
    """Have something read that moves a stream, which is left where it is; in a turn."""
    budget = io.budget
    here, paid_to, owed = io._pos, io._paid_to, budget.owed
    io._bits_left, io._paid_to = 0, None
    try:
        return read(*args)
    finally:
        if io._paid_to is not None:
            budget.note_read(io._pos - io._paid_to)
        io._pos, io._bits_left, io._paid_to = here, 0, paid_to
        # Bytes that are read again and again pay for nothing else.
        budget.owed = max(budget.owed, owed)
