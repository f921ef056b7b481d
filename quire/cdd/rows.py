"""Rows over many chunks, as if they were one array along its first axis."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from quire.cdd.chunks import Chunks, Kind, Loaded
from quire.cdd.storage import Array
from quire.kernels.contract import NVCOMP
from quire.kernels.engine.dispatch import expect
from quire.kernels.engine.given import device_name, expect_a, to_fill
from quire.kernels.engine.staging import decode_many_on_gpu, to_framework
from quire.kernels.engine.threads import run
from quire.kernels.services.indexing import RowArray
from quire.kernels.services.indexing import Rows as Numbers
from quire.kernels.services.stretches import Stretches
from quire.runtime.reading.budget import expect_worth

Take = Callable[[Loaded], object]
"""Takes the payload of a chunk."""

SMALL_BYTES = 1 << 20
"""Decoded bytes that one thread has in about a millisecond; to start others takes half of it."""

SMALL_CHUNK = 96 << 10
"""Decoded bytes of chunks that threads take turns with, rather than work at side by side."""

FETCHED_BYTES = 64 << 20
"""Decoded bytes of chunks that are fetched together."""


class Rows(RowArray):
    """The rows of chunks that fit together: an array that is decoded where somebody looks at it.

    Whatever numpy takes as an index means here what it means there. Only chunks that have some of
    the rows are decoded, each once, on several threads; one whose rows are all wanted, in order,
    is decoded straight into the result.

    Args:
        chunks: Of a store.
        numbers: Which of them, in order.

    Attributes:
        shape, dtype: Of all rows together.

    Raises:
        ValueError: the chunks differ in dtype, or in shape but for the first axis; or have none.
        TypeError: `chunks` is not that of a store, or `numbers` are no whole numbers.
    """

    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    def __init__(self, chunks: Chunks, numbers: Sequence[int]) -> None:
        expect_a(Chunks, chunks, "chunks")
        self._chunks = chunks
        self._of = numbers
        infos = chunks.infos(numbers)
        if not infos:
            raise ValueError("the store has no chunks, so its rows have no shape and no dtype")
        first = infos[0]
        kind = Kind.of(first)
        for info in infos:
            if not info.shape:
                raise ValueError(f"chunk {info.index} has no rows: its array has no axis")
            if not kind.takes(Kind.of(info)):
                raise ValueError(
                    f"chunk {info.index} does not fit: expected {kind} as in chunk {first.index},"
                    f" found {info.dtype} {info.shape}; `select` takes those that do"
                )
        self.dtype = first.dtype
        self._rows = Stretches(info.shape[0] for info in infos)
        self.shape = (self._rows.starts[-1], *first.shape[1:])
        self._chunk_bytes = self.dtype.itemsize * math.prod(self.shape) // len(infos)
        """Decoded bytes of a chunk, in the mean."""

    @property
    def chunk_starts(self) -> Sequence[int]:
        """The first row of each chunk, and the number of rows."""
        return self._rows.starts

    def __repr__(self) -> str:
        return f"<Rows: {self.dtype} {self.shape} in {len(self._of)} chunks>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Rows, (self._chunks, self._of)

    def read(
        self,
        rows: slice = slice(None),
        *,
        out: Any = None,
        device: Any = "cpu",
        framework: str = "numpy",
        backend: str = "auto",
        workers: int | None = None,
    ) -> Any:
        """A slice of the rows.

        Args:
            rows: Which, with any step; on a GPU, forwards.
            out: An array or tensor to fill (CPU), C-contiguous, of the shape of the result; it is
                returned.
            device: "cpu"; or "cuda", where chunks are decoded that were unpacked on the CPU; or a
                device of torch.
            framework: "numpy", "torch" or "cupy": whose array to return.
            backend: "auto", or the name of one.
            workers: Threads; None for the processors there are.

        Raises:
            TypeError: `rows` is no slice.
            ValueError: `out` does not fit.
            BackendUnavailable: what was asked for cannot run; says what to install.
            FormatError: a chunk is damaged.
            LimitError: the rows are more than the file may become, and there is no `out`; see
                `quire.limits`.
        """
        if not isinstance(rows, slice):
            raise TypeError(
                f"rows: expected a slice, found {type(rows).__name__}: `rows[…]` takes it"
            )
        numbers, device = range(*rows.indices(len(self))), device_name(device)
        if device != "cpu":
            if out is not None:
                raise ValueError("out: an array to fill is for the CPU")
            return self._read_on_gpu(numbers, device, framework, backend)
        shape = (len(numbers), *self.shape[1:])
        if out is None:
            made = self.room(len(numbers))
            self._read_into(made, numbers, workers, backend)
            return to_framework(made, framework)
        self._read_into(to_fill(out, shape, self.dtype), numbers, workers, backend)
        return out

    def _read_into(
        self, out: Array, numbers: range, workers: int | None = None, backend: str = "auto"
    ) -> None:
        # Backwards is forwards, and then turned round.
        forwards = numbers if numbers.step > 0 else numbers[::-1]
        target = out if numbers.step > 0 else out[::-1]
        expect(out.nbytes)
        self._run(self._pieces(forwards, target, backend), workers)

    def _take(self, rows: Numbers) -> Array:
        out = self.room(len(rows))
        if isinstance(rows, range):
            self._read_into(out, rows)
            return out
        pieces = self._rows.of_rows(rows)
        bounds = np.flatnonzero(np.diff(pieces, prepend=-1, append=-1))
        self._run(
            [
                (int(pieces[begin]), partial(self._pick, rows[begin:end], out[begin:end]))
                for begin, end in pairwise(bounds.tolist())
            ]
        )
        return out

    def room(self, count: int) -> Array:
        """Memory for so many rows; a `LimitError` if they are more than the file may become."""
        self._expect_worth(count)
        return np.empty((count, *self.shape[1:]), self.dtype)

    def _expect_worth(self, count: int) -> None:
        # Any number of chunks can be at one place.
        made = self.dtype.itemsize * math.prod((count, *self.shape[1:]))
        expect_worth(made, self._chunks.budget.size, "chunks", format=self._chunks.layout)

    def _read_on_gpu(self, numbers: range, device: str, framework: str, backend: str) -> Any:
        """Decode all chunks that have some of the rows, and take these from them."""
        if numbers.step < 0:
            raise ValueError("rows on a GPU are read forwards; turn them round there")
        touched = self._touched(numbers) if numbers else range(1)
        start, *others, stop = self._rows.starts[touched.start : touched.stop + 1]
        self._expect_worth(stop - start)
        payloads = self._chunks.load_many(self._of[touched.start : touched.stop])
        places = [row - start for row in (start, *others)]
        packed = backend == NVCOMP
        pieces = [
            self._chunks.piece(payload, row, packed=packed)
            for payload, row in zip(payloads, places, strict=True)
        ]
        found = decode_many_on_gpu(
            pieces,
            (stop - start, *self.shape[1:]),
            framework=framework,
            backend=backend,
            device=device,
        )
        return found[numbers.start - start : numbers.stop - start : numbers.step]

    def _touched(self, numbers: range) -> range:
        return self._rows.touched(numbers[0], numbers[-1] + 1) if numbers else range(0)

    def _run(self, parts: Sequence[tuple[int, Take]], workers: int | None = None) -> None:
        """Give payloads of chunks to the functions that take them, on several threads."""
        small = self._chunk_bytes < SMALL_CHUNK or len(parts) * self._chunk_bytes <= SMALL_BYTES
        if workers is None and (small or len(parts) <= 1):
            workers = 1
        run(self._jobs(parts), workers)

    def _jobs(self, parts: Sequence[tuple[int, Take]]) -> Iterator[Callable[[], object]]:
        """Payloads of neighbours are fetched together: behind a URL, that is one request."""
        step = max(1, FETCHED_BYTES // max(1, self._chunk_bytes))
        for start in range(0, len(parts), step):
            some = parts[start : start + step]
            payloads = self._chunks.load_many([self._of[piece] for piece, _ in some])
            for (_, take), payload in zip(some, payloads, strict=True):
                yield partial(take, payload)

    def _pieces(self, numbers: range, target: Array, backend: str) -> list[tuple[int, Take]]:
        """What each chunk has to give, and where to."""
        found: list[tuple[int, Take]] = []
        for piece in self._touched(numbers):
            start, stop = self._rows.starts[piece], self._rows.starts[piece + 1]
            begin = -(-(start - numbers.start) // numbers.step)
            end = -(-(stop - numbers.start) // numbers.step)
            begin, end = max(begin, 0), min(end, len(numbers))
            if begin < end:
                within = slice(numbers[begin] - start, numbers[end - 1] - start + 1, numbers.step)
                found.append((piece, partial(self._fill, within, target[begin:end], backend)))
        return found

    def _fill(self, rows: slice, target: Array, backend: str, loaded: Loaded) -> None:
        if target.shape == loaded.payload.shape and target.flags.c_contiguous:  # all of it
            self._chunks.decode(loaded, target, backend=backend)
        else:
            target[...] = self._chunks.decode(loaded, backend=backend)[rows]

    def _pick(self, rows: Array, target: Array, loaded: Loaded) -> None:
        start = self._rows.starts[int(self._rows.of_rows(rows[:1])[0])]
        target[...] = self._chunks.decode(loaded)[rows - start]
