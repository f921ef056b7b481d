"""Where things go that stand at a position, in the output of a stream."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from quire.runtime.editing.instances.kept_views import become
from quire.runtime.editing.instances.under_set import set_over
from quire.runtime.errors import EXPLAINED, ContradictionError, FormatError
from quire.runtime.reading.instance import is_set
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record
from quire.runtime.writing.deriving import note_change
from quire.runtime.writing.fitting import fits, goes_by_itself
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.placing import Gone, Item, Nesting, Place, Queue
from quire.runtime.writing.refusing import LEAVE_OUT, Refusing
from quire.runtime.writing.regions import Region
from quire.runtime.writing.spans import Spans
from quire.runtime.writing.stream_end import Ending
from quire.runtime.writing.told_twice import expect_told
from quire.runtime.writing.writer import Writer


@dataclass(slots=True)
class Layout(Refusing):
    """The output of a stream, and what is put into it at positions.

    Args:
        known: What was placed the last time: some of it stands in front of what leads there.
        gone: What stood at positions, and has to go.

    Attributes:
        was_foreseen: Whether all that was placed was known, and nothing else.
        kept: Where in the stream that was read something stands that was placed.
    """

    known: list[Item]
    gone: Iterable[Place]
    was_foreseen: bool = False
    kept: list[Place] = field(default_factory=list)
    _from_end: tuple[Item, int] | None = None  # the first that is found from there, and the size
    _seen: dict[tuple[int, Place | None], Place] = field(default_factory=dict)
    _has_led: bool = False  # what stands in another stream, where it was not led before
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
        self.kept = [(0, self._fields_end), *queue.kept(None if revision is None else revision.led)]
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
            expect_told(item.record, item.name, partial(self._is_as_it_was, item, io))
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
        if old is not None:
            start = self._start(item, old)
            io.placed[item.key] = start, start + old[1] - old[0]

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
            start = self._tell(item, old, start, now)
        if found is not None and item.key not in self._led:
            self._expect_there(item, old, start)
        return start if old is not None else self._with_others(item, start)

    def _tell(self, item: Item, old: Place | None, start: int, now: int | None) -> int:
        """Have fields tell a position, instead of another one; the one that they tell then.

        Of a position that was given, `_put` sees whether there is room. So is one of what is new
        that no field tells, as a condition chooses it.

        Raises:
            ContradictionError: fields that nobody has given tell no position at all.
        """
        try:
            getattr(item.record, f"_found_{item.name}")(start)
        except ContradictionError:
            if now is None:
                raise
            self._led.add(item.key)
            return now
        told = item.told() if old is None else None
        return start if told is None else told

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
