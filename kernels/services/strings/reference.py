"""Tables of strings in plain Python: the definition, and the choice for small tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Lengths = npt.NDArray[np.int32]

LONGEST = 2**31 - 1
"""Bytes that a string may have."""


def first_outside(blob: Bytes, starts: Integers, lengths: Any) -> int:
    """The first string that is not within the blob, or is longer than one may be; -1 if none is."""
    longest = np.minimum(blob.size - starts, LONGEST)
    outside = (starts < 0) | (lengths < 0) | (lengths > longest)
    return int(np.argmax(outside)) if outside.any() else -1


def first_invalid(blob: Bytes, starts: Integers, lengths: Lengths) -> tuple[int, int] | None:
    """Number of the first string that is not strict UTF-8, and the byte in it that is wrong."""
    return next(invalid(blob, starts, lengths), None)


def invalid(blob: Bytes, starts: Integers, lengths: Lengths) -> Iterator[tuple[int, int]]:
    """All that are not UTF-8, by Python's own decoder: (number, byte)."""
    for number, text in enumerate(strings(blob, starts, lengths)):
        try:
            text.decode()
        except UnicodeDecodeError as error:
            yield number, error.start


class Index:
    """From string to number, in a dict."""

    def __init__(self, blob: Bytes, starts: Integers, lengths: Lengths) -> None:
        self.duplicate: int | None = None
        self._numbers: dict[bytes, int] = {}
        for number, text in enumerate(strings(blob, starts, lengths)):
            if self._numbers.setdefault(text, number) != number and self.duplicate is None:
                self.duplicate = number

    def find(self, text: bytes) -> int:
        """Number of a string, -1 if it is absent."""
        return self._numbers.get(text, -1)

    def find_text(self, text: str) -> int:
        """Number of a text; -1 if it is absent, or has no UTF-8."""
        try:
            return self._numbers.get(text.encode(), -1)
        except UnicodeEncodeError:
            return -1

    def find_many(self, blob: Bytes, starts: Integers, lengths: Lengths) -> Integers:
        """Numbers of the strings of another table, -1 for those that are absent."""
        found = map(self.find, strings(blob, starts, lengths))
        return np.fromiter(found, np.int64, starts.size)


def strings(blob: Bytes, starts: Integers, lengths: Lengths) -> Iterator[bytes]:
    """The strings of a table, one by one."""
    view = blob.data
    for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
        yield view[start : start + length].tobytes()
