"""What records lead to that are made after a writing, when the elements of their list had moved."""

from __future__ import annotations

from typing import Any, NamedTuple

from quire.runtime.errors import EXPLAINED
from quire.runtime.lists.lazy import Lazy


class Found(NamedTuple):
    """An element that an instance leads to.

    Attributes:
        element: It.
        start: Where it began in the file that was read.
        end: Where it ended there.
    """

    element: Any
    start: int
    end: int


class LedLater:
    """The elements of a list, for records in others of them that are made when somebody looks.

    Args:
        elements: The list.
        names: The instances that lead to elements, with the types of the records that have them.
        places: Where each began in the file that was read, and where the last one ended.
        first: Where the stream begins that they are in.
    """

    def __init__(
        self,
        elements: Lazy,
        names: set[tuple[Any, str]],
        places: list[int],
        first: int,
    ) -> None:
        self._elements, self._names, self._places, self._first = elements, names, places, first
        self._numbers = numbers_at(places)
        self._is_leading = False

    def element(self, record: Any, name: str) -> Found | None:
        """The element that an instance of a record leads to; None, if it is none.

        Args:
            record: One in an element that is made now, and says where things were.
            name: The instance.
        """
        if self._is_leading or (type(record), name) not in self._names:
            return None
        if record._io is not self._elements._source.holder._io:
            return None
        i = number_led_to(record, name, self._numbers, self._first)
        there = None if i is None else self._elements._source.place_now(i)
        if i is None or there is None:  # it was taken out since
            return None
        self._is_leading = True  # elements may lead on, as far as the last one
        try:
            return Found(self._elements.hand_out(there), *self._places[i : i + 2])
        finally:
            self._is_leading = False


def numbers_at(places: list[int]) -> dict[int, int]:
    """Which element began at a place, of those at each; at the last one there is none."""
    return {start: i for i, start in enumerate(places[:-1])}


def number_led_to(record: Any, name: str, numbers: dict[int, int], first: int) -> int | None:
    """The element that an instance of a record leads to; None if it is none.

    Args:
        record: The record.
        name: The instance.
        numbers: Which element is at each place of the file.
        first: Where the stream of the record begins.
    """
    try:
        return numbers.get(getattr(record, f"_position_{name}")() + first)
    except EXPLAINED:
        return None
