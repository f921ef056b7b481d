# Made by `quire gen` 0 from spec.ksy (sha256 42dcf888c6d3). Do not edit.
"""substreams."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    Bytes,
    FieldsPart,
    ListPart,
    Parts,
    Raw,
    Struct,
    Writer,
    computed,
    copied,
    expect_count,
    instance,
    size_of,
)
from quire.runtime.direct import new, unpack_u1, unpack_u2le

__all__ = ["Substreams"]


class Substreams(Struct):
    """Type `substreams`."""

    __slots__ = ("_start", "_end", "_stop", "len_head", "head", "parts", "after", "_stored_head")

    _root: Substreams
    _stored_head: bytes
    len_head: int
    head: Substreams.Head
    parts: list[Substreams.Part]
    after: int

    _is_top: ClassVar[bool] = True
    _raw_head = Raw("head")
    _raw_parts = Raw("parts")
    _places: ClassVar[bool] = True
    _own_streams: ClassVar[tuple[str, ...]] = ("head", "parts")
    _derived: ClassVar[tuple[str, ...]] = ("len_head",)
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("parts", "counted", ("parts",), 3, None),
        FieldsPart("_read_part_2"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            len_head: int
            head: Required[Substreams.Head | Substreams.Head._Fields]
            parts: Required[Iterable[Substreams.Part | Substreams.Part._Fields]]
            after: Required[int]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "len_head", pos)
        self.len_head = unpack_u1(buf, pos)[0]
        pos = stop
        stop = pos + self.len_head
        if stop > end:
            buf, end = self._reach(stop - pos, "head", pos)
        self.head = child = new(Substreams.Head)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        pos = stop
        count = 2
        if not 0 <= count * 3 <= end - pos:
            count = self._io_at(pos).count(count, "parts", 3)
        self.parts, pos = self._once_at(
            Substreams.Part, buf, pos, end, count, "parts", by_ways=True, size=3
        )
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "after", pos)
        self.after = unpack_u1(buf, pos)[0]
        return stop

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "len_head", pos)
        self.len_head = unpack_u1(buf, pos)[0]
        pos = stop
        stop = pos + self.len_head
        if stop > end:
            buf, end = self._reach(stop - pos, "head", pos)
        self.head = child = new(Substreams.Head)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        return stop

    def _count_parts(self, buf: Bytes, pos: int, end: int) -> int:
        io = self._io_at(pos)
        count = io.count(2, "parts", 3)
        return count

    def _element_parts(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        stop = pos + 3
        if stop > end:
            buf, end = self._reach(stop - pos, "parts", pos)
        child = new(Substreams.Part)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        pos = stop
        self.parts.append(child)
        return pos

    def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "after", pos)
        self.after = unpack_u1(buf, pos)[0]
        return stop

    def _derive(self) -> None:
        self._make("head", Substreams.Head)

    def _check(self) -> None:
        expect_count("parts", self.parts, 2)

    def _write__seq(self, io: Writer) -> None:
        self._stored_head = self._window(
            io, "head", self.head, Substreams.Head, grows=True, in_pieces=True
        )
        self._set_window("len_head", len(self._stored_head), "head")
        io.u1(self.len_head, "len_head")
        io.put_sized(self._stored_head, self.len_head, "head")
        for part in self._seen_in(self.parts, io):
            io.put_sized(
                self._window(io, "parts", part, Substreams.Part, size=3, in_pieces=True), 3, "parts"
            )
        io.u1(self.after, "after")

    class Head(Struct):
        """Type `head`."""

        __slots__ = ("_start", "_end", "_stop", "version", "rest")

        _root: Substreams
        _parent: Substreams
        version: int
        rest: bytes

        _placed: ClassVar[tuple[str, ...]] = ("at_start",)
        _places: ClassVar[bool] = True
        _goes_by_place: ClassVar[bool] = True
        _goes_by_size: ClassVar[bool] = True

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                version: Required[int]
                rest: Required[bytes]
                at_start: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "version", pos)
            self.version = unpack_u1(buf, pos)[0]
            pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.rest = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.version, "version")
            io.put(self.rest)
            self._place(io, "at_start")

        @instance
        def at_start(self) -> int:
            """Instance `at_start`."""
            value: int = unpack_u2le(self._peek(self, "at_start", 0, 2))[0]
            return value

        def _position_at_start(self) -> int:
            return 0

        def _put_at_start(self, io: Writer) -> None:
            io.u2le(self.at_start, "at_start")

        @computed
        def size_here(self) -> int:
            """Instance `size_here`."""
            return size_of(self)

    class Part(Struct):
        """Type `part`."""

        __slots__ = ("_start", "_end", "_stop", "numbers")

        _root: Substreams
        _parent: Substreams
        numbers: list[int]

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                numbers: Required[Iterable[int]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.numbers = []
            while pos < end or self._goes_on(buf, pos):
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "numbers", pos)
                self.numbers.append(unpack_u1(buf, pos)[0])
                pos = stop
            return pos

        def _write__seq(self, io: Writer) -> None:
            for number in self.numbers:
                io.u1(number, "numbers")


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Substreams":"substreams","Substreams.Head":"substreams::head",
"Substreams.Part":"substreams::part"},
"spec":{"id":"substreams","file":"spec.ksy",
"digest":"42dcf888c6d3e8d63359430174589fa203bcb543d51418e0c95e3437afa605e8","types":[
{"path":"substreams","parent":"any record","endian":"le","fields":[
{"id":"len_head","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"head","type":"substreams::head","stored":{"is":"Record","path":"substreams::head",
"extent":{"size":"len_head"}},"offset":1},
{"id":"parts","type":"substreams::part[]","stored":{"is":"Record","path":"substreams::part",
"extent":{"size":3}},"size":6,"repeat":{"count":2}},
{"id":"after","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1}],
"edges":[{"is":"Length","field":"len_head","of":"head","at_least":true}]},
{"path":"substreams::head","parent":"substreams","endian":"le","fields":[
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"rest","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":1}],
"instances":[
{"id":"at_start","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"size":2,"pos":0},
{"id":"size_here","type":"int","value":["size","_io"]}]},
{"path":"substreams::part","parent":"substreams","endian":"le","fields":[
{"id":"numbers","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"repeat":{}}]}]}}
"""
