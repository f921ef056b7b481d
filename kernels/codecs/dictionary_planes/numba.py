"""`dictionary_planes` on the CPU, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import flat_blocks, read_only
from quire.kernels.backends.numba import kernel, wide_vectors
from quire.kernels.codecs.dictionary_planes.codec import (
    PLANES,
    DictionaryPlanes,
    Plane,
    bits_of,
    head,
    overrun,
    packed_size,
    planes,
)

Bytes = npt.NDArray[np.uint8]

BLOCK = 4096
"""Values that go through the buffers of the planes at a time: they stay in the first-level cache.
A multiple of 8, so that a block of codes begins with a byte."""

BYTES = np.arange(256, dtype=np.uint8)
"""The dictionary of which every byte is its own code."""

NO_DICTIONARY = 9
"""Stands for the bits of a plane whose codes are the bytes themselves."""


def decode(
    stored: Bytes,
    out: npt.NDArray[np.float32],
    codec: DictionaryPlanes,
    *,
    fresh: bool = False,  # noqa: ARG001  # the codes are what takes time, not the stores
) -> None:
    """See `reference.decode`."""
    found = planes(stored, codec)
    values = out.reshape(-1).view(np.uint32)
    if not values.size:
        return
    for plane in found:
        _check_codes(plane, codec.first, values.size)
    tables = np.zeros((PLANES, 256), np.uint8)
    for table, plane in zip(tables, found, strict=True):
        table[: plane.dictionary.size] = plane.dictionary
    buffers = np.empty((PLANES, BLOCK + 16), np.uint8)
    first, second, third, fourth = (read_only(plane.codes) for plane in found)
    bits = np.array([NO_DICTIONARY if _is_plain(plane) else plane.bits for plane in found])
    _decode(first, second, third, fourth, bits, tables, buffers, codec.first, values)


def encode(array: npt.NDArray[np.floating[Any]], codec: DictionaryPlanes) -> bytes:
    """See `reference.encode`."""
    values = np.empty(codec.output().size, np.float32)
    for start, block in flat_blocks(array):
        with np.errstate(over="ignore"):  # infinity is the answer, as in every rounding
            values[start : start + block.size] = block
    words = values.view(np.uint32)
    seen = np.zeros((PLANES, 256), np.bool_)
    _note(words, seen)
    dictionaries = [np.flatnonzero(row).astype(np.uint8) for row in seen]
    parts, widths = [], []
    for k, dictionary in enumerate(dictionaries):
        bits = bits_of(dictionary.size)
        table = np.zeros(256, np.uint8)
        table[dictionary] = np.arange(dictionary.size)
        packed = np.empty(packed_size(words.size, bits), np.uint8)
        _pack(words, 8 * k, table, bits, packed)
        parts += [len(dictionary).to_bytes(2, "little"), dictionary.tobytes(), packed.tobytes()]
        widths.append(bits)
    return b"".join([head(words.size, widths), *parts])


def _is_plain(plane: Plane) -> bool:
    """Whether each byte is its own code."""
    return plane.bits == 8 and np.array_equal(plane.dictionary, BYTES)


def _check_codes(plane: Plane, first: int, count: int) -> None:
    """Refuse codes that the dictionary has no byte for, before anything is decoded."""
    if not plane.may_overrun:
        return
    codes, size = read_only(plane.codes), plane.dictionary.size
    buffer = np.empty(BLOCK + 16, np.uint8)
    index = _first_beyond(codes, plane.bits, first, count, size, BYTES, buffer)
    if index < count:
        place = (first + index) % 8
        _plane_block(codes, plane.bits, first + index - place, BYTES, buffer, place + 1)
        raise overrun(plane, int(buffer[place]), first + index)


@kernel
def _unpack(codes: Bytes, bits: int, first: int, table: Bytes, out: Bytes, count: int) -> None:
    """What `count` codes mean, from code `first` on, which begins a byte; up to 7 more are junk."""
    mask = np.uint64((1 << bits) - 1)
    at, done = first * bits // 8, 0
    while done < count:
        word = np.uint64(0)
        if at + bits <= codes.size:
            for k in range(bits):
                word = np.uint64(word << np.uint64(8)) | np.uint64(codes[at + k])
        else:  # the last codes, with zeros in the place of those that are not there
            for k in range(bits):
                byte = codes[at + k] if at + k < codes.size else np.uint8(0)
                word = np.uint64(word << np.uint64(8)) | np.uint64(byte)
        for k in range(8):
            shift = np.uint64(bits * (7 - k))
            out[done + k] = table[np.uint64(word >> shift) & mask]
        at += bits
        done += 8


@kernel
def _plane_block(codes: Bytes, bits: int, first: int, table: Bytes, out: Bytes, count: int) -> None:
    """The bytes of a plane for a block; codes of a byte each need no unpacking."""
    if bits > 8:  # all bytes occur: each is its own code
        plain = codes[first : first + count]
        for i in range(count):  # to compile an assignment of a slice takes 3 s
            out[i] = plain[i]
    elif bits == 8:
        block = codes[first : first + count]  # indices from 0 on need no check for negative ones
        for i in range(count):
            out[i] = table[block[i]]
    else:
        _unpack(codes, bits, first, table, out, count)


@kernel
def _join(low: Bytes, lower: Bytes, upper: Bytes, high: Bytes, out: npt.NDArray[np.uint32]) -> None:
    """Words of a byte of each plane."""
    for i in range(out.size):
        out[i] = (
            np.uint32(low[i])
            | np.uint32(lower[i]) << np.uint32(8)
            | np.uint32(upper[i]) << np.uint32(16)
            | np.uint32(high[i]) << np.uint32(24)
        )


@kernel
def _decode(
    one: Bytes,
    two: Bytes,
    three: Bytes,
    four: Bytes,
    bits: npt.NDArray[np.int64],
    tables: Bytes,
    buffers: Bytes,
    first: int,
    out: npt.NDArray[np.uint32],
) -> None:
    """Decode all planes block by block; `bits` is above 8 for a plane without a dictionary."""
    wide_vectors()
    low, lower, upper, high = buffers[0], buffers[1], buffers[2], buffers[3]
    lead = first % 8  # codes before the first one in its group of 8, which begins a byte
    start = first - lead
    done = 0
    while done < out.size:
        count = min(buffers.shape[1] - 16, lead + out.size - done)
        _plane_block(one, bits[0], start, tables[0], low, count)
        _plane_block(two, bits[1], start, tables[1], lower, count)
        _plane_block(three, bits[2], start, tables[2], upper, count)
        _plane_block(four, bits[3], start, tables[3], high, count)
        _join(low[lead:], lower[lead:], upper[lead:], high[lead:], out[done : done + count - lead])
        done += count - lead
        start += count
        lead = 0


@kernel
def _first_beyond(
    codes: Bytes, bits: int, first: int, count: int, size: int, table: Bytes, buffer: Bytes
) -> int:
    """Index of the first code that is `size` or more; `count` if there is none.

    `table` means every byte itself.
    """
    wide_vectors()
    lead, done = first % 8, 0
    while done < count:
        some = min(buffer.size - 16, lead + count - done)
        _plane_block(codes, bits, first + done - lead, table, buffer, some)
        block, largest = buffer[lead:some], np.uint8(0)
        for i in range(block.size):
            largest = max(largest, block[i])
        if largest >= size:
            for i in range(block.size):
                if block[i] >= size:
                    return done + i
        done += some - lead
        lead = 0
    return count


@kernel
def _note(words: npt.NDArray[np.uint32], seen: npt.NDArray[np.bool_]) -> None:
    """Which bytes occur in each plane."""
    for i in range(words.size):
        word = words[i]
        seen[0, word & np.uint32(0xFF)] = True
        seen[1, (word >> np.uint32(8)) & np.uint32(0xFF)] = True
        seen[2, (word >> np.uint32(16)) & np.uint32(0xFF)] = True
        seen[3, word >> np.uint32(24)] = True


@kernel
def _pack(words: npt.NDArray[np.uint32], shift: int, table: Bytes, bits: int, out: Bytes) -> None:
    """Codes of one plane, the most significant bit first; the last byte is filled with zeros."""
    held, count, at = np.uint32(0), 0, 0
    for i in range(words.size):
        code = table[(words[i] >> np.uint32(shift)) & np.uint32(0xFF)]
        held = np.uint32(held << np.uint32(bits)) | np.uint32(code)
        count += bits
        if count >= 8:
            count -= 8
            out[at] = np.uint8((held >> np.uint32(count)) & np.uint32(0xFF))
            at += 1
    if count:
        out[at] = np.uint8((held << np.uint32(8 - count)) & np.uint32(0xFF))
