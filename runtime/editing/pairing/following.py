"""What follows from a change where nothing moves: in other records, and in those that views are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any

from quire.runtime.editing.comparing.columns import are_plainly_same, by_type, columns, own_fields
from quire.runtime.editing.comparing.unedited import Source, is_other
from quire.runtime.editing.instances.instance_use import (
    derive_from_around,
    gone_by,
    kinds_below,
    look_around,
)
from quire.runtime.editing.instances.kept_views import become
from quire.runtime.editing.instances.late_instances import Belated
from quire.runtime.editing.instances.own_streams import stands_below
from quire.runtime.editing.instances.views import like
from quire.runtime.editing.making.byte_differences import Differing
from quire.runtime.editing.making.parts import Part
from quire.runtime.editing.making.rewritten_parts import Rewritten
from quire.runtime.editing.pairing.changes import up_from
from quire.runtime.editing.pairing.pairs import may_have_records
from quire.runtime.editing.pairing.pairs import records as records_in
from quire.runtime.members import have_more, own_members
from quire.runtime.record import Record
from quire.runtime.writing.giving import kinds_of, record_types


class Following(Rewritten):
    """The records of a file, of which some follow from others."""

    def __init__(self, source: Source, record: Any, twin: Any, belated: Belated) -> None:
        super().__init__(source, record, twin, belated)
        self._of_fields = set[int]()  # the records that views have become

    @cached_property
    def staying(self) -> set[int]:
        """The records that stay as they were, by their `id`: what is noted as changed goes out."""
        self.pair_others()
        found = {id(record) for record, twin in self.standing() if record is not twin}
        kinds, known = look_around(self.kinds()), {*self._around_changes}
        for record, _ in self.standing() if kinds else ():
            if type(record) in kinds:
                known.update(up_from(record, known))
        return found - known

    def derive_from_around(self) -> None:
        """Derive what follows from the fields that have changed, and stands for itself."""
        kinds = self.kinds()
        led = {each for kind in kinds for each in _led_to(kind)}
        unmade = self.kinds_unmade()
        found = derive_from_around(kinds | led | unmade, {*self._changed_names()})
        self.make(found & unmade)
        if not led.isdisjoint(found):
            self.look_at_all()
        for records, again in by_type(self.standing()) if found else ():
            if type(records[0]) in found:
                for record, twin in zip(records, again, strict=True):
                    if record is not twin:
                        record._derive_all()

    def _changed_names(self) -> Iterator[str]:
        """The names of the fields and instances that have changed."""
        yield from (part.name for part in self._parts if part.is_set)
        edited = {id(each): each for each in self.edited}
        noted = {id(each): each for each in self.noted if id(each) not in edited}
        yield from self._names_in(edited.values(), is_other)
        yield from self._names_in(noted.values(), _is_made_other)

    def _names_in(self, some: Iterable[Any], is_changed: Callable[..., bool]) -> Iterator[str]:
        """The names of those of some records."""
        for records, twins in by_type((each, self.twin_of(each)) for each in some):
            members = {*chain.from_iterable(map(own_members, records))}
            yield from members.intersection(records[0]._instances)
            for name, mine, theirs in columns(records, twins, own_fields(type(records[0]))):
                if are_plainly_same(mine, theirs):
                    continue
                if any(map(is_changed, mine, theirs, records)):
                    yield name

    def shown_elsewhere(self, made: Iterable[int], differing: Differing) -> list[Part]:
        """The records at positions that have other bytes now, by which fields may go.

        Each is what was there, unless what was made anew is in it.
        """
        if self._tells_values or not (names := gone_by(self.kinds())):
            return []
        self._note_looks()
        edited = set[int]()
        for i in made:
            edited.update(up_from(self._parts[i].changed_in, edited))
        found = [
            part
            for part in self._parts
            if part.name in names
            and isinstance(value := part.record._kept(part.name), Record)
            and id(value) not in edited
            and id(value) not in self._of_fields
            and differing.is_made_in(part.start, part.start + part.size)
        ]
        return [
            part
            for part in found
            if any(differing.is_in(*span) for span in self._taken_in(part, differing))
        ]

    def _taken_in(self, part: Part, differing: Differing) -> Iterator[tuple[int, int]]:
        """The bytes of a part that fields take, or that something else shows.

        What a record in it has left of its stream is none of it, if an instance has that alone.
        """
        start, end = part.start, part.start + part.size
        for each in sorted(self._parts, key=attrgetter("start")):
            first, stop = each.start + each.size, each.start + each.room
            if each.name or not (
                start <= first < stop <= end and differing.is_made_in(first, stop)
            ):
                continue
            if self.leader_of(each.record) is part and self._is_to_itself(each.record):
                yield start, first
                start = stop
        yield start, end

    def _is_to_itself(self, there: Any) -> bool:
        """Whether an instance stands in the stream of a record, and nothing else does."""
        for part in self._parts:
            kind: Any = type(part.record)  # mypy takes the hash of its objects for that of a class
            if part.name and stands_below(kind, part.name):
                beside = getattr(part.record, f"_beside_{part.name}")
                if beside() is there:
                    return True
        return False

    def become_those_of_fields(self, shown: list[Part], made: Iterable[int]) -> bool:
        """Have views be the records of the fields that were changed; whether all of them can be."""
        self.pair_waiting()
        there = {place: each for some in self.entries() for place, each in some.by_place()}
        for part in map(self._parts.__getitem__, sorted(made)):
            if not part.name and (again := self.made_by_twin(part.record)) is not None:
                records = {id(twin): each for each, twin in part.twins}
                first = part.start - part.pos
                for twin, (start, _) in again.twins(part.twin):
                    there.setdefault((first + start, type(twin)), records.get(id(twin)))
        for part in shown:
            value = part.record._kept(part.name)
            own = like(value, there.get((part.start, type(value))))
            if own is None or not self.is_untouched(part.record, part.name):
                return False
            become(part.record, part.name, own)
            self._of_fields.add(id(own))
        for part in self._parts:
            part.record._derive_all()
            for record in records_in(part.record._kept(part.name)) if part.name else ():
                record._derive_all()
        return True

    def _note_looks(self) -> None:
        """Note what was looked at while parts were made, as fields depend on it."""
        for records, again in by_type([*self._all]):
            names = records[0]._placed if have_more(records) else ()
            for name in names:
                for left, right in zip(records, again, strict=True):
                    is_new = left is not right and (id(left), name) not in self._parts_of
                    if is_new and may_have_records([left._kept(name)]):
                        self._follow([*self._at_position(left, right, name)])


def _is_made_other(value: Any, again: Any, holder: Any) -> bool:
    """Whether a value was made another one; a record that nobody has replaced is the one it was."""
    is_record = isinstance(value, Record) and type(value) is type(again)
    return not is_record and is_other(value, again, holder)


def _led_to(kind: Any) -> Iterator[Any]:
    """The types of what instances at positions of a type may lead to, and of all below."""
    for name in kind._placed:
        for each in record_types(kinds_of(kind).get(name)):
            yield from kinds_below(each)
