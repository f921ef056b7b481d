"""Bytes like others, with something changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

MOST = 1 << 16
"""Bytes that are made at most."""


class Mutator:
    """Changes bytes.

    Args:
        random: What decides how.
        words: What is put in.
    """

    def __init__(self, random: Random, words: Sequence[bytes]) -> None:
        self._random, self._words = random, words
        self._ways: tuple[Callable[[bytearray], None], ...] = (
            self._flip, self._set, self._add, self._insert, self._overwrite, self._drop,
            self._repeat, self._cut,
        )  # fmt: skip  # laid out as a table

    def changed(self, data: bytes, other: bytes = b"") -> bytes:
        """Bytes with a few changes; sometimes the beginning of them with the end of others."""
        made = bytearray(data)
        if other and self._random.random() < 0.1:
            made[self._at(made) :] = other[self._at(bytearray(other)) :]
        for _ in range(self._random.choice((1, 1, 2, 4, 8))):
            self._random.choice(self._ways)(made)
        return bytes(made[:MOST])

    def _at(self, data: bytearray) -> int:
        return self._random.randrange(len(data) + 1)

    def _some(self, data: bytearray) -> slice:
        start = self._at(data)
        return slice(start, start + self._random.choice((1, 1, 2, 4, 8, 16, 64)))

    def _flip(self, data: bytearray) -> None:
        if data:
            data[self._random.randrange(len(data))] ^= 1 << self._random.randrange(8)

    def _set(self, data: bytearray) -> None:
        if data:
            data[self._random.randrange(len(data))] = self._random.randrange(256)

    def _add(self, data: bytearray) -> None:
        if data:
            at = self._random.randrange(len(data))
            data[at] = (data[at] + self._random.choice((1, -1, 2, -2, 16))) & 0xFF

    def _insert(self, data: bytearray) -> None:
        at = self._at(data)
        data[at:at] = self._random.choice(self._words)

    def _overwrite(self, data: bytearray) -> None:
        word = self._random.choice(self._words)
        at = self._at(data)
        data[at : at + len(word)] = word

    def _drop(self, data: bytearray) -> None:
        del data[self._some(data)]

    def _repeat(self, data: bytearray) -> None:
        some = self._some(data)
        data[some.start : some.start] = data[some]

    def _cut(self, data: bytearray) -> None:
        if self._random.random() < 0.2:
            del data[self._at(data) :]


def smaller(data: bytes, is_same: Callable[[bytes], bool], most: int = 400) -> bytes:
    """Fewer bytes, or simpler ones, of which something is the same.

    Args:
        data: The bytes.
        is_same: Whether it is.
        most: How often that is asked.
    """
    tries = iter(range(most))

    def works(new: bytes) -> bool:
        return new != data and next(tries, None) is not None and is_same(new)

    size = max(len(data) // 2, 1)
    while size:
        at = 0
        while at < len(data):
            if works(without := data[:at] + data[at + size :]):
                data = without
                continue
            if works(zeroed := _zeroed(data, at, size)):
                data = zeroed
            at += size
        size //= 2
    return data


def _zeroed(data: bytes, at: int, size: int) -> bytes:
    return data[:at] + bytes(len(data[at : at + size])) + data[at + size :]
