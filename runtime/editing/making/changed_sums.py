"""Checksums of a file that was read, and changed where it stood: those that have to be others."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from quire.runtime.coding.payloads import PayloadBytes
from quire.runtime.coding.sums import NOWHERE, Marks, Span, Sum, make_anew, marks_of, sums_of
from quire.runtime.editing.comparing.columns import by_type
from quire.runtime.editing.comparing.unedited import is_other
from quire.runtime.editing.instances.looked_at_later import InAnother
from quire.runtime.editing.making.byte_differences import Differing
from quire.runtime.errors import FormatError
from quire.runtime.reading.instance import NONE
from quire.runtime.writing.pieces import Pieces

if TYPE_CHECKING:
    from quire.runtime.editing.making.parts import Part
    from quire.runtime.editing.moving.shift import Shift
    from quire.runtime.editing.pairing.changes import Changes

Owed = list[tuple[Any, tuple[int, ...]]]
"""Records that have checksums, and where the edges of their fields are in the file."""

_OWN = frozenset(("Sum", "marks", "span"))
"""The names in checksums that are of bytes between edges of a record, and of nothing else."""


class Summed:
    """The checksums of a file in which something was changed where it stood.

    Args:
        of: The records, and what was changed.
        file: The file.
        differing: Where it is not what was read.
        shift: How far things have moved in it.
    """

    def __init__(self, of: Changes, file: Pieces, differing: Differing, shift: Shift) -> None:
        self._of, self._file, self._differing, self._shift = of, file, differing, shift
        self._edited = {*map(id, of.edited)}
        self._records: Owed = []

    def add(self, part: Part, owed: Owed) -> None:
        """Add some records of a part, but for those that have nothing over what differs."""
        moved = self._shift.begin(part) - part.start
        for records, marks in by_type(owed):
            kind: Any = type(records[0])  # mypy takes the hash of its objects for that of a class
            hull = None if moved else _hull(kind, len(marks[0]))
            if hull is None:
                now = (tuple(mark + moved for mark in each) for each in marks)
                self._records += zip(records, now, strict=True)
                continue
            edges = ([each[edge] for each in marks] for edge in hull)
            are_in = self._differing.are_in(*edges)
            for record, each, is_in in zip(records, marks, are_in, strict=True):
                if is_in or id(record) in self._edited or self._of.twin_of(record) is None:
                    self._records.append((record, each))

    def sum_up(self) -> bool:
        """Have the records have the checksums of the file, where these are over something else now.

        All others stay, be they wrong.

        Returns:
            Whether a record has another one now.

        Raises:
            FormatError: a record is new.
            ChecksumError: what was changed did not match its checksum as it was read.
            ContradictionError: one was given, and is something else.
        """
        has_changed = False
        for record, marks in self._records:
            twin = self._of.twin_of(record)
            where = _marks(marks) if twin is None else self._marks(record, twin, marks)
            if where is None:
                raise FormatError("", "a record that was there", "a new one")
            was = None if twin is None else _Was(twin, self._file, self._differing)
            for each in record._sums(where):
                if was is None or not was.has(each, record):
                    before = getattr(record, each.field, NONE)
                    make_anew(record, each, self._file, twin)
                    has_changed |= is_other(getattr(record, each.field), before)
        return has_changed

    def _marks(self, record: Any, twin: Any, marks: tuple[int, ...]) -> Marks | None:
        """Where a record stands that was there; its fields may lead to instances elsewhere now."""
        was = marks_of(twin, marks)
        if was is None or self._file.size != len(self._of.source.stored):
            return was

        def instance(name: str) -> Span:
            data, there = self._now
            extent = there.extent(record, name)
            if extent is None:
                return NOWHERE
            if extent.io.data is not data:  # it was put in: there it is what was read
                return was.instance(name)
            return extent.io._start + extent.start, extent.io._start + extent.end

        return replace(was, instance=instance)

    @cached_property
    def _now(self) -> tuple[bytes, InAnother]:
        """The file, and where instances are in it."""
        data = self._file.getvalue()
        return data, InAnother(data)


@cache
def _hull(kind: Any, count: int) -> tuple[int, int] | None:
    """The edges of a record of a type that all is between that its checksums are over.

    Returns:
        None, if they are over something else, too.
    """
    if not _OWN.issuperset(kind._sums.__code__.co_names):
        return None
    numbered = Marks(tuple(range(1, count + 1)), 0, lambda: count + 1, _no_instance)
    edges = [edge for each in kind._sums(None, numbered) for part in each.parts for edge in part]
    if not edges or 0 in edges or count + 1 in edges:
        return None
    return min(edges) - 1, max(edges) - 1


def _no_instance(name: str) -> Span:
    raise KeyError(name)


def _marks(marks: tuple[int, ...]) -> Marks:
    """Where a record stands that was put in; nothing is known of the stream around it."""

    def instance(name: str) -> Span:
        raise FormatError(name, "an instance of a record that was there", "of a new one")

    def end() -> int:
        raise FormatError("", "a checksum of fields", "one up to the end of the stream")

    return Marks(marks, 0, end, instance)


class _Was:
    """The checksums of a record as it was read.

    Args:
        twin: The record.
        file: The file as it is now.
        differing: Where it is not what was read.
    """

    def __init__(self, twin: Any, file: Pieces, differing: Differing) -> None:
        sums, stored = sums_of(twin) or ([], b"")
        self._twin, self._file, self._differing = twin, file, differing
        self._stored: Any = stored
        self._sums = {each.field: each for each in sums}

    def has(self, now: Sum, record: Any) -> bool:
        """Whether one is over the same as it was, and nobody has set it."""
        was, name = self._sums.get(now.field), now.field
        if was is None or was._replace(at=now.at, parts=now.parts) != now:
            return False
        if is_other(getattr(record, name, NONE), getattr(self._twin, name, NONE)):
            return False
        if len(was.parts) != len(now.parts):
            return False
        return all(self._is_same(*pair, now) for pair in zip(was.parts, now.parts, strict=True))

    def _is_same(self, was: Any, now: Any, of: Sum) -> bool:
        """Whether a part of what one is over is what it was."""
        if isinstance(now, PayloadBytes):
            return isinstance(was, PayloadBytes) and bool(now.value == was.value)
        if isinstance(now, bytes) or isinstance(was, bytes | PayloadBytes):
            return bool(now == was)
        if of.algorithm == "length" and not of.inflated:
            return bool(now[1] - now[0] == was[1] - was[0])
        if now == was:
            return not self._differing.is_in(*now)
        return memoryview(self._stored)[slice(*was)] == self._file[slice(*now)]
