"""Scanning tables, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import read_only
from quire.kernels.backends.numba import kernel
from quire.kernels.services.tables.layout import LONGEST, Step

Integers = npt.NDArray[np.int64]
Number = Any
"""An int64, that numba and Python do not take for an `int`."""

_SKIP, _LENGTH, _SIZED, _ENDED = (int(step) for step in Step)


def walk(
    buffer: npt.NDArray[np.uint8],
    start: int,
    program: Integers,
    starts: Integers,
    lengths: npt.NDArray[np.int32],
    count: int,
) -> tuple[int, int, int, int]:
    """See `reference.walk`."""
    kept = np.zeros(len(program), np.int64)
    found = _walk(read_only(buffer), start, program, starts, lengths, count, kept)
    pos, row, step, length = map(int, found)
    return pos, row, step, length


def mark(
    buffer: npt.NDArray[np.uint8],
    start: int,
    program: Integers,
    count: int,
    every: int,
    places: Integers,
) -> tuple[int, int]:
    """Walk over records of a list, and note where some begin.

    Args:
        buffer: (n,) uint8, to the end of the stream.
        start: Where the first record begins.
        program: (steps, 3 or more) int64: see `Step`.
        count: Records at most.
        every: The place of one of so many is noted.
        places: (records / every + 1,) int64, to be filled.

    Returns:
        Where the last record ends (after the buffer, if it does not fit), and their number.
    """
    kept = np.zeros(len(program), np.int64)
    stop, number = _mark(read_only(buffer), start, program, count, every, places, kept)
    return int(stop), int(number)


def spread(
    data: npt.NDArray[np.uint8],
    starts: Integers,
    lengths: Integers,
    out: npt.NDArray[np.uint8],
    positions: Integers,
) -> None:
    """See `reference.spread`."""
    _spread(read_only(data), read_only(starts), read_only(lengths), out, read_only(positions))


def gather(buffer: npt.NDArray[np.uint8], positions: Integers, out: npt.NDArray[np.uint8]) -> None:
    """See `reference.gather`."""
    _gather(read_only(buffer), read_only(positions), out)


@kernel
def _walk(
    buffer: npt.NDArray[np.uint8],
    start: int,
    program: Integers,
    starts: Integers,
    lengths: npt.NDArray[np.int32],
    count: int,
    kept: Integers,
) -> tuple[Number, Number, Number, Number]:
    pos, size = np.int64(start), np.int64(buffer.size)
    for row in range(count):
        column = 0
        for number in range(program.shape[0]):
            step, length = program[number, 0], program[number, 1]
            if step == _LENGTH:
                if length > size - pos:
                    return pos, row, number, length
                kept[number] = _number(buffer, pos, length, program[number, 2])
            elif step == _SIZED:
                length = kept[length]
            elif step == _ENDED:
                length = _before(buffer, length, pos)
            if length < 0 or length > size - pos or (step >= _SIZED and length > LONGEST):
                return pos, row, number, length
            if step >= _SIZED:
                starts[column, row] = pos
                lengths[column, row] = length
                column += 1
            pos += length
            if step == _ENDED:
                pos += 1
    return pos, np.int64(-1), np.int64(-1), np.int64(0)


@kernel
def _mark(
    buffer: npt.NDArray[np.uint8],
    start: int,
    program: Integers,
    count: int,
    every: int,
    places: Integers,
    kept: Integers,
) -> tuple[Number, Number]:
    pos, size = np.int64(start), np.int64(buffer.size)
    row, next_place, place = np.int64(0), np.int64(0), np.int64(0)
    while row < count and pos < size:
        if row == next_place:
            places[place] = pos
            place += 1
            next_place += every
        row += 1
        for number in range(program.shape[0]):
            step, length = program[number, 0], program[number, 1]
            if step == _LENGTH:
                if length > size - pos:
                    return size + 1, row
                kept[number] = _number(buffer, pos, length, program[number, 2])
            elif step == _SIZED:
                length = kept[length]
            elif step == _ENDED:
                length = _before(buffer, length, pos) + 1
                if not length:
                    return size + 1, row
            if length < 0 or length > size - pos:
                return size + 1, row
            pos += length
    return pos, row


@kernel
def _number(buffer: npt.NDArray[np.uint8], pos: Number, width: Number, big: Number) -> Number:
    """An unsigned number; one of 64 bits that has the highest is negative here, so never fits."""
    if not big and pos + 8 <= buffer.size:  # one load, and no loop
        word = np.int64(0)
        for i in range(8):
            word |= np.int64(buffer[pos + i]) << np.int64(8 * i)
        return word if width == 8 else word & ((np.int64(1) << np.int64(8 * width)) - np.int64(1))
    value = np.int64(0)
    for i in range(width):
        at = pos + i if big else pos + width - 1 - i
        value = (value << np.int64(8)) | np.int64(buffer[at])
    return value


@kernel
def _before(buffer: npt.NDArray[np.uint8], byte: Number, pos: Number) -> Number:
    """How many bytes there are before the next one of a value; -1 if there is none."""
    for at in range(pos, buffer.size):
        if buffer[at] == byte:
            return np.int64(at - pos)
    return np.int64(-1)


@kernel
def _gather(buffer: npt.NDArray[np.uint8], positions: Integers, out: npt.NDArray[np.uint8]) -> None:
    for row in range(out.shape[0]):
        pos = positions[row]
        for i in range(out.shape[1]):
            out[row, i] = buffer[pos + i]


@kernel
def _spread(
    data: npt.NDArray[np.uint8],
    starts: Integers,
    lengths: Integers,
    out: npt.NDArray[np.uint8],
    positions: Integers,
) -> None:
    for piece in range(starts.size):
        start, position = starts[piece], positions[piece]
        for i in range(lengths[piece]):
            out[position + i] = data[start + i]
