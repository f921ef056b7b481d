"""Lists whose records were made, as if nobody had looked at those that are what they were.

Such a list is lazy again: its records are kept aside, and each is itself once it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from quire.runtime.lists.lazy import Lazy, Made, unmake
from quire.runtime.lists.read_once import ReadOnce
from quire.runtime.lists.rows import Rows
from quire.runtime.lists.spliced import Run, Spliced, SplicedOnce, between


class Aside(Spliced):
    """What such a list is made of: its records, and the bytes of those that are what they were.

    Args:
        rows: What was read in the place of the list.
        records: All that the list has.
        runs: Those that are what they were, in their order.
        hand_out: Is told of records that somebody asks for.

    Attributes:
        hand_out: The same.
    """

    def __init__(
        self,
        rows: Rows,
        records: list[Any],
        runs: list[Run],
        hand_out: Callable[[list[Any]], None],
    ) -> None:
        super().__init__(rows, runs)
        self._records, self.hand_out = records, hand_out

    def make(self, start: int, stop: int) -> list[Any]:
        """The records of a range."""
        found = self._records[start:stop]
        self.hand_out(found)
        return found


class AsideOnce(SplicedOnce):
    """The same of records that were read one by one, and stand anywhere."""

    def __init__(
        self,
        once: ReadOnce,
        records: list[Any],
        runs: list[Run],
        hand_out: Callable[[list[Any]], None],
    ) -> None:
        super().__init__(once, runs)
        self.hand_out = hand_out
        kept: list[Any] = [None] * once.count
        for start, stop, away in runs:
            kept[start + away : stop + away] = records[start:stop]
        self.records = kept

    def make(self, start: int, stop: int) -> list[Any]:
        """The records of a range; those that were made otherwise are None."""
        found = super().make(start, stop)
        self.hand_out(found)
        return found

    def anew(self) -> Self:
        """The same: none of them is read again."""
        return self


def set_aside(
    elements: Made, found: Rows | ReadOnce, runs: list[Run], hand_out: Callable[..., None]
) -> None:
    """Have a list be as if nobody had looked at some of its records.

    Args:
        elements: It.
        found: What was read in its place.
        runs: Those records.
        hand_out: Is told of records that somebody asks for nevertheless.
    """
    records = [*elements]
    made = {i: records[i] for i in between(runs, len(records))}
    source: Aside | AsideOnce
    if isinstance(found, Rows):
        source = Aside(found, records, runs, hand_out)
    else:
        source = AsideOnce(found, records, runs, hand_out)
        source.stood = getattr(elements, "_source", None)  # where it was read itself
    unmake(elements, source, len(records), made)


def put_back(elements: Made) -> None:
    """Have a list have its records again."""
    if isinstance(elements, Lazy):
        elements._source.hand_out = _to_nobody
        Lazy._fill(elements)


def _to_nobody(_: list[Any]) -> None:
    """Records come back to their list."""
