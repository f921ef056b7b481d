"""Page-aligned files whose offsets lead nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire import TruncatedError
from quire.cvc import load_cvc
from tests.formats.cvc.conftest import Refused
from tests.formats.cvc.layout import (
    CODES,
    HALVES,
    PAGE,
    SMALL_VALUES,
    assert_same_values,
    paged,
    paged_header,
    paged_small,
)


def test_the_page_aligned_file_of_these_tests_is_good(tmp_path: Path) -> None:
    path = tmp_path / "paged.cvc"
    path.write_bytes(paged_small())
    assert_same_values(load_cvc(path), SMALL_VALUES)


@pytest.mark.parametrize(
    ("offsets", "wrong"),
    [
        ((PAGE, PAGE), 1),
        ((PAGE, PAGE + 8), 1),
        ((PAGE, PAGE + 8 + len(HALVES) - 1), 1),
        ((0, 2 * PAGE), 0),
        ((12, 2 * PAGE), 0),
        ((100, 2 * PAGE), 0),
    ],
    ids=[
        "the same",
        "in the payload",
        "at its last byte",
        "at 0",
        "in the header",
        "at 100",
    ],
)
def test_a_page_aligned_chunk_inside_what_came_before_it_is_refused(
    offsets: tuple[int, int], wrong: int, refused: Refused
) -> None:
    error = refused(paged_small(*offsets))
    assert error.path.startswith((f"chunks[{wrong}].", f"header.chunks[{wrong}].file_offset"))


def test_page_aligned_chunks_that_are_not_in_order_are_refused(refused: Refused) -> None:
    header = paged_header(2 * PAGE, PAGE)
    error = refused(paged(header, {2 * PAGE: HALVES, PAGE: CODES}))
    assert (error.path, error.offset) == ("chunks[1].gap", 2 * PAGE + 8 + len(HALVES))
    assert error.expected == "a size of 0 or more bytes"
    assert error.found == str(PAGE - (2 * PAGE + 8 + len(HALVES)))


@pytest.mark.parametrize("offset", [3 * PAGE, 2**31, 2**32, 2**63, 2**64, 10**30])
def test_a_page_aligned_chunk_behind_the_end_is_refused(offset: int, refused: Refused) -> None:
    error = refused(paged_small(PAGE, offset))
    assert isinstance(error, TruncatedError)
    assert error.path.startswith("chunks[1].")


@pytest.mark.parametrize(
    ("offset", "found"),
    [(None, "no such key"), (-1, "-1"), ("512", "a string"), (True, "a boolean")],
)
def test_a_page_aligned_chunk_without_a_good_offset_is_refused(
    offset: object, found: str, refused: Refused
) -> None:
    error = refused(paged_small(PAGE, offset))
    assert (error.path, error.offset) == ("header.chunks[1].file_offset", 12)
    assert error.found == found
