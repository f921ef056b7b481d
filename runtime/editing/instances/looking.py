"""What stands at positions in a file that is written: it is read while fields say where it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any

from quire.runtime.editing.comparing.columns import by_type
from quire.runtime.editing.comparing.unedited import Source
from quire.runtime.editing.instances.kept_views import KeptViews
from quire.runtime.editing.instances.late_instances import (
    Belated,
    is_led_elsewhere,
    is_of_a_field,
    told_otherwise,
)
from quire.runtime.editing.instances.unreadable import Led
from quire.runtime.editing.making.parts import Part, Twins
from quire.runtime.editing.pairing.changes import Changes
from quire.runtime.editing.pairing.entries import Entries
from quire.runtime.errors import EXPLAINED
from quire.runtime.members import have_more, own_members
from quire.runtime.reading.instance import NONE, forget_computed, is_set, keep
from quire.runtime.writing.placing import place_of


class Moves(Exception):
    """A file would not have all that nobody has looked at in its place."""


class Looking(Changes):
    """The records of a file, with those that instances lead to at which nobody has looked."""

    def __init__(self, source: Source, record: Any, twin: Any, belated: Belated) -> None:
        self.has_looked = source.carries
        self._late = set[tuple[int, str]]()
        self._known = set[int]()
        self._led = self._led_found = 0  # so many of `_all` and `found` lead to nothing unseen
        super().__init__(source, record, twin, belated)

    @cached_property
    def led(self) -> Led:
        """What cannot be read."""
        return Led(self.twin_of)

    def look_at_all(self) -> None:
        """Read what stands at positions, while the fields still say where that was read.

        What somebody has changed before may lead elsewhere: that is not followed.
        """
        if self.has_looked:
            return
        if self.source.stays and self.source.may_carry:
            raise Moves
        self.has_looked = True
        pending, seen = self._all, set[Any]()
        while pending:
            self._look(pending, seen)
            pending = self.make(self.kinds_unmade())

    def look_at(self, record: Any) -> None:
        """Read what stands at positions that a record may tell, while its fields still do."""
        if self.tells_places and (self._tells_values or not self.leads_unseen()):
            self._look([(record, self.twin_of(record))], set())
        else:
            self.look_at_all()

    def put_aside(self) -> bool:
        """Put aside what was looked at before somebody has set what tells its place, or its value.

        Nobody has edited it: then it is as if nobody had looked.

        Returns:
            Whether there was any.
        """
        if not any(self.set_in.values()):
            return False
        self.forget_computed()  # places are told by these, too
        done = set[tuple[int, str]]()
        while aside := self._put_some_aside(done):
            done |= aside  # others may have been read by what these were
        return bool(done)

    def forget_computed(self) -> None:
        """Let go of what was computed of fields and instances, which are others now."""
        for record in self.computing():
            forget_computed(record)

    def computing(self) -> Iterator[Any]:
        """The records that may have computed something."""
        for records, _ in by_type(self._all):
            if records[0]._computed and have_more(records):
                yield from records

    def _put_some_aside(self, done: set[tuple[int, str]]) -> set[tuple[int, str]]:
        """Put aside what is told otherwise now, but for those of which that was done."""
        going = ((record, name) for record, _, name in self.going_by_changes(self._all))
        some = [each for each in going if (id(each[0]), each[1]) not in done and not is_set(*each)]
        told = told_otherwise(some)
        return {(id(record), name) for record, name in told if self.look_anew(record, name)}

    def going_by_changes(self, pairs: Twins) -> Iterator[tuple[Any, Any, str]]:
        """The instances of records that are there, if somebody may have set their place, or more.

        Args:
            pairs: The records, each with its twin; both are given with the name of the instance.
        """
        for records, twins in by_type(pairs):
            going = self._going_by_changes(type(records[0]))
            if not records[0]._placed or not have_more(records):
                continue
            for record, twin in zip(records, twins, strict=True):
                names = record._placed if id(record) in self.set_in else going
                if names:
                    yield from ((record, twin, e) for e in (*own_members(record),) if e in names)

    def _going_by_changes(self, kind: Any) -> set[str]:
        """The instances of a type that go by something of a name that somebody has set."""
        from quire.runtime.editing.instances.reachable import goes_by  # the plan is read for it

        told = goes_by(kind)
        return {name for name in kind._placed if not self._names_set.isdisjoint(told.get(name, ()))}

    @cached_property
    def _names_set(self) -> set[str]:
        """The names of what somebody has set."""
        return set[str]().union(*self.set_in.values())

    def look_anew(self, record: Any, name: str) -> bool:
        """Look at an instance anew, if nobody has edited it: fields tell others of its place now.

        The record of a field, which a writing has found there, stays with the field, as does what
        that leads to; the view whose place it took is the instance again.

        Returns:
            Whether nobody has.
        """
        value = record._kept(name)
        is_view = is_of_a_field(value, record)
        is_as_read = self.has_as_it_is if is_view else self.is_untouched
        if value is not None and not is_as_read(record, name):
            return False
        view = self._views.of(record, name)
        if view is not None:
            keep(record, name, view)
        self._take(record, name)
        if is_view and view is None:
            self.belated.let_go(record, name)
        if self.has_looked:
            self._look([(record, self.twin_of(record))], set())
        return True

    @property
    def _views(self) -> KeptViews:
        """The views whose places records of fields have taken."""
        views: KeptViews = own_members(self.record)["_remade"].views
        return views

    def pair_some(self, some: Entries, numbers: list[int]) -> Twins:
        """Pair elements, with what they lead to, if that was looked at of all others."""
        found = super().pair_some(some, numbers)
        if self.has_looked:
            self._look(found, set())
        return found

    def _look(self, pending: Twins, seen: set[Any]) -> None:
        """Read what stands at positions of some records, and of those that it leads to."""
        while pending:
            found: list[tuple[Any, Any, Part | None]] = []
            for record, twin in pending:
                for name in getattr(record, "_placed", ()) if twin is not record else ():
                    found += self._looked_at(record, twin, name, seen)
            pending = self._follow(found) if found else []

    def _looked_at(
        self, record: Any, twin: Any, name: str, seen: set[Any]
    ) -> Iterable[tuple[Any, Any, Part | None]]:
        """The records of an instance that nobody has looked at, with their twins and parts."""
        if record._kept(name) is not NONE or (id(record), name) in self.led:
            return []  # where its record tells now, there may be what can be read
        with suppress(*EXPLAINED):  # what cannot be read stays bytes, which move with the rest
            getattr(record, name)
        if (now := record._kept(name)) is NONE or now is None:
            return []
        if is_led_elsewhere(record, twin, name):
            self._take(record, name)
            self._late.add((id(record), name))
            return []
        if (place := place_of(record, name)) is not None:
            if place in seen:
                return []  # a tree without end
            seen.add(place)
        return self._at_position(record, twin, name)

    def _take(self, record: Any, name: str) -> None:
        """Put an instance aside: it is as if nobody had looked at it."""
        self.belated.take(record, name)
        self._led = self._led_found = 0

    def leads_unseen(self) -> bool:
        """Whether nobody but this writing has looked at some record that leads to more.

        It is asked for each record that tells a place: once it is not so, what is new is looked at.
        """
        from quire.runtime.editing.moving.own_places import leads_on

        there, found = self._all[self._led :], self.found[self._led_found :]
        self._known.update(id(each) for each, _ in there)
        if any(each._places and id(each) not in self._known for each, _ in found):
            return True
        for records, _ in by_type(there):
            kind: Any = type(records[0])  # mypy takes the hash of its objects for that of a class
            if any(each._kept(name) is NONE for name in leads_on(kind) for each in records):
                return True
        self._led, self._led_found = len(self._all), len(self.found)
        return False

    def leave(self, record: Any, name: str) -> None:
        """Have an instance at which nobody has looked be left alone."""
        self._late.add((id(record), name))

    def is_late(self, record: Any, name: str) -> bool:
        """Whether an instance, at which nobody has looked, would be read from elsewhere now."""
        return (id(record), name) in self._late
