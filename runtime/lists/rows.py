"""Lists of records that follow from their bytes alone, which are there as long as nobody looks."""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from quire.runtime.lists.lazy import Lazy
from quire.runtime.lists.stride import EVERY, Found
from quire.runtime.members import own_members
from quire.runtime.reading.copies import behind, share
from quire.runtime.reading.source import expect_all
from quire.runtime.stream import Bytes

if TYPE_CHECKING:
    from quire.runtime.reading.by_position import ByPosition
    from quire.runtime.writing.pieces import Pieces

TOGETHER = 1 << 20
"""Bytes of records that are copied at a time, but for one that has more."""


ASCII = bytes(range(128))

MANY, LONG = 1 << 16, 1 << 20
"""Records, and bytes, of a list with texts that are looked at first, so that none need be made."""

APART = 1 << 15
"""Bytes of such a list of records of one size, of which the texts alone are looked at."""

AT_A_TIME = 1 << 10
"""Records that are gone past in one go, if they have to be looked at."""

FEW = 4096
"""Bytes of which so few objects are made that it is not worth the while to wait with them."""


def rows_at(
    kind: type[ByPosition], buf: Bytes, pos: int, end: int, count: int, holder: Any
) -> tuple[list[Any], int] | None:
    """A list of records, and where it ends.

    Args:
        kind: Their type.
        buf: What they stand in.
        pos: Where the first one begins.
        end: Where their stream ends.
        count: How many; negative for as many as there are up to the end.
        holder: The record that has the list.

    Returns:
        Many are made when somebody looks at them. None if some are wrong.
    """
    stride, viewed = kind._STRIDE, isinstance(buf, bytearray | memoryview)
    is_long = count < 0 or (count >= MANY and end - pos >= LONG)
    is_apart = stride.is_fixed and count * stride.least >= APART
    if not (stride.is_sure or viewed or is_long or is_apart):
        return made_at(kind, buf, pos, end, count, holder)
    found = found_before(buf, (kind, pos, end, count))
    if found is None and (found := stride.find(buf, pos, end, count)) is None:
        return None
    rows = Rows(kind, buf, pos, found, holder)  # which has copied what may change
    rows.where = kind, pos, end, count
    if found.stop - pos >= FEW and (stride.is_sure or _are_sure(kind, rows.stored)):
        return Lazy(rows, found.number), found.stop
    if not viewed:
        return made_at(kind, buf, pos, end, found.number, holder)
    stored = bytes(rows.stored)
    made = made_at(kind, stored, 0, len(stored), found.number, holder)
    return None if made is None else (made[0], found.stop)


def _are_sure(kind: type[ByPosition], stored: memoryview) -> bool:
    """Whether no text of many records can be wrong, as all bytes are those of ASCII."""
    of: Any = kind  # mypy takes the hash of its objects for that of a class
    each = kind._STRIDE.least if kind._STRIDE.is_fixed else 0
    if len(stored) < (APART if each else LONG) or (texts := _texts_of(of)) is None:
        return False
    if each:
        return all(bytes(stored[i::each]).isascii() for text in texts for i in text)
    return all(bytes(stored[i : i + LONG]).isascii() for i in range(0, len(stored), LONG))


@cache
def _texts_of(kind: type[ByPosition]) -> list[range] | None:
    """Which bytes of a record of a type are those of texts, if all are of one size.

    Returns:
        None, unless bytes of ASCII mean what they do in the encodings of all texts.
    """
    from quire.runtime.structure.lookup import plan_of  # long lists alone pay for it
    from quire.runtime.structure.stored import Text

    try:
        fields = plan_of(kind).fields
        stored = [each.stored for each in fields]
        decoded = [ASCII.decode(each.encoding) for each in stored if isinstance(each, Text)]
    except (TypeError, LookupError, UnicodeDecodeError):  # there is no plan, or none of these
        return None
    if any(text != ASCII.decode("ascii") for text in decoded):
        return None
    places = [(each.offset, each.size) for each in fields if isinstance(each.stored, Text)]
    return [range(at, at + size) for at, size in places if at is not None and size is not None]


def made_at(
    kind: type[ByPosition], buf: Any, pos: int, end: int, count: int, holder: Any
) -> tuple[list[Any], int] | None:
    """The same, of bytes, made at once."""
    try:
        rows, stop = kind._make_rows(buf, pos, count, holder)
    except (struct.error, UnicodeDecodeError, LookupError):
        return None
    return (rows, stop) if stop <= end else None


def rows_past(
    kind: type[ByPosition], buf: Bytes, pos: int, end: int, most: int, holder: Any
) -> tuple[int, int]:
    """Go past records of which nobody wants any.

    Args:
        kind: Their type.
        buf: What they stand in.
        pos: Where the first one begins.
        end: Where their stream ends.
        most: How many there are at most.
        holder: The record that has the list.

    Returns:
        How many they were, and where the next begins: those that are alike all, others in parts.
        None, if it takes a closer look to tell whether they are right.
    """
    stride = kind._STRIDE
    if stride.each:
        number = min((end - pos) // stride.each, most)
        return number, pos + number * stride.each
    number = min(most, AT_A_TIME)
    found = stride.find(buf, pos, end, number)
    if found is None:
        return 0, pos
    if stride.is_sure:
        return number, found.stop
    stored = bytes(buf[pos : found.stop])
    made = made_at(kind, stored, 0, len(stored), number, holder)
    return (0, pos) if made is None else (number, found.stop)


Where = tuple[type["ByPosition"], int, int, int]
"""The type of records, where the first one begins, where their stream ends, how many to find."""


class Placed(Protocol):
    """A list of records whose places are known."""

    @property
    def whole(self) -> Any:
        """The bytes that they were read of."""

    @property
    def where(self) -> Where:
        """Where they were looked for."""

    @property
    def found(self) -> Any:
        """What was found."""


Way = tuple[tuple[str, int | None], ...]
"""The fields that lead to a record, or to a list, each with the place in its list."""


class Beside(NamedTuple):
    """Lists of the record of a file that was written, of which not all was looked at.

    Attributes:
        lists: They, by the names of their fields.
        told: What was written over bytes of the others, with where these were in the file.
        data: The file.
        made: Its pieces; it is known which of them were copied from where.
    """

    lists: Mapping[Way, Lazy]
    told: Sequence[tuple[int, bytes]]
    data: bytes
    made: Pieces

    def has_told(self, start: int, stop: int) -> bool:
        """Whether something was written over bytes of a range."""
        return bisect_left(self.told, (start,)) < bisect_left(self.told, (stop,))


class _FoundBefore:
    """Where records are in some bytes, which stay what they are.

    Args:
        whole: The bytes.
        some: The lists that were read of them.
        beside: What was written.
    """

    def __init__(self, whole: Any, some: Iterable[Placed], beside: Beside | None) -> None:
        self.beside = beside
        self._whole = whole
        there = [each for each in some if each.whole is whole and type(whole) is bytes]
        self._lists = {each.where: each.found for each in there}

    def __reduce__(self) -> Any:
        """Nothing, in a copy or a pickle: who reads that does not compare it."""
        return type(None), ()

    def at(self, buf: Any, where: Where) -> Any:
        """The records of a list that is read of these bytes, or of a view of all of them."""
        whole = buf if type(buf) is bytes else getattr(buf, "obj", None)
        return self._lists.get(where) if whole is self._whole else None


_found_before: ContextVar[_FoundBefore | None] = ContextVar("found_before", default=None)


_AGAIN = "_read_again"
"""The member of the record of a file that was read again: so it finds its instances, too."""


def found_before(buf: Any, where: Where, holder: Any = None) -> Any:
    """What is known of a list of records in bytes that are read again; None, if nothing is."""
    known = _again(holder)
    return None if known is None else known.at(buf, where)


def is_reading_again(holder: Any = None) -> bool:
    """Whether a file is read again, to compare it with what was read."""
    return _again(holder) is not None


def read_beside(holder: Any = None) -> Beside | None:
    """What was written, if that is read again."""
    known = _again(holder)
    return None if known is None else known.beside


def _again(holder: Any) -> _FoundBefore | None:
    """What is known where a file is read again, or an instance of its record, which is given."""
    return _found_before.get() if holder is None else own_members(holder).get(_AGAIN)


def find_again(record: Any) -> None:
    """Have the instances of the record of a file that is read again be found like its fields."""
    own_members(record)[_AGAIN] = _found_before.get()


@contextmanager
def finding_again(whole: Any, some: Iterable[Placed], beside: Beside | None) -> Iterator[None]:
    """Have records that were found in some bytes not be looked for when these are read again.

    Args:
        whole: The bytes.
        some: The lists that were read of them.
        beside: Those of a file that was written with other bytes.
    """
    token = _found_before.set(_FoundBefore(whole, some, beside))
    try:
        yield
    finally:
        _found_before.reset(token)


class Rows:
    """What the records of a list are made of.

    Args:
        kind: Their type.
        buf: What they stand in.
        pos: Where the first one begins.
        found: Where they are.
        holder: The record that has the list.

    Attributes:
        whole, found: The same; the bytes are copied, if they may change.
        where: Where they were looked for.
        lead: What is done with each record that is made, and its number: a writing has moved what
            it leads to.
        told: The bytes of all records, as a writing has it that goes on; None, if they are stored.
    """

    where: Where
    lead: Callable[[Any, int], None] | None = None
    told: memoryview | None = None

    def __init__(
        self, kind: type[ByPosition], buf: Bytes, pos: int, found: Found, holder: Any
    ) -> None:
        self.whole, self._pos = buf, pos
        if type(buf) is bytearray or (type(buf) is not bytes and not kind._STRIDE.is_sure):
            # It may still grow; or somebody may change texts that were looked at.
            self.whole, self._pos = bytes(buf[pos : found.stop]), 0
        self.kind = kind
        self.stored = memoryview(behind(self.whole))[self._pos :][: found.stop - pos]
        self._start, self.found, self._holder = pos, found, holder

    def make(self, start: int, stop: int) -> list[Any]:
        """Make the records of a range."""
        records = self._make(start, stop)
        if (lead := self.lead) is not None:
            for i, each in enumerate(records, start):
                lead(each, i)
        return records

    def _make(self, start: int, stop: int) -> list[Any]:
        if type(self.whole) is bytes and not self.kind._STRIDE.is_fixed:
            pos = self._pos + self.place(start)
            return self.kind._make_rows(self.whole, pos, stop - start, self._holder)[0]
        expect_all(self.whole)
        records: list[Any] = []
        step = max(TOGETHER * self.found.number // max(len(self.stored), 1), 1)
        for i in range(start, stop, step):
            end = min(i + step, stop)
            stored = bytes(self.stored[self.place(i) : self.place(end)])
            made = self.kind._make_rows(stored, 0, end - i, self._holder)[0]
            share(made)
            records += made
        return records

    @property
    def is_as_read(self) -> bool:
        """Whether each record is where it was read."""
        return True

    @property
    def gaps(self) -> int:
        """How often records were put in or taken out."""
        return 0

    def spliced(self, start: int, stop: int, count: int) -> Rows:
        """What the list is made of once records of a range are replaced by so many."""
        from quire.runtime.lists.spliced import Run, Spliced  # which are rows themselves

        return Spliced(self, [Run(0, self.count, 0)]).spliced(start, stop, count)

    @property
    def count(self) -> int:
        """How many records there are."""
        return self.found.number

    def pieces(self, start: int, stop: int) -> Iterator[memoryview]:
        """The bytes of the records of a range."""
        there = self.stored if self.told is None else self.told
        yield there[self.place(start) : self.place(stop)]

    def place(self, i: int) -> int:
        """Where a record begins in their bytes; there may be one more than there are."""
        stride, places = self.kind._STRIDE, self.found.places
        if i == self.found.number:
            return len(self.stored)
        if stride.is_fixed:
            return i * stride.least
        pos, left = places[i // EVERY] - self._start, i % EVERY
        return stride.skip(self.stored, pos, len(self.stored), left)[0] if left else pos


def untouched(elements: Any) -> Rows | None:
    """What a list of records is made of, if nobody has looked at one yet."""
    source = elements._source if isinstance(elements, Lazy) and not elements._made else None
    return source if isinstance(source, Rows) and source.is_as_read else None


def began(elements: Any) -> Where | None:
    """Where the records of a list were looked for; None, if that is not known."""
    of = elements._source if isinstance(elements, Lazy) else elements
    where: Where | None = getattr(of, "where", None)
    return where


def parts(elements: Any) -> Iterator[memoryview | list[Any]] | None:
    """The records that somebody has looked at, and the bytes of those between; None: of all."""
    if not isinstance(elements, Lazy) or not isinstance(elements._source, Rows):
        return None
    if elements._source.lead is not None:
        return None  # bytes are what they were
    return _parts(elements._source, elements._made, len(elements))


def _parts(rows: Rows, made: dict[int, Any], count: int) -> Iterator[memoryview | list[Any]]:
    expect_all(rows.stored)
    done = 0
    for _, run in groupby(enumerate(sorted(made)), lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        yield from rows.pieces(done, numbers[0])
        yield [made[number] for number in numbers]
        done = numbers[-1] + 1
    yield from rows.pieces(done, count)
