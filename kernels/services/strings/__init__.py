"""Tables of strings: are they UTF-8, and which number has a string?

A table is `blob`, (bytes,) uint8, contiguous at any address; `starts`, (n,) int64, and `lengths`,
(n,) int32, in bytes. Strings may stand anywhere in the blob, with other bytes between them, in any
order. The blob may be a view of a mapped file; nothing of a table is copied.

Of plain Python and compiled code the faster is taken. Both give the same; see `reference.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import read_only
from quire.kernels.services.strings import reference

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Lengths = npt.NDArray[np.signedinteger[Any]]

SMALL_TABLE = 2**18
"""Number of strings below which numba is not loaded for their sake.

Loading it costs a process 0.3 to 0.8 s, once; Python goes through this many in 0.1 s, and in a
dict they take 30 MB.
"""


def first_invalid(blob: Bytes, starts: Integers, lengths: Lengths) -> tuple[int, int] | None:
    """Find the first string that is not UTF-8: (its number, the byte in it that is wrong).

    Strict, as Python's decoder: without surrogates, overlong forms and what is above U+10FFFF.

    Raises:
        IndexError: a string is not within the blob.
    """
    found: tuple[int, int] | None = _module(len(starts)).first_invalid(
        *_table(blob, starts, lengths)
    )
    return found


class StringIndex:
    """From string to number, for a table of strings.

    Nobody who chooses the strings can make it slow: they are hashed with a random key. The time
    to build it depends on the sum of the lengths, a compiled one takes 5 to 10 bytes a string
    beside the table. It may be used by several threads.

    Args:
        blob: Of the table; kept, with starts and lengths, and not to be changed.
        starts: First byte of each string.
        lengths: Its number of bytes.

    Attributes:
        find: From a string, as bytes, to its number; -1 if it is absent. Of equal strings it
            is the first.
        find_text: The same from a text; one with surrogates is absent.
        duplicate: Number of the first string that stands before; None if all are different.
        is_compiled: Whether it is a table for compiled code, and not a dict.

    Raises:
        IndexError: a string is not within the blob.
    """

    __slots__ = ("_index", "duplicate", "find", "find_text", "is_compiled")

    find: Callable[[bytes], int]
    find_text: Callable[[str], int]
    duplicate: int | None

    def __init__(self, blob: Bytes, starts: Integers, lengths: Lengths) -> None:
        module = _module(len(starts))
        self.is_compiled = module is not reference
        self._index: Any = module.Index(*_table(blob, starts, lengths))
        self.find = self._index.find
        self.find_text = self._index.find_text
        self.duplicate = self._index.duplicate

    def find_many(self, blob: Bytes, starts: Integers, lengths: Lengths) -> Integers:
        """Find the strings of another table: (n,) int64, their numbers, -1 for those absent.

        Raises:
            IndexError: a string is not within its blob.
        """
        return self.find_within(*_table(blob, starts, lengths))

    def find_within(
        self, blob: Bytes, starts: Integers, lengths: npt.NDArray[np.int32]
    ) -> Integers:
        """The same of a table that needs no check, which takes longer than to find a few strings.

        Its strings are within the blob, and its arrays contiguous.
        """
        found: Integers = self._index.find_many(blob, starts, lengths)
        return found


def _module(count: int) -> ModuleType:
    """The faster implementation, for so many strings."""
    if count < SMALL_TABLE and "numba" not in sys.modules:
        return reference
    from quire.kernels.services.strings import numba as compiled

    return compiled


def _table(
    blob: Bytes, starts: Integers, lengths: Lengths
) -> tuple[Bytes, Integers, npt.NDArray[np.int32]]:
    """A table as compiled code likes it, and within its blob."""
    blob = read_only(np.require(blob, np.uint8, ["C", "E"]))
    starts = read_only(np.require(starts, np.int64, ["C", "A", "E"]))
    lengths = read_only(np.ascontiguousarray(lengths))
    number = _module(starts.size).first_outside(blob, starts, lengths)
    if number >= 0:
        start, length = starts[number], lengths[number]
        raise IndexError(
            f"string {number}: expected bytes within {blob.size}, found {length} at {start}"
        )
    return blob, starts, np.require(lengths, np.int32, ["C", "A", "E"])
