"""Writing a store: every append is committed by one small write, and what it commits stays."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from quire.cdd.ahead import ahead
from quire.cdd.index import Index, read_index
from quire.cdd.layouts import LAYOUTS, IndexCodec, Layout
from quire.cdd.reader import DataReader
from quire.cdd.repair import put_right
from quire.cdd.start import restore_start, start_bytes
from quire.cdd.storage import StorageBackend, open_backend
from quire.cdd.tail import Durability, Tail
from quire.cdd.types import MAX_DIMENSIONS, chunk_type
from quire.kernels.compression.parameters import LEVELS
from quire.kernels.dispatch import expect
from quire.runtime import EncodingError

Array = npt.NDArray[Any]

TARGET_BYTES = 1 << 18
"""Decoded bytes of the chunks that `append` makes: what a reader of a few rows has to decode.

Of an order book, 64 rows take a third of the time that they take from chunks of 1 MiB, the whole
one and a half times as long; chunks of 64 KiB are better for rows again, and take three times as
long for the whole.
"""

TOGETHER_BYTES = 1 << 20
"""Decoded bytes that a thread encodes at a time, and that are committed together."""


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
        index_codec: How index blocks are stored once they are full: "raw"; or "lz4" in layout
            "cdd", "zstd" in layout "cryptodd" (whose program cannot append to such a file).
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
        index_codec: IndexCodec = "raw",
        durability: Durability = "ordered",
    ) -> None:
        if durability not in ("none", "ordered", "full"):
            raise ValueError(f"durability: expected none, ordered or full, found {durability!r}")
        if layout is not None and layout not in LAYOUTS:
            raise ValueError(f"layout: expected {' or '.join(LAYOUTS)}, found {layout!r}")
        if _is_new(target):  # an error leaves no file behind
            _start(layout or "cdd", capacity, user_metadata, index_codec)
        self._storage = _opened(target)
        self._owned = self._storage is not target
        try:
            restore_start(self._storage)
            told = (capacity, user_metadata, index_codec)
            if self._create(layout or "cdd", *told) and durability != "none":
                self._storage.sync()
            index = read_index(self._storage)
            if index.unfinished is not None and put_right(self._storage, index):
                index = read_index(self._storage)
            _expect_found(index, layout, capacity)
            self._layout, self._header = index.layout, index.header
            compress = _compresses(index.layout, index_codec)
            self._tail = Tail(self._storage, index, durability, compress_index=compress)
        except BaseException:
            self.close()
            raise

    # -- opening ---------------------------------------------------------------------------

    def _create(
        self, name: str, capacity: int | None, user_metadata: bytes, index_codec: str
    ) -> bool:
        """Write the start of a store, if there is none yet, or not all of it; tell whether."""
        try:
            start = _start(name, capacity, user_metadata, index_codec)
        except ValueError:
            if self._storage.size():
                return False  # a store that exists has a layout of its own
            raise
        found = self._storage.read_at(0, len(start))
        missing = len(found) < len(start) and start.startswith(found)
        if missing:
            self._storage.write_at(0, start)
        return missing

    # -- what there is ---------------------------------------------------------------------

    @property
    def layout(self) -> str:
        """Name of the layout."""
        return self._layout.name

    @property
    def num_chunks(self) -> int:
        """Number of chunks that are committed."""
        return self._tail.num_chunks

    @property
    def user_metadata(self) -> bytes:
        """What the user stored beside the arrays."""
        return self._header.user_metadata

    def set_user_metadata(self, data: bytes) -> None:
        """Replace the user's metadata, as long as there is no chunk.

        Interrupted, it leaves the old ones or the new ones; or a file that readers refuse, and
        that gets the new ones when it is next opened for writing.

        Args:
            data: Any bytes.

        Raises:
            ValueError: there are chunks, behind metadata that cannot grow; or there is too much
                data; or the writer failed before, and has to be opened again.
            OSError: they cannot be written.
        """
        start = start_bytes(self.layout, self._header.capacity, data)
        self._tail.restart(start)
        self._header = self._layout.header(memoryview(start))

    def reader(self) -> DataReader:
        """A reader of what is committed by now, on the backend of this writer."""
        return DataReader(self._storage)

    # -- appending -------------------------------------------------------------------------

    def append_chunk(
        self, array: npt.ArrayLike, type: str = "auto", level: int | None = None
    ) -> int:
        """Append an array as one chunk.

        Args:
            array: Of any dtype that the layout has.
            type: How to store it (`quire.cdd.types.TYPES`), or "auto".
            level: Of zstd; None for level 1, or what is read fastest at about its size.

        Returns:
            The number of the chunk.

        Raises:
            EncodingError: it cannot be stored so; nothing was written.
            ValueError: no such type or level; or the writer failed before, and has to be opened
                again.
            OSError: it cannot be written; all that was committed before still is.
        """
        return self._tail.commit(self._encoded(np.asarray(array), type, level))

    def append(
        self,
        array: npt.ArrayLike,
        type: str = "auto",
        level: int | None = None,
        *,
        target_bytes: int = TARGET_BYTES,
        workers: int | None = None,
    ) -> range:
        """Append an array in chunks of rows, which are encoded on several threads.

        Args:
            array: With at least one axis.
            type: As for `append_chunk`.
            level: Of zstd; None for level 1, or what is read fastest at about its size.
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
        first = self.num_chunks
        expect(whole.nbytes)
        rows = max(1, target_bytes * len(whole) // max(1, whole.nbytes))
        parts = _cut(whole, rows * max(1, TOGETHER_BYTES // target_bytes))
        for chunks in ahead(
            lambda part: [self._encoded(each, type, level) for each in _cut(part, rows)],
            parts,
            workers,
        ):
            self._tail.commit_all(chunks)
        return range(first, self.num_chunks)

    def append_groups(
        self,
        groups: Iterable[Sequence[npt.ArrayLike]],
        types: Sequence[str],
        level: int | None = None,
        *,
        workers: int | None = None,
    ) -> range:
        """Append groups of arrays, each array as one chunk; all of a group are committed, or none.

        Whatever interrupts this, no reader sees a part of a group.

        Args:
            groups: Each has as many arrays as there are types; taken when they are needed.
            types: How to store each array of a group; see `append_chunk`. No more of them than an
                index block has room for.
            level: Of zstd, as for `append_chunk`.
            workers: Threads; None for the processors there are.

        Returns:
            The numbers of the chunks.

        Raises:
            EncodingError, ValueError, OSError: as for `append_chunk`; the groups before stay.
        """
        size, room = len(types), self._tail.room
        if not 1 <= size <= room:
            raise ValueError(f"expected groups of 1 to {room} arrays, found {size}")
        first = self.num_chunks
        chunks = ahead(
            lambda part: self._encoded(np.asarray(part[0]), part[1], level),
            _with_types(groups, types),
            workers,
        )
        while group := list(islice(chunks, size)):
            self._tail.commit_group(group)
        return range(first, self.num_chunks)

    def _encoded(self, array: Array, type: str, level: int | None) -> bytes:
        if level is not None and level not in LEVELS:
            raise ValueError(f"level: expected {LEVELS[0]} to {LEVELS[-1]}, found {level!r}")
        if array.ndim > MAX_DIMENSIONS:
            raise EncodingError(f"expected at most {MAX_DIMENSIONS} dimensions, found {array.ndim}")
        if not array.size and self._layout.name == "cdd":
            raise EncodingError(f"layout cdd has no arrays of size 0, found shape {array.shape}")
        native = np.ascontiguousarray(array, array.dtype.newbyteorder("="))
        array = native.reshape(array.shape)  # what has no axis would get one
        return self._layout.chunk_bytes(array, chunk_type(self._layout.name, type, array), level)

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


def _with_types(
    groups: Iterable[Sequence[npt.ArrayLike]], types: Sequence[str]
) -> Iterator[tuple[npt.ArrayLike, str]]:
    """The arrays of all groups, each with its type."""
    for group in groups:
        if len(group) != len(types):
            raise ValueError(f"expected {len(types)} arrays in a group, found {len(group)}")
        yield from zip(group, types, strict=True)


def _expect_found(index: Index, layout: str | None, capacity: int | None) -> None:
    """Raise a ValueError if a store has not what it was said to have."""
    found = (index.layout.name, index.header.capacity)
    for what, asked, has in zip(("layout", "capacity"), (layout, capacity), found, strict=True):
        if asked is not None and asked != has:
            raise ValueError(f"{what}: the store has {has}, found {asked}")


def _is_new(target: str | os.PathLike[str] | StorageBackend | None) -> bool:
    return isinstance(target, str | os.PathLike) and not Path(target).exists()


def _opened(target: str | os.PathLike[str] | StorageBackend | None) -> StorageBackend:
    """The storage to write to: what exists is continued."""
    if target is None or isinstance(target, StorageBackend) or "://" in os.fspath(target):
        return open_backend(target, "r+")
    return open_backend(target, "r+" if Path(target).exists() else "x")


def _start(name: str, capacity: int | None, user_metadata: bytes, index_codec: str) -> bytes:
    """The start of a store that can go on like this."""
    _compresses(LAYOUTS[name], index_codec)
    return start_bytes(name, capacity, user_metadata)


def _compresses(layout: Layout, index_codec: str) -> bool:
    """Whether full index blocks are compressed."""
    if index_codec not in ("raw", layout.index_codec):
        expected = f"raw or {layout.index_codec} in layout {layout.name}"
        raise ValueError(f"index_codec: expected {expected}, found {index_codec!r}")
    return index_codec != "raw"


def _cut(array: Array, rows: int) -> Iterator[Array]:
    """An array in parts of so many rows; one part if it has none."""
    return (array[start : start + rows] for start in range(0, max(len(array), 1), rows))
