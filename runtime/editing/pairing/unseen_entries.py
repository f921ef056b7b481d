"""Elements of a list at most of which nobody has looked: these are what they were.

None of them is compared, and none is read again but those near a change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from quire.runtime.editing.comparing.replaced import has_stream
from quire.runtime.editing.comparing.same_lists import Met
from quire.runtime.editing.comparing.same_values import which_differ
from quire.runtime.editing.comparing.unread import Unread
from quire.runtime.editing.making.parts import Part
from quire.runtime.editing.pairing import entries
from quire.runtime.editing.pairing.entries import Entries, Lead, is_last
from quire.runtime.editing.pairing.led_later import LedLater
from quire.runtime.editing.pairing.looking_out import depths
from quire.runtime.lists.lazy import SHARE, Lazy, is_lazy
from quire.runtime.lists.read_once import ReadOnce


class UnseenEntries(Entries):
    """The elements of such a list.

    Args:
        now: The list.
        was: What is read as it.
        part: The part that they are in.
    """

    now: Lazy
    was: Lazy
    is_unseen = True

    def __init__(self, now: Lazy, was: Lazy, part: Part) -> None:
        source: ReadOnce = now._source
        order = _order(source, len(now))
        super().__init__(now, was, order, [*source.places], part, {*depths({source.kind})})

    def _beside(self) -> tuple[list[Any], list[Any]]:
        self._index = {number: i for i, number in enumerate(self.order) if number is not None}
        return [], self._with_seen(self.now, self.now._source.kept(), self.order)

    def _with_seen(self, some: Lazy, read: list[Any], order: Sequence[int | None]) -> list[Any]:
        """All that was read, with what somebody has looked at of a list."""
        found = read[:]
        for i, each in some._made.items():
            if (number := order[i]) is not None:
                found[number] = each
        return found

    def note_changed(self) -> None:
        """Note those that are not what is read in their places, and all that may go by these."""
        numbers = [self.order[i] for i in self.now._made]
        some, met = sorted(i for i in numbers if i is not None), Met()
        pairs = [*self.pairs(some)]
        changed = [some[i] for i in which_differ(pairs, met=met)]
        for i in changed:
            self.read[i] = self.was.hand_out(i)
        self.note_near(some if met.is_known else changed, is_known=False)

    def at(self, i: int) -> Any:
        """An element, at which somebody looks; what was read stands for one that was taken out."""
        if i in self.gone:
            return Lazy.hand_out(self.was, i)
        return Lazy.hand_out(self.now, self._index[i])  # all may be made by now

    def number_of(self, element: Any) -> int | None:
        """The number of an element, or of what is read in its place; None, if it is not here."""
        marks = getattr(element, "_marks", None)
        i = self.number_at(marks[0]) if marks else None
        if i is None or self.read[i] is element:
            return i
        some = _made(self.now, self._index[i]), _made(self.was, i)
        return i if any(each is element for each in some) else None

    def is_gone(self, twin: Any) -> bool:
        """Whether something was read in the place of an element that was taken out."""
        marks = getattr(twin, "_marks", None)
        i = self._numbers.get(marks[0]) if marks else None
        return i is not None and i in self.gone and _made(self.was, i) is twin

    def in_places(self) -> dict[int, list[Any]]:
        """What is gone through in the place of elements that are not made; see `passed`."""
        there = [None if i is None else self.read[i] for i in self.order]  # what is new is made
        return {id(self.now): there, id(self.was): self.read}

    def all(self) -> Iterator[list[Any]]:
        """The lists of all that stands, or stood, where elements were."""
        for some, order in ((self.now, self.order), (self.was, range(len(self.read)))):
            yield self._with_seen(some, self.read, order)

    def is_far(self, i: int) -> bool:
        """Whether an element is not near, and nobody has looked at it."""
        is_there = i not in self.near and i not in self.gone and is_lazy(self.now)
        return is_there and self._index[i] not in self.now._made

    def leads(self) -> Iterator[Lead]:
        """Where the instances lead of those that are far: they are what was read."""
        return (each for each in self._led if each.within not in self.near)

    def led_later(self) -> LedLater:
        """What records lead to that are made once all is written; nothing else is kept for it."""
        names = {(each.kind, each.name) for each in self._led}
        return LedLater(self.now, names, self._places, self._first)

    def by_place(self) -> Iterator[tuple[tuple[int, Any], Any]]:
        """Those that somebody has looked at, each after where it began, and its type."""
        there = self.now._made if is_lazy(self.now) else dict(enumerate(self.now))
        for i, each in there.items():
            if (number := self.order[i]) is not None:
                yield (self.span(number)[0], type(each)), each

    def pairs(self, numbers: Iterable[int]) -> Iterator[tuple[Any, Any]]:
        """Elements, each with what is read in its place; somebody looks at them from now on."""
        yield from ((self.at(i), Lazy.hand_out(self.was, i)) for i in numbers)


def may_be_unseen(record: Any, lists: list[Unread]) -> bool:
    """Whether the lists of a file may be of that kind."""
    return len(lists) == 1 and _may_be_unseen(record, lists[0].value)


def _may_be_unseen(record: Any, value: Lazy) -> bool:
    source: ReadOnce = value._source
    return (
        is_lazy(value)
        and source.holder is record
        and source.form.size is None
        and source.form.until is None
        and is_last(record, value)
        and hasattr(source.kind, "_marks")  # else they are told by what stays the same
        and not source.kind._has_sums
        and max(len(value._made) * SHARE, entries.FEW) <= len(value)
    )


def unseen_entries(
    holder: Any, value: Lazy, was: Lazy, part: Part | None, *, may_have_more: bool
) -> UnseenEntries | None:
    """The elements of such a list; None, if it is another one, or much is near changes.

    Args:
        holder: The record that has the list.
        value: The list.
        was: What is read in its place.
        part: The part that it is in.
        may_have_more: Whether some may have been put in: else what they have goes behind all.
    """
    if part is None or part.is_apart or part.name or holder is not part.record:
        return None
    if not _may_be_unseen(holder, value) or not is_lazy(was):
        return None
    found = UnseenEntries(value, was, part)
    if has_stream(found.read[0]) or not found.may_be_put_in(may_have_more=may_have_more):
        return None
    found.note_changed()
    return found if len(found.near) * SHARE <= len(value) else None


def _order(source: ReadOnce, count: int) -> list[int | None]:
    """The numbers that the elements of a list had; None of those that were put in."""
    order: list[int | None] = [None] * count
    for start, stop, away in source.within(0, count):
        order[start:stop] = range(start + away, stop + away)
    return order


def _made(some: Any, i: int) -> Any:
    """An element of a list; None, if it is not made yet."""
    return some._made.get(i) if is_lazy(some) else some[i]
