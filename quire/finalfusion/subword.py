"""Indexers: which rows belong to the n-grams of a word."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.finalfusion.strings import Strings
from quire.kernels.engine.given import expect_a, expect_list, whole_number
from quire.kernels.services.ngrams import (
    Buckets,
    FastTextBuckets,
    FinalfusionBuckets,
    FloretBuckets,
    lookup_in,
    lookup_of,
    ngram_count,
)
from quire.kernels.services.ngrams import ngrams as ngrams_of
from quire.runtime import FormatError, LimitError

__all__ = [
    "ExplicitIndexer",
    "FastTextIndexer",
    "FinalfusionHashIndexer",
    "FloretIndexer",
    "Indexer",
    "ngrams",
]

Integers = npt.NDArray[np.int64]

MAX_NGRAMS = 1 << 24
"""N-grams that the words of one call may have: a word of 5,790 characters has as many, if its
n-grams may be of any length."""


def ngrams(
    word: str, min_n: int, max_n: int, begin: str = "<", end: str = ">", *, bracket: bool = True
) -> list[str]:
    """Substrings of `min_n` to `max_n` characters: by their start, from long to short.

    Characters are Unicode scalar values, as they stand.

    Args:
        word: The word without markers.
        min_n: Characters of the shortest, at least 1.
        max_n: Characters of the longest; may be greater than the word.
        begin: The marker before the word.
        end: The marker after it.
        bracket: Whether the markers are set.

    Raises:
        TypeError: `word` or a marker is no text, or a length is no whole number.
        ValueError: `min_n` is less than 1.
        quire.LimitError: there are more than `MAX_NGRAMS`.
    """
    for name, text in (("word", word), ("begin", begin), ("end", end)):
        expect_a(str, text, name)
    whole_number(min_n, "min_n", least=1)
    whole_number(max_n, "max_n")
    text = begin + word + end if bracket else word
    _limit(ngram_count(len(text), min_n, max_n))
    return ngrams_of(text, min_n, max_n, bracket=False)


class Indexer:
    """What gives the numbers of n-grams, counted from the first row after those of the words.

    Attributes:
        min_n: Characters of the shortest n-grams, boundary markers included.
        max_n: Characters of the longest.
        upper_bound: Rows that there are for n-grams.
    """

    min_n: int
    max_n: int
    upper_bound: int

    @abstractmethod
    def indices_of(self, words: Sequence[str]) -> tuple[Integers, Integers]:
        """The numbers for many words: (flat, starts); word i has `flat[starts[i]:starts[i + 1]]`.

        Raises:
            quire.LimitError: they have more than `MAX_NGRAMS`.
        """

    @abstractmethod
    def subword_indices(
        self, word: str, offset: int = 0, *, bracket: bool = True, with_ngrams: bool = False
    ) -> list[Any]:
        """The numbers for a word, in the order of its n-grams.

        Args:
            word: Without markers.
            offset: What is added to each.
            bracket: Whether `<` and `>` are put around it.
            with_ngrams: Whether to give pairs of an n-gram and its number.
        """

    @abstractmethod
    def numbers(self, ngram: str) -> list[int]:
        """The numbers of one n-gram: none, one, or several."""

    def ngrams(self, word: str, *, bracket: bool = True) -> list[str]:
        """The n-grams of a word: by their start, from long to short."""
        expect_a(str, word, "word")
        _limit(ngram_count(len(word) + 2, self.min_n, self.max_n))
        return ngrams_of(word, self.min_n, self.max_n, bracket=bracket)

    def __repr__(self) -> str:
        name, rows = type(self).__name__, self.upper_bound
        return f"<{name}: n-grams of {self.min_n} to {self.max_n} characters, {rows} rows>"


class _HashIndexer(Indexer):
    buckets: Buckets

    def indices_of(self, words: Sequence[str]) -> tuple[Integers, Integers]:
        expect_list(words, "words", "words")
        _limit(sum(map(self.buckets.count, map(len, words))))
        return self.buckets.indices_of(words)

    def subword_indices(
        self, word: str, offset: int = 0, *, bracket: bool = True, with_ngrams: bool = False
    ) -> list[Any]:
        _limit(self.buckets.count(len(word)))
        numbers: list[int] = self.buckets.indices(word, offset, bracket=bracket).tolist()
        if not with_ngrams:
            return numbers
        ngrams = self.ngrams(word, bracket=bracket)
        times = len(numbers) // max(1, len(ngrams))
        repeated = ngrams if times == 1 else [each for each in ngrams for _ in range(times)]
        return list(zip(repeated, numbers, strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.buckets == other.buckets

    def __hash__(self) -> int:
        return hash(self.buckets)


class _BucketIndexer(_HashIndexer):
    buckets: FinalfusionBuckets | FastTextBuckets

    def __call__(self, ngram: str) -> int:
        expect_a(str, ngram, "ngram")
        return self.buckets.bucket(ngram)

    def numbers(self, ngram: str) -> list[int]:
        return [self(ngram)]


class FinalfusionHashIndexer(_BucketIndexer):
    """finalfusion's own: FNV-1a (64 bits) of the characters, 2**bucket_exp buckets.

    Args:
        bucket_exp: From 1 to 63; rows are numbered with 64 bits.
        min_n: Characters of the shortest n-grams, at least 1.
        max_n: Characters of the longest.
    """

    def __init__(self, bucket_exp: int = 21, min_n: int = 3, max_n: int = 6) -> None:
        _check_range(min_n, max_n)
        if not 0 < whole_number(bucket_exp, "bucket_exp") < 64:
            raise FormatError("bucket_exponent", "1 to 63", bucket_exp)
        self.min_n, self.max_n, self.buckets_exp = min_n, max_n, bucket_exp
        self.upper_bound = 1 << bucket_exp
        self.buckets = FinalfusionBuckets(min_n, max_n, bucket_exp)


class FastTextIndexer(_BucketIndexer):
    """fastText's: FNV-1a (32 bits) of the bytes, modulo the number of buckets.

    Args:
        n_buckets: From 1 to 2**32 - 1.
        min_n: Characters of the shortest n-grams, at least 1.
        max_n: Characters of the longest.
        strict: Whether it follows fastText's own rule, as fastText's models do, and not
            finalfusion's: `</s>` has no n-grams, and a boundary marker alone is none.
    """

    def __init__(
        self, n_buckets: int = 2_000_000, min_n: int = 3, max_n: int = 6, *, strict: bool = False
    ) -> None:
        _check_range(min_n, max_n)
        if not 0 < whole_number(n_buckets, "n_buckets") < 1 << 32:
            raise FormatError("num_buckets", f"1 to {(1 << 32) - 1}", n_buckets)
        self.min_n, self.max_n, self.n_buckets = min_n, max_n, n_buckets
        self.upper_bound = n_buckets
        self.strict = strict
        self.buckets = FastTextBuckets(min_n, max_n, n_buckets, strict)

    def ngrams(self, word: str, *, bracket: bool = True) -> list[str]:
        found = super().ngrams(word, bracket=bracket)
        if not self.strict or not bracket:
            return found
        if word == "</s>":
            return []
        if self.min_n == 1:  # the markers alone end what starts with them
            del found[-1], found[min(self.max_n, len(word) + 2) - 1]
        return found


class FloretIndexer(_HashIndexer):
    """floret's: MurmurHash3 (128 bits) of the whole word and of its n-grams, several rows each.

    Args:
        n_buckets: Rows.
        min_n: Characters of the shortest n-grams, at least 1.
        max_n: Characters of the longest.
        n_hashes: Rows for each n-gram, 1 to 4.
        seed: Of the hash, a u32.
        begin: The marker before a word.
        end: The marker after it.
    """

    def __init__(
        self,
        n_buckets: int,
        min_n: int,
        max_n: int,
        n_hashes: int = 1,
        seed: int = 2166136261,
        begin: str = "<",
        end: str = ">",
    ) -> None:
        _check_range(min_n, max_n)
        if not 0 < whole_number(n_buckets, "n_buckets") < 1 << 63:
            raise FormatError("num_buckets", f"1 to {(1 << 63) - 1}", n_buckets)
        if not 1 <= whole_number(n_hashes, "n_hashes") <= 4:
            raise FormatError("num_hashes", "1 to 4", n_hashes)
        if not 0 <= whole_number(seed, "seed") < 1 << 32:
            raise FormatError("seed", f"0 to {(1 << 32) - 1}", seed)
        for name, marker in (("begin", begin), ("end", end)):
            expect_a(str, marker, name)
        self.min_n, self.max_n, self.n_hashes, self.seed = min_n, max_n, n_hashes, seed
        self.begin, self.end, self.upper_bound = begin, end, n_buckets
        self.buckets = FloretBuckets(min_n, max_n, n_buckets, n_hashes, seed, begin, end)

    def ngrams(self, word: str, *, bracket: bool = True) -> list[str]:
        """The whole word, then its n-grams: by their start, from long to short."""
        expect_a(str, word, "word")
        begin, end = (self.begin, self.end) if bracket else ("", "")
        whole = begin + word + end
        _limit(ngram_count(len(whole), self.min_n, self.max_n))
        return [whole, *ngrams_of(whole, self.min_n, self.max_n, bracket=False)]

    def numbers(self, ngram: str) -> list[int]:
        longer = len(ngram) + 1  # so that it has no n-grams but itself
        alone = FloretBuckets(longer, longer, self.upper_bound, self.n_hashes, self.seed, "", "")
        found: list[int] = alone.indices(ngram).tolist()
        return found


class ExplicitIndexer(Indexer, Mapping[str, int]):
    """A list of n-grams, with a number each; several may share one.

    Args:
        ngrams: All different.
        min_n: Characters of the shortest n-grams that words are cut into, at least 1.
        max_n: Characters of the longest.
        ngram_index: The number of each, in the order of `ngrams` or as a mapping; without it,
            that of its place.

    Raises:
        quire.FormatError: an n-gram stands twice, or numbers are left out.
    """

    def __init__(
        self,
        ngrams: Sequence[str],
        min_n: int = 3,
        max_n: int = 6,
        ngram_index: Mapping[str, int] | Sequence[int] | npt.NDArray[Any] | None = None,
    ) -> None:
        _check_range(min_n, max_n)
        self.min_n, self.max_n = min_n, max_n
        self.strings = Strings(ngrams, "ngrams")
        self.indices = _numbers(self.strings.sequence, ngram_index)
        self.upper_bound = int(self.indices.max(initial=-1)) + 1
        used = np.zeros(self.upper_bound, np.bool_)
        used[self.indices] = True
        if not used.all():
            missing = int(np.argmin(used))
            raise FormatError(
                "ngrams", f"indices from 0 to {self.upper_bound - 1}", f"no {missing}"
            )

    @property
    def ngram_list(self) -> Sequence[str]:
        """The n-grams."""
        return self.strings.sequence

    @property
    def ngram_index(self) -> Mapping[str, int]:
        """The number of each n-gram."""
        return self

    def indices_of(self, words: Sequence[str]) -> tuple[Integers, Integers]:
        expect_list(words, "words", "words")
        _limit(sum(ngram_count(len(word) + 2, self.min_n, self.max_n) for word in words))
        flat, starts = lookup_of(words, self.min_n, self.max_n, self.strings.index)
        return self.indices[flat], starts

    def subword_indices(
        self, word: str, offset: int = 0, *, bracket: bool = True, with_ngrams: bool = False
    ) -> list[Any]:
        """See `Indexer.subword_indices`; n-grams that are not in the list are left out."""
        if with_ngrams:
            ngrams = self.ngrams(word, bracket=bracket)
            return [(each, self[each] + offset) for each in ngrams if each in self]
        _limit(ngram_count(len(word) + 2, self.min_n, self.max_n))
        found = lookup_in(word, self.min_n, self.max_n, self.strings.index, bracket=bracket)
        numbers: list[int] = (self.indices[found[found >= 0]] + offset).tolist()
        return numbers

    def __call__(self, ngram: str) -> int | None:
        """The number of one n-gram; None if it is not in the list."""
        return self.get(ngram)

    def numbers(self, ngram: str) -> list[int]:
        return [self[ngram]] if ngram in self else []

    def __getitem__(self, ngram: str) -> int:
        return int(self.indices[self.strings[ngram]])

    def __iter__(self) -> Iterator[str]:
        return iter(self.strings.sequence)

    def __len__(self) -> int:
        return len(self.strings)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ExplicitIndexer)
            and (self.min_n, self.max_n) == (other.min_n, other.max_n)
            and self.strings == other.strings
            and np.array_equal(self.indices, other.indices)
        )

    __hash__ = None  # type: ignore[assignment]  # compared by value


def _numbers(
    ngrams: Sequence[str], given: Mapping[str, int] | Sequence[int] | npt.NDArray[Any] | None
) -> Integers:
    if given is None:
        return np.arange(len(ngrams), dtype=np.int64)
    if isinstance(given, Mapping):
        given = [given[ngram] for ngram in ngrams]
    found = np.asarray(given)
    if found.shape != (len(ngrams),):
        raise FormatError("ngrams", f"{len(ngrams)} indices", f"an array of shape {found.shape}")
    if found.dtype.kind not in "iu" and found.size:
        raise FormatError("ngrams", "integers as indices", f"an array of {found.dtype}")
    # No more numbers than n-grams: so what is allocated by them stays within the file.
    outside = (found < 0) | (found >= max(len(ngrams), 1))
    if outside.any():
        at = int(np.argmax(outside))
        raise FormatError(f"ngrams[{at}].index", f"less than {len(ngrams)}", found[at])
    return found.astype(np.int64)


def _check_range(min_n: int, max_n: int) -> None:
    whole_number(max_n, "max_n")
    if whole_number(min_n, "min_n") < 1:
        raise FormatError("min_n", "at least 1", min_n)
    if max_n < min_n:
        raise FormatError("max_n", f"at least {min_n}, as `min_n` is", max_n)


def _limit(count: int) -> None:
    if count > MAX_NGRAMS:
        raise LimitError("words", f"at most {MAX_NGRAMS} n-grams", count)
