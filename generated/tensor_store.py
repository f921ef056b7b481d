# Made by `quire gen` 0.1.0 from tensor_store.ksy (sha256 1edd57410d12). Do not edit.
"""Metadata log of a tiered tensor store."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.kernels.services.columns import Columns, TableCell, TableLayout
from quire.runtime import (
    Block,
    Bytes,
    LateEnum,
    Marks,
    Members,
    Struct,
    Sum,
    Writer,
    array_size,
    axis_of,
    copied,
    expect_at_least,
    put_array,
    quotient,
    size_of,
    view_array,
)
from quire.runtime.direct import new, unpack_u4le

__all__ = ["TensorStore"]


class TensorStore(Struct):
    """The log of a store, `meta.log`, and records of deltas and factors.

    Absent blocks are made again from the latter. A record is of a block: the number of its tensor
    (128 bits), and its place in the tensor.

    See ADR-018, Block-Based Storage Engine for Temporal Tensor Segments

    See ADR-021, Delta Compression and Reconstruction Policy

    Attributes:
        records: The last one of a block counts.
        tail: What a writer that was interrupted has left of a record. It does not count.
    """

    __slots__ = ("_start", "_end", "_stop", "records", "tail")

    _root: TensorStore
    records: Columns
    tail: bytes

    _is_top: ClassVar[bool] = True
    _looks_up: ClassVar[tuple[str, ...]] = ("_root",)
    _goes_by_place: ClassVar[bool] = True

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            records: Required[Columns | Mapping[str, Any] | Iterable[Any]]
            tail: Required[bytes]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        count = size_of(self) // 91
        if not 0 <= count * 91 <= end - pos:
            count = self._io_at(pos).count(count, "records", 91)
        io = self._io_at(pos)
        self.records = Columns.read(
            io, count, TensorStore.BlockRecord(None, self, self._root, "records"), "records"
        )
        self.tail = bytes(io.rest("tail"))
        return io._pos

    def _derive(self) -> None:
        self.records = Columns.of(
            self.records, TensorStore.BlockRecord(None, self, self._root, "records"), "records"
        )

    def _write__seq(self, io: Writer) -> None:
        self.records.write(io)
        io.put(self.tail)

    class ValueType(LateEnum):
        """Values of `value_type`."""

        float32 = 0
        float16 = 1
        bfloat16 = 2

    class Policy(LateEnum):
        """Values of `policy`."""

        none = 0
        delta = 1
        factor = 2

    class BlockRecord(Struct):
        """What is known of a block at a time; 91 bytes.

        There may be millions of them, so they are a table, and the rules of their values are in
        words.

        Attributes:
            dtype: Type of the values before they were quantised; no other numbers than those of the
                enum.
            tier: 1 hot, 2 warm, 3 cold; 0 for a block of which no codes are kept.
            bits: Width of a code, 1 to 8; 0 in tier 0.
            zero_point: Not used.
            created_at: In ticks of the clock of the user, as all times.
            ema_rate: Moving average of accesses.
            window: One bit for each of the last 64 ticks, the lowest is the latest; 1 for an
                access.
            checksum: CRC-32 (of zlib) of the codes followed by the four bytes of the scale.
            reconstruct: How the block is made once its codes are gone; no other numbers than those
                of the enum.
            tier_age: Ticks since the tier was last changed.
            has_lineage: 0 or 1.
            lineage_parent: The tensor that this one was made from; zeros without one.
            block_bytes: Size of the codes; 0 in tier 0.
        """

        __slots__ = (
            "tensor_id",
            "block_index",
            "dtype",
            "tier",
            "bits",
            "scale",
            "zero_point",
            "created_at",
            "last_access_at",
            "access_count",
            "ema_rate",
            "window",
            "checksum",
            "reconstruct",
            "tier_age",
            "has_lineage",
            "lineage_parent",
            "block_bytes",
        )

        _root: TensorStore
        tensor_id: int
        block_index: int
        dtype: TensorStore.ValueType | int
        tier: int
        bits: int
        scale: float
        zero_point: int
        created_at: int
        last_access_at: int
        access_count: int
        ema_rate: float
        window: int
        checksum: int
        reconstruct: TensorStore.Policy | int
        tier_age: int
        has_lineage: int
        lineage_parent: int
        block_bytes: int

        SIZE: ClassVar[int] = 91
        _derived: ClassVar[tuple[str, ...]] = ("block_bytes",)
        _BLOCK_0: ClassVar[Block] = Block(
            ("block_index", "u4le"),
            ("dtype", "u1"),
            ("tier", "u1"),
            ("bits", "u1"),
            ("scale", "f4le"),
            ("zero_point", "s2le"),
            ("created_at", "u8le"),
            ("last_access_at", "u8le"),
            ("access_count", "u4le"),
            ("ema_rate", "f4le"),
            ("window", "u8le"),
            ("checksum", "u4le"),
            ("reconstruct", "u1"),
            ("tier_age", "u4le"),
            ("has_lineage", "u1"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                tensor_id: Required[int]
                block_index: Required[int]
                dtype: Required[TensorStore.ValueType | int]
                tier: Required[int]
                bits: Required[int]
                scale: Required[float]
                zero_point: Required[int]
                created_at: Required[int]
                last_access_at: Required[int]
                access_count: Required[int]
                ema_rate: Required[float]
                window: Required[int]
                checksum: Required[int]
                reconstruct: Required[TensorStore.Policy | int]
                tier_age: Required[int]
                has_lineage: Required[int]
                lineage_parent: Required[int]
                block_bytes: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 16
            if stop > end:
                buf, end = self._reach(stop - pos, "tensor_id", pos)
            self.tensor_id = int.from_bytes(buf[pos : pos + 16], "little")
            pos = stop
            stop = pos + 55
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            (
                self.block_index,
                self.dtype,
                self.tier,
                self.bits,
                self.scale,
                self.zero_point,
                self.created_at,
                self.last_access_at,
                self.access_count,
                self.ema_rate,
                self.window,
                self.checksum,
                self.reconstruct,
                self.tier_age,
                self.has_lineage,
            ) = _unpack_TensorStore_BlockRecord_0(buf, pos)
            pos = stop
            self.dtype = _members_TensorStore_ValueType[self.dtype]
            self.reconstruct = _members_TensorStore_Policy[self.reconstruct]
            stop = pos + 16
            if stop > end:
                buf, end = self._reach(stop - pos, "lineage_parent", pos)
            self.lineage_parent = int.from_bytes(buf[pos : pos + 16], "little")
            pos = stop
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "block_bytes", pos)
            self.block_bytes = unpack_u4le(buf, pos)[0]
            return stop

        def _table(self) -> TableLayout:
            """What a record consists of, where it is one of a table."""
            return TableLayout(
                TableCell("tensor_id", size=16, order="le"),
                TableCell("block_index", scalar="u4le"),
                TableCell("dtype", scalar="u1"),
                TableCell("tier", scalar="u1"),
                TableCell("bits", scalar="u1"),
                TableCell("scale", scalar="f4le"),
                TableCell("zero_point", scalar="s2le"),
                TableCell("created_at", scalar="u8le"),
                TableCell("last_access_at", scalar="u8le"),
                TableCell("access_count", scalar="u4le"),
                TableCell("ema_rate", scalar="f4le"),
                TableCell("window", scalar="u8le"),
                TableCell("checksum", scalar="u4le"),
                TableCell("reconstruct", scalar="u1"),
                TableCell("tier_age", scalar="u4le"),
                TableCell("has_lineage", scalar="u1"),
                TableCell("lineage_parent", size=16, order="le"),
                TableCell("block_bytes", scalar="u4le"),
            )

        def _write__seq(self, io: Writer) -> None:
            io.bits_le(128, self.tensor_id, "tensor_id")
            self._BLOCK_0.write(
                io,
                self.block_index,
                self.dtype,
                self.tier,
                self.bits,
                self.scale,
                self.zero_point,
                self.created_at,
                self.last_access_at,
                self.access_count,
                self.ema_rate,
                self.window,
                self.checksum,
                self.reconstruct,
                self.tier_age,
                self.has_lineage,
            )
            io.bits_le(128, self.lineage_parent, "lineage_parent")
            io.u4le(self.block_bytes, "block_bytes")

    class Delta(Struct):
        """What has to be added to a block, at some places, to get another one.

        That is value * scale, in float32. Chains of deltas follow each other without anything
        between, the oldest first.

        Attributes:
            base_epoch: Time of the block that it is added to.
        """

        __slots__ = ("tensor_id", "block_index", "base_epoch", "num_entries", "scale", "entries")

        _root: TensorStore
        tensor_id: int
        block_index: int
        base_epoch: int
        num_entries: int
        scale: float
        entries: Columns

        _looks_up: ClassVar[tuple[str, ...]] = ("_root",)
        _derived: ClassVar[tuple[str, ...]] = ("num_entries",)
        _BLOCK_0: ClassVar[Block] = Block(
            ("block_index", "u4le"),
            ("base_epoch", "u8le"),
            ("num_entries", "u2le"),
            ("scale", "f4le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                tensor_id: Required[int]
                block_index: Required[int]
                base_epoch: Required[int]
                num_entries: int
                scale: Required[float]
                entries: Required[Columns | Mapping[str, Any] | Iterable[Any]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 16
            if stop > end:
                buf, end = self._reach(stop - pos, "tensor_id", pos)
            self.tensor_id = int.from_bytes(buf[pos : pos + 16], "little")
            pos = stop
            stop = pos + 18
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.block_index, self.base_epoch, self.num_entries, self.scale = (
                _unpack_TensorStore_Delta_0(buf, pos)
            )
            pos = stop
            count = self.num_entries
            if not 0 <= count * 4 <= end - pos:
                count = self._io_at(pos).count(count, "entries", 4)
            io = self._io_at(pos)
            self.entries = Columns.read(
                io, count, TensorStore.Delta.Entry(None, self, self._root, "entries"), "entries"
            )
            return io._pos

        def _derive(self) -> None:
            self.entries = Columns.of(
                self.entries, TensorStore.Delta.Entry(None, self, self._root, "entries"), "entries"
            )
            self._set_derived("num_entries", len(self.entries), "entries")

        def _write__seq(self, io: Writer) -> None:
            io.bits_le(128, self.tensor_id, "tensor_id")
            self._BLOCK_0.write(io, self.block_index, self.base_epoch, self.num_entries, self.scale)
            self.entries.write(io)

        class Entry(Struct):
            """Type `entry`.

            Attributes:
                index: Place in the block.
            """

            __slots__ = ("index", "value")

            _root: TensorStore
            _parent: TensorStore.Delta
            index: int
            value: int

            SIZE: ClassVar[int] = 4
            _BLOCK_0: ClassVar[Block] = Block(("index", "u2le"), ("value", "s2le"))

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    index: Required[int]
                    value: Required[int]

                @classmethod
                def build(cls, **fields: Unpack[_Fields]) -> Self:
                    """Make one of its fields; what can be derived may be left out."""

            def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 4
                if stop > end:
                    buf, end = self._BLOCK_0.reach(self, pos)
                self.index, self.value = _unpack_TensorStore_Delta_Entry_0(buf, pos)
                return stop

            def _table(self) -> TableLayout:
                """What a record consists of, where it is one of a table."""
                return TableLayout(
                    TableCell("index", scalar="u2le"), TableCell("value", scalar="s2le")
                )

            def _write__seq(self, io: Writer) -> None:
                self._BLOCK_0.write(io, self.index, self.value)

    class Factors(Struct):
        """A matrix as the product U * diag(S) * V."""

        __slots__ = ("tensor_id", "block_index", "num_rows", "num_columns", "rank", "u", "s", "v")

        _root: TensorStore
        tensor_id: int
        block_index: int
        num_rows: int
        num_columns: int
        rank: int
        u: NDArray[Any]
        s: NDArray[Any]
        v: NDArray[Any]

        _derived: ClassVar[tuple[str, ...]] = ("num_rows", "num_columns", "rank")
        _BLOCK_0: ClassVar[Block] = Block(
            ("block_index", "u4le"), ("num_rows", "u4le"), ("num_columns", "u4le"), ("rank", "u4le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                tensor_id: Required[int]
                block_index: Required[int]
                num_rows: int
                num_columns: int
                rank: int
                u: Required[ArrayLike]
                s: Required[ArrayLike]
                v: Required[ArrayLike]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 16
            if stop > end:
                buf, end = self._reach(stop - pos, "tensor_id", pos)
            self.tensor_id = int.from_bytes(buf[pos : pos + 16], "little")
            pos = stop
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.block_index, self.num_rows, self.num_columns, self.rank = (
                _unpack_TensorStore_Factors_0(buf, pos)
            )
            pos = stop
            if not self.rank >= 1:
                io = self._io_at(pos)
                expect_at_least("rank", self.rank, 1, io, 4, place="/types/factors/seq/4")
            io = self._io_at(pos)
            self.u = view_array(
                io.take(4 * self.num_rows * self.rank, "u"),
                "<f4",
                [self.num_rows, self.rank],
                "u",
                io,
            )
            self.s = view_array(io.take(4 * self.rank, "s"), "<f4", [self.rank], "s", io)
            self.v = view_array(
                io.take(4 * self.rank * self.num_columns, "v"),
                "<f4",
                [self.rank, self.num_columns],
                "v",
                io,
            )
            return io._pos

        def _derive(self) -> None:
            self._set_derived("num_rows", axis_of(self.u, 0, 2, "u"), "u")
            self._set_derived("num_columns", axis_of(self.v, 1, 2, "v"), "v")
            self._set_derived("rank", quotient(array_size(self.s, "<f4", "s"), 4, "s"), "s")

        def _check(self) -> None:
            expect_at_least("rank", self.rank, 1, place="/types/factors/seq/4")

        def _write__seq(self, io: Writer) -> None:
            io.bits_le(128, self.tensor_id, "tensor_id")
            self._BLOCK_0.write(io, self.block_index, self.num_rows, self.num_columns, self.rank)
            put_array(
                io,
                self.u,
                "<f4",
                [self.num_rows, self.rank],
                "u",
                size=4 * self.num_rows * self.rank,
            )
            put_array(io, self.s, "<f4", [self.rank], "s")
            put_array(
                io,
                self.v,
                "<f4",
                [self.rank, self.num_columns],
                "v",
                size=4 * self.rank * self.num_columns,
            )

    class Journal(Struct):
        """A write of a block that is decided, and perhaps not yet done.

        It is quire's own file `redo.quire`, which is there for as long as this takes. Its parts
        have taken their places when the log has a record at `log_size`.

        Attributes:
            checksum: CRC-32 (of zlib) of all that follows.
            log_size: Where in the log the record belongs.
            codes: What belongs into the file of the block.
            recipe: What belongs into `tier0/<block>.recipe`; nothing if that file stays as it is.
        """

        __slots__ = ("magic", "checksum", "log_size", "record", "codes", "recipe", "_marks")

        _root: TensorStore
        magic: bytes
        checksum: int
        log_size: int
        record: TensorStore.BlockRecord
        codes: bytes
        recipe: bytes

        _places: ClassVar[bool] = True
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("magic", "checksum")
        _BLOCK_0: ClassVar[Block] = Block(("checksum", "u4le"), ("log_size", "u8le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                magic: bytes
                checksum: int
                log_size: Required[int]
                record: Required[TensorStore.BlockRecord | TensorStore.BlockRecord._Fields]
                codes: Required[bytes]
                recipe: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            mark_0 = pos
            stop = pos + 4
            if stop > end or buf[pos:stop] != b"QTRJ":
                self._look_at(pos).contents(b"QTRJ", "magic", "/types/journal/seq/0")
            self.magic = b"QTRJ"
            pos = stop
            mark_1 = pos
            stop = pos + 12
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.checksum, self.log_size = _unpack_TensorStore_Journal_0(buf, pos)
            pos = stop
            mark_2 = pos - 8
            self.record = child = new(TensorStore.BlockRecord)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            stop = pos + self.record.block_bytes
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "codes", pos)
            self.codes = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.recipe = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            self._marks = (mark_0, mark_1, mark_2)
            return pos

        def _sums(self, at: Marks) -> Iterator[Sum]:
            yield Sum("checksum", at.marks[1], "crc32", None, "u4le", (at.span(2, None),))

        def _derive(self) -> None:
            self._set_derived("magic", b"QTRJ", "the format")
            self._set_default("checksum", 0)
            self._make("record", TensorStore.BlockRecord)
            self._set_derived("block_bytes", len(self.codes), "codes", holder=self.record)

        def _write__seq(self, io: Writer) -> None:
            mark_0 = io.pos()
            io.put(self.magic)
            mark_1 = io.pos()
            self._BLOCK_0.write(io, self.checksum, self.log_size)
            mark_2 = io.pos() - 8
            self._write_child(io, "record", self.record, TensorStore.BlockRecord)
            io.put_sized(self.codes, self.record.block_bytes, "codes")
            io.put(self.recipe)
            io.owe(self, (mark_0, mark_1, mark_2))


# What methods look up, at the price of a name.
_members_TensorStore_Policy = Members(lambda: TensorStore.Policy)
_members_TensorStore_ValueType = Members(lambda: TensorStore.ValueType)
_unpack_TensorStore_BlockRecord_0 = TensorStore.BlockRecord._BLOCK_0.unpack
_unpack_TensorStore_Delta_0 = TensorStore.Delta._BLOCK_0.unpack
_unpack_TensorStore_Delta_Entry_0 = TensorStore.Delta.Entry._BLOCK_0.unpack
_unpack_TensorStore_Factors_0 = TensorStore.Factors._BLOCK_0.unpack
_unpack_TensorStore_Journal_0 = TensorStore.Journal._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"TensorStore":"tensor_store","TensorStore.BlockRecord":"tensor_store::block_record",
"TensorStore.Delta":"tensor_store::delta","TensorStore.Delta.Entry":"tensor_store::delta::entry",
"TensorStore.Factors":"tensor_store::factors","TensorStore.Journal":"tensor_store::journal"},
"spec":{"id":"tensor_store","title":"Metadata log of a tiered tensor store",
"file":"tensor_store.ksy",
"digest":"1edd57410d1210b3b0b26f24a9a64a7343512790b8bc7cf9a45e063fc907f5a9","types":[
{"path":"tensor_store","parent":"any record","endian":"le","fields":[
{"id":"records","type":"table","stored":{"is":"Record","path":"tensor_store::block_record"},
"offset":0,"repeat":{"count":["floordiv",["size","_io"],91],"table":true},"doc":"The last one of a
 block counts."},
{"id":"tail","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"doc":"What a writer
 that was interrupted has left of a record. It does not count."}],"doc":"The log of a store,
 `meta.log`, and records of deltas and factors.\n\nAbsent blocks are made again from the latter. A
 record is of a block: the number of its tensor (128 bits), and its place\nin the tensor.\n\n\nSee
 ADR-018, Block-Based Storage Engine for Temporal Tensor Segments\n\nSee ADR-021, Delta Compression
 and Reconstruction Policy"},
{"path":"tensor_store::block_record","parent":"any record","endian":"le","size":91,"fields":[
{"id":"tensor_id","type":"int","stored":{"is":"Bits","width":128,"endian":"le"},"offset":0},
{"id":"block_index","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":16,"size":4},
{"id":"dtype","type":"enum tensor_store::value_type","stored":{"is":"Number","kind":"unsigned",
"size":1,"enum":"tensor_store::value_type"},"offset":20,"size":1,"doc":"Type of the values before
 they were quantised; no other numbers than those of the enum."},
{"id":"tier","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":21,"size":1,
"doc":"1 hot, 2 warm, 3 cold; 0 for a block of which no codes are kept."},
{"id":"bits","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":22,"size":1,
"doc":"Width of a code, 1 to 8; 0 in tier 0."},
{"id":"scale","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"le"},
"offset":23,"size":4},
{"id":"zero_point","type":"int","stored":{"is":"Number","kind":"signed","size":2,"endian":"le"},
"offset":27,"size":2,"doc":"Not used."},
{"id":"created_at","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":29,"size":8,"doc":"In ticks of the clock of the user, as all times."},
{"id":"last_access_at","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,
"endian":"le"},"offset":37,"size":8},
{"id":"access_count","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":45,"size":4},
{"id":"ema_rate","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"le"},
"offset":49,"size":4,"doc":"Moving average of accesses."},
{"id":"window","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":53,"size":8,"doc":"One bit for each of the last 64 ticks, the lowest is the latest; 1 for
 an access."},
{"id":"checksum","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":61,"size":4,"doc":"CRC-32 (of zlib) of the codes followed by the four bytes of the
 scale."},
{"id":"reconstruct","type":"enum tensor_store::policy","stored":{"is":"Number","kind":"unsigned",
"size":1,"enum":"tensor_store::policy"},"offset":65,"size":1,"doc":"How the block is made once its
 codes are gone; no other numbers than those of the enum."},
{"id":"tier_age","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":66,"size":4,"doc":"Ticks since the tier was last changed."},
{"id":"has_lineage","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":70,
"size":1,"doc":"0 or 1."},
{"id":"lineage_parent","type":"int","stored":{"is":"Bits","width":128,"endian":"le"},"offset":71,
"doc":"The tensor that this one was made from; zeros without one."},
{"id":"block_bytes","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":87,"size":4,"doc":"Size of the codes; 0 in tier 0."}],"doc":"What is known of a block at a
 time; 91 bytes. There may be millions of them, so they are a table, and the rules of\ntheir values
 are in words."},
{"path":"tensor_store::delta","parent":"any record","endian":"le","fields":[
{"id":"tensor_id","type":"int","stored":{"is":"Bits","width":128,"endian":"le"},"offset":0},
{"id":"block_index","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":16,"size":4},
{"id":"base_epoch","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":20,"size":8,"doc":"Time of the block that it is added to."},
{"id":"num_entries","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":28,"size":2},
{"id":"scale","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"le"},
"offset":30,"size":4},
{"id":"entries","type":"table","stored":{"is":"Record","path":"tensor_store::delta::entry"},
"offset":34,"repeat":{"count":"num_entries","table":true}}],"edges":[{"is":"Count",
"field":"num_entries","of":"entries"}],"doc":"What has to be added to a block, at some places, to
 get another one.\n\nThat is value * scale, in float32. Chains of deltas follow each other without
 anything between, the oldest first."},
{"path":"tensor_store::delta::entry","parent":"tensor_store::delta","endian":"le","size":4,
"fields":[
{"id":"index","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":0,"size":2,"doc":"Place in the block."},
{"id":"value","type":"int","stored":{"is":"Number","kind":"signed","size":2,"endian":"le"},
"offset":2,"size":2}]},
{"path":"tensor_store::factors","parent":"any record","endian":"le","fields":[
{"id":"tensor_id","type":"int","stored":{"is":"Bits","width":128,"endian":"le"},"offset":0},
{"id":"block_index","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":16,"size":4},
{"id":"num_rows","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":20,"size":4},
{"id":"num_columns","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":24,"size":4},
{"id":"rank","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":28,"size":4,"valid":[{"kind":"at_least","args":[1]}]},
{"id":"u","type":"array f4","stored":{"is":"Bytes","extent":{"size":["mul",["mul",4,"num_rows"],
"rank"]}},"offset":32,"array":{"dtype":"<f4","shape":["list","num_rows","rank"]}},
{"id":"s","type":"array f4","stored":{"is":"Bytes","extent":{"size":["mul",4,"rank"]}},
"array":{"dtype":"<f4","shape":["list","rank"]}},
{"id":"v","type":"array f4","stored":{"is":"Bytes","extent":{"size":["mul",["mul",4,"rank"],
"num_columns"]}},"array":{"dtype":"<f4","shape":["list","rank","num_columns"]}}],
"edges":[{"is":"Axis","field":"num_rows","of":"u","axis":0},{"is":"Axis","field":"num_columns",
"of":"v","axis":1},{"is":"Length","field":"rank","of":"s","steps":[["divide",4]]}],"doc":"A matrix
 as the product U * diag(S) * V."},
{"path":"tensor_store::journal","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"5154524a"}},
{"id":"checksum","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"checksum":{"algorithm":"crc32","parts":[{"start":"checksum","behind":true}]},
"doc":"CRC-32 (of zlib) of all that follows."},
{"id":"log_size","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":8,"size":8,"doc":"Where in the log the record belongs."},
{"id":"record","type":"tensor_store::block_record","stored":{"is":"Record",
"path":"tensor_store::block_record"},"offset":16,"size":91},
{"id":"codes","type":"bytes","stored":{"is":"Bytes","extent":{"size":["get","record",
"block_bytes"]}},"offset":107,"doc":"What belongs into the file of the block."},
{"id":"recipe","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"doc":"What belongs
 into `tier0/<block>.recipe`; nothing if that file stays as it is."}],"edges":[{"is":"Length",
"field":["get","record","block_bytes"],"of":"codes"}],"doc":"A write of a block that is decided,
 and perhaps not yet done.\n\nIt is quire's own file `redo.quire`, which is there for as long as
 this takes. Its parts have taken their places when\nthe log has a record at `log_size`."}],
"enums":[
{"path":"tensor_store::value_type","members":[{"id":"float32","value":0},{"id":"float16","value":1},
{"id":"bfloat16","value":2}]},
{"path":"tensor_store::policy","members":[{"id":"none","value":0},{"id":"delta","value":1},
{"id":"factor","value":2}]}]}}
"""
