"""Reading a store: by chunks, as they were appended, and by rows over all of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from types import TracebackType
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from quire.cdd.chunk_info import ChunkInfo, kind_of, shape_of
from quire.cdd.index import Index, read_chunk, read_heads, read_index
from quire.cdd.layouts import within
from quire.cdd.rows import Rows
from quire.cdd.storage import StorageBackend, open_backend
from quire.cdd.types import check_shape
from quire.kernels.binding import Encoded, Stage
from quire.kernels.checksums import digest
from quire.kernels.staging import Piece
from quire.kernels.threads import run
from quire.runtime import ChecksumError, FormatError, Reader

Array = npt.NDArray[Any]

_MOST_AHEAD = 16 << 20
"""Bytes that are asked for before the size of a chunk is known, at most."""


class DataReader:
    """A store that is read; opening and reading never change it.

    Chunks are read by their numbers (`reader[3]`, `reader[2:5]`), rows over all chunks through
    `rows`. Several threads may read at once.

    Args:
        target: A path, a URL that fsspec knows, or a backend (which is left open on closing).
        verify_hashes: Whether the digests of index blocks and of what is read must match.

    Attributes:
        layout: "cdd" or "cryptodd".
        capacity: Entries of each index block.
        unfinished: What was found of an append that was cut off, or None. Nothing that was
            committed before it is missing.

    Raises:
        FormatError: it is no CDD file, or its header or an index block is damaged.
        OSError: it cannot be read.
    """

    def __init__(
        self,
        target: str | os.PathLike[str] | StorageBackend,
        verify_hashes: bool = True,  # noqa: FBT001, FBT002  # as the plan of the format has it
    ) -> None:
        self._storage = open_backend(target)
        self._owned = self._storage is not target
        self._verify = verify_hashes
        try:
            self._take(read_index(self._storage, verify_hashes=verify_hashes))
        except BaseException:
            self.close()
            raise

    def _take(self, index: Index) -> None:
        self._index = index
        self._infos: list[ChunkInfo | None] = [None] * len(index.offsets)
        self._payloads: dict[Any, Encoded] = {}
        """Of each kind of chunk one, without its bytes: others are read without their records."""
        self._rows: Rows | None = None
        self._hints = _distances(index, self._storage.size())
        self.layout = index.layout.name
        self.capacity = index.header.capacity
        self.unfinished: FormatError | None = index.unfinished

    # -- what is there ---------------------------------------------------------------------

    @property
    def num_chunks(self) -> int:
        """Number of chunks."""
        return len(self._index.offsets)

    def __len__(self) -> int:
        return self.num_chunks

    @property
    def user_metadata(self) -> bytes:
        """What the user stored beside the arrays; b"" if nothing."""
        return self._index.header.user_metadata

    def chunk_info(self, i: int) -> ChunkInfo:
        """What is known of a chunk without decoding it.

        Raises:
            IndexError: there is no such chunk.
            FormatError: its head is damaged.
        """
        (found,) = self.chunk_infos([i])
        return found

    def chunk_infos(self, numbers: Sequence[int]) -> list[ChunkInfo]:
        """What is known of some chunks, by their numbers; read together.

        Raises:
            IndexError: there is no such chunk.
            FormatError: the head of one is damaged.
        """
        numbers = [self._number(i) for i in numbers]
        missing = [number for number in numbers if self._infos[number] is None]
        if missing:
            heads = read_heads(self._storage, self._index, missing)
            for number, record in zip(missing, heads, strict=True):
                self._infos[number] = self._info(number, record)
        return [info for number in numbers if (info := self._infos[number]) is not None]

    @property
    def chunks(self) -> list[ChunkInfo]:
        """What is known of every chunk."""
        return self.chunk_infos(range(self.num_chunks))

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of all chunks together, along their first axis.

        Raises:
            ValueError: they do not fit together.
        """
        return self.rows.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """Dtype of all chunks.

        Raises:
            ValueError: they differ.
        """
        return self.rows.dtype

    @property
    def rows(self) -> Rows:
        """All chunks as one array that is read by `rows[...]`, along their first axis.

        Raises:
            ValueError: they do not fit together.
        """
        if self._rows is None:
            self._rows = Rows(self, range(self.num_chunks))
        return self._rows

    # -- reading chunks --------------------------------------------------------------------

    def get_chunk(self, i: int, out: Array | None = None, **where: Any) -> Any:
        """The array of a chunk.

        Args:
            i: Its number; negative ones count from the end.
            out: An array to fill, C-contiguous, of its shape and dtype.
            where: `device`, `framework` and `backend`, as for `Encoded.decode`: "cuda" has it
                decoded on a GPU, where it stays; what is compressed is unpacked before.

        Raises:
            IndexError: there is no such chunk.
            ChecksumError: its digest differs.
            FormatError: it is damaged.
            BackendUnavailable: what was asked for cannot run; says what to install.
            ValueError: `out` does not fit.
        """
        number = self._number(i)
        if self._infos[number] is None:
            return self.decoded(number, self._first_payload(number), out, **where)
        ((_, payload),) = self.payloads([number])
        return self.decoded(number, payload, out, **where)

    def payloads(self, numbers: Sequence[int]) -> list[tuple[int, Encoded]]:
        """Payloads of chunks, with their numbers, fetched together.

        Args:
            numbers: As for `chunk_infos`.

        Raises:
            IndexError: there is no such chunk.
            FormatError: a chunk is damaged, as far as its head and its size tell.
        """
        infos = self.chunk_infos(numbers)
        stored = self._storage.read_many((info.stored_at, info.stored_bytes) for info in infos)
        return [
            (info.index, self._payload(info, data))
            for info, data in zip(infos, stored, strict=True)
        ]

    def decoded(self, number: int, payload: Encoded, out: Array | None = None, **where: Any) -> Any:
        """The array of a payload that `payloads` gave; see `get_chunk`."""
        with within(f"chunks[{number}]", self.layout):
            return payload.decode(out, **where)

    def piece(self, number: int, payload: Encoded, row: int) -> Piece:
        """A payload that `payloads` gave, as it is sent to a GPU; see `Encoded.piece`."""
        with within(f"chunks[{number}]", self.layout):
            return payload.piece(row=row)

    def __getitem__(self, item: int | slice) -> Array:
        """The array of a chunk, or of neighbouring chunks together (slices of step 1)."""
        if not isinstance(item, slice):
            chunk: Array = self.get_chunk(item)
            return chunk
        start, stop, step = item.indices(self.num_chunks)
        if step != 1:
            message = f"chunks are read with step 1, found {step}; `rows` takes any"
            raise ValueError(message)
        if start >= stop:
            return np.empty(0, np.uint8)
        return Rows(self, range(start, stop))[:]

    def iter_chunks(self) -> Iterator[Array]:
        """The arrays of the chunks, one after another."""
        return (self.get_chunk(i) for i in range(self.num_chunks))

    def __iter__(self) -> Iterator[Array]:
        return self.iter_chunks()

    def to_numpy(self, out: Array | None = None) -> Array:
        """All rows as one array.

        Args:
            out: An array to fill, C-contiguous, of `shape` and `dtype`.
        """
        found: Array = self.rows.read(out=out)
        return found

    def refresh(self) -> None:
        """See what a writer has committed since.

        Raises:
            FormatError: the file is damaged now; the reader stays as it was.
        """
        self._storage.refresh()
        self._take(read_index(self._storage, verify_hashes=self._verify))

    def verify(self, workers: int | None = None) -> list[str]:
        """Check every digest, offset and shape.

        Returns:
            What is odd, but does no harm.

        Raises:
            FormatError: the first damage that is found.
        """
        spans = sorted(
            [
                (block.offset, block.size, f"index_blocks[{i}]")
                for i, block in enumerate(self._index.blocks)
            ]
            + [(info.offset, info.size, f"chunks[{info.index}]") for info in self.chunks]
        )
        for (offset, size, path), (following, _, other) in pairwise(spans):
            if offset + size > following:
                expected, found = (
                    f"its end before {other} at {following}",
                    f"one at {offset + size}",
                )
                raise FormatError(path, expected, found, offset=offset, format=self.layout)
        run((partial(self._verify_chunk, i) for i in range(self.num_chunks)), workers)
        notes = [] if self.unfinished is None else [f"an append was cut off: {self.unfinished}"]
        end = max(offset + size for offset, size, _ in spans)
        left = self._storage.size() - end
        return notes + ([f"{left} bytes behind the last chunk belong to nothing"] if left else [])

    def _verify_chunk(self, number: int) -> None:
        ((_, payload),) = self.payloads([number])
        with within(f"chunks[{number}]", self.layout):
            payload.verify()

    # -- records ---------------------------------------------------------------------------

    def _payload(self, info: ChunkInfo, stored: memoryview) -> Encoded:
        """The payload of a chunk of which the head is known."""
        like = self._payloads.get(kind_of(info))
        if like is None:
            return self._first_payload(info.index)
        with within(f"chunks[{info.index}]", self.layout):
            return like.over(Reader(stored, info.stored_at), info.stored_bytes, info.hash)

    def _first_payload(self, number: int) -> Encoded:
        """The payload of a chunk with its record; of no bytes, if its shape means that."""
        record = read_chunk(self._storage, self._index, number, self._hints[number])
        info = self._infos[number]
        if info is None:
            info = self._infos[number] = self._info(number, record)
        payload: Encoded = record.data
        if payload.shape == info.shape:
            if not self._verify:
                payload.trust()
            return payload
        if self._verify:
            self._verify_nothing(record, number)
        stage = Stage("raw", shape=info.shape, dtype=info.dtype.name)
        return Encoded((stage,), field="data", stored=b"")

    def _verify_nothing(self, record: Any, number: int) -> None:
        """Compare the digest of a chunk whose array has no bytes, which its shape does not tell."""
        flags = record.flags
        if flags.skip_hash_check:
            return
        hashed = record.data.stored if flags.reconstruction_not_perfect else b""
        found = digest("blake3", hashed, len(record.hash))
        if found != record.hash:
            path, expected = f"chunks[{number}].data", f"blake3 {record.hash.hex()}"
            offset = self._index.offsets[number] + record.len_chunk - record.data.stored_size
            raise ChecksumError(path, expected, found.hex(), offset=offset, format=self.layout)

    def _info(self, number: int, record: Any) -> ChunkInfo:
        payload: Encoded = record.data
        shape = shape_of(record)
        with within(f"chunks[{number}]", self.layout):
            at = self._index.offsets[number] + self._index.layout.shape_at
            check_shape(self.layout, record.type.name, shape, at)
        info = ChunkInfo(
            index=number,
            offset=self._index.offsets[number],
            size=record.len_chunk,
            type=record.type.name,
            shape=shape,
            dtype=payload.dtype,
            stored_bytes=payload.stored_size,
            nbytes=payload.nbytes if shape == payload.shape else 0,
            flags=int.from_bytes(record.flags.to_bytes(), "little"),
            hash=record.hash,
        )
        if payload.shape == shape and kind_of(info) not in self._payloads:
            like = self._payloads[kind_of(info)] = payload.bare()
            if not self._verify:
                like.trust()
        return info

    def _number(self, i: int) -> int:
        number = i + self.num_chunks if i < 0 else i
        if not 0 <= number < self.num_chunks:
            raise IndexError(f"expected a chunk from 0 to {self.num_chunks - 1}, found {i}")
        return number

    def close(self) -> None:
        """Let go of the file; arrays that were read stay."""
        if self._owned:
            self._storage.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<DataReader {self._storage.name}: {self.layout}, {self.num_chunks} chunks>"


def _distances(index: Index, size: int) -> list[int]:
    """How far it is from each chunk to what comes next: the most that one request can want."""
    starts = sorted({*index.offsets, *(block.offset for block in index.blocks), size})
    following = dict(pairwise(starts))
    return [min(following[offset] - offset, _MOST_AHEAD) for offset in index.offsets]
