# Made by `quire gen` 0 from spec.ksy (sha256 1198a61bc849). Do not edit.
"""fill."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Bytes, Struct, Writer, copied, encode_text
from quire.runtime.direct import unpack_u1

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
    _goes_by_place: ClassVar[bool] = True
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
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "size", pos)
        self.size = unpack_u1(buf, pos)[0]
        pos = stop
        stop = pos + self.size
        if stop > end:
            buf, end = self._reach(stop - pos, "gap", pos)
        self.gap = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        stop = pos + ((4 - self._pos_at(pos)) % 4)
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "padding", pos)
        self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        stop = pos + 4
        if stop > end:
            buf, end = self._reach(stop - pos, "text", pos)
        self.text = str(buf[pos:stop], "ascii")
        pos = stop
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "last", pos)
        self.last = unpack_u1(buf, pos)[0]
        return stop

    def _derive(self) -> None:
        self._set_default("gap", b"")
        self._set_default("padding", b"")
        self._set_default("text", "")
        self._set_room("size", len(self.gap), "gap")

    def _write__seq(self, io: Writer) -> None:
        io.u1(self.size, "size")
        io.put_filled(self.gap, self.size, "gap", 0, of=self)
        io.put_filled(self.padding, (4 - io.pos()) % 4, "padding", 255, of=self)
        io.put_filled(encode_text(self.text, "ascii", "text"), 4, "text", 32, of=self)
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
