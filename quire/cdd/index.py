"""Where the chunks are: the chain of index blocks, followed and checked."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from quire.cdd.blocks import Header, IndexBlock, PendingGroup, is_torn
from quire.cdd.layouts import MAGIC_BYTES, Layout, layout_of
from quire.cdd.storage import StorageBackend
from quire.runtime import ChecksumError, EndOfStreamError, FormatError, dismantled
from quire.runtime.errors import within
from quire.runtime.reading.budget import Budget

FIRST_READ = 1 << 16
"""Bytes that are asked for when the size of the header is not known yet."""

AFTER_SHAPE = 584
"""Bytes from the shape of a chunk on: 65 dimensions, and a payload that is a frame of nothing."""

WHILE = 0.002
"""Seconds: more than a writer takes from a slot to the digest."""


@dataclass(slots=True)
class Index:
    """The chain, as far as it was followed.

    Attributes:
        layout, header: Of the file.
        blocks: In order.
        offsets: Where each chunk is.
        unfinished: What was found of an append that was cut off; nothing of what was committed
            is missing.
    """

    layout: Layout
    header: Header
    blocks: list[IndexBlock] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    unfinished: FormatError | None = None


def read_index(storage: StorageBackend, *, verify_hashes: bool = True) -> Index:
    """Follow the chain of index blocks from the header on; each digest must match, unless told not.

    An offset outside of the file, and a chain that comes back to itself, are FormatErrors.
    """
    layout, header = read_header(storage)
    index = Index(layout, header)
    offset, seen = header.size, set[int]()
    while offset:
        seen.add(offset)
        block, damage = _read_block(storage, index, offset)
        index.blocks.append(block)
        if verify_hashes and damage is not None:
            if not _was_cut_off(storage, index, block):
                raise damage
            index.unfinished = damage
        _collect(storage, index, block)
        offset = _following(storage, index, block, seen)
    if index.unfinished is not None:
        _leave_out_damaged(storage, index)
    return index


def read_header(storage: StorageBackend) -> tuple[Layout, Header]:
    """The header, however long it is."""
    size, asked = storage.size(), FIRST_READ
    while True:
        data = storage.read_at(0, min(asked, size))
        layout = layout_of(bytes(data[:MAGIC_BYTES]))
        try:
            return layout, layout.header(data)
        except EndOfStreamError:
            if len(data) >= size:
                raise
            asked *= 16


def read_chunk(storage: StorageBackend, index: Index, number: int, hint: int = 0) -> Any:
    """The record of a chunk, with its payload not decoded yet.

    Behind a URL, `hint` bytes are asked for at once.
    """
    offset = index.offsets[number]
    data = storage.read_at(offset, max(hint, index.layout.chunk_head))
    size = _chunk_size(index, number, data)
    if size > len(data):
        data = storage.read_at(offset, size)
    _check_end(index, number, size, len(data))
    return index.layout.chunk(data[:size], size, offset, number, Budget(storage.size()))


def read_heads(storage: StorageBackend, index: Index, numbers: Sequence[int]) -> Iterator[Any]:
    """The records of chunks without their payloads, which cannot be decoded."""
    end = storage.size()
    size = index.layout.shape_at + AFTER_SHAPE
    heads = storage.read_many((index.offsets[number], size) for number in numbers)
    for number, data in zip(numbers, heads, strict=True):
        size, offset = _chunk_size(index, number, data), index.offsets[number]
        _check_end(index, number, size, end - offset)
        yield index.layout.chunk(data[:size], size, offset, number)


def _chunk_size(index: Index, number: int, data: memoryview) -> int:
    """How many bytes a chunk says that it has."""
    with within(f"chunks[{number}]", index.layout.name):
        size, least = index.layout.len_chunk.read(data), index.layout.chunk_head
        if size < least:
            offset = index.offsets[number]
            raise FormatError("len_chunk", f"at least {least}", size, offset=offset)
    return int(size)


def _check_end(index: Index, number: int, size: int, there: int) -> None:
    if size > there:
        with within(f"chunks[{number}]", index.layout.name):
            offset = index.offsets[number]
            raise EndOfStreamError("len_chunk", size, there, offset=offset)


def _read_block(
    storage: StorageBackend, index: Index, offset: int
) -> tuple[IndexBlock, FormatError | None]:
    """An index block, and what is wrong with its digest."""
    data = _block_bytes(storage, index, offset)
    while True:
        block, damage = _parsed(index, data, offset)
        if block is not None and damage is None:
            return block, None
        # A writer may be at work on it: what stays the same for a while is what there is.
        time.sleep(WHILE)
        before, data = data, _block_bytes(storage, index, offset)
        if data == before:
            break
    copy = None
    if block is None or block.compressed:
        copy = _copy(storage, index.layout, memoryview(data), offset)
    if copy is not None:
        index.unfinished = damage
        return copy, None
    return index.layout.block(memoryview(data), offset, len(index.blocks)), damage


def _block_bytes(storage: StorageBackend, index: Index, offset: int) -> bytes:
    """The bytes of an index block, as they are at one moment."""
    size = index.layout.block_size(index.header.capacity)
    data = bytes(storage.read_at(offset, size))
    if len(data) < size:
        with within(f"index_blocks[{len(index.blocks)}]", index.layout.name):
            raise EndOfStreamError("len_block", size, len(data), offset=offset)
    return data


def _parsed(
    index: Index, data: bytes, offset: int
) -> tuple[IndexBlock, ChecksumError | None] | tuple[None, FormatError]:
    """An index block, if its bytes are one, and what is wrong with it."""
    number = len(index.blocks)
    try:
        block = index.layout.block(memoryview(data), offset, number)
    except FormatError as error:
        return None, error
    return block, mismatch(index, block, number)


def _copy(
    storage: StorageBackend, layout: Layout, data: memoryview, offset: int
) -> IndexBlock | None:
    """The copy that a writer keeps at the end of the file while it compresses an index block.

    The digest is that of the entries, compressed or not, so it tells whether this is the copy.
    """
    end = storage.size() - len(data)
    copy = storage.read_at(max(end, 0), len(data))
    digest = slice(*layout.digest_at)
    if copy[digest] != data[digest] or end <= offset:
        return None
    try:
        block = layout.block(copy, offset, 0)
    except FormatError:
        return None
    if layout.digest(block.slots, block.next) != block.digest:
        return None
    return replace(block, copy=bytes(copy))


def mismatch(index: Index, block: IndexBlock, number: int) -> ChecksumError | None:
    """The error if the digest of a block is not that of its entries."""
    found = index.layout.digest(block.slots, block.next)
    if found == block.digest:
        return None
    return ChecksumError(
        f"index_blocks[{number}].hash",
        f"blake3 {block.digest.hex()}",
        found.hex(),
        offset=block.offset + index.layout.digest_at.start,
        format=index.layout.name,
    )


def _was_cut_off(storage: StorageBackend, index: Index, block: IndexBlock) -> bool:
    """Whether a digest is that of the block as it was before, or will be after, an append.

    A writer sets the last slot, or the pointer, and then the digest, which may be written in part;
    a system that fails may have written the digest alone.
    """
    end = end_of_chunks(storage, index, block)
    if block.pending and not block.next:
        return PendingGroup.of(index.layout.digest, block, end).explains(block.digest)
    digest, found = index.layout.digest, index.layout.digest(block.slots, block.next)
    before, after = block.slots.copy(), block.slots.copy()
    before[max(block.used - 1, 0)] = 0
    candidates = [digest(before, block.next)]
    if block.next:
        candidates.append(digest(block.slots, 0))
    elif block.used < len(block.slots):
        after[block.used] = end
        candidates.append(digest(after, 0))
    else:
        candidates.append(digest(block.slots, _told_end(storage, index, end)))
    return any(is_torn(block.digest, found, other) for other in candidates)


def end_of_chunks(storage: StorageBackend, index: Index, block: IndexBlock) -> int:
    """Where the last chunk or block ends: where a writer puts the next chunk."""
    starts = [*index.offsets[-1:], *block.slots[: block.used].tolist()]
    ends = [block.offset + block.size for block in index.blocks]
    last = max(starts, default=0)
    if last and last < storage.size():
        ends.append(_told_end(storage, index, last))
    return max(ends)


def _told_end(storage: StorageBackend, index: Index, offset: int) -> int:
    """Where the chunk that begins there ends, as it says; where it begins, if it says nothing."""
    try:
        size: int = index.layout.len_chunk.read(storage.read_at(offset, index.layout.chunk_head))
    except EndOfStreamError:
        return offset
    return offset + size


def _leave_out_damaged(storage: StorageBackend, index: Index) -> None:
    """Leave out the last chunk, if its append was cut off and it is not whole."""
    last = index.blocks[-1]
    if last.pending:
        return  # what was cut off is the group after it
    if last.used and index.layout.digest(last.slots, last.next) != last.digest:
        try:
            with dismantled(read_chunk(storage, index, len(index.offsets) - 1)) as chunk:
                chunk.data.verify()
        except FormatError:
            index.offsets.pop()


def _collect(storage: StorageBackend, index: Index, block: IndexBlock) -> None:
    """Take the offsets of a block's chunks; each has to lie in the file, after the header."""
    least, most = index.header.size, storage.size() - index.layout.chunk_head
    for slot, offset in enumerate(block.slots[: block.used].tolist()):
        if not least <= offset <= most:
            place = index.layout.slot_position(block, slot)
            raise FormatError(
                f"index_blocks[{len(index.blocks) - 1}].entries[{slot}]",
                f"an offset from {least} to {most}",
                offset,
                offset=None if block.compressed else place,
                format=index.layout.name,
            )
        index.offsets.append(offset)


def _following(storage: StorageBackend, index: Index, block: IndexBlock, seen: set[int]) -> int:
    """Where the next block is; 0 at the end of the chain."""
    following = block.next
    least, most = index.header.size, storage.size() - block.size
    path = f"index_blocks[{len(index.blocks) - 1}].next"
    if following in seen:
        expected = "a block that was not visited before"
    elif following and not least <= following <= most:
        expected = f"an offset from {least} to {most}"
    else:
        return following
    hidden = block.compressed and index.layout.pointers  # it is among the entries
    place = None if hidden else index.layout.next_position(block)
    raise FormatError(path, expected, following, offset=place, format=index.layout.name)
