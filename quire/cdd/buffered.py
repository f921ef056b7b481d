"""Rows that come a few at a time: gathered to chunks of a good size."""

from __future__ import annotations

from threading import Lock

import numpy as np
import numpy.typing as npt

from quire.cdd.storage import Array
from quire.cdd.writer import TARGET_BYTES, DataWriter
from quire.kernels.engine.given import as_array, whole_number
from quire.opened import Closing
from quire.runtime import EncodingError


class BufferedWriter(Closing):
    """Gathers rows, and appends them to a store a chunk at a time.

    Rows that wait for their chunk are in memory alone: a reader sees them after `flush`, and a
    process that ends without `close` loses them. Several threads may append.

    Args:
        writer: The store; it stays open after `close`.
        type: As for `DataWriter.append_chunk`.
        level: As there.
        target_bytes: Decoded bytes of a chunk, at most, but one row at least.

    Raises:
        TypeError: `writer` is not a writer: open a path with `DataWriter`.
        ValueError: `target_bytes` is below 1. Methods: this is closed; and as of
            `DataWriter.append_chunk`.
        OSError: methods only: a chunk cannot be written; the rows that wait still do.
    """

    def __init__(
        self,
        writer: DataWriter,
        *,
        type: str = "auto",
        level: int | None = None,
        target_bytes: int = TARGET_BYTES,
    ) -> None:
        if not isinstance(writer, DataWriter):
            raise TypeError(f"writer: expected a DataWriter, found {writer.__class__.__name__}")
        whole_number(target_bytes, "target_bytes", least=1)
        self._writer = writer
        self._type, self._level, self._target = type, level, target_bytes
        self._lock = Lock()
        self._waiting: Array | None = None
        """Room for a chunk; None before the first rows."""
        self._filled = 0
        self._closed = False

    @property
    def num_waiting(self) -> int:
        """Rows that are not committed yet."""
        return self._filled

    def append(self, rows: npt.ArrayLike) -> None:
        """Append some rows; full chunks are committed, the rest waits.

        Args:
            rows: With one axis at least, of the dtype and the shape (but for the first axis) of
                those before.

        Raises:
            EncodingError: they are no rows of one array with those before, or cannot be stored so;
                none was taken.
        """
        given = as_array(rows, "rows")
        with self._lock:
            room = self._room_for(given)
            while len(given):
                count = min(len(given), len(room) - self._filled)
                room[self._filled : self._filled + count] = given[:count]
                self._filled += count
                given = given[count:]
                if self._filled == len(room):
                    self._commit(room)

    def append_row(self, row: npt.ArrayLike) -> None:
        """Append one row, without its axis; see `append`."""
        with self._lock:
            room = self._waiting
            if (  # it is like those before: of small rows, to look at more is most of the work
                type(row) is np.ndarray
                and room is not None
                and (row.dtype, row.shape) == (room.dtype, room.shape[1:])
                and self._filled < len(room)
                and not self._closed
            ):
                room[self._filled] = row
                self._filled += 1
                if self._filled == len(room):
                    self._commit(room)
                return
        self.append(as_array(row, "row")[np.newaxis])

    def flush(self) -> None:
        """Commit the rows that wait, as a chunk of their own."""
        with self._lock:
            self._expect_open()
            if self._waiting is not None and self._filled:
                self._commit(self._waiting)

    def close(self) -> None:
        """Commit the rows that wait, and take no more."""
        if not self._closed:
            self.flush()
            self._closed = True

    def _room_for(self, given: Array) -> Array:
        self._expect_open()
        if not given.ndim:
            raise EncodingError("rows: expected an array with rows, found one without an axis")
        room = self._waiting
        if room is None:
            row_bytes = given.itemsize * int(np.prod(given.shape[1:], dtype=object))
            if len(given):  # what no chunk can hold is refused before it waits for one
                self._writer._encoded(given[:1], self._type, self._level)  # noqa: SLF001  # nothing is written
            count = max(1, self._target // max(1, row_bytes))
            room = np.empty((count, *given.shape[1:]), given.dtype)
            self._waiting = room
        elif (given.dtype, given.shape[1:]) != (room.dtype, room.shape[1:]):
            expected = f"rows of {room.dtype} {room.shape[1:]}"
            raise EncodingError(f"rows: expected {expected}, found {given.dtype} {given.shape[1:]}")
        return room

    def _commit(self, room: Array) -> None:
        self._writer.append_chunk(room[: self._filled], self._type, self._level)
        self._filled = 0

    def _expect_open(self) -> None:
        if self._closed:
            raise ValueError(f"{self._writer.name}: closed")
