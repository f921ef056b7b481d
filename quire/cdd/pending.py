"""Groups of chunks that are committed together: what an interrupted commit leaves.

A writer sets all slots of a group but the first, which no reader sees after a free one; then the
digest as it will be; and then the first slot. See `DataWriter.append_groups`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from quire.cdd.blocks import IndexBlock, Offsets
from quire.cdd.layouts import Layout


@dataclass(frozen=True, slots=True)
class PendingGroup:
    """A group whose first slot is not set.

    Attributes:
        without, complete: (n,) uint64, the slots of the block before the group and with it.
        before, after: The digests of these.
    """

    without: Offsets
    complete: Offsets
    before: bytes
    after: bytes

    @classmethod
    def of(cls, layout: Layout, block: IndexBlock, first: int) -> PendingGroup:
        """The group after the free slot of a block that has no successor.

        Args:
            layout: Of the file.
            block: Whose slots after a free one are set.
            first: Where the first chunk of the group is.
        """
        without, complete = block.slots.copy(), block.slots.copy()
        without[block.used :] = 0
        complete[block.used] = first
        return cls(without, complete, layout.digest(without, 0), layout.digest(complete, 0))

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
