# Made by `quire gen` 0 from spec.ksy (sha256 7fc5126e6deb). Do not edit.
"""sync."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    Block,
    Bytes,
    FieldsPart,
    Fixed,
    ListPart,
    Opened,
    Parts,
    Raw,
    RecordPart,
    Struct,
    Writer,
    expect_at_most,
    expect_few,
    expect_until,
)
from quire.runtime.direct import new, unpack_u1, unpack_u2le

__all__ = ["Sync"]


class Sync(Struct):
    """Type `sync`."""

    __slots__ = ("_start", "_end", "_stop", "len_body", "body", "ends", "_stored_body")

    _root: Sync
    _stored_body: bytes
    len_body: int
    body: Sync.Body
    ends: list[Sync.End]

    _is_top: ClassVar[bool] = True
    _raw_body = Raw("body")
    _own_streams: ClassVar[tuple[str, ...]] = ("body",)
    _derived: ClassVar[tuple[str, ...]] = ("len_body",)
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        RecordPart("body"),
        ListPart("ends", "until", ("ends",), 0, None, b"\xee\xdd"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            len_body: int
            body: Required[Sync.Body | Sync.Body._Fields]
            ends: Required[Iterable[Sync.End | Sync.End._Fields]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "len_body", pos)
        self.len_body = unpack_u1(buf, pos)[0]
        pos = stop
        stop = pos + self.len_body
        if stop > end:
            buf, end = self._reach(stop - pos, "body", pos)
        self.body = child = new(Sync.Body)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        pos = stop
        self.ends = []
        pos = self._read_synced("ends", ("ends",), b"\xee\xdd", None, buf, pos, end)
        return pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "len_body", pos)
        self.len_body = unpack_u1(buf, pos)[0]
        return stop

    def _open_body(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
        stop = pos + self.len_body
        if stop > end:
            buf, end = self._reach(stop - pos, "body", pos)
        self.body = child = new(Sync.Body)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        return child, buf, pos, stop

    def _element_ends(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Sync.End)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.ends.append(child)
        return pos

    def _is_last_ends(self, buf: Bytes, pos: int, end: int, i: int) -> object:
        return self.ends[-1].is_last == 1

    def _derive(self) -> None:
        self._make("body", Sync.Body)

    def _check(self) -> None:
        ends = [ends_item.is_last == 1 for ends_item in self.ends]
        expect_until("ends", ends)

    def _write__seq(self, io: Writer) -> None:
        self._stored_body = self._window(
            io, "body", self.body, Sync.Body, grows=True, in_pieces=True
        )
        self._set_window("len_body", len(self._stored_body), "body")
        io.u1(self.len_body, "len_body")
        io.put_sized(self._stored_body, self.len_body, "body")
        for i, ends_item in enumerate(self.ends):
            self._put_gap(io, "ends", i)
            self._write_child(io, "ends", ends_item, Sync.End)
        self._put_gap(io, "ends", len(self.ends))

    class Body(Struct):
        """Type `body`."""

        __slots__ = ("_start", "_end", "_stop", "marks")

        _root: Sync
        _parent: Sync
        marks: list[Sync.Mark]

        _PARTS: ClassVar[Parts] = (ListPart("marks", "end", ("marks",), 0, 10, b"MK"),)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                marks: Required[Iterable[Sync.Mark | Sync.Mark._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.marks = []
            pos = self._read_synced("marks", ("marks",), b"MK", 10, buf, pos, end)
            return pos

        def _element_marks(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Sync.Mark)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.marks.append(child)
            return pos

        def _write__seq(self, io: Writer) -> None:
            expect_few("marks", self.marks, limit=0xA)
            for i, mark in enumerate(self.marks):
                self._put_gap(io, "marks", i)
                self._write_child(io, "marks", mark, Sync.Mark)
            self._put_gap(io, "marks", len(self.marks))

    class Mark(Struct):
        """Type `mark`."""

        __slots__ = ("head", "value")

        _root: Sync
        _parent: Sync.Body
        head: Sync.Head
        value: int

        SIZE: ClassVar[int] = 5

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                head: Required[Sync.Head | Sync.Head._Fields]
                value: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.head = child = new(Sync.Head)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "value", pos)
            self.value = unpack_u2le(buf, pos)[0]
            pos = stop
            if not self.value <= 1000:
                io = self._io_at(pos)
                expect_at_most("value", self.value, 1000, io, 2, place="/types/mark/seq/1")
            return pos

        def _derive(self) -> None:
            self._make("head", Sync.Head)

        def _check(self) -> None:
            expect_at_most("value", self.value, 1000, place="/types/mark/seq/1")

        def _write__seq(self, io: Writer) -> None:
            self._write_child(io, "head", self.head, Sync.Head)
            io.u2le(self.value, "value")

    class Head(Struct):
        """Type `head`."""

        __slots__ = ("magic", "number")

        _root: Sync
        _parent: Sync.Mark
        magic: bytes
        number: int

        SIZE: ClassVar[int] = 3
        _derived: ClassVar[tuple[str, ...]] = ("magic",)
        _FIXED_0: ClassVar[Fixed] = Fixed(("magic", b"MK", "/types/head/seq/0"), ("number", "u1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                magic: bytes
                number: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 3
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_magic, self.number = _unpack_Sync_Head_FIXED_0(buf, pos)
            if stored_magic != b"MK":
                self._look_at(pos).contents(b"MK", "magic", "/types/head/seq/0")
            self.magic = b"MK"
            return stop

        def _derive(self) -> None:
            self._set_derived("magic", b"MK", "the format")

        def _write__seq(self, io: Writer) -> None:
            io.put(self.magic)
            io.u1(self.number, "number")

    class End(Struct):
        """Type `end`."""

        __slots__ = ("magic", "is_last")

        _root: Sync
        _parent: Sync
        magic: int
        is_last: int

        SIZE: ClassVar[int] = 3
        _BLOCK_0: ClassVar[Block] = Block(("magic", "u2le"), ("is_last", "u1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                magic: Required[int]
                is_last: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 3
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.magic, self.is_last = _unpack_Sync_End_0(buf, pos)
            pos = stop
            if not self.is_last <= 1:
                io = self._io_at(pos)
                expect_at_most("is_last", self.is_last, 1, io, 1, place="/types/end/seq/1")
            return pos

        def _check(self) -> None:
            expect_at_most("is_last", self.is_last, 1, place="/types/end/seq/1")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.magic, self.is_last)


# What methods look up, at the price of a name.
_unpack_Sync_End_0 = Sync.End._BLOCK_0.unpack
_unpack_Sync_Head_FIXED_0 = Sync.Head._FIXED_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Sync":"sync","Sync.Body":"sync::body","Sync.Mark":"sync::mark",
"Sync.Head":"sync::head","Sync.End":"sync::end"},
"spec":{"id":"sync","file":"spec.ksy",
"digest":"7fc5126e6deb93d214bb4f253ac705188fdbe29162892685b73cea2819023b1f","types":[
{"path":"sync","parent":"any record","endian":"le","fields":[
{"id":"len_body","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"body","type":"sync::body","stored":{"is":"Record","path":"sync::body",
"extent":{"size":"len_body"}},"offset":1},
{"id":"ends","type":"sync::end[]","stored":{"is":"Record","path":"sync::end"},
"repeat":{"until":["eq",["get","_","is_last"],1],"sync":{"hex":"eedd"}}}],"edges":[{"is":"Length",
"field":"len_body","of":"body","at_least":true}]},
{"path":"sync::body","parent":"sync","endian":"le","fields":[
{"id":"marks","type":"sync::mark[]","stored":{"is":"Record","path":"sync::mark"},"offset":0,
"repeat":{"limit":10,"sync":{"hex":"4d4b"}}}]},
{"path":"sync::mark","parent":"sync::body","endian":"le","size":5,"fields":[
{"id":"head","type":"sync::head","stored":{"is":"Record","path":"sync::head"},"offset":0,"size":3},
{"id":"value","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":3,"size":2,"valid":[{"kind":"at_most","args":[1000]}]}]},
{"path":"sync::head","parent":"sync::mark","endian":"le","size":3,"fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":2}},"offset":0,"size":2,
"contents":{"hex":"4d4b"}},
{"id":"number","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":2,
"size":1}]},
{"path":"sync::end","parent":"sync","endian":"le","size":3,"fields":[
{"id":"magic","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":0,"size":2},
{"id":"is_last","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":2,
"size":1,"valid":[{"kind":"at_most","args":[1]}]}]}]}}
"""
