"""In which order things are placed that stand at positions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, NamedTuple

from quire.runtime.errors import EXPLAINED, FormatError, NestingError
from quire.runtime.lists.lazy import first_of
from quire.runtime.reading.instance import is_set
from quire.runtime.record import Record

if TYPE_CHECKING:
    from quire.runtime.editing.instances.unreadable import Led

MOST_AGAIN = 4096
"""Times that records with instances stand where one stood before."""

_NEW = 1 << 62
"""After all that was there; what leads to the end of a file is after that."""

Place = tuple[int, int]
"""From where to where something stood in the stream that was read."""


class Item(NamedTuple):
    """An instance that stands at a position.

    Attributes:
        record: The record that has it.
        name: Its name.
        leader: The instance that leads to it, if one does.
    """

    record: Any
    name: str
    leader: Item | None

    @property
    def key(self) -> tuple[int, str]:
        """What tells it from others."""
        return id(self.record), self.name

    @property
    def leaders(self) -> Iterator[Item]:
        """What leads to it, and what leads to that."""
        each = self.leader
        while each is not None:
            yield each
            each = each.leader

    @property
    def value(self) -> Any:
        """What it is, if it was read or set."""
        return self.record._kept(self.name)

    @property
    def is_from_end(self) -> bool:
        """Whether it is found from the end of the stream."""
        return hasattr(type(self.record), f"_before_end_{self.name}")

    @property
    def alignment(self) -> int | None:
        """What its position is a multiple of, if its spec says so."""
        found = getattr(self.record, f"_alignment_{self.name}", None)
        return None if found is None else found()

    @property
    def before_end(self) -> int | None:
        """How many bytes before the end of the stream it stands, if it is found from there."""
        found = getattr(self.record, f"_before_end_{self.name}", None)
        return None if found is None else found()

    @property
    def tells(self) -> bool:
        """Whether fields are told where it is."""
        return hasattr(self.record, f"_found_{self.name}")

    def told(self) -> int | None:
        """Where the fields say that it is; None if they do not, or not yet."""
        position = getattr(self.record, f"_position_{self.name}", None)
        try:
            return None if position is None else position()
        except EXPLAINED:
            return None

    def elsewhere(self, start: int | None, now: int) -> FormatError:
        """The error of an instance that is at one position, where fields say another one."""
        expected = f"the position {start}, where that is now: set the fields that tell it"
        return FormatError(self.name, expected, now)


class Gone(NamedTuple):
    """What stood at a position, and is no longer in the file."""

    extent: Place


class Queue:
    """What is to be placed: in the order of the file that was read, and where new things go.

    New things come after all that was there. But what leads to others of their kind from behind
    them, an index at the end say, stays after them.

    Args:
        original: The stream that was read, if one was.
        known: What will be asked for.
        gone: What has to go.

    Attributes:
        asked: What was asked for so far, once each: a stream within asks again in its next draft.
        from_end: Bytes at the end of the file that was read, of what is found from there.
        together: What was known, by where it stood there.
    """

    def __init__(self, original: Any, known: list[Item], gone: Iterable[Place]) -> None:
        self._original = original
        self._queue: list[tuple[tuple[int, ...], int, Item | Gone]] = []
        self._seen: set[tuple[int, str]] = set()
        self._asked: set[tuple[int, str]] = set()
        self._last: dict[tuple[type[Any], str], int] = {}
        self.asked: list[Item] = []
        self.from_end = 0
        self.together: dict[Place, list[Item]] = {}
        for item in known:
            if (old := self.extent(item)) is not None:
                self.together.setdefault(old, []).append(item)
                kind = type(item.record), item.name
                self._last[kind] = max(self._last.get(kind, 0), old[0])
        for item in known:
            self._push(item)
        for extent in gone:
            # What took no bytes there is in front of it, and may take some now.
            heappush(self._queue, ((extent[0], 4), len(self._queue), Gone(extent)))

    def ask(self, pending: list[tuple[Any, str]], leader: Item | None) -> None:
        """Have things placed that what was written has brought, by what leads to them."""
        for record, name in pending:
            item = Item(record, name, leader)
            if item.key not in self._asked:
                self._asked.add(item.key)
                self.asked.append(item)
                self._push(item)
        pending.clear()

    def __iter__(self) -> Iterator[Item | Gone]:
        """The next to be placed; more may be asked for meanwhile."""
        while self._queue:
            yield heappop(self._queue)[2]

    def extent(self, item: Item) -> Place | None:
        """Where an instance was in the stream that was read."""
        extent = item.record._extent(item.name)
        if self._original is None or extent is None or extent.io is not self._original:
            return None
        return extent.start, extent.end

    def kept(self, led: Led | None) -> Iterator[Place]:
        """What was asked for has there; of what cannot be read, what it had."""
        for item in self.asked:
            place = None if led is None else led.place(item.key)
            if (old := place or self.extent(item)) is not None:
                yield old

    def is_new(self, item: Item) -> bool:
        """Whether an instance comes after all that was there."""
        return self._order(item)[0] >= _NEW

    def _push(self, item: Item) -> None:
        if item.key not in self._seen:
            self._seen.add(item.key)
            if item.before_end is not None and (old := self.extent(item)) is not None:
                self.from_end = max(self.from_end, self._original.size() - old[0])
            heappush(self._queue, (self._order(item), len(self._seen), item))

    def _order(self, item: Item) -> tuple[int, ...]:
        if (before := item.before_end) is not None:
            return _NEW + 2, -before
        if (old := self.extent(item)) is not None:
            # What took no bytes may take some now, in front of what begins there. What somebody
            # has set comes before what sees the same bytes, and what has others in it before these.
            # Of those in one place, what cannot tell fields where it is goes by what others tell.
            has_none = old[0] == old[1]
            kind = 1 if has_none else 2 if is_set(item.record, item.name) else 3
            return old[0], kind, old[0] - old[1], not item.tells
        return self._new_order(item)

    def _new_order(self, item: Item) -> tuple[int, ...]:
        """Where something new goes: after all, or in front of what leads to it."""
        leaders = [*item.leaders]
        is_from_end = any(each.is_from_end for each in leaders)
        last = self._last.get((type(item.record), item.name))
        for depth, leader in enumerate(leaders):
            if leader.is_from_end:
                return _NEW + 1, -depth
            if (old := self.extent(leader)) is not None:
                is_behind = is_from_end or (last is not None and last < old[0])
                return (old[0], 0, -depth) if is_behind else (_NEW,)
        return (_NEW,)


class Nesting:
    """Where records stand that have instances themselves: without these, a file is finite."""

    def __init__(self) -> None:
        self._seen: set[Any] = set()
        self._again = 0

    def come_by(self, record: Any, name: str) -> None:
        """Note an instance that is written.

        Raises:
            NestingError: it stands in itself, or again and again in others.
        """
        place = place_of(record, name)
        if place is None:
            return
        if place not in self._seen:
            self._seen.add(place)
            return
        self._again += 1
        holder = record
        while (
            isinstance(holder._holder, Record) and place_of(holder._holder, holder._name) != place
        ):
            holder = holder._holder
        if isinstance(holder._holder, Record) or self._again > MOST_AGAIN:
            expected = "a record that does not contain itself by way of instances at positions"
            raise record._locate(NestingError(name, expected, "one that does"))


def place_of(record: Any, name: str) -> tuple[Any, ...] | None:
    """Where an instance was read, and as what; None, unless others can stand in it."""
    value = record._kept(name)
    first: Any = first_of(value) if isinstance(value, list) and value else value
    extent = record._extent(name)
    if extent is None or not getattr(first, "_places", False):
        return None
    given = [getattr(first, each, None) for each in first._params]
    known = tuple(each for each in given if isinstance(each, int | float | str | bytes))
    begin = getattr(extent.io, "begin", None)
    stream = (id(extent.io),) if begin is None else (begin, extent.io.size())
    return type(record), name, type(first), stream, extent.start, known


def apart(places: Iterable[Place], kept: Iterable[Place]) -> list[Place]:
    """Places, joined where they overlap, that share nothing with others."""
    taken = _joined(kept)
    ends = [end for _, end in taken]
    found = []
    for start, end in _joined(places):
        i = bisect_right(ends, start)
        if i == len(taken) or taken[i][0] >= end:
            found.append((start, end))
    return found


def _joined(places: Iterable[Place]) -> list[Place]:
    found: list[Place] = []
    for start, end in sorted(each for each in places if each[0] < each[1]):
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found
