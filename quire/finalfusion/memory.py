"""Arrays of a file: views of its map, or copies of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from quire.kernels.columns import Columns
from quire.kernels.tables.parts import Parts
from quire.kernels.threads import run

COPY_BYTES = 4 << 20
"""Bytes that a thread copies at a time."""

Array = npt.NDArray[Any]


class Memory:
    """Where arrays go that are read.

    Copies are made from the map, by several threads: to read a file takes twice as long as that.

    Args:
        mapped: Whether arrays stay views of the mapped file, which cannot be written to.
    """

    def __init__(self, *, mapped: bool) -> None:
        self.mapped = mapped
        self._copies: list[Callable[[], object]] = []

    def array(self, view: Array) -> Array:
        """An array with what a view of the file holds, once `fill` is done."""
        if self.mapped:
            return view
        made = np.empty(view.shape, view.dtype)
        source, target = (array.reshape(-1).view(np.uint8) for array in (view, made))
        for start in range(0, len(source), COPY_BYTES):
            part = slice(start, start + COPY_BYTES)
            self._copies.append(partial(np.copyto, target[part], source[part]))
        return made

    def texts(self, records: Columns) -> Parts:
        """The column `text` of a table, copied now if it has to be."""
        found: Any = records.column("text")
        if self.mapped or not len(records):
            return cast(Parts, found)
        begin, end = int(found.starts[0]), int(found.starts[-1] + found.lengths[-1])
        buffer = found.buffer[begin:end].copy()
        return Parts(buffer, found.starts - begin, found.lengths, found.encoding)

    def fill(self, *beside: Callable[[], object]) -> None:
        """Make the copies, and do something else beside it."""
        jobs = [*beside, *self._copies]
        run(jobs, 1 if len(jobs) == 1 else None)
