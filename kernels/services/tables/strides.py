"""Walking over the records of a long list, compiled: where some of them begin."""

from __future__ import annotations

from typing import Any

import numpy as np

from quire.kernels.services.tables.layout import Step
from quire.kernels.services.tables.numba import mark
from quire.runtime.stream import Bytes
from quire.runtime.values.scalars import SCALARS


def marked(
    buf: Bytes, pos: int, end: int, steps: tuple[tuple[str, int | str], ...], count: int, every: int
) -> tuple[int, int, bytes]:
    """Go on after records, and note where some of them begin.

    Args:
        buf: What they stand in.
        pos: Where the first one begins.
        end: Where their stream ends.
        steps: Of each; see `quire.runtime.lists.stride.Stride`.
        count: How many; negative for as many as there are up to the end.
        every: The place of one of so many is noted.

    Returns:
        Where the last one ends (past the end, if it does not fit), how many there are, and the
        places, as native int64.
    """
    program = np.array([_row(*step) for step in steps], np.int64)
    least = int(program[:, 3].sum())
    most = (end - pos) // least if count < 0 else count
    places = np.empty(most // every + 1, np.int64)
    buffer = np.frombuffer(buf, np.uint8, end)
    stop, number = mark(buffer, pos, program, most, every, places)
    return stop, number, places[: -(-number // every)].tobytes()


def _row(kind: str, what: Any) -> tuple[int, int, int, int]:
    """A step as numbers: what is done, with what, in which byte order; its bytes at least."""
    if kind == "length":
        size = SCALARS[what].size
        return Step.LENGTH, size, int(what.endswith("be")), size
    if kind == "skip":
        return Step.SKIP, what, 0, what
    return Step[kind.upper()], what, 0, int(kind == "ended")
