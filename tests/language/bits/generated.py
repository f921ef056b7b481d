# Made by `quire gen` 0 from spec.ksy (sha256 49c1ea0bd166). Do not edit.
"""bits."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import BitRun, Bytes, LateEnum, Members, Struct, Writer, computed, expect_count
from quire.runtime.direct import new, unpack_u1, unpack_u2be, unpack_u2le

__all__ = ["Bits"]


class Bits(Struct):
    """Type `bits`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "version",
        "is_last",
        "kind",
        "flags",
        "wide",
        "byte",
        "dropped",
        "word",
        "low",
        "high",
        "pair",
        "very_wide",
    )

    _root: Bits
    version: int
    is_last: bool
    kind: Bits.Kind | int
    flags: list[bool]
    wide: int
    byte: int
    dropped: int
    word: int
    low: int
    high: int
    pair: Bits.Pair
    very_wide: int

    SIZE: ClassVar[int] = 19
    _is_top: ClassVar[bool] = True
    _BITS_0: ClassVar[BitRun] = BitRun("be", ("version", "b4"), ("is_last", "flag"), ("kind", "b3"))
    _BITS_1: ClassVar[BitRun] = BitRun("le", ("low", "b3"), ("high", "b13"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            version: Required[int]
            is_last: Required[bool]
            kind: Required[Bits.Kind | int]
            flags: Required[Iterable[bool]]
            wide: Required[int]
            byte: Required[int]
            dropped: Required[int]
            word: Required[int]
            low: Required[int]
            high: Required[int]
            pair: Required[Bits.Pair | Bits.Pair._Fields]
            very_wide: Required[int]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._BITS_0.reach(self, pos)
        bits = buf[pos]
        pos = stop
        self.version = bits >> 4
        self.is_last = bits & 0x8 != 0
        self.kind = _members_Bits_Kind[bits & 0x7]
        count, here = 3, pos
        if not 0 <= count <= 64:
            count = self._io_at(pos).count(count, "flags", 0)
        self.flags = []
        for _ in range(count):
            io = self._io_at(pos)
            self.flags.append(io.bits_be(1, "flags") == 1)
            pos = io._pos
        if pos - here < count or count > 64:
            self._pay(here, pos, count, "flags")
        io = self._io_at(pos)
        self.wide = io.bits_be(13, "wide")
        pos = io._pos
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "byte", pos)
        self.byte = unpack_u1(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self.dropped = io.bits_be(5, "dropped")
        pos = io._pos
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "word", pos)
        self.word = unpack_u2be(buf, pos)[0]
        pos = stop
        stop = pos + 2
        if stop > end:
            buf, end = self._BITS_1.reach(self, pos)
        bits = unpack_u2le(buf, pos)[0]
        pos = stop
        self.low = bits & 0x7
        self.high = bits >> 3
        self.pair = child = new(Bits.Pair)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        io = self._io_at(pos)
        self.very_wide = io.bits_be(68, "very_wide")
        return io._pos

    def _derive(self) -> None:
        self._make("pair", Bits.Pair)

    def _check(self) -> None:
        expect_count("flags", self.flags, 3)

    def _write__seq(self, io: Writer) -> None:
        self._BITS_0.write(io, self.version, self.is_last, self.kind)
        for flag in self.flags:
            io.bits_be(1, int(flag), "flags")
        io.bits_be(13, self.wide, "wide")
        io.u1(self.byte, "byte")
        io.bits_be(5, self.dropped, "dropped")
        io.u2be(self.word, "word")
        self._BITS_1.write(io, self.low, self.high)
        self._write_child(io, "pair", self.pair, Bits.Pair)
        io.bits_be(68, self.very_wide, "very_wide")

    @computed
    def sum(self) -> int:
        """Instance `sum`."""
        return self.version + int(self.kind) + (1 if self.is_last else 0)

    class Kind(LateEnum):
        """Values of `kind`."""

        data = 2
        index = 5

    class Pair(Struct):
        """Type `pair`."""

        __slots__ = ("a", "b")

        _root: Bits
        _parent: Bits
        a: int
        b: int

        _BITS_0: ClassVar[BitRun] = BitRun("be", ("a", "b6"), ("b", "b6"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                a: Required[int]
                b: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            bits = self._BITS_0.read(io)
            pos = io._pos
            self.a = bits >> 6
            self.b = bits & 0x3F
            return pos

        def _write__seq(self, io: Writer) -> None:
            self._BITS_0.write(io, self.a, self.b)


# What methods look up, at the price of a name.
_members_Bits_Kind = Members(lambda: Bits.Kind)


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Bits":"bits","Bits.Pair":"bits::pair"},
"spec":{"id":"bits","file":"spec.ksy",
"digest":"49c1ea0bd166f831b6d8747f67e2a8c79e3f8029a6129c9a02934acfbc4b5e43","types":[
{"path":"bits","parent":"any record","endian":"be","size":19,"fields":[
{"id":"version","type":"int","stored":{"is":"Bits","width":4,"endian":"be"},"offset":0},
{"id":"is_last","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},"offset":0,
"bit":4},
{"id":"kind","type":"enum bits::kind","stored":{"is":"Bits","width":3,"endian":"be",
"enum":"bits::kind"},"offset":0,"bit":5},
{"id":"flags","type":"bool[]","stored":{"is":"Bits","width":1,"endian":"be","flag":true},"offset":1,
"repeat":{"count":3}},
{"id":"wide","type":"int","stored":{"is":"Bits","width":13,"endian":"be"},"offset":1,"bit":3},
{"id":"byte","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":3,"size":1},
{"id":"dropped","type":"int","stored":{"is":"Bits","width":5,"endian":"be"},"offset":4},
{"id":"word","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":5,"size":2},
{"id":"low","type":"int","stored":{"is":"Bits","width":3,"endian":"le"},"offset":7},
{"id":"high","type":"int","stored":{"is":"Bits","width":13,"endian":"le"},"offset":7,"bit":3},
{"id":"pair","type":"bits::pair","stored":{"is":"Record","path":"bits::pair"},"offset":9},
{"id":"very_wide","type":"int","stored":{"is":"Bits","width":68,"endian":"be"},"offset":10,
"bit":4}],"instances":[
{"id":"sum","type":"int","value":["add",["add","version",["to_i","kind"]],["if","is_last",1,0]]}]},
{"path":"bits::pair","parent":"bits","endian":"be","fields":[
{"id":"a","type":"int","stored":{"is":"Bits","width":6,"endian":"be"},"offset":0},
{"id":"b","type":"int","stored":{"is":"Bits","width":6,"endian":"be"},"offset":0,"bit":6}]}],
"enums":[
{"path":"bits::kind","members":[{"id":"data","value":2},{"id":"index","value":5}]}]}}
"""
