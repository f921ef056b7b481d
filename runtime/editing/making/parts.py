"""Parts of a file that stand for themselves, and the file with some of them made anew."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from quire.runtime.editing.comparing.columns import have_other_orders
from quire.runtime.editing.comparing.unedited import is_other
from quire.runtime.editing.making.restored import Beside, merged
from quire.runtime.editing.pairing.pairs import all_below
from quire.runtime.record import Record
from quire.runtime.writing.deriving import leaving
from quire.runtime.writing.giving import settle
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.sizes import Sizes, measuring
from quire.runtime.writing.spans import Spans
from quire.runtime.writing.stream_end import Ending, StreamEnd
from quire.runtime.writing.told_twice import expect_told
from quire.runtime.writing.writer import Writer

if TYPE_CHECKING:
    from quire.runtime.editing.making.copied_runs import InPlace, Runs
    from quire.runtime.editing.making.unchanged_parts import Staying
    from quire.runtime.editing.pairing.changes import Changes

Owed = list[tuple[Any, tuple[int, ...]]]
"""Records, each with places in a file."""

Twins = list[tuple[Any, Any]]
"""Records, each with what is read in its place."""


class Part(NamedTuple):
    """Bytes of a file that stand for themselves.

    Attributes:
        record: A record; with a name, the one that has the instance.
        twin: What is read in its place.
        name: The instance, "" for the record itself.
        start: Where it begins in the file, or in the bytes that were unpacked.
        pos: Where it begins in its stream, as expressions see that.
        size: Bytes that its fields take; those of a stream of its own may leave some.
        room: Bytes up to the end of its stream.
        was: The bytes that are there.
        twins: The records that have their bytes there.
        is_apart: Whether that is no place of the file, as it was unpacked.
        is_gone: Whether it was taken out: what was read stands for it.
        is_new: Whether it was put in: it stands for itself, and takes none of the bytes there.
    """

    record: Any
    twin: Any
    name: str
    start: int
    pos: int
    size: int
    room: int
    was: memoryview
    twins: Twins
    is_apart: bool = False
    is_gone: bool = False
    is_new: bool = False

    @property
    def is_set(self) -> bool:
        """Whether it is an instance that is another one than what is read there."""
        name, both = self.name, (self.record, self.twin)
        if not name:
            return False
        return have_other_orders(*both) or is_other(*(each._kept(name) for each in both))

    def is_empty_in(self, gap: Part) -> bool:
        """Whether it took no bytes, and stood between two others."""
        return not self.size and gap.start <= self.start <= gap.start + gap.size

    @property
    def changed_in(self) -> Any:
        """The record that a change of it is in: the one that has it, or that the instance is."""
        value = self.record._kept(self.name) if self.name else None
        return value if isinstance(value, Record) else self.record

    def write(
        self,
        record: Any,
        sink: Any,
        changes: Changes,
        spans: Spans | None = None,
        sizes: Sequence[Sizes] = (),
        staying: Staying | InPlace | Runs | None = None,
        end: StreamEnd | None = None,
    ) -> tuple[Owed, StreamEnd]:
        """Write what a record makes of it.

        Args:
            record: The record.
            sink: What takes the bytes.
            changes: What was changed.
            spans: Takes where records are, if somebody asks.
            sizes: Tell how many bytes records take.
            staying: Knows what stays as it was.
            end: How the fields ended when they were read, if they may take other bytes now.

        Returns:
            The records that have checksums, and where the edges of their fields are in the file;
            and how the fields end.
        """
        writer = Writer(sink, self.pos)
        writer.expected, writer.file.unmoved, writer.spans = self.room, changes, spans
        writer.ending = Ending(None if end is None else lambda: end)
        writer.file.tells_edges, writer.file.staying = isinstance(sink, Laid), staying
        known = measuring(*([] if spans is None else [spans]), *sizes)
        with known, leaving(() if staying is None else staying.ids):
            if not self.name:
                settle(record, streams=False)
                record._derive_all()
                record._write_all(writer)
            else:
                if record is self.record:
                    record._derive_all()  # lengths that it tells
                expect_told(record, self.name)
                getattr(record, f"_put_{self.name}")(writer)
        writer.align()
        writer.end_fields(sink)
        base = self.start - self.pos
        owed = [(each, tuple(base + mark for mark in marks)) for each, marks in writer.owed]
        return owed, writer.ending.at(writer.pos())


class Laid:
    """A sink that notes where fields end.

    Args:
        sink: What takes the bytes.

    Attributes:
        ends: The bytes so far, behind each field.
    """

    def __init__(self, sink: Any) -> None:
        self._sink = sink
        self._size = 0
        self.ends = array("q")

    def write(self, data: bytes | memoryview, /) -> None:
        """Write it."""
        self._size += memoryview(data).nbytes
        self.ends.append(self._size)
        self._sink.write(data)

    def cut(self, count: int) -> None:
        """Take back what was written last."""
        self._size -= count
        self.ends.pop()
        self._sink.cut(count)

    def write_again(self, data: bytes | memoryview, ends: array[int]) -> None:
        """Write what fields have that end there."""
        self._size += memoryview(data).nbytes
        self.ends += ends
        self._sink.write(data)


class Noted(Spans):
    """Where records are, and behind which field each of them ends.

    Args:
        laid: What they are written into.
    """

    def __init__(self, laid: Laid) -> None:
        super().__init__()
        self._laid = laid
        self.last: dict[int, int] = {}

    def __setitem__(self, record: int, span: tuple[int, int]) -> None:
        super().__setitem__(record, span)
        self.last[record] = len(self._laid.ends)


class Again:
    """A stream that was written as it was read.

    Attributes:
        data: Its bytes, beside those that were there.
        spans: Where records are in it.
        laid: Where its fields end, if anything depends on that.
        end: How its fields end.
    """

    def __init__(self, data: Beside, spans: Spans, laid: Laid | None, end: StreamEnd) -> None:
        self.data, self.spans, self.laid, self.end = data, spans, laid, end
        self._twins: list[tuple[Any, tuple[int, int]]] | None = None

    @property
    def ends(self) -> array[int]:
        """Behind each field, the bytes so far; nothing, where nobody asked."""
        return array("q") if self.laid is None else self.laid.ends

    def twins(self, top: Any) -> list[tuple[Any, tuple[int, int]]]:
        """The records of the stream of one, that first, each with where it is in it."""
        if self._twins is None:
            self._twins = []
            pending = [top]
            while pending:  # those that hold others first
                found = ((twin, self.spans.of(twin)) for twin in pending)
                there = [(twin, span) for twin, span in found if span is not None]
                self._twins += there
                pending = [*all_below([twin for twin, _ in there])]
        return self._twins


Placed = list[tuple[slice, Pieces | bytes]]
"""Bytes, each with the place in a file that they take."""


def in_order(stored: memoryview, made: Placed) -> Placed | None:
    """What takes the place of bytes of a file, in its order; None, if two have others for one.

    Args:
        stored: The file.
        made: Which bytes each takes the place of, and its own; those within others, which are as
            long, come after them.
    """
    placed = sorted(made, key=lambda each: (each[0].start, each[0].stop))
    if all(here.stop <= there.start for (here, _), (there, _) in pairwise(placed)):
        return placed
    both = _merged(stored, made)
    return None if both is None else [(slice(0, len(stored)), both)]


def file_with(stored: memoryview, placed: Placed) -> Pieces:
    """A file with other bytes at some places, in their order."""
    file, end = Pieces(), 0
    for here, data in placed:
        file.write(stored[end : here.start])
        for piece in data if isinstance(data, Pieces) else (data,):
            file.write(piece)
        end = here.stop
    file.write(stored[end:])
    return file


def _merged(stored: memoryview, made: Placed) -> bytes | None:
    """The bytes of a file where some take the place of the same; None, if two disagree there."""
    file = bytearray(stored)
    for here, data in made:
        now = data.getvalue() if isinstance(data, Pieces) else data
        if len(now) != here.stop - here.start:
            return None
        both = merged(stored[here], file[here], now)
        if both is None:
            return None
        file[here] = both
    return bytes(file)
