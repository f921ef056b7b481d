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
from quire.kernels.staging import decode_many_on_gpu, to_framework
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

SMALL_CHUNK = 96 << 10
"""Decoded bytes of chunks that threads take turns with, rather than work at side by side."""

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
            found: Array = self.read(wanted)
            return found
        numbers = np.asarray(wanted)
        if numbers.dtype == bool:
            if numbers.shape != self.shape[:1]:
                raise IndexError(f"expected {len(self)} booleans, found {numbers.shape}")
            numbers = np.flatnonzero(numbers)
        if numbers.dtype.kind not in "iu" and numbers.size:
            raise IndexError(f"rows: expected integers, found {numbers.dtype}")
        gathered = self._gather(self._numbers(numbers.reshape(-1)))
        return gathered.reshape((*numbers.shape, *self.shape[1:]))

    def read(
        self,
        rows: slice = slice(None),
        *,
        out: Array | None = None,
        device: str = "cpu",
        framework: str = "numpy",
        backend: str = "auto",
        workers: int | None = None,
    ) -> Any:
        """A slice of the rows.

        Args:
            rows: Which, with any step; on a GPU, forwards.
            out: An array to fill (CPU), C-contiguous, of the shape of the result.
            device: "cpu"; or "cuda", where chunks are decoded that were unpacked on the CPU.
            framework: "numpy", "torch" or "cupy": whose array to return.
            backend: "auto", or the name of one, for a GPU.
            workers: Threads; None for the processors there are.

        Raises:
            ValueError: `out` does not fit.
            BackendUnavailable: what was asked for cannot run; says what to install.
            FormatError: a chunk is damaged.
        """
        numbers = range(*rows.indices(len(self)))
        if device != "cpu":
            if out is not None:
                raise ValueError("out: an array to fill is for the CPU")
            return self._read_on_gpu(numbers, device, framework, backend)
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
        return to_framework(out, framework)

    def _read_on_gpu(self, numbers: range, device: str, framework: str, backend: str) -> Any:
        """Decode all chunks that have some of the rows, and take these from them."""
        if numbers.step < 0:
            raise ValueError("rows on a GPU are read forwards; turn them round there")
        first, last = self._touched(numbers) if numbers else (0, 1)
        start, stop = int(self._starts[first]), int(self._starts[last])
        payloads = self._reader.payloads(self._chunks[first:last])
        places = (self._starts[first:last] - start).tolist()
        pieces = [
            self._reader.piece(*payload, row) for payload, row in zip(payloads, places, strict=True)
        ]
        found = decode_many_on_gpu(
            pieces,
            (stop - start, *self.shape[1:]),
            framework=framework,
            backend=backend,
            device=device,
        )
        return found[numbers.start - start : numbers.stop - start : numbers.step]

    def _touched(self, numbers: range) -> tuple[int, int]:
        """The first chunk that has some of the rows, and the one behind the last."""
        if not numbers:
            return 0, 0
        first, last = (bisect_right(self._starts, number) for number in (numbers[0], numbers[-1]))
        return first - 1, last

    def _run(self, parts: Sequence[tuple[int, Take]], workers: int | None = None) -> None:
        """Have what takes the payloads of some chunks do so, on several threads."""
        small = self._chunk_bytes < SMALL_CHUNK or len(parts) * self._chunk_bytes <= SMALL_BYTES
        if workers is None and (small or len(parts) <= 1):
            workers = 1
        run(self._jobs(parts), workers)

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
        for piece in range(*self._touched(numbers)):
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

    def _fill(self, rows: slice, target: Array, number: int, payload: Encoded) -> None:
        target[...] = self._reader.decoded(number, payload)[rows]

    def _fill_whole(self, target: Array, number: int, payload: Encoded) -> None:
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
        payload: Encoded,
    ) -> None:
        first = self._starts[self._chunks.index(number)]
        out[places] = self._reader.decoded(number, payload)[numbers[places] - first]
