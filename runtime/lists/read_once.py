"""Lists of records that were read one by one: it is known which of them somebody has looked at.

All others are what they were read as, so nobody has to compare them with that.
"""

from __future__ import annotations

from array import array
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from quire.runtime.direct import name_of, new
from quire.runtime.lists.form import Form
from quire.runtime.lists.lazy import Lazy, Made, is_lazy, made_of, peeked
from quire.runtime.lists.rows import Way, Where, found_before, is_reading_again, read_beside
from quire.runtime.members import ORDER, slots_of
from quire.runtime.reading.copies import behind
from quire.runtime.reading.peeking import left_alone
from quire.runtime.stream import Bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from quire.runtime.reading.by_position import ByPosition
    from quire.runtime.writing.writer import Writer

MOST = 16
"""Records of a list of which all are taken for looked at."""

MOST_WITHIN = 64
"""The same of one within a record: there may be many, and who writes the file goes through them."""


class Stood(NamedTuple):
    """Where the records stood of a list that somebody has looked at: it is read again there.

    Attributes:
        where: Where they were looked for.
        places: Where each began, and the last one ended.
        holder: The record that the list was read for.
        form: How they were read.
    """

    where: Where
    places: array[int]
    holder: Any
    form: Form

    def over(self, whole: Bytes) -> ReadOnce:
        """The list as it is read of the bytes again."""
        return ReadOnce(self.where, whole, self.places, self.holder, self.form)


class ReadOnce:
    """What such a list is made of.

    Args:
        where: Where the records were looked for.
        whole: The bytes that they stand in.
        places: Where each begins, and the last one ends.
        holder: The record that has the list.
        form: How the records are read.
        records: They, as they were read; None, to read those again that somebody looks at.

    Attributes:
        where, whole, places, holder, form, records: The same.
        is_apart: Whether records are the same bytes now, wherever they stand.
        view: What records are read of again: those bytes.
        stood: What stays known of the list when all records are made; None, if they may not stay
            unread while others are made anew.
        lead: What is done with each record that is made, and its number: a writing has moved what
            it leads to.
        times_asked: How often some of the records were asked for.
        is_carried: Whether the next writing begins with the records where they were read.
        written: What was written, if this is read back of it: what is not made is as it was there.
    """

    lead: Callable[[Any, int], None] | None = None
    is_carried = False
    times_asked = 0
    written: ReadOnce | None = None

    def __init__(
        self,
        where: Where,
        whole: Bytes,
        places: array[int],
        holder: Any,
        form: Form,
        records: list[Any] | None = None,
    ) -> None:
        self.where, self.whole, self.places = where, whole, places
        self.holder, self.form, self.records = holder, form, records
        self.is_apart = form.is_apart
        self.view = whole
        self.stood = Stood(where, places, holder, form) if form.may_stay else None

    def anew(self) -> Self:
        """The same, of which each record is read again that nobody has looked at yet."""
        again = copy(self)
        again.records = None
        return again

    def kept(self) -> list[Any]:
        """All records as they were read; of those that are read again nobody gets another."""
        if self.records is None:
            self.records = ReadOnce.make(self, 0, self.count)  # those that were taken out, too
        return self.records

    @property
    def found(self) -> Self:
        """What is known of the list, for who reads it again."""
        return self

    @property
    def count(self) -> int:
        """How many records there are."""
        return len(self.places) - 1

    @property
    def kind(self) -> Any:
        """The type of the records."""
        return self.where[0]

    @property
    def turn(self) -> AbstractContextManager[object]:
        """Held to make some: a stream may have to move for that, as for instances."""
        turn: AbstractContextManager[object] = self.holder._root._io.budget.turn
        return turn

    def make(self, start: int, stop: int) -> list[Any]:
        """The records of a range; streams are where they were."""
        self.times_asked += 1
        if self.records is not None and self.lead is None:
            return self.records[start:stop]
        with self.turn:
            return left_alone(self.form.stream_of(self.holder)._io, self._made, start, stop)

    def _made(self, start: int, stop: int) -> list[Any]:
        kind, _, end, _ = self.where
        view, holder, root = self.view, self.holder, self.holder._root
        is_ordered, is_sized = _has_order(kind), self.form.size is not None
        elsewhere, made = self.form.elsewhere, []
        for i, pos in enumerate(self.places[start:stop], start + 1):
            made.append(record := new(kind))
            record._parent, record._root = holder, root
            if is_ordered:
                record._is_le = None
            if elsewhere is not None:
                elsewhere.tell(record)
            if is_sized:
                record._start, record._end = pos, self.places[i]
                record._stop = record._read_at(view, pos, record._end)
            else:
                record._read_at(view, pos, end)
        if (lead := self.lead) is not None:
            for i, each in enumerate(made, start):
                lead(each, i)
        return made

    @property
    def is_as_read(self) -> bool:
        """Whether each record is where it was read."""
        return True

    def place_now(self, i: int) -> int | None:
        """The number that a record has which was read; None, if it is not there any more."""
        return i

    @property
    def gaps(self) -> int:
        """How often records were put in or taken out."""
        return 0

    def spliced(self, start: int, stop: int, count: int) -> ReadOnce:
        """What the list is made of once records of a range are replaced by so many."""
        from quire.runtime.lists.spliced import Run, SplicedOnce  # which is read once itself

        return SplicedOnce(self, [Run(0, self.count, 0)]).spliced(start, stop, count)

    def pieces(self, start: int, stop: int) -> Iterator[memoryview]:
        """The bytes of the records of a range."""
        yield memoryview(self.whole)[self.places[start] : self.places[stop]]

    def within(self, start: int, stop: int) -> Iterator[tuple[int, int, int]]:
        """The records of a range that were read, as a `Run`."""
        yield start, stop, 0

    def is_as(self, other: ReadOnce) -> bool:
        """Whether another list was read of the same bytes, in the same place, and has them.

        Or it was read back of what this one has become.
        """
        is_there = self.where == other.where and self.whole is other.whole
        return other.written is self or (is_there and self.is_as_read)


def read_once(
    where: Where,
    buf: Bytes,
    holder: Any,
    name: str,
    form: Form,
    records: list[Any] | None = None,
) -> tuple[list[Any], int]:
    """A list of records, and where it ends.

    Args:
        where: Where they are looked for.
        buf: What they stand in.
        holder: The record that has the list.
        name: The attribute.
        form: How they are read.
        records: Takes them as they are read; None, if the attribute shows them.
    """
    source = _known(where, buf, holder, form)
    if source is None and (found := _written(where, buf, holder, name, form)) is not None:
        return found
    if records is None:
        records = []
        if source is None:
            setattr(holder, name, records)  # each is in the list before the next is read
    if source is None:
        places = read_all(records, where, buf, holder, name_of(name), form)
        whole = behind(buf)
        most = MOST if holder._holder is None else MOST_WITHIN
        if len(records) <= most or not _is_of_file(holder, whole):
            return records, places[-1]
        source = ReadOnce(where, whole, places, holder, form, records)
    # Who reads it again looks at the records to compare them, and at no others.
    if records and is_reading_again(form.looked_at_in(holder)):
        return made_of(source, records) if form.may_stay else records, source.places[-1]
    return Lazy(source, source.count), source.places[-1]


def _known(where: Where, buf: Bytes, holder: Any, form: Form) -> ReadOnce | None:
    """What a list is made of that was read of the same bytes before; None, if none was."""
    if (known := found_before(buf, where, form.looked_at_in(holder))) is None:
        return None
    again = ReadOnce(where, known.whole, known.places, holder, form)
    again.is_apart = known.is_apart
    again.view = buf  # what a record has already is not copied out of it
    return again


def _written(
    where: Where, buf: Bytes, holder: Any, name: str, form: Form
) -> tuple[Lazy, int] | None:
    """A list of a file that was written, and where it ends; None, if it is to be read."""
    file = read_beside(form.looked_at_in(holder))
    if file is None or not file.lists or behind(buf) is not file.data:
        return None
    some = file.lists.get(_way_to(holder, name))
    if some is None or not is_lazy(some) or some._source.kind is not where[0]:
        return None
    from quire.runtime.lists.read_beside import Reading  # which reads once itself

    return Reading(where, buf, holder, name, form).beside(some, file)


def _is_of_file(holder: Any, whole: Any) -> bool:
    """Whether a list that was read is one of a file, in its bytes, which is being read.

    Records of other specs have others around them, which may name it.
    """
    if type(whole) is not bytes or holder._holder is None:
        return type(whole) is bytes
    top = holder._root
    if top is None or top._holder is not None:
        return False
    return behind(top._io.data) is whole and not top._io.budget.is_read


def _way_to(holder: Any, name: str) -> Way:
    """The fields that lead to a list of a record that is being read, from that of the file on."""
    way: list[tuple[str, int | None]] = [(name, None)]
    while (around := holder._holder) is not None:
        way.append(_place_in(around, holder))
        holder = around
    return tuple(reversed(way))


def _place_in(around: Any, record: Any) -> tuple[str, int | None]:
    """The field that a record is which is being read, or the list that came last: it goes there."""
    found: tuple[str, int | None] = ("", None)
    for name in around._fields:
        if (value := getattr(around, name, None)) is record:
            return name, None
        if isinstance(value, list):
            found = name, len(value)
    return found


def read_all(
    records: list[Any],
    where: Where,
    buf: Bytes,
    holder: Any,
    field: str,
    form: Form,
) -> array[int]:
    """Read all records into a list; where each begins, and the last one ends."""
    kind, pos, end, count = where
    root, is_ordered, size, until = holder._root, _has_order(kind), form.size, form.until
    of, places = form.stream_of(holder), array("q")
    while until or (len(records) < count if count >= 0 else pos < end or of._goes_on(buf, pos)):
        places.append(pos)
        record = new(kind)
        record._parent, record._root = holder, root
        if is_ordered:
            record._is_le = None
        if form.elsewhere is not None:
            form.elsewhere.tell(record)
        if size is None:
            stop = record._read_at(buf, pos, end)
        else:
            if not pos <= (stop := pos + size) <= end:
                buf, end = holder._reach(size, field, pos)
            record._start, record._end = pos, stop
            record._stop = record._read_at(buf, pos, stop)
        if stop == pos and count < 0:  # it would go on for ever
            of._stands(pos, field)
        pos = stop
        records.append(record)
        if until and until(pos):
            break
    places.append(pos)
    return places


def _has_order(kind: type[ByPosition]) -> bool:
    """Whether records of a type have a byte order that is chosen, by none of those around them."""
    return ORDER in slots_of(kind)


@contextmanager
def standing_apart(lists: Iterable[Lazy]) -> Iterator[None]:
    """Have records at which nobody has looked be the same bytes, as long as a file is written."""
    some = [each for each in lists if is_lazy(each)]
    try:
        for each in some:
            each._source.is_apart = True
        yield
    finally:
        for each in filter(is_lazy, some):
            each._source.is_apart = each._source.form.is_apart


def known_once(elements: Any) -> ReadOnce | None:
    """Where the records of a list stand that was read again, if they may be the same anywhere."""
    source = getattr(elements, "_source", None) if isinstance(elements, Made) else None
    return source if isinstance(source, ReadOnce) and source.form.may_stay else None


def stood(elements: Any, holder: Any) -> Stood | None:
    """Where the records of a list stood that was read for a holder, and was all looked at."""
    known = getattr(elements, "_source", None) if type(elements) is Made else None
    return known if isinstance(known, Stood) and known.holder is holder else None


def written(elements: Lazy, io: Writer) -> Iterator[Any]:
    """The records of a list that somebody has looked at, in turn; those between are copied."""
    source: ReadOnce = elements._source
    made, count = {**elements._made}, len(elements)  # all may be made meanwhile
    done = 0
    for i in (*sorted(made), count):
        for piece in source.pieces(done, i):
            if io.copied is not None:
                io.copied.append((source.places[done], piece.nbytes, io.pos()))
            io.put(piece)
        if i < count:
            yield made[i]
        done = i + 1


def looked_at(elements: Any) -> Iterable[Any]:
    """The elements of a list, but those that nobody has looked at, if they stay what they were."""
    if not _stays(elements):
        return elements  # type: ignore[no-any-return]  # whatever somebody has given
    return [elements._made[i] for i in sorted(elements._made)]


def ends_of(elements: Any, is_last: Callable[[Any], object]) -> list[bool]:
    """Which elements of a list say that they end it; of those that stay, the last one is asked."""
    if not _stays(elements):
        return [bool(is_last(each)) for each in elements]
    last = len(elements) - 1
    ends = [False] * len(elements)
    for i, each in {last: peeked(elements, last, last + 1)[0], **elements._made}.items():
        ends[i] = bool(is_last(each))
    return ends


def _stays(elements: Any) -> bool:
    """Whether elements of a list that nobody has looked at are what they were."""
    is_unread = isinstance(elements, Lazy) and isinstance(elements._source, ReadOnce)
    return is_unread and elements._source.is_apart and len(elements) > 0
