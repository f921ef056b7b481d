"""The end of a store: where chunks are written and told of, by one thread at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import RLock
from typing import Literal

import numpy as np

from quire.cdd.index import Index
from quire.cdd.layouts import ENTRY, IndexBlock, Offsets
from quire.cdd.repair import replace_start
from quire.runtime import FormatError, dismantled
from quire.storage.locks import check_process

Durability = Literal["none", "ordered", "full"]


class Tail:
    """Writes chunks after all that there is, and commits them, each or some together.

    It begins with an index that has nothing unfinished. If its last block has entries after a
    free one, which the next chunk would make visible, that is a FormatError.
    """

    def __init__(self, index: Index, durability: Durability, *, compress_index: bool) -> None:
        self._storage = storage = index.storage
        self._layout = index.layout
        self._durability = durability
        self._compress = compress_index
        self._block = index.blocks[-1]
        self._used = self._block.used
        self._end = _end(index)
        self._first_block = index.header.size
        self._interrupted = False
        storage.writers += 1
        self._number = storage.writers
        self.num_chunks = len(index.offsets)
        if self._block.pending:
            path = f"index_blocks[{len(index.blocks) - 1}].entries[{self._used}]"
            expected = "no entry after a free one"
            raise FormatError(path, expected, "some", format=self._layout.name)

    @property
    def room(self) -> int:
        """How many chunks an index block has room for."""
        return len(self._block.slots)

    def restart(self, start: bytes) -> None:
        """Give a store another start in place of all there is; a ValueError if it has chunks."""
        if self.num_chunks or self._block.offset != self._first_block:
            found = f"{self.num_chunks} in {self._storage.name}"
            raise ValueError(
                f"user_metadata: can only be set before the first chunk, found {found}"
            )
        self._begin()
        replace_start(self._storage, start, self._end, lambda: self._sync("ordered"))
        head = self._layout.header(memoryview(start)).size
        self._block = self._layout.block(start[head:], head, 0)
        self._first_block, self._end = head, len(start)
        self._finish(0)

    # -- committing ------------------------------------------------------------------------

    def commit_all(self, chunks: list[bytes]) -> None:
        """Commit chunks, as many at once as the index block has room for."""
        while chunks:
            room = self.room - self._used or self.room
            self.commit(chunks[:room])
            chunks = chunks[room:]

    def commit(self, chunks: list[bytes]) -> None:
        """Write chunks, at most `room` of them, and then tell of all of them at once."""
        self._begin()
        if self._used + len(chunks) <= self.room:
            self._commit_in_block(chunks)
        else:
            self._commit_in_new_block(chunks)  # slots that are left stay free
        self._finish(len(chunks))

    def _commit_in_block(self, chunks: list[bytes]) -> None:
        """Set the slots after the first one before that: no reader looks at them until it is set.

        Each of these writes has to be on the disk before the next one: see `PendingGroup`. Of one
        chunk the slot comes first, and then the digest.
        """
        first, slots = self._used, self._block.slots
        self._used += len(chunks)
        slots[first : self._used] = self._write_chunks(chunks)
        self._sync("ordered")
        if len(chunks) == 1:
            self._write_slots(first, self._used)
            self._write_digest(self._block)
            return
        self._write_slots(first + 1, self._used)
        self._sync("ordered")
        self._write_digest(self._block)
        self._sync("ordered")
        self._write_slots(first, first + 1)

    def _commit_in_new_block(self, chunks: list[bytes]) -> None:
        """Write chunks and the index block that begins with them, and then link that."""
        slots = np.zeros_like(self._block.slots)
        slots[: len(chunks)] = self._write_chunks(chunks)
        block, offset = self._layout.block_bytes(slots), self._end
        self._storage.write_at(offset, block)
        self._sync("ordered")
        self._write_offsets(self._layout.next_position(self._block), np.uint64(offset))
        self._sync("ordered")  # a digest alone would not tell where the block is
        full = replace(self._block, next=offset)
        self._write_digest(full)
        if self._compress:
            self._compress_in_place(full, offset + len(block))
        self._block = self._layout.block(block, offset, 0)
        self._end, self._used = offset + len(block), len(chunks)

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

    # -- single writes ---------------------------------------------------------------------

    def _write_chunks(self, chunks: list[bytes]) -> list[int]:
        """Write chunks at the end; return where they are."""
        offsets = []
        for data in chunks:
            self._storage.write_at(self._end, data)
            offsets.append(self._end)
            self._end += len(data)
        return offsets

    def _write_slots(self, first: int, stop: int) -> None:
        position = self._layout.slot_position(self._block, first)
        self._write_offsets(position, self._block.slots[first:stop])

    def _write_offsets(self, position: int, offsets: Offsets | np.uint64) -> None:
        self._storage.write_at(position, offsets.astype(ENTRY).tobytes())

    def _write_digest(self, block: IndexBlock) -> None:
        digest = self._layout.digest(block.slots, block.next)
        self._storage.write_at(block.offset + self._layout.digest_at.start, digest)

    def _sync(self, least: Durability) -> None:
        """Wait for the disk, if the durability is at least this."""
        if self._durability in ("full", least):
            self._storage.sync()

    def _begin(self) -> None:
        """From here on what is known of the store is wrong, unless `_finish` is reached."""
        if self._interrupted:
            message = "a write failed or was interrupted before; open it again"
            raise ValueError(f"{self._storage.name}: {message}")
        if self._number != self._storage.writers:
            message = "another writer, or `repair`, was at work on it since; open it again"
            raise ValueError(f"{self._storage.name}: {message}")
        self._interrupted = True

    def _finish(self, chunks: int) -> None:
        """Count chunks that are committed."""
        self._sync("full")
        self.num_chunks += chunks
        self._interrupted = False


def _end(index: Index) -> int:
    """Where the last chunk or block ends; what comes after was never committed."""
    ends = [block.offset + block.size for block in index.blocks]
    if index.offsets:
        last = max(range(len(index.offsets)), key=index.offsets.__getitem__)
        try:
            with dismantled(index.chunk(last)) as chunk:
                ends.append(index.offsets[last] + chunk.len_chunk)
        except FormatError:
            ends.append(index.storage.size())  # where it ends is not known
    return max(ends)


class Turns:
    """The turns of threads that share a writer."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._process = os.getpid()
        self._lock = RLock()
        self._taken = self._closed = False

    def check(self) -> None:
        """Raise a ValueError if the writer is closed, or that of another process."""
        check_process(self._process, self._name)
        if self._closed:
            raise ValueError(f"{self._name}: closed")

    @contextmanager
    def take(self) -> Iterator[None]:
        """The turn of this thread, as soon as others have had theirs.

        A ValueError as of `check`; or if what is appended makes an append itself.
        """
        self.check()  # a fork has the lock as it was: nobody will ever release it there
        with self._lock:
            self.check()
            if self._taken:
                message = "an append cannot begin before the one that asks for its arrays ends"
                raise ValueError(f"{self._name}: {message}")
            self._taken = True
            try:
                yield
            finally:
                self._taken = False

    def close(self) -> bool:
        """End all turns, once those that were taken are over; whether there was anything to end."""
        if os.getpid() != self._process:
            return False  # they are the parent's
        with self._lock:
            was_open, self._closed = not self._closed, True
        return was_open
