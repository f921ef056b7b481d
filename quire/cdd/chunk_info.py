"""What is known of a chunk without decoding it, and which can be joined along the first axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
import zstandard

from quire.cdd.index import Index
from quire.cdd.storage import Array
from quire.cdd.types import check_shape, type_of
from quire.generated.cryptodd import Cryptodd
from quire.kernels.engine.payload import Encoded
from quire.runtime.errors import within

_SHORT_FRAME = 32
"""Bytes that a frame of nothing has, at most."""


@dataclass(frozen=True, slots=True)
class ChunkInfo:
    """What is known of a chunk without decoding it.

    Attributes:
        index: Its number.
        offset, size: Where it is in the file.
        type: How it is stored, one of `TYPES`: what `append_chunk` takes.
        shape, dtype: Of the decoded array.
        stored_bytes, nbytes: Of its payload, and decoded.
        flags: The bits of its flags.
        hash: As stored: of the decoded array or, of a lossy type in layout `cryptodd`, of the
            stored payload.
    """

    index: int
    offset: int
    size: int
    type: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    stored_bytes: int
    nbytes: int
    flags: int
    hash: bytes

    @property
    def stored_at(self) -> int:
        """Where in the file its payload is: at its end."""
        return self.offset + self.size - self.stored_bytes


def info_of(record: Any, index: Index, number: int) -> ChunkInfo:
    """What the record of a chunk tells; a FormatError if that is no array."""
    payload: Encoded = record.data
    shape, offset, layout = shape_of(record), index.offsets[number], index.layout
    kind = type_of(layout.name, record.type.name, half=record.flags.down_cast_16)
    with within(f"chunks[{number}]", layout.name):
        check_shape(layout.name, kind, shape, offset + layout.shape_at)
    return ChunkInfo(
        index=number,
        offset=offset,
        size=record.len_chunk,
        type=kind,
        shape=shape,
        dtype=payload.dtype,
        stored_bytes=payload.stored_size,
        nbytes=payload.nbytes if shape == payload.shape else 0,
        flags=sum(getattr(record.flags, flag) << bit for flag, bit in layout.flags.items()),
        hash=record.hash,
    )


def kind_of(info: ChunkInfo) -> tuple[Any, ...]:
    """What decides how a payload is decoded and verified."""
    return info.type, info.flags, info.dtype, info.shape


def shape_of(record: Any) -> tuple[int, ...]:
    """The shape of a chunk's array.

    cryptodd-arrays 0.1.0 leaves out the 0 that ends the list of a shape whose last dimension is
    0, which then ends with a 0 of its own; nothing is stored.
    """
    payload: Encoded = record.data
    of_program = isinstance(record, Cryptodd.Chunk)
    if of_program and 0 not in payload.shape and payload.nbytes and _holds_nothing(payload):
        return tuple(record.shape)
    return payload.shape


def _holds_nothing(payload: Encoded) -> bool:
    """Whether a payload is a frame of zstd that says that it is of no bytes."""
    if payload.stored_size > _SHORT_FRAME:
        return False
    stored = payload.stored
    if not bytes(stored).startswith(zstandard.FRAME_HEADER):
        return False
    try:
        return bool(zstandard.frame_content_size(stored) == 0)
    except zstandard.ZstdError:
        return False


class Kind(NamedTuple):
    """What arrays have in common that can be joined along their first axis.

    Attributes:
        dtype: Of the elements, in the byte order of the machine.
        row: Shape of a row; None for an array without an axis, which has no rows.
    """

    dtype: np.dtype[Any]
    row: tuple[int, ...] | None

    @classmethod
    def of(cls, array: Array | ChunkInfo) -> Self:
        """The kind of an array, or of a chunk."""
        row = array.shape[1:] if array.shape else None
        return cls(array.dtype.newbyteorder("="), row)

    def takes(self, other: Kind) -> bool:
        """Whether an array of another kind can be joined to one of this."""
        return self.row is not None and self == other

    def __str__(self) -> str:
        return f"{self.dtype} {() if self.row is None else ('rows', *self.row)}"
