"""Reading a file that is all there part by part, without keeping the elements of its lists."""

from __future__ import annotations

import mmap
import sys
from collections.abc import Callable, Sequence
from typing import Any

from quire.runtime import structure as s
from quire.runtime.errors import EndOfStreamError, FormatError
from quire.runtime.feeding.best_effort import Partly, as_far_as_it_goes, begun_at
from quire.runtime.feeding.fed import ListPart
from quire.runtime.feeding.part_by_part import Level
from quire.runtime.feeding.part_types import Parted
from quire.runtime.feeding.stepping import Step, empty, ended, tell
from quire.runtime.lists.rows import rows_past
from quire.runtime.members import own_members
from quire.runtime.places import Passing
from quire.runtime.reading.reader import Reader
from quire.runtime.reading.source import MappedFile
from quire.runtime.record import Record
from quire.runtime.structure.lookup import class_at, type_and_spec

LET_GO = 8 << 20
"""Bytes that were read of a mapped file, after which their memory is given back."""

SMALL = 1 << 15
"""Bytes of an element that is read in one go, though it could be read part by part."""


class PartsReader:
    """A file that is read step by step.

    Args:
        kind: The class of the file.
        known: Of which types records are read part by part; that of the file is one.
        data: Its bytes.
        passed: Is told how many bytes were read so far, after each step.

    Attributes:
        root: The record of the file. It has the fields that were read so far, but no list whose
            elements are handed out; and so has each record that is read part by part.
        levels: The records that are being read so, each within the one before.
        pos: Up to where the file was read.
        error: Why it cannot be read further, as one who reads all at once is told.
        damage: What is wrong, and the element that was begun, if it is one of a list.
        ends: Is called when the file cannot be read further.
    """

    def __init__(
        self,
        kind: type[Record],
        known: Parted,
        data: bytes | MappedFile,
        passed: Callable[[int], object],
    ) -> None:
        self._known, self._data, self._passed = known, data, passed
        owner = data if isinstance(data, MappedFile) else None
        self.root: Any = empty(kind, ())
        self.root._io = io = Reader(data, owner=owner)
        self.levels = [Level(self.root, io, len(data), None)]
        self.pos = self._given_back = 0
        self.error: FormatError | None = None
        self.damage = Partly(None)
        self.ends: Callable[[], object] = lambda: None
        self._kinds: dict[tuple[type[Record], int], type[Record] | None] = {}

    def step(self) -> Sequence[Any]:
        """Read on; the elements that this gives, if it is a list that comes next.

        It may begin a record: then there is a level more, and an element comes when that is left.
        """
        self._give_back()
        self._expect_all()
        level = self.levels[-1]
        try:
            records = self._read(level)
        except FormatError as error:
            self._end(level, error)
            return ()
        self._passed(self.pos)
        return records

    def begin_none(self) -> None:
        """Read all records whole from now on: their elements are asked for."""
        self._known = self._known._replace(kinds=frozenset())

    def is_short_of(self, level: Level) -> bool:
        """Whether the next step of a list gives no element: it counts them, or there are none."""
        place = level.place
        if self.error is not None or level.is_done or place.number:
            return False
        part = level.parts[place.part]
        if not isinstance(part, ListPart):
            return False
        is_empty = self.pos >= level.end if part.repeat == "end" else place.total == 0
        return level.counts or is_empty

    def leave(self, level: Level) -> Sequence[Any]:
        """Read what is left of a record, and go on behind it; the element that it is, if it is one.

        Of its lists nothing is handed out.
        """
        while self.error is None and level is not self.levels[-1]:
            self.leave(self.levels[-1])
        while self.error is None and not level.is_done:
            self.pass_over(level)
        if self.error is not None:
            return ()
        if level.cut is not None:
            self._stop(level.cut, Partly(None))
            return ()
        self.levels.pop()
        around = self.levels[-1]
        self.pos = ended(level.root, self.pos, level.end)
        try:
            return around.pass_by(level.root, self.pos)
        except FormatError as error:
            self._end(around, error)
            return ()

    def pass_over(self, level: Level) -> int:
        """Read what is left of the part of a record; how many elements of a list that gives."""
        number, count = level.place.part, 0
        while self.error is None and level.place.part == number:
            count += self.skip(level) + len(self.read(level))
        return count

    def read(self, level: Level) -> Sequence[Any]:
        """Read on in a record; of records that this begins, all."""
        records = self.step()
        return records if self.levels[-1] is level else self.leave(self.levels[-1])

    def _read(self, level: Level) -> Sequence[Any]:
        part = level.begins
        if part is None:
            return self._went(level, level.read(self.pos, patiently=level.counts))
        if isinstance(part, ListPart) and (step := self._glimpse(level)) is not None:
            return self._went(level, step)
        cut = None
        try:
            opened = level.begin(part, self.pos)
        except EndOfStreamError as error:
            begun = level.begin_cut(part, error, self._known.kinds)
            if begun is None:
                raise
            opened, cut = begun, error
        record, _, pos, end = opened
        if type(record) in self._known.kinds:
            self.pos = pos
            is_apart = getattr(record, "_end", None) is not None
            self.levels.append(Level(record, record._io if is_apart else level.io, end, level))
            self.levels[-1].cut = cut
            return ()
        self.pos = level.whole(opened)
        return level.pass_by(record, self.pos)

    def _went(self, level: Level, step: Step) -> Sequence[Any]:
        self.pos, level.place = step.pos, step.place
        return step.records

    def _glimpse(self, level: Level) -> Step | None:
        """Elements that come next, if they are small."""
        if self._known.by_stream:
            return None
        owed = level.io.budget.owed
        if (step := level.glimpse(self.pos, SMALL)) is None:
            level.io.budget.owed = owed
        return step

    def skip(self, level: Level, most: int = sys.maxsize) -> int:
        """Go past elements that are right and that nobody wants to have; how many they were."""
        place, part, kind = level.place, level.parts[level.place.part], self._rows(level)
        if not isinstance(part, ListPart) or kind is None or level.counts:
            return 0
        left = most if part.limit is None else min(most, part.limit - place.number)
        left = min(most, place.total - place.number) if part.repeat == "counted" else left
        count = 0
        while count < left and (number := self._go_past(level, kind, left - count)):
            count += number
        number, given = place.number + count, place.given + count
        level.place = place._replace(number=number, given=given)
        return count

    def _go_past(self, level: Level, kind: type[Record], most: int) -> int:
        """Go past some rows that are right; none if it takes a closer look."""
        self._give_back()
        self._expect_all()
        number, self.pos = rows_past(kind, level.io.data, self.pos, level.end, most, level.root)
        self._passed(self.pos)
        return number

    def _rows(self, level: Level) -> type[Record] | None:
        """The class of the elements of a list, if they can be found without reading each."""
        key = type(level.root), level.place.part
        if key not in self._kinds:
            part = level.parts[level.place.part]
            self._kinds[key] = _rows_of(type(level.root), part)
        return self._kinds[key]

    def _expect_all(self) -> None:
        """Make sure that the file was not cut off, as far as one can: its memory is gone then."""
        if isinstance(self._data, MappedFile):
            self._data.expect_all()

    def _give_back(self) -> None:
        """Let the system have the memory of what was read; who looks at it again reads it again."""
        if self.pos - self._given_back > LET_GO and hasattr(mmap, "MADV_DONTNEED"):
            self._given_back = self.pos - self.pos % mmap.PAGESIZE
            if isinstance(self._data, MappedFile):
                self._data.madvise(mmap.MADV_DONTNEED, 0, self._given_back)

    def _end(self, level: Level, error: FormatError) -> None:
        """Note why the file cannot be read on, and what was begun of it."""
        refused = (each.refused(error, each.end) for each in self.levels)
        told = next((each for each in refused if each is not error), error)
        self._stop(told, _damage(level, self.pos, error))

    def _stop(self, error: FormatError, damage: Partly) -> None:
        """End with an error, unless bytes of a record are cut off: then with that."""
        cut = tuple(each.cut for each in self.levels if each.cut is not None)
        self.error = cut[0] if cut else error
        self.damage = damage._replace(error=self.error, cut=(*cut, *damage.cut))
        self.ends()


def _damage(level: Level, pos: int, error: FormatError) -> Partly:
    """What is wrong at a position, and what was begun there."""
    refused = level.refused(error, level.end)
    begun = begun_at(_again(level, pos) or error)
    part = level.parts[level.place.part]
    is_empty = not begun or (refused is not error and not any(begun[-1].__rich_repr__()))
    if is_empty:  # nothing of an element of a list is there
        return Partly(None, refused, (), refused)
    if not isinstance(part, ListPart):
        return as_far_as_it_goes(begun, error)
    elements = Passing()  # which has no more than the one that was begun
    elements.before = level.place.given
    setattr(level.root, part.lists[0], elements)
    partly = as_far_as_it_goes(begun, error)
    delattr(level.root, part.lists[0])
    for each in elements:
        tell(each, level.io)
        own_members(each)["_name"] = f"{part.field}[{level.place.given}]"
    return partly._replace(record=elements[0] if elements else None)


def _again(level: Level, pos: int) -> FormatError | None:
    """The error of the same step, where lists are read as far as their elements go."""
    try:
        level.read(pos, patiently=True)
    except FormatError as error:
        return error
    return None


def _rows_of(kind: type[Record], part: Any) -> type[Record] | None:
    """The class of the elements of a list, if they can be found without reading each."""
    if not isinstance(part, ListPart) or part.repeat == "until":
        return None
    field = next(each for each in type_and_spec(kind)[0].fields if each.id == part.field)
    stored = field.stored
    if not isinstance(stored, s.Record) or stored.args or stored.extent is not None:
        return None
    found: type[Record] | None = class_at(kind, stored.path)
    return found if hasattr(found, "_STRIDE") else None
