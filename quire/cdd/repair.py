"""Repairing what an interrupted append leaves: digests of the index, and a last slot."""

from __future__ import annotations

import os
from dataclasses import replace

import numpy as np

from quire.cdd.backends import open_backend
from quire.cdd.blocks import IndexBlock, PendingGroup
from quire.cdd.index import Index, end_of_chunks, mismatch, read_chunk, read_index
from quire.cdd.layouts import ENTRY
from quire.cdd.start import restore_start
from quire.cdd.storage import StorageBackend
from quire.runtime import FormatError, dismantled


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
        done = put_right(storage, read_index(storage, verify_hashes=False))
        return ["the header was written from the copy at the end of the file"] * restored + done
    finally:
        if storage is not target:
            storage.close()


def put_right(storage: StorageBackend, index: Index) -> list[str]:
    """As `repair`, for an index that was read."""
    layout, done, number = index.layout, list[str](), 0
    for i, block in enumerate(index.blocks):
        numbers = range(number, number + block.used)
        number += block.used
        if block.copy:
            storage.write_at(block.offset, block.copy)
            done.append(f"index_blocks[{i}] was restored from the copy at the end of the file")
        wrong = mismatch(index, block, i)
        if wrong is None:
            continue
        if block.pending and not block.next:
            done.append(_settle(storage, index, block, wrong))
            continue
        damage = _damage(storage, index, numbers)
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


def _settle(storage: StorageBackend, index: Index, block: IndexBlock, wrong: FormatError) -> str:
    """Commit a group of chunks of which the first slot alone is missing, or let go of it.

    Whatever interrupts this leaves what an interrupted append of the group could have left, too.
    """
    layout = index.layout
    group = PendingGroup.of(layout.digest, block, end_of_chunks(storage, index, block))
    if not group.explains(block.digest):
        raise wrong
    first, known = len(index.offsets), [*index.offsets, *group.offsets]
    with_group = replace(index, offsets=known)
    # Where the digest is still the old one, not all slots need to be there.
    whole = block.digest != group.before and not _damage(
        storage, with_group, range(first, len(known))
    )
    digest = group.after if whole else group.before
    if block.digest != digest:
        storage.write_at(block.offset + layout.digest_at.start, digest)
        storage.sync()
    place = layout.slot_position(block, block.used)
    if whole:
        storage.write_at(place, np.array(known[first], ENTRY).tobytes())
        return f"chunks[{first}] to chunks[{len(known) - 1}] are whole, and were committed"
    storage.write_at(place, bytes(ENTRY.itemsize * (len(block.slots) - block.used)))
    return f"a group of chunks from chunks[{first}] on was cut off, and was let go"


def _damage(storage: StorageBackend, index: Index, numbers: range) -> dict[int, FormatError]:
    """What is wrong with some chunks, by their numbers."""
    found = {}
    for number in numbers:
        # One that an earlier reading left out is not whole.
        if number >= len(index.offsets):
            path = f"chunks[{number}]"
            found[number] = FormatError(path, "a whole chunk", "one that was cut off")
            continue
        try:
            with dismantled(read_chunk(storage, index, number)) as chunk:
                chunk.data.verify()
        except FormatError as error:
            found[number] = error
    return found
