"""Hypothesis makes files of choices, and the smallest file that a test fails with."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings

import quire
from quire.generated.gzip import Gzip
from quire.testing import files, strategy

MARKS = """
meta: {id: made, endian: le}
seq:
  - {id: magic, contents: BOOK}
  - {id: num_marks, type: u1}
  - {id: marks, type: mark, repeat: expr, repeat-expr: num_marks}
types:
  mark:
    seq:
      - {id: page, type: u2}
      - {id: len_note, type: u1}
      - {id: note, size: len_note}
"""

QUICK = settings(
    max_examples=2000,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate, Phase.shrink],
)


@pytest.fixture
def book(tmp_path: Path) -> Any:
    path = tmp_path / "made.ksy"
    path.write_text(MARKS)
    return quire.compile(path).Made


def smallest(kind: Any, is_bad: Callable[[Any], bool]) -> set[bytes]:
    """What files shrink to, from wherever the search begins."""
    return {
        find(strategy(kind), is_bad, settings=QUICK, random=Random(seed)).to_bytes()  # noqa: S311  # no secret
        for seed in range(3)
    }


def test_all_files_are_valid() -> None:
    seen = set()

    @settings(QUICK, max_examples=100, derandomize=True)
    @given(files(Gzip))
    def is_read(data: bytes) -> None:
        seen.add(data)
        assert Gzip.from_bytes(data).to_bytes() == data

    is_read()
    assert len(seen) > 30


def test_a_list_shrinks_to_one_element(book: Any) -> None:
    assert smallest(book, lambda book: len(book.marks) > 0) == {b"BOOK\1\0\0\0"}


def test_an_element_shrinks_to_the_one_that_is_wrong(book: Any) -> None:
    data = smallest(book, lambda book: any(mark.page > 9 for mark in book.marks))
    assert data == {b"BOOK\1\x0a\0\0"}


def test_bytes_shrink_to_those_that_are_wrong(book: Any) -> None:
    data = smallest(book, lambda book: any(len(mark.note) > 1 for mark in book.marks))
    assert data == {b"BOOK\1\0\0\2\0\0"}


def test_without_hypothesis_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(quire.BackendUnavailable, match="pip install hypothesis"):
        files(Gzip)
