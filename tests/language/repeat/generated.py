# Made by `quire gen` 0 from spec.ksy (sha256 2fd989cd1651). Do not edit.
"""repeat."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    Block,
    Bytes,
    FieldsPart,
    LateEnum,
    ListPart,
    Members,
    Parts,
    Struct,
    Writer,
    copied,
    expect_count,
    expect_until,
)
from quire.runtime.direct import new, unpack_s1, unpack_u1, unpack_u2le

__all__ = ["Repeat"]


class Repeat(Struct):
    """Type `repeat`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "num_values",
        "values",
        "pairs",
        "growing",
        "until_zero",
        "until_last",
        "kinds",
        "rest",
    )

    _root: Repeat
    num_values: int
    values: list[int]
    pairs: list[Repeat.Pair]
    growing: list[bytes]
    until_zero: list[int]
    until_last: list[Repeat.Pair]
    kinds: list[Repeat.Kind | int]
    rest: list[int]

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("num_values",)
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("pairs", "counted", ("pairs",), 2, None),
        FieldsPart("_read_part_2"),
        ListPart("until_last", "until", ("until_last",), 0, None),
        FieldsPart("_read_part_4"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            num_values: int
            values: Required[Iterable[int]]
            pairs: Required[Iterable[Repeat.Pair | Repeat.Pair._Fields]]
            growing: Required[Iterable[bytes]]
            until_zero: Required[Iterable[int]]
            until_last: Required[Iterable[Repeat.Pair | Repeat.Pair._Fields]]
            kinds: Required[Iterable[Repeat.Kind | int]]
            rest: Required[Iterable[int]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "num_values", pos)
        self.num_values = unpack_u1(buf, pos)[0]
        pos = stop
        count = self.num_values
        if not 0 <= count * 2 <= end - pos:
            count = self._io_at(pos).count(count, "values", 2)
        self.values = []
        for _ in range(count):
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "values", pos)
            self.values.append(unpack_u2le(buf, pos)[0])
            pos = stop
        count = 2
        if not 0 <= count * 2 <= end - pos:
            count = self._io_at(pos).count(count, "pairs", 2)
        self.pairs = []
        for i in range(count):
            child = new(Repeat.Pair)
            child._parent, child._root = self, self._root
            child.place = i
            pos = child._read_at(buf, pos, end)
            self.pairs.append(child)
        count, here = 3, pos
        if not 0 <= count <= 64:
            count = self._io_at(pos).count(count, "growing", 0)
        self.growing = []
        for i in range(count):
            stop = pos + (i + 1)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "growing", pos)
            self.growing.append(buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop]))
            pos = stop
        if pos - here < count or count > 64:
            self._pay(here, pos, count, "growing")
        self.until_zero = []
        while True:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "until_zero", pos)
            self.until_zero.append(unpack_u1(buf, pos)[0])
            pos = stop
            if self.until_zero[-1] == 0:
                break
        self.until_last = []
        i = 0
        while True:
            child = new(Repeat.Pair)
            child._parent, child._root = self, self._root
            child.place = 9
            pos = child._read_at(buf, pos, end)
            self.until_last.append(child)
            if self.until_last[-1].a == 7 or i == 4:
                break
            i += 1
        count = 2
        if not 0 <= count * 1 <= end - pos:
            count = self._io_at(pos).count(count, "kinds", 1)
        self.kinds = []
        for _ in range(count):
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kinds", pos)
            self.kinds.append(_members_Repeat_Kind[unpack_u1(buf, pos)[0]])
            pos = stop
        self.rest = []
        while pos < end or self._goes_on(buf, pos):
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "rest", pos)
            self.rest.append(unpack_s1(buf, pos)[0])
            pos = stop
        return pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "num_values", pos)
        self.num_values = unpack_u1(buf, pos)[0]
        pos = stop
        count = self.num_values
        if not 0 <= count * 2 <= end - pos:
            count = self._io_at(pos).count(count, "values", 2)
        self.values = []
        for _ in range(count):
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "values", pos)
            self.values.append(unpack_u2le(buf, pos)[0])
            pos = stop
        return pos

    def _count_pairs(self, buf: Bytes, pos: int, end: int) -> int:
        io = self._io_at(pos)
        count = io.count(2, "pairs", 2)
        return count

    def _element_pairs(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Repeat.Pair)
        child._parent, child._root = self, self._root
        child.place = i
        pos = child._read_at(buf, pos, end)
        self.pairs.append(child)
        return pos

    def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
        count, here = 3, pos
        if not 0 <= count <= 64:
            count = self._io_at(pos).count(count, "growing", 0)
        self.growing = []
        for i in range(count):
            stop = pos + (i + 1)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "growing", pos)
            self.growing.append(buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop]))
            pos = stop
        if pos - here < count or count > 64:
            self._pay(here, pos, count, "growing")
        self.until_zero = []
        while True:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "until_zero", pos)
            self.until_zero.append(unpack_u1(buf, pos)[0])
            pos = stop
            if self.until_zero[-1] == 0:
                break
        return pos

    def _element_until_last(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Repeat.Pair)
        child._parent, child._root = self, self._root
        child.place = 9
        pos = child._read_at(buf, pos, end)
        self.until_last.append(child)
        return pos

    def _is_last_until_last(self, buf: Bytes, pos: int, end: int, i: int) -> object:
        return self.until_last[-1].a == 7 or i == 4

    def _read_part_4(self, buf: Bytes, pos: int, end: int) -> int:
        count = 2
        if not 0 <= count * 1 <= end - pos:
            count = self._io_at(pos).count(count, "kinds", 1)
        self.kinds = []
        for _ in range(count):
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kinds", pos)
            self.kinds.append(_members_Repeat_Kind[unpack_u1(buf, pos)[0]])
            pos = stop
        self.rest = []
        while pos < end or self._goes_on(buf, pos):
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "rest", pos)
            self.rest.append(unpack_s1(buf, pos)[0])
            pos = stop
        return pos

    def _derive(self) -> None:
        self._set_derived("num_values", len(self.values), "values")

    def _check(self) -> None:
        expect_count("pairs", self.pairs, 2)
        expect_count("growing", self.growing, 3)
        ends = [until_zero_item == 0 for until_zero_item in self.until_zero]
        expect_until("until_zero", ends)
        ends = [
            until_last_item.a == 7 or i == 4 for i, until_last_item in enumerate(self.until_last)
        ]
        expect_until("until_last", ends)
        expect_count("kinds", self.kinds, 2)

    def _write__seq(self, io: Writer) -> None:
        io.u1(self.num_values, "num_values")
        for values_item in self.values:
            io.u2le(values_item, "values")
        for i, pair in enumerate(self.pairs):
            self._expect_record("pairs", pair, Repeat.Pair)
            pair.place = i
            self._write_child(io, "pairs", pair, Repeat.Pair)
        for i, growing_item in enumerate(self.growing):
            io.put_sized(growing_item, i + 1, "growing")
        for until_zero_item in self.until_zero:
            io.u1(until_zero_item, "until_zero")
        for until_last_item in self.until_last:
            self._expect_record("until_last", until_last_item, Repeat.Pair)
            until_last_item.place = 9
            self._write_child(io, "until_last", until_last_item, Repeat.Pair)
        for kinds_item in self.kinds:
            io.u1(kinds_item, "kinds")
        for rest_item in self.rest:
            io.s1(rest_item, "rest")

    class Kind(LateEnum):
        """Values of `kind`."""

        one = 1

    class Pair(Struct):
        """Type `pair`."""

        __slots__ = ("place", "a", "b")

        _root: Repeat
        _parent: Repeat
        place: int
        a: int
        b: int

        SIZE: ClassVar[int] = 2
        _BLOCK_0: ClassVar[Block] = Block(("a", "u1"), ("b", "u1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                place: int
                a: Required[int]
                b: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            place: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.place = place
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.a, self.b = _unpack_Repeat_Pair_0(buf, pos)
            return stop

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.a, self.b)


# What methods look up, at the price of a name.
_members_Repeat_Kind = Members(lambda: Repeat.Kind)
_unpack_Repeat_Pair_0 = Repeat.Pair._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Repeat":"repeat","Repeat.Pair":"repeat::pair"},
"spec":{"id":"repeat","file":"spec.ksy",
"digest":"2fd989cd16517f2af88247361a8813670f3c7b22cb0ff0025504f2c9c0f125a4","types":[
{"path":"repeat","parent":"any record","endian":"le","fields":[
{"id":"num_values","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"values","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":1,"repeat":{"count":"num_values"}},
{"id":"pairs","type":"repeat::pair[]","stored":{"is":"Record","path":"repeat::pair",
"args":[["place","_index"]]},"size":4,"repeat":{"count":2}},
{"id":"growing","type":"bytes[]","stored":{"is":"Bytes","extent":{"size":["add","_index",1]}},
"repeat":{"count":3}},
{"id":"until_zero","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":1},
"repeat":{"until":["eq","_",0]}},
{"id":"until_last","type":"repeat::pair[]","stored":{"is":"Record","path":"repeat::pair",
"args":[["place",9]]},"repeat":{"until":["or",["eq",["get","_","a"],7],["eq","_index",4]]}},
{"id":"kinds","type":"enum repeat::kind[]","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"repeat::kind"},"size":2,"repeat":{"count":2}},
{"id":"rest","type":"int[]","stored":{"is":"Number","kind":"signed","size":1},"repeat":{}}],
"edges":[{"is":"Count","field":"num_values","of":"values"}]},
{"path":"repeat::pair","parent":"repeat","endian":"le","size":2,"params":[
{"id":"place","type":"int"}],"fields":[
{"id":"a","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"b","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,"size":1}]}],
"enums":[
{"path":"repeat::kind","members":[{"id":"one","value":1}]}]}}
"""
