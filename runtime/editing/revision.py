"""What somebody has changed of a record that was read, and the file with that alone made anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from quire.runtime.coding.stored_bytes import Kept
from quire.runtime.collecting import letting_go
from quire.runtime.editing.comparing.led_astray import Astray
from quire.runtime.editing.comparing.same_values import is_same
from quire.runtime.editing.comparing.unedited import Source, large_values
from quire.runtime.editing.comparing.unread import Unread, unread
from quire.runtime.editing.comparing.unseen import unseen
from quire.runtime.editing.instances.instance_use import leads_nowhere
from quire.runtime.editing.instances.late_instances import Belated, putting_aside
from quire.runtime.editing.instances.led_on import LedOn
from quire.runtime.editing.instances.led_to_fields import LedToFields, by_place
from quire.runtime.editing.instances.looked_at_later import begin
from quire.runtime.editing.instances.looking import Moves
from quire.runtime.editing.instances.of_streams import written_streams
from quire.runtime.editing.instances.seen_in_writing import Seen, seen_in
from quire.runtime.editing.instances.shown_anew import show_as_read
from quire.runtime.editing.instances.stale import Strange, look_anew, stays_stale
from quire.runtime.editing.instances.views import Stood
from quire.runtime.editing.lost import lost_fields
from quire.runtime.editing.making.byte_differences import Change, changes
from quire.runtime.editing.making.byte_orders import in_their_order
from quire.runtime.editing.making.in_place import PASSES, InPlace
from quire.runtime.editing.making.made_around import made_around
from quire.runtime.editing.making.remade import remade as begun_anew
from quire.runtime.editing.pairing.brought import bringing
from quire.runtime.editing.pairing.left_unread import (
    are_apart,
    can_be_read_again,
    have_stayed,
    may_be_carried,
    may_stay,
    read_again,
    reading_once,
)
from quire.runtime.editing.pairing.unseen_entries import UnseenEntries, may_be_unseen
from quire.runtime.editing.read_back import expect_read_back
from quire.runtime.errors import (
    ContradictionError,
    FormatError,
    NestingError,
    UnreachableError,
)
from quire.runtime.lists.lazy import Lazy, is_lazy, passed
from quire.runtime.lists.read_once import standing_apart
from quire.runtime.members import own_members
from quire.runtime.reading.copies import sharing
from quire.runtime.reading.depth import going_deeper
from quire.runtime.reading.instance import is_set
from quire.runtime.writing.deriving import leaving
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.placing import Place
from quire.runtime.writing.rollback import Rollback, rolled_back
from quire.runtime.writing.spans import Spans

if TYPE_CHECKING:
    from quire.runtime.editing.instances.shown_moved import ShownMoved
    from quire.runtime.editing.moving.carried import Carried


def revised(record: Any, source: Source) -> bytes:
    """The bytes that a record was read from, with what was changed since.

    Raises:
        FormatError: what was changed cannot be written, or would not be read back.
    """
    try:
        if some := source.unread:
            has_been_written = "_remade" in own_members(record)  # others may show what was
            if not has_been_written and _is_unedited(record, source, some):
                return source.copied()
            if not are_apart(some, record, source):
                if (made := _with_most_unseen(record, source, some)) is not None:
                    return made
                while some:
                    for each in some:
                        Lazy._fill(each.value)
                    some = [*unread(record)]  # in those that were made now, too
                source = Source(source.stored, record)
        with standing_apart(each.value for each in some), letting_go():
            try:
                return _revised(record, source)
            except BaseException:  # it goes on, once all is as it was
                read_again(some)
                raise
    except RecursionError as error:  # a record, or a list, was put into itself
        if isinstance(error, FormatError):
            raise
        raise record._locate(NestingError("", "less nesting", "records in records")) from None


def _with_most_unseen(record: Any, source: Source, lists: list[Unread]) -> bytes | None:
    """The file, of lists at most of which nobody looks; None, if all has to be looked at.

    What is refused is told by all.
    """
    if may_be_unseen(record, lists) and can_be_read_again(lists, source):
        with suppress(FormatError, Moves), letting_go():
            return _revised(record, source)
        return None
    if not may_stay(lists, source):
        return None
    may_carry, have_read = may_be_carried(record, lists), reading_once(lists)
    ways = [source.staying(may_carry=may_carry), *([source.carrying()] if may_carry else ())]
    for way in ways:
        with suppress(FormatError, Moves), letting_go(), standing_apart(e.value for e in lists):
            return _revised(record, way)
        have_read()
    return None


def _revised(record: Any, source: Source) -> bytes:
    large = large_values(record, len(source.stored))
    with going_deeper(), sharing(large), begun_anew(record):
        twin = source.twin()
        if twin is None:  # the bytes are no longer what they were
            return _anew(record, None).getvalue()
        with in_their_order(record, twin), unseen(record, twin):
            if is_same(record, twin, astray=(astray := Astray())):
                astray.show()
                show_as_read(own_members(record)["_remade"].seen)
                return source.copied()
            with rolled_back(record) as rollback, bringing():
                return _edited(record, twin, source, rollback)


def _is_unedited(record: Any, source: Source, lists: Iterable[Unread]) -> bool:
    """Whether nothing was changed of a record, as far as somebody has looked at it."""
    if not all(each.value._source.is_as_read for each in lists):
        return False
    with sharing(large_values(record, len(source.stored))):
        twin = source.twin()
        astray = Astray()
        with in_their_order(record, twin):
            is_unedited = twin is not None and is_same(record, twin, astray=astray)
        if is_unedited:
            astray.show()
        return is_unedited


def _edited(record: Any, twin: Any, source: Source, rollback: Rollback) -> bytes:
    """The file with what was changed; again, while fields depend on what shows other bytes now."""
    rollback.settle()
    seen: list[Strange] = []
    for _ in range(PASSES):
        try:
            data, others = _written(record, twin, source, rollback)
        except FormatError as error:
            if not seen:
                raise
            raise stays_stale(seen, error) from error
        if not others:
            return data
        seen += others
        look_anew(seen, record)
        twin = source.twin()
    raise stays_stale(seen, None)


def _written(
    record: Any, twin: Any, source: Source, rollback: Rollback
) -> tuple[bytes, list[Strange]]:
    """The file with what was changed, and the instances that fields use and that are stale then."""
    remade = own_members(record)["_remade"]
    with putting_aside() as belated:
        remade.seen = [each for each in remade.seen if each.is_there]
        for each in remade.seen:
            belated.take(each.record, each.name)
        revision = Revision(source, record, twin, belated)
        if revision.put_aside():
            revision = Revision(source, record, twin, belated)
        revision.rollback = rollback
        for top in (record, twin):
            own_members(top)["_revision"] = revision
        try:
            with passed(revision.in_their_places()):
                made = _made(revision)
            revision.forget_computed()  # while the file was made, instances were what they had been
            anew = {(id(each.record), each.name) for each in remade.seen}
            again = [Seen.now(*each) for each in belated.values() if (id(each[0]), each[1]) in anew]
            if not made[1]:
                remade.changes = [*revision.changes(made[0])]
                remade.streams = written_streams(record, made[0])
                if remade.changes or remade.streams or remade.as_written.are_asked:
                    begin()
            computing = revision.computing() if remade.has_changed or remade.streams else ()
            remade.end([*again, *seen_in(revision)], revision.moved_unseen(), computing)
            return made
        finally:
            for top in (record, twin):
                own_members(top).pop("_revision", None)
            revision.passed.end()
            revision.end_telling()


def _made(revision: Revision) -> tuple[bytes, list[Strange]]:
    """The file, with as much as can be of what was there."""
    files = revision.files()
    made = next(files)
    while True:
        if revision.source.stays and not have_stayed(made, revision):
            raise Moves
        data = made.getvalue()
        try:
            others = expect_read_back(data, made, revision)
        except (ContradictionError, UnreachableError):
            raise  # another layout would not mend it
        except FormatError:
            revision.clashes.lost = partial(lost_fields, data, made, revision)
            if (less := next(files, None)) is None:
                raise
            made = less
        else:
            return data, others


def _anew(record: Any, revision: Revision | None) -> Pieces:
    made = Pieces()
    with leaving(() if revision is None else revision.runs.ids):
        record._write_anew(made, revision)
    return made


class Revision(InPlace):
    """A record that was read and changed, beside its twin, and the files that it may become.

    Attributes:
        kept: What was stored of the elements of lists, by the `id` of these.
        rollback: What the records were.
    """

    rollback: Rollback

    def __init__(self, source: Source, record: Any, twin: Any, belated: Belated) -> None:
        super().__init__(source, record, twin, belated)
        self._has_put_back = self._has_moved_all = False
        self.kept: dict[int, Kept] = {}
        self._carried: Carried | None = None

    def has_been_seen(self, record: Any, name: str) -> bool:
        """Whether somebody has set an instance, or looked at it before this writing has.

        What was put aside is as if nobody had looked.
        """
        had = self.rollback.had(record, name) and not self.belated.has(record, name)
        return had or is_set(record, name)

    def files(self) -> Iterator[Pieces]:
        """The file, as often as there is another way to make it, each with less of what was there.

        Raises:
            Moves: what nobody has looked at would not stay in its place.
        """
        if self.source.carries:
            yield from self.carried()
            raise Moves
        yield from self.in_place()
        if self.source.stays:
            raise Moves
        yield from self.moved()

    def carried(self) -> Iterator[Pieces]:
        """The file, made anew around what nobody has looked at; what was there is put back.

        Raises:
            Moves: that leads to what has not moved as it is.
        """
        from quire.runtime.editing.moving.carried import Carried  # the plan is read for it

        if not all(is_lazy(each.value) for each in self.source.unread):
            raise Moves  # somebody had to look
        carried = Carried(self, self.source.unread)
        carried.begin()
        for keep in self.ways():
            self.keep = keep
            self.has_looked, self.told = True, []
            made, moved = made_around(self)
            carried.expect_named_alike({*self._changed_names()})
            self._carried, made = carried, carried.put(made, moved)
            self.has_looked, self.told = False, carried.told
            yield made
            if not self._has_put_back:
                return

    def moved_unseen(self) -> LedOn | ShownMoved | None:
        """The lists of records at which nobody has looked, if something has moved."""
        return super().moved_unseen() if self._carried is None else self._carried.shown()

    def expect_carried(self, whole: Any) -> None:
        """Expect that nobody looks elsewhere in the file that was made than in the one before.

        Raises:
            Moves: somebody does.
        """
        if self._carried is not None:
            self._carried.expect(whole)

    def in_their_places(self) -> dict[int, list[Any]]:
        """What is gone through in the place of what nobody looks at; see `passed`."""
        some = (each for each in self.entries() if isinstance(each, UnseenEntries))
        return {key: those for each in some for key, those in each.in_places().items()}

    def moved(self) -> Iterator[Pieces]:
        """The file, made anew; what was there is put back as in `in_place`."""
        self._has_moved_all = True
        self.grown.clear()
        self.end_telling()
        self.pair_entries()
        self.look_at_all()
        if self.runs.give_up(place[0] for *_, place in self._stand()):
            self._copied.clear()
            self._again.clear()
        self.told, self.anew = [], [slice(None)]
        for keep in self.ways():
            self.keep = keep
            yield _anew(self.record, self)
            if not self._has_put_back:
                return

    def changes(self, data: bytes) -> Iterator[Change]:
        """Where a file has other bytes than that which was read, if nothing in it has moved.

        Nobody asks where nothing stands at a position.
        """
        if self._carried is not None:
            return
        others = self.noted or self._rearranged or self._has_other_counts
        has_moved = self.shift.grown or (self._has_moved_all and others)
        is_as_long = len(data) == len(self.source.stored)
        if not is_as_long or has_moved or leads_nowhere(self.record):
            return
        for here in self.anew:
            yield from changes(self.source.stored, data, here)

    def stood(self, record: Any) -> Iterator[Stood]:
        """The records of a stream, each with where it stood there, and those that are gone."""
        if (made := self.made_by_twin(record)) is None:
            return
        self.pair_others()
        self.pair_entries()
        part = self._parts_of[id(record), ""]
        pairs = chain(self.twins_in(part), self.runs.pairs())
        records = {id(twin): each for each, twin in pairs}
        for twin, span in made.twins(part.twin):
            if (now := records.get(id(twin))) is None:
                now = records[id(twin)] = _put_there(twin, records)
            yield now, twin, span

    @cached_property
    def _led_to_fields(self) -> LedToFields:
        """What has instances be the records of fields, once all of these are paired."""
        return LedToFields(by_place(self.stood(self.record)), self.record._original())

    def shows_fields(self, record: Any) -> bool:
        """Have instances of a record that nobody has edited be the records that fields have there.

        Returns:
            Whether some were not yet. If nothing moves, they are so once all was made.
        """
        if not self._has_moved_all or not record._placed:
            return False
        names = [name for name in record._placed if self.is_untouched(record, name)]
        return self._led_to_fields.lead(record, names)

    def left(self, record: Any) -> list[Place]:
        """What stood at positions in the stream of a record, and is no longer led to."""
        twin = self.twin_of(record)
        if twin is None:
            return []
        extents = (each._extent(name) for each, name in self._dropped)
        there = (each for each in extents if each is not None and each.io is twin._io)
        return [(each.start, each.end) for each in there]

    def restore(
        self,
        record: Any,
        buffer: Pieces,
        spans: Spans,
        name: str = "",
        start: int = 0,
    ) -> None:
        """Put back into what was written of a record, or of an instance, what was there."""
        if self.keep is None:
            return
        if (made := self.made_by_twin(record, name)) is not None:
            part = self._parts_of[id(record), name]
            if not made.data.is_same and len(made.data.made) == part.size:
                self.put_back(part, made, buffer, spans, self.keep, start)
                self._has_put_back = True
        self._has_put_back |= self.displaced.put_back(buffer, spans, self.keep, start)

    def would_make_other(self, record: Any, name: str, made: Pieces) -> bool:
        """Whether an instance that was read is made as other bytes where it stood."""
        twin = self.twin_of(record)
        if twin is not None and (id(record), name) not in self._parts_of:  # looked at just now
            self._follow([*self._at_position(record, twin, name)])
        again = self.made_by_twin(record, name)
        return again is not None and not again.data.has_made(memoryview(made.getvalue()))


def _put_there(twin: Any, records: dict[int, Any]) -> Any:
    """The record that a field has in the place of one that is gone; None if that was in a list."""
    holder = records.get(id(twin._holder))
    now = None if holder is None else getattr(holder, twin._name, None)
    return now if type(now) is type(twin) else None
