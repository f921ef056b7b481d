# Made by `quire gen` 0.1.0 from gzip.ksy (sha256 5ee09efe64d1). Do not edit.
"""gzip compressed file."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage
from quire.runtime import (
    BitRun,
    Block,
    Bytes,
    Fixed,
    LateEnum,
    ListPart,
    Marks,
    Members,
    Opened,
    Parts,
    Raw,
    Struct,
    Sum,
    Writer,
    copied,
    encode_text,
    expect_equal,
    len_deflated,
)
from quire.runtime.direct import decode_at, find_at, new, unpack_u2le, unpack_u4le

__all__ = ["Gzip"]


class Gzip(Struct):
    """Members, one after another, each deflated by itself; what they hold belongs together.

    Most files have one.

    See https://www.rfc-editor.org/rfc/rfc1952 GZIP file format specification version 4.3

    See https://samtools.github.io/hts-specs/SAMv1.pdf The BGZF compression format, section 4.1
    """

    __slots__ = ("_start", "_end", "_stop", "members")

    _root: Gzip
    members: list[Gzip.Member]

    _is_top: ClassVar[bool] = True
    _places: ClassVar[bool] = True
    _goes_by_place: ClassVar[bool] = True
    _PARTS: ClassVar[Parts] = (ListPart("members", "until", ("members",), 0, None),)

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            members: Required[Iterable[Gzip.Member | Gzip.Member._Fields]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        self.members, pos = self._once_at(
            Gzip.Member,
            buf,
            pos,
            end,
            -1,
            "members",
            by_ways=True,
            until=lambda pos: pos >= end and not self._goes_on(buf, pos),
        )
        return pos

    def _element_members(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Gzip.Member)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.members.append(child)
        return pos

    def _open_members(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
        child = new(Gzip.Member)
        child._parent, child._root = self, self._root
        return child, buf, pos, end

    def _is_last_members(self, buf: Bytes, pos: int, end: int, i: int) -> object:
        return pos >= end and not self._goes_on(buf, pos)

    def _write__seq(self, io: Writer) -> None:
        for member in self._seen_in(self.members, io):
            self._write_child(io, "members", member, Gzip.Member)

    class Compression(LateEnum):
        """Values of `compression`."""

        deflate = 8

    class System(LateEnum):
        """Values of `system`."""

        fat = 0
        amiga = 1
        vms = 2
        unix = 3
        vm_cms = 4
        atari_tos = 5
        hpfs = 6
        macintosh = 7
        z_system = 8
        cp_m = 9
        tops_20 = 10
        ntfs = 11
        qdos = 12
        acorn_riscos = 13
        unknown = 255

    class Member(Struct):
        """Type `member`.

        Attributes:
            is_text: Whether somebody thinks that it is text.
            modified: When the file was changed last, in seconds since 1970; 0 if that is not known.
            effort: 2 if it took the longest, 4 if it was fast.
            system: Where it was made.
            name: Of the file, without its folder.
            len_data: The last 32 bits of it.
        """

        __slots__ = (
            "magic",
            "compression",
            "reserved",
            "has_comment",
            "has_name",
            "has_extra",
            "has_header_crc",
            "is_text",
            "modified",
            "effort",
            "system",
            "data",
            "crc",
            "len_data",
            "_stored_extra",
            "_marks",
        )

        _root: Gzip
        _parent: Gzip
        _stored_extra: bytes
        magic: bytes
        compression: Gzip.Compression | int
        reserved: int
        has_comment: bool
        has_name: bool
        has_extra: bool
        has_header_crc: bool
        is_text: bool
        modified: int
        effort: int
        system: Gzip.System | int
        len_extra: int
        extra: Gzip.Extra
        name: str
        comment: str
        header_crc: int
        data: Encoded
        crc: int
        len_data: int

        _raw_extra = Raw("extra")
        _places: ClassVar[bool] = True
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("extra",)
        _derived: ClassVar[tuple[str, ...]] = (
            "has_extra",
            "has_name",
            "has_comment",
            "has_header_crc",
            "magic",
            "compression",
            "reserved",
            "header_crc",
            "len_data",
            "crc",
            "len_extra",
        )
        _BLOCK_0: ClassVar[Block] = Block(("modified", "u4le"), ("effort", "u1"), ("system", "u1"))
        _BITS_0: ClassVar[BitRun] = BitRun(
            "be",
            ("has_comment", "flag"),
            ("has_name", "flag"),
            ("has_extra", "flag"),
            ("has_header_crc", "flag"),
            ("is_text", "flag"),
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("magic", b"\x1f\x8b", "/types/member/seq/0"), ("compression", "u1")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                magic: bytes
                compression: Gzip.Compression | int
                reserved: int
                has_comment: bool
                has_name: bool
                has_extra: bool
                has_header_crc: bool
                is_text: bool
                modified: int
                effort: int
                system: Gzip.System | int
                len_extra: int
                extra: Gzip.Extra | Gzip.Extra._Fields
                name: str
                comment: str
                header_crc: int
                data: Required[Packable]
                crc: int
                len_data: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            mark_0 = pos
            mark_1 = pos
            stop = pos + 3
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_magic, self.compression = _unpack_Gzip_Member_FIXED_0(buf, pos)
            if stored_magic != b"\x1f\x8b":
                self._look_at(pos).contents(b"\x1f\x8b", "magic", "/types/member/seq/0")
            self.magic = b"\x1f\x8b"
            self.compression = _members_Gzip_Compression[self.compression]
            pos = stop
            if self.compression != Gzip.Compression.deflate:
                io = self._io_at(pos)
                expect_equal(
                    "compression",
                    self.compression,
                    Gzip.Compression.deflate,
                    io,
                    1,
                    place="/types/member/seq/1",
                )
            start = pos
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "reserved", pos)
            self.reserved = buf[pos] >> 5
            pos = stop
            if self.reserved != 0:
                io = self._io_at(pos)
                expect_equal(
                    "reserved", self.reserved, 0, io, io._pos - start, place="/types/member/seq/2"
                )
            bits = buf[pos - 1] & 0x1F
            self.has_comment = bits & 0x10 != 0
            self.has_name = bits & 0x8 != 0
            self.has_extra = bits & 0x4 != 0
            self.has_header_crc = bits & 0x2 != 0
            self.is_text = bits & 0x1 != 0
            stop = pos + 6
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.modified, self.effort, self.system = _unpack_Gzip_Member_0(buf, pos)
            pos = stop
            self.system = _members_Gzip_System[self.system]
            if self.has_extra:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "len_extra", pos)
                self.len_extra = unpack_u2le(buf, pos)[0]
                pos = stop
                stop = pos + self.len_extra
                if stop > end:
                    buf, end = self._reach(stop - pos, "extra", pos)
                self.extra = child = new(Gzip.Extra)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            if self.has_name:
                stop = find_at(buf, b"\x00", pos, end)
                if stop < 0:
                    buf, end, stop = self._find(b"\x00", "name", pos)
                self.name = decode_at(buf[pos:stop], "iso8859-1", "name", self, pos)
                pos = stop + 1
            if self.has_comment:
                stop = find_at(buf, b"\x00", pos, end)
                if stop < 0:
                    buf, end, stop = self._find(b"\x00", "comment", pos)
                self.comment = decode_at(buf[pos:stop], "iso8859-1", "comment", self, pos)
                pos = stop + 1
            mark_2 = pos
            if self.has_header_crc:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "header_crc", pos)
                self.header_crc = unpack_u2le(buf, pos)[0]
                pos = stop
            mark_3 = pos
            io = self._io_at(pos)
            self.data = Encoded.read(
                io, len_deflated(io, "data"), self._data_stages(), self, "data"
            )
            pos = io._pos
            mark_4 = pos
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "crc", pos)
            self.crc = unpack_u4le(buf, pos)[0]
            pos = stop
            self.data.guard_with("crc32", self.crc, decoded=True)
            mark_5 = pos
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "len_data", pos)
            self.len_data = unpack_u4le(buf, pos)[0]
            pos = stop
            self._marks = (mark_0, mark_1, mark_2, mark_3, mark_4, mark_5)
            return pos

        def _data_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `data` into an array."""
            return (Stage("deflate"), Stage("raw", shape=(-1,), dtype="uint8"))

        def _sums(self, at: Marks) -> Iterator[Sum]:
            if self.has_header_crc:
                yield Sum(
                    "header_crc", at.marks[2], "crc32", None, "u2le", (at.span(1, 2),), mask=0xFFFF
                )
            yield Sum(
                "len_data",
                at.marks[5],
                "length",
                None,
                "u4le",
                (at.span(3, 4),),
                mask=0xFFFFFFFF,
                inflated=True,
            )

        def _derive(self) -> None:
            self._set_flag("has_extra", hasattr(self, "extra"), True, False)
            self._set_flag("has_name", hasattr(self, "name"), True, False)
            self._set_flag("has_comment", hasattr(self, "comment"), True, False)
            self._set_flag("has_header_crc", hasattr(self, "header_crc"), True, False)
            self._set_derived("magic", b"\x1f\x8b", "the format")
            self._set_derived("compression", Gzip.Compression.deflate, "the format")
            self._set_derived("reserved", 0, "the format")
            self._set_default("is_text", False)
            self._set_default("modified", 0)
            self._set_default("effort", 0)
            self._set_default("system", Gzip.System.unknown)
            if self.has_header_crc:
                self._set_default("header_crc", 0)
            self._set_default("len_data", 0)
            if self.has_extra:
                self._make("extra", Gzip.Extra)
            self.data = Encoded.of(self.data, self._data_stages(), self, "data")
            self._set_derived("crc", self.data.digest("crc32", decoded=True), "data")

        def _write__seq(self, io: Writer) -> None:
            if self.has_extra:
                self._stored_extra = self._window(
                    io, "extra", self.extra, Gzip.Extra, grows=True, in_pieces=True
                )
                self._set_window("len_extra", len(self._stored_extra), "extra")
            mark_0 = io.pos()
            mark_1 = io.pos()
            io.put(self.magic)
            io.u1(self.compression, "compression")
            io.bits_be(3, self.reserved, "reserved")
            self._BITS_0.write(
                io,
                self.has_comment,
                self.has_name,
                self.has_extra,
                self.has_header_crc,
                self.is_text,
            )
            self._BLOCK_0.write(io, self.modified, self.effort, self.system)
            if self.has_extra:
                io.u2le(self.len_extra, "len_extra")
                io.put_sized(self._stored_extra, self.len_extra, "extra")
            else:
                if hasattr(self, "len_extra"):
                    self._leave_out("len_extra")
                if hasattr(self, "extra"):
                    self._leave_out("extra")
            if self.has_name:
                io.put_terminated(
                    encode_text(self.name, "iso8859-1", "name"),
                    b"\x00",
                    "name",
                    include=False,
                    consume=True,
                )
            elif hasattr(self, "name"):
                self._leave_out("name")
            if self.has_comment:
                io.put_terminated(
                    encode_text(self.comment, "iso8859-1", "comment"),
                    b"\x00",
                    "comment",
                    include=False,
                    consume=True,
                )
            elif hasattr(self, "comment"):
                self._leave_out("comment")
            mark_2 = io.pos()
            if self.has_header_crc:
                io.u2le(self.header_crc, "header_crc")
            elif hasattr(self, "header_crc"):
                self._leave_out("header_crc")
            mark_3 = io.pos()
            self.data.write(io)
            mark_4 = io.pos()
            io.u4le(self.crc, "crc")
            mark_5 = io.pos()
            io.u4le(self.len_data, "len_data")
            io.owe(self, (mark_0, mark_1, mark_2, mark_3, mark_4, mark_5))

    class Extra(Struct):
        """Type `extra`."""

        __slots__ = ("_start", "_end", "_stop", "fields")

        _root: Gzip
        _parent: Gzip.Member
        fields: list[Gzip.Field]

        _once: ClassVar[tuple[str, ...]] = ("fields",)
        _PARTS: ClassVar[Parts] = (ListPart("fields", "end", ("fields",), 0, None),)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                fields: Required[Iterable[Gzip.Field | Gzip.Field._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if end - pos >= 16384:
                self.fields, pos = self._once_at(
                    Gzip.Field, buf, pos, end, -1, "fields", is_apart=True
                )
            else:
                self.fields = []
                type_fields = Gzip.Field
                while pos < end or self._goes_on(buf, pos):
                    child = new(type_fields)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.fields.append(child)
            return pos

        def _element_fields(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Gzip.Field)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.fields.append(child)
            return pos

        def _write__seq(self, io: Writer) -> None:
            for field in self._seen_in(self.fields, io):
                self._write_child(io, "fields", field, Gzip.Field)

    class Field(Struct):
        """Type `field`."""

        __slots__ = ("id", "len_body", "body", "_stored_body")

        _root: Gzip
        _parent: Gzip.Extra
        _stored_body: bytes
        id: str
        len_body: int
        body: Gzip.Block | bytes

        _raw_body = Raw("body")
        _own_streams: ClassVar[tuple[str, ...]] = ("body",)
        _derived: ClassVar[tuple[str, ...]] = ("id", "len_body")
        _FIXED_0: ClassVar[Fixed] = Fixed(("id", "2s", "iso8859-1"), ("len_body", "u2le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                id: str
                len_body: int
                body: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 4
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_id, self.len_body = _unpack_Gzip_Field_FIXED_0(buf, pos)
            self.id = decode_at(stored_id, "iso8859-1", "id", self, pos)
            pos = stop
            if self.id == "BC":
                stop = pos + self.len_body
                if stop > end:
                    buf, end = self._reach(stop - pos, "body", pos)
                this.body = child = new(Gzip.Block)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            else:
                stop = pos + self.len_body
                if stop > end:
                    buf, end = self._reach(stop - pos, "body", pos)
                self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            return pos

        def _derive(self) -> None:
            self._set_tag("body", "id", ((Gzip.Block, "BC"),))

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            if self.id == "BC":
                self._stored_body = self._window(
                    io, "body", self.body, Gzip.Block, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            else:
                self._stored_body = this.body
                self._set_derived("len_body", len(self._stored_body), "body")
            io.put_sized(encode_text(self.id, "iso8859-1", "id"), 2, "id")
            io.u2le(self.len_body, "len_body")
            if self.id == "BC":
                io.put_filled(self._stored_body, self.len_body, "body", 0, of=self)
            else:
                io.put_sized(self._stored_body, self.len_body, "body")

    class Block(Struct):
        """Of BGZF, whose members are found without inflating those before.

        Attributes:
            len_member: Less 1. It does not follow an edit.
        """

        __slots__ = ("_start", "_end", "_stop", "len_member")

        _root: Gzip
        _parent: Gzip.Field
        len_member: int

        SIZE: ClassVar[int] = 2

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_member: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "len_member", pos)
            self.len_member = unpack_u2le(buf, pos)[0]
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.u2le(self.len_member, "len_member")


# What methods look up, at the price of a name.
_members_Gzip_Compression = Members(lambda: Gzip.Compression)
_members_Gzip_System = Members(lambda: Gzip.System)
_unpack_Gzip_Field_FIXED_0 = Gzip.Field._FIXED_0.unpack
_unpack_Gzip_Member_0 = Gzip.Member._BLOCK_0.unpack
_unpack_Gzip_Member_FIXED_0 = Gzip.Member._FIXED_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Gzip":"gzip","Gzip.Member":"gzip::member","Gzip.Extra":"gzip::extra",
"Gzip.Field":"gzip::field","Gzip.Block":"gzip::block"},
"spec":{"id":"gzip","title":"gzip compressed file","file":"gzip.ksy",
"digest":"5ee09efe64d189941dd78da12fc2eb7bac1f95d83862b8c0b71ee7118c9578c7","types":[
{"path":"gzip","parent":"any record","endian":"le","fields":[
{"id":"members","type":"gzip::member[]","stored":{"is":"Record","path":"gzip::member"},"offset":0,
"repeat":{"until":["eof","_io"]}}],"doc":"Members, one after another, each deflated by itself; what
 they hold belongs together. Most files have one.\n\n\nSee https://www.rfc-editor.org/rfc/rfc1952
 GZIP file format specification version 4.3\n\nSee https://samtools.github.io/hts-specs/SAMv1.pdf
 The BGZF compression format, section 4.1"},
{"path":"gzip::member","parent":"gzip","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":2}},"offset":0,"size":2,
"contents":{"hex":"1f8b"}},
{"id":"compression","type":"enum gzip::compression","stored":{"is":"Number","kind":"unsigned",
"size":1,"enum":"gzip::compression"},"offset":2,"size":1,"valid":[{"kind":"equal","args":[["enum",
"gzip::compression","deflate"]]}]},
{"id":"reserved","type":"int","stored":{"is":"Bits","width":3,"endian":"be"},"offset":3,
"valid":[{"kind":"equal","args":[0]}]},
{"id":"has_comment","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":3,"bit":3},
{"id":"has_name","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":3,"bit":4},
{"id":"has_extra","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":3,"bit":5},
{"id":"has_header_crc","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":3,"bit":6},
{"id":"is_text","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},"offset":3,
"bit":7,"default":false,"doc":"Whether somebody thinks that it is text."},
{"id":"modified","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"default":0,"doc":"When the file was changed last, in seconds since 1970; 0 if
 that is not known."},
{"id":"effort","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":8,"size":1,
"default":0,"doc":"2 if it took the longest, 4 if it was fast."},
{"id":"system","type":"enum gzip::system","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"gzip::system"},"offset":9,"size":1,"default":["enum","gzip::system","unknown"],"doc":"Where
 it was made."},
{"id":"len_extra","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":10,"size":2,"condition":"has_extra"},
{"id":"extra","type":"gzip::extra","stored":{"is":"Record","path":"gzip::extra",
"extent":{"size":"len_extra"}},"condition":"has_extra"},
{"id":"name","type":"str","stored":{"is":"Text","encoding":"iso8859-1",
"extent":{"terminator":{"hex":"00"}}},"condition":"has_name","doc":"Of the file, without its
 folder."},
{"id":"comment","type":"str","stored":{"is":"Text","encoding":"iso8859-1",
"extent":{"terminator":{"hex":"00"}}},"condition":"has_comment"},
{"id":"header_crc","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"size":2,"condition":"has_header_crc","checksum":{"algorithm":"crc32","parts":[{"start":"magic",
"end":"header_crc","before":true}],"mask":{"int":"0xffff"}}},
{"id":"data","type":"payload","stored":{"is":"Bytes","extent":{"size":["len_deflated","_io"]}},
"array":{"dtype":"u1","shape":["list",["neg",1]]},"codec":{"cases":[[null,[{"is":"Stage",
"codec":"deflate"},{"is":"Stage","codec":"raw","args":[["shape",["list",["neg",1]]],["dtype",
["text","uint8"]]]}]]]}},
{"id":"crc","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},"size":4,
"checksum":{"algorithm":"crc32","over":"data","decoded":true}},
{"id":"len_data","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"checksum":{"algorithm":"length","parts":[{"start":"data","end":"data"}],
"mask":{"int":"0xffffffff"},"inflated":true},"doc":"The last 32 bits of it."}],
"edges":[{"is":"Flag","field":"has_extra","of":"extra","yes":true,"no":false},{"is":"Flag",
"field":"has_name","of":"name","yes":true,"no":false},{"is":"Flag","field":"has_comment",
"of":"comment","yes":true,"no":false},{"is":"Flag","field":"has_header_crc","of":"header_crc",
"yes":true,"no":false},{"is":"Digest","field":"crc","of":"data","algorithm":"crc32"},{"is":"Length",
"field":"len_extra","of":"extra","at_least":true}]},
{"path":"gzip::extra","parent":"gzip::member","endian":"le","fields":[
{"id":"fields","type":"gzip::field[]","stored":{"is":"Record","path":"gzip::field"},"offset":0,
"repeat":{}}]},
{"path":"gzip::field","parent":"gzip::extra","endian":"le","fields":[
{"id":"id","type":"str","stored":{"is":"Text","encoding":"iso8859-1","extent":{"size":2}},
"offset":0,"size":2},
{"id":"len_body","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":2,"size":2},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"id","cases":[{"key":["text","BC"],
"stored":{"is":"Record","path":"gzip::block","extent":{"size":"len_body"}}},{"stored":{"is":"Bytes",
"extent":{"size":"len_body"}}}]},"offset":4}],"edges":[{"is":"Tag","field":"id","of":"body",
"cases":[["gzip::block",["text","BC"]]]},{"is":"Length","field":"len_body","of":"body",
"at_least":true}]},
{"path":"gzip::block","parent":"gzip::field","endian":"le","size":2,"fields":[
{"id":"len_member","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":0,"size":2,"doc":"Less 1. It does not follow an edit."}],"doc":"Of BGZF, whose members are
 found without inflating those before."}],"enums":[
{"path":"gzip::compression","members":[{"id":"deflate","value":8}]},
{"path":"gzip::system","members":[{"id":"fat","value":0},{"id":"amiga","value":1},{"id":"vms",
"value":2},{"id":"unix","value":3},{"id":"vm_cms","value":4},{"id":"atari_tos","value":5},
{"id":"hpfs","value":6},{"id":"macintosh","value":7},{"id":"z_system","value":8},{"id":"cp_m",
"value":9},{"id":"tops_20","value":10},{"id":"ntfs","value":11},{"id":"qdos","value":12},
{"id":"acorn_riscos","value":13},{"id":"unknown","value":255}]}]}}
"""
