# Made by `quire gen` 0.1.0 from tiers.ksy (sha256 1b9320a3945b). Do not edit.
"""Tiered quantised tensor."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage
from quire.runtime import (
    Block,
    Bytes,
    Document,
    Fixed,
    Keys,
    LateEnum,
    Members,
    Struct,
    Writer,
    copied,
    expect_any_of,
    expect_at_least,
    expect_equal,
    expect_few,
    expect_that,
)
from quire.runtime.direct import unpack_u4le, unpack_u8le

__all__ = ["Tiers"]


class Tiers(Struct):
    """A tensor in quantised blocks; a format of quire's own.

    It is of any tier of ADR-019: hot (8 bits), warm (7 or 5), cold (3, with one scale or two),
    absent (no data). ADR-019 defines the blocks and leaves to a container what a reader must know
    to take them apart; this header is that container.

    See ADR-019, Tiered Quantization Formats, section 3.10

    Attributes:
        num_bits: Width of a code; 0 for a tensor of which no data is kept (tier 0).
        block_size: Values in a block; the last block of the tensor may be shorter.
        shape: Elements in each dimension, the outermost first.
        len_metadata: Length in bytes.
        metadata: JSON. Keys that are not listed here belong to the user.
        len_two_level_blocks: Length in bytes.
        two_level_blocks: Empty unless blocks differ in their scales: then one bit for each block,
            the lowest bit first; 1 means that the block has two scales. Bits after the last block
            are 0.
        len_blocks: Length of all blocks in bytes, 0 for an absent tensor.
        padding: Up to a multiple of 64 bytes, so that a mapped file can go to a GPU as it is.
        blocks: Blocks without anything between them. One scale: the scale (f4), then the codes. Two
            scales: primary (f4), secondary (f4), one bit for each value that says which, then the
            codes. 8-bit codes are int8, narrower ones biased by 2^(bits - 1) - 1 and packed from
            the least significant bit on; each part begins on a byte.
        checksum: CRC-32 (of zlib) of the stored blocks.
        end: Nothing may follow.
    """

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "magic",
        "version",
        "num_bits",
        "mode",
        "num_shape",
        "block_size",
        "shape",
        "len_metadata",
        "metadata",
        "len_two_level_blocks",
        "two_level_blocks",
        "len_blocks",
        "padding",
        "end",
        "_stored_metadata",
    )

    _root: Tiers
    _stored_metadata: bytes
    magic: bytes
    version: int
    num_bits: int
    mode: Tiers.ScaleMode | int
    num_shape: int
    block_size: int
    shape: list[int]
    len_metadata: int
    metadata: Tiers.Metadata
    len_two_level_blocks: int
    two_level_blocks: bytes
    len_blocks: int
    padding: bytes
    blocks: Encoded
    checksum: int
    end: bytes

    _is_top: ClassVar[bool] = True
    _looks_up: ClassVar[tuple[str, ...]] = ("_root",)
    _goes_by_place: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = (
        "num_bits",
        "magic",
        "version",
        "num_shape",
        "len_metadata",
        "len_two_level_blocks",
        "len_blocks",
        "checksum",
    )
    _BLOCK_0: ClassVar[Block] = Block(
        ("version", "u1"),
        ("num_bits", "u1"),
        ("mode", "u1"),
        ("num_shape", "u1"),
        ("block_size", "u4le"),
    )
    _FIXED_0: ClassVar[Fixed] = Fixed(
        ("magic", b"QTIR", "/seq/0"),
        ("version", "u1"),
        ("num_bits", "u1"),
        ("mode", "u1"),
        ("num_shape", "u1"),
        ("block_size", "u4le"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            version: int
            num_bits: int
            mode: Tiers.ScaleMode | int
            num_shape: int
            block_size: int
            shape: Required[Iterable[int]]
            len_metadata: int
            metadata: Required[Tiers.Metadata | Mapping[str, Any]]
            len_two_level_blocks: int
            two_level_blocks: bytes
            len_blocks: int
            padding: bytes
            blocks: Packable
            checksum: int
            end: bytes

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 12
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.version, self.num_bits, self.mode, self.num_shape, self.block_size = (
            _unpack_Tiers_FIXED_0(buf, pos)
        )
        if stored_magic != b"QTIR":
            self._look_at(pos).contents(b"QTIR", "magic", "/seq/0")
        self.magic = b"QTIR"
        self.mode = _members_Tiers_ScaleMode[self.mode]
        pos = stop
        if self.version != 1:
            io = self._io_at(pos)
            expect_equal("version", self.version, 1, io, 8, place="/seq/1")
        if self.num_bits not in (0, 3, 5, 7, 8):
            io = self._io_at(pos)
            expect_any_of("num_bits", self.num_bits, (0, 3, 5, 7, 8), io, 7, place="/seq/2")
        if not (
            self.mode == Tiers.ScaleMode.single or (self.num_bits == 3 and int(self.mode) <= 2)
        ):
            io = self._io_at(pos)
            expect_that(
                "mode",
                self.mode,
                self.mode == Tiers.ScaleMode.single or (self.num_bits == 3 and int(self.mode) <= 2),
                "_ == scale_mode::single or (num_bits == 3 and _.to_i <= 2)",
                io,
                6,
                place="/seq/3",
            )
        if not self.block_size >= 1:
            io = self._io_at(pos)
            expect_at_least("block_size", self.block_size, 1, io, 4, place="/seq/5")
        io = self._io_at(pos)
        count = io.count(self.num_shape, "shape", 8, limit=0x40)
        pos = io._pos
        self.shape = []
        for _ in range(count):
            stop = pos + 8
            if stop > end:
                buf, end = self._reach(stop - pos, "shape", pos)
            self.shape.append(unpack_u8le(buf, pos)[0])
            pos = stop
        self._io_at(pos)
        stop = pos + 4
        if stop > end:
            buf, end = self._reach(stop - pos, "len_metadata", pos)
        self.len_metadata = unpack_u4le(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self._stored_metadata = io.take_bytes(self.len_metadata, "metadata")
        self.metadata = Tiers.Metadata.parse(
            self._stored_metadata, self._root, "metadata", io.offset(len(self._stored_metadata))
        )
        pos = io._pos
        stop = pos + 4
        if stop > end:
            buf, end = self._reach(stop - pos, "len_two_level_blocks", pos)
        self.len_two_level_blocks = unpack_u4le(buf, pos)[0]
        pos = stop
        if not (
            self.len_two_level_blocks > 0
            if self.mode == Tiers.ScaleMode.mixed
            else self.len_two_level_blocks == 0
        ):
            io = self._io_at(pos)
            expect_that(
                "len_two_level_blocks",
                self.len_two_level_blocks,
                self.len_two_level_blocks > 0
                if self.mode == Tiers.ScaleMode.mixed
                else self.len_two_level_blocks == 0,
                "mode == scale_mode::mixed ? _ > 0 : _ == 0",
                io,
                4,
                place="/seq/9",
            )
        stop = pos + self.len_two_level_blocks
        if stop > end:
            buf, end = self._reach(stop - pos, "two_level_blocks", pos)
        self.two_level_blocks = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        stop = pos + 8
        if stop > end:
            buf, end = self._reach(stop - pos, "len_blocks", pos)
        self.len_blocks = unpack_u8le(buf, pos)[0]
        pos = stop
        if not (self.num_bits != 0 or self.len_blocks == 0):
            io = self._io_at(pos)
            expect_that(
                "len_blocks",
                self.len_blocks,
                self.num_bits != 0 or self.len_blocks == 0,
                "num_bits != 0 or _ == 0",
                io,
                8,
                place="/seq/11",
            )
        stop = pos + ((64 - self._pos_at(pos)) % 64)
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "padding", pos)
        self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        if self.num_bits != 0:
            io = self._io_at(pos)
            self.blocks = Encoded.read(io, self.len_blocks, self._blocks_stages(), self, "blocks")
            pos = io._pos
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "checksum", pos)
            self.checksum = unpack_u4le(buf, pos)[0]
            pos = stop
            self.blocks.guard_with("crc32", self.checksum)
        start = pos
        stop = pos + 0
        if stop > end:
            buf, end = self._reach(stop - pos, "end", pos)
        self.end = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        io = self._io_at(pos)
        expect_that("end", self.end, io.is_eof(), "_io.eof", io, io._pos - start, place="/seq/15")
        return pos

    def _blocks_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `blocks` into an array."""
        return (
            Stage(
                "block_quant",
                shape=tuple(self.shape),
                bits=self.num_bits,
                block_size=self.block_size,
                two_level=self.mode == Tiers.ScaleMode.two_level,
                two_level_blocks=self.two_level_blocks,
            ),
        )

    def _derive(self) -> None:
        self._set_flag("num_bits", hasattr(self, "blocks"), 1, 0)
        self._set_derived("magic", b"QTIR", "the format")
        self._set_derived("version", 1, "the format")
        self._set_default("mode", Tiers.ScaleMode.single)
        self._set_default("block_size", 64)
        self._set_default("two_level_blocks", b"")
        self.metadata = Tiers.Metadata.of(self.metadata, self._root, "metadata")
        self._stored_metadata = self.metadata.dump("metadata", compact=True)
        self._set_default("padding", b"")
        if self.num_bits != 0:
            self.blocks = Encoded.of(self.blocks, self._blocks_stages(), self, "blocks")
        self._set_default("end", b"")
        self._set_derived("num_shape", len(self.shape), "shape")
        self._set_derived("len_metadata", len(self._stored_metadata), "metadata")
        self._set_derived("len_two_level_blocks", len(self.two_level_blocks), "two_level_blocks")
        if self.num_bits != 0:
            self._set_derived("len_blocks", self.blocks.stored_size, "blocks")
            self._set_derived("checksum", self.blocks.digest("crc32"), "blocks")

    def _check(self) -> None:
        expect_any_of("num_bits", self.num_bits, (0, 3, 5, 7, 8), place="/seq/2")
        expect_that(
            "mode",
            self.mode,
            self.mode == Tiers.ScaleMode.single or (self.num_bits == 3 and int(self.mode) <= 2),
            "_ == scale_mode::single or (num_bits == 3 and _.to_i <= 2)",
            place="/seq/3",
        )
        expect_at_least("block_size", self.block_size, 1, place="/seq/5")
        expect_that(
            "len_two_level_blocks",
            self.len_two_level_blocks,
            self.len_two_level_blocks > 0
            if self.mode == Tiers.ScaleMode.mixed
            else self.len_two_level_blocks == 0,
            "mode == scale_mode::mixed ? _ > 0 : _ == 0",
            place="/seq/9",
        )
        expect_that(
            "len_blocks",
            self.len_blocks,
            self.num_bits != 0 or self.len_blocks == 0,
            "num_bits != 0 or _ == 0",
            place="/seq/11",
        )

    def _write__seq(self, io: Writer) -> None:
        io.put(self.magic)
        self._BLOCK_0.write(
            io, self.version, self.num_bits, self.mode, self.num_shape, self.block_size
        )
        expect_few("shape", self.shape, limit=0x40)
        for shape_item in self.shape:
            io.u8le(shape_item, "shape")
        io.u4le(self.len_metadata, "len_metadata")
        io.put(self._stored_metadata)
        io.u4le(self.len_two_level_blocks, "len_two_level_blocks")
        io.put_sized(self.two_level_blocks, self.len_two_level_blocks, "two_level_blocks")
        io.u8le(self.len_blocks, "len_blocks")
        io.put_filled(self.padding, (64 - io.pos()) % 64, "padding", 0, of=self)
        if self.num_bits != 0:
            self.blocks.write(io)
            io.u4le(self.checksum, "checksum")
        else:
            if hasattr(self, "blocks"):
                self._leave_out("blocks")
            if hasattr(self, "checksum"):
                self._leave_out("checksum")
        io.put_sized(self.end, 0, "end")

    class Metadata(Document):
        """Document `metadata`.

        Attributes:
            reconstruct: How an absent tensor is made from others.
        """

        __slots__ = ("reconstruct",)

        _root: Tiers
        reconstruct: Tiers.Reconstruct | None

        def _load(self, keys: Keys) -> None:
            self.reconstruct = (
                keys.object("reconstruct", Tiers.Reconstruct, self)
                if "reconstruct" in keys
                else None
            )

    class Reconstruct(Document):
        """How an absent tensor is made from others.

        Attributes:
            source: Name of the tensor to begin with.
        """

        __slots__ = ("policy", "source")

        _root: Tiers
        _parent: Tiers.Metadata
        policy: str
        source: str

        def _load(self, keys: Keys) -> None:
            self.policy = keys.text("policy")
            keys.expect_any_of("policy", self.policy, ("delta", "factor"))
            self.source = keys.text("source")

    class ScaleMode(LateEnum):
        """Values of `scale_mode`.

        Attributes:
            single: One scale for each block.
            two_level: Two scales for each block; 3 bits only.
            mixed: Either, as a bit for each block says; 3 bits only.
        """

        single = 0
        two_level = 1
        mixed = 2


# What methods look up, at the price of a name.
_members_Tiers_ScaleMode = Members(lambda: Tiers.ScaleMode)
_unpack_Tiers_FIXED_0 = Tiers._FIXED_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Tiers":"tiers"},
"spec":{"id":"tiers","title":"Tiered quantised tensor","file":"tiers.ksy",
"digest":"1b9320a3945b5b0b2e7a50f6e023bff7a2c1b32e700c796059b3e019d06044b6","types":[
{"path":"tiers","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"51544952"}},
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":4,
"size":1,"valid":[{"kind":"equal","args":[1]}]},
{"id":"num_bits","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":5,
"size":1,"valid":[{"kind":"any_of","args":[0,3,5,7,8]}],"doc":"Width of a code; 0 for a tensor of
 which no data is kept (tier 0)."},
{"id":"mode","type":"enum tiers::scale_mode","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"tiers::scale_mode"},"offset":6,"size":1,"valid":[{"kind":"that","args":[["or",["eq","_",
["enum","tiers::scale_mode","single"]],["and",["eq","num_bits",3],["le",["to_i","_"],2]]]]}],
"default":["enum","tiers::scale_mode","single"]},
{"id":"num_shape","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":7,
"size":1},
{"id":"block_size","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":8,"size":4,"valid":[{"kind":"at_least","args":[1]}],"default":64,"doc":"Values in a block;
 the last block of the tensor may be shorter."},
{"id":"shape","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":12,"repeat":{"count":"num_shape","limit":64},"doc":"Elements in each dimension, the
 outermost first."},
{"id":"len_metadata","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"doc":"Length in bytes."},
{"id":"metadata","type":"tiers::metadata","stored":{"is":"Text","encoding":"utf-8",
"extent":{"size":"len_metadata"}},"document":{"path":"tiers::metadata","compact":true},"doc":"JSON.
 Keys that are not listed here belong to the user."},
{"id":"len_two_level_blocks","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"size":4,"valid":[{"kind":"that","args":[["if",["eq","mode",["enum",
"tiers::scale_mode","mixed"]],["gt","_",0],["eq","_",0]]]}],"doc":"Length in bytes."},
{"id":"two_level_blocks","type":"bytes","stored":{"is":"Bytes",
"extent":{"size":"len_two_level_blocks"}},"default":{"hex":""},"doc":"Empty unless blocks differ in
 their scales: then one bit for each block, the lowest bit first; 1 means that the block\nhas two
 scales. Bits after the last block are 0."},
{"id":"len_blocks","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"size":8,"valid":[{"kind":"that","args":[["or",["ne","num_bits",0],["eq","_",0]]]}],"doc":"Length
 of all blocks in bytes, 0 for an absent tensor."},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["mod",["sub",64,["pos",
"_io"]],64],"fill":0}},"doc":"Up to a multiple of 64 bytes, so that a mapped file can go to a GPU
 as it is."},
{"id":"blocks","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_blocks"}},
"condition":["ne","num_bits",0],"array":{"dtype":"<f4","shape":"shape"},"codec":{"cases":[[null,
[{"is":"Stage","codec":"block_quant","args":[["shape","shape"],["bits","num_bits"],["block_size",
"block_size"],["two_level",["eq","mode",["enum","tiers::scale_mode","two_level"]]],
["two_level_blocks","two_level_blocks"]]}]]]},"doc":"Blocks without anything between them. One
 scale: the scale (f4), then the codes. Two scales: primary (f4),\nsecondary (f4), one bit for each
 value that says which, then the codes. 8-bit codes are int8, narrower ones biased\nby 2^(bits - 1)
 - 1 and packed from the least significant bit on; each part begins on a byte."},
{"id":"checksum","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"condition":["ne","num_bits",0],"checksum":{"algorithm":"crc32","over":"blocks"},
"doc":"CRC-32 (of zlib) of the stored blocks."},
{"id":"end","type":"bytes","stored":{"is":"Bytes","extent":{"size":0}},"size":0,
"valid":[{"kind":"that","args":[["eof","_io"]]}],"doc":"Nothing may follow."}],
"edges":[{"is":"Flag","field":"num_bits","of":"blocks","yes":1,"no":0},{"is":"Count",
"field":"num_shape","of":"shape"},{"is":"Length","field":"len_metadata","of":"metadata"},
{"is":"Length","field":"len_two_level_blocks","of":"two_level_blocks"},{"is":"Length",
"field":"len_blocks","of":"blocks","condition":["ne","num_bits",0]},{"is":"Digest",
"field":"checksum","of":"blocks","condition":["ne","num_bits",0],"algorithm":"crc32"}],"doc":"A
 tensor in quantised blocks; a format of quire's own.\n\nIt is of any tier of ADR-019: hot (8 bits),
 warm (7 or 5), cold (3, with one scale or two), absent (no data). ADR-019 defines the blocks and
 leaves to a container what a reader must know to take them apart;\nthis header is that
 container.\n\n\nSee ADR-019, Tiered Quantization Formats, section 3.10"}],"enums":[
{"path":"tiers::scale_mode","members":[{"id":"single","value":0,"doc":"One scale for each block."},
{"id":"two_level","value":1,"doc":"Two scales for each block; 3 bits only."},{"id":"mixed",
"value":2,"doc":"Either, as a bit for each block says; 3 bits only."}]}],"documents":[
{"path":"tiers::metadata","keys":[
{"name":"reconstruct","type":"tiers::reconstruct","doc":"How an absent tensor is made from others.",
"optional":true}]},
{"path":"tiers::reconstruct","doc":"How an absent tensor is made from others.","keys":[
{"name":"policy","type":"str","valid":[{"kind":"any_of","args":[["text","delta"],["text",
"factor"]]}]},
{"name":"source","type":"str","doc":"Name of the tensor to begin with."}]}]}}
"""
