"""Which implementation scans: the compiled one, unless loading it costs more than it saves."""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from quire.kernels.services.tables import reference
from quire.kernels.services.tables.layout import Found, TableLayout

SMALL_TABLE = 20_000
"""Records below which numba is not loaded for its own sake: Python walks over these in 20 ms."""


def scan(buffer: npt.NDArray[np.uint8], start: int, count: int, table: TableLayout) -> Found:
    """Find the parts of varying size of `count` records.

    Args:
        buffer: (n,) uint8: the stream.
        start: Where the first record begins.
        count: Records; no more than there are bytes.
        table: What a record consists of.
    """
    columns = len(table.varying)
    starts = np.empty((columns, count), np.int64)
    lengths = np.empty((columns, count), np.int32)
    end = start + count * table.least
    if not columns and end <= len(buffer):
        return Found(starts, lengths, end)
    if _is_small(count):
        found = reference.walk(buffer, start, table.program, starts, lengths, count)
    else:
        from quire.kernels.services.tables import numba  # not for small tables

        found = numba.walk(buffer, start, table.program, starts, lengths, count)
    return Found(starts, lengths, *found)


def spread(
    data: npt.NDArray[np.uint8],
    starts: npt.NDArray[np.int64],
    lengths: npt.NDArray[np.int64],
    out: npt.NDArray[np.uint8],
    positions: npt.NDArray[np.int64],
) -> None:
    """Copy pieces of `data` to positions of `out`; see `reference.spread`."""
    if _is_small(len(starts)):
        reference.spread(data, starts, lengths, out, positions)
    else:
        from quire.kernels.services.tables import numba  # not for small tables

        numba.spread(data, starts, lengths, out, positions)


def gather(
    buffer: npt.NDArray[np.uint8], positions: npt.NDArray[np.int64], width: int
) -> npt.NDArray[np.uint8]:
    """Rows of `width` bytes that begin at the positions, as (rows, width) uint8."""
    out = np.empty((len(positions), width), np.uint8)
    if _is_small(len(positions)):
        reference.gather(buffer, positions, out)
    else:
        from quire.kernels.services.tables import numba  # the same

        numba.gather(buffer, positions, out)
    return out


def _is_small(count: int) -> bool:
    return count < SMALL_TABLE and "numba" not in sys.modules
