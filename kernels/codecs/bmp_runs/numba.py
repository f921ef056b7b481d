"""`bmp_runs` on the CPU, compiled."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import read_only
from quire.kernels.backends.numba import kernel
from quire.kernels.codecs.bmp_runs import reference
from quire.kernels.codecs.bmp_runs.codec import END_OF_IMAGE, END_OF_ROW, MOVE, BmpRuns

Bytes = npt.NDArray[np.uint8]


def decode(
    stored: Bytes,
    out: Bytes,
    codec: BmpRuns,
    *,
    fresh: bool = False,
) -> None:
    """See `reference.decode`."""
    rows, runs = out.reshape(codec.shape[:2]), read_only(stored)
    if not _fits(runs, codec.shape[0], codec.shape[1], codec.bits):
        reference.decode(stored, out, codec, fresh=fresh)  # it tells what is wrong
    out[:] = 0
    _spread(runs, rows, codec.bits)


@kernel
def _fits(stored: Bytes, height: int, width: int, bits: int) -> bool:
    at = row = column = 0
    while at < stored.size:
        if at + 2 > stored.size:
            return False
        count, tag = int(stored[at]), int(stored[at + 1])
        at += 2
        if count == 0 and tag == END_OF_IMAGE:
            return True
        if count == 0 and tag == END_OF_ROW:
            row, column = row + 1, 0
            continue
        if count == 0 and tag == MOVE:
            if at + 2 > stored.size:
                return False
            column, row, at = column + int(stored[at]), row + int(stored[at + 1]), at + 2
            continue
        size = 0 if count else (tag * bits + 7) // 8
        column += count or tag
        if row >= height or column > width or at + size > stored.size:
            return False
        at += size + size % 2
    return True


@kernel
def _spread(stored: Bytes, rows: Bytes, bits: int) -> None:
    at = row = column = 0
    height = rows.shape[0]
    while at < stored.size:
        count, tag = int(stored[at]), int(stored[at + 1])
        at += 2
        if count:
            line = rows[height - 1 - row]
            for i in range(count):
                line[column + i] = _nibble(tag, i) if bits == 4 else tag
            column += count
        elif tag == END_OF_IMAGE:
            return
        elif tag == END_OF_ROW:
            row, column = row + 1, 0
        elif tag == MOVE:
            column, row, at = column + int(stored[at]), row + int(stored[at + 1]), at + 2
        else:
            line = rows[height - 1 - row]
            for i in range(tag):
                line[column + i] = _nibble(stored[at + i // 2], i) if bits == 4 else stored[at + i]
            size = (tag * bits + 7) // 8
            at, column = at + size + size % 2, column + tag


@kernel
def _nibble(byte: int, index: int) -> int:
    return byte & 15 if index % 2 else byte >> 4
