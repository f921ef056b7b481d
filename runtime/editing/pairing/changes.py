"""What is no longer the same of a record that was read as what is read in its place: its twin."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import Any

from quire.runtime.editing.comparing.columns import (
    by_type,
    have_other_orders,
    is_exact,
    looked_at,
    own_fields,
)
from quire.runtime.editing.comparing.replaced import (
    has_stream,
    is_built,
    is_in_brought,
    read_elsewhere,
)
from quire.runtime.editing.comparing.same_values import is_same
from quire.runtime.editing.comparing.unedited import Source, changed, has_others, is_other
from quire.runtime.editing.instances.late_instances import Belated
from quire.runtime.editing.making.parts import Twins
from quire.runtime.editing.pairing.pairing import Pairing
from quire.runtime.editing.pairing.pairs import all_inside, dropped
from quire.runtime.editing.pairing.pairs import records as records_in
from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.members import have_more, own_members
from quire.runtime.paths import attribute
from quire.runtime.reading.copies import LARGE
from quire.runtime.reading.instance import NONE, is_set
from quire.runtime.record import Record
from quire.runtime.writing.pieces import Pieces


class Changes(Pairing):
    """The records of a file, each beside its twin, and what of them is no longer the same.

    Attributes:
        set_in: The fields and instances of records that somebody has set to others than were
            read, by the `id` of these: of a file in which something may stand at positions.
        noted: The records of which fields were made others meanwhile, as they follow from these.
        padded: The padding that was read and of which more is needed now, or less: the `id` of the
            records, and the names of the fields.
        grown: The bytes of streams that were made anew with others around them, by the `id` of
            their records.
    """

    def __init__(self, source: Source, record: Any, twin: Any, belated: Belated) -> None:
        super().__init__(source, record, twin, belated)
        self.noted: list[Any] = []
        self.grown: dict[int, bytes] = {}
        self.set_in: dict[int, set[str]] = {}
        self.padded: set[tuple[int, str]] = set()
        if record._places:
            for each in self.edited:
                self.set_in[id(each)] = {*self._set_in(each)}
            remade = own_members(record)["_remade"]
            set_here = [*_set_instances(self._all)]
            for each, name in chain(set_here, remade.before.set_back):
                self.set_in.setdefault(id(each), set()).add(name)
            for each, name in set_here:
                remade.note_given(each, name)

    def _set_in(self, record: Any) -> Iterator[str]:
        """The fields of a record that somebody has set to others than were read."""
        twin, remade = self.twin_of(record), own_members(self.record).get("_remade")
        for name in own_fields(type(record)):
            was, now = (getattr(each, name, NONE) for each in (twin, record))
            if is_other(now, was, record) and not (remade and remade.has_made(record, name)):
                yield name

    def bytes_of(self, record: Any) -> Any:
        """The bytes of a record in a stream of its own, where they stand; None, if it is new.

        What was read again has its own, be it gone, or unpacked: nothing of it is left for others.

        Many are not copied: each level of a nest would copy all below it.
        """
        if (data := self.grown.get(id(record))) is not None:
            return data
        place = None if self.twin_of(record) is None else self._places.get(id(record))
        if place is not None:
            there = self.source.stored[place]
        elif (twin := self._read_apart(record)) is not None:
            there = twin._io.whole()
        else:
            return None
        return there if len(there) >= LARGE else bytes(there)

    def _read_apart(self, record: Any) -> Any:
        """What was read as a record whose stream stands nowhere, if nothing in it has changed."""
        if not has_stream(record):
            return None
        if record._top() is self._top:
            return record  # it was read itself
        part = self._parts_of.get((id(record), ""))
        if part is None or not part.is_apart or id(record) in self._around_changes:
            return None
        return part.twin

    def put_along(self, record: Any, made: Pieces, end: int) -> None:
        """Put back into the stream of a record what came along with it; others do.

        Args:
            record: The record.
            made: What was made of it.
            end: Where that ends.
        """

    def put_behind(self, record: Any, name: str) -> None:  # noqa: ARG002  # others may
        """Have an instance of a record that was not there stand behind all that was there.

        Raises:
            FormatError: it cannot be put there without a layout of the file.
        """
        raise FormatError(name, "a record that was there", "a new one")

    def is_untouched(self, record: Any, name: str) -> bool:
        """Whether an instance is what it was, and all that it leads to."""
        return self._is_as_read(record, name, placed=True)

    def has_as_it_is(self, record: Any, name: str) -> bool:
        """Whether the bytes of an instance are those that its fields have now.

        What stands at positions in turn is not looked at.
        """
        return self._is_as_read(record, name, placed=False)

    def _is_as_read(self, record: Any, name: str, *, placed: bool) -> bool:
        twin = self.twin_of(record)
        if twin is None or is_set(record, name) or have_other_orders(record, twin):
            return False
        try:
            was = getattr(twin, name)
        except EXPLAINED:
            return False
        value = record._kept(name)
        if self.has_set_back(value):
            return False
        return self._is_far_from_changes(value, was) or is_same(value, was, placed=placed)

    def has_set_back(self, value: Any) -> bool:
        """Whether somebody has set something back, of records in a value, to what was read.

        A writing had made it another one: what has it is edited, though it is what it was.
        """
        around = self._around_set_back
        return bool(around) and not around.isdisjoint(map(id, records_in(value)))

    @cached_property
    def _around_set_back(self) -> set[int]:
        """The records in which something was, and all that hold them, by their `id`."""
        found: set[int] = set()
        remade = own_members(self.record)["_remade"]
        for record, _ in remade.before.set_back:
            found.update(up_from(record, found))
        return found

    def _is_far_from_changes(self, value: Any, was: Any) -> bool:
        """Whether nothing has changed in a record, and what it leads to, that was read as another.

        Parameters change with what is around a record: nobody notes them.
        """
        is_noted = isinstance(value, Record) and not self.passed.are_there
        return is_noted and self.twin_of(value) is was and id(value) not in self._around_changes

    def pads_anew(self, record: Any, field: str) -> bool:
        """Note padding of which more is needed, or less; whether it is what was read.

        Other padding is not cut: somebody has set it.
        """
        twin, name = self.twin_of(record), attribute(field)
        if twin is None or name not in record._fields:
            return False
        value, was = (getattr(each, name, NONE) for each in (record, twin))
        if not isinstance(value, bytes | str) or is_other(value, was):
            return False
        self.padded.add((id(record), name))
        return True

    def unchanged(self, record: Any) -> Any:
        """The same, of one that has nothing else in it than what was read."""
        return None if id(record) in self._around_changes else self.bytes_of(record)

    def note_change(self, record: Any, name: str, was: Any, now: Any) -> None:
        """Note that a field of a record was made another one, as it follows from what changed."""
        if (twin := self.twin_of(record)) is not None and twin is not record:
            own_members(self.record)["_remade"].note(record, name, was, now)
            self.noted.append(record)
        elif not is_in_brought(record):  # it has bytes of this file
            own_members(self.record)["_remade"].note(record, name, was, now)
        self._note_around(record)

    def note_agreed(self, record: Any, name: str, value: Any) -> None:
        """Note what a field is made that was read as another one."""
        was = getattr(self.twin_of(record), name, NONE)
        if was is not NONE and was != value:
            own_members(self.record)["_remade"].note_agreed(record, name, was, value)

    def note_against(self, record: Any, name: str) -> None:
        """Note that a field is what somebody has set it to, and others would make it another."""
        own_members(self.record)["_remade"].note_against(record, name)

    def note_added(self, record: Any, name: str) -> None:
        """Note that a record has a field that it had not: the next writing begins without it.

        What somebody has put more into meanwhile stays.
        """
        value = getattr(record, name)
        if is_exact(type(value)) or isinstance(value, float):
            self.note_change(record, name, NONE, value)
            return
        if (twin := self.twin_of(record)) is not None and twin is not record:
            own_members(self.record)["_remade"].note_added(record, name)
        self._note_around(record)

    def _note_around(self, record: Any) -> None:
        self.runs.break_up(record)
        if (known := vars(self).get("_around_changes")) is not None:
            new = up_from(record, known)
            known.update(new)
            vars(self).get("staying", set()).difference_update(new)

    @cached_property
    def edited(self) -> list[Any]:
        """The records that have other fields than were read; asked before any is derived."""
        pairs, same = chain(self._nowhere, self.standing()), self._same
        others = ((each, twin) for each, twin in pairs if twin is not None and id(each) not in same)
        return [*changed(others)]

    @cached_property
    def with_other_elements(self) -> set[int]:
        """The records that only have other elements in a list, and tell nobody, by their `id`.

        The elements are parts of their own.
        """
        some = [each for each in self.entries() if each.gone or each.new]
        records = ((each.part.record, each.part.twin, each) for each in some)
        return {
            id(record)
            for record, twin, each in records
            if not record._derived and has_others(record, twin, each.now)
        }

    def standing(self) -> Iterator[tuple[Any, Any]]:
        """The records of all parts, each with its twin."""
        return chain.from_iterable(part.twins for part in self._parts)

    @cached_property
    def _around_changes(self) -> set[int]:
        """The records that have another field or instance, and all that hold them, by their `id`.

        Each is looked at once: those that hold others would find out anew what is far below them,
        in each draft. What is derived later on is noted.
        """
        found: set[int] = set()
        new = (record for record, twin in self._nowhere if twin is None)
        led = (part.record for part in self._parts if part.is_set)
        others = (record for record, _ in self._rearranged)
        for record in chain(new, led, self.edited, self.noted, others):
            found.update(up_from(record, found))
        for record in self.edited:  # what came into it has to be told so, be it what was there
            found.update(map(id, read_elsewhere(record)))
        return found

    @cached_property
    def _dropped(self) -> list[tuple[Any, str]]:
        """The instances at positions of the records that were there, and are no longer."""
        if self._leads_nowhere:
            return []
        some = self.entries()
        far = chain.from_iterable(map(each.read.__getitem__, each.far()) for each in some)
        gone = [each.was[i] for each in some if each.is_unseen for i in each.gone]
        out = chain.from_iterable(each.gone() for each in self._unmade)
        gone += (each for each in out if id(each) not in self._twins)
        found = [*dropped(chain(self._nowhere, self.standing()), far, gone)]
        new = (each for each, twin in self._nowhere if twin is None and isinstance(each, Record))
        built = [each for each in all_inside(new) if is_built(each)] if found else []
        if not built:
            return found
        from quire.runtime.editing.pairing.built_places import (
            led_to_by,  # the plan is read for it
            where_stood,
        )

        led_to, remade = {*led_to_by(built)}, own_members(self.record)["_remade"]
        return [each for each in found if led_to.isdisjoint(where_stood(*each, remade))]


def _set_instances(pairs: Twins) -> Iterator[tuple[Any, str]]:
    """The instances at positions that somebody has set, with the records that have them."""
    for records, _ in by_type(pairs):
        for name in records[0]._placed if have_more(records) else ():
            there = looked_at(records, name)
            yield from ((records[i], name) for i, _, has_been_set in there if has_been_set)


def up_from(record: Any, known: set[int]) -> list[int]:
    """The `id` of a record, and of all that hold it, up to one that is known."""
    found: list[int] = []
    while isinstance(record, Record) and id(record) not in known:
        found.append(id(record))
        record = record._holder
    return found
