"""What was there in a file, put back wherever what is written says the same.

The same can often be written in several ways: padding, bits that no field takes, what is not a
number. Where a record makes what its twin makes, the file has the say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quire.runtime.editing.making.alike import Alike, Bytes, Written
from quire.runtime.reading.copies import is_copy
from quire.runtime.reading.source import is_one, same_bytes


class Beside:
    """A file that keeps what is written only from where it is not what was there.

    Args:
        was: What was there.
    """

    def __init__(self, was: memoryview) -> None:
        self.was = was
        self._pos = 0
        self._rest = bytearray()

    def write(self, data: bytes | memoryview, /) -> None:
        """Compare it, or keep it."""
        if self._rest:
            self._rest += data
            return
        view = memoryview(data)
        there = self.was[self._pos : self._pos + view.nbytes]
        if _is_there(data, there) if type(data) is bytes else _are_same(view.cast("B"), there):
            self._pos += view.nbytes
        else:
            self._rest += data

    @property
    def size(self) -> int:
        """How many bytes were written."""
        return self._pos + len(self._rest)

    @property
    def is_same(self) -> bool:
        """Whether all was there."""
        return not self._rest

    def at(self, start: int, end: int) -> memoryview:
        """What was written from a place to another one."""
        if end <= self._pos:
            return self.was[start:end]
        if start >= self._pos:
            return memoryview(self._rest)[start - self._pos : end - self._pos]
        return memoryview(self.made)[start:end]

    def has_made(self, data: memoryview) -> bool:
        """Whether some bytes are all that was written."""
        there = self.was[: self._pos] if self.is_same else memoryview(self.made)
        return same_bytes(data, there)

    @property
    def made(self) -> bytes:
        """All that was written."""
        return bytes(self.was[: self._pos]) + self._rest


def _is_there(data: bytes, there: memoryview) -> bool:
    """Whether a value is what was there: most often it was read there."""
    return is_copy(data, there) or same_bytes(memoryview(data), there)


def _are_same(view: memoryview, there: memoryview) -> bool:
    """Whether bytes are those that were there: most often they are these themselves."""
    return is_one(view, there) or same_bytes(view, there)


Keep = Callable[[Bytes, Bytes, Bytes], bytes]
"""What was there, wherever what was made is what would be made of it: of plain, stored, made."""


def bits(plain: Bytes, stored: Bytes, made: Bytes) -> bytes:
    """What was there, wherever two have the same bits."""
    theirs, was, mine = _arrays(plain, stored, made)
    changed = theirs ^ mine
    return bytes((was & ~changed) | (mine & changed))


def whole_bytes(plain: Bytes, stored: Bytes, made: Bytes) -> bytes:
    """What was there, wherever two have the same bytes."""
    theirs, was, mine = _arrays(plain, stored, made)
    was[theirs != mine] = mine[theirs != mine]
    return bytes(was)


def merged(base: Bytes, left: Bytes, right: Bytes) -> Bytes | None:
    """What two have made of the same bytes; None if they disagree."""
    if left == base:
        return right
    was, mine, theirs = _arrays(base, left, right)
    if ((mine != was) & (theirs != was) & (mine != theirs)).any():
        return None
    mine[theirs != was] = theirs[theirs != was]
    return bytes(mine)


def _arrays(*some: Bytes) -> list[Any]:
    import numpy as np  # most files have nothing of the kind

    return [np.frombuffer(each, np.uint8).copy() for each in some]


def put_back(
    mine: Written,
    theirs: Written,
    stored: Bytes,
    keep: Keep,
    twin_of: Callable[[Any], Any],
    *,
    are_elsewhere: bool,
) -> None:
    """Put back what was there between what has grown or shrunk.

    Args:
        mine: What was changed.
        theirs: What the twin makes of what was read.
        stored: What was read: as long as what the twin makes of it.
        keep: What it is put back by.
        twin_of: Tells what was read in the place of a record; None, if it is new.
        are_elsewhere: Whether records may be in other places of what is as long.
    """
    data: Any = mine.data
    alike = Alike(mine, theirs, stored, twin_of)
    for here, there in alike.stretches(are_elsewhere=are_elsewhere):
        data[here] = keep(theirs.data[there], stored[there], data[here])
