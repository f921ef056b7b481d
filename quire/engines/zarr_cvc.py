"""A codec of Zarr 3 that reads chunks of CVC where they are; the array says how each is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from zarr.core.buffer import Buffer, NDBuffer

from quire.cvc.chunks import Chunk
from quire.cvc.opening import head_of_chunk
from quire.cvc.writing import stage
from quire.engines.stored_chunk import StoredChunk
from quire.generated.cvc import Cvc
from quire.kernels.engine.payload import Encoded
from quire.runtime.errors import FormatError
from quire.runtime.values.number_at import NumberAt

NAME = "quire.cvc"
"""What the codec is called in the metadata of an array."""

CHECKED = 1
"""The version of CVC whose records have a checksum, by which they are told from each other."""

CRC = NumberAt(Cvc.ColumnChunk, "crc")


@dataclass(frozen=True)
class CvcChunk(StoredChunk):
    """Reads records of a CVC file of version 1.

    What the header of the file says of a chunk is no part of its record: the array has it, by the
    checksums of the chunks.

    Args:
        chunks: By the checksum of a chunk, in decimal digits: its entry in the header.
    """

    chunks: Mapping[str, Mapping[str, Any]] = field(hash=False)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The codec that the metadata of an array tells of."""
        return cls(**data.get("configuration", {}))

    def to_dict(self) -> dict[str, Any]:
        """What the metadata of an array says of it."""
        told = {"chunks": {crc: dict(info) for crc, info in self.chunks.items()}}
        return {"name": NAME, "configuration": told}

    def _payload(self, data: memoryview, chunk_spec: Any) -> Encoded:
        crc: int = CRC.read(data)
        if str(crc) not in self.chunks:
            raise FormatError("crc", "that of a chunk of the file", crc, format="cvc")
        info = dict(self.chunks[str(crc)])
        shape = (info["rows"], chunk_spec.shape[1])
        payload = Encoded((stage(info, shape),), stored=data[head_of_chunk(CHECKED) :])
        payload.guard_with("crc32", crc)
        return payload

    async def _encode_single(self, chunk_data: NDBuffer, chunk_spec: Any) -> Buffer:
        message = "chunks of CVC are read where they are; the codec that writes is quire.cdd"
        raise NotImplementedError(message)  # Zarr asks every codec


def entry_of(chunk: Chunk) -> dict[str, Any]:
    """What the header of a file says of how a chunk is stored."""
    entry = {"rows": chunk.rows, "compression": chunk.compression}
    return entry if chunk.scale is None else {**entry, "min": chunk.min, "scale": chunk.scale}
