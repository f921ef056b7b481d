"""The chunks of a store: what is known of each, its payload, and which can be joined."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple, Self

import numpy as np
import zstandard

from quire.cdd.index import Index
from quire.cdd.storage import Array, StorageBackend
from quire.cdd.types import check_shape, type_of
from quire.generated.cryptodd import Cryptodd
from quire.kernels.engine.batches import Piece
from quire.kernels.engine.given import expect_list
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage
from quire.runtime import ChecksumError, Reader, dismantle, dismantled
from quire.runtime.coding.digests import digest
from quire.runtime.errors import within
from quire.runtime.reading.budget import Budget

_MOST_AHEAD = 16 << 20
"""Bytes that are asked for before the size of a chunk is known, at most."""


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


class Loaded(NamedTuple):
    """A payload that is decoded when it is asked for, and the number of its chunk."""

    number: int
    payload: Encoded


class Chunks:
    """The chunks that a store has now. Several threads may read at once.

    Attributes:
        index: Where they are.
        layout: Name of the layout.
        budget: What the file may become.
    """

    def __init__(self, storage: StorageBackend, verify: bool) -> None:  # noqa: FBT001  # for pickle, by position
        self._storage = storage
        self.index = index = Index(storage, verify=verify)
        self._verify = verify
        self._infos: list[ChunkInfo | None] = [None] * len(index.offsets)
        self._payloads: dict[Any, Encoded] = {}
        """Of each kind of chunk one, without its bytes: others are read without their records."""
        self._hints = _distances(index, storage.size())
        self.budget = Budget(storage.size())
        self._closed = False
        self.layout = index.layout.name

    def __len__(self) -> int:
        return len(self._infos)

    def numbers(self, some: Iterable[int]) -> list[int]:
        """Numbers of chunks, of which negative ones count from the end."""
        expect_list(some, "numbers", "whole numbers")
        return [self._number(i) for i in some]

    def infos(self, numbers: Iterable[int]) -> list[ChunkInfo]:
        """What is known of some chunks; read together."""
        self.check_open()
        wanted = self.numbers(numbers)
        missing = [number for number in wanted if self._infos[number] is None]
        if missing:
            heads = self.index.heads(missing)
            for number, record in zip(missing, heads, strict=True):
                try:
                    self._infos[number] = self._info(number, record)
                finally:
                    dismantle(record)
        return [info for number in wanted if (info := self._infos[number]) is not None]

    def load(self, number: int) -> Loaded:
        """The payload of a chunk."""
        self.check_open()
        number = self._number(number)
        if self._infos[number] is None:  # its head and its payload in one request
            return Loaded(number, self._first_payload(number))
        (found,) = self.load_many([number])
        return found

    def load_many(self, numbers: Sequence[int]) -> list[Loaded]:
        """The payloads of chunks, fetched together."""
        infos = self.infos(numbers)
        stored = self._storage.read_many((info.stored_at, info.stored_bytes) for info in infos)
        return [
            Loaded(info.index, self._payload(info, data))
            for info, data in zip(infos, stored, strict=True)
        ]

    def decode(self, loaded: Loaded, out: Array | None = None, **where: Any) -> Any:
        """The array of a payload; see `DataReader.get_chunk`."""
        with within(f"chunks[{loaded.number}]", self.layout):
            return loaded.payload.decode(out, **where)

    def piece(self, loaded: Loaded, row: int, *, packed: bool = False) -> Piece:
        """A payload as it is sent to a GPU; see `Encoded.piece`."""
        with within(f"chunks[{loaded.number}]", self.layout):
            made = loaded.payload.piece(row=row, packed=packed)
        if made.packed is None:
            return made
        alone = partial(self.piece, loaded, row)  # whose errors tell which chunk it is
        return made._replace(packed=made.packed._replace(unpacked=alone))

    def verify(self, number: int) -> None:
        """Check the digest of a chunk, and that its bytes mean something."""
        (loaded,) = self.load_many([number])
        with within(f"chunks[{number}]", self.layout):
            loaded.payload.verify()

    def close(self) -> None:
        """Refuse to read any more."""
        self._closed = True

    def __reduce__(self) -> tuple[Any, ...]:
        self.check_open()
        return Chunks, (self._storage, self._verify)

    def check_open(self) -> None:
        """Raise a ValueError if the reader is closed."""
        if self._closed:
            raise ValueError(f"{self._storage.name}: closed")

    def _payload(self, info: ChunkInfo, stored: memoryview) -> Encoded:
        """The payload of a chunk of which the head is known."""
        like = self._payloads.get(_kind_of(info))
        if like is None:
            return self._first_payload(info.index)
        with within(f"chunks[{info.index}]", self.layout):
            return like.over(
                Reader(stored, info.stored_at, budget=self.budget), info.stored_bytes, info.hash
            )

    def _first_payload(self, number: int) -> Encoded:
        """The payload of a chunk with its record; of no bytes, if its shape means that."""
        read = self.index.chunk(number, self._hints[number])
        with dismantled(read) as record:
            info = self._infos[number]
            if info is None:
                info = self._infos[number] = self._info(number, record)
            payload: Encoded = record.data
            if payload.shape == info.shape:
                if not self._verify:
                    payload.trust()
                return payload
            if self._verify:
                self._verify_nothing(record, number)
        stage = Stage("raw", shape=info.shape, dtype=info.dtype.name)
        return Encoded((stage,), field="data", stored=b"")

    def _verify_nothing(self, record: Any, number: int) -> None:
        """Compare the digest of a chunk whose array has no bytes, which its shape does not tell."""
        flags = record.flags
        if flags.skip_hash_check:
            return
        hashed = record.data.stored if flags.reconstruction_not_perfect else b""
        found = digest("blake3", hashed, len(record.hash))
        if found != record.hash:
            path, expected = f"chunks[{number}].data", f"blake3 {record.hash.hex()}"
            offset = self.index.offsets[number] + record.len_chunk - record.data.stored_size
            raise ChecksumError(path, expected, found.hex(), offset=offset, format=self.layout)

    def _info(self, number: int, record: Any) -> ChunkInfo:
        info = _info_of(record, self.index, number)
        payload: Encoded = record.data
        if payload.shape == info.shape and _kind_of(info) not in self._payloads:
            like = self._payloads[_kind_of(info)] = payload.bare()
            if not self._verify:
                like.trust()
        return info

    def _number(self, i: int) -> int:
        try:
            i = operator.index(i)
        except TypeError:
            expected = "the number of a chunk (`rows` is an array, and takes its indices)"
            raise TypeError(f"expected {expected}, found {type(i).__name__}") from None
        number = i + len(self) if i < 0 else i
        if not 0 <= number < len(self):
            raise IndexError(f"expected a chunk from 0 to {len(self) - 1}, found {i}")
        return number


def _distances(index: Index, size: int) -> list[int]:
    """How far it is from each chunk to what comes next: the most that one request can want."""
    starts = sorted({*index.offsets, *(block.offset for block in index.blocks), size})
    following = dict(pairwise(starts))
    return [min(following[offset] - offset, _MOST_AHEAD) for offset in index.offsets]


def _info_of(record: Any, index: Index, number: int) -> ChunkInfo:
    """What the record of a chunk tells; a FormatError if that is no array."""
    payload: Encoded = record.data
    shape, offset, layout = _shape_of(record), index.offsets[number], index.layout
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


def _kind_of(info: ChunkInfo) -> tuple[Any, ...]:
    """What decides how a payload is decoded and verified."""
    return info.type, info.flags, info.dtype, info.shape


def _shape_of(record: Any) -> tuple[int, ...]:
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
