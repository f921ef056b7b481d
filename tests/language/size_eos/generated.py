# Made by `quire gen` 0 from spec.ksy (sha256 768b9e53fb7e). Do not edit.
"""size_eos."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Bytes, Raw, Struct, Writer, copied
from quire.runtime.direct import new, unpack_u1

__all__ = ["SizeEos"]


class SizeEos(Struct):
    """Type `size_eos`."""

    __slots__ = ("_start", "_end", "_stop", "len_head", "head", "window", "rest")

    _root: SizeEos
    len_head: int
    head: bytes
    window: SizeEos.Tail
    rest: bytes

    _is_top: ClassVar[bool] = True
    _raw_window = Raw("window")
    _own_streams: ClassVar[tuple[str, ...]] = ("window",)
    _derived: ClassVar[tuple[str, ...]] = ("len_head",)

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            len_head: int
            head: Required[bytes]
            window: Required[SizeEos.Tail | SizeEos.Tail._Fields]
            rest: Required[bytes]

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
        self.head = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        stop = pos + 3
        if stop > end:
            buf, end = self._reach(stop - pos, "window", pos)
        self.window = child = new(SizeEos.Tail)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        pos = stop
        if type(buf) is bytearray:
            buf, end = self._reach_rest(buf, pos, end)
        self.rest = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
        pos = max(pos, end)
        return pos

    def _derive(self) -> None:
        self._make("window", SizeEos.Tail)
        self._set_derived("len_head", len(self.head), "head")

    def _write__seq(self, io: Writer) -> None:
        io.u1(self.len_head, "len_head")
        io.put_sized(self.head, self.len_head, "head")
        io.put_sized(
            self._window(io, "window", self.window, SizeEos.Tail, size=3, in_pieces=True),
            3,
            "window",
        )
        io.put(self.rest)

    class Tail(Struct):
        """Type `tail`."""

        __slots__ = ("_start", "_end", "_stop", "first", "others")

        _root: SizeEos
        _parent: SizeEos
        first: int
        others: bytes

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                first: Required[int]
                others: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "first", pos)
            self.first = unpack_u1(buf, pos)[0]
            pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.others = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.first, "first")
            io.put(self.others)


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"SizeEos":"size_eos","SizeEos.Tail":"size_eos::tail"},
"spec":{"id":"size_eos","file":"spec.ksy",
"digest":"768b9e53fb7eca1d5b48118360e5c28db646b669623f8802e51af6e07780e668","types":[
{"path":"size_eos","parent":"any record","fields":[
{"id":"len_head","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"head","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_head"}},"offset":1},
{"id":"window","type":"size_eos::tail","stored":{"is":"Record","path":"size_eos::tail",
"extent":{"size":3}},"size":3},
{"id":"rest","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}}}],
"edges":[{"is":"Length","field":"len_head","of":"head"}]},
{"path":"size_eos::tail","parent":"size_eos","fields":[
{"id":"first","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"others","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":1}]}]}}
"""
