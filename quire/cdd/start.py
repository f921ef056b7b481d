"""The start of a store, which is all of it while there is no chunk: a header and an index block.

It is written when a store is made, and replaced to change the user's metadata, which moves the
index block after them. Until that is done a copy stands at the end of the file; and the magic is
away, so that nobody takes for a store what is half of one and half of the other.
"""

from __future__ import annotations

from collections.abc import Callable

from quire.cdd.layouts import LAYOUTS, MAGIC_BYTES
from quire.cdd.storage import StorageBackend
from quire.generated.cdd import Cdd
from quire.runtime import FormatError
from quire.runtime.coding.digests import digest

Sync = Callable[[], None]


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
        copy = Cdd.EndOfCopy.from_bytes(storage.read_at(max(end, 0), Cdd.EndOfCopy.SIZE))
    except FormatError:
        return False
    begin = end - copy.len_copy
    if begin < 0:
        return False
    start = bytes(storage.read_at(begin, copy.len_copy))
    if _digest(start) != copy.hash:
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
