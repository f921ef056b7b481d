"""Which rows of a matrix belong to the n-grams of a word, where n-grams are hashed.

`indices` gives them in the order of `ngrams`, as often as they occur, counted from the first
bucket. What real programs compute: finalfusion (Python) 0.7.1 and (Rust) 0.18.0, fastText 0.9.2,
floret 0.10.5. Parameters are what the caller has checked: 1 <= `min_n` <= `max_n`, at least one
bucket. What holds a surrogate has no UTF-8 and raises UnicodeEncodeError.

A word of m characters has up to m * (m + 1) / 2 n-grams, and each takes time by its length. Who
takes `max_n` from a file asks `count` first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

import numpy as np
import numpy.typing as npt

from quire.kernels.services.ngrams import reference
from quire.kernels.services.ngrams.choice import implementation

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Buckets(ABC):
    """What all schemes have.

    Attributes:
        min_n: Characters of the shortest n-grams.
        max_n: Characters of the longest; may be greater than any word.
    """

    min_n: int
    max_n: int

    @abstractmethod
    def count(self, length: int) -> int:
        """The number of indices of a word of so many characters."""

    def indices(self, word: str, offset: int = 0, *, bracket: bool = True) -> Integers:
        """Indices of one word: (count,) int64.

        Args:
            word: Without markers.
            offset: What is added to each.
            bracket: Whether markers are set; without them there are fewer than `count`.
        """
        return self._compute_one(
            implementation(map(self._work, (word,))), word, offset, bracket=bracket
        )

    def indices_of(self, words: Sequence[str]) -> tuple[Integers, Integers]:
        """Indices of many words.

        Returns:
            flat: (sum of the counts,) int64, the indices of one word after those of another.
            starts: (words + 1,) int64; word i has `flat[starts[i] : starts[i + 1]]`.
        """
        return self._compute(implementation(map(self._work, words)), words)

    def _work(self, word: str) -> int:
        """What it takes to hash a word, as `PATIENCE` measures it."""
        return self.count(len(word)) * min(len(word), self.max_n)

    @abstractmethod
    def _compute(self, module: ModuleType, words: Sequence[str]) -> tuple[Integers, Integers]:
        """See `indices_of`, by `reference` or `numba`."""

    @abstractmethod
    def _compute_one(
        self, module: ModuleType, word: str, offset: int, *, bracket: bool
    ) -> Integers:
        """See `indices`, the same."""


@dataclass(frozen=True, slots=True)
class FinalfusionBuckets(Buckets):
    """finalfusion's own: FNV-1a, 64 bits, of the number of characters and of each character.

    The number is hashed as a u64, a character as a u32, little-endian.

    Attributes:
        exponent: There are 2**exponent buckets, 0 < exponent < 64: the low bits of the hash.
    """

    exponent: int

    def count(self, length: int) -> int:
        return ngram_count(length + 2, self.min_n, self.max_n)

    def _compute(self, module: ModuleType, words: Sequence[str]) -> tuple[Integers, Integers]:
        found: tuple[Integers, Integers] = module.finalfusion(
            words, self.min_n, self.max_n, self.exponent
        )
        return found

    def _compute_one(
        self, module: ModuleType, word: str, offset: int, *, bracket: bool
    ) -> Integers:
        text = f"<{word}>" if bracket else word
        found: Integers = module.finalfusion_text(
            text, self.min_n, self.max_n, self.exponent, offset
        )
        return found

    def bucket(self, ngram: str) -> int:
        """The index of one n-gram, of any length."""
        return reference.finalfusion_bucket(ngram, self.exponent)


@dataclass(frozen=True, slots=True)
class FastTextBuckets(Buckets):
    """fastText's: FNV-1a, 32 bits, of the bytes of UTF-8 with their sign extended.

    Attributes:
        buckets: Their number, below 2**32: the hash modulo it.
        strict: As fastText itself has it, and not as finalfusion: `</s>` has no n-grams, and
            a marker of the begin or the end alone is none.
    """

    buckets: int
    strict: bool = False

    def count(self, length: int) -> int:
        """See `Buckets.count`; that `</s>` may have none is not seen from its length."""
        markers = 2 if self.strict and self.min_n == 1 else 0
        return ngram_count(length + 2, self.min_n, self.max_n) - markers

    def _compute(self, module: ModuleType, words: Sequence[str]) -> tuple[Integers, Integers]:
        found: tuple[Integers, Integers] = module.fasttext(
            words, self.min_n, self.max_n, self.buckets, strict=self.strict
        )
        return found

    def _compute_one(
        self, module: ModuleType, word: str, offset: int, *, bracket: bool
    ) -> Integers:
        text, strict = f"<{word}>" if bracket else word, self.strict and bracket
        found: Integers = module.fasttext_text(
            text, self.min_n, self.max_n, self.buckets, offset, strict=strict
        )
        return found

    def bucket(self, ngram: str) -> int:
        """The index of one n-gram, of any length."""
        return reference.fasttext_bucket(ngram, self.buckets)


@dataclass(frozen=True, slots=True)
class FloretBuckets(Buckets):
    """floret's: MurmurHash3 x64-128 of UTF-8, of the whole word first and then of its n-grams.

    The whole word comes once more where its length is in the range. Each item gives `hashes`
    indices, one after another.

    Attributes:
        buckets: Their number, below 2**64: 32 bits of the hash modulo it.
        hashes: How many of the four u32 of the hash are taken: 1 to 4.
        seed: A u32; both halves begin with it.
        begin: Marks the begin of a word.
        end: Marks its end.
    """

    buckets: int
    hashes: int
    seed: int
    begin: str
    end: str

    def count(self, length: int) -> int:
        length += len(self.begin) + len(self.end)
        return self.hashes * (1 + ngram_count(length, self.min_n, self.max_n))

    def _compute(self, module: ModuleType, words: Sequence[str]) -> tuple[Integers, Integers]:
        return self._floret(module, words, self.begin, self.end)

    def _compute_one(
        self, module: ModuleType, word: str, offset: int, *, bracket: bool
    ) -> Integers:
        begin, end = (self.begin, self.end) if bracket else ("", "")
        return self._floret(module, [word], begin, end)[0] + offset

    def _floret(
        self, module: ModuleType, words: Sequence[str], begin: str, end: str
    ) -> tuple[Integers, Integers]:
        found: tuple[Integers, Integers] = module.floret(
            words, self.min_n, self.max_n, self.buckets, self.hashes, self.seed, begin, end
        )
        return found


def ngram_count(length: int, min_n: int, max_n: int) -> int:
    """Number of n-grams of a text of so many characters."""
    longest = min(max_n, length)
    if longest < min_n:
        return 0
    return (longest - min_n + 1) * (2 * (length + 1) - min_n - longest) // 2
