"""Scanning tables in Python: the definition that the compiled scan is held to."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quire.kernels.services.tables.layout import LONGEST, Step

Integers = npt.NDArray[np.int64]


def walk(
    buffer: npt.NDArray[np.uint8],
    start: int,
    program: Integers,
    starts: Integers,
    lengths: npt.NDArray[np.int32],
    count: int,
) -> tuple[int, int, int, int]:
    """Walk over records, and note where their parts of varying size are.

    Args:
        buffer: (n,) uint8.
        start: Where the first record begins.
        program: (steps, 3) int64: see `Step`.
        starts: (columns, records) int64, to be filled.
        lengths: (columns, records) int32, to be filled.
        count: Records.

    Returns:
        (position, record, step, length): the end of the last record with -1, -1, 0; or where it
        went wrong, and how many bytes that step needs (negative if nobody knows).
    """
    data = buffer.data
    steps = [(Step(step), x, y) for step, x, y in program.tolist()]
    pos, size = start, len(data)
    for row in range(count):
        kept: dict[int, int] = {}
        column = 0
        for number, (step, x, y) in enumerate(steps):
            length = x
            if step is Step.LENGTH and size - pos >= x:
                kept[number] = int.from_bytes(data[pos : pos + x], "big" if y else "little")
            elif step is Step.SIZED:
                length = kept[x]
            elif step is Step.ENDED:
                # Copied a part at a time: a search must not copy all that is left.
                length = _index(data, x, pos)
            if not 0 <= length <= size - pos or (step >= Step.SIZED and length > LONGEST):
                return pos, row, number, length
            if step >= Step.SIZED:
                starts[column, row], lengths[column, row] = pos, length
                column += 1
            pos += length + (step is Step.ENDED)
    return pos, -1, -1, 0


def _index(data: memoryview, byte: int, pos: int) -> int:
    """How many bytes there are before the next one of a value; -1 if there is none."""
    here = pos
    while here < len(data):
        found = bytes(data[here : here + 4096]).find(byte)
        if found >= 0:
            return here + found - pos
        here += 4096
    return -1


def spread(
    data: npt.NDArray[np.uint8],
    starts: Integers,
    lengths: Integers,
    out: npt.NDArray[np.uint8],
    positions: Integers,
) -> None:
    """Copy pieces: `data[starts[i]:][:lengths[i]]` to `out[positions[i]:]`.

    Args:
        data: (n,) uint8.
        starts: (pieces,) int64.
        lengths: (pieces,) int64.
        out: (m,) uint8.
        positions: (pieces,) int64, all inside.
    """
    pieces = zip(starts.tolist(), lengths.tolist(), positions.tolist(), strict=True)
    for start, length, position in pieces:
        out[position : position + length] = data[start : start + length]


def gather(buffer: npt.NDArray[np.uint8], positions: Integers, out: npt.NDArray[np.uint8]) -> None:
    """Copy rows of one width: `out[i] = buffer[positions[i] : positions[i] + out.shape[1]]`.

    Args:
        buffer: (n,) uint8.
        positions: (rows,) int64, all inside.
        out: (rows, width) uint8.
    """
    width = out.shape[1]
    for row, pos in enumerate(positions.tolist()):
        out[row] = buffer[pos : pos + width]
