"""Where the chunks are: the chain of index blocks, followed and checked.

Chunks of a group are committed together: a writer sets all of their slots but the first, which no
reader sees after a free one; then the digest as it will be; and then the first slot. See
`DataWriter.append_groups`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from quire.cdd.layouts import Header, IndexBlock, Layout, Offsets, layout_of
from quire.cdd.storage import StorageBackend
from quire.runtime import EndOfStreamError, FormatError, dismantled
from quire.runtime.errors import within
from quire.runtime.reading.budget import Budget

FIRST_READ = 1 << 16
"""Bytes that are asked for when the size of the header is not known yet."""

AFTER_SHAPE = 584
"""Bytes from the shape of a chunk on: 65 dimensions, and a payload that is a frame of nothing."""

WHILE = 0.002
"""Seconds: more than a writer takes from a slot to the digest."""


class Index:
    """The chain of index blocks, followed from the header on, and the records of the chunks.

    Args:
        storage: Of the store.
        verify: Whether each digest must match.

    Attributes:
        storage, layout, header: Of the store.
        blocks: In order.
        offsets: Where each chunk is.
        unfinished: What was found of an append that was cut off; nothing of what was committed
            is missing.

    Raises:
        FormatError: a block is damaged, an offset is outside of the file, or the chain comes back
            to itself.
    """

    def __init__(self, storage: StorageBackend, *, verify: bool = True) -> None:
        self.storage = storage
        self.layout, self.header = _header(storage)
        self.blocks: list[IndexBlock] = []
        self.offsets: list[int] = []
        self.unfinished: FormatError | None = None
        offset, seen = self.header.size, set[int]()
        while offset:
            seen.add(offset)
            block, damage = self._read_block(offset)
            self.blocks.append(block)
            if verify and damage is not None:
                if not self._was_cut_off(block):
                    raise damage
                self.unfinished = damage
            self._collect(block)
            offset = self._following(block, seen)
        if self.unfinished is not None:
            self._leave_out_damaged()

    # -- chunks ----------------------------------------------------------------------------

    def chunk(self, number: int, hint: int = 0) -> Any:
        """The record of a chunk, with its payload not decoded yet.

        Behind a URL, `hint` bytes are asked for at once.
        """
        offset = self.offsets[number]
        data = self.storage.read_at(offset, max(hint, self.layout.chunk_head))
        size = self._size_of_chunk(number, data)
        if size > len(data):
            data = self.storage.read_at(offset, size)
        budget = Budget(self.storage.size())
        return self.layout.chunk(data[:size], size, offset, number, budget)

    def heads(self, numbers: Sequence[int]) -> Iterator[Any]:
        """The records of chunks without their payloads, which cannot be decoded."""
        size = self.layout.shape_at + AFTER_SHAPE
        heads = self.storage.read_many((self.offsets[number], size) for number in numbers)
        for number, data in zip(numbers, heads, strict=True):
            size = self._size_of_chunk(number, data)
            yield self.layout.chunk(data[:size], size, self.offsets[number], number)

    def damage(self, number: int) -> FormatError | None:
        """What is wrong with a chunk, if anything is."""
        try:
            with dismantled(self.chunk(number)) as chunk:
                chunk.data.verify()
        except FormatError as error:
            return error
        return None

    def _size_of_chunk(self, number: int, data: memoryview) -> int:
        """How many bytes a chunk says that it has; all of them have to be there."""
        layout, offset = self.layout, self.offsets[number]
        with within(f"chunks[{number}]", layout.name):
            size: int = layout.len_chunk.read(data)
            if size < layout.chunk_head:
                raise FormatError("len_chunk", f"at least {layout.chunk_head}", size, offset=offset)
            if size > len(data) and size > (there := self.storage.size() - offset):
                raise EndOfStreamError("len_chunk", size, there, offset=offset)
        return size

    def end(self) -> int:
        """Where the last chunk or block ends, as it says: where a writer puts the next chunk."""
        ends = [block.offset + block.size for block in self.blocks]
        slots = self.blocks[-1].slots[: self.blocks[-1].used]
        last = max([*self.offsets[-1:], *slots.tolist()], default=0)
        if last and last < self.storage.size():
            ends.append(self._told_end(last))
        return max(ends)

    def _told_end(self, offset: int) -> int:
        """Where the chunk that begins there ends, if it tells its size."""
        try:
            size: int = self.layout.len_chunk.read(
                self.storage.read_at(offset, self.layout.chunk_head)
            )
        except EndOfStreamError:
            return offset
        return offset + size

    # -- index blocks ----------------------------------------------------------------------

    def _read_block(self, offset: int) -> tuple[IndexBlock, FormatError | None]:
        """An index block, and what is wrong with its digest."""
        before = b""
        while True:
            data = self._block_bytes(offset)
            block, damage = self._parsed(data, offset)
            if block is not None and damage is None:
                return block, None
            if data == before:
                break
            # A writer may be at work on it: what stays the same for a while is what there is.
            before = data
            time.sleep(WHILE)
        if (block is None or block.compressed) and (copy := self._copy(data, offset)):
            self.unfinished = damage
            return copy, None
        return self.layout.block(data, offset, len(self.blocks)), damage

    def _block_bytes(self, offset: int) -> bytes:
        size = self.layout.block_size(self.header.capacity)
        data = bytes(self.storage.read_at(offset, size))
        if len(data) < size:
            with within(f"index_blocks[{len(self.blocks)}]", self.layout.name):
                raise EndOfStreamError("len_block", size, len(data), offset=offset)
        return data

    def _parsed(self, data: bytes, offset: int) -> tuple[IndexBlock | None, FormatError | None]:
        """An index block, if its bytes are one, and what is wrong with it."""
        try:
            block = self.layout.block(data, offset, len(self.blocks))
        except FormatError as error:
            return None, error
        return block, self.layout.mismatch(block)

    def _copy(self, data: bytes, offset: int) -> IndexBlock | None:
        """The copy that a writer keeps at the end of the file while it compresses an index block.

        The digest is that of the entries, compressed or not, so it tells whether this is the copy.
        """
        end = self.storage.size() - len(data)
        copy = bytes(self.storage.read_at(max(end, 0), len(data)))
        digest = slice(*self.layout.digest_at)
        if copy[digest] != data[digest] or end <= offset:
            return None
        block, damage = self._parsed(copy, offset)
        return None if block is None or damage else replace(block, copy=copy)

    def _was_cut_off(self, block: IndexBlock) -> bool:
        """Whether a digest is that of the block as it was before, or will be after, an append.

        A writer sets the last slot, or the pointer, and then the digest, which may be written in
        part; a system that fails may have written the digest alone.
        """
        end, digest, slots = self.end(), self.layout.digest, block.slots
        if block.pending and not block.next:
            return PendingGroup.of(digest, block, end).explains(block.digest)
        before, after = slots.copy(), slots.copy()
        before[max(block.used - 1, 0)] = 0
        candidates = [digest(before, block.next)]
        if block.next:
            candidates.append(digest(slots, 0))
        elif block.used < len(slots):
            after[block.used] = end
            candidates.append(digest(after, 0))
        else:
            candidates.append(digest(slots, self._told_end(end)))
        found = digest(slots, block.next)
        return any(_is_torn(block.digest, found, other) for other in candidates)

    def _leave_out_damaged(self) -> None:
        """Leave out the last chunk, if its append was cut off and it is not whole."""
        last = self.blocks[-1]
        if last.pending:
            return  # what was cut off is the group after it
        if last.used and self.layout.mismatch(last) and self.damage(len(self.offsets) - 1):
            self.offsets.pop()

    def _collect(self, block: IndexBlock) -> None:
        """Take the offsets of a block's chunks; each has to lie in the file, after the header."""
        least, most = self.header.size, self.storage.size() - self.layout.chunk_head
        for slot, offset in enumerate(block.slots[: block.used].tolist()):
            if not least <= offset <= most:
                path = f"index_blocks[{block.number}].entries[{slot}]"
                expected, name = f"an offset from {least} to {most}", self.layout.name
                place = None if block.compressed else self.layout.slot_position(block, slot)
                raise FormatError(path, expected, offset, offset=place, format=name)
            self.offsets.append(offset)

    def _following(self, block: IndexBlock, seen: set[int]) -> int:
        """Where the next block is; 0 at the end of the chain."""
        following = block.next
        least, most = self.header.size, self.storage.size() - block.size
        path = f"index_blocks[{block.number}].next"
        if following in seen:
            expected = "a block that was not visited before"
        elif following and not least <= following <= most:
            expected = f"an offset from {least} to {most}"
        else:
            return following
        hidden = block.compressed and self.layout.pointers  # it is among the entries
        place = None if hidden else self.layout.next_position(block)
        raise FormatError(path, expected, following, offset=place, format=self.layout.name)


def _header(storage: StorageBackend) -> tuple[Layout, Header]:
    """The header, however long it is."""
    size, asked = storage.size(), FIRST_READ
    while True:
        data = storage.read_at(0, min(asked, size))
        layout = layout_of(data)
        try:
            return layout, layout.header(data)
        except EndOfStreamError:
            if len(data) >= size:
                raise
            asked *= 16


class PendingGroup(NamedTuple):
    """A group whose first slot is not set, in a block that has no successor.

    Attributes:
        offsets: Where its chunks are, if all of its slots but the first were set.
        before, after: The digests of the block without the group and with it.
    """

    offsets: list[int]
    before: bytes
    after: bytes

    @classmethod
    def of(
        cls, digest: Callable[[Offsets, int], bytes], block: IndexBlock, first: int
    ) -> PendingGroup:
        """The group after the free slot of a block; its first chunk is at `first`."""
        without, complete = block.slots.copy(), block.slots.copy()
        without[block.used :] = 0
        complete[block.used] = first
        group = complete[block.used : replace(block, slots=complete).used]
        return cls(group.tolist(), digest(without, 0), digest(complete, 0))

    def explains(self, digest: bytes) -> bool:
        """Whether writing the group, or undoing it, can have left such a digest."""
        return _is_torn(digest, self.after, self.before) or _is_torn(
            digest, self.before, self.after
        )


def _is_torn(digest: bytes, new: bytes, old: bytes) -> bool:
    """Whether a digest is an old one with a new one written over all of it, or its first bytes."""
    return any(new[:kept] + old[kept:] == digest for kept in range(len(new) + 1))
