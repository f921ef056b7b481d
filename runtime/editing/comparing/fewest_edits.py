"""Which elements of a list of plain values are in the place of which others that it had.

Values say nothing of where they come from. So it is what the fewest edits make of the list, each of
which sets an element, puts one in, or takes one out.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

MOST_EDITS = 512
"""Edits of a list up to which the fewest are found; the work grows with their square."""

_Places = tuple[int, int]
"""Where an element was, and where it is."""

_Reached = dict[int, int]
"""How far one gets in what the list was, by how many more elements there are before that now."""


def beside(was: list[Any], now: list[Any]) -> Iterator[_Places]:
    """Which element is in the place of which other one, from the first on.

    Between two that stayed, and behind the last of them, as many as before have been set; of any
    other number nobody can tell which of them is new.
    """
    there = here = 0
    for i, j in _stayed(was, now):
        if i - there == j - here:
            yield from zip(range(there, i), range(here, j), strict=True)
        yield i, j
        there, here = i + 1, j + 1
    left, found = len(was) - there, len(now) - here
    if left == found:
        yield from zip(range(there, len(was)), range(here, len(now)), strict=True)


def _stayed(was: list[Any], now: list[Any]) -> list[_Places]:
    """The elements that stayed what they were."""
    if (steps := _steps(was, now)) is not None:
        return [*_on_the_way(steps, len(was), len(now) - len(was))][::-1]
    if len(was) == len(now):
        return [(i, i) for i, each in enumerate(was) if each == now[i]]
    blocks = SequenceMatcher(None, was, now).get_matching_blocks()
    return [(i + n, j + n) for i, j, size in blocks for n in range(size)]


def _steps(was: list[Any], now: list[Any]) -> list[_Reached] | None:
    """How far one gets with no edit, with one, and so on to the end; None, if it takes too many."""
    steps: list[_Reached] = [{0: _same_from(was, now, 0, 0)}]
    more = len(now) - len(was)
    while steps[-1].get(more, -1) < len(was):
        if len(steps) > MOST_EDITS:
            return None
        reached: _Reached = {}
        for k in range(-len(steps), len(steps) + 1):
            i, _ = _edited(steps[-1], k)
            if 0 <= i <= len(was) and i + k <= len(now):
                reached[k] = _same_from(was, now, i, k)
        steps.append(reached)
    return steps


def _same_from(was: list[Any], now: list[Any], i: int, k: int) -> int:
    """How far one gets without an edit."""
    last = min(len(was), len(now) - k)
    while i < last and was[i] == now[i + k]:
        i += 1
    return i


def _edited(before: _Reached, k: int) -> tuple[int, int]:
    """How far the next edit gets, and how many more elements there were in front of that.

    Of those that get as far, one that sets an element comes last: it leaves less as it was.
    """
    missing = -2
    put_in, taken_out = before.get(k - 1, missing), before.get(k + 1, missing) + 1
    return max((put_in, k - 1), (taken_out, k + 1), (before.get(k, missing) + 1, k), key=_far)


def _far(some: tuple[int, int]) -> int:
    return some[0]


def _on_the_way(steps: list[_Reached], end: int, k: int) -> Iterator[_Places]:
    """The elements that stayed on the way to an end, from the last on."""
    for before in reversed(steps[:-1]):
        start, came_from = _edited(before, k)
        yield from ((i, i + k) for i in reversed(range(start, end)))
        end, k = before[came_from], came_from
    yield from ((i, i) for i in reversed(range(end)))
