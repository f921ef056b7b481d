"""Arrays of a file: views of its map, or of a copy that is made while the file is parsed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from quire.kernels.engine.threads import beside
from quire.kernels.services.columns import Columns
from quire.kernels.services.tables.parts import Parts
from quire.runtime import Reader

COPY_BYTES = 4 << 20
"""Bytes that a thread copies at a time."""

ALONE_BYTES = 256 << 10
"""Bytes that are copied before a thread has begun."""

Array = npt.NDArray[Any]


class Memory:
    """Where the arrays of a file go: to the same places of a copy of it.

    If it is `mapped`, arrays stay views of its map, which cannot be written to.
    """

    def __init__(self, io: Reader, *, mapped: bool) -> None:
        self.mapped = mapped
        self._file = np.asarray(io.whole())
        # Memory that nothing is copied to is never taken.
        self._copy = self._file if mapped else np.empty(len(self._file), np.uint8)

    @contextmanager
    def filling(self) -> Iterator[None]:
        """Copy the file, by several threads, while a block looks for what is in it.

        It is copied from its map: reading takes twice as long.
        """
        if self.mapped:
            yield
            return
        if len(self._file) <= ALONE_BYTES:
            np.copyto(self._copy, self._file)
            yield
            return
        starts = range(0, len(self._file), COPY_BYTES)
        with beside(partial(self._fill, start, start + COPY_BYTES) for start in starts):
            yield

    def _fill(self, start: int, stop: int) -> None:
        np.copyto(self._copy[start:stop], self._file[start:stop])

    def array(self, view: Array) -> Array:
        """An array that holds what a view of the file does, once the file is copied."""
        if self.mapped or not view.size:
            return view
        start = view.ctypes.data - self._file.ctypes.data
        return self._copy[start : start + view.nbytes].view(view.dtype).reshape(view.shape)

    def texts(self, records: Columns) -> Parts:
        """The column `text` of a table, copied at once."""
        found: Any = records.column("text")
        if self.mapped or not len(records):
            return cast(Parts, found)
        self._fill(int(found.starts[0]), int(found.starts[-1] + found.lengths[-1]))
        return Parts(self._copy, found.starts, found.lengths, found.encoding)
