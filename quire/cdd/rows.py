"""Rows over many chunks, as if they were one array along its first axis."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from quire.kernels.dispatch import expect
from quire.kernels.threads import run

if TYPE_CHECKING:
    from quire.cdd.reader import DataReader
    from quire.kernels.binding import Encoded

Array = npt.NDArray[Any]
Take = Callable[..., object]
"""Takes the number of a chunk and its payload."""

Wanted = int | slice | npt.ArrayLike

SMALL_BYTES = 1 << 20
"""Decoded bytes that one thread has in about a millisecond; to start others takes half of it."""

FETCHED_BYTES = 64 << 20
"""Decoded bytes of chunks that are fetched together."""


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
        ValueError: the chunks differ in dtype, or in shape but for the first axis; or have none.
    """

    def __init__(self, reader: DataReader, chunks: range) -> None:
        self._reader = reader
        self._chunks = chunks
        infos = reader.chunk_infos(chunks)
        if not infos:
            raise ValueError("there is no chunk, so neither a shape nor a dtype")
        first = infos[0]
        self.dtype = first.dtype
        for info in infos:
            if not info.shape:
                raise ValueError(f"chunk {info.index} has no rows: its array has no axis")
            if info.shape[1:] != first.shape[1:] or info.dtype != first.dtype:
                expected = f"{first.dtype} {('rows', *first.shape[1:])}"
                raise ValueError(
                    f"chunk {info.index} does not fit: expected {expected} as in chunk"
                    f" {first.index}, found {info.dtype} {info.shape}"
                )
        self._starts = np.cumsum([0, *(info.shape[0] for info in infos)])
        """Where the rows of each chunk start, and where the last ones end."""
        self.shape = (int(self._starts[-1]), *first.shape[1:])
        self._chunk_bytes = self.dtype.itemsize * math.prod(self.shape) // len(infos)
        """Decoded bytes of a chunk, in the mean."""

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
        return found.reshape((*numbers.shape, *self.shape[1:]))

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
        expect(out.nbytes)
        self._run(self._pieces(forwards, target), workers)
        return out

    def _run(self, parts: Sequence[tuple[int, Take]], workers: int | None = None) -> None:
        """Have what takes the payloads of some chunks do so, on several threads."""
        small = len(parts) <= 1 or len(parts) * self._chunk_bytes <= SMALL_BYTES
        run(self._jobs(parts), 1 if small else workers)

    def _jobs(self, parts: Sequence[tuple[int, Take]]) -> Iterator[Callable[[], object]]:
        """Payloads of neighbours are fetched together: behind a URL, that is one request."""
        step = max(1, FETCHED_BYTES // max(1, self._chunk_bytes))
        for start in range(0, len(parts), step):
            some = parts[start : start + step]
            payloads = self._reader.payloads([self._chunks[piece] for piece, _ in some])
            for (_, take), payload in zip(some, payloads, strict=True):
                yield partial(take, *payload)

    def _pieces(self, numbers: range, target: Array) -> list[tuple[int, Take]]:
        """What each chunk has to give, and where to."""
        found: list[tuple[int, Take]] = []
        if not numbers:
            return found
        first, last = (bisect_right(self._starts, number) for number in (numbers[0], numbers[-1]))
        for piece in range(first - 1, last):
            start, stop = int(self._starts[piece]), int(self._starts[piece + 1])
            begin = -(-(start - numbers.start) // numbers.step)
            end = -(-(stop - numbers.start) // numbers.step)
            begin, end = max(begin, 0), min(end, len(numbers))
            if begin < end:
                within = slice(numbers[begin] - start, numbers[end - 1] - start + 1, numbers.step)
                whole = numbers.step == 1 and end - begin == stop - start
                take = self._fill_whole if whole else partial(self._fill, within)
                found.append((piece, partial(take, target[begin:end])))
        return found

    def _fill(self, rows: slice, target: Array, number: int, payload: Encoded | None) -> None:
        target[...] = self._reader.decoded(number, payload)[rows]

    def _fill_whole(self, target: Array, number: int, payload: Encoded | None) -> None:
        if target.flags.c_contiguous:
            self._reader.decoded(number, payload, target)
        else:
            target[...] = self._reader.decoded(number, payload)

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
        self._run(
            [
                (int(pieces[order[begin]]), partial(self._pick, numbers, order[begin:end], out))
                for begin, end in pairwise(bounds.tolist())
            ]
        )
        return out

    def _pick(
        self,
        numbers: npt.NDArray[np.int64],
        places: Array,
        out: Array,
        number: int,
        payload: Encoded | None,
    ) -> None:
        first = self._starts[self._chunks.index(number)]
        out[places] = self._reader.decoded(number, payload)[numbers[places] - first]
