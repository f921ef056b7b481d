"""Rows of a payload: the stored bytes that hold them, and what decodes these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import numpy as np

from quire.kernels.contract import Rows, StoredError
from quire.kernels.engine.batches import Packed, Piece
from quire.kernels.engine.digest import Guarded
from quire.runtime.reading.reader import Reader


class ByRows(Guarded):
    """A payload of which some rows can be decoded alone, if its codec can do that."""

    def piece(self, rows: slice | None = None, row: int = 0, *, packed: bool = False) -> Piece:
        """The bytes of some rows, verified and unpacked, with the codec that decodes them.

        Args:
            rows: Contiguous rows; None for all.
            row: Which row of a larger array the first of them becomes.
            packed: Whether they stay packed if nvCOMP can unpack them, on a GPU.

        Raises:
            BackendUnavailable: nvCOMP is to unpack them, and cannot run.
        """
        if rows is not None and not isinstance(rows, slice):
            raise TypeError(f"rows: expected a slice, found {type(rows).__name__}")
        if rows is not None and rows.step not in (None, 1):
            raise ValueError(
                f"rows: expected a step of 1, found {rows.step}; slice the decoded rows"
            )
        seen = self._guard is not None or not self.parameters.any_bytes
        self._match_digest()
        if self._packing is not None:
            self.expect_worth(self._taken or 0)
        if rows is None:
            begin, end, codec = 0, None, self.parameters
        else:
            begin, end, codec = self._cut(rows)
        if packed and (how := self._packed(slice(begin, end), partial(self.piece, rows, row))):
            return Piece(codec, np.frombuffer(self.stored, np.uint8), row, how, seen)
        if end is None or self._packing is not None:
            return Piece(codec, self._plain()[begin:end], row, seen=seen)
        stored = self._checked(self._stored_part(begin, end), codec, begin)
        return Piece(codec, stored, row, seen=seen)

    def _cut(self, rows: slice) -> Rows:
        start, stop, _ = rows.indices(self.shape[0]) if self.shape else (0, 0, 1)
        cut = self.parameters.row_range(start, max(start, stop))
        if cut is None:
            message = f"{self.parameters.name} cannot decode rows alone"
            raise ValueError(message)
        return cut

    def _packed(self, cut: slice, unpacked: Callable[[], Piece]) -> Packed | None:
        """How nvCOMP unpacks the bytes; None if that is for the CPU.

        Args:
            cut: Which of them the codec takes.
            unpacked: As of `Packed`.
        """
        packing, size = self._packing, self._taken or 0
        if packing is None or not self.parameters.any_bytes:  # others are checked on the CPU
            return None
        stored = np.frombuffer(self.stored, np.uint8)
        try:
            packing.refuse(stored.size, size)
        except StoredError as error:
            raise self._misstored(error, 0) from error
        streams = packing.streams(stored, size)
        return streams and Packed(streams, size, slice(*cut.indices(size)[:2]), unpacked)

    def fetch(self, parts: Iterable[slice] = (slice(None),)) -> None:
        """Have the stored bytes of contiguous rows at hand, if they have to be fetched: together.

        Args:
            parts: The rows; where there is a digest, all are needed.
        """
        if self._window is not None and not self._window[0].is_whole:
            self._window[0].fetch(self.places(parts))

    @property
    def stream(self) -> Reader | None:
        """Where the stored bytes are, if they were read."""
        return None if self._window is None else self._window[0]

    @property
    def room(self) -> memoryview:
        """Where the stored bytes are, or will be when they are fetched."""
        return self.stored if self._window is None else self._window[0].room(*self._window[1:])

    def places(self, parts: Iterable[slice]) -> Iterator[tuple[int, int]]:
        """Where in the stream the stored bytes are that rows need, from one byte to another."""
        _, begin, size = self._window or (None, 0, 0)
        for rows in parts:
            start, stop, _ = rows.indices(self.shape[0]) if self.shape else (0, 0, 1)
            alone = self._guard is None and self._packing is None and self.shape
            cut = self.parameters.row_range(start, max(start, stop)) if alone else None
            if cut is None:
                yield begin, begin + size
            else:
                yield begin + min(cut.begin, size), begin + min(cut.end, size)
