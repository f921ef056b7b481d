"""Where the parts of a file begin and end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.datasets.part import Place

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """Places of a file, of n parts; each array is int64 (n + 1,).

    Attributes:
        rows: Number of the first row of each part, and of all rows.
        offsets: Where its first byte is, and where the last part ends; zeros where the format tells
            by the row.
        elements: Number of its first element of the list, and of all elements.
    """

    rows: Numbers
    offsets: Numbers
    elements: Numbers

    @classmethod
    def every(cls, rows: int, count: int) -> Cuts:
        """Parts of so many rows, the last of fewer; one of none if there are no rows."""
        return cls.at(np.append(np.arange(0, max(count, 1), rows), count))

    @classmethod
    def among(cls, starts: Any, rows: int) -> Cuts:
        """Parts that begin where chunks do, of about so many rows."""
        known = np.asarray(starts, np.int64)
        taken = [0]
        for start in known[1:-1].tolist():
            if start - taken[-1] >= rows:
                taken.append(start)
        return cls.at([*taken, int(known[-1])])

    def among_these(self, rows: int) -> Cuts:
        """Some of these parts together, so that each but the last has about so many rows."""
        taken = Cuts.among(self.rows, rows).rows
        at = np.searchsorted(self.rows, taken)
        at[-1] = len(self.rows) - 1
        return Cuts(self.rows[at], self.offsets[at], self.elements[at])

    @classmethod
    def at(cls, rows: Any) -> Cuts:
        """Parts between these rows."""
        found = np.asarray(rows, np.int64)
        return cls(found, np.zeros_like(found), found)

    def __len__(self) -> int:
        return len(self.rows) - 1

    @property
    def count(self) -> int:
        """Rows in all."""
        return int(self.rows[-1] - self.rows[0])

    def runs(self, wanted: Sequence[bool]) -> list[Cuts]:
        """The parts that are wanted; those that follow each other stay together."""
        edges = np.flatnonzero(np.diff(np.array([False, *wanted, False], np.int8)))
        found = []
        for begin, end in edges.reshape(-1, 2).tolist():
            some = slice(begin, end + 1)
            found.append(Cuts(self.rows[some], self.offsets[some], self.elements[some]))
        return found

    def place(self, part: int) -> Place:
        """Where a part is."""
        after = part + 1
        first, begin = int(self.rows[part]), int(self.offsets[part])
        rows, end = int(self.rows[after]) - first, int(self.offsets[after])
        return Place(first, rows, begin, end, int(self.elements[part]))
