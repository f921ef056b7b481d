"""A codec of Zarr 3 that reads chunks of CVC where they are; the array says how each is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from zarr.abc.codec import ArrayBytesCodec
from zarr.core.buffer import Buffer, NDBuffer

from quire.cvc.chunks import Chunk
from quire.cvc.opening import head_of_chunk
from quire.cvc.plan import stage
from quire.engines.zarr import filled_up
from quire.generated.cvc import Cvc
from quire.kernels.engine.payload import Encoded
from quire.runtime.errors import FormatError
from quire.runtime.number_at import NumberAt

NAME = "quire.cvc"
"""What the codec is called in the metadata of an array."""

CHECKED = 1
"""The version of CVC whose records have a checksum, by which they are told from each other."""

CRC = NumberAt(Cvc.ColumnChunk, "crc")


@dataclass(frozen=True)
class CvcChunk(ArrayBytesCodec):  # type: ignore[misc]  # Any to mypy
    """Reads records of a CVC file of version 1.

    What the header of the file says of a chunk is no part of its record: the array has it, by the
    checksums of the chunks.

    Args:
        chunks: By the checksum of a chunk, in decimal digits: its entry in the header.
    """

    chunks: Mapping[str, Mapping[str, Any]] = field(hash=False)
    is_fixed_size = False

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The codec that the metadata of an array tells of."""
        return cls(**data.get("configuration", {}))

    def to_dict(self) -> dict[str, Any]:
        """What the metadata of an array says of it."""
        told = {"chunks": {crc: dict(info) for crc, info in self.chunks.items()}}
        return {"name": NAME, "configuration": told}

    def compute_encoded_size(self, _input_byte_length: int, _chunk_spec: Any) -> int:
        """Not known before."""
        raise NotImplementedError  # what Zarr asks of codecs whose sizes vary

    def _decode_sync(self, chunk_data: Buffer, chunk_spec: Any) -> NDBuffer:
        data, head = memoryview(chunk_data.to_bytes()), head_of_chunk(CHECKED)
        crc: int = CRC.read(data)
        if str(crc) not in self.chunks:
            raise FormatError("crc", "that of a chunk of the file", crc, format="cvc")
        info = self.chunks[str(crc)]
        wanted = chunk_spec.shape
        payload = Encoded((stage(dict(info), (info["rows"], wanted[1])),), stored=data[head:])
        payload.guard_with("crc32", crc)
        found = filled_up(payload.decode(), wanted, chunk_spec.fill_value, "cvc")
        return chunk_spec.prototype.nd_buffer.from_ndarray_like(found)

    async def _decode_single(self, chunk_data: Buffer, chunk_spec: Any) -> NDBuffer:
        return self._decode_sync(chunk_data, chunk_spec)

    async def _encode_single(self, chunk_data: NDBuffer, chunk_spec: Any) -> Buffer:
        message = "chunks of CVC are read where they are; the codec that writes is quire.cdd"
        raise NotImplementedError(message)


def entry_of(chunk: Chunk) -> dict[str, Any]:
    """What the header of a file says of how a chunk is stored."""
    entry = {"rows": chunk.rows, "compression": chunk.compression}
    return entry if chunk.scale is None else {**entry, "min": chunk.min, "scale": chunk.scale}
