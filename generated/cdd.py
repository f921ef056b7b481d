# Made by `quire gen` 0.1.0 from cdd.ksy (sha256 90da06eeb257). Do not edit.
"""CryptoDD data."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage, no_case
from quire.runtime import (
    BitRun,
    Block,
    Bytes,
    Fixed,
    LateEnum,
    Members,
    Struct,
    Writer,
    bounded,
    computed,
    expect_equal,
    expect_few,
    expect_member,
    expect_that,
    expect_until,
    instance,
    quick,
)
from quire.runtime.direct import new, unpack_u4le, unpack_u8le

__all__ = ["Cdd"]


class Cdd(Struct):
    """Arrays in chunks, appended to one file and found through a chain of index blocks.

    This is the layout of the plan (magic 0xdeadbeef); the layout of the cryptodd-arrays program,
    which differs in almost every field, is `cryptodd.ksy`.

    Blocks and chunks lie anywhere after the header, not necessarily side by side.

    See Revised Plan, High-Performance C++ Data Store, section 2

    Attributes:
        magic: 0xdeadbeef.
        len_metadata: Stored length in bytes.
        metadata: Of the library: entries of each index block, the pointer to the next one included;
            a zstd frame of eight bytes.
        len_user_metadata: Stored length in bytes; 0 means none.
        user_metadata: Of the user, any bytes in a zstd frame; a frame of nothing is none, too.
    """

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "magic",
        "version",
        "len_metadata",
        "metadata",
        "len_user_metadata",
        "user_metadata",
    )

    _root: Cdd
    magic: bytes
    version: int
    len_metadata: int
    metadata: Encoded
    len_user_metadata: int
    user_metadata: bytes

    _is_top: ClassVar[bool] = True
    _placed: ClassVar[tuple[str, ...]] = ("first_block",)
    _places: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("magic", "version", "len_metadata", "len_user_metadata")
    _BLOCK_0: ClassVar[Block] = Block(("version", "u2le"), ("len_metadata", "u4le"))
    _FIXED_0: ClassVar[Fixed] = Fixed(
        ("magic", b"\xef\xbe\xad\xde", "/seq/0"), ("version", "u2le"), ("len_metadata", "u4le")
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            version: int
            len_metadata: int
            metadata: Required[Packable]
            len_user_metadata: int
            user_metadata: Required[bytes]
            first_block: Cdd.IndexBlock | Cdd.IndexBlock._Fields

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 10
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.version, self.len_metadata = _unpack_Cdd_FIXED_0(buf, pos)
        if stored_magic != b"\xef\xbe\xad\xde":
            self._look_at(pos).contents(b"\xef\xbe\xad\xde", "magic", "/seq/0")
        self.magic = b"\xef\xbe\xad\xde"
        pos = stop
        if self.version != 1:
            io = self._io_at(pos)
            expect_equal("version", self.version, 1, io, 6, place="/seq/1")
        io = self._io_at(pos)
        self.metadata = Encoded.read(
            io, self.len_metadata, self._metadata_stages(), self, "metadata"
        )
        pos = io._pos
        stop = pos + 4
        if stop > end:
            buf, end = self._reach(stop - pos, "len_user_metadata", pos)
        self.len_user_metadata = unpack_u4le(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self.user_metadata = io.take_bytes(self.len_user_metadata, "user_metadata", limit=0x4000000)
        return io._pos

    def _metadata_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `metadata` into an array."""
        return (Stage("zstd"), Stage("raw", shape=(1,), dtype="uint64"))

    def _derive(self) -> None:
        self._set_derived("magic", b"\xef\xbe\xad\xde", "the format")
        self._set_derived("version", 1, "the format")
        self.metadata = Encoded.of(self.metadata, self._metadata_stages(), self, "metadata")
        self._set_derived("len_metadata", self.metadata.stored_size, "metadata")
        self._set_derived("len_user_metadata", len(self.user_metadata), "user_metadata")

    def _write__seq(self, io: Writer) -> None:
        io.put(self.magic)
        self._BLOCK_0.write(io, self.version, self.len_metadata)
        self.metadata.write(io)
        io.u4le(self.len_user_metadata, "len_user_metadata")
        io.put_sized(self.user_metadata, self.len_user_metadata, "user_metadata", limit=0x4000000)
        self._place(io, "first_block")

    @instance
    def first_block(self) -> Cdd.IndexBlock:
        """The others are where the one before them says, not necessarily side by side."""
        buf, pos, end = self._at(14 + self.len_metadata + self.len_user_metadata)
        began = pos
        child = new(Cdd.IndexBlock)
        child._parent, child._root = self, self._root
        child._name = "first_block"
        pos = child._read_at(buf, pos, end)
        value: Cdd.IndexBlock = child
        self._at_first_block = self, began, pos
        return value

    def _position_first_block(self) -> int:
        return 14 + self.len_metadata + self.len_user_metadata

    def _put_first_block(self, io: Writer) -> None:
        self._write_child(io, "first_block", self.first_block, Cdd.IndexBlock)

    class IndexType(LateEnum):
        """Values of `index_type`."""

        raw = 0
        lz4 = 1

    class ChunkType(LateEnum):
        """Values of `chunk_type`.

        Attributes:
            raw: The bytes of the array.
            zstd: One zstd frame.
            okx_ob_simd_f16: Order book of shape (N, 50, 3), through float16.
            okx_ob_simd_f32: Order book of shape (N, 50, 3).
            generic_ob_simd: Order book of shape (N, depth, features).
        """

        raw = 0
        zstd = 1
        okx_ob_simd_f16 = 2
        okx_ob_simd_f32 = 3
        generic_ob_simd = 4

    class DataType(LateEnum):
        """Values of `data_type`."""

        float16 = 1
        float32 = 2
        float64 = 3
        int8 = 4
        uint8 = 5
        int16 = 6
        uint16 = 7
        int32 = 8
        uint32 = 9
        int64 = 10
        uint64 = 11
        bfloat16 = 12

    class IndexBlock(Struct):
        """Where the chunks are ("2.3. Chunk Index").

        Attributes:
            len_block: Bytes of the whole block, this field included. It never changes, compressed
                or not.
            hash: First 16 bytes of BLAKE3 over the entries, uncompressed.
            entries: Where the chunks begin in the file, in bytes, 0 for a free entry; the last
                entry is where the next index block begins, 0 if there is none. Compressed, it is an
                LZ4 frame and then zeros.
        """

        __slots__ = ("len_block", "type", "hash", "entries")

        _root: Cdd
        _parent: Cdd
        len_block: int
        type: Cdd.IndexType | int
        hash: bytes
        entries: Encoded

        _derived: ClassVar[tuple[str, ...]] = ("len_block", "hash")
        _BLOCK_0: ClassVar[Block] = Block(("len_block", "u4le"), ("type", "u2le"), ("hash", "16s"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_block: int
                type: Cdd.IndexType | int
                hash: bytes
                entries: Required[Packable]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 22
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.len_block, self.type, self.hash = _unpack_Cdd_IndexBlock_0(buf, pos)
            pos = stop
            self.type = _members_Cdd_IndexType[self.type]
            if not (self.len_block >= 38 and self.len_block % 8 == 6):
                io = self._io_at(pos)
                expect_that(
                    "len_block",
                    self.len_block,
                    self.len_block >= 38 and self.len_block % 8 == 6,
                    "_ >= 38 and _ % 8 == 6",
                    io,
                    22,
                    place="/types/index_block/seq/0",
                )
            if type(self.type) is int:
                io = self._io_at(pos)
                expect_member(
                    "type", self.type, Cdd.IndexType, io, 18, place="/types/index_block/seq/1"
                )
            io = self._io_at(pos)
            self.entries = Encoded.read(
                io, self.len_block - 22, self._entries_stages(), self, "entries"
            )
            pos = io._pos
            self.entries.guard_with("blake3", self.hash, decoded=True)
            return pos

        def _entries_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `entries` into an array."""
            match self.type:
                case Cdd.IndexType.raw:
                    return (Stage("raw", shape=(self.num_entries,), dtype="uint64"),)
                case Cdd.IndexType.lz4:
                    return (
                        Stage("lz4", padded=True),
                        Stage("raw", shape=(self.num_entries,), dtype="uint64"),
                    )
                case other:
                    raise no_case(self, "entries", other, (Cdd.IndexType.raw, Cdd.IndexType.lz4))

        def _derive(self) -> None:
            self._set_default("type", Cdd.IndexType.raw)
            self.entries = Encoded.of(self.entries, self._entries_stages(), self, "entries")
            self._set_derived("len_block", self.entries.stored_size + 22, "entries")
            self._set_derived("hash", self.entries.digest("blake3", 16, decoded=True), "entries")

        def _check(self) -> None:
            expect_that(
                "len_block",
                self.len_block,
                self.len_block >= 38 and self.len_block % 8 == 6,
                "_ >= 38 and _ % 8 == 6",
                place="/types/index_block/seq/0",
            )
            expect_member("type", self.type, Cdd.IndexType, place="/types/index_block/seq/1")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.len_block, self.type, self.hash)
            self.entries.write(io)

        @quick
        def num_entries(self) -> int:
            """The pointer to the next block included."""
            return (self.len_block - 22) // 8

    class Chunk(Struct):
        """One array ("2.4. Data Chunk").

        Attributes:
            len_chunk: Bytes of the whole chunk, this field included.
            dtype: Of the array that a reader gets; float32 for the order-book types.
            hash: First 16 bytes of BLAKE3 over the decoded array, so for float16 types over the
                rounded values.
            shape: Elements in each dimension, the outermost first, then a zero. So no dimension can
                be empty.
            data: Order books: rounded to float16 where the type says so, each snapshot XOR the one
                before it, bytes of equal significance gathered, then a zstd frame.
        """

        __slots__ = ("len_chunk", "type", "dtype", "hash", "flags", "shape", "data")

        _root: Cdd
        len_chunk: int
        type: Cdd.ChunkType | int
        dtype: Cdd.DataType | int
        hash: bytes
        flags: Cdd.Transforms
        shape: list[int]
        data: Encoded

        _derived: ClassVar[tuple[str, ...]] = ("len_chunk", "hash")
        _BLOCK_0: ClassVar[Block] = Block(
            ("len_chunk", "u4le"), ("type", "u2le"), ("dtype", "u2le"), ("hash", "16s")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_chunk: int
                type: Required[Cdd.ChunkType | int]
                dtype: Required[Cdd.DataType | int]
                hash: bytes
                flags: Cdd.Transforms | Cdd.Transforms._Fields
                shape: Required[Iterable[int]]
                data: Required[Packable]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 24
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.len_chunk, self.type, self.dtype, self.hash = _unpack_Cdd_Chunk_0(buf, pos)
            pos = stop
            self.type = _members_Cdd_ChunkType[self.type]
            self.dtype = _members_Cdd_DataType[self.dtype]
            if type(self.type) is int:
                io = self._io_at(pos)
                expect_member("type", self.type, Cdd.ChunkType, io, 20, place="/types/chunk/seq/1")
            if type(self.dtype) is int:
                io = self._io_at(pos)
                expect_member("dtype", self.dtype, Cdd.DataType, io, 18, place="/types/chunk/seq/2")
            self.flags = child = new(Cdd.Transforms)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.shape = []
            io = self._io_at(pos)
            for _ in io.turns("shape", limit=0x41):
                self.shape.append(io.u4le("shape"))
                if self.shape[-1] == 0:
                    break
            self.data = Encoded.read(
                io, self.len_chunk - 32 - 4 * len(self.shape), self._data_stages(), self, "data"
            )
            pos = io._pos
            if not self.flags.skip_hash_check:
                self.data.guard_with("blake3", self.hash, decoded=True)
            return pos

        def _data_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `data` into an array."""
            match self.type:
                case Cdd.ChunkType.raw:
                    return (Stage("raw", shape=tuple(self.dimensions), dtype=self._data_dtype()),)
                case Cdd.ChunkType.zstd:
                    return (
                        Stage("zstd", level=1),
                        Stage("raw", shape=tuple(self.dimensions), dtype=self._data_dtype()),
                    )
                case Cdd.ChunkType.okx_ob_simd_f16:
                    return (
                        Stage("zstd"),
                        Stage(
                            "xor_delta",
                            shape=tuple(self.dimensions),
                            dtype=self._data_dtype(),
                            stored="float16",
                            width=self.snapshot_size,
                            planes=True,
                        ),
                    )
                case Cdd.ChunkType.okx_ob_simd_f32:
                    return (
                        Stage("zstd"),
                        Stage(
                            "xor_delta",
                            shape=tuple(self.dimensions),
                            dtype=self._data_dtype(),
                            stored="float32",
                            width=self.snapshot_size,
                            planes=True,
                        ),
                    )
                case Cdd.ChunkType.generic_ob_simd:
                    return (
                        Stage("zstd"),
                        Stage(
                            "xor_delta",
                            shape=tuple(self.dimensions),
                            dtype=self._data_dtype(),
                            stored="float16" if self.flags.down_cast_16 else "float32",
                            width=self.snapshot_size,
                            planes=True,
                        ),
                    )
                case other:
                    raise no_case(
                        self,
                        "data",
                        other,
                        (
                            Cdd.ChunkType.raw,
                            Cdd.ChunkType.zstd,
                            Cdd.ChunkType.okx_ob_simd_f16,
                            Cdd.ChunkType.okx_ob_simd_f32,
                            Cdd.ChunkType.generic_ob_simd,
                        ),
                    )

        @staticmethod
        @cache
        def _data_dtypes() -> dict[object, str]:
            """Dtypes that the array of `data` may have, by what tells them."""
            return {
                Cdd.DataType.float16: "float16",
                Cdd.DataType.float32: "float32",
                Cdd.DataType.float64: "float64",
                Cdd.DataType.int8: "int8",
                Cdd.DataType.uint8: "uint8",
                Cdd.DataType.int16: "int16",
                Cdd.DataType.uint16: "uint16",
                Cdd.DataType.int32: "int32",
                Cdd.DataType.uint32: "uint32",
                Cdd.DataType.int64: "int64",
                Cdd.DataType.uint64: "uint64",
                Cdd.DataType.bfloat16: "bfloat16",
            }

        def _data_dtype(self) -> str:
            """Dtype of the array of `data`."""
            dtypes = self._data_dtypes()
            if self.dtype not in dtypes:
                raise no_case(self, "data", self.dtype, tuple(dtypes), "dtype")
            return dtypes[self.dtype]

        def _derive(self) -> None:
            self._make("flags", Cdd.Transforms)
            self.data = Encoded.of(self.data, self._data_stages(), self, "data")
            self._set_derived("len_chunk", self.data.stored_size + 4 * len(self.shape) + 32, "data")
            self._set_derived("hash", self.data.digest("blake3", 16, decoded=True), "data")

        def _check(self) -> None:
            expect_member("type", self.type, Cdd.ChunkType, place="/types/chunk/seq/1")
            expect_member("dtype", self.dtype, Cdd.DataType, place="/types/chunk/seq/2")
            ends = [shape_item == 0 for shape_item in self.shape]
            expect_until("shape", ends)

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.len_chunk, self.type, self.dtype, self.hash)
            self._write_child(io, "flags", self.flags, Cdd.Transforms)
            expect_few("shape", self.shape, limit=0x41)
            for shape_item in self.shape:
                io.u4le(shape_item, "shape")
            self.data.write(io)

        @computed
        def dimensions(self) -> list[int]:
            """The shape without the zero at its end."""
            return self.shape[: len(self.shape) - 1]

        @computed
        def snapshot_size(self) -> int:
            """Elements of a snapshot of an order book; 1 for shapes that no reader takes."""
            return bounded(
                self.dimensions[1] * self.dimensions[2] if len(self.dimensions) > 2 else 1
            )

    class Transforms(Struct):
        """64 bits, the lowest first.

        Numbers of the program; the plan names two of them.

        Attributes:
            down_cast_16: Stored as float16; what decides for `generic_ob_simd`.
            reconstruction_not_perfect: Decoding does not give exactly what was stored.
        """

        __slots__ = (
            "lz4",
            "zstd",
            "little_endian",
            "big_endian",
            "down_cast_8",
            "down_cast_16",
            "down_cast_32",
            "down_cast_64",
            "down_cast_128",
            "reconstruction_not_perfect",
            "skip_hash_check",
            "reserved",
        )

        _root: Cdd
        _parent: Cdd.Chunk
        lz4: bool
        zstd: bool
        little_endian: bool
        big_endian: bool
        down_cast_8: bool
        down_cast_16: bool
        down_cast_32: bool
        down_cast_64: bool
        down_cast_128: bool
        reconstruction_not_perfect: bool
        skip_hash_check: bool
        reserved: int

        SIZE: ClassVar[int] = 8
        _looks_up: ClassVar[tuple[str, ...]] = ("_parent.type",)
        _BITS_0: ClassVar[BitRun] = BitRun(
            "le",
            ("lz4", "flag"),
            ("zstd", "flag"),
            ("little_endian", "flag"),
            ("big_endian", "flag"),
            ("down_cast_8", "flag"),
            ("down_cast_16", "flag"),
            ("down_cast_32", "flag"),
            ("down_cast_64", "flag"),
            ("down_cast_128", "flag"),
            ("reconstruction_not_perfect", "flag"),
            ("skip_hash_check", "flag"),
            ("reserved", "b53"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                lz4: bool
                zstd: bool
                little_endian: bool
                big_endian: bool
                down_cast_8: bool
                down_cast_16: bool
                down_cast_32: bool
                down_cast_64: bool
                down_cast_128: bool
                reconstruction_not_perfect: bool
                skip_hash_check: bool
                reserved: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._BITS_0.reach(self, pos)
            bits = unpack_u8le(buf, pos)[0]
            pos = stop
            self.lz4 = bits & 0x1 != 0
            self.zstd = bits & 0x2 != 0
            self.little_endian = bits & 0x4 != 0
            self.big_endian = bits & 0x8 != 0
            self.down_cast_8 = bits & 0x10 != 0
            self.down_cast_16 = bits & 0x20 != 0
            self.down_cast_32 = bits & 0x40 != 0
            self.down_cast_64 = bits & 0x80 != 0
            self.down_cast_128 = bits & 0x100 != 0
            self.reconstruction_not_perfect = bits & 0x200 != 0
            self.skip_hash_check = bits & 0x400 != 0
            self.reserved = bits >> 11
            return pos

        def _derive(self) -> None:
            self._set_default("lz4", False)
            self._set_default("little_endian", True)
            self._set_default("big_endian", False)
            self._set_default("down_cast_8", False)
            self._set_default("down_cast_32", False)
            self._set_default("down_cast_64", False)
            self._set_default("down_cast_128", False)
            self._set_default("skip_hash_check", False)
            self._set_default("reserved", 0)
            self._set_default("zstd", self._parent.type == Cdd.ChunkType.zstd)
            self._set_default("down_cast_16", self._parent.type == Cdd.ChunkType.okx_ob_simd_f16)
            self._set_default("reconstruction_not_perfect", self.down_cast_16)

        def _write__seq(self, io: Writer) -> None:
            self._BITS_0.write(
                io,
                self.lz4,
                self.zstd,
                self.little_endian,
                self.big_endian,
                self.down_cast_8,
                self.down_cast_16,
                self.down_cast_32,
                self.down_cast_64,
                self.down_cast_128,
                self.reconstruction_not_perfect,
                self.skip_hash_check,
                self.reserved,
            )

    class EndOfCopy(Struct):
        """The end of a file whose header is being replaced, in either layout.

        The new header and index block stand before it, and the magic of the file is zeros
        meanwhile. Whoever opens it for writing puts the copy in its place.

        Attributes:
            len_copy: Bytes of the copy.
            hash: First 16 bytes of BLAKE3 over the copy.
        """

        __slots__ = ("len_copy", "hash", "tag")

        _root: Cdd
        len_copy: int
        hash: bytes
        tag: bytes

        SIZE: ClassVar[int] = 32
        _derived: ClassVar[tuple[str, ...]] = ("tag",)
        _BLOCK_0: ClassVar[Block] = Block(("len_copy", "u8le"), ("hash", "16s"))
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("len_copy", "u8le"), ("hash", "16s"), ("tag", b"CDDstart", "/types/end_of_copy/seq/2")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_copy: Required[int]
                hash: Required[bytes]
                tag: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 32
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            self.len_copy, self.hash, stored_tag = _unpack_Cdd_EndOfCopy_FIXED_0(buf, pos)
            if stored_tag != b"CDDstart":
                self._look_at(pos + 24).contents(b"CDDstart", "tag", "/types/end_of_copy/seq/2")
            self.tag = b"CDDstart"
            return stop

        def _derive(self) -> None:
            self._set_derived("tag", b"CDDstart", "the format")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.len_copy, self.hash)
            io.put(self.tag)


# What methods look up, at the price of a name.
_members_Cdd_ChunkType = Members(lambda: Cdd.ChunkType)
_members_Cdd_DataType = Members(lambda: Cdd.DataType)
_members_Cdd_IndexType = Members(lambda: Cdd.IndexType)
_unpack_Cdd_Chunk_0 = Cdd.Chunk._BLOCK_0.unpack
_unpack_Cdd_EndOfCopy_FIXED_0 = Cdd.EndOfCopy._FIXED_0.unpack
_unpack_Cdd_FIXED_0 = Cdd._FIXED_0.unpack
_unpack_Cdd_IndexBlock_0 = Cdd.IndexBlock._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Cdd":"cdd","Cdd.IndexBlock":"cdd::index_block","Cdd.Chunk":"cdd::chunk",
"Cdd.Transforms":"cdd::transforms","Cdd.EndOfCopy":"cdd::end_of_copy"},
"spec":{"id":"cdd","title":"CryptoDD data","file":"cdd.ksy",
"digest":"90da06eeb257854408efab005c4edc60463274eab189fb20f1714c7a40628dff","types":[
{"path":"cdd","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"efbeadde"},"doc":"0xdeadbeef."},
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":4,"size":2,"valid":[{"kind":"equal","args":[1]}]},
{"id":"len_metadata","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":6,"size":4,"doc":"Stored length in bytes."},
{"id":"metadata","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_metadata"}},
"offset":10,"array":{"dtype":"<u8","shape":["list",1]},"codec":{"cases":[[null,[{"is":"Stage",
"codec":"zstd"},{"is":"Stage","codec":"raw","args":[["shape",["list",1]],["dtype",["text",
"uint64"]]]}]]]},"doc":"Of the library: entries of each index block, the pointer to the next one
 included; a zstd frame of eight bytes."},
{"id":"len_user_metadata","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"size":4,"doc":"Stored length in bytes; 0 means none."},
{"id":"user_metadata","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_user_metadata",
"limit":67108864}},"doc":"Of the user, any bytes in a zstd frame; a frame of nothing is none,
 too."}],"instances":[
{"id":"first_block","type":"cdd::index_block","stored":{"is":"Record","path":"cdd::index_block"},
"pos":["add",["add",14,"len_metadata"],"len_user_metadata"],"doc":"The others are where the one
 before them says, not necessarily side by side."}],"edges":[{"is":"Length","field":"len_metadata",
"of":"metadata"},{"is":"Length","field":"len_user_metadata","of":"user_metadata"}],"doc":"Arrays in
 chunks, appended to one file and found through a chain of index blocks. This is the layout of the
 plan\n(magic 0xdeadbeef); the layout of the cryptodd-arrays program, which differs in almost every
 field, is `cryptodd.ksy`.\n\nBlocks and chunks lie anywhere after the header, not necessarily side
 by side.\n\n\nSee Revised Plan, High-Performance C++ Data Store, section 2"},
{"path":"cdd::index_block","parent":"cdd","endian":"le","fields":[
{"id":"len_block","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4,"valid":[{"kind":"that","args":[["and",["ge","_",38],["eq",["mod","_",8],6]]]}],
"doc":"Bytes of the whole block, this field included. It never changes, compressed or not."},
{"id":"type","type":"enum cdd::index_type","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"le","enum":"cdd::index_type"},"offset":4,"size":2,"valid":[{"kind":"member"}],
"default":["enum","cdd::index_type","raw"]},
{"id":"hash","type":"bytes","stored":{"is":"Bytes","extent":{"size":16}},"offset":6,"size":16,
"checksum":{"algorithm":"blake3","over":"entries","size":16,"decoded":true},"doc":"First 16 bytes
 of BLAKE3 over the entries, uncompressed."},
{"id":"entries","type":"payload","stored":{"is":"Bytes","extent":{"size":["sub","len_block",22]}},
"offset":22,"array":{"dtype":"<u8","shape":["list","num_entries"]},"codec":{"on":"type",
"cases":[[["enum","cdd::index_type","raw"],[{"is":"Stage","codec":"raw","args":[["shape",["list",
"num_entries"]],["dtype",["text","uint64"]]]}]],[["enum","cdd::index_type","lz4"],[{"is":"Stage",
"codec":"lz4","args":[["padded",true]]},{"is":"Stage","codec":"raw","args":[["shape",["list",
"num_entries"]],["dtype",["text","uint64"]]]}]]]},"doc":"Where the chunks begin in the file, in
 bytes, 0 for a free entry; the last entry is where the next index block\nbegins, 0 if there is
 none. Compressed, it is an LZ4 frame and then zeros."}],"instances":[
{"id":"num_entries","type":"int","value":["floordiv",["sub","len_block",22],8],"doc":"The pointer
 to the next block included."}],"edges":[{"is":"Length","field":"len_block","of":"entries",
"steps":[["add",22]]},{"is":"Digest","field":"hash","of":"entries","algorithm":"blake3"}],
"doc":"Where the chunks are (\"2.3. Chunk Index\")."},
{"path":"cdd::chunk","parent":"any record","endian":"le","fields":[
{"id":"len_chunk","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4,"doc":"Bytes of the whole chunk, this field included."},
{"id":"type","type":"enum cdd::chunk_type","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"le","enum":"cdd::chunk_type"},"offset":4,"size":2,"valid":[{"kind":"member"}]},
{"id":"dtype","type":"enum cdd::data_type","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"le","enum":"cdd::data_type"},"offset":6,"size":2,"valid":[{"kind":"member"}],"doc":"Of
 the array that a reader gets; float32 for the order-book types."},
{"id":"hash","type":"bytes","stored":{"is":"Bytes","extent":{"size":16}},"offset":8,"size":16,
"checksum":{"algorithm":"blake3","over":"data","size":16,"decoded":true,"condition":["not",["get",
"flags","skip_hash_check"]]},"doc":"First 16 bytes of BLAKE3 over the decoded array, so for float16
 types over the rounded values."},
{"id":"flags","type":"cdd::transforms","stored":{"is":"Record","path":"cdd::transforms"},
"offset":24,"size":8},
{"id":"shape","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":32,"repeat":{"until":["eq","_",0],"limit":65},"doc":"Elements in each dimension, the
 outermost first, then a zero. So no dimension can be empty."},
{"id":"data","type":"payload","stored":{"is":"Bytes","extent":{"size":["sub",["sub","len_chunk",32],
["mul",4,["size","shape"]]]}},"array":{"dtype":{"on":"dtype","cases":[[["enum","cdd::data_type",
"float16"],"float16"],[["enum","cdd::data_type","float32"],"float32"],[["enum","cdd::data_type",
"float64"],"float64"],[["enum","cdd::data_type","int8"],"int8"],[["enum","cdd::data_type","uint8"],
"uint8"],[["enum","cdd::data_type","int16"],"int16"],[["enum","cdd::data_type","uint16"],"uint16"],
[["enum","cdd::data_type","int32"],"int32"],[["enum","cdd::data_type","uint32"],"uint32"],[["enum",
"cdd::data_type","int64"],"int64"],[["enum","cdd::data_type","uint64"],"uint64"],[["enum",
"cdd::data_type","bfloat16"],"bfloat16"]]},"shape":"dimensions"},"codec":{"on":"type",
"cases":[[["enum","cdd::chunk_type","raw"],[{"is":"Stage","codec":"raw","args":[["shape",
"dimensions"],["dtype",["dtype_of",["text","data"]]]]}]],[["enum","cdd::chunk_type","zstd"],
[{"is":"Stage","codec":"zstd","args":[["level",1]]},{"is":"Stage","codec":"raw","args":[["shape",
"dimensions"],["dtype",["dtype_of",["text","data"]]]]}]],[["enum","cdd::chunk_type",
"okx_ob_simd_f16"],[{"is":"Stage","codec":"zstd"},{"is":"Stage","codec":"xor_delta",
"args":[["shape","dimensions"],["dtype",["dtype_of",["text","data"]]],["stored",["text","float16"]],
["width","snapshot_size"],["planes",true]]}]],[["enum","cdd::chunk_type","okx_ob_simd_f32"],
[{"is":"Stage","codec":"zstd"},{"is":"Stage","codec":"xor_delta","args":[["shape","dimensions"],
["dtype",["dtype_of",["text","data"]]],["stored",["text","float32"]],["width","snapshot_size"],
["planes",true]]}]],[["enum","cdd::chunk_type","generic_ob_simd"],[{"is":"Stage","codec":"zstd"},
{"is":"Stage","codec":"xor_delta","args":[["shape","dimensions"],["dtype",["dtype_of",["text",
"data"]]],["stored",["if",["get","flags","down_cast_16"],["text","float16"],["text","float32"]]],
["width","snapshot_size"],["planes",true]]}]]]},"doc":"Order books: rounded to float16 where the
 type says so, each snapshot XOR the one before it, bytes of equal\nsignificance gathered, then a
 zstd frame."}],"instances":[
{"id":"dimensions","type":"int[]","value":["slice","shape",0,["sub",["size","shape"],1]],"doc":"The
 shape without the zero at its end."},
{"id":"snapshot_size","type":"int","value":["if",["gt",["size","dimensions"],2],["mul",["item",
"dimensions",1],["item","dimensions",2]],1],"doc":"Elements of a snapshot of an order book; 1 for
 shapes that no reader takes."}],"edges":[{"is":"Length","field":"len_chunk","of":"data",
"steps":[["add",["mul",4,["size","shape"]]],["add",32]]},{"is":"Digest","field":"hash","of":"data",
"algorithm":"blake3"}],"doc":"One array (\"2.4. Data Chunk\")."},
{"path":"cdd::transforms","parent":"cdd::chunk","endian":"le","size":8,"fields":[
{"id":"lz4","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},"offset":0,
"default":false},
{"id":"zstd","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},"offset":0,
"bit":1,"default":["eq",["get","_parent","type"],["enum","cdd::chunk_type","zstd"]]},
{"id":"little_endian","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":2,"default":true},
{"id":"big_endian","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":3,"default":false},
{"id":"down_cast_8","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":4,"default":false},
{"id":"down_cast_16","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":5,"default":["eq",["get","_parent","type"],["enum","cdd::chunk_type",
"okx_ob_simd_f16"]],"doc":"Stored as float16; what decides for `generic_ob_simd`."},
{"id":"down_cast_32","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":6,"default":false},
{"id":"down_cast_64","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":7,"default":false},
{"id":"down_cast_128","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":1,"default":false},
{"id":"reconstruction_not_perfect","type":"bool","stored":{"is":"Bits","width":1,"endian":"le",
"flag":true},"offset":1,"bit":1,"default":"down_cast_16","doc":"Decoding does not give exactly what
 was stored."},
{"id":"skip_hash_check","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":1,"bit":2,"default":false},
{"id":"reserved","type":"int","stored":{"is":"Bits","width":53,"endian":"le"},"offset":1,"bit":3,
"default":0}],"doc":"64 bits, the lowest first. Numbers of the program; the plan names two of
 them."},
{"path":"cdd::end_of_copy","parent":"any record","endian":"le","size":32,"fields":[
{"id":"len_copy","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8,"doc":"Bytes of the copy."},
{"id":"hash","type":"bytes","stored":{"is":"Bytes","extent":{"size":16}},"offset":8,"size":16,
"doc":"First 16 bytes of BLAKE3 over the copy."},
{"id":"tag","type":"bytes","stored":{"is":"Bytes","extent":{"size":8}},"offset":24,"size":8,
"contents":{"hex":"4344447374617274"}}],"doc":"The end of a file whose header is being replaced, in
 either layout.\n\nThe new header and index block stand before it, and the magic of the file is
 zeros meanwhile. Whoever opens it for writing puts the copy in its place."}],"enums":[
{"path":"cdd::index_type","members":[{"id":"raw","value":0},{"id":"lz4","value":1}]},
{"path":"cdd::chunk_type","members":[{"id":"raw","value":0,"doc":"The bytes of the array."},
{"id":"zstd","value":1,"doc":"One zstd frame."},{"id":"okx_ob_simd_f16","value":2,"doc":"Order book
 of shape (N, 50, 3), through float16."},{"id":"okx_ob_simd_f32","value":3,"doc":"Order book of
 shape (N, 50, 3)."},{"id":"generic_ob_simd","value":4,"doc":"Order book of shape (N, depth,
 features)."}]},
{"path":"cdd::data_type","members":[{"id":"float16","value":1},{"id":"float32","value":2},
{"id":"float64","value":3},{"id":"int8","value":4},{"id":"uint8","value":5},{"id":"int16",
"value":6},{"id":"uint16","value":7},{"id":"int32","value":8},{"id":"uint32","value":9},
{"id":"int64","value":10},{"id":"uint64","value":11},{"id":"bfloat16","value":12}]}]}}
"""
