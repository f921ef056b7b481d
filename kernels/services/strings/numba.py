"""Tables of strings on the CPU, compiled.

An index is a hash table with open addressing, never fuller than 3/5. A slot is 0 or holds the
number of a string plus 1 in its low bits, and in the bits that are left some of the hash, so
that hardly ever a wrong string is looked at.

The hash is SipHash-1-3 (Aumasson and Bernstein), that of Python's own strings, with a key that
is drawn for each process: who does not know it cannot choose strings that collide.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from functools import cache
from typing import Any, cast

import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numba.np.numpy_support import carray

from quire.kernels.backends.arrays import read_only
from quire.kernels.backends.numba import OPTIONS, kernel
from quire.kernels.services.strings import reference
from quire.kernels.services.strings.reference import LONGEST

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Lengths = npt.NDArray[np.int32]
Slots = npt.NDArray[np.unsignedinteger[Any]]

NARROW_STRINGS = 2**32 - 2
"""The most strings whose slots are 4 bytes wide; of more, 8."""

BLOCK = 64
"""Strings that are hashed before the first of them is compared.

The processor then waits for many slots at a time: half the time where memory is slow.
"""

KEY = np.frombuffer(os.urandom(16), np.uint64)


def first_outside(blob: Bytes, starts: Integers, lengths: Any) -> int:
    """See `reference.first_outside`."""
    return int(_first_outside(blob.size, starts, lengths))


def first_invalid(blob: Bytes, starts: Integers, lengths: Lengths) -> tuple[int, int] | None:
    """See `reference.first_invalid`."""
    number: int = _first_invalid(blob, starts, lengths)
    if number < 0:
        return None
    offset, position = next(reference.invalid(blob, starts[number:], lengths[number:]))
    return number + offset, position


class Index:
    """See `reference.Index`."""

    def __init__(self, blob: Bytes, starts: Integers, lengths: Lengths) -> None:
        count = starts.size
        slot: type[np.unsignedinteger[Any]] = np.uint32 if count <= NARROW_STRINGS else np.uint64
        slots = np.zeros(1 << (count * 5 // 3).bit_length(), slot)
        number_bits = (1 << count.bit_length()) - 1
        numbers = np.array([slots.size - 1, number_bits, *KEY], np.uint64)
        duplicate = _build(blob, starts, lengths, slots, numbers)
        self.duplicate = int(duplicate) if duplicate >= 0 else None
        self._arrays = blob, starts, lengths, read_only(slots), read_only(numbers)
        self._addresses = np.array([array.ctypes.data for array in self._arrays], np.uintp)
        self._where = self._addresses.ctypes.data
        self._find = _find_function(slots.dtype)
        self.find_text = _finder(self._find, self._where, (self._arrays, self._addresses))

    def find(self, text: bytes) -> int:
        """See `reference.Index.find`.

        It calls C: a fraction of what numba takes to look at so many arrays.
        """
        return self._find(self._where, text, len(text))

    def find_many(self, blob: Bytes, starts: Integers, lengths: Lengths) -> Integers:
        """See `reference.Index.find_many`."""
        found: Integers = _find_many(*self._arrays, blob, starts, lengths)
        return found


def _finder(
    call: Callable[[int, bytes, int], int], where: int, kept: object
) -> Callable[[str], int]:
    """The number of a text, in one function: every other call costs as much as the search."""

    def find_text(text: str, _kept: object = kept) -> int:
        try:
            data = text.encode()
        except UnicodeEncodeError:
            return -1
        return call(where, data, len(data))

    return find_text


@cache
def _find_function(slot: np.dtype[Any]) -> Callable[[int, bytes, int], int]:
    """`_find` in C, for the address of the addresses of the arrays, a string and its length."""
    slot_type = numba.from_dtype(slot)

    def find(addresses: Any, text: Any, length: int) -> Any:
        # What `_find` does not ask for their sizes is given as of size 1.
        blob = carray(addresses[0], 1, np.uint8)
        starts = carray(addresses[1], 1, np.int64)
        lengths = carray(addresses[2], 1, np.int32)
        slots = carray(addresses[3], 1, slot_type)
        numbers = carray(addresses[4], 4, np.uint64)
        return _find(blob, starts, lengths, slots, numbers, carray(text, length))

    pointer: Any = types.CPointer
    signature = types.int64(pointer(types.voidptr), pointer(types.uint8), types.int64)
    compiled = _c_function(signature, find)
    # With the interpreter locked: it is quicker, and a short matter.
    prototype = ctypes.PYFUNCTYPE(
        ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_ssize_t
    )
    return cast(Callable[[int, bytes, int], int], prototype(compiled.address))


def _c_function(signature: Any, function: Callable[..., Any]) -> Any:
    """As `kernel`, for callers who know nothing of Python."""
    try:
        return numba.cfunc(signature, cache=True, **OPTIONS)(function)
    except RuntimeError as error:
        if "cannot cache" not in str(error):
            raise
        return numba.cfunc(signature, **OPTIONS)(function)


@kernel
def _build(
    blob: Bytes,
    starts: Integers,
    lengths: Lengths,
    slots: Slots,
    numbers: npt.NDArray[np.uint64],
) -> int:
    """Fill empty slots: the first string that stands before, or -1."""
    duplicate = -1
    mask, kept = numbers[0], ~numbers[1]
    mixed = np.empty(BLOCK, np.uint64)
    for block in range(0, starts.size, BLOCK):
        count = min(BLOCK, starts.size - block)
        for k in range(count):
            start, length = starts[block + k], np.int64(lengths[block + k])
            mixed[k] = _hash(blob, start, length, numbers[2], numbers[3])
        for k in range(count):
            number = block + k
            tag = _tag(slots, mixed[k]) & kept
            slot = _candidate(slots, mixed[k] & mask, mask, tag, kept)
            while slots[slot] != 0:
                other = np.int64(slots[slot] & numbers[1]) - 1
                if _same(blob, starts, lengths, other, number):
                    break
                slot = _candidate(slots, slot + np.uint64(1) & mask, mask, tag, kept)
            if slots[slot] == 0:
                slots[slot] = tag | np.uint64(number + 1)
            elif duplicate < 0:
                duplicate = number
    return duplicate


@kernel
def _same(blob: Bytes, starts: Integers, lengths: Lengths, one: Any, other: Any) -> bool:
    length = np.int64(lengths[one])
    return length == lengths[other] and _equal(blob, starts[one], blob, starts[other], length)


@kernel
def _find_many(
    blob: Bytes,
    starts: Integers,
    lengths: Lengths,
    slots: Slots,
    numbers: npt.NDArray[np.uint64],
    texts: Bytes,
    text_starts: Integers,
    text_lengths: Lengths,
) -> Integers:
    found = np.full(text_starts.size, -1, np.int64)
    mask, kept = numbers[0], ~numbers[1]
    mixed, first = np.empty(BLOCK, np.uint64), np.empty(BLOCK, np.uint64)
    for block in range(0, found.size, BLOCK):
        count = min(BLOCK, found.size - block)
        for k in range(count):
            start, length = text_starts[block + k], np.int64(text_lengths[block + k])
            mixed[k] = _hash(texts, start, length, numbers[2], numbers[3])
            first[k] = slots[mixed[k] & mask]
        for k in range(count):
            if first[k] == 0:
                continue
            start, length = text_starts[block + k], np.int64(text_lengths[block + k])
            tag = _tag(slots, mixed[k]) & kept
            slot = _candidate(slots, mixed[k] & mask, mask, tag, kept)
            while slots[slot] != 0:
                number = np.int64(slots[slot] & numbers[1]) - 1
                if lengths[number] == length and _equal(blob, starts[number], texts, start, length):
                    found[block + k] = number
                    break
                slot = _candidate(slots, slot + np.uint64(1) & mask, mask, tag, kept)
    return found


@kernel
def _find(
    blob: Bytes,
    starts: Integers,
    lengths: Lengths,
    slots: Slots,
    numbers: npt.NDArray[np.uint64],
    text: Bytes,
) -> Any:
    mask, kept = numbers[0], ~numbers[1]
    mixed = _hash(text, 0, text.size, numbers[2], numbers[3])
    tag = _tag(slots, mixed) & kept
    slot = _candidate(slots, mixed & mask, mask, tag, kept)
    while slots[slot] != 0:
        number = np.int64(slots[slot] & numbers[1]) - 1
        if lengths[number] == text.size and _equal(blob, starts[number], text, 0, text.size):
            return number
        slot = _candidate(slots, slot + np.uint64(1) & mask, mask, tag, kept)
    return -1


@kernel
def _candidate(
    slots: Slots, slot: np.uint64, mask: np.uint64, tag: np.uint64, kept: np.uint64
) -> np.uint64:
    """The first slot from one on that is free or has a tag. There is always a free one.

    All that a search does beside this stands where it is needed: to hand so many arrays to another
    function takes longer than the search.
    """
    while slots[slot] != 0 and slots[slot] & kept != tag:
        slot = slot + np.uint64(1) & mask
    return slot


@kernel
def _tag(slots: Slots, mixed: np.uint64) -> np.uint64:
    """Bits of the hash for a slot: the upper ones, as the lower have chosen the slot."""
    return np.uint64(mixed >> np.uint64(64 - 8 * slots.itemsize))


@kernel
def _equal(blob: Bytes, first: int, texts: Bytes, start: int, length: Any) -> bool:
    for i in range(length):  # noqa: SIM110  # `all` is slower here
        if blob[first + i] != texts[start + i]:
            return False
    return True


@kernel
def _hash(texts: Bytes, start: int, length: Any, key0: np.uint64, key1: np.uint64) -> np.uint64:
    """SipHash-1-3 of a string."""
    v0 = key0 ^ np.uint64(0x736F6D6570736575)
    v1 = key1 ^ np.uint64(0x646F72616E646F6D)
    v2 = key0 ^ np.uint64(0x6C7967656E657261)
    v3 = key1 ^ np.uint64(0x7465646279746573)
    whole = length & ~7
    for at in range(start, start + whole, 8):
        word = _word(texts, at, 8)
        v0, v1, v2, v3 = _round(v0, v1, v2, v3 ^ word)
        v0 ^= word
    word = _word(texts, start + whole, length & 7) | np.uint64(length) << np.uint64(56)
    v0, v1, v2, v3 = _round(v0, v1, v2, v3 ^ word)
    v0, v2 = v0 ^ word, v2 ^ np.uint64(0xFF)
    for _ in range(3):
        v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


@kernel
def _round(
    v0: np.uint64, v1: np.uint64, v2: np.uint64, v3: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    v0, v2 = v0 + v1, v2 + v3
    v1, v3 = _turn(v1, 13) ^ v0, _turn(v3, 16) ^ v2
    v0, v2 = _turn(v0, 32) + v3, v2 + v1
    v1, v3 = _turn(v1, 17) ^ v2, _turn(v3, 21) ^ v0
    return v0, v1, _turn(v2, 32), v3


@kernel
def _turn(value: np.uint64, bits: int) -> np.uint64:
    return value << np.uint64(bits) | value >> np.uint64(64 - bits)


@kernel
def _word(texts: Bytes, start: int, count: int) -> np.uint64:
    """Up to 8 bytes as an integer, the first lowest."""
    word = np.uint64(0)
    if start + 8 <= texts.size:  # one load, and no loop
        for i in range(8):
            word |= np.uint64(texts[np.uint64(start + i)]) << np.uint64(8 * i)
        return word if count == 8 else word & (np.uint64(1) << np.uint64(8 * count)) - np.uint64(1)
    for i in range(count):
        word |= np.uint64(texts[np.uint64(start + i)]) << np.uint64(8 * i)
    return word


@kernel
def _first_outside(size: int, starts: Integers, lengths: Any) -> int:
    for number in range(starts.size):
        start, length = starts[number], np.int64(lengths[number])
        if start < 0 or length < 0 or length > size - start or length > LONGEST:
            return number
    return -1


@kernel
def _first_invalid(blob: Bytes, starts: Integers, lengths: Lengths) -> int:
    for number in range(starts.size):
        at, end = starts[number], starts[number] + lengths[number]
        while at < end:
            stop = min(at + 8, end)
            if _word(blob, at, stop - at) & np.uint64(0x8080808080808080) == 0:
                at = stop
            while at < stop:
                size = _character(blob, at, end)
                if size == 0:
                    return number
                at += size
    return -1


@kernel
def _character(blob: Bytes, at: int, end: int) -> int:
    """Number of bytes of the character that begins here; 0 if none does.

    Table 3-7 of the Unicode Standard: the first byte gives the number, and the range of the
    second; all others are 80 to BF.
    """
    first = blob[at]
    if first < 0x80:
        return 1
    if first < 0xC2 or first > 0xF4:
        return 0
    size = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    if at + size > end:
        return 0
    low = 0xA0 if first == 0xE0 else 0x90 if first == 0xF0 else 0x80
    high = 0x9F if first == 0xED else 0x8F if first == 0xF4 else 0xBF
    if blob[at + 1] < low or blob[at + 1] > high:
        return 0
    for i in range(at + 2, at + size):
        if blob[i] & 0xC0 != 0x80:
            return 0
    return size
