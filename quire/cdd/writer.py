"""Writing a store: every append is committed by one small write, and what it commits stays."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from quire.cdd.index import Index, read_chunk, read_index
from quire.cdd.layouts import DIGEST_OFFSET, LAYOUTS, IndexBlock, Layout
from quire.cdd.repair import put_right
from quire.cdd.storage import StorageBackend, open_backend
from quire.cdd.types import MAX_DIMENSIONS, chunk_type
from quire.kernels.threads import available_workers
from quire.runtime import EncodingError, FormatError

Array = npt.NDArray[Any]
Durability = Literal["none", "ordered", "full"]

CAPACITY = {"cdd": 1024, "cryptodd": 4096}
"""Entries of an index block, where nothing else is asked for."""

TARGET_BYTES = 1 << 20
"""Decoded bytes of the chunks that `append` makes: what a reader of a few rows has to decode."""


class DataWriter:
    """A store that chunks are appended to; one writer at a time.

    A new chunk is written behind all others; then its offset is set in the index, then the digest
    of the index. Whatever interrupts this, every chunk that was committed before stays readable,
    and the next writer goes on from there.

    Args:
        target: A path, which is created if it does not exist, or a backend.
        layout: "cdd", or "cryptodd" for the program of that name; of a store that exists, that
            which it has.
        capacity: Entries of each index block; None for 1024, or 4096 in layout "cryptodd".
        user_metadata: Any bytes, of a new store.
        compress_index: Whether index blocks are compressed when they are full (LZ4; zstd in layout
            "cryptodd", where the program itself cannot append to such a file).
        durability: What survives a failure of the *system*; that of the process alone loses
            nothing committed with any of them. "none": what the system had written. "ordered":
            all but perhaps the last appends, as chunks are on the disk before the index tells of
            them. "full": every append that returned.

    Raises:
        StoreLocked: another writer has it open.
        FormatError: it exists, and is damaged; it was not changed.
        ValueError: the capacity or the layout is impossible, or not that of the store.
        OSError: it cannot be opened or written.
    """

    def __init__(
        self,
        target: str | os.PathLike[str] | StorageBackend | None,
        *,
        layout: Literal["cdd", "cryptodd"] | None = None,
        capacity: int | None = None,
        user_metadata: bytes = b"",
        compress_index: bool = False,
        durability: Durability = "ordered",
    ) -> None:
        if durability not in ("none", "ordered", "full"):
            raise ValueError(f"durability: expected none, ordered or full, found {durability!r}")
        if layout is not None and layout not in LAYOUTS:
            raise ValueError(f"layout: expected {' or '.join(LAYOUTS)}, found {layout!r}")
        self._durability = durability
        self._compress = compress_index
        if _is_new(target):
            _start(layout or "cdd", capacity, user_metadata)  # an error leaves no file behind
        self._storage = _opened(target)
        self._owned = self._storage is not target
        self._interrupted = False
        try:
            self._create(layout or "cdd", capacity, user_metadata)
            index = read_index(self._storage)
            if index.unfinished is not None and put_right(self._storage, index):
                index = read_index(self._storage)
            self._resume(index, layout, capacity)
        except BaseException:
            self.close()
            raise

    # -- opening ---------------------------------------------------------------------------

    def _create(self, name: str, capacity: int | None, user_metadata: bytes) -> None:
        """Write the start of a store, if there is none yet, or not all of it."""
        try:
            start = _start(name, capacity, user_metadata)
        except ValueError:
            if self._storage.size():
                return  # a store that exists has a layout of its own
            raise
        found = self._storage.read_at(0, len(start))
        if len(found) < len(start) and start.startswith(found):
            self._storage.write_at(0, start)
            self._sync("ordered")

    def _resume(self, index: Index, layout: str | None, capacity: int | None) -> None:
        """Go on where the last writer ended."""
        found = (index.layout.name, index.header.capacity)
        for what, asked, has in zip(("layout", "capacity"), (layout, capacity), found, strict=True):
            if asked is not None and asked != has:
                raise ValueError(f"{what}: the store has {has}, found {asked}")
        self._layout: Layout = index.layout
        self._block: IndexBlock = index.blocks[-1]
        self._used = self._block.used
        self._num_chunks = len(index.offsets)
        self._end = _end(self._storage, index)

    # -- what there is ---------------------------------------------------------------------

    @property
    def layout(self) -> str:
        """Name of the layout."""
        return self._layout.name

    @property
    def num_chunks(self) -> int:
        """Number of chunks that are committed."""
        return self._num_chunks

    # -- appending -------------------------------------------------------------------------

    def append_chunk(self, array: npt.ArrayLike, type: str = "auto", level: int = 1) -> int:
        """Append an array as one chunk.

        Args:
            array: Of any dtype that the layout has.
            type: How to store it (`quire.cdd.types.TYPES`), or "auto".
            level: Of zstd.

        Returns:
            The number of the chunk.

        Raises:
            EncodingError: it cannot be stored so; nothing was written.
            ValueError: no such type; or the writer failed before, and has to be opened again.
            OSError: it cannot be written; all that was committed before still is.
        """
        return self._commit(self._encoded(np.asarray(array), type, level))

    def append(
        self,
        array: npt.ArrayLike,
        type: str = "auto",
        level: int = 1,
        *,
        target_bytes: int = TARGET_BYTES,
        workers: int | None = None,
    ) -> range:
        """Append an array in chunks of rows, which are encoded on several threads.

        Args:
            array: With at least one axis.
            type: As for `append_chunk`.
            level: Of zstd.
            target_bytes: Decoded bytes of a chunk, about; at least one row.
            workers: Threads; None for the processors there are.

        Returns:
            The numbers of the chunks.

        Raises:
            EncodingError, ValueError, OSError: as for `append_chunk`; the chunks before stay.
        """
        whole = np.asarray(array)
        if not whole.ndim:
            raise EncodingError("expected an array with rows, found one without an axis")
        first = self._num_chunks
        rows = max(1, target_bytes * len(whole) // max(1, whole.nbytes))
        parts = (whole[start : start + rows] for start in range(0, max(len(whole), 1), rows))
        for data in _ahead(lambda part: self._encoded(part, type, level), parts, workers):
            self._commit(data)
        return range(first, self._num_chunks)

    def _encoded(self, array: Array, type: str, level: int) -> bytes:
        if array.ndim > MAX_DIMENSIONS:
            raise EncodingError(f"expected at most {MAX_DIMENSIONS} dimensions, found {array.ndim}")
        if not array.size and self._layout.name == "cdd":
            raise EncodingError(f"layout cdd has no arrays of size 0, found shape {array.shape}")
        native = np.ascontiguousarray(array, array.dtype.newbyteorder("="))
        array = native.reshape(array.shape)  # what has no axis would get one
        return self._layout.chunk_bytes(array, chunk_type(self._layout.name, type, array), level)

    def _commit(self, data: bytes) -> int:
        """Write a chunk, and then tell of it."""
        if self._interrupted:
            raise ValueError(f"{self._storage.name}: a write failed before; open it again")
        self._interrupted = True
        if self._used < len(self._block.slots):
            self._storage.write_at(self._end, data)
            self._sync("ordered")
            self._block.slots[self._used] = self._end
            self._write_number(self._layout.slot_position(self._block, self._used), self._end)
            self._write_digest(self._block)
            self._end += len(data)
            self._used += 1
        else:
            self._commit_in_new_block(data)
        self._sync("full")
        self._num_chunks += 1
        self._interrupted = False
        return self._num_chunks - 1

    def _commit_in_new_block(self, data: bytes) -> None:
        """Write a chunk and the index block that begins with it, and then link that."""
        slots = np.zeros_like(self._block.slots)
        slots[0] = self._end
        block = self._layout.block_bytes(slots)
        offset = self._end + len(data)
        self._storage.write_at(self._end, data + block)
        self._sync("ordered")
        self._write_number(self._layout.next_position(self._block), offset)
        full = replace(self._block, next=offset)
        self._write_digest(full)
        if self._compress:
            self._compress_in_place(full, offset + len(block))
        self._block = self._layout.block(memoryview(block), offset, 0)
        self._end, self._used = offset + len(block), 1

    def _compress_in_place(self, block: IndexBlock, end: int) -> None:
        """Compress an index block that is full, if that is shorter.

        Until that is done a copy stands at the end of the file, where a reader looks for it.
        """
        try:
            compressed = self._layout.compressed(block)
        except FormatError:
            return
        self._storage.write_at(end, bytes(self._storage.read_at(block.offset, block.size)))
        self._storage.truncate(end + block.size)
        self._sync("ordered")
        self._storage.write_at(block.offset, compressed)
        self._sync("ordered")

    def _write_number(self, position: int, value: int) -> None:
        self._storage.write_at(position, value.to_bytes(8, "little"))

    def _write_digest(self, block: IndexBlock) -> None:
        self._storage.write_at(
            block.offset + DIGEST_OFFSET, self._layout.digest(block.slots, block.next)
        )

    def _sync(self, least: Durability) -> None:
        """Wait for the disk, if the durability is at least this."""
        if self._durability in ("full", least):
            self._storage.sync()

    def close(self) -> None:
        """Let go of the store; everything that was appended is committed already."""
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


def _start(name: str, capacity: int | None, user_metadata: bytes) -> bytes:
    """What a store without chunks consists of: a header and an index block."""
    layout = LAYOUTS[name]
    capacity = CAPACITY[name] if capacity is None else capacity
    head = layout.header_bytes(capacity, user_metadata)
    return head + layout.block_bytes(np.zeros(capacity - layout.pointers, np.uint64))


def _is_new(target: str | os.PathLike[str] | StorageBackend | None) -> bool:
    return isinstance(target, str | os.PathLike) and not Path(target).exists()


def _opened(target: str | os.PathLike[str] | StorageBackend | None) -> StorageBackend:
    """The storage to write to: what exists is continued."""
    if target is None or isinstance(target, StorageBackend) or "://" in os.fspath(target):
        return open_backend(target, "r+")
    return open_backend(target, "r+" if Path(target).exists() else "x")


def _end(storage: StorageBackend, index: Index) -> int:
    """Where the last chunk or block ends; what lies behind was never committed."""
    ends = [block.offset + block.size for block in index.blocks]
    if index.offsets:
        last = max(range(len(index.offsets)), key=index.offsets.__getitem__)
        try:
            ends.append(index.offsets[last] + read_chunk(storage, index, last).len_chunk)
        except FormatError:
            ends.append(storage.size())  # where it ends is not known
    return max(ends)


def _ahead(
    encode: Callable[[Array], bytes], parts: Iterator[Array], workers: int | None
) -> Iterator[bytes]:
    """What parts encode to, in order; a few are worked on at once, and never more."""
    count = available_workers() if workers is None else workers
    with ThreadPoolExecutor(count) as pool:
        waiting: deque[Future[bytes]] = deque(
            pool.submit(encode, p) for p in islice(parts, 2 * count)
        )
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(encode, part) for part in islice(parts, 1))
