"""Elements and places that expressions look for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from quire.runtime.reading.reader import Reader

T = TypeVar("T")

_PIECE = 1 << 16
"""Bytes that are looked through at a time."""


def first_of(found: Iterable[T]) -> T:
    """The first element of those that are found one by one; none is asked that is after it.

    Raises:
        IndexError: there is none.
    """
    for each in found:
        return each
    raise IndexError("no element fits the condition of `where`")


def last_index_of(io: Reader, wanted: bytes) -> int:
    """Where in a stream some bytes stand, the last time; looked for from its end.

    Raises:
        IndexError: they stand nowhere.
    """
    end = io.size()
    whole = io.whole()
    while end > 0:
        start = max(end - _PIECE, 0)
        found = bytes(whole[start : end + len(wanted) - 1]).rfind(wanted)
        if found >= 0:
            return start + found
        end = start
    raise IndexError(f"the stream does not contain {wanted!r}")


def has_at(io: Reader, pos: int, wanted: bytes) -> bool:
    """Whether some bytes stand at a position of a stream; they do not where it has no room."""
    if not 0 <= pos <= io.size() - len(wanted):
        return False
    if type(io) is Reader:  # whose bytes are there: one record after another may ask this
        start = io._start + pos
        return io._buffer[start : start + len(wanted)] == wanted
    with io.at(pos):
        return io.take_bytes(len(wanted), "") == wanted
