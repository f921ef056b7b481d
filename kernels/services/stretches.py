"""Rows that lie in chunks, one chunk after another: which chunk has which row."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt


class Stretches(Sequence[range]):
    """The rows of each chunk, as a range; there may be very many chunks.

    Args:
        counts: How many rows each chunk has.

    Attributes:
        starts: (chunks + 1,) int64: the first row of each chunk, and the number of rows.
    """

    def __init__(self, counts: Iterable[int]) -> None:
        self.starts = array("q", accumulate(counts, initial=0))

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, chunk: Any) -> Any:
        if isinstance(chunk, slice):
            return [self[i] for i in range(*chunk.indices(len(self)))]
        chunk = range(len(self))[chunk]
        return range(self.starts[chunk], self.starts[chunk + 1])

    def touched(self, start: int, stop: int) -> range:
        """The chunks that have some of these rows, and those without rows between them."""
        first = bisect_right(self.starts, start, 1) - 1
        return range(first, max(first, bisect_left(self.starts, stop, 0, len(self))))

    def of_rows(self, rows: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """(n,): the number of the chunk that has each row."""
        return np.searchsorted(np.asarray(self.starts), rows, "right") - 1

    def parts(self, start: int, stop: int) -> Iterator[tuple[int, slice, slice]]:
        """What each chunk has of some rows: (its number, rows in it, places among those asked)."""
        for chunk in self.touched(start, stop):
            begin, end = max(start, self.starts[chunk]), min(stop, self.starts[chunk + 1])
            if begin < end:
                within = self.starts[chunk]
                yield chunk, slice(begin - within, end - within), slice(begin - start, end - start)
