"""Where two lists differ: of parts that do, the parts are looked at, and so on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

PARTS = 16
"""So many parts of some places are looked at apart, when they are not the same."""


def narrowed(places: range, are_same: Callable[[int, int], bool]) -> Iterator[int]:
    """The places, in their order, at which something is not the same.

    Args:
        places: They, one beside the other.
        are_same: Whether all is the same from one place on, up to another one.
    """
    if not places or are_same(min(places[0], places[-1]), max(places[0], places[-1]) + 1):
        return
    if len(places) == 1:
        yield places[0]
        return
    for part in in_parts(places):
        yield from narrowed(part, are_same)


def in_parts(places: range) -> Iterator[range]:
    """The parts of some places."""
    step = -(-len(places) // PARTS)
    for i in range(0, len(places), step):
        yield places[i : i + step]
