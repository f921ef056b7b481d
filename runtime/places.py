"""Where records are in their lists, which only their errors ask."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any
from weakref import ref

from quire.runtime.lists.lazy import Lazy
from quire.runtime.lists.read_once import ReadOnce

_LISTS = 16
"""Lists of which something is known."""

_searches: dict[int, _Search] = {}


class Passing(list[Any]):
    """A list that has its last elements alone: those before went to who asked for them.

    Attributes:
        before: How many they were.
    """

    before = 0


def index_of(element: Any, elements: list[Any], holder: Any) -> int:
    """Where an element is in a list; one that is still being read is not, and comes next.

    What a lazy list has not made yet is not asked for.

    Args:
        element: The very object.
        elements: The list.
        holder: The record that has it; what is known is forgotten when that goes.
    """
    if isinstance(elements, Passing):
        return elements.before + scan(element, elements)
    key = id(elements)
    search = _searches.get(key)
    if search is None:
        if len(_searches) >= _LISTS:
            _searches.clear()
        search = _searches[key] = _Search()
        search.holder = ref(holder, lambda _: _searches.pop(key, None))
    return search.find(element, elements)


class _Search:
    """What was learned while elements of a list were looked for; it is checked when it is used."""

    holder: Any
    _last = 0  # most often the next is asked for
    _scans = 0
    _order: Any = None  # the identities of all elements, sorted, and where these are

    def find(self, element: Any, elements: list[Any]) -> int:
        if isinstance(elements, Lazy):
            return _among_made(element, elements)
        near = list.__getitem__(elements, slice(self._last, self._last + 2))
        for i, each in enumerate(near, self._last):
            if each is element:
                self._last = i
                return i
        self._last = self._known(element, elements)
        return self._last

    def _known(self, element: Any, elements: list[Any]) -> int:
        """Look it up; the first time, and in a list that has changed, go through all of it."""
        if self._order is None and self._scans:
            self._order = _sorted(elements)
        if self._order is not None:
            identities, places = self._order
            at = bisect_left(identities, id(element))
            i = int(places[at]) if at < len(places) else 0
            if any(each is element for each in list.__getitem__(elements, slice(i, i + 1))):
                return i
            self._order = None
        self._scans += 1
        return scan(element, elements)


def scan(element: Any, elements: list[Any]) -> int:
    """Go through a list, up to an element."""
    there = (i for i, each in enumerate(list.__iter__(elements)) if each is element)
    return next(there, list.__len__(elements))


def _among_made(element: Any, elements: Lazy) -> int:
    """Go through what a lazy list has made, from the last on, which most often is asked for."""
    made = reversed(elements._made.items())
    found = next((i for i, each in made if each is element), None)
    waiting = elements._source.records if isinstance(elements._source, ReadOnce) else None
    if found is None and waiting is not None:
        found = elements._source.place_now(scan(element, waiting))
    return len(elements) if found is None else found


def _sorted(elements: list[Any]) -> tuple[Any, Any]:
    """The identities of elements in their order, and where in the list each is: 16 bytes for one.

    A dict would take as much again as the records do.
    """
    import numpy as np  # not for those who read files that are right

    identities = np.fromiter(map(id, list.__iter__(elements)), np.uintp)
    places = identities.argsort()
    return identities[places], places
