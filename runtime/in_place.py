"""A file with all that was changed where it stood, as long as nothing has to move.

It consists of parts that stand for themselves: all of it, each stream of its own within it, and
each instance at a position. As long as all that have changed take as many bytes as before, nobody
has to know what goes by where the others stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from quire.runtime.changes import Changes, up_from
from quire.runtime.columns import by_type
from quire.runtime.differing import Differing
from quire.runtime.errors import EXPLAINED
from quire.runtime.goes_by import gone_by
from quire.runtime.instance import NONE
from quire.runtime.members import have_more
from quire.runtime.parts import Laid, Part, file_with
from quire.runtime.pieces import Pieces
from quire.runtime.record import Record
from quire.runtime.restored import Beside, Keep, bits, whole_bytes
from quire.runtime.sums import MODULES
from quire.runtime.unedited import are_changed, changed

PASSES = 8
"""Times that parts are made anew, at most: what one of them derives may change another one."""


class Made(NamedTuple):
    """A part of a file that was made anew: its bytes, and where its fields end; see `Laid`."""

    data: bytes
    edges: int


class Plain(NamedTuple):
    """The same of what was read: its bytes, unless they are those that were there."""

    data: bytes | None
    edges: int


class InPlace(Changes):
    """The records of a file, and what those parts of it become that have changed."""

    def in_place(self) -> Iterator[bytes]:
        """The file with all that has changed where it was, unless something has to move.

        Each has less of what was there where it was not changed: bits, bytes, nothing.
        """
        settled = self._settled()
        if settled is None:
            return
        theirs = {i: self._plain(self._parts[i]) for i in settled}
        if any(theirs[i].edges != settled[i].edges for i in settled):
            return  # something has moved, though all takes as much as before
        made = {i: each.data for i, each in settled.items()}
        plain = {i: each.data for i, each in theirs.items()}
        kept = [bits, whole_bytes] if any(plain.values()) else []
        for keep in (*kept, None):
            file = self._with(made, plain, keep)
            if file is None:
                continue
            if self._shows_elsewhere(file, made):
                return
            yield file

    def _settled(self) -> dict[int, Made] | None:
        """The parts that have changed, made anew until none changes another one.

        Returns:
            None, if one is not as long as it was.
        """
        made: dict[int, Made] = {}
        if self._is_made_anew and self._has_moved:
            return None
        if any(hasattr(each, f"_alignment_{name}") for each, name in self._dropped):
            return None  # a hole would stay, though padding may hide that less is there
        if not MODULES.isdisjoint(type(each).__module__ for each in self._twins.values()):
            return None
        for _ in range(PASSES):
            if any(twin is None for _, twin in self._nowhere) or are_changed(self._nowhere):
                return None
            before, made = made, {}
            try:
                for i in self._changed():
                    if (data := self._made(self._parts[i])) is None:
                        return None
                    made[i] = data
            except EXPLAINED:  # what goes by it has to move; or it is told there what is wrong
                return None
            if made == before or len(self._parts) == 1:  # nothing else goes by it
                return made
        return None

    def _shows_elsewhere(self, file: bytes, made: Iterable[int]) -> bool:
        """Whether a record at a position has other bytes now, by which fields may go.

        It is what was there, unless what was made anew is in it; where it moves, it becomes the
        record of the field that has its bytes.
        """
        if not gone_by(map(type, self._twins.values())):
            return False
        self._note_looks()
        edited = set[int]()
        for i in made:
            edited.update(up_from(self._parts[i].changed_in, edited))
        differing = Differing(self.source.stored, file)
        return any(
            isinstance(value := part.record._kept(part.name), Record)
            and id(value) not in edited
            and differing.is_in(part.start, part.start + part.size)
            for part in self._parts
            if part.name
        )

    def _note_looks(self) -> None:
        """Note what was looked at while parts were made, as fields go by it."""
        for records, again in by_type([*self._all]):
            names = records[0]._placed if have_more(records) else ()
            for name in names:
                for left, right in zip(records, again, strict=True):
                    is_new = left is not right and (id(left), name) not in self._parts_of
                    if is_new and left._kept(name) not in (NONE, None):
                        self._follow([*self._at_position(left, right, name)])

    def _changed(self) -> list[int]:
        """The parts of which some is no longer what is read there."""
        if len(self._parts) == 1:
            return [0] if are_changed(self._parts[0].twins) else []
        different = [*changed(chain.from_iterable(part.twins for part in self._parts))]
        found = {*map(id, different)}
        return [
            i
            for i, part in enumerate(self._parts)
            if part.is_set or (found and any(id(each) in found for each, _ in part.twins))
        ]

    def _made(self, part: Part) -> Made | None:
        """A part made anew; None, if it is not as long as it was."""
        made = Pieces()
        edges = self._write(part, part.record, made)
        return Made(made.getvalue(), edges) if made.size == part.size else None

    def _plain(self, part: Part) -> Plain:
        """What the twin makes of a part; no bytes, if it is what was there, or cannot be written.

        The same can often be written in several ways: padding, bits that no field takes, what is
        not a number. Where the record makes what its twin makes, the file has the say.
        """
        plain = Beside(part.was)
        try:
            edges = self._write(part, part.twin, plain)
        except EXPLAINED:
            return Plain(None, 0)
        is_there = plain.is_same or len(plain.made) != part.size
        return Plain(None if is_there else plain.made, edges)

    def _write(self, part: Part, record: Any, sink: Any) -> int:
        """Write what a record makes of a part; where fields end, if anything goes by that."""
        if not self.record._places:
            part.write(record, sink, self)
            return 0
        part.write(record, laid := Laid(sink), self)
        return laid.edges

    def _with(
        self, made: dict[int, bytes], plain: dict[int, bytes | None], keep: Keep | None
    ) -> bytes | None:
        """The file with some parts; None, if two of them have other bytes for one place.

        Those within others come after them.
        """
        stored = self.source.stored
        there: list[tuple[int, bytes]] = []
        for i, mine in made.items():
            start, theirs = self._parts[i].start, plain[i]
            was = stored[start : start + len(mine)]
            there.append(
                (start, mine if theirs is None or keep is None else keep(theirs, was, mine))
            )
        return file_with(stored, there)
