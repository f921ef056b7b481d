"""Reading collections of vectors: whole ones, row ranges and chunks as float32 arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Unpack, cast

import numpy as np
import numpy.typing as npt

from quire.arrays import BLOCK_BYTES, ArrayFile, Options, Where
from quire.cvc.backends import backend_named
from quire.cvc.chunks import Chunks, widest
from quire.cvc.cvc_file import CvcFile
from quire.cvc.opening import head_of_chunk
from quire.cvc.sections import Ranges, checked_ranges, places_of
from quire.generated.cvc import Cvc
from quire.kernels.engine.gathering import decode_numbered
from quire.kernels.engine.given import whole_number
from quire.kernels.engine.joining import Joined, joined
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pieces import Piece, decode_pieces
from quire.kernels.services.indexing import Rows, runs, slice_of
from quire.opened import Opening
from quire.runtime.collecting import not_collecting
from quire.sources import Given, Source

Vectors = npt.NDArray[np.float32]

MIN_PIECE, MAX_PIECE = 4 << 20, 32 << 20
"""Decoded bytes that a thread takes at a time: so large that threads seldom meet on a page or wait
for the same checksum, so small that there are several for each of them."""

SPARSE_BYTES = 128 << 10
"""Decoded bytes of rows that take the time that it takes to find a row, or a chunk, on its own."""


class CvcReader(CvcFile, ArrayFile):
    """An open CVC file, float32 (rows, dimension); see `ArrayFile`.

    Args:
        source: The file: see `quire.open`. One at a path is mapped, not read.
        file: Its record, if you have read it already.
        opening: `verify`: whether the checksum of a chunk is compared before it is first decoded;
            `storage_options` as of `quire.open`.

    Raises:
        FormatError: the file is no CVC file, has columns, is cut off, or contradicts itself.

    Attributes:
        chunks: What is known of the chunks, in the order of the file.
        sections: Ranges of rows with metadata.
    """

    def __init__(
        self, source: Given | Source, *, file: Cvc | None = None, **opening: Unpack[Opening]
    ) -> None:
        super().__init__(source, columns=False, file=file, **opening)
        self.chunks = Chunks(self._record, self._rows)

    @property
    def dimension(self) -> int:
        """Values of one vector."""
        return self.header.dimension

    @property
    def shape(self) -> tuple[int, int]:
        return self.num_vectors, self.dimension

    def chunk_starts(self) -> Sequence[int]:
        return self._rows.starts

    @property
    def dtype(self) -> np.dtype[np.float32]:
        return np.dtype(np.float32)

    def _decode(self, start: int, stop: int, out: Vectors | None, **options: Any) -> Any:
        return self.read_ranges([(start, stop)], out, **options)

    def read_ranges(
        self, ranges: Ranges, out: Vectors | None = None, **options: Unpack[Where]
    ) -> Any:
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
        options["backend"] = backend_named(options.get("backend", "auto"))
        with not_collecting():
            for start, stop in checked_ranges(ranges, self.num_vectors):
                pieces += self._pieces(start, stop, place)
                place += stop - start
        return decode_pieces(pieces, (place, self.dimension), out=out, **options)

    def _take(self, rows: Rows) -> Vectors:
        if isinstance(rows, range):
            found: Vectors = self.read(slice_of(rows))
            return found
        self._expect_open()
        target = np.empty((len(rows), self.dimension), np.float32)
        ends = np.flatnonzero(np.diff(rows // self._rows_of(BLOCK_BYTES))) + 1
        for begin, end in pairwise([0, *ends.tolist(), len(rows)] if len(rows) else []):
            self._take_near(rows[begin:end], target[begin:end])
        return target

    def _take_near(self, rows: npt.NDArray[np.intp], out: Vectors) -> None:
        """Rows within a block: of each chunk together, or, where chunks are small, of all."""
        if not self._record._io.is_whole:  # all ranges are asked for together
            self.read_ranges(runs(rows), out)
            return
        chunks = self._rows.of_rows(rows)
        ends = [*(np.flatnonzero(np.diff(chunks)) + 1).tolist(), len(rows)]
        if self._between(rows) < SPARSE_BYTES * len(ends):
            self._take_dense(rows, out)
            return
        for begin, end in pairwise([0, *ends]):
            self._take_of_chunk(int(chunks[begin]), rows[begin:end], out[begin:end])

    def _take_of_chunk(self, index: int, rows: npt.NDArray[np.intp], out: Vectors) -> None:
        payload = self._record.chunks[index].payload
        guarded = payload if self._verifies else payload.trusted()
        if decode_numbered(guarded, rows - self._rows.starts[index], out):
            return
        if self._between(rows) < SPARSE_BYTES * len(rows):
            self._take_dense(rows, out)
        else:
            self.read_ranges(runs(rows), out)

    def _between(self, rows: npt.NDArray[np.intp]) -> int:
        """Decoded bytes from the first of some rows to the last."""
        return 4 * self.dimension * int(rows[-1] - rows[0])

    def _take_dense(self, rows: npt.NDArray[np.intp], out: Vectors) -> None:
        """Rows, decoded with those between them.

        Chunks between them are not touched, which may be damaged, or of an unknown scheme.
        """
        groups = np.split(rows, np.flatnonzero(np.diff(self._rows.of_rows(rows)) > 1) + 1)
        ranges = [(int(group[0]), int(group[-1]) + 1) for group in groups]
        left_out = [
            start - place for (start, _), place in zip(ranges, places_of(ranges), strict=True)
        ]
        found = self.read_ranges(ranges)
        out[...] = found[rows - np.repeat(left_out, [len(group) for group in groups])]

    def _pieces(self, start: int, stop: int, place: int) -> Iterator[Piece]:
        """What to decode where: payload, its rows, and the rows of the result from `place` on."""
        whole = 4 * self.dimension * (stop - start)
        step = self._rows_of(min(max(whole // 16, MIN_PIECE), MAX_PIECE))
        for payload, begin, end in self._payloads(start, stop):
            first, last = max(start, begin), min(stop, end)
            if isinstance(payload, Encoded):  # those that are joined are small
                payload.expect_worth(4 * self.dimension * (last - first))
            for low in range(first, last, step):
                high = min(low + step, last)
                yield (
                    payload,
                    slice(low - begin, high - begin),
                    slice(place + low - start, place + high - start),
                )

    def bounds(self, start: int, stop: int) -> tuple[float, float] | None:
        """The least and the greatest value in some rows, if all of their chunks tell."""
        return widest(map(self.header.chunks.__getitem__, self._rows.touched(start, stop)))

    def _payloads(self, start: int, stop: int) -> Iterator[tuple[Encoded | Joined, int, int]]:
        """The payloads that rows touch, and the rows that they hold."""
        chunks = self._record.chunks
        touched, starts = self._rows.touched(start, stop), self._rows.starts
        first, last = touched.start, touched.stop
        if last - first == 1:
            alone = chunks[first].payload
            only = alone if self._verifies else alone.trusted()
            yield only, starts[first], starts[last]
            return
        io, verify = self._record._io, self._verifies
        for payload, count in joined(chunks, "payload", io, first, last, verify=verify):
            yield payload, starts[first], starts[first + count]
            first += count

    def chunk(self, index: int, out: Vectors | None = None, **options: Unpack[Options]) -> Any:
        """One chunk, decoded; options as in `read`."""
        chunk = self.chunks[whole_number(index, "index")]
        return self.read(slice(chunk.start, chunk.stop), out, **options)

    def stored(self, index: int) -> memoryview:
        """The stored bytes of a chunk, as they are: a view of the file, read-only.

        Raises:
            IndexError: there is no such chunk.
        """
        chunk = self.chunks[whole_number(index, "index")]
        return memoryview(self._record.chunks[chunk.index].payload.stored).toreadonly()

    def record(self, index: int) -> tuple[int, int, int | None]:
        """Where the record of a chunk is: its first byte, the one after its last, its checksum.

        Raises:
            IndexError: there is no such chunk.
        """
        record = self._record.chunks[self.chunks[whole_number(index, "index")].index]
        begin = cast("int", record.payload.offset)  # since it was read from a file
        crc = record.crc if self.format_version else None
        head = head_of_chunk(self.format_version)
        return begin - head, begin + record.payload.stored_size, crc

    def iter_chunks(self, **options: Unpack[Options]) -> Iterator[Any]:
        """Every chunk, decoded, in order; options as in `read`."""
        for chunk in self.chunks:
            yield self.chunk(chunk.index, **options)
            self.release(chunk.index)

    def blocks(self) -> Iterator[Vectors]:
        """All rows in order, in blocks of at most 16 MiB that never cross a chunk.

        Memory stays bounded however large the file and its chunks are.
        """
        step = self._rows_of(BLOCK_BYTES)
        for chunk in self.chunks:
            for low in range(chunk.start, chunk.stop, step):
                yield self.read(slice(low, min(low + step, chunk.stop)))
                self.release(chunk.index)

    def release(self, index: int) -> None:
        """Let the pages of a chunk that has been decoded go."""
        payload = self._record.chunks[index].payload
        if payload.offset is not None:
            self._record._io.release(payload.offset, payload.offset + payload.stored_size)

    def _check_chunk(self, index: int) -> None:
        self._record.chunks[index].payload.verify()
        self.release(index)

    def facts(self) -> dict[str, Any]:
        kind = {"dimension": self.dimension, "compression": self.header.compression}
        return {**super().facts(), **kind}


open_cvc = CvcReader
"""Opens a file of vectors."""
