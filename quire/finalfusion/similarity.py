"""The nearest rows of a storage, found in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from quire.finalfusion.matrix import Storage

Scores = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]

SCORES = 1 << 20
"""Rows that are compared at a time."""

GROUP = 64
"""Scores of which the greatest is looked at first: so much less than all are put in order."""


@dataclass(frozen=True, slots=True)
class SimilarityResult:
    """A word, and how near it is. What is nearer is greater, whatever the words are.

    Attributes:
        word: The word.
        similarity: The dot product of its vector with that of the query.
    """

    word: str
    similarity: float

    def __iter__(self) -> Iterator[str | float]:
        return iter((self.word, self.similarity))

    def __lt__(self, other: SimilarityResult) -> bool:
        return self.similarity < other.similarity

    def __le__(self, other: SimilarityResult) -> bool:
        return self.similarity <= other.similarity


def nearest(
    storage: Storage, words: Sequence[str], query: Scores, k: int, skip: frozenset[int]
) -> list[SimilarityResult]:
    """The `k` words, at most, whose rows have the greatest dot product with a vector.

    Rows of the words come first in the storage; those of `skip` are left out. The nearest is
    first.
    """
    wanted = max(k, 0) + len(skip)
    rows, scores = np.empty(0, np.int64), np.empty(0, np.float32)
    for start in range(0, len(words), SCORES):
        with np.errstate(all="ignore"):  # rows may hold what is not finite
            found = storage.scores(query, start, min(start + SCORES, len(words)))
        found[np.isnan(found)] = -np.inf  # nothing is near to what is no number
        best = greatest(found, wanted)
        rows = np.concatenate([rows, start + best])
        scores = np.concatenate([scores, found[best]])
        best = greatest(scores, wanted)
        rows, scores = rows[best], scores[best]
    results = [
        SimilarityResult(words[row], score)
        for row, score in zip(rows.tolist(), scores.tolist(), strict=True)
        if row not in skip
    ]
    results.sort(key=lambda result: (-result.similarity, result.word))
    return results[: max(k, 0)]


def greatest(scores: Scores, count: int) -> Places:
    """The places of so many of the greatest scores, or of all, in any order; no NaN is there."""
    groups = len(scores) // GROUP
    if count * GROUP >= len(scores):
        return _greatest(scores, count)
    tops = scores[: groups * GROUP].reshape(groups, GROUP).max(axis=1)
    chosen = _greatest(tops, count)[:, None] * GROUP + np.arange(GROUP)
    rest = np.arange(groups * GROUP, len(scores))
    places = np.concatenate([chosen.reshape(-1), rest])
    return places[_greatest(scores[places], count)]


def _greatest(scores: Scores, count: int) -> Places:
    left = len(scores) - count
    if left <= 0:
        return np.arange(len(scores))
    return np.argpartition(scores, left)[left:] if count else np.empty(0, np.int64)
