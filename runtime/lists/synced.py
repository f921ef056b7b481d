"""Lists that go on after an element that is wrong: what is between is kept, as a gap."""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING, Any, NamedTuple

from quire.runtime.errors import EXPLAINED, FormatError, LimitError, NoTerminatorFoundError
from quire.runtime.members import own_members

if TYPE_CHECKING:
    from quire.runtime.stream import Bytes

WORTH = 16
"""How many times the bytes of a list may be looked at in vain."""

FREE = 1 << 20
"""Bytes more that may."""


class Gap(NamedTuple):
    """Bytes of a list that are no element.

    Attributes:
        before: The number of the element before which they stand; that of all, if that is the end.
        offset: Where they begin in the file; None for bytes that do not stand there like this.
        size: How many they are.
        error: What was wrong with the element that was to begin there, with its path and offset.
        stored: The bytes; none of a file that comes in pieces.
    """

    before: int
    offset: int | None
    size: int
    error: FormatError
    stored: bytes = b""


class Synced:
    """A list that is being read.

    Args:
        record: The record that has it.
        field: What it is called.
        lists: The attributes that hold its elements, and what is kept of each beside it.
        literal: What elements begin with.
        limit: The most that there may be.
    """

    def __init__(
        self, record: Any, field: str, lists: tuple[str, ...], literal: bytes, limit: int | None
    ) -> None:
        self._record, self._field, self._limit = record, field, limit
        self._literal = literal
        self._lists: list[list[Any]] = [getattr(record, name) for name in lists]
        self._read = getattr(record, f"_element_{field}")
        self._is_last = getattr(record, f"_is_last_{field}", _never)
        self._gap = (0, 0)  # where the last one begins and ends
        self._error: FormatError | None = None
        self._in_vain = 0

    def read(self, buf: Bytes, pos: int, end: int) -> int:
        """Read the elements between two positions.

        Returns:
            Where the list ends.

        Raises:
            LimitError: so much of it is wrong that it would take too long to read.
            FormatError: the list has no end.
        """
        most = WORTH * (end - pos) + FREE
        is_endless = self._is_last is not _never
        while pos < end or (is_endless and self._gap[1] < end):
            here, sizes = pos, [*map(len, self._lists)]
            if self._limit is not None and sizes[0] >= self._limit:
                expected = f"at most {self._limit} elements"
                raise LimitError(self._field, expected, "more", offset=self._offset(pos))
            try:
                pos = self._read(buf, here, end, sizes[0])
                if pos == here:
                    self._record._stands(pos, self._field)
                is_last = self._is_last(buf, pos, end, sizes[0])
            except EXPLAINED as error:
                found = self._explained(error, here)
                if here >= end:
                    raise
                for each, size in zip(self._lists, sizes, strict=True):
                    del each[size:]
                pos = self._skip(buf, here, end, found)
                if self._in_vain > most:
                    raise too_much(self._field, self._offset(here)) from None
                continue
            self._close(buf, here, sizes[0])
            if is_last:
                return pos
        self._close(buf, end, len(self._lists[0]))
        return pos

    def _explained(self, error: Exception, here: int) -> FormatError:
        """An error of a file; others go on. In a gap, only the first one has to tell its place."""
        if isinstance(error, FormatError) and self._is_open(here):
            return error
        found = self._record._meaning(error, None, "")
        if not isinstance(found, FormatError):
            raise found
        found.settle()  # while its element is next in the list
        return found

    def _skip(self, buf: Bytes, here: int, end: int, error: FormatError) -> int:
        """Go to where the next element may begin, after one that began at a position."""
        self._in_vain += looked_at(error, self._offset(here), end - here)
        found = find_literal(buf, self._literal, here + 1, end)
        stop = end if found < 0 else found
        if self._is_open(here):
            self._gap = self._gap[0], stop
        else:
            self._gap, self._error = (here, stop), error.alone()
        return stop

    def _is_open(self, pos: int) -> bool:
        """Whether there is a gap that goes up to a position."""
        return self._error is not None and self._gap[1] == pos

    def _close(self, buf: Bytes, pos: int, index: int) -> None:
        """Keep the gap that ends at a position, if there is one."""
        start, stop = self._gap
        if self._error is None or stop != pos:
            return
        stored = bytes(buf[start:stop])
        gap = Gap(index, self._offset(start), len(stored), self._error, stored)
        gaps_of(self._record).setdefault(self._field, []).append(gap)
        self._error = None

    def _offset(self, pos: int) -> int | None:
        found: int | None = self._record._io.offset_at(pos)
        return found


def looked_at(error: FormatError, begins: int | None, left: int) -> int:
    """How many bytes of those that are left were looked at before an element was found wrong."""
    if error.offset is None or begins is None or isinstance(error, NoTerminatorFoundError):
        return left
    return min(max(error.offset - begins, 0), left)


def too_much(field: str, offset: int | None) -> LimitError:
    """The error of a list of which so much is wrong that it would take too long to read."""
    expected = "a list with less damage"
    return LimitError(field, expected, "so much that the search takes too long", offset=offset)


def gaps_of(record: Any) -> dict[str, list[Gap]]:
    """The gaps of a record, by the fields that have them."""
    found: dict[str, list[Gap]] = own_members(record).setdefault("_gaps", {})
    return found


def gaps_before(record: Any, field: str, index: int) -> list[bytes]:
    """What stands before an element of a list, or at the end of one that has become shorter."""
    gaps = own_members(record).get("_gaps", {}).get(field, ())
    attribute = f"{field}_" if keyword.iskeyword(field) else field
    is_end = index == len(getattr(record, attribute))
    return [gap.stored for gap in gaps if gap.before == index or (is_end and gap.before > index)]


def find_literal(buf: Bytes, literal: bytes, start: int, end: int) -> int:
    """Where some bytes are next, or -1."""
    if not isinstance(buf, memoryview):
        return buf.find(literal, start, end)
    step = 1 << 16
    for at in range(start, end, step):
        found = bytes(buf[at : min(at + step + len(literal) - 1, end)]).find(literal)
        if found >= 0:
            return at + found
    return -1


def _never(*_: object) -> bool:
    """No element of a list to the end tells that it is the last."""
    return False
