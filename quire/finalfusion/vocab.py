"""Vocabularies: which row a word has, and which rows its n-grams have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import compress
from typing import Any, Generic, TypeVar, overload

import numpy as np

from quire.finalfusion.io import Chunk
from quire.finalfusion.strings import Strings, has_utf8
from quire.finalfusion.subword import (
    ExplicitIndexer,
    FastTextIndexer,
    FinalfusionHashIndexer,
    FloretIndexer,
    Indexer,
    Integers,
)
from quire.generated.finalfusion import Finalfusion
from quire.kernels.engine.given import expect_a, expect_list

Indexing = TypeVar("Indexing", bound=Indexer)


class Vocab(Chunk):
    """Known words; the row of each is its number.

    `len`, `in` and iteration are about the known words.

    Args:
        words: All different. Those of a file are made when they are asked for.

    Raises:
        quire.FormatError: a word stands twice.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._strings = Strings(words, "words")

    @property
    def row_of(self) -> Callable[[str], int]:
        """From a known word to its row; -1 for any other."""
        return self._strings.number_of

    @property
    def words(self) -> Sequence[str]:
        """The known words, by row."""
        return self._strings.sequence

    @property
    def word_index(self) -> Mapping[str, int]:
        """From known word to row."""
        return self._strings

    @property
    def upper_bound(self) -> int:
        """Rows that a storage has for this vocabulary."""
        return len(self)

    def rows_of(self, words: Sequence[str]) -> Integers:
        """The rows of many words: (n,) int64, -1 for those that are not known."""
        rows: Integers = self._strings.numbers_of(words)
        return rows

    def subword_rows(self, words: Sequence[str]) -> tuple[Integers, Integers]:
        """The rows of the n-grams of many words.

        Returns:
            flat: (numbers,) int64.
            starts: (words + 1,) int64; word i has `flat[starts[i] : starts[i + 1]]`.
        """
        expect_list(words, "words", "words")
        return np.empty(0, np.int64), np.zeros(len(words) + 1, np.int64)

    @overload
    def idx(self, item: str) -> int | list[int] | None: ...
    @overload
    def idx(self, item: str, default: Any) -> Any: ...
    def idx(self, item: str, default: Any = None) -> Any:
        """The row of a known word, the rows of the n-grams of another one, or `default`."""
        expect_a(str, item, "item")
        row = self._strings.get(item)
        if row is not None:
            return row
        rows: list[int] = self.subword_rows([item])[0].tolist()
        return rows or default

    def __getitem__(self, item: str) -> int | list[int]:
        found = self.idx(item)
        if found is None:
            raise KeyError(item)
        return found

    def __contains__(self, item: object) -> bool:
        if isinstance(item, str):
            return item in self._strings
        return isinstance(item, Vocab | list | tuple | set) and all(word in self for word in item)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self._strings)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.words == getattr(other, "words", None)

    __hash__ = None  # type: ignore[assignment]  # compared by value

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)} words>"


class SimpleVocab(Vocab):
    """Known words alone (chunk 1)."""

    def record(self) -> Any:
        return Finalfusion.SimpleVocabulary.build(words={"text": self.words})


class SubwordVocab(Vocab, Generic[Indexing]):
    """Known words, and rows for the n-grams of any word.

    The indexer gives the rows of n-grams, counted from the first after the words.
    """

    def __init__(self, words: Sequence[str], indexer: Indexing) -> None:
        super().__init__(words)
        expect_a(Indexer, indexer, "indexer")
        self.subword_indexer = indexer

    @property
    def min_n(self) -> int:
        """Characters of the shortest n-grams, boundary markers included."""
        return self.subword_indexer.min_n

    @property
    def max_n(self) -> int:
        """Characters of the longest n-grams."""
        return self.subword_indexer.max_n

    @property
    def upper_bound(self) -> int:
        """Rows that a storage has for this vocabulary: words and n-grams."""
        return len(self) + self.subword_indexer.upper_bound

    def subword_rows(self, words: Sequence[str]) -> tuple[Integers, Integers]:
        try:
            flat, starts = self.subword_indexer.indices_of(words)
        except UnicodeEncodeError:  # of what is no UTF-8 there are no n-grams
            there = np.array([has_utf8(word) for word in words])
            flat, ends = self.subword_indexer.indices_of([*compress(words, there)])
            counts = np.zeros(len(words), np.int64)
            counts[there] = np.diff(ends)
            starts = np.concatenate([[0], counts.cumsum()])
        return flat + len(self), starts

    def subwords(self, item: str, bracket: bool = True) -> list[str]:  # noqa: FBT001, FBT002  # as its users know it
        """The n-grams of a word: by their start, from long to short."""
        return self.subword_indexer.ngrams(item, bracket=bracket)

    def subword_indices(
        self,
        item: str,
        bracket: bool = True,  # noqa: FBT001, FBT002  # as its users know it
        with_ngrams: bool = False,  # noqa: FBT001, FBT002  # the same
    ) -> list[Any]:
        """The rows of the n-grams of a word, known or not.

        Args:
            item: The word.
            bracket: Whether `<` and `>` are put around it.
            with_ngrams: Whether to give pairs of an n-gram and its row.
        """
        expect_a(str, item, "item")
        if not has_utf8(item):
            return []
        return self.subword_indexer.subword_indices(
            item, len(self), bracket=bracket, with_ngrams=with_ngrams
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)} words, {self.subword_indexer!r}>"

    def __eq__(self, other: object) -> bool:
        return (
            super().__eq__(other)
            and isinstance(other, SubwordVocab)
            and self.subword_indexer == other.subword_indexer
        )

    __hash__ = None


class BucketVocab(SubwordVocab[Indexing]):
    """A vocabulary whose n-grams are hashed one by one."""

    def to_explicit(self) -> ExplicitVocab:
        """The vocabulary with a list of the n-grams of its words, and of no others.

        N-grams that shared a bucket share a row; rows are numbered by their first use.
        """
        return self.explicit()[0]

    def explicit(self) -> tuple[ExplicitVocab, Integers]:
        """The same, with the bucket of each of its rows for n-grams: (rows,) int64."""
        words = list(self.words)
        flat, starts = self.subword_indexer.indices_of(words)
        ngrams: dict[str, int] = {}
        rows: dict[int, int] = {}
        for word, start, stop in zip(words, starts.tolist(), starts[1:].tolist(), strict=False):
            buckets = flat[start:stop].tolist()
            for ngram, bucket in zip(self.subwords(word), buckets, strict=True):
                if ngram not in ngrams:
                    ngrams[ngram] = rows.setdefault(bucket, len(rows))
        indexer = ExplicitIndexer(list(ngrams), self.min_n, self.max_n, list(ngrams.values()))
        return ExplicitVocab(self.words, indexer), np.fromiter(rows, np.int64, len(rows))


class FinalfusionBucketVocab(BucketVocab[FinalfusionHashIndexer]):
    """N-grams hashed as finalfusion does (chunk 3).

    Without an indexer there are 2**21 buckets, for n-grams of 3 to 6 characters.
    """

    def __init__(self, words: Sequence[str], indexer: FinalfusionHashIndexer | None = None) -> None:
        super().__init__(words, FinalfusionHashIndexer() if indexer is None else indexer)

    def record(self) -> Any:
        return Finalfusion.BucketVocabulary.build(
            min_n=self.min_n,
            max_n=self.max_n,
            bucket_exponent=self.subword_indexer.buckets_exp,
            words={"text": self.words},
        )


class FastTextVocab(BucketVocab[FastTextIndexer]):
    """N-grams hashed as fastText does (chunk 7).

    Without an indexer there are 2,000,000 buckets, for n-grams of 3 to 6 characters.
    """

    def __init__(self, words: Sequence[str], indexer: FastTextIndexer | None = None) -> None:
        super().__init__(words, FastTextIndexer() if indexer is None else indexer)

    def record(self) -> Any:
        return Finalfusion.FasttextVocabulary.build(
            min_n=self.min_n,
            max_n=self.max_n,
            num_buckets=self.subword_indexer.n_buckets,
            words={"text": self.words},
        )


class ExplicitVocab(SubwordVocab[ExplicitIndexer]):
    """Known words, and a list of n-grams (chunk 8)."""

    def record(self) -> Any:
        indexer = self.subword_indexer
        return Finalfusion.ExplicitVocabulary.build(
            min_n=self.min_n,
            max_n=self.max_n,
            words={"text": self.words},
            ngrams={"text": indexer.ngram_list, "index": indexer.indices},
        )


class FloretVocab(SubwordVocab[FloretIndexer]):
    """No words at all: every word is the sum of hashed rows (chunk 9), which the indexer gives."""

    def __init__(self, indexer: FloretIndexer) -> None:
        super().__init__((), indexer)

    def record(self) -> Any:
        indexer = self.subword_indexer
        return Finalfusion.FloretVocabulary.build(
            min_n=indexer.min_n,
            max_n=indexer.max_n,
            num_buckets=indexer.upper_bound,
            num_hashes=indexer.n_hashes,
            seed=indexer.seed,
            begin_marker={"text": indexer.begin},
            end_marker={"text": indexer.end},
        )
