"""Lists of records that follow from bytes, into which some were put, or of which some were taken.

Nobody has to make the others for that.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from quire.runtime.lists.read_once import ReadOnce
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

    def within(self, start: int, stop: int, shift: int = 0) -> Iterator[Run]:
        """Those of a range, which are in another place of the list now; none, if none are."""
        first, last = max(self.start, start), min(self.stop, stop)
        if first < last:
            yield Run(first + shift, last + shift, self.away - shift)


_STOP = attrgetter("stop")


class Splicing:
    """What a list is made of that was one of another kind; all that is new is made.

    Args:
        rows: What was read.
        runs: What of it is there still, in its order.

    Attributes:
        runs: The same.
    """

    if TYPE_CHECKING:
        count: int

    def __init__(self, rows: Any, runs: Iterable[Run]) -> None:
        vars(self).update(vars(rows))
        self.runs = [*runs]

    @property
    def is_as_read(self) -> bool:
        """Whether what is there still is where it was."""
        return not any(run.away for run in self.runs)

    @property
    def gaps(self) -> int:
        """How often records were put in or taken out."""
        return len(self.runs)

    def spliced(self, start: int, stop: int, count: int) -> Self:
        """What the list is made of once records of a range are replaced by so many."""
        shift = count - (stop - start)
        before = (each for run in self.runs for each in run.within(0, start))
        behind = (each for run in self.runs for each in run.within(stop, run.stop, shift))
        return type(self)(self, (*before, *behind))

    def make(self, start: int, stop: int) -> list[Any]:
        """The records of a range that were read; what is new is None."""
        found: list[Any] = [None] * (stop - start)
        for each in self.within(start, stop):
            there = super().make(*each.moved()[:2])  # type: ignore[misc]  # of the other kind
            found[each.start - start : each.stop - start] = there
        return found

    def pieces(self, start: int, stop: int) -> Iterator[memoryview]:
        """The bytes of records of a range, of which none is new."""
        found: list[memoryview] = []
        for each in self.within(start, stop):
            found += super().pieces(*each.moved()[:2])  # type: ignore[misc]  # likewise
        yield from found or (memoryview(b""),)  # as of a list without records

    def within(self, start: int, stop: int) -> Iterator[Run]:
        """The elements of a range that were read."""
        first = bisect_right(self.runs, start, key=_STOP)
        there = takewhile(lambda run: run.start < stop, islice(self.runs, first, None))
        for run in there:
            yield from run.within(start, stop)

    def place_before(self, i: int) -> int | None:
        """The number that a record had; None, if it is new."""
        return next((i + each.away for each in self.within(i, i + 1)), None)

    def place_now(self, i: int) -> int | None:
        """The number that a record has which was read; None, if it is not there any more."""
        there = (i - run.away for run in self.runs if run.start <= i - run.away < run.stop)
        return next(there, None)

    @property
    def others(self) -> Iterator[int]:
        """The numbers that the records had which were read, and are not there any more."""
        return between((run.moved() for run in self.runs), self.count)


class Spliced(Splicing, Rows):
    """The same of records that follow from their bytes."""


class SplicedOnce(Splicing, ReadOnce):
    """The same of records that were read one by one."""


def between(runs: Iterable[Run], count: int) -> Iterator[int]:
    """The numbers of so many elements that are in no run."""
    done = 0
    for run in runs:
        yield from range(done, run.start)
        done = run.stop
    yield from range(done, count)
