"""What is known of the header and of the index blocks of a store, whatever its layout is."""

from __future__ import annotations

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
