# Made by `quire gen` 0 from spec.ksy (sha256 79ea576bfbec). Do not edit.
"""process."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    Block,
    Bytes,
    FieldsPart,
    ListPart,
    Parts,
    Struct,
    Writer,
    copied,
    deflate,
    encode_text,
    expect_count,
    inflate,
    rotate_left,
    xor,
)
from quire.runtime.direct import decode_at, find_at, unpack_u1

__all__ = ["Process"]


class Process(Struct):
    """Type `process`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "key",
        "len_secret",
        "secret",
        "long_key",
        "left",
        "right",
        "len_packed",
        "packed",
        "records",
        "ended",
        "_stored_packed",
        "_raw_secret",
        "_raw_long_key",
        "_raw_left",
        "_raw_right",
        "_raw_packed",
        "_raw__raw_packed",
        "_raw_records",
        "_raw__raw_records",
        "_raw_ended",
    )

    _root: Process
    _stored_packed: bytes
    key: int
    len_secret: int
    secret: bytes
    long_key: bytes
    left: bytes
    right: bytes
    len_packed: int
    packed: Process.Words
    records: list[Process.Pair]
    ended: bytes

    _is_top: ClassVar[bool] = True
    _own_streams: ClassVar[tuple[str, ...]] = ("packed", "records")
    _derived: ClassVar[tuple[str, ...]] = ("len_secret", "len_packed")
    _BLOCK_0: ClassVar[Block] = Block(("key", "u1"), ("len_secret", "u1"))
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("records", "counted", ("records", "_raw_records", "_raw__raw_records"), 2, None),
        FieldsPart("_read_part_2"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            key: Required[int]
            len_secret: int
            secret: Required[bytes]
            long_key: Required[bytes]
            left: Required[bytes]
            right: Required[bytes]
            len_packed: int
            packed: Required[Process.Words | Process.Words._Fields]
            records: Required[Iterable[Process.Pair | Process.Pair._Fields]]
            ended: Required[bytes]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 2
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.key, self.len_secret = _unpack_Process_0(buf, pos)
        pos = stop
        stop = pos + self.len_secret
        if stop > end:
            buf, end = self._reach(stop - pos, "secret", pos)
        self._raw_secret = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        self.secret = xor(self._raw_secret, self.key)
        stop = pos + 3
        if stop > end:
            buf, end = self._reach(stop - pos, "long_key", pos)
        self._raw_long_key = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        self.long_key = xor(self._raw_long_key, b"\x01\x02")
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "left", pos)
        self._raw_left = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        self.left = rotate_left(self._raw_left, 3)
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "right", pos)
        self._raw_right = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        self.right = rotate_left(self._raw_right, -3)
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "len_packed", pos)
        self.len_packed = unpack_u1(buf, pos)[0]
        pos = stop
        stop = pos + self.len_packed
        if stop > end:
            buf, end = self._reach(stop - pos, "packed", pos)
        self._raw__raw_packed = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        io = self._io_at(pos)
        self._raw_packed = inflate(self._raw__raw_packed, "packed", io)
        self.packed = Process.Words(io.window(None, self._raw_packed), self, self._root, "packed")
        pos = io._pos
        count = 2
        if not 0 <= count * 2 <= end - pos:
            count = self._io_at(pos).count(count, "records", 2)
        self.records = []
        self._raw_records = []
        self._raw__raw_records = []
        for i in range(count):
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "records", pos)
            self._raw__raw_records.append(
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            self._raw_records.append(xor(self._raw__raw_records[-1], i))
            io = self._io_at(pos)
            self.records.append(
                Process.Pair(io.window(None, self._raw_records[-1]), self, self._root, "records")
            )
            pos = io._pos
        stop = find_at(buf, b"\x00", pos, end)
        if stop < 0:
            buf, end, stop = self._find(b"\x00", "ended", pos)
        self._raw_ended = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop + 1
        self.ended = xor(self._raw_ended, self.key)
        return pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 2
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.key, self.len_secret = _unpack_Process_0(buf, pos)
        pos = stop
        stop = pos + self.len_secret
        if stop > end:
            buf, end = self._reach(stop - pos, "secret", pos)
        self._raw_secret = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        self.secret = xor(self._raw_secret, self.key)
        stop = pos + 3
        if stop > end:
            buf, end = self._reach(stop - pos, "long_key", pos)
        self._raw_long_key = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        self.long_key = xor(self._raw_long_key, b"\x01\x02")
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "left", pos)
        self._raw_left = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        self.left = rotate_left(self._raw_left, 3)
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "right", pos)
        self._raw_right = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        self.right = rotate_left(self._raw_right, -3)
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "len_packed", pos)
        self.len_packed = unpack_u1(buf, pos)[0]
        pos = stop
        stop = pos + self.len_packed
        if stop > end:
            buf, end = self._reach(stop - pos, "packed", pos)
        self._raw__raw_packed = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        io = self._io_at(pos)
        self._raw_packed = inflate(self._raw__raw_packed, "packed", io)
        self.packed = Process.Words(io.window(None, self._raw_packed), self, self._root, "packed")
        return io._pos

    def _count_records(self, buf: Bytes, pos: int, end: int) -> int:
        io = self._io_at(pos)
        count = io.count(2, "records", 2)
        return count

    def _element_records(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "records", pos)
        self._raw__raw_records.append(
            buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        )
        pos = stop
        self._raw_records.append(xor(self._raw__raw_records[-1], i))
        io = self._io_at(pos)
        self.records.append(
            Process.Pair(io.window(None, self._raw_records[-1]), self, self._root, "records")
        )
        return io._pos

    def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
        stop = find_at(buf, b"\x00", pos, end)
        if stop < 0:
            buf, end, stop = self._find(b"\x00", "ended", pos)
        self._raw_ended = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop + 1
        self.ended = xor(self._raw_ended, self.key)
        return pos

    def _derive(self) -> None:
        self._make("packed", Process.Words)
        self._set_derived("len_secret", len(self.secret), "secret")

    def _check(self) -> None:
        expect_count("records", self.records, 2)

    def _write__seq(self, io: Writer) -> None:
        self._stored_packed = deflate(
            self._window(io, "packed", self.packed, Process.Words, grows=True),
            self,
            "_raw__raw_packed",
        )
        self._set_window("len_packed", len(self._stored_packed), "packed")
        self._BLOCK_0.write(io, self.key, self.len_secret)
        io.put_sized(xor(self.secret, self.key), self.len_secret, "secret")
        io.put_sized(xor(self.long_key, b"\x01\x02"), 3, "long_key")
        io.put_sized(rotate_left(self.left, -3), 2, "left")
        io.put_sized(rotate_left(self.right, 3), 2, "right")
        io.u1(self.len_packed, "len_packed")
        io.put_sized(self._stored_packed, self.len_packed, "packed")
        for i, record in enumerate(self.records):
            io.put_sized(
                xor(self._window(io, "records", record, Process.Pair, size=2), i), 2, "records"
            )
        io.put_terminated(xor(self.ended, self.key), b"\x00", "ended", include=False, consume=True)

    class Words(Struct):
        """Type `words`."""

        __slots__ = ("_start", "_end", "_stop", "words")

        _root: Process
        _parent: Process
        words: list[str]

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                words: Required[Iterable[str]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.words = []
            while pos < end or self._goes_on(buf, pos):
                stop = find_at(buf, b"\x00", pos, end)
                if stop < 0:
                    buf, end, stop = self._find(b"\x00", "words", pos)
                self.words.append(decode_at(buf[pos:stop], "ascii", "words", self, pos))
                pos = stop + 1
            return pos

        def _write__seq(self, io: Writer) -> None:
            for word in self.words:
                io.put_terminated(
                    encode_text(word, "ascii", "words"),
                    b"\x00",
                    "words",
                    include=False,
                    consume=True,
                )

    class Pair(Struct):
        """Type `pair`."""

        __slots__ = ("_start", "_end", "_stop", "a", "b")

        _root: Process
        _parent: Process
        a: int
        b: int

        SIZE: ClassVar[int] = 2
        _BLOCK_0: ClassVar[Block] = Block(("a", "u1"), ("b", "u1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                a: Required[int]
                b: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.a, self.b = _unpack_Process_Pair_0(buf, pos)
            return stop

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.a, self.b)


# What methods look up, at the price of a name.
_unpack_Process_0 = Process._BLOCK_0.unpack
_unpack_Process_Pair_0 = Process.Pair._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Process":"process","Process.Words":"process::words","Process.Pair":"process::pair"},
"spec":{"id":"process","file":"spec.ksy",
"digest":"79ea576bfbec296ab421e1a66a0c9c01100b268ad7b698e36e9b26110d09adbc","types":[
{"path":"process","parent":"any record","fields":[
{"id":"key","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"len_secret","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1},
{"id":"secret","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_secret",
"process":{"routine":"xor","args":["key"]}}},"offset":2},
{"id":"long_key","type":"bytes","stored":{"is":"Bytes","extent":{"size":3,
"process":{"routine":"xor","args":[{"hex":"0102"}]}}},"size":3},
{"id":"left","type":"bytes","stored":{"is":"Bytes","extent":{"size":2,"process":{"routine":"rol",
"args":[3]}}},"size":2},
{"id":"right","type":"bytes","stored":{"is":"Bytes","extent":{"size":2,"process":{"routine":"ror",
"args":[3]}}},"size":2},
{"id":"len_packed","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1},
{"id":"packed","type":"process::words","stored":{"is":"Record","path":"process::words",
"extent":{"size":"len_packed","process":{"routine":"zlib"}}}},
{"id":"records","type":"process::pair[]","stored":{"is":"Record","path":"process::pair",
"extent":{"size":2,"process":{"routine":"xor","args":["_index"]}}},"size":4,"repeat":{"count":2}},
{"id":"ended","type":"bytes","stored":{"is":"Bytes","extent":{"terminator":{"hex":"00"},
"process":{"routine":"xor","args":["key"]}}}}],"edges":[{"is":"Length","field":"len_secret",
"of":"secret"},{"is":"Length","field":"len_packed","of":"packed","at_least":true}]},
{"path":"process::words","parent":"process","fields":[
{"id":"words","type":"str[]","stored":{"is":"Text","encoding":"ascii",
"extent":{"terminator":{"hex":"00"}}},"offset":0,"repeat":{}}]},
{"path":"process::pair","parent":"process","size":2,"fields":[
{"id":"a","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"b","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,"size":1}]}]}}
"""
