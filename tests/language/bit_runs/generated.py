# Made by `quire gen` 0 from spec.ksy (sha256 608cd9033892). Do not edit.
"""bit_runs."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import BitRun, Bytes, LateEnum, Members, Struct, Writer, expect_equal
from quire.runtime.direct import new, unpack_u1

__all__ = ["BitRuns"]


class BitRuns(Struct):
    """Type `bit_runs`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "is_packed",
        "is_signed",
        "kind",
        "level",
        "number",
        "high",
        "inner",
        "first",
        "checked",
        "wide",
        "none",
        "all",
    )

    _root: BitRuns
    is_packed: bool
    is_signed: bool
    kind: BitRuns.Kind | int
    level: int
    number: int
    high: int
    inner: BitRuns.Inner
    first: int
    checked: int
    wide: int
    none: bool
    all: BitRuns.All | int

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("checked",)
    _BITS_0: ClassVar[BitRun] = BitRun(
        "le", ("is_packed", "flag"), ("is_signed", "flag"), ("kind", "b2"), ("level", "b20")
    )
    _BITS_1: ClassVar[BitRun] = BitRun("le", ("wide", "b70"), ("none", "flag"), ("all", "b1"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            is_packed: Required[bool]
            is_signed: Required[bool]
            kind: Required[BitRuns.Kind | int]
            level: Required[int]
            number: Required[int]
            high: Required[int]
            inner: Required[BitRuns.Inner | BitRuns.Inner._Fields]
            first: Required[int]
            checked: int
            wide: Required[int]
            none: Required[bool]
            all: Required[BitRuns.All | int]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 3
        if stop > end:
            buf, end = self._BITS_0.reach(self, pos)
        bits = int.from_bytes(buf[pos : pos + 3], "little")
        pos = stop
        self.is_packed = bits & 0x1 != 0
        self.is_signed = bits & 0x2 != 0
        self.kind = _members_BitRuns_Kind[bits >> 2 & 0x3]
        self.level = bits >> 4
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "number", pos)
        self.number = unpack_u1(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self.high = io.bits_be(4, "high")
        pos = io._pos
        self.inner = child = new(BitRuns.Inner)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        io = self._io_at(pos)
        self.first = io.bits_be(3, "first")
        start = io._pos - (io.bits_left > 0)
        self.checked = io.bits_be(5, "checked")
        pos = io._pos
        if self.checked != 9:
            io = self._io_at(pos)
            expect_equal("checked", self.checked, 9, io, io._pos - start, place="/seq/8")
        io = self._io_at(pos)
        bits = self._BITS_1.read(io)
        pos = io._pos
        self.wide = bits & (1 << 70) - 1
        self.none = bits >> 70 & 1 != 0
        self.all = _members_BitRuns_All[bits >> 71]
        return pos

    def _derive(self) -> None:
        self._set_derived("checked", 9, "the format")
        self._make("inner", BitRuns.Inner)

    def _write__seq(self, io: Writer) -> None:
        self._BITS_0.write(io, self.is_packed, self.is_signed, self.kind, self.level)
        io.u1(self.number, "number")
        io.bits_be(4, self.high, "high")
        self._write_child(io, "inner", self.inner, BitRuns.Inner)
        io.bits_be(3, self.first, "first")
        io.bits_be(5, self.checked, "checked")
        self._BITS_1.write(io, self.wide, self.none, self.all)

    class Kind(LateEnum):
        """Values of `kind`."""

        data = 2
        index = 3

    class All(LateEnum):
        """Values of `all`."""

        no = 0
        yes = 1

    class Inner(Struct):
        """Begins in the middle of a byte."""

        __slots__ = ("class_", "is_last", "_unnamed2", "rest")

        _root: BitRuns
        _parent: BitRuns
        class_: int
        is_last: bool
        _unnamed2: int
        rest: int

        _BITS_0: ClassVar[BitRun] = BitRun(
            "be", ("class", "b3"), ("is_last", "flag"), ("_unnamed2", "b5"), ("rest", "b3")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                class_: Required[int]
                is_last: Required[bool]
                _unnamed2: int
                rest: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            bits = self._BITS_0.read(io)
            pos = io._pos
            self.class_ = bits >> 9
            self.is_last = bits & 0x100 != 0
            self._unnamed2 = bits >> 3 & 0x1F
            self.rest = bits & 0x7
            return pos

        def _derive(self) -> None:
            self._set_default("_unnamed2", 0)

        def _write__seq(self, io: Writer) -> None:
            self._BITS_0.write(io, self.class_, self.is_last, self._unnamed2, self.rest)


# What methods look up, at the price of a name.
_members_BitRuns_All = Members(lambda: BitRuns.All)
_members_BitRuns_Kind = Members(lambda: BitRuns.Kind)


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"BitRuns":"bit_runs","BitRuns.Inner":"bit_runs::inner"},
"spec":{"id":"bit_runs","file":"spec.ksy",
"digest":"608cd9033892ad68b8269fbc0d9ff2471859d49c503fa5345b909ce1b8fcf2cd","types":[
{"path":"bit_runs","parent":"any record","endian":"le","fields":[
{"id":"is_packed","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0},
{"id":"is_signed","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":1},
{"id":"kind","type":"enum bit_runs::kind","stored":{"is":"Bits","width":2,"endian":"le",
"enum":"bit_runs::kind"},"offset":0,"bit":2},
{"id":"level","type":"int","stored":{"is":"Bits","width":20,"endian":"le"},"offset":0,"bit":4},
{"id":"number","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":3,
"size":1},
{"id":"high","type":"int","stored":{"is":"Bits","width":4,"endian":"be"},"offset":4},
{"id":"inner","type":"bit_runs::inner","stored":{"is":"Record","path":"bit_runs::inner"}},
{"id":"first","type":"int","stored":{"is":"Bits","width":3,"endian":"be"}},
{"id":"checked","type":"int","stored":{"is":"Bits","width":5,"endian":"be"},
"valid":[{"kind":"equal","args":[9]}]},
{"id":"wide","type":"int","stored":{"is":"Bits","width":70,"endian":"le"}},
{"id":"none","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true}},
{"id":"all","type":"enum bit_runs::all","stored":{"is":"Bits","width":1,"endian":"le",
"enum":"bit_runs::all"}}]},
{"path":"bit_runs::inner","parent":"bit_runs","endian":"le","fields":[
{"id":"class","type":"int","stored":{"is":"Bits","width":3,"endian":"be"},"offset":0},
{"id":"is_last","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},"offset":0,
"bit":3},
{"id":"_unnamed2","type":"int","stored":{"is":"Bits","width":5,"endian":"be"},"offset":0,"bit":4},
{"id":"rest","type":"int","stored":{"is":"Bits","width":3,"endian":"be"},"offset":1,"bit":1}],
"doc":"Begins in the middle of a byte."}],"enums":[
{"path":"bit_runs::kind","members":[{"id":"data","value":2},{"id":"index","value":3}]},
{"path":"bit_runs::all","members":[{"id":"no","value":0},{"id":"yes","value":1}]}]}}
"""
