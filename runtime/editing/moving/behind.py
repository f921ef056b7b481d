"""Instances of records that were not there: they go behind all that was, each behind the other.

Where an index stands behind all that it leads to, they go in front of it. A layout would put them
there, too. Where nothing goes by where the file ends, none is needed.
"""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.instances.instance_use import leads_nowhere
from quire.runtime.editing.making.parts import Part
from quire.runtime.editing.pairing.pairs import records
from quire.runtime.errors import FormatError
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.told_twice import expect_told
from quire.runtime.writing.writer import Writer

if TYPE_CHECKING:
    from quire.runtime.editing.moving.shifted import Shifted


class Behind:
    """Those of a file.

    Args:
        of: The records of the file.

    Attributes:
        data: Their bytes.
        index: What stands at a position in the file, in front of which they go; None for behind
            all that was there.
    """

    index: Part | None = None

    def __init__(self, of: Shifted) -> None:
        self._of = of
        self._there: dict[tuple[int, str], Any] = {}
        self._gaps: dict[int, Part] = {}  # by where they end
        self.data = Pieces()

    def __bool__(self) -> bool:
        return bool(self._there)

    def clear(self) -> None:
        """Begin anew, as the records are written once more."""
        self._there.clear()
        self.index = None

    def add(self, record: Any, name: str) -> None:
        """Take an instance of a record that is written.

        Raises:
            FormatError: it was read of the file, cannot be read where it comes from, leads on,
                goes elsewhere than others, or may have a terminator behind it.
        """
        from quire.runtime.writing.terminated import terminator_of  # the plan is read for it

        kind: Any = type(record)  # mypy takes the hash of its objects for that of a class
        is_one = record._has(name) and not terminator_of(kind, name)
        if not is_one or not all(map(leads_nowhere, records(record._kept(name)))):
            raise FormatError(name, "an instance that can stand behind all", "another one")
        extent = record._extent(name)
        if extent is not None and extent.io is self._of.record._original():
            raise FormatError(name, "an instance that was not there", "one that was")
        index = self._index_behind(record, name)
        if self._there and index is not self.index:
            raise FormatError(name, "an instance that goes where the others go", "another one")
        self._there[id(record), name], self.index = record, index

    def _index_behind(self, record: Any, name: str) -> Part | None:
        """What leads to a record, if it stands behind all of the kind of an instance of that."""
        if (index := self._of.leader_of(record)) is None:
            return None
        last = self._last.get((type(record), name))
        return index if last is not None and last < index.start else None

    @cached_property
    def _last(self) -> dict[tuple[Any, str], int]:
        """Where the last instance of each kind began: of a type of records, and a name."""
        found: dict[tuple[Any, str], int] = {}
        for kind, name, start, _ in self._of.places:
            found[kind, name] = max(found.get((kind, name), 0), start)
        return found

    @property
    def gap(self) -> Part:
        """Where they go: in front of what nobody has between an index and what was before that."""
        end = len(self._of.source.stored) if self.index is None else self.index.start
        if end not in self._gaps:
            self._gaps[end] = self._gap_before(end)
        return self._gaps[end]

    def _gap_before(self, end: int) -> Part:
        stored, start = self._of.source.stored, end
        if end < len(stored):
            there = chain((place[2:] for place in self._of.places), self._of.places_left)
            # What takes no bytes may stand anywhere.
            before = (stop for first, stop in there if first < stop <= end)
            start = max((self._of.fields_end, *before))
        was = stored[start:end]
        return Part(self, self, "", start, start, len(was), len(was), was, [], is_new=True)

    def place(self, start: int) -> None:
        """Write them, from a position on, and have the fields tell where each is.

        Raises:
            FormatError: they do not.
        """
        self.data = Pieces()
        places: list[int] = []
        for (_, name), record in self._there.items():
            writer = Writer(self.data, start + self.data.size)
            writer.file.unmoved = self._of
            places.append(writer.pos())
            if self._told(record, name) != writer.pos():
                getattr(record, f"_found_{name}")(writer.pos())
            expect_told(record, name)
            getattr(record, f"_put_{name}")(writer)
            writer.finish()
        for ((_, name), record), place in zip(self._there.items(), places, strict=True):
            if (told := self._told(record, name)) != place:  # it was given, or tells of two
                raise FormatError(name, f"the position {place}", told)

    def _told(self, record: Any, name: str) -> Any:
        return getattr(record, f"_position_{name}")()
