"""The two layouts of CDD, told apart by the magic: what differs between them, and nothing else.

`cdd` is that of the plan (`specs/cdd.ksy`), `cryptodd` that of the program cryptodd-arrays
(`specs/cryptodd.ksy`). Structure is read by the generated classes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from quire.cdd.metadata import pack_metadata, unpack_metadata
from quire.cdd.storage import Array
from quire.cdd.types import TYPES, ChunkType
from quire.generated.cdd import Cdd
from quire.generated.cryptodd import Cryptodd
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Packed
from quire.runtime import ChecksumError, EncodingError, FormatError, Reader, dismantled
from quire.runtime.coding.digests import digest
from quire.runtime.errors import within
from quire.runtime.reading.budget import Budget
from quire.runtime.showing.geometry import Span
from quire.runtime.structure.lookup import plan_of
from quire.runtime.values.number_at import NumberAt, largest

IndexCodec = Literal["raw", "lz4", "zstd"]

ENTRY = np.dtype("<u8")
"""An entry of an index block."""

MAGIC_BYTES: int = Cdd.span_of("magic").size
"""Of both layouts."""

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
        number: Of the block.
        offset, size: Where it is in the file.
        compressed: Whether its entries are.
        slots: (n,) uint64, where chunks are; 0 for a free one.
        next: Where the next block is, 0 for none.
        digest: As stored.
        copy: The bytes that should stand there: this is read from the copy that a writer keeps
            while it compresses a block, as the block itself is damaged.
    """

    number: int
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


class Layout(ABC):
    """What differs between the two layouts.

    Attributes:
        name: "cdd" or "cryptodd".
        record: The generated class of the layout.
        pointers: Entries of an index block that are no slots.
        min_capacity: The fewest entries that a block can have.
        capacity: Entries of a block, where nothing else is asked for.
        index_codec: What compresses index blocks.
        rounded: The flag of a chunk whose values were rounded, from which others may follow.
        magic: First bytes of a file.
        block_head: Bytes of an index block before its entries.
        digest_at: Where in an index block its digest is.
        max_capacity: The most entries that a block can have, for the number that tells its size.
        len_chunk: What a chunk says of its size.
        shape_at: Bytes of a chunk before the list of its shape.
        flags: Those of a chunk by name, and how far from the lowest bit each stands.
    """

    name: str
    record: Any
    pointers: int
    min_capacity: int
    capacity: int
    index_codec: IndexCodec
    rounded: str

    def __init__(self) -> None:
        block, chunk = self.record.IndexBlock, self.record.Chunk
        self.magic: bytes = plan_of(self.record).fields[0].contents or b""
        self.block_head: int = block.offset_of("entries")
        self.digest_at: Span = block.span_of("hash")
        most: int = largest(block, "len_block")
        self.max_capacity = (most - self.block_head) // ENTRY.itemsize
        self._extent = None if self.pointers else NumberAt(block, "extent")
        self.len_chunk = NumberAt(chunk, "len_chunk")
        self.shape_at: int = chunk.offset_of("shape")
        flags = plan_of(self.record.Transforms).fields
        self.flags = {each.id: 8 * (each.offset or 0) + each.bit for each in flags}

    # -- the header ------------------------------------------------------------------------

    def header(self, data: memoryview) -> Header:
        """Read the header, whose bytes may be followed by others."""
        io = Reader(data)
        with dismantled(self.record.from_io(io)) as record:
            capacity, size = int(record.metadata.decode()[0]), io.pos()
            if not self.min_capacity <= capacity <= self.max_capacity:
                expected = f"{self.min_capacity} to {self.max_capacity} entries of an index block"
                offset = record.metadata.offset
                raise FormatError("metadata", expected, capacity, offset=offset, format=self.name)
            start = size - record.len_user_metadata
            user_metadata = unpack_metadata(record.user_metadata, start, self.name)
            return Header(capacity, user_metadata, size)

    def start(self, capacity: int | None, user_metadata: bytes) -> bytes:
        """What a store without chunks consists of; a ValueError if there can be none such."""
        capacity = self.capacity if capacity is None else capacity
        if not self.min_capacity <= capacity <= self.max_capacity:
            expected = f"{self.min_capacity} to {self.max_capacity}"
            raise ValueError(f"capacity: expected {expected}, found {capacity}")
        head = self.record.build(
            metadata=np.array([capacity], np.uint64), user_metadata=pack_metadata(user_metadata)
        )
        return _written(head) + self.block_bytes(np.zeros(capacity - self.pointers, np.uint64))

    # -- index blocks ----------------------------------------------------------------------

    def block_size(self, capacity: int) -> int:
        """Bytes of an index block."""
        return self.block_head + ENTRY.itemsize * capacity

    def block(self, data: bytes, offset: int, number: int) -> IndexBlock:
        """Read an index block, whose digest is not verified here; its number is for errors."""
        read = self.record.IndexBlock.from_io
        with (
            within(f"index_blocks[{number}]", self.name),
            dismantled(read(Reader(data, offset))) as record,
        ):
            if record.len_block != len(data):
                expected = f"{len(data)} bytes, as the capacity in the header says"
                raise FormatError("len_block", expected, record.len_block, offset=offset)
            record.entries.trust()
            compressed = record.type != self.record.IndexType.raw
            slots = record.entries.decode().view(np.uint64)
            if self.pointers:
                slots, following = slots[:-1], int(slots[-1])
            else:
                following = record.ofs_next
            return IndexBlock(number, offset, len(data), compressed, slots, following, record.hash)

    def digest(self, slots: Offsets, following: int) -> bytes:
        """The digest of an index block: of all entries; or of the number of slots, and of these."""
        covered = slots.astype(ENTRY, copy=False).tobytes()
        if self._extent is None:
            covered += np.array(following, ENTRY).tobytes()
        else:
            covered = self._extent.stored(len(slots)) + covered
        return digest("blake3", covered, self.digest_at.size)

    def mismatch(self, block: IndexBlock) -> ChecksumError | None:
        """The error if the digest of a block is not that of its entries."""
        found = self.digest(block.slots, block.next)
        if found == block.digest:
            return None
        return ChecksumError(
            f"index_blocks[{block.number}].hash",
            f"blake3 {block.digest.hex()}",
            found.hex(),
            offset=block.offset + self.digest_at.start,
            format=self.name,
        )

    @abstractmethod
    def block_bytes(self, slots: Offsets) -> bytes:
        """An index block that is the last of the chain."""

    @abstractmethod
    def compressed(self, block: IndexBlock) -> bytes:
        """An index block with its entries compressed; it keeps its size, and ends with zeros.

        A FormatError where, compressed, they take more room than there is.
        """

    def next_position(self, block: IndexBlock) -> int:
        """Where in the file the pointer to the next block is: after the slots, or before them."""
        if self.pointers:
            return self.slot_position(block, len(block.slots))
        before: int = self.record.IndexBlock.offset_of("ofs_next")
        return block.offset + before

    def slot_position(self, block: IndexBlock, slot: int) -> int:
        """Where in the file a slot is."""
        return block.offset + self.block_size(slot)

    # -- chunks ----------------------------------------------------------------------------

    @cached_property
    def chunk_head(self) -> int:
        """Bytes of a chunk beside its payload, counted in a chunk of a single byte."""
        scalar = np.zeros((), np.uint8)
        return len(self.chunk_bytes(scalar, TYPES[self.name]["raw"], None)) - scalar.nbytes

    def chunk_bytes(self, array: Array, kind: ChunkType, level: int | None) -> bytes:
        """A chunk of a C-contiguous array; in layout `cdd` without a zero in its shape.

        `level` is of zstd; None for what is read fastest.
        """
        fields: dict[str, Any] = {
            "type": self.record.ChunkType[kind.label],
            "dtype": self._dtype(array),
            "flags": {self.rounded: kind.half},  # the others follow, as the spec says
            "shape": [*array.shape, 0],
        }
        told = {} if level is None else {"level": level}
        return self._chunk_bytes(fields, Packed(array, **told))

    @abstractmethod
    def _chunk_bytes(self, fields: dict[str, Any], array: Packed) -> bytes:
        """A chunk with the fields that both layouts have."""

    def _dtype(self, array: Array) -> Any:
        try:
            return Cdd.DataType[array.dtype.name]
        except KeyError:
            known = ", ".join(each.name for each in Cdd.DataType)
            raise EncodingError(f"array: expected {known}, found {array.dtype}") from None

    def chunk(
        self, data: memoryview, size: int, offset: int, number: int, budget: Budget | None = None
    ) -> Any:
        """The generated record of a chunk, whose payload is decoded when asked for.

        `data` may be its head alone, of `size` bytes in all; the payload cannot be decoded then.
        """
        with within(f"chunks[{number}]", self.name):
            return self.record.Chunk.from_io(Reader(data, offset, size=size, budget=budget))


class Plan(Layout):
    """The layout of the plan; the last entry of an index block is the pointer to the next one."""

    name = "cdd"
    record = Cdd
    pointers = 1
    min_capacity = 2
    capacity = 1024
    index_codec = "lz4"
    rounded = "down_cast_16"

    def block_bytes(self, slots: Offsets) -> bytes:
        return _written(
            Cdd.IndexBlock.build(
                len_block=self.block_size(len(slots) + 1), entries=np.append(slots, np.uint64(0))
            )
        )

    def compressed(self, block: IndexBlock) -> bytes:
        entries = np.append(block.slots, np.uint64(block.next))
        draft = Cdd.IndexBlock()
        draft.len_block, draft.type = block.size, Cdd.IndexType.lz4
        stages, room = draft._entries_stages(), block.size - self.block_head  # noqa: SLF001  # its codec, without a file
        frame = bytes(Encoded.of(entries, stages, draft, "entries").stored)
        if len(frame) > room:
            raise FormatError("entries", f"at most {room} bytes", len(frame), format=self.name)
        draft.entries = Encoded(stages, draft, "entries", stored=frame.ljust(room, b"\0"))
        return _written(draft)

    def _chunk_bytes(self, fields: dict[str, Any], array: Packed) -> bytes:
        return _written(Cdd.Chunk.build(**fields, data=array))


class Program(Layout):
    """The layout of cryptodd-arrays."""

    name = "cryptodd"
    record = Cryptodd
    pointers = 0
    min_capacity = 1
    capacity = 4096
    index_codec = "zstd"
    rounded = "reconstruction_not_perfect"

    def block_bytes(self, slots: Offsets) -> bytes:
        return _written(
            Cryptodd.IndexBlock.build(
                len_block=self.block_size(len(slots)),
                hash=self.digest(slots, 0),
                extent=len(slots),
                entries=slots.view(np.int64),
            )
        )

    def compressed(self, block: IndexBlock) -> bytes:
        fields: dict[str, Any] = {
            "len_block": block.size,
            "type": Cryptodd.IndexType.compressed,
            "hash": self.digest(block.slots, block.next),
            "ofs_next": block.next,
        }
        draft = Cryptodd.IndexBlock.build(**fields)
        stages = draft._entries_stages()  # noqa: SLF001  # its codec, without a file
        entries = Encoded.of(block.slots.view(np.int64), stages, draft, "entries")
        return _written(
            Cryptodd.IndexBlock.build(**fields, extent=entries.stored_size, entries=entries)
        )

    def _chunk_bytes(self, fields: dict[str, Any], array: Packed) -> bytes:
        # What the shape means depends on whether there is a payload, whose length is told then.
        draft = Cryptodd.Chunk.build(**fields, len_data=1)
        payload = Encoded.of(array, draft._data_stages(), draft, "data")  # noqa: SLF001  # its codec, without a file
        return _written(Cryptodd.Chunk.build(**fields, len_data=payload.stored_size, data=payload))


def _written(record: Any) -> bytes:
    """The bytes of a record, which is taken apart then: nobody needs it any more."""
    with dismantled(record):
        found: bytes = record.to_bytes()
        return found


LAYOUTS: dict[str, Layout] = {layout.name: layout for layout in (Plan(), Program())}


def layout_of(data: memoryview) -> Layout:
    """The layout of a file that begins so; a FormatError if it is no CDD file."""
    magic = bytes(data[:MAGIC_BYTES])
    for layout in LAYOUTS.values():
        if magic == layout.magic:
            return layout
    expected = " or ".join(layout.magic.hex(" ") for layout in LAYOUTS.values())
    raise FormatError("magic", expected, magic.hex(" ") or "nothing", offset=0, format="cdd")
