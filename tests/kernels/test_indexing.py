"""Rows that an index picks, as slices and back."""

from __future__ import annotations

import pytest

from quire.kernels.services.indexing import slice_of


@pytest.mark.parametrize("count", [0, 1, 7, 22])
@pytest.mark.parametrize("step", [1, 2, 30, -1, -3, -30])
def test_the_slice_of_rows_gives_these_rows(count: int, step: int) -> None:
    places = (None, *range(-count - 2, count + 3))
    for start in places:
        for stop in places:
            rows = range(count)[start:stop:step]
            assert list(range(count)[slice_of(rows)]) == list(rows)
