"""Codecs of Zarr 3 whose chunks are stored as those of a format of ours."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from zarr.abc.codec import ArrayBytesCodec, ArrayBytesCodecPartialDecodeMixin
from zarr.core.buffer import Buffer, NDBuffer

from quire.datasets.located import rows_of
from quire.kernels.engine.payload import Encoded
from quire.runtime.errors import FormatError


class StoredChunk(ArrayBytesCodec, ArrayBytesCodecPartialDecodeMixin):  # type: ignore[misc]  # Any to mypy
    """Decodes chunks, or the rows of them that are wanted."""

    is_fixed_size = False

    @abstractmethod
    def _payload(self, data: memoryview, chunk_spec: Any) -> Encoded:
        """What the bytes of a chunk hold.

        Raises:
            FormatError: they are damaged.
        """

    def compute_encoded_size(self, _input_byte_length: int, _chunk_spec: Any) -> int:
        """Not known before."""
        raise NotImplementedError  # what Zarr asks of codecs whose sizes vary

    def _decode_sync(self, chunk_data: Buffer, chunk_spec: Any) -> NDBuffer:
        found = self._fitting(chunk_data, chunk_spec).decode()
        if found.shape != chunk_spec.shape:  # the last chunk of a file may have fewer rows
            missing = chunk_spec.shape[0] - len(found)
            rest = np.full((missing, *found.shape[1:]), chunk_spec.fill_value, found.dtype)
            found = np.concatenate([found, rest])
        return chunk_spec.prototype.nd_buffer.from_ndarray_like(found)

    async def _decode_single(self, chunk_data: Buffer, chunk_spec: Any) -> NDBuffer:
        return self._decode_sync(chunk_data, chunk_spec)

    async def _decode_partial_single(
        self, byte_getter: Any, selection: Any, chunk_spec: Any
    ) -> NDBuffer | None:
        """The part of a chunk that an index selects; None if it is not stored."""
        data = await byte_getter.get(prototype=chunk_spec.prototype)
        if data is None:
            return None
        payload = self._fitting(data, chunk_spec)
        rows, among = _rows(selection[0], chunk_spec.shape[0])
        if rows.stop > payload.shape[0]:
            raise FormatError("shape", f"at least {rows.stop} rows", payload.shape[0])
        found = np.asarray(rows_of(payload, rows)[(among, *selection[1:])])
        return chunk_spec.prototype.nd_buffer.from_ndarray_like(found)

    def _fitting(self, chunk_data: Buffer, chunk_spec: Any) -> Encoded:
        """What a chunk holds, which must be no more than Zarr expects."""
        payload = self._payload(memoryview(chunk_data.to_bytes()), chunk_spec)
        found, wanted = payload.shape, chunk_spec.shape
        if found[1:] != wanted[1:] or found[0] > wanted[0]:
            raise FormatError("shape", f"at most {wanted} values", found)
        return payload


def _rows(index: Any, count: int) -> tuple[slice, Any]:
    """Rows that are one after another and hold those of an index, and the index among them.

    Args:
        index: Of one axis, as Zarr has it: a slice with a positive step, numbers, or flags.
        count: The rows that a chunk has in Zarr.
    """
    if isinstance(index, slice):
        chosen = range(count)[index]
        first, stop = (chosen[0], chosen[-1] + 1) if chosen else (0, 0)
        return slice(first, stop), slice(0, stop - first, chosen.step)
    numbers = np.asarray(index)
    if numbers.dtype == bool:  # as many as the chunk has in Zarr; fewer may be stored
        numbers = np.flatnonzero(numbers)
    if not numbers.size:
        return slice(0, 0), numbers.astype(np.intp)
    first, stop = int(numbers.min()), int(numbers.max()) + 1
    return slice(first, stop), numbers - first
