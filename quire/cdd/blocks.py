"""What is known of the header and of the index blocks of a store, whatever its layout is.

Chunks of a group are committed together: a writer sets all of their slots but the first, which no
reader sees after a free one; then the digest as it will be; and then the first slot. See
`DataWriter.append_groups`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Offsets = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Header:
    """What stands at the start of a file.

    Attributes:
        capacity: Entries of each index block; in layout `cdd` one of them is the pointer.
        user_metadata: Any bytes, decompressed.
        size: Bytes of the header; the first index block follows.
    """

    capacity: int
    user_metadata: bytes
    size: int


@dataclass(frozen=True, slots=True)
class IndexBlock:
    """One block of the chain.

    Attributes:
        offset, size: Where it is in the file.
        compressed: Whether its entries are.
        slots: (n,) uint64, where chunks are; 0 for a free one.
        next: Where the next block is, 0 for none.
        digest: As stored.
        copy: The bytes that should stand there: this is read from the copy that a writer keeps
            while it compresses a block, as the block itself is damaged.
    """

    offset: int
    size: int
    compressed: bool
    slots: Offsets
    next: int
    digest: bytes
    copy: bytes = b""

    @property
    def used(self) -> int:
        """How many slots have a chunk; the first free one ends them."""
        slots = self.slots
        free = int(slots.argmin()) if slots.size else 0  # the first of those that are least
        return free if slots.size and slots[free] == 0 else len(slots)

    @property
    def pending(self) -> bool:
        """Whether slots after a free one are set: those of a group that was not committed."""
        return bool(self.slots[self.used :].any())


@dataclass(frozen=True, slots=True)
class PendingGroup:
    """A group whose first slot is not set, in a block that has no successor.

    Attributes:
        without, complete: (n,) uint64, the slots of the block before the group and with it.
        before, after: The digests of these.
    """

    without: Offsets
    complete: Offsets
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
        return cls(without, complete, digest(without, 0), digest(complete, 0))

    def explains(self, digest: bytes) -> bool:
        """Whether writing the group, or undoing it, can have left such a digest."""
        return is_torn(digest, self.after, self.before) or is_torn(digest, self.before, self.after)

    @property
    def offsets(self) -> list[int]:
        """Where its chunks are, if all of its slots but the first were set."""
        used = int(np.count_nonzero(self.without))
        slots = self.complete[used:]
        free = np.flatnonzero(slots == 0)
        found: list[int] = slots[: free[0] if free.size else None].tolist()
        return found


def is_torn(digest: bytes, new: bytes, old: bytes) -> bool:
    """Whether a digest is an old one with a new one written over all of it, or its first bytes."""
    return any(new[:kept] + old[kept:] == digest for kept in range(len(new) + 1))
