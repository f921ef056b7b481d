# Made by `quire gen` 0.1.0 from cvc.ksy (sha256 d16d65f6630c). Do not edit.
"""Compressed Vector Collection."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage, no_case
from quire.runtime import (
    Block,
    Bytes,
    Document,
    Found,
    Keys,
    LateEnum,
    Members,
    Struct,
    Writer,
    axis_of,
    computed,
    copied,
    expect_count,
    expect_member,
    instance,
    size_of,
)
from quire.runtime.direct import new, unpack_u1, unpack_u4le

__all__ = ["Cvc"]


class Cvc(Struct):
    """A collection of dense vectors (embeddings), cut into chunks that are quantised one by one.

    A JSON header says how many vectors of which dimension there are, and how each chunk is stored;
    then the chunks follow. Three layouts share the magic: without a version (the first release of
    the format), version 1 (with a checksum for each chunk, and optionally with the chunks at
    multiples of a page), and version 2 (named columns of several dtypes).

    Attributes:
        len_header: Bytes of JSON that follow.
        header: The JSON header.
        chunks: The vectors.
        column_chunks: The columns, some rows at a time.
    """

    __slots__ = ("_start", "_end", "_stop", "magic", "len_header", "header", "_stored_header")

    _root: Cvc
    _stored_header: bytes
    magic: bytes
    version: Cvc.Version
    len_header: int
    header: Cvc.Header
    chunks: list[Cvc.Chunk]
    column_chunks: list[Cvc.ColumnChunk]

    _is_top: ClassVar[bool] = True
    _placed: ClassVar[tuple[str, ...]] = ("word", "len_header_at_8", "first_at_8", "first_at_12")
    _places: ClassVar[bool] = True
    _looks_up: ClassVar[tuple[str, ...]] = ("_root",)
    _fields_look_up: ClassVar[tuple[str, ...]] = ("_io", "_root")
    _goes_by_place: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("magic", "len_header")

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            version: Cvc.Version | Cvc.Version._Fields
            len_header: int
            header: Required[Cvc.Header | Mapping[str, Any]]
            chunks: Iterable[Cvc.Chunk | Cvc.Chunk._Fields]
            column_chunks: Iterable[Cvc.ColumnChunk | Cvc.ColumnChunk._Fields]
            format_version: int
            word: int
            len_header_at_8: int
            first_at_8: int
            first_at_12: int

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 4
        if stop > end or buf[pos:stop] != b"CVCF":
            self._look_at(pos).contents(b"CVCF", "magic", "/seq/0")
        self.magic = b"CVCF"
        pos = stop
        if self.format_version != 0:
            self.version = child = new(Cvc.Version)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        stop = pos + 4
        if stop > end:
            buf, end = self._reach(stop - pos, "len_header", pos)
        self.len_header = unpack_u4le(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self._stored_header = io.take_bytes(self.len_header, "header", limit=0x4000000)
        self.header = Cvc.Header.parse(
            self._stored_header, self._root, "header", io.offset(len(self._stored_header))
        )
        pos = io._pos
        if self.format_version != 2:
            count = len(self.header.chunks)
            if not 0 <= count * 4 <= end - pos:
                count = self._io_at(pos).count(count, "chunks", 4)
            io = self._io_at(pos)
            self.chunks = Found()
            self.chunks.read(io, count, lambda i: Cvc.Chunk(i, io, self, self._root, "chunks"))
            pos = io._pos
        else:
            count = len(self.header.chunks)
            if not 0 <= count * 8 <= end - pos:
                count = self._io_at(pos).count(count, "column_chunks", 8)
            io = self._io_at(pos)
            self.column_chunks = Found()
            self.column_chunks.read(
                io, count, lambda _: Cvc.ColumnChunk(io, self, self._root, "column_chunks")
            )
            pos = io._pos
        return pos

    def _derive(self) -> None:
        self._set_derived("magic", b"CVCF", "the format")
        if self.format_version != 0:
            self._make("version", Cvc.Version)
        self.header = Cvc.Header.of(self.header, self._root, "header")
        self._stored_header = self.header.dump(
            "header",
            compact=self.format_version != 0,
            sort_keys=self.format_version != 0,
            limit=0x4000000,
        )
        self._set_derived("len_header", len(self._stored_header), "header")

    def _check(self) -> None:
        if self.format_version != 2:
            expect_count("chunks", self.chunks, len(self.header.chunks))
        else:
            expect_count("column_chunks", self.column_chunks, len(self.header.chunks))

    def _write__seq(self, io: Writer) -> None:
        io.put(self.magic)
        if self.format_version != 0:
            self._write_child(io, "version", self.version, Cvc.Version)
        elif hasattr(self, "version"):
            self._leave_out("version")
        io.u4le(self.len_header, "len_header")
        io.put(self._stored_header)
        if self.format_version != 2:
            for i, chunk in enumerate(self.chunks):
                self._expect_record("chunks", chunk, Cvc.Chunk)
                chunk.index = i
                self._write_child(io, "chunks", chunk, Cvc.Chunk)
            if hasattr(self, "column_chunks"):
                self._leave_out("column_chunks")
        else:
            if hasattr(self, "chunks"):
                self._leave_out("chunks")
            for column_chunk in self.column_chunks:
                self._write_child(io, "column_chunks", column_chunk, Cvc.ColumnChunk)
        self._place(io, "word")
        self._place(io, "len_header_at_8")
        self._place(io, "first_at_8")
        self._place(io, "first_at_12")

    @instance
    def format_version(self) -> int:
        """0 for the layout without a version, else its major version."""
        if self._io is None:
            return 0
        return self.word & 0xFFFF if self.is_versioned else 0

    @computed
    def is_versioned(self) -> bool:
        """Whether the four bytes after the magic are a version, not the length of the header.

        Nothing in the file says so. No header is so short that its length could be the versions 1.0
        or 2.0; beyond that, the header (a JSON object) is looked for where each layout has it.
        """
        return (
            self.word in {1, 2} or (self.names_version and self.fits_version) or not self.opens_at_8
        )

    @instance
    def word(self) -> int:
        """A version, or the length of the header."""
        value: int = unpack_u4le(self._peek(self, "word", 4, 4))[0]
        return value

    def _position_word(self) -> int:
        return 4

    def _put_word(self, io: Writer) -> None:
        io.u4le(self.word, "word")

    @computed
    def names_version(self) -> bool:
        """Whether the word can be a version that is known."""
        return self.word & 0xFFFF in {1, 2}

    @computed
    def fits_version(self) -> bool:
        """Whether there is a header where a versioned layout has it."""
        return (
            size_of(self) > 12 and self.len_header_at_8 <= size_of(self) - 12 and self.opens_at_12
        )

    @instance
    def len_header_at_8(self) -> int:
        """The length of the header if the word is a version."""
        value: int = unpack_u4le(self._peek(self, "len_header_at_8", 8, 4))[0]
        return value

    def _position_len_header_at_8(self) -> int:
        return 8

    def _put_len_header_at_8(self, io: Writer) -> None:
        io.u4le(self.len_header_at_8, "len_header_at_8")

    @instance
    def first_at_8(self) -> int:
        """The first byte of the header if the word is its length."""
        value: int = unpack_u1(self._peek(self, "first_at_8", 8, 1))[0]
        return value

    def _position_first_at_8(self) -> int:
        return 8

    def _put_first_at_8(self, io: Writer) -> None:
        io.u1(self.first_at_8, "first_at_8")

    @instance
    def first_at_12(self) -> int:
        """The first byte of the header if the word is a version."""
        value: int = unpack_u1(self._peek(self, "first_at_12", 12, 1))[0]
        return value

    def _position_first_at_12(self) -> int:
        return 12

    def _put_first_at_12(self, io: Writer) -> None:
        io.u1(self.first_at_12, "first_at_12")

    @computed
    def opens_at_8(self) -> bool:
        """Whether a JSON object may begin at byte 8, with its brace or with white space."""
        return size_of(self) <= 8 or self.first_at_8 in {0x7B, 0x20, 0x09, 0x0A, 0x0D}

    @computed
    def opens_at_12(self) -> bool:
        """Whether a JSON object may begin at byte 12, with its brace or with white space."""
        return self.first_at_12 in {0x7B, 0x20, 0x09, 0x0A, 0x0D}

    class Header(Document):
        """Document `header`.

        Attributes:
            num_vectors: Vectors in all chunks.
            dimension: Values of one vector.
            compression: Scheme of the chunks that name none of their own.
            mmap_optimized: Whether each chunk says where in the file it begins.
            columns: What the columns hold, in the order of each chunk.
            sections: Ranges of rows with what is known of them; their writer may have left them
                out.
            chunks: One for each chunk, in the order of the file.
        """

        __slots__ = (
            "num_vectors",
            "dimension",
            "compression",
            "mmap_optimized",
            "columns",
            "sections",
            "chunks",
        )

        _root: Cvc
        num_vectors: int
        dimension: int
        compression: str
        mmap_optimized: bool
        columns: list[Cvc.ColumnInfo]
        sections: list[Cvc.Section] | None
        chunks: list[Cvc.ChunkInfo]

        def _load(self, keys: Keys) -> None:
            if self._root.format_version != 2:
                self.dimension = keys.integer("dimension")
                keys.expect_at_least("dimension", self.dimension, 0)
                keys.expect_at_most("dimension", self.dimension, 0xFFFFFFFF)
                self.compression = keys.text("compression")
                self.mmap_optimized = (
                    keys.boolean("mmap_optimized") if "mmap_optimized" in keys else False
                )
            else:
                self.columns = keys.objects("columns", Cvc.ColumnInfo, self)
            self.sections = (
                keys.objects("sections", Cvc.Section, self) if "sections" in keys else None
            )
            self.chunks = keys.objects("chunks", Cvc.ChunkInfo, self)
            self.num_vectors = keys.derived(
                "num_vectors", keys.integer, sum(each.rows for each in self.chunks)
            )

    class ColumnInfo(Document):
        """What one column holds.

        Attributes:
            name: No two are the same.
            dimension: Values of one row.
            dtype: Of the array that was packed; of the values, where they are stored as they are.
            compression: Scheme of the column.
        """

        __slots__ = ("name", "dimension", "dtype", "compression")

        _root: Cvc
        _parent: Cvc.Header
        name: str
        dimension: int
        dtype: str
        compression: str

        def _load(self, keys: Keys) -> None:
            self.name = keys.text("name")
            self.dimension = keys.integer("dimension")
            keys.expect_at_least("dimension", self.dimension, 0)
            keys.expect_at_most("dimension", self.dimension, 0xFFFFFFFF)
            self.dtype = keys.text("dtype")
            self.compression = keys.text("compression")

    class Section(Document):
        """A range of rows.

        Attributes:
            start_index: Its first row.
            end_index: The row after its last one.
            metadata: What its writer says of it.
        """

        __slots__ = ("start_index", "end_index", "metadata")

        _root: Cvc
        _parent: Cvc.Header
        start_index: int
        end_index: int
        metadata: Any

        def _load(self, keys: Keys) -> None:
            self.start_index = keys.integer("start_index")
            keys.expect_at_least("start_index", self.start_index, 0)
            self.end_index = keys.integer("end_index")
            keys.expect_at_least("end_index", self.end_index, self.start_index)
            self.metadata = keys.anything("metadata") if "metadata" in keys else None

    class ChunkInfo(Document):
        """How one chunk is stored.

        Attributes:
            rows: Vectors of the chunk.
            metadata: What its writer says of it.
            compression: Scheme of the chunk.
            min: Value of code 0.
            scale: Difference between neighbouring codes.
            file_offset: Where the chunk's record begins in the file.
            columns: Where the columns are, by their names.
        """

        __slots__ = ("rows", "metadata", "compression", "min", "scale", "file_offset", "columns")

        _root: Cvc
        _parent: Cvc.Header
        rows: int
        metadata: Any
        compression: str
        min: float
        scale: float
        file_offset: int
        columns: list[Cvc.ColumnPart]

        def _load(self, keys: Keys) -> None:
            self.rows = keys.integer("rows")
            keys.expect_at_least("rows", self.rows, 0)
            keys.expect_at_most("rows", self.rows, 0xFFFFFFFFFFFF)
            self.metadata = keys.anything("metadata") if "metadata" in keys else None
            if self._root.format_version != 2:
                self.compression = (
                    keys.text("compression") if "compression" in keys else self._parent.compression
                )
                if self.compression in {"int8", "int4"}:
                    self.min = keys.number("min")
                    self.scale = keys.number("scale")
                if self._parent.mmap_optimized:
                    self.file_offset = keys.integer("file_offset")
                    keys.expect_at_least("file_offset", self.file_offset, 0)
            else:
                self.columns = keys.named_objects(
                    "columns", [each.name for each in self._parent.columns], Cvc.ColumnPart, self
                )

    class ColumnPart(Document):
        """Where the rows of one column are in a chunk, and how they are stored.

        Attributes:
            offset: From the start of the payload.
            size: Stored bytes.
            compression: Scheme of these rows.
            min: Value of code 0.
            scale: Difference between neighbouring codes.
        """

        __slots__ = ("offset", "size", "compression", "min", "scale")

        _root: Cvc
        _parent: Cvc.ChunkInfo
        offset: int
        size: int
        compression: str
        min: float
        scale: float

        def _load(self, keys: Keys) -> None:
            self.offset = keys.integer("offset")
            keys.expect_at_least("offset", self.offset, 0)
            keys.expect_at_most("offset", self.offset, 0xFFFFFFFF)
            self.size = keys.integer("size")
            keys.expect_at_least("size", self.size, 0)
            keys.expect_at_most("size", self.size, 0xFFFFFFFF)
            self.compression = keys.text("compression")
            if self.compression in {"int8", "int4"}:
                self.min = keys.number("min")
                self.scale = keys.number("scale")

    class Layout(LateEnum):
        """Values of `layout`.

        Attributes:
            rows: Vectors row by row, a checksum for each chunk.
            columns: Named columns of several types.
        """

        rows = 1
        columns = 2

    class Version(Struct):
        """Version of the layout, since version 1."""

        __slots__ = ("major", "minor")

        _root: Cvc
        _parent: Cvc
        major: Cvc.Layout | int
        minor: int

        SIZE: ClassVar[int] = 4
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_root.format_version",)
        _derived: ClassVar[tuple[str, ...]] = ("major",)
        _BLOCK_0: ClassVar[Block] = Block(("major", "u2le"), ("minor", "u2le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                major: Cvc.Layout | int
                minor: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.major, self.minor = _unpack_Cvc_Version_0(buf, pos)
            pos = stop
            self.major = _members_Cvc_Layout[self.major]
            if type(self.major) is int:
                io = self._io_at(pos)
                expect_member("major", self.major, Cvc.Layout, io, 4, place="/types/version/seq/0")
            return pos

        def _derive(self) -> None:
            self._set_default("minor", 0)
            self._set_derived(
                "major",
                Cvc.Layout.columns if self._root.format_version == 2 else Cvc.Layout.rows,
                "the format",
            )

        def _check(self) -> None:
            expect_member("major", self.major, Cvc.Layout, place="/types/version/seq/0")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.major, self.minor)

    class Chunk(Struct):
        """A record with the vectors of one chunk.

        Attributes:
            index: Number of the chunk.
            gap: What lies between the end of the last record and `file_offset`; nothing of
                interest.
            len_payload: Bytes of the payload.
            crc: CRC-32 of the stored payload, as zlib computes it.
            payload: The vectors of the chunk, row by row.
        """

        __slots__ = ("index", "gap", "len_payload", "payload")

        _root: Cvc
        _parent: Cvc
        index: int
        gap: bytes
        len_payload: int
        crc: int
        payload: Encoded

        _looks_up: ClassVar[tuple[str, ...]] = (
            "_root.format_version",
            "_root.header.chunks",
            "_root.header.dimension",
            "_root.header.mmap_optimized",
        )
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("len_payload", "crc")

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                index: int
                gap: bytes
                len_payload: int
                crc: int
                payload: Required[Packable]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            index: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.index = index
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + (
                self._root.header.chunks[self.index].file_offset - self._pos_at(pos)
                if self._root.header.mmap_optimized
                else 0
            )
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "gap", pos)
            self.gap = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "len_payload", pos)
            self.len_payload = unpack_u4le(buf, pos)[0]
            pos = stop
            if self._root.format_version != 0:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "crc", pos)
                self.crc = unpack_u4le(buf, pos)[0]
                pos = stop
            io = self._io_at(pos)
            self.payload = Encoded.read(
                io, self.len_payload, self._payload_stages(), self, "payload"
            )
            pos = io._pos
            if self._root.format_version != 0:
                self.payload.guard_with("crc32", self.crc)
            return pos

        def _payload_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `payload` into an array."""
            chunk = self._root.header.chunks[self.index]
            match chunk.compression:
                case "fp16":
                    return (Stage("fp16", shape=(chunk.rows, self._root.header.dimension)),)
                case "int8":
                    return (
                        Stage(
                            "affine_u8",
                            shape=(chunk.rows, self._root.header.dimension),
                            scale=chunk.scale,
                            min=chunk.min,
                        ),
                    )
                case "lossless":
                    return (
                        Stage("dictionary_planes", shape=(chunk.rows, self._root.header.dimension)),
                    )
                case "bfloat16":
                    return (Stage("bf16", shape=(chunk.rows, self._root.header.dimension)),)
                case "int4":
                    return (
                        Stage(
                            "affine_u4",
                            shape=(chunk.rows, self._root.header.dimension),
                            scale=chunk.scale,
                            min=chunk.min,
                        ),
                    )
                case _:
                    return (
                        Stage(
                            "unknown",
                            shape=(chunk.rows, self._root.header.dimension),
                            scheme=chunk.compression,
                        ),
                    )

        def _derive(self) -> None:
            self._set_default("gap", b"")
            self.payload = Encoded.of(self.payload, self._payload_stages(), self, "payload")
            self._set_derived("len_payload", self.payload.stored_size, "payload")
            if self._root.format_version != 0:
                self._set_derived("crc", self.payload.digest("crc32"), "payload")

        def _write__seq(self, io: Writer) -> None:
            io.put_filled(
                self.gap,
                self._root.header.chunks[self.index].file_offset - io.pos()
                if self._root.header.mmap_optimized
                else 0,
                "gap",
                0,
                of=self,
            )
            io.u4le(self.len_payload, "len_payload")
            if self._root.format_version != 0:
                io.u4le(self.crc, "crc")
            elif hasattr(self, "crc"):
                self._leave_out("crc")
            self.payload.write(io)

    class ColumnChunk(Struct):
        """A record with some rows of all columns.

        Attributes:
            len_payload: Bytes of the payload.
            crc: CRC-32 of the stored payload, as zlib computes it.
            payload: The columns, each where the header says.
        """

        __slots__ = ("len_payload", "crc", "payload")

        _root: Cvc
        _parent: Cvc
        len_payload: int
        crc: int
        payload: Encoded

        _derived: ClassVar[tuple[str, ...]] = ("len_payload", "crc")
        _BLOCK_0: ClassVar[Block] = Block(("len_payload", "u4le"), ("crc", "u4le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_payload: int
                crc: int
                payload: Required[Packable]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.len_payload, self.crc = _unpack_Cvc_ColumnChunk_0(buf, pos)
            pos = stop
            io = self._io_at(pos)
            self.payload = Encoded.read(
                io, self.len_payload, self._payload_stages(), self, "payload"
            )
            pos = io._pos
            self.payload.guard_with("crc32", self.crc)
            return pos

        def _payload_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `payload` into an array."""
            return (Stage("raw", shape=(self.len_payload,), dtype="uint8"),)

        def _derive(self) -> None:
            self._set_derived("len_payload", axis_of(self.payload, 0, 1, "payload"), "payload")
            self.payload = Encoded.of(self.payload, self._payload_stages(), self, "payload")
            self._set_derived("len_payload", self.payload.stored_size, "payload")
            self._set_derived("crc", self.payload.digest("crc32"), "payload")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.len_payload, self.crc)
            self.payload.write(io)

    class Column(Struct):
        """Some rows of a column, in the payload of a chunk, at the offset that the header says.

        Attributes:
            chunk: Number of the chunk.
            index: Number of the column.
            rounded: What a scheme makes of float32.
            plain: Values as they are.
        """

        __slots__ = ("chunk", "index")

        _root: Cvc
        chunk: int
        index: int
        rounded: Encoded
        plain: Encoded

        _looks_up: ClassVar[tuple[str, ...]] = ("_root.header.chunks", "_root.header.columns")

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                chunk: int
                index: int
                rounded: Packable
                plain: Packable

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            chunk: int = 0,
            index: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.chunk = chunk
            self.index = index
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if self.compression != "none":
                io = self._io_at(pos)
                self.rounded = Encoded.read(
                    io,
                    self._root.header.chunks[self.chunk].columns[self.index].size,
                    self._rounded_stages(),
                    self,
                    "rounded",
                )
                pos = io._pos
            else:
                io = self._io_at(pos)
                self.plain = Encoded.read(
                    io,
                    self._root.header.chunks[self.chunk].columns[self.index].size,
                    self._plain_stages(),
                    self,
                    "plain",
                )
                pos = io._pos
            return pos

        def _rounded_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `rounded` into an array."""
            chunk = self._root.header.chunks[self.chunk]
            column = self._root.header.columns[self.index]
            match self.compression:
                case "fp16":
                    return (Stage("fp16", shape=(chunk.rows, column.dimension)),)
                case "int8":
                    return (
                        Stage(
                            "affine_u8",
                            shape=(chunk.rows, column.dimension),
                            scale=chunk.columns[self.index].scale,
                            min=chunk.columns[self.index].min,
                        ),
                    )
                case "bfloat16":
                    return (Stage("bf16", shape=(chunk.rows, column.dimension)),)
                case "int4":
                    return (
                        Stage(
                            "affine_u4",
                            shape=(chunk.rows, column.dimension),
                            scale=chunk.columns[self.index].scale,
                            min=chunk.columns[self.index].min,
                        ),
                    )
                case _:
                    return (
                        Stage(
                            "unknown", shape=(chunk.rows, column.dimension), scheme=self.compression
                        ),
                    )

        def _plain_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `plain` into an array."""
            return (
                Stage(
                    "raw",
                    shape=(
                        self._root.header.chunks[self.chunk].rows,
                        self._root.header.columns[self.index].dimension,
                    ),
                    dtype=self._plain_dtype(),
                ),
            )

        @staticmethod
        @cache
        def _plain_dtypes() -> dict[object, str]:
            """Dtypes that the array of `plain` may have, by what tells them."""
            return {
                "float16": "float16",
                "float32": "float32",
                "float64": "float64",
                "int8": "int8",
                "int16": "int16",
                "int32": "int32",
                "int64": "int64",
                "uint8": "uint8",
                "uint16": "uint16",
                "uint32": "uint32",
                "uint64": "uint64",
            }

        def _plain_dtype(self) -> str:
            """Dtype of the array of `plain`."""
            dtypes = self._plain_dtypes()
            if self.dtype not in dtypes:
                raise no_case(self, "plain", self.dtype, tuple(dtypes), "dtype")
            return dtypes[self.dtype]

        def _derive(self) -> None:
            if self.compression != "none":
                self.rounded = Encoded.of(self.rounded, self._rounded_stages(), self, "rounded")
            else:
                self.plain = Encoded.of(self.plain, self._plain_stages(), self, "plain")

        def _write__seq(self, io: Writer) -> None:
            if self.compression != "none":
                self.rounded.write(
                    io, size=self._root.header.chunks[self.chunk].columns[self.index].size
                )
                if hasattr(self, "plain"):
                    self._leave_out("plain")
            else:
                if hasattr(self, "rounded"):
                    self._leave_out("rounded")
                self.plain.write(
                    io, size=self._root.header.chunks[self.chunk].columns[self.index].size
                )

        @computed
        def compression(self) -> str:
            """Scheme of these rows."""
            return self._root.header.chunks[self.chunk].columns[self.index].compression

        @computed
        def dtype(self) -> str:
            """Of the array that was packed."""
            return self._root.header.columns[self.index].dtype


# What methods look up, at the price of a name.
_members_Cvc_Layout = Members(lambda: Cvc.Layout)
_unpack_Cvc_ColumnChunk_0 = Cvc.ColumnChunk._BLOCK_0.unpack
_unpack_Cvc_Version_0 = Cvc.Version._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Cvc":"cvc","Cvc.Version":"cvc::version","Cvc.Chunk":"cvc::chunk",
"Cvc.ColumnChunk":"cvc::column_chunk","Cvc.Column":"cvc::column"},
"spec":{"id":"cvc","title":"Compressed Vector Collection","file":"cvc.ksy",
"digest":"d16d65f6630c1d21b60bcb65bd310489424316134a6ba7f59eb85890082aee3f","types":[
{"path":"cvc","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"43564346"}},
{"id":"version","type":"cvc::version","stored":{"is":"Record","path":"cvc::version"},"offset":4,
"size":4,"condition":["ne","format_version",0]},
{"id":"len_header","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"doc":"Bytes of JSON that follow."},
{"id":"header","type":"cvc::header","stored":{"is":"Text","encoding":"utf-8",
"extent":{"size":"len_header","limit":67108864}},"document":{"path":"cvc::header","compact":["ne",
"format_version",0],"sort_keys":["ne","format_version",0]},"doc":"The JSON header."},
{"id":"chunks","type":"cvc::chunk[]","stored":{"is":"Record","path":"cvc::chunk","args":[["index",
"_index"]]},"repeat":{"count":["size",["get","header","chunks"]]},"condition":["ne",
"format_version",2],"doc":"The vectors."},
{"id":"column_chunks","type":"cvc::column_chunk[]","stored":{"is":"Record",
"path":"cvc::column_chunk"},"repeat":{"count":["size",["get","header","chunks"]]},"condition":["eq",
"format_version",2],"doc":"The columns, some rows at a time."}],"instances":[
{"id":"format_version","type":"int","value":["if","is_versioned",["bit_and","word",
{"int":"0xffff"}],0],"default":0,"doc":"0 for the layout without a version, else its major
 version."},
{"id":"is_versioned","type":"bool","value":["or",["or",["or",["eq","word",1],["eq","word",2]],
["and","names_version","fits_version"]],["not","opens_at_8"]],"doc":"Whether the four bytes after
 the magic are a version, not the length of the header.\n\nNothing in the file says so. No header
 is so short that its length could be the versions 1.0\nor 2.0; beyond that, the header (a JSON
 object) is looked for where each layout has it."},
{"id":"word","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"pos":4,"doc":"A version, or the length of the header."},
{"id":"names_version","type":"bool","value":["or",["eq",["bit_and","word",{"int":"0xffff"}],1],
["eq",["bit_and","word",{"int":"0xffff"}],2]],"doc":"Whether the word can be a version that is
 known."},
{"id":"fits_version","type":"bool","value":["and",["and",["gt",["size","_io"],12],["le",
"len_header_at_8",["sub",["size","_io"],12]]],"opens_at_12"],"doc":"Whether there is a header where
 a versioned layout has it."},
{"id":"len_header_at_8","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"size":4,"pos":8,"doc":"The length of the header if the word is a version."},
{"id":"first_at_8","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"pos":8,"doc":"The first byte of the header if the word is its length."},
{"id":"first_at_12","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"pos":12,"doc":"The first byte of the header if the word is a version."},
{"id":"opens_at_8","type":"bool","value":["or",["or",["or",["or",["or",["le",["size","_io"],8],
["eq","first_at_8",{"int":"0x7b"}]],["eq","first_at_8",{"int":"0x20"}]],["eq","first_at_8",
{"int":"0x09"}]],["eq","first_at_8",{"int":"0x0a"}]],["eq","first_at_8",{"int":"0x0d"}]],
"doc":"Whether a JSON object may begin at byte 8, with its brace or with white space."},
{"id":"opens_at_12","type":"bool","value":["or",["or",["or",["or",["eq","first_at_12",
{"int":"0x7b"}],["eq","first_at_12",{"int":"0x20"}]],["eq","first_at_12",{"int":"0x09"}]],["eq",
"first_at_12",{"int":"0x0a"}]],["eq","first_at_12",{"int":"0x0d"}]],"doc":"Whether a JSON object
 may begin at byte 12, with its brace or with white space."}],"edges":[{"is":"Length",
"field":"len_header","of":"header"}],"doc":"A collection of dense vectors (embeddings), cut into
 chunks that are quantised one by one.\n\nA JSON header says how many vectors of which dimension
 there are, and how each chunk is\nstored; then the chunks follow. Three layouts share the magic:
 without a version (the first\nrelease of the format), version 1 (with a checksum for each chunk,
 and optionally with the\nchunks at multiples of a page), and version 2 (named columns of several
 dtypes)."},
{"path":"cvc::version","parent":"cvc","endian":"le","size":4,"fields":[
{"id":"major","type":"enum cvc::layout","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"le","enum":"cvc::layout"},"offset":0,"size":2,"valid":[{"kind":"member"}],"derive":["if",
["eq",["get","_root","format_version"],2],["enum","cvc::layout","columns"],["enum","cvc::layout",
"rows"]]},
{"id":"minor","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":2,"size":2,"default":0}],"doc":"Version of the layout, since version 1."},
{"path":"cvc::chunk","parent":"cvc","endian":"le","params":[
{"id":"index","type":"int","doc":"Number of the chunk."}],"fields":[
{"id":"gap","type":"bytes","stored":{"is":"Bytes","extent":{"size":["if",["get",["get","_root",
"header"],"mmap_optimized"],["sub",["get",["item",["get",["get","_root","header"],"chunks"],
"index"],"file_offset"],["pos","_io"]],0],"fill":0}},"offset":0,"doc":"What lies between the end of
 the last record and `file_offset`; nothing of interest."},
{"id":"len_payload","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"doc":"Bytes of the payload."},
{"id":"crc","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},"size":4,
"condition":["ne",["get","_root","format_version"],0],"checksum":{"algorithm":"crc32",
"over":"payload"},"doc":"CRC-32 of the stored payload, as zlib computes it."},
{"id":"payload","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_payload"}},
"array":{"dtype":"<f4","shape":["list",["get",["item",["get",["get","_root","header"],"chunks"],
"index"],"rows"],["get",["get","_root","header"],"dimension"]]},"codec":{"on":["get",["item",["get",
["get","_root","header"],"chunks"],"index"],"compression"],"cases":[[["text","fp16"],[{"is":"Stage",
"codec":"fp16","args":[["shape",["list",["get",["item",["get",["get","_root","header"],"chunks"],
"index"],"rows"],["get",["get","_root","header"],"dimension"]]]]}]],[["text","int8"],[{"is":"Stage",
"codec":"affine_u8","args":[["shape",["list",["get",["item",["get",["get","_root","header"],
"chunks"],"index"],"rows"],["get",["get","_root","header"],"dimension"]]],["scale",["get",["item",
["get",["get","_root","header"],"chunks"],"index"],"scale"]],["min",["get",["item",["get",["get",
"_root","header"],"chunks"],"index"],"min"]]]}]],[["text","lossless"],[{"is":"Stage",
"codec":"dictionary_planes","args":[["shape",["list",["get",["item",["get",["get","_root","header"],
"chunks"],"index"],"rows"],["get",["get","_root","header"],"dimension"]]]]}]],[["text","bfloat16"],
[{"is":"Stage","codec":"bf16","args":[["shape",["list",["get",["item",["get",["get","_root",
"header"],"chunks"],"index"],"rows"],["get",["get","_root","header"],"dimension"]]]]}]],[["text",
"int4"],[{"is":"Stage","codec":"affine_u4","args":[["shape",["list",["get",["item",["get",["get",
"_root","header"],"chunks"],"index"],"rows"],["get",["get","_root","header"],"dimension"]]],
["scale",["get",["item",["get",["get","_root","header"],"chunks"],"index"],"scale"]],["min",["get",
["item",["get",["get","_root","header"],"chunks"],"index"],"min"]]]}]],[null,[{"is":"Stage",
"codec":"unknown","args":[["shape",["list",["get",["item",["get",["get","_root","header"],"chunks"],
"index"],"rows"],["get",["get","_root","header"],"dimension"]]],["scheme",["get",["item",["get",
["get","_root","header"],"chunks"],"index"],"compression"]]]}]]]},"doc":"The vectors of the chunk,
 row by row."}],"edges":[{"is":"Length","field":"len_payload","of":"payload"},{"is":"Digest",
"field":"crc","of":"payload","condition":["ne",["get","_root","format_version"],0],
"algorithm":"crc32"}],"doc":"A record with the vectors of one chunk."},
{"path":"cvc::column_chunk","parent":"cvc","endian":"le","fields":[
{"id":"len_payload","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4,"doc":"Bytes of the payload."},
{"id":"crc","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"checksum":{"algorithm":"crc32","over":"payload"},"doc":"CRC-32 of the stored
 payload, as zlib computes it."},
{"id":"payload","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_payload"}},"offset":8,
"array":{"dtype":"u1","shape":["list","len_payload"]},"codec":{"cases":[[null,[{"is":"Stage",
"codec":"raw","args":[["shape",["list","len_payload"]],["dtype",["text","uint8"]]]}]]]},"doc":"The
 columns, each where the header says."}],"edges":[{"is":"Axis","field":"len_payload","of":"payload",
"axis":0},{"is":"Length","field":"len_payload","of":"payload"},{"is":"Digest","field":"crc",
"of":"payload","algorithm":"crc32"}],"doc":"A record with some rows of all columns."},
{"path":"cvc::column","parent":"any record","endian":"le","params":[
{"id":"chunk","type":"int","doc":"Number of the chunk."},
{"id":"index","type":"int","doc":"Number of the column."}],"fields":[
{"id":"rounded","type":"payload","stored":{"is":"Bytes","extent":{"size":["get",["item",["get",
["item",["get",["get","_root","header"],"chunks"],"chunk"],"columns"],"index"],"size"],
"to_end":true}},"offset":0,"condition":["ne","compression",["text","none"]],"array":{"dtype":"<f4",
"shape":["list",["get",["item",["get",["get","_root","header"],"chunks"],"chunk"],"rows"],["get",
["item",["get",["get","_root","header"],"columns"],"index"],"dimension"]]},
"codec":{"on":"compression","cases":[[["text","fp16"],[{"is":"Stage","codec":"fp16",
"args":[["shape",["list",["get",["item",["get",["get","_root","header"],"chunks"],"chunk"],"rows"],
["get",["item",["get",["get","_root","header"],"columns"],"index"],"dimension"]]]]}]],[["text",
"int8"],[{"is":"Stage","codec":"affine_u8","args":[["shape",["list",["get",["item",["get",["get",
"_root","header"],"chunks"],"chunk"],"rows"],["get",["item",["get",["get","_root","header"],
"columns"],"index"],"dimension"]]],["scale",["get",["item",["get",["item",["get",["get","_root",
"header"],"chunks"],"chunk"],"columns"],"index"],"scale"]],["min",["get",["item",["get",["item",
["get",["get","_root","header"],"chunks"],"chunk"],"columns"],"index"],"min"]]]}]],[["text",
"bfloat16"],[{"is":"Stage","codec":"bf16","args":[["shape",["list",["get",["item",["get",["get",
"_root","header"],"chunks"],"chunk"],"rows"],["get",["item",["get",["get","_root","header"],
"columns"],"index"],"dimension"]]]]}]],[["text","int4"],[{"is":"Stage","codec":"affine_u4",
"args":[["shape",["list",["get",["item",["get",["get","_root","header"],"chunks"],"chunk"],"rows"],
["get",["item",["get",["get","_root","header"],"columns"],"index"],"dimension"]]],["scale",["get",
["item",["get",["item",["get",["get","_root","header"],"chunks"],"chunk"],"columns"],"index"],
"scale"]],["min",["get",["item",["get",["item",["get",["get","_root","header"],"chunks"],"chunk"],
"columns"],"index"],"min"]]]}]],[null,[{"is":"Stage","codec":"unknown","args":[["shape",["list",
["get",["item",["get",["get","_root","header"],"chunks"],"chunk"],"rows"],["get",["item",["get",
["get","_root","header"],"columns"],"index"],"dimension"]]],["scheme","compression"]]}]]]},
"doc":"What a scheme makes of float32."},
{"id":"plain","type":"payload","stored":{"is":"Bytes","extent":{"size":["get",["item",["get",
["item",["get",["get","_root","header"],"chunks"],"chunk"],"columns"],"index"],"size"],
"to_end":true}},"condition":["eq","compression",["text","none"]],"array":{"dtype":{"on":"dtype",
"cases":[[["text","float16"],"float16"],[["text","float32"],"float32"],[["text","float64"],
"float64"],[["text","int8"],"int8"],[["text","int16"],"int16"],[["text","int32"],"int32"],[["text",
"int64"],"int64"],[["text","uint8"],"uint8"],[["text","uint16"],"uint16"],[["text","uint32"],
"uint32"],[["text","uint64"],"uint64"]]},"shape":["list",["get",["item",["get",["get","_root",
"header"],"chunks"],"chunk"],"rows"],["get",["item",["get",["get","_root","header"],"columns"],
"index"],"dimension"]]},"codec":{"cases":[[null,[{"is":"Stage","codec":"raw","args":[["shape",
["list",["get",["item",["get",["get","_root","header"],"chunks"],"chunk"],"rows"],["get",["item",
["get",["get","_root","header"],"columns"],"index"],"dimension"]]],["dtype",["dtype_of",["text",
"plain"]]]]}]]]},"doc":"Values as they are."}],"instances":[
{"id":"compression","type":"str","value":["get",["item",["get",["item",["get",["get","_root",
"header"],"chunks"],"chunk"],"columns"],"index"],"compression"],"doc":"Scheme of these rows."},
{"id":"dtype","type":"str","value":["get",["item",["get",["get","_root","header"],"columns"],
"index"],"dtype"],"doc":"Of the array that was packed."}],"doc":"Some rows of a column, in the
 payload of a chunk, at the offset that the header says."}],"enums":[
{"path":"cvc::layout","members":[{"id":"rows","value":1,"doc":"Vectors row by row, a checksum for
 each chunk."},{"id":"columns","value":2,"doc":"Named columns of several types."}]}],"documents":[
{"path":"cvc::header","keys":[
{"name":"num_vectors","type":"int","doc":"Vectors in all chunks.","valid":[{"kind":"equal",
"args":[["sum",["map","chunks",["get","_","rows"]]]]}]},
{"name":"dimension","type":"int","doc":"Values of one vector.","condition":["ne",["get","_root",
"format_version"],2],"valid":[{"kind":"at_least","args":[0]},{"kind":"at_most",
"args":[{"int":"0xffffffff"}]}]},
{"name":"compression","type":"str","doc":"Scheme of the chunks that name none of their own.",
"condition":["ne",["get","_root","format_version"],2]},
{"name":"mmap_optimized","type":"bool","doc":"Whether each chunk says where in the file it begins.",
"condition":["ne",["get","_root","format_version"],2],"default":false},
{"name":"columns","type":"cvc::column_info[]","doc":"What the columns hold, in the order of each
 chunk.","condition":["eq",["get","_root","format_version"],2]},
{"name":"sections","type":"cvc::section[]","doc":"Ranges of rows with what is known of them; their
 writer may have left them out.","optional":true},
{"name":"chunks","type":"cvc::chunk_info[]","doc":"One for each chunk, in the order of the
 file."}]},
{"path":"cvc::column_info","doc":"What one column holds.","keys":[
{"name":"name","type":"str","doc":"No two are the same."},
{"name":"dimension","type":"int","doc":"Values of one row.","valid":[{"kind":"at_least","args":[0]},
{"kind":"at_most","args":[{"int":"0xffffffff"}]}]},
{"name":"dtype","type":"str","doc":"Of the array that was packed; of the values, where they are
 stored as they are."},
{"name":"compression","type":"str","doc":"Scheme of the column."}]},
{"path":"cvc::section","doc":"A range of rows.","keys":[
{"name":"start_index","type":"int","doc":"Its first row.","valid":[{"kind":"at_least","args":[0]}]},
{"name":"end_index","type":"int","doc":"The row after its last one.","valid":[{"kind":"at_least",
"args":["start_index"]}]},
{"name":"metadata","type":"any","doc":"What its writer says of it.","optional":true}]},
{"path":"cvc::chunk_info","doc":"How one chunk is stored.","keys":[
{"name":"rows","type":"int","doc":"Vectors of the chunk.","valid":[{"kind":"at_least","args":[0]},
{"kind":"at_most","args":[{"int":"0xffffffffffff"}]}]},
{"name":"metadata","type":"any","doc":"What its writer says of it.","optional":true},
{"name":"compression","type":"str","doc":"Scheme of the chunk.","condition":["ne",["get","_root",
"format_version"],2],"default":["get","_parent","compression"]},
{"name":"min","type":"float","doc":"Value of code 0.","condition":["and",["ne",["get","_root",
"format_version"],2],["or",["eq","compression",["text","int8"]],["eq","compression",["text",
"int4"]]]]},
{"name":"scale","type":"float","doc":"Difference between neighbouring codes.","condition":["and",
["ne",["get","_root","format_version"],2],["or",["eq","compression",["text","int8"]],["eq",
"compression",["text","int4"]]]]},
{"name":"file_offset","type":"int","doc":"Where the chunk's record begins in the file.",
"condition":["and",["ne",["get","_root","format_version"],2],["get","_parent","mmap_optimized"]],
"valid":[{"kind":"at_least","args":[0]}]},
{"name":"columns","type":"cvc::column_part[]","doc":"Where the columns are, by their names.",
"condition":["eq",["get","_root","format_version"],2],"names":["map",["get","_parent","columns"],
["get","_","name"]]}]},
{"path":"cvc::column_part","doc":"Where the rows of one column are in a chunk, and how they are
 stored.","keys":[
{"name":"offset","type":"int","doc":"From the start of the payload.","valid":[{"kind":"at_least",
"args":[0]},{"kind":"at_most","args":[{"int":"0xffffffff"}]}]},
{"name":"size","type":"int","doc":"Stored bytes.","valid":[{"kind":"at_least","args":[0]},
{"kind":"at_most","args":[{"int":"0xffffffff"}]}]},
{"name":"compression","type":"str","doc":"Scheme of these rows."},
{"name":"min","type":"float","doc":"Value of code 0.","condition":["or",["eq","compression",["text",
"int8"]],["eq","compression",["text","int4"]]]},
{"name":"scale","type":"float","doc":"Difference between neighbouring codes.","condition":["or",
["eq","compression",["text","int8"]],["eq","compression",["text","int4"]]]}]}]}}
"""
