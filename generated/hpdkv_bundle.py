# Made by `quire gen` 0.1.0 from hpdkv_bundle.ksy (sha256 143ead72ce4e). Do not edit.
"""Bundle of HPΔKV residuals."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.generated import hpdkv as _hpdkv
from quire.runtime import (
    Block,
    Bytes,
    FieldsPart,
    Fixed,
    ListPart,
    Parts,
    Raw,
    Struct,
    Writer,
    copied,
    encode_text,
    expect_equal,
    expect_few,
)
from quire.runtime.direct import new, unpack_u1, unpack_u2le, unpack_u8le

__all__ = ["HpdkvBundle"]


class HpdkvBundle(Struct):
    """Residuals of several tensors by name; a format of quire's own.

    One HPΔKV blob after another, each with its length, which blobs do not have.

    A tensor of more elements than 32-bit indices reach is several entries of the same name, one
    after another: shards, each a part of the flattened tensor.
    """

    __slots__ = ("_start", "_end", "_stop", "magic", "version", "num_entries", "entries")

    _root: HpdkvBundle
    magic: bytes
    version: int
    num_entries: int
    entries: list[HpdkvBundle.Entry]

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("magic", "version", "num_entries")
    _BLOCK_0: ClassVar[Block] = Block(("version", "u1"), ("num_entries", "u4le"))
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("entries", "counted", ("entries",), 19, None),
    )
    _FIXED_0: ClassVar[Fixed] = Fixed(
        ("magic", b"HPDB", "/seq/0"), ("version", "u1"), ("num_entries", "u4le")
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            version: int
            num_entries: int
            entries: Required[Iterable[HpdkvBundle.Entry | HpdkvBundle.Entry._Fields]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 9
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.version, self.num_entries = _unpack_HpdkvBundle_FIXED_0(buf, pos)
        if stored_magic != b"HPDB":
            self._look_at(pos).contents(b"HPDB", "magic", "/seq/0")
        self.magic = b"HPDB"
        pos = stop
        if self.version != 1:
            io = self._io_at(pos)
            expect_equal("version", self.version, 1, io, 5, place="/seq/1")
        count = self.num_entries
        if not 0 <= count * 19 <= end - pos:
            count = self._io_at(pos).count(count, "entries", 19)
        self.entries, pos = self._once_at(
            HpdkvBundle.Entry, buf, pos, end, count, "entries", by_ways=True
        )
        return pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 9
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.version, self.num_entries = _unpack_HpdkvBundle_FIXED_0(buf, pos)
        if stored_magic != b"HPDB":
            self._look_at(pos).contents(b"HPDB", "magic", "/seq/0")
        self.magic = b"HPDB"
        pos = stop
        if self.version != 1:
            io = self._io_at(pos)
            expect_equal("version", self.version, 1, io, 5, place="/seq/1")
        return pos

    def _count_entries(self, buf: Bytes, pos: int, end: int) -> int:
        io = self._io_at(pos)
        count = io.count(self.num_entries, "entries", 19)
        return count

    def _element_entries(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(HpdkvBundle.Entry)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.entries.append(child)
        return pos

    def _derive(self) -> None:
        self._set_derived("magic", b"HPDB", "the format")
        self._set_derived("version", 1, "the format")
        self._set_derived("num_entries", len(self.entries), "entries")

    def _write__seq(self, io: Writer) -> None:
        io.put(self.magic)
        self._BLOCK_0.write(io, self.version, self.num_entries)
        for entry in self._seen_in(self.entries, io):
            self._write_child(io, "entries", entry, HpdkvBundle.Entry)

    class Entry(Struct):
        """A tensor, or a part of one.

        Attributes:
            name: Of the tensor, as its model has it.
            num_shape: Rank of the whole tensor.
            shape: Of the whole tensor.
            first: Where the first element of the blob stands in the flattened tensor.
            padding: Zeros up to a multiple of 16 bytes in the file, so that dense values are
                aligned there.
            blob: Of the shape of the tensor; of one dimension, if it is a part of it.
        """

        __slots__ = (
            "len_name",
            "name",
            "num_shape",
            "shape",
            "first",
            "len_blob",
            "padding",
            "blob",
            "_stored_blob",
        )

        _root: HpdkvBundle
        _parent: HpdkvBundle
        _stored_blob: bytes
        len_name: int
        name: str
        num_shape: int
        shape: list[int]
        first: int
        len_blob: int
        padding: bytes
        blob: _hpdkv.Hpdkv

        _raw_blob = Raw("blob")
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("blob",)
        _derived: ClassVar[tuple[str, ...]] = ("len_name", "num_shape", "len_blob")
        _BLOCK_0: ClassVar[Block] = Block(("first", "u8le"), ("len_blob", "u8le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_name: int
                name: Required[str]
                num_shape: int
                shape: Required[Iterable[int]]
                first: int
                len_blob: int
                padding: bytes
                blob: _hpdkv.Hpdkv | Mapping[str, Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "len_name", pos)
            self.len_name = unpack_u2le(buf, pos)[0]
            pos = stop
            stop = pos + self.len_name
            if stop > end:
                buf, end = self._reach(stop - pos, "name", pos)
            self.name = str(buf[pos:stop], "utf-8")
            pos = stop
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "num_shape", pos)
            self.num_shape = unpack_u1(buf, pos)[0]
            pos = stop
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
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.first, self.len_blob = _unpack_HpdkvBundle_Entry_0(buf, pos)
            pos = stop
            stop = pos + ((16 - self._pos_at(pos)) % 16)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "padding", pos)
            self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            stop = pos + self.len_blob
            if stop > end:
                buf, end = self._reach(stop - pos, "blob", pos)
            self.blob = child = new(_hpdkv.Hpdkv)
            child._parent, child._root = None, child if child._is_top else None
            child._holder = child._outer = self
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            return stop

        def _derive(self) -> None:
            self._set_default("first", 0)
            self._set_default("padding", b"")
            self._make("blob", _hpdkv.Hpdkv)
            self._set_derived("len_name", len(encode_text(self.name, "utf-8", "name")), "name")
            self._set_derived("num_shape", len(self.shape), "shape")

        def _write__seq(self, io: Writer) -> None:
            self._stored_blob = self._window(
                io,
                "blob",
                self.blob,
                _hpdkv.Hpdkv,
                parent=None,
                foreign=True,
                grows=True,
                in_pieces=True,
            )
            self._set_window("len_blob", len(self._stored_blob), "blob")
            io.u2le(self.len_name, "len_name")
            io.put_sized(encode_text(self.name, "utf-8", "name"), self.len_name, "name")
            io.u1(self.num_shape, "num_shape")
            expect_few("shape", self.shape, limit=0x40)
            for shape_item in self.shape:
                io.u8le(shape_item, "shape")
            self._BLOCK_0.write(io, self.first, self.len_blob)
            io.put_filled(self.padding, (16 - io.pos()) % 16, "padding", 0, of=self)
            io.put_sized(self._stored_blob, self.len_blob, "blob")


# What methods look up, at the price of a name.
_unpack_HpdkvBundle_Entry_0 = HpdkvBundle.Entry._BLOCK_0.unpack
_unpack_HpdkvBundle_FIXED_0 = HpdkvBundle._FIXED_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"HpdkvBundle":"hpdkv_bundle","HpdkvBundle.Entry":"hpdkv_bundle::entry"},
"spec":{"id":"hpdkv_bundle","title":"Bundle of HP\u0394KV residuals","file":"hpdkv_bundle.ksy",
"digest":"143ead72ce4e01b31fa5850f8f4e6cfaf04f90230dc63d86e6818b21ada17c78","imports":["hpdkv"],
"types":[
{"path":"hpdkv_bundle","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"48504442"}},
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":4,
"size":1,"valid":[{"kind":"equal","args":[1]}]},
{"id":"num_entries","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":5,"size":4},
{"id":"entries","type":"hpdkv_bundle::entry[]","stored":{"is":"Record",
"path":"hpdkv_bundle::entry"},"offset":9,"repeat":{"count":"num_entries"}}],"edges":[{"is":"Count",
"field":"num_entries","of":"entries"}],"doc":"Residuals of several tensors by name; a format of
 quire's own.\n\nOne HP\u0394KV blob after another, each with its length, which blobs do not
 have.\n\nA tensor of more elements than 32-bit indices reach is several entries of the same name,
 one after another: shards, each a part\nof the flattened tensor."},
{"path":"hpdkv_bundle::entry","parent":"hpdkv_bundle","endian":"le","fields":[
{"id":"len_name","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":0,"size":2},
{"id":"name","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_name"}},
"offset":2,"doc":"Of the tensor, as its model has it."},
{"id":"num_shape","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"doc":"Rank of the whole tensor."},
{"id":"shape","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"repeat":{"count":"num_shape","limit":64},"doc":"Of the whole tensor."},
{"id":"first","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"size":8,"default":0,"doc":"Where the first element of the blob stands in the flattened tensor."},
{"id":"len_blob","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"size":8},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["mod",["sub",16,["pos",
"_io"]],16],"fill":0}},"doc":"Zeros up to a multiple of 16 bytes in the file, so that dense values
 are aligned there."},
{"id":"blob","type":"hpdkv","stored":{"is":"Record","path":"hpdkv","extent":{"size":"len_blob"},
"foreign":true},"doc":"Of the shape of the tensor; of one dimension, if it is a part of it."}],
"edges":[{"is":"Length","field":"len_name","of":"name"},{"is":"Count","field":"num_shape",
"of":"shape"},{"is":"Length","field":"len_blob","of":"blob","at_least":true}],"doc":"A tensor, or a
 part of one."}]}}
"""
