"""A codec of Zarr 3: its chunks are stored as those of CDD, which say their own shape and type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from zarr.abc.codec import ArrayBytesCodec
from zarr.core.buffer import Buffer, NDBuffer

from quire.cdd.layouts import LAYOUTS
from quire.cdd.types import chunk_type
from quire.runtime.budget import Budget
from quire.runtime.errors import FormatError

NAME = "quire.cdd"
"""What the codec is called in the metadata of an array."""


@dataclass(frozen=True)
class CddChunk(ArrayBytesCodec):  # type: ignore[misc]  # Any to mypy
    """Stores a chunk as one of CDD: head, digest, payload.

    Args:
        layout: "cdd" or "cryptodd".
        type: How it is stored, as `DataWriter.append_chunk` takes it; "auto" goes by the array.
        level: Of compression; None for the usual one.
    """

    layout: str = "cdd"
    type: str = "auto"
    level: int | None = None
    is_fixed_size = False

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The codec that the metadata of an array tells of."""
        return cls(**data.get("configuration", {}))

    def to_dict(self) -> dict[str, Any]:
        """What the metadata of an array says of it."""
        told = {"layout": self.layout, "type": self.type, "level": self.level}
        return {"name": NAME, "configuration": told}

    def compute_encoded_size(self, _input_byte_length: int, _chunk_spec: Any) -> int:
        """Not known before."""
        raise NotImplementedError  # what Zarr asks of codecs whose sizes vary

    def _decode_sync(self, chunk_data: Buffer, chunk_spec: Any) -> NDBuffer:
        data = memoryview(chunk_data.to_bytes())
        record = LAYOUTS[self.layout].chunk(data, len(data), 0, 0, Budget(len(data)))
        found = filled_up(record.data.decode(), chunk_spec.shape, chunk_spec.fill_value, "cdd")
        return chunk_spec.prototype.nd_buffer.from_ndarray_like(found)

    async def _decode_single(self, chunk_data: Buffer, chunk_spec: Any) -> NDBuffer:
        return self._decode_sync(chunk_data, chunk_spec)

    def _encode_sync(self, chunk_data: NDBuffer, chunk_spec: Any) -> Buffer:
        array = np.ascontiguousarray(chunk_data.as_ndarray_like())
        kind = chunk_type(self.layout, self.type, array)
        data = LAYOUTS[self.layout].chunk_bytes(array, kind, self.level)
        return chunk_spec.prototype.buffer.from_bytes(data)

    async def _encode_single(self, chunk_data: NDBuffer, chunk_spec: Any) -> Buffer:
        return self._encode_sync(chunk_data, chunk_spec)


def filled_up(found: Any, shape: tuple[int, ...], fill: Any, format: str) -> Any:
    """A chunk in the size that Zarr wants: the last one of a file may have fewer rows.

    Raises:
        FormatError: it is no such chunk.
    """
    if found.shape == shape:
        return found
    if found.shape[1:] != shape[1:] or len(found) > shape[0]:
        raise FormatError("shape", f"at most {shape} values", found.shape, format=format)
    made = np.full(shape, fill, found.dtype)
    made[: len(found)] = found
    return made
