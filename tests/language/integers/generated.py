# Made by `quire gen` 0 from spec.ksy (sha256 521dffe1d5d5). Do not edit.
"""integers."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Block, Bytes, Struct, Writer
from quire.runtime.direct import new, unpack_s2be, unpack_u2be, unpack_u4le

__all__ = ["Integers"]


class Integers(Struct):
    """Type `integers`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "a",
        "b",
        "c",
        "d",
        "e",
        "f",
        "g",
        "h",
        "i",
        "j",
        "k",
        "low",
        "m",
        "n",
        "o",
        "p",
    )

    _root: Integers
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int
    j: int
    k: int
    low: int
    m: int
    n: int
    o: int
    p: Integers.Little

    SIZE: ClassVar[int] = 66
    _is_top: ClassVar[bool] = True
    _BLOCK_0: ClassVar[Block] = Block(
        ("a", "u1"),
        ("b", "s1"),
        ("c", "u2be"),
        ("d", "s2be"),
        ("e", "u4be"),
        ("f", "s4be"),
        ("g", "u8be"),
        ("h", "s8be"),
    )
    _BLOCK_1: ClassVar[Block] = Block(
        ("i", "u2le"), ("j", "s2le"), ("k", "u4le"), ("low", "s4le"), ("m", "u8le"), ("n", "s8le")
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            a: Required[int]
            b: Required[int]
            c: Required[int]
            d: Required[int]
            e: Required[int]
            f: Required[int]
            g: Required[int]
            h: Required[int]
            i: Required[int]
            j: Required[int]
            k: Required[int]
            low: Required[int]
            m: Required[int]
            n: Required[int]
            o: Required[int]
            p: Required[Integers.Little | Integers.Little._Fields]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 30
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h = _unpack_Integers_0(
            buf, pos
        )
        pos = stop
        stop = pos + 28
        if stop > end:
            buf, end = self._BLOCK_1.reach(self, pos)
        self.i, self.j, self.k, self.low, self.m, self.n = _unpack_Integers_1(buf, pos)
        pos = stop
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "o", pos)
        self.o = unpack_u2be(buf, pos)[0]
        pos = stop
        self.p = child = new(Integers.Little)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        return pos

    def _derive(self) -> None:
        self._make("p", Integers.Little)

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h)
        self._BLOCK_1.write(io, self.i, self.j, self.k, self.low, self.m, self.n)
        io.u2be(self.o, "o")
        self._write_child(io, "p", self.p, Integers.Little)

    class Little(Struct):
        """Type `little`."""

        __slots__ = ("q", "r")

        _root: Integers
        _parent: Integers
        q: int
        r: int

        SIZE: ClassVar[int] = 6

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                q: Required[int]
                r: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "q", pos)
            self.q = unpack_u4le(buf, pos)[0]
            pos = stop
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "r", pos)
            self.r = unpack_s2be(buf, pos)[0]
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.q, "q")
            io.s2be(self.r, "r")


# What methods look up, at the price of a name.
_unpack_Integers_0 = Integers._BLOCK_0.unpack
_unpack_Integers_1 = Integers._BLOCK_1.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Integers":"integers","Integers.Little":"integers::little"},
"spec":{"id":"integers","file":"spec.ksy",
"digest":"521dffe1d5d59acf028e26d2b573464cd56c9840220a337994d59c8f241f8801","types":[
{"path":"integers","parent":"any record","endian":"be","size":66,"fields":[
{"id":"a","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"b","type":"int","stored":{"is":"Number","kind":"signed","size":1},"offset":1,"size":1},
{"id":"c","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},"offset":2,
"size":2},
{"id":"d","type":"int","stored":{"is":"Number","kind":"signed","size":2,"endian":"be"},"offset":4,
"size":2},
{"id":"e","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},"offset":6,
"size":4},
{"id":"f","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"be"},"offset":10,
"size":4},
{"id":"g","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"be"},
"offset":14,"size":8},
{"id":"h","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"be"},"offset":22,
"size":8},
{"id":"i","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":30,"size":2},
{"id":"j","type":"int","stored":{"is":"Number","kind":"signed","size":2,"endian":"le"},"offset":32,
"size":2},
{"id":"k","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":34,"size":4},
{"id":"low","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":38,"size":4},
{"id":"m","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":42,"size":8},
{"id":"n","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},"offset":50,
"size":8},
{"id":"o","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":58,"size":2},
{"id":"p","type":"integers::little","stored":{"is":"Record","path":"integers::little"},"offset":60,
"size":6}]},
{"path":"integers::little","parent":"integers","endian":"le","size":6,"fields":[
{"id":"q","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},"offset":0,
"size":4},
{"id":"r","type":"int","stored":{"is":"Number","kind":"signed","size":2,"endian":"be"},"offset":4,
"size":2}]}]}}
"""
