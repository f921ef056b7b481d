"""Rows in chunks: the definitions, tried for all stretches of some rows."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
import pytest

from quire.kernels.services.stretches import Stretches

COUNTS = [[], [3], [0], [2, 0, 3], [0, 0, 1, 4, 0], [1, 1, 1]]


@pytest.mark.parametrize("counts", COUNTS)
def test_each_chunk_is_the_range_of_its_rows(counts: list[int]) -> None:
    ends = list(accumulate(counts))
    stretches = Stretches(counts)
    assert list(stretches) == [
        range(end - count, end) for end, count in zip(ends, counts, strict=True)
    ]
    assert list(stretches.starts) == [0, *ends]
    assert stretches[:2] == list(stretches)[:2]
    with pytest.raises(IndexError):
        stretches[len(counts)]


@pytest.mark.parametrize("counts", COUNTS)
def test_parts_are_the_rows_that_were_asked_for_in_order(counts: list[int]) -> None:
    stretches = Stretches(counts)
    for start in range(sum(counts) + 1):
        for stop in range(start, sum(counts) + 1):
            found, places = list[int](), list[int]()
            for chunk, rows, at in stretches.parts(start, stop):
                assert chunk in stretches.touched(start, stop)
                found += stretches[chunk][rows]
                places += range(at.start, at.stop)
            assert found == list(range(start, stop))
            assert places == list(range(stop - start))


@pytest.mark.parametrize("counts", COUNTS)
def test_a_row_is_in_its_chunk(counts: list[int]) -> None:
    stretches = Stretches(counts)
    rows = np.arange(sum(counts))
    assert all(
        row in stretches[chunk] for row, chunk in zip(rows, stretches.of_rows(rows), strict=True)
    )
