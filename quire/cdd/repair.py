"""Repairing what an interruption leaves: of an append, or of a change of what a store begins with.

The start, a header and an index block, is all of a store while there is no chunk. It is replaced to
change the user's metadata, which moves the index block after them. Until that is done a copy stands
at the end of the file; and the magic is away, so that nobody takes for a store what is half of one
and half of the other.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from copy import copy

import numpy as np

from quire.cdd.backends import open_backend
from quire.cdd.index import Index, PendingGroup
from quire.cdd.layouts import ENTRY, LAYOUTS, MAGIC_BYTES, IndexBlock
from quire.cdd.storage import StorageBackend
from quire.generated.cdd import Cdd
from quire.runtime import FormatError
from quire.runtime.coding.digests import digest

Sync = Callable[[], None]


def repair(target: str | os.PathLike[str] | StorageBackend) -> list[str]:
    """Repair a store whose index has a wrong digest, if its chunks match their own digests.

    The digest of an index block is set to that of its entries where all its chunks have the
    digests that they tell. The very last chunk alone is let go if it is not whole: its append
    was cut off. A change of the user's metadata that was interrupted is finished, and so is the
    append of a group of chunks, if they are whole.

    Args:
        target: A path, or a backend that can be written to.

    Returns:
        What was done; nothing, if nothing had to be.

    Raises:
        FormatError: there is other damage; nothing was changed.
        StoreLocked: a writer has it open.
        OSError: it cannot be read or written.
    """
    storage = open_backend(target, "r+")
    storage.writers += 1
    try:
        restored = restore_start(storage)
        done = put_right(Index(storage, verify=False))
        return ["the header was written from the copy at the end of the file"] * restored + done
    finally:
        if storage is not target:
            storage.close()


def put_right(index: Index) -> list[str]:
    """As `repair`, for an index that was read."""
    storage, layout, done, number = index.storage, index.layout, list[str](), 0
    for i, block in enumerate(index.blocks):
        numbers = range(number, number + block.used)
        number += block.used
        if block.copy:
            storage.write_at(block.offset, block.copy)
            done.append(f"index_blocks[{i}] was restored from the copy at the end of the file")
        wrong = layout.mismatch(block)
        if wrong is None:
            continue
        if block.pending and not block.next:
            done.append(_settle(index, block, wrong))
            continue
        damage = _damage(index, numbers)
        if damage and (i + 1 < len(index.blocks) or damage.keys() != {numbers[-1]}):
            raise next(iter(damage.values()))
        if damage:
            slot = block.used - 1
            block.slots[slot] = 0
            storage.write_at(layout.slot_position(block, slot), bytes(ENTRY.itemsize))
            done.append(f"chunks[{numbers[-1]}] is not whole, and was let go")
        found = layout.digest(block.slots, block.next)
        storage.write_at(block.offset + layout.digest_at.start, found)
        done.append(f"index_blocks[{i}] has the digest of its entries again")
    if done:
        storage.sync()
    return done


def _settle(index: Index, block: IndexBlock, wrong: FormatError) -> str:
    """Commit a group of chunks of which the first slot alone is missing, or let go of it.

    Whatever interrupts this leaves what an interrupted append of the group could have left, too.
    """
    storage, layout = index.storage, index.layout
    group = PendingGroup.of(layout.digest, block, index.end())
    if not group.explains(block.digest):
        raise wrong
    with_group = copy(index)
    with_group.offsets = known = [*index.offsets, *group.offsets]
    numbers = range(len(index.offsets), len(known))
    # Where the digest is still the old one, not all slots need to be there.
    whole = block.digest != group.before and not _damage(with_group, numbers)
    settled = group.after if whole else group.before
    if block.digest != settled:
        storage.write_at(block.offset + layout.digest_at.start, settled)
        storage.sync()
    place = layout.slot_position(block, block.used)
    if whole:
        storage.write_at(place, np.array(group.offsets[0], ENTRY).tobytes())
        return f"chunks[{numbers[0]}] to chunks[{numbers[-1]}] are whole, and were committed"
    storage.write_at(place, bytes(ENTRY.itemsize * (len(block.slots) - block.used)))
    return f"a group of chunks from chunks[{len(index.offsets)}] on was cut off, and was let go"


def _damage(index: Index, numbers: range) -> dict[int, FormatError]:
    """What is wrong with some chunks, by their numbers."""
    found = {}
    for number in numbers:
        # One that an earlier reading left out is not whole.
        if number >= len(index.offsets):
            path = f"chunks[{number}]"
            found[number] = FormatError(path, "a whole chunk", "one that was cut off")
        elif damage := index.damage(number):
            found[number] = damage
    return found


# -- the start of a store ------------------------------------------------------------------


def replace_start(storage: StorageBackend, start: bytes, old: int, sync: Sync) -> None:
    """Give a store without chunks another start, in place of one of `old` bytes.

    Whatever interrupts this, the store has the old start, or the new one, or gets it by
    `restore_start`. `sync` waits until what was written is on the disk, if that is wanted.
    """
    end = Cdd.EndOfCopy.build(len_copy=len(start), hash=_digest(start)).to_bytes()
    storage.write_at(max(storage.size(), len(start)), start + end)
    sync()
    _put(storage, start, sync)
    storage.truncate(max(old, len(start)))  # a reader may still look at the old one


def restore_start(storage: StorageBackend) -> bool:
    """Finish a `replace_start` that was interrupted; return whether there was one."""
    # Zeros, or zeros in a part of it: its own write may have been cut off, too.
    if bytes(storage.read_at(0, MAGIC_BYTES)) in {layout.magic for layout in LAYOUTS.values()}:
        return False
    end = storage.size() - Cdd.EndOfCopy.SIZE
    try:
        told = Cdd.EndOfCopy.from_bytes(storage.read_at(max(end, 0), Cdd.EndOfCopy.SIZE))
    except FormatError:
        return False
    begin = end - told.len_copy
    if begin < 0:
        return False
    start = bytes(storage.read_at(begin, told.len_copy))
    if _digest(start) != told.hash:
        return False
    _put(storage, start, storage.sync)
    storage.truncate(begin)
    return True


def _digest(start: bytes) -> bytes:
    return digest("blake3", start, Cdd.EndOfCopy.span_of("hash").size)


def _put(storage: StorageBackend, start: bytes, sync: Sync) -> None:
    """Write a start, the magic last."""
    storage.write_at(0, bytes(MAGIC_BYTES))
    sync()
    storage.write_at(MAGIC_BYTES, start[MAGIC_BYTES:])
    sync()
    storage.write_at(0, start[:MAGIC_BYTES])
    sync()
