"""Reading a file that is all there part by part, without keeping the elements of its lists."""

from __future__ import annotations

import mmap
from collections.abc import Callable, Sequence
from typing import Any

from quire.runtime.errors import FormatError
from quire.runtime.fed import FieldsPart, ListPart
from quire.runtime.members import own_members
from quire.runtime.partial import Patient
from quire.runtime.partly import Partly, as_far_as_it_goes, begun_at
from quire.runtime.places import Passing
from quire.runtime.reader import Reader
from quire.runtime.record import Record
from quire.runtime.source import MappedFile
from quire.runtime.stepping import PartSteps, tell

LET_GO = 8 << 20
"""Bytes that were read of a mapped file, after which their memory is given back."""


class PartsReader:
    """A file that is read step by step; `can_let_go` tells of which types it can be.

    Args:
        kind: The class of the file.
        data: Its bytes.
        passed: Is told how many bytes were read so far, after each step.

    Attributes:
        parts: The parts that it consists of.
        root: The record of the file. It has the fields that were read so far, but no list whose
            elements are handed out.
        pos: Up to where it was read.
        error: Why it cannot be read further, as one who reads all at once is told.
        damage: What is wrong, and the element that was begun, if it is one of a list.
    """

    def __init__(
        self, kind: type[Record], data: bytes | MappedFile, passed: Callable[[int], object]
    ) -> None:
        self._steps = PartSteps(kind, (), tells=False)
        self._data, self._passed = data, passed
        self._io = Reader(data, owner=data if isinstance(data, MappedFile) else None)
        self._patient = Patient(data)
        self.parts: Sequence[FieldsPart | ListPart] = getattr(kind, "_PARTS", ())
        self.root: Any = self._steps.root
        self.root._io = self._io
        self.pos = self._given_back = 0
        self.error: FormatError | None = None
        self.damage = Partly(None)

    @property
    def part(self) -> int:
        """The number of the part that comes next."""
        return self._steps.place.part

    @property
    def given(self) -> int:
        """Elements of the list that comes next that were read."""
        return self._steps.place.given

    def step(self) -> Sequence[Any]:
        """Read on; the elements that this gives, if it is a list that comes next."""
        self._give_back()
        if isinstance(self._data, MappedFile):
            self._data.expect_all()
        try:
            records = self._read(self._patient if self._steps.counts else self._io)
        except FormatError as error:
            self._end(error)
            return ()
        self._passed(self.pos)
        return records

    def skip(self, part: ListPart, size: int) -> int:
        """Go past elements that cannot be wrong and all take as many bytes; how many they were."""
        place = self._steps.place
        if part.repeat == "until" or self._steps.counts:
            return 0
        number = (len(self._data) - self.pos) // size
        if part.limit is not None:
            number = min(number, part.limit - place.number)
        if part.repeat == "counted":
            number = min(number, place.total - place.number)
        self.pos += number * size
        given = place.given + number
        self._steps.place = place._replace(number=place.number + number, given=given)
        return number

    def _read(self, io: Reader) -> Sequence[Any]:
        try:
            step = self._steps.step(io, self.pos, len(self._data), is_over=True)
        finally:
            self.root._io = self._io
        self.pos, self._steps.place = step.pos, step.place
        return step.records

    def _give_back(self) -> None:
        """Let the system have the memory of what was read; who looks at it again reads it again."""
        if self.pos - self._given_back > LET_GO and hasattr(mmap, "MADV_DONTNEED"):
            self._given_back = self.pos - self.pos % mmap.PAGESIZE
            if isinstance(self._data, MappedFile):
                self._data.madvise(mmap.MADV_DONTNEED, 0, self._given_back)

    def _end(self, error: FormatError) -> None:
        """Note why the file cannot be read on, and what was begun of it."""
        self.error = self._steps.refused(error, len(self._data))
        part, begun = self.parts[self.part], begun_at(self._again() or error)
        if not begun:
            self.damage = Partly(None, error, (), error)
            return
        if isinstance(part, FieldsPart):
            self.damage = as_far_as_it_goes(begun, error)
            return
        elements = Passing()  # which has no more than the one that was begun
        elements.before = self.given
        setattr(self.root, part.lists[0], elements)
        partly = as_far_as_it_goes(begun, error)
        delattr(self.root, part.lists[0])
        for each in elements:
            tell(each, self._io)
            own_members(each)["_name"] = f"{part.field}[{self.given}]"
        self.damage = partly._replace(record=elements[0] if elements else None)

    def _again(self) -> FormatError | None:
        """The error of the same step, where lists are read as far as their elements go."""
        try:
            self._steps.step(self._patient, self.pos, len(self._data), is_over=True)
        except FormatError as error:
            return error
        finally:
            self.root._io = self._io
        return None
