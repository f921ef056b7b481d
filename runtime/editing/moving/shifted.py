"""Instances that stand behind one which has grown, or shrunk: they move as far, and nothing else.

Where all records tell by their own fields alone what stands at positions, and nothing goes by where
it stands, nobody has to lay out the file anew. Records at which nobody has looked stay so: in their
bytes the positions are others, and they say these once somebody does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.comparing.columns import own_fields
from quire.runtime.editing.comparing.unedited import Source
from quire.runtime.editing.instances.instance_use import kinds_below
from quire.runtime.editing.instances.late_instances import Belated
from quire.runtime.editing.instances.led_on import LedOn
from quire.runtime.editing.making.parts import Part
from quire.runtime.editing.making.restored import whole_bytes
from quire.runtime.editing.moving.behind import Behind
from quire.runtime.editing.moving.moving import Moving
from quire.runtime.editing.moving.placed import Placed
from quire.runtime.editing.moving.shift import Shift, Told
from quire.runtime.editing.pairing.waiting import Unmade
from quire.runtime.lists.lazy import peeked
from quire.runtime.lists.rows import Rows
from quire.runtime.members import own_members
from quire.runtime.writing.writer import Writer

if TYPE_CHECKING:
    from quire.runtime.editing.instances.shown_moved import ShownMoved


class Shifted(Placed):
    """The records of a file, of which those are led on that tell what is behind a part that grows.

    Attributes:
        behind: What stands behind all that was there.
        shift: How far things have moved.
        told: What is to be written of records at which nobody has looked, or that are far from
            changes.
    """

    shift = Shift(())
    told: Told = []  # noqa: RUF012  # none, until something has moved

    def __init__(self, source: Source, record: Any, twin: Any, belated: Belated) -> None:
        super().__init__(source, record, twin, belated)
        self.behind = Behind(self)
        self._told_in: list[tuple[Rows, Part, Told]] = []

    def put_behind(self, record: Any, name: str) -> None:
        """Have an instance of a record that was not there stand behind all that was there.

        Raises:
            FormatError: it cannot be put there without a layout of the file.
        """
        if self._moving is not None and self._moving.leads(record, name):
            return
        if not self.may_have_more or not self._stand_in_file({type(record)}):
            super().put_behind(record, name)
        self.behind.add(record, name)

    def let_go(self) -> bool:
        """Take out what stood at positions, and is no longer led to; whether that can be done."""
        if any(hasattr(each, f"_alignment_{name}") for each, name in self._dropped):
            return False  # a hole would stay, though padding may hide that less is there
        for twin, name in self._dropped if self.can_shift else ():
            start, end = self._place(twin, name) or (0, 0)
            if start < end:
                there = self.source.stored[start:end]
                size = end - start
                gone = Part(twin, twin, name, start, start, size, size, there, [], is_gone=True)
                self._parts.append(gone)
        return True

    def end_telling(self) -> None:
        """Have records at which nobody has looked be written as they are stored."""
        for rows, _, _ in self._told_in:
            rows.told = None
        self._told_in.clear()

    def told_apart(self, made: set[int]) -> Iterator[tuple[int, bytes]]:
        """What is told of records at which nobody has looked, in parts that are not made anew.

        Args:
            made: The `id` of those parts that are.
        """
        for _, part, told in self._told_in:
            yield from () if made & {id(part), id(self.around(part))} else told

    def lead_on(self, grown: list[tuple[Part, int]]) -> bool:
        """Have records tell where things are behind parts that have changed.

        Args:
            grown: They, each with how many more bytes it takes.

        Returns:
            Whether nothing else goes by that.
        """
        shift = Shift(grown)
        if shift.grown == self.shift.grown:
            return True
        if not all(part.size or part.is_new for part, _ in grown):
            return False
        if not self.can_shift:
            return self._lead_to_elements(shift)
        if self.shift.grown:  # it has become another one meanwhile
            return False
        if not self._tells_values and self.leads_unseen():
            return False
        parts, told = {(id(part.twin), part.name) for part, _ in grown}, Told()
        for unmade in self._unmade:
            if unmade.part is None or (some := self._led_on(unmade, shift)) is None:
                return False
            told += some
            self._tell_in(unmade.value._source, unmade.part, some)
        found = [*self._stand()]
        if any(
            self._is_in_the_way(shift, place)
            for _, twin, name, place in found
            if (id(twin), name) not in parts
        ):
            return False
        if not self._is_read and (self.behind or not grown[0][0].name):
            return False  # it may be there in a file with more behind
        self.shift, self.told = shift, told
        return all(self.tells(record, name, shift.of(place[0])) for record, _, name, place in found)

    def _lead_to_elements(self, shift: Shift) -> bool:
        """The same, of elements of a list that are behind others which have changed."""
        if self._moving is None:
            return False
        told = self._moving.lead_on(shift, self._stand)
        self.shift, self.told = shift, told or Told()
        return told is not None

    def may_grow(self, part: Part) -> bool:
        """Whether a part may take more bytes, or fewer, without a layout of the file."""
        if self.source.stays:
            return False
        if part.name:
            return self.can_shift and part.start == part.pos  # in the stream of the file
        if part is self._parts[0] and self.can_shift:
            return self._can_shift_all
        return self._moving is not None and self._moving.has(part)

    def has_a_place(self, record: Any) -> bool:
        """Whether a record that was not there has one, as what it has at positions has.

        It is an element of a list, or that goes behind all.
        """
        is_one = self.put_in(record) is not None and self._moving is not None
        is_behind = id(record) in self._added and self.may_have_more
        return is_one or (is_behind and self._stand_in_file({type(record)}))

    def take_in(self, record: Any) -> None:
        """Have a record that was put into the list of the file be one of those in it."""
        some = self.entries()[0]
        some.part.record._derive_child(own_fields(type(some.part.record))[-1], record)

    @cached_property
    def may_have_more(self) -> bool:
        """Whether nothing goes by where the file ends."""
        from quire.runtime.editing.moving.own_places import may_have_more_behind

        kind: Any = type(self.record)  # mypy takes the hash of its objects for that of a class
        return self.can_shift and self._can_shift_all and may_have_more_behind(kinds_below(kind))

    @cached_property
    def _can_shift_all(self) -> bool:
        """The same as `can_shift`, of records of all types that there may be in the file."""
        from quire.runtime.editing.moving.own_places import can_shift

        return can_shift(kinds_below(type(self.record)))

    def moved_unseen(self) -> LedOn | ShownMoved | None:
        """The lists of records at which nobody has looked, if something has moved."""
        if not self.shift.grown:
            return None
        if self._moving is not None and (some := self._moving.unseen) is not None:
            return LedOn([some.now], self.shift.of, some.led_later().element)
        lists = [each.value for each in self._unmade]
        return LedOn(lists, self.shift.of, lambda *_: None) if self.told else None

    @cached_property
    def can_shift(self) -> bool:
        """Whether nothing depends on where things stand but the fields that say so."""
        from quire.runtime.editing.moving.own_places import can_shift, tell_nothing

        if not self.tells_places or self._has_moved or self.passed.are_set:
            return False
        if self._has_added and not self._can_shift_all:
            return False
        if not all(part.name or self.around(part) for part in self._parts[1:]):
            return False
        kinds = self.kinds() | self.kinds_unmade()
        return can_shift(kinds) and tell_nothing(self._names_set, kinds)

    def is_seen_elsewhere(self, part: Part) -> bool:
        """Whether bytes of a part may be those of something at a position, too."""
        if self._leads_nowhere:
            return False
        is_of_file = bool(part.name) or part.pos == part.start
        if not self.can_shift or not (
            is_of_file or self._stand_in_file(kinds_below(type(part.record)))
        ):
            return True
        end, own = part.start + part.size, (part.start, part.start + part.size)
        there = ((start, stop) for *_, start, stop in self.places)
        return any(
            start < end and part.start < stop and (start, stop) != own for start, stop in there
        )

    def stream_of(self, part: Part) -> Part | None:
        """What stands at a position, and may grow, if another part is just the stream of that.

        Nothing else stands in the stream.
        """
        around = None if part.name else self.around(part)
        if around is None or around.record._kept(around.name) is not part.record:
            return None
        is_all = self._stand_in_file(kinds_below(type(part.record)))
        return around if is_all and self.may_grow(around) else None

    @cached_property
    def _moving(self) -> Moving | None:
        """The list of the file whose elements may move; None without one."""
        from quire.runtime.editing.moving.own_places import stand_anywhere, tell_nothing

        if self._has_moved or self.passed.are_set:
            return None
        some = self.entries()
        if len(some) != 1 or some[0].part is not self._parts[0] or self._unmade:
            return None
        if not self._added <= {id(each) for _, each in some[0].new}:
            return None
        moving = Moving(self, some[0])
        kinds = self.kinds() | moving.kinds
        if not all(moving.lets_go(*each) for each in self._dropped):
            return None
        may_move = stand_anywhere(kinds) and tell_nothing(self._names_set, kinds)
        return moving if may_move else None

    @cached_property
    def _begins_with_a_value(self) -> bool:
        """Whether no record but that of the file is where the file begins."""
        from quire.runtime.editing.moving.own_places import begins_with_a_value

        kind: Any = type(self.record)  # mypy takes the hash of its objects for that of a class
        return begins_with_a_value(kind)

    def _is_in_the_way(self, shift: Shift, place: tuple[int, int]) -> bool:
        """Whether an instance has bytes of a field, or of what has grown."""
        if place == (0, 0) and self._begins_with_a_value:
            return False  # it is empty, and stays where the file begins
        return place[0] < self._parts[0].size or shift.is_under(*place)

    def tells(self, record: Any, name: str, start: int) -> bool:
        """Have a record tell where an instance is now; whether it can."""
        told = getattr(record, f"_position_{name}")
        if told() != start:
            self.look_at(record)
            getattr(record, f"_found_{name}")(start)
        return bool(told() == start)

    def _led_on(self, unmade: Unmade, shift: Shift) -> Told | None:
        """Records at which nobody has looked, with other positions; None if it cannot be told."""
        from quire.runtime.editing.moving.own_places import leads_on

        rows, value = unmade.was._source, unmade.value
        if not isinstance(rows, Rows) or not isinstance(value._source, Rows):
            return None
        if leads_on(unmade.kind):
            return None
        moved: list[tuple[int, Any, str, int]] = []
        far = unmade.far()
        for i, name, place in self._places_in(unmade):
            if i not in far:
                continue
            if self._is_in_the_way(shift, place):
                return None
            if (now := shift.of(place[0])) != place[0]:
                moved.append((i, peeked(unmade.was, i, i + 1)[0], name, now))
        return _written(rows, moved)

    def _tell_in(self, rows: Rows, part: Part, told: Told) -> None:
        """Have what is told of records that are not made be written if their list is."""
        data, first = bytearray(rows.stored), rows.where[1]
        for start, there in told:
            data[start - first : start - first + len(there)] = there
        rows.told = memoryview(bytes(data))
        self._told_in.append((rows, part, told))


def _written(rows: Rows, moved: list[tuple[int, Any, str, int]]) -> Told | None:
    """Records of a list with other positions; None if it cannot be told."""
    copies = {i: _copy(twin) for i, twin, _, _ in moved}
    before = _bytes(copies.values())
    for i, _, name, now in moved:
        getattr(copies[i], f"_found_{name}")(now)
        if getattr(copies[i], f"_position_{name}")() != now:
            return None
    found: Told = []
    for i, plain, made in zip(copies, before, _bytes(copies.values()), strict=True):
        start = rows.place(i)
        there = rows.stored[start : start + len(made)]
        if len(plain) != len(made):
            return None
        found.append(
            (rows.where[1] + start, made if plain == there else whole_bytes(plain, there, made))
        )
    return found


class _Nothing:
    """What was changed of a file, to records that are in none: nothing of them is placed."""

    def bytes_of(self, _: Any) -> bytes:
        """Those of a stream that something stands in."""
        return b""

    def is_new(self, _: Any) -> bool:
        """Whether a record was not there."""
        return False

    def pads_anew(self, _record: Any, _field: str) -> bool:
        """Whether padding is that which was read."""
        return False


def _copy(row: Any) -> Any:
    """A record that has the fields of another one, and is in no file."""
    kind = type(row)
    copy = kind._built({name: getattr(row, name) for name in kind._fields}, "")
    own_members(copy)["_given"] = frozenset()  # all may be told otherwise
    return copy


def _bytes(records: Iterable[Any]) -> list[bytes]:
    """What records are written as."""
    sink, ends = BytesIO(), [0]
    writer = Writer(sink)
    file: Any = writer.file
    file.unmoved = _Nothing()
    for each in records:
        each._write__seq(writer)
        writer.align()
        ends.append(writer.pos())
    whole = sink.getvalue()
    return [whole[start:end] for start, end in pairwise(ends)]
