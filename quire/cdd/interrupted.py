"""What an append that was interrupted can have left of an index block.

Chunks of a group are committed together: a writer sets all of their slots but the first, which no
reader sees after a free one; then the digest as it will be; and then the first slot. See
`DataWriter.append_groups`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from quire.cdd.layouts import IndexBlock, Offsets


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
        return is_torn(digest, self.after, self.before) or is_torn(digest, self.before, self.after)


def is_torn(digest: bytes, new: bytes, old: bytes) -> bool:
    """Whether a digest is an old one with a new one written over all of it, or its first bytes."""
    return any(new[:kept] + old[kept:] == digest for kept in range(len(new) + 1))
