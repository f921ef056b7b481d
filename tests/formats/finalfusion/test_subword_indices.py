"""The rows of the n-grams of a word, with the n-grams or without, with markers or without."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.finalfusion import (
    ExplicitIndexer,
    FastTextIndexer,
    FinalfusionHashIndexer,
    FloretIndexer,
)
from quire.finalfusion.subword import Indexer

INDEXERS: list[Indexer] = [
    FinalfusionHashIndexer(6, 1, 3),
    FinalfusionHashIndexer(9, 3, 6),
    FastTextIndexer(77, 1, 4),
    FastTextIndexer(77, 1, 4, strict=True),
    FastTextIndexer(1000, 3, 6, strict=True),
    FloretIndexer(50, 2, 4, n_hashes=3),
    ExplicitIndexer(["<a", "ab", "abc", "b>"], 2, 3),
]
words = st.text("abé京</s>", max_size=7) | st.just("</s>")


@pytest.mark.parametrize("indexer", INDEXERS, ids=repr)
@pytest.mark.parametrize("how", [{"bracket": True}, {"bracket": False}], ids=["marked", "bare"])
@settings(max_examples=60, deadline=None)
@given(word=words, offset=st.integers(0, 5))
def test_each_ngram_has_the_rows_that_it_has_alone(
    indexer: Indexer, how: dict[str, bool], word: str, offset: int
) -> None:
    pairs = [
        (ngram, number + offset)
        for ngram in indexer.ngrams(word, **how)
        for number in indexer.numbers(ngram)
    ]
    assert indexer.subword_indices(word, offset, with_ngrams=True, **how) == pairs
    assert indexer.subword_indices(word, offset, **how) == [number for _, number in pairs]
