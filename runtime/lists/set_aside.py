"""Lists whose records were made, as if nobody had looked at those that are what they were.

Such a list is lazy again: its records are kept aside, and each is itself once it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from quire.runtime.lists.lazy import Lazy, Made, unmake
from quire.runtime.lists.rows import Rows


class Run(NamedTuple):
    """Elements of a list that are what they were, one after the other.

    Attributes:
        start: The number of the first one.
        stop: That of the first one behind them.
        away: How far behind these numbers they were.
    """

    start: int
    stop: int
    away: int

    def moved(self) -> Run:
        """Where they were."""
        return Run(self.start + self.away, self.stop + self.away, 0)


class Aside(Rows):
    """What such a list is made of: its records, and the bytes of those that are what they were.

    Args:
        rows: What was read in the place of the list.
        records: All that the list has.
        runs: Those that are what they were, in their order.
        hand_out: Is told of records that somebody asks for.

    Attributes:
        runs: The same.
        hand_out: The same.
    """

    def __init__(
        self,
        rows: Rows,
        records: list[Any],
        runs: list[Run],
        hand_out: Callable[[list[Any]], None],
    ) -> None:
        vars(self).update(vars(rows))
        self.runs = runs
        self._records, self.hand_out = records, hand_out

    def make(self, start: int, stop: int) -> list[Any]:
        """The records of a range."""
        found = self._records[start:stop]
        self.hand_out(found)
        return found

    def pieces(self, start: int, stop: int) -> Iterator[memoryview]:
        """The bytes of records of a range, of which none has changed."""
        found: list[memoryview] = []
        for first, last, away in self.runs:
            here, end = max(start, first), min(stop, last)
            if here < end:
                found += super().pieces(here + away, end + away)
        yield from found or (memoryview(b""),)  # as of a list without records

    @property
    def others(self) -> Iterator[int]:
        """The numbers that the records had which were read, and are not what they were."""
        return between((run.moved() for run in self.runs), self.count)


def set_aside(elements: Made, rows: Rows, runs: list[Run], hand_out: Callable[..., None]) -> None:
    """Have a list be as if nobody had looked at some of its records.

    Args:
        elements: It.
        rows: What was read in its place.
        runs: Those records.
        hand_out: Is told of records that somebody asks for nevertheless.
    """
    records = [*elements]
    made = {i: records[i] for i in between(runs, len(records))}
    unmake(elements, Aside(rows, records, runs, hand_out), len(records), made)


def is_aside(elements: Lazy) -> bool:
    """Whether a list is as if nobody had looked at some of its records."""
    return isinstance(elements._source, Aside)


def put_back(elements: Made) -> None:
    """Have a list have its records again."""
    if isinstance(elements, Lazy):
        elements._source.hand_out = _to_nobody
        Lazy._fill(elements)


def _to_nobody(_: list[Any]) -> None:
    """Records come back to their list."""


def between(runs: Iterable[Run], count: int) -> Iterator[int]:
    """The numbers of so many elements that are in no run."""
    done = 0
    for run in runs:
        yield from range(done, run.start)
        done = run.stop
    yield from range(done, count)
