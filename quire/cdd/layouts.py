"""The two layouts of CDD, told apart by the magic: what differs between them, and nothing else.

`cdd` is that of the plan (`specs/cdd.ksy`), `cryptodd` that of the program cryptodd-arrays
(`specs/cryptodd.ksy`). Structure is read by the generated classes.
"""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from quire.cdd.blocks import Header, IndexBlock, Offsets
from quire.cdd.metadata import pack_metadata, unpack_metadata
from quire.cdd.types import ChunkType
from quire.generated.cdd import Cdd
from quire.generated.cryptodd import Cryptodd
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Packed
from quire.runtime import EncodingError, FormatError, Reader, dismantled
from quire.runtime.budget import Budget
from quire.runtime.digests import digest
from quire.runtime.errors import join_path

Array = npt.NDArray[Any]
IndexCodec = Literal["raw", "lz4", "zstd"]

FLAGS = (
    "lz4", "zstd", "little_endian", "big_endian",
    "down_cast_8", "down_cast_16", "down_cast_32", "down_cast_64", "down_cast_128",
    "reconstruction_not_perfect", "skip_hash_check",
)  # fmt: skip  # in the order of their bits

DIGEST_OFFSET = 6
"""Where in an index block its digest is, in both layouts: behind a `u4` and a `u2`."""

MAX_BLOCK_BYTES = 2**32 - 1
"""The size of a block is a `u4`."""


class Layout(ABC):
    """What one layout has of its own.

    Attributes:
        name: "cdd" or "cryptodd".
        magic: First bytes of a file.
        record: The generated class.
        block_head: Bytes of an index block before its entries.
        pointers: Entries of an index block that are no slots.
        min_capacity: The fewest entries that a block can have.
        index_codec: What compresses index blocks.
        chunk_head: Bytes that every chunk has at least.
        shape_at: Bytes of a chunk before the list of its shape.
        rounded: Flags of a chunk whose values were rounded.
    """

    name: str
    magic: bytes
    record: Any
    block_head: int
    pointers: int
    min_capacity: int
    index_codec: IndexCodec
    chunk_head: int
    shape_at: int
    rounded: tuple[str, ...]

    def header(self, data: memoryview) -> Header:
        """Read the header, whose bytes may be followed by others.

        Raises:
            FormatError: it is damaged, or cut.
        """
        with dismantled(self.record.from_io(Reader(data))) as record:
            capacity = int(record.metadata.decode()[0])
            most = (MAX_BLOCK_BYTES - self.block_head) // 8
            if not self.min_capacity <= capacity <= most:
                expected = f"{self.min_capacity} to {most} entries of an index block"
                offset = record.metadata.offset
                raise FormatError("metadata", expected, capacity, offset=offset, format=self.name)
            size = 14 + record.len_metadata + record.len_user_metadata
            start = size - record.len_user_metadata
            user_metadata = unpack_metadata(record.user_metadata, start, self.name)
            return Header(capacity, user_metadata, size)

    def block_size(self, capacity: int) -> int:
        """Bytes of an index block."""
        return self.block_head + 8 * capacity

    def block(self, data: memoryview, offset: int, number: int) -> IndexBlock:
        """Read an index block; its digest is not verified here.

        Args:
            data: Its bytes, as many as `block_size` says.
            offset: Where they are in the file.
            number: Which of the chain it is, for errors.

        Raises:
            FormatError: it is damaged, or cut.
        """
        read = self.record.IndexBlock.from_io
        with (
            within(f"index_blocks[{number}]", self.name),
            dismantled(read(Reader(data, offset))) as record,
        ):
            if record.len_block != len(data):
                expected = f"{len(data)} bytes, as the capacity in the header says"
                raise FormatError("len_block", expected, record.len_block, offset=offset)
            record.entries.trust()
            return self._block(record, record.entries.decode().view(np.uint64), offset)

    @abstractmethod
    def _block(self, record: Any, entries: Offsets, offset: int) -> IndexBlock:
        """What a generated record with these entries says."""

    @abstractmethod
    def digest(self, slots: Offsets, following: int) -> bytes:
        """The digest of an index block."""

    def header_bytes(self, capacity: int, user_metadata: bytes) -> bytes:
        """A header.

        Raises:
            ValueError: no index block can have so many entries, or no file so much metadata.
        """
        most = (MAX_BLOCK_BYTES - self.block_head) // 8
        if not self.min_capacity <= capacity <= most:
            expected = f"{self.min_capacity} to {most}"
            raise ValueError(f"capacity: expected {expected}, found {capacity}")
        return _written(
            self.record.build(
                metadata=np.array([capacity], np.uint64), user_metadata=pack_metadata(user_metadata)
            )
        )

    @abstractmethod
    def block_bytes(self, slots: Offsets) -> bytes:
        """An index block that is the last of the chain."""

    @abstractmethod
    def compressed(self, block: IndexBlock) -> bytes:
        """An index block with its entries compressed, in as many bytes; those that are left are 0.

        Raises:
            FormatError: compressed, they take more room than there is.
        """

    @abstractmethod
    def next_position(self, block: IndexBlock) -> int:
        """Where in the file the pointer to the next block is."""

    def slot_position(self, block: IndexBlock, slot: int) -> int:
        """Where in the file a slot is."""
        return block.offset + self.block_head + 8 * slot

    def chunk_bytes(self, array: Array, kind: ChunkType, level: int | None) -> bytes:
        """A chunk.

        Args:
            array: C-contiguous; without a zero in its shape, in layout `cdd`.
            kind: How to store it.
            level: Of zstd; None for what is read fastest.

        Raises:
            EncodingError: it cannot be stored so.
        """
        on = {"little_endian", *(self.rounded if kind.half else ())}
        on |= {"zstd"} if kind.label.startswith("zstd") else set()
        fields: dict[str, Any] = {
            "type": self.record.ChunkType[kind.label],
            "dtype": self._dtype(array),
            "flags": self.record.Transforms.build(
                **{flag: flag in on for flag in FLAGS}, reserved=0
            ),
            "shape": [*array.shape, 0],
        }
        told = {} if level is None else {"level": level}
        return self._chunk_bytes(fields, Packed(array, **told))

    @abstractmethod
    def _chunk_bytes(self, fields: dict[str, Any], array: Packed) -> bytes:
        """A chunk with the fields that both layouts have."""

    def _payload(self, fields: dict[str, Any], array: Packed) -> Encoded:
        """The array, encoded as a chunk with some fields says."""
        draft = self.record.Chunk.build(**fields)
        return Encoded.of(array, draft._data_stages(), draft, "data")  # noqa: SLF001  # its codec, without a file

    def _dtype(self, array: Array) -> Any:
        try:
            return Cdd.DataType[array.dtype.name]
        except KeyError:
            known = ", ".join(each.name for each in Cdd.DataType)
            raise EncodingError(f"array: expected {known}, found {array.dtype}") from None

    def chunk(
        self,
        data: memoryview,
        size: int,
        offset: int,
        number: int,
        budget: Budget | None = None,
    ) -> Any:
        """The generated record of a chunk, whose payload is decoded when asked for.

        Args:
            data: Its bytes; without those of the payload, which is not decoded then.
            size: How many it has, as its first field says.
            offset: Where they are in the file.
            number: For errors.
            budget: What the file may become.

        Raises:
            FormatError: it is damaged.
        """
        with within(f"chunks[{number}]", self.name):
            return self.record.Chunk.from_io(Reader(data, offset, size=size, budget=budget))


class Plan(Layout):
    """The layout of the plan; the last entry of an index block is the pointer to the next one."""

    name = "cdd"
    magic = b"\xef\xbe\xad\xde"
    record = Cdd
    block_head = 22
    pointers = 1
    min_capacity = 2
    index_codec = "lz4"
    chunk_head = 36
    shape_at = 32
    rounded = ("down_cast_16", "reconstruction_not_perfect")

    def _block(self, record: Any, entries: Offsets, offset: int) -> IndexBlock:
        compressed = record.type == Cdd.IndexType.lz4
        slots, following = entries[:-1], int(entries[-1])
        return IndexBlock(offset, record.len_block, compressed, slots, following, record.hash)

    def digest(self, slots: Offsets, following: int) -> bytes:
        """First 16 bytes of BLAKE3 over all entries."""
        entries = np.append(slots, np.uint64(following)).astype("<u8")
        return digest("blake3", entries.tobytes(), 16)

    def block_bytes(self, slots: Offsets) -> bytes:
        """See `Layout.block_bytes`."""
        return _written(
            Cdd.IndexBlock.build(
                len_block=self.block_size(len(slots) + 1), entries=np.append(slots, np.uint64(0))
            )
        )

    def compressed(self, block: IndexBlock) -> bytes:
        """See `Layout.compressed`: a frame of LZ4."""
        entries = np.append(block.slots, np.uint64(block.next))
        draft = Cdd.IndexBlock()
        draft.len_block, draft.type = block.size, Cdd.IndexType.lz4
        stages, room = draft._entries_stages(), block.size - self.block_head  # noqa: SLF001  # as in `_payload`
        frame = bytes(Encoded.of(entries, stages, draft, "entries").stored)
        if len(frame) > room:
            raise FormatError("entries", f"at most {room} bytes", len(frame), format=self.name)
        draft.entries = Encoded(stages, draft, "entries", stored=frame.ljust(room, b"\0"))
        return _written(draft)

    def next_position(self, block: IndexBlock) -> int:
        """See `Layout.next_position`: behind the slots."""
        return self.slot_position(block, len(block.slots))

    def _chunk_bytes(self, fields: dict[str, Any], array: Packed) -> bytes:
        return _written(Cdd.Chunk.build(**fields, data=array))


class Program(Layout):
    """The layout of cryptodd-arrays."""

    name = "cryptodd"
    magic = b"\xef\xbe\xdd\x0c"
    record = Cryptodd
    block_head = 50
    pointers = 0
    min_capacity = 1
    index_codec = "zstd"
    chunk_head = 64
    shape_at = 52
    rounded = ("reconstruction_not_perfect",)

    def _block(self, record: Any, entries: Offsets, offset: int) -> IndexBlock:
        compressed = record.type == Cryptodd.IndexType.compressed
        return IndexBlock(
            offset, record.len_block, compressed, entries, record.ofs_next, record.hash
        )

    def digest(self, slots: Offsets, following: int) -> bytes:  # noqa: ARG002  # it is not covered
        """BLAKE3 over the number of slots, and the slots."""
        return digest("blake3", struct.pack("<I", len(slots)) + slots.astype("<u8").tobytes(), 32)

    def block_bytes(self, slots: Offsets) -> bytes:
        """See `Layout.block_bytes`."""
        return _written(
            Cryptodd.IndexBlock.build(
                len_block=self.block_size(len(slots)),
                hash=self.digest(slots, 0),
                extent=len(slots),
                entries=slots.view(np.int64),
            )
        )

    def compressed(self, block: IndexBlock) -> bytes:
        """See `Layout.compressed`: a frame of zstd, of differences."""
        fields: dict[str, Any] = {
            "len_block": block.size,
            "type": Cryptodd.IndexType.compressed,
            "hash": self.digest(block.slots, block.next),
            "ofs_next": block.next,
        }
        draft = Cryptodd.IndexBlock.build(**fields)
        stages = draft._entries_stages()  # noqa: SLF001  # as in `_payload`
        entries = Encoded.of(block.slots.view(np.int64), stages, draft, "entries")
        return _written(
            Cryptodd.IndexBlock.build(**fields, extent=entries.stored_size, entries=entries)
        )

    def next_position(self, block: IndexBlock) -> int:
        """See `Layout.next_position`: before the slots."""
        return block.offset + 38

    def _chunk_bytes(self, fields: dict[str, Any], array: Packed) -> bytes:
        # What the shape means depends on whether there is a payload, whose length is told then.
        fields["num_shape"] = len(fields["shape"])
        payload = self._payload(fields | {"len_data": 1}, array)
        size = payload.stored_size
        fields["len_chunk"] = 56 + 8 * fields["num_shape"] + size
        return _written(Cryptodd.Chunk.build(**fields, len_data=size, data=payload))


def _written(record: Any) -> bytes:
    """The bytes of a record that nobody needs any more."""
    with dismantled(record):
        found: bytes = record.to_bytes()
        return found


LAYOUTS: dict[str, Layout] = {layout.name: layout for layout in (Plan(), Program())}


def layout_of(start: bytes) -> Layout:
    """The layout of a file that begins so.

    Raises:
        FormatError: it is no CDD file.
    """
    for layout in LAYOUTS.values():
        if start[:4] == layout.magic:
            return layout
    expected = " or ".join(layout.magic.hex(" ") for layout in LAYOUTS.values())
    raise FormatError("magic", expected, start[:4].hex(" ") or "nothing", offset=0, format="cdd")


class within:  # noqa: N801  # a context manager, used as those of contextlib are
    """Errors of a record that is read alone get the path that it has in the file."""

    __slots__ = ("_name", "_prefix")

    def __init__(self, prefix: str, name: str) -> None:
        self._prefix, self._name = prefix, name

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, FormatError):
            error.path = join_path(self._prefix, error.path)
            error.format = self._name
            error.located = True
