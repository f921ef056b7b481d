# Made by `quire gen` 0.1.0 from finalfusion.ksy (sha256 f1937039a4b9). Do not edit.
"""finalfusion word embeddings."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage, no_case
from quire.kernels.services.columns import Columns, TableCell, TableLayout
from quire.runtime import (
    Block,
    Bytes,
    FieldsPart,
    Fixed,
    LateEnum,
    ListPart,
    Members,
    Parts,
    Struct,
    Types,
    WithTypes,
    Writer,
    array_size,
    axis_of,
    computed,
    copied,
    encode_text,
    expect_at_least,
    expect_at_most,
    expect_equal,
    expect_few,
    expect_member,
    expect_that,
    put_array,
    quick,
    quotient,
    shift_left,
    view_array,
)
from quire.runtime.direct import new, unpack_u4le, unpack_u8le

__all__ = ["Finalfusion"]


class Finalfusion(Struct):
    """Word embeddings.

    A vocabulary, a matrix (plain or product-quantised), and optionally metadata and the norms that
    the vectors had before they were normalised.

    Order of the chunks: metadata?, vocabulary, storage, norms?. A file may also hold a single
    chunk.

    See https://finalfusion.github.io/spec

    Attributes:
        num_chunk_kinds: Number of entries in the list that follows. Not a promise about the chunks,
            see there.
        chunk_kinds: Kinds of the chunks in their order. Files exist whose list leaves out the
            norms, so nothing is read by it.
        chunks: Programs write five at most.
    """

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "magic",
        "version",
        "num_chunk_kinds",
        "chunk_kinds",
        "chunks",
    )

    _root: Finalfusion
    magic: bytes
    version: int
    num_chunk_kinds: int
    chunk_kinds: list[Finalfusion.ChunkKind | int]
    chunks: list[Finalfusion.Chunk]

    _is_top: ClassVar[bool] = True
    _goes_by_place: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("magic", "version", "chunk_kinds", "num_chunk_kinds")
    _BLOCK_0: ClassVar[Block] = Block(("version", "u4le"), ("num_chunk_kinds", "u4le"))
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("chunks", "end", ("chunks",), 0, 1024),
    )
    _FIXED_0: ClassVar[Fixed] = Fixed(
        ("magic", b"FiFu", "/seq/0"), ("version", "u4le"), ("num_chunk_kinds", "u4le")
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            version: int
            num_chunk_kinds: int
            chunk_kinds: Iterable[Finalfusion.ChunkKind | int]
            chunks: Required[Iterable[Finalfusion.Chunk | Finalfusion.Chunk._Fields]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 12
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.version, self.num_chunk_kinds = _unpack_Finalfusion_FIXED_0(buf, pos)
        if stored_magic != b"FiFu":
            self._look_at(pos).contents(b"FiFu", "magic", "/seq/0")
        self.magic = b"FiFu"
        pos = stop
        if self.version != 0:
            io = self._io_at(pos)
            expect_equal("version", self.version, 0, io, 8, place="/seq/1")
        count = self.num_chunk_kinds
        if not 0 <= count * 4 <= end - pos:
            count = self._io_at(pos).count(count, "chunk_kinds", 4)
        self.chunk_kinds = []
        for _ in range(count):
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "chunk_kinds", pos)
            self.chunk_kinds.append(_members_Finalfusion_ChunkKind[unpack_u4le(buf, pos)[0]])
            pos = stop
        self.chunks = []
        io = self._io_at(pos)
        for _ in io.turns("chunks", to_end=True, limit=0x400):
            self.chunks.append(Finalfusion.Chunk(io.pos(), io, self, self._root, "chunks"))
        return io._pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 12
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.version, self.num_chunk_kinds = _unpack_Finalfusion_FIXED_0(buf, pos)
        if stored_magic != b"FiFu":
            self._look_at(pos).contents(b"FiFu", "magic", "/seq/0")
        self.magic = b"FiFu"
        pos = stop
        if self.version != 0:
            io = self._io_at(pos)
            expect_equal("version", self.version, 0, io, 8, place="/seq/1")
        count = self.num_chunk_kinds
        if not 0 <= count * 4 <= end - pos:
            count = self._io_at(pos).count(count, "chunk_kinds", 4)
        self.chunk_kinds = []
        for _ in range(count):
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "chunk_kinds", pos)
            self.chunk_kinds.append(_members_Finalfusion_ChunkKind[unpack_u4le(buf, pos)[0]])
            pos = stop
        return pos

    def _element_chunks(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        io = self._io_at(pos)
        self.chunks.append(Finalfusion.Chunk(io.pos(), io, self, self._root, "chunks"))
        return io._pos

    def _derive(self) -> None:
        self._set_derived("magic", b"FiFu", "the format")
        self._set_derived("version", 0, "the format")
        for chunk in self.chunks:
            self._derive_child("chunks", chunk)
        self._set_derived("chunk_kinds", [each.kind for each in self.chunks], "the format")
        self._set_derived("num_chunk_kinds", len(self.chunk_kinds), "chunk_kinds")

    def _write__seq(self, io: Writer) -> None:
        io.put(self.magic)
        self._BLOCK_0.write(io, self.version, self.num_chunk_kinds)
        for chunk_kind in self.chunk_kinds:
            io.u4le(chunk_kind, "chunk_kinds")
        expect_few("chunks", self.chunks, limit=0x400)
        for chunk in self.chunks:
            self._expect_record("chunks", chunk, Finalfusion.Chunk)
            chunk.ofs_chunk = io.pos()
            self._write_child(io, "chunks", chunk, Finalfusion.Chunk)

    class ChunkKind(LateEnum):
        """Values of `chunk_kind`."""

        simple_vocabulary = 1
        matrix = 2
        bucket_vocabulary = 3
        quantized_matrix = 4
        metadata = 5
        norms = 6
        fasttext_vocabulary = 7
        explicit_vocabulary = 8
        floret_vocabulary = 9

    class DataType(LateEnum):
        """Values of `data_type`."""

        i8 = 0
        u8 = 1
        i16 = 2
        u16 = 3
        i32 = 4
        u32 = 5
        i64 = 6
        u64 = 7
        i128 = 8
        u128 = 9
        f32 = 10
        f64 = 11

    class Chunk(Struct):
        """Type `chunk`.

        Attributes:
            ofs_chunk: Where the chunk begins in the file, in bytes.
            len_data: Bytes after this field. Not used as a size, because of explicit vocabularies;
                checked at `end`.
            end: The chunk must end where its length says.
        """

        __slots__ = ("ofs_chunk", "kind", "len_data", "data", "end")

        _root: Finalfusion
        _parent: Finalfusion
        ofs_chunk: int
        kind: Finalfusion.ChunkKind | int
        len_data: int
        data: (
            Finalfusion.SimpleVocabulary
            | Finalfusion.Matrix
            | Finalfusion.BucketVocabulary
            | Finalfusion.QuantizedMatrix
            | Finalfusion.Metadata
            | Finalfusion.Norms
            | Finalfusion.FasttextVocabulary
            | Finalfusion.ExplicitVocabulary
            | Finalfusion.FloretVocabulary
            | Finalfusion.UnknownChunk
        )
        end: bytes

        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("kind", "len_data")
        _BLOCK_0: ClassVar[Block] = Block(("kind", "u4le"), ("len_data", "u8le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                ofs_chunk: int
                kind: Finalfusion.ChunkKind | int
                len_data: int
                data: Required[Any]
                end: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            ofs_chunk: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.ofs_chunk = ofs_chunk
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 12
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.kind, self.len_data = _unpack_Finalfusion_Chunk_0(buf, pos)
            pos = stop
            self.kind, kind = _with_types_Finalfusion_Chunk_data[self.kind]
            if kind is not None:
                this.data = child = new(kind)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            else:
                this.data = child = new(Finalfusion.UnknownChunk)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            start = pos
            stop = pos + 0
            if stop > end:
                buf, end = self._reach(stop - pos, "end", pos)
            self.end = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            expect_that(
                "end",
                self.end,
                io.pos() == self.ofs_chunk + 12 + self.len_data
                or io.pos() == self.ofs_chunk + 12 + self.len_data + self.len_untold,
                "_io.pos == ofs_end or _io.pos == ofs_end + len_untold",
                io,
                io._pos - start,
                place="/types/chunk/seq/3",
            )
            return pos

        def _derive(self) -> None:
            self._set_tag(
                "data",
                "kind",
                (
                    (Finalfusion.SimpleVocabulary, Finalfusion.ChunkKind.simple_vocabulary),
                    (Finalfusion.Matrix, Finalfusion.ChunkKind.matrix),
                    (Finalfusion.BucketVocabulary, Finalfusion.ChunkKind.bucket_vocabulary),
                    (Finalfusion.QuantizedMatrix, Finalfusion.ChunkKind.quantized_matrix),
                    (Finalfusion.Metadata, Finalfusion.ChunkKind.metadata),
                    (Finalfusion.Norms, Finalfusion.ChunkKind.norms),
                    (Finalfusion.FasttextVocabulary, Finalfusion.ChunkKind.fasttext_vocabulary),
                    (Finalfusion.ExplicitVocabulary, Finalfusion.ChunkKind.explicit_vocabulary),
                    (Finalfusion.FloretVocabulary, Finalfusion.ChunkKind.floret_vocabulary),
                    (Finalfusion.UnknownChunk, ...),
                ),
            )
            self._set_default("end", b"")
            if self.kind not in (
                Finalfusion.ChunkKind.simple_vocabulary,
                Finalfusion.ChunkKind.matrix,
                Finalfusion.ChunkKind.bucket_vocabulary,
                Finalfusion.ChunkKind.quantized_matrix,
                Finalfusion.ChunkKind.norms,
                Finalfusion.ChunkKind.fasttext_vocabulary,
                Finalfusion.ChunkKind.explicit_vocabulary,
                Finalfusion.ChunkKind.floret_vocabulary,
            ):
                self._derive_child("data", self.data)

        def _write__seq(self, io: Writer) -> None:
            self._set_derived("len_data", io.measured(12, self._put_data), "data")
            self._BLOCK_0.write(io, self.kind, self.len_data)
            self._put_data(io)
            io.put_sized(self.end, 0, "end")

        def _put_data(self, io: Writer) -> None:
            if self.kind == Finalfusion.ChunkKind.simple_vocabulary:
                self._write_child(io, "data", self.data, Finalfusion.SimpleVocabulary)
            elif self.kind == Finalfusion.ChunkKind.matrix:
                self._write_child(io, "data", self.data, Finalfusion.Matrix)
            elif self.kind == Finalfusion.ChunkKind.bucket_vocabulary:
                self._write_child(io, "data", self.data, Finalfusion.BucketVocabulary)
            elif self.kind == Finalfusion.ChunkKind.quantized_matrix:
                self._write_child(io, "data", self.data, Finalfusion.QuantizedMatrix)
            elif self.kind == Finalfusion.ChunkKind.metadata:
                self._write_child(io, "data", self.data, Finalfusion.Metadata)
            elif self.kind == Finalfusion.ChunkKind.norms:
                self._write_child(io, "data", self.data, Finalfusion.Norms)
            elif self.kind == Finalfusion.ChunkKind.fasttext_vocabulary:
                self._write_child(io, "data", self.data, Finalfusion.FasttextVocabulary)
            elif self.kind == Finalfusion.ChunkKind.explicit_vocabulary:
                self._write_child(io, "data", self.data, Finalfusion.ExplicitVocabulary)
            elif self.kind == Finalfusion.ChunkKind.floret_vocabulary:
                self._write_child(io, "data", self.data, Finalfusion.FloretVocabulary)
            else:
                self._write_child(io, "data", self.data, Finalfusion.UnknownChunk)

        @quick
        def ofs_end(self) -> int:
            """Where the chunk ends, by its length."""
            return self.ofs_chunk + 12 + self.len_data

        @computed
        def len_untold(self) -> int:
            """Bytes that the Python writer leaves out of the length of an explicit vocabulary."""
            this: Any = self  # whose fields of several types are looked into
            value: int = (
                8 * this.data.num_ngrams
                if self.kind == Finalfusion.ChunkKind.explicit_vocabulary
                else 0
            )
            return value

        @computed
        def num_words(self) -> int | None:
            """Words of a vocabulary."""
            this: Any = self  # whose fields of several types are looked into
            if not self.is_vocabulary:
                return None
            value: int | None = (
                this.data.num_words
                if self.kind == Finalfusion.ChunkKind.simple_vocabulary
                else this.data.num_words
                if self.kind == Finalfusion.ChunkKind.bucket_vocabulary
                else this.data.num_words
                if self.kind == Finalfusion.ChunkKind.fasttext_vocabulary
                else this.data.num_words
                if self.kind == Finalfusion.ChunkKind.explicit_vocabulary
                else 0
            )
            return value

        @computed
        def num_rows(self) -> int | None:
            """Rows that go with a vocabulary, fewer where n-grams share one."""
            this: Any = self  # whose fields of several types are looked into
            if not self.is_vocabulary:
                return None
            value: int | None = (
                this.data.num_words
                if self.kind == Finalfusion.ChunkKind.simple_vocabulary
                else this.data.num_words + shift_left(1, this.data.bucket_exponent)
                if self.kind == Finalfusion.ChunkKind.bucket_vocabulary
                else this.data.num_words + this.data.num_buckets
                if self.kind == Finalfusion.ChunkKind.fasttext_vocabulary
                else this.data.num_words + this.data.num_ngrams
                if self.kind == Finalfusion.ChunkKind.explicit_vocabulary
                else this.data.num_buckets
            )
            return value

        @computed
        def is_vocabulary(self) -> bool:
            """Instance `is_vocabulary`."""
            return (
                self.kind == Finalfusion.ChunkKind.simple_vocabulary
                or self.kind == Finalfusion.ChunkKind.bucket_vocabulary
                or self.kind == Finalfusion.ChunkKind.fasttext_vocabulary
                or self.kind == Finalfusion.ChunkKind.explicit_vocabulary
                or self.kind == Finalfusion.ChunkKind.floret_vocabulary
            )

        @staticmethod
        def _data_types() -> dict[object, type[Any]]:
            """Types that `data` may have, by what tells them."""
            return {
                Finalfusion.ChunkKind.simple_vocabulary: Finalfusion.SimpleVocabulary,
                Finalfusion.ChunkKind.matrix: Finalfusion.Matrix,
                Finalfusion.ChunkKind.bucket_vocabulary: Finalfusion.BucketVocabulary,
                Finalfusion.ChunkKind.quantized_matrix: Finalfusion.QuantizedMatrix,
                Finalfusion.ChunkKind.metadata: Finalfusion.Metadata,
                Finalfusion.ChunkKind.norms: Finalfusion.Norms,
                Finalfusion.ChunkKind.fasttext_vocabulary: Finalfusion.FasttextVocabulary,
                Finalfusion.ChunkKind.explicit_vocabulary: Finalfusion.ExplicitVocabulary,
                Finalfusion.ChunkKind.floret_vocabulary: Finalfusion.FloretVocabulary,
            }

    class Word(Struct):
        """Type `word`.

        Attributes:
            len_text: Length in bytes.
            text: Any text, spaces, line breaks and the empty string included.
        """

        __slots__ = ("len_text", "text")

        _root: Finalfusion
        len_text: int
        text: str

        _derived: ClassVar[tuple[str, ...]] = ("len_text",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_text: int
                text: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "len_text", pos)
            self.len_text = unpack_u4le(buf, pos)[0]
            pos = stop
            stop = pos + self.len_text
            if stop > end:
                buf, end = self._reach(stop - pos, "text", pos)
            self.text = str(buf[pos:stop], "utf-8")
            return stop

        def _table(self) -> TableLayout:
            """What a record consists of, where it is one of a table."""
            return TableLayout(
                TableCell("len_text", scalar="u4le"),
                TableCell("text", size_of="len_text", encoding="utf-8"),
            )

        def _derive(self) -> None:
            self._set_derived("len_text", len(encode_text(self.text, "utf-8", "text")), "text")

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.len_text, "len_text")
            io.put_sized(encode_text(self.text, "utf-8", "text"), self.len_text, "text")

    class Ngram(Struct):
        """Type `ngram`.

        Attributes:
            len_text: Length in bytes.
            index: Row of the matrix, counted from the end of the words. N-grams may share one.
        """

        __slots__ = ("len_text", "text", "index")

        _root: Finalfusion
        _parent: Finalfusion.ExplicitVocabulary
        len_text: int
        text: str
        index: int

        _derived: ClassVar[tuple[str, ...]] = ("len_text",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_text: int
                text: Required[str]
                index: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "len_text", pos)
            self.len_text = unpack_u4le(buf, pos)[0]
            pos = stop
            stop = pos + self.len_text
            if stop > end:
                buf, end = self._reach(stop - pos, "text", pos)
            self.text = str(buf[pos:stop], "utf-8")
            pos = stop
            stop = pos + 8
            if stop > end:
                buf, end = self._reach(stop - pos, "index", pos)
            self.index = unpack_u8le(buf, pos)[0]
            return stop

        def _table(self) -> TableLayout:
            """What a record consists of, where it is one of a table."""
            return TableLayout(
                TableCell("len_text", scalar="u4le"),
                TableCell("text", size_of="len_text", encoding="utf-8"),
                TableCell("index", scalar="u8le"),
            )

        def _derive(self) -> None:
            self._set_derived("len_text", len(encode_text(self.text, "utf-8", "text")), "text")

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.len_text, "len_text")
            io.put_sized(encode_text(self.text, "utf-8", "text"), self.len_text, "text")
            io.u8le(self.index, "index")

    class SimpleVocabulary(Struct):
        """Known words only ("Simple Vocab").

        Rows of the matrix = words.
        """

        __slots__ = ("num_words", "words")

        _root: Finalfusion
        _parent: Finalfusion.Chunk
        num_words: int
        words: Columns

        _looks_up: ClassVar[tuple[str, ...]] = ("_root",)
        _derived: ClassVar[tuple[str, ...]] = ("num_words",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_words: int
                words: Required[Columns | Mapping[str, Any] | Iterable[Any]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._reach(stop - pos, "num_words", pos)
            self.num_words = unpack_u8le(buf, pos)[0]
            pos = stop
            count = self.num_words
            if not 0 <= count * 4 <= end - pos:
                count = self._io_at(pos).count(count, "words", 4)
            io = self._io_at(pos)
            self.words = Columns.read(
                io, count, Finalfusion.Word(None, self, self._root, "words"), "words"
            )
            return io._pos

        def _derive(self) -> None:
            self.words = Columns.of(
                self.words, Finalfusion.Word(None, self, self._root, "words"), "words"
            )
            self._set_derived("num_words", len(self.words), "words")

        def _write__seq(self, io: Writer) -> None:
            io.u8le(self.num_words, "num_words")
            self.words.write(io)

    class BucketVocabulary(Struct):
        """Words, and n-grams that finalfusion hashes ("Finalfusion subword vocab").

        By FNV-1a, 64 bits, into 2^bucket_exponent buckets. The number of words comes first, other
        than in the specification. Rows = words + buckets.

        Attributes:
            min_n: Length of the shortest n-grams, in characters, boundary markers included.
            max_n: Length of the longest n-grams, in characters.
        """

        __slots__ = ("num_words", "min_n", "max_n", "bucket_exponent", "words")

        _root: Finalfusion
        _parent: Finalfusion.Chunk
        num_words: int
        min_n: int
        max_n: int
        bucket_exponent: int
        words: Columns

        _looks_up: ClassVar[tuple[str, ...]] = ("_root",)
        _derived: ClassVar[tuple[str, ...]] = ("num_words",)
        _BLOCK_0: ClassVar[Block] = Block(
            ("num_words", "u8le"), ("min_n", "u4le"), ("max_n", "u4le"), ("bucket_exponent", "u4le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_words: int
                min_n: Required[int]
                max_n: Required[int]
                bucket_exponent: Required[int]
                words: Required[Columns | Mapping[str, Any] | Iterable[Any]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 20
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.num_words, self.min_n, self.max_n, self.bucket_exponent = (
                _unpack_Finalfusion_BucketVocabulary_0(buf, pos)
            )
            pos = stop
            if not self.min_n >= 1:
                io = self._io_at(pos)
                expect_at_least(
                    "min_n", self.min_n, 1, io, 12, place="/types/bucket_vocabulary/seq/1"
                )
            if not self.max_n >= self.min_n:
                io = self._io_at(pos)
                expect_at_least(
                    "max_n", self.max_n, self.min_n, io, 8, place="/types/bucket_vocabulary/seq/2"
                )
            if not self.bucket_exponent >= 1:
                io = self._io_at(pos)
                expect_at_least(
                    "bucket_exponent",
                    self.bucket_exponent,
                    1,
                    io,
                    4,
                    place="/types/bucket_vocabulary/seq/3",
                )
            if not self.bucket_exponent <= 64:
                io = self._io_at(pos)
                expect_at_most(
                    "bucket_exponent",
                    self.bucket_exponent,
                    64,
                    io,
                    4,
                    place="/types/bucket_vocabulary/seq/3",
                )
            count = self.num_words
            if not 0 <= count * 4 <= end - pos:
                count = self._io_at(pos).count(count, "words", 4)
            io = self._io_at(pos)
            self.words = Columns.read(
                io, count, Finalfusion.Word(None, self, self._root, "words"), "words"
            )
            return io._pos

        def _derive(self) -> None:
            self.words = Columns.of(
                self.words, Finalfusion.Word(None, self, self._root, "words"), "words"
            )
            self._set_derived("num_words", len(self.words), "words")

        def _check(self) -> None:
            expect_at_least("min_n", self.min_n, 1, place="/types/bucket_vocabulary/seq/1")
            expect_at_least("max_n", self.max_n, self.min_n, place="/types/bucket_vocabulary/seq/2")
            expect_at_least(
                "bucket_exponent", self.bucket_exponent, 1, place="/types/bucket_vocabulary/seq/3"
            )
            expect_at_most(
                "bucket_exponent", self.bucket_exponent, 64, place="/types/bucket_vocabulary/seq/3"
            )

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.num_words, self.min_n, self.max_n, self.bucket_exponent)
            self.words.write(io)

    class FasttextVocabulary(Struct):
        """Words, and n-grams that fastText hashes ("fastText subword vocab").

        By FNV-1a, 32 bits, with the bytes' signs extended, into buckets. The number of words comes
        first, other than in the specification. Rows = words + buckets.

        Attributes:
            min_n: Length of the shortest n-grams, in characters, boundary markers included.
            max_n: Length of the longest n-grams, in characters.
        """

        __slots__ = ("num_words", "min_n", "max_n", "num_buckets", "words")

        _root: Finalfusion
        _parent: Finalfusion.Chunk
        num_words: int
        min_n: int
        max_n: int
        num_buckets: int
        words: Columns

        _looks_up: ClassVar[tuple[str, ...]] = ("_root",)
        _derived: ClassVar[tuple[str, ...]] = ("num_words",)
        _BLOCK_0: ClassVar[Block] = Block(
            ("num_words", "u8le"), ("min_n", "u4le"), ("max_n", "u4le"), ("num_buckets", "u4le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_words: int
                min_n: Required[int]
                max_n: Required[int]
                num_buckets: Required[int]
                words: Required[Columns | Mapping[str, Any] | Iterable[Any]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 20
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.num_words, self.min_n, self.max_n, self.num_buckets = (
                _unpack_Finalfusion_FasttextVocabulary_0(buf, pos)
            )
            pos = stop
            if not self.min_n >= 1:
                io = self._io_at(pos)
                expect_at_least(
                    "min_n", self.min_n, 1, io, 12, place="/types/fasttext_vocabulary/seq/1"
                )
            if not self.max_n >= self.min_n:
                io = self._io_at(pos)
                expect_at_least(
                    "max_n", self.max_n, self.min_n, io, 8, place="/types/fasttext_vocabulary/seq/2"
                )
            if not self.num_buckets >= 1:
                io = self._io_at(pos)
                expect_at_least(
                    "num_buckets",
                    self.num_buckets,
                    1,
                    io,
                    4,
                    place="/types/fasttext_vocabulary/seq/3",
                )
            count = self.num_words
            if not 0 <= count * 4 <= end - pos:
                count = self._io_at(pos).count(count, "words", 4)
            io = self._io_at(pos)
            self.words = Columns.read(
                io, count, Finalfusion.Word(None, self, self._root, "words"), "words"
            )
            return io._pos

        def _derive(self) -> None:
            self.words = Columns.of(
                self.words, Finalfusion.Word(None, self, self._root, "words"), "words"
            )
            self._set_derived("num_words", len(self.words), "words")

        def _check(self) -> None:
            expect_at_least("min_n", self.min_n, 1, place="/types/fasttext_vocabulary/seq/1")
            expect_at_least(
                "max_n", self.max_n, self.min_n, place="/types/fasttext_vocabulary/seq/2"
            )
            expect_at_least(
                "num_buckets", self.num_buckets, 1, place="/types/fasttext_vocabulary/seq/3"
            )

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.num_words, self.min_n, self.max_n, self.num_buckets)
            self.words.write(io)

    class ExplicitVocabulary(Struct):
        """Words, and a list of n-grams with their rows ("Explicit n-gram vocab").

        Both counts come first, and each n-gram has an index, other than in the specification. Rows
        = words + distinct indices.

        Attributes:
            min_n: Length of the shortest n-grams, in characters, boundary markers included.
            max_n: Length of the longest n-grams, in characters.
        """

        __slots__ = ("num_words", "num_ngrams", "min_n", "max_n", "words", "ngrams")

        _root: Finalfusion
        _parent: Finalfusion.Chunk
        num_words: int
        num_ngrams: int
        min_n: int
        max_n: int
        words: Columns
        ngrams: Columns

        _looks_up: ClassVar[tuple[str, ...]] = ("_root",)
        _derived: ClassVar[tuple[str, ...]] = ("num_words", "num_ngrams")
        _BLOCK_0: ClassVar[Block] = Block(
            ("num_words", "u8le"), ("num_ngrams", "u8le"), ("min_n", "u4le"), ("max_n", "u4le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_words: int
                num_ngrams: int
                min_n: Required[int]
                max_n: Required[int]
                words: Required[Columns | Mapping[str, Any] | Iterable[Any]]
                ngrams: Required[Columns | Mapping[str, Any] | Iterable[Any]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 24
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.num_words, self.num_ngrams, self.min_n, self.max_n = (
                _unpack_Finalfusion_ExplicitVocabulary_0(buf, pos)
            )
            pos = stop
            if not self.min_n >= 1:
                io = self._io_at(pos)
                expect_at_least(
                    "min_n", self.min_n, 1, io, 8, place="/types/explicit_vocabulary/seq/2"
                )
            if not self.max_n >= self.min_n:
                io = self._io_at(pos)
                expect_at_least(
                    "max_n", self.max_n, self.min_n, io, 4, place="/types/explicit_vocabulary/seq/3"
                )
            count = self.num_words
            if not 0 <= count * 4 <= end - pos:
                count = self._io_at(pos).count(count, "words", 4)
            io = self._io_at(pos)
            self.words = Columns.read(
                io, count, Finalfusion.Word(None, self, self._root, "words"), "words"
            )
            pos = io._pos
            count = self.num_ngrams
            if not 0 <= count * 12 <= end - pos:
                count = self._io_at(pos).count(count, "ngrams", 12)
            io = self._io_at(pos)
            self.ngrams = Columns.read(
                io, count, Finalfusion.Ngram(None, self, self._root, "ngrams"), "ngrams"
            )
            return io._pos

        def _derive(self) -> None:
            self.words = Columns.of(
                self.words, Finalfusion.Word(None, self, self._root, "words"), "words"
            )
            self.ngrams = Columns.of(
                self.ngrams, Finalfusion.Ngram(None, self, self._root, "ngrams"), "ngrams"
            )
            self._set_derived("num_words", len(self.words), "words")
            self._set_derived("num_ngrams", len(self.ngrams), "ngrams")

        def _check(self) -> None:
            expect_at_least("min_n", self.min_n, 1, place="/types/explicit_vocabulary/seq/2")
            expect_at_least(
                "max_n", self.max_n, self.min_n, place="/types/explicit_vocabulary/seq/3"
            )

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.num_words, self.num_ngrams, self.min_n, self.max_n)
            self.words.write(io)
            self.ngrams.write(io)

    class FloretVocabulary(Struct):
        """No words at all: every word is the sum of hashed rows.

        By MurmurHash3, 128 bits. Not in the specification; written by the Rust program since 0.18.
        Rows = buckets.

        Attributes:
            min_n: Length of the shortest n-grams, in characters, boundary markers included.
            max_n: Length of the longest n-grams, in characters.
            num_hashes: Rows for each n-gram.
        """

        __slots__ = (
            "min_n",
            "max_n",
            "num_buckets",
            "num_hashes",
            "seed",
            "begin_marker",
            "end_marker",
        )

        _root: Finalfusion
        _parent: Finalfusion.Chunk
        min_n: int
        max_n: int
        num_buckets: int
        num_hashes: int
        seed: int
        begin_marker: Finalfusion.Word
        end_marker: Finalfusion.Word

        _BLOCK_0: ClassVar[Block] = Block(
            ("min_n", "u4le"),
            ("max_n", "u4le"),
            ("num_buckets", "u8le"),
            ("num_hashes", "u4le"),
            ("seed", "u4le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                min_n: Required[int]
                max_n: Required[int]
                num_buckets: Required[int]
                num_hashes: Required[int]
                seed: Required[int]
                begin_marker: Required[Finalfusion.Word | Finalfusion.Word._Fields]
                end_marker: Required[Finalfusion.Word | Finalfusion.Word._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 24
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.min_n, self.max_n, self.num_buckets, self.num_hashes, self.seed = (
                _unpack_Finalfusion_FloretVocabulary_0(buf, pos)
            )
            pos = stop
            if not self.min_n >= 1:
                io = self._io_at(pos)
                expect_at_least(
                    "min_n", self.min_n, 1, io, 24, place="/types/floret_vocabulary/seq/0"
                )
            if not self.max_n >= self.min_n:
                io = self._io_at(pos)
                expect_at_least(
                    "max_n", self.max_n, self.min_n, io, 20, place="/types/floret_vocabulary/seq/1"
                )
            if not self.num_buckets >= 1:
                io = self._io_at(pos)
                expect_at_least(
                    "num_buckets",
                    self.num_buckets,
                    1,
                    io,
                    16,
                    place="/types/floret_vocabulary/seq/2",
                )
            if not self.num_hashes >= 1:
                io = self._io_at(pos)
                expect_at_least(
                    "num_hashes", self.num_hashes, 1, io, 8, place="/types/floret_vocabulary/seq/3"
                )
            if not self.num_hashes <= 4:
                io = self._io_at(pos)
                expect_at_most(
                    "num_hashes", self.num_hashes, 4, io, 8, place="/types/floret_vocabulary/seq/3"
                )
            self.begin_marker = child = new(Finalfusion.Word)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.end_marker = child = new(Finalfusion.Word)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            self._make("begin_marker", Finalfusion.Word)
            self._make("end_marker", Finalfusion.Word)

        def _check(self) -> None:
            expect_at_least("min_n", self.min_n, 1, place="/types/floret_vocabulary/seq/0")
            expect_at_least("max_n", self.max_n, self.min_n, place="/types/floret_vocabulary/seq/1")
            expect_at_least(
                "num_buckets", self.num_buckets, 1, place="/types/floret_vocabulary/seq/2"
            )
            expect_at_least(
                "num_hashes", self.num_hashes, 1, place="/types/floret_vocabulary/seq/3"
            )
            expect_at_most("num_hashes", self.num_hashes, 4, place="/types/floret_vocabulary/seq/3")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io, self.min_n, self.max_n, self.num_buckets, self.num_hashes, self.seed
            )
            self._write_child(io, "begin_marker", self.begin_marker, Finalfusion.Word)
            self._write_child(io, "end_marker", self.end_marker, Finalfusion.Word)

    class Matrix(Struct):
        """One row for each word and bucket ("Embedding matrix").

        Attributes:
            num_columns: Dimensions of a vector.
            data_type: All known programs write f32 alone.
            padding: Up to a multiple of a value from the start of the file; a whole value where it
                is one already, so never none.
        """

        __slots__ = ("num_rows", "num_columns", "data_type", "padding", "rows")

        _root: Finalfusion
        _parent: Finalfusion.Chunk
        num_rows: int
        num_columns: int
        data_type: Finalfusion.DataType | int
        padding: bytes
        rows: Encoded

        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("num_rows", "num_columns")
        _BLOCK_0: ClassVar[Block] = Block(
            ("num_rows", "u8le"), ("num_columns", "u4le"), ("data_type", "u4le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_rows: int
                num_columns: int
                data_type: Finalfusion.DataType | int
                padding: bytes
                rows: Required[Packable]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.num_rows, self.num_columns, self.data_type = _unpack_Finalfusion_Matrix_0(buf, pos)
            pos = stop
            self.data_type = _members_Finalfusion_DataType[self.data_type]
            if type(self.data_type) is int:
                io = self._io_at(pos)
                expect_member(
                    "data_type",
                    self.data_type,
                    Finalfusion.DataType,
                    io,
                    4,
                    place="/types/matrix/seq/2",
                )
            stop = pos + (self.len_value - self._pos_at(pos) % self.len_value)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "padding", pos)
            self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self.rows = Encoded.read(
                io,
                self.num_rows * self.num_columns * self.len_value,
                self._rows_stages(),
                self,
                "rows",
            )
            return io._pos

        def _rows_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `rows` into an array."""
            return (
                Stage("raw", shape=(self.num_rows, self.num_columns), dtype=self._rows_dtype()),
            )

        @staticmethod
        @cache
        def _rows_dtypes() -> dict[object, str]:
            """Dtypes that the array of `rows` may have, by what tells them."""
            return {
                Finalfusion.DataType.i8: "int8",
                Finalfusion.DataType.u8: "uint8",
                Finalfusion.DataType.i16: "int16",
                Finalfusion.DataType.u16: "uint16",
                Finalfusion.DataType.i32: "int32",
                Finalfusion.DataType.u32: "uint32",
                Finalfusion.DataType.i64: "int64",
                Finalfusion.DataType.u64: "uint64",
                Finalfusion.DataType.f32: "float32",
                Finalfusion.DataType.f64: "float64",
            }

        def _rows_dtype(self) -> str:
            """Dtype of the array of `rows`."""
            dtypes = self._rows_dtypes()
            if self.data_type not in dtypes:
                raise no_case(self, "rows", self.data_type, tuple(dtypes), "dtype")
            return dtypes[self.data_type]

        def _derive(self) -> None:
            self._set_default("data_type", Finalfusion.DataType.f32)
            self._set_derived("num_rows", axis_of(self.rows, 0, 2, "rows"), "rows")
            self._set_derived("num_columns", axis_of(self.rows, 1, 2, "rows"), "rows")
            self._set_default("padding", b"")
            self.rows = Encoded.of(self.rows, self._rows_stages(), self, "rows")

        def _check(self) -> None:
            expect_member(
                "data_type", self.data_type, Finalfusion.DataType, place="/types/matrix/seq/2"
            )

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.num_rows, self.num_columns, self.data_type)
            io.put_filled(
                self.padding, self.len_value - io.pos() % self.len_value, "padding", 0, of=self
            )
            self.rows.write(io, size=self.num_rows * self.num_columns * self.len_value)

        @computed
        def len_value(self) -> int:
            """Bytes of a value."""
            return b"\x01\x01\x02\x02\x04\x04\x08\x08\x10\x10\x04\x08"[int(self.data_type)]

    class QuantizedMatrix(Struct):
        """Product-quantised rows ("Quantized embedding matrix").

        There, the two types are swapped, and the size of the subquantizers lacks a factor. Row =
        the centroids that its codes name, one after another; then `projection @ row`; then times
        its norm.

        Attributes:
            use_projection: Not zero when there is a projection.
            use_norms: Not zero when there are norms.
            num_subquantizers: Codes in a row ("quantized embedding length").
            num_columns: Dimensions of a vector ("reconstructed embedding length").
            num_centroids: Centroids of each subquantizer.
            data_type: Type of projection, subquantizers and norms ("reconstructed matrix type").
            padding: Up to a multiple of 4 from the start of the file, never none.
            norms: Norms of all rows, buckets too.
            rows: Stored as one byte for each subquantizer.
        """

        __slots__ = (
            "use_projection",
            "use_norms",
            "num_subquantizers",
            "num_columns",
            "num_centroids",
            "num_rows",
            "code_type",
            "data_type",
            "padding",
            "subquantizers",
            "rows",
        )

        _root: Finalfusion
        _parent: Finalfusion.Chunk
        use_projection: int
        use_norms: int
        num_subquantizers: int
        num_columns: int
        num_centroids: int
        num_rows: int
        code_type: Finalfusion.DataType | int
        data_type: Finalfusion.DataType | int
        padding: bytes
        projection: NDArray[Any]
        subquantizers: NDArray[Any]
        norms: NDArray[Any]
        rows: Encoded

        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = (
            "use_projection",
            "use_norms",
            "code_type",
            "data_type",
            "num_columns",
            "num_subquantizers",
            "num_centroids",
            "num_rows",
        )
        _BLOCK_0: ClassVar[Block] = Block(
            ("use_projection", "u4le"),
            ("use_norms", "u4le"),
            ("num_subquantizers", "u4le"),
            ("num_columns", "u4le"),
            ("num_centroids", "u4le"),
            ("num_rows", "u8le"),
            ("code_type", "u4le"),
            ("data_type", "u4le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                use_projection: int
                use_norms: int
                num_subquantizers: int
                num_columns: int
                num_centroids: int
                num_rows: int
                code_type: Finalfusion.DataType | int
                data_type: Finalfusion.DataType | int
                padding: bytes
                projection: ArrayLike
                subquantizers: Required[ArrayLike]
                norms: ArrayLike
                rows: Required[Packable]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 36
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            (
                self.use_projection,
                self.use_norms,
                self.num_subquantizers,
                self.num_columns,
                self.num_centroids,
                self.num_rows,
                self.code_type,
                self.data_type,
            ) = _unpack_Finalfusion_QuantizedMatrix_0(buf, pos)
            pos = stop
            self.code_type = _members_Finalfusion_DataType[self.code_type]
            self.data_type = _members_Finalfusion_DataType[self.data_type]
            if not self.num_subquantizers >= 1:
                io = self._io_at(pos)
                expect_at_least(
                    "num_subquantizers",
                    self.num_subquantizers,
                    1,
                    io,
                    28,
                    place="/types/quantized_matrix/seq/2",
                )
            if self.num_columns % self.num_subquantizers != 0:
                io = self._io_at(pos)
                expect_that(
                    "num_columns",
                    self.num_columns,
                    self.num_columns % self.num_subquantizers == 0,
                    "_ % num_subquantizers == 0",
                    io,
                    24,
                    place="/types/quantized_matrix/seq/3",
                )
            if not self.num_centroids >= 1:
                io = self._io_at(pos)
                expect_at_least(
                    "num_centroids",
                    self.num_centroids,
                    1,
                    io,
                    20,
                    place="/types/quantized_matrix/seq/4",
                )
            if self.code_type != Finalfusion.DataType.u8:
                io = self._io_at(pos)
                expect_equal(
                    "code_type",
                    self.code_type,
                    Finalfusion.DataType.u8,
                    io,
                    8,
                    place="/types/quantized_matrix/seq/6",
                )
            if self.data_type != Finalfusion.DataType.f32:
                io = self._io_at(pos)
                expect_equal(
                    "data_type",
                    self.data_type,
                    Finalfusion.DataType.f32,
                    io,
                    4,
                    place="/types/quantized_matrix/seq/7",
                )
            stop = pos + (4 - self._pos_at(pos) % 4)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "padding", pos)
            self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            if self.use_projection != 0:
                io = self._io_at(pos)
                self.projection = view_array(
                    io.take(self.num_columns * self.num_columns * 4, "projection"),
                    "<f4",
                    [self.num_columns, self.num_columns],
                    "projection",
                    io,
                )
                pos = io._pos
            io = self._io_at(pos)
            self.subquantizers = view_array(
                io.take(self.num_centroids * self.num_columns * 4, "subquantizers"),
                "<f4",
                [
                    self.num_subquantizers,
                    self.num_centroids,
                    self.num_columns // self.num_subquantizers,
                ],
                "subquantizers",
                io,
            )
            pos = io._pos
            if self.use_norms != 0:
                io = self._io_at(pos)
                self.norms = view_array(
                    io.take(self.num_rows * 4, "norms"), "<f4", [self.num_rows], "norms", io
                )
                pos = io._pos
            io = self._io_at(pos)
            self.rows = Encoded.read(
                io, self.num_rows * self.num_subquantizers, self._rows_stages(), self, "rows"
            )
            return io._pos

        def _rows_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `rows` into an array."""
            return (
                Stage(
                    "pq",
                    shape=(self.num_rows, self.num_columns),
                    codebooks=self.subquantizers,
                    projection=getattr(self, "projection", None),
                    norms=getattr(self, "norms", None),
                ),
            )

        def _derive(self) -> None:
            self._set_flag("use_projection", hasattr(self, "projection"), 1, 0)
            self._set_flag("use_norms", hasattr(self, "norms"), 1, 0)
            self._set_derived("code_type", Finalfusion.DataType.u8, "the format")
            self._set_derived("data_type", Finalfusion.DataType.f32, "the format")
            if self.use_projection != 0:
                self._set_derived(
                    "num_columns", axis_of(self.projection, 0, 2, "projection"), "projection"
                )
                self._set_derived(
                    "num_columns", axis_of(self.projection, 1, 2, "projection"), "projection"
                )
            self._set_derived(
                "num_subquantizers",
                axis_of(self.subquantizers, 0, 3, "subquantizers"),
                "subquantizers",
            )
            self._set_derived(
                "num_centroids", axis_of(self.subquantizers, 1, 3, "subquantizers"), "subquantizers"
            )
            self._set_derived("num_rows", axis_of(self.rows, 0, 2, "rows"), "rows")
            self._set_derived("num_columns", axis_of(self.rows, 1, 2, "rows"), "rows")
            self._set_default("padding", b"")
            self.rows = Encoded.of(self.rows, self._rows_stages(), self, "rows")
            if self.use_norms != 0:
                self._set_derived(
                    "num_rows",
                    quotient(array_size(self.norms, "<f4", "norms"), 4, "norms"),
                    "norms",
                )

        def _check(self) -> None:
            expect_at_least(
                "num_subquantizers",
                self.num_subquantizers,
                1,
                place="/types/quantized_matrix/seq/2",
            )
            expect_that(
                "num_columns",
                self.num_columns,
                self.num_columns % self.num_subquantizers == 0,
                "_ % num_subquantizers == 0",
                place="/types/quantized_matrix/seq/3",
            )
            expect_at_least(
                "num_centroids", self.num_centroids, 1, place="/types/quantized_matrix/seq/4"
            )

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io,
                self.use_projection,
                self.use_norms,
                self.num_subquantizers,
                self.num_columns,
                self.num_centroids,
                self.num_rows,
                self.code_type,
                self.data_type,
            )
            io.put_filled(self.padding, 4 - io.pos() % 4, "padding", 0, of=self)
            if self.use_projection != 0:
                put_array(
                    io,
                    self.projection,
                    "<f4",
                    [self.num_columns, self.num_columns],
                    "projection",
                    size=self.num_columns * self.num_columns * 4,
                )
            elif hasattr(self, "projection"):
                self._leave_out("projection")
            put_array(
                io,
                self.subquantizers,
                "<f4",
                [
                    self.num_subquantizers,
                    self.num_centroids,
                    self.num_columns // self.num_subquantizers,
                ],
                "subquantizers",
                size=self.num_centroids * self.num_columns * 4,
            )
            if self.use_norms != 0:
                put_array(io, self.norms, "<f4", [self.num_rows], "norms")
            elif hasattr(self, "norms"):
                self._leave_out("norms")
            self.rows.write(io, size=self.num_rows * self.num_subquantizers)

    class Norms(Struct):
        """Norms that the vectors of the words had ("NdNorms"), buckets not included.

        Attributes:
            padding: Up to a multiple of 4 from the start of the file, never none.
        """

        __slots__ = ("num_norms", "data_type", "padding", "norms")

        _root: Finalfusion
        _parent: Finalfusion.Chunk
        num_norms: int
        data_type: Finalfusion.DataType | int
        padding: bytes
        norms: NDArray[Any]

        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("data_type", "num_norms")
        _BLOCK_0: ClassVar[Block] = Block(("num_norms", "u8le"), ("data_type", "u4le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_norms: int
                data_type: Finalfusion.DataType | int
                padding: bytes
                norms: Required[ArrayLike]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 12
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.num_norms, self.data_type = _unpack_Finalfusion_Norms_0(buf, pos)
            pos = stop
            self.data_type = _members_Finalfusion_DataType[self.data_type]
            if self.data_type != Finalfusion.DataType.f32:
                io = self._io_at(pos)
                expect_equal(
                    "data_type",
                    self.data_type,
                    Finalfusion.DataType.f32,
                    io,
                    4,
                    place="/types/norms/seq/1",
                )
            stop = pos + (4 - self._pos_at(pos) % 4)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "padding", pos)
            self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self.norms = view_array(
                io.take(self.num_norms * 4, "norms"), "<f4", [self.num_norms], "norms", io
            )
            return io._pos

        def _derive(self) -> None:
            self._set_derived("data_type", Finalfusion.DataType.f32, "the format")
            self._set_default("padding", b"")
            self._set_derived(
                "num_norms", quotient(array_size(self.norms, "<f4", "norms"), 4, "norms"), "norms"
            )

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.num_norms, self.data_type)
            io.put_filled(self.padding, 4 - io.pos() % 4, "padding", 0, of=self)
            put_array(io, self.norms, "<f4", [self.num_norms], "norms")

    class Metadata(Struct):
        """How the embeddings were made, as TOML ("Metadata").

        May be empty.

        Attributes:
            toml: The text as it is; not all that programs have written is TOML.
        """

        __slots__ = ("toml",)

        _root: Finalfusion
        _parent: Finalfusion.Chunk
        toml: str

        _looks_up: ClassVar[tuple[str, ...]] = ("_parent", "_parent.len_data")

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                toml: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + self._parent.len_data
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "toml", pos)
            self.toml = str(buf[pos:stop], "utf-8")
            return stop

        def _derive(self) -> None:
            self._set_derived(
                "len_data",
                len(encode_text(self.toml, "utf-8", "toml")),
                "toml",
                holder=self._parent,
            )

        def _write__seq(self, io: Writer) -> None:
            io.put_sized(encode_text(self.toml, "utf-8", "toml"), self._parent.len_data, "toml")

    class UnknownChunk(Struct):
        """A kind that is not known.

        Programs refuse such files, and skip it where they look for one chunk.
        """

        __slots__ = ("content",)

        _root: Finalfusion
        _parent: Finalfusion.Chunk
        content: bytes

        _looks_up: ClassVar[tuple[str, ...]] = ("_parent", "_parent.len_data")

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                content: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + self._parent.len_data
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "content", pos)
            self.content = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _derive(self) -> None:
            self._set_derived("len_data", len(self.content), "content", holder=self._parent)

        def _write__seq(self, io: Writer) -> None:
            io.put_sized(self.content, self._parent.len_data, "content")


# What methods look up, at the price of a name.
_members_Finalfusion_ChunkKind = Members(lambda: Finalfusion.ChunkKind)
_members_Finalfusion_DataType = Members(lambda: Finalfusion.DataType)
_types_Finalfusion_Chunk_data = Types(Finalfusion.Chunk._data_types)
_unpack_Finalfusion_BucketVocabulary_0 = Finalfusion.BucketVocabulary._BLOCK_0.unpack
_unpack_Finalfusion_Chunk_0 = Finalfusion.Chunk._BLOCK_0.unpack
_unpack_Finalfusion_ExplicitVocabulary_0 = Finalfusion.ExplicitVocabulary._BLOCK_0.unpack
_unpack_Finalfusion_FIXED_0 = Finalfusion._FIXED_0.unpack
_unpack_Finalfusion_FasttextVocabulary_0 = Finalfusion.FasttextVocabulary._BLOCK_0.unpack
_unpack_Finalfusion_FloretVocabulary_0 = Finalfusion.FloretVocabulary._BLOCK_0.unpack
_unpack_Finalfusion_Matrix_0 = Finalfusion.Matrix._BLOCK_0.unpack
_unpack_Finalfusion_Norms_0 = Finalfusion.Norms._BLOCK_0.unpack
_unpack_Finalfusion_QuantizedMatrix_0 = Finalfusion.QuantizedMatrix._BLOCK_0.unpack
_with_types_Finalfusion_Chunk_data = WithTypes(
    _members_Finalfusion_ChunkKind, _types_Finalfusion_Chunk_data
)


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Finalfusion":"finalfusion","Finalfusion.Chunk":"finalfusion::chunk",
"Finalfusion.Word":"finalfusion::word","Finalfusion.Ngram":"finalfusion::ngram",
"Finalfusion.SimpleVocabulary":"finalfusion::simple_vocabulary",
"Finalfusion.BucketVocabulary":"finalfusion::bucket_vocabulary",
"Finalfusion.FasttextVocabulary":"finalfusion::fasttext_vocabulary",
"Finalfusion.ExplicitVocabulary":"finalfusion::explicit_vocabulary",
"Finalfusion.FloretVocabulary":"finalfusion::floret_vocabulary",
"Finalfusion.Matrix":"finalfusion::matrix",
"Finalfusion.QuantizedMatrix":"finalfusion::quantized_matrix",
"Finalfusion.Norms":"finalfusion::norms","Finalfusion.Metadata":"finalfusion::metadata",
"Finalfusion.UnknownChunk":"finalfusion::unknown_chunk"},
"spec":{"id":"finalfusion","title":"finalfusion word embeddings","file":"finalfusion.ksy",
"digest":"f1937039a4b91a36741feac5841882c623c416d17cf9aa7c26878dfce2cc98a3","types":[
{"path":"finalfusion","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"46694675"}},
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"valid":[{"kind":"equal","args":[0]}]},
{"id":"num_chunk_kinds","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"offset":8,"size":4,"usual":["list",2,3,4],"doc":"Number of entries in the list that
 follows. Not a promise about the chunks, see there."},
{"id":"chunk_kinds","type":"enum finalfusion::chunk_kind[]","stored":{"is":"Number",
"kind":"unsigned","size":4,"endian":"le","enum":"finalfusion::chunk_kind"},"offset":12,
"repeat":{"count":"num_chunk_kinds"},"derive":["map","chunks",["get","_","kind"]],"usual":["if",
["and",["eq",["size","chunk_kinds"],0],["eq","num_chunk_kinds",4]],["list",["enum",
"finalfusion::chunk_kind","metadata"]],["if",["or",["eq",["size","chunk_kinds"],0],["eq",["last",
"chunk_kinds"],["enum","finalfusion::chunk_kind","metadata"]]],["list",["enum",
"finalfusion::chunk_kind","simple_vocabulary"],["enum","finalfusion::chunk_kind",
"bucket_vocabulary"],["enum","finalfusion::chunk_kind","fasttext_vocabulary"],["enum",
"finalfusion::chunk_kind","explicit_vocabulary"]],["if",["or",["eq",["last","chunk_kinds"],["enum",
"finalfusion::chunk_kind","matrix"]],["eq",["last","chunk_kinds"],["enum","finalfusion::chunk_kind",
"quantized_matrix"]]],["list",["enum","finalfusion::chunk_kind","norms"]],["list",["enum",
"finalfusion::chunk_kind","matrix"],["enum","finalfusion::chunk_kind","quantized_matrix"]]]]],
"doc":"Kinds of the chunks in their order. Files exist whose list leaves out the norms, so nothing
 is read by it."},
{"id":"chunks","type":"finalfusion::chunk[]","stored":{"is":"Record","path":"finalfusion::chunk",
"args":[["ofs_chunk",["pos","_io"]]]},"repeat":{"limit":1024},"doc":"Programs write five at
 most."}],"edges":[{"is":"Count","field":"num_chunk_kinds","of":"chunk_kinds"}],"doc":"Word
 embeddings.\n\nA vocabulary, a matrix (plain or product-quantised), and optionally metadata and
 the norms that the\nvectors had before they were normalised.\n\nOrder of the chunks: metadata?,
 vocabulary, storage, norms?. A file may also hold a single chunk.\n\n\nSee
 https://finalfusion.github.io/spec"},
{"path":"finalfusion::chunk","parent":"finalfusion","endian":"le","params":[
{"id":"ofs_chunk","type":"int","doc":"Where the chunk begins in the file, in bytes."}],"fields":[
{"id":"kind","type":"enum finalfusion::chunk_kind","stored":{"is":"Number","kind":"unsigned",
"size":4,"endian":"le","enum":"finalfusion::chunk_kind"},"offset":0,"size":4},
{"id":"len_data","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":4,"size":8,"doc":"Bytes after this field. Not used as a size, because of explicit
 vocabularies; checked at `end`."},
{"id":"data","type":"any record","stored":{"is":"Switch","on":"kind","cases":[{"key":["enum",
"finalfusion::chunk_kind","simple_vocabulary"],"stored":{"is":"Record",
"path":"finalfusion::simple_vocabulary"}},{"key":["enum","finalfusion::chunk_kind","matrix"],
"stored":{"is":"Record","path":"finalfusion::matrix"}},{"key":["enum","finalfusion::chunk_kind",
"bucket_vocabulary"],"stored":{"is":"Record","path":"finalfusion::bucket_vocabulary"}},
{"key":["enum","finalfusion::chunk_kind","quantized_matrix"],"stored":{"is":"Record",
"path":"finalfusion::quantized_matrix"}},{"key":["enum","finalfusion::chunk_kind","metadata"],
"stored":{"is":"Record","path":"finalfusion::metadata"}},{"key":["enum","finalfusion::chunk_kind",
"norms"],"stored":{"is":"Record","path":"finalfusion::norms"}},{"key":["enum",
"finalfusion::chunk_kind","fasttext_vocabulary"],"stored":{"is":"Record",
"path":"finalfusion::fasttext_vocabulary"}},{"key":["enum","finalfusion::chunk_kind",
"explicit_vocabulary"],"stored":{"is":"Record","path":"finalfusion::explicit_vocabulary"}},
{"key":["enum","finalfusion::chunk_kind","floret_vocabulary"],"stored":{"is":"Record",
"path":"finalfusion::floret_vocabulary"}},{"stored":{"is":"Record",
"path":"finalfusion::unknown_chunk"}}]},"offset":12},
{"id":"end","type":"bytes","stored":{"is":"Bytes","extent":{"size":0}},"size":0,
"valid":[{"kind":"that","args":[["or",["eq",["pos","_io"],"ofs_end"],["eq",["pos","_io"],["add",
"ofs_end","len_untold"]]]]}],"doc":"The chunk must end where its length says."}],"instances":[
{"id":"ofs_end","type":"int","value":["add",["add","ofs_chunk",12],"len_data"],"doc":"Where the
 chunk ends, by its length."},
{"id":"len_untold","type":"int","value":["if",["eq","kind",["enum","finalfusion::chunk_kind",
"explicit_vocabulary"]],["mul",8,["get","data","num_ngrams"]],0],"doc":"Bytes that the Python
 writer leaves out of the length of an explicit vocabulary."},
{"id":"num_words","type":"int","condition":"is_vocabulary","value":["if",["eq","kind",["enum",
"finalfusion::chunk_kind","simple_vocabulary"]],["get","data","num_words"],["if",["eq","kind",
["enum","finalfusion::chunk_kind","bucket_vocabulary"]],["get","data","num_words"],["if",["eq",
"kind",["enum","finalfusion::chunk_kind","fasttext_vocabulary"]],["get","data","num_words"],["if",
["eq","kind",["enum","finalfusion::chunk_kind","explicit_vocabulary"]],["get","data","num_words"],
0]]]],"doc":"Words of a vocabulary."},
{"id":"num_rows","type":"int","condition":"is_vocabulary","value":["if",["eq","kind",["enum",
"finalfusion::chunk_kind","simple_vocabulary"]],["get","data","num_words"],["if",["eq","kind",
["enum","finalfusion::chunk_kind","bucket_vocabulary"]],["add",["get","data","num_words"],
["bit_shl",1,["get","data","bucket_exponent"]]],["if",["eq","kind",["enum",
"finalfusion::chunk_kind","fasttext_vocabulary"]],["add",["get","data","num_words"],["get","data",
"num_buckets"]],["if",["eq","kind",["enum","finalfusion::chunk_kind","explicit_vocabulary"]],["add",
["get","data","num_words"],["get","data","num_ngrams"]],["get","data","num_buckets"]]]]],
"doc":"Rows that go with a vocabulary, fewer where n-grams share one."},
{"id":"is_vocabulary","type":"bool","value":["or",["or",["or",["or",["eq","kind",["enum",
"finalfusion::chunk_kind","simple_vocabulary"]],["eq","kind",["enum","finalfusion::chunk_kind",
"bucket_vocabulary"]]],["eq","kind",["enum","finalfusion::chunk_kind","fasttext_vocabulary"]]],
["eq","kind",["enum","finalfusion::chunk_kind","explicit_vocabulary"]]],["eq","kind",["enum",
"finalfusion::chunk_kind","floret_vocabulary"]]]}],"edges":[{"is":"Tag","field":"kind","of":"data",
"cases":[["finalfusion::simple_vocabulary",["enum","finalfusion::chunk_kind","simple_vocabulary"]],
["finalfusion::matrix",["enum","finalfusion::chunk_kind","matrix"]],
["finalfusion::bucket_vocabulary",["enum","finalfusion::chunk_kind","bucket_vocabulary"]],
["finalfusion::quantized_matrix",["enum","finalfusion::chunk_kind","quantized_matrix"]],
["finalfusion::metadata",["enum","finalfusion::chunk_kind","metadata"]],["finalfusion::norms",
["enum","finalfusion::chunk_kind","norms"]],["finalfusion::fasttext_vocabulary",["enum",
"finalfusion::chunk_kind","fasttext_vocabulary"]],["finalfusion::explicit_vocabulary",["enum",
"finalfusion::chunk_kind","explicit_vocabulary"]],["finalfusion::floret_vocabulary",["enum",
"finalfusion::chunk_kind","floret_vocabulary"]],["finalfusion::unknown_chunk",null]]},
{"is":"Length","field":"len_data","of":"data"}]},
{"path":"finalfusion::word","parent":"any record","endian":"le","fields":[
{"id":"len_text","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4,"doc":"Length in bytes."},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_text"}},
"offset":4,"usual":["list",["add",["text","word"],["to_s",["pos","_io"]]]],"doc":"Any text, spaces,
 line breaks and the empty string included."}],"edges":[{"is":"Length","field":"len_text",
"of":"text"}]},
{"path":"finalfusion::ngram","parent":"finalfusion::explicit_vocabulary","endian":"le","fields":[
{"id":"len_text","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4,"doc":"Length in bytes."},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_text"}},
"offset":4,"usual":["list",["add",["text","word"],["to_s",["pos","_io"]]]]},
{"id":"index","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"size":8,"usual":["list",["size",["get","_parent","ngrams"]]],"doc":"Row of the matrix, counted
 from the end of the words. N-grams may share one."}],"edges":[{"is":"Length","field":"len_text",
"of":"text"}]},
{"path":"finalfusion::simple_vocabulary","parent":"finalfusion::chunk","endian":"le","fields":[
{"id":"num_words","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8,"usual":["list",1,2,5]},
{"id":"words","type":"table","stored":{"is":"Record","path":"finalfusion::word"},"offset":8,
"repeat":{"count":"num_words","table":true}}],"edges":[{"is":"Count","field":"num_words",
"of":"words"}],"doc":"Known words only (\"Simple Vocab\"). Rows of the matrix = words."},
{"path":"finalfusion::bucket_vocabulary","parent":"finalfusion::chunk","endian":"le","fields":[
{"id":"num_words","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8,"usual":["list",1,2,5]},
{"id":"min_n","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":8,"size":4,"valid":[{"kind":"at_least","args":[1]}],"usual":["list",3],"doc":"Length of
 the shortest n-grams, in characters, boundary markers included."},
{"id":"max_n","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":12,"size":4,"valid":[{"kind":"at_least","args":["min_n"]}],"usual":["list",6],
"doc":"Length of the longest n-grams, in characters."},
{"id":"bucket_exponent","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"offset":16,"size":4,"valid":[{"kind":"at_least","args":[1]},{"kind":"at_most",
"args":[64]}],"usual":["list",1,2,3]},
{"id":"words","type":"table","stored":{"is":"Record","path":"finalfusion::word"},"offset":20,
"repeat":{"count":"num_words","table":true}}],"edges":[{"is":"Count","field":"num_words",
"of":"words"}],"doc":"Words, and n-grams that finalfusion hashes (\"Finalfusion subword
 vocab\").\n\nBy FNV-1a, 64 bits, into 2^bucket_exponent buckets. The number of words comes first,
 other than in the specification. Rows = words + buckets."},
{"path":"finalfusion::fasttext_vocabulary","parent":"finalfusion::chunk","endian":"le","fields":[
{"id":"num_words","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8,"usual":["list",1,2,5]},
{"id":"min_n","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":8,"size":4,"valid":[{"kind":"at_least","args":[1]}],"usual":["list",3],"doc":"Length of
 the shortest n-grams, in characters, boundary markers included."},
{"id":"max_n","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":12,"size":4,"valid":[{"kind":"at_least","args":["min_n"]}],"usual":["list",6],
"doc":"Length of the longest n-grams, in characters."},
{"id":"num_buckets","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":16,"size":4,"valid":[{"kind":"at_least","args":[1]}],"usual":["list",1,4,7]},
{"id":"words","type":"table","stored":{"is":"Record","path":"finalfusion::word"},"offset":20,
"repeat":{"count":"num_words","table":true}}],"edges":[{"is":"Count","field":"num_words",
"of":"words"}],"doc":"Words, and n-grams that fastText hashes (\"fastText subword vocab\").\n\nBy
 FNV-1a, 32 bits, with the bytes' signs extended, into buckets. The number of words comes first,
 other than in the specification. Rows = words + buckets."},
{"path":"finalfusion::explicit_vocabulary","parent":"finalfusion::chunk","endian":"le","fields":[
{"id":"num_words","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8,"usual":["list",1,2,5]},
{"id":"num_ngrams","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":8,"size":8,"usual":["list",1,3]},
{"id":"min_n","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":16,"size":4,"valid":[{"kind":"at_least","args":[1]}],"usual":["list",3],"doc":"Length of
 the shortest n-grams, in characters, boundary markers included."},
{"id":"max_n","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":20,"size":4,"valid":[{"kind":"at_least","args":["min_n"]}],"usual":["list",6],
"doc":"Length of the longest n-grams, in characters."},
{"id":"words","type":"table","stored":{"is":"Record","path":"finalfusion::word"},"offset":24,
"repeat":{"count":"num_words","table":true}},
{"id":"ngrams","type":"table","stored":{"is":"Record","path":"finalfusion::ngram"},
"repeat":{"count":"num_ngrams","table":true}}],"edges":[{"is":"Count","field":"num_words",
"of":"words"},{"is":"Count","field":"num_ngrams","of":"ngrams"}],"doc":"Words, and a list of
 n-grams with their rows (\"Explicit n-gram vocab\").\n\nBoth counts come first, and each
 n-gram\nhas an index, other than in the specification. Rows = words + distinct indices."},
{"path":"finalfusion::floret_vocabulary","parent":"finalfusion::chunk","endian":"le","fields":[
{"id":"min_n","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4,"valid":[{"kind":"at_least","args":[1]}],"usual":["list",3],"doc":"Length of
 the shortest n-grams, in characters, boundary markers included."},
{"id":"max_n","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"valid":[{"kind":"at_least","args":["min_n"]}],"usual":["list",6],"doc":"Length
 of the longest n-grams, in characters."},
{"id":"num_buckets","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":8,"size":8,"valid":[{"kind":"at_least","args":[1]}]},
{"id":"num_hashes","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":16,"size":4,"valid":[{"kind":"at_least","args":[1]},{"kind":"at_most","args":[4]}],
"doc":"Rows for each n-gram."},
{"id":"seed","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":20,"size":4},
{"id":"begin_marker","type":"finalfusion::word","stored":{"is":"Record","path":"finalfusion::word"},
"offset":24},
{"id":"end_marker","type":"finalfusion::word","stored":{"is":"Record","path":"finalfusion::word"}}],
"doc":"No words at all: every word is the sum of hashed rows.\n\nBy MurmurHash3, 128 bits. Not in
 the specification;\nwritten by the Rust program since 0.18. Rows = buckets."},
{"path":"finalfusion::matrix","parent":"finalfusion::chunk","endian":"le","fields":[
{"id":"num_rows","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8,"usual":["list",["get",["first",["where",["get","_root","chunks"],["get","_",
"is_vocabulary"]]],"num_rows"]]},
{"id":"num_columns","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":8,"size":4,"usual":["list",2,3],"doc":"Dimensions of a vector."},
{"id":"data_type","type":"enum finalfusion::data_type","stored":{"is":"Number","kind":"unsigned",
"size":4,"endian":"le","enum":"finalfusion::data_type"},"offset":12,"size":4,
"valid":[{"kind":"member"}],"default":["enum","finalfusion::data_type","f32"],"doc":"All known
 programs write f32 alone."},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["sub","len_value",["mod",
["pos","_io"],"len_value"]],"fill":0}},"offset":16,"doc":"Up to a multiple of a value from the
 start of the file; a whole value where it is one already, so never none."},
{"id":"rows","type":"payload","stored":{"is":"Bytes","extent":{"size":["mul",["mul","num_rows",
"num_columns"],"len_value"]}},"array":{"dtype":{"on":"data_type","cases":[[["enum",
"finalfusion::data_type","i8"],"int8"],[["enum","finalfusion::data_type","u8"],"uint8"],[["enum",
"finalfusion::data_type","i16"],"int16"],[["enum","finalfusion::data_type","u16"],"uint16"],
[["enum","finalfusion::data_type","i32"],"int32"],[["enum","finalfusion::data_type","u32"],
"uint32"],[["enum","finalfusion::data_type","i64"],"int64"],[["enum","finalfusion::data_type",
"u64"],"uint64"],[["enum","finalfusion::data_type","f32"],"float32"],[["enum",
"finalfusion::data_type","f64"],"float64"]]},"shape":["list","num_rows","num_columns"]},
"codec":{"cases":[[null,[{"is":"Stage","codec":"raw","args":[["shape",["list","num_rows",
"num_columns"]],["dtype",["dtype_of",["text","rows"]]]]}]]]}}],"instances":[
{"id":"len_value","type":"int","value":["item",{"hex":"010102020404080810100408"},["to_i",
"data_type"]],"doc":"Bytes of a value."}],"edges":[{"is":"Axis","field":"num_rows","of":"rows",
"axis":0},{"is":"Axis","field":"num_columns","of":"rows","axis":1}],"doc":"One row for each word
 and bucket (\"Embedding matrix\")."},
{"path":"finalfusion::quantized_matrix","parent":"finalfusion::chunk","endian":"le","fields":[
{"id":"use_projection","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"offset":0,"size":4,"usual":["list",0,1],"doc":"Not zero when there is a
 projection."},
{"id":"use_norms","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"usual":["list",0,1],"doc":"Not zero when there are norms."},
{"id":"num_subquantizers","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"offset":8,"size":4,"valid":[{"kind":"at_least","args":[1]}],"usual":["list",1,2],
"doc":"Codes in a row (\"quantized embedding length\")."},
{"id":"num_columns","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":12,"size":4,"valid":[{"kind":"that","args":[["eq",["mod","_","num_subquantizers"],0]]}],
"usual":["list","num_subquantizers",["mul",2,"num_subquantizers"]],"doc":"Dimensions of a vector
 (\"reconstructed embedding length\")."},
{"id":"num_centroids","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"offset":16,"size":4,"valid":[{"kind":"at_least","args":[1]}],"usual":["list",2,4],
"doc":"Centroids of each subquantizer."},
{"id":"num_rows","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":20,"size":8,"usual":["list",["get",["first",["where",["get","_root","chunks"],["get","_",
"is_vocabulary"]]],"num_rows"]]},
{"id":"code_type","type":"enum finalfusion::data_type","stored":{"is":"Number","kind":"unsigned",
"size":4,"endian":"le","enum":"finalfusion::data_type"},"offset":28,"size":4,
"valid":[{"kind":"equal","args":[["enum","finalfusion::data_type","u8"]]}]},
{"id":"data_type","type":"enum finalfusion::data_type","stored":{"is":"Number","kind":"unsigned",
"size":4,"endian":"le","enum":"finalfusion::data_type"},"offset":32,"size":4,
"valid":[{"kind":"equal","args":[["enum","finalfusion::data_type","f32"]]}],"doc":"Type of
 projection, subquantizers and norms (\"reconstructed matrix type\")."},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["sub",4,["mod",["pos",
"_io"],4]],"fill":0}},"offset":36,"doc":"Up to a multiple of 4 from the start of the file, never
 none."},
{"id":"projection","type":"array f4","stored":{"is":"Bytes","extent":{"size":["mul",["mul",
"num_columns","num_columns"],4]}},"condition":["ne","use_projection",0],"array":{"dtype":"<f4",
"shape":["list","num_columns","num_columns"]}},
{"id":"subquantizers","type":"array f4","stored":{"is":"Bytes","extent":{"size":["mul",["mul",
"num_centroids","num_columns"],4]}},"array":{"dtype":"<f4","shape":["list","num_subquantizers",
"num_centroids",["floordiv","num_columns","num_subquantizers"]]}},
{"id":"norms","type":"array f4","stored":{"is":"Bytes","extent":{"size":["mul","num_rows",4]}},
"condition":["ne","use_norms",0],"array":{"dtype":"<f4","shape":["list","num_rows"]},"doc":"Norms
 of all rows, buckets too."},
{"id":"rows","type":"payload","stored":{"is":"Bytes","extent":{"size":["mul","num_rows",
"num_subquantizers"]}},"array":{"dtype":"<f4","shape":["list","num_rows","num_columns"]},
"codec":{"cases":[[null,[{"is":"Stage","codec":"pq","args":[["shape",["list","num_rows",
"num_columns"]],["codebooks","subquantizers"],["projection",["or_none","projection"]],["norms",
["or_none","norms"]]]}]]]},"doc":"Stored as one byte for each subquantizer."}],
"edges":[{"is":"Flag","field":"use_projection","of":"projection","yes":1,"no":0},{"is":"Flag",
"field":"use_norms","of":"norms","yes":1,"no":0},{"is":"Axis","field":"num_columns",
"of":"projection","condition":["ne","use_projection",0],"axis":0},{"is":"Axis",
"field":"num_columns","of":"projection","condition":["ne","use_projection",0],"axis":1},
{"is":"Axis","field":"num_subquantizers","of":"subquantizers","axis":0},{"is":"Axis",
"field":"num_centroids","of":"subquantizers","axis":1},{"is":"Axis","field":"num_rows","of":"rows",
"axis":0},{"is":"Axis","field":"num_columns","of":"rows","axis":1},{"is":"Length",
"field":"num_rows","of":"norms","condition":["ne","use_norms",0],"steps":[["divide",4]]}],
"doc":"Product-quantised rows (\"Quantized embedding matrix\").\n\nThere, the two types are swapped,
 and the size of the subquantizers lacks a factor. Row = the centroids that its codes name, one
 after another; then\n`projection @ row`; then times its norm."},
{"path":"finalfusion::norms","parent":"finalfusion::chunk","endian":"le","fields":[
{"id":"num_norms","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8,"usual":["list",["get",["first",["where",["get","_root","chunks"],["get","_",
"is_vocabulary"]]],"num_words"]]},
{"id":"data_type","type":"enum finalfusion::data_type","stored":{"is":"Number","kind":"unsigned",
"size":4,"endian":"le","enum":"finalfusion::data_type"},"offset":8,"size":4,
"valid":[{"kind":"equal","args":[["enum","finalfusion::data_type","f32"]]}]},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["sub",4,["mod",["pos",
"_io"],4]],"fill":0}},"offset":12,"doc":"Up to a multiple of 4 from the start of the file, never
 none."},
{"id":"norms","type":"array f4","stored":{"is":"Bytes","extent":{"size":["mul","num_norms",4]}},
"array":{"dtype":"<f4","shape":["list","num_norms"]}}],"edges":[{"is":"Length","field":"num_norms",
"of":"norms","steps":[["divide",4]]}],"doc":"Norms that the vectors of the words had (\"NdNorms\"),
 buckets not included."},
{"path":"finalfusion::metadata","parent":"finalfusion::chunk","endian":"le","fields":[
{"id":"toml","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":["get",
"_parent","len_data"]}},"offset":0,"usual":["list",["text","[description]\nlanguage =
 \"English\"\n"],["text",""]],"doc":"The text as it is; not all that programs have written is
 TOML."}],"edges":[{"is":"Length","field":["get","_parent","len_data"],"of":"toml"}],"doc":"How the
 embeddings were made, as TOML (\"Metadata\"). May be empty."},
{"path":"finalfusion::unknown_chunk","parent":"finalfusion::chunk","endian":"le","fields":[
{"id":"content","type":"bytes","stored":{"is":"Bytes","extent":{"size":["get","_parent",
"len_data"]}},"offset":0}],"edges":[{"is":"Length","field":["get","_parent","len_data"],
"of":"content"}],"doc":"A kind that is not known.\n\nPrograms refuse such files, and skip it where
 they look for one chunk."}],"enums":[
{"path":"finalfusion::chunk_kind","members":[{"id":"simple_vocabulary","value":1},{"id":"matrix",
"value":2},{"id":"bucket_vocabulary","value":3},{"id":"quantized_matrix","value":4},
{"id":"metadata","value":5},{"id":"norms","value":6},{"id":"fasttext_vocabulary","value":7},
{"id":"explicit_vocabulary","value":8},{"id":"floret_vocabulary","value":9}]},
{"path":"finalfusion::data_type","members":[{"id":"i8","value":0},{"id":"u8","value":1},{"id":"i16",
"value":2},{"id":"u16","value":3},{"id":"i32","value":4},{"id":"u32","value":5},{"id":"i64",
"value":6},{"id":"u64","value":7},{"id":"i128","value":8},{"id":"u128","value":9},{"id":"f32",
"value":10},{"id":"f64","value":11}]}]}}
"""
