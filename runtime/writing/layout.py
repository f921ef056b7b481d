"""Where things go that stand at a position, in the output of a stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from quire.runtime.editing.comparing.replaced import is_built
from quire.runtime.editing.instances.kept_views import become
from quire.runtime.editing.instances.outgrown_instances import Put, ends_refused
from quire.runtime.editing.instances.overlapping import overlapping
from quire.runtime.editing.instances.under_set import set_over
from quire.runtime.errors import EXPLAINED, ContradictionError, FormatError, join_path
from quire.runtime.reading.instance import is_set
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record
from quire.runtime.writing.cut_off import has_no_room, has_overgrown
from quire.runtime.writing.deriving import note_change
from quire.runtime.writing.fitting import fits, goes_by_itself
from quire.runtime.writing.output import Output
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.placing import Gone, Item, Nesting, Place, Queue
from quire.runtime.writing.regions import Region
from quire.runtime.writing.spans import Spans
from quire.runtime.writing.stream_end import Ending
from quire.runtime.writing.told_twice import expect_told
from quire.runtime.writing.writer import Writer

LEAVE_OUT = "leave out the position, and a place is found for it"


@dataclass(slots=True)
class Layout(Output):
    """The output of a stream, and what is put into it at positions.

    Args:
        known: What was placed the last time: some of it stands in front of what leads there.
        gone: What stood at positions, and has to go.

    Attributes:
        was_foreseen: Whether all that was placed was known, and nothing else.
        kept: Where in the stream that was read something stands that was placed.
        wrong: Why it cannot stay like this, if nothing moves any more.
    """

    known: list[Item]
    gone: Iterable[Place]
    was_foreseen: bool = False
    kept: list[Place] = field(default_factory=list)
    wrong: list[FormatError] = field(default_factory=list)
    _from_end: tuple[Item, int] | None = None  # the first that is found from there, and the size
    _sizes: dict[Place, tuple[int, Item]] = field(default_factory=dict)
    _seen: dict[tuple[int, Place | None], Place] = field(default_factory=dict)
    _led: set[tuple[int, str]] = field(default_factory=set)  # by positions that somebody has set
    _has_led: bool = False  # what stands in another stream, where it was not led before
    _together: dict[Place, list[Item]] = field(default_factory=dict)
    _beside: dict[int, list[tuple[Item, int]]] = field(default_factory=dict)  # what is new

    def settle(self, pending: list[tuple[Any, str]], io: Writer) -> list[Item]:
        """Write all that stands at positions, and what stands between and after.

        Returns:
            What was placed.
        """
        if self.original is not None:
            self._fields_end = self.original.pos()
            self._regions.add(Region(0, self._fields_end, 0, self._end()))
        kept, revision = self.original is None, io.file.revision
        nesting, queue = Nesting(), Queue(self.original, self.known, self.gone)
        self._together = queue.together
        queue.ask(pending, None)
        for item in queue:
            if isinstance(item, Gone):
                self._leave_out(item.extent)
                continue
            nesting.come_by(item.record, item.name)
            if not kept and queue.is_new(item):
                self._keep_rest(queue)  # what is new comes after all that was there
                kept = True
            if revision is not None and item.key in revision.led:
                self._lead_on(item, queue.extent(item), io)
                continue
            self._write(item, queue.extent(item), io)
            queue.ask(pending, item)
        if not kept:
            self._keep_rest(queue)
        if self._from_end is not None:
            self._end_with(*self._from_end)
        self._expect_others_kept(queue, io)
        self.kept = [(0, self._fields_end), *filter(None, map(queue.extent, queue.asked))]
        asked, known = ({each.key for each in some} for some in (queue.asked, self.known))
        self.was_foreseen = asked == known and not self._has_led
        return queue.asked

    def _end_with(self, item: Item, total: int) -> None:
        """Keep what stood behind all that is found from the end, and refuse another end."""
        self._keep_last(total - self._end())
        if total != self._end():
            count, found = item.before_end or 0, self._end() - total
            expected = f"{count} bytes before the end, which its position counts from"
            self._refuse(item, FormatError(item.name, expected, f"{count + found} bytes"))

    def _expect_others_kept(self, queue: Queue, io: Writer) -> None:
        """Refuse what others go by, as they ended with it, or had some of its bytes."""
        olds = ((item, queue.extent(item)) for item in queue.asked)
        there = [Put(item, old, io.placed[item.key]) for item, old in olds if old is not None]
        for item, error in ends_refused(there):
            self._refuse(item, error)
        if self.original is None or not (edited := [*self._edited(io)]):
            return
        for each in overlapping(there, edited):
            is_kept = each.is_kept(self.original.whole(), self.buffer, self._together)
            if not is_kept and not goes_by_itself(each.put.item, each.put.old):
                self._refuse(*each.refused())

    def _edited(self, io: Writer) -> Iterator[Put]:
        """What has other bytes than it had, but for what is over fields."""
        for old in self._together:
            item = self.inside.item_at(old)
            if item is not None and item.key in io.placed and old[0] >= self._fields_end:
                yield Put(item, old, io.placed[item.key])

    def _write(self, item: Item, old: Place | None, io: Writer) -> None:
        """Write an instance where it belongs, and tell the field that says where that is."""
        if item.key in io.placed:
            return  # with what was edited in its place
        if (place := self._shared(item, old, io)) is not None:
            self._find(item, place[0])
            io.placed[item.key] = place
            return
        start, owed = self._start(item, old), len(io.owed)
        part = self._made(item, old, start, io)
        old = self._left_for(item, old, start, start + len(part))
        self._expect_shared(item, old, len(part))
        self._expect_room(item, old, start, io)
        ends = b"" if old is not None else self._terminator(item, start)
        # What takes nothing, and took nothing, can stand anywhere, far past the end too.
        is_nothing = not len(part) and (old is None or old[0] == old[1])
        if not is_nothing:
            self._expect_gap(item, start, old)
            self._fill(start, old)
            if not self._put(item, start, part, old):
                del io.owed[owed:]  # its checksums are those of the field
                is_nothing = self._outer(old) is not None  # which has other bytes there now
        self._append(ends)
        place = start, start + len(part)
        io.placed[item.key] = place
        if old is not None:
            self._seen[id(item.record), old] = place
        else:
            self._new.append(place)
        if (last := self._regions.last) is not None and not is_nothing:
            end = last.old_end
            self._regions.add(Region(*(old or (end, end)), *place))
        if old is not None and not part.is_all(self._was(old)):
            self.inside.note(old, item)
            for each in self._together.get(old, ()):
                self._lead_into(each, old, io)

    def _outer(self, old: Place | None) -> Region | None:
        """The instance that something was in, if it was in one."""
        outer = None if old is None else self._regions.before(old[0])
        is_in = outer is not None and old is not None and old[1] <= outer.old_end
        return outer if is_in else None

    def _made(self, item: Item, old: Place | None, start: int, io: Writer) -> Pieces:
        """The bytes of an instance: those that it had, if it is what it was."""
        part = Pieces()
        writer = Writer(part, start, io)
        writer.await_size()
        revision = io.file.revision
        if revision is not None:
            writer.spans = Spans()
            writer.ending = Ending(partial(revision.end_of, item.record, item.name))
        changes = io.file.changes
        try:
            expect_told(item.record, item.name)
            getattr(item.record, f"_put_{item.name}")(writer)
            io.file.place_behind(start - self._end(), writer.pos() - start, item.name)
        except EXPLAINED as error:
            return self._as_it_was(item, old, error, io)
        writer.finish()
        writer.end_fields(part)
        goes_by_place = old is not None and old[0] != start and self._goes_by_place(item, part, io)
        is_same = changes == io.file.changes and not goes_by_place
        if old is not None and is_same and self._is_as_it_was(item, io):
            part = Pieces()
            part.write(self._was(old))
        elif revision is not None and writer.spans is not None:
            revision.restore(item.record, part, writer.spans, item.name, start)
        return part

    def _as_it_was(self, item: Item, old: Place | None, error: Exception, io: Writer) -> Pieces:
        """The bytes of an instance that nobody has edited, and that fields do not tell any more.

        These may follow, as its position does.

        Raises:
            FormatError: it was edited, and is wrong.
        """
        part = Pieces()
        try:
            item.record._tell(error, None)
        except FormatError as wrong:
            if old is None or not self._is_as_it_was(item, io):
                raise
            self.wrong.append(wrong)
            part.write(self._was(old))
        return part

    def _left_for(self, item: Item, old: Place | None, start: int, end: int) -> Place | None:
        """Where an instance was, or what it leaves for, if others are still where it was."""
        if old is None or len(self._together.get(old, ())) < 2:
            return old
        if item.key not in self._led:
            return old
        return self._regions.place_before(start, end)

    def _shared(self, item: Item, old: Place | None, io: Writer) -> Place | None:
        """Where an instance is whose bytes are those of something else, too; None if of nothing."""
        if (place := self._viewed(item, old, io)) is not None:
            return place
        if old is None and (name := set_over(item.record, item.name)) is not None:
            self._write(over := Item(item.record, name, item.leader), None, io)
            return io.placed[over.key]
        other = None if old is None else self.inside.item_at(old)
        is_led_into = id(item.value) in io.file.apart
        if other is not None and is_led_into and self._is_as_it_was(item, io):
            return io.placed[other.key]
        if (other := self._edited_there(item, old, io)) is not None:
            self._write(other, old, io)
            return io.placed[other.key]
        seen = self._seen.get((id(item.record), old))  # of another instance of its record
        if seen is None or old is None or not self._is_as_it_was(item, io):
            return None
        has_all = seen[1] - seen[0] >= old[1] - old[0]
        return seen if has_all or goes_by_itself(item, old) else None

    def _lead_into(self, item: Item, old: Place, io: Writer) -> None:
        """Tell where things are that stand in the stream of what was edited as another record."""
        region, original, apart = self._regions.before(old[0]), self.original, io.file.apart
        if region is None or old != (region.old_start, region.old_end) or original is None:
            return
        for record, name in apart.get(id(item.value), {}).values():
            extent, found = record._extent(name), getattr(record, f"_found_{name}", None)
            if extent is None or found is None or not _begins_at(extent.io, original, old[0]):
                continue
            there, place = Item(record, name, None), (old[0] + extent.start, old[0] + extent.end)
            now = self.inside.moved(region, place, original.whole(), self.buffer) - region.start
            self._has_led |= io.file.led.get(there.key) != now
            io.file.led[there.key] = now
            with suppress(ContradictionError):  # somebody has set where it is
                if there.told() != now:
                    found(now)
                self._expect_there(there, place, now)

    def _edited_there(self, item: Item, old: Place | None, io: Writer) -> Item | None:
        """What was edited in the very place of an instance that nobody has, if it is as long.

        That it is no longer as long as what it was, fields have told.
        """
        there = () if old is None or old[0] == old[1] else self._together.get(old, ())
        if len(there) < 2 or not self._is_as_it_was(item, io) or fits(item, io):
            return None
        return next((each for each in there if not self._is_as_it_was(each, io)), None)

    def _terminator(self, item: Item, start: int) -> bytes:
        """What stands behind something new, if it stands behind what was there at the end, too."""
        last = self._regions.last
        if start != self._end() or last is None:
            return b""
        from quire.runtime.writing.terminated import terminator_of  # the plan is read for it

        kind: Any = type(item.record)  # mypy takes the hash of its objects for that of a class
        ends = terminator_of(kind, item.name)
        first = start - len(ends)
        is_there = last.end <= first and bytes(self.buffer[first:start]) == ends
        return ends if is_there else b""

    def _expect_shared(self, item: Item, old: Place | None, size: int) -> None:
        """Refuse other sizes for what was one and the same: only one of them would be told."""
        if old is None or old[0] == old[1]:
            return
        known, other = self._sizes.setdefault(old, (size, item))
        if known == size:
            return
        there = join_path(other.record._path(), other.name)
        advice = "set both alike, or the position of one as well"
        expected = f"the {known} bytes of {there}, which is at the same place: {advice}"
        self._refuse(item, FormatError(item.name, expected, f"{size} bytes"))

    def _expect_room(self, item: Item, old: Place | None, start: int, io: Writer) -> None:
        """Refuse what another one has grown into that stood before it.

        That happens where both are part of a third one, which keeps what is in it where it was.
        Of what fields have, these tell the room; so does another instance that was edited.
        """
        if old is None or old[0] < self._fields_end:
            return
        if old[0] == old[1] and item.key not in self._led:
            return
        if (outer := self._outer(old)) is not None and self.inside.has(outer):
            return
        end = self._regions.end_in_front(old[0], start)
        if end > start:
            expected = "as many bytes as before in front of it, as both are part of something else"
            advice = self._what_has_grown(io)
            self._refuse(item, FormatError(item.name, expected + advice, f"{end - start} more"))

    def _expect_gap(self, item: Item, start: int, old: Place | None) -> None:
        """Refuse a place with less room in front of it than what no field describes there."""
        if old is None or item.before_end is not None or not any(self._gap(start, old)[1]):
            return
        if (error := has_no_room(item, start, is_led=item.key in self._led)) is not None:
            self._refuse(item, error)

    def _what_has_grown(self, io: Writer) -> str:
        """What has other bytes than before in something that has not, and what to do about it."""
        for old, (item, *_) in self._together.items():
            start, end = io.placed.get(item.key, old)
            if end - start != old[1] - old[0]:
                grown = join_path(item.record._path(), item.name)
                return f": keep the size of {grown}, or change what has it as a whole"
        return ": keep the sizes of what is in it"

    def _is_as_it_was(self, item: Item, io: Writer) -> bool:
        """Whether an instance was read, and has the values that it had."""
        if (revision := io.file.revision) is not None:
            return revision.has_as_it_is(item.record, item.name)
        fixed = isinstance(item.value, bool | int | float | str | bytes)
        return fixed and not is_set(item.record, item.name)

    def _goes_by_place(self, item: Item, made: Pieces, io: Writer) -> bool:
        """Whether what stood elsewhere has other bytes here with the same values: padding does."""
        revision = io.file.revision
        return revision is not None and revision.would_make_other(item.record, item.name, made)

    def _lead_on(self, item: Item, old: Place | None, io: Writer) -> None:
        """Tell where something is that cannot be read: its bytes are kept as what nobody has."""
        if old is not None and old[0] >= self._fields_end:
            start = self._start(item, old)
            io.placed[item.key] = start, start

    def _viewed(self, item: Item, old: Place | None, io: Writer) -> Place | None:
        """Where an instance is that is a record of a field, or was read of the same bytes."""
        if not isinstance(item.value, Record):
            return None
        if (place := self.views.place_of(item.value)) is not None or old is None:
            return place
        if self.views.is_gone(item.value, old[0]):
            expected = (
                "a record that is still in the file: set this to the record that it leads to now"
            )
            self._refuse(item, FormatError(item.name, expected, "one that was taken out"))
        own, revision = self.views.like(item.value, old[0]), io.file.revision
        if own is None or revision is None or not revision.is_untouched(item.record, item.name):
            return None
        become(item.record, item.name, own)
        note_change()
        return self.views.place_of(own)

    def _find(self, item: Item, start: int) -> None:
        """Tell the field that says where an instance is."""
        found = getattr(item.record, f"_found_{item.name}", None)
        now = item.told()
        if found is not None and now != start:
            found(start)
            self._expect_led(item, start)
        elif now not in (None, start):
            expected = f"the position {start}, where its record is"
            self._refuse(item, FormatError(item.name, expected, now))

    def _refuse(self, item: Item, error: FormatError) -> None:
        """Note what is wrong with an instance, unless it is no longer so when nothing moves."""
        self.wrong.append(item.record._locate(error))

    def _start(self, item: Item, old: Place | None) -> int:
        if (before := item.before_end) is not None and (
            old is None or old[0] >= self._described  # else it is over something else
        ):
            return self._before_end(item, before)
        now = item.told()
        found = getattr(item.record, f"_found_{item.name}", None)
        start: int | None = now
        if old is not None:
            start = self._aligned(item, self._shifted(old), old)
        elif found is not None:
            start = self._aligned(item, self._end(), None)
        if now is not None and found is None:
            self._expect_untold(item, old, start, now)
            start = now
        if start is None:
            error = FormatError(
                item.name,
                "a position: give the field that `pos` is computed from, or add `-derive` to it",
                "none",
            )
            raise item.record._locate(error)
        if start != now and found is not None:
            try:
                found(start)
            except ContradictionError:
                if now is None:
                    raise
                start = now  # a position that was given; `_put` sees whether there is room
                self._led.add(item.key)
        if found is not None and item.key not in self._led:
            self._expect_there(item, old, start)
        return start if old is not None else self._with_others(item, start)

    def _expect_there(self, item: Item, old: Place | None, start: int) -> None:
        """Refuse what nothing leads to, or leads to what was over fields that are nowhere now."""
        self._expect_led(item, start)
        if old is None or is_set(item.record, item.name):
            return
        if self.views.is_lost(old) or self.inside.is_lost(old):
            expected = (
                "what it leads to to be there still: set the field that tells where it is, or "
                f"{item.name} to what it leads to now"
            )
            self._refuse(item, FormatError(item.name, expected, "that taken out, or replaced"))

    def _expect_led(self, item: Item, start: int) -> None:
        """Refuse what stands elsewhere where a condition chooses another position than is told."""
        if (now := item.told()) in (None, start):
            return
        from quire.runtime.writing.untold import is_chosen  # the plan is read for it

        kind: Any = type(item.record)  # mypy takes the hash of its objects for that of a class
        if is_chosen(kind, item.name):
            self._refuse(item, item.elsewhere(start, now))

    def _expect_untold(self, item: Item, old: Place | None, start: int | None, now: int) -> None:
        """Refuse a position of several fields that stays, though what it is over has moved."""
        if old is None or old[0] != now or start == now or is_set(item.record, item.name):
            return
        from quire.runtime.writing.untold import goes_by_fields  # the plan is read for it

        is_view = old[1] <= self._fields_end or self._outer(old) is not None
        kind: Any = type(item.record)  # mypy takes the hash of its objects for that of a class
        if is_view and goes_by_fields(kind, item.name):
            self._refuse(item, item.elsewhere(start, now))

    def _with_others(self, item: Item, start: int) -> int:
        """Where something new is: where others of its record are, if one field tells of both."""
        for other, place in self._beside.get(id(item.record), ()):
            if other.told() != place:
                self._find(other, place)
                return start if (now := item.told()) is None else now
        self._beside.setdefault(id(item.record), []).append((item, start))
        return start

    def _aligned(self, item: Item, start: int, old: Place | None) -> int:
        """A position, or the next one that is a multiple of what its spec asks for.

        What stood where nobody would have put it stays there as long as nothing moves.
        """
        if (step := item.alignment) is None or (old is not None and start == old[0]):
            return start
        if step < 1:
            raise item.record._locate(FormatError(item.name, "an alignment of at least 1", step))
        before = self._regions.last
        if old is not None and before is not None and 0 <= old[0] - before.old_end < step:
            start = self._regions.end  # what was between them was padding
        return -(-start // step) * step

    def _before_end(self, item: Item, count: int) -> int:
        """A position that is found from the end: what is the farthest from it comes first."""
        if self._from_end is None:
            self._from_end = item, self._end() + count
        return self._from_end[1] - count

    def _taken(self, item: Item, size: int, old: Place | None) -> FormatError:
        """The error of an instance whose bytes other fields have, too."""
        own = None if old is None else self.views.like(item.value, old[0])
        if own is not None:
            return ContradictionError(
                item.name, f"{own._path()} is at the same place: change one of them", "other bytes"
            )
        if old is not None and (had := old[1] - old[0]) != size:
            expected = f"other fields have {had} bytes there: change these instead"
            return ContradictionError(item.name, expected, f"{size} bytes")
        advice = "change one of them"
        if is_built(item.record):
            advice = LEAVE_OUT
        expected = f"other fields are at the same place: {advice}"
        return ContradictionError(item.name, expected, "other bytes")

    def _expect_seen(self, item: Item, start: int, data: bytes, there: bytes, old: Place) -> None:
        """Refuse other bytes in the place of an instance, unless it was over what has these."""
        if self._has_overgrown(old, there):
            self._refuse(item, has_overgrown(item))
        elif self._has_others_behind(start, data, there, old):
            self._refuse(item, self._taken(item, len(data), old))

    def _put(self, item: Item, start: int, part: Pieces, old: Place | None) -> bool:
        """Write the bytes of an instance; whether they are what stands there now."""
        there = bytes(self.buffer[start : start + len(part)])
        if not there:
            for piece in part:
                self.buffer.write(piece)
            return True
        data, is_free = part.getvalue(), old is not None or self._is_free(start, there)
        if data.startswith(there):  # what is there agrees
            self.buffer.write(memoryview(data)[len(there) :])
            return True
        if old is not None and item.key in self._led:
            old = self._regions.place_before(start, start + len(data)) or old
        was = bytes(self._was(old)) if old is not None else None
        if old is not None and data == was:
            self._expect_seen(item, start, data, there, old)
            self._keep_beyond(old, data, len(there))
            return False  # another field over the same bytes was changed
        if was is not None and len(there) < len(data):
            was = was[: len(there)]  # the rest is behind all that is written
        if there != was and (was is not None or self._is_taken(start, len(data))):
            self._refuse(item, self._taken(item, len(data), old))
            return False
        if not is_free and hasattr(item.record, f"_found_{item.name}"):
            expected = f"bytes that no field describes are there: {LEAVE_OUT}"
            self._refuse(item, ContradictionError(item.name, expected, f"the position {start}"))
            return False
        self.buffer.overwrite(start, data)
        return True


def _begins_at(io: Any, outer: Reader, start: int) -> bool:
    """Whether a stream has the bytes of another one from there on; decoded ones have their own."""
    begin = getattr(io, "begin", None)
    return begin is not None and outer.begin is not None and begin == outer.begin + start
