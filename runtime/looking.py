"""What stands at positions in a file that is written: it is read while fields say where it was."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from quire.runtime.belated import Belated, is_led_elsewhere, leads_elsewhere
from quire.runtime.changes import Changes
from quire.runtime.errors import EXPLAINED
from quire.runtime.instance import NONE, forget
from quire.runtime.parts import Twins
from quire.runtime.placing import place_of
from quire.runtime.unedited import Source


class Looking(Changes):
    """The records of a file, with those that instances lead to at which nobody has looked."""

    def __init__(self, source: Source, record: Any, twin: Any, belated: Belated) -> None:
        super().__init__(source, record, twin, belated)
        self._has_looked = False
        self._late = set[tuple[int, str]]()

    def look_at_all(self) -> None:
        """Read what stands at positions, while the fields still say where that was read.

        What somebody has changed before may lead elsewhere: that is not followed.
        """
        if self._has_looked:
            return
        self._has_looked = True
        for record, _ in self._all:
            if id(record) in self._around_changes:
                self._look_where_told(record)
        self._look(self._all)

    def _look_where_told(self, record: Any) -> None:
        """Put aside what was looked at in a record before a change told other bytes of it.

        What stands in the stream of another record comes and goes with that.
        """
        for name in getattr(record, "_placed", ()):
            is_own = not hasattr(record, f"_beside_{name}")
            if is_own and record._kept(name) is not NONE and leads_elsewhere(record, name):
                self.look_anew(record, name)

    def look_anew(self, record: Any, name: str) -> bool:
        """Look at an instance anew, if nobody has edited it: fields tell others of its place now.

        Returns:
            Whether nobody has.
        """
        if not self.is_untouched(record, name):
            return False
        self._belated.take(record, name)
        if self._has_looked:
            self._look([(record, self.twin_of(record))])
        return True

    def _look(self, pending: Twins) -> None:
        """Read what stands at positions of some records, and of those that it leads to."""
        seen = set[Any]()
        while pending:
            new: Twins = []
            for record, twin in pending:
                for name in getattr(record, "_placed", ()) if twin is not record else ():
                    new += self._looked_at(record, twin, name, seen)
            pending = new

    def _looked_at(self, record: Any, twin: Any, name: str, seen: set[Any]) -> Twins:
        """The records of an instance that nobody has looked at, with their twins."""
        if record._kept(name) is not NONE:
            return []
        with suppress(*EXPLAINED):  # what cannot be read stays bytes, which move with the rest
            getattr(record, name)
        if (now := record._kept(name)) is NONE or now is None:
            return []
        if is_led_elsewhere(record, twin, name):
            forget(record, name)
            self._late.add((id(record), name))
            return []
        if (place := place_of(record, name)) is not None:
            if place in seen:
                return []  # a tree without end
            seen.add(place)
        return self._follow([*self._at_position(record, twin, name)])

    def is_late(self, record: Any, name: str) -> bool:
        """Whether an instance, at which nobody has looked, would be read from elsewhere now."""
        return (id(record), name) in self._late
