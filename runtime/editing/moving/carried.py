"""Records at which nobody has looked, behind others that have grown: they move as they are.

Where they lead elsewhere in the file, as an index among them does, they tell other positions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from quire.runtime import structure as s
from quire.runtime.editing.comparing.columns import column, own_fields, parted
from quire.runtime.editing.comparing.replaced import has_stream
from quire.runtime.editing.comparing.same_values import is_same_value
from quire.runtime.editing.comparing.unread import Unread, unread
from quire.runtime.editing.instances.looking import Moves
from quire.runtime.editing.instances.reachable import goes_by
from quire.runtime.editing.instances.shown_moved import ShownMoved
from quire.runtime.editing.moving.leading_out import (
    Leading,
    are_read_alike,
    element_of,
    leading_out,
    number_of,
    ways_to,
)
from quire.runtime.editing.moving.shift import Told
from quire.runtime.editing.moving.stretches import Stretches
from quire.runtime.editing.pairing.pairs import all_beside, below
from quire.runtime.lists.lazy import Lazy, is_lazy
from quire.runtime.lists.read_once import ReadOnce
from quire.runtime.paths import attribute
from quire.runtime.reading.elements import Elements
from quire.runtime.reading.instance import NONE
from quire.runtime.record import Record
from quire.runtime.structure.evaluate import Unknown
from quire.runtime.writing.pieces import Pieces

if TYPE_CHECKING:
    from quire.runtime.editing.revision import Revision


class _Led(NamedTuple):
    """A record that leads out, in an element of a list.

    Attributes:
        number: The number of the element.
        record: It, as it was read.
        start: Where it begins in the file; None, if nobody knows.
    """

    number: int
    record: Any
    start: int | None


class _Elements:
    """Where the elements of a list began and ended.

    Args:
        elements: The list.

    Attributes:
        ends: Where each ended, by where it began.
        edges: Where one began or ended.
    """

    def __init__(self, elements: Lazy) -> None:
        places = elements._source.places
        self.ends = dict(pairwise(places))
        self.edges = {*places}


class Carried:
    """Those of a file.

    Args:
        of: The records of the file, and what was changed of them.
        lists: The lists that they are in.

    Attributes:
        told: What is written over their bytes, with where these were.
    """

    def __init__(self, of: Revision, lists: list[Unread]) -> None:
        self._of = of
        self._twin = of.twin_of(of.record)
        kind: Any = type(of.record)  # mypy takes the hash of its objects for that of a class
        self._top, self._ways = kind, leading_out(kind) or {}
        self._lists = [each for each in lists if self._leads(each.value._source.kind)]
        self._twins = {each.name: each.value for each in unread(self._twin) if not each.way}
        self._elements = {each.value._source.kind: _Elements(each.value) for each in self._lists}
        self._stretches = Stretches(memoryview(b""), Pieces(), [])
        self._asked: set[tuple[str, int]] = set()  # the elements of which more is to be looked at
        self._regions: list[tuple[int, int, Leading]] = []
        self.told: Told = []

    def _leads(self, kind: Any) -> bool:
        """Whether there may be records that lead out in elements of a type."""
        return kind in self._ways or bool(ways_to(kind, self._top))

    def begin(self) -> None:
        """Leave alone what the record of the file leads to.

        Raises:
            Moves: something is led to by others, or may be no field, or somebody has looked at it.
        """
        record, stored = self._of.record, self._of.source.stored
        are_fields = self._twin._io.pos() == len(stored) == len(self._of.source.copied())
        is_coming = any(isinstance(getattr(record, e, None), Elements) for e in record._fields)
        if not are_fields or is_coming or self._of.runs.ids:
            raise Moves
        if len(self._elements) < len(self._lists) or not all(map(self._is_of_file, self._lists)):
            raise Moves
        pending = [record]
        while pending:
            each = pending.pop()
            for lead in self._ways.get(type(each), ()):
                if each is not record or lead.told or each._kept(lead.name) is not NONE:
                    raise Moves
                self._of.leave(record, lead.name)
            pending += below(each)

    def _is_of_file(self, some: Unread) -> bool:
        is_field = some.name in self._top._fields and some.name in self._twins
        return (
            some.holder is self._of.record and is_field and are_read_alike(some.value._source.kind)
        )

    def put(self, made: Pieces, moved: Stretches) -> Pieces:
        """A file that was made, in which they tell where things are now.

        Args:
            made: It, with them as they were.
            moved: How far its bytes have moved.

        Raises:
            Moves: not all of them can.
        """
        self._stretches, self._regions = moved, []
        told: dict[int, bytes] = {}
        try:
            for each in self._lists:
                for number, data in chain.from_iterable(
                    self._told_of(each, led) for led in self._led_in(each)
                ):
                    if told.setdefault(number, data) != data:
                        raise Moves
            for lead in self._ways.get(self._top, ()):
                self._note(lead, self._twin)
        except (Unknown, OverflowError) as error:
            raise Moves from error
        self.told = sorted(told.items())
        self._expect_led_alike()
        now = [(at + (moved.moved(at, at + len(data)) or 0), data) for at, data in self.told]
        return _written_over(made, now)

    def expect_named_alike(self, changed: set[str]) -> None:
        """Expect that nothing of some names tells where something is that others tell, too.

        Raises:
            Moves: it may.
        """
        for kind, some in self._ways.items():
            names = (goes_by(kind, is_deep=False)[each.name] for each in some if not each.is_plain)
            if not changed.isdisjoint(chain.from_iterable(names)):
                raise Moves

    def _led_in(self, some: Unread) -> Iterator[_Led]:
        """The records that lead out in elements of a list at which nobody has looked."""
        source, made = some.value._source, some.value._made
        kept = source.kept()
        numbers = [i for i in range(len(kept)) if i not in made]
        pending = [(numbers, [kept[i] for i in numbers])]
        is_first = True
        while pending:
            numbers, records = pending.pop()
            for kind, places, group in parted([*map(type, records)], numbers, records):
                if kind in self._ways:
                    for i, each in zip(places, group, strict=True):
                        start = source.places[i] if is_first else None
                        own = getattr(each, "_start", None)
                        yield _Led(i, each, own if has_stream(each) else start)
                values = (column(group, name) for name in ways_to(kind, self._top))
                pending += (_held(places, each) for each in values)
            is_first = False

    def _told_of(self, some: Unread, led: _Led) -> Told:
        """What is written over bytes of a record."""
        found: Told = []
        for lead in self._ways[type(led.record)]:
            record = led.record if lead.is_plain else self._twin_of(some, led)
            if (moved := self._note(lead, record)) and lead.told is not None:
                found.append(self._number(led, lead, moved))
        return found

    def _twin_of(self, some: Unread, led: _Led) -> Any:
        """What is read in the place of a record, which may ask others."""
        self._asked.add((some.name, led.number))
        twin = Lazy.hand_out(self._twins[some.name], led.number)
        both = all_beside(some.value._source.kept()[led.number], twin)
        for record, beside in both:
            if record is led.record:
                return beside
        raise Moves

    def _number(self, led: _Led, lead: Leading, moved: int) -> tuple[int, bytes]:
        """The bytes that say where something is that has moved."""
        known = None if lead.told is None or led.start is None else number_of(lead.told)
        if known is None or lead.told is None or type(led.start) is not int:
            raise Moves
        offset, number = known
        was: int = getattr(led.record, _attribute(lead))
        there, stored = led.start + offset, self._of.source.stored
        if bytes(stored[there : there + number.size]) != _stored(number, was):
            raise Moves  # it was read elsewhere
        return there, _stored(number, was + moved)

    def _note(self, lead: Leading, record: Any) -> int:
        """How far what a record leads to has moved: all of it in one piece."""
        if (place := lead.place(record)) is None:
            return 0
        start, end = place
        if end is None:
            elements = self._elements.get(lead.content)
            end = -1 if elements is None else elements.ends.get(start, -1)
        moved = self._stretches.moved(start, end) if 0 <= start <= end else None
        if moved is None:
            raise Moves
        self._regions.append((start, end, lead))
        return moved

    def _expect_led_alike(self) -> None:
        """Expect that what is led to is what elements are, or has nothing that is told anew."""
        places = [start for start, _ in self.told]
        for start, end, lead in self._regions:
            if (kind := lead.content) is None or self._is_led_alike(start, end, kind):
                continue
            has_told = bisect_left(places, start) < bisect_left(places, end)
            if has_told or self._leads(kind):
                raise Moves

    def _is_led_alike(self, start: int, end: int, kind: Any) -> bool:
        if (elements := self._elements.get(kind)) is not None:
            return bool(elements.ends.get(start, end + 1) <= end)
        if (elements := self._elements.get(element_of(kind))) is None:
            return False
        return start == end or (start in elements.ends and end in elements.edges)

    def expect(self, whole: Any) -> None:
        """Expect that they lead to where things are in the file that is read back.

        Raises:
            Moves: some do not.
        """
        self._whole = whole
        if not all(is_lazy(getattr(whole, each.name)) for each in self._lists):
            raise Moves
        try:
            for name, number in self._asked:
                now = Lazy.hand_out(getattr(whole, name), number)
                self._expect_beside(Lazy.hand_out(self._twins[name], number), now)
            for lead in self._ways.get(self._top, ()):
                self._expect_there(lead, self._twin, whole)
        except Unknown as error:
            raise Moves from error

    def _expect_beside(self, twin: Any, now: Any) -> None:
        for left, right in all_beside(twin, now):
            ways = self._ways.get(type(left), ())
            told = {_attribute(lead) for lead in ways if lead.told}
            for name in own_fields(type(left)):
                if name not in told and not _is_alike(
                    *(getattr(e, name, NONE) for e in (left, right))
                ):
                    raise Moves
            for lead in ways:
                self._expect_there(lead, left, right)

    def _expect_there(self, lead: Leading, twin: Any, now: Any) -> None:
        was, there = lead.place(twin), lead.place(now)
        if was is None or there is None:
            if was is not there:
                raise Moves
            return
        moved = self._note(lead, twin)
        if tuple(None if each is None else each + moved for each in was) != there:
            raise Moves

    def shown(self) -> ShownMoved:
        """What shows where things are to who looks at records from now on."""
        lists = [(each.value, getattr(self._whole, each.name)) for each in self._lists]
        names = {kind: [each.name for each in some] for kind, some in self._ways.items()}
        return ShownMoved(self._of.record, self._whole, lists, names)


def _held(numbers: list[int], values: list[Any]) -> tuple[list[int], list[Any]]:
    """The records in values, each with the number of the element that it is in."""
    found: tuple[list[int], list[Any]] = [], []
    for i, value in zip(numbers, values, strict=True):
        for each in _records(value):
            found[0].append(i)
            found[1].append(each)
    return found


def _records(value: Any) -> Iterator[Any]:
    if isinstance(value, Record):
        yield value
    elif isinstance(value, Lazy):
        if not isinstance(value._source, ReadOnce):
            raise Moves
        yield from value._source.kept()
    elif isinstance(value, list):
        for each in value:
            yield from _records(each)


def _attribute(lead: Leading) -> str:
    return "" if lead.told is None else attribute(lead.told.id)


def _is_alike(value: Any, now: Any) -> bool:
    """Whether a value is what another one is; records in it are gone into by others."""
    if isinstance(value, Record) or isinstance(now, Record):
        return type(value) is type(now)
    if isinstance(value, list) and isinstance(now, list):
        return len(value) == len(now) and all(map(_is_alike, value, now))
    return is_same_value(value, now)


def _stored(number: s.Number, value: int) -> bytes:
    """What is stored of a number.

    Raises:
        OverflowError: there is no room for it.
    """
    order: Literal["big", "little"] = "big" if number.endian == "be" else "little"
    return value.to_bytes(number.size, order, signed=number.kind == "signed")


def _written_over(made: Pieces, told: Told) -> Pieces:
    """A file with other bytes at some places, in their order."""
    found, pos, rest = Pieces(), 0, iter(told)
    at, data = next(rest, (made.size, b""))
    for piece in made:
        view, end = piece.cast("B"), pos + piece.nbytes
        while at < end:
            found.write(view[len(view) - (end - pos) : len(view) - (end - at)])
            put, data = data[: end - at], data[end - at :]
            found.write(put)
            pos = at + len(put)
            at, data = (pos, data) if data else next(rest, (made.size, b""))
        found.write(view[len(view) - (end - pos) :])
        pos = end
    return found
