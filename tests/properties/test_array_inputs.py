"""What a function does with an array: the right thing, or an error that names the argument.

Each test is run for every row of `array_inputs.TAKERS`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from quire import FormatError
from tests.properties.array_inputs import GOOD, NUMBERS, TAKERS, WRONG, Taker, numbers_of

ERRORS = (TypeError, ValueError, FormatError)

each_taker = pytest.mark.parametrize("taker", TAKERS, ids=lambda taker: taker.name)


def refused(taker: Taker, given: object, folder: Path) -> None:
    """The error is one of wrong use, and says where; nothing is left in the folder."""
    before = {path: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(ERRORS) as caught:
        taker.call(given, folder)
    assert taker.says in str(caught.value)
    left = {path: path.read_bytes() for path in folder.iterdir()}
    assert not [path for path in left.keys() - before.keys() if path.suffix == ".tmp"]


@pytest.mark.parametrize("kind", GOOD)
@each_taker
def test_numbers_are_kept_whatever_array_has_them(taker: Taker, kind: str, tmp_path: Path) -> None:
    given = GOOD[kind]
    if kind in taker.refuses:
        refused(taker, given, tmp_path)
        return
    assert np.array_equal(taker.call(given, tmp_path), numbers_of(given))


@pytest.mark.parametrize("kind", WRONG)
@each_taker
def test_what_is_no_array_of_numbers_is_refused(taker: Taker, kind: str, tmp_path: Path) -> None:
    if kind in taker.takes:
        taker.call(WRONG[kind], tmp_path)
        return
    refused(taker, WRONG[kind], tmp_path)


@each_taker
def test_a_row_that_is_missing_is_noticed_or_is_no_matter(taker: Taker, tmp_path: Path) -> None:
    given = NUMBERS[:5].astype(np.float32)
    try:
        found = taker.call(given, tmp_path)
    except ERRORS:
        return
    assert np.array_equal(found, given)
