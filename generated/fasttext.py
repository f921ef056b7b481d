# Made by `quire gen` 0.1.0 from fasttext.ksy (sha256 2558517f308f). Do not edit.
"""fastText models."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.kernels.services.columns import Columns, TableCell, TableLayout
from quire.runtime import (
    Block,
    Bytes,
    LateEnum,
    Members,
    Stride,
    Struct,
    Writer,
    array_size,
    axis_of,
    copied,
    expect_at_least,
    expect_equal,
    expect_that,
    put_array,
    quotient,
    view_array,
)
from quire.runtime.direct import find_at, new, unpack_u1

__all__ = ["Fasttext"]


class Fasttext(Struct):
    """A model of fastText.

    Its parameters, its dictionary, the input matrix (a row for each word, then one for each bucket
    of n-grams) and the output matrix.

    See https://github.com/facebookresearch/fastText FastText::saveModel

    Attributes:
        is_quantized: Not zero when the input matrix is quantised.
        input: Rows of the words, then of the buckets.
        is_output_quantized: Not zero when the output matrix is quantised.
        output: The output layer. Used in training, and by supervised models.
    """

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "magic",
        "version",
        "arguments",
        "dictionary",
        "is_quantized",
        "input",
        "is_output_quantized",
        "output",
    )

    _root: Fasttext
    magic: int
    version: int
    arguments: Fasttext.Arguments
    dictionary: Fasttext.Dictionary
    is_quantized: int
    input: Fasttext.Matrix | Fasttext.QuantizedMatrix
    is_output_quantized: int
    output: Fasttext.Matrix | Fasttext.QuantizedMatrix

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = (
        "is_quantized",
        "is_output_quantized",
        "magic",
        "version",
    )
    _BLOCK_0: ClassVar[Block] = Block(("magic", "s4le"), ("version", "s4le"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: int
            version: int
            arguments: Required[Fasttext.Arguments | Fasttext.Arguments._Fields]
            dictionary: Required[Fasttext.Dictionary | Fasttext.Dictionary._Fields]
            is_quantized: int
            input: Required[Any]
            is_output_quantized: int
            output: Required[Any]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        this: Any = self  # whose fields of several types are looked into
        stop = pos + 8
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.magic, self.version = _unpack_Fasttext_0(buf, pos)
        pos = stop
        if self.magic != 793712314:
            io = self._io_at(pos)
            expect_equal("magic", self.magic, 793712314, io, 8, place="/seq/0")
        if self.version != 12:
            io = self._io_at(pos)
            expect_equal("version", self.version, 12, io, 4, place="/seq/1")
        self.arguments = child = new(Fasttext.Arguments)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.dictionary = child = new(Fasttext.Dictionary)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "is_quantized", pos)
        self.is_quantized = unpack_u1(buf, pos)[0]
        pos = stop
        if self.is_quantized == 0:
            this.input = child = new(Fasttext.Matrix)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        else:
            this.input = child = new(Fasttext.QuantizedMatrix)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "is_output_quantized", pos)
        self.is_output_quantized = unpack_u1(buf, pos)[0]
        pos = stop
        if self.is_output_quantized == 0:
            this.output = child = new(Fasttext.Matrix)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        else:
            this.output = child = new(Fasttext.QuantizedMatrix)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        return pos

    def _derive(self) -> None:
        self._set_tag(
            "input", "is_quantized", ((Fasttext.Matrix, 0), (Fasttext.QuantizedMatrix, ...))
        )
        self._set_tag(
            "output", "is_output_quantized", ((Fasttext.Matrix, 0), (Fasttext.QuantizedMatrix, ...))
        )
        self._set_derived("magic", 793712314, "the format")
        self._set_derived("version", 12, "the format")
        self._set_default("is_quantized", 0)
        self._set_default("is_output_quantized", 0)
        self._make("arguments", Fasttext.Arguments)
        self._make("dictionary", Fasttext.Dictionary)

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.magic, self.version)
        self._write_child(io, "arguments", self.arguments, Fasttext.Arguments)
        self._write_child(io, "dictionary", self.dictionary, Fasttext.Dictionary)
        io.u1(self.is_quantized, "is_quantized")
        if self.is_quantized == 0:
            self._write_child(io, "input", self.input, Fasttext.Matrix)
        else:
            self._write_child(io, "input", self.input, Fasttext.QuantizedMatrix)
        io.u1(self.is_output_quantized, "is_output_quantized")
        if self.is_output_quantized == 0:
            self._write_child(io, "output", self.output, Fasttext.Matrix)
        else:
            self._write_child(io, "output", self.output, Fasttext.QuantizedMatrix)

    class Loss(LateEnum):
        """Values of `loss`."""

        hierarchical_softmax = 1
        negative_sampling = 2
        softmax = 3
        one_vs_all = 4

    class Model(LateEnum):
        """Values of `model`."""

        cbow = 1
        skipgram = 2
        supervised = 3

    class Kind(LateEnum):
        """Values of `kind`."""

        word = 0
        label = 1

    class Arguments(Struct):
        """How the model was trained.

        Attributes:
            dim: Dimensions of a vector.
            num_buckets: Rows of the input matrix that n-grams share.
            min_n: Length of the shortest n-grams, in characters, boundary markers included.
            max_n: Length of the longest n-grams; 0 when there are none.
        """

        __slots__ = (
            "dim",
            "window_size",
            "epoch",
            "min_count",
            "negatives",
            "word_ngrams",
            "loss",
            "model",
            "num_buckets",
            "min_n",
            "max_n",
            "lr_update_rate",
            "sampling_threshold",
        )

        _root: Fasttext
        _parent: Fasttext
        dim: int
        window_size: int
        epoch: int
        min_count: int
        negatives: int
        word_ngrams: int
        loss: Fasttext.Loss | int
        model: Fasttext.Model | int
        num_buckets: int
        min_n: int
        max_n: int
        lr_update_rate: int
        sampling_threshold: float

        SIZE: ClassVar[int] = 56
        _BLOCK_0: ClassVar[Block] = Block(
            ("dim", "s4le"),
            ("window_size", "s4le"),
            ("epoch", "s4le"),
            ("min_count", "s4le"),
            ("negatives", "s4le"),
            ("word_ngrams", "s4le"),
            ("loss", "s4le"),
            ("model", "s4le"),
            ("num_buckets", "s4le"),
            ("min_n", "s4le"),
            ("max_n", "s4le"),
            ("lr_update_rate", "s4le"),
            ("sampling_threshold", "f8le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                dim: Required[int]
                window_size: Required[int]
                epoch: Required[int]
                min_count: Required[int]
                negatives: Required[int]
                word_ngrams: Required[int]
                loss: Required[Fasttext.Loss | int]
                model: Required[Fasttext.Model | int]
                num_buckets: Required[int]
                min_n: Required[int]
                max_n: Required[int]
                lr_update_rate: Required[int]
                sampling_threshold: Required[float]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 56
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            (
                self.dim,
                self.window_size,
                self.epoch,
                self.min_count,
                self.negatives,
                self.word_ngrams,
                self.loss,
                self.model,
                self.num_buckets,
                self.min_n,
                self.max_n,
                self.lr_update_rate,
                self.sampling_threshold,
            ) = _unpack_Fasttext_Arguments_0(buf, pos)
            pos = stop
            self.loss = _members_Fasttext_Loss[self.loss]
            self.model = _members_Fasttext_Model[self.model]
            if not self.dim >= 1:
                io = self._io_at(pos)
                expect_at_least("dim", self.dim, 1, io, 56, place="/types/arguments/seq/0")
            if not self.num_buckets >= 0:
                io = self._io_at(pos)
                expect_at_least(
                    "num_buckets", self.num_buckets, 0, io, 24, place="/types/arguments/seq/8"
                )
            if not self.min_n >= 0:
                io = self._io_at(pos)
                expect_at_least("min_n", self.min_n, 0, io, 20, place="/types/arguments/seq/9")
            if not self.max_n >= 0:
                io = self._io_at(pos)
                expect_at_least("max_n", self.max_n, 0, io, 16, place="/types/arguments/seq/10")
            return pos

        def _check(self) -> None:
            expect_at_least("dim", self.dim, 1, place="/types/arguments/seq/0")
            expect_at_least("num_buckets", self.num_buckets, 0, place="/types/arguments/seq/8")
            expect_at_least("min_n", self.min_n, 0, place="/types/arguments/seq/9")
            expect_at_least("max_n", self.max_n, 0, place="/types/arguments/seq/10")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io,
                self.dim,
                self.window_size,
                self.epoch,
                self.min_count,
                self.negatives,
                self.word_ngrams,
                self.loss,
                self.model,
                self.num_buckets,
                self.min_n,
                self.max_n,
                self.lr_update_rate,
                self.sampling_threshold,
            )

    class Dictionary(Struct):
        """Type `dictionary`.

        Attributes:
            num_tokens: Words of the text that the model was trained on.
            num_pruned: Entries of `pruned`; -1 when the model was not pruned.
            entries: The words, the most frequent first; then the labels.
            pruned: Where the rows of buckets went that were kept.
        """

        __slots__ = (
            "num_entries",
            "num_words",
            "num_labels",
            "num_tokens",
            "num_pruned",
            "entries",
        )

        _root: Fasttext
        _parent: Fasttext
        num_entries: int
        num_words: int
        num_labels: int
        num_tokens: int
        num_pruned: int
        entries: Columns
        pruned: list[Fasttext.Pruned]

        _looks_up: ClassVar[tuple[str, ...]] = ("_root",)
        _derived: ClassVar[tuple[str, ...]] = ("num_pruned", "num_entries")
        _BLOCK_0: ClassVar[Block] = Block(
            ("num_entries", "s4le"),
            ("num_words", "s4le"),
            ("num_labels", "s4le"),
            ("num_tokens", "s8le"),
            ("num_pruned", "s8le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_entries: int
                num_words: Required[int]
                num_labels: Required[int]
                num_tokens: Required[int]
                num_pruned: int
                entries: Required[Columns | Mapping[str, Any] | Iterable[Any]]
                pruned: Iterable[Fasttext.Pruned | Fasttext.Pruned._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 28
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.num_entries, self.num_words, self.num_labels, self.num_tokens, self.num_pruned = (
                _unpack_Fasttext_Dictionary_0(buf, pos)
            )
            pos = stop
            if not self.num_entries >= 0:
                io = self._io_at(pos)
                expect_that(
                    "num_entries",
                    self.num_entries,
                    self.num_entries >= 0,
                    "_ >= 0",
                    io,
                    28,
                    place="/types/dictionary/seq/0",
                )
            count = self.num_entries
            if not 0 <= count * 10 <= end - pos:
                count = self._io_at(pos).count(count, "entries", 10)
            io = self._io_at(pos)
            self.entries = Columns.read(
                io, count, Fasttext.Entry(None, self, self._root, "entries"), "entries"
            )
            pos = io._pos
            if self.num_pruned > 0:
                count = self.num_pruned
                if not 0 <= count * 8 <= end - pos:
                    count = self._io_at(pos).count(count, "pruned", 8)
                stop = pos + count * 8
                if type(buf) is bytes and stop <= end and count <= 512:
                    self.pruned, pos = Fasttext.Pruned._make_rows(buf, pos, count, self)
                else:
                    self.pruned, pos = self._rows_at(
                        Fasttext.Pruned, buf, pos, end, count, "pruned"
                    )
            return pos

        def _derive(self) -> None:
            if self.num_pruned > 0:
                self._set_derived("num_pruned", len(self.pruned), "pruned")
            self.entries = Columns.of(
                self.entries, Fasttext.Entry(None, self, self._root, "entries"), "entries"
            )
            self._set_derived("num_entries", len(self.entries), "entries")

        def _check(self) -> None:
            expect_that(
                "num_entries",
                self.num_entries,
                self.num_entries >= 0,
                "_ >= 0",
                place="/types/dictionary/seq/0",
            )

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io,
                self.num_entries,
                self.num_words,
                self.num_labels,
                self.num_tokens,
                self.num_pruned,
            )
            self.entries.write(io)
            if self.num_pruned > 0:
                self._write_rows(io, "pruned", self.pruned, Fasttext.Pruned)
            elif hasattr(self, "pruned"):
                self._leave_out("pruned")

    class Entry(Struct):
        """Type `entry`.

        Attributes:
            word: UTF-8.
        """

        __slots__ = ("word", "count", "kind")

        _root: Fasttext
        _parent: Fasttext.Dictionary
        word: bytes
        count: int
        kind: Fasttext.Kind | int

        _BLOCK_0: ClassVar[Block] = Block(("count", "s8le"), ("kind", "s1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                word: Required[bytes]
                count: Required[int]
                kind: Required[Fasttext.Kind | int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = find_at(buf, b"\x00", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b"\x00", "word", pos)
            self.word = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop + 1
            stop = pos + 9
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.count, self.kind = _unpack_Fasttext_Entry_0(buf, pos)
            pos = stop
            self.kind = _members_Fasttext_Kind[self.kind]
            return pos

        def _table(self) -> TableLayout:
            """What a record consists of, where it is one of a table."""
            return TableLayout(
                TableCell("word", terminator=0x00),
                TableCell("count", scalar="s8le"),
                TableCell("kind", scalar="s1"),
            )

        def _write__seq(self, io: Writer) -> None:
            io.put_terminated(self.word, b"\x00", "word", include=False, consume=True)
            self._BLOCK_0.write(io, self.count, self.kind)

    class Pruned(Struct):
        """Type `pruned`."""

        __slots__ = ("bucket", "row")

        _root: Fasttext
        _parent: Fasttext.Dictionary
        bucket: int
        row: int

        SIZE: ClassVar[int] = 8
        _BLOCK_0: ClassVar[Block] = Block(("bucket", "s4le"), ("row", "s4le"))
        _STRIDE: ClassVar[Stride] = Stride(("skip", 8))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                bucket: Required[int]
                row: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.bucket, self.row = _unpack_Fasttext_Pruned_0(buf, pos)
            return stop

        @classmethod
        def _make_rows(
            cls, buf: bytes, pos: int, count: int, holder: Any
        ) -> tuple[list[Self], int]:
            records: list[Self] = []
            root, stop = holder._root, pos + count * 8
            for values in _each_Fasttext_Pruned_0(buf[pos:stop]):
                record = new(cls)
                record._parent, record._root = holder, root
                record.bucket, record.row = values
                records.append(record)
            return records, stop

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.bucket, self.row)

        @classmethod
        def _packed(cls, rows: Sequence[Self]) -> list[bytes | bytearray]:
            pack, size, pos = cls._BLOCK_0.pack_into, cls._BLOCK_0.size, 0
            packed = bytearray(size * len(rows))
            for row in rows:
                pack(packed, pos, row.bucket, row.row)
                pos += size
            return [packed]

    class Matrix(Struct):
        """Type `matrix`."""

        __slots__ = ("num_rows", "num_columns", "rows")

        _root: Fasttext
        _parent: Fasttext
        num_rows: int
        num_columns: int
        rows: NDArray[Any]

        _derived: ClassVar[tuple[str, ...]] = ("num_rows", "num_columns")
        _BLOCK_0: ClassVar[Block] = Block(("num_rows", "s8le"), ("num_columns", "s8le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_rows: int
                num_columns: int
                rows: Required[ArrayLike]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.num_rows, self.num_columns = _unpack_Fasttext_Matrix_0(buf, pos)
            pos = stop
            if not self.num_rows >= 0:
                io = self._io_at(pos)
                expect_at_least("num_rows", self.num_rows, 0, io, 16, place="/types/matrix/seq/0")
            if not self.num_columns >= 0:
                io = self._io_at(pos)
                expect_at_least(
                    "num_columns", self.num_columns, 0, io, 8, place="/types/matrix/seq/1"
                )
            io = self._io_at(pos)
            self.rows = view_array(
                io.take(self.num_rows * self.num_columns * 4, "rows"),
                "<f4",
                [self.num_rows, self.num_columns],
                "rows",
                io,
            )
            return io._pos

        def _derive(self) -> None:
            self._set_derived("num_rows", axis_of(self.rows, 0, 2, "rows"), "rows")
            self._set_derived("num_columns", axis_of(self.rows, 1, 2, "rows"), "rows")

        def _check(self) -> None:
            expect_at_least("num_rows", self.num_rows, 0, place="/types/matrix/seq/0")
            expect_at_least("num_columns", self.num_columns, 0, place="/types/matrix/seq/1")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.num_rows, self.num_columns)
            put_array(
                io,
                self.rows,
                "<f4",
                [self.num_rows, self.num_columns],
                "rows",
                size=self.num_rows * self.num_columns * 4,
            )

    class QuantizedMatrix(Struct):
        """Type `quantized_matrix`."""

        __slots__ = ("has_norms", "num_rows", "num_columns", "len_codes", "codes", "quantizer")

        _root: Fasttext
        _parent: Fasttext
        has_norms: int
        num_rows: int
        num_columns: int
        len_codes: int
        codes: bytes
        quantizer: Fasttext.Quantizer
        norm_codes: bytes
        norm_quantizer: Fasttext.Quantizer

        _derived: ClassVar[tuple[str, ...]] = ("has_norms", "len_codes", "num_rows")
        _BLOCK_0: ClassVar[Block] = Block(
            ("has_norms", "u1"),
            ("num_rows", "s8le"),
            ("num_columns", "s8le"),
            ("len_codes", "s4le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                has_norms: int
                num_rows: int
                num_columns: Required[int]
                len_codes: int
                codes: Required[bytes]
                quantizer: Required[Fasttext.Quantizer | Fasttext.Quantizer._Fields]
                norm_codes: bytes
                norm_quantizer: Fasttext.Quantizer | Fasttext.Quantizer._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 21
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.has_norms, self.num_rows, self.num_columns, self.len_codes = (
                _unpack_Fasttext_QuantizedMatrix_0(buf, pos)
            )
            pos = stop
            if not self.num_rows >= 0:
                io = self._io_at(pos)
                expect_at_least(
                    "num_rows", self.num_rows, 0, io, 20, place="/types/quantized_matrix/seq/1"
                )
            if not self.num_columns >= 0:
                io = self._io_at(pos)
                expect_at_least(
                    "num_columns",
                    self.num_columns,
                    0,
                    io,
                    12,
                    place="/types/quantized_matrix/seq/2",
                )
            if not self.len_codes >= 0:
                io = self._io_at(pos)
                expect_at_least(
                    "len_codes", self.len_codes, 0, io, 4, place="/types/quantized_matrix/seq/3"
                )
            stop = pos + self.len_codes
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "codes", pos)
            self.codes = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            self.quantizer = child = new(Fasttext.Quantizer)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            if self.has_norms != 0:
                stop = pos + (self.num_rows * 1)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "norm_codes", pos)
                self.norm_codes = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                self.norm_quantizer = child = new(Fasttext.Quantizer)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            self._set_flag(
                "has_norms", hasattr(self, "norm_codes") or hasattr(self, "norm_quantizer"), 1, 0
            )
            self._make("quantizer", Fasttext.Quantizer)
            if self.has_norms != 0:
                self._make("norm_quantizer", Fasttext.Quantizer)
            self._set_derived("len_codes", len(self.codes), "codes")
            if self.has_norms != 0:
                self._set_derived("num_rows", len(self.norm_codes), "norm_codes")

        def _check(self) -> None:
            expect_at_least("num_rows", self.num_rows, 0, place="/types/quantized_matrix/seq/1")
            expect_at_least(
                "num_columns", self.num_columns, 0, place="/types/quantized_matrix/seq/2"
            )
            expect_at_least("len_codes", self.len_codes, 0, place="/types/quantized_matrix/seq/3")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.has_norms, self.num_rows, self.num_columns, self.len_codes)
            io.put_sized(self.codes, self.len_codes, "codes")
            self._write_child(io, "quantizer", self.quantizer, Fasttext.Quantizer)
            if self.has_norms != 0:
                io.put_sized(self.norm_codes, self.num_rows * 1, "norm_codes")
                self._write_child(io, "norm_quantizer", self.norm_quantizer, Fasttext.Quantizer)
            else:
                if hasattr(self, "norm_codes"):
                    self._leave_out("norm_codes")
                if hasattr(self, "norm_quantizer"):
                    self._leave_out("norm_quantizer")

    class Quantizer(Struct):
        """A product quantiser with 256 centroids for each part of a vector.

        Attributes:
            len_part: Dimensions of a part.
            len_last_part: Dimensions of the last part.
            centroids: Part by part, in each centroid by centroid.
        """

        __slots__ = ("dim", "num_parts", "len_part", "len_last_part", "centroids")

        _root: Fasttext
        _parent: Fasttext.QuantizedMatrix
        dim: int
        num_parts: int
        len_part: int
        len_last_part: int
        centroids: NDArray[Any]

        _derived: ClassVar[tuple[str, ...]] = ("dim",)
        _BLOCK_0: ClassVar[Block] = Block(
            ("dim", "s4le"), ("num_parts", "s4le"), ("len_part", "s4le"), ("len_last_part", "s4le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                dim: int
                num_parts: Required[int]
                len_part: Required[int]
                len_last_part: Required[int]
                centroids: Required[ArrayLike]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.dim, self.num_parts, self.len_part, self.len_last_part = (
                _unpack_Fasttext_Quantizer_0(buf, pos)
            )
            pos = stop
            if not self.dim >= 0:
                io = self._io_at(pos)
                expect_at_least("dim", self.dim, 0, io, 16, place="/types/quantizer/seq/0")
            io = self._io_at(pos)
            self.centroids = view_array(
                io.take(self.dim * 256 * 4, "centroids"), "<f4", [self.dim, 256], "centroids", io
            )
            return io._pos

        def _derive(self) -> None:
            self._set_derived(
                "dim",
                quotient(
                    quotient(array_size(self.centroids, "<f4", "centroids"), 4, "centroids"),
                    256,
                    "centroids",
                ),
                "centroids",
            )

        def _check(self) -> None:
            expect_at_least("dim", self.dim, 0, place="/types/quantizer/seq/0")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.dim, self.num_parts, self.len_part, self.len_last_part)
            put_array(io, self.centroids, "<f4", [self.dim, 256], "centroids")


# What methods look up, at the price of a name.
_each_Fasttext_Pruned_0 = Fasttext.Pruned._BLOCK_0.each
_members_Fasttext_Kind = Members(lambda: Fasttext.Kind)
_members_Fasttext_Loss = Members(lambda: Fasttext.Loss)
_members_Fasttext_Model = Members(lambda: Fasttext.Model)
_unpack_Fasttext_0 = Fasttext._BLOCK_0.unpack
_unpack_Fasttext_Arguments_0 = Fasttext.Arguments._BLOCK_0.unpack
_unpack_Fasttext_Dictionary_0 = Fasttext.Dictionary._BLOCK_0.unpack
_unpack_Fasttext_Entry_0 = Fasttext.Entry._BLOCK_0.unpack
_unpack_Fasttext_Matrix_0 = Fasttext.Matrix._BLOCK_0.unpack
_unpack_Fasttext_Pruned_0 = Fasttext.Pruned._BLOCK_0.unpack
_unpack_Fasttext_QuantizedMatrix_0 = Fasttext.QuantizedMatrix._BLOCK_0.unpack
_unpack_Fasttext_Quantizer_0 = Fasttext.Quantizer._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Fasttext":"fasttext","Fasttext.Arguments":"fasttext::arguments",
"Fasttext.Dictionary":"fasttext::dictionary","Fasttext.Entry":"fasttext::entry",
"Fasttext.Pruned":"fasttext::pruned","Fasttext.Matrix":"fasttext::matrix",
"Fasttext.QuantizedMatrix":"fasttext::quantized_matrix","Fasttext.Quantizer":"fasttext::quantizer"},
"spec":{"id":"fasttext","title":"fastText models","file":"fasttext.ksy",
"digest":"2558517f308f4e94f6d6ae9a611fc77a9c0aa9ca7e417747c8ee6713c5916761","types":[
{"path":"fasttext","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":0,"size":4,"valid":[{"kind":"equal","args":[793712314]}]},
{"id":"version","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":4,"size":4,"valid":[{"kind":"equal","args":[12]}]},
{"id":"arguments","type":"fasttext::arguments","stored":{"is":"Record",
"path":"fasttext::arguments"},"offset":8,"size":56},
{"id":"dictionary","type":"fasttext::dictionary","stored":{"is":"Record",
"path":"fasttext::dictionary"},"offset":64},
{"id":"is_quantized","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"default":0,"doc":"Not zero when the input matrix is quantised."},
{"id":"input","type":"any record","stored":{"is":"Switch","on":"is_quantized","cases":[{"key":0,
"stored":{"is":"Record","path":"fasttext::matrix"}},{"stored":{"is":"Record",
"path":"fasttext::quantized_matrix"}}]},"doc":"Rows of the words, then of the buckets."},
{"id":"is_output_quantized","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},
"size":1,"default":0,"doc":"Not zero when the output matrix is quantised."},
{"id":"output","type":"any record","stored":{"is":"Switch","on":"is_output_quantized",
"cases":[{"key":0,"stored":{"is":"Record","path":"fasttext::matrix"}},{"stored":{"is":"Record",
"path":"fasttext::quantized_matrix"}}]},"doc":"The output layer. Used in training, and by
 supervised models."}],"edges":[{"is":"Tag","field":"is_quantized","of":"input",
"cases":[["fasttext::matrix",0],["fasttext::quantized_matrix",null]]},{"is":"Tag",
"field":"is_output_quantized","of":"output","cases":[["fasttext::matrix",0],
["fasttext::quantized_matrix",null]]}],"doc":"A model of fastText.\n\nIts parameters, its
 dictionary, the input matrix (a row for each word, then one for each bucket of n-grams) and
 the\noutput matrix.\n\n\nSee https://github.com/facebookresearch/fastText FastText::saveModel"},
{"path":"fasttext::arguments","parent":"fasttext","endian":"le","size":56,"fields":[
{"id":"dim","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},"offset":0,
"size":4,"valid":[{"kind":"at_least","args":[1]}],"usual":["list",2,3,4],"doc":"Dimensions of a
 vector."},
{"id":"window_size","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":4,"size":4,"usual":["list",5]},
{"id":"epoch","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":8,"size":4,"usual":["list",5]},
{"id":"min_count","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":12,"size":4,"usual":["list",1,5]},
{"id":"negatives","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":16,"size":4,"usual":["list",5]},
{"id":"word_ngrams","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":20,"size":4,"usual":["list",1]},
{"id":"loss","type":"enum fasttext::loss","stored":{"is":"Number","kind":"signed","size":4,
"endian":"le","enum":"fasttext::loss"},"offset":24,"size":4,"usual":["list",["enum",
"fasttext::loss","negative_sampling"],["enum","fasttext::loss","hierarchical_softmax"]]},
{"id":"model","type":"enum fasttext::model","stored":{"is":"Number","kind":"signed","size":4,
"endian":"le","enum":"fasttext::model"},"offset":28,"size":4,"usual":["list",["enum",
"fasttext::model","skipgram"],["enum","fasttext::model","cbow"]]},
{"id":"num_buckets","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":32,"size":4,"valid":[{"kind":"at_least","args":[0]}],"usual":["list",1,2,8],"doc":"Rows of
 the input matrix that n-grams share."},
{"id":"min_n","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":36,"size":4,"valid":[{"kind":"at_least","args":[0]}],"usual":["list",3],"doc":"Length of
 the shortest n-grams, in characters, boundary markers included."},
{"id":"max_n","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":40,"size":4,"valid":[{"kind":"at_least","args":[0]}],"usual":["list",6],"doc":"Length of
 the longest n-grams; 0 when there are none."},
{"id":"lr_update_rate","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":44,"size":4,"usual":["list",100]},
{"id":"sampling_threshold","type":"float","stored":{"is":"Number","kind":"float","size":8,
"endian":"le"},"offset":48,"size":8,"usual":["list",0.0001]}],"doc":"How the model was trained."},
{"path":"fasttext::dictionary","parent":"fasttext","endian":"le","fields":[
{"id":"num_entries","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":0,"size":4,"valid":[{"kind":"that","args":[["ge","_",0]]}],"usual":["list",1,2,3,8]},
{"id":"num_words","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":4,"size":4,"usual":["list","num_entries"]},
{"id":"num_labels","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":8,"size":4,"usual":["list",0]},
{"id":"num_tokens","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"offset":12,"size":8,"usual":["list",1000],"doc":"Words of the text that the model was trained
 on."},
{"id":"num_pruned","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"offset":20,"size":8,"usual":["list",["neg",1]],"doc":"Entries of `pruned`; -1 when the model was
 not pruned."},
{"id":"entries","type":"table","stored":{"is":"Record","path":"fasttext::entry"},"offset":28,
"repeat":{"count":"num_entries","table":true},"doc":"The words, the most frequent first; then the
 labels."},
{"id":"pruned","type":"fasttext::pruned[]","stored":{"is":"Record","path":"fasttext::pruned"},
"repeat":{"count":"num_pruned"},"condition":["gt","num_pruned",0],"doc":"Where the rows of buckets
 went that were kept."}],"edges":[{"is":"Count","field":"num_pruned","of":"pruned",
"condition":["gt","num_pruned",0]},{"is":"Count","field":"num_entries","of":"entries"}]},
{"path":"fasttext::entry","parent":"fasttext::dictionary","endian":"le","fields":[
{"id":"word","type":"bytes","stored":{"is":"Bytes","extent":{"terminator":{"hex":"00"}}},"offset":0,
"usual":["list",["to_b",["add",["text","word"],["to_s",["size",["get","_parent","entries"]]]],
["text","utf-8"]]],"doc":"UTF-8."},
{"id":"count","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},"size":8,
"usual":["list",5,9]},
{"id":"kind","type":"enum fasttext::kind","stored":{"is":"Number","kind":"signed","size":1,
"enum":"fasttext::kind"},"size":1,"usual":["list",["enum","fasttext::kind","word"]]}]},
{"path":"fasttext::pruned","parent":"fasttext::dictionary","endian":"le","size":8,"fields":[
{"id":"bucket","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":0,"size":4},
{"id":"row","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},"offset":4,
"size":4}]},
{"path":"fasttext::matrix","parent":"fasttext","endian":"le","fields":[
{"id":"num_rows","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"offset":0,"size":8,"valid":[{"kind":"at_least","args":[0]}],"usual":["list",["add",["get",["get",
"_root","dictionary"],"num_words"],["get",["get","_root","arguments"],"num_buckets"]]]},
{"id":"num_columns","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"offset":8,"size":8,"valid":[{"kind":"at_least","args":[0]}],"usual":["list",["get",["get","_root",
"arguments"],"dim"]]},
{"id":"rows","type":"array f4","stored":{"is":"Bytes","extent":{"size":["mul",["mul","num_rows",
"num_columns"],4]}},"offset":16,"array":{"dtype":"<f4","shape":["list","num_rows","num_columns"]}}],
"edges":[{"is":"Axis","field":"num_rows","of":"rows","axis":0},{"is":"Axis","field":"num_columns",
"of":"rows","axis":1}]},
{"path":"fasttext::quantized_matrix","parent":"fasttext","endian":"le","fields":[
{"id":"has_norms","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"num_rows","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"offset":1,"size":8,"valid":[{"kind":"at_least","args":[0]}]},
{"id":"num_columns","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"offset":9,"size":8,"valid":[{"kind":"at_least","args":[0]}]},
{"id":"len_codes","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":17,"size":4,"valid":[{"kind":"at_least","args":[0]}]},
{"id":"codes","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_codes"}},"offset":21},
{"id":"quantizer","type":"fasttext::quantizer","stored":{"is":"Record",
"path":"fasttext::quantizer"}},
{"id":"norm_codes","type":"bytes","stored":{"is":"Bytes","extent":{"size":["mul","num_rows",1]}},
"condition":["ne","has_norms",0]},
{"id":"norm_quantizer","type":"fasttext::quantizer","stored":{"is":"Record",
"path":"fasttext::quantizer"},"condition":["ne","has_norms",0]}],"edges":[{"is":"Flag",
"field":"has_norms","of":"norm_codes","yes":1,"no":0},{"is":"Flag","field":"has_norms",
"of":"norm_quantizer","yes":1,"no":0},{"is":"Length","field":"len_codes","of":"codes"},
{"is":"Length","field":"num_rows","of":"norm_codes","condition":["ne","has_norms",0]}]},
{"path":"fasttext::quantizer","parent":"fasttext::quantized_matrix","endian":"le","fields":[
{"id":"dim","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},"offset":0,
"size":4,"valid":[{"kind":"at_least","args":[0]}]},
{"id":"num_parts","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":4,"size":4},
{"id":"len_part","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":8,"size":4,"doc":"Dimensions of a part."},
{"id":"len_last_part","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":12,"size":4,"doc":"Dimensions of the last part."},
{"id":"centroids","type":"array f4","stored":{"is":"Bytes","extent":{"size":["mul",["mul","dim",
256],4]}},"offset":16,"array":{"dtype":"<f4","shape":["list","dim",256]},"doc":"Part by part, in
 each centroid by centroid."}],"edges":[{"is":"Length","field":"dim","of":"centroids",
"steps":[["divide",4],["divide",256]]}],"doc":"A product quantiser with 256 centroids for each part
 of a vector."}],"enums":[
{"path":"fasttext::loss","members":[{"id":"hierarchical_softmax","value":1},
{"id":"negative_sampling","value":2},{"id":"softmax","value":3},{"id":"one_vs_all","value":4}]},
{"path":"fasttext::model","members":[{"id":"cbow","value":1},{"id":"skipgram","value":2},
{"id":"supervised","value":3}]},
{"path":"fasttext::kind","members":[{"id":"word","value":0},{"id":"label","value":1}]}]}}
"""
