"""Elements of a list at most of which nobody has looked: these are what they were.

None of them is compared, and none is read again but those near a change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from quire.runtime.editing.comparing.replaced import has_stream
from quire.runtime.editing.comparing.same_values import Met, which_differ
from quire.runtime.editing.making.parts import Part
from quire.runtime.editing.pairing import entries
from quire.runtime.editing.pairing.entries import Entries, Lead, is_last
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
    _is_leading = False

    def __init__(self, now: Lazy, was: Lazy, part: Part) -> None:
        source: ReadOnce = now._source
        super().__init__(now, was, set(), [*source.places], part, {*depths({source.kind})})

    def _beside(self) -> tuple[list[Any], list[Any]]:
        return self.now, _with_made(self.now, self.now._source.kept())

    def note_changed(self) -> None:
        """Note those that are not what is read in their places, and all that may go by these."""
        some, met = sorted(self.now._made), Met()
        pairs = [*self.pairs(some)]
        changed = [some[i] for i in which_differ(pairs, met=met)]
        for i in changed:
            self.read[i] = self.was.hand_out(i)
        self.note_near(some if met.is_known else changed, is_known=False)

    def number_of(self, element: Any) -> int | None:
        """The number of an element, or of what is read in its place; None, if it is not here."""
        marks = getattr(element, "_marks", None)
        i = self.number_at(marks[0]) if marks else None
        if i is None or self.read[i] is element:
            return i
        return i if any(_is_made(some, i, element) for some in (self.now, self.was)) else None

    def all(self) -> Iterator[list[Any]]:
        """The lists of all that stands, or stood, where elements were."""
        yield from (_with_made(each, self.read) for each in (self.now, self.was))

    def is_far(self, i: int) -> bool:
        """Whether an element is not near, and nobody has looked at it."""
        return i not in self.near and is_lazy(self.now) and i not in self.now._made

    def leads(self) -> Iterator[Lead]:
        """Where the instances lead of those that are far: they are what was read."""
        return (each for each in self._led if each.within not in self.near)

    def led_by(self, record: Any, name: str) -> tuple[Any, int, int] | None:
        """The element that an instance of a record leads to, and from where to where it was.

        Args:
            record: One in an element that is made now, and says where things were.
            name: The instance.
        """
        if self._is_leading or (type(record), name) not in self._leading:
            return None
        if (to := self._number_led_to(record, name)) is None:
            return None
        self._is_leading = True  # elements may lead on, as far as the last one
        try:
            return self.now.hand_out(to), *self.span(to)
        finally:
            self._is_leading = False

    @cached_property
    def _leading(self) -> set[tuple[Any, str]]:
        """The instances that lead to elements, with the types of the records that have them."""
        return {(each.kind, each.name) for each in self._led}

    def by_place(self) -> Iterator[tuple[tuple[int, Any], Any]]:
        """Those that somebody has looked at, each after where it began, and its type."""
        there = self.now._made if is_lazy(self.now) else dict(enumerate(self.now))
        for i, each in there.items():
            yield (self.span(i)[0], type(each)), each

    def pairs(self, numbers: Iterable[int]) -> Iterator[tuple[Any, Any]]:
        """Elements, each with what is read in its place; somebody looks at them from now on."""
        yield from ((self.now.hand_out(i), self.was.hand_out(i)) for i in numbers)


def may_be_unseen(record: Any, lists: dict[str, Lazy]) -> bool:
    """Whether the lists of the record of a file, by their names, may be of that kind."""
    if len(lists) != 1:
        return False
    (value,) = lists.values()
    source: ReadOnce = value._source
    return (
        is_lazy(value)
        and source.holder is record
        and is_last(record, value)
        and not source.gaps
        and hasattr(source.kind, "_marks")  # else they are told by what stays the same
        and not source.kind._has_sums
        and max(len(value._made) * SHARE, entries.FEW) <= len(value)
    )


def unseen_entries(holder: Any, value: Lazy, was: Lazy, part: Part | None) -> UnseenEntries | None:
    """The elements of such a list; None, if it is another one, or much is near changes."""
    if part is None or part.is_apart or part.name or holder is not part.record:
        return None
    if not may_be_unseen(holder, {"": value}) or not is_lazy(was):
        return None
    found = UnseenEntries(value, was, part)
    if has_stream(found.read[0]):
        return None
    found.note_changed()
    return found if len(found.near) * SHARE <= len(value) else None


def _with_made(some: Lazy, others: list[Any]) -> list[Any]:
    """The elements of a list that are made, and others in the places of those that are not."""
    found = others[:]
    for i, each in some._made.items():
        found[i] = each
    return found


def _is_made(some: Any, i: int, element: Any) -> bool:
    """Whether an element of a list is a record; others than are made are not looked at."""
    there = some._made.get(i) if is_lazy(some) else some[i]
    return there is element
