# Made by `quire gen` 0 from spec.ksy (sha256 ce260d0621dc). Do not edit.
"""limit."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Bytes, Raw, Struct, Writer, decode_text, encode_text, expect_few
from quire.runtime.direct import unpack_u1, unpack_u2le, unpack_u4le

__all__ = ["Limit"]


class Limit(Struct):
    """Type `limit`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "len_name",
        "name",
        "num_items",
        "items",
        "window",
        "rest",
    )

    _root: Limit
    len_name: int
    name: str
    num_items: int
    items: list[int]
    window: Limit.Window
    rest: bytes

    _is_top: ClassVar[bool] = True
    _raw_window = Raw("window")
    _own_streams: ClassVar[tuple[str, ...]] = ("window",)
    _derived: ClassVar[tuple[str, ...]] = ("len_name", "num_items")

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            len_name: int
            name: Required[str]
            num_items: int
            items: Required[Iterable[int]]
            window: Required[Limit.Window | Limit.Window._Fields]
            rest: Required[bytes]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 4
        if stop > end:
            buf, end = self._reach(stop - pos, "len_name", pos)
        self.len_name = unpack_u4le(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self.name = decode_text(
            io.take_bytes(self.len_name, "name", limit=0x10), "ascii", "name", io
        )
        pos = io._pos
        stop = pos + 4
        if stop > end:
            buf, end = self._reach(stop - pos, "num_items", pos)
        self.num_items = unpack_u4le(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        count = io.count(self.num_items, "items", 1, limit=0x3)
        pos = io._pos
        self.items = []
        for _ in range(count):
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "items", pos)
            self.items.append(unpack_u1(buf, pos)[0])
            pos = stop
        self._io_at(pos)
        io = self._io_at(pos)
        self.window = Limit.Window(io.substream(2, "window", limit=0x2), self, self._root, "window")
        self.rest = bytes(io.rest("rest", limit=0x4))
        return io._pos

    def _derive(self) -> None:
        self._make("window", Limit.Window)
        self._set_derived("len_name", len(encode_text(self.name, "ascii", "name")), "name")
        self._set_derived("num_items", len(self.items), "items")

    def _write__seq(self, io: Writer) -> None:
        io.u4le(self.len_name, "len_name")
        io.put_sized(encode_text(self.name, "ascii", "name"), self.len_name, "name", limit=0x10)
        io.u4le(self.num_items, "num_items")
        expect_few("items", self.items, limit=0x3)
        for items_item in self.items:
            io.u1(items_item, "items")
        io.put_filled(
            self._window(io, "window", self.window, Limit.Window, size=2, in_pieces=True),
            2,
            "window",
            0,
            limit=0x2,
            of=self,
        )
        io.put_rest(self.rest, "rest", limit=0x4)

    class Window(Struct):
        """Type `window`."""

        __slots__ = ("_start", "_end", "_stop", "value")

        _root: Limit
        _parent: Limit
        value: int

        SIZE: ClassVar[int] = 2

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                value: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "value", pos)
            self.value = unpack_u2le(buf, pos)[0]
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.u2le(self.value, "value")


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Limit":"limit","Limit.Window":"limit::window"},
"spec":{"id":"limit","file":"spec.ksy",
"digest":"ce260d0621dc55204fd53d93b6514a2e879330f760feac325ef27f8510d39237","types":[
{"path":"limit","parent":"any record","endian":"le","fields":[
{"id":"len_name","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4},
{"id":"name","type":"str","stored":{"is":"Text","encoding":"ascii","extent":{"size":"len_name",
"limit":16}},"offset":4},
{"id":"num_items","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4},
{"id":"items","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":1},
"repeat":{"count":"num_items","limit":3}},
{"id":"window","type":"limit::window","stored":{"is":"Record","path":"limit::window",
"extent":{"size":2,"limit":2}},"size":2},
{"id":"rest","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true,"limit":4}}}],
"edges":[{"is":"Length","field":"len_name","of":"name"},{"is":"Count","field":"num_items",
"of":"items"}]},
{"path":"limit::window","parent":"limit","endian":"le","size":2,"fields":[
{"id":"value","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":0,"size":2}]}]}}
"""
