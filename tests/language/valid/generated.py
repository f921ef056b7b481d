# Made by `quire gen` 0 from spec.ksy (sha256 3ee2b549c1c7). Do not edit.
"""valid."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    Block,
    Bytes,
    LateEnum,
    Members,
    Struct,
    Writer,
    copied,
    encode_text,
    expect_any_of,
    expect_at_least,
    expect_at_most,
    expect_count,
    expect_equal,
    expect_member,
    expect_that,
)
from quire.runtime.direct import unpack_u1

__all__ = ["Valid"]


class Valid(Struct):
    """Type `valid`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "exact",
        "exact_eq",
        "ranged",
        "at_least",
        "listed",
        "even",
        "kind",
        "any_kind",
        "word",
        "raw",
        "each",
        "rising",
    )

    _root: Valid
    exact: int
    exact_eq: int
    ranged: int
    at_least: float
    listed: int
    even: int
    kind: Valid.Kind | int
    any_kind: Valid.Kind | int
    word: str
    raw: bytes
    each: list[int]
    rising: list[int]

    SIZE: ClassVar[int] = 21
    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("exact", "exact_eq", "kind", "word", "raw")
    _BLOCK_0: ClassVar[Block] = Block(
        ("exact", "u2le"),
        ("exact_eq", "u1"),
        ("ranged", "s1"),
        ("at_least", "f4le"),
        ("listed", "u1"),
        ("even", "u2le"),
        ("kind", "u1"),
        ("any_kind", "u1"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            exact: int
            exact_eq: int
            ranged: Required[int]
            at_least: Required[float]
            listed: Required[int]
            even: Required[int]
            kind: Valid.Kind | int
            any_kind: Required[Valid.Kind | int]
            word: str
            raw: bytes
            each: Required[Iterable[int]]
            rising: Required[Iterable[int]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 13
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        (
            self.exact,
            self.exact_eq,
            self.ranged,
            self.at_least,
            self.listed,
            self.even,
            self.kind,
            self.any_kind,
        ) = _unpack_Valid_0(buf, pos)
        pos = stop
        self.kind = _members_Valid_Kind[self.kind]
        self.any_kind = _members_Valid_Kind[self.any_kind]
        if self.exact != 0x102:
            io = self._io_at(pos)
            expect_equal("exact", self.exact, 0x102, io, 13, place="/seq/0")
        if self.exact_eq != 2 + 1:
            io = self._io_at(pos)
            expect_equal("exact_eq", self.exact_eq, 2 + 1, io, 11, place="/seq/1")
        if not self.ranged >= -5:
            io = self._io_at(pos)
            expect_at_least("ranged", self.ranged, -5, io, 10, place="/seq/2")
        if not self.ranged <= 5:
            io = self._io_at(pos)
            expect_at_most("ranged", self.ranged, 5, io, 10, place="/seq/2")
        if not self.at_least >= 0.5:
            io = self._io_at(pos)
            expect_at_least("at_least", self.at_least, 0.5, io, 9, place="/seq/3")
        if self.listed not in (1, 2, 0x10):
            io = self._io_at(pos)
            expect_any_of("listed", self.listed, (1, 2, 0x10), io, 5, place="/seq/4")
        if not (self.even % 2 == 0 and self.even > self.ranged):
            io = self._io_at(pos)
            expect_that(
                "even",
                self.even,
                self.even % 2 == 0 and self.even > self.ranged,
                "_ % 2 == 0 and _ > ranged",
                io,
                4,
                place="/seq/5",
            )
        if self.kind != Valid.Kind.good:
            io = self._io_at(pos)
            expect_equal("kind", self.kind, Valid.Kind.good, io, 2, place="/seq/6")
        if type(self.any_kind) is int:
            io = self._io_at(pos)
            expect_member("any_kind", self.any_kind, Valid.Kind, io, 1, place="/seq/7")
        start = pos
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "word", pos)
        self.word = str(buf[pos:stop], "ascii")
        pos = stop
        if self.word != "hi":
            io = self._io_at(pos)
            expect_equal("word", self.word, "hi", io, io._pos - start, place="/seq/8")
        start = pos
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "raw", pos)
        self.raw = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        if self.raw != b"\x00\xff":
            io = self._io_at(pos)
            expect_equal("raw", self.raw, b"\x00\xff", io, io._pos - start, place="/seq/9")
        count = 2
        if not 0 <= count * 1 <= end - pos:
            count = self._io_at(pos).count(count, "each", 1)
        self.each = []
        for _ in range(count):
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "each", pos)
            self.each.append(unpack_u1(buf, pos)[0])
            pos = stop
            if not self.each[-1] <= 9:
                io = self._io_at(pos)
                expect_at_most("each", self.each[-1], 9, io, 1, place="/seq/10")
        count = 2
        if not 0 <= count * 1 <= end - pos:
            count = self._io_at(pos).count(count, "rising", 1)
        self.rising = []
        for i in range(count):
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "rising", pos)
            self.rising.append(unpack_u1(buf, pos)[0])
            pos = stop
            if not self.rising[-1] >= i:
                io = self._io_at(pos)
                expect_at_least("rising", self.rising[-1], i, io, 1, place="/seq/11")
        return pos

    def _derive(self) -> None:
        self._set_derived("exact", 0x102, "the format")
        self._set_derived("exact_eq", 2 + 1, "the format")
        self._set_derived("kind", Valid.Kind.good, "the format")
        self._set_derived("word", "hi", "the format")
        self._set_derived("raw", b"\x00\xff", "the format")

    def _check(self) -> None:
        expect_at_least("ranged", self.ranged, -5, place="/seq/2")
        expect_at_most("ranged", self.ranged, 5, place="/seq/2")
        expect_at_least("at_least", self.at_least, 0.5, place="/seq/3")
        expect_any_of("listed", self.listed, (1, 2, 0x10), place="/seq/4")
        expect_that(
            "even",
            self.even,
            self.even % 2 == 0 and self.even > self.ranged,
            "_ % 2 == 0 and _ > ranged",
            place="/seq/5",
        )
        expect_member("any_kind", self.any_kind, Valid.Kind, place="/seq/7")
        expect_count("each", self.each, 2)
        for each_item in self.each:
            expect_at_most("each", each_item, 9, place="/seq/10")
        expect_count("rising", self.rising, 2)
        for i, rising_item in enumerate(self.rising):
            expect_at_least("rising", rising_item, i, place="/seq/11")

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(
            io,
            self.exact,
            self.exact_eq,
            self.ranged,
            self.at_least,
            self.listed,
            self.even,
            self.kind,
            self.any_kind,
        )
        io.put_sized(encode_text(self.word, "ascii", "word"), 2, "word")
        io.put_sized(self.raw, 2, "raw")
        for each_item in self.each:
            io.u1(each_item, "each")
        for rising_item in self.rising:
            io.u1(rising_item, "rising")

    class Kind(LateEnum):
        """Values of `kind`."""

        good = 1
        bad = 2


# What methods look up, at the price of a name.
_members_Valid_Kind = Members(lambda: Valid.Kind)
_unpack_Valid_0 = Valid._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Valid":"valid"},
"spec":{"id":"valid","file":"spec.ksy",
"digest":"3ee2b549c1c71d3a13fcffc180a6c6c35f532e66beab563c9dbb8961e90b1148","types":[
{"path":"valid","parent":"any record","endian":"le","size":21,"fields":[
{"id":"exact","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":0,"size":2,"valid":[{"kind":"equal","args":[{"int":"0x102"}]}]},
{"id":"exact_eq","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":2,
"size":1,"valid":[{"kind":"equal","args":[["add",2,1]]}]},
{"id":"ranged","type":"int","stored":{"is":"Number","kind":"signed","size":1},"offset":3,"size":1,
"valid":[{"kind":"at_least","args":[["neg",5]]},{"kind":"at_most","args":[5]}]},
{"id":"at_least","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"le"},
"offset":4,"size":4,"valid":[{"kind":"at_least","args":[0.5]}]},
{"id":"listed","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":8,"size":1,
"valid":[{"kind":"any_of","args":[1,2,{"int":"0x10"}]}]},
{"id":"even","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":9,"size":2,"valid":[{"kind":"that","args":[["and",["eq",["mod","_",2],0],["gt","_",
"ranged"]]]}]},
{"id":"kind","type":"enum valid::kind","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"valid::kind"},"offset":11,"size":1,"valid":[{"kind":"equal","args":[["enum","valid::kind",
"good"]]}]},
{"id":"any_kind","type":"enum valid::kind","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"valid::kind"},"offset":12,"size":1,"valid":[{"kind":"member"}]},
{"id":"word","type":"str","stored":{"is":"Text","encoding":"ascii","extent":{"size":2}},"offset":13,
"size":2,"valid":[{"kind":"equal","args":[["text","hi"]]}]},
{"id":"raw","type":"bytes","stored":{"is":"Bytes","extent":{"size":2}},"offset":15,"size":2,
"valid":[{"kind":"equal","args":[{"hex":"00ff"}]}]},
{"id":"each","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":1},"offset":17,
"size":2,"repeat":{"count":2},"valid":[{"kind":"at_most","args":[9]}]},
{"id":"rising","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":1},"offset":19,
"size":2,"repeat":{"count":2},"valid":[{"kind":"at_least","args":["_index"]}]}]}],"enums":[
{"path":"valid::kind","members":[{"id":"good","value":1},{"id":"bad","value":2}]}]}}
"""
