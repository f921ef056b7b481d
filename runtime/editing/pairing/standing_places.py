"""Where the elements of lists stood that know no place: the record that has a list is read again.

It is read part by part, as files that come in pieces are, and nothing of it is kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from quire.runtime.direct import new
from quire.runtime.editing.comparing.replaced import has_stream
from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.feeding.fed import ListPart, RecordPart
from quire.runtime.feeding.stepping import read_opened
from quire.runtime.lists.lazy import Lazy
from quire.runtime.lists.rows import Rows
from quire.runtime.members import own_members, slots_of
from quire.runtime.paths import attribute
from quire.runtime.reading.instance import NONE
from quire.runtime.reading.peeking import place_of
from quire.runtime.record import Record

_SLOTS = frozenset(("_parent", "_root", "_start", "_end"))
_MEMBERS = ("_io", "_holder", "_outer")
"""What tells where a record is, in slots and without."""


class Places:
    """Where the lists stood, and the records, of a part of a file.

    Args:
        top: The record whose stream that is, as it was read again.

    Attributes:
        spent: How many bytes were read for it.
    """

    def __init__(self, top: Any) -> None:
        self._top = top
        self._lists: dict[int, array[int]] = {}
        self._starts: dict[int, int] = {id(top): 0}
        self._read: set[int] = set()
        self.spent = 0

    def of_list(self, holder: Any, elements: list[Any]) -> array[int] | None:
        """Where each element of a list began, and where the last one ended; None, if nobody knows.

        Args:
            holder: The record that has it.
            elements: The list.
        """
        self._read_once(holder)
        return self._lists.get(id(elements))

    def _read_once(self, holder: Any) -> None:
        if id(holder) not in self._read:
            self._read.add(id(holder))
            start, whole = self._start(holder), place_of(self._top)
            if start is not None and whole is not None:
                buf, first, end = whole
                with suppress(*EXPLAINED):  # else nobody knows
                    stop = self._read_again(holder, first, first + start, buf, end)
                    self.spent += stop - first - start

    def _start(self, record: Any) -> int | None:
        """Where a record began."""
        holder = record._holder
        if id(record) not in self._starts and isinstance(holder, Record) and not has_stream(record):
            self._read_once(holder)
            elements: Any = getattr(holder, record._name, None)
            if (edges := self._lists.get(id(elements))) is not None:
                self._starts |= zip(map(id, elements), edges, strict=False)
        return self._starts.get(id(record))

    def _read_again(self, holder: Any, first: int, pos: int, buf: Any, end: int) -> int:
        """Read a record once more; where it ends, as far as it was read.

        Args:
            holder: The record.
            first: Where its stream begins in the bytes.
            pos: Where it begins itself.
            buf: The bytes.
            end: Where the stream ends.
        """
        again = _blank(holder)
        for part in getattr(holder, "_PARTS", ()):
            if isinstance(part, RecordPart):
                self._starts[id(getattr(holder, attribute(part.field), None))] = pos - first
                pos = read_opened(getattr(again, f"_open_{part.field}")(buf, pos, end, 0))
            elif isinstance(part, ListPart):
                edges = [*_edges(again, part, holder, buf, pos, end)]
                pos = edges[-1]
                there = array("q", (edge - first for edge in edges))
                self._lists[id(getattr(holder, part.lists[0]))] = there
            else:
                pos = getattr(again, part.read)(buf, pos, end)
        return pos


class _Known(list[Any]):
    """A list that has its elements already, while they are read again: these are not kept.

    Attributes:
        number: How many were read.
    """

    number = 0

    def append(self, _: Any) -> None:
        """Leave it as it is."""
        self.number += 1


def _blank(record: Any) -> Any:
    """A record that stands where another one does, and of which nothing was read."""
    kind: Any = type(record)
    again, members = new(kind), own_members(record)
    for name in (*kind._params, *_SLOTS.intersection(slots_of(kind))):
        if (value := getattr(record, name, NONE)) is not NONE:
            setattr(again, name, again if value is record else value)
    own_members(again).update((name, members[name]) for name in _MEMBERS if name in members)
    return again


def _edges(again: Any, part: ListPart, holder: Any, buf: Any, pos: int, end: int) -> Iterator[int]:
    """Where elements begin, and where the last one ends.

    Of those that were found in one go nobody asks for any other.

    Raises:
        FormatError: there are less of them than were read.
    """
    lists = [getattr(holder, name) for name in part.lists]
    yield pos
    if isinstance(lists[0], Lazy) and isinstance(rows := lists[0]._source, Rows):
        yield pos + len(rows.stored)
    else:
        known = [_Known(() if isinstance(each, Lazy) else each) for each in lists]
        _put(again, part, known)
        read = getattr(again, f"_element_{part.field}")
        for i in range(len(lists[0])):
            yield (pos := read(buf, pos, end, i))
            if known[0].number == i:
                raise FormatError(part.field, "an element", "none, as no case fits")
    _put(again, part, lists)


def _put(record: Any, part: ListPart, lists: Sequence[list[Any]]) -> None:
    """Have a record have some lists."""
    for name, each in zip(part.lists, lists, strict=True):
        setattr(record, name, each)
