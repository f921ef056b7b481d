"""Where things go that stand at a position, and what a spec does not describe."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from io import BytesIO
from itertools import chain
from typing import Any

from quire.runtime.errors import EXPLAINED, ContradictionError, FormatError, NestingError
from quire.runtime.instance import is_set
from quire.runtime.reader import Reader
from quire.runtime.record import Record
from quire.runtime.writer import Writer

PASSES = 8
"""Times that a file is laid out, at most: offsets, and lengths, settle in the second or third."""

MOST_AGAIN = 4096
"""Times that records with instances stand where one stood before."""


Order = tuple[int, bool]
"""What tells in which order things are placed."""

Item = tuple[Any, str]
"""A record, and the name of an instance that it has at a position."""


@dataclass(frozen=True, slots=True)
class Region:
    """Bytes that are described: where they were in the file that was read, and where they are."""

    old_start: int
    old_end: int
    start: int
    end: int


@dataclass(slots=True)
class Layout:
    """The output of a stream, and the regions that are in it so far.

    Args:
        buffer: The bytes.
        original: The stream that was read, if one was.
        known: What was placed the last time: some of it stands in front of what leads there.

    Attributes:
        was_foreseen: Whether all that was placed was known, and nothing else.
        wrong: Why it cannot stay like this, if nothing moves any more.
    """

    buffer: BytesIO
    original: Reader | None
    known: list[Item]
    was_foreseen: bool = False
    wrong: list[FormatError] = field(default_factory=list)
    _starts: list[int] = field(default_factory=list)
    _regions: list[Region] = field(default_factory=list)
    _reach: list[Region] = field(default_factory=list)
    _new: list[tuple[int, int]] = field(default_factory=list)
    _seen: dict[Any, tuple[int, int]] = field(default_factory=dict)

    def settle(self, pending: list[Item], io: Writer) -> list[Item]:
        """Write all that stands at positions, and what stands between and behind.

        Returns:
            What was placed.
        """
        if self.original is not None:
            end = self.original.pos()
            self._add(Region(0, end, 0, self._end()))
        kept = self.original is None
        places, queue = _Places(), _Queue(self._order, self.known)
        while (item := queue.next(pending)) is not None:
            places.come_by(*item)
            if not kept and self._old(*item) is None:
                self._keep_rest()  # what is new comes behind all that was there
                kept = True
            self._write(*item, io)
        if not kept:
            self._keep_rest()
        self.was_foreseen = {*map(_key, queue.asked)} == {*map(_key, self.known)}
        return queue.asked

    def _keep_rest(self) -> None:
        """Keep what stood behind all that is described."""
        last = self._reach[-1]
        if self.original is not None and last.end == self._end():
            self._append(self.original.whole()[last.old_end :])

    def _add(self, region: Region) -> None:
        """Note a region; `_reach` are those that reach farthest, of all up to each."""
        i = bisect_right(self._starts, region.old_start)
        self._starts.insert(i, region.old_start)
        self._regions.insert(i, region)
        del self._reach[i:]
        for each in self._regions[i:]:
            last = self._reach[-1] if self._reach else each
            self._reach.append(each if each.old_end >= last.old_end else last)

    def _order(self, item: tuple[Any, str]) -> Order:
        """What was read goes in the order of the file, before what is new.

        Of those in one place, what somebody has set goes before what sees the same bytes.
        """
        old = self._old(*item)
        return 1 << 63 if old is None else old[0], not is_set(*item)

    def _old(self, record: Any, name: str) -> tuple[int, int] | None:
        """Where an instance was in the stream that was read."""
        extent = record._extent(name)
        if self.original is None or extent is None or extent.io is not self.original:
            return None
        return extent.start, extent.end

    def _end(self) -> int:
        return self.buffer.getbuffer().nbytes

    def _append(self, data: bytes | memoryview) -> None:
        self.buffer.seek(0, 2)
        self.buffer.write(data)

    def _write(self, record: Any, name: str, io: Writer) -> None:
        """Write an instance where it belongs, and tell the field that says where that is."""
        old = self._old(record, name)
        as_it_was = old is not None and self._is_as_it_was(record, name, io)
        if as_it_was and (seen := self._seen.get((id(record), old))) is not None:
            io.placed[id(record), name] = seen  # another instance of its record has these bytes
            return
        start = self._start(record, name, old)
        part = BytesIO()
        writer = Writer(part, start, io)
        revision = io.file.revision
        writer.spans = None if revision is None else {}
        owed, changes = len(io.owed), io.file.changes
        try:
            getattr(record, f"_put_{name}")(writer)
        except EXPLAINED as error:
            record._tell(error, None)
        writer.finish()
        if revision is not None and writer.spans is not None:
            revision.restore(record, part, writer.spans, name, start)
        data = part.getvalue()
        if old is not None and as_it_was and changes == io.file.changes:
            data = bytes(self._was(old))
        if data:  # nothing can stand anywhere, far behind the end too
            self._fill(start, old)
            if not self._put(record, name, start, data, old):
                del io.owed[owed:]  # its checksums are those of the field
        io.placed[id(record), name] = start, start + len(data)
        self._seen[id(record), old] = start, start + len(data)
        if old is not None:
            self._add(Region(*old, start, start + len(data)))
        else:
            self._new.append((start, start + len(data)))

    def _is_as_it_was(self, record: Any, name: str, io: Writer) -> bool:
        """Whether an instance was read, and has the values that it had."""
        if (revision := io.file.revision) is not None:
            return revision.has_as_it_is(record, name)
        fixed = isinstance(record._kept(name), bool | int | float | str | bytes)
        return fixed and not is_set(record, name)

    def _was(self, old: tuple[int, int]) -> memoryview:
        """What stood in a place of the stream that was read."""
        return self.original.whole()[slice(*old)] if self.original is not None else memoryview(b"")

    def _start(self, record: Any, name: str, old: tuple[int, int] | None) -> int:
        now = self._told(record, name)
        found = getattr(record, f"_found_{name}", None)
        start: int | None = now
        if old is not None:
            start = self._shifted(old[0])
        elif found is not None and (now is None or now < self._end()):
            start = self._end()
        if now is not None and found is None:
            start = now
        if start is None:
            raise record._locate(FormatError(name, "a position, which nothing tells", "none"))
        if start != now and found is not None:
            try:
                found(start)
            except ContradictionError:
                if now is None:
                    raise
                start = now  # a position that was given; `_put` sees whether there is room
        return start

    def _told(self, record: Any, name: str) -> int | None:
        """Where the fields say that an instance is; None if they do not, or not yet."""
        position = getattr(record, f"_position_{name}", None)
        try:
            return position() if position is not None else None
        except EXPLAINED:
            return None

    def _shifted(self, start: int) -> int:
        """Where bytes of the file that was read are now: behind what was in front of them."""
        i = bisect_right(self._starts, start)
        if not i:
            return start
        region = self._reach[i - 1]
        if start < region.old_end:
            return region.start + start - region.old_start
        return region.end + start - region.old_end

    def _fill(self, start: int, old: tuple[int, int] | None) -> None:
        """Fill the gap in front of a region with what was there, or with zeros."""
        gap = start - self._end()
        if gap <= 0:
            return
        if old is not None and self.original is not None:
            self._append(self.original.whole()[max(old[0] - gap, 0) : old[0]])
        self._append(bytes(start - self._end()))

    def _put(
        self, record: Any, name: str, start: int, data: bytes, old: tuple[int, int] | None
    ) -> bool:
        """Write the bytes of an instance; whether they are what stands there now."""
        there = bytes(self.buffer.getbuffer()[start : start + len(data)])
        if data.startswith(there):  # what is there, if anything, agrees
            self.buffer.seek(start)
            self.buffer.write(data)
            return True
        was = bytes(self._was(old)) if old is not None else None
        if data == was:
            return False  # another field over the same bytes was changed
        if there != was and (was is not None or self._is_taken(start, len(data))):
            message = "what other fields have put there"
            self.wrong.append(record._locate(ContradictionError(name, message, "other bytes")))
            return False
        self.buffer.seek(start)
        self.buffer.write(data)
        return True

    def _is_taken(self, start: int, size: int) -> bool:
        """Whether some bytes belong to something else that was written."""
        if self.original is None:
            return True
        there = chain(((each.start, each.end) for each in self._regions), self._new)
        return any(first < start + size and start < last for first, last in there)


class _Queue:
    """What is to be placed, in the order of the file that was read; new things behind it.

    Args:
        order: Tells the place of an item in it.
        known: What will be asked for.

    Attributes:
        asked: What was asked for so far.
    """

    def __init__(self, order: Callable[[Item], Order], known: list[Item]) -> None:
        self._order = order
        self._queue: list[tuple[Order, int, Item]] = []
        self._seen: set[tuple[int, str]] = set()
        self.asked: list[Item] = []
        for item in known:
            self._push(item)

    def _push(self, item: Item) -> None:
        if (key := _key(item)) not in self._seen:
            self._seen.add(key)
            heappush(self._queue, (self._order(item), len(self._seen), item))

    def next(self, pending: list[Item]) -> Item | None:
        """The next item; what was written may have brought some more of them."""
        for item in pending:
            self._push(item)
        self.asked += pending
        pending.clear()
        return heappop(self._queue)[2] if self._queue else None


def _key(item: Item) -> tuple[int, str]:
    return id(item[0]), item[1]


class _Places:
    """Where records stand that have instances themselves: without these, a file is finite."""

    def __init__(self) -> None:
        self._seen: set[Any] = set()
        self._again = 0

    def come_by(self, record: Any, name: str) -> None:
        """Note an instance that is written.

        Raises:
            NestingError: it stands in itself, or again and again in others.
        """
        place = _place(record, name)
        if place is None:
            return
        if place not in self._seen:
            self._seen.add(place)
            return
        self._again += 1
        holder = record
        while isinstance(holder._holder, Record) and _place(holder._holder, holder._name) != place:
            holder = holder._holder
        if isinstance(holder._holder, Record) or self._again > MOST_AGAIN:
            expected = "records at positions that do not hold themselves"
            raise record._locate(NestingError(name, expected, "one that does"))


def _place(record: Any, name: str) -> tuple[Any, ...] | None:
    """Where an instance was read, and as what; None, unless others can stand in it."""
    value = record._kept(name)
    first: Any = value[0] if isinstance(value, list) and value else value
    extent = record._extent(name)
    if extent is None or not getattr(first, "_places", False):
        return None
    given = [getattr(first, each, None) for each in first._params]
    known = tuple(each for each in given if isinstance(each, int | float | str | bytes))
    begin = getattr(extent.io, "begin", None)
    stream = (id(extent.io),) if begin is None else (begin, extent.io.size())
    return type(record), name, type(first), stream, extent.start, known
