"""Putting right what an interrupted append leaves behind: digests of the index, and a last slot."""

from __future__ import annotations

import os

from quire.cdd.index import Index, read_chunk, read_index
from quire.cdd.layouts import DIGEST_OFFSET
from quire.cdd.storage import StorageBackend, open_backend
from quire.runtime import FormatError


def repair(target: str | os.PathLike[str] | StorageBackend) -> list[str]:
    """Put a store right whose index has a wrong digest, if its chunks vouch for themselves.

    The digest of an index block is set to that of its entries where all its chunks have the
    digests that they tell. The very last chunk alone is let go if it is not whole: its append
    was cut off.

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
    try:
        return put_right(storage, read_index(storage, verify_hashes=False))
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
        if layout.digest(block.slots, block.next) == block.digest:
            continue
        damage = _damage(storage, index, numbers)
        if damage and (i + 1 < len(index.blocks) or damage.keys() != {numbers[-1]}):
            raise next(iter(damage.values()))
        if damage:
            slot = block.used - 1
            block.slots[slot] = 0
            storage.write_at(layout.slot_position(block, slot), bytes(8))
            done.append(f"chunks[{numbers[-1]}] is not whole, and was let go")
        storage.write_at(block.offset + DIGEST_OFFSET, layout.digest(block.slots, block.next))
        done.append(f"index_blocks[{i}] has the digest of its entries again")
    if done:
        storage.sync()
    return done


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
            read_chunk(storage, index, number).data.verify()
        except FormatError as error:
            found[number] = error
    return found
