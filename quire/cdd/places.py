"""Where things stand in the records of a layout, as its spec says."""

from __future__ import annotations

from abc import ABC
from functools import cached_property
from typing import Any

import numpy as np

from quire.generated.cdd import Cdd
from quire.runtime.geometry import Span
from quire.runtime.number_at import NumberAt
from quire.runtime.structure.lookup import plan_of

ENTRY = np.dtype("<u8")
"""An entry of an index block."""

MAGIC_BYTES: int = Cdd.span_of("magic").size
"""Of both layouts."""


class Places(ABC):
    """Where things stand; each is looked up when somebody asks for it.

    Attributes:
        record: The generated class of the layout.
    """

    record: Any

    @cached_property
    def magic(self) -> bytes:
        """First bytes of a file."""
        return plan_of(self.record).fields[0].contents or b""

    @cached_property
    def block_head(self) -> int:
        """Bytes of an index block before its entries."""
        found: int = self.record.IndexBlock.offset_of("entries")
        return found

    @cached_property
    def digest_at(self) -> Span:
        """Where in an index block its digest is."""
        found: Span = self.record.IndexBlock.span_of("hash")
        return found

    @cached_property
    def max_capacity(self) -> int:
        """The most entries that a block can have, for the number that tells its size."""
        most: int = 256 ** NumberAt(self.record.IndexBlock, "len_block").size - 1
        return (most - self.block_head) // ENTRY.itemsize

    @cached_property
    def len_chunk(self) -> NumberAt:
        """What a chunk says of its size."""
        return NumberAt(self.record.Chunk, "len_chunk")

    @cached_property
    def flags(self) -> dict[str, int]:
        """The flags of a chunk by name, and how far to the left of the lowest bit each stands."""
        fields = plan_of(self.record.Transforms).fields
        return {each.id: 8 * (each.offset or 0) + each.bit for each in fields}

    @cached_property
    def shape_at(self) -> int:
        """Bytes of a chunk before the list of its shape."""
        found: int = self.record.Chunk.offset_of("shape")
        return found
