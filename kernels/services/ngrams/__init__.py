"""Character n-grams of words, by which words that a vocabulary does not hold get a vector.

The rows for the n-grams come from hashing them (`FinalfusionBuckets`, `FastTextBuckets`,
`FloretBuckets`) or from a table of n-grams (`lookup_of`); `sum_rows` adds the rows up.

Of plain Python and compiled code the faster is taken, see `choice`. Both give the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import read_only
from quire.kernels.services.ngrams import reference
from quire.kernels.services.ngrams.buckets import (
    Buckets,
    FastTextBuckets,
    FinalfusionBuckets,
    FloretBuckets,
    ngram_count,
)
from quire.kernels.services.ngrams.choice import implementation
from quire.kernels.services.strings import StringIndex

__all__ = [
    "Buckets",
    "FastTextBuckets",
    "FinalfusionBuckets",
    "FloretBuckets",
    "lookup_in",
    "lookup_of",
    "ngram_count",
    "ngrams",
    "sum_rows",
]

Integers = npt.NDArray[np.int64]
Matrix = npt.NDArray[np.float32]


def ngrams(
    word: str, min_n: int, max_n: int, begin: str = "<", end: str = ">", *, bracket: bool = True
) -> list[str]:
    """Substrings of `min_n` to `max_n` characters: by their start, from long to short.

    Characters are Unicode scalar values, as they stand. There are `ngram_count` of them.

    Args:
        word: The word without markers.
        min_n: Characters of the shortest, at least 1.
        max_n: Characters of the longest; may be greater than the word.
        begin: Marks the begin of the word.
        end: Marks its end.
        bracket: Whether markers are set.
    """
    text = begin + word + end if bracket else word
    return reference.ngrams(text, min_n, max_n)


def lookup_of(
    words: Sequence[str], min_n: int, max_n: int, index: StringIndex
) -> tuple[Integers, Integers]:
    """Find the n-grams of words among known n-grams.

    Args:
        words: Without markers; `<` and `>` are set.
        min_n: Characters of the shortest, at least 1.
        max_n: Characters of the longest; may be greater than any word. `ngram_count` says
            what that comes to, for a word that is 2 characters longer.
        index: The known n-grams, in UTF-8.

    Returns:
        flat: (found,) int64, the numbers in the index, of one word after those of another; in
            the order of `ngrams`, as often as they occur. N-grams that are not known are left
            out.
        starts: (words + 1,) int64; word i has `flat[starts[i] : starts[i + 1]]`.
    """
    work = (ngram_count(m + 2, min_n, max_n) * min(m, max_n) for m in map(len, words))
    found: tuple[Integers, Integers] = implementation(work).lookup(words, min_n, max_n, index)
    return found


def lookup_in(
    word: str, min_n: int, max_n: int, index: StringIndex, *, bracket: bool = True
) -> Integers:
    """Find the n-grams of one word, as `lookup_of` does those of many.

    Args:
        word: Without markers.
        min_n: Characters of the shortest, at least 1.
        max_n: Characters of the longest; may be greater than the word.
        index: The known n-grams, in UTF-8.
        bracket: Whether `<` and `>` are set.

    Returns:
        (n-grams,) int64: the numbers in the index, in the order of `ngrams`; -1 for those that
        are not known.
    """
    text = f"<{word}>" if bracket else word
    work = (ngram_count(m, min_n, max_n) * min(m, max_n) for m in (len(text),))
    # Compiled code would cut the strings for a dict one by one.
    module = implementation(work) if index.is_compiled else reference
    found: Integers = module.lookup_text(text, min_n, max_n, index)
    return found


def sum_rows(matrix: Matrix, flat: Integers, starts: Integers, out: Matrix) -> None:
    """Add up rows: `out[i]` is the sum of `matrix[flat[starts[i] : starts[i + 1]]]`.

    In float32, one row after another; 0 where there is none.

    Args:
        matrix: (rows, columns) float32, C-contiguous; it may be a view of a mapped file.
        flat: (numbers,) int64, the rows.
        starts: (n + 1,) int64, ascending, from 0 to `numbers`.
        out: (n, columns) float32, C-contiguous.

    Raises:
        IndexError: there is no such row, or `starts` leaves `flat`. Nothing was written.
    """
    matrix = np.asarray(matrix)  # no `np.memmap`, which would be another type
    if not implementation([flat.size]).sum_rows(read_only(matrix), flat, starts, out):
        _refuse_outside(flat, len(matrix), "row")
        _refuse_outside(starts, flat.size + 1, "start")


def _refuse_outside(values: Integers, count: int, what: str) -> None:
    """Refuse values that are not 0 to count - 1."""
    outside = values[(values < 0) | (values >= count)]
    if outside.size:
        raise IndexError(f"{what}: expected 0 to {count - 1}, found {outside[0]}")
