# Made by `quire gen` 0 from spec.ksy (sha256 775dfe365105). Do not edit.
"""fused_block."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Block, Bytes, LateEnum, Members, Struct, Writer, expect_at_least
from quire.runtime.direct import unpack_u4le

__all__ = ["FusedBlock"]


class FusedBlock(Struct):
    """Type `fused_block`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "width",
        "kind",
        "height",
        "big",
        "offset",
        "name",
        "alone",
    )

    _root: FusedBlock
    width: int
    kind: FusedBlock.Kind | int
    height: int
    big: int
    offset: int
    name: bytes
    alone: int

    SIZE: ClassVar[int] = 18
    _is_top: ClassVar[bool] = True
    _BLOCK_0: ClassVar[Block] = Block(("width", "u2le"), ("kind", "u1"), ("height", "u4le"))
    _BLOCK_1: ClassVar[Block] = Block(("big", "u2be"), ("offset", "s2be"), ("name", "3s"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            width: Required[int]
            kind: Required[FusedBlock.Kind | int]
            height: Required[int]
            big: Required[int]
            offset: Required[int]
            name: Required[bytes]
            alone: Required[int]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 7
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.width, self.kind, self.height = _unpack_FusedBlock_0(buf, pos)
        pos = stop
        self.kind = _members_FusedBlock_Kind[self.kind]
        stop = pos + 7
        if stop > end:
            buf, end = self._BLOCK_1.reach(self, pos)
        self.big, self.offset, self.name = _unpack_FusedBlock_1(buf, pos)
        pos = stop
        if not self.offset >= -3:
            io = self._io_at(pos)
            expect_at_least("offset", self.offset, -3, io, 5, place="/seq/4")
        stop = pos + 4
        if stop > end:
            buf, end = self._reach(stop - pos, "alone", pos)
        self.alone = unpack_u4le(buf, pos)[0]
        return stop

    def _check(self) -> None:
        expect_at_least("offset", self.offset, -3, place="/seq/4")

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.width, self.kind, self.height)
        self._BLOCK_1.write(io, self.big, self.offset, self.name)
        io.u4le(self.alone, "alone")

    class Kind(LateEnum):
        """Values of `kind`."""

        square = 1
        round = 2


# What methods look up, at the price of a name.
_members_FusedBlock_Kind = Members(lambda: FusedBlock.Kind)
_unpack_FusedBlock_0 = FusedBlock._BLOCK_0.unpack
_unpack_FusedBlock_1 = FusedBlock._BLOCK_1.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"FusedBlock":"fused_block"},
"spec":{"id":"fused_block","file":"spec.ksy",
"digest":"775dfe365105bed0ab76f49b4cd3528c33e7fbce5cc48bda72e3872d6a3ff41d","types":[
{"path":"fused_block","parent":"any record","endian":"le","size":18,"fields":[
{"id":"width","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":0,"size":2},
{"id":"kind","type":"enum fused_block::kind","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"fused_block::kind"},"offset":2,"size":1},
{"id":"height","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":3,"size":4},
{"id":"big","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":7,"size":2},
{"id":"offset","type":"int","stored":{"is":"Number","kind":"signed","size":2,"endian":"be"},
"offset":9,"size":2,"valid":[{"kind":"at_least","args":[["neg",3]]}]},
{"id":"name","type":"bytes","stored":{"is":"Bytes","extent":{"size":3}},"offset":11,"size":3},
{"id":"alone","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":14,"size":4}]}],"enums":[
{"path":"fused_block::kind","members":[{"id":"square","value":1},{"id":"round","value":2}]}]}}
"""
