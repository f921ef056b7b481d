"""Reading collections of vectors: whole ones, row ranges and chunks as float32 arrays."""

from __future__ import annotations

import operator
import os
import sys
from collections.abc import Iterator
from itertools import pairwise
from types import TracebackType
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from quire.cvc.chunks import Chunks
from quire.cvc.opening import open_layout, trailing
from quire.cvc.ranges import Ranges, checked_ranges
from quire.cvc.sections import sections_of
from quire.generated.cvc import Cvc
from quire.kernels.contract import ArraySpec
from quire.kernels.engine.given import device_name
from quire.kernels.engine.joining import Joined, joined
from quire.kernels.engine.payload import Encoded, checked
from quire.kernels.engine.pieces import Piece, decode_pieces
from quire.kernels.engine.staging import to_framework
from quire.kernels.services.indexing import RowArray, Rows, runs, slice_of
from quire.runtime.collecting import not_collecting

Vectors = npt.NDArray[np.float32]

BLOCK_BYTES = 16 << 20
"""Decoded bytes of the blocks of a reader, at most."""

MIN_PIECE, MAX_PIECE = 4 << 20, 32 << 20
"""Decoded bytes that a thread takes at a time: so large that threads seldom meet on a page or wait
for the same checksum, so small that there are several for each of them."""


SPARSE = 32
"""Rows that are decoded in the time that it takes to find one on its own."""


class CvcReader(RowArray):
    """An open CVC file: nothing of it is decoded before it is asked for.

    It looks like an array of numpy, float32 (rows, dimension): `len`, indexing with whatever numpy
    takes as an index, iteration over rows, `numpy.asarray`. Each decodes what it touches, to new
    memory. A pickle, or a copy, names the file and opens it again.

    Args:
        path: The file; it is mapped, not read.
        file: Its record, of somebody who has opened it already.

    Raises:
        FormatError: the file is no CVC file, has columns, is cut off, or contradicts itself.

    Attributes:
        chunks: What is known of the chunks, in the order of the file.
        sections: Ranges of rows with metadata.
    """

    def __init__(self, path: str | os.PathLike[str], file: Cvc | None = None) -> None:
        self._path = os.path.abspath(path)  # noqa: PTH100  # resolve() would follow links
        self._file = open_layout(path, columns=False) if file is None else file
        try:
            self.chunks = Chunks(self._file)
            self.sections = sections_of(self._file)
        except BaseException:  # closed, and raised again
            self._file.close()
            raise

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self._path,)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @property
    def header(self) -> Cvc.Header:
        """The header; `header.tree()` has the keys that quire does not know, too."""
        return self._file.header

    @property
    def format_version(self) -> int:
        """0 for the layout without a version, else its major version."""
        return self._file.format_version

    @property
    def num_vectors(self) -> int:
        """Number of vectors."""
        return self.header.num_vectors

    @property
    def dimension(self) -> int:
        """Values of one vector."""
        return self.header.dimension

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of the decoded collection."""
        return self.num_vectors, self.dimension

    @property
    def dtype(self) -> np.dtype[np.float32]:
        """Dtype of the decoded collection."""
        return np.dtype(np.float32)

    def read(
        self,
        rows: slice | None = None,
        out: Vectors | None = None,
        *,
        device: Any = "cpu",
        framework: str = "numpy",
        backend: str = "auto",
        workers: int | None = None,
    ) -> Any:
        """Decode rows; only the chunks that they touch are read.

        Args:
            rows: Which, as in a slice of an array (steps included); None for all.
            out: C-contiguous float32 array of the rows' shape, to be filled (CPU).
            device: "cpu" or "cuda", or a device of torch.
            framework: "numpy", "torch" or "cupy": whose array to return.
            backend: "auto", or the name of one.
            workers: Threads; None for the processors there are.

        Returns:
            float32 (rows, dimension).

        Raises:
            FormatError: a chunk is damaged.
            BackendUnavailable: what was asked for cannot run.
            ValueError: `out` does not fit.
        """
        if rows is not None and not isinstance(rows, slice):
            message = f"rows: expected a slice, found {type(rows).__name__}; an index takes more"
            raise TypeError(message)
        wanted = range(self.num_vectors)[slice(None) if rows is None else rows]
        options: dict[str, Any] = {"backend": backend, "workers": workers}
        if wanted.step != 1:
            return self._read_stepped(wanted, out, device, framework, **options)
        ranges = [(wanted.start, max(wanted.start, wanted.stop))]
        return self.read_ranges(ranges, out, device=device, framework=framework, **options)

    def read_ranges(self, ranges: Ranges, out: Vectors | None = None, **options: Any) -> Any:
        """Decode several ranges of rows, one after another.

        Args:
            ranges: (start, stop) each, 0 <= start <= stop <= the number of rows.
            out: As of `read`.
            options: As of `read`.

        Raises:
            IndexError: a range leaves the file; nothing was decoded.
            FormatError: a chunk is damaged.
        """
        pieces: list[Piece] = []
        place = 0
        with not_collecting():
            for start, stop in checked_ranges(ranges, self.num_vectors):
                pieces += self._pieces(start, stop, place)
                place += stop - start
        return decode_pieces(pieces, (place, self.dimension), out=out, **options)

    def _take(self, rows: Rows) -> Vectors:
        if isinstance(rows, range):
            found: Vectors = self.read(slice_of(rows))
            return found
        target = np.empty((len(rows), self.dimension), np.float32)
        ends = np.flatnonzero(np.diff(rows // self._rows_in(BLOCK_BYTES))) + 1
        for begin, end in pairwise([0, *ends.tolist(), len(rows)] if len(rows) else []):
            self._take_near(rows[begin:end], target[begin:end])
        return target

    def _take_near(self, rows: npt.NDArray[np.intp], out: Vectors) -> None:
        """Rows within a block; where most are wanted, those between are decoded with them."""
        first, last = int(rows[0]), int(rows[-1]) + 1
        if last - first > SPARSE * len(rows):
            self.read_ranges(runs(rows), out)
        else:
            out[...] = self.read(slice(first, last))[rows - first]

    def _read_stepped(
        self, wanted: range, out: Vectors | None, device: Any, framework: str, **options: Any
    ) -> Any:
        """Rows with a step: those between are decoded with them, a block at a time, and dropped."""
        if device_name(device) != "cpu":
            message = "rows: a step is for the CPU; take it of the array that a GPU gives"
            raise ValueError(message)
        spec = ArraySpec((len(wanted), self.dimension), "float32")
        target = np.empty(spec.shape, np.float32) if out is None else checked(out, spec)
        ascending = target if wanted.step > 0 else target[::-1]
        places = wanted if wanted.step > 0 else wanted[::-1]
        rows = self._rows_in(BLOCK_BYTES) // places.step + 1
        for start in range(0, len(places), rows):
            some = places[start : start + rows]
            block = self.read(slice(some[0], some[-1] + 1), **options)
            ascending[start : start + rows] = block[:: places.step]
        return to_framework(target, framework)

    def _pieces(self, start: int, stop: int, place: int) -> Iterator[Piece]:
        """What to decode where: payload, its rows, and the rows of the result from `place` on."""
        whole = 4 * self.dimension * (stop - start)
        step = self._rows_in(min(max(whole // 16, MIN_PIECE), MAX_PIECE))
        for payload, begin, end in self._payloads(start, stop):
            first, last = max(start, begin), min(stop, end)
            for low in range(first, last, step):
                high = min(low + step, last)
                yield (
                    payload,
                    slice(low - begin, high - begin),
                    slice(place + low - start, place + high - start),
                )

    def _payloads(self, start: int, stop: int) -> Iterator[tuple[Encoded | Joined, int, int]]:
        """The payloads that rows touch, and the rows that they hold."""
        chunks = self._file.chunks
        first, last = self.chunks.touched(start, stop)
        if last - first == 1:
            yield chunks[first].payload, self.chunks.start(first), self.chunks.start(last)
            return
        for payload, count in joined(chunks, "payload", self._file._io, first, last):
            yield payload, self.chunks.start(first), self.chunks.start(first + count)
            first += count

    def _rows_in(self, size: int) -> int:
        """How many decoded rows fit `size` bytes: one at least, any number of empty ones."""
        return max(1, size // (4 * self.dimension)) if self.dimension else sys.maxsize

    def chunk(self, index: int, out: Vectors | None = None, **options: Any) -> Any:
        """One chunk, decoded; options as in `read`."""
        chunk = self.chunks[operator.index(index)]
        return self.read(slice(chunk.start, chunk.stop), out, **options)

    def iter_chunks(self, **options: Any) -> Iterator[Any]:
        """Every chunk, decoded, in order; options as in `read`."""
        for chunk in self.chunks:
            yield self.chunk(chunk.index, **options)
            self.release(chunk.index)

    def __iter__(self) -> Iterator[Vectors]:
        """Every row, (dimension,), in order."""
        for block in self.blocks():
            yield from block

    def blocks(self) -> Iterator[Vectors]:
        """All rows in order, in blocks of at most 16 MiB that never cross a chunk.

        Memory stays bounded however large the file and its chunks are.
        """
        step = self._rows_in(BLOCK_BYTES)
        for chunk in self.chunks:
            for low in range(chunk.start, chunk.stop, step):
                yield self.read(slice(low, min(low + step, chunk.stop)))
                self.release(chunk.index)

    def release(self, index: int) -> None:
        """Let the pages of a chunk that has been decoded go."""
        payload = self._file.chunks[index].payload
        if payload.offset is not None:
            self._file._io.release(payload.offset, payload.offset + payload.stored_size)

    def verify(self) -> list[str]:
        """Verify every checksum that the file has.

        Returns:
            Notes on what is odd but does no harm (bytes after the last chunk).

        Raises:
            FormatError: a chunk is damaged.
        """
        for chunk in self.chunks:
            self._file.chunks[chunk.index].payload.verify()
            self.release(chunk.index)
        return trailing(self._file)


def open_cvc(path: str | os.PathLike[str]) -> CvcReader:
    """Open a CVC file; see `CvcReader`."""
    return CvcReader(path)
