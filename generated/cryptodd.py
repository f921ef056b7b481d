# Made by `quire gen` 0.1.0 from cryptodd.ksy (sha256 cf8159bc4c50). Do not edit.
"""cryptodd-arrays data."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

import math
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.generated import cdd as _cdd
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
    copied,
    expect_equal,
    expect_few,
    expect_member,
    expect_that,
    instance,
    quick,
)
from quire.runtime.direct import new, unpack_s8le, unpack_u4le, unpack_u8le

__all__ = ["Cryptodd"]


class Cryptodd(Struct):
    """Arrays in chunks, appended to one file and found through a chain of index blocks.

    This is the layout that the program cryptodd-arrays 0.1.0 writes. The plan's own layout (magic
    0xdeadbeef) is `cdd.ksy`, whose types of data these are, too.

    Blocks and chunks lie anywhere after the header, and rubbish may lie between and after them.

    See https://github.com/maxisoft/cryptodd-arrays

    Attributes:
        magic: 0x0cddbeef.
        len_metadata: Stored length in bytes.
        metadata: Of the library, entries of each index block; a zstd frame of eight bytes.
        len_user_metadata: Stored length in bytes.
        user_metadata: Of the user, any bytes (compact JSON when written from Python) in a zstd
            frame, which is of nothing if there are none.
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

    _root: Cryptodd
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
        ("magic", b"\xef\xbe\xdd\x0c", "/seq/0"), ("version", "u2le"), ("len_metadata", "u4le")
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            version: int
            len_metadata: int
            metadata: Required[Packable]
            len_user_metadata: int
            user_metadata: Required[bytes]
            first_block: Cryptodd.IndexBlock | Cryptodd.IndexBlock._Fields

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 10
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.version, self.len_metadata = _unpack_Cryptodd_FIXED_0(buf, pos)
        if stored_magic != b"\xef\xbe\xdd\x0c":
            self._look_at(pos).contents(b"\xef\xbe\xdd\x0c", "magic", "/seq/0")
        self.magic = b"\xef\xbe\xdd\x0c"
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
        self._set_derived("magic", b"\xef\xbe\xdd\x0c", "the format")
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
    def first_block(self) -> Cryptodd.IndexBlock:
        """The others are where the one before them says, not necessarily side by side."""
        buf, pos, end = self._at(14 + self.len_metadata + self.len_user_metadata)
        began = pos
        child = new(Cryptodd.IndexBlock)
        child._parent, child._root = self, self._root
        child._name = "first_block"
        pos = child._read_at(buf, pos, end)
        value: Cryptodd.IndexBlock = child
        self._at_first_block = self, began, pos
        return value

    def _position_first_block(self) -> int:
        return 14 + self.len_metadata + self.len_user_metadata

    def _put_first_block(self, io: Writer) -> None:
        self._write_child(io, "first_block", self.first_block, Cryptodd.IndexBlock)

    class IndexType(LateEnum):
        """Values of `index_type`."""

        raw = 1
        compressed = 2

    class ChunkType(LateEnum):
        """Values of `chunk_type`."""

        raw = 1
        zstd_compressed = 2
        okx_ob_simd_f16 = 3
        okx_ob_simd_f32 = 4
        binance_ob_simd_f16 = 5
        binance_ob_simd_f32 = 6
        generic_ob_simd_f16 = 7
        generic_ob_simd_f32 = 8
        temporal_1d_simd_f16 = 9
        temporal_1d_simd_f32 = 10
        temporal_1d_simd_i64_xor = 11
        temporal_1d_simd_i64_delta = 12
        temporal_2d_simd_f16 = 13
        temporal_2d_simd_f32 = 14
        temporal_2d_simd_i64 = 15

    class IndexBlock(Struct):
        """Type `index_block`.

        Attributes:
            len_block: Bytes of the whole block, this field included. It never changes, compressed
                or not.
            hash: BLAKE3 of count (u4) and offsets, in the form of a raw block. The next pointer is
                not covered. (A digest over two values that may be compressed: quire.cdd verifies
                it, the generated reader does not.)
            ofs_next: Where the next index block begins, 0 if there is none.
            extent: Of a raw block the number of entries, otherwise the stored length in bytes of
                the frame.
            entries: Where the chunks begin in the file, in bytes; 0 is a free entry. What the
                program makes of a block that is full is a zstd frame of the differences between
                neighbouring entries, the first one against 0.
            padding: The room that compression saved.
        """

        __slots__ = ("len_block", "type", "hash", "ofs_next", "extent", "entries", "padding")

        _root: Cryptodd
        _parent: Cryptodd
        len_block: int
        type: Cryptodd.IndexType | int
        hash: bytes
        ofs_next: int
        extent: int
        entries: Encoded
        padding: bytes

        _derived: ClassVar[tuple[str, ...]] = ("extent", "len_block")
        _BLOCK_0: ClassVar[Block] = Block(
            ("len_block", "u4le"),
            ("type", "u2le"),
            ("hash", "32s"),
            ("ofs_next", "u8le"),
            ("extent", "u4le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_block: int
                type: Cryptodd.IndexType | int
                hash: Required[bytes]
                ofs_next: int
                extent: int
                entries: Required[Packable]
                padding: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 50
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.len_block, self.type, self.hash, self.ofs_next, self.extent = (
                _unpack_Cryptodd_IndexBlock_0(buf, pos)
            )
            pos = stop
            self.type = _members_Cryptodd_IndexType[self.type]
            if not (self.len_block >= 50 and self.len_block % 8 == 2):
                io = self._io_at(pos)
                expect_that(
                    "len_block",
                    self.len_block,
                    self.len_block >= 50 and self.len_block % 8 == 2,
                    "_ >= 50 and _ % 8 == 2",
                    io,
                    50,
                    place="/types/index_block/seq/0",
                )
            if type(self.type) is int:
                io = self._io_at(pos)
                expect_member(
                    "type", self.type, Cryptodd.IndexType, io, 46, place="/types/index_block/seq/1"
                )
            if not (
                self.extent == (self.len_block - 50) // 8
                if self.type == Cryptodd.IndexType.raw
                else self.extent <= self.len_block - 50
            ):
                io = self._io_at(pos)
                expect_that(
                    "extent",
                    self.extent,
                    self.extent == (self.len_block - 50) // 8
                    if self.type == Cryptodd.IndexType.raw
                    else self.extent <= self.len_block - 50,
                    "type == index_type::raw ? _ == num_entries : _ <= len_block - 50",
                    io,
                    4,
                    place="/types/index_block/seq/4",
                )
            io = self._io_at(pos)
            self.entries = Encoded.read(
                io, self.len_entries, self._entries_stages(), self, "entries"
            )
            pos = io._pos
            stop = pos + (self.len_block - 50 - self.len_entries)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "padding", pos)
            self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _entries_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `entries` into an array."""
            match self.type:
                case Cryptodd.IndexType.raw:
                    return (Stage("raw", shape=(self.num_entries,), dtype="int64"),)
                case Cryptodd.IndexType.compressed:
                    return (
                        Stage("zstd"),
                        Stage(
                            "xor_delta",
                            shape=(self.num_entries,),
                            dtype="int64",
                            stored="int64",
                            width=1,
                            operation="add",
                        ),
                    )
                case other:
                    raise no_case(
                        self,
                        "entries",
                        other,
                        (Cryptodd.IndexType.raw, Cryptodd.IndexType.compressed),
                    )

        def _derive(self) -> None:
            self._set_default("type", Cryptodd.IndexType.raw)
            self._set_default("ofs_next", 0)
            self.entries = Encoded.of(self.entries, self._entries_stages(), self, "entries")
            self._set_default("padding", b"")
            if self.type != Cryptodd.IndexType.raw:
                self._set_derived("extent", self.entries.stored_size, "entries")
            self._set_room(
                "len_block",
                len(self.padding)
                + (8 * self.num_entries if self.type == Cryptodd.IndexType.raw else self.extent)
                + 50,
                "padding",
            )

        def _check(self) -> None:
            expect_that(
                "len_block",
                self.len_block,
                self.len_block >= 50 and self.len_block % 8 == 2,
                "_ >= 50 and _ % 8 == 2",
                place="/types/index_block/seq/0",
            )
            expect_member("type", self.type, Cryptodd.IndexType, place="/types/index_block/seq/1")
            expect_that(
                "extent",
                self.extent,
                self.extent == self.num_entries
                if self.type == Cryptodd.IndexType.raw
                else self.extent <= self.len_block - 50,
                "type == index_type::raw ? _ == num_entries : _ <= len_block - 50",
                place="/types/index_block/seq/4",
            )

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io, self.len_block, self.type, self.hash, self.ofs_next, self.extent
            )
            self.entries.write(io, size=self.len_entries)
            io.put_filled(
                self.padding, self.len_block - 50 - self.len_entries, "padding", 0, of=self
            )

        @quick
        def num_entries(self) -> int:
            """Chunks that the block has room for."""
            return (self.len_block - 50) // 8

        @computed
        def len_entries(self) -> int:
            """Instance `len_entries`."""
            return 8 * self.num_entries if self.type == Cryptodd.IndexType.raw else self.extent

    class Chunk(Struct):
        """One array.

        Attributes:
            len_chunk: Bytes of the whole chunk, this field included.
            dtype: Of the array that a reader gets.
            hash: BLAKE3 of the decoded array, or of the stored bytes where decoding does not give
                what was put in.
            num_shape: Entries of the shape, the zero at its end included.
            shape: Elements in each dimension, the outermost first, then a zero.
            len_data: Stored length in bytes.
            data: Order books and one-dimensional series: each row XOR the one before it. Two-
                dimensional series of shape (R, F): the flat array in F runs of R elements, each run
                on its own.
        """

        __slots__ = (
            "len_chunk",
            "type",
            "dtype",
            "hash",
            "flags",
            "num_shape",
            "shape",
            "len_data",
            "data",
        )

        _root: Cryptodd
        len_chunk: int
        type: Cryptodd.ChunkType | int
        dtype: _cdd.Cdd.DataType | int
        hash: bytes
        flags: Cryptodd.Transforms
        num_shape: int
        shape: list[int]
        len_data: int
        data: Encoded

        _derived: ClassVar[tuple[str, ...]] = ("num_shape", "len_data", "len_chunk", "hash")
        _BLOCK_0: ClassVar[Block] = Block(
            ("len_chunk", "u4le"), ("type", "u2le"), ("dtype", "u2le"), ("hash", "32s")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_chunk: int
                type: Required[Cryptodd.ChunkType | int]
                dtype: Required[_cdd.Cdd.DataType | int]
                hash: bytes
                flags: Cryptodd.Transforms | Cryptodd.Transforms._Fields
                num_shape: int
                shape: Required[Iterable[int]]
                len_data: int
                data: Required[Packable]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 40
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.len_chunk, self.type, self.dtype, self.hash = _unpack_Cryptodd_Chunk_0(buf, pos)
            pos = stop
            self.type = _members_Cryptodd_ChunkType[self.type]
            self.dtype = _members__cdd_Cdd_DataType[self.dtype]
            if type(self.type) is int:
                io = self._io_at(pos)
                expect_member(
                    "type", self.type, Cryptodd.ChunkType, io, 36, place="/types/chunk/seq/1"
                )
            if type(self.dtype) is int:
                io = self._io_at(pos)
                expect_member(
                    "dtype", self.dtype, _cdd.Cdd.DataType, io, 34, place="/types/chunk/seq/2"
                )
            self.flags = child = new(Cryptodd.Transforms)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "num_shape", pos)
            self.num_shape = unpack_u4le(buf, pos)[0]
            pos = stop
            io = self._io_at(pos)
            count = io.count(self.num_shape, "shape", 8, limit=0x41)
            pos = io._pos
            self.shape = []
            for _ in range(count):
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "shape", pos)
                self.shape.append(unpack_s8le(buf, pos)[0])
                pos = stop
            self._io_at(pos)
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "len_data", pos)
            self.len_data = unpack_u4le(buf, pos)[0]
            pos = stop
            if self.len_data != self.len_chunk - 56 - 8 * self.num_shape:
                io = self._io_at(pos)
                expect_equal(
                    "len_data",
                    self.len_data,
                    self.len_chunk - 56 - 8 * self.num_shape,
                    io,
                    4,
                    place="/types/chunk/seq/7",
                )
            io = self._io_at(pos)
            self.data = Encoded.read(io, self.len_data, self._data_stages(), self, "data")
            pos = io._pos
            if not self.flags.skip_hash_check:
                self.data.guard_with(
                    "blake3", self.hash, decoded=not self.flags.reconstruction_not_perfect
                )
            return pos

        def _data_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `data` into an array."""
            match self.type:
                case Cryptodd.ChunkType.raw:
                    return (Stage("raw", shape=tuple(self.dimensions), dtype=self._data_dtype()),)
                case Cryptodd.ChunkType.zstd_compressed:
                    return (
                        Stage("zstd", level=1),
                        Stage("raw", shape=tuple(self.dimensions), dtype=self._data_dtype()),
                    )
                case (
                    Cryptodd.ChunkType.okx_ob_simd_f16
                    | Cryptodd.ChunkType.binance_ob_simd_f16
                    | Cryptodd.ChunkType.generic_ob_simd_f16
                ):
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
                case (
                    Cryptodd.ChunkType.okx_ob_simd_f32
                    | Cryptodd.ChunkType.binance_ob_simd_f32
                    | Cryptodd.ChunkType.generic_ob_simd_f32
                ):
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
                case Cryptodd.ChunkType.temporal_1d_simd_f16:
                    return (
                        Stage("zstd"),
                        Stage(
                            "xor_delta",
                            shape=tuple(self.dimensions),
                            dtype=self._data_dtype(),
                            stored="float16",
                            width=1,
                            planes=True,
                        ),
                    )
                case Cryptodd.ChunkType.temporal_1d_simd_f32:
                    return (
                        Stage("zstd"),
                        Stage(
                            "xor_delta",
                            shape=tuple(self.dimensions),
                            dtype=self._data_dtype(),
                            stored="float32",
                            width=1,
                            planes=True,
                        ),
                    )
                case Cryptodd.ChunkType.temporal_1d_simd_i64_xor:
                    return (
                        Stage("zstd"),
                        Stage(
                            "xor_delta",
                            shape=tuple(self.dimensions),
                            dtype=self._data_dtype(),
                            stored="int64",
                            width=1,
                        ),
                    )
                case Cryptodd.ChunkType.temporal_1d_simd_i64_delta:
                    return (
                        Stage("zstd"),
                        Stage(
                            "xor_delta",
                            shape=tuple(self.dimensions),
                            dtype=self._data_dtype(),
                            stored="int64",
                            width=1,
                            operation="add",
                        ),
                    )
                case Cryptodd.ChunkType.temporal_2d_simd_f16:
                    return (
                        Stage("zstd"),
                        Stage(
                            "xor_delta",
                            shape=tuple(self.dimensions),
                            dtype=self._data_dtype(),
                            stored="float16",
                            width=1,
                            rows=self.series_size,
                            planes=True,
                        ),
                    )
                case Cryptodd.ChunkType.temporal_2d_simd_f32:
                    return (
                        Stage("zstd"),
                        Stage(
                            "xor_delta",
                            shape=tuple(self.dimensions),
                            dtype=self._data_dtype(),
                            stored="float32",
                            width=1,
                            rows=self.series_size,
                            planes=True,
                        ),
                    )
                case Cryptodd.ChunkType.temporal_2d_simd_i64:
                    return (
                        Stage("zstd"),
                        Stage(
                            "xor_delta",
                            shape=tuple(self.dimensions),
                            dtype=self._data_dtype(),
                            stored="int64",
                            width=1,
                            rows=self.series_size,
                        ),
                    )
                case other:
                    raise no_case(
                        self,
                        "data",
                        other,
                        (
                            Cryptodd.ChunkType.raw,
                            Cryptodd.ChunkType.zstd_compressed,
                            Cryptodd.ChunkType.okx_ob_simd_f16,
                            Cryptodd.ChunkType.okx_ob_simd_f32,
                            Cryptodd.ChunkType.binance_ob_simd_f16,
                            Cryptodd.ChunkType.binance_ob_simd_f32,
                            Cryptodd.ChunkType.generic_ob_simd_f16,
                            Cryptodd.ChunkType.generic_ob_simd_f32,
                            Cryptodd.ChunkType.temporal_1d_simd_f16,
                            Cryptodd.ChunkType.temporal_1d_simd_f32,
                            Cryptodd.ChunkType.temporal_1d_simd_i64_xor,
                            Cryptodd.ChunkType.temporal_1d_simd_i64_delta,
                            Cryptodd.ChunkType.temporal_2d_simd_f16,
                            Cryptodd.ChunkType.temporal_2d_simd_f32,
                            Cryptodd.ChunkType.temporal_2d_simd_i64,
                        ),
                    )

        @staticmethod
        @cache
        def _data_dtypes() -> dict[object, str]:
            """Dtypes that the array of `data` may have, by what tells them."""
            return {
                _cdd.Cdd.DataType.float16: "float16",
                _cdd.Cdd.DataType.float32: "float32",
                _cdd.Cdd.DataType.float64: "float64",
                _cdd.Cdd.DataType.int8: "int8",
                _cdd.Cdd.DataType.uint8: "uint8",
                _cdd.Cdd.DataType.int16: "int16",
                _cdd.Cdd.DataType.uint16: "uint16",
                _cdd.Cdd.DataType.int32: "int32",
                _cdd.Cdd.DataType.uint32: "uint32",
                _cdd.Cdd.DataType.int64: "int64",
                _cdd.Cdd.DataType.uint64: "uint64",
                _cdd.Cdd.DataType.bfloat16: "bfloat16",
            }

        def _data_dtype(self) -> str:
            """Dtype of the array of `data`."""
            dtypes = self._data_dtypes()
            if self.dtype not in dtypes:
                raise no_case(self, "data", self.dtype, tuple(dtypes), "dtype")
            return dtypes[self.dtype]

        def _derive(self) -> None:
            self._make("flags", Cryptodd.Transforms)
            self.data = Encoded.of(self.data, self._data_stages(), self, "data")
            self._set_derived("num_shape", len(self.shape), "shape")
            self._set_derived("len_data", self.data.stored_size, "data")
            self._set_derived("len_chunk", 56 + 8 * self.num_shape + self.len_data, "the format")
            self._set_derived(
                "hash",
                self.data.digest("blake3", 32, decoded=not self.flags.reconstruction_not_perfect),
                "data",
            )

        def _check(self) -> None:
            expect_member("type", self.type, Cryptodd.ChunkType, place="/types/chunk/seq/1")
            expect_member("dtype", self.dtype, _cdd.Cdd.DataType, place="/types/chunk/seq/2")
            expect_equal(
                "len_data",
                self.len_data,
                self.len_chunk - 56 - 8 * self.num_shape,
                place="/types/chunk/seq/7",
            )

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.len_chunk, self.type, self.dtype, self.hash)
            self._write_child(io, "flags", self.flags, Cryptodd.Transforms)
            io.u4le(self.num_shape, "num_shape")
            expect_few("shape", self.shape, limit=0x41)
            for shape_item in self.shape:
                io.s8le(shape_item, "shape")
            io.u4le(self.len_data, "len_data")
            self.data.write(io)

        @computed
        def dimensions(self) -> list[int]:
            """The shape without the zero at its end.

            The program leaves that zero out where the last dimension is 0.
            """
            return (
                self.shape
                if self.len_data == 0 and math.prod(self.shape[: len(self.shape) - 1]) != 0
                else self.shape[: len(self.shape) - 1]
            )

        @computed
        def snapshot_size(self) -> int:
            """Elements of a snapshot of an order book; 1 for shapes that no reader takes."""
            return bounded(
                self.dimensions[1] * self.dimensions[2] if len(self.dimensions) > 2 else 1
            )

        @computed
        def series_size(self) -> int:
            """Elements of a series, of two axes; 1 for shapes that no reader takes."""
            return self.dimensions[0] if len(self.dimensions) > 1 else 1

    class Transforms(Struct):
        """64 bits, the lowest first.

        The program looks at the last two alone.

        Attributes:
            big_endian: Stored without effect.
            reconstruction_not_perfect: Decoding does not give exactly what was stored; the hash is
                that of the stored bytes.
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

        _root: Cryptodd
        _parent: Cryptodd.Chunk
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
            self._set_default("down_cast_16", False)
            self._set_default("down_cast_32", False)
            self._set_default("down_cast_64", False)
            self._set_default("down_cast_128", False)
            self._set_default("skip_hash_check", False)
            self._set_default("reserved", 0)
            self._set_default("zstd", self._parent.type == Cryptodd.ChunkType.zstd_compressed)
            self._set_default(
                "reconstruction_not_perfect",
                self._parent.type == Cryptodd.ChunkType.okx_ob_simd_f16
                or self._parent.type == Cryptodd.ChunkType.binance_ob_simd_f16
                or self._parent.type == Cryptodd.ChunkType.generic_ob_simd_f16
                or self._parent.type == Cryptodd.ChunkType.temporal_1d_simd_f16
                or self._parent.type == Cryptodd.ChunkType.temporal_2d_simd_f16,
            )

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


# What methods look up, at the price of a name.
_members_Cryptodd_ChunkType = Members(lambda: Cryptodd.ChunkType)
_members_Cryptodd_IndexType = Members(lambda: Cryptodd.IndexType)
_members__cdd_Cdd_DataType = Members(lambda: _cdd.Cdd.DataType)
_unpack_Cryptodd_Chunk_0 = Cryptodd.Chunk._BLOCK_0.unpack
_unpack_Cryptodd_FIXED_0 = Cryptodd._FIXED_0.unpack
_unpack_Cryptodd_IndexBlock_0 = Cryptodd.IndexBlock._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Cryptodd":"cryptodd","Cryptodd.IndexBlock":"cryptodd::index_block",
"Cryptodd.Chunk":"cryptodd::chunk","Cryptodd.Transforms":"cryptodd::transforms"},
"spec":{"id":"cryptodd","title":"cryptodd-arrays data","file":"cryptodd.ksy",
"digest":"cf8159bc4c50261a4ffa04c78f0a91a41a35ac1adc3598c25dfc101a665c298f","imports":["cdd"],
"types":[
{"path":"cryptodd","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"efbedd0c"},"doc":"0x0cddbeef."},
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":4,"size":2,"valid":[{"kind":"equal","args":[1]}]},
{"id":"len_metadata","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":6,"size":4,"doc":"Stored length in bytes."},
{"id":"metadata","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_metadata"}},
"offset":10,"array":{"dtype":"<u8","shape":["list",1]},"codec":{"cases":[[null,[{"is":"Stage",
"codec":"zstd"},{"is":"Stage","codec":"raw","args":[["shape",["list",1]],["dtype",["text",
"uint64"]]]}]]]},"doc":"Of the library, entries of each index block; a zstd frame of eight bytes."},
{"id":"len_user_metadata","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"size":4,"doc":"Stored length in bytes."},
{"id":"user_metadata","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_user_metadata",
"limit":67108864}},"doc":"Of the user, any bytes (compact JSON when written from Python) in a zstd
 frame, which is of nothing if there are\nnone."}],"instances":[
{"id":"first_block","type":"cryptodd::index_block","stored":{"is":"Record",
"path":"cryptodd::index_block"},"pos":["add",["add",14,"len_metadata"],"len_user_metadata"],
"doc":"The others are where the one before them says, not necessarily side by side."}],
"edges":[{"is":"Length","field":"len_metadata","of":"metadata"},{"is":"Length",
"field":"len_user_metadata","of":"user_metadata"}],"doc":"Arrays in chunks, appended to one file
 and found through a chain of index blocks.\n\nThis is the layout that the program cryptodd-arrays
 0.1.0 writes. The plan's own layout (magic 0xdeadbeef) is `cdd.ksy`,\nwhose types of data these
 are, too.\n\nBlocks and chunks lie anywhere after the header, and rubbish may lie between and
 after them.\n\n\nSee https://github.com/maxisoft/cryptodd-arrays"},
{"path":"cryptodd::index_block","parent":"cryptodd","endian":"le","fields":[
{"id":"len_block","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4,"valid":[{"kind":"that","args":[["and",["ge","_",50],["eq",["mod","_",8],2]]]}],
"doc":"Bytes of the whole block, this field included. It never changes, compressed or not."},
{"id":"type","type":"enum cryptodd::index_type","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"le","enum":"cryptodd::index_type"},"offset":4,"size":2,"valid":[{"kind":"member"}],
"default":["enum","cryptodd::index_type","raw"]},
{"id":"hash","type":"bytes","stored":{"is":"Bytes","extent":{"size":32}},"offset":6,"size":32,
"doc":"BLAKE3 of count (u4) and offsets, in the form of a raw block. The next pointer is not
 covered. (A digest over\ntwo values that may be compressed: quire.cdd verifies it, the generated
 reader does not.)"},
{"id":"ofs_next","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":38,"size":8,"default":0,"doc":"Where the next index block begins, 0 if there is none."},
{"id":"extent","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":46,"size":4,"valid":[{"kind":"that","args":[["if",["eq","type",["enum",
"cryptodd::index_type","raw"]],["eq","_","num_entries"],["le","_",["sub","len_block",50]]]]}],
"doc":"Of a raw block the number of entries, otherwise the stored length in bytes of the frame."},
{"id":"entries","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_entries"}},
"offset":50,"array":{"dtype":"<i8","shape":["list","num_entries"]},"codec":{"on":"type",
"cases":[[["enum","cryptodd::index_type","raw"],[{"is":"Stage","codec":"raw","args":[["shape",
["list","num_entries"]],["dtype",["text","int64"]]]}]],[["enum","cryptodd::index_type",
"compressed"],[{"is":"Stage","codec":"zstd"},{"is":"Stage","codec":"xor_delta","args":[["shape",
["list","num_entries"]],["dtype",["text","int64"]],["stored",["text","int64"]],["width",1],
["operation",["text","add"]]]}]]]},"doc":"Where the chunks begin in the file, in bytes; 0 is a free
 entry. What the program makes of a block that is full\nis a zstd frame of the differences between
 neighbouring entries, the first one against 0."},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["sub",["sub","len_block",
50],"len_entries"],"fill":0}},"doc":"The room that compression saved."}],"instances":[
{"id":"num_entries","type":"int","value":["floordiv",["sub","len_block",50],8],"doc":"Chunks that
 the block has room for."},
{"id":"len_entries","type":"int","value":["if",["eq","type",["enum","cryptodd::index_type","raw"]],
["mul",8,"num_entries"],"extent"]}],"edges":[{"is":"Length","field":"extent","of":"entries",
"condition":["not",["eq","type",["enum","cryptodd::index_type","raw"]]]},{"is":"Length",
"field":"len_block","of":"padding","steps":[["add",["if",["eq","type",["enum",
"cryptodd::index_type","raw"]],["mul",8,"num_entries"],"extent"]],["add",50]],"at_least":true}]},
{"path":"cryptodd::chunk","parent":"any record","endian":"le","fields":[
{"id":"len_chunk","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4,"derive":["add",["add",56,["mul",8,"num_shape"]],"len_data"],"doc":"Bytes of
 the whole chunk, this field included."},
{"id":"type","type":"enum cryptodd::chunk_type","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"le","enum":"cryptodd::chunk_type"},"offset":4,"size":2,"valid":[{"kind":"member"}]},
{"id":"dtype","type":"enum cdd::data_type","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"le","enum":"cdd::data_type"},"offset":6,"size":2,"valid":[{"kind":"member"}],"doc":"Of
 the array that a reader gets."},
{"id":"hash","type":"bytes","stored":{"is":"Bytes","extent":{"size":32}},"offset":8,"size":32,
"checksum":{"algorithm":"blake3","over":"data","size":32,"decoded":["not",["get","flags",
"reconstruction_not_perfect"]],"condition":["not",["get","flags","skip_hash_check"]]},"doc":"BLAKE3
 of the decoded array, or of the stored bytes where decoding does not give what was put in."},
{"id":"flags","type":"cryptodd::transforms","stored":{"is":"Record","path":"cryptodd::transforms"},
"offset":40,"size":8},
{"id":"num_shape","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":48,"size":4,"doc":"Entries of the shape, the zero at its end included."},
{"id":"shape","type":"int[]","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"offset":52,"repeat":{"count":"num_shape","limit":65},"doc":"Elements in each dimension, the
 outermost first, then a zero."},
{"id":"len_data","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"valid":[{"kind":"equal","args":[["sub",["sub","len_chunk",56],["mul",8,"num_shape"]]]}],
"doc":"Stored length in bytes."},
{"id":"data","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_data"}},
"array":{"dtype":{"on":"dtype","cases":[[["enum","cdd::data_type","float16"],"float16"],[["enum",
"cdd::data_type","float32"],"float32"],[["enum","cdd::data_type","float64"],"float64"],[["enum",
"cdd::data_type","int8"],"int8"],[["enum","cdd::data_type","uint8"],"uint8"],[["enum",
"cdd::data_type","int16"],"int16"],[["enum","cdd::data_type","uint16"],"uint16"],[["enum",
"cdd::data_type","int32"],"int32"],[["enum","cdd::data_type","uint32"],"uint32"],[["enum",
"cdd::data_type","int64"],"int64"],[["enum","cdd::data_type","uint64"],"uint64"],[["enum",
"cdd::data_type","bfloat16"],"bfloat16"]]},"shape":"dimensions"},"codec":{"on":"type",
"cases":[[["enum","cryptodd::chunk_type","raw"],[{"is":"Stage","codec":"raw","args":[["shape",
"dimensions"],["dtype",["dtype_of",["text","data"]]]]}]],[["enum","cryptodd::chunk_type",
"zstd_compressed"],[{"is":"Stage","codec":"zstd","args":[["level",1]]},{"is":"Stage","codec":"raw",
"args":[["shape","dimensions"],["dtype",["dtype_of",["text","data"]]]]}]],[["enum",
"cryptodd::chunk_type","okx_ob_simd_f16"],[{"is":"Stage","codec":"zstd"},{"is":"Stage",
"codec":"xor_delta","args":[["shape","dimensions"],["dtype",["dtype_of",["text","data"]]],["stored",
["text","float16"]],["width","snapshot_size"],["planes",true]]}]],[["enum","cryptodd::chunk_type",
"okx_ob_simd_f32"],[{"is":"Stage","codec":"zstd"},{"is":"Stage","codec":"xor_delta",
"args":[["shape","dimensions"],["dtype",["dtype_of",["text","data"]]],["stored",["text","float32"]],
["width","snapshot_size"],["planes",true]]}]],[["enum","cryptodd::chunk_type",
"binance_ob_simd_f16"],[{"is":"Stage","codec":"zstd"},{"is":"Stage","codec":"xor_delta",
"args":[["shape","dimensions"],["dtype",["dtype_of",["text","data"]]],["stored",["text","float16"]],
["width","snapshot_size"],["planes",true]]}]],[["enum","cryptodd::chunk_type",
"binance_ob_simd_f32"],[{"is":"Stage","codec":"zstd"},{"is":"Stage","codec":"xor_delta",
"args":[["shape","dimensions"],["dtype",["dtype_of",["text","data"]]],["stored",["text","float32"]],
["width","snapshot_size"],["planes",true]]}]],[["enum","cryptodd::chunk_type",
"generic_ob_simd_f16"],[{"is":"Stage","codec":"zstd"},{"is":"Stage","codec":"xor_delta",
"args":[["shape","dimensions"],["dtype",["dtype_of",["text","data"]]],["stored",["text","float16"]],
["width","snapshot_size"],["planes",true]]}]],[["enum","cryptodd::chunk_type",
"generic_ob_simd_f32"],[{"is":"Stage","codec":"zstd"},{"is":"Stage","codec":"xor_delta",
"args":[["shape","dimensions"],["dtype",["dtype_of",["text","data"]]],["stored",["text","float32"]],
["width","snapshot_size"],["planes",true]]}]],[["enum","cryptodd::chunk_type",
"temporal_1d_simd_f16"],[{"is":"Stage","codec":"zstd"},{"is":"Stage","codec":"xor_delta",
"args":[["shape","dimensions"],["dtype",["dtype_of",["text","data"]]],["stored",["text","float16"]],
["width",1],["planes",true]]}]],[["enum","cryptodd::chunk_type","temporal_1d_simd_f32"],
[{"is":"Stage","codec":"zstd"},{"is":"Stage","codec":"xor_delta","args":[["shape","dimensions"],
["dtype",["dtype_of",["text","data"]]],["stored",["text","float32"]],["width",1],["planes",
true]]}]],[["enum","cryptodd::chunk_type","temporal_1d_simd_i64_xor"],[{"is":"Stage",
"codec":"zstd"},{"is":"Stage","codec":"xor_delta","args":[["shape","dimensions"],["dtype",
["dtype_of",["text","data"]]],["stored",["text","int64"]],["width",1]]}]],[["enum",
"cryptodd::chunk_type","temporal_1d_simd_i64_delta"],[{"is":"Stage","codec":"zstd"},{"is":"Stage",
"codec":"xor_delta","args":[["shape","dimensions"],["dtype",["dtype_of",["text","data"]]],["stored",
["text","int64"]],["width",1],["operation",["text","add"]]]}]],[["enum","cryptodd::chunk_type",
"temporal_2d_simd_f16"],[{"is":"Stage","codec":"zstd"},{"is":"Stage","codec":"xor_delta",
"args":[["shape","dimensions"],["dtype",["dtype_of",["text","data"]]],["stored",["text","float16"]],
["width",1],["rows","series_size"],["planes",true]]}]],[["enum","cryptodd::chunk_type",
"temporal_2d_simd_f32"],[{"is":"Stage","codec":"zstd"},{"is":"Stage","codec":"xor_delta",
"args":[["shape","dimensions"],["dtype",["dtype_of",["text","data"]]],["stored",["text","float32"]],
["width",1],["rows","series_size"],["planes",true]]}]],[["enum","cryptodd::chunk_type",
"temporal_2d_simd_i64"],[{"is":"Stage","codec":"zstd"},{"is":"Stage","codec":"xor_delta",
"args":[["shape","dimensions"],["dtype",["dtype_of",["text","data"]]],["stored",["text","int64"]],
["width",1],["rows","series_size"]]}]]]},"doc":"Order books and one-dimensional series: each row
 XOR the one before it. Two-dimensional series of shape (R, F):\nthe flat array in F runs of R
 elements, each run on its own."}],"instances":[
{"id":"dimensions","type":"int[]","value":["if",["and",["eq","len_data",0],["ne",["product",
["slice","shape",0,["sub",["size","shape"],1]]],0]],"shape",["slice","shape",0,["sub",["size",
"shape"],1]]],"doc":"The shape without the zero at its end.\n\nThe program leaves that zero out
 where the last dimension is 0."},
{"id":"snapshot_size","type":"int","value":["if",["gt",["size","dimensions"],2],["mul",["item",
"dimensions",1],["item","dimensions",2]],1],"doc":"Elements of a snapshot of an order book; 1 for
 shapes that no reader takes."},
{"id":"series_size","type":"int","value":["if",["gt",["size","dimensions"],1],["item","dimensions",
0],1],"doc":"Elements of a series, of two axes; 1 for shapes that no reader takes."}],
"edges":[{"is":"Count","field":"num_shape","of":"shape"},{"is":"Length","field":"len_data",
"of":"data"},{"is":"Digest","field":"hash","of":"data","algorithm":"blake3"}],"doc":"One array."},
{"path":"cryptodd::transforms","parent":"cryptodd::chunk","endian":"le","size":8,"fields":[
{"id":"lz4","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},"offset":0,
"default":false},
{"id":"zstd","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},"offset":0,
"bit":1,"default":["eq",["get","_parent","type"],["enum","cryptodd::chunk_type",
"zstd_compressed"]]},
{"id":"little_endian","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":2,"default":true},
{"id":"big_endian","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":3,"default":false,"doc":"Stored without effect."},
{"id":"down_cast_8","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":4,"default":false},
{"id":"down_cast_16","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":5,"default":false},
{"id":"down_cast_32","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":6,"default":false},
{"id":"down_cast_64","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":7,"default":false},
{"id":"down_cast_128","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":1,"default":false},
{"id":"reconstruction_not_perfect","type":"bool","stored":{"is":"Bits","width":1,"endian":"le",
"flag":true},"offset":1,"bit":1,"default":["or",["or",["or",["or",["eq",["get","_parent","type"],
["enum","cryptodd::chunk_type","okx_ob_simd_f16"]],["eq",["get","_parent","type"],["enum",
"cryptodd::chunk_type","binance_ob_simd_f16"]]],["eq",["get","_parent","type"],["enum",
"cryptodd::chunk_type","generic_ob_simd_f16"]]],["eq",["get","_parent","type"],["enum",
"cryptodd::chunk_type","temporal_1d_simd_f16"]]],["eq",["get","_parent","type"],["enum",
"cryptodd::chunk_type","temporal_2d_simd_f16"]]],"doc":"Decoding does not give exactly what was
 stored; the hash is that of the stored bytes."},
{"id":"skip_hash_check","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":1,"bit":2,"default":false},
{"id":"reserved","type":"int","stored":{"is":"Bits","width":53,"endian":"le"},"offset":1,"bit":3,
"default":0}],"doc":"64 bits, the lowest first. The program looks at the last two alone."}],
"enums":[
{"path":"cryptodd::index_type","members":[{"id":"raw","value":1},{"id":"compressed","value":2}]},
{"path":"cryptodd::chunk_type","members":[{"id":"raw","value":1},{"id":"zstd_compressed","value":2},
{"id":"okx_ob_simd_f16","value":3},{"id":"okx_ob_simd_f32","value":4},{"id":"binance_ob_simd_f16",
"value":5},{"id":"binance_ob_simd_f32","value":6},{"id":"generic_ob_simd_f16","value":7},
{"id":"generic_ob_simd_f32","value":8},{"id":"temporal_1d_simd_f16","value":9},
{"id":"temporal_1d_simd_f32","value":10},{"id":"temporal_1d_simd_i64_xor","value":11},
{"id":"temporal_1d_simd_i64_delta","value":12},{"id":"temporal_2d_simd_f16","value":13},
{"id":"temporal_2d_simd_f32","value":14},{"id":"temporal_2d_simd_i64","value":15}]}]}}
"""
