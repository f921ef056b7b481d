"""Bytes elsewhere in a file, for those who look at them aside from its streams."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from quire.runtime.members import own_members

if TYPE_CHECKING:
    from quire.runtime.reader import Bytes, Reader

T = TypeVar("T")

UNTOLD: Any = object()


def place_of(record: Any) -> tuple[Bytes, int, int] | None:
    """The bytes that the stream of a record is in, and from where to where it goes there.

    No stream is made for it. Of a closed one, there are none.

    Returns:
        None, if only the stream itself knows: it is no reader of ours, or there is none.

    Raises:
        ValueError: the file is closed.
    """
    holder, end = record, getattr(record, "_end", None)
    io: Any
    while True:
        if end is not None or holder is not record or record._is_told:
            io = own_members(holder).get("_io", UNTOLD)
            if io is UNTOLD:
                if end is not None:
                    break
            elif type(end) is bytes:
                io._buffer.obj  # noqa: B018  # raises an error where it is closed
                break
            else:
                return (io.data, io._start, io._end) if hasattr(io, "budget") else None
        holder = holder._holder
        if holder is None:
            return None
        end = getattr(holder, "_end", None)
    if type(end) is bytes:
        return end, 0, len(end)
    stop: Any = end
    return _buffer_around(holder._holder), holder._start, stop


def _buffer_around(holder: Any) -> Bytes:
    """The bytes that a stream is in which begins and ends somewhere in another one."""
    while True:
        if (io := own_members(holder).get("_io")) is not None:
            data: Bytes = io.data
            return data
        end = getattr(holder, "_end", None)
        if type(end) is bytes:
            return end
        holder = holder._holder


def is_read(record: Any) -> bool:
    """Whether the reading of the file is over that a record is of; never of one that is built."""
    root = record._root
    if type(getattr(root, "_end", None)) is bytes and not record._is_told:  # as most often
        io = own_members(root).get("_io")
        return hasattr(root, "_stop") if io is None else io.budget.is_read
    holder, end = record, getattr(record, "_end", None)
    while True:
        if end is not None or holder is not record or record._is_told:
            there = own_members(holder)
            if "_io" in there:
                return getattr(getattr(there["_io"], "budget", None), "is_read", False)
            if type(end) is bytes:
                return hasattr(holder, "_stop")
        holder = holder._holder
        if holder is None:
            return False
        end = getattr(holder, "_end", None)


def left_alone(io: Reader, read: Callable[..., T], *args: Any) -> T:
    """Have something read that moves a stream, which is left where it is.

    Of all that are read so, one thread reads at a time.
    """
    budget = io.budget
    with budget.turn:
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
