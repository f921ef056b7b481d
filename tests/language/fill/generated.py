# Made by `quire gen` 0 from spec.ksy (sha256 1198a61bc849). Do not edit.
"""fill."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(17, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Bytes, Struct, Writer, copied, encode_text
from quire.runtime.direct import decode_at, unpack_u1

__all__ = ["Fill"]


class Fill(Struct):
    """Type `fill`."""

    __slots__ = ("_start", "_end", "_stop", "size", "gap", "padding", "text", "last")

    _root: Fill
    size: int
    gap: bytes
    padding: bytes
    text: str
    last: int

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("size",)

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            size: int
            gap: bytes
            padding: bytes
            text: str
            last: Required[int]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        if end - pos < 1:
            buf, end = self._reach(1, "size", pos)
        self.size = unpack_u1(buf, pos)[0]
        pos += 1
        if end - pos < self.size:
            buf, end = self._reach(self.size, "gap", pos)
        self.gap = (
            buf[pos : pos + self.size] if type(buf) is bytes else copied(buf[pos : pos + self.size])
        )
        pos += self.size
        size = (4 - self._pos_at(pos)) % 4
        if not 0 <= size <= end - pos:
            buf, end = self._reach(size, "padding", pos)
        self.padding = (
            buf[pos : pos + size] if type(buf) is bytes else copied(buf[pos : pos + size])
        )
        pos += size
        if end - pos < 4:
            buf, end = self._reach(4, "text", pos)
        self.text = decode_at(buf[pos : pos + 4], "ascii", "text", self, pos)
        pos += 4
        if end - pos < 1:
            buf, end = self._reach(1, "last", pos)
        self.last = unpack_u1(buf, pos)[0]
        return pos + 1

    def _derive(self) -> None:
        self._set_default("gap", b"")
        self._set_default("padding", b"")
        self._set_default("text", "")
        self._set_room("size", len(self.gap), "gap")

    def _write__seq(self, io: Writer) -> None:
        io.u1(self.size, "size")
        io.put_filled(self.gap, self.size, "gap", 0)
        io.put_filled(self.padding, (4 - io.pos()) % 4, "padding", 255)
        io.put_filled(encode_text(self.text, "ascii", "text"), 4, "text", 32)
        io.u1(self.last, "last")


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Fill":"fill"},
"spec":{"id":"fill","file":"spec.ksy",
"digest":"1198a61bc849c15da166cfeaa0eab1b9638c7a91dd86598f8d72d458a1dd8988","types":[
{"path":"fill","parent":"any record","endian":"le","fields":[
{"id":"size","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"gap","type":"bytes","stored":{"is":"Bytes","extent":{"size":"size","fill":0}},"offset":1},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["mod",["sub",4,["pos",
"_io"]],4],"fill":255}}},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"ascii","extent":{"size":4,"fill":32}},
"size":4},
{"id":"last","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1}],
"edges":[{"is":"Length","field":"size","of":"gap","at_least":true}]}]}}
"""
