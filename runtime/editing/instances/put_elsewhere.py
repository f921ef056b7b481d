"""Elements that somebody has put elsewhere in their list, while they show what a writing has made.

They show it since others that have the same bytes were edited. Who puts them elsewhere means them
as they are shown: that is an edit, though each may then be what was read in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from quire.runtime.editing.comparing.replaced import is_built
from quire.runtime.lists.lazy import Lazy
from quire.runtime.members import own_members
from quire.runtime.record import Record


class _Order(NamedTuple):
    """A list, and its elements that show something, in their order when the last writing ended.

    Attributes:
        were: All that were made.
    """

    elements: list[Any]
    shown: list[Any]
    were: list[Any]

    @classmethod
    def now(cls, elements: list[Any], around: dict[int, Any]) -> _Order:
        """The order of the elements that are there now, of which some show something."""
        made = [each for _, each in _made(elements)]
        return cls(elements, [each for each in made if id(each) in around], made)

    def elsewhere(self) -> Iterable[Any]:
        """Those that others have changed places with, and all if new ones have come for some.

        What was taken out, or put in, is no edit of the rest.
        """
        made, were = _made(self.elements), {*map(id, self.were)}
        now = {id(each): i for i, each in made}
        if not were <= now.keys() and any(_is_new(e) for _, e in made if id(e) not in were):
            return self.shown
        still = [each for each in self.shown if id(each) in now]
        in_order = sorted(still, key=lambda each: now[id(each)])
        return (was for was, each in zip(still, in_order, strict=True) if was is not each)


class PutElsewhere:
    """All of them, of a file."""

    def __init__(self) -> None:
        self._shown: dict[int, tuple[Any, set[str]]] = {}
        self._orders: list[_Order] = []

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take what was copied or pickled: the records are others."""
        shown, self._orders = state["_shown"].values(), state["_orders"]
        self._shown = {id(record): (record, names) for record, names in shown}

    def note(self, record: Any, name: str) -> None:
        """Note that a field was made another one, as others that have its bytes were edited."""
        if name not in record._instances:
            self._shown.setdefault(id(record), (record, set()))[1].add(name)

    def note_copy(self, made: Any, record: Any) -> None:
        """Know of a copy that it shows what a record does."""
        if (shown := self._shown.get(id(record))) is not None:
            self._shown[id(made)] = made, shown[1]

    def take_over(self, pairs: list[tuple[Any, Any]]) -> None:
        """Know of copies that have come in the places of records."""
        for each in pairs:
            self.note_copy(*each)
        now = {id(before): record for record, before in pairs}
        for order in self._orders:
            order.shown[:] = [now.get(id(each), each) for each in order.shown]

    def end(self) -> None:
        """Note the order of the elements at the end of a writing."""
        shown = (record for record, _ in self._shown.values())
        around = {id(each): each for record in shown for each in _upward(record)}
        holders = {id(each._holder): each._holder for each in around.values()}
        lists = chain.from_iterable(map(_lists_of, holders.values()))
        orders = (_Order.now(some, around) for some in lists)
        self._orders = [each for each in orders if each.shown]

    def meant(self) -> set[tuple[int, str]]:
        """The fields that are meant as they are, by the `id` of their records and their names."""
        elsewhere = {id(each) for order in self._orders for each in order.elsewhere()}
        return {
            (of, name)
            for of, (record, names) in (self._shown.items() if elsewhere else ())
            if any(id(each) in elsewhere for each in _upward(record))
            for name in names
        }


def _is_new(element: Any) -> bool:
    """Whether an element was not read in its list."""
    return (
        not isinstance(element, Record) or is_built(element) or "_copy_of" in own_members(element)
    )


def _upward(record: Any) -> Iterator[Any]:
    """A record, and those that hold it, but for the record of the whole file."""
    while isinstance(record, Record) and record._holder is not None:
        yield record
        record = record._holder


def _lists_of(holder: Any) -> Iterator[list[Any]]:
    """The lists in the fields and instances of a record, as far as they were made."""
    there = chain(
        (getattr(holder, name, None) for name in holder._fields),
        (holder._kept(name) for name in holder._instances),
    )
    return (each for each in there if isinstance(each, list))


def _made(elements: list[Any]) -> list[tuple[int, Any]]:
    """The elements that were made, with their numbers, in their order."""
    there = elements._made.items() if isinstance(elements, Lazy) else enumerate(elements)
    return sorted(there, key=itemgetter(0))
