"""Writing a store: every append is committed by one small write, and what it commits stays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Literal, Never, Self, get_args

import numpy as np
import numpy.typing as npt

from quire.cdd.chunks import Kind
from quire.cdd.layouts import IndexCodec
from quire.cdd.opening import Asked, Target, open_index, open_storage
from quire.cdd.reader import DataReader
from quire.cdd.storage import Array
from quire.cdd.tail import Durability, Tail, Turns
from quire.cdd.types import MAX_DIMENSIONS, chunk_type
from quire.kernels.codecs.zstd.codec import LEVELS
from quire.kernels.engine.dispatch import expect
from quire.kernels.engine.given import (
    as_array,
    expect_list,
    expect_one_of,
    given_bytes,
    whole_number,
)
from quire.kernels.engine.threads import ahead
from quire.opened import Closing
from quire.progress import Progress, telling
from quire.runtime import EncodingError, FormatError
from quire.storage.failing import if_it_fails

TARGET_BYTES = 1 << 18
"""Decoded bytes of the chunks that `append` makes: what a reader of a few rows has to decode.

Of an order book, 64 rows take a third of the time that they take from chunks of 1 MiB, the whole
one and a half times as long; chunks of 64 KiB are better for rows again, and take three times as
long for the whole.
"""

TOGETHER_BYTES = 1 << 20
"""Decoded bytes that a thread encodes at a time, and that are committed together."""


class StoreResult(int):
    """The number of a chunk that was appended, and what it takes.

    Attributes:
        original_size: Decoded bytes.
        compressed_size: Bytes of the chunk in the file.
    """

    original_size: int
    compressed_size: int

    @classmethod
    def of(cls, number: int, original_size: int, compressed_size: int) -> Self:
        """The result of an append."""
        made = cls(number)
        made.original_size, made.compressed_size = original_size, compressed_size
        return made

    @property
    def chunk_index(self) -> int:
        """The number, as a plain integer."""
        return int(self)

    @property
    def compression_ratio(self) -> float:
        """Decoded bytes for each byte in the file."""
        return self.original_size / self.compressed_size


class DataWriter(Closing):
    """A store that chunks are appended to; one writer at a time.

    Several threads may append: one append after another is committed, and the chunks of one stay
    together. A process that is forked cannot go on with the writer of its parent, nor can it be
    copied: it holds the lock of the store.

    A new chunk is written after all others; then its offset is set in the index, then the digest
    of the index. Whatever interrupts this, every chunk that was committed before stays readable,
    and the next writer goes on from there.

    Args:
        target: A path, which is created if it does not exist, or a backend.
        layout: "cdd", or "cryptodd" for the program of that name; of a store that exists, that
            which it has.
        capacity: Entries of each index block; None for 1024, or 4096 in layout "cryptodd".
        user_metadata: Any bytes; of a store that exists, None or those which it has.
        mixed: Whether arrays may be appended that are no rows of one array with those that are
            there. Such a store has chunks alone: neither `rows` nor a shape.
        index_codec: How index blocks are stored once they are full: "raw"; or "lz4" in layout
            "cdd", "zstd" in layout "cryptodd" (whose program cannot append to such a file).
        durability: What survives a failure of the *system*; that of the process alone loses
            nothing committed with any of them. "none": what the system had written. "ordered":
            all but perhaps the last appends, as chunks are on the disk before the index tells of
            them. "full": every append that returned.

    Raises:
        StoreLocked: another writer has it open.
        FormatError: it exists, and is damaged; it was not changed.
        ValueError: the capacity or the layout is impossible; or they, or the user's metadata, are
            not those of the store. Methods: the writer is closed, is that of another process, or
            failed before, and has to be opened again.
        OSError: it cannot be opened or written; all that was committed before is still there.
        EncodingError: methods only: an array cannot be stored so, or does not fit the chunks
            before; what was appended before it stays.
        TypeError: methods only: some values are masked.
    """

    def __init__(
        self,
        target: Target,
        *,
        layout: Literal["cdd", "cryptodd"] | None = None,
        capacity: int | None = None,
        user_metadata: bytes | None = None,
        mixed: bool = False,
        index_codec: IndexCodec = "raw",
        durability: Durability = "ordered",
    ) -> None:
        expect_one_of(durability, get_args(Durability), "durability")
        asked = Asked(layout, capacity, user_metadata, index_codec)
        self._storage = open_storage(target, asked)
        self._owned = self._storage is not target
        self._turns = Turns(self._storage.name)
        self._mixed = mixed
        self._kind: Kind | None = None
        with if_it_fails(self.close):
            index = open_index(self._storage, asked, wait=durability != "none")
            self._layout, self._header = index.layout, index.header
            if user_metadata is not None:
                self._expect_metadata(user_metadata)
            compress = asked.compresses(index.layout)
            self._tail = Tail(index, durability, compress_index=compress)

    def _expect_metadata(self, asked: bytes) -> None:
        if asked != self.user_metadata:
            found = f"{self._storage.name} exists and has other metadata"
            advice = "leave them out, or see `set_user_metadata`"
            raise ValueError(f"user_metadata: {found}: {advice}")

    # -- what there is ---------------------------------------------------------------------

    @property
    def name(self) -> str:
        """What the storage is called: its path, if it is a file."""
        return self._storage.name

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
            ValueError: there are chunks, after metadata that cannot grow; or it is too much data.
        """
        data = bytes(given_bytes(data, "user_metadata"))
        start = self._layout.start(self._header.capacity, data)
        with self._turns.take():
            self._tail.restart(start)
            self._header = self._layout.header(memoryview(start))

    def reader(self) -> DataReader:
        """A reader of what is committed by now, on the backend of this writer."""
        self._turns.check()
        return DataReader(self._storage)

    # -- appending -------------------------------------------------------------------------

    def append_chunk(
        self, array: npt.ArrayLike, type: str = "auto", level: int | None = None
    ) -> StoreResult:
        """Append an array as one chunk.

        Args:
            array: Of any dtype that the layout has; of numpy, torch (copied to the CPU), or a list.
            type: How to store it (`quire.cdd.types.TYPES`), or "auto".
            level: Of zstd; None for level 1, or what is read fastest at about its size.

        Returns:
            The number of the chunk, which also tells what it takes.

        Raises:
            ValueError: there is no such type or level.
        """
        self._turns.check()
        whole = as_array(array, "array")
        chunk = self._encoded(whole, type, level)
        with self._turns.take():
            self._expect_fitting(whole)
            self._tail.commit([chunk])
            return StoreResult.of(self.num_chunks - 1, whole.nbytes, len(chunk))

    def flush(self) -> None:
        """Have what was committed on the disk, whatever `durability` is."""
        with self._turns.take():
            self._storage.sync()

    def append(
        self,
        array: npt.ArrayLike,
        type: str = "auto",
        level: int | None = None,
        *,
        target_bytes: int = TARGET_BYTES,
        workers: int | None = None,
        progress: Progress = None,
    ) -> range:
        """Append an array in chunks of rows, which are encoded on several threads.

        Args:
            array: With at least one axis.
            type: As for `append_chunk`.
            level: As there.
            target_bytes: Decoded bytes of a chunk, about; at least one row.
            workers: Threads; None for the processors there are.
            progress: Called with (rows done, rows in all) as they are committed; True shows a bar
                on a terminal.

        Returns:
            The numbers of the chunks.

        Raises:
            ValueError: there is no such type or level, or `target_bytes` or `workers` is below 1.
        """
        whole_number(target_bytes, "target_bytes", least=1)
        whole = as_array(array, "array")
        if not whole.ndim:
            raise EncodingError("array: expected an array with rows, found one without an axis")
        rows = max(1, target_bytes * len(whole) // max(1, whole.nbytes))
        together = rows * max(1, TOGETHER_BYTES // target_bytes)
        label = f"appending to {self.name}"
        with self._turns.take(), telling(progress, label, len(whole)) as tell:
            self._expect_fitting(whole)
            first = self.num_chunks
            expect(whole.nbytes)
            made = ahead(
                lambda part: [self._encoded(each, type, level) for each in cut(part, rows)],
                cut(whole, together),
                workers,
            )
            for number, chunks in enumerate(made):
                self._tail.commit_all(chunks)
                tell(min(together, len(whole) - number * together))
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

        Whatever interrupts this, no reader sees a part of a group. The arrays may be of any kinds.

        Args:
            groups: Each has as many arrays as there are types; taken when they are needed.
            types: How to store each array of a group; see `append_chunk`. No more of them than an
                index block has room for.
            level: Of zstd, as for `append_chunk`.
            workers: Threads; None for the processors there are.

        Returns:
            The numbers of the chunks.
        """
        expect_list(groups, "groups", "lists of arrays")
        expect_list(types, "types", "names")
        size, room = len(types), self._tail.room
        if not 1 <= size <= room:
            raise ValueError(f"expected groups of 1 to {room} arrays, found {size}")
        with self._turns.take():
            first = self.num_chunks
            chunks = ahead(
                lambda part: self._encoded(as_array(part[0], "array"), part[1], level),
                _with_types(groups, types),
                workers,
            )
            while group := list(islice(chunks, size)):
                self._tail.commit(group)
            return range(first, self.num_chunks)

    def _expect_fitting(self, array: Array) -> None:
        """Raise an EncodingError for an array that cannot be joined to the chunks before."""
        if self._mixed or not self.num_chunks:
            return
        if self._kind is None:
            with suppress(FormatError):  # whoever reads that chunk is told
                self._kind = Kind.of(self.reader().chunk_info(0))
        if self._kind is not None and not self._kind.takes(Kind.of(array)):
            found = f"{array.dtype} {array.shape}; `mixed=True` makes a store of chunks alone"
            raise EncodingError(f"array: expected {self._kind} as in chunk 0, found {found}")

    def _encoded(self, array: Array, type: str, level: int | None) -> bytes:
        if level is not None and (np.ndim(level) or level not in LEVELS):
            raise ValueError(f"level: expected {LEVELS[0]} to {LEVELS[-1]}, found {level!r}")
        if array.ndim > MAX_DIMENSIONS:
            raise EncodingError(
                f"array: expected at most {MAX_DIMENSIONS} dimensions, found {array.ndim}"
            )
        if not array.size and self._layout.name == "cdd":
            found = f"{array.shape}; layout cryptodd has"
            raise EncodingError(f"array: layout cdd has none of size 0, found shape {found}")
        native = np.ascontiguousarray(array, array.dtype.newbyteorder("="))
        array = native.reshape(array.shape)  # what has no axis would get one
        return self._layout.chunk_bytes(array, chunk_type(self._layout.name, type, array), level)

    def close(self) -> None:
        """Let go of the store, once appends that are under way are done.

        Everything that was appended is committed already.
        """
        if self._turns.close() and self._owned:
            self._storage.close()

    def __reduce__(self) -> Never:
        message = "a writer cannot be copied or sent to another process: open the store there"
        raise TypeError(message)


def _with_types(
    groups: Iterable[Sequence[npt.ArrayLike]], types: Sequence[str]
) -> Iterator[tuple[npt.ArrayLike, str]]:
    """The arrays of all groups, each with its type."""
    for group in groups:
        expect_list(group, "groups", "arrays")
        if len(group) != len(types):
            raise ValueError(f"expected {len(types)} arrays in a group, found {len(group)}")
        yield from zip(group, types, strict=True)


def cut(array: Array, rows: int) -> Iterator[Array]:
    """An array in parts of so many rows; one part if it has none."""
    return (array[start : start + rows] for start in range(0, max(len(array), 1), rows))
