"""Character n-grams and their numbers on the CPU, compiled. See `reference`."""
# ruff: noqa: FBT001  # compiled code has no keywords

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.numba import kernel, wide_vectors
from quire.kernels.services.ngrams.reference import END_OF_SENTENCE
from quire.kernels.services.strings import StringIndex

Bytes = npt.NDArray[np.uint8]
Points = npt.NDArray[np.uint32]
Integers = npt.NDArray[np.int64]
Lengths = npt.NDArray[np.int32]
Matrix = npt.NDArray[np.float32]

LOOKUP_WORDS = 4096
"""How many words are looked up at a time: their n-grams take 10 MB then."""

LONGEST_WORD = 2**31
MOST_NUMBERS = 2**40
"""Beyond these there is no memory for the result; within, sizes fit 64 bits."""

FNV_64_POWERS = np.array([pow(0x100000001B3, n, 2**64) for n in range(9)], np.uint64)

SILENT = np.frombuffer(f"<{END_OF_SENTENCE}>".encode(), np.uint8)


def finalfusion(
    words: Sequence[str], min_n: int, max_n: int, exponent: int
) -> tuple[Integers, Integers]:
    """See `reference.finalfusion`."""
    text, chars = _text(words, "<", ">")
    points = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    found: tuple[Integers, Integers] = _finalfusion(points, chars, min_n, max_n, exponent)
    return found


def fasttext(
    words: Sequence[str], min_n: int, max_n: int, buckets: int, *, strict: bool
) -> tuple[Integers, Integers]:
    """See `reference.fasttext`."""
    text, chars = _text(words, "<", ">")
    data = np.frombuffer(text.encode(), np.uint8)
    found: tuple[Integers, Integers] = _fasttext(data, chars, min_n, max_n, buckets, strict)
    return found


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
    """See `reference.floret`."""
    text, chars = _text(words, begin, end)
    data = np.frombuffer(text.encode(), np.uint8)
    found: tuple[Integers, Integers] = _floret(
        data, chars, min_n, max_n, np.uint64(buckets), hashes, np.uint64(seed)
    )
    return found


def finalfusion_text(text: str, min_n: int, max_n: int, exponent: int, offset: int) -> Integers:
    """See `reference.finalfusion_text`.

    Bytes go into compiled code as they are: to make an array of them takes as long as to hash.
    """
    data = text.encode("utf-32-le")
    found: Integers = _finalfusion_text(data, min_n, max_n, exponent, offset)
    return found


def fasttext_text(
    text: str, min_n: int, max_n: int, buckets: int, offset: int, *, strict: bool
) -> Integers:
    """See `reference.fasttext_text`."""
    data, length = text.encode(), len(text)
    found: Integers = _fasttext_text(data, length, min_n, max_n, buckets, strict, offset)
    return found


def lookup(
    words: Sequence[str], min_n: int, max_n: int, index: StringIndex
) -> tuple[Integers, Integers]:
    """See `reference.lookup`."""
    numbers, counts = [np.empty(0, np.int64)], [np.zeros(1, np.int64)]
    for first in range(0, len(words), LOOKUP_WORDS):
        text, chars = _text(words[first : first + LOOKUP_WORDS], "<", ">")
        data = np.frombuffer(text.encode(), np.uint8)
        starts, lengths, ends = _spans(data, chars, min_n, max_n)
        found = index.find_many(data, starts, lengths)
        known = found >= 0
        numbers.append(found[known])
        before = np.concatenate([[0], np.cumsum(known)])
        counts.append(np.diff(before[ends]))
    return np.concatenate(numbers), np.cumsum(np.concatenate(counts))


def lookup_text(text: str, min_n: int, max_n: int, index: StringIndex) -> Integers:
    """See `reference.lookup_text`."""
    data = np.frombuffer(text.encode(), np.uint8)
    begins, lengths, _ = _spans(data, np.array([len(text)]), min_n, max_n)
    return index.find_within(data, begins, lengths)


def sum_rows(matrix: Matrix, flat: Integers, starts: Integers, out: Matrix) -> bool:
    """See `reference.sum_rows`."""
    return bool(_sum_rows(matrix, flat, starts, out))


def _text(words: Sequence[str], begin: str, end: str) -> tuple[str, Integers]:
    """All words with their markers in a row, and the number of characters of each."""
    chars = np.fromiter(map(len, words), np.int64, len(words))
    return begin + (end + begin).join(words) + end, chars + (len(begin) + len(end))


@kernel
def _finalfusion(
    points: Points, chars: Integers, min_n: int, max_n: int, exponent: int
) -> tuple[Integers, Integers]:
    flat = np.empty(_most(chars, min_n, max_n), np.int64)
    starts = np.zeros(chars.size + 1, np.int64)
    at, first = 0, 0
    for word in range(chars.size):
        text = points[first : first + chars[word]]
        at += _put_finalfusion(text, min_n, max_n, exponent, flat[at:])
        starts[word + 1], first = at, first + chars[word]
    return flat, starts


@kernel
def _finalfusion_text(data: bytes, min_n: int, max_n: int, exponent: int, offset: int) -> Integers:
    points = np.frombuffer(data, np.uint32)
    flat = np.empty(_most_of(points.size, min_n, max_n), np.int64)
    _put_finalfusion(points, min_n, max_n, exponent, flat)
    flat += offset
    return flat


@kernel
def _put_finalfusion(points: Points, min_n: int, max_n: int, exponent: int, flat: Integers) -> int:
    """Put the numbers of one text to the begin of an array: how many there are."""
    mask, at = (np.uint64(1) << np.uint64(exponent)) - np.uint64(1), 0
    for start in range(points.size):
        for n in range(min(max_n, points.size - start), min_n - 1, -1):
            flat[at] = np.int64(_fnv1a_64(points, start, n) & mask)
            at += 1
    return at


@kernel
def _fasttext(
    data: Bytes, chars: Integers, min_n: int, max_n: int, buckets: int, strict: bool
) -> tuple[Integers, Integers]:
    flat = np.empty(_most(chars, min_n, max_n), np.int64)
    starts = np.zeros(chars.size + 1, np.int64)
    edges = _edges(data, chars.sum())
    at, first = 0, 0
    for word in range(chars.size):
        text = edges[first : first + chars[word] + 1]
        at += _put_fasttext(data, text, min_n, max_n, buckets, strict, flat[at:])
        starts[word + 1], first = at, first + chars[word]
    return flat[:at], starts


@kernel
def _fasttext_text(
    text: bytes, length: int, min_n: int, max_n: int, buckets: int, strict: bool, offset: int
) -> Integers:
    data, flat = np.frombuffer(text, np.uint8), np.empty(_most_of(length, min_n, max_n), np.int64)
    edges = _edges(data, length)
    found = flat[: _put_fasttext(data, edges, min_n, max_n, buckets, strict, flat)]
    found += offset
    return found


@kernel
def _put_fasttext(
    data: Bytes, edges: Integers, min_n: int, max_n: int, buckets: int, strict: bool, flat: Integers
) -> int:
    """As `_put_finalfusion`, of the text that has these edges."""
    length, at = edges.size - 1, 0
    silent = strict and np.array_equal(data[edges[0] : edges[length]], SILENT)
    most = 0 if silent else max_n
    for start in range(length):
        for n in range(min(most, length - start), min_n - 1, -1):
            if strict and n == 1 and (start == 0 or start == length - 1):
                continue
            mixed = _fnv1a_32(data, edges[start], edges[start + n])
            flat[at] = np.int64(mixed % np.uint64(buckets))
            at += 1
    return at


@kernel
def _floret(
    data: Bytes,
    chars: Integers,
    min_n: int,
    max_n: int,
    buckets: np.uint64,
    hashes: int,
    seed: np.uint64,
) -> tuple[Integers, Integers]:
    size = hashes * (chars.size + _most(chars, min_n, max_n))
    flat, starts = np.empty(size, np.int64), np.zeros(chars.size + 1, np.int64)
    edges = _edges(data, chars.sum())
    at, first = 0, 0
    for word in range(chars.size):
        end = first + chars[word]
        _murmur3(data, edges[first], edges[end], seed, buckets, flat[at : at + hashes])
        at += hashes
        for start in range(first, end):
            for n in range(min(max_n, end - start), min_n - 1, -1):
                numbers = flat[at : at + hashes]
                _murmur3(data, edges[start], edges[start + n], seed, buckets, numbers)
                at += hashes
        starts[word + 1], first = at, end
    return flat, starts


@kernel
def _spans(
    data: Bytes, chars: Integers, min_n: int, max_n: int
) -> tuple[Integers, Lengths, Integers]:
    """First byte and number of bytes of each n-gram, and where those of each word begin."""
    begins, starts = (
        np.empty(_most(chars, min_n, max_n), np.int64),
        np.zeros(chars.size + 1, np.int64),
    )
    lengths = np.empty(begins.size, np.int32)
    edges = _edges(data, chars.sum())
    at, first = 0, 0
    for word in range(chars.size):
        end = first + chars[word]
        for start in range(first, end):
            for n in range(min(max_n, end - start), min_n - 1, -1):
                begins[at], lengths[at] = edges[start], edges[start + n] - edges[start]
                at += 1
        starts[word + 1], first = at, end
    return begins, lengths, starts


@kernel
def _sum_rows(matrix: Matrix, flat: Integers, starts: Integers, out: Matrix) -> bool:
    wide_vectors()
    for row in flat:
        if row < 0 or row >= len(matrix):
            return False
    for start in starts:
        if start < 0 or start > flat.size:
            return False
    for i in range(len(out)):
        total, first, end = out[i], starts[i], starts[i + 1]
        total[:] = np.float32(0)
        # Four rows at a time, though added one after another: memory serves them together.
        fours = max(0, end - first) // 4 * 4
        for k in range(first, first + fours, 4):
            a, b = matrix[flat[k]], matrix[flat[k + 1]]
            c, d = matrix[flat[k + 2]], matrix[flat[k + 3]]
            for column in range(total.size):
                total[column] = total[column] + a[column] + b[column] + c[column] + d[column]
        for k in range(first + fours, end):
            a = matrix[flat[k]]
            for column in range(total.size):
                total[column] += a[column]
    return True


@kernel
def _most(chars: Integers, min_n: int, max_n: int) -> int:
    """Number of n-grams."""
    total = 0
    for count in chars:
        total += _most_of(count, min_n, max_n)
        if total > MOST_NUMBERS:
            raise MemoryError("too many n-grams")
    return total


@kernel
def _most_of(count: int, min_n: int, max_n: int) -> int:
    """Number of n-grams of one text."""
    if count >= LONGEST_WORD:
        raise MemoryError("too many n-grams")
    longest = min(max_n, count)
    if longest < min_n:
        return 0
    return (longest - min_n + 1) * (2 * (count + 1) - min_n - longest) // 2


@kernel
def _edges(data: Bytes, count: int) -> Integers:
    """Byte offset of each character of UTF-8, and of the end."""
    edges = np.empty(count + 1, np.int64)
    at = 0
    for i in range(data.size):
        if data[i] & 0xC0 != 0x80 and at < edges.size:
            edges[at] = i
            at += 1
    if at < edges.size:
        edges[at] = data.size
    return edges


@kernel
def _fnv1a_64(points: Points, start: int, n: int) -> np.uint64:
    """Of the number of characters as u64, then of each as u32."""
    state = _fnv1a_number(np.uint64(0xCBF29CE484222325), np.uint64(n), 8)
    for i in range(start, start + n):
        state = _fnv1a_number(state, np.uint64(points[i]), 4)
    return state


@kernel
def _fnv1a_number(state: np.uint64, number: np.uint64, size: int) -> np.uint64:
    """Go on with the bytes of an integer, the lowest first."""
    if number < 256:  # bytes of 0 only multiply
        return np.uint64((state ^ number) * FNV_64_POWERS[size])
    for _ in range(size):
        state = (state ^ (number & np.uint64(0xFF))) * FNV_64_POWERS[1]
        number >>= np.uint64(8)
    return state


@kernel
def _fnv1a_32(data: Bytes, first: int, end: int) -> np.uint64:
    state = np.uint64(2166136261)
    for i in range(first, end):
        extended = np.uint64(np.int64(np.int8(data[i])))
        state = ((state ^ extended) & np.uint64(0xFFFFFFFF)) * np.uint64(16777619)
    return state & np.uint64(0xFFFFFFFF)


@kernel
def _murmur3(
    data: Bytes, first: int, end: int, seed: np.uint64, buckets: np.uint64, out: Integers
) -> None:
    """MurmurHash3 x64-128 (Appleby), 32 bits for each bucket of `out`."""
    h1 = h2 = seed
    size = np.uint64(end - first)
    whole = first + (end - first) // 16 * 16
    for at in range(first, whole, 16):
        k1, k2 = _word(data, at, 8), _word(data, at + 8, 8)
        h1 = (_turn(h1 ^ _mixed_1(k1), 27) + h2) * np.uint64(5) + np.uint64(0x52DCE729)
        h2 = (_turn(h2 ^ _mixed_2(k2), 31) + h1) * np.uint64(5) + np.uint64(0x38495AB5)
    h1 ^= _mixed_1(_word(data, whole, min(8, end - whole))) ^ size
    h2 ^= _mixed_2(_word(data, whole + 8, end - whole - 8)) ^ size
    h1 += h2
    h2 += h1
    h1, h2 = _finished(h1), _finished(h2)
    h1 += h2
    h2 += h1
    for i in range(out.size):
        half = h1 if i < 2 else h2
        bits = half >> np.uint64(32) if i & 1 else half & np.uint64(0xFFFFFFFF)
        out[i] = np.int64(bits % buckets)


@kernel
def _mixed_1(half: np.uint64) -> np.uint64:
    return _turn(half * np.uint64(0x87C37B91114253D5), 31) * np.uint64(0x4CF5AD432745937F)


@kernel
def _mixed_2(half: np.uint64) -> np.uint64:
    return _turn(half * np.uint64(0x4CF5AD432745937F), 33) * np.uint64(0x87C37B91114253D5)


@kernel
def _finished(half: np.uint64) -> np.uint64:
    half = (half ^ half >> np.uint64(33)) * np.uint64(0xFF51AFD7ED558CCD)
    half = (half ^ half >> np.uint64(33)) * np.uint64(0xC4CEB9FE1A85EC53)
    return half ^ half >> np.uint64(33)


@kernel
def _turn(half: np.uint64, bits: int) -> np.uint64:
    return half << np.uint64(bits) | half >> np.uint64(64 - bits)


@kernel
def _word(data: Bytes, start: int, count: int) -> np.uint64:
    """Up to 8 bytes as an integer, the first lowest."""
    word = np.uint64(0)
    for i in range(count):
        word |= np.uint64(data[np.uint64(start + i)]) << np.uint64(8 * i)
    return word
