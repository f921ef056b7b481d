"""A codec of Zarr 3: its chunks are stored as those of CDD, which say their own shape and type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from zarr.core.buffer import Buffer, NDBuffer

from quire.cdd.layouts import LAYOUTS
from quire.cdd.types import chunk_type
from quire.engines.stored_chunk import StoredChunk
from quire.kernels.engine.payload import Encoded
from quire.runtime.reading.budget import Budget

NAME = "quire.cdd"
"""What the codec is called in the metadata of an array."""


@dataclass(frozen=True)
class CddChunk(StoredChunk):
    """Stores a chunk as one of CDD: head, digest, payload.

    Args:
        layout: "cdd" or "cryptodd".
        type: How it is stored, as `DataWriter.append_chunk` takes it; "auto" depends on the array.
        level: Of compression; None for the usual one.
    """

    layout: str = "cdd"
    type: str = "auto"
    level: int | None = None

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The codec that the metadata of an array tells of."""
        return cls(**data.get("configuration", {}))

    def to_dict(self) -> dict[str, Any]:
        """What the metadata of an array says of it."""
        told = {"layout": self.layout, "type": self.type, "level": self.level}
        return {"name": NAME, "configuration": told}

    def _payload(self, data: memoryview, chunk_spec: Any) -> Encoded:
        del chunk_spec  # a chunk says its own shape
        found: Encoded = LAYOUTS[self.layout].chunk(data, len(data), 0, 0, Budget(len(data))).data
        return found

    def _encode_sync(self, chunk_data: NDBuffer, chunk_spec: Any) -> Buffer:
        array = np.ascontiguousarray(chunk_data.as_ndarray_like())
        kind = chunk_type(self.layout, self.type, array)
        data = LAYOUTS[self.layout].chunk_bytes(array, kind, self.level)
        return chunk_spec.prototype.buffer.from_bytes(data)

    async def _encode_single(self, chunk_data: NDBuffer, chunk_spec: Any) -> Buffer:
        return self._encode_sync(chunk_data, chunk_spec)
