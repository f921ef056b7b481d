"""The records of a file that was read, each with its twin, and the part of the file it is in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from quire.runtime.collecting import not_collecting
from quire.runtime.editing.columns import are_equal, are_exact, by_type, columns, own_fields
from quire.runtime.editing.instance_use import stands_alone
from quire.runtime.editing.late_instances import Belated
from quire.runtime.editing.pairs import added, are_rearranged, may_have_records, paired
from quire.runtime.editing.parameters import Passed
from quire.runtime.editing.parts import Part, Twins
from quire.runtime.editing.replaced import has_stream
from quire.runtime.editing.same_values import instance_again, remembering
from quire.runtime.editing.unedited import Source, is_other
from quire.runtime.errors import EXPLAINED
from quire.runtime.lists.lazy import Lazy
from quire.runtime.members import have_more, own_members
from quire.runtime.reading.instance import NONE, Extent
from quire.runtime.reading.peeking import place_of
from quire.runtime.reading.reader import Reader
from quire.runtime.showing.visited import Seen
from quire.runtime.writing.deriving import known_of


class Unmade(NamedTuple):
    """A list of which nobody has looked at all records, where these go by what is around them.

    Attributes:
        kind: The type of the records.
        value: The list.
        was: What is read in its place.
        part: The part that it is in.
    """

    kind: Any
    value: Lazy
    was: Lazy
    part: Part | None


class Pairing:
    """The records of a file, each with what is read in its place now: its twin.

    Args:
        source: The bytes that it was read from.
        record: The record of the file.
        twin: Its twin.
        belated: Takes what was looked at too late.

    Attributes:
        passed: The parameters of all records.
    """

    def __init__(self, source: Source, record: Any, twin: Any, belated: Belated) -> None:
        self.source, self.record = source, record
        self._belated = belated
        self._is_made_anew = self._has_moved = False  # by an earlier writing
        self._parts: list[Part] = []
        self._parts_of: dict[tuple[int, str], Part] = {}
        self._places: dict[int, slice] = {}
        self._twins: dict[int, Any] = {}
        self.passed = Passed()
        self._nowhere: Twins = []  # what is new, or does not stand in the file like this
        self._has_added = False
        self._unmade: list[Unmade] = []
        self._rearranged: list[Any] = []  # those that have a list with elements in other places
        with not_collecting(), remembering():
            self._pair(record, twin)

    def twin_of(self, record: Any) -> Any:
        """What is read in the place of a record; None, if it was not there."""
        return self._twins.get(id(record))

    def kinds(self) -> set[Any]:
        """The types of all records."""
        return {*map(type, self._twins.values())}

    def kinds_unmade(self) -> set[Any]:
        """The types of records that go by what is around them, and that nobody has looked at."""
        return {each.kind for each in self._unmade}

    def make(self, kinds: set[Any]) -> Twins:
        """Make the records of some types that nobody has looked at: they may have to be others.

        Returns:
            They, and all that is below them.
        """
        found: Twins = []
        made = [each for each in self._unmade if each.kind in kinds]
        self._unmade = [each for each in self._unmade if each.kind not in kinds]
        for each in made:
            pairs = [*zip(each.value[:], each.was[:], strict=True)]
            new = (pair for pair in pairs if id(pair[0]) not in self._twins)
            found += self._follow([(*pair, self._within(*pair, each.part)) for pair in new])
        self._all += found
        return found

    def _pair(self, record: Any, twin: Any) -> None:
        """Find the twins of all records that are there, and the parts that they are in."""
        stored, size = self.source.stored, twin._io.pos()
        top = Part(record, twin, "", 0, 0, size, len(stored), stored[:size], [])
        self._all = self._follow([(record, twin, self._note(top))])

    def _follow(self, pending: list[tuple[Any, Any, Part | None]]) -> Twins:
        """Find the same of some records, and of all below them; they are returned."""
        seen = Seen()
        known: Twins = []
        while pending:
            found, pending = [each for each in pending if seen.is_new(*each[:2])], []
            for left, right, part in found:
                self._twins[id(left)] = self._twins[id(right)] = right
                known.append(pair := (left, right))
                if part is None or part.is_apart:
                    self._nowhere.append(pair)
                if part is not None:
                    part.twins.append(pair)
            for group in by_type((left, (right, part)) for left, right, part in found):
                pending += self._below(*group)
        return known

    def _below(
        self, records: list[Any], twins: list[tuple[Any, Part | None]]
    ) -> Iterator[tuple[Any, Any, Part | None]]:
        """The records in others of one type, with the parts that they are in."""
        again = [twin for twin, _ in twins]
        self._is_made_anew |= _note_given(records, again)
        self.passed.note(records, again)
        for _, mine, theirs in columns(records, again, own_fields(type(records[0]))):
            if not may_have_records(mine):
                continue
            for left, value, was, (_, part) in zip(records, mine, theirs, twins, strict=True):
                pairs = self._paired(left, value, was, part, left)
                yield from ((*pair, self._within(*pair, part)) for pair in pairs)
                for each in added(value, pairs):
                    self._has_added = True
                    if each._places:
                        self._nowhere.append((each, None))
        if have_more(records):
            for left, right in zip(records, again, strict=True):
                if have_more((left,)):
                    yield from self._at_positions(left, right)

    def _paired(
        self, record: Any, value: Any, was: Any, part: Part | None, holder: Any = None
    ) -> Twins:
        """The records in a value, each with its twin.

        Lists are noted with elements in other places, and with records at which nobody has looked,
        if these go by what is around them.
        """
        pairs = [*paired(value, was, holder)]
        if are_rearranged(value, was, pairs):
            self._rearranged.append(record)
        if isinstance(value, Lazy) and isinstance(was, Lazy):
            kind = value._source.kind
            if len(value) == len(was) and not stands_alone(kind):
                self._unmade.append(Unmade(kind, value, was, part))
        return pairs

    def _at_positions(self, left: Any, right: Any) -> Iterator[tuple[Any, Any, Part | None]]:
        """The records in instances at positions, with the parts that they are in."""
        for name in (*own_members(left),):  # some go by where the stream was
            if name not in left._placed or left._kept(name) is None:
                continue
            if not self._belated.put_aside(left, right, name):
                yield from self._at_position(left, right, name)

    def _at_position(
        self, left: Any, right: Any, name: str
    ) -> Iterator[tuple[Any, Any, Part | None]]:
        value, was = instance_again(left, right, name)
        extent, part = right._extent(name), None
        if was is False or was is None or extent is None:
            self._nowhere.append((value, None))
            return
        self._has_moved |= _is_led_elsewhere(left, name, extent.start)
        if isinstance(extent.io, Reader):
            part = self._part_of(left, right, name, extent)
        pairs = self._paired(left, value, was, part)
        yield from ((*pair, self._within(*pair, part)) for pair in pairs)

    def _within(self, left: Any, right: Any, part: Part | None) -> Part | None:
        """The part that a record is in: one of its own, if it has a stream of its own."""
        if not has_stream(right):
            return part
        now, was = place_of(left), place_of(right)
        if now is None or was is None or now[1:] != was[1:]:
            return None
        whole, start, end = was
        is_apart = part is None or part.is_apart or whole is not right._top()._io.data
        stored = memoryview(whole) if is_apart else self.source.stored
        pos = right._io.pos()
        there = stored[start : start + pos]
        return self._note(Part(left, right, "", start, 0, pos, end - start, there, [], is_apart))

    def _note(self, part: Part) -> Part:
        """Note the part that a record in a stream of its own is."""
        left, right, start = part.record, part.twin, part.start
        self._parts_of[id(left), ""] = part
        if not part.is_apart:
            self._parts.append(part)
            self._places[id(left)] = self._places[id(right)] = slice(start, start + part.room)
        return part

    def _part_of(self, left: Any, right: Any, name: str, extent: Extent) -> Part | None:
        """The part that an instance is; None in a stream that was unpacked."""
        io, pos, end = extent
        size, was = end - pos, io.whole()[pos:end]
        part = Part(left, right, name, io._start + pos, pos, size, size, was, [])
        self._parts_of[id(left), name] = part
        if io.data is not right._top()._io.data:
            return None
        self._parts.append(part)
        return part


def _note_given(records: list[Any], again: list[Any]) -> bool:
    """Note of fields that can be derived what they were, if somebody has set them.

    Returns:
        Whether some are what an earlier writing has made them.
    """
    is_made = False
    for name, mine, theirs in columns(records, again, type(records[0])._derived):
        if are_exact(mine) and are_equal(mine, theirs):
            continue
        for record, now, was in zip(records, mine, theirs, strict=True):
            if now is NONE:  # it was deleted, to be made anew
                known_of(record).pop(name, None)
            elif is_other(now, was):
                is_made |= not is_other(now, known_of(record).setdefault(name, was))
    return is_made


def _is_led_elsewhere(record: Any, name: str, start: int) -> bool:
    """Whether the fields say that an instance is somewhere else than it was."""
    try:
        return bool(getattr(record, f"_position_{name}", lambda: start)() != start)
    except EXPLAINED:
        return False
