"""Where the chunks are: the chain of index blocks, followed and checked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from quire.cdd.layouts import DIGEST_OFFSET, Header, IndexBlock, Layout, layout_of, within
from quire.cdd.storage import StorageBackend
from quire.runtime import ChecksumError, EndOfStreamError, FormatError

FIRST_READ = 1 << 16
"""Bytes that are asked for when the size of the header is not known yet."""


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
    """Follow the chain of index blocks from the header on.

    Args:
        storage: The file.
        verify_hashes: Whether the digest of each block must match.

    Raises:
        FormatError: the header or a block is damaged; an offset lies outside the file, or the
            chain comes back to itself.
    """
    layout, header = read_header(storage)
    index = Index(layout, header)
    offset, seen = header.size, set[int]()
    while offset:
        seen.add(offset)
        block = _read_block(storage, index, offset)
        index.blocks.append(block)
        if verify_hashes:
            _verify(index, block)
        _collect(storage, index, block)
        offset = _following(storage, index, block, seen)
    if index.unfinished is not None:
        _leave_out_damaged(storage, index)
    return index


def read_header(storage: StorageBackend) -> tuple[Layout, Header]:
    """The header, however long it is.

    Raises:
        FormatError: it is damaged, or no header of CDD.
    """
    size, asked = storage.size(), FIRST_READ
    while True:
        data = storage.read_at(0, min(asked, size))
        layout = layout_of(bytes(data[:4]))
        try:
            return layout, layout.header(data)
        except EndOfStreamError:
            if len(data) >= size:
                raise
            asked *= 16


def read_chunk(storage: StorageBackend, index: Index, number: int, hint: int = 0) -> Any:
    """The record of a chunk, with its payload not decoded yet.

    Args:
        storage: The file.
        index: Where its chunks are.
        number: Of the chunk.
        hint: How many bytes to ask for at once, where that is a request to a server.

    Raises:
        FormatError: the chunk is damaged, or cut.
    """
    offset = index.offsets[number]
    data = storage.read_at(offset, max(hint, index.layout.chunk_head))
    size = int.from_bytes(data[:4], "little")
    if size > len(data):
        data = storage.read_at(offset, size)
    if size > len(data):
        with within(f"chunks[{number}]", index.layout.name):
            raise EndOfStreamError("len_chunk", size, len(data), offset=offset)
    return index.layout.chunk(data[:size], offset, number)


def _read_block(storage: StorageBackend, index: Index, offset: int) -> IndexBlock:
    layout, number = index.layout, len(index.blocks)
    size = layout.block_size(index.header.capacity)
    data = storage.read_at(offset, size)
    if len(data) < size:
        with within(f"index_blocks[{number}]", layout.name):
            raise EndOfStreamError("len_block", size, len(data), offset=offset)
    try:
        block = layout.block(data, offset, number)
    except FormatError as error:
        if (copy := _copy(storage, layout, data, offset)) is None:
            raise
        index.unfinished = error
        return copy
    damage = _mismatch(index, block, number) if block.compressed else None
    if damage is None or (copy := _copy(storage, layout, data, offset)) is None:
        return block
    index.unfinished = damage
    return copy


def _copy(
    storage: StorageBackend, layout: Layout, data: memoryview, offset: int
) -> IndexBlock | None:
    """The copy that a writer keeps at the end of the file while it compresses an index block.

    The digest is that of the entries, compressed or not, so it tells whether this is the copy.
    """
    start = DIGEST_OFFSET
    end = storage.size() - len(data)
    copy = storage.read_at(max(end, 0), len(data))
    stop = start + len(layout.digest(np.zeros(0, np.uint64), 0))
    if copy[start:stop] != data[start:stop] or end <= offset:
        return None
    try:
        block = layout.block(copy, offset, 0)
    except FormatError:
        return None
    if layout.digest(block.slots, block.next) != block.digest:
        return None
    return replace(block, copy=bytes(copy))


def _verify(index: Index, block: IndexBlock) -> None:
    """Compare the digest of a block, but for what an append that was cut off leaves behind."""
    damage = _mismatch(index, block, len(index.blocks) - 1)
    if damage is not None:
        if not _was_cut_off(index.layout, block):
            raise damage
        index.unfinished = damage


def _mismatch(index: Index, block: IndexBlock, number: int) -> ChecksumError | None:
    """The error if the digest of a block is not that of its entries."""
    found = index.layout.digest(block.slots, block.next)
    if found == block.digest:
        return None
    return ChecksumError(
        f"index_blocks[{number}].hash",
        f"blake3 {block.digest.hex()}",
        found.hex(),
        offset=block.offset + DIGEST_OFFSET,
        format=index.layout.name,
    )


def _was_cut_off(layout: Layout, block: IndexBlock) -> bool:
    """Whether a digest is that of the block before its last slot, or its pointer, was set.

    A writer sets these first, and then the digest, which may be written in part.
    """
    found, before = layout.digest(block.slots, block.next), block.slots.copy()
    before[max(block.used - 1, 0)] = 0
    candidates = [layout.digest(before, block.next)]
    if block.next:
        candidates.append(layout.digest(block.slots, 0))
    return any(
        found[:kept] + old[kept:] == block.digest for old in candidates for kept in range(len(old))
    )


def _leave_out_damaged(storage: StorageBackend, index: Index) -> None:
    """Leave out the last chunk, if its append was cut off and it is not whole."""
    last = index.blocks[-1]
    if last.used and index.layout.digest(last.slots, last.next) != last.digest:
        try:
            read_chunk(storage, index, len(index.offsets) - 1).data.verify()
        except FormatError:
            index.offsets.pop()


def _collect(storage: StorageBackend, index: Index, block: IndexBlock) -> None:
    """Take the offsets of a block's chunks; each has to lie in the file, behind the header."""
    least, most = index.header.size, storage.size() - index.layout.chunk_head
    for slot, offset in enumerate(block.slots[: block.used].tolist()):
        if not least <= offset <= most:
            place = block.offset + index.layout.block_head + 8 * slot
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
