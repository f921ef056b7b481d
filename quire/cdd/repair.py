"""Repairing what an interrupted append leaves: digests of the index, and a last slot."""

from __future__ import annotations

import os
from copy import copy

import numpy as np

from quire.cdd.backends import open_backend
from quire.cdd.index import Index, PendingGroup
from quire.cdd.layouts import ENTRY, IndexBlock
from quire.cdd.start import restore_start
from quire.cdd.storage import StorageBackend
from quire.runtime import FormatError


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
        digest = layout.digest(block.slots, block.next)
        storage.write_at(block.offset + layout.digest_at.start, digest)
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
    digest = group.after if whole else group.before
    if block.digest != digest:
        storage.write_at(block.offset + layout.digest_at.start, digest)
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
