"""Parts that may have rows of some values, told by what is stored of them or by their order."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from quire.datasets.cuts import Cuts
from quire.datasets.part import as_table

if TYPE_CHECKING:
    from quire.datasets.dataset import Dataset
    from quire.datasets.files import File


def between(data: Dataset, name: str, low: Any, high: Any, *, ascending: bool) -> Dataset:
    """See `Dataset.between`."""
    files: list[File] = []
    cuts: list[Cuts] = []
    for file, each in zip(data.files, data.cuts, strict=True):
        if ascending:
            wanted = _in_order(data, file, each, name, low, high)
        else:
            wanted = [_may_have(data, file, each, i, name, low, high) for i in range(len(each))]
        runs = each.runs(wanted)
        files += [file] * len(runs)
        cuts += runs
    if not cuts:
        files, cuts = [data.files[0]], [Cuts.at([0, 0])]
    return replace(data, files=tuple(files), cuts=tuple(cuts))


def _may_have(
    data: Dataset, file: File, cuts: Cuts, part: int, name: str, low: Any, high: Any
) -> bool:
    bounds = data.reader.bounds(file, cuts.place(part), name)
    return bounds is None or (bounds[0] <= high and low <= bounds[1])


def _in_order(data: Dataset, file: File, cuts: Cuts, name: str, low: Any, high: Any) -> list[bool]:
    """Of parts whose values ascend, those between two values: a few first rows are read."""

    def first(part: int) -> Any:
        place = replace(cuts.place(part), rows=1)
        found = as_table(data.reader.read(file, place, (name,)))[name][0]
        return found.flat[0] if isinstance(found, np.ndarray) else found

    some = range(len(cuts)) if cuts.count else range(0)
    begin = max(0, bisect_left(some, low, key=first) - 1)
    end = bisect_right(some, high, key=first)
    return [begin <= part < end for part in range(len(cuts))]
