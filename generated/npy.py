# Made by `quire gen` 0.1.0 from npy.ksy (sha256 d9d0ae71d49d). Do not edit.
"""NumPy array."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.runtime import (
    Block,
    Bytes,
    Fixed,
    LateEnum,
    Members,
    Struct,
    Tagged,
    Writer,
    computed,
    encode_text,
    encoded,
    expect_at_least,
    expect_at_most,
    expect_equal,
    expect_member,
    put_array,
    view_array,
)
from quire.runtime.direct import unpack_s8le, unpack_u2le, unpack_u4le

__all__ = ["Npy"]


class Npy(Struct):
    """One array, behind a header that is a literal of Python: its dtype, its order, its shape.

    See https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html numpy.lib.format

    Attributes:
        major: The version; since 2 the header may be longer than 65,535 bytes, in 3 it is UTF-8,
            before it ISO-8859-1.
        data: The elements.
    """

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "magic",
        "major",
        "minor",
        "len_header",
        "header",
        "data",
        "_stored_header",
        "_raw_header",
        "_raw__raw_header",
    )

    _root: Npy
    _stored_header: bytes
    magic: bytes
    major: int
    minor: int
    len_header: int
    header: Npy.Header
    data: NDArray[Any]

    _is_top: ClassVar[bool] = True
    _own_streams: ClassVar[tuple[str, ...]] = ("header",)
    _derived: ClassVar[tuple[str, ...]] = ("magic", "minor", "len_header")
    _BLOCK_0: ClassVar[Block] = Block(("major", "u1"), ("minor", "u1"))
    _FIXED_0: ClassVar[Fixed] = Fixed(
        ("magic", b"\x93NUMPY", "/seq/0"), ("major", "u1"), ("minor", "u1")
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            major: int
            minor: int
            len_header: int
            header: Required[Npy.Header | Npy.Header._Fields]
            data: Required[ArrayLike]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 8
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.major, self.minor = _unpack_Npy_FIXED_0(buf, pos)
        if stored_magic != b"\x93NUMPY":
            self._look_at(pos).contents(b"\x93NUMPY", "magic", "/seq/0")
        self.magic = b"\x93NUMPY"
        pos = stop
        if not self.major >= 1:
            io = self._io_at(pos)
            expect_at_least("major", self.major, 1, io, 2, place="/seq/1")
        if not self.major <= 3:
            io = self._io_at(pos)
            expect_at_most("major", self.major, 3, io, 2, place="/seq/1")
        if self.minor != 0:
            io = self._io_at(pos)
            expect_equal("minor", self.minor, 0, io, 1, place="/seq/2")
        if self.major == 1:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "len_header", pos)
            self.len_header = unpack_u2le(buf, pos)[0]
            pos = stop
        else:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "len_header", pos)
            self.len_header = unpack_u4le(buf, pos)[0]
            pos = stop
        io = self._io_at(pos)
        self._raw__raw_header = io.take_bytes(self.len_header, "header", limit=0xFFFF)
        self._raw_header = Tagged(
            "literal",
            64,
            10 if self.major == 1 else 12,
            "descr fortran_order shape",
            "descr",
            "ISO-8859-1" if self.major < 3 else "UTF-8",
        ).read(self._raw__raw_header, "header", io)
        self.header = Npy.Header(io.window(None, self._raw_header), self, self._root, "header")
        self.data = view_array(
            io.rest("data"),
            self.header.descr,
            self.header.shape,
            "data",
            io,
            order="F" if self.header.is_by_columns else "C",
        )
        return io._pos

    def _derive(self) -> None:
        self._set_derived("magic", b"\x93NUMPY", "the format")
        self._set_derived("minor", 0, "the format")
        self._set_default("major", 1)
        self._make("header", Npy.Header)

    def _check(self) -> None:
        expect_at_least("major", self.major, 1, place="/seq/1")
        expect_at_most("major", self.major, 3, place="/seq/1")

    def _write__seq(self, io: Writer) -> None:
        self._stored_header = encoded(
            Tagged(
                "literal",
                64,
                10 if self.major == 1 else 12,
                "descr fortran_order shape",
                "descr",
                "ISO-8859-1" if self.major < 3 else "UTF-8",
            ),
            self._window(io, "header", self.header, Npy.Header, grows=True),
            self,
            "_raw__raw_header",
        )
        self._set_window("len_header", len(self._stored_header), "header")
        io.put(self.magic)
        self._BLOCK_0.write(io, self.major, self.minor)
        if self.major == 1:
            io.u2le(self.len_header, "len_header")
        else:
            io.u4le(self.len_header, "len_header")
        io.put_sized(self._stored_header, self.len_header, "header", limit=0xFFFF)
        put_array(
            io,
            self.data,
            self.header.descr,
            self.header.shape,
            "data",
            order="F" if self.header.is_by_columns else "C",
        )

    class Flag(LateEnum):
        """Values of `flag`."""

        false = 1
        true = 2

    class Header(Struct):
        """Type `header`.

        Attributes:
            descr: The dtype, as a literal of Python.
            fortran_order: Whether the first axis varies fastest.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "_unnamed0",
            "len_descr",
            "descr",
            "_unnamed3",
            "fortran_order",
            "_unnamed5",
            "num_shape",
            "shape",
        )

        _root: Npy
        _parent: Npy
        _unnamed0: bytes
        len_descr: int
        descr: str
        _unnamed3: bytes
        fortran_order: Npy.Flag | int
        _unnamed5: bytes
        num_shape: int
        shape: list[int]

        _derived: ClassVar[tuple[str, ...]] = (
            "_unnamed0",
            "_unnamed3",
            "_unnamed5",
            "len_descr",
            "num_shape",
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("_unnamed0", b"\x08\x03\x00\x00\x00\x05\x00\x00\x00descr\x05", "/types/header/seq/0"),
            ("len_descr", "u4le"),
        )
        _FIXED_1: ClassVar[Fixed] = Fixed(
            ("_unnamed3", b"\r\x00\x00\x00fortran_order", "/types/header/seq/3"),
            ("fortran_order", "u1"),
        )
        _FIXED_2: ClassVar[Fixed] = Fixed(
            ("_unnamed5", b"\x05\x00\x00\x00shape\x06", "/types/header/seq/5"),
            ("num_shape", "u4le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                _unnamed0: bytes
                len_descr: int
                descr: Required[str]
                _unnamed3: bytes
                fortran_order: Npy.Flag | int
                _unnamed5: bytes
                num_shape: int
                shape: Required[Iterable[int]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 19
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored__unnamed0, self.len_descr = _unpack_Npy_Header_FIXED_0(buf, pos)
            if stored__unnamed0 != b"\x08\x03\x00\x00\x00\x05\x00\x00\x00descr\x05":
                self._look_at(pos).contents(
                    b"\x08\x03\x00\x00\x00\x05\x00\x00\x00descr\x05",
                    "_unnamed0",
                    "/types/header/seq/0",
                )
            self._unnamed0 = b"\x08\x03\x00\x00\x00\x05\x00\x00\x00descr\x05"
            pos = stop
            stop = pos + self.len_descr
            if stop > end:
                buf, end = self._reach(stop - pos, "descr", pos)
            self.descr = str(buf[pos:stop], "utf-8")
            pos = stop
            stop = pos + 18
            if stop > end:
                buf, end = self._FIXED_1.reach(self, pos)
            stored__unnamed3, self.fortran_order = _unpack_Npy_Header_FIXED_1(buf, pos)
            if stored__unnamed3 != b"\r\x00\x00\x00fortran_order":
                self._look_at(pos).contents(
                    b"\r\x00\x00\x00fortran_order", "_unnamed3", "/types/header/seq/3"
                )
            self._unnamed3 = b"\r\x00\x00\x00fortran_order"
            self.fortran_order = _members_Npy_Flag[self.fortran_order]
            pos = stop
            if type(self.fortran_order) is int:
                io = self._io_at(pos)
                expect_member(
                    "fortran_order",
                    self.fortran_order,
                    Npy.Flag,
                    io,
                    1,
                    place="/types/header/seq/4",
                )
            stop = pos + 14
            if stop > end:
                buf, end = self._FIXED_2.reach(self, pos)
            stored__unnamed5, self.num_shape = _unpack_Npy_Header_FIXED_2(buf, pos)
            if stored__unnamed5 != b"\x05\x00\x00\x00shape\x06":
                self._look_at(pos).contents(
                    b"\x05\x00\x00\x00shape\x06", "_unnamed5", "/types/header/seq/5"
                )
            self._unnamed5 = b"\x05\x00\x00\x00shape\x06"
            pos = stop
            count = self.num_shape
            if not 0 <= count * 8 <= end - pos:
                count = self._io_at(pos).count(count, "shape", 8)
            self.shape = []
            for _ in range(count):
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "shape", pos)
                self.shape.append(unpack_s8le(buf, pos)[0])
                pos = stop
                if not self.shape[-1] >= 0:
                    io = self._io_at(pos)
                    expect_at_least("shape", self.shape[-1], 0, io, 8, place="/types/header/seq/7")
            return pos

        def _derive(self) -> None:
            self._set_derived(
                "_unnamed0", b"\x08\x03\x00\x00\x00\x05\x00\x00\x00descr\x05", "the format"
            )
            self._set_derived("_unnamed3", b"\r\x00\x00\x00fortran_order", "the format")
            self._set_derived("_unnamed5", b"\x05\x00\x00\x00shape\x06", "the format")
            self._set_default("fortran_order", Npy.Flag.false)
            self._set_derived("len_descr", len(encode_text(self.descr, "utf-8", "descr")), "descr")
            self._set_derived("num_shape", len(self.shape), "shape")

        def _check(self) -> None:
            expect_member(
                "fortran_order", self.fortran_order, Npy.Flag, place="/types/header/seq/4"
            )
            for shape_item in self.shape:
                expect_at_least("shape", shape_item, 0, place="/types/header/seq/7")

        def _write__seq(self, io: Writer) -> None:
            io.put(self._unnamed0)
            io.u4le(self.len_descr, "len_descr")
            io.put_sized(encode_text(self.descr, "utf-8", "descr"), self.len_descr, "descr")
            io.put(self._unnamed3)
            io.u1(self.fortran_order, "fortran_order")
            io.put(self._unnamed5)
            io.u4le(self.num_shape, "num_shape")
            for shape_item in self.shape:
                io.s8le(shape_item, "shape")

        @computed
        def is_by_columns(self) -> bool:
            """Instance `is_by_columns`."""
            return self.fortran_order == Npy.Flag.true


# What methods look up, at the price of a name.
_members_Npy_Flag = Members(lambda: Npy.Flag)
_unpack_Npy_FIXED_0 = Npy._FIXED_0.unpack
_unpack_Npy_Header_FIXED_0 = Npy.Header._FIXED_0.unpack
_unpack_Npy_Header_FIXED_1 = Npy.Header._FIXED_1.unpack
_unpack_Npy_Header_FIXED_2 = Npy.Header._FIXED_2.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Npy":"npy","Npy.Header":"npy::header"},
"spec":{"id":"npy","title":"NumPy array","file":"npy.ksy",
"digest":"d9d0ae71d49d0c07011de542c9c0f1202622b058d2bce13033352ac9a89b759e","types":[
{"path":"npy","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":6}},"offset":0,"size":6,
"contents":{"hex":"934e554d5059"}},
{"id":"major","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":6,"size":1,
"valid":[{"kind":"at_least","args":[1]},{"kind":"at_most","args":[3]}],"default":1,"usual":["list",
1],"doc":"The version; since 2 the header may be longer than 65,535 bytes, in 3 it is UTF-8, before
 it ISO-8859-1."},
{"id":"minor","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":7,"size":1,
"valid":[{"kind":"equal","args":[0]}]},
{"id":"len_header","type":"int","stored":{"is":"Switch","on":"major","cases":[{"key":1,
"stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"}},{"stored":{"is":"Number",
"kind":"unsigned","size":4,"endian":"le"}}]},"offset":8},
{"id":"header","type":"npy::header","stored":{"is":"Record","path":"npy::header",
"extent":{"size":"len_header","limit":65535,"process":{"routine":"literal","args":[64,["if",["eq",
"major",1],10,12],["text","descr fortran_order shape"],["text","descr"],["if",["lt","major",3],
["text","ISO-8859-1"],["text","UTF-8"]]]}}}},
{"id":"data","type":"array ","stored":{"is":"Bytes","extent":{"to_end":true}},
"array":{"dtype":{"is":"Computed","name":["get","header","descr"]},"shape":["get","header","shape"],
"order":{"is":"Computed","name":["if",["get","header","is_by_columns"],["text","F"],["text","C"]]}},
"doc":"The elements."}],"edges":[{"is":"Length","field":"len_header","of":"header",
"at_least":true}],"doc":"One array, behind a header that is a literal of Python: its dtype, its
 order, its shape.\n\n\nSee https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 numpy.lib.format"},
{"path":"npy::header","parent":"npy","endian":"le","fields":[
{"id":"_unnamed0","type":"bytes","stored":{"is":"Bytes","extent":{"size":15}},"offset":0,"size":15,
"contents":{"hex":"080300000005000000646573637205"}},
{"id":"len_descr","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":15,"size":4,"usual":["list",5,5,5,28]},
{"id":"descr","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_descr"}},
"offset":19,"usual":["if",["eq","len_descr",5],["list",["text","'<f8'"],["text","'<f4'"],["text",
"'>i4'"],["text","'|u1'"],["text","'<i8'"],["text","'<c8'"],["text","'|S3'"],["text","'<U2'"],
["text","'|V4'"]],["list",["text","[('a', '<f4'), ('b', '>i2')]"],["text","[('x', '|u1'), ('y',
 '<u8')]"]]],"doc":"The dtype, as a literal of Python."},
{"id":"_unnamed3","type":"bytes","stored":{"is":"Bytes","extent":{"size":17}},"size":17,
"contents":{"hex":"0d000000666f727472616e5f6f72646572"}},
{"id":"fortran_order","type":"enum npy::flag","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"npy::flag"},"size":1,"valid":[{"kind":"member"}],"default":["enum","npy::flag","false"],
"doc":"Whether the first axis varies fastest."},
{"id":"_unnamed5","type":"bytes","stored":{"is":"Bytes","extent":{"size":10}},"size":10,
"contents":{"hex":"05000000736861706506"}},
{"id":"num_shape","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"usual":["list",1,2,0,3]},
{"id":"shape","type":"int[]","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"repeat":{"count":"num_shape"},"valid":[{"kind":"at_least","args":[0]}],"usual":["list",3,2,4,0]}],
"instances":[
{"id":"is_by_columns","type":"bool","value":["eq","fortran_order",["enum","npy::flag","true"]]}],
"edges":[{"is":"Length","field":"len_descr","of":"descr"},{"is":"Count","field":"num_shape",
"of":"shape"}]}],"enums":[
{"path":"npy::flag","members":[{"id":"false","value":1},{"id":"true","value":2}]}]}}
"""
