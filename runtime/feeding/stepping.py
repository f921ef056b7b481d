"""Reading a file step by step, each of which can be made again when more of the file is there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from quire.runtime.errors import EXPLAINED, FormatError, LimitError, TruncatedError
from quire.runtime.feeding.fed import ListPart, Opened, Parts, RecordPart, Starved, place_of
from quire.runtime.lists.synced import too_much
from quire.runtime.members import own_members, slots_of
from quire.runtime.places import Passing
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record

TOGETHER = 1 << 12
"""Bytes of elements that are read in one step, if they are small."""


class Place(NamedTuple):
    """Where in its parts a file is read.

    Attributes:
        part: The number of the part.
        number: Elements of a list that were read.
        given: Those of them that are there: where no case fits, nothing is.
        total: How many elements there are; negative while nobody knows.
        began: Where the list begins in the file.
    """

    part: int = 0
    number: int = 0
    given: int = 0
    total: int = -1
    began: int = 0


class Step(NamedTuple):
    """What was read.

    Attributes:
        pos: Where that ends.
        place: What comes next.
        records: What is handed out.
    """

    pos: int
    place: Place
    records: Sequence[Any] = ()


class Steps(Protocol):
    """How a file is read.

    Attributes:
        root: The record of the file, if it is there before it is whole.
        place: What is read next.
        counts: Whether that is how many elements a list has.
        is_done: Whether there is nothing to read.
    """

    root: Any
    place: Place

    @property
    def counts(self) -> bool:
        """Whether the number of elements comes next."""

    @property
    def is_done(self) -> bool:
        """Whether nothing comes next."""

    @property
    def damaged(self) -> bytes | None:
        """What reading may go on at after the error of a step, if it is of an element."""

    def too_much(self, offset: int) -> FormatError:
        """The error of a list of which too much is wrong, at a position."""

    def leave(self) -> None:
        """Go on behind a list that has no end, since all of the file is wrong up to its end."""

    def step(self, io: Reader, pos: int, end: int, *, is_over: bool) -> Step:
        """Read what comes next, between two positions in the bytes of a stream.

        Raises:
            Starved: more has to come first.
            FormatError: it is wrong.
        """

    def refused(self, error: FormatError, size: int) -> FormatError:
        """What an error of a step is in a file that has so many bytes and no more."""


class PartSteps:
    """A record with lists, whose elements are handed out.

    Args:
        record: The record, of which nothing was read yet: that of a file, or one within.
        tells: Whether elements need the stream that they were read from later.

    Attributes:
        parts: What it consists of.
    """

    def __init__(self, record: Record, *, tells: bool) -> None:
        self._tells = tells
        self.parts: Parts = getattr(record, "_PARTS", ())
        self.root, self._top = record, record._top()
        self.place = Place()
        self._is_amid = False  # an element, perhaps a wrong one

    @property
    def is_done(self) -> bool:
        """Whether all parts were read."""
        return self.place.part == len(self.parts)

    @property
    def counts(self) -> bool:
        """Whether a list begins whose elements are counted."""
        part = self.parts[self.place.part]
        return isinstance(part, ListPart) and part.repeat == "counted" and self.place.total < 0

    @property
    def damaged(self) -> bytes | None:
        """What elements of the list begin with, one of which is wrong."""
        part = self.parts[self.place.part]
        return part.sync if self._is_amid and isinstance(part, ListPart) else None

    def too_much(self, offset: int) -> FormatError:
        """The error of the list, of which too much is wrong."""
        error = too_much(self.parts[self.place.part][0], offset)
        return self.root._refusal(error, self.root, "")

    def leave(self) -> None:
        """Go on with the next part."""
        self.place = self._next()

    def step(self, io: Reader, pos: int, end: int, *, is_over: bool) -> Step:
        """Read fields, or elements."""
        root, part = self.root, self.parts[self.place.part]
        self._is_amid = False
        lists = [Passing() for _ in part.lists] if isinstance(part, ListPart) else []
        self._read_from(io)
        try:
            if isinstance(part, ListPart):
                for name, each in zip(part.lists, lists, strict=True):
                    setattr(root, name, each)
                return self._in_list(part, lists, io, pos, end, is_over=is_over)
            if isinstance(part, RecordPart):
                behind = read_opened(self._begun(part, io, pos, end))
            else:
                behind = getattr(root, part.read)(io.data, pos, end)
            self._tell_fields(io)
            return Step(behind, self._next())
        except EXPLAINED as error:
            self._top._explain(error, None)  # while its lists tell where it was
        finally:
            for name in part.lists if isinstance(part, ListPart) else ():
                delattr(root, name)

    def _read_from(self, io: Reader) -> None:
        """Have the record read from a stream, which may be another one each time."""
        self.root._io = io

    def _begun(self, part: RecordPart | ListPart, io: Reader, pos: int, end: int) -> Opened:
        """Begin the record that comes next; what is none is read."""
        begin = getattr(self.root, f"_open_{part.field}")
        begun: Opened = begin(io.data, pos, end, self.place.number)
        return begun

    def _tell_fields(self, io: Reader) -> None:
        """Tell the records that were read their stream."""
        for name in self.root._fields if self.root is self._top else ():
            tell(getattr(self.root, name, None), io)

    def _next(self) -> Place:
        return Place(self.place.part + 1)

    def _in_list(
        self, part: ListPart, lists: list[Passing], io: Reader, pos: int, end: int, *, is_over: bool
    ) -> Step:
        """Read what comes next in a list: how many elements it has, some of them, or its end."""
        place = self.place
        if self.counts:
            total = getattr(self.root, f"_count_{part.field}")(io.data, pos, end)
            return Step(pos, place._replace(total=total, began=place_of(io, pos)))
        if part.repeat == "counted" and place.number >= place.total:
            return Step(pos, self._next())
        if part.repeat == "end" and pos >= end:
            if is_over:
                return Step(pos, self._next())
            raise Starved(place_of(io, pos) + 1)
        if part.limit is not None and place.number >= part.limit:
            expected = f"at most {part.limit} elements"
            raise LimitError(part.field, expected, "more", offset=io.offset_at(pos))
        return self._elements(part, lists, io, pos, end)

    def _elements(
        self, part: ListPart, lists: list[Passing], io: Reader, pos: int, end: int
    ) -> Step:
        """Read some elements, one at least; those after the first that go to the end are left."""
        records: list[Any] = []
        stop, most = min(pos + TOGETHER, end), part.limit or sys.maxsize
        most = self.place.total if part.repeat == "counted" else most
        read = getattr(self.root, f"_element_{part.field}")
        asked = last_of(self.root, part)
        first, given = self.place.number, self.place.given
        data, number, is_last, self._is_amid = io.data, first, False, True
        while number == first or not (is_last or pos >= stop or number >= most):
            for each in lists:
                del each[:-1]
                each.before = given - len(each)
            try:
                behind = read(data, pos, end, number)
                is_last = asked(data, behind, end, number)
            except (*EXPLAINED, Starved):
                if number == first:
                    raise
                break
            if number > first and behind >= end:
                is_last = False
                break
            if behind == pos and not is_last:
                self._stand(part, pos)
            given = self._put(part, lists[0], given, records, io)
            pos, number = behind, number + 1
        place = self._next() if is_last else self.place._replace(number=number, given=given)
        return Step(pos, place, records)

    def _put(
        self, part: ListPart, elements: Passing, given: int, records: list[Any], io: Reader
    ) -> int:
        """Hand out the element that was read, if there is one; how many that makes."""
        for record in elements[given - elements.before :]:
            records.append(record)
            if self._tells:
                tell(record, io, f"{part.field}[{given}]")
        return elements.before + len(elements)

    def _stand(self, part: ListPart, pos: int) -> None:
        """Refuse elements that take no bytes, if there are too many."""
        if part.repeat == "end":
            self.root._stands(pos, part.field)
        if part.repeat == "until":
            self.root._claim(pos, part.field)

    def refused(self, error: FormatError, size: int) -> FormatError:
        """Of a list that is cut off, that it is, as its count would be refused at once."""
        place = self.place
        part = self.parts[place.part]
        if isinstance(part, ListPart) and isinstance(error, TruncatedError) and place.total > 0:
            wanted, left = place.total * part.least, size - place.began
            if wanted > left:
                cut = TruncatedError(part.field, wanted, left, offset=place.began)
                return self._top._refusal(cut, self.root, "")
        return error


class FileSteps:
    """Files that are handed out whole, one after another."""

    root = damaged = None
    counts = is_done = False

    def leave(self) -> None:
        """There is no list."""

    def too_much(self, offset: int) -> FormatError:
        """There is no list."""
        return FormatError("", "files", "a list", offset=offset)

    def __init__(self, kind: type[Record], params: tuple[Any, ...]) -> None:
        self._kind, self._params = kind, params
        self.place = Place()

    def step(self, io: Reader, pos: int, end: int, *, is_over: bool) -> Step:
        """Read a file."""
        if pos >= end:
            if is_over:
                return Step(pos, self.place)
            raise Starved(place_of(io, pos) + 1)
        file = empty(self._kind, self._params)
        file._io, io._bits_left = io, 0  # what the last one left of a byte is not of this one
        try:
            behind = file._read_at(io.data, pos, end)
        except EXPLAINED as error:
            file._explain(error, None)
        if behind == pos:
            raise file._locate(FormatError("", "files that take bytes", "one that takes none"))
        return Step(behind, self.place, (file,))

    def refused(self, error: FormatError, size: int) -> FormatError:  # noqa: ARG002  # others do
        """The error."""
        return error


def last_of(record: Record, part: ListPart) -> Callable[..., Any]:
    """What tells whether the last element of a list was read."""
    found: Callable[..., Any] = getattr(record, f"_is_last_{part.field}", _never)
    return found


def _never(*_: object) -> bool:
    """No element of a list that is counted, or goes to the end, tells that it is the last."""
    return False


def read_opened(opened: Opened) -> int:
    """Read a record that was begun, if one was; where what is read ends."""
    record, buf, pos, end = opened
    return pos if record is None else ended(record, record._read_at(buf, pos, end), end)


def ended(record: Any, pos: int, end: int) -> int:
    """Where a record ends that was read to a position, and whose stream ends at another."""
    if getattr(record, "_end", None) is None:
        return pos
    record._stop = pos
    return end


def empty(kind: type[Record], params: tuple[Any, ...]) -> Any:
    """A record that was told its parameters and nothing else."""
    record: Any = kind.__new__(kind)
    Record.__init__(record)
    for name, value in zip(kind._params, params, strict=True):
        setattr(record, name, value)
    if "_is_le" in slots_of(kind):
        record._is_le = None
    return record


def tell(value: Any, io: Reader, name: str = "") -> None:
    """Tell a record its stream, or those of a list: the file's will be another one.

    An element is told what it is called, too: its list will be gone.
    """
    for each in value if isinstance(value, list) else (value,):
        if isinstance(each, Record) and getattr(each, "_end", None) is None:
            there = own_members(each)
            if "_io" not in there:
                there["_io"] = io
                if name:
                    there["_name"] = name
                type(each)._is_told = type(each)._is_apart = True
