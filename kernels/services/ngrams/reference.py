"""Character n-grams and their numbers in plain Python: the definition.

All but `sum_rows` give, for many words, `flat`: (numbers,) int64, those of one word after those
of another; and `starts`: (words + 1,) int64, so that word i has `flat[starts[i] : starts[i + 1]]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain

import numpy as np
import numpy.typing as npt

from quire.kernels.services.strings import StringIndex

Integers = npt.NDArray[np.int64]
Matrix = npt.NDArray[np.float32]

BITS_32 = 2**32 - 1
BITS_64 = 2**64 - 1

SHORT_TEXT = 40
"""Characters of a text, at most, that is cut into n-grams by slices that are kept.

Those for texts of one length take up to 80 KiB.
"""

END_OF_SENTENCE = "</s>"
"""The word that stands for the end of a line in fastText."""


def spans(length: int, min_n: int, max_n: int) -> Iterator[tuple[int, int]]:
    """First character and end of each n-gram of a text: by their start, from long to short."""
    for start in range(length):
        for n in range(min(max_n, length - start), min_n - 1, -1):
            yield start, start + n


def ngrams(text: str, min_n: int, max_n: int) -> list[str]:
    """Substrings of `min_n` to `max_n` characters, as `spans` has them."""
    count = len(text)
    parts = _parts if count <= SHORT_TEXT else _parts.__wrapped__
    return [text[part] for part in parts(count, min_n, max_n)]


@lru_cache
def _parts(count: int, min_n: int, max_n: int) -> list[slice]:
    """What `spans` gives, as slices: kept, since to count takes longer than to cut."""
    return [slice(*span) for span in spans(count, min_n, max_n)]


def finalfusion(
    words: Sequence[str], min_n: int, max_n: int, exponent: int
) -> tuple[Integers, Integers]:
    """See `FinalfusionBuckets`."""

    def numbers(word: str) -> Integers:
        return finalfusion_text(f"<{word}>", min_n, max_n, exponent, 0)

    return _joined(map(numbers, words))


def finalfusion_text(text: str, min_n: int, max_n: int, exponent: int, offset: int) -> Integers:
    """The buckets of one text as it stands, plus an offset: (ngram_count(len(text)),) int64."""
    buckets = (finalfusion_bucket(ngram, exponent) for ngram in ngrams(text, min_n, max_n))
    return np.fromiter(buckets, np.int64) + offset


def finalfusion_bucket(ngram: str, exponent: int) -> int:
    """The bucket of one n-gram."""
    data = len(ngram).to_bytes(8, "little") + ngram.encode("utf-32-le")
    return fnv1a(data, 0xCBF29CE484222325, 0x100000001B3, BITS_64) % (1 << exponent)


def fasttext(
    words: Sequence[str], min_n: int, max_n: int, buckets: int, *, strict: bool
) -> tuple[Integers, Integers]:
    """See `FastTextBuckets`."""

    def numbers(word: str) -> Integers:
        return fasttext_text(f"<{word}>", min_n, max_n, buckets, 0, strict=strict)

    return _joined(map(numbers, words))


def fasttext_text(
    text: str, min_n: int, max_n: int, buckets: int, offset: int, *, strict: bool
) -> Integers:
    """As `finalfusion_text`; a strict text has markers, and has fewer n-grams for them."""
    every = list(spans(len(text), min_n, max_n))
    if strict:
        edges = {(0, 1), (len(text) - 1, len(text))}
        every = [] if text == f"<{END_OF_SENTENCE}>" else [x for x in every if x not in edges]
    found = (fasttext_bucket(text[start:end], buckets) for start, end in every)
    return np.fromiter(found, np.int64) + offset


def fasttext_bucket(ngram: str, buckets: int) -> int:
    """The bucket of one n-gram."""
    return fnv1a(sign_extended(ngram.encode()), 2166136261, 16777619, BITS_32) % buckets


def floret(
    words: Sequence[str],
    min_n: int,
    max_n: int,
    buckets: int,
    hashes: int,
    seed: int,
    begin: str,
    end: str,
) -> tuple[Integers, Integers]:
    """See `FloretBuckets`."""

    def numbers(word: str) -> Iterator[int]:
        text = begin + word + end
        for item in chain([text], ngrams(text, min_n, max_n)):
            digest = murmur3(item.encode(), seed).to_bytes(16, "little")
            for i in range(0, 4 * hashes, 4):
                yield int.from_bytes(digest[i : i + 4], "little") % buckets

    return _joined(map(numbers, words))


def lookup(
    words: Sequence[str], min_n: int, max_n: int, index: StringIndex
) -> tuple[Integers, Integers]:
    """See `lookup_of`."""
    found = (lookup_text(f"<{word}>", min_n, max_n, index) for word in words)
    return _joined(numbers[numbers >= 0] for numbers in found)


def lookup_text(text: str, min_n: int, max_n: int, index: StringIndex) -> Integers:
    """See `lookup_in`, of the text as it stands."""
    numbers = (index.find(ngram.encode()) for ngram in ngrams(text, min_n, max_n))
    return np.fromiter(numbers, np.int64)


def sum_rows(matrix: Matrix, flat: Integers, starts: Integers, out: Matrix) -> bool:
    """See `quire.kernels.services.ngrams.sum_rows`: whether there are such rows and starts."""
    for values, size in ((flat, len(matrix)), (starts, flat.size + 1)):
        if values.size and not 0 <= values.min() <= values.max() < size:
            return False
    out[...] = 0
    for i in range(len(out)):
        for row in flat[starts[i] : starts[i + 1]]:
            out[i] += matrix[row]
    return True


def fnv1a(data: Iterable[int], state: int, prime: int, bits: int) -> int:
    """FNV-1a (Fowler, Noll and Vo), from a state on."""
    for byte in data:
        state = (state ^ byte) * prime & bits
    return state


def sign_extended(data: bytes) -> Iterator[int]:
    """Bytes as 32 bits each, as C has them where `char` has a sign."""
    return (byte if byte < 0x80 else byte | 0xFFFFFF00 for byte in data)


def murmur3(data: bytes, seed: int) -> int:
    """MurmurHash3 x64-128 (Appleby), the first half lowest."""
    h1 = h2 = seed
    whole = len(data) // 16 * 16
    for at in range(0, whole, 16):
        k1, k2 = _halves(data[at : at + 16])
        h1 = (_turn(h1 ^ _mixed_1(k1), 27) + h2) * 5 + 0x52DCE729 & BITS_64
        h2 = (_turn(h2 ^ _mixed_2(k2), 31) + h1) * 5 + 0x38495AB5 & BITS_64
    k1, k2 = _halves(data[whole:])
    h1, h2 = h1 ^ _mixed_1(k1) ^ len(data), h2 ^ _mixed_2(k2) ^ len(data)
    h1 = h1 + h2 & BITS_64
    h2 = h2 + h1 & BITS_64
    h1, h2 = _finished(h1), _finished(h2)
    h1 = h1 + h2 & BITS_64
    return h1 | (h2 + h1 & BITS_64) << 64


def _halves(block: bytes) -> tuple[int, int]:
    return int.from_bytes(block[:8], "little"), int.from_bytes(block[8:], "little")


def _mixed_1(half: int) -> int:
    return _turn(half * 0x87C37B91114253D5 & BITS_64, 31) * 0x4CF5AD432745937F & BITS_64


def _mixed_2(half: int) -> int:
    return _turn(half * 0x4CF5AD432745937F & BITS_64, 33) * 0x87C37B91114253D5 & BITS_64


def _finished(half: int) -> int:
    half = (half ^ half >> 33) * 0xFF51AFD7ED558CCD & BITS_64
    half = (half ^ half >> 33) * 0xC4CEB9FE1A85EC53 & BITS_64
    return half ^ half >> 33


def _turn(half: int, bits: int) -> int:
    return (half << bits | half >> 64 - bits) & BITS_64


def _joined(numbers: Iterable[Iterable[int]]) -> tuple[Integers, Integers]:
    """The numbers of all words, one after another, and where those of each begin."""
    lists = list(map(list, numbers))
    flat = np.fromiter(chain.from_iterable(lists), np.int64)
    return flat, np.fromiter(accumulate(map(len, lists), initial=0), np.int64)
