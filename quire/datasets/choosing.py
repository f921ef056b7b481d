"""Parts that may have rows of some values, told by what is stored of them or by their order."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from quire.datasets.cuts import Cuts
from quire.datasets.files import File
from quire.datasets.part import Reader, as_table


class Wanted(NamedTuple):
    """Rows with low <= value <= high in a column."""

    name: str
    low: Any
    high: Any


def may_have(reader: Reader, file: File, cuts: Cuts, wanted: Wanted) -> list[bool]:
    """Of each part of a file, whether it may have such rows: all may, of which nothing is known."""
    found = []
    for part in range(len(cuts)):
        bounds = reader.bounds(file, cuts.place(part), wanted.name)
        found.append(bounds is None or (bounds[0] <= wanted.high and wanted.low <= bounds[1]))
    return found


def may_have_in_order(reader: Reader, file: File, cuts: Cuts, wanted: Wanted) -> list[bool]:
    """The same, of a file whose values ascend: a few first rows are read."""

    def first(part: int) -> Any:
        place = replace(cuts.place(part), rows=1)
        found = as_table(reader.read(file, place, (wanted.name,)))[wanted.name][0]
        return found.flat[0] if isinstance(found, np.ndarray) else found

    some = range(len(cuts)) if cuts.count else range(0)
    begin = max(0, bisect_left(some, wanted.low, key=first) - 1)
    end = bisect_right(some, wanted.high, key=first)
    return [begin <= part < end for part in range(len(cuts))]
