"""Rows over many chunks, as if they were one array along its first axis."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from quire.kernels.threads import run

if TYPE_CHECKING:
    from quire.cdd.reader import DataReader

Array = npt.NDArray[Any]
Wanted = int | slice | npt.ArrayLike

SMALL_BYTES = 1 << 20
"""Decoded bytes that one thread has in about a millisecond; to start others takes half of it."""


class Rows:
    """The rows of chunks that fit together.

    Only chunks that have some of the rows are decoded, on several threads; one whose rows are
    all wanted, in order, is decoded straight into the result.

    Args:
        reader: Whose chunks.
        chunks: Their numbers.

    Attributes:
        shape, dtype: Of all rows together.

    Raises:
        ValueError: the chunks differ in dtype, or in shape but for the first axis.
    """

    def __init__(self, reader: DataReader, chunks: range) -> None:
        self._reader = reader
        self._chunks = chunks
        infos = [reader.chunk_info(i) for i in chunks]
        if not infos:
            raise ValueError("there is no chunk, so neither a shape nor a dtype")
        first = infos[0]
        self.dtype = first.dtype
        for info in infos:
            if not info.shape or info.shape[1:] != first.shape[1:] or info.dtype != first.dtype:
                expected = f"{first.dtype} {('rows', *first.shape[1:])}"
                raise ValueError(
                    f"chunk {info.index} does not fit: expected {expected} as in chunk"
                    f" {first.index}, found {info.dtype} {info.shape}"
                )
        self._starts = np.cumsum([0, *(info.shape[0] for info in infos)])
        """Where the rows of each chunk start, and where the last ones end."""
        self.shape = (int(self._starts[-1]), *first.shape[1:])

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, wanted: Wanted) -> Array:
        """Rows, by a number, a slice (of any step), or an array of numbers or of booleans.

        Raises:
            IndexError: there is no such row.
            FormatError: a chunk that has one of them is damaged.
        """
        if isinstance(wanted, slice):
            return self.read(wanted)
        numbers = np.asarray(wanted)
        if numbers.dtype == bool:
            if numbers.shape != self.shape[:1]:
                raise IndexError(f"expected {len(self)} booleans, found {numbers.shape}")
            numbers = np.flatnonzero(numbers)
        if numbers.dtype.kind not in "iu" and numbers.size:
            raise IndexError(f"rows: expected integers, found {numbers.dtype}")
        found = self._gather(self._numbers(numbers.reshape(-1)))
        return found.reshape(*numbers.shape, *self.shape[1:])

    def read(
        self, rows: slice = slice(None), *, out: Array | None = None, workers: int | None = None
    ) -> Array:
        """A slice of the rows.

        Args:
            rows: Which, with any step.
            out: An array to fill, C-contiguous, of the shape of the result.
            workers: Threads; None for the processors there are.

        Raises:
            ValueError: `out` does not fit.
            FormatError: a chunk is damaged.
        """
        numbers = range(*rows.indices(len(self)))
        shape = (len(numbers), *self.shape[1:])
        if out is None:
            out = np.empty(shape, self.dtype)
        elif out.shape != shape or out.dtype != self.dtype or not out.flags.c_contiguous:
            raise ValueError(
                f"out: expected {self.dtype} {shape}, C-contiguous, found {out.dtype} {out.shape}"
            )
        # Backwards is forwards, and then turned round.
        forwards = numbers if numbers.step > 0 else numbers[::-1]
        target = out if numbers.step > 0 else out[::-1]
        jobs = list(self._pieces(forwards, target))
        run(jobs, 1 if len(jobs) == 1 or self._is_small(len(jobs)) else workers)
        return out

    def _is_small(self, chunks: int) -> bool:
        """Whether so many chunks are decoded sooner than other threads would start."""
        row = self.dtype.itemsize * math.prod(self.shape[1:])
        return chunks * row * len(self) <= SMALL_BYTES * len(self._chunks)

    def _pieces(self, numbers: range, target: Array) -> Iterator[Any]:
        """What each chunk has to give, as a job."""
        if not numbers:
            return
        first, last = np.searchsorted(self._starts, [numbers[0], numbers[-1]], side="right") - 1
        for piece in range(int(first), int(last) + 1):
            start, stop = int(self._starts[piece]), int(self._starts[piece + 1])
            begin = -(-(start - numbers.start) // numbers.step)
            end = -(-(stop - numbers.start) // numbers.step)
            begin, end = max(begin, 0), min(end, len(numbers))
            if begin < end:
                within = slice(numbers[begin] - start, numbers[end - 1] - start + 1, numbers.step)
                yield partial(self._fill, piece, within, target[begin:end])

    def _fill(self, piece: int, rows: slice, target: Array) -> None:
        number = self._chunks[piece]
        whole = rows.step == 1 and len(target) == self._starts[piece + 1] - self._starts[piece]
        if whole and target.flags.c_contiguous:
            self._reader.get_chunk(number, target)
        else:
            target[...] = self._reader.get_chunk(number)[rows]

    def _numbers(self, numbers: Array) -> npt.NDArray[np.int64]:
        wrong = (numbers < -len(self)) | (numbers >= len(self))
        if wrong.any():
            raise IndexError(f"expected rows below {len(self)}, found {numbers[wrong][0]}")
        positions = numbers.astype(np.int64)
        return np.where(positions < 0, positions + len(self), positions)

    def _gather(self, numbers: npt.NDArray[np.int64]) -> Array:
        """Rows in the order asked for; each chunk is decoded once."""
        out = np.empty((len(numbers), *self.shape[1:]), self.dtype)
        pieces = np.searchsorted(self._starts, numbers, side="right") - 1
        order = np.argsort(pieces, kind="stable")
        bounds = np.flatnonzero(np.diff(pieces[order], prepend=-1, append=-1))
        run(
            partial(self._pick, numbers, order[begin:end], int(pieces[order[begin]]), out)
            for begin, end in pairwise(bounds.tolist())
        )
        return out

    def _pick(self, numbers: npt.NDArray[np.int64], places: Array, piece: int, out: Array) -> None:
        chunk = self._reader.get_chunk(self._chunks[piece])
        out[places] = chunk[numbers[places] - self._starts[piece]]
