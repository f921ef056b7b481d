"""Ranges of rows that a caller names."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from itertools import accumulate

Ranges = Sequence[tuple[int, int]]


def checked_ranges(ranges: Ranges, count: int) -> list[tuple[int, int]]:
    """Ranges of rows that are all there.

    Args:
        ranges: (start, stop) each.
        count: Rows that there are.

    Raises:
        IndexError: one ends after the last row, begins before the first, or ends before it begins.
        TypeError: one is no pair of integers.
    """
    found = []
    for number, given in enumerate(ranges):
        try:
            start, stop = map(operator.index, given)
        except (TypeError, ValueError):
            message = f"ranges[{number}]: expected a pair of integers, found {given!r}"
            raise TypeError(message) from None
        if not 0 <= start <= stop <= count:
            raise IndexError(
                f"ranges[{number}]: expected (start, stop) within 0 to {count}, found"
                f" {(start, stop)}; a slice is cut off at the end and counts from there"
            )
        found.append((start, stop))
    return found


def places_of(ranges: Ranges) -> Iterator[int]:
    """Where each range begins among all their rows, one range after another."""
    return accumulate((stop - start for start, stop in ranges[:-1]), initial=0)
