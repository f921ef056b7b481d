"""What is refused of where instances would stand, in the output of a stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from quire.runtime.editing.comparing.replaced import is_built
from quire.runtime.editing.instances.outgrown_instances import Put, ends_refused
from quire.runtime.editing.instances.overlapping import overlapping
from quire.runtime.errors import ContradictionError, FormatError, join_path
from quire.runtime.reading.instance import is_set
from quire.runtime.writing.cut_off import has_no_room, has_overgrown
from quire.runtime.writing.fitting import goes_by_itself
from quire.runtime.writing.output import Output
from quire.runtime.writing.placing import Item, Place, Queue
from quire.runtime.writing.regions import Region
from quire.runtime.writing.writer import Writer

LEAVE_OUT = "leave out the position, and a place is found for it"


@dataclass(slots=True)
class Refusing(Output):
    """The output of a stream, and what cannot stay in it as it is.

    Attributes:
        wrong: Why it cannot stay like this, if nothing moves any more.
    """

    wrong: list[FormatError] = field(default_factory=list, init=False)
    _led: set[tuple[int, str]] = field(default_factory=set, init=False)  # by what somebody has set
    _together: dict[Place, list[Item]] = field(default_factory=dict, init=False)
    _sizes: dict[Place, tuple[int, Item]] = field(default_factory=dict, init=False)

    def _expect_others_kept(self, queue: Queue, io: Writer) -> None:
        """Refuse what others go by, as they ended with it, or had some of its bytes."""
        olds = ((item, queue.extent(item)) for item in queue.asked)
        there = [Put(item, old, io.placed[item.key]) for item, old in olds if old is not None]
        for item, error in ends_refused(there):
            self._refuse(item, error)
        if self.original is None or not (edited := [*self._edited(io)]):
            return
        stood = sorted(self._together)
        for each in overlapping(there, edited):
            is_kept = each.is_kept(self.original.whole(), self.buffer, stood)
            if not is_kept and not goes_by_itself(each.put.item, each.put.old):
                self._refuse(*each.refused())
                return

    def _edited(self, io: Writer) -> Iterator[Put]:
        """What has other bytes than it had, but for what is over fields."""
        for old in self._together:
            item = self.inside.item_at(old)
            if item is not None and item.key in io.placed and old[0] >= self._fields_end:
                yield Put(item, old, io.placed[item.key])

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

        That happens where both are part of a third one, which keeps what is in it where it was, or
        where no field can be told that it has moved. Of what fields have, these tell the room; so
        does another instance that was edited.
        """
        if old is None or old[0] < self._fields_end:
            return
        if old[0] == old[1] and item.key not in self._led:
            return
        if (outer := self._outer(old)) is not None and self.inside.has(outer):
            return
        end = self._regions.end_in_front(old[0], start)
        if end > start:
            reason = "both are part of something else"
            if not item.tells and not self._is_within(old):
                reason = "no field can be told where it is now"
            expected = f"as many bytes as before in front of it, as {reason}"
            advice = self._what_has_grown(io)
            self._refuse(item, FormatError(item.name, expected + advice, f"{end - start} more"))

    def _is_within(self, old: Place) -> bool:
        """Whether something else that stood at a position had all of a place, and more."""
        return any(
            start <= old[0] and old[1] <= end for start, end in self._together.keys() - {old}
        )

    def _what_has_grown(self, io: Writer) -> str:
        """What has other bytes than before in something that has not, and what to do about it."""
        for old, (item, *_) in self._together.items():
            start, end = io.placed.get(item.key, old)
            if end - start != old[1] - old[0]:
                grown = join_path(item.record._path(), item.name)
                return f": keep the size of {grown}, or change what has it as a whole"
        return ": keep the sizes of what is in it"

    def _expect_gap(self, item: Item, start: int, old: Place | None) -> None:
        """Refuse a place with less room in front of it than what no field describes there."""
        if old is None or item.before_end is not None:
            return
        kept, cut = self._gap(start, old)
        is_padding = len(kept) + len(cut) > 1 and len({*kept, *cut}) == 1
        if is_padding or not any(cut):
            return
        if (error := has_no_room(item, start, is_led=item.key in self._led)) is not None:
            self._refuse(item, error)

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

    def _expect_seen(self, item: Item, start: int, data: bytes, there: bytes, old: Place) -> None:
        """Refuse other bytes in the place of an instance, unless it was over what has these."""
        if self._has_overgrown(old, there):
            self._refuse(item, has_overgrown(item))
        elif self._has_others_behind(start, data, there, old):
            self._refuse(item, self._taken(item, len(data), old))

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

    def _outer(self, old: Place | None) -> Region | None:
        """The instance that something was in, if it was in one."""
        outer = None if old is None else self._regions.before(old[0])
        is_in = outer is not None and old is not None and old[1] <= outer.old_end
        return outer if is_in else None

    def _refuse(self, item: Item, error: FormatError) -> None:
        """Note what is wrong with an instance, unless it is no longer so when nothing moves."""
        self.wrong.append(item.record._locate(error))
