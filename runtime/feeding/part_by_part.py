"""A record that is read part by part, in a file or within one that is read so, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quire.runtime.direct import new
from quire.runtime.errors import EXPLAINED, FormatError, LimitError
from quire.runtime.feeding.best_effort import kind_at
from quire.runtime.feeding.fed import Fed, ListPart, Opened, RecordPart, Starved
from quire.runtime.feeding.stepping import PartSteps, Step, last_of, read_opened
from quire.runtime.members import own_members, slots_of
from quire.runtime.paths import attribute
from quire.runtime.places import Passing
from quire.runtime.reading.partial_record import Patient
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record


class Level(PartSteps):
    """A record that is read part by part.

    Args:
        record: The record.
        io: Its stream.
        end: Where that ends.
        around: The level that it was begun in; None for a file.

    Attributes:
        is_apart: Whether the stream is its own.
        cut: Why that ends earlier than it should, if it does.
    """

    cut: FormatError | None = None

    def __init__(self, record: Record, io: Reader, end: int, around: Level | None) -> None:
        super().__init__(record, tells=False)
        self.io, self.end = io, end
        self.is_apart = around is None or io is not around.io
        self._streaming: Record = record if around is None or self.is_apart else around._streaming

    @property
    def begins(self) -> RecordPart | ListPart | None:
        """The field that comes next, if a record of it may be begun without reading it."""
        if self.is_done or self.counts:
            return None
        part, place = self.parts[self.place.part], self.place
        if isinstance(part, ListPart) and part.repeat == "counted" and place.number >= place.total:
            return None
        is_begun = hasattr(self.root, f"_open_{part[0]}")
        return part if is_begun and isinstance(part, RecordPart | ListPart) else None

    def read(self, pos: int, *, patiently: bool = False) -> Step:
        """Read what comes next; `patiently`, a list that is cut off as far as it goes.

        Raises:
            FormatError: it is wrong.
        """
        return self._read_in(self._stream(Patient, self.end) if patiently else self.io, pos)

    def glimpse(self, pos: int, size: int) -> Step | None:
        """Read what comes next if so many bytes, or those that are left, tell what it is."""
        if pos + size >= self.end:
            return self.read(pos)
        try:
            step = self._read_in(self._stream(Fed, pos + size), pos)
        except (Starved, FormatError):
            return None
        return step if step.pos < pos + size else None

    def _stream(self, kind: type[Reader], end: int) -> Reader:
        """A stream over the bytes of this one, up to some position."""
        stream = self.io.within(self.io._start, end)
        stream.__class__ = kind
        return stream

    def _read_in(self, io: Reader, pos: int) -> Step:
        try:
            return self.step(io, pos, io._end, is_over=True)
        finally:
            self._read_from(self.io)

    def begin(self, part: RecordPart | ListPart, pos: int) -> Opened:
        """Begin the record that comes next; what is none is read.

        Raises:
            FormatError: it is wrong.
        """
        place, given = self.place, Passing()
        given.before = place.given
        if isinstance(part, ListPart):
            setattr(self.root, part.lists[0], given)
        try:
            if isinstance(part, ListPart) and part.limit is not None and place.number >= part.limit:
                expected = f"at most {part.limit} elements"
                raise LimitError(part.field, expected, "more", offset=self.io.offset_at(pos))
            return self._begun(part, self.io, pos, self.end)
        except EXPLAINED as error:
            self._top._explain(error, None)

    def begin_cut(
        self, part: RecordPart | ListPart, error: FormatError, kinds: frozenset[Any]
    ) -> Opened | None:
        """Begin a record that cannot be begun, as its bytes are cut off, with those that are left.

        Args:
            part: The field.
            error: Why.
            kinds: The types of records that may be.
        """
        record, io = self.root, self.io
        if error.offset is None or io.begin is None or error.unfinished is not record:
            return None
        try:
            kind, args, is_sized = kind_at(record, attribute(part.field), error.offset)
        except EXPLAINED:  # what tells its type cannot be told
            return None
        if kind not in kinds or not is_sized:
            return None
        child: Any = new(kind)
        if "_is_le" in slots_of(kind):
            child._is_le = getattr(record, "_is_le", None)
        for name, value in zip(kind._params, args, strict=True):
            setattr(child, name, value)
        pos = error.offset - io.begin + io._start
        child._parent, child._root, child._start, child._end = record, record._root, pos, self.end
        if isinstance(part, RecordPart):
            object.__setattr__(record, attribute(part.field), child)
        return child, io.data, pos, self.end

    def whole(self, opened: Opened) -> int:
        """Read a record that was begun, if one was; where what is read ends.

        Raises:
            FormatError: it is wrong.
        """
        try:
            return read_opened(opened)
        except EXPLAINED as error:
            self._top._explain(error, None)

    def pass_by(self, record: Any, pos: int) -> Sequence[Any]:
        """Go on behind the record that was begun, if one was; the element that this gives.

        Raises:
            FormatError: what tells whether it is the last cannot be told.
        """
        part = self.parts[self.place.part]
        if not isinstance(part, ListPart):
            self.place = self._next()
            return ()
        elements, place = getattr(self.root, part.lists[0]), self.place
        if record is not None:
            elements.append(record)
        try:
            is_over = last_of(self.root, part)(self.io.data, pos, self.end, place.number)
        except EXPLAINED as error:
            self._top._explain(error, None)
        finally:
            delattr(self.root, part.lists[0])
        given = place.given + len(elements)
        went = place._replace(number=place.number + 1, given=given)
        self.place = self._next() if is_over else went
        return [*elements]

    def _read_from(self, io: Reader) -> None:
        if self._streaming is self._top:
            self._top._io = io
        else:
            own_members(self._streaming)["_now_io"] = io
